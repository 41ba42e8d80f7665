//! The details of the selection: the contents of the boxes below lanes, surfaces and variables.

use super::surface::{SurfaceOptions, when_written};
use super::writers::Writers;
use lanescope_core::session::{
    orders::Decides,
    run::{Breakpoint, LaneId, LaneMask, NumberFormat, Place, Surface, outside_in_words, show},
};
use lanescope_core::trace::{Effect, MicroStep};
use lanescope_core::view::lanes::LaneHead;
use lanescope_core::view::moment::Moment;
use lanescope_core::view::queue::{Badge, badges, lanes_remark};
use lanescope_core::view::ruler::ruler_mark;
use lanescope_core::view::spot::Spot;
use lanescope_core::view::surface::title;

/// The details of a surface element.
#[derive(Clone, Debug, PartialEq)]
pub struct CellDetail {
    /// The cell's name.
    pub title: String,
    pub now: String,
    pub initial: String,
    /// The steps that wrote it.
    pub writers: Writers,
    /// The statement of the last write before the cursor. `None` if there was no write.
    pub rule: Option<String>,
    /// The sector or the bank of the cell, with its lanes; empty without one.
    pub ruler: String,
    /// The lanes that access the cell, if there are several.
    pub queue: Vec<Badge>,
    /// The queue as a sentence.
    pub queue_words: String,
    /// The effects of the order of lanes here, if known.
    pub matters: Vec<MatterDetail>,
    /// The breakpoint at writes to the cell.
    pub breakpoint: Breakpoint,
    /// Whether that breakpoint is set.
    pub stops: bool,
}

/// The effect of the order of an instruction's lanes on a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct MatterDetail {
    /// The title of the instruction.
    pub instruction: String,
    /// The effect.
    pub kind: Decides,
    /// For an undefined overlap: the two writes and their order in this run.
    pub story: Option<String>,
}

/// Returns the effects of the order of lanes on a cell, by instruction.
fn matters(
    moment: &Moment,
    place: Place,
    of: &Surface,
    writers: &Writers,
    shown: SurfaceOptions<'_>,
) -> Vec<MatterDetail> {
    let all = shown.known.map(|known| known.matters(place)).unwrap_or_default();
    let detail = |(at, kind, lanes): (usize, Decides, LaneMask)| {
        let instruction = moment.scenario().program.get(at)?.title.clone();
        let is_open = kind == Decides::Undefined;
        let story = is_open
            .then(|| story(moment, place, of, writers, lanes, shown.formats.of_surface(&of.name)))
            .flatten();
        Some(MatterDetail { instruction, kind, story })
    };
    all.into_iter().filter_map(detail).collect()
}

/// Describes two lanes that write the same bytes: the value of each, and which write is later.
fn story(
    moment: &Moment,
    place: Place,
    of: &Surface,
    writers: &Writers,
    lanes: LaneMask,
    format: NumberFormat,
) -> Option<String> {
    let mut wrote = writers.steps.iter().filter_map(|step| Some((step.lane?, step.cursor)));
    let (first, first_cursor) = wrote.find(|(lane, _)| lanes.contains(usize::from(*lane)))?;
    let (second, second_cursor) =
        wrote.find(|(lane, _)| *lane != first && lanes.contains(usize::from(*lane)))?;
    let value = |cursor: u32| show(moment.run.state(cursor).read(place), of.ty, format);
    Some(format!(
        "(1) Lane {first} wrote {} in step {first_cursor}. (2) Lane {second} wrote {} to the same bytes later, in step \
         {second_cursor}, without anything between the two that puts them in order. The run keeps the later; the manual does not say so.",
        value(first_cursor),
        value(second_cursor)
    ))
}

/// Returns the details of a surface element. `None` if it does not exist.
pub fn cell_detail(
    moment: &Moment,
    surface: usize,
    element: usize,
    shown: SurfaceOptions<'_>,
) -> Option<CellDetail> {
    let of = moment.scenario().layout.surfaces.get(surface)?;
    let format = shown.formats.of_surface(&of.name);
    if element >= of.count() {
        return None;
    }
    let place = of.element(element);
    let hits = moment.targets_at(place);
    let queue: Vec<Badge> =
        hits.flat_map(|target| badges(moment, target)).filter(|it| it.queue > 1).collect();
    let breakpoint = when_written(of, element);
    let writers = Writers::of(moment, place);
    Some(CellDetail {
        stops: shown.breakpoints.contains(&breakpoint),
        breakpoint,
        matters: matters(moment, place, of, &writers, shown),
        ruler: ruler_mark(moment, of, element, None).map(|mark| mark.words).unwrap_or_default(),
        queue_words: lanes_remark(&queue).trim_start_matches(", ").to_owned(),
        queue,
        title: format!("{}[{element}], {}", title(&of.name), Spot::new(of, element).words()),
        now: show(moment.state.read(place), of.ty, format),
        initial: show(moment.scenario().initial.read(place), of.ty, format),
        rule: writers
            .steps
            .iter()
            .rfind(|writer| writer.past)
            .and_then(|writer| statement(moment, writer.cursor - 1)),
        writers,
    })
}

