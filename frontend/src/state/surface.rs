//! The surfaces as grids of elements.

use super::picture::{Definedness, Picture};
use super::targets::{Target, outside_sentence};
use super::{Entry, Selection};
use lanescope_core::base::{LaneId, ScalarType};
use lanescope_core::machine::{Place, SpaceId, Surface};
use lanescope_core::session::{NumberFormat, show};
use lanescope_core::trace::{Access, Effect, LaneStatus};

/// Elements that are drawn at once; larger surfaces have pages.
pub const PAGE: usize = 256;

/// A surface at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceView {
    /// Index among the surfaces.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Its kind, type and size, as a caption.
    pub caption: String,
    /// Whether the instruction on the stage uses it.
    pub in_use: bool,
    /// The page that is shown, from 0.
    pub page: usize,
    /// How many pages there are.
    pub pages: usize,
    /// How many elements stand in a row, where the surface's shape says so.
    pub row_length: Option<usize>,
    /// The elements of the page.
    pub cells: Vec<CellView>,
    /// The places outside that lanes go to.
    pub outside: Vec<OutsideView>,
}

/// An element of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct CellView {
    /// Which, from 0.
    pub element: usize,
    /// Its first byte.
    pub byte_offset: usize,
    /// What it holds now.
    pub text: String,
    /// What it held at the start.
    pub initial: String,
    /// Whether its bits are defined.
    pub definedness: Definedness,
    /// Whether it differs from the start.
    pub changed: bool,
    /// What the last step did to it.
    pub touched: Touch,
    /// The lanes that go there, in the order in which they get there.
    pub badges: Vec<Badge>,
    /// Which of its bytes they touch, where that is not all of them.
    pub bytes: Option<Vec<bool>>,
    /// Whether the cell, or a lane that goes there, is picked out.
    pub picked: bool,
}

/// What the last step did to a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Touch {
    /// Nothing.
    #[default]
    None,
    /// It was read.
    Read,
    /// It was written.
    Written,
}

/// A lane that goes to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The lane.
    pub lane: u8,
    /// Whether it has been there.
    pub served: bool,
    /// Whether it was there in the last step.
    pub current: bool,
}

/// A place outside the surface.
#[derive(Clone, Debug, PartialEq)]
pub struct OutsideView {
    /// Its first byte.
    pub byte_offset: u32,
    /// Why it lies outside, with the numbers.
    pub sentence: String,
    /// The lanes of the instruction on the stage that go there.
    pub badges: Vec<Badge>,
    /// What the last step did there.
    pub touched: Touch,
    /// Whether a lane that goes there is picked out.
    pub picked: bool,
}

impl CellView {
    /// All that the cell shows, as a sentence for those who cannot see it.
    pub fn label(&self, surface: &str) -> String {
        let mut label = format!("{surface}[{}], byte {}: {}", self.element, self.byte_offset, self.text);
        label.push_str(self.definedness.remark());
        if self.changed {
            label.push_str(&format!(", changed from {}", self.initial));
        }
        label.push_str(&lanes_remark(&self.badges));
        label
    }
}

impl OutsideView {
    /// All that the cell shows, as a sentence for those who cannot see it.
    pub fn label(&self) -> String {
        format!("outside: {}{}", self.sentence, lanes_remark(&self.badges))
    }
}

fn lanes_remark(badges: &[Badge]) -> String {
    let lanes: Vec<String> = badges.iter().map(|badge| badge.lane.to_string()).collect();
    match lanes.len() {
        0 => String::new(),
        1 => format!(", lane {} goes here", lanes[0]),
        _ => format!(", lanes {} go here, in this order", lanes.join(", ")),
    }
}

/// The id of a cell's element, by which pictures over the stage find it.
pub fn cell_id(surface: usize, element: usize) -> String {
    format!("cell-{surface}-{element}")
}

/// The id of the element of a place outside.
pub fn outside_id(surface: usize, byte_offset: u32) -> String {
    format!("outside-{surface}-{byte_offset}")
}

/// Number of elements of a surface.
pub fn element_count(surface: &Surface) -> usize {
    surface.extent.iter().product()
}

/// The bytes of an element.
pub fn element_place(surface: &Surface, element: usize) -> Place {
    let size = surface.ty.size_bytes();
    // Documents are capped far below 4 GiB of surface.
    Place { space: surface.space, byte_offset: (element * size) as u32, size_bytes: size as u32 }
}

/// The first element that an access touches, where it lies inside.
pub fn element_of(surface: &Surface, access: &Access) -> Option<usize> {
    let element = access.place.byte_offset as usize / surface.ty.size_bytes();
    (access.place.space == surface.space && element < element_count(surface)).then_some(element)
}

