//! Variables and predicates.

use super::cell::{ValueCell, pinned_html, refusals};
use super::element::class;
use super::fill_menu::{FillMenu, refused_filling};
use super::format_select::FormatSelect;
use super::writers::{detail_box, values_html, writers_html};
use crate::effects::grid;
use crate::effects::width::use_width;
use crate::state::detail::element_detail;
use crate::state::masks::{COMMON, MORE, Preset};
use crate::state::moment::Moment;
use crate::state::registers::{ElementView, PredicateView, VariableView, predicates, variables};
use crate::state::surface::{Touch, elements_per_row};
use crate::state::{Action, ByIdentity, Entry, Formats, Panel, Rejected, Selection};
use lanescope_core::session::{Contents, LaneMask, PanelEdit};
use std::rc::Rc;
use yew::prelude::*;

/// Elements of a variable that are drawn.
const SHOWN: usize = 128;

/// What a [`RegistersPanel`] shows.
#[derive(Properties, PartialEq)]
pub struct RegistersPanelProps {
    /// The moment.
    pub moment: Option<ByIdentity<Moment>>,
    /// How numbers are shown.
    pub formats: Formats,
    /// What was typed into cells and could not be taken.
    pub rejected: Rc<Vec<Rejected>>,
    /// What is selected.
    pub selection: Option<Selection>,
    /// A value was typed or selected, a bit turned, or a format chosen.
    pub onaction: Callback<Action>,
}

/// Each variable as a grid of what it holds now; what is typed there is what it holds at the start.
#[component]
pub fn RegistersPanel(props: &RegistersPanelProps) -> Html {
    let body = use_node_ref();
    // The first picture does not show this panel.
    let width_px = use_width(&body).unwrap_or_default();
    // Of each grid Tab reaches one cell: where the arrow keys left it, else the first.
    let focused = use_state_eq(|| (0usize, 0usize));
    let onfocus = use_callback(focused.setter(), |place, focused| focused.set(place));
    let onselect = use_callback(props.onaction.clone(), |(variable, element), onaction| {
        onaction.emit(Action::Select(Some(Selection::Element { variable, element })));
        true
    });
    let grids = Grids { focused: *focused, onfocus, onselect };
    let Some(moment) = &props.moment else {
        return html! { <p class="empty" ref={body}>{ "Here stand the variables, once a text runs." }</p> };
    };
    let variables = variables(moment, props.formats.registers, props.selection);
    let predicates = predicates(moment);
    let at_start = moment.frame.cursor == 0;
    html! {
        <div class="registers" ref={body}>
            <div class="registers-head">
                <p class="hint">
                    if at_start {
                        { "Values at the start. Pick one to type another." }
                    } else {
                        { "Values at this step. What you type sets the value at the start." }
                    }
                </p>
                <FormatSelect
                    panel={Panel::Registers}
                    of="registers"
                    format={props.formats.registers}
                    onaction={props.onaction.clone()}
                />
            </div>
            if variables.is_empty() && predicates.is_empty() {
                <p class="empty">{ "No variable is declared." }</p>
            }
            { for predicates.into_iter().map(|predicate| predicate_html(props, &predicate)) }
            { for variables.iter().enumerate().map(|(index, variable)| {
                variable_html(props, moment, variable, index, width_px, &grids)
            }) }
        </div>
    }
}

/// What the grids of all variables have in common.
struct Grids {
    /// Which cell had the focus last: its grid and its place there.
    focused: (usize, usize),
    onfocus: Callback<(usize, usize)>,
    onselect: Callback<(usize, usize), bool>,
}

