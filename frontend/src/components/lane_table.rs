//! The lanes as columns.

use super::element::{class, element};
use super::kept::{Part, kept};
use crate::state::lanes::{
    Arrangement, Cell, LaneHead, LaneTable, Row, Slot, broken, status_sentence, status_word,
};
use crate::state::selection::Related;
use crate::state::{Action, Selection};
use lanescope_core::session::LaneMask;
use lanescope_core::trace::LaneStatus;
use yew::prelude::*;

/// What the table is drawn from.
pub struct LaneTableView<'a> {
    /// The table.
    pub table: &'a LaneTable,
    /// Characters of the longest value of the run.
    pub longest: usize,
    /// How wide the stage is, in CSS pixels.
    pub width_px: f64,
    /// What is selected.
    pub selection: Option<Selection>,
    /// What lights up with it.
    pub related: &'a Related,
    /// A lane was selected.
    pub onaction: &'a Callback<Action>,
}

/// All lanes side by side; in several banks, one below the other, where they would not fit.
pub fn lane_table(props: &LaneTableView<'_>) -> Html {
    let lanes = props.table.lanes.len();
    let Arrangement { per_bank, lines, per_line, roomy } =
        Arrangement::new(props.width_px, lanes, props.longest);
    let bank = |start: usize| {
        let end = lanes.min(start + per_bank);
        // Below lanes none of which takes part there is nothing to see.
        let is_idle = props.table.lanes[start..end].iter().all(|lane| !lane.enabled);
        html! {
            <table key={start} aria-label={format!("lanes {start} to {}", end - 1)} class={classes!("bank", format!("per-{per_bank}"), format!("lines-{lines}"), roomy.then_some("roomy"))}>
                <colgroup>
                    <col />
                    { for props.table.lanes[start..end].iter().map(|lane| {
                        element("col", &["class"], &[class(&[lane.current.then_some("current")])], html! {})
                    }) }
                </colgroup>
                <thead>
                    <tr>
                        <td class="corner">{ "lane" }</td>
                        { kept(Heads {
                            lanes: props.table.lanes[start..end].to_vec(),
                            related: props.related.lanes,
                            selection: props.selection,
                            roomy,
                            onaction: props.onaction.clone(),
                        }) }
                    </tr>
                </thead>
                if !is_idle || start == 0 {
                    <tbody>
                        { for props.table.rows.iter().map(|row| {
                            let lanes = &props.table.lanes[start..end];
                            let cells = row.cells.get(start..end).unwrap_or_default();
                            let look = |lane: &LaneHead| match is_selected(props.selection, lane) {
                                true => Some("selected"),
                                false => props.related.value(row.slot, lane.lane).then_some("related"),
                            };
                            let columns = lanes.iter().zip(cells).map(|(lane, cell)| Column {
                                lane: lane.lane,
                                off: matches!(lane.status, LaneStatus::Off(_)),
                                look: look(lane),
                                cell: cell.clone(),
                            });
                            kept(BodyRow {
                                slot: row.slot,
                                label: row.label.clone(),
                                title: heading_title(row),
                                columns: columns.collect(),
                                per_line,
                                pressed: props.selection == Some(Selection::Row(row.slot)),
                                onaction: props.onaction.clone(),
                            })
                        }) }
                    </tbody>
                }
            </table>
        }
    };
    html! { <div class="lane-table">{ for (0..lanes).step_by(per_bank.max(1)).map(bank) }</div> }
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

/// The heads of the columns of a bank.
#[derive(PartialEq)]
struct Heads {
    lanes: Vec<LaneHead>,
    /// The lanes that have to do with what is selected.
    related: LaneMask,
    /// What is selected.
    selection: Option<Selection>,
    roomy: bool,
    onaction: Callback<Action>,
}

impl Part for Heads {
    fn html(&self) -> Html {
        self.lanes.iter().map(|lane| self.head(lane)).collect()
    }
}

impl Heads {
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
    lane: u8,
    off: bool,
    /// How it looks where it has to do with what is selected.
    look: Option<&'static str>,
    cell: Cell,
}

/// What the lanes of a bank hold of one kind.
#[derive(PartialEq)]
struct BodyRow {
    slot: Slot,
    label: String,
    title: String,
    columns: Vec<Column>,
    per_line: usize,
    pressed: bool,
    onaction: Callback<Action>,
}

impl Part for BodyRow {
    fn html(&self) -> Html {
        let slot = self.slot;
        let onclick = self.onaction.reform(move |_: MouseEvent| Action::Select(Some(Selection::Row(slot))));
        html! {
            <tr class={row_class(self.slot)}>
                <th scope="row" title={self.title.clone()}>
                    <button type="button" class="row-name" aria-pressed={self.pressed.to_string()} {onclick}>
                        { breakable(&self.label) }
                    </button>
                    if self.columns.iter().any(|column| column.cell.latched.is_some()) {
                        <span class="latched-word">{ "latched" }</span>
                    }
                </th>
                { for self.columns.iter().map(|column| self.value(column)) }
            </tr>
        }
    }
}

impl BodyRow {
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
