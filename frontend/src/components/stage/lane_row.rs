//! A row of the table of lanes: the values of one kind, one for each lane.

use super::cell::ValueCell;
use super::format_select::with_format_menu;
use crate::components::controls::element::{class, element};
use crate::state::digits::Digits;
use crate::state::lanes::{LaneCell, Row, RowValue};
use crate::state::{Entry, Formats, Numbers, Rejected};
use yew::prelude::*;

/// The part of a row in one column. Changes of a lane's status while stepping concern only its head and its `col`.
#[derive(PartialEq)]
pub struct Column {
    pub lane: u8,
    pub off: bool,
    /// The class of a value that is selected or related to the selection.
    pub look: Option<&'static str>,
    pub cell: LaneCell,
}

#[derive(Properties, PartialEq)]
pub struct BodyRowProps {
    /// Kind of the values in the row.
    pub slot: RowValue,
    /// Its heading.
    pub label: String,
    /// The number formats, if the row has a menu to choose its own.
    pub formats: Option<Formats>,
    /// The variable or register that holds the values.
    pub variable: Option<String>,
    /// The step of the initial values, if they are one series, and the cost that follows from it.
    pub stride: Option<(i128, AttrValue)>,
    pub title: String,
    /// The values, one for each lane.
    pub columns: Vec<Column>,
    /// The numbers that fit in a column.
    pub digits: Digits,
    pub pressed: bool,
    /// The bank, and the index of the row's first value in the bank.
    pub place: (usize, usize),
    /// The button with `tabindex=0`, if it is in this row: 0 for the heading, then the values.
    pub reachable: Option<usize>,
    /// Input for values of the variable that was refused.
    pub rejected: Vec<Rejected>,
    /// Whether a value differs from the compared one.
    pub differs: bool,
    /// Called if a value is selected: see [`ValueCell`].
    pub onselect: Callback<(usize, usize), bool>,
}

/// A row of a bank: the values of one kind, one for each lane.
#[component]
pub fn BodyRow(props: &BodyRowProps) -> Html {
    let place = props.place;
    let onclick = {
        let onselect = props.onselect.clone();
        Callback::from(move |_: MouseEvent| {
            onselect.emit(place);
        })
    };
    let name = html! {
        <button
            type="button"
            class="row-name"
            aria-pressed={props.pressed.to_string()}
            data-index={place.1.to_string()}
            tabindex={if props.reachable == Some(0) { "0" } else { "-1" }}
            {onclick}
        >
            if let Some(variable) = &props.variable {
                <span class="row-variable">{ variable }</span>{ " " }
                <span class="row-role">{ &props.label }</span>
            } else {
                <span class="row-variable">{ &props.label }</span>
            }
        </button>
    };
    let numbers = Numbers::Row(props.label.clone());
    html! {
        <tr class={classes!(row_class(props.slot), props.differs.then_some("differs-beside"))}>
            <th scope="row" title={props.title.clone()}>
                { with_format_menu(numbers, props.formats.as_ref(), name) }
                if let Some(((step, cost), variable)) = props.stride.as_ref().zip(props.variable.as_ref()) {
                    <button
                        type="button"
                        class="stride"
                        data-stride={variable.clone()}
                        aria-label={format!("stride of {variable}: {step}")}
                        title={format!("The stride is {step}: drag it, or press ↑ and ↓")}
                    >
                        { "↔" }<span class="stride-step">{ format!(" {step}") }</span>
                    </button>
                    if !cost.is_empty() {
                        <output class="stride-cost">{ format!("stride {step}: {cost}") }</output>
                    }
                }
                if props.columns.iter().any(|column| column.cell.latched.is_some()) {
                    <span class="latched-word">{ "latched" }</span>
                }
            </th>
            { for props.columns.iter().enumerate().map(|(at, column)| props.value(at, column)) }
        </tr>
    }
}

impl BodyRowProps {
    fn value(&self, at: usize, Column { lane, off, look, cell }: &Column) -> Html {
        let class = class(&[
            off.then_some("lane-off"),
            *look,
            cell.definedness.class(),
            cell.fresh.then_some("fresh"),
            cell.dropped.then_some("dropped"),
            cell.latched.is_some().then_some("latched"),
            cell.differs.then_some("differs-beside"),
        ]);
        let entry = cell.element.as_ref().zip(self.variable.as_ref());
        let entry = entry.map(|(it, name)| Entry::Element { name: name.clone(), index: it.element });
        let rejected = self.rejected.iter().find(|it| entry.as_ref().is_some_and(|entry| it.is_of(entry)));
        let (bank, first) = self.place;
        let content = html! {
            <ValueCell
                label={value_label(&self.label, *lane, cell)}
                text={AttrValue::from(&*cell.text)}
                initial={AttrValue::from(cell.element.as_ref().map_or("", |it| &it.initial))}
                grid={bank}
                index={first + 1 + at}
                reachable={self.reachable == Some(at + 1)}
                rejected={rejected.cloned()}
                digits={self.digits}
                onselect={self.onselect.clone()}
                answer={cell.answer.clone()}
                {entry}
            />
        };
        let title = cell.latched.as_deref().map(|held| latched(held).into());
        let id = self.slot.element_id(*lane);
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

/// Returns the tooltip of a heading, which has both names in full.
pub fn heading_title(row: &Row) -> String {
    match &row.variable {
        Some(variable) => format!("{} · {variable}: {}", row.label, row.prose),
        None => format!("{}: {}", row.label, row.prose),
    }
}
