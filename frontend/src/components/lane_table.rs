//! The table of lanes, one column for each lane.

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

/// Properties of a [`LaneTable`].
#[derive(Properties, PartialEq)]
pub struct LaneTableProps {
    /// The table.
    pub table: LaneTableView,
    /// Characters of the longest value in the run.
    pub longest: usize,
    /// Maximum number of rows of an instruction in the run.
    pub most_rows: usize,
    /// Width of the stage in CSS pixels.
    pub width_px: f64,
    /// The current selection.
    pub selection: Option<Selection>,
    /// Lanes and values related to the selection.
    pub related: Related,
    /// Input that was refused.
    #[prop_or_default]
    pub rejected: Rc<Vec<Rejected>>,
    /// Emits selections of lanes, rows and values, and typed values.
    pub onaction: Callback<Action>,
}

/// State and callbacks shared by the values of all banks.
struct Values {
    /// The value with `tabindex=0` (roving tabindex): its bank, and its index in the bank.
    focused: (usize, usize),
    /// Called if a value gets the focus: see [`ValueCell`].
    onfocus: Callback<(usize, usize)>,
    /// Called if a value is selected: see [`ValueCell`].
    onselect: Callback<(usize, usize), bool>,
}

/// All lanes side by side, or in several banks, one below the other, if they do not fit. Lanes that are masked off from
/// the start are folded into one button, which expands them.
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

/// Keeps the callbacks of values equal from step to step, because a new callback renders a value again.
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

/// Number of lanes up to which a bank does not take the whole width of the stage.
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
    // A bank without a running lane has no values to show.
    let is_idle = lanes.iter().all(|lane| !lane.enabled);
    // An embed has room for the values of one bank only.
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
        // The key changes with the columns and rows, so that a new table replaces the old one and nothing moves.
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
                    // Empty rows up to the maximum, so that the content below does not move if the instruction changes.
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
    // Roving tabindex: the value that last had the focus, else the first of the bank.
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

/// Properties of [`Heads`].
#[derive(Properties, PartialEq)]
struct HeadsProps {
    /// The lanes of a bank.
    lanes: Vec<LaneHead>,
    /// The lanes related to the selection.
    related: LaneMask,
    /// The current selection.
    selection: Option<Selection>,
    /// Whether the status fits as a full word.
    roomy: bool,
    /// Emits the selection of a lane.
    onaction: Callback<Action>,
}

/// The column heads of a bank.
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

/// The part of a row in one column. Changes of a lane's status while stepping concern only its head and its `col`.
#[derive(PartialEq)]
struct Column {
    /// The lane.
    lane: u8,
    /// Whether the lane is off.
    off: bool,
    /// The class of a value that is selected or related to the selection.
    look: Option<&'static str>,
    /// The value.
    cell: Cell,
}

/// Properties of a [`BodyRow`].
#[derive(Properties, PartialEq)]
struct BodyRowProps {
    /// Kind of the values in the row.
    slot: Slot,
    /// Its heading.
    label: String,
    /// The variable or register that holds the values.
    variable: Option<String>,
    /// Tooltip of the heading.
    title: String,
    /// The values, one for each lane.
    columns: Vec<Column>,
    /// Characters per line of a value.
    per_line: usize,
    /// Whether the row is selected.
    pressed: bool,
    /// The bank, and the index of the row's first value in the bank.
    place: (usize, usize),
    /// The column of the value with `tabindex=0`, if it is in this row.
    reachable: Option<usize>,
    /// Input for values of the variable that was refused.
    rejected: Vec<Rejected>,
    /// Whether a value differs on the other side of a comparison.
    differs: bool,
    /// Called if a value gets the focus: see [`ValueCell`].
    onfocus: Callback<(usize, usize)>,
    /// Called if a value is selected: see [`ValueCell`].
    onselect: Callback<(usize, usize), bool>,
    /// Emits the selection of the row and typed values.
    onaction: Callback<Action>,
}

/// A row of a bank: the values of one kind, one for each lane.
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

/// Describes a value and its marks in a sentence.
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

/// Describes a latched value, and the value that its register holds now.
fn latched(held: &str) -> String {
    format!("latched: read before any lane ran; {held} by now")
}

/// Returns a name that can wrap after each underscore.
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
