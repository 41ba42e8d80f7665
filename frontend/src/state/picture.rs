//! The picture on the stage: lanes, memory and the wires between them, laid out in a room.

use super::by_identity::ByIdentity;
use super::embed::{EmbedSettings, EmbedSize};
use super::entry::{Entry, Rejected};
use super::inquiries::KnownOutcomes;
use super::model::Model;
use super::physical::{MemoryView, memory};
use super::quiz::{Quiz, answer_lanes};
use super::selection::{Related, Selection};
use super::sight::place_at_hand;
use super::surface::{SurfaceOptions, surfaces};
use lanescope_core::session::run::{Breakpoint, LaneMask};
use lanescope_core::trace::LaneStatus;
use lanescope_core::view::Formats;
use lanescope_core::view::gesture::{Gesture, gesture};
use lanescope_core::view::lanes::{LaneCell, LaneTableView, Row, RowValue};
use lanescope_core::view::layout::{Cells, Height, Shape, StageLayout, SurfaceShape};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::paging::{SurfacePage, is_narrow};
use lanescope_core::view::place::StagePlace;
use lanescope_core::view::surface::SurfaceView;
use lanescope_core::view::wires::{Wire, wires};
use std::rc::Rc;

/// The content of a stage, before it is laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct StageView {
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
    /// The variables whose initial values are one series, each with its step. Their rows have a handle.
    pub strides: Rc<Vec<(String, i128)>>,
    /// Milliseconds per step during playback.
    pub pace_ms: Option<u32>,
    /// Size of the embed; `None` on the full page.
    pub embed_size: Option<EmbedSize>,
    /// Whether the picture may be as high as it needs, as in an embed that grows with its content.
    pub is_free: bool,
}

impl StageView {
    /// Returns the stage of the active side.
    pub fn new(model: &Model, moment: Option<ByIdentity<Moment>>, embed: Option<&EmbedSettings>) -> Self {
        Self {
            known: model.outcomes_on_stage().cloned(),
            quiz: model.learning.quiz.clone(),
            breakpoints: model.playback.breakpoints.clone(),
            rejected: model.document.rejected.clone(),
            strides: Rc::new(model.document.session.strides()),
            ..Self::inactive(model, moment, embed)
        }
    }

    /// Returns the stage of the inactive side, without breakpoints, questions, refused input and strides.
    pub fn inactive(
        model: &Model,
        moment: Option<ByIdentity<Moment>>,
        embed: Option<&EmbedSettings>,
    ) -> Self {
        Self {
            moment,
            run: model.document.runs,
            formats: model.settings.formats.clone(),
            selection: model.chrome.selection,
            surface_page: model.chrome.surface_page,
            memory_part: model.chrome.memory_part,
            known: None,
            quiz: None,
            breakpoints: Rc::default(),
            rejected: Rc::default(),
            strides: Rc::default(),
            pace_ms: model.pace_ms(),
            embed_size: embed.map(|settings| settings.size),
            is_free: embed.is_some_and(|settings| !settings.fits),
        }
    }

    /// Returns the number formats, if rows and surfaces have a menu to choose theirs.
    fn own_formats(&self) -> Option<Formats> {
        self.embed_size.is_none().then(|| self.formats.clone())
    }
}

/// Parts of the table of lanes that are shown on demand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unfolded {
    /// Whether lanes that are masked off from the start have columns.
    pub lanes: bool,
    pub rows: bool,
}

impl Unfolded {
    /// Returns the lanes that have a column, and the folded ones.
    pub fn columns(self, table: &LaneTableView) -> (Vec<usize>, Vec<usize>) {
        let (shown, folded) = table.folded();
        (if self.lanes { (0..table.lanes.len()).collect() } else { shown }, folded)
    }

    /// Returns the rows that are shown.
    pub fn rows(self, table: &LaneTableView) -> impl Iterator<Item = &Row> {
        table.rows.iter().filter(move |row| self.rows || !row.is_helper)
    }
}

