//! The lanes as columns.

use super::cell::{ValueCell, pinned_html};
use super::element::{class, element};
use crate::effects::focus::use_kept_focus;
use crate::effects::grid;
use crate::effects::style::use_style_number;
use crate::state::lanes::{
    Arrangement, Cell, CellElement, LaneHead, LaneTableView, Row, Slot, lanes_in_words,
};
use crate::state::selection::Related;
use crate::state::{Action, Entry, Rejected, Selection};
use lanescope_core::session::LaneMask;
use lanescope_core::trace::LaneStatus;
use std::rc::Rc;
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
    /// Input that was refused.
    #[prop_or_default]
    pub rejected: Rc<Vec<Rejected>>,
    /// A lane, a row or a value was selected, or a value was typed.
    pub onaction: Callback<Action>,
}

/// State and callbacks shared by the values of all banks.
struct Values {
    /// The value with `tabindex=0` (roving tabindex): its bank, and its place there.
    focused: (usize, usize),
    /// A value got the focus: see [`ValueCell`].
    onfocus: Callback<(usize, usize)>,
    /// A value was selected: see [`ValueCell`].
    onselect: Callback<(usize, usize), bool>,
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
    let values = use_values(props, &shown, per_bank);
    let is_open = *opened;
    let onclick = Callback::from(move |_: MouseEvent| opened.set(!is_open));
    html! {
        <div class="lane-table" ref={root}>
            if !folded.is_empty() {
                <button type="button" class="lanes-off" aria-expanded={is_open.to_string()} {onclick}>
                    { format!("{}: masked off", lanes_in_words(&folded)) }
                </button>
            }
            { for shown.chunks(per_bank).enumerate().map(|(at, lanes)| bank(props, arrangement, lanes, (at, at == at_hand), &values)) }
        </div>
    }
}

/// Keeps the callbacks of values the same from step to step: another callback draws a value anew.
#[hook]
fn use_values(props: &LaneTableProps, shown: &[usize], per_bank: usize) -> Values {
    let focused = use_state_eq(|| (0usize, 0usize));
    let onfocus = use_callback(focused.setter(), |place, focused| focused.set(place));
    let selections = use_mut_ref(Vec::new);
    let bank = |lanes: &[usize]| -> Vec<Selection> {
        let rows = props.table.rows.iter();
        rows.flat_map(|row| lanes.iter().map(|at| selected_by(row, *at, &props.table.lanes))).collect()
    };
    selections.replace(shown.chunks(per_bank).map(bank).collect::<Vec<_>>());
    let onselect = use_callback(props.onaction.clone(), move |(bank, index): (usize, usize), onaction| {
        let selection =
            selections.borrow().get(bank).and_then(|bank: &Vec<Selection>| bank.get(index).copied());
        onaction.emit(Action::Select(selection));
        true
    });
    Values { focused: *focused, onfocus, onselect }
}

/// Returns the selection for a value: its element, or its lane if it has no start value.
fn selected_by(row: &Row, at: usize, lanes: &[LaneHead]) -> Selection {
    match row.cells.get(at).and_then(|cell| cell.element.as_ref()) {
        Some(CellElement { variable, element, .. }) => {
            Selection::Element { variable: *variable, element: *element }
        }
        None => Selection::Lane(lanes[at].lane),
    }
}

/// A bank of at most so many lanes does not spread over the whole stage.
const FEW: usize = 4;

fn bank(
    props: &LaneTableProps,
    arrangement: Arrangement,
    shown: &[usize],
    (number, is_at_hand): (usize, bool),
    values: &Values,
) -> Html {
    let Arrangement { per_bank, roomy, .. } = arrangement;
    let lanes: Vec<LaneHead> = shown.iter().map(|at| props.table.lanes[*at]).collect();
    let (first, last) = (shown[0], shown[shown.len() - 1]);
    // Below lanes none of which takes part there is nothing to see.
    let is_idle = lanes.iter().all(|lane| !lane.enabled);
    // An embed has room for the values of one bank.
    let aside = (!is_at_hand).then_some("aside");
    let classes = classes!("bank", (per_bank <= FEW).then_some("few"), roomy.then_some("roomy"), aside);
    let (count, per_row) = (props.table.rows.len() * shown.len(), shown.len());
    let onkeydown = {
        let onfocus = values.onfocus.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(to) = grid::follow(&event, &grid::lines(count, per_row)) {
                onfocus.emit((number, to));
            }
        })
    };
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
            if !is_idle || number == 0 {
                <tbody class="grid" {onkeydown}>
                    { for props.table.rows.iter().enumerate().map(|(at, row)| {
                        body_row(props, row, shown, arrangement.per_line, (number, at * shown.len()), values)
                    }) }
                    // Other instructions have more rows: what stands below does not jump.
                    { for (props.table.rows.len()..props.most_rows).map(|_| html! { <tr class="row-none"><td></td></tr> }) }
                </tbody>
            }
        </table>
    }
}

