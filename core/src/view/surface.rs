//! Surfaces as grids of elements.

use super::answer::Answer;
use super::formats::Formats;
use super::layout::SurfaceShape;
use super::moment::{Definedness, Moment};
use super::paging::{Pages, SurfacePage};
use super::place::StagePlace;
use super::queue::{Badge, badges, lanes_remark};
use super::ruler::{RulerLegend, RulerMark, ruler_legend, ruler_mark};
use super::spot::Spot;
use crate::session::{
    orders::Decides,
    run::{
        Bits, NumberFormat, Place, ScalarType, SpaceId, Surface, SurfaceKind, outside_in_words,
        outside_place, show,
    },
};
use crate::spec::CostKey;
use crate::trace::{Access, Effect, MicroStep, Target};
use smol_str::SmolStr;
use std::ops::Range;

/// A surface at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceView {
    /// The index of the surface.
    pub index: usize,
    /// The name in the text.
    pub name: String,
    /// The title: `surface N` if the name is a number, else the name.
    pub title: String,
    /// The caption: kind, shape, type and size.
    pub caption: String,
    /// The extent and the type.
    pub short: String,
    /// Whether the instruction on the stage accesses the surface.
    pub in_use: bool,
    /// The instruction on the stage: its position in the program.
    pub instruction: usize,
    /// The page that is shown, from 0.
    pub page: usize,
    /// The division into pages.
    pub pages: Pages,
    /// The number of characters of the longest value, over all pages, at the start, now and at the end. For a very large surface, that
    /// of the type's longest number.
    pub longest: usize,
    /// The number of elements in a row, if the surface has rows.
    pub row_length: Option<usize>,
    /// The elements of the page, by element index: x first, then y, then layer or z.
    pub cells: Vec<CellView>,
    /// The map of the whole surface, if it is large.
    pub map: Option<MapView>,
    /// The out-of-bounds places that lanes access.
    pub outside: Vec<OutsideView>,
    /// The rule for out-of-bounds accesses, with its source; empty if there are none.
    pub bounds: String,
    /// The legend of the ruler; `None` without a ruler, and if the instruction on the stage does not access the surface.
    pub legend: Option<RulerLegend>,
}

/// A map of a whole surface: elements by their index, in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapView {
    /// The number of elements in a row.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The rows of the shown page.
    pub window: Range<usize>,
    /// The elements that the instruction on the stage accesses.
    pub wanted: Vec<usize>,
    /// The elements that the last step accessed.
    pub touched: Vec<usize>,
}

/// An element of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct CellView {
    /// The index of the element.
    pub element: usize,
    /// The position of the element.
    pub spot: Spot,
    /// The current value.
    pub text: SmolStr,
    /// The initial value.
    pub initial: SmolStr,
    /// The definedness of the value.
    pub definedness: Definedness,
    /// Whether the value differs from the initial one.
    pub changed: bool,
    /// The last step's access to the cell.
    pub touched: Touch,
    /// The queue of lanes that access the cell.
    pub badges: Vec<Badge>,
    /// For each byte, whether lanes access it; `None` if they access all or none.
    pub bytes: Option<Vec<bool>>,
    /// The mark on the ruler, if the text names a cost model.
    pub ruler: Option<RulerMark>,
    /// Whether the cell, or a lane that accesses it, is selected. The caller sets this.
    pub selected: bool,
    /// Whether the value differs from the compared one, or from the expected one.
    pub differs: bool,
    /// Whether the run stops after a write to the cell. The caller sets this.
    pub stops: bool,
    /// The effect of the order of the lanes that access the cell. The caller sets this.
    pub matter: Option<Decides>,
    /// The answer of the reader, if a question asks for the cell. The caller sets this.
    pub answer: Option<Answer>,
}

/// The last step's access to a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touch {
    /// The step did not touch the cell.
    #[default]
    None,
    /// The step read the cell.
    Read,
    /// The step wrote the cell.
    Written,
}

/// An out-of-bounds place.
#[derive(Clone, Debug, PartialEq)]
pub struct OutsideView {
    /// Its place on the stage.
    pub on_stage: StagePlace,
    /// Whether the address is undefined.
    pub is_undefined: bool,
    /// Its place in few words.
    pub place: String,
    /// The reason why it is out of bounds, in numbers.
    pub sentence: String,
    /// The lanes of the instruction on the stage that access it.
    pub badges: Vec<Badge>,
    /// The last step's access to it.
    pub touched: Touch,
    /// Whether a lane that accesses it is selected. The caller sets this.
    pub selected: bool,
}