/// The picture at a moment, in a room.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub lanes: Rc<LanesView>,
    pub surfaces: Vec<SurfacePicture>,
    pub wires: Rc<WiresView>,
    pub layout: Rc<StageLayout>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LanesView {
    pub table: LaneTableView,
    pub layout: Rc<StageLayout>,
    /// The variables whose initial values are one series, each with its step.
    pub strides: Rc<Vec<(String, i128)>>,
    /// The number formats, if rows have a menu to choose theirs.
    pub formats: Option<Formats>,
    /// The dispatch mask, if the lanes have switches.
    pub mask: Option<LaneMask>,
    pub selection: Option<Selection>,
    /// Lanes and values related to the selection.
    pub related: Related,
    /// Input that was refused.
    pub rejected: Rc<Vec<Rejected>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SurfacePicture {
    pub surface: Rc<SurfaceView>,
    /// The surface in memory order; `None` if the grid already shows that order.
    pub memory: Option<Rc<MemoryView>>,
    /// Width of the stage in CSS pixels.
    pub width_px: f64,
    pub cells: Cells,
    /// The number formats, if the surface has a menu to choose its own.
    pub formats: Option<Formats>,
    /// Input for cells that was refused.
    pub rejected: Rc<Vec<Rejected>>,
}

/// The wires of the picture, and what decides where they end.
#[derive(Clone, Debug, PartialEq)]
pub struct WiresView {
    /// The layout of the stage. Its numbers go to the style sheet before anything is measured.
    pub layout: Rc<StageLayout>,
    /// Further values whose change moves the ends of wires: the size of the room, and the pages.
    pub arrangement: (i64, i64, usize),
    pub wires: Vec<Wire>,
    pub gesture: Gesture,
    /// The place in memory that the current lane accesses.
    pub at_hand: Option<StagePlace>,
    /// The selected lane. The ends of its wires have handles.
    pub selected: Option<u8>,
    pub cursor: u32,
    /// Number of the run, counted from the first.
    pub run: u64,
}

impl WiresView {
    /// Returns whether the lane of a wire is selected.
    pub fn is_selected(&self, wire: &Wire) -> bool {
        self.selected == Some(wire.lane)
    }
}

/// The height in CSS pixels that an embed reserves for the picture, as in embed.css: in a narrow window, and in a wide one.
pub const RESERVED_PX: (f64, f64) = (430.0, 350.0);

fn reserved_px(width_px: f64) -> f64 {
    if width_px < 536.0 { RESERVED_PX.0 } else { RESERVED_PX.1 }
}

impl Picture {
    /// Lays the picture out in a room of some CSS pixels. `longest` is the number of characters of the longest value of a lane. The
    /// columns agree with those of a picture of `beside` in a room of the same size.
    pub fn new(
        stage: &StageView,
        moment: &Moment,
        (width_px, height_px): (f64, f64),
        unfolded: Unfolded,
        longest: usize,
        beside: Option<&Moment>,
    ) -> Self {
        let content = stage.content(moment, width_px);
        let mut shape = stage.shape(moment, &content, width_px, unfolded, longest);
        if let Some(other) = beside {
            let content = stage.content(other, width_px);
            shape = shape.joined(&stage.shape(other, &content, width_px, unfolded, longest));
        }
        let has_switches = stage.has_switches(&content.table);
        let Content { table, surfaces } = content;
        let height = match stage.is_free {
            true => Height::Reserved(reserved_px(width_px)),
            false => Height::Fixed(height_px),
        };
        let mut layout = StageLayout::new(&shape, width_px, height);
        // The layout does not count the lines in memory order.
        layout.scrolls |= surfaces.iter().any(|(_, memory)| memory.is_some());
        let layout = Rc::new(layout);
        let pages = surfaces.iter().map(|(view, _)| view.page).sum();
        let views = surfaces.iter().map(|(view, _)| view);
        let wires = WiresView {
            wires: wires(moment, views.zip(&layout.cells)),
            layout: Rc::clone(&layout),
            arrangement: (width_px as i64, if stage.is_free { 0 } else { height_px as i64 }, pages),
            gesture: gesture(moment, &stage.formats),
            at_hand: place_at_hand(moment),
            selected: match stage.selection {
                Some(Selection::Lane(lane)) => Some(lane),
                _ => None,
            },
            cursor: moment.frame.cursor,
            run: stage.run,
        };
        let lanes = LanesView {
            table,
            layout: Rc::clone(&layout),
            strides: Rc::clone(&stage.strides),
            formats: stage.own_formats(),
            mask: has_switches.then(|| moment.scenario().dispatch_mask),
            selection: stage.selection,
            related: Related::new(moment, stage.selection),
            rejected: Rc::clone(&stage.rejected),
        };
        let surface = |((view, memory), cells): ((SurfaceView, Option<MemoryView>), &Cells)| SurfacePicture {
            surface: Rc::new(view),
            memory: memory.map(Rc::new),
            width_px,
            cells: *cells,
            formats: stage.own_formats(),
            rejected: Rc::clone(&stage.rejected),
        };
        let surfaces = surfaces.into_iter().zip(&layout.cells).map(surface).collect();
        Self { lanes: Rc::new(lanes), surfaces, wires: Rc::new(wires), layout }
    }
}

/// The lanes and the surfaces of a moment, each surface with its memory if that is shown too.
struct Content {
    table: LaneTableView,
    surfaces: Vec<(SurfaceView, Option<MemoryView>)>,
}

impl StageView {
    fn content(&self, moment: &Moment, width_px: f64) -> Content {
        let mut table = LaneTableView::new(moment, &self.formats);
        if let Some(quiz) = &self.quiz {
            answer_lanes(&mut table, quiz);
        }
        Content { table, surfaces: self.surfaces(moment, width_px) }
    }

    /// Returns whether lanes have switches. While a question asks for lanes, pressing them is the answer.
    fn has_switches(&self, table: &LaneTableView) -> bool {
        let asks_lanes = table.lanes.iter().any(|lane| lane.answer.as_ref().is_some_and(|it| it.can_change));
        self.embed_size.is_none() && !asks_lanes
    }

    /// Returns the content that the layout depends on.
    fn shape(
        &self,
        moment: &Moment,
        Content { table, surfaces }: &Content,
        width_px: f64,
        unfolded: Unfolded,
        longest: usize,
    ) -> Shape {
        let surface_shape = |(view, memory): &(SurfaceView, Option<MemoryView>)| SurfaceShape {
            taken_px: memory.as_ref().map_or(0.0, |memory| width_px - memory.arranged(width_px).grid_px),
            ..view.shape()
        };
        Shape {
            lanes: unfolded.columns(table).0.len().max(moment.summary.most_columns),
            // An embed keeps this room for its paddings, because its height is reserved before it is drawn.
            has_switches: self.has_switches(table) || self.embed_size.is_some(),
            rows: match self.embed_size {
                // A strip shows heads only.
                Some(EmbedSize::Strip) => 0,
                _ => moment.summary.most_rows.max(unfolded.rows(table).count()),
            },
            operand_rows: moment.summary.most_operand_rows,
            longest,
            crowd: moment.summary.crowd,
            surfaces: surfaces.iter().map(surface_shape).collect(),
            is_unfolded: unfolded.rows,
        }
    }

    /// Returns the surfaces on a stage of `width_px`, each with its memory if that is shown too.
    fn surfaces(&self, moment: &Moment, width_px: f64) -> Vec<(SurfaceView, Option<MemoryView>)> {
        let shown = SurfaceOptions {
            formats: &self.formats,
            selection: self.selection,
            page: self.surface_page,
            memory_part: self.memory_part,
            is_narrow: is_narrow(width_px),
            page_elements: None,
            one_gob: self.embed_size.is_some(),
            breakpoints: &self.breakpoints,
            known: self.known.as_deref(),
            quiz: self.quiz.as_ref(),
        };
        let views = match self.embed_size {
            Some(size) => size.surfaces(moment, shown, width_px),
            None => surfaces(moment, shown),
        };
        let shows_addresses = self.embed_size.is_none_or(|size| size.shows_addresses(width_px));
        let memory_of =
            |view: &SurfaceView| shows_addresses.then(|| memory(moment, view.index, shown)).flatten();
        let with_memory = |view: SurfaceView| {
            let memory = memory_of(&view);
            (view, memory)
        };
        views.into_iter().map(with_memory).collect()
    }
}

/// A row of a bank.
#[derive(Clone, Debug, PartialEq)]
pub struct RowView {
    /// Kind of the values in the row.
    pub slot: RowValue,
    pub label: String,
    /// The variable or register that holds the values.
    pub variable: Option<String>,
    /// The tooltip of the heading, which has both names in full.
    pub title: String,
    /// The step of the initial values, if they are one series.
    pub stride: Option<i128>,
    /// Whether a value differs from the compared one.
    pub differs: bool,
    /// Whether the row is selected.
    pub selected: bool,
    /// The values, one for each lane of the bank.
    pub columns: Vec<Column>,
    /// Input for values of the variable that was refused.
    pub rejected: Vec<Rejected>,
}

/// The part of a row in one column. Changes of a lane's status while stepping concern only its head and its `col`.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub lane: u8,
    pub off: bool,
    /// Whether the lane is selected.
    pub selected: bool,
    /// Whether the value is related to the selection.
    pub related: bool,
    pub cell: LaneCell,
}

