//! The stage: lanes at the top, memory below them, and the arrows between them.

use super::cell::refusals;
use super::compare_bar::CompareBar;
use super::detail::{ElementBox, LaneBox};
use super::diagnostics_list::ticks;
use super::format_select::FormatSelect;
use super::formula_bar::FormulaBar;
use super::lane_table::LaneTable;
use super::order_menu::OrderMenu;
use super::overlay::Overlay;
use super::surface_grid::SurfaceGrid;
use crate::effects::width::use_width;
use crate::state::all_orders::Known;
use crate::state::comparison::comparison;
use crate::state::detail::{cell_detail, element_detail, lane_detail};
use crate::state::embed::EmbedSize;
use crate::state::formula::formula;
use crate::state::gesture::gesture;
use crate::state::lanes::LaneTableView;
use crate::state::moment::Moment;
use crate::state::outcomes::grouped;
use crate::state::paging::is_narrow;
use crate::state::physical::{MemoryView, memory};
use crate::state::selection::Related;
use crate::state::sight::place_at_hand;
use crate::state::summary::{most_rows, widest_value};
use crate::state::surface::{Shown, SurfaceView, surfaces};
use crate::state::variants::differs;
use crate::state::{Action, ByIdentity, Entry, Formats, Panel, Rejected, Selection, SurfacePage};
use lanescope_core::session::Breakpoint;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of a [`Stage`].
#[derive(Properties, PartialEq)]
pub struct StageProps {
    /// The moment; `None` until the first text has run.
    pub moment: Option<ByIdentity<Moment>>,
    /// Whether the moment belongs to an older text, because the current text has not run or cannot run.
    pub stale: bool,
    /// Whether an error in the text prevents the run, so that the stage shows only the set-up.
    #[prop_or_default]
    pub setup_only: bool,
    /// Number of micro-steps run so far, while the run is being computed.
    #[prop_or_default]
    pub steps_under_way: Option<u32>,
    /// Number of the run, counted from the first.
    pub run: u64,
    /// Number formats.
    pub formats: Formats,
    /// The current selection.
    pub selection: Option<Selection>,
    /// The page of a surface that the user chose.
    pub surface_page: Option<SurfacePage>,
    /// The part of a surface's memory that the user chose: surface, part.
    pub memory_part: Option<(usize, usize)>,
    /// The results over all orders, as far as known.
    #[prop_or_default]
    pub known: Option<ByIdentity<Known>>,
    /// Breakpoints of the run.
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// Input for cells that was refused.
    pub rejected: Rc<Vec<Rejected>>,
    /// Milliseconds per step during playback.
    pub pace_ms: Option<u32>,
    /// Expected width of the stage in CSS pixels; `None` without a browser.
    pub expected_width_px: Option<f64>,
    /// Whether the stage describes the selected element of a variable. The registers panel does so if it is open.
    #[prop_or(true)]
    pub describes_elements: bool,
    /// Size of the embed; `None` on the full page.
    #[prop_or_default]
    pub embed_size: Option<EmbedSize>,
    /// The side that this stage shows, if two sides are on the page.
    #[prop_or_default]
    pub side: Option<StageSide>,
    /// Emits selections, typed values and chosen formats.
    pub onaction: Callback<Action>,
}

/// One of two sides, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSide {
    /// Name of the side.
    pub name: AttrValue,
    /// For the inactive side: how the last steps of both sides compare, and the sentence for the step of this side.
    pub beside: Option<(&'static str, AttrValue)>,
    /// Makes the inactive side active, so that panels show and change it.
    pub ontake: Callback<MouseEvent>,
}

/// The stage.
#[component]
pub fn Stage(props: &StageProps) -> Html {
    let body = use_node_ref();
    let width_px = use_width(&body, props.expected_width_px);
    let run = props.moment.as_ref().map(|moment| ByIdentity(moment.run.clone()));
    let most_rows = use_memo(run.clone(), |run| run.as_ref().map_or(0, |run| most_rows(run)));
    let longest = use_memo((run, props.formats.lanes), |(run, format)| {
        run.as_ref().map_or(1, |run| widest_value(run, *format))
    });
    let measures = (*longest, *most_rows);
    let content = match &props.moment {
        None => note(props),
        Some(moment) => match width_px {
            Some(width_px) => scene(props, moment, width_px, measures),
            None => scenes(props, moment, measures),
        },
    };
    let beside = props.side.as_ref().and_then(|side| Some((side, side.beside.as_ref()?)));
    // The two rows of a page need two ids.
    let title = if beside.is_some() { "beside-title" } else { "stage-title" };
    html! {
        <section
            class={classes!("stage", props.stale.then_some("stale"), beside.map(|_| "stage-beside"))}
            aria-labelledby={title}
        >
            { match beside {
                Some((side, (word, sentence))) => html! {
                    // A click on the heading does the same as the button.
                    <div class="panel-head" title="Panels show and change this side" onclick={side.ontake.clone()}>
                        <h2 id={title}><span class="stage-side">{ &side.name }</span></h2>
                        <p class={classes!("beside-step", differs(word).then_some("differs"))}><b>{ *word }</b>{ " " }{ ticks(sentence) }</p>
                        <button type="button">{ "Bring to hand" }</button>
                    </div>
                },
                None => head(props, title),
            } }
            { if beside.is_some() { html! {} } else { bars(props) } }
            // Focusable, because it scrolls if there is little room. In an embed, its controls take the focus instead.
            <div class="stage-body" tabindex={props.embed_size.is_none().then_some("0")} role="group" aria-label="lanes and memory">
                <div class="stage-width" ref={body}></div>
                { content }
            </div>
        </section>
    }
}

