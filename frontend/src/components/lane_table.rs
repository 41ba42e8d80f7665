//! The lanes as columns.

use super::element::{class, element};
use crate::effects::style::use_style_number;
use crate::state::lanes::{
    Arrangement, Cell, LaneHead, LaneTableView, Row, Slot, broken, status_sentence, status_word,
};
use crate::state::selection::Related;
use crate::state::{Action, Selection};
use lanescope_core::session::LaneMask;
use lanescope_core::trace::LaneStatus;
use std::ops::Range;
use yew::prelude::*;

/// What a [`LaneTable`] shows.
#[derive(Properties, PartialEq)]
pub struct LaneTableProps {
    /// The table.
    pub table: LaneTableView,
    /// Characters of the longest value of the run.
    pub longest: usize,
    /// How wide the stage is, in CSS pixels.
    pub width_px: f64,
    /// What is selected.
    pub selection: Option<Selection>,
    /// What is related to it.
    pub related: Related,
    /// A lane or a row was selected.
    pub onaction: Callback<Action>,
}

/// All lanes side by side; in several banks, one below the other, where they would not fit.
#[component]
pub fn LaneTable(props: &LaneTableProps) -> Html {
    let lanes = props.table.lanes.len();
    let arrangement = Arrangement::new(props.width_px, lanes, props.longest);
    let per_bank = arrangement.per_bank.max(1);
    let banks = (0..lanes).step_by(per_bank).map(|start| start..lanes.min(start + per_bank));
    let root = use_node_ref();
    use_style_number(&root, "--per-bank", per_bank);
    use_style_number(&root, "--lines", arrangement.lines);
    html! { <div class="lane-table" ref={root}>{ for banks.map(|lanes| bank(props, arrangement, lanes)) }</div> }
}

/// A bank of at most so many lanes does not spread over the whole stage.
const FEW: usize = 4;

fn bank(props: &LaneTableProps, arrangement: Arrangement, range: Range<usize>) -> Html {
    let Arrangement { per_bank, roomy, .. } = arrangement;
    let lanes = &props.table.lanes[range.clone()];
    // Below lanes none of which takes part there is nothing to see.
    let is_idle = lanes.iter().all(|lane| !lane.enabled);
    let classes = classes!("bank", (per_bank <= FEW).then_some("few"), roomy.then_some("roomy"));
    let column = |lane: &LaneHead| {
        element("col", &["class"], &[class(&[lane.current.then_some("current")])], html! {})
    };
    html! {
        <table key={range.start} aria-label={format!("lanes {} to {}", range.start, range.end - 1)} class={classes}>
            <colgroup>
                <col />
                { for lanes.iter().map(column) }
            </colgroup>
            <thead>
                <tr>
                    <td class="corner">{ "lane" }</td>
                    <Heads
                        lanes={lanes.to_vec()}
                        related={props.related.lanes}
                        selection={props.selection}
                        {roomy}
                        onaction={props.onaction.clone()}
                    />
                </tr>
            </thead>
            if !is_idle || range.start == 0 {
                <tbody>
                    { for props.table.rows.iter().map(|row| body_row(props, row, range.clone(), arrangement.per_line)) }
                </tbody>
            }
        </table>
    }
}

fn body_row(props: &LaneTableProps, row: &Row, range: Range<usize>, per_line: usize) -> Html {
    let look = |lane: &LaneHead| match is_selected(props.selection, lane) {
        true => Some("selected"),
        false => props.related.value(row.slot, lane.lane).then_some("related"),
    };
    let lanes = props.table.lanes[range.clone()].iter();
    let columns = lanes.zip(row.cells.get(range).unwrap_or_default()).map(|(lane, cell)| Column {
        lane: lane.lane,
        off: matches!(lane.status, LaneStatus::Off(_)),
        look: look(lane),
        cell: cell.clone(),
    });
    html! {
        <BodyRow
            slot={row.slot}
            label={row.label.clone()}
            title={heading_title(row)}
            columns={columns.collect::<Vec<_>>()}
            {per_line}
            pressed={props.selection == Some(Selection::Row(row.slot))}
            onaction={props.onaction.clone()}
        />
    }
}

fn is_selected(selection: Option<Selection>, lane: &LaneHead) -> bool {
    selection == Some(Selection::Lane(lane.lane))
}

fn lane_class(lane: &LaneHead, look: Option<&'static str>) -> Option<AttrValue> {
    let status = match lane.status {
        LaneStatus::Unknown => "lane-unknown",
        LaneStatus::Off(_) => "lane-off",
        LaneStatus::Waiting => "lane-waiting",
        LaneStatus::Running => "lane-running",
        LaneStatus::Done => "lane-done",
        LaneStatus::Trapped(_) => "lane-trapped",
    };
    class(&[Some(status), lane.differs.then_some("differs"), lane.current.then_some("current"), look])
}

/// What [`Heads`] show.
#[derive(Properties, PartialEq)]
struct HeadsProps {
    /// The lanes of a bank.
    lanes: Vec<LaneHead>,
    /// The lanes that are related to the selection.
    related: LaneMask,
    /// What is selected.
    selection: Option<Selection>,
    /// Whether whole words fit.
    roomy: bool,
    /// A lane was selected.
    onaction: Callback<Action>,
}

