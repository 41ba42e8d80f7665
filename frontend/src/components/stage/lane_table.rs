//! The table of lanes, one column for each lane.

use super::lane_menu::{set_mask, use_stroke};
use super::lane_row::BodyRow;
use crate::components::controls::element::{class, element};
use crate::components::controls::program::{on_click, use_dispatch};
use crate::effects::focus::use_kept_focus;
use crate::effects::grid::{self, Grid, use_grid};
use crate::state::picture::{LanesView, Unfolded};
use crate::state::{Action, ChromeAction, LearningAction, Selection};
use lanescope_core::session::run::{LaneMask, lane_ranges};
use lanescope_core::session::text::counted;
use lanescope_core::trace::LaneStatus;
use lanescope_core::view::answer::Answer;
use lanescope_core::view::banks::{BankProgress, hidden_row_count, rows_of_bank};
use lanescope_core::view::lanes::{CellElement, LaneHead, LaneTableView, Row};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct LaneTableProps {
    pub view: Rc<LanesView>,
    /// The cost of the accesses that follow from strides.
    pub cost: AttrValue,
    pub unfolded: Unfolded,
    /// Emits the parts that are to be shown.
    pub onunfold: Callback<Unfolded>,
}

/// State and callbacks shared by the values of all banks.
struct Values {
    /// The button with `tabindex=0` (roving tabindex): its bank, and its index in the bank.
    focused: (usize, usize),
    /// Called if a value gets the focus.
    onfocus: Callback<(usize, usize)>,
    /// Called if a value is selected: see [`super::cell::ValueCell`].
    onselect: Callback<(usize, usize)>,
}

/// All lanes side by side, or in several banks, one below the other, if they do not fit. Groups of lanes that are masked off from
/// the start are folded into one button, which expands them.
#[component]
pub fn LaneTable(props: &LaneTableProps) -> Html {
    let LanesView { table, layout, .. } = &*props.view;
    let (shown, folded) = props.unfolded.columns(table);
    let per_bank = layout.per_bank.max(1);
    let root = use_node_ref();
    use_kept_focus(&root, (shown.clone(), table.shape()));
    let is_current = |lanes: &[usize]| lanes.iter().any(|at| table.lanes[*at].current);
    let at_hand = shown.chunks(per_bank).position(is_current).unwrap_or(0);
    let rows: Vec<&Row> = props.unfolded.rows(table).collect();
    let banks: Vec<Bank> = shown
        .chunks(per_bank)
        .enumerate()
        .map(|(number, lanes)| {
            let progress = progress(table, lanes, number == at_hand);
            Bank { number, lanes, progress, rows: rows_of_bank(&rows, layout.fold, progress) }
        })
        .collect();
    let progresses: Vec<BankProgress> = banks.iter().map(|bank| bank.progress).collect();
    let hidden = hidden_row_count(&rows, layout.fold, &progresses);
    let values = use_values(props, &banks);
    let (mask, onstroke) = use_stroke(props.view.mask.unwrap_or_default());
    let mask = props.view.mask.map(|_| mask);
    let bank = |bank: &Bank| {
        let has_switches = bank.progress == BankProgress::Running || layout.fold.has_switches();
        bank_html(props, bank, (&folded, hidden), &values, mask.filter(|_| has_switches))
    };
    html! {
        <div
            class="lane-table"
            ref={root}
            onpointerdown={mask.map(|_| onstroke)}
        >
            { for banks.iter().map(bank) }
        </div>
    }
}

/// A bank: some lanes side by side.
struct Bank<'a> {
    number: usize,
    lanes: &'a [usize],
    progress: BankProgress,
    rows: Vec<&'a Row>,
}

fn progress(table: &LaneTableView, lanes: &[usize], is_at_hand: bool) -> BankProgress {
    let has_run = |status| matches!(status, LaneStatus::Done | LaneStatus::Running | LaneStatus::Trapped(_));
    match is_at_hand {
        true => BankProgress::Running,
        false if lanes.iter().any(|at| has_run(table.lanes[*at].status)) => BankProgress::Started,
        false => BankProgress::Waiting,
    }
}