/// Returns the heading of the active side, with the controls for all lanes.
fn head(props: &StageProps, title: &'static str) -> Html {
    html! {
        <div class="panel-head">
            <h2 id={title}>
                if let Some(side) = &props.side {
                    <span class="stage-side" title="Panels show and change this side">{ &side.name }</span>{ " " }
                }
                <span class="stage-word">{ "Stage " }</span>{ heading(props) }
            </h2>
            if props.side.is_some() {
                <span class="caption at-hand">{ "at hand" }</span>
            }
            <span class="spring"></span>
            if let Some(moment) = props.moment.as_ref().filter(|moment| moment.bound().is_some()) {
                <OrderMenu
                    run={ByIdentity(moment.run.clone())}
                    instruction={moment.instruction}
                    onaction={props.onaction.clone()}
                />
            }
            <FormatSelect
                panel={Panel::Lanes}
                of="lanes"
                format={props.formats.lanes}
                onaction={props.onaction.clone()}
            />
        </div>
    }
}

fn heading(props: &StageProps) -> Html {
    let Some(moment) = &props.moment else { return html! {} };
    let Some(bound) = moment.bound() else { return html! {} };
    let count = moment.scenario().program.len();
    let changed: Vec<&str> = bound.changed_texts().collect();
    html! {
        <>
            // The count comes first, so that it does not move if the title changes.
            if count > 1 {
                <span class="stage-count">{ format!("{} of {count}", moment.instruction + 1) }</span>
            }
            // A long title wraps after a dot.
            <span class="stage-instruction">
                { for bound.title.split_inclusive('.').map(|word| html! { <>{ word.to_owned() }<wbr /></> }) }
            </span>
            if !changed.is_empty() {
                <span class="not-the-manuals" title={format!("This text says what {} does", changed.join(" and "))}>
                    { "not the manual's" }
                </span>
            }
        </>
    }
}

/// Widths in CSS pixels that are rendered if the width of the stage is unknown. The style sheet shows the one that fits
/// (boot.css). Between two of these widths, the layout of the first example does not change.
const WIDTHS_PX: [f64; 4] = [280.0, 340.0, 460.0, 640.0];

fn scenes(props: &StageProps, moment: &ByIdentity<Moment>, measures: (usize, usize)) -> Html {
    let scene = |width_px: f64| html! { <div>{ scene(props, moment, width_px, measures) }</div> };
    html! { <div class="scenes">{ for WIDTHS_PX.into_iter().map(scene) }</div> }
}

