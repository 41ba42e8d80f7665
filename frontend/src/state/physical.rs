//! A block-linear surface in memory: the texels in the order of addresses, by GOB.

use super::selection::{Related, Selection};
use super::surface::{SurfaceOptions, cell};
use lanescope_core::session::run::{ElementSlot, GOB_BYTES, Gob, Surface};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::sizes::OFFSET_PX;
use lanescope_core::view::surface::{CellView, element_at_hand, targets_in, title as surface_title};

/// The number of GOBs in a part of a surface.
const PART: usize = 2;

/// A surface in memory at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryView {
    /// The index of the surface.
    pub surface: usize,
    /// The surface's name.
    pub name: String,
    /// The caption, which describes the division into GOBs.
    pub caption: String,
    /// The part that is shown, from 0.
    pub part: usize,
    pub parts: usize,
    /// The number of slots in a row of a GOB.
    pub row_length: usize,
    /// The number of characters of the longest value.
    pub longest: usize,
    /// The GOBs of the part.
    pub gobs: Vec<GobView>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GobView {
    /// Its index in the order of addresses, from 0.
    pub index: usize,
    /// Its block, for the first GOB of a block in this part.
    pub block: Option<String>,
    /// Its heading: its index and the coordinates of its texels.
    pub title: String,
    /// Its bytes, in rows.
    pub rows: Vec<Vec<SlotView>>,
}

/// Some bytes of a GOB.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotView {
    /// The offset of the first byte.
    pub byte_offset: usize,
    /// The texel in these bytes. `None` for padding.
    pub texel: Option<CellView>,
}

/// The layout of memory and the grid of texels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrangement {
    /// Whether they are side by side.
    pub is_beside: bool,
    /// The width that is left for the grid of texels, in CSS pixels.
    pub grid_px: f64,
    /// The number of slots on a line of memory.
    pub per_line: usize,
}

/// Returns the memory of a surface. `None` if the surface has no GOBs. Shows the part that the user chose, or that of
/// the selected texel, or that of the current access, in this order of preference.
pub fn memory(moment: &Moment, index: usize, shown: SurfaceOptions<'_>) -> Option<MemoryView> {
    let layout = &moment.scenario().layout;
    let surface = layout.surfaces.get(index)?;
    let size_bytes = layout.space(surface.space).size_bytes;
    let gobs = surface.gobs(size_bytes);
    (gobs > 0).then(|| view(moment, index, surface, gobs, shown))
}

fn view(
    moment: &Moment,
    index: usize,
    surface: &Surface,
    gobs: usize,
    shown: SurfaceOptions<'_>,
) -> MemoryView {
    let selected = match shown.selection {
        Some(Selection::Cell { surface, element }) if surface == index => Some(element),
        _ => None,
    };
    let part_gobs = if shown.one_gob { 1 } else { PART };
    let wanted = match shown.memory_part {
        Some((of, part)) if of == index => part,
        _ => {
            let element = selected.unwrap_or_else(|| element_at_hand(moment, surface));
            surface.gob_of(element).unwrap_or(0) / part_gobs
        }
    };
    let parts = gobs.div_ceil(part_gobs);
    let part = wanted.min(parts - 1);
    let here = targets_in(moment, surface);
    let related = Related::new(moment, shown.selection);
    let mut block = None;
    let drawn = (part * part_gobs..gobs.min((part + 1) * part_gobs)).filter_map(|gob| surface.gob(gob));
    let gobs: Vec<GobView> = drawn
        .map(|gob| {
            let is_first = block.replace(gob.block) != Some(gob.block);
            let slot = |slot: &ElementSlot| SlotView {
                byte_offset: slot.byte_offset,
                texel: slot.element.map(|element| cell(moment, surface, element, &here, shown, &related)),
            };
            GobView {
                index: gob.index,
                block: is_first.then(|| format!("block {}", gob.block)),
                title: title(surface, &gob),
                rows: gob.rows.iter().map(|row| row.iter().map(slot).collect()).collect(),
            }
        })
        .collect();
    let slots = || gobs.iter().flat_map(|gob| &gob.rows).flatten();
    let lengths = slots().filter_map(|slot| slot.texel.as_ref()).map(|texel| texel.text.len());
    MemoryView {
        surface: index,
        name: surface_title(&surface.name),
        caption: format!("by physical address, in GOBs of {GOB_BYTES} bytes"),
        part,
        parts,
        row_length: gobs.first().and_then(|gob| gob.rows.first()).map_or(1, Vec::len),
        longest: lengths.max().unwrap_or(1),
        gobs,
    }
}

