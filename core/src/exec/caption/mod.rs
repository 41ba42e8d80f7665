//! Captions: each micro-step as sentences, complete enough to rebuild memory from them.

mod formula;

use super::memory;
use super::scenario::{Bound, BoundOperand, Scenario};
use crate::base::{Bits, LaneId, LaneMask, NumberFormat, ScalarType, bytes_in_words, capitalized, show};
use crate::machine::Place;
use crate::semantics::{Statement, StatementKind};
use crate::spec::ExecutionUnit;
use crate::trace::{Access, Effect, MicroStep, OffReason, show_bit};
use formula::{Formulas, RightSide};

/// The caption of a micro-step, or of one of its effects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// One short sentence: `Lane 4 writes 18 to BUF[0] (was 13).` A step with several effects has several. That of an effect has no
    /// full stop.
    pub sentence: String,
    /// The computation or the reason, without a full stop: `old + src0 = 13 + 5 = 18`.
    pub detail: Option<String>,
}

/// Returns the caption of a micro-step.
pub fn caption(scenario: &Scenario, step: &MicroStep) -> Caption {
    let captions = describe_effects(scenario, step);
    let sentences: Vec<String> = captions.iter().map(|caption| format!("{}.", caption.sentence)).collect();
    let details: Vec<&str> = captions.iter().filter_map(|caption| caption.detail.as_deref()).collect();
    let detail = (!details.is_empty()).then(|| details.join("; "));
    Caption { sentence: sentences.join(" "), detail }
}

/// Returns the caption of a micro-step as one text: each sentence with its detail.
pub fn narrate(scenario: &Scenario, step: &MicroStep) -> String {
    let whole = |caption: &Caption| match &caption.detail {
        Some(detail) => format!("{}: {detail}.", caption.sentence),
        None => format!("{}.", caption.sentence),
    };
    describe_effects(scenario, step).iter().map(whole).collect::<Vec<_>>().join(" ")
}

fn describe_effects(scenario: &Scenario, step: &MicroStep) -> Vec<Caption> {
    let bound = &scenario.program[step.instruction as usize];
    let statement = step.pc.map(|pc| bound.code.statement(pc));
    let captions = StepCaptions { scenario, step, bound, statement, formulas: Formulas::new(bound, step) };
    step.effects.iter().filter_map(|effect| captions.describe(effect)).collect()
}

impl Caption {
    fn new(sentence: String, detail: impl Into<Option<String>>) -> Self {
        Self { sentence, detail: detail.into() }
    }
}

struct StepCaptions<'a> {
    scenario: &'a Scenario,
    step: &'a MicroStep,
    bound: &'a Bound,
    /// The statement; `None` for the mask and latch steps.
    statement: Option<&'a Statement>,
    formulas: Formulas<'a>,
}