impl SurfaceView {
    /// Returns the content that the layout of the stage depends on.
    pub fn shape(&self) -> SurfaceShape {
        SurfaceShape {
            cells: self.cells.len(),
            row_length: self.row_length,
            longest: self.longest,
            outside: self.outside.len(),
            has_foot: self.pages.number() > 1,
            taken_px: 0.0,
        }
    }

    /// Returns the heading of the out-of-bounds places.
    pub fn outside_heading(&self) -> &'static str {
        match self.outside.iter().filter(|outside| outside.is_undefined).count() {
            0 => "out of bounds",
            count if count == self.outside.len() => "undefined",
            _ => "out of bounds, undefined",
        }
    }

    /// Returns the column of an element, which may be on another page, in lines of `per_line` cells.
    pub fn column(&self, element: usize, per_line: usize) -> usize {
        let first = self.cells.first().map_or(0, |cell| cell.element);
        let place = self.row_length.map_or(element.abs_diff(first), |length| element % length);
        place % per_line.max(1)
    }

    /// Returns the cells in lines of at most `per_line`. A line never spans two rows of the surface.
    pub fn lines(&self, per_line: usize) -> impl Iterator<Item = &[CellView]> {
        let row_length = self.row_length.unwrap_or(self.cells.len()).max(1);
        self.cells.chunks(row_length).flat_map(move |row| row.chunks(per_line))
    }
}

impl CellView {
    /// Returns the accessible name.
    pub fn label(&self, surface: &str) -> String {
        let mut label = format!("{surface}[{}], {}: {}", self.element, self.spot.words(), self.text);
        label.push_str(self.definedness.remark());
        if self.changed {
            label.push_str(&format!(", changed from {}", self.initial));
        }
        if self.differs {
            label.push_str(", differs from the compared value");
        }
        if self.stops {
            label.push_str(", stops when written");
        }
        if let Some(matter) = self.matter {
            label.push_str(matter_remark(matter));
        }
        if let Some(mark) = self.ruler.as_ref().filter(|mark| !mark.words.is_empty()) {
            label.push_str(&format!(", {}", mark.words));
        }
        label.push_str(&lanes_remark(&self.badges));
        if let Some(answer) = &self.answer {
            label.push_str(&format!(", {}", answer.in_words()));
        }
        label
    }
}

impl OutsideView {
    /// Returns the accessible name.
    pub fn label(&self) -> String {
        let kind = if self.is_undefined { "" } else { "out of bounds: " };
        format!("{kind}{}{}", self.sentence, lanes_remark(&self.badges))
    }
}

/// Returns the effect of the order of lanes, as the end of a cell's accessible name.
fn matter_remark(kind: Decides) -> &'static str {
    match kind {
        Decides::Nothing => ", the same in any order",
        Decides::Results => ", results depend on order",
        Decides::Memory => ", memory depends on order",
        Decides::Undefined => ", undefined by the manual",
    }
}

/// The options for showing surfaces.
#[derive(Clone, Copy, Debug, Default)]
pub struct SurfaceOptions<'a> {
    /// The formats of numbers.
    pub formats: &'a Formats,
    /// The page that the user chose.
    pub page: Option<SurfacePage>,
    /// Whether the stage is narrow.
    pub is_narrow: bool,
    /// The maximum number of elements on a page, if it is smaller than the stage allows.
    pub page_elements: Option<usize>,
}

/// Returns the views of all surfaces. Accesses that hit no surface have a view of their own at the end.
pub fn surfaces(moment: &Moment, shown: SurfaceOptions<'_>) -> Vec<SurfaceView> {
    let layout = &moment.scenario().layout;
    let declared = layout.surfaces.iter().enumerate();
    let mut views: Vec<SurfaceView> =
        declared.map(|(index, surface)| surface_view(moment, index, surface, shown)).collect();
    let unmapped = layout.unmapped_memory.map(|space| outsides(moment, views.len(), space));
    if let Some(outside) = unmapped.filter(|outside| !outside.is_empty()) {
        views.push(SurfaceView {
            index: views.len(),
            name: "no surface".into(),
            title: "no surface".into(),
            caption: "accesses that hit no surface".into(),
            short: String::new(),
            in_use: true,
            instruction: moment.instruction,
            page: 0,
            pages: Pages::new(0, None, false),
            longest: 1,
            row_length: None,
            cells: Vec::new(),
            map: None,
            bounds: bounds(moment, &outside),
            outside,
            legend: None,
        });
    }
    views
}

