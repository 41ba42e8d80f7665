//! A variable as a grid of its elements.

use crate::components::controls::element::class;
use crate::components::stage::cell::ValueCell;
use crate::components::stage::fill_menu::{FillMenu, refused_filling};
use crate::effects::grid;
use crate::effects::style::use_style_numbers;
use crate::state::registers::{ElementView, SHOWN, VariableView};
use crate::state::surface::Touch;
use crate::state::{Entry, Rejected};
use lanescope_core::session::text::Contents;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct VariableGridProps {
    /// Index of the variable.
    pub index: usize,
    pub variable: VariableView,
    /// Width of the panel in CSS pixels.
    pub width_px: f64,
    /// Input for cells that was refused.
    pub rejected: Rc<Vec<Rejected>>,
    /// Index of the cell with `tabindex=0` (roving tabindex).
    pub reachable: usize,
    /// Called if a cell gets the focus: see [`ValueCell`].
    pub onfocus: Callback<(usize, usize)>,
    /// Called if a cell is selected: see [`ValueCell`].
    pub onselect: Callback<(usize, usize), bool>,
}

/// The current values of the elements. Typed values replace the start values.
#[component]
pub fn VariableGrid(props: &VariableGridProps) -> Html {
    let VariableGridProps { index, variable, rejected, .. } = props;
    let per_line = variable.per_line(props.width_px);
    let shown = variable.shown();
    let cells = use_node_ref();
    use_style_numbers(&cells, [("--per-line", per_line as f64)]);
    let onkeydown = {
        let (onfocus, index, count) = (props.onfocus.clone(), *index, shown.len());
        Callback::from(move |event: KeyboardEvent| {
            if let Some(to) = grid::follow(&event, &grid::lines(count, per_line)) {
                onfocus.emit((index, to));
            }
        })
    };
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
            <div ref={cells} class="register-cells grid" {onkeydown}>
                { for shown.iter().enumerate().map(|(at, cell)| cell_html(props, at, cell)) }
            </div>
            if variable.cells.len() > SHOWN {
                <p class="hint">{ format!("the first {SHOWN} of {} elements", variable.cells.len()) }</p>
            }
        </section>
    }
}

fn cell_html(props: &VariableGridProps, index: usize, cell: &ElementView) -> Html {
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
    html! {
        <ValueCell
            key={index}
            text={cell.text.clone()}
            initial={cell.initial.clone()}
            label={cell.label(name, index)}
            reachable={index == props.reachable.min(props.variable.shown().len().saturating_sub(1))}
            onfocus={props.onfocus.clone()}
            onselect={props.onselect.clone()}
            grid={props.index}
            {entry} {index} {rejected} {class}
        />
    }
}
