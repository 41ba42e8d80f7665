//! A small drawing of a run for lists: the lanes in a row, memory below, and wires from lanes to cells. It uses the
//! views of the stage and omits detail.

use super::curve::{Curve, Rect, tenths};
use super::lanes::{LaneHead, LaneTableView};
use super::moment::{Definedness, Moment};
use super::queue::Badge;
use super::summary::RunSummary;
use super::surface::{CellView, Shown, SurfaceView, Touch, surfaces};
use super::{ByIdentity, Good};
use lanescope_core::session::{Run, Session};
use lanescope_core::spec::RollCall;
use lanescope_core::trace::{LaneStatus, MarkKind};
use std::rc::Rc;

/// The width and height of a thumbnail, in its own units.
pub const SIZE: (f64, f64) = (176.0, 88.0);

/// The margin around the drawing.
const MARGIN: f64 = 3.0;
/// The height of a lane.
const LANE: f64 = 15.0;
/// The maximum width of a lane.
const WIDEST_LANE: f64 = 22.0;
/// The number of lanes in a bank. Banks after the last enabled lane are not drawn lane by lane.
const BANK: usize = 8;
/// The width of the placeholder for the omitted banks.
const REST: f64 = 11.0;
/// The smallest distance of memory from the top.
const MEMORY: f64 = 44.0;
/// The preferred height of a cell.
const CELL: f64 = 17.0;
/// The preferred width of a cell without a value.
const NARROW_CELL: f64 = 24.0;
/// The gap between surfaces, and between the slices of a surface.
const BETWEEN: f64 = 7.0;
/// The width of the box for out-of-bounds places.
const OUTSIDE: f64 = 22.0;
/// The width of a character of a value.
const CHARACTER: f64 = 5.5;
/// The most surfaces in a drawing.
const MOST_SURFACES: usize = 3;
/// The most pages of a surface in a drawing.
const MOST_PARTS: usize = 2;
/// The most cells in a line of a small surface without rows.
const ABREAST: usize = 16;
/// The number of cells in a line of a large surface without rows.
const MANY_ABREAST: usize = 32;

/// A thumbnail: paths, with labels over them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thumbnail {
    /// The shapes of each class, in drawing order.
    pub shapes: Vec<Shape>,
    /// The labels.
    pub labels: Vec<Label>,
}

/// All shapes of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The style class.
    pub class: &'static str,
    /// Path data.
    pub path: String,
}

/// A number or a short word.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The style class.
    pub class: &'static str,
    /// The centre of the text.
    pub at: (f64, f64),
    /// The text.
    pub text: String,
}

/// Returns the cursor that represents a run best: the first collision or undefined overlap. Without one, the end of the
/// instruction with the most accesses.
pub fn telling(run: &Run) -> u32 {
    let is_meeting = |kind| matches!(kind, MarkKind::Collision | MarkKind::UndefinedOverlap);
    if let Some(mark) = run.marks().iter().find(|mark| is_meeting(mark.kind)) {
        return mark.step + 1;
    }
    let starts = run.instruction_starts();
    let visits = |index: usize| run.targets(index).iter().map(|target| target.visits.len()).sum::<usize>();
    let mut busiest = (0, 0);
    for index in 0..starts.len() {
        if visits(index) > busiest.1 {
            busiest = (index, visits(index));
        }
    }
    starts.get(busiest.0 + 1).copied().unwrap_or(run.len())
}

/// Draws the thumbnail of a scenario. `None` if it does not run.
pub fn thumbnail(text: &str, roll_call: &RollCall) -> Option<Thumbnail> {
    let session = Session::open_with(text, roll_call);
    let good = Good { run: ByIdentity(session.run?), text: session.text };
    let summary = Rc::new(RunSummary::new(&good.run));
    Some(Thumbnail::new(&Moment::new(&good.run.0, &good.text, telling(&good.run), summary)))
}

