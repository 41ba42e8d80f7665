//! The stage: lanes above, memory below, and what moves between them.

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

/// What a [`Stage`] shows.
#[derive(Properties, PartialEq)]
pub struct StageProps {
    /// The moment; `None` while the first text is being run.
    pub moment: Option<ByIdentity<Moment>>,
    /// Whether the text has changed since, and does not run or has not run yet.
    pub stale: bool,
    /// Whether a mistake in the text lets nothing run, so that only what it sets up is shown.
    #[prop_or_default]
    pub setup_only: bool,
    /// How many micro-steps of it have run, while it is being run.
    #[prop_or_default]
    pub steps_under_way: Option<u32>,
    /// Number of the re-run.
    pub run: u64,
    /// How numbers are shown.
    pub formats: Formats,
    /// What is selected.
    pub selection: Option<Selection>,
    /// The page of a surface that was asked for.
    pub surface_page: Option<SurfacePage>,
    /// The part of a surface's memory that was asked for: surface, part.
    pub memory_part: Option<(usize, usize)>,
    /// What is known of all orders.
    #[prop_or_default]
    pub known: Option<ByIdentity<Known>>,
    /// Where the run stops.
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// What was typed into cells and could not be taken.
    pub rejected: Rc<Vec<Rejected>>,
    /// Time from step to step while the run plays by itself.
    pub pace_ms: Option<u32>,
    /// How wide the stage is going to be, in CSS pixels; `None` where there is no browser to tell.
    pub expected_width_px: Option<f64>,
    /// Whether the stage describes the selected element of a variable. The registers panel does so where it is open.
    #[prop_or(true)]
    pub describes_elements: bool,
    /// How much is shown in a frame of another page; `None` on the page itself.
    #[prop_or_default]
    pub embed_size: Option<EmbedSize>,
    /// Where two sides stand on the stage: which one this is.
    #[prop_or_default]
    pub side: Option<StageSide>,
    /// Something was selected, typed or chosen.
    pub onaction: Callback<Action>,
}

/// One of two sides that stand on the stage, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSide {
    /// Its name.
    pub name: AttrValue,
    /// What the two make of the last step, in words, and what this side does there; `None` of the side at hand, whose step the
    /// page tells.
    pub beside: Option<(&'static str, AttrValue)>,
    /// Of the other side: it becomes the one that panels show and change.
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
    // One title of each kind at most: two rows stand on one page.
    let title = if beside.is_some() { "beside-title" } else { "stage-title" };
    html! {
        <section
            class={classes!("stage", props.stale.then_some("stale"), beside.map(|_| "stage-beside"))}
            aria-labelledby={title}
        >
            { match beside {
                Some((side, (word, sentence))) => html! {
                    // A press beside the button does what that does.
                    <div class="panel-head" title="Panels show and change this side" onclick={side.ontake.clone()}>
                        <h2 id={title}><span class="stage-side">{ &side.name }</span></h2>
                        <p class={classes!("beside-step", differs(word).then_some("differs"))}><b>{ *word }</b>{ " " }{ ticks(sentence) }</p>
                        <button type="button">{ "Bring to hand" }</button>
                    </div>
                },
                None => head(props, title),
            } }
            { if beside.is_some() { html! {} } else { bars(props) } }
            // Reached with the keyboard, because it scrolls if there is little room. In an embed, its controls are.
            <div class="stage-body" tabindex={props.embed_size.is_none().then_some("0")} role="group" aria-label="lanes and memory">
                <div class="stage-width" ref={body}></div>
                { content }
            </div>
        </section>
    }
}

/// The heading of the side at hand, with what can be done with all of the lanes.
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
            // First, so that it stays where it is whatever the instruction is called.
            if count > 1 {
                <span class="stage-count">{ format!("{} of {count}", moment.instruction + 1) }</span>
            }
            // Where there is little room it breaks behind a dot.
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

/// Widths that the stage is drawn for where it is not known how wide it will be; the style sheet shows the one that fits,
/// as said in boot.css. Between two of them the first example looks the same.
const WIDTHS_PX: [f64; 4] = [280.0, 340.0, 460.0, 640.0];

fn scenes(props: &StageProps, moment: &ByIdentity<Moment>, measures: (usize, usize)) -> Html {
    let scene = |width_px: f64| html! { <div>{ scene(props, moment, width_px, measures) }</div> };
    html! { <div class="scenes">{ for WIDTHS_PX.into_iter().map(scene) }</div> }
}

/// Lanes and memory. Of the run it is told characters of the longest value of a lane, and the most rows.
fn scene(
    props: &StageProps,
    moment: &ByIdentity<Moment>,
    width_px: f64,
    (longest, most_rows): (usize, usize),
) -> Html {
    let table = LaneTableView::new(moment, props.formats.lanes);
    // What is selected is explained where panels are, too.
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

/// How much of memory is to be in sight below the lanes, as a class: as many rows of badges as a cell has, or a place outside.
/// A style sheet could look for these by itself, and would do so in each step.
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

/// What stands above the lanes: the statement of the last step, and what differs from the pinned moment.
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
            // In the place of the statement, which the sentence tells, too, so that nothing jumps.
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

/// What is to be known where there is nothing but what the text sets up.
fn setup_note(has_mistake: bool) -> Html {
    let sentence = match has_mistake {
        true => "Nothing runs until the problems are mended. This is what the text sets up.",
        false => "The program has no instruction yet. Type one, or open an example.",
    };
    html! { <p class="formula stale-note" role="status"><b>{ "Set-up" }</b>{ sentence }</p> }
}

/// What is to be known about the text where the stage does not show its run. The number of steps is beside the status, so
/// that it is not announced whenever it changes.
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
