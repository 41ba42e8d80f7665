//! A row of the table of lanes: the values of one kind, one for each lane.

use super::cell::{ValueCell, ValueView};
use super::format_select::with_format_menu;
use crate::components::controls::element::{class, element};
use crate::components::controls::program::{Program, use_program};
use crate::state::picture::{Column, RowView};
use crate::state::{Entry, Rejected};
use lanescope_core::view::digits::Digits;
use lanescope_core::view::lanes::{LaneCell, RowValue};
use lanescope_core::view::place::StagePlace;
use lanescope_core::view::{Formats, Numbers};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct BodyRowProps {
    pub row: RowView,
    /// The number formats, if the row has a menu to choose its own.
    pub formats: Option<Formats>,
    /// The cost that follows from a stride.
    pub cost: AttrValue,
    /// The numbers that fit in a column.
    pub digits: Digits,
    /// The bank, and the index of the row's first value in the bank.
    pub place: (usize, usize),
    /// The button with `tabindex=0`, if it is in this row: 0 for the heading, then the values.
    pub reachable: Option<usize>,
    /// Called if a value is selected: see [`ValueCell`].
    pub onselect: Callback<(usize, usize)>,
}

/// The number of characters of a name that fit beside the lanes.
const LONGEST_NAME: usize = 11;

/// A row of a bank: the values of one kind, one for each lane.
#[component]
pub fn BodyRow(props: &BodyRowProps) -> Html {
    let BodyRowProps { row, cost, place, .. } = props;
    let Program { is_beside, .. } = use_program();
    let place = *place;
    let onclick = props.onselect.reform(move |_: MouseEvent| place);
    let is_long = row.label.len() > LONGEST_NAME;
    let name = html! {
        <button
            type="button"
            class="row-name"
            aria-pressed={row.selected.to_string()}
            data-index={place.1.to_string()}
            tabindex={if props.reachable == Some(0) { "0" } else { "-1" }}
            {onclick}
        >
            if let Some(variable) = &row.variable {
                <span class="row-variable">{ variable }</span>{ " " }
                <span class="row-role">{ &row.label }</span>
            } else {
                <span class={classes!("row-variable", is_long.then_some("long-name"))}>{ &row.label }</span>
            }
        </button>
    };
    let numbers = Numbers::Row(row.label.clone());
    html! {
        <tr class={classes!(row_class(row.slot), row.differs.then_some("differs-beside"))}>
            <th scope="row" title={row.title.clone()}>
                { with_format_menu(numbers, props.formats.as_ref(), name) }
                if let Some((step, variable)) = row.stride.zip(row.variable.as_ref()) {
                    <button
                        type="button"
                        class="stride"
                        data-stride={variable.clone()}
                        aria-label={format!("stride of {variable}: {step}")}
                        title={format!("The stride is {step}: drag it, or press ↑ and ↓")}
                    >
                        { "↔" }
                    </button>
                    if !cost.is_empty() {
                        <output class="stride-cost">{ format!("stride {step}: {cost}") }</output>
                    }
                }
                if row.columns.iter().any(|column| column.cell.latched.is_some()) {
                    <span class="latched-word">{ "latched" }</span>
                }
            </th>
            { for row.columns.iter().enumerate().map(|(at, column)| props.value(at, column, is_beside)) }
        </tr>
    }
}

impl BodyRowProps {
    fn value(&self, at: usize, column: &Column, is_beside: bool) -> Html {
        let (row, (bank, first)) = (&self.row, self.place);
        let Column { lane, off, selected, related, cell } = column;
        let class = class(&[
            off.then_some("lane-off"),
            selected.then_some("selected"),
            (*related && !selected).then_some("related"),
            cell.definedness.class(),
            cell.fresh.then_some("fresh"),
            cell.dropped.then_some("dropped"),
            cell.latched.is_some().then_some("latched"),
            cell.differs.then_some("differs-beside"),
        ]);
        let entry = cell.element.as_ref().zip(row.variable.as_ref());
        let entry = entry.map(|(it, name)| Entry::Element { name: name.clone(), index: it.element });
        let is_own = |rejected: &&Rejected| entry.as_ref().is_some_and(|entry| rejected.is_of(entry));
        let view = ValueView {
            text: AttrValue::from(&*cell.text),
            initial: AttrValue::from(cell.element.as_ref().map_or("", |it| &it.initial)),
            label: value_label(&row.label, *lane, cell).into(),
            answer: cell.answer.clone(),
            rejected: row.rejected.iter().find(is_own).cloned(),
            digits: Some(self.digits),
            entry,
            ..ValueView::default()
        };
        let content = html! {
            <ValueCell
                {view}
                place={(bank, first + 1 + at)}
                reachable={self.reachable == Some(at + 1)}
                onselect={self.onselect.clone()}
            />
        };
        let title = cell.latched.as_deref().map(|held| latched(held).into());
        let id = StagePlace::Value { lane: *lane, row: row.slot }.id(is_beside);
        element("td", &["id", "class", "title"], &[Some(id.into()), class, title], content)
    }
}

/// Describes a value and its marks in a sentence.
fn value_label(row: &str, lane: u8, cell: &LaneCell) -> String {
    let value = if cell.text.is_empty() { "no value yet" } else { &*cell.text };
    let mut label = format!("{row} of lane {lane}: {value}{}", cell.definedness.remark());
    if cell.dropped {
        label.push_str(", dropped");
    }
    if let Some(held) = &cell.latched {
        label.push_str(", ");
        label.push_str(&latched(held));
    }
    if let Some(answer) = &cell.answer {
        label.push_str(&format!(", {}", answer.in_words()));
    }
    if cell.differs {
        label.push_str(", differs from the compared value");
    }
    label
}

/// Describes a latched value, and the value that its register holds now.
fn latched(held: &str) -> String {
    format!("latched before the lanes ran; {held} now")
}

fn row_class(slot: RowValue) -> &'static str {
    match slot {
        RowValue::Predicate => "row-predicate",
        RowValue::Input(_) => "row-input",
        RowValue::Address => "row-address",
        RowValue::Old | RowValue::Read(_) => "row-old",
        RowValue::New => "row-new",
        RowValue::Output(_) => "row-output",
    }
}