/// Index of the surface that lies in a space.
pub fn surface_in(picture: &Picture, space: SpaceId) -> Option<usize> {
    picture.scenario().layout.surfaces.iter().position(|surface| surface.space == space)
}

/// Every surface of a picture.
pub fn surfaces(
    picture: &Picture,
    format: NumberFormat,
    selection: Option<Selection>,
    page: Option<(usize, usize)>,
) -> Vec<SurfaceView> {
    let layout = &picture.scenario().layout;
    layout
        .surfaces
        .iter()
        .enumerate()
        .map(|(index, surface)| surface_view(picture, index, surface, format, selection, page))
        .collect()
}

fn surface_view(
    picture: &Picture,
    index: usize,
    surface: &Surface,
    format: NumberFormat,
    selection: Option<Selection>,
    page: Option<(usize, usize)>,
) -> SurfaceView {
    let count = element_count(surface);
    let pages = count.div_ceil(PAGE).max(1);
    let page = match page {
        Some((of, page)) if of == index => page.min(pages - 1),
        _ => page_at_hand(picture, surface).min(pages - 1),
    };
    let here: Vec<&Target> =
        picture.targets.iter().filter(|target| target.access.place.space == surface.space).collect();
    let shown = page * PAGE..count.min((page + 1) * PAGE);
    SurfaceView {
        index,
        name: surface.name.clone(),
        caption: caption(surface, picture.scenario().layout.space(surface.space).size_bytes),
        in_use: here.iter().any(|target| target.access.place.space == surface.space),
        page,
        pages,
        row_length: (surface.extent[1] > 1 || surface.extent[2] > 1).then_some(surface.extent[0]),
        cells: shown
            .map(|element| cell(picture, index, surface, element, &here, format, selection))
            .collect(),
        outside: picture
            .facts
            .outside
            .iter()
            .filter(|target| target.access.place.space == surface.space)
            .map(|target| outside(picture, target, selection))
            .collect(),
    }
}

fn caption(surface: &Surface, size_bytes: usize) -> String {
    let extent = surface.extent;
    let shape = match extent {
        [x, 1, 1] => format!("{x}"),
        [x, y, 1] => format!("{x}×{y}"),
        [x, y, z] => format!("{x}×{y}×{z}"),
    };
    format!("{} of {shape} {}, {size_bytes} bytes", surface.kind.word(), surface.ty)
}

/// The page on which the last step, or else the next, or else the first target lies.
fn page_at_hand(picture: &Picture, surface: &Surface) -> usize {
    let frame = &picture.frame;
    let steps = [frame.last.as_ref(), frame.next.as_ref()];
    let of_steps = steps.into_iter().flatten().filter_map(|step| step.effects.iter().find_map(accessed));
    let of_targets = picture.targets.iter().map(|target| &target.access);
    of_steps
        .chain(of_targets)
        .find_map(|access| element_of(surface, access))
        .map_or(0, |element| element / PAGE)
}

/// The access of a read or write.
pub fn accessed(effect: &Effect) -> Option<&Access> {
    match effect {
        Effect::Read { access, .. } | Effect::Write { access, .. } => Some(access),
        _ => None,
    }
}

fn cell(
    picture: &Picture,
    index: usize,
    surface: &Surface,
    element: usize,
    targets: &[&Target],
    format: NumberFormat,
    selection: Option<Selection>,
) -> CellView {
    let place = element_place(surface, element);
    let now = picture.state.read(place);
    let initial = picture.scenario().initial.read(place);
    let hits = targets.iter().filter(|target| target.access.inside && target.access.place.overlaps(place));
    let badges: Vec<Badge> = hits.clone().flat_map(|target| badges(picture, target)).collect();
    let picked = match selection {
        Some(Selection::Cell { surface, element: e }) => surface == index && e == element,
        Some(Selection::Lane(lane)) => badges.iter().any(|badge| badge.lane == lane),
        None => false,
    };
    CellView {
        element,
        byte_offset: place.byte_offset as usize,
        text: show(now, surface.ty, format),
        initial: show(initial, surface.ty, format),
        definedness: Definedness::of(now, surface.ty),
        changed: now != initial,
        touched: touch(picture, |touched| touched.inside && touched.place.overlaps(place)),
        bytes: touched_bytes(place, hits.map(|target| target.access.place), surface.ty),
        badges,
        picked,
    }
}

fn outside(picture: &Picture, target: &Target, selection: Option<Selection>) -> OutsideView {
    let here = picture.targets.iter().find(|other| other.access.place == target.access.place);
    let badges = here.map(|target| badges(picture, target)).unwrap_or_default();
    OutsideView {
        byte_offset: target.access.place.byte_offset,
        sentence: outside_sentence(&target.access),
        touched: touch(picture, |touched| touched.place == target.access.place),
        picked: matches!(selection, Some(Selection::Lane(lane)) if badges.iter().any(|badge| badge.lane == lane)),
        badges,
    }
}

