//! The lanes as columns.

use super::element::{class, element};
use crate::effects::focus::use_kept_focus;
use crate::effects::style::use_style_number;
use crate::state::lanes::{Arrangement, Cell, LaneHead, LaneTableView, Row, Slot, broken, lanes_in_words};
use crate::state::selection::Related;
use crate::state::{Action, Selection};
use lanescope_core::session::LaneMask;
use lanescope_core::trace::LaneStatus;
use yew::prelude::*;

/// What a [`LaneTable`] shows.
#[derive(Properties, PartialEq)]
pub struct LaneTableProps {
    /// The table.
    pub table: LaneTableView,
    /// Characters of the longest value of the run.
    pub longest: usize,
    /// The most rows of an instruction of the run.
    pub most_rows: usize,
    /// How wide the stage is, in CSS pixels.
    pub width_px: f64,
    /// What is selected.
    pub selection: Option<Selection>,
    /// What is related to it.
    pub related: Related,
    /// A lane or a row was selected.
    pub onaction: Callback<Action>,
}

/// All lanes side by side; in several banks, one below the other, where they would not fit. Those that are off from the start
/// share a line, which a press opens.
#[component]
pub fn LaneTable(props: &LaneTableProps) -> Html {
    let opened = use_state_eq(|| false);
    let (mut shown, folded) = props.table.folded();
    if *opened {
        shown.extend(&folded);
        shown.sort_unstable();
    }
    let arrangement = Arrangement::new(props.width_px, shown.len(), props.longest);
    let per_bank = arrangement.per_bank.max(1);
    let root = use_node_ref();
    use_style_number(&root, "--per-bank", per_bank);
    use_style_number(&root, "--lines", arrangement.lines);
    use_kept_focus(&root, (shown.clone(), props.table.shape()));
    let is_current = |lanes: &[usize]| lanes.iter().any(|at| props.table.lanes[*at].current);
    let at_hand = shown.chunks(per_bank).position(is_current).unwrap_or(0);
    let is_open = *opened;
    let onclick = Callback::from(move |_: MouseEvent| opened.set(!is_open));
    html! {
        <div class="lane-table" ref={root}>
            if !folded.is_empty() {
                <button type="button" class="lanes-off" aria-expanded={is_open.to_string()} {onclick}>
                    { format!("{}: off by mask", lanes_in_words(&folded)) }
                </button>
            }
            { for shown.chunks(per_bank).enumerate().map(|(at, lanes)| bank(props, arrangement, lanes, at == 0, at == at_hand)) }
        </div>
    }
}

/// A bank of at most so many lanes does not spread over the whole stage.
const FEW: usize = 4;

fn bank(
    props: &LaneTableProps,
    arrangement: Arrangement,
    shown: &[usize],
    is_first: bool,
    is_at_hand: bool,
) -> Html {
    let Arrangement { per_bank, roomy, .. } = arrangement;
    let lanes: Vec<LaneHead> = shown.iter().map(|at| props.table.lanes[*at]).collect();
    let (first, last) = (shown[0], shown[shown.len() - 1]);
    // Below lanes none of which takes part there is nothing to see.
    let is_idle = lanes.iter().all(|lane| !lane.enabled);
    // An embed has room for the values of one bank.
    let aside = (!is_at_hand).then_some("aside");
    let classes = classes!("bank", (per_bank <= FEW).then_some("few"), roomy.then_some("roomy"), aside);
    let column = |lane: &LaneHead| {
        element("col", &["class"], &[class(&[lane.current.then_some("current")])], html! {})
    };
    html! {
        // Another table where columns or rows are others: nothing then moves from one place to another.
        <table key={format!("{first} {last} {}", props.table.shape())} aria-label={format!("lanes {first} to {last}")} class={classes}>
            <colgroup>
                <col />
                { for lanes.iter().map(column) }
            </colgroup>
            <thead>
                <tr>
                    <td class="corner">{ "lane" }</td>
                    <Heads
                        {lanes}
                        related={props.related.lanes}
                        selection={props.selection}
                        {roomy}
                        onaction={props.onaction.clone()}
                    />
                </tr>
            </thead>
            if !is_idle || is_first {
                <tbody>
                    { for props.table.rows.iter().map(|row| body_row(props, row, shown, arrangement.per_line)) }
                    // Other instructions have more rows: what stands below does not jump.
                    { for (props.table.rows.len()..props.most_rows).map(|_| html! { <tr class="row-none"><td></td></tr> }) }
                </tbody>
            }
        </table>
    }
}

fn body_row(props: &LaneTableProps, row: &Row, shown: &[usize], per_line: usize) -> Html {
    let look = |lane: &LaneHead| match is_selected(props.selection, lane) {
        true => Some("selected"),
        false => props.related.value(row.slot, lane.lane).then_some("related"),
    };
    let columns = shown.iter().map(|at| {
        let lane = &props.table.lanes[*at];
        Column {
            lane: lane.lane,
            off: matches!(lane.status, LaneStatus::Off(_)),
            look: look(lane),
            cell: row.cells.get(*at).cloned().unwrap_or_default(),
        }
    });
    html! {
        <BodyRow
            slot={row.slot}
            label={row.label.clone()}
            variable={row.variable.clone()}
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
    let dropped = lane.dropped.then_some("lane-dropped");
    class(&[
        Some(status),
        dropped,
        lane.differs.then_some("differs"),
        lane.current.then_some("current"),
        look,
    ])
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
        let mut label = format!("lane {number}: {}", lane.sentence());
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
                data-word={lane.word(self.roomy)}
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
    /// The variable or register behind it.
    variable: Option<String>,
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
                    if let Some(variable) = &props.variable {
                        { " " }<span class="row-variable">{ variable }</span>
                    }
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
            cell.dropped.then_some("dropped"),
            cell.latched.is_some().then_some("latched"),
            cell.pinned.as_ref().is_some_and(|pinned| !pinned.is_empty()).then_some("compared"),
        ]);
        let content = html! {
            <>
                <span class="value">{ value_html(&cell.text, self.per_line) }</span>
                if cell.dropped {
                    <span class="visually-hidden">{ ", dropped" }</span>
                }
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
