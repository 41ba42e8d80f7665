//! Changes made in a panel, as edits of the text.

use super::elements::{Contents, NamedElement, spelt};
use super::fill::Filling;
use super::order::{moved, queue_lanes, queue_order};
use super::panel_edit::PanelEdit;
use super::pending::PendingSession;
use super::reach::shifted;
use super::session::Session;
use crate::base::{Bits, LaneMask, ScalarType, TextEdit, sort_edits};
use crate::check::{parse_values, set_of};
use crate::diag::{Diagnostic, Severity};
use crate::exec;
use crate::syntax::{self, ElementChange, NewValues};
use crate::trace::Target;

impl Session {
    /// Returns the session of the changed text. Fails if the change cannot be made or is refused.
    pub fn edit(&self, edit: &PanelEdit) -> Result<Session, String> {
        let after = self.begin_edit(edit)?.complete_run();
        self.accept(edit, &after)?;
        Ok(after)
    }

    /// Begins the session of the changed text, without running it. Fails if the change cannot be made.
    pub fn begin_edit(&self, edit: &PanelEdit) -> Result<PendingSession, String> {
        let text = match edit {
            // The new block goes to the end of the text, even while a variant is the active side.
            PanelEdit::AddVariant(start) => self.with_new_variant(start)?,
            // Both sides get the values, whichever is active.
            PanelEdit::Counterexample { values, variant } => self.with_counterexample(values, variant)?,
            _ => self.edited(&self.some_edits(edit)?)?,
        };
        Ok(Session::begin_as(&text, &self.sets, self.variant.as_deref()))
    }

    /// Returns the edits of a change on the active side. Fails if there are none.
    pub(super) fn some_edits(&self, edit: &PanelEdit) -> Result<Vec<TextEdit>, String> {
        let edits = self.edits(edit)?;
        if edits.is_empty() { Err("this change does not apply to the text".to_owned()) } else { Ok(edits) }
    }

    /// Returns the text with these initial values. The base text gets them, and the variant too if it sets other values
    /// itself.
    fn with_counterexample(&self, values: &[(String, String)], variant: &str) -> Result<String, String> {
        let mut text = self.text.to_string();
        for side in [None, Some(variant)] {
            for (element, value) in values {
                let opened = Session::begin_as(&text, &self.sets, side);
                let session = opened.session();
                let scenario =
                    session.scenario.as_deref().ok_or("the text has errors; fix them to change values")?;
                let NamedElement { place, of, index, ty, .. } = NamedElement::find(scenario, element)?;
                let wanted = parse_values(value, ty, 1)?.first().copied().unwrap_or_default();
                if scenario.initial.read(place) != Bits::known(wanted).truncate(ty.width_bits()) {
                    let edit = PanelEdit::Elements { of, index, values: value.clone() };
                    text = session.edited(&session.some_edits(&edit)?)?;
                }
            }
        }
        Ok(text)
    }

    /// Checks the result of a change. Fails with the message of the first new error, or if a queue does not have the
    /// requested order.
    pub fn accept(&self, edit: &PanelEdit, after: &Session) -> Result<(), String> {
        if self.run.is_none() && after.run.is_some() {
            // This session has no run, so there is nothing to compare the findings with.
            return Ok(());
        }
        if matches!(edit, PanelEdit::Witness(_)) && after.run.is_some() {
            // The order may stop the run: an example order of an outcome does so if the outcome stops.
            return Ok(());
        }
        // A broken invariant does not refuse a change: it is a result that the change may be meant to show.
        let is_refused =
            |finding: &&Diagnostic| finding.severity == Severity::Error && finding.rule != &exec::INVARIANT;
        let errors = |session: &Session| {
            let errors = session.diagnostics.iter().filter(is_refused);
            errors.map(|finding| finding.message.clone()).collect::<Vec<_>>()
        };
        // Each error before the change accounts for one with the same message.
        let mut before = errors(self);
        let is_new = |message: &String| match before.iter().position(|known| known == message) {
            Some(known) => {
                before.swap_remove(known);
                false
            }
            None => true,
        };
        match errors(after).into_iter().find(is_new) {
            Some(new) => Err(new),
            None if !self.queue_came_about(edit, after) => {
                Err("no order produces this queue: its lanes take turns in different `foreach_active` loops"
                    .to_owned())
            }
            None => Ok(()),
        }
    }