/// Keeps the callbacks of values equal from step to step, because a new callback renders a value again.
#[hook]
fn use_values(props: &LaneTableProps, banks: &[Bank<'_>]) -> Values {
    let focused = use_state_eq(|| (0usize, 1usize));
    let onfocus = Callback::from(focused.setter());
    let selections = use_mut_ref(Vec::new);
    let lanes = &props.view.table.lanes;
    let of_row = |row: &Row, bank: &[usize]| -> Vec<Selection> {
        let values = bank.iter().map(|at| selected_by(row, *at, lanes));
        std::iter::once(Selection::Row(row.slot)).chain(values).collect()
    };
    let bank = |bank: &Bank<'_>| -> Vec<Selection> {
        bank.rows.iter().flat_map(|row| of_row(row, bank.lanes)).collect()
    };
    selections.replace(banks.iter().map(bank).collect::<Vec<_>>());
    let dispatch = use_dispatch();
    let onselect = use_callback(dispatch, move |(bank, index): (usize, usize), dispatch| {
        let selection =
            selections.borrow().get(bank).and_then(|bank: &Vec<Selection>| bank.get(index).copied());
        dispatch.emit(ChromeAction::Select(selection).into());
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

fn bank_html(
    props: &LaneTableProps,
    bank: &Bank<'_>,
    folded: (&[usize], usize),
    values: &Values,
    mask: Option<LaneMask>,
) -> Html {
    let LanesView { table, layout, .. } = &*props.view;
    let Bank { number, lanes: shown, progress, rows } = bank;
    let (number, shown) = (*number, *shown);
    let lanes: Vec<LaneHead> = shown.iter().map(|at| table.lanes[*at].clone()).collect();
    let (first, last) = (shown[0], shown[shown.len() - 1]);
    let aside = (*progress != BankProgress::Running).then_some("aside");
    // A bank without a running lane has no values to show.
    let is_idle = lanes.iter().all(|lane| !lane.enabled);
    let per_row = shown.len() + 1;
    let onkeydown = grid::keys(grid::lines(rows.len() * per_row, per_row));
    let onfocusin = {
        let onfocus = values.onfocus.clone();
        Callback::from(move |event: FocusEvent| {
            grid::index_of(&event).into_iter().for_each(|index| onfocus.emit((number, index)));
        })
    };
    let column = |lane: &LaneHead| {
        element("col", &["class"], &[class(&[lane.current.then_some("current")])], html! {})
    };
    // Missing columns, so that the columns of all banks and instructions are equally wide.
    let missing = layout.per_bank.saturating_sub(shown.len());
    html! {
        // The key changes with the columns and rows that are shown, so that a new table replaces the old one and nothing moves.
        <table key={format!("{first} {last} {} {progress:?}", table.shape())} aria-label={format!("lanes {first} to {last}")} class={classes!("bank", aside)}>
            <colgroup>
                <col />
                { for lanes.iter().map(column) }
                { for (0..missing).map(|_| html! { <col /> }) }
            </colgroup>
            <thead>
                <tr class="grid">
                    <td class="corner">
                        if number == 0 {
                            { unfolders(props, folded) }
                        }
                    </td>
                    <Heads
                        {lanes}
                        related={props.view.related.lanes}
                        selection={props.view.selection}
                        is_roomy={layout.is_roomy}
                        {mask}
                    />
                </tr>
            </thead>
            if !is_idle || number == 0 {
                <tbody class="grid" {onkeydown} {onfocusin}>
                    { for rows.iter().enumerate().map(|(at, row)| {
                        body_row(props, row, shown, (number, at * per_row), values)
                    }) }
                </tbody>
            }
        </table>
    }
}

/// Returns the buttons that show and hide rows, and lanes that are masked off. `hidden` is the number of rows that banks lack.
fn unfolders(props: &LaneTableProps, (folded, hidden): (&[usize], usize)) -> Html {
    let LaneTableProps { view, unfolded, onunfold, .. } = props;
    let unfolded = *unfolded;
    let helpers = view.table.rows.iter().filter(|row| row.is_helper).count();
    let onrows = onunfold.reform(move |_: MouseEvent| Unfolded { rows: !unfolded.rows, ..unfolded });
    let onlanes = onunfold.reform(move |_: MouseEvent| Unfolded { lanes: !unfolded.lanes, ..unfolded });
    let has_banks = view.layout.per_bank < view.table.lanes.len();
    let rows = match unfolded.rows {
        // The layout with fewer rows, which decides their number, is not known.
        true if has_banks => "− rows".to_owned(),
        true => format!("−{}", counted(helpers, "row")),
        false => format!("+{}", counted(helpers + hidden, "row")),
    };
    let rows_title = match unfolded.rows {
        false if hidden > 0 => "Show all rows of all lanes",
        false => "Show rows of addresses and headers",
        true if has_banks => "Hide rows that lanes do not need",
        true => "Hide rows of addresses and headers",
    };
    html! {
        <>
            if !folded.is_empty() {
                <button
                    type="button"
                    class="unfold"
                    title="Show lanes that are masked off"
                    aria-expanded={unfolded.lanes.to_string()}
                    onclick={onlanes}
                >
                    // The column is narrow, and its heads are lanes.
                    <span class="visually-hidden">{ "lanes " }</span>
                    { format!("{} off", lane_ranges(folded, "–")) }
                </button>
            }
            if helpers + hidden > 0 || unfolded.rows {
                <button type="button" class="unfold" title={rows_title} aria-expanded={unfolded.rows.to_string()} onclick={onrows}>{ rows }</button>
            }
        </>
    }
}

fn body_row(
    props: &LaneTableProps,
    row: &Row,
    shown: &[usize],
    (bank, first): (usize, usize),
    values: &Values,
) -> Html {
    let LanesView { formats, layout, .. } = &*props.view;
    // Roving tabindex: the button that last had the focus, else the first value of the bank.
    let focused = if values.focused.0 == bank { values.focused.1 } else { 1 };
    html! {
        <BodyRow
            row={props.view.row(row, shown, bank == 0)}
            formats={formats.clone()}
            cost={props.cost.clone()}
            digits={layout.digits}
            place={(bank, first)}
            reachable={focused.checked_sub(first).filter(|at| *at <= shown.len())}
            onselect={values.onselect.clone()}
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
        lane.current.then_some("current"),
        lane.answer.as_ref().map(Answer::class),
        look,
    ])
}

#[derive(Properties, PartialEq)]
struct HeadsProps {
    lanes: Vec<LaneHead>,
    /// The lanes related to the selection.
    related: LaneMask,
    selection: Option<Selection>,
    /// Whether the status fits as a full word.
    is_roomy: bool,
    /// The dispatch mask, including a stroke so far, if the lanes have switches.
    mask: Option<LaneMask>,
}

/// The column heads of a bank: a button that selects the lane, and a switch that turns it on and off. They are one tab stop.
#[component]
fn Heads(props: &HeadsProps) -> Html {
    let dispatch = use_dispatch();
    let count = props.lanes.len();
    let grid = use_grid(vec![count; if props.mask.is_some() { 2 } else { 1 }]);
    props.lanes.iter().enumerate().map(|(at, lane)| props.head(at, lane, &grid, &dispatch)).collect()
}

impl HeadsProps {
    fn head(&self, at: usize, lane: &LaneHead, grid: &Grid, dispatch: &Callback<Action>) -> Html {
        let number = lane.lane;
        let is_related = self.related.contains(number.into());
        let is_answer = lane.answer.as_ref().is_some_and(|answer| answer.can_change);
        let onclick = match is_answer {
            true => on_click(dispatch, LearningAction::Lane(number)),
            false => on_click(dispatch, ChromeAction::Select(Some(Selection::Lane(number)))),
        };
        let is_pressed = match &lane.answer {
            Some(answer) if is_answer => !answer.typed.is_empty(),
            _ => is_selected(self.selection, lane),
        };
        let mut label = format!("lane {number}: {}", lane.sentence());
        if let Some(answer) = &lane.answer {
            label.push_str("; ");
            label.push_str(answer.lane_in_words());
        }
        if lane.dispatch_lane != number {
            label.push_str(&format!("; dispatched as lane {}", lane.dispatch_lane));
        }
        let class = lane_class(lane, is_related.then_some("selected"));
        let tabindex = |index: usize| if index == grid.stop { "0" } else { "-1" };
        let switch_at = self.lanes.len() + at;
        let dispatch_lane = usize::from(lane.dispatch_lane);
        html! {
            <th scope="col" {class} data-lane={number.to_string()} onkeydown={&grid.onkeydown} onfocusin={&grid.onfocusin}>
                <button
                    type="button"
                    class="lane-head"
                    aria-label={label.clone()}
                    aria-pressed={is_pressed.to_string()}
                    title={label}
                    data-word={lane.word(self.is_roomy)}
                    data-index={at.to_string()}
                    tabindex={tabindex(at)}
                    {onclick}
                >
                    <span class="lane-number">{ number }</span>
                </button>
                if let Some(mask) = self.mask {
                    <button
                        type="button"
                        role="switch"
                        class="lane-switch"
                        aria-label={format!("lane {dispatch_lane} on")}
                        aria-checked={mask.contains(dispatch_lane).to_string()}
                        title={format!("Turn lane {dispatch_lane} on or off")}
                        data-switch={dispatch_lane.to_string()}
                        data-index={switch_at.to_string()}
                        tabindex={tabindex(switch_at)}
                        onclick={on_click(dispatch, set_mask(mask.with(dispatch_lane, !mask.contains(dispatch_lane))))}
                    ></button>
                }
            </th>
        }
    }
}
