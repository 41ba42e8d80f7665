//! The panel of variables and predicates.

use crate::components::controls::element::class;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::stage::cell::{ValueCell, ValueView};
use crate::components::stage::fill_menu::{FillMenu, refused_filling};
use crate::effects::grid::{self, Grid, use_grid};
use crate::effects::style::use_style_numbers;
use crate::effects::width::use_size;
use crate::state::masks::{PRESETS, Preset};
use crate::state::registers::{ElementView, PredicateView, SHOWN, VariableView, predicates, variables};
use crate::state::{Action, ByIdentity, ChromeAction, DocumentAction, Entry, Rejected, Selection};
use lanescope_core::session::{
    run::{LaneMask, NumberFormat},
    text::{Contents, PanelEdit},
};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::surface::Touch;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct RegistersPanelProps {
    pub moment: Option<ByIdentity<Moment>>,
    pub format: NumberFormat,
    /// Input for cells that was refused.
    pub rejected: Rc<Vec<Rejected>>,
    pub selection: Option<Selection>,
}

/// Approximate size of a panel next to the stage.
const EXPECTED_PX: (f64, f64) = (340.0, 600.0);

/// Each variable as a grid of its current values. Typed values replace the start values.
#[component]
pub fn RegistersPanel(props: &RegistersPanelProps) -> Html {
    let dispatch = use_dispatch();
    let body = use_node_ref();
    let width_px = use_size(&body, EXPECTED_PX).0;
    let onselect = use_callback(dispatch.clone(), |(variable, element), dispatch| {
        dispatch.emit(ChromeAction::Select(Some(Selection::Element { variable, element })).into());
    });
    let Some(moment) = &props.moment else {
        return html! { <div class="registers" ref={body}><p class="empty">{ "Run a scenario to see its registers." }</p></div> };
    };
    let variables = variables(moment, props.format, props.selection);
    let predicates = predicates(moment);
    let at_start = moment.frame.cursor == 0;
    html! {
        <div class="registers" ref={body}>
            <p class="hint">
                if at_start {
                    { "Initial values. Press one to change it." }
                } else {
                    { "Values at this step. A typed value becomes the initial value." }
                }
            </p>
            if variables.is_empty() && predicates.is_empty() {
                <p class="empty">{ "The scenario declares no variables." }</p>
            }
            { for predicates.into_iter().map(|predicate| predicate_html(&predicate, &dispatch)) }
            { for variables.iter().enumerate().map(|(index, variable)| html! {
                <VariableGrid
                    key={&*variable.name}
                    {index}
                    variable={variable.clone()}
                    {width_px}
                    rejected={props.rejected.clone()}
                    onselect={onselect.clone()}
                />
            }) }
        </div>
    }
}

fn predicate_html(predicate: &PredicateView, dispatch: &Callback<Action>) -> Html {
    let initial = predicate.initial;
    let set = |mask: LaneMask| {
        let name = predicate.name.clone();
        on_click(dispatch, DocumentAction::Edit(PanelEdit::Predicate { name, mask }))
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
                <div class="button-row">{ for PRESETS[..3].iter().map(preset) }</div>
            </div>
            <div class="predicate-bits">{ for predicate.bits.iter().enumerate().map(bit) }</div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct VariableGridProps {
    index: usize,
    variable: VariableView,
    /// Width of the panel in CSS pixels.
    width_px: f64,
    /// Input for cells that was refused.
    rejected: Rc<Vec<Rejected>>,
    /// Called if a cell is selected: see [`ValueCell`].
    onselect: Callback<(usize, usize)>,
}

/// The current values of the elements. Typed values replace the start values.
#[component]
fn VariableGrid(props: &VariableGridProps) -> Html {
    let VariableGridProps { variable, rejected, .. } = props;
    let per_line = variable.per_line(props.width_px);
    let shown = variable.shown();
    let cells = use_node_ref();
    use_style_numbers(&cells, [("--per-line", per_line as f64)]);
    let Grid { stop, onkeydown, onfocusin } = use_grid(grid::lines(shown.len(), per_line));
    let contents = Contents::Variable(variable.name.clone());
    html! {
        <section class="variable" aria-label={variable.name.clone()}>
            <div class="variable-head">
                <h3>
                    { &variable.name }
                    <span class="caption">{ &variable.caption }</span>
                    { for variable.roles.iter().map(|role| html! { <span class="role">{ *role }</span> }) }
                </h3>
                <FillMenu rejected={refused_filling(rejected, &contents)} of={contents} />
            </div>
            <div ref={cells} class="register-cells grid" {onkeydown} {onfocusin}>
                { for shown.iter().enumerate().map(|(at, cell)| cell_html(props, at, cell, stop)) }
            </div>
            if variable.cells.len() > SHOWN {
                <p class="hint">{ format!("the first {SHOWN} of {} elements", variable.cells.len()) }</p>
            }
        </section>
    }
}

fn cell_html(props: &VariableGridProps, index: usize, cell: &ElementView, stop: usize) -> Html {
    let name = &props.variable.name;
    let entry = Entry::Element { name: name.clone(), index };
    let rejected = props.rejected.iter().find(|rejected| rejected.is_of(&entry)).cloned();
    let class = class(&[
        Some("register"),
        cell.definedness.class(),
        cell.changed.then_some("changed"),
        (cell.touched == Touch::Written).then_some("just-written"),
        cell.source.then_some("is-source"),
        cell.destination.then_some("is-destination"),
        cell.selected.then_some("selected"),
    ]);
    let view = ValueView {
        entry: Some(entry),
        text: cell.text.clone().into(),
        initial: cell.initial.clone().into(),
        label: cell.label(name, index).into(),
        class,
        rejected,
        ..ValueView::default()
    };
    html! {
        <ValueCell key={index} {view} place={(props.index, index)} reachable={index == stop} onselect={props.onselect.clone()} />
    }
}
