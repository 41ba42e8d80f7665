//! Generation of a statement with places to fill in, from its row, and the registers of a text that fit an operand.

use super::lines::{TERMINATOR, VirtualLines};
use crate::base::{ScalarType, SurfaceKind};
use crate::spec::{Fit, Instruction, RegisterContent, Slot, SlotForm, SlotKind, Virtual};
use crate::syntax::ast::{Document, Rank};
use crate::syntax::caret::MOST_OFFERED;
use crate::syntax::declaration::{LEAST_DWORDS, surface_line};
use crate::syntax::snippet::{LineSnippet, ModifierChoices};

/// The registers of a text that fit an operand.
pub(super) struct Fitting {
    /// The names of those that fit, in order.
    pub names: Vec<String>,
    /// All names.
    taken: Vec<String>,
    /// The word for the type of a new register.
    word: Option<&'static str>,
}

impl Fitting {
    /// Returns the predicates.
    pub fn predicates(registers: &Virtual, document: &Document) -> Self {
        let is_predicate = |content| content == RegisterContent::Predicate;
        Self::with(registers, document, is_predicate, registers.predicate_word())
    }

    /// Returns the registers that hold values of a type, under the rules of a line.
    pub fn values(lines: &VirtualLines, document: &Document, (ty, fit): (ScalarType, Option<Fit>)) -> Self {
        let (untyped, wider) = fit.map_or((false, false), |fit| (fit.is_untyped, fit.may_be_wider));
        let holds = |content: RegisterContent| content.holds(ty, untyped, wider);
        let word = lines.registers.word_for(ty).or_else(|| {
            let wider = lines.registers.types.iter().find(|known| holds(known.content));
            wider.map(|known| known.word)
        });
        Self::with(lines.registers, document, holds, word)
    }

    fn with(
        registers: &Virtual,
        document: &Document,
        fits: impl Fn(RegisterContent) -> bool,
        word: Option<&'static str>,
    ) -> Self {
        let mut found = Self { names: Vec::new(), taken: Vec::new(), word };
        let lines = document.register_lines();
        for line in lines {
            let fits = registers.register_type(&line.ty.text).is_some_and(|ty| fits(ty.content));
            for names in &line.names {
                let all: Vec<String> = names.each().take(MOST_OFFERED).collect();
                found.names.extend(all.iter().filter(|_| fits).cloned());
                found.taken.extend(all);
            }
        }
        // A name may be declared in several scopes.
        found.names.sort_unstable();
        found.names.dedup();
        found
    }

    /// Returns an unused name, based on the name of a slot.
    pub fn free_name(&self, slot: &str) -> String {
        let numbered = (2..).map(|number| format!("{slot}_{number}"));
        let is_free = |name: &String| !self.taken.contains(name);
        std::iter::once(slot.to_owned()).chain(numbered).find(is_free).expect("numbers do not end")
    }

    /// Returns the line that declares a register with the free name; `None` if no type fits.
    pub fn declaration(&self, slot: &str) -> Option<String> {
        Some(format!(".reg .{} {};", self.word?, self.free_name(slot)))
    }
}

/// Returns the type of the values in a slot, and the registers that the words imply.
pub(super) fn slot_type(
    lines: &VirtualLines,
    (row, form): (&Instruction, &SlotForm),
    chosen: &ModifierChoices,
    slot: usize,
) -> (ScalarType, Option<Fit>) {
    let fit = chosen.fit(row, &lines.set.default_values());
    let operand = form.operands.iter().position(|operand| operand.kind.slot() == Some(slot));
    let ty = operand.zip(fit.as_ref()).map_or(ScalarType::Ud, |(at, fit)| fit.operand(at).1);
    let is_address = form.slots[slot].kind == SlotKind::Address;
    (ty, fit.filter(|_| !is_address))
}

/// Returns a statement of a row, given the words that are chosen. A destination and each source are different registers.
pub(super) fn line(
    lines: &VirtualLines,
    document: &Document,
    row: &Instruction,
    chosen: &ModifierChoices,
) -> LineSnippet {
    let mut line = LineSnippet::default();
    let Some(form) = row.slots() else { return line };
    let mut used: Vec<String> = Vec::new();
    let mut sources = 0;
    for (at, slot) in form.slots.iter().enumerate().filter(|(_, slot)| !slot.optional) {
        line.rest.fixed(if at == 0 { " " } else { ", " });
        if let SlotKind::Special(names) = slot.kind {
            line.rest.stop(names.first().map_or("", |(name, _)| name));
            continue;
        }
        let fitting = match slot.kind {
            SlotKind::Predicate => Fitting::predicates(lines.registers, document),
            _ => Fitting::values(lines, document, slot_type(lines, (row, form), chosen, at)),
        };
        let known = fitting.names.iter().find(|name| !used.contains(name));
        let name = known.cloned().unwrap_or_else(|| fitting.free_name(slot.name));
        if known.is_none() {
            line.setup.extend(fitting.declaration(slot.name).map(|text| (Rank::Decl, text)));
            sources += usize::from(!form.writes(at) && slot.kind == SlotKind::Source);
            let values = initial(form, slot, at, sources);
            line.setup.extend(values.map(|values| (Rank::Set, format!(".set {name} = {values}"))));
        }
        if slot.kind == SlotKind::Address && document.surfaces().next().is_none() {
            let surface = surface_line("MEMORY", SurfaceKind::Buffer, ScalarType::Ud, LEAST_DWORDS);
            line.setup.push((Rank::Surface, surface));
        }
        line.rest.stop(&if slot.kind == SlotKind::Address { format!("[{name}]") } else { name.clone() });
        used.push(name);
    }
    line.rest.fixed(&TERMINATOR.to_string());
    line
}

/// Returns the initial values of a new register that is read.
fn initial(form: &SlotForm, slot: &Slot, at: usize, sources: usize) -> Option<&'static str> {
    match slot.kind {
        _ if form.writes(at) => None,
        SlotKind::Address => Some("iota(0x1000, 4)"),
        SlotKind::Predicate => Some("1"),
        _ => Some(["iota(1, 1)", "iota(2, 2)"][sources.saturating_sub(1).min(1)]),
    }
}