    /// Returns true if the edit does not move a lane in a queue, or if the queue has the new order.
    fn queue_came_about(&self, edit: &PanelEdit, after: &Session) -> bool {
        let PanelEdit::Queue { instruction, target, lane, to } = *edit else { return true };
        let (Some(run), Some(after)) = (&self.run, &after.run) else { return false };
        let Some(Target { access, .. }) = run.targets(instruction).get(target) else { return false };
        let there = after.targets(instruction).iter().find(|target| target.access.same_place(access));
        there.map(queue_lanes) == moved(run, instruction, target, lane, to)
    }

    fn edits(&self, edit: &PanelEdit) -> Result<Vec<TextEdit>, String> {
        let scenario =
            self.scenario.as_deref().ok_or("the text has errors; fix them to make changes in a panel")?;
        let (text, document) = (&*self.text, &*self.document);
        let layout = &scenario.layout;
        Ok(match edit {
            PanelEdit::LaneMask(mask) => {
                syntax::set_lane_mask(text, document, usize::from(scenario.dispatch_lanes), *mask)
            }
            PanelEdit::MaskText(typed) => {
                let count = usize::from(scenario.dispatch_lanes);
                syntax::set_lane_mask(text, document, count, syntax::parse_mask(typed, count)?)
            }
            PanelEdit::LaneCount(count) => {
                let count = usize::from(*count);
                let kept = scenario.dispatch_mask.0 & LaneMask::first(count).0;
                let added =
                    LaneMask::first(count).0 & !LaneMask::first(usize::from(scenario.dispatch_lanes)).0;
                syntax::set_lane_mask(text, document, count, LaneMask(kept | added))
            }
            PanelEdit::Elements { of, index, values } => self.set_elements(of, *index, values)?,
            PanelEdit::Shift { of, index, steps } => {
                let (ty, rendered) = self.contents(of)?;
                let by = steps.saturating_mul(self.value_step(of, *index));
                let spelt = rendered.get(*index);
                let value = spelt.and_then(|spelt| shifted(ty, spelt, by));
                let value = value.ok_or("this value cannot be changed in steps")?;
                if by != 0 && spelt == Some(&value) {
                    return Err("this value is at the limit of its type".to_owned());
                }
                self.set_elements(of, *index, &value)?
            }
            PanelEdit::Stride { name, steps } => {
                let of = Contents::Variable(name.clone());
                let (start, step) = self.series(name).ok_or("these values are not one `iota`")?;
                let step = step + i128::from(steps.saturating_mul(self.value_step(&of, 1)));
                self.fill(&of, &Filling::Series { start: start.to_string(), step: step.to_string() })?
            }
            PanelEdit::Reach { instruction, lane, from, to } => {
                let mut edits = Vec::new();
                for (of, index, value) in self.values_that_reach(*instruction, *lane, *from, *to)? {
                    edits.extend(self.set_elements(&of, index, &value)?);
                }
                sort_edits(&mut edits);
                edits
            }
            PanelEdit::Grow { name, index, values } => self.grow(name, *index, values)?,
            PanelEdit::Fill { of, with } => self.fill(of, with)?,
            PanelEdit::Predicate { name, mask } => {
                let count = layout.predicate(name).ok_or("expected a predicate of the scenario")?.count;
                let mask = format!("0b{:0count$b}", mask.0 & LaneMask::first(count).0);
                syntax::set_mask(text, document, name, &mask)
            }
            PanelEdit::Queue { instruction, target, lane, to } => {
                let run = self.run.as_deref().ok_or("queues are known once the run is complete")?;
                let queue = moved(run, *instruction, *target, *lane, *to);
                let order = queue.and_then(|queue| queue_order(run, *instruction, &queue));
                let Some(order) = order else { return Ok(Vec::new()) };
                syntax::set_order(text, document, scenario.program[*instruction].span, &order)
            }
            PanelEdit::Order { instruction, order } => match scenario.program.get(*instruction) {
                Some(bound) => syntax::set_order(text, document, bound.span, order),
                None => Vec::new(),
            },
            PanelEdit::Witness(orders) => self.witness_edits(orders),
            // These changes replace the whole text in `begin_edit`.
            PanelEdit::AddVariant(_) | PanelEdit::Counterexample { .. } => Vec::new(),
            PanelEdit::Model(model) => syntax::set_model(text, document, model),
            PanelEdit::Reading { name, choice } => {
                // A variant names the default explicitly, because the base text may make another choice.
                let reading = scenario.set.readings.iter().find(|reading| reading.name == *name);
                let default =
                    reading.filter(|_| self.variant.is_some()).map(|reading| reading.default_choice());
                let choice = choice.or(default);
                syntax::set_reading(text, document, name, choice)
            }
        })
    }