impl StepCaptions<'_> {
    fn who(&self) -> String {
        self.step.lane.map_or("The instruction".to_owned(), |lane| format!("Lane {lane}"))
    }

    /// Returns the caption of one effect; `None` if another effect of the step says the same.
    fn describe(&self, effect: &Effect) -> Option<Caption> {
        let who = self.who();
        let auto = |bits, ty| show(bits, ty, NumberFormat::Auto);
        Some(match effect {
            Effect::Mask { enabled, off, .. } => self.mask(*enabled, off),
            Effect::Latch { enabled } => self.latch(*enabled),
            Effect::Local { name, ty, after, .. } => {
                return self.local(name, &ty.show(*after, NumberFormat::Auto));
            }
            Effect::Decide { holds, defined } => return self.decided(*holds, *defined),
            Effect::Trap { reason, .. } => {
                let why = format!("{}; the run ends when no other lane can go on", reason.why());
                Caption::new(format!("{who} stops"), why)
            }
            Effect::Modify { new, ty, .. } => {
                let lines = self.formulas.operation();
                let detail = (!lines.is_empty()).then(|| lines.join("; "));
                Caption::new(format!("{who} computes new = {}", auto(*new, *ty)), detail)
            }
            Effect::Read { access, value } => {
                let value = auto(*value, access.ty);
                Caption::new(
                    format!("{who} reads {value} from {}", self.access(access)),
                    self.outside(access),
                )
            }
            Effect::Write { access, before, value, dropped, .. } => {
                let (value, to) = (exact(*value, access.ty), self.access(access));
                if *dropped {
                    let misaligned = || "a misaligned access ends the run".to_owned();
                    let why = self.outside(access).unwrap_or_else(misaligned);
                    Caption::new(format!("{who} drops its write of {value} to {to}"), why)
                } else {
                    let before = exact(*before, access.ty);
                    Caption::new(format!("{who} writes {value} to {to} {}", was(&before)), None)
                }
            }
            Effect::Drop { access } => {
                let sentence = format!("{who} drops its access to {}", self.access(access));
                Caption::new(sentence, self.outside(access))
            }
            Effect::Return { operand, place: None, ty, after, .. } => {
                self.discarded(*operand, &exact(*after, *ty))
            }
            Effect::Return { operand, place: Some(place), ty, before, after, bit, value } => {
                let stored = Stored { operand: *operand, place: *place, value: *value };
                match bit {
                    Some(bit) => self.bit(stored, *bit, show_bit(*before, *bit), show_bit(*after, *bit)),
                    None => self.element(stored, &exact(*before, *ty), exact(*after, *ty)),
                }
            }
        })
    }

    fn local(&self, name: &str, value: &str) -> Option<Caption> {
        let who = self.who();
        let detail = match self.formulas.right_side(self.statement?)? {
            // A read or an operation has its own effect.
            RightSide::Copied => return None,
            RightSide::Undefined => {
                return Some(Caption::new(format!("{who} declares {name}, which is undefined"), None));
            }
            RightSide::Counted { up } => {
                let changes = if up { "increments" } else { "decrements" };
                return Some(Caption::new(format!("{who} {changes} {name} to {value}"), None));
            }
            right_side => right_side.detail(value),
        };
        Some(Caption::new(format!("{who} sets {name} to {value}"), detail))
    }

    /// Returns the caption of a condition; `None` before a trap, which has its own.
    fn decided(&self, holds: bool, defined: bool) -> Option<Caption> {
        let statement = self.statement?;
        let (condition, is_trap, is_loop) = match statement.kind {
            StatementKind::Trap { condition, .. } => (condition, true, false),
            StatementKind::Branch { condition, is_loop, .. } => (condition, false, is_loop),
            _ => return None,
        };
        let formula = self.formulas.formula(condition);
        let truth = match (defined, holds) {
            (false, _) => "undefined, which counts as false",
            (true, true) => "true",
            (true, false) => "false",
        };
        let of_lane = |thing: &str| match self.step.lane {
            Some(lane) => format!("{thing} of lane {lane}"),
            None => thing.to_owned(),
        };
        let is_truth = format!("{} is {truth}", formula.with_numbers());
        let holds = holds && defined;
        Some(if is_trap {
            if holds {
                return None;
            }
            Caption::new(format!("{} passes the check", self.who()), is_truth)
        } else if is_loop {
            let continues = if holds { "goes on" } else { "ends" };
            Caption::new(format!("{} {continues}", of_lane("The loop")), is_truth)
        } else {
            let sentence = match self.step.lane {
                Some(lane) => format!("For lane {lane}, {} is {truth}", formula.symbols),
                None => format!("The condition {} is {truth}", formula.symbols),
            };
            let says_more = formula.numbers != formula.symbols && !formula.is_truth();
            Caption::new(sentence, says_more.then_some(formula.numbers))
        })
    }

    fn mask(&self, enabled: LaneMask, off: &[(LaneId, OffReason)]) -> Caption {
        let title = &self.bound.title;
        let all = usize::from(self.bound.exec_size);
        let begins = match enabled.count() {
            0 => format!("{title} begins with no lane"),
            1 if all == 1 => format!("{title} begins with its only lane"),
            2 if all == 2 => format!("{title} begins with both lanes"),
            n if n == all => format!("{title} begins with all {n} lanes"),
            _ => format!("{title} begins with {}", enabled.in_words()),
        };
        let group = |(reason, one, several): (OffReason, &str, &str)| {
            let lanes = off.iter().filter(|(_, why)| *why == reason);
            let lanes: LaneMask = lanes.map(|(lane, _)| *lane).collect();
            let word = if lanes.count() == 1 { one } else { several };
            (lanes.count() > 0).then(|| format!("{} {word}", lanes.in_words()))
        };
        let reasons = [
            (OffReason::Mask, "is masked off", "are masked off"),
            (OffReason::Predicate, "is predicated off", "are predicated off"),
            (OffReason::Helper, "is a helper lane", "are helper lanes"),
            (OffReason::Exited, "has exited", "have exited"),
        ];
        let changed: Vec<&str> = self.bound.changed_texts().collect();
        let changed = (!changed.is_empty()).then(|| format!("modified semantics: {}", changed.join(", ")));
        let offset = self.bound.mask_offset;
        let dispatched = (offset > 0).then(|| format!("lane 0 is dispatched lane {offset}"));
        let details: Vec<String> =
            reasons.into_iter().filter_map(group).chain(dispatched).chain(changed).collect();
        Caption::new(begins, (!details.is_empty()).then(|| details.join("; ")))
    }

    fn latch(&self, enabled: LaneMask) -> Caption {
        if enabled.is_empty() {
            return Caption::new("No lane reads its sources".to_owned(), None);
        }
        match self.bound.memory.live_sources {
            true => Caption::new(
                "Sources are not latched".to_owned(),
                "each lane reads them when it needs them".to_owned(),
            ),
            false if enabled.count() == 1 => Caption::new(
                format!("{} reads its sources before it runs", capitalized(&enabled.in_words())),
                None,
            ),
            false => Caption::new("All lanes read their sources before the first lane runs".to_owned(), None),
        }
    }

    fn discarded(&self, operand: u8, value: &str) -> Caption {
        let operand = usize::from(operand);
        let name = self.bound.row.operands().get(operand).map_or("the operand", |row| row.name);
        let is_null = matches!(self.bound.operands.get(operand), Some(BoundOperand::Null));
        let why = if is_null { "is the null variable" } else { "has no such element" };
        Caption::new(format!("{} discards its result {value}", self.who()), format!("{name} {why}"))
    }

    /// Describes a write to a bit of a predicate.
    fn bit(&self, stored: Stored, bit: u8, before: &str, after: &str) -> Caption {
        let name = &self.scenario.layout.space(stored.place.space).name;
        let detail = match self.right_side() {
            Some(RightSide::Truth(formula)) => Some(formula.with_numbers()),
            // A choice is the reason: `a < b (0 < 6) is true`.
            Some(RightSide::Number { formula, .. }) if !formula.because.is_empty() => {
                Some(formula.because.join(", so "))
            }
            Some(RightSide::Number { formula, .. }) if formula.numbers != after => {
                Some(format!("the lowest bit of {}", formula.equation(None)))
            }
            _ => None,
        };
        Caption::new(format!("{} sets bit {bit} of {name} to {after} {}", self.who(), was(before)), detail)
    }

    /// Describes a write to an element of a variable or to a register.
    fn element(&self, stored: Stored, before: &str, after: String) -> Caption {
        let (who, to) = (self.who(), self.place(stored.place));
        if self.bound.row.unit != ExecutionUnit::Alu {
            return Caption::new(format!("{who} returns {after} to {to} {}", was(before)), None);
        }
        let detail = match self.right_side() {
            Some(RightSide::Number { formula, ty, is_exact: true }) => {
                let result = ty.show(stored.value, NumberFormat::Auto);
                let equation = formula.equation(Some(&result));
                match self.part(&stored) {
                    _ if equation == after => None,
                    None if result == after => Some(equation),
                    part => Some(format!("{} {equation}", part.unwrap_or("from"))),
                }
            }
            right_side => right_side.and_then(|right_side| right_side.detail(&after)),
        };
        Caption::new(format!("{who} writes {after} to {to} {}", was(before)), detail)
    }

    /// Names the half of the result that goes to a register of a pair.
    fn part(&self, stored: &Stored) -> Option<&'static str> {
        match self.bound.operands.get(usize::from(stored.operand))? {
            BoundOperand::Register { high: Some(high), .. } if *high == stored.place.space => {
                Some("the high half of")
            }
            BoundOperand::Register { high: Some(_), .. } => Some("the low half of"),
            _ => None,
        }
    }

    fn right_side(&self) -> Option<RightSide> {
        self.formulas.right_side(self.statement.filter(|_| self.bound.row.unit == ExecutionUnit::Alu)?)
    }

    /// Explains why an access has no effect; `None` if it is within bounds.
    fn outside(&self, access: &Access) -> Option<String> {
        if !access.has_defined_address() {
            return Some("the address is undefined".to_owned());
        }
        (!access.inside).then(|| memory::outside_in_words(&self.scenario.layout, access))
    }

    /// Describes an access. If it crosses the end of the surface, says how many bytes lie inside.
    fn access(&self, access: &Access) -> String {
        let name = &self.scenario.layout.space(access.place.space).name;
        if !access.has_defined_address() {
            return name.clone();
        }
        let left = access.extent_bytes.saturating_sub(access.place.byte_offset);
        let partly = access.inside && left < access.place.size_bytes;
        let inside = if partly { format!(", with {left} bytes within bounds") } else { String::new() };
        format!("{}{inside}", memory::in_words(&self.scenario.layout, access))
    }

    /// Describes a place in a variable or a register: `OLD[3]`.
    fn place(&self, place: Place) -> String {
        let layout = &self.scenario.layout;
        match layout.variable_with(place) {
            Some((variable, element)) => format!("{}[{element}]", variable.name),
            None => {
                let name = &layout.space(place.space).name;
                format!("{name} {}", bytes_in_words(place.byte_offset.into(), place.size_bytes))
            }
        }
    }
}

struct Stored {
    operand: u8,
    place: Place,
    /// The value of the statement, before conversion to the destination.
    value: Bits,
}

/// Returns the value that a write replaces, in parentheses.
fn was(before: &str) -> String {
    format!("(was {})", if before == "?" { "undefined" } else { before })
}

/// Formats a value without loss of undefined bits: in binary if a hex digit is partly defined.
fn exact(bits: Bits, ty: ScalarType) -> String {
    let mut digits = (0..ty.width_bits()).step_by(4).map(|shift| bits.defined >> shift & 0xf);
    let in_part = digits.any(|digit| digit != 0 && digit != 0xf);
    show(bits, ty, if in_part { NumberFormat::Bits } else { NumberFormat::Auto })
}