/// Returns lanes and memory. Takes the maximum over the run of the characters of a lane's value, and of the rows of an
/// instruction.
fn scene(
    props: &StageProps,
    moment: &ByIdentity<Moment>,
    width_px: f64,
    (longest, most_rows): (usize, usize),
) -> Html {
    let table = LaneTableView::new(moment, props.formats.lanes);
    // Only the active side describes the selection.
    let explained = props.selection.filter(|_| props.side.as_ref().is_none_or(|side| side.beside.is_none()));
    let selected = match explained {
        Some(Selection::Cell { surface, element }) => Some((surface, element)),
        _ => None,
    };
    let shown = Shown {
        format: props.formats.surface,
        selection: props.selection,
        page: props.surface_page,
        memory_part: props.memory_part,
        is_narrow: is_narrow(width_px),
        page_elements: None,
        one_gob: props.embed_size.is_some(),
        breakpoints: &props.breakpoints,
        known: props.known.as_deref(),
    };
    let lane = match explained {
        Some(Selection::Lane(lane)) => lane_detail(moment, lane),
        _ => None,
    };
    let element = match explained.filter(|_| props.describes_elements) {
        Some(Selection::Element { variable, element }) => {
            element_detail(moment, variable, element, props.formats.lanes)
        }
        _ => None,
    };
    let is_refused = |entry: &Entry| props.describes_elements && matches!(entry, Entry::Element { .. });
    let views = match props.embed_size {
        Some(size) => size.surfaces(moment, shown, width_px),
        None => surfaces(moment, shown),
    };
    let page: usize = views.iter().map(|view| view.page).sum();
    let with_memory = |view: SurfaceView| {
        let is_shown = props.embed_size.is_none_or(|size| size.shows_addresses(width_px));
        let memory = is_shown.then(|| memory(moment, view.index, shown)).flatten().map(Rc::new);
        (view, memory)
    };
    let views: Vec<(SurfaceView, Option<Rc<MemoryView>>)> = views.into_iter().map(with_memory).collect();
    let room = memory_room(&views, width_px, moment.summary.crowd);
    let surface = |(view, memory): (SurfaceView, Option<Rc<MemoryView>>)| {
        let index = view.index;
        let detail = selected
            .filter(|(surface, _)| *surface == index)
            .and_then(|(surface, element)| cell_detail(moment, surface, element, shown));
        html! {
            <SurfaceGrid
                key={index}
                side={props.side.as_ref().map(|side| side.name.clone())}
                crowd={moment.summary.crowd}
                rejected={props.rejected.clone()}
                format={(index == 0).then_some(props.formats.surface)}
                onaction={props.onaction.clone()}
                {memory}
                surface={Rc::new(view)}
                {detail}
                {width_px}
            />
        }
    };
    html! {
        <>
            <div class={classes!("lanes", room)}>
                <LaneTable
                    {table}
                    {longest}
                    {most_rows}
                    {width_px}
                    selection={props.selection}
                    related={Related::new(moment, props.selection)}
                    rejected={props.rejected.clone()}
                    onaction={props.onaction.clone()}
                />
            </div>
            { refusals(&props.rejected, is_refused, &props.onaction) }
            { for views.into_iter().map(surface) }
            if moment.run.has_more_targets(moment.instruction) {
                <p class="hint more-places">
                    { format!("Lanes go to more places: only the first {} are marked.", moment.targets().len()) }
                </p>
            }
            if let Some(detail) = &lane {
                <LaneBox key={detail.lane} detail={detail.clone()} onaction={props.onaction.clone()} />
            }
            if let Some(detail) = &element {
                <ElementBox key={detail.title.clone()} detail={detail.clone()} onaction={props.onaction.clone()} />
            }
            <Overlay
                gesture={gesture(moment, props.formats.inline())}
                at_hand={place_at_hand(moment)}
                cursor={moment.frame.cursor}
                run={props.run}
                pace_ms={props.pace_ms}
                arrangement={(width_px as i64, 2 * page + usize::from(moment.pinned.is_some()))}
            />
        </>
    }
}

/// Returns a class for the height of memory that must remain visible below the lanes. It depends on the rows of badges
/// in a cell, and on accesses out of bounds. A selector could derive it, but would be evaluated at each step.
fn memory_room(
    views: &[(SurfaceView, Option<Rc<MemoryView>>)],
    width_px: f64,
    crowd: usize,
) -> Option<&'static str> {
    let rows = views.iter().map(|(view, memory)| {
        let grid_px = memory.as_ref().map_or(width_px, |memory| memory.arranged(width_px).grid_px);
        view.grid(grid_px, crowd).badge_rows
    });
    match rows.max() {
        Some(3..) => Some("over-three-rows"),
        Some(2) => Some("over-two-rows"),
        _ => views.iter().any(|(view, _)| !view.outside.is_empty()).then_some("over-two-rows"),
    }
}

/// Returns the line above the lanes: the statement of the last step, or the comparison with the pinned step.
fn bars(props: &StageProps) -> Html {
    let Some(moment) = &props.moment else { return html! {} };
    if moment.bound().is_none() {
        return match props.steps_under_way {
            Some(_) => note(props),
            // An embed gives the reason above the stage.
            None if props.embed_size.is_some() => html! {},
            None => setup_note(props.setup_only),
        };
    }
    html! {
        <>
            if props.stale {
                { note(props) }
            }
            // It replaces the statement, which the sentence repeats, so that the layout does not jump.
            if let Some(comparison) = comparison(moment, props.formats) {
                <CompareBar {comparison} onaction={props.onaction.clone()} />
            } else if !props.stale {
                <FormulaBar
                    formula={formula(moment, props.formats.inline())}
                    instruction={moment.instruction_text().to_owned()}
                />
            }
        </>
    }
}

/// Returns the note on a stage that shows only the set-up.
fn setup_note(has_mistake: bool) -> Html {
    let sentence = match has_mistake {
        true => "Nothing runs until the problems are mended. This is what the text sets up.",
        false => "The program has no instruction yet. Type one, or open an example.",
    };
    html! { <p class="formula stale-note" role="status"><b>{ "Set-up" }</b>{ sentence }</p> }
}

/// Returns the note on a stage that does not show the run of the current text. The number of steps is outside the
/// status, so that a screen reader does not announce each change.
fn note(props: &StageProps) -> Html {
    let Some(steps) = props.steps_under_way else {
        return html! {
            <p class="formula stale-note" role="status">
                <b>{ "Stale" }</b>{ "The text does not run as it stands. This is the last run that did." }
            </p>
        };
    };
    let is_shown = props.moment.as_ref().is_some_and(|moment| moment.bound().is_some());
    let before = if is_shown { "Until its run is there, this is the one before." } else { "" };
    html! {
        <p class="formula stale-note running-note">
            <span role="status"><b>{ "Running…" }</b>{ " " }{ before }</span>
            if steps > 0 {
                <span class="caption">{ format!("{} steps", grouped(&steps.to_string())) }</span>
            }
        </p>
    }
}