impl LanesView {
    /// Returns a row of the bank with these lanes. Only the first bank shows strides.
    pub fn row(&self, row: &Row, lanes: &[usize], is_first_bank: bool) -> RowView {
        let column = |index: &usize| {
            let lane = &self.table.lanes[*index];
            Column {
                lane: lane.lane,
                off: matches!(lane.status, LaneStatus::Off(_)),
                selected: self.selection == Some(Selection::Lane(lane.lane)),
                related: self.related.value(row.slot, lane.lane),
                cell: row.cells.get(*index).cloned().unwrap_or_default(),
            }
        };
        let is_own = |name: &String| row.variable.as_ref() == Some(name);
        let is_refused = |rejected: &&Rejected| matches!(&rejected.entry, Some(Entry::Element { name, .. }) if is_own(name));
        let stride = self.strides.iter().find(|(name, _)| is_own(name));
        RowView {
            slot: row.slot,
            label: row.label.clone(),
            variable: row.variable.clone(),
            title: match &row.variable {
                Some(variable) => format!("{} · {variable}: {}", row.label, row.prose),
                None => format!("{}: {}", row.label, row.prose),
            },
            stride: stride
                .filter(|_| is_first_bank && matches!(row.slot, RowValue::Input(_)))
                .map(|(_, step)| *step),
            differs: row.differs,
            selected: self.selection == Some(Selection::Row(row.slot)),
            columns: lanes.iter().map(column).collect(),
            rejected: self.rejected.iter().filter(is_refused).cloned().collect(),
        }
    }
}
