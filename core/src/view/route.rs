//! The routes of wires. A wire passes between the columns of lanes and between cells, so it covers no value. It ends at its place, or
//! at the edge beyond which its place lies.

use super::curve::{Path, Point, Rect, between, tenths};
use std::collections::BTreeMap;

/// The height of a turn between two lines of cells, and between two banks of lanes: in em, and at least in CSS pixels.
const TURN: f64 = 0.4;
const TURN_PX: f64 = 5.0;
/// The width of a gap beside the first or the last column, and of the border between two columns of lanes.
const MARGIN: f64 = 10.0;
/// The maximum distance of two wires in one gap.
const APART: f64 = 2.0;
/// The space between a label and the wires beside it.
const LABEL_MARGIN: f64 = 2.0;
/// The part of a cell's upper edge for wires that come through the gap to its left, and the width in em up to which it grows.
const NEAR_GAP: f64 = 0.5;
const WIDEST_TURN: f64 = 4.0;

/// The parts of the stage that wires pass, in its coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    /// The upper edge of the visible part of the lanes, below their heads.
    pub lanes_top: f64,
    /// The lower edge of the lanes, and the upper edge of the visible part of memory.
    pub gap: (f64, f64),
    /// The lower edge of the visible part of memory.
    pub floor: f64,
    /// The blocks of memory, from top to bottom.
    pub blocks: Vec<Block>,
    /// The labels, which lie over the wires.
    pub labels: Vec<Rect>,
    /// The size of text.
    pub text_px: f64,
}

/// Lines of cells with the same columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Upper edge of the first line.
    pub top: f64,
    /// Lower edge of the last line.
    pub bottom: f64,
    /// Left and right edge of each column, from left to right.
    pub columns: Vec<(f64, f64)>,
}

/// The two ends of a wire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// The middle of the lower edge of a lane's column, which may be scrolled out of sight.
    pub start: Point,
    /// The right edge of that column, if further banks of lanes are below it.
    pub border: Option<f64>,
    /// The place in memory. For a place on another page, a cell of its column.
    pub place: Rect,
    /// The direction of a place on another page.
    pub page: Option<Way>,
    /// The position among the wires to the place, from 0, and their number.
    pub share: (usize, usize),
}

/// A direction in which a place is out of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Above the visible part of memory.
    Up,
    /// Below it.
    Down,
}

/// The route of a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The path from the lane to the place, or to the edge of the visible part of memory.
    pub path: Path,
    /// The direction of the place, if it is out of sight.
    pub way: Option<Way>,
}

/// A vertical part of a route, in a gap between two columns.
struct Passage {
    /// The block; `None` for the lanes.
    block: Option<usize>,
    /// The middle and the width of the gap.
    x: f64,
    width: f64,
    /// The upper and the lower end.
    from: f64,
    to: f64,
}

impl Passage {
    /// Returns the identity of the gap.
    fn gap(&self) -> (Option<usize>, i64) {
        (self.block, self.x.round() as i64)
    }
}

impl Room {
    /// Returns the routes of all wires. Wires in one gap lie next to each other.
    pub fn routes(&self, wires: &[Ends]) -> Vec<Route> {
        let passages: Vec<Vec<Passage>> = wires.iter().map(|wire| self.passages(wire)).collect();
        // The number of wires in each gap.
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        for passage in passages.iter().flatten() {
            *counts.entry(passage.gap()).or_default() += 1;
        }
        let mut placed: BTreeMap<_, usize> = BTreeMap::new();
        let mut offset = |passage: &Passage| {
            let count = counts[&passage.gap()] as f64;
            let position = placed.entry(passage.gap()).or_default();
            let from_middle = *position as f64 - (count - 1.0) / 2.0;
            *position += 1;
            from_middle * APART.min((passage.width - 1.0).max(0.0) / count)
        };
        let mut route = |(wire, passages): (&Ends, &Vec<Passage>)| {
            let mut path = Path::from_point(self.start(wire));
            for passage in passages {
                let x = passage.x + offset(passage);
                path.descend_to((x, passage.from));
                path.descend_to((x, passage.to));
            }
            let way = self.way(wire);
            match way {
                None => self.arrive(wire, passages.iter().any(|passage| passage.block.is_some()), &mut path),
                Some(Way::Up) => {}
                Some(Way::Down) => path.descend_to((path.end().0, self.floor)),
            }
            Route { path, way }
        };
        wires.iter().zip(&passages).map(&mut route).collect()
    }