fn surface_view(moment: &Moment, index: usize, surface: &Surface, shown: SurfaceOptions<'_>) -> SurfaceView {
    let format = shown.formats.of_surface(&surface.name);
    let count = surface.count();
    let row_length = row_length(moment, surface);
    let pages = match shown.page_elements {
        Some(elements) => Pages::from_length(count, row_length, elements),
        None => Pages::new(count, row_length, shown.is_narrow),
    };
    let page = pages.page_of(match shown.page {
        Some(page) if page.surface == index => page.end.saturating_sub(1),
        _ => element_at_hand(moment, surface),
    });
    let here = targets_in(moment, surface);
    // A loop can access many places. Each cell is compared only with those near the page.
    let range = bytes_of(surface, &pages.elements(page));
    let is_near = |target: &&&Target| range.is_some_and(|range| target.access.place.overlaps(range));
    let near: Vec<&Target> = here.iter().filter(is_near).copied().collect();
    let cells: Vec<CellView> =
        pages.elements(page).map(|element| cell(moment, surface, element, &near, format)).collect();
    // The values at the end of the run count too, so that the number of cells in a line rarely changes during the run.
    let at_end = |element: usize| {
        let place = surface.element(element);
        let end = moment.summary.end.read(place);
        if end == moment.state.read(place) { 0 } else { show(end, surface.ty, format).len() }
    };
    let length = |cell: &CellView| cell.text.len().max(cell.initial.len()).max(at_end(cell.element));
    let mut longest = cells.iter().map(length).max().unwrap_or(1);
    // Turning the page must not change the number of cells in a line.
    if pages.number() > 1 {
        let all = if count <= MOST_MEASURED { longest_of_all(moment, surface, format) } else { usize::MAX };
        longest = longest.max(all.min(longest_whole(surface.ty, format)));
    }
    let outside = outsides(moment, index, surface.space);
    SurfaceView {
        index,
        name: surface.name.clone(),
        title: title(&surface.name),
        caption: caption(surface, moment.scenario().layout.space(surface.space).size_bytes),
        short: short(surface),
        in_use: !here.is_empty(),
        instruction: moment.instruction,
        page,
        pages,
        row_length,
        map: map(moment, surface, &here, &pages.elements(page)),
        cells,
        longest,
        bounds: bounds(moment, &outside),
        outside,
        legend: ruler_legend(moment, surface).filter(|_| !here.is_empty()),
    }
}

/// Returns the smallest range of bytes that contains the elements; `None` without elements.
fn bytes_of(surface: &Surface, elements: &Range<usize>) -> Option<Place> {
    let places = || elements.clone().map(|element| surface.element(element));
    let first = places().map(|place| place.byte_offset).min()?;
    let end = places().map(|place| place.byte_offset + place.size_bytes).max()?;
    Some(Place { space: surface.space, byte_offset: first, size_bytes: end - first })
}

/// Returns the title of a surface with that name.
pub fn title(name: &str) -> String {
    let is_number = name.starts_with(|first: char| first.is_ascii_digit());
    if is_number { format!("surface {name}") } else { name.to_owned() }
}

/// Returns the rule for out-of-bounds accesses of the instruction on the stage, with its source.
fn bounds(moment: &Moment, outside: &[OutsideView]) -> String {
    let row = moment.bound().filter(|_| !outside.is_empty()).map(|bound| &bound.row);
    row.map(|row| format!("{} ({})", row.bounds_prose, row.source)).unwrap_or_default()
}

/// Returns the number of elements in a row, if the surface has rows: those of an image, or the banks of shared memory if the text
/// names a cost model.
fn row_length(moment: &Moment, surface: &Surface) -> Option<usize> {
    if surface.extent[1] > 1 || surface.extent[2] > 1 {
        return Some(surface.extent[0].max(1));
    }
    let scenario = moment.scenario();
    let is_banked = surface.kind == SurfaceKind::Slm && scenario.names_cost_model;
    let row_bytes = scenario.cost_model.get(CostKey::BankCount) * scenario.cost_model.get(CostKey::BankBytes);
    is_banked.then(|| (row_bytes as usize / surface.ty.size_bytes().max(1)).max(1))
}

