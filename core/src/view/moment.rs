//! A run at a cursor, gathered once for all that shows it.

use super::summary::RunSummary;
use crate::session::{Bits, Bound, Differences, Place, Run, ScalarType, Scenario, Span, State, Surface};
use crate::trace::{Frame, Target};
use std::rc::Rc;

/// A run at a cursor.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The run.
    pub run: Rc<Run>,
    /// The text that it belongs to.
    pub text: Rc<str>,
    /// Lanes, locals and queues.
    pub frame: Frame,
    /// Memory.
    pub state: State,
    /// The instruction on the stage, by its position in the program.
    pub instruction: usize,
    /// What holds for the whole run.
    pub summary: Rc<RunSummary>,
    /// The moment that this one is compared with.
    pub pinned: Option<Pinned>,
    /// The other side of a comparison, at the step that corresponds.
    pub beside: Option<Rc<Moment>>,
}

/// A moment that another is compared with.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// Lanes.
    pub frame: Frame,
    /// Memory.
    pub state: State,
    /// What differs.
    pub differences: Differences,
}

/// The instruction on the stage at a moment: the one under way, or the first before anything ran.
pub fn instruction_at(frame: &Frame) -> usize {
    frame.instruction.unwrap_or(0) as usize
}

impl Moment {
    /// The moment of a run after `cursor` micro-steps. `text` is what it belongs to, `summary` that of the run.
    pub fn new(run: &Rc<Run>, text: &Rc<str>, cursor: u32, summary: Rc<RunSummary>) -> Self {
        let (frame, state) = run.moment(cursor);
        let instruction = instruction_at(&frame);
        let (run, text) = (Rc::clone(run), Rc::clone(text));
        Self { run, text, state, instruction, frame, summary, pinned: None, beside: None }
    }

    /// This moment, compared with the other side of a comparison.
    pub fn next_to(&self, other: &Rc<Self>) -> Self {
        Self { beside: Some(Rc::clone(other)), ..self.clone() }
    }

    /// Whether an element of a surface differs on the other side. A surface that only one side has is not compared.
    pub fn differs_beside(&self, surface: &Surface, element: usize) -> bool {
        let other = self.beside.as_ref().and_then(|other| {
            let surfaces = &other.scenario().layout.surfaces;
            Some((other, surfaces.iter().find(|it| it.name == surface.name)?))
        });
        other.is_some_and(|(other, there)| {
            let is_alike = there.ty == surface.ty && element < there.count();
            !is_alike || self.state.read(surface.element(element)) != other.state.read(there.element(element))
        })
    }

    /// This moment, compared with another one of the run.
    pub fn compared_with(mut self, pinned: Option<u32>) -> Self {
        self.pinned = pinned.map(|cursor| {
            let (frame, state) = self.run.moment(cursor);
            Pinned { frame, state, differences: self.run.differences(cursor, self.frame.cursor) }
        });
        self
    }

    /// What lies at a place at the pinned moment, where it is something else than now.
    pub fn pinned_value(&self, place: Place) -> Option<Bits> {
        let value = self.pinned.as_ref()?.state.read(place);
        (value != self.state.read(place)).then_some(value)
    }

    /// The scenario that was run.
    pub fn scenario(&self) -> &Scenario {
        self.run.scenario()
    }

    /// The instruction on the stage; `None` where the program is empty.
    pub fn bound(&self) -> Option<&Bound> {
        self.scenario().program.get(self.instruction)
    }

    /// Where the lanes of the instruction on the stage go, over all its steps.
    pub fn targets(&self) -> &[Target] {
        self.run.targets(self.instruction)
    }

    /// The targets of the instruction that lie inside of a surface and share a byte with a place.
    pub fn targets_at(&self, place: Place) -> impl Iterator<Item = &Target> {
        self.targets().iter().filter(move |it| it.access.inside && it.access.place.overlaps(place))
    }

    /// The text of that instruction.
    pub fn instruction_text(&self) -> &str {
        self.bound().map_or("", |bound| bound.span.of(&self.text))
    }

    /// The place of that instruction in the text.
    pub fn instruction_span(&self) -> Option<Span> {
        self.bound().map(|bound| bound.span)
    }
}

/// How much of a value is defined.
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
    /// How much of a value of that type is defined.
    pub fn of(bits: Bits, ty: ScalarType) -> Self {
        if bits.is_defined(ty.width_bits()) {
            Self::Defined
        } else if bits.is_undefined(ty.width_bits()) {
            Self::Undefined
        } else {
            Self::Partly
        }
    }

    /// The class that draws it, beside others.
    pub fn class(self) -> Option<&'static str> {
        match self {
            Self::Defined => None,
            Self::Partly => Some("partly-undefined"),
            Self::Undefined => Some("undefined"),
        }
    }

    /// A remark for those who cannot see the pattern.
    pub fn remark(self) -> &'static str {
        match self {
            Self::Defined => "",
            Self::Partly => ", partly undefined",
            Self::Undefined => ", undefined",
        }
    }
}