/// The heads of the columns of a bank.
#[component]
fn Heads(props: &HeadsProps) -> Html {
    props.lanes.iter().map(|lane| props.head(lane)).collect()
}

impl HeadsProps {
    fn head(&self, lane: &LaneHead) -> Html {
        let number = lane.lane;
        let is_related = self.related.contains(number.into());
        let onclick =
            self.onaction.reform(move |_: MouseEvent| Action::Select(Some(Selection::Lane(number))));
        let mut label = format!("lane {number}: {}", status_sentence(lane.status));
        if lane.differs {
            label.push_str("; differs from the pinned step");
        }
        if lane.dispatch_lane != number {
            label.push_str(&format!("; dispatched as lane {}", lane.dispatch_lane));
        }
        let class = lane_class(lane, is_related.then_some("selected"));
        let button = html! {
            <button
                type="button"
                class="lane-head"
                aria-label={label.clone()}
                aria-pressed={is_selected(self.selection, lane).to_string()}
                title={label}
                data-word={status_word(lane.status, self.roomy)}
                {onclick}
            >
                <span class="lane-number">{ number }</span>
            </button>
        };
        element("th", &["scope", "class"], &[Some(AttrValue::Static("col")), class], button)
    }
}

/// What a row says of a lane. What changes from lane to lane while stepping is up to the head and the column.
#[derive(PartialEq)]
struct Column {
    /// The lane.
    lane: u8,
    /// Whether it is off.
    off: bool,
    /// The class that tells of the selection, where the value is selected or related to what is.
    look: Option<&'static str>,
    /// The value.
    cell: Cell,
}

/// What a [`BodyRow`] shows.
#[derive(Properties, PartialEq)]
struct BodyRowProps {
    /// What the row holds.
    slot: Slot,
    /// Its heading.
    label: String,
    /// What a pointer that rests on the heading reads.
    title: String,
    /// What it says of each lane.
    columns: Vec<Column>,
    /// Characters of a line of a value.
    per_line: usize,
    /// Whether the row is selected.
    pressed: bool,
    /// The row was selected.
    onaction: Callback<Action>,
}

/// What the lanes of a bank hold of one kind.
#[component]
fn BodyRow(props: &BodyRowProps) -> Html {
    let slot = props.slot;
    let onclick = props.onaction.reform(move |_: MouseEvent| Action::Select(Some(Selection::Row(slot))));
    html! {
        <tr class={row_class(props.slot)}>
            <th scope="row" title={props.title.clone()}>
                <button type="button" class="row-name" aria-pressed={props.pressed.to_string()} {onclick}>
                    { breakable(&props.label) }
                </button>
                if props.columns.iter().any(|column| column.cell.latched.is_some()) {
                    <span class="latched-word">{ "latched" }</span>
                }
            </th>
            { for props.columns.iter().map(|column| props.value(column)) }
        </tr>
    }
}

impl BodyRowProps {
    fn value(&self, Column { lane, off, look, cell }: &Column) -> Html {
        let class = class(&[
            off.then_some("lane-off"),
            *look,
            cell.definedness.class(),
            cell.fresh.then_some("fresh"),
            cell.latched.is_some().then_some("latched"),
        ]);
        let content = html! {
            <>
                <span class="value">{ value_html(&cell.text, self.per_line) }</span>
                if let Some(held) = &cell.latched {
                    <span class="visually-hidden">{ ", " }{ latched(held) }</span>
                }
                if let Some(pinned) = cell.pinned.as_ref().filter(|pinned| !pinned.is_empty()) {
                    <span class="visually-hidden">{ ", at the pinned step " }</span>
                    <span class="pinned">{ &**pinned }</span>
                }
            </>
        };
        let title = cell.latched.as_deref().map(|held| latched(held).into());
        let id = self.slot.element_id(*lane);
        element("td", &["id", "class", "title"], &[Some(id.into()), class, title], content)
    }
}

/// A value with places to break where it is long.
fn value_html(value: &str, per_line: usize) -> Html {
    let pieces = broken(value, per_line).into_iter().enumerate();
    pieces.map(|(index, piece)| html! { <>if index > 0 { <wbr /> }{ piece }</> }).collect()
}

/// What a latched value is, with what its register holds.
fn latched(held: &str) -> String {
    format!("latched: read before any lane ran; {held} by now")
}

/// A name that may be broken behind its underscores.
pub fn breakable(name: &str) -> Html {
    name.split_inclusive('_').map(|part| html! { <>{ part.to_owned() }<wbr /></> }).collect()
}

fn row_class(slot: Slot) -> &'static str {
    match slot {
        Slot::Predicate => "row-predicate",
        Slot::Input(_) => "row-input",
        Slot::Address => "row-address",
        Slot::Old => "row-old",
        Slot::New => "row-new",
        Slot::Output(_) => "row-output",
    }
}

fn heading_title(row: &Row) -> String {
    match &row.variable {
        Some(variable) => format!("{} · {variable}: {}", row.label, row.prose),
        None => format!("{}: {}", row.label, row.prose),
    }
}
