//! The stage: lanes at the top, memory below them, and the arrows between them.

pub mod cell;
pub mod cell_field;
pub mod detail;
pub mod doors;
pub mod empty_text;
pub mod fill_menu;
pub mod format_select;
pub mod handles;
pub mod lane_menu;
pub mod lane_row;
pub mod lane_table;
pub mod narration;
pub mod order_menu;
pub mod overlay;
pub mod pair;
pub mod physical_grid;
pub mod queue;
pub mod read_as;
pub mod surface_grid;

use self::format_select::format_select;
use self::handles::use_handles;
use self::lane_menu::LaneMenu;
use self::lane_table::LaneTable;
use self::order_menu::OrderMenu;
use self::overlay::Overlay;
use self::surface_grid::SurfaceGrid;
use crate::components::controls::program::use_program;
use crate::components::controls::ticks::ticks;
use crate::effects::width::{Size, use_size};
use crate::state::picture::{Picture, StageView, Unfolded};
use crate::state::quiz::Quiz;
use crate::state::variants::StepComparison;
use crate::state::{Action, ByIdentity, Entry};
use lanescope_core::session::{cost::cost, run::Bound};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::summary::widest_value;
use std::cmp::Reverse;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct StageProps {
    pub view: StageView,
    /// The side that this stage shows, if two sides are on the page.
    pub side: Option<StageSide>,
    pub unfolded: Unfolded,
    pub onunfold: Callback<Unfolded>,
    /// Expected room of the picture in CSS pixels; `None` without a browser.
    pub expected_px: Option<Size>,
}

/// One of two sides, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSide {
    pub name: AttrValue,
    /// For the inactive side: how the last steps of both sides compare, and the sentence for the step of this side.
    pub comparison: Option<(StepComparison, AttrValue)>,
    /// Makes the inactive side active, so that panels show and change it.
    pub ontake: Callback<MouseEvent>,
}

#[component]
pub fn Stage(props: &StageProps) -> Html {
    let program = use_program();
    let StageProps { view, side, unfolded, onunfold, .. } = props;
    let room = use_node_ref();
    let room_px = use_size(&room, props.expected_px.unwrap_or(NOMINAL_PX));
    // One of two sides has columns at the same places as the other.
    let beside = view.moment.as_ref().filter(|_| side.is_some()).and_then(|moment| moment.beside.clone());
    let moments = view.moment.iter().map(|moment| &moment.0).chain(&beside);
    let runs: Vec<_> = moments.map(|moment| ByIdentity(moment.run.clone())).collect();
    let longest = use_memo((runs, view.formats.clone()), |(runs, formats)| {
        runs.iter().map(|run| widest_value(run, formats)).max().unwrap_or(1)
    });
    let cost = {
        let moment = view.moment.clone().filter(|_| !view.strides.is_empty());
        let key = moment.as_ref().map(|moment| (ByIdentity(moment.run.clone()), moment.instruction));
        use_memo(key, move |_| moment.map_or(AttrValue::default(), |moment| cost_from(&moment).into()))
    };
    let handles = use_handles(view.moment.clone().filter(|_| program.can_edit && !program.is_beside));
    let content = view.moment.as_ref().map(|moment| {
        let picture = Picture::new(view, moment, room_px, *unfolded, *longest, beside.as_deref());
        let lanes = html! {
            <LaneTable view={picture.lanes.clone()} cost={(*cost).clone()} unfolded={*unfolded} {onunfold} />
        };
        scene(props, picture, lanes)
    });
    let inactive = side.as_ref().and_then(|side| Some((side, side.comparison.as_ref()?)));
    // The two rows of a page need two ids.
    let title = if program.is_beside { "beside-title" } else { "stage-title" };
    html! {
        <section
            class={classes!("stage", inactive.map(|_| "stage-beside"))}
            aria-labelledby={title}
        >
            { match inactive {
                Some((side, (result, sentence))) => html! {
                    // A click on the heading does the same as the button.
                    <div class="panel-head" title="Make this side active: edits go there" onclick={side.ontake.clone()}>
                        <h2 id={title}><span class="stage-side">{ &side.name }</span></h2>
                        <p class={classes!("beside-step", result.differs().then_some("differs"))}><b>{ result.word() }{ ":" }</b>{ " " }{ ticks(sentence) }</p>
                        <button type="button">{ "Make active" }</button>
                    </div>
                },
                None => head(props, title, program.dispatch()),
            } }
            // Focusable, because it scrolls if there is little room. In an embed, its controls take the focus instead.
            <div
                class="stage-body"
                tabindex={view.embed_size.is_none().then_some("0")}
                role="group"
                aria-label="lanes and memory"
                onpointerdown={handles.onpointerdown}
                onkeydown={handles.onkeydown}
            >
                <div class="stage-room" ref={room}></div>
                { for content }
            </div>
        </section>
    }
}

/// The room in CSS pixels that is assumed without a browser.
const NOMINAL_PX: (f64, f64) = (690.0, 640.0);

