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
use self::lane_table::{LaneTable, Unfolded};
use self::order_menu::OrderMenu;
use self::overlay::Overlay;
use self::surface_grid::SurfaceGrid;
use crate::components::controls::program::use_dispatch;
use crate::components::controls::ticks::ticks;
use crate::effects::width::{Size, use_size};
use crate::state::embed::EmbedSize;
use crate::state::gesture::gesture;
use crate::state::inquiries::KnownOutcomes;
use crate::state::lanes::LaneTableView;
use crate::state::layout::{Cells, Height, Shape, StageLayout, SurfaceShape};
use crate::state::moment::Moment;
use crate::state::paging::is_narrow;
use crate::state::physical::{MemoryView, memory};
use crate::state::quiz::{Quiz, answer_lanes};
use crate::state::selection::Related;
use crate::state::sight::place_at_hand;
use crate::state::summary::widest_value;
use crate::state::surface::{Shown, SurfaceView, surfaces};
use crate::state::variants::differs;
use crate::state::wires::wires;
use crate::state::{Action, ByIdentity, Entry, Formats, Rejected, Selection, SurfacePage};
use lanescope_core::session::{
    cost::cost,
    run::{Bound, Breakpoint},
};
use std::cmp::Reverse;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct StageProps {
    /// The moment; `None` until the first text has run.
    pub moment: Option<ByIdentity<Moment>>,
    /// Number of the run, counted from the first.
    pub run: u64,
    pub formats: Formats,
    pub selection: Option<Selection>,
    /// The page of a surface that the user chose.
    pub surface_page: Option<SurfacePage>,
    /// The part of a surface's memory that the user chose: surface, part.
    pub memory_part: Option<(usize, usize)>,
    /// The results over all orders, as far as known.
    pub known: Option<ByIdentity<KnownOutcomes>>,
    /// The questions that the reader is answering.
    pub quiz: Option<Quiz>,
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// Input for cells that was refused.
    pub rejected: Rc<Vec<Rejected>>,
    /// Milliseconds per step during playback.
    pub pace_ms: Option<u32>,
    /// Expected room of the picture in CSS pixels; `None` without a browser.
    pub expected_px: Option<Size>,
    /// Whether the picture may be as high as it needs, as in an embed that grows with its content.
    pub is_free: bool,
    /// The variables whose initial values are one series, each with its step. Their rows have a handle.
    pub strides: Rc<Vec<(String, i128)>>,
    /// Size of the embed; `None` on the full page.
    pub embed_size: Option<EmbedSize>,
    /// The side that this stage shows, if two sides are on the page.
    pub side: Option<StageSide>,
}

/// One of two sides, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSide {
    pub name: AttrValue,
    /// For the inactive side: how the last steps of both sides compare, and the sentence for the step of this side.
    pub beside: Option<(&'static str, AttrValue)>,
    /// Makes the inactive side active, so that panels show and change it.
    pub ontake: Callback<MouseEvent>,
}