    /// Returns the area of the wires as the data of an SVG path with the rule `evenodd`: everything but the labels.
    pub fn area(&self) -> String {
        let far = "M-9999 -9999H99999V99999H-9999Z".to_owned();
        let hole = |Rect { x, y, width, height }: &Rect| {
            let [left, right] = [x - LABEL_MARGIN, x + width + LABEL_MARGIN].map(tenths);
            format!("M{left} {}H{right}V{}H{left}Z", tenths(*y), tenths(y + height))
        };
        far + &self.labels.iter().map(hole).collect::<String>()
    }

    /// Ends a path at the upper edge of its place.
    fn arrive(&self, wire: &Ends, comes_through_gap: bool, path: &mut Path) {
        let (index, count) = wire.share;
        let part = (index as f64 + 1.0) / (count as f64 + 1.0);
        let y = self.upper_edge(wire.place) - 1.0;
        if !comes_through_gap {
            // Below the gap, other cells may be to the left and to the right.
            let x = wire.place.x + wire.place.width * part;
            path.descend_to((x, y.min(self.gap.1)));
            path.descend_to((x, y));
            return;
        }
        let width = wire.place.width.min(WIDEST_TURN * self.text_px);
        let (x, from) = (wire.place.x + width * part * NEAR_GAP, path.end());
        let turn = self.turn();
        path.curve_to((from.0, y - turn * 0.2), (x, y - turn * 0.8), (x, y));
    }

    /// Returns the start of a wire. The wire of a bank that is scrolled out of sight comes from the upper edge, between the columns of
    /// other lanes.
    fn start(&self, wire: &Ends) -> Point {
        let (x, y) = wire.start;
        match wire.border {
            Some(border) if y < self.lanes_top => (border, self.lanes_top),
            _ => (x, between(y, self.lanes_top, self.gap.0)),
        }
    }

    /// Returns the direction of a wire's place, if it is out of sight. It is if less than half of what fits is visible.
    fn way(&self, wire: &Ends) -> Option<Way> {
        let Rect { y, height, .. } = wire.place;
        let (above, below) = (self.gap.1 - y, y + height - self.floor);
        let visible = height - above.max(0.0) - below.max(0.0);
        let is_visible = visible >= height.min(self.floor - self.gap.1) / 2.0;
        let way = if above > below { Way::Up } else { Way::Down };
        wire.page.or((!is_visible).then_some(way))
    }

    /// Returns the height of a turn.
    fn turn(&self) -> f64 {
        (TURN * self.text_px).max(TURN_PX)
    }

    /// Returns the upper edge of a place's visible part.
    fn upper_edge(&self, place: Rect) -> f64 {
        place.y.max(self.gap.1)
    }

    /// Returns the passages of a wire from top to bottom.
    fn passages(&self, wire: &Ends) -> Vec<Passage> {
        let beside_lanes = wire.border.map(|x| {
            let from = self.start(wire).1 + self.turn();
            Passage { block: None, x, width: MARGIN, from, to: self.gap.0.max(from) }
        });
        let mut passages = Vec::new();
        let way = self.way(wire);
        let end = match way {
            Some(Way::Up) => self.gap.1,
            Some(Way::Down) => self.floor,
            None => self.upper_edge(wire.place) - 1.0,
        };
        let mut y = self.gap.1;
        for (index, block) in self.blocks.iter().enumerate() {
            let (from, to) = (block.top.max(y), block.bottom.min(end));
            if from + 2.0 > to || !block.spans(wire.place.x) {
                continue;
            }
            let (x, width) = block.gap_near(wire.place.x);
            // The turn to a cell is between its line and the line above.
            let is_inside = way.is_none() && end < block.bottom;
            y = if is_inside { (end - self.turn()).max(from) } else { to };
            // Other cells, which begin higher, may be beside the first block.
            let from = if passages.is_empty() { self.gap.1 } else { from };
            passages.push(Passage { block: Some(index), x, width, from, to: y });
        }
        if way.is_some() && passages.is_empty() {
            // The wire ends at the edge, in the gap to the left of its place.
            let own = self.blocks.iter().enumerate().rfind(|(_, block)| block.spans(wire.place.x));
            let (x, width) = own.map_or((wire.place.x, MARGIN), |(_, block)| block.gap_near(wire.place.x));
            let to = end - 1.0;
            let from = to.min(self.gap.1);
            passages.push(Passage { block: own.map(|(index, _)| index), x, width, from, to });
        }
        beside_lanes.into_iter().chain(passages).collect()
    }
}

