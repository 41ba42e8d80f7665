//! The tabs on the right of the page.

use super::controls::program::use_dispatch;
use super::controls::segmented::Segmented;
use super::inspector::cost_panel::CostPanel;
use super::inspector::encoding_panel::EncodingPanel;
use super::inspector::instruction_panel::{InstructionDetails, InstructionSummary};
use super::inspector::pinned_panel::PinnedPanel;
use super::inspector::readings_panel::ReadingsPanel;
use super::inspector::registers_panel::RegistersPanel;
use super::inspector::sweep_panel::SweepPanel;
use super::inspector::variants_panel::VariantsPanel;
use super::page::Page;
use crate::effects::dom::{document, focus};
use crate::state::choice::{Choice, Row};
use crate::state::inquiries::Topic;
use crate::state::{ByIdentity, COST_ID, ChromeAction, Tab};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// Properties of [`Tabs`].
#[derive(Properties, PartialEq)]
pub struct TabsProps {
    /// The open tab.
    pub open: Tab,
    /// The splitter at the edge of the pane.
    pub edge: Html,
    /// Content of its panel.
    pub children: Html,
}

/// A row of tabs above the panel of the open tab.
#[component]
pub fn Tabs(props: &TabsProps) -> Html {
    html! {
        <section class="tabs" aria-label="Inspector">
            { props.edge.clone() }
            <TabRow open={props.open} />
            <div class="tab-body">
                <div id="tab-panel" class="tab-panel" role="tabpanel" aria-labelledby={props.open.button_id()} tabindex="0">
                    { props.children.clone() }
                </div>
            </div>
        </section>
    }
}

/// Returns the panel of the open tab.
pub fn panel(page: &Page, compare_part: &UseStateHandle<usize>) -> Html {
    let model = &page.model;
    let (moment, selection) = (page.moment.clone(), model.chrome.selection);
    if model.is_hiding() && model.chrome.tab != Tab::Semantics {
        return html! { <p class="hint">{ "Hidden until you have answered the questions." }</p> };
    }
    match model.chrome.tab {
        Tab::Semantics => html! {
            <>
                { page.semantics() }
                if !model.is_hiding() {
                    { readings(page) }
                }
            </>
        },
        Tab::Instruction => {
            let bound = page.moment.as_ref().and_then(|moment| moment.bound());
            let row = bound
                .map(|bound| bound.row.clone())
                .or_else(|| model.document.session.rows().first().cloned());
            let row = row.map(ByIdentity);
            let op = bound.and_then(|bound| bound.op.clone());
            html! {
                <>
                    <InstructionSummary row={row.clone()} />
                    <h2 id={COST_ID} tabindex="-1">{ "Cost" }</h2>
                    <CostPanel session={model.document.session.clone()} moment={moment.clone()} />
                    if let Some(row) = row {
                        <h2>{ "Operands" }</h2>
                        <InstructionDetails {row} {op} />
                    }
                    <h2>{ "Registers" }</h2>
                    <RegistersPanel
                        moment={moment.clone()}
                        format={model.settings.formats.all}
                        rejected={model.document.rejected.clone()}
                        {selection}
                    />
                    <h2>{ "Encoding" }</h2>
                    <EncodingPanel {moment} {selection} />
                </>
            }
        }
        Tab::Outcomes => page.outcomes(),
        Tab::Compare => comparing(page, compare_part),
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
    let moment = page.moment.as_ref().filter(|moment| !model.is_stale() && moment.bound().is_some());
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

#[derive(Properties, PartialEq)]
struct TabRowProps {
    /// The open tab.
    open: Tab,
}

/// The tabs. Arrow keys move between them.
#[component]
fn TabRow(props: &TabRowProps) -> Html {
    let dispatch = use_dispatch();
    let at = props.open.index();
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
        let selected = tab == props.open;
        let onclick = dispatch.reform(move |_: MouseEvent| ChromeAction::Tab(tab).into());
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

/// The parts of the tab "Compare", each with its tooltip.
const COMPARED: &[(&str, &str)] = &[
    ("Variant", "Compare the base with a variant: steps, costs, final values and all orders"),
    ("Pinned step", "Compare this step with another one of the run"),
    ("Sweep", "Run with many values of an element, alone or compared with a variant"),
];

/// Returns the panel of the tab: the comparison with a variant or a pinned step, or the sweep. `part` is the index of the open
/// part.
fn comparing(page: &Page, part: &UseStateHandle<usize>) -> Html {
    let model = &page.model;
    let onpart = Callback::from(part.setter());
    let all = &model.inquiries;
    html! {
        <>
            <Segmented label="Kind of comparison" choices={COMPARED} chosen={**part} onchange={onpart.clone()} />
            { match **part {
                0 => html! { <VariantsPanel
                    session={model.document.session.clone()}
                    compared={page.compared.clone()}
                    known={model.pair_outcomes().cloned()}
                    state={all.of(Topic::Variants).clone()}
                    is_on_stage={model.document.pair.is_some()}
                    cursor={model.playback.cursor}
                /> },
                1 => html! { <PinnedPanel
                    run={model.run().filter(|_| !model.is_stale()).cloned()}
                    pinned={model.playback.pinned}
                    cursor={model.playback.cursor}
                    format={model.settings.formats.all}
                /> },
                _ => html! { <SweepPanel
                    session={model.document.session.clone()}
                    swept={model.swept().cloned()}
                    state={all.of(Topic::Sweep).clone()}
                    onruns={onpart.reform(|()| 0)}
                /> },
            } }
        </>
    }
}
