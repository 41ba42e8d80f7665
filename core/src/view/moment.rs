//! A run at a cursor, computed once for all views.

use crate::session::{
    cost::Transactions,
    run::{Bits, Bound, Place, Run, ScalarType, Scenario, State, Surface},
    text::Span,
};
use crate::trace::{Access, Frame, Phase, Target};
use std::cell::OnceCell;
use std::rc::Rc;

/// Facts about a whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// The out-of-bounds places that any instruction accesses, each once.
    pub outside: Vec<Target>,
    /// The length of the longest queue at one place in one instruction.
    pub crowd: usize,
    /// The contents of memory at the end.
    pub end: State,
    /// The maximum number of rows in the table of any instruction. The page reserves room for them.
    pub most_rows: usize,
    /// The maximum number of rows with operands and results.
    pub most_operand_rows: usize,
    /// The maximum number of lanes with a column in the table of any instruction.
    pub most_columns: usize,
    /// The transactions of each summarized instruction, if the text names a cost model.
    pub transactions: Vec<Transactions>,
    /// Whether operands repeat the addresses of all lanes of every instruction.
    pub(super) repeats_operands: bool,
}

/// A run at a cursor.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The run.
    pub run: Rc<Run>,
    /// The text of the run's scenario.
    pub text: Rc<str>,
    /// The state of the lanes, with the steps before and after.
    pub frame: Frame,
    /// The contents of memory.
    pub state: State,
    /// The instruction on the stage: its position in the program.
    pub instruction: usize,
    /// Facts about the whole run.
    pub summary: Rc<RunSummary>,
    /// The moment that this one is compared with: the other side at the corresponding step, or the pinned step.
    pub beside: Option<Rc<Moment>>,
    /// The places whose final contents are not as the text expects; empty before the end.
    unexpected: Rc<[Place]>,
    /// The access of [`Self::upcoming_access`], once it is known.
    upcoming: OnceCell<Option<Access>>,
}

/// Returns the instruction on the stage: the current one, or the first one before anything ran.
pub fn instruction_at(frame: &Frame) -> usize {
    frame.instruction.unwrap_or(0) as usize
}

impl Moment {
    /// Creates the moment of a run after `cursor` micro-steps. `text` is the scenario's text, `summary` the run's summary.
    pub fn new(run: &Rc<Run>, text: &Rc<str>, cursor: u32, summary: Rc<RunSummary>) -> Self {
        let (frame, state) = run.moment(cursor);
        let instruction = instruction_at(&frame);
        let (run, text) = (Rc::clone(run), Rc::clone(text));
        Self {
            run,
            text,
            state,
            instruction,
            frame,
            summary,
            beside: None,
            unexpected: Rc::default(),
            upcoming: OnceCell::new(),
        }
    }

    /// Returns this moment, compared with `other`.
    pub fn next_to(&self, other: &Rc<Self>) -> Self {
        Self { beside: Some(Rc::clone(other)), ..self.clone() }
    }

    /// Returns whether an element of a surface differs in the compared moment. A surface that only one side has is not compared.
    pub fn differs_beside(&self, surface: &Surface, element: usize) -> bool {
        let other = self.beside.as_ref().and_then(|other| {
            let surfaces = &other.scenario().layout.surfaces;
            Some((other, surfaces.iter().find(|there| there.name == surface.name)?))
        });
        other.is_some_and(|(other, there)| {
            let is_alike = there.ty == surface.ty && element < there.count();
            !is_alike || self.state.read(surface.element(element)) != other.state.read(there.element(element))
        })
    }

    /// Returns this moment with the places whose final contents are not as the text expects.
    pub fn with_unexpected(self, unexpected: Rc<[Place]>) -> Self {
        Self { unexpected, ..self }
    }

    /// Returns whether the contents of a place are not as the text expects.
    pub fn is_unexpected(&self, place: Place) -> bool {
        self.unexpected.iter().any(|unexpected| unexpected.overlaps(place))
    }

    /// Returns the access that the lane of the last step is about to make, before another lane has a turn.
    pub fn upcoming_access(&self) -> Option<&Access> {
        self.upcoming.get_or_init(|| self.run.upcoming_access(self.frame.cursor)).as_ref()
    }

    /// Returns the accesses near the last step, in order of preference: its own, the one that its trap prevented, the one that its
    /// lane is about to make, and the lane's last one.
    pub fn accesses_at_hand(&self) -> impl Iterator<Item = &Access> {
        let last = self.frame.last.as_ref();
        // A lane returns the result of the access before.
        let unfinished = last.filter(|last| last.phase != Phase::Return);
        let upcoming = unfinished.into_iter().filter_map(|_| self.upcoming_access());
        let before = last.and_then(|last| self.frame.lanes.get(last.lane?.index())?.access.as_ref());
        let own = last.into_iter().flat_map(|last| last.accesses().chain(last.prevented()));
        own.chain(upcoming).chain(before)
    }

    /// Returns the first of [`Self::accesses_at_hand`].
    pub fn access_at_hand(&self) -> Option<&Access> {
        self.accesses_at_hand().next()
    }

    /// Returns the scenario.
    pub fn scenario(&self) -> &Scenario {
        self.run.scenario()
    }

    /// Returns the instruction on the stage; `None` if the program is empty.
    pub fn bound(&self) -> Option<&Bound> {
        self.scenario().program.get(self.instruction)
    }

    /// Returns the places that the lanes of the instruction on the stage access, over all its steps.
    pub fn targets(&self) -> &[Target] {
        self.run.targets(self.instruction)
    }

    /// Returns the targets within bounds that share a byte with `place`.
    pub fn targets_at(&self, place: Place) -> impl Iterator<Item = &Target> {
        self.targets()
            .iter()
            .filter(move |target| target.access.inside && target.access.place.overlaps(place))
    }

    /// Returns the text of the instruction on the stage.
    pub fn instruction_text(&self) -> &str {
        self.bound().map_or("", |bound| bound.span.of(&self.text))
    }

    /// Returns the span of the instruction on the stage.
    pub fn instruction_span(&self) -> Option<Span> {
        self.bound().map(|bound| bound.span)
    }
}

/// The definedness of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Definedness {
    /// Every bit is defined.
    #[default]
    Defined,
    /// Some bits are defined and some are not.
    Partly,
    /// No bit is defined.
    Undefined,
}

impl Definedness {
    /// Returns the definedness of a value of a type.
    pub fn from_bits(bits: Bits, ty: ScalarType) -> Self {
        if bits.is_defined(ty.width_bits()) {
            Self::Defined
        } else if bits.is_undefined(ty.width_bits()) {
            Self::Undefined
        } else {
            Self::Partly
        }
    }

    /// Returns the CSS class, if there is one.
    pub fn class(self) -> Option<&'static str> {
        match self {
            Self::Defined => None,
            Self::Partly => Some("partly-undefined"),
            Self::Undefined => Some("undefined"),
        }
    }

    /// Returns a suffix for the accessible name.
    pub fn remark(self) -> &'static str {
        match self {
            Self::Defined => "",
            Self::Partly => ", partly undefined",
            Self::Undefined => ", undefined",
        }
    }
}