/// The stage.
#[component]
pub fn Stage(props: &StageProps) -> Html {
    let dispatch = use_dispatch();
    let room = use_node_ref();
    let (width_px, height_px) = use_size(&room, props.expected_px.unwrap_or(NOMINAL_PX));
    let unfolded = use_state_eq(Unfolded::default);
    let run = props.moment.as_ref().map(|moment| ByIdentity(moment.run.clone()));
    let longest = use_memo((run, props.formats.clone()), |(run, formats)| {
        run.as_ref().map_or(1, |run| widest_value(run, formats))
    });
    let height = match props.is_free {
        true => Height::Reserved(reserved_px(width_px)),
        false => Height::Fixed(height_px),
    };
    let onunfold = Callback::from(unfolded.setter());
    let is_active = props.side.as_ref().is_none_or(|side| side.beside.is_none());
    let cost = {
        let moment = props.moment.clone().filter(|_| !props.strides.is_empty());
        let key = moment.as_ref().map(|moment| (ByIdentity(moment.run.clone()), moment.instruction));
        use_memo(key, move |_| moment.map_or(AttrValue::default(), |moment| cost_from(&moment).into()))
    };
    let handles = use_handles(props.moment.clone().filter(|_| is_active));
    let content = props
        .moment
        .as_ref()
        .map(|moment| scene(props, moment, (width_px, height), *longest, (*unfolded, onunfold), &cost));
    let beside = props.side.as_ref().and_then(|side| Some((side, side.beside.as_ref()?)));
    // The two rows of a page need two ids.
    let title = if beside.is_some() { "beside-title" } else { "stage-title" };
    html! {
        <section
            class={classes!("stage", beside.map(|_| "stage-beside"))}
            aria-labelledby={title}
        >
            { match beside {
                Some((side, (word, sentence))) => html! {
                    // A click on the heading does the same as the button.
                    <div class="panel-head" title="Make this side active: edits go there" onclick={side.ontake.clone()}>
                        <h2 id={title}><span class="stage-side">{ &side.name }</span></h2>
                        <p class={classes!("beside-step", differs(word).then_some("differs"))}><b>{ *word }{ ":" }</b>{ " " }{ ticks(sentence) }</p>
                        <button type="button">{ "Make active" }</button>
                    </div>
                },
                None => head(props, title, &dispatch),
            } }
            // Focusable, because it scrolls if there is little room. In an embed, its controls take the focus instead.
            <div
                class="stage-body"
                tabindex={props.embed_size.is_none().then_some("0")}
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

/// Returns the height in CSS pixels that an embed reserves for the picture (embed.css has the same numbers).
fn reserved_px(width_px: f64) -> f64 {
    if width_px < 536.0 { 430.0 } else { 350.0 }
}

/// The room in CSS pixels that is assumed without a browser.
const NOMINAL_PX: (f64, f64) = (690.0, 640.0);

/// Returns the heading of the active side, with the menus for all lanes.
fn head(props: &StageProps, title: &'static str, dispatch: &Callback<Action>) -> Html {
    let moment = props.moment.as_ref();
    // A change of the lanes or of their order would end the questions.
    let is_hiding = props.quiz.as_ref().is_some_and(Quiz::is_hiding);
    html! {
        <div class="panel-head">
            <h2 id={title}>{ title_lines(props) }</h2>
            if let Some(moment) = moment.filter(|_| props.embed_size.is_none() && !is_hiding) {
                <LaneMenu
                    count={moment.scenario().dispatch_lanes}
                    mask={moment.scenario().dispatch_mask}
                    rejected={props.rejected.iter().find(|rejected| rejected.is_of(&Entry::Mask)).cloned()}
                />
            }
            if let Some(moment) = moment.filter(|moment| moment.bound().is_some() && !is_hiding) {
                <OrderMenu
                    run={ByIdentity(moment.run.clone())}
                    instruction={moment.instruction}
                />
            }
            { format_select(props.formats.all, dispatch) }
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
    let moment = props.moment.as_ref();
    let Some((moment, bound)) = moment.and_then(|moment| Some((moment, moment.bound()?))) else {
        return html! { <span>{ side }{ "No instruction" }</span> };
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

/// Returns lanes and memory, for a room in CSS pixels and the number of characters of the longest value of a lane.
fn scene(
    props: &StageProps,
    moment: &ByIdentity<Moment>,
    (width_px, height): (f64, Height),
    longest: usize,
    (unfolded, onunfold): (Unfolded, Callback<Unfolded>),
    cost: &AttrValue,
) -> Html {
    let mut table = LaneTableView::new(moment, &props.formats);
    if let Some(quiz) = &props.quiz {
        answer_lanes(&mut table, quiz);
    }
    let shown = Shown {
        formats: &props.formats,
        selection: props.selection,
        page: props.surface_page,
        memory_part: props.memory_part,
        is_narrow: is_narrow(width_px),
        page_elements: None,
        one_gob: props.embed_size.is_some(),
        breakpoints: &props.breakpoints,
        known: props.known.as_deref(),
        quiz: props.quiz.as_ref(),
    };
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
    let surface_shape = |(view, memory): &(SurfaceView, Option<Rc<MemoryView>>)| SurfaceShape {
        taken_px: memory.as_ref().map_or(0.0, |memory| width_px - memory.arranged(width_px).grid_px),
        ..view.shape()
    };
    // While a question asks for lanes, pressing them is the answer.
    let asks_lanes = table.lanes.iter().any(|lane| lane.answer.as_ref().is_some_and(|it| it.can_change));
    let has_switches = props.embed_size.is_none() && !asks_lanes;
    let shape = Shape {
        lanes: unfolded.columns(&table).0.len().max(moment.summary.most_columns),
        // A strip shows heads only.
        // An embed keeps this room for its paddings, because its height is reserved before it is drawn.
        has_switches: has_switches || props.embed_size.is_some(),
        rows: match props.embed_size {
            Some(EmbedSize::Strip) => 0,
            _ => moment.summary.most_rows.max(unfolded.rows(&table).count()),
        },
        operand_rows: moment.summary.most_operand_rows,
        longest,
        crowd: moment.summary.crowd,
        surfaces: views.iter().map(surface_shape).collect(),
    };
    let layout = Rc::new(StageLayout::new(&shape, width_px, height));
    let wires = wires(moment, views.iter().map(|(view, _)| view).zip(&layout.cells));
    let surface = |((view, memory), cells): ((SurfaceView, Option<Rc<MemoryView>>), &Cells)| {
        let index = view.index;
        html! {
            <SurfaceGrid
                key={index}
                side={props.side.as_ref().map(|side| side.name.clone())}
                rejected={props.rejected.clone()}
                {memory}
                formats={props.embed_size.is_none().then(|| props.formats.clone())}
                surface={Rc::new(view)}
                cells={*cells}
                {width_px}
            />
        }
    };
    html! {
        <div class={classes!("scene", layout.is_outside_beside.then_some("outside-beside"))}>
            <div class="lanes">
                <LaneTable
                    {table}
                    layout={layout.clone()}
                    strides={props.strides.clone()}
                    cost={cost.clone()}
                    formats={props.embed_size.is_none().then(|| props.formats.clone())}
                    mask={has_switches.then(|| moment.scenario().dispatch_mask)}
                    {unfolded}
                    {onunfold}
                    selection={props.selection}
                    related={Related::new(moment, props.selection)}
                    rejected={props.rejected.clone()}
                />
                // Wires pass through the gap, which stays in sight with the lanes.
                <div class="gap"></div>
            </div>
            <div class="memory-area">{ for views.into_iter().zip(&layout.cells).map(surface) }</div>
            if layout.scrolls {
                // Wires to cells below end here, and the overlay names the cells.
                <div class="memory-edge"></div>
            }
            <Overlay
                {layout}
                {wires}
                gesture={gesture(moment, &props.formats)}
                at_hand={place_at_hand(moment)}
                selected={match props.selection {
                    Some(Selection::Lane(lane)) => Some(lane),
                    _ => None,
                }}
                cursor={moment.frame.cursor}
                run={props.run}
                pace_ms={props.pace_ms}
                arrangement={(width_px as i64, match height {
                    Height::Fixed(height_px) => height_px as i64,
                    Height::Reserved(_) | Height::Free => 0,
                }, page)}
            />
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
