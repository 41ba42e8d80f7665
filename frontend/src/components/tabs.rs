//! The tabs on the right of the page.

use super::controls::program::on_click;
use super::controls::select::segmented;
use super::inspector::cost_panel::CostPanel;
use super::inspector::encoding_panel::encoding_panel;
use super::inspector::instruction_panel::{instruction_details, instruction_summary};
use super::inspector::pinned_panel::PinnedPanel;
use super::inspector::readings_panel::ReadingsPanel;
use super::inspector::registers_panel::RegistersPanel;
use super::inspector::sweep_panel::SweepPanel;
use super::inspector::variants_panel::VariantsPanel;
use super::page::Page;
use crate::effects::dom::{document, focus};
use crate::state::choice::{Choice, Row};
use crate::state::inquiries::Topic;
use crate::state::{Action, COST_ID, ChromeAction, ComparePart, Tab};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// Returns a row of tabs above the panel of the open tab, with a splitter at the edge of the pane.
pub fn tabs(page: &Page, edge: Html) -> Html {
    let open = page.model.chrome.tab;
    html! {
        <section class="tabs" aria-label="Inspector">
            { edge }
            { tab_row(open, page.program.dispatch()) }
            <div class="tab-body">
                <h2 class="visually-hidden">{ Tab::ROWS[open.index()].label }</h2>
                <div id="tab-panel" class="tab-panel" role="tabpanel" aria-labelledby={open.button_id()} tabindex="0">
                    // The editor of a notation text keeps its undo history while another tab is open.
                    if open == Tab::Semantics || page.model.document.notation_edit.is_some() {
                        <div hidden={open != Tab::Semantics}>{ page.semantics() }</div>
                    }
                    { panel(page) }
                </div>
            </div>
        </section>
    }
}

/// Returns the panel of the open tab.
fn panel(page: &Page) -> Html {
    let model = &page.model;
    let selection = model.chrome.selection;
    if model.is_hiding() && model.chrome.tab != Tab::Semantics {
        return html! { <p class="hint">{ "Hidden until you have answered the questions." }</p> };
    }
    match model.chrome.tab {
        Tab::Semantics if model.is_hiding() => html! {},
        Tab::Semantics => readings(page),
        Tab::Instruction => {
            let bound = page.moment.as_ref().and_then(|moment| moment.bound());
            let rows = model.document.session.rows();
            let row = bound.map(|bound| &bound.row).or_else(|| rows.first());
            let op = bound.and_then(|bound| bound.op.as_deref());
            html! {
                <>
                    { instruction_summary(row.map(|row| &**row)) }
                    <h2 id={COST_ID} tabindex="-1">{ "Cost" }</h2>
                    <CostPanel session={model.document.session.clone()} moment={page.moment.clone()} />
                    if let Some(row) = row {
                        <h2>{ "Operands" }</h2>
                        { instruction_details(row, model.document.session.set(), op) }
                    }
                    <h2>{ "Registers" }</h2>
                    <RegistersPanel
                        moment={page.moment.clone()}
                        format={model.settings.formats.all}
                        rejected={model.document.rejected.clone()}
                        {selection}
                    />
                    <h2>{ "Encoding" }</h2>
                    { encoding_panel(page.moment.as_deref(), selection) }
                </>
            }
        }
        Tab::Outcomes => page.outcomes(),
        Tab::Compare => comparing(page),
    }
}

/// Returns the interpretations. They are computed only while they are open, because each is tried on the line.
fn readings(page: &Page) -> Html {
    let model = &page.model;
    let open = model.chrome.shows_readings;
    let onclick = page.program.dispatch().reform(move |event: MouseEvent| {
        event.prevent_default();
        ChromeAction::Readings(!open).into()
    });
    // It stays while a changed text is run, so that the panel keeps the focus.
    let can_run = model.document.session.scenario.is_some();
    let moment = page.moment.as_ref().filter(|moment| can_run && moment.bound().is_some());
    let instruction = moment.map(|moment| moment.instruction);
    html! {
        <details key={format!("{instruction:?}")} class="readings-fold" {open}>
            <summary {onclick}>{ "Interpretations" }</summary>
            if open {
                <ReadingsPanel session={model.document.session.clone()} {instruction} />
            }
        </details>
    }
}

/// Returns the tabs. Arrow keys move between them.
fn tab_row(open: Tab, dispatch: &Callback<Action>) -> Html {
    let at = open.index();
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            let count = Tab::ROWS.len();
            let to = match event.key().as_str() {
                "ArrowRight" => (at + 1) % count,
                "ArrowLeft" => (at + count - 1) % count,
                "Home" => 0,
                "End" => count - 1,
                _ => return,
            };
            event.prevent_default();
            let tab = Tab::ROWS[to].value;
            dispatch.emit(ChromeAction::Tab(tab).into());
            let button = document().get_element_by_id(&tab.button_id());
            if let Some(button) = button.and_then(|it| it.dyn_into().ok()) {
                focus(&button);
            }
        })
    };
    let tab = |row: &Row<Tab>| {
        let tab = row.value;
        let selected = tab == open;
        let onclick = on_click(dispatch, ChromeAction::Tab(tab));
        html! {
            <button
                type="button"
                role="tab"
                id={tab.button_id()}
                aria-selected={selected.to_string()}
                aria-controls="tab-panel"
                tabindex={if selected { "0" } else { "-1" }}
                {onclick}
            >{ row.label }</button>
        }
    };
    html! {
        <div class="tab-row" role="tablist" aria-label="Inspector" {onkeydown}>
            { for Tab::ROWS.iter().map(tab) }
        </div>
    }
}

/// The parts, each with its label and its tooltip.
const COMPARED: &[(ComparePart, &str, &str)] = &[
    (
        ComparePart::Variant,
        "Variant",
        "Compare the base with a variant: steps, costs, final values and all orders",
    ),
    (ComparePart::PinnedStep, "Pinned step", "Compare this step with another one of the run"),
    (ComparePart::Sweep, "Sweep", "Run with many values of an element, alone or compared with a variant"),
];

/// Returns the panel of the tab: the comparison with a variant or a pinned step, or the sweep.
fn comparing(page: &Page) -> Html {
    let model = &page.model;
    let part = model.chrome.compare_part;
    let onpart = page.program.dispatch().reform(|part| ChromeAction::ComparePart(part).into());
    let all = &model.inquiries;
    html! {
        <>
            { segmented("Kind of comparison", COMPARED, part, &onpart) }
            { match part {
                ComparePart::Variant => html! { <VariantsPanel
                    session={model.document.session.clone()}
                    compared={page.compared.clone()}
                    known={model.pair_outcomes().cloned()}
                    state={all.of(Topic::Variants).clone()}
                    is_on_stage={model.document.pair.is_some()}
                    cursor={model.playback.cursor}
                /> },
                ComparePart::PinnedStep => html! { <PinnedPanel
                    run={model.run().filter(|_| !model.is_stale()).cloned()}
                    pinned={model.playback.pinned}
                    cursor={model.playback.cursor}
                    format={model.settings.formats.all}
                /> },
                ComparePart::Sweep => html! { <SweepPanel
                    session={model.document.session.clone()}
                    draft={all.sweep.clone()}
                    swept={model.swept().cloned()}
                    state={all.of(Topic::Sweep).clone()}
                /> },
            } }
        </>
    }
}