/// Returns the heading of the active side, with the menus for all lanes.
fn head(props: &StageProps, title: &'static str, dispatch: &Callback<Action>) -> Html {
    let StageView { moment, quiz, rejected, embed_size, formats, .. } = &props.view;
    let moment = moment.as_ref();
    // A change of the lanes or of their order would end the questions.
    let is_hiding = quiz.as_ref().is_some_and(Quiz::is_hiding);
    html! {
        <div class="panel-head">
            <h2 id={title}>{ title_lines(props) }</h2>
            if let Some(moment) = moment.filter(|_| embed_size.is_none() && !is_hiding) {
                <LaneMenu
                    count={moment.scenario().dispatch_lanes}
                    mask={moment.scenario().dispatch_mask}
                    rejected={rejected.iter().find(|rejected| rejected.is_of(&Entry::Mask)).cloned()}
                />
            }
            if let Some(moment) = moment.filter(|moment| moment.bound().is_some() && !is_hiding) {
                <OrderMenu
                    run={ByIdentity(moment.run.clone())}
                    instruction={moment.instruction}
                />
            }
            { format_select(formats.all, dispatch) }
        </div>
    }
}

/// The number of the longest instructions that the height of the title is measured by.
const MEASURED_TITLES: usize = 4;

/// Returns the title of the stage: the whole instruction. Invisible copies for the longest instructions of the program give all titles
/// their height, so that the picture stays in its place when the instruction changes.
fn title_lines(props: &StageProps) -> Html {
    let side = props.side.as_ref().map(|side| {
        html! { <><span class="stage-side" title="Active side: edits go here">{ &side.name }</span>{ " " }</> }
    });
    let moment = props.view.moment.as_ref();
    let Some((moment, bound)) = moment.and_then(|moment| Some((moment, moment.bound()?))) else {
        let title = if moment.is_some() { "Initial state" } else { "No run" };
        return html! { <span>{ side }{ title }</span> };
    };
    let program = &moment.scenario().program;
    let mut longest: Vec<&Bound> = program.iter().collect();
    longest.sort_by_key(|bound| Reverse(bound.span.end - bound.span.start));
    longest.truncate(MEASURED_TITLES);
    html! {
        <>
            // With a key, the words of another instruction are new and do not move.
            <span key={moment.instruction}>{ side.clone() }{ title_line(moment, bound, moment.instruction) }</span>
            { for longest.into_iter().filter(|it| it.span != bound.span).map(|it| html! {
                <span key={format!("longest-{}", it.span.start)} class="longest-title" aria-hidden="true">{ side.clone() }{ title_line(moment, it, program.len()) }</span>
            }) }
        </>
    }
}

/// Returns the line of an instruction, and its position in the program.
fn title_line(moment: &Moment, bound: &Bound, index: usize) -> Html {
    let count = moment.scenario().program.len();
    let changed: Vec<&str> = bound.changed_texts().collect();
    // The part of the line after the mnemonic with its modifiers.
    let line = bound.span.of(&moment.text);
    let operands = line.find(&bound.title).map(|at| line[at + bound.title.len()..].trim());
    html! {
        <>
            // The count comes first, so that it does not move if the title changes.
            if count > 1 {
                <span class="stage-count">{ format!("{} of {count}", index + 1) }</span>{ " " }
            }
            <span class="stage-instruction">{ &bound.title }</span>
            if let Some(operands) = operands {
                { " " }<span class="stage-operands">{ operands }</span>
            }
            if !changed.is_empty() {
                { " " }
                <span class="modified" title={format!("This text changes {}", changed.join(" and "))}>
                    { "modified" }
                </span>
            }
        </>
    }
}

/// Returns lanes, memory and wires.
fn scene(props: &StageProps, picture: Picture, lanes: Html) -> Html {
    let side = props.side.as_ref().map(|side| side.name.clone());
    let Picture { surfaces, wires, layout, .. } = picture;
    let has_pages = surfaces.iter().any(|view| view.surface.pages.number() > 1);
    let outside = layout.is_outside_beside.then_some("outside-beside");
    let is_one_line = layout.is_one_line && surfaces.iter().all(|view| view.memory.is_none());
    let one_line = is_one_line.then_some("one-line");
    html! {
        <div class={classes!("scene", outside, one_line, layout.scrolls.then_some("scrolls"))}>
            <div class="lanes">
                { lanes }
                // Wires pass through the gap, which stays in sight with the lanes.
                <div class="gap"></div>
            </div>
            <div class="memory-area">
                { for surfaces.into_iter().map(|view| {
                    let key = view.surface.index;
                    html! { <SurfaceGrid {key} side={side.clone()} {view} /> }
                }) }
            </div>
            if layout.scrolls && !is_one_line || has_pages {
                // Wires to places below end here, and the overlay names the places.
                <div class="memory-edge"></div>
            }
            <Overlay view={wires} pace_ms={props.view.pace_ms} />
        </div>
    }
}

/// Returns the cost of the instruction on the stage, or of the next one that accesses memory.
fn cost_from(moment: &Moment) -> String {
    let scenario = moment.scenario();
    let costs = (moment.instruction..scenario.program.len())
        .map(|instruction| cost(&moment.run, instruction, &scenario.cost_model).in_words());
    costs.into_iter().find(|words| !words.is_empty()).unwrap_or_default()
}