impl Thumbnail {
    /// Draws a moment.
    pub fn new(moment: &Moment) -> Self {
        let mut thumbnail = Self::default();
        let views = views(moment);
        let is_touched = |view: &SurfaceView| {
            let outside = view.outside.iter().map(|outside| outside.touched);
            view.cells.iter().map(|cell| cell.touched).chain(outside).any(|touch| touch != Touch::None)
        };
        // If no cell is being accessed, no lane is highlighted either.
        let is_live = views.iter().any(is_touched);
        let lanes = LaneTableView::new(moment, Default::default()).lanes;
        let columns = columns(&lanes);
        let mut wires = Wires { columns: &columns, is_live, thumbnail: Self::default() };
        thumbnail.memory(moment, &views, &mut wires);
        thumbnail.shapes.append(&mut wires.thumbnail.shapes);
        thumbnail.lanes(&lanes, &columns, is_live);
        thumbnail
    }

    /// Adds a path to the shapes of a class.
    fn add(&mut self, class: &'static str, path: &str) {
        match self.shapes.iter_mut().find(|shape| shape.class == class) {
            Some(shape) => shape.path.push_str(path),
            None => self.shapes.push(Shape { class, path: path.to_owned() }),
        }
    }

    fn label(&mut self, class: &'static str, inside: Rect, text: &str) {
        let at = (inside.x + inside.width / 2.0, inside.y + inside.height / 2.0);
        self.labels.push(Label { class, at, text: text.to_owned() });
    }

    fn lanes(&mut self, lanes: &[LaneHead], columns: &[Rect], is_live: bool) {
        for (lane, column) in lanes.iter().zip(columns) {
            let is_off = matches!(lane.status, LaneStatus::Off(_));
            let is_current = lane.current && is_live;
            let class = match is_off {
                true => "thumbnail-off",
                false if is_current => "thumbnail-current",
                false => "thumbnail-lane",
            };
            self.add(class, &rect(*column));
            if is_off {
                self.add("thumbnail-hatch", &hatch(*column));
            } else if lane.status == LaneStatus::Done {
                let foot = Rect { y: column.y + column.height - 2.0, height: 2.0, ..*column };
                self.add("thumbnail-done", &rect(foot));
            }
            if column.width > 2.0 * CHARACTER {
                let class =
                    if is_current { "thumbnail-number thumbnail-on-accent" } else { "thumbnail-number" };
                self.label(class, *column, &lane.lane.to_string());
            }
        }
        if let Some(last) = columns.last()
            && columns.len() < lanes.len()
        {
            let rest = Rect { x: last.x + last.width + 2.0, width: REST - 2.0, ..*last };
            self.add("thumbnail-off", &rect(rest));
            self.add("thumbnail-hatch", &hatch(rest));
        }
    }

    fn memory(&mut self, moment: &Moment, views: &[SurfaceView], wires: &mut Wires<'_>) {
        let count = views.len().max(1) as f64;
        let room = (SIZE.0 - 2.0 * MARGIN - (count - 1.0) * BETWEEN) / count;
        let grids: Vec<Grid<'_>> = views.iter().map(|view| Grid::new(moment, view, room)).collect();
        let width = grids.iter().map(|grid| grid.width).sum::<f64>() + (count - 1.0) * BETWEEN;
        let height = grids.iter().map(|grid| grid.height).fold(0.0, f64::max);
        // Memory is roughly centred in its space, but not too close to the lanes.
        let y = SIZE.1 - MARGIN - height - (SIZE.1 - MARGIN - MEMORY - height).max(0.0) * 0.4;
        let mut x = (SIZE.0 - width) / 2.0;
        for grid in &grids {
            self.grid(grid, (x, y), wires);
            x += grid.width + BETWEEN;
        }
    }

    fn grid(&mut self, grid: &Grid<'_>, from: (f64, f64), wires: &mut Wires<'_>) {
        let places = || grid.view.cells.iter().map(|cell| (cell, grid.place(cell.element, from)));
        for (cell, place) in places() {
            let class = match cell.touched {
                Touch::Read => "thumbnail-read",
                Touch::Written => "thumbnail-written",
                Touch::None => "thumbnail-cell",
            };
            self.add(class, &rect(place));
        }
        // Marks are drawn after all cells, because they cover the edges of neighbours.
        for (cell, place) in places() {
            self.marks(place, cell);
            if grid.has_values {
                self.label("thumbnail-value", place, &cell.text);
            }
            for badge in &cell.badges {
                wires.add(badge, cell.touched, place, false);
            }
        }
        let Some(place) = grid.outside(from) else { return };
        self.add("thumbnail-outside", &rect(place));
        self.label("thumbnail-value thumbnail-danger", place, "out");
        for outside in &grid.view.outside {
            for badge in &outside.badges {
                wires.add(badge, outside.touched, place, true);
            }
        }
    }