/// Returns the map of a surface; `None` if the surface is small.
fn map(moment: &Moment, surface: &Surface, targets: &[&Target], page: &Range<usize>) -> Option<MapView> {
    let count = surface.count();
    if count <= LARGE {
        return None;
    }
    let columns = row_length(moment, surface).unwrap_or(LARGE);
    let elements = |accesses: &mut dyn Iterator<Item = &Access>| {
        let inside = accesses.filter(|access| access.inside && access.place.space == surface.space);
        inside.filter_map(|access| surface.element_at(access.place)).collect()
    };
    Some(MapView {
        columns,
        rows: count.div_ceil(columns),
        window: page.start / columns..page.end.div_ceil(columns),
        wanted: elements(&mut targets.iter().map(|target| &target.access)),
        touched: elements(&mut moment.frame.last.iter().flat_map(MicroStep::accesses)),
    })
}

/// Returns the targets of the instruction on the stage that are in a surface.
pub fn targets_in<'a>(moment: &'a Moment, surface: &Surface) -> Vec<&'a Target> {
    moment.targets().iter().filter(|target| target.access.place.space == surface.space).collect()
}

/// Returns the out-of-bounds places of one surface that any instruction of the run accesses.
fn outsides(moment: &Moment, surface: usize, space: SpaceId) -> Vec<OutsideView> {
    let outside = moment.summary.outside.iter().filter(|target| target.access.place.space == space);
    let mut views: Vec<OutsideView> = Vec::new();
    for target in outside {
        let view = outside_view(moment, surface, target);
        match views.iter_mut().find(|known| known.on_stage == view.on_stage) {
            Some(known) => {
                known.badges.extend(view.badges);
                known.touched = known.touched.max(view.touched);
            }
            None => views.push(view),
        }
    }
    views
}

fn caption(surface: &Surface, size_bytes: usize) -> String {
    format!("{} of {}, {size_bytes} bytes", surface.kind.word(), short(surface))
}

/// Returns the extent and the type of a surface: `4 UD`, or `8×4 UD`.
fn short(surface: &Surface) -> String {
    let shape = match surface.extent {
        [x, 1, 1] => format!("{x}"),
        [x, y, 1] => format!("{x}×{y}"),
        [x, y, z] => format!("{x}×{y}×{z}"),
    };
    format!("{shape} {}", surface.ty)
}

/// Returns the element whose page is shown by default. In order of preference, this is that of [`Moment::accesses_at_hand`], the one
/// that the next step accesses, one that the lane accesses at another time, and the first target. So the page stays while a lane
/// computes.
pub fn element_at_hand(moment: &Moment, surface: &Surface) -> usize {
    let frame = &moment.frame;
    let lane = [&frame.last, &frame.next].into_iter().flatten().find_map(|step| step.lane);
    let is_visited = |target: &&Target| target.visits.iter().any(|visit| visit.lane == lane);
    let visited =
        moment.targets().iter().filter(is_visited).chain(moment.targets()).map(|target| &target.access);
    let next = frame.next.iter().flat_map(MicroStep::accesses);
    let accesses = moment.accesses_at_hand().chain(next).chain(visited);
    let inside = accesses.filter(|access| access.inside);
    inside.into_iter().find_map(|access| surface.element_at(access.place)).unwrap_or(0)
}

/// Returns the element to the left of an element in its row.
fn left_of(moment: &Moment, surface: &Surface, element: usize) -> Option<usize> {
    let position = row_length(moment, surface).map_or(element, |length| element % length);
    (position > 0).then(|| element - 1)
}