    /// Returns the element type of a variable or a surface, and the initial values of its elements as the text spells
    /// them.
    fn contents(&self, of: &Contents) -> Result<(ScalarType, Vec<String>), String> {
        let scenario = self.scenario.as_deref().ok_or("the text does not run")?;
        let declaration = of.declaration(&scenario.layout).ok_or(match of {
            Contents::Variable(_) => "expected a variable of the scenario",
            Contents::Surface(_) => "expected a surface of the scenario",
        })?;
        let ty = declaration.ty();
        Ok((ty, declaration.cells().map(|cell| spelt(scenario.initial.read(cell.place), ty)).collect()))
    }

    /// Returns the edits that change all elements of a variable or a surface.
    fn fill(&self, of: &Contents, with: &Filling) -> Result<Vec<TextEdit>, String> {
        let (ty, rendered) = self.contents(of)?;
        self.set_elements(of, 0, &with.list(ty, rendered.len())?)
    }

    /// Returns the edits that change elements of a variable or a surface, from `index` on. `values` are as typed.
    fn set_elements(&self, of: &Contents, index: usize, values: &str) -> Result<Vec<TextEdit>, String> {
        let (_, rendered) = self.contents(of)?;
        let left = rendered.len().saturating_sub(index);
        let new = NewValues::parse(values, left)?;
        if new.count > left {
            let (count, name) = (new.count, of.name());
            return Err(format!(
                "{count} values from element {index} on; `{name}` has room for {left} there"
            ));
        }
        let (text, document) = (&*self.text, &*self.document);
        let change = ElementChange { index, new: &new, rendered: &rendered };
        Ok(match of {
            Contents::Variable(name) => syntax::set_values(text, document, name, change),
            Contents::Surface(name) => {
                syntax::set_surface_values(text, document, &self.written_surface(name), change)
            }
        })
    }

    /// Returns the number of elements that a surface needs to hold values from `index` on. `None` if it is large enough
    /// already or cannot grow.
    pub fn room_for(&self, name: &str, index: usize, values: &str) -> Option<usize> {
        let count = |session: &Session| Some(session.scenario.as_ref()?.layout.surface(name)?.count());
        let edit = PanelEdit::Grow { name: name.to_owned(), index, values: values.to_owned() };
        let after = count(self.begin_edit(&edit).ok()?.session())?;
        (after > count(self)?).then_some(after)
    }

    /// Returns the edits that change elements of a surface, and its extent if they need more room.
    fn grow(&self, name: &str, index: usize, values: &str) -> Result<Vec<TextEdit>, String> {
        let (ty, mut rendered) = self.contents(&Contents::Surface(name.to_owned()))?;
        let new = NewValues::parse(values, 0)?;
        let count = rendered.len().max(index.saturating_add(new.count).min(syntax::MAX_TEXT_BYTES));
        rendered.resize(count, "?".to_owned());
        let written = self.written_surface(name);
        let bytes = ty.width_bits() as usize / 8; // at most 8
        let mut edits = syntax::set_surface_count(&self.document, &written, count, bytes)
            .ok_or("the surface has rows, so its extent can only be changed in the text")?;
        let (text, document) = (&*self.text, &*self.document);
        let change = ElementChange { index, new: &new, rendered: &rendered };
        edits.extend(syntax::set_surface_values(text, document, &written, change));
        sort_edits(&mut edits);
        Ok(edits)
    }

    /// Returns the name under which the text describes a surface, which may have several spellings.
    pub(super) fn written_surface(&self, name: &str) -> String {
        let mut words = self.document.surfaces().map(|line| line.name.text.as_str());
        words.find(|word| self.surface_name(word) == name).unwrap_or(name).to_owned()
    }

    /// Returns the name of a surface in the scenario.
    pub(super) fn surface_name(&self, written: &str) -> String {
        let behaviour = (set_of(&self.document, &self.sets).behaviour)(&self.readings);
        self.document.surface_name(written, &behaviour)
    }
}