impl Block {
    /// Returns whether the block's columns or their margins contain a horizontal position.
    fn spans(&self, x: f64) -> bool {
        let ends = self.columns.first().zip(self.columns.last());
        ends.is_some_and(|(first, last)| first.0 - MARGIN <= x && x <= last.1 + MARGIN)
    }

    /// Returns the middle and the width of the gap that is nearest to a horizontal position.
    fn gap_near(&self, x: f64) -> (f64, f64) {
        let between =
            self.columns.windows(2).map(|pair| ((pair[0].1 + pair[1].0) / 2.0, pair[1].0 - pair[0].1));
        let first = self.columns.first().map(|(left, _)| (left - MARGIN / 2.0, MARGIN));
        let last = self.columns.last().map(|(_, right)| (right + MARGIN / 2.0, MARGIN));
        let gaps = first.into_iter().chain(between).chain(last);
        gaps.min_by(|a, b| (a.0 - x).abs().total_cmp(&(b.0 - x).abs())).unwrap_or((x, MARGIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three lines of two cells at y 100, 140 and 180. Each is 40 wide and 30 high. The floor is below the second line.
    fn room() -> Room {
        let block = Block { top: 100.0, bottom: 210.0, columns: vec![(10.0, 50.0), (60.0, 100.0)] };
        let (gap, blocks) = ((40.0, 100.0), vec![block]);
        Room { lanes_top: 0.0, gap, floor: 172.0, blocks, labels: Vec::new(), text_px: 10.0 }
    }

    fn cell(column: usize, line: usize) -> Rect {
        Rect { x: [10.0, 60.0][column], y: 100.0 + 40.0 * line as f64, width: 40.0, height: 30.0 }
    }

    fn ends(place: Rect) -> Ends {
        Ends { start: (30.0, 40.0), border: None, place, page: None, share: (0, 1) }
    }

    /// Returns the ends of the routes, and the directions of places out of sight.
    fn routed(wires: &[Ends]) -> Vec<(Point, Option<Way>)> {
        room().routes(wires).iter().map(|route| (route.path.end(), route.way)).collect()
    }

    #[test]
    fn labels_lie_over_wires() {
        assert_eq!(room().area(), "M-9999 -9999H99999V99999H-9999Z");
        let label = Rect { x: 10.0, y: 80.0, width: 30.0, height: 12.0 };
        let room = Room { labels: vec![label], ..room() };
        assert_eq!(room.area(), "M-9999 -9999H99999V99999H-9999ZM8.0 80.0H42.0V92.0H8.0Z");
    }

    #[test]
    fn a_wire_ends_at_its_cell() {
        assert_eq!(
            routed(&[ends(cell(0, 0)), ends(cell(1, 0))]),
            [((30.0, 99.0), None), ((80.0, 99.0), None)]
        );
        // Through the gap at x 55: its upper edge, near that gap.
        assert_eq!(routed(&[ends(cell(1, 1))]), [((70.0, 139.0), None)]);
        let path = &room().routes(&[ends(cell(1, 1))])[0].path;
        for y in [105.0, 115.0, 125.0] {
            assert_eq!(path.nearest(y).0.round(), 55.0, "at {y}");
        }
    }

    #[test]
    fn wires_of_one_place_share_its_edge_and_others_never_meet() {
        let queue = [0, 1].map(|index| Ends { share: (index, 2), ..ends(cell(0, 0)) });
        let x = routed(&queue).iter().map(|(end, _)| end.0.round()).collect::<Vec<_>>();
        assert_eq!(x, [23.0, 37.0], "a third and two thirds of 40");
        // Three wires in one gap: two to places out of sight below, one to the second line.
        let below = |share| Ends { share, ..ends(cell(1, 2)) };
        let all = [below((0, 2)), below((1, 2)), ends(cell(1, 1))];
        let expected =
            [((53.0, 172.0), Some(Way::Down)), ((55.0, 172.0), Some(Way::Down)), ((70.0, 139.0), None)];
        assert_eq!(routed(&all), expected);
    }

    #[test]
    fn a_place_out_of_sight_is_at_the_edge() {
        let above = Rect { y: 60.0, ..cell(1, 0) };
        assert_eq!(routed(&[ends(above)]), [((55.0, 99.0), Some(Way::Up))]);
        let page = |way| Ends { page: Some(way), ..ends(cell(1, 0)) };
        assert_eq!(routed(&[page(Way::Up)]), [((55.0, 99.0), Some(Way::Up))]);
        assert_eq!(routed(&[page(Way::Down)]), [((55.0, 172.0), Some(Way::Down))]);
        // Half of the cell is hidden under the lanes.
        let half = Rect { y: 85.0, ..cell(0, 0) };
        assert_eq!(routed(&[ends(half)]), [((30.0, 99.0), None)]);
        // Less than half is visible, at either edge.
        let sliver = |y| Rect { y, ..cell(1, 0) };
        assert_eq!(routed(&[ends(sliver(84.0))]), [((55.0, 99.0), Some(Way::Up))]);
        assert_eq!(routed(&[ends(sliver(158.0))]), [((55.0, 172.0), Some(Way::Down))]);
        // The room is lower than the place.
        let low = Room { floor: 110.0, ..room() };
        let ways = [ends(cell(0, 0)), ends(Rect { y: 79.0, ..cell(0, 0) })].map(|wire| low.way(&wire));
        assert_eq!(ways, [None, None]);
    }

    #[test]
    fn a_lane_in_an_upper_bank_leaves_beside_its_column() {
        let wire = Ends { start: (30.0, 10.0), border: Some(45.0), ..ends(cell(0, 0)) };
        let path = &room().routes(&[wire])[0].path;
        assert_eq!((path.nearest(30.0).0, path.end()), (45.0, (30.0, 99.0)));
    }

    #[test]
    fn a_wire_of_a_lane_that_is_scrolled_out_of_sight_crosses_no_value() {
        let room = Room { lanes_top: 15.0, ..room() };
        let wire = Ends { start: (30.0, -20.0), border: Some(45.0), ..ends(cell(0, 0)) };
        let path = &room.routes(&[wire])[0].path;
        assert_eq!(path.at(0.0), (45.0, 15.0));
        assert_eq!([16.0, 20.0, 39.0].map(|y| path.nearest(y).0.round()), [45.0; 3]);
        // A bank below the visible lanes: the wire starts at their lower edge.
        let below = Ends { start: (30.0, 90.0), ..ends(cell(0, 0)) };
        assert_eq!(room.routes(&[below])[0].path.at(0.0), (30.0, 40.0));
    }

    #[test]
    fn a_wire_to_a_second_surface_passes_between_the_cells_of_the_first() {
        let mut room = room();
        room.floor = 400.0;
        room.blocks.push(Block { top: 300.0, bottom: 330.0, columns: vec![(10.0, 100.0)] });
        let wire = ends(Rect { x: 10.0, y: 300.0, width: 90.0, height: 30.0 });
        let path = &room.routes(&[wire])[0].path;
        assert_eq!([150.0, 205.0].map(|y| path.nearest(y).0.round()), [5.0, 5.0]);
        assert_eq!(path.end().1, 299.0);
    }

    #[test]
    fn a_wire_to_a_list_beside_the_cells_is_vertical_from_the_first_line_on() {
        let mut room = room();
        room.blocks.push(Block { top: 130.0, bottom: 200.0, columns: vec![(120.0, 160.0)] });
        let path = &room.routes(&[ends(Rect { x: 120.0, y: 170.0, width: 40.0, height: 30.0 })])[0].path;
        assert_eq!([101.0, 125.0, 150.0].map(|y| path.nearest(y).0.round()), [115.0; 3]);
    }

    #[test]
    fn a_wire_to_another_page_crosses_no_place_out_of_bounds() {
        // The cells are scrolled out of sight. The list below them begins in the second column.
        let mut room = Room { gap: (40.0, 220.0), floor: 300.0, ..room() };
        room.blocks.push(Block { top: 210.0, bottom: 240.0, columns: vec![(60.0, 100.0)] });
        let wire = Ends { start: (80.0, 40.0), page: Some(Way::Down), ..ends(cell(0, 0)) };
        let path = &room.routes(&[wire])[0].path;
        assert_eq!([221.0, 235.0, 250.0].map(|y| path.nearest(y).0.round()), [5.0; 3]);
    }

    #[test]
    fn a_line_of_which_little_is_visible_is_not_crossed() {
        // The lowest 4 of the first line are visible below the lanes.
        let room = Room { gap: (40.0, 126.0), ..room() };
        let path = &room.routes(&[ends(cell(1, 1))])[0].path;
        assert_eq!((path.nearest(128.0).0.round(), path.end()), (55.0, (70.0, 139.0)));
        // A place to the right of the cells, below the gap.
        let beside = Rect { x: 140.0, y: 125.0, width: 40.0, height: 20.0 };
        let path = &self::room().routes(&[ends(beside)])[0].path;
        assert_eq!((path.nearest(101.0).0.round(), path.end()), (160.0, (160.0, 124.0)));
    }
}