/// Returns an element at a moment. `targets` are the targets in its surface.
pub fn cell(
    moment: &Moment,
    surface: &Surface,
    element: usize,
    targets: &[&Target],
    format: NumberFormat,
) -> CellView {
    let place = surface.element(element);
    let now = moment.state.read(place);
    let initial = moment.scenario().initial.read(place);
    let hits = targets.iter().filter(|target| target.access.inside && target.access.place.overlaps(place));
    let badges: Vec<Badge> = hits.clone().flat_map(|target| badges(moment, target)).collect();
    let text: SmolStr = show(now, surface.ty, format).into();
    let changed = now != initial;
    CellView {
        element,
        spot: Spot::new(surface, element),
        initial: if changed { show(initial, surface.ty, format).into() } else { text.clone() },
        text,
        definedness: Definedness::from_bits(now, surface.ty),
        changed,
        touched: touch(moment, |touched| touched.inside && touched.place.overlaps(place)),
        bytes: touched_bytes(place, hits.map(|target| target.access.place), surface.ty),
        badges,
        ruler: ruler_mark(moment, surface, element, left_of(moment, surface, element)),
        selected: false,
        differs: moment.is_unexpected(place) || moment.differs_beside(surface, element),
        matter: None,
        answer: None,
        stops: false,
    }
}

/// Returns the number of characters of the longest value of a surface, at the start and at the end of the run.
fn longest_of_all(moment: &Moment, surface: &Surface, format: NumberFormat) -> usize {
    let length = |element: usize| {
        let place = surface.element(element);
        let (start, end) = (moment.scenario().initial.read(place), moment.summary.end.read(place));
        let of = |bits| show(bits, surface.ty, format).len();
        if start == end { of(start) } else { of(start).max(of(end)) }
    };
    (0..surface.count()).map(length).max().unwrap_or(1)
}

/// Returns the number of characters of a type's longest integer.
fn longest_whole(ty: ScalarType, format: NumberFormat) -> usize {
    let extremes = [u64::MAX, 1 << (ty.width_bits() - 1)];
    extremes.into_iter().map(|value| show(Bits::known(value), ty, format).len()).max().unwrap_or(1)
}

fn outside_view(moment: &Moment, surface: usize, target: &Target) -> OutsideView {
    let here = moment.targets().iter().find(|other| other.access.same_place(&target.access));
    let badges = here.map(|target| badges(moment, target)).unwrap_or_default();
    OutsideView {
        on_stage: StagePlace::outside(surface, &target.access),
        is_undefined: !target.access.has_defined_address(),
        place: outside_place(&moment.scenario().layout, &target.access),
        sentence: outside_in_words(&moment.scenario().layout, &target.access),
        touched: touch(moment, |touched| !touched.inside && touched.same_place(&target.access)),
        selected: false,
        badges,
    }
}

fn touch(moment: &Moment, there: impl Fn(&Access) -> bool) -> Touch {
    let effects = moment.frame.last.iter().flat_map(|step| &step.effects);
    effects.fold(Touch::None, |touch, effect| match effect {
        Effect::Write { access, .. }
        | Effect::Drop { access }
        | Effect::Trap { access: Some(access), .. }
            if there(access) =>
        {
            Touch::Written
        }
        Effect::Read { access, .. } if there(access) && touch == Touch::None => Touch::Read,
        _ => touch,
    })
}

/// Returns, for each byte of an element, whether it is in one of the places; `None` if all bytes are or none is.
fn touched_bytes(
    element: Place,
    places: impl Iterator<Item = Place> + Clone,
    ty: ScalarType,
) -> Option<Vec<bool>> {
    // No lane accesses most elements.
    places.clone().next()?;
    let byte = |k: usize| Place { byte_offset: element.byte_offset + k as u32, size_bytes: 1, ..element };
    let bytes: Vec<bool> =
        (0..ty.size_bytes()).map(|k| places.clone().any(|place| place.overlaps(byte(k)))).collect();
    let touched = bytes.iter().filter(|&&touched| touched).count();
    (touched != 0 && touched != bytes.len()).then_some(bytes)
}

/// The number of elements up to which all values of a surface are measured.
const MOST_MEASURED: usize = 1024;
/// The number of elements above which a surface has a map.
const LARGE: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_an_element_is_told_byte_by_byte() {
        let element = Place { space: SpaceId(0), byte_offset: 4, size_bytes: 4 };
        let part = |byte_offset, size_bytes| Place { space: SpaceId(0), byte_offset, size_bytes };
        let bytes = |places: &[Place]| touched_bytes(element, places.iter().copied(), ScalarType::Ud);
        assert_eq!(bytes(&[part(6, 2)]), Some(vec![false, false, true, true]));
        assert_eq!(bytes(&[part(3, 2)]), Some(vec![true, false, false, false]));
        assert_eq!(bytes(&[part(4, 2), part(6, 2)]), None, "all of it");
        assert_eq!(bytes(&[part(8, 4)]), None, "none of it");
    }
}