fn badges(picture: &Picture, target: &Target) -> Vec<Badge> {
    let queue = picture.frame.queues.iter().find(|queue| queue.place == target.access.place);
    let current = picture.frame.last.as_ref().and_then(|step| step.lane);
    let badge = |(position, lane): (usize, &LaneId)| Badge {
        lane: lane.0,
        served: match queue {
            Some(queue) => position < queue.served,
            None => picture.frame.lanes.get(lane.index()).is_some_and(|lane| lane.status == LaneStatus::Done),
        },
        current: current == Some(*lane),
    };
    target.lanes.iter().enumerate().map(badge).collect()
}

fn touch(picture: &Picture, there: impl Fn(&Access) -> bool) -> Touch {
    let effects = picture.frame.last.iter().flat_map(|step| &step.effects);
    effects.fold(Touch::None, |touch, effect| match effect {
        Effect::Write { access, .. } if there(access) => Touch::Written,
        Effect::Read { access, .. } if there(access) && touch == Touch::None => Touch::Read,
        _ => touch,
    })
}

/// Which bytes of an element lie in one of the places; `None` where all or none do.
fn touched_bytes(
    element: Place,
    places: impl Iterator<Item = Place> + Clone,
    ty: ScalarType,
) -> Option<Vec<bool>> {
    let byte = |k: usize| Place { byte_offset: element.byte_offset + k as u32, size_bytes: 1, ..element };
    let bytes: Vec<bool> =
        (0..ty.size_bytes()).map(|k| places.clone().any(|place| place.overlaps(byte(k)))).collect();
    let touched = bytes.iter().filter(|&&touched| touched).count();
    (touched != 0 && touched != bytes.len()).then_some(bytes)
}

/// A cell in full: what the box below the grid says about the cell that is picked out.
#[derive(Clone, Debug, PartialEq)]
pub struct CellDetail {
    /// Where a new start value is typed.
    pub entry: Entry,
    /// The cell's name.
    pub title: String,
    /// What it holds now.
    pub now: String,
    /// What it held at the start.
    pub initial: String,
    /// The steps that wrote it, each with its lane.
    pub writers: Vec<Writer>,
}

/// A step that wrote a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The cursor behind the step.
    pub cursor: u32,
    /// The lane.
    pub lane: Option<u8>,
    /// Whether it has happened at the cursor at hand.
    pub past: bool,
}

/// The cell that is picked out, in full.
pub fn detail(picture: &Picture, surface: usize, element: usize, format: NumberFormat) -> Option<CellDetail> {
    let of = picture.scenario().layout.surfaces.get(surface)?;
    if element >= element_count(of) {
        return None;
    }
    let place = element_place(of, element);
    let writer = |step: u32| Writer {
        cursor: step + 1,
        lane: picture.run.step(step).and_then(|step| step.lane).map(|lane| lane.0),
        past: step < picture.frame.cursor,
    };
    Some(CellDetail {
        entry: Entry::Cell { name: of.name.clone(), index: element },
        title: format!(
            "{}[{element}], bytes {} to {}",
            of.name,
            place.byte_offset,
            place.byte_offset + place.size_bytes - 1
        ),
        now: show(picture.state.read(place), of.ty, format),
        initial: show(picture.scenario().initial.read(place), of.ty, format),
        writers: picture.run.writers(place).into_iter().map(writer).collect(),
    })
}

/// How many elements stand in a row where the surface has no shape of its own.
pub fn elements_per_row(width_px: f64, widest: usize) -> usize {
    let cell = (widest as f64 * CHARACTER_PX + PADDING_PX).max(MIN_CELL_PX);
    [16, 8, 4, 2].into_iter().find(|&count| count as f64 * cell <= width_px - OFFSET_PX).unwrap_or(2)
}

/// Width of the column of byte offsets, as in stage.css.
const OFFSET_PX: f64 = 48.0;
/// Width of a digit, as in stage.css.
const CHARACTER_PX: f64 = 7.25;
/// What a cell needs beside its digits: border, padding, gap.
const PADDING_PX: f64 = 7.0;
/// A cell holds at least this much.
const MIN_CELL_PX: f64 = 64.0;

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

    #[test]
    fn rows_are_powers_of_two() {
        assert_eq!(elements_per_row(687.0, 10), 8);
        assert_eq!(elements_per_row(340.0, 4), 4);
        assert_eq!(elements_per_row(200.0, 10), 2);
        assert_eq!(elements_per_row(1400.0, 4), 16);
    }
}
