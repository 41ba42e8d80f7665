//! The marks of cells and of the timeline: how they look, and what they mean. The page, its help and a test of the style sheets read
//! these tables.

use lanescope_core::session::orders::Decides;
use lanescope_core::trace::MarkKind;
use lanescope_core::view::moment::Definedness;
use lanescope_core::view::ruler::Usage;
use lanescope_core::view::surface::{CellView, Touch};

pub struct CellMark {
    /// Its class in the style sheets.
    pub class: &'static str,
    /// The class of another mark that its example in the help has, too.
    pub also: Option<&'static str>,
    /// Its meaning in the help; `None` if the help does not list it.
    pub legend: Option<&'static str>,
    /// Whether a cell has the mark.
    pub is_on: fn(&CellView) -> bool,
}

const fn listed(class: &'static str, legend: &'static str, is_on: fn(&CellView) -> bool) -> CellMark {
    CellMark { class, also: None, legend: Some(legend), is_on }
}

const fn with(also: &'static str, mark: CellMark) -> CellMark {
    CellMark { also: Some(also), ..mark }
}

const fn unlisted(class: &'static str, is_on: fn(&CellView) -> bool) -> CellMark {
    CellMark { class, also: None, legend: None, is_on }
}

/// All marks of cells, in the order of the help.
pub static CELL_MARKS: [CellMark; 19] = [
    listed("wanted", "a cell that one lane accesses", |cell| !cell.badges.is_empty()),
    listed("contended", "thick border: several lanes access it", |cell| cell.badges.len() > 1),
    with(
        "contended",
        listed("order-memory", "this colour: order decides the final value", |cell| {
            cell.matter == Some(Decides::Memory)
        }),
    ),
    with(
        "contended",
        listed("order-results", "dashed: order decides only what the lanes get back", |cell| {
            cell.matter == Some(Decides::Results)
        }),
    ),
    with(
        "contended",
        listed("order-undefined", "double: the manual does not define the result of two writes", |cell| {
            cell.matter == Some(Decides::Undefined)
        }),
    ),
    listed("just-read", "read in this step", |cell| cell.touched == Touch::Read),
    with("changed", listed("just-written", "written in this step", |cell| cell.touched == Touch::Written)),
    listed("changed", "corner on the right: changed since the start", |cell| cell.changed),
    listed("stops", "square on the left: the run stops when this is written", |cell| cell.stops),
    unlisted("undefined", |cell| cell.definedness == Definedness::Undefined),
    unlisted("partly-undefined", |cell| cell.definedness == Definedness::Partly),
    unlisted("selected", |cell| cell.selected),
    unlisted("differs-beside", |cell| cell.differs),
    unlisted("ruled", |cell| cell.ruler.is_some()),
    unlisted("even", |cell| is_used(cell, Usage::Even)),
    unlisted("odd", |cell| is_used(cell, Usage::Odd)),
    unlisted("several", |cell| is_used(cell, Usage::Several)),
    unlisted("sector-start", |cell| cell.ruler.as_ref().is_some_and(|mark| mark.starts_sector)),
    unlisted("line-start", |cell| cell.ruler.as_ref().is_some_and(|mark| mark.starts_line)),
];

fn is_used(cell: &CellView, usage: Usage) -> bool {
    cell.ruler.as_ref().is_some_and(|mark| mark.usage == usage)
}

/// Returns the classes of a cell in the grid and in memory.
pub fn cell_classes(cell: &CellView) -> [Option<&'static str>; CELL_MARKS.len()] {
    std::array::from_fn(|index| {
        let mark = &CELL_MARKS[index];
        (mark.is_on)(cell).then_some(mark.class)
    })
}

/// The kinds of marks on the timeline, in the order of the help.
pub const TIMELINE_KINDS: [MarkKind; 6] = [
    MarkKind::Collision,
    MarkKind::OutOfBounds,
    MarkKind::Undefined,
    MarkKind::UndefinedOverlap,
    MarkKind::Misaligned,
    MarkKind::Invariant,
];

/// A kind of mark on the timeline.
pub struct TimelineMark {
    pub word: &'static str,
    /// Its class in the style sheets.
    pub class: &'static str,
    /// A path around the origin. Each kind has its own shape, so that colour is not the only difference.
    pub glyph: &'static str,
}

/// Returns the look and the name of a kind of mark.
pub fn timeline_mark(kind: MarkKind) -> TimelineMark {
    let (word, class, glyph) = match kind {
        MarkKind::Collision => ("collision", "mark mark-collision", "M0 -5L5 0L0 5L-5 0Z"),
        MarkKind::UndefinedOverlap => {
            ("undefined overlap", "mark mark-undefined", "M-5 -5L5 5M5 -5L-5 5M0 -5L5 0L0 5L-5 0Z")
        }
        MarkKind::OutOfBounds => {
            ("out-of-bounds access", "mark mark-outside", "M-4.5 -4.5H4.5V4.5H-4.5ZM-2 -2V2H2V-2Z")
        }
        MarkKind::Undefined => (
            "undefined value",
            "mark mark-undefined",
            "M0 -5A5 5 0 1 0 0.01 -5ZM0 -2.6A2.6 2.6 0 1 1 -0.01 -2.6Z",
        ),
        MarkKind::Misaligned => ("misaligned access", "mark mark-misaligned", "M0 -5L5.2 4.5H-5.2Z"),
        MarkKind::Invariant => {
            ("broken invariant", "mark mark-outside", "M-1.5 -6H1.5V1H-1.5ZM-1.5 3H1.5V6H-1.5Z")
        }
    };
    TimelineMark { word, class, glyph }
}