fn variable_html(
    props: &RegistersPanelProps,
    moment: &Moment,
    variable: &VariableView,
    of: usize,
    width_px: f64,
    grids: &Grids,
) -> Html {
    let shown = &variable.cells[..variable.cells.len().min(SHOWN)];
    let longest = shown.iter().map(|cell| cell.text.len().max(cell.initial.len())).max().unwrap_or(1);
    let per_row = elements_per_row(width_px + 40.0, longest.saturating_sub(1)).min(8);
    let count = shown.len();
    let onkeydown = {
        let onfocus = grids.onfocus.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(to) = grid::follow(&event, count, per_row) {
                onfocus.emit((of, to));
            }
        })
    };
    let reachable = match grids.focused {
        (grid, index) if grid == of => index.min(count.saturating_sub(1)),
        _ => 0,
    };
    let cell = |(index, cell): (usize, &ElementView)| {
        let entry = Entry::Element { name: variable.name.clone(), index };
        let rejected = props.rejected.iter().find(|rejected| rejected.entry == entry).cloned();
        html! {
            <ValueCell
                key={index}
                bare={cell.pinned.is_none()}
                text={cell.text.clone()}
                initial={cell.initial.clone()}
                label={cell.label(&variable.name, index)}
                reachable={index == reachable}
                onaction={props.onaction.clone()}
                onfocus={grids.onfocus.clone()}
                onselect={grids.onselect.clone()}
                grid={of}
                class={class(&[
                    Some("register"),
                    cell.definedness.class(),
                    cell.changed.then_some("changed"),
                    (cell.touched == Touch::Written).then_some("just-written"),
                    cell.source.then_some("is-source"),
                    cell.destination.then_some("is-destination"),
                    cell.selected.then_some("selected"),
                ])}
                {entry} {index} {rejected}
            >
                { pinned_html(cell.pinned.as_deref()) }
            </ValueCell>
        }
    };
    let selected = match props.selection {
        Some(Selection::Element { variable, element }) if variable == of => Some(element),
        _ => None,
    };
    let contents = Contents::Variable(variable.name.clone());
    html! {
        <section key={variable.name.clone()} class="variable" aria-label={variable.name.clone()}>
            <div class="variable-head">
                <h3>
                    { &variable.name }
                    <span class="caption">{ &variable.caption }</span>
                    { for variable.roles.iter().map(|role| html! { <span class="role">{ *role }</span> }) }
                </h3>
                <FillMenu
                    rejected={refused_filling(&props.rejected, &contents)}
                    of={contents}
                    onaction={props.onaction.clone()}
                />
            </div>
            <div class={classes!("register-cells", "grid", format!("per-{per_row}"))} {onkeydown}>
                { for shown.iter().enumerate().map(cell) }
            </div>
            { refusals(&props.rejected, |entry| matches!(entry, Entry::Element { name, .. } if *name == variable.name)) }
            if let Some(element) = selected {
                { detail_html(props, moment, of, element) }
            }
            if variable.cells.len() > SHOWN {
                <p class="hint">{ format!("the first {SHOWN} of {} elements", variable.cells.len()) }</p>
            }
        </section>
    }
}

fn detail_html(props: &RegistersPanelProps, moment: &Moment, variable: usize, element: usize) -> Html {
    let Some(detail) = element_detail(moment, variable, element, props.formats.registers) else {
        return html! {};
    };
    detail_box(
        "cell-detail",
        &detail.title,
        values_html(&detail.initial, &detail.now),
        writers_html("Written by", "Nobody writes it.", &detail.writers, &props.onaction),
        &props.onaction,
    )
}

fn predicate_html(props: &RegistersPanelProps, predicate: &PredicateView) -> Html {
    let initial = predicate.initial;
    let set = |mask: LaneMask| {
        let name = predicate.name.clone();
        props
            .onaction
            .reform(move |_: MouseEvent| Action::Edit(PanelEdit::Predicate { name: name.clone(), mask }))
    };
    let preset = |&(label, _, preset): &(&'static str, &'static str, Preset)| {
        let onclick = set(preset(initial, predicate.bits.len()));
        html! { <button type="button" aria-label={format!("{label} bits of {}", predicate.name)} {onclick}>{ label }</button> }
    };
    let bit = |(index, on): (usize, &Option<bool>)| {
        let onclick = set(initial.with(index, *on != Some(true)));
        let text = on.map_or("?", |on| if on { "1" } else { "0" });
        html! {
            <button
                key={index}
                type="button"
                role="switch"
                class={classes!("bit", on.is_none().then_some("undefined"))}
                aria-checked={(*on == Some(true)).to_string()}
                {onclick}
            >
                <span class="visually-hidden">{ format!("{} bit {index} on", predicate.name) }</span>
                <span class="bit-number" aria-hidden="true">{ index }</span>
                <span aria-hidden="true">{ text }</span>
            </button>
        }
    };
    html! {
        <section key={predicate.name.clone()} class="variable" aria-label={predicate.name.clone()}>
            <div class="variable-head">
                <h3>
                    { &predicate.name }
                    <span class="caption">{ format!("predicate, {} bits", predicate.bits.len()) }</span>
                    if predicate.in_use {
                        <span class="role">{ "predicate" }</span>
                    }
                </h3>
                <div class="button-row presets">{ for COMMON.iter().chain(&MORE[..1]).map(preset) }</div>
            </div>
            <div class="predicate-bits">{ for predicate.bits.iter().enumerate().map(bit) }</div>
        </section>
    }
}