    fn marks(&mut self, place: Rect, cell: &CellView) {
        if cell.badges.len() > 1 {
            self.add("thumbnail-contended", &rect(place));
        }
        if cell.definedness != Definedness::Defined {
            self.add("thumbnail-undefined", &hatch(place));
        }
        if cell.changed {
            let [right, top] = [place.x + place.width, place.y].map(tenths);
            let side = tenths((place.width / 2.0).min(5.0));
            let corner = ["M", &right, " ", &top, "v", &side, "l-", &side, " -", &side, "z"];
            self.add("thumbnail-changed", &corner.concat());
        }
    }
}

/// Returns the rectangles of the lanes that are drawn one by one.
fn columns(lanes: &[LaneHead]) -> Vec<Rect> {
    let used = lanes.iter().rposition(|lane| lane.enabled).map_or(0, |last| last + 1);
    let count = used.max(1).next_multiple_of(BANK).min(lanes.len());
    let rest = if count < lanes.len() { REST } else { 0.0 };
    let width = ((SIZE.0 - 2.0 * MARGIN - rest) / count.max(1) as f64).min(WIDEST_LANE);
    let left = (SIZE.0 - rest - count as f64 * width) / 2.0;
    let gap = if width > CHARACTER { 2.0 } else { 1.0 };
    let column =
        |at: usize| Rect { x: left + at as f64 * width, y: MARGIN, width: width - gap, height: LANE };
    (0..count).map(column).collect()
}

/// Returns the surfaces to draw, preferring those that the instruction uses. A large one is assembled from its pages.
fn views(moment: &Moment) -> Vec<SurfaceView> {
    let shown = |page| Shown { page, ..Shown::default() };
    let mut views = surfaces(moment, shown(None));
    views.sort_by_key(|view| !view.in_use);
    views.truncate(MOST_SURFACES);
    for view in views.iter_mut().filter(|view| view.pages.number() > 1) {
        let part = |part: usize| {
            let page = view.pages.choice(view.index, part);
            surfaces(moment, shown(Some(page))).swap_remove(view.index).cells
        };
        // The last page overlaps the one before.
        let mut cells: Vec<CellView> = Vec::new();
        for cell in (0..view.pages.number().min(MOST_PARTS)).flat_map(part) {
            if cells.last().is_none_or(|last| last.element < cell.element) {
                cells.push(cell);
            }
        }
        view.cells = cells;
    }
    views.sort_by_key(|view| view.index);
    views
}

/// The layout of a surface.
struct Grid<'a> {
    view: &'a SurfaceView,
    /// Its columns and rows. Slices are side by side.
    extent: [usize; 2],
    cell: (f64, f64),
    has_values: bool,
    width: f64,
    height: f64,
}

impl<'a> Grid<'a> {
    fn new(moment: &Moment, view: &'a SurfaceView, room: f64) -> Self {
        let count = view.cells.len();
        let shape = moment.scenario().layout.surfaces.get(view.index).map(|surface| surface.extent);
        let (columns, rows) = match (shape, view.row_length) {
            (Some([_, height, depth]), Some(width)) if depth > 1 => (width, height),
            (_, Some(width)) => (width, count.div_ceil(width.max(1))),
            (_, None) if count <= ABREAST => (count, 1),
            (_, None) => (MANY_ABREAST, count.div_ceil(MANY_ABREAST)),
        };
        let (columns, rows) = (columns.max(1), rows.max(1));
        let slices = count.div_ceil(columns * rows).max(1);
        let is_left = view.outside.iter().any(|outside| !outside.badges.is_empty());
        let beside = if is_left { OUTSIDE + if count > 0 { BETWEEN } else { 0.0 } } else { 0.0 };
        let gaps = (slices - 1) as f64 * BETWEEN;
        let most = (room - beside - gaps) / (columns * slices) as f64;
        let longest = view.cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(0);
        let value = longest as f64 * CHARACTER + 5.0;
        let tall = ((SIZE.1 - MARGIN - MEMORY) / rows as f64).min(CELL);
        let has_values = value <= most && tall >= 10.0;
        let wide = if has_values { value.max(NARROW_CELL) } else { NARROW_CELL }.min(most);
        let cells = if count == 0 { 0.0 } else { (columns * slices) as f64 * wide + gaps };
        Self {
            view,
            extent: [columns, rows],
            cell: (wide, tall),
            has_values,
            width: cells + beside,
            height: rows as f64 * tall,
        }
    }