/// Returns the statement that a step ran.
fn statement(moment: &Moment, step: u32) -> Option<String> {
    let step = moment.run.step(step)?;
    let site = step.site?;
    let bound = moment.scenario().program.get(step.instruction as usize)?;
    Some(site.span.of(&bound.code.texts.get(usize::from(site.text))?.text).to_owned())
}

/// The details of a variable element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementDetail {
    /// The element's name.
    pub title: String,
    pub initial: String,
    pub now: String,
    /// The steps that wrote it.
    pub writers: Writers,
}

/// Returns the details of a variable element. `None` if it does not exist.
pub fn element_detail(
    moment: &Moment,
    variable: usize,
    element: usize,
    format: NumberFormat,
) -> Option<ElementDetail> {
    let variable = moment.scenario().layout.variables.get(variable)?;
    let place = (element < variable.count).then(|| variable.element(element))?;
    Some(ElementDetail {
        title: format!("{}[{element}]", variable.name),
        initial: show(moment.scenario().initial.read(place), variable.ty, format),
        now: show(moment.state.read(place), variable.ty, format),
        writers: Writers::of(moment, place),
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneDetail {
    /// Its number.
    pub lane: u8,
    /// The lane and its status.
    pub title: String,
    /// The reason why its access is out of bounds, if it is.
    pub outside: Option<String>,
    /// The steps with these accesses.
    pub went_outside: Writers,
    /// The steps with its accesses to memory.
    pub went: Writers,
    /// The steps that wrote for it.
    pub wrote: Writers,
    /// The steps with dropped writes.
    pub dropped: Writers,
}

/// Returns the details of a lane of the instruction on the stage. `None` if it does not exist.
pub fn lane_detail(moment: &Moment, lane: u8) -> Option<LaneDetail> {
    let view = moment.frame.lanes.get(usize::from(lane))?;
    let of_lane = |of: Option<LaneId>| of.is_some_and(|of| of.0 == lane);
    let went = |inside: bool| {
        let targets = moment.targets().iter().filter(|target| target.access.inside == inside);
        let visits = targets.flat_map(|target| &target.visits).filter(|visit| of_lane(visit.lane));
        let mut went: Vec<(u32, Option<LaneId>)> = visits.map(|visit| (visit.step, visit.lane)).collect();
        went.sort_by_cached_key(|(step, _)| *step);
        Writers::about(moment, went)
    };
    let wrote = moment.run.writes_of(moment.instruction, view.lane);
    let layout = &moment.scenario().layout;
    let mut targets = moment.targets().iter().filter(|it| it.visits.iter().any(|visit| of_lane(visit.lane)));
    let outside = targets.find(|target| !target.access.inside).map(|target| &target.access);
    let outside = outside.map(|access| {
        let surface = layout.surface_in(access.place.space).map(|surface| title(&surface.name));
        let of = surface.map(|name| format!(" of {name}")).unwrap_or_default();
        format!("{}{of}", outside_in_words(layout, access))
    });
    Some(LaneDetail {
        lane,
        title: format!("lane {lane}: {}", LaneHead::new(moment, view).sentence()),
        outside,
        went_outside: went(false),
        went: went(true),
        wrote: Writers::about(moment, wrote.map(|step| (step, Some(view.lane))).collect()),
        dropped: Writers::about(moment, dropped_writes(moment, view.lane)),
    })
}

/// The limits of the search for a dropped write: out-of-bounds places, and steps from the first visit of each. A lane
/// runs only a few statements between working out a value and writing it.
const LOOKED_AT: (usize, u32) = (8, 16);

/// Returns the steps in which a write of a lane was dropped, each with the lane.
fn dropped_writes(moment: &Moment, lane: LaneId) -> Vec<(u32, Option<LaneId>)> {
    let outside = moment.targets().iter().filter(|target| !target.access.inside);
    let visits = outside.filter_map(|target| target.visits.iter().find(|visit| visit.lane == Some(lane)));
    let drops = |step: &MicroStep| {
        step.lane == Some(lane)
            && step
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Write { dropped: true, .. } | Effect::Drop { .. }))
    };
    let write_after = |first: u32| {
        (first..first + LOOKED_AT.1).find(|&step| moment.run.step(step).as_ref().is_some_and(drops))
    };
    let mut steps: Vec<u32> = visits.take(LOOKED_AT.0).filter_map(|visit| write_after(visit.step)).collect();
    steps.sort_unstable();
    steps.dedup();
    steps.into_iter().map(|step| (step, Some(lane))).collect()
}