/// Returns the heading of a GOB: its index and the coordinates of its texels.
fn title(surface: &Surface, gob: &Gob) -> String {
    let mut words = format!("GOB {}", gob.index);
    let elements = || gob.rows.iter().flatten().filter_map(|slot| slot.element);
    let texels = || elements().map(|element| surface.coordinates(element));
    for (axis, name) in surface.kind.axes().iter().enumerate() {
        let values = || texels().map(|texel| texel[axis]);
        match (values().min(), values().max()) {
            (Some(first), Some(last)) if first == last => words.push_str(&format!(", {name} {first}")),
            (Some(first), Some(last)) => words.push_str(&format!(", {name} {first} to {last}")),
            _ => return format!("{words}, all padding"),
        }
    }
    words
}

impl MemoryView {
    /// Returns the layout of memory and the grid of texels for a total width of `width_px`.
    pub fn arranged(&self, width_px: f64) -> Arrangement {
        let slot = (self.longest as f64 * CHARACTER_PX + PADDING_PX).max(NARROWEST_SLOT_PX);
        let needed = |per_line: usize| OFFSET_PX + per_line as f64 * slot;
        let halves = || [1, 2, 4, 8].into_iter().map(|part| (self.row_length / part).max(1));
        // A line of less than half a row would no longer show the shape of a GOB.
        let beside =
            halves().take(2).find(|&per_line| width_px - needed(per_line) - MEMORY_GAP_PX >= GRID_PX);
        match beside {
            Some(per_line) => Arrangement {
                is_beside: true,
                grid_px: width_px - needed(per_line) - MEMORY_GAP_PX,
                per_line,
            },
            None => Arrangement {
                is_beside: false,
                grid_px: width_px,
                per_line: halves().find(|&per_line| needed(per_line) <= width_px).unwrap_or(1),
            },
        }
    }
}

impl GobView {
    /// Splits its bytes into lines of at most `per_line` slots. Consecutive lines of padding are merged.
    pub fn lines(&self, per_line: usize) -> Vec<Vec<SlotView>> {
        let mut lines: Vec<Vec<SlotView>> = Vec::new();
        let is_padding = |line: &[SlotView]| line.iter().all(|slot| slot.texel.is_none());
        for line in self.rows.iter().flat_map(|row| row.chunks(per_line)) {
            match lines.last_mut().filter(|last| is_padding(last) && is_padding(line)) {
                Some(last) => last.extend_from_slice(line),
                None => lines.push(line.to_vec()),
            }
        }
        lines
    }
}

impl SlotView {
    /// Describes the slot in a sentence.
    pub fn label(&self, surface: &str) -> String {
        let what = self.texel.as_ref().map(|texel| texel.label(surface));
        format!("byte {}: {}", self.byte_offset, what.as_deref().unwrap_or("padding"))
    }
}

/// Lists the lanes that access a texel, in order, shortened to fit in a slot.
pub fn lanes_in_short(texel: &CellView) -> String {
    let lanes = || texel.badges.iter().map(|badge| badge.label());
    match texel.badges.len() {
        0..=2 => lanes().collect::<Vec<_>>().join(" "),
        count => format!("{}+{}", lanes().next().unwrap_or_default(), count - 1),
    }
}

/// The minimum width of an element in memory, as in tokens.css.
pub const NARROWEST_SLOT_PX: f64 = 26.0;
/// The gap between memory and the grid of texels to its right, as in tokens.css.
pub const MEMORY_GAP_PX: f64 = 24.0;
/// The width of a digit of the values in physical_grid.css.
const CHARACTER_PX: f64 = 6.7;
/// The space that a slot needs besides its digits: border, padding, gap.
const PADDING_PX: f64 = 6.0;
/// The minimum width of a grid of texels to the right of memory: eight texels per line.
const GRID_PX: f64 = 560.0;