    /// Returns the rectangle of an element in a grid at a position.
    fn place(&self, element: usize, (x, y): (f64, f64)) -> Rect {
        let [columns, rows] = self.extent;
        let (wide, tall) = self.cell;
        let slice = element / (columns * rows);
        let across = (element % columns + slice * columns) as f64 * wide + slice as f64 * BETWEEN;
        let down = (element / columns % rows) as f64 * tall;
        let gap = if wide.min(tall) < 8.0 { 0.6 } else { 1.6 };
        Rect { x: x + across, y: y + down, width: wide - gap, height: tall - gap }
    }

    /// Returns the box for out-of-bounds places, at the right of the grid.
    fn outside(&self, (x, y): (f64, f64)) -> Option<Rect> {
        let is_left = self.view.outside.iter().any(|outside| !outside.badges.is_empty());
        let height = self.cell.1.max(CELL - 4.0).min(self.height.max(CELL));
        is_left.then_some(Rect { x: x + self.width - OUTSIDE, y, width: OUTSIDE, height })
    }
}

/// The wires from lanes to cells, drawn over memory and under the lanes.
struct Wires<'a> {
    columns: &'a [Rect],
    is_live: bool,
    thumbnail: Thumbnail,
}

impl Wires<'_> {
    fn add(&mut self, badge: &Badge, touched: Touch, to: Rect, is_outside: bool) {
        let Some(from) = badge.lane.and_then(|lane| self.columns.get(usize::from(lane))) else { return };
        let is_now = badge.current && self.is_live;
        let class = match touched {
            _ if is_outside => "thumbnail-wire thumbnail-lost",
            Touch::Read if is_now => "thumbnail-wire thumbnail-reads",
            Touch::Written if is_now => "thumbnail-wire thumbnail-writes",
            _ if badge.served => "thumbnail-wire thumbnail-served",
            _ => "thumbnail-wire",
        };
        // The wires of several lanes end next to each other, spread over the width of the place.
        let across = (badge.place as f64 + 1.0) / (badge.queue as f64 + 1.0);
        let start = (from.x + from.width / 2.0, from.y + from.height + 1.0);
        let end = (to.x + to.width * across, to.y + (to.height * 0.2).min(1.5));
        let reach = (end.1 - start.1) * 0.5;
        let points = [start, (start.0, start.1 + reach), (end.0, end.1 - reach), end];
        self.thumbnail.add(class, &Curve { points }.path());
        let knob = Rect { x: end.0 - 1.2, y: end.1 - 1.2, width: 2.4, height: 2.4 };
        self.thumbnail
            .add(if is_outside { "thumbnail-knob thumbnail-danger" } else { "thumbnail-knob" }, &rect(knob));
    }
}

fn rect(Rect { x, y, width, height }: Rect) -> String {
    let [x, y, width, height] = [x, y, width, height].map(tenths);
    ["M", &x, " ", &y, "h", &width, "v", &height, "h-", &width, "z"].concat()
}

/// Returns slanted lines that fill a rectangle.
fn hatch(Rect { x, y, width, height }: Rect) -> String {
    const APART: f64 = 4.0;
    let mut path = String::new();
    // Each line is x + y = at, from the lower left to the upper right.
    let mut at = x + y + APART / 2.0;
    while at < x + width + y + height {
        let left = x.max(at - y - height);
        let right = (x + width).min(at - y);
        let [x0, y0, x1, y1] = [left, at - left, right, at - right].map(tenths);
        path.push_str(&["M", &x0, " ", &y0, "L", &x1, " ", &y1].concat());
        at += APART;
    }
    path
}