fn body_row(
    props: &LaneTableProps,
    row: &Row,
    shown: &[usize],
    per_line: usize,
    (bank, first): (usize, usize),
    values: &Values,
) -> Html {
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
    let columns: Vec<Column> = columns.collect();
    // Roving tabindex: the value that arrow keys left, else the first of the bank.
    let count = props.table.rows.len() * shown.len();
    let focused = if values.focused.0 == bank { values.focused.1.min(count.saturating_sub(1)) } else { 0 };
    let of_variable = |rejected: &&Rejected| matches!(&rejected.entry, Some(Entry::Element { name, .. }) if row.variable.as_ref() == Some(name));
    html! {
        <BodyRow
            place={(bank, first)}
            reachable={focused.checked_sub(first).filter(|at| *at < shown.len())}
            rejected={props.rejected.iter().filter(of_variable).cloned().collect::<Vec<_>>()}
            differs={row.differs}
            onfocus={values.onfocus.clone()}
            onselect={values.onselect.clone()}
            slot={row.slot}
            label={row.label.clone()}
            variable={row.variable.clone()}
            title={heading_title(row)}
            {columns}
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
    /// The bank, and the place of the first value in it.
    place: (usize, usize),
    /// The value with `tabindex=0`, where it is in this row.
    reachable: Option<usize>,
    /// Input for values of the variable that was refused.
    rejected: Vec<Rejected>,
    /// Whether a value differs on the other side of a comparison.
    differs: bool,
    /// A value got the focus: see [`ValueCell`].
    onfocus: Callback<(usize, usize)>,
    /// A value was selected: see [`ValueCell`].
    onselect: Callback<(usize, usize), bool>,
    /// The row was selected, or a value was typed.
    onaction: Callback<Action>,
}

/// What the lanes of a bank hold of one kind.
#[component]
fn BodyRow(props: &BodyRowProps) -> Html {
    let slot = props.slot;
    let onclick = props.onaction.reform(move |_: MouseEvent| Action::Select(Some(Selection::Row(slot))));
    html! {
        <tr class={classes!(row_class(props.slot), props.differs.then_some("differs-beside"))}>
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
            { for props.columns.iter().enumerate().map(|(at, column)| props.value(at, column)) }
        </tr>
    }
}

impl BodyRowProps {
    fn value(&self, at: usize, Column { lane, off, look, cell }: &Column) -> Html {
        let pinned = cell.pinned.as_ref().filter(|pinned| !pinned.is_empty());
        let class = class(&[
            off.then_some("lane-off"),
            *look,
            cell.definedness.class(),
            cell.fresh.then_some("fresh"),
            cell.dropped.then_some("dropped"),
            cell.latched.is_some().then_some("latched"),
            cell.differs.then_some("differs-beside"),
            pinned.is_some().then_some("compared"),
        ]);
        let entry = cell.element.as_ref().zip(self.variable.as_ref());
        let entry = entry.map(|(it, name)| Entry::Element { name: name.clone(), index: it.element });
        let rejected = self.rejected.iter().find(|it| entry.as_ref().is_some_and(|entry| it.is_of(entry)));
        let (bank, first) = self.place;
        let content = html! {
            <ValueCell
                label={value_label(&self.label, *lane, cell)}
                bare={pinned.is_none()}
                text={AttrValue::from(&*cell.text)}
                initial={AttrValue::from(cell.element.as_ref().map_or("", |it| &it.initial))}
                grid={bank}
                index={first + at}
                reachable={self.reachable == Some(at)}
                rejected={rejected.cloned()}
                per_line={self.per_line}
                onfocus={self.onfocus.clone()}
                onselect={self.onselect.clone()}
                onaction={self.onaction.clone()}
                {entry}
            >
                { pinned_html(pinned.map(|pinned| &**pinned)) }
            </ValueCell>
        };
        let title = cell.latched.as_deref().map(|held| latched(held).into());
        let id = self.slot.element_id(*lane);
        element("td", &["id", "class", "title"], &[Some(id.into()), class, title], content)
    }
}

/// All that a value shows, as a sentence.
fn value_label(row: &str, lane: u8, cell: &Cell) -> String {
    let value = if cell.text.is_empty() { "no value yet" } else { &*cell.text };
    let mut label = format!("{row} of lane {lane}: {value}{}", cell.definedness.remark());
    if cell.dropped {
        label.push_str(", dropped");
    }
    if let Some(held) = &cell.latched {
        label.push_str(", ");
        label.push_str(&latched(held));
    }
    if let Some(pinned) = cell.pinned.as_ref().filter(|pinned| !pinned.is_empty()) {
        label.push_str(&format!(", {pinned} at the pinned step"));
    }
    if cell.differs {
        label.push_str(", differs from the other side");
    }
    label
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
