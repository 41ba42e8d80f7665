//! What a panel changes, as edits of the text.

use super::{Session, queue};
use crate::base::{Bits, LaneId, LaneMask, NumberFormat, ScalarType, TextEdit, apply_edits, show};
use crate::diag::Severity;
use crate::isa::ROLL_CALL;
use crate::machine::{Place, SpaceId};
use crate::syntax::{self, Directive, ItemKind};

/// A change that a panel makes. Each becomes a text edit of one directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PanelEdit {
    /// The dispatch mask.
    LaneMask(LaneMask),
    /// How many lanes are dispatched (8, 16 or 32).
    LaneCount(u8),
    /// One element of a variable (`.set NAME = ...`), as the person typed it.
    Element {
        /// The variable.
        name: String,
        /// Element, from 0.
        index: usize,
        /// The new value, in the text's spelling.
        value: String,
    },
    /// One bit of a predicate.
    PredicateBit {
        /// The predicate.
        name: String,
        /// The bit.
        index: usize,
        /// On or off.
        on: bool,
    },
    /// One element of a surface's initial contents.
    Cell {
        /// The surface.
        name: String,
        /// Element, from 0.
        index: usize,
        /// The new value, in the text's spelling.
        value: String,
    },
    /// A lane's place in the queue at a target of [`Run::targets`](crate::exec::Run::targets).
    Queue {
        /// The instruction, from 0.
        instruction: usize,
        /// The target, from 0.
        target: usize,
        /// The lane.
        lane: LaneId,
        /// Its new place in the queue, from 0.
        to: usize,
    },
    /// A reading; `None` takes the default again.
    Reading {
        /// Which.
        name: &'static str,
        /// The choice.
        choice: Option<&'static str>,
    },
}

impl Session {
    /// The session of the text with a panel's change, or why it cannot be made. A change that would bring a new error is
    /// refused with that error's message.
    pub fn edit(&self, edit: &PanelEdit) -> Result<Session, String> {
        let edits = self.edits(edit)?;
        if edits.is_empty() {
            return Err("the text has no place for this".to_owned());
        }
        let after = Session::open(&apply_edits(&self.text, &edits));
        let errors = |session: &Session| {
            let errors = session.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
            errors.map(|finding| finding.message.clone()).collect::<Vec<_>>()
        };
        let before = errors(self);
        match errors(&after).into_iter().find(|message| !before.contains(message)) {
            Some(new) => Err(new),
            None if !self.queue_came_about(edit, &after) => {
                Err("no order of lanes makes this queue: its lanes come in different rounds of the notation"
                    .to_owned())
            }
            None => Ok(after),
        }
    }

    /// Whether a queue became what an edit made of it.
    fn queue_came_about(&self, edit: &PanelEdit, after: &Session) -> bool {
        let PanelEdit::Queue { instruction, target, lane, to } = *edit else { return true };
        let (Some(run), Some(after)) = (&self.run, &after.run) else { return false };
        let access = run.targets(instruction)[target].access;
        let there = after.targets(instruction).iter().find(|target| target.access.same_place(&access));
        there.map(queue::lanes) == queue::moved(run, instruction, target, lane, to)
    }

    fn edits(&self, edit: &PanelEdit) -> Result<Vec<TextEdit>, String> {
        let run =
            self.run.as_deref().ok_or("the text does not run, so only the text itself can be changed")?;
        let scenario = run.scenario();
        let (text, document) = (&*self.text, &*self.document);
        let layout = &scenario.layout;
        Ok(match edit {
            PanelEdit::LaneMask(mask) => {
                syntax::set_lane_mask(text, document, usize::from(scenario.dispatch_lanes), *mask)
            }
            PanelEdit::LaneCount(count) => {
                let count = usize::from(*count);
                let kept = scenario.dispatch_mask.0 & LaneMask::first(count).0;
                let added =
                    LaneMask::first(count).0 & !LaneMask::first(usize::from(scenario.dispatch_lanes)).0;
                syntax::set_lane_mask(text, document, count, LaneMask(kept | added))
            }
            PanelEdit::Element { name, index, value } => {
                let variable = layout.variable(name).ok_or("there is no such variable")?;
                let first = (variable.space, variable.byte_offset);
                let rendered = self.rendered(first, variable.ty, variable.count);
                syntax::set_values(text, document, name, *index, value, &rendered)
            }
            PanelEdit::PredicateBit { name, index, on } => {
                let predicate = layout.predicate(name).ok_or("there is no such predicate")?;
                let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
                // The value is 4 bytes wide.
                let bits = LaneMask(scenario.initial.read(place).value as u32).with(*index, *on);
                self.predicate_mask(name, predicate.count, bits)
            }
            PanelEdit::Cell { name, index, value } => {
                let surface = layout.surface(name).ok_or("there is no such surface")?;
                let count = layout.space(surface.space).size_bytes / surface.ty.size_bytes();
                let rendered = self.rendered((surface.space, 0), surface.ty, count);
                let written = self.written_surface(name);
                syntax::set_surface_value(text, document, &written, *index, value, &rendered)
            }
            PanelEdit::Queue { instruction, target, lane, to } => {
                let queue = queue::moved(run, *instruction, *target, *lane, *to).unwrap_or_default();
                let Some(order) = queue::order(run, *instruction, &queue) else { return Ok(Vec::new()) };
                syntax::set_order(text, document, scenario.program[*instruction].span, &order)
            }
            PanelEdit::Reading { name, choice } => syntax::set_reading(text, document, name, *choice),
        })
    }

    /// A predicate's line with that mask.
    fn predicate_mask(&self, name: &str, count: usize, bits: LaneMask) -> Vec<TextEdit> {
        let mask = format!("0b{:0count$b}", bits.0);
        let list = self.document.items.iter().rev().find_map(|item| match &item.kind {
            ItemKind::Directive(Directive::Set(set)) if set.name.text == name => Some(&set.values),
            _ => None,
        });
        match list {
            Some(list) => vec![syntax::replace_values(list, &[mask])],
            None => syntax::set_values(&self.text, &self.document, name, 0, &mask, &[String::new()]),
        }
    }

    /// The values at the start as a list would write them.
    fn rendered(&self, (space, first): (SpaceId, usize), ty: ScalarType, count: usize) -> Vec<String> {
        let Some(run) = self.run.as_deref() else { return Vec::new() };
        let element = |at: usize| {
            // Spaces have at most 64 KiB.
            let byte_offset = (first + at * ty.size_bytes()) as u32;
            let place = Place { space, byte_offset, size_bytes: ty.size_bytes() as u32 };
            spelt(run.scenario().initial.read(place), ty)
        };
        (0..count).map(element).collect()
    }

    /// The name under which the text describes a surface: a predefined one has several.
    fn written_surface(&self, name: &str) -> String {
        let dialect = (ROLL_CALL.dialect)(&self.readings);
        let written = self.document.items.iter().find_map(|item| match &item.kind {
            ItemKind::Directive(Directive::Surface(line)) => {
                let word = &line.name.text;
                let is_it = word == name || dialect.surface(word).is_some_and(|surface| surface.name == name);
                is_it.then(|| word.clone())
            }
            _ => None,
        });
        written.unwrap_or_else(|| name.to_owned())
    }
}

/// A value as the text spells it.
fn spelt(bits: Bits, ty: ScalarType) -> String {
    let auto = show(bits, ty, NumberFormat::Auto);
    // NaNs differ in their patterns.
    if auto.starts_with("nan") { show(bits, ty, NumberFormat::Hex) } else { auto }
}
