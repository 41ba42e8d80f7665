//! Captions: each micro-step as sentences, complete enough to rebuild memory from them.

use super::equation::{ConditionKind, Notation, RightSide, Worked};
use super::{Bound, BoundOperand, Scenario, memory};
use crate::base::{Bits, LaneId, LaneMask, NumberFormat, ScalarType, show};
use crate::machine::{Place, SpaceKind};
use crate::spec::Unit;
use crate::trace::{Access, Effect, MicroStep, OffReason, show_bit};

/// Returns the caption of a micro-step.
pub fn narrate(scenario: &Scenario, step: &MicroStep) -> String {
    let bound = &scenario.program[step.instruction as usize];
    Teller { scenario, step, notation: Notation { bound, step } }.tell()
}

struct Teller<'a> {
    scenario: &'a Scenario,
    step: &'a MicroStep,
    notation: Notation<'a>,
}

impl Teller<'_> {
    fn bound(&self) -> &Bound {
        self.notation.bound
    }

    fn tell(&self) -> String {
        let sentences: Vec<String> =
            self.step.effects.iter().filter_map(|effect| self.effect(effect)).collect();
        sentences.join(" ")
    }

    fn who(&self) -> String {
        self.step.lane.map_or("The instruction".to_owned(), |lane| format!("Lane {lane}"))
    }

    /// Returns the sentence for one effect; `None` if another effect of the step says the same.
    fn effect(&self, effect: &Effect) -> Option<String> {
        let who = self.who();
        let auto = |bits, ty| show(bits, ty, NumberFormat::Auto);
        Some(match effect {
            Effect::Mask { enabled, off, .. } => self.mask(*enabled, off),
            Effect::Latch => self.latch(),
            Effect::Local { name, ty, after, .. } => {
                return self.local(name, &ty.show(*after, NumberFormat::Auto));
            }
            Effect::Decide { holds, defined } => return self.decided(*holds, *defined),
            Effect::Trap { reason } => {
                format!("{who} stops: {}. The run ends once the other lanes are done.", reason.why())
            }
            Effect::Modify { new, ty, .. } => {
                let lines = self.notation.operation();
                match lines.is_empty() {
                    true => format!("{who} computes new = {}.", auto(*new, *ty)),
                    false => format!("{who} computes {}.", lines.join(", ")),
                }
            }
            Effect::Read { access, value } => {
                let value = auto(*value, access.ty);
                match self.outside(access) {
                    None => format!("{who} reads {value} from {}.", self.access(access)),
                    Some(why) => {
                        format!("{who} reads {}: {why}, so it gets {value}.", self.access(access))
                    }
                }
            }
            Effect::Write { access, before, value, .. } => {
                let value = exact(*value, access.ty);
                match self.outside(access) {
                    None => {
                        let before = exact(*before, access.ty);
                        format!("{who} writes {value} to {} (was {before}).", self.access(access))
                    }
                    Some(why) => {
                        format!(
                            "{who} would write {value} to {}: {why}, so it is dropped.",
                            self.access(access)
                        )
                    }
                }
            }
            Effect::Drop { access } => {
                let why = self.outside(access).unwrap_or_default();
                format!("{who} drops its access to {}: {why}.", self.access(access))
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

    fn local(&self, name: &str, value: &str) -> Option<String> {
        let who = self.who();
        let site = self.step.site.filter(|site| !self.notation.only_copies(*site));
        let right_side = match site {
            Some(site) => self.notation.right_side(site),
            // A read or an operation has its own effect.
            None => return None,
        };
        Some(match right_side {
            None => format!("{who} sets {name} = {value}."),
            Some(RightSide::Counted { up }) => {
                let name = self.step.lane.map_or(name.to_owned(), |lane| format!("{name} of lane {lane}"));
                format!("{name} goes {} to {value}.", if up { "up" } else { "down" })
            }
            Some(RightSide::Truth(worked)) => {
                format!("{who} sets {name} to {value}: {}.", worked.with_numbers())
            }
            Some(RightSide::Number { worked, is_exact: true, .. }) => {
                format!("{who} sets {name} = {}.", worked.equals(value))
            }
            Some(RightSide::Number { worked, .. }) => {
                format!("{who} sets {name} = {value}, from {}.", worked.equation())
            }
        })
    }

    /// Returns the sentence for a condition; `None` before a trap, which has its own sentence.
    fn decided(&self, holds: bool, defined: bool) -> Option<String> {
        let (worked, kind) = self.notation.condition(self.step.site?);
        let who = self.who();
        let truth = match (defined, holds) {
            (false, _) => "undefined, which counts as false",
            (true, true) => "true",
            (true, false) => "false",
        };
        let the_loop =
            self.step.lane.map_or("The loop".to_owned(), |lane| format!("The loop of lane {lane}"));
        Some(match (kind, holds && defined) {
            (ConditionKind::Trap, true) => return None,
            (ConditionKind::Trap, false) => {
                format!("{who} does not stop here: {} is {truth}.", worked.with_numbers())
            }
            (ConditionKind::Loop, true) => format!("{the_loop} goes on: {} is true.", worked.with_numbers()),
            (ConditionKind::Loop, false) => format!("{the_loop} ends: {} is {truth}.", worked.with_numbers()),
            (ConditionKind::If, _) => {
                let Worked { symbols, numbers } = &worked;
                let is_plain = worked.with_numbers() == *symbols;
                format!("{who} tests {symbols}: {} is {truth}.", if is_plain { "it" } else { numbers })
            }
        })
    }

    fn mask(&self, enabled: LaneMask, off: &[(LaneId, OffReason)]) -> String {
        let title = &self.bound().title;
        let taking_part = match enabled.count() {
            0 => "no lane takes part".to_owned(),
            n if n == usize::from(self.bound().exec_size) && n > 1 => match n {
                2 => "both lanes take part".to_owned(),
                _ => format!("all {n} lanes take part"),
            },
            1 => format!("lane {} takes part", list(enabled)),
            _ => format!("lanes {} take part", list(enabled)),
        };
        let group = |reason: OffReason, one: &str, more: &str| {
            let lanes = off.iter().filter(|(_, why)| *why == reason);
            let lanes = lanes.fold(LaneMask::default(), |mask, (lane, _)| mask.with(lane.index(), true));
            match lanes.count() {
                0 => String::new(),
                1 => format!("; lane {} {one}", list(lanes)),
                _ => format!("; lanes {} {more}", list(lanes)),
            }
        };
        let off = [
            group(OffReason::Mask, "is masked off", "are masked off"),
            group(OffReason::Predicate, "is predicated off", "are predicated off"),
            group(OffReason::Helper, "is a helper lane", "are helper lanes"),
            group(OffReason::Exited, "has exited", "have exited"),
        ]
        .concat();
        let changed: Vec<&str> = self.bound().changed_texts().collect();
        let changed = match &changed[..] {
            [] => String::new(),
            [one] => format!(" {one} differs from the manual."),
            more => format!(" {} differ from the manual.", more.join(" and ")),
        };
        format!("{title} begins: {taking_part}{off}.{changed}")
    }

    fn latch(&self) -> String {
        if self.bound().memory.live_sources {
            return "Sources are not latched: each lane reads them when it needs them.".to_owned();
        }
        "The sources of all lanes are read now, before any lane runs.".to_owned()
    }

    fn discarded(&self, operand: u8, value: &str) -> String {
        let operand = usize::from(operand);
        let name = self.bound().row.operands.get(operand).map_or("the operand", |row| row.name);
        let is_null = matches!(self.bound().operands.get(operand), Some(BoundOperand::Null));
        let why = if is_null { "is the null variable" } else { "has no such element" };
        format!("{} discards its result {value}: {name} {why}.", self.who())
    }

    /// Describes a write to a bit of a predicate.
    fn bit(&self, stored: Stored, bit: u8, before: &str, after: &str) -> String {
        let name = &self.scenario.layout.space(stored.place.space).name;
        let source = match self.right_side() {
            Some(RightSide::Truth(worked)) => format!(": {}", worked.with_numbers()),
            Some(RightSide::Number { worked, .. }) if worked.numbers != after => {
                format!(", the lowest bit of {}", worked.equation())
            }
            _ => String::new(),
        };
        format!("{} sets bit {bit} of {name} to {after} (was {before}){source}.", self.who())
    }

    /// Describes a write to an element of a variable or to a register.
    fn element(&self, stored: Stored, before: &str, after: String) -> String {
        let (who, to) = (self.who(), self.place(stored.place));
        if self.bound().row.unit != Unit::Alu {
            return format!("{who} returns {after} to {to} (was {before}).");
        }
        let (value, source) = match self.right_side() {
            Some(RightSide::Truth(worked)) => (after, format!(": {}", worked.with_numbers())),
            Some(RightSide::Number { worked, ty, is_exact }) => {
                let result = ty.show(stored.value, NumberFormat::Auto);
                let equation = if is_exact { worked.equals(&result) } else { worked.equation() };
                match self.part(&stored).filter(|_| is_exact) {
                    _ if !is_exact && worked.numbers == after => (worked.equation(), String::new()),
                    None if !is_exact => (after, format!(", from {equation}")),
                    None if result == after => (equation, String::new()),
                    _ if equation == after => (after, String::new()),
                    part => (after, format!(", {} {equation}", part.unwrap_or("from"))),
                }
            }
            _ => (after, String::new()),
        };
        format!("{who} writes {value} to {to} (was {before}){source}.")
    }

    /// Names the half of the result that goes to a register of a pair.
    fn part(&self, stored: &Stored) -> Option<&'static str> {
        match self.bound().operands.get(usize::from(stored.operand))? {
            BoundOperand::Register { high: Some(high), .. } if *high == stored.place.space => {
                Some("the high half of")
            }
            BoundOperand::Register { high: Some(_), .. } => Some("the low half of"),
            _ => None,
        }
    }

    fn right_side(&self) -> Option<RightSide> {
        self.notation.right_side(self.step.site.filter(|_| self.bound().row.unit == Unit::Alu)?)
    }

    /// Explains why an access has no effect; `None` if it is within bounds.
    fn outside(&self, access: &Access) -> Option<String> {
        if !access.address.is_defined(32) {
            return Some("the address is undefined".to_owned());
        }
        let layout = &self.scenario.layout;
        let why = || memory::outside_in_words(layout, access);
        (!access.inside).then(|| match access.texel {
            None if layout.nowhere != Some(access.place.space) => format!("out of bounds, {}", why()),
            _ => why(),
        })
    }

    /// Describes an access. If it crosses the end of the surface, says how many bytes lie inside.
    fn access(&self, access: &Access) -> String {
        let name = &self.scenario.layout.space(access.place.space).name;
        if !access.address.is_defined(32) {
            return name.clone();
        }
        let left = access.extent_bytes.saturating_sub(access.place.byte_offset);
        let partly = access.inside && left < access.place.size_bytes;
        let inside = if partly { format!(", with {left} bytes within bounds") } else { String::new() };
        format!("{}{inside}", memory::in_words(&self.scenario.layout, access))
    }

    /// Describes a place: `BUF byte 8`, `OLD[3]`.
    fn place(&self, place: Place) -> String {
        let layout = &self.scenario.layout;
        let space = layout.space(place.space);
        if space.kind == SpaceKind::Surface {
            return format!("{} byte {}", space.name, place.byte_offset);
        }
        let size = place.size_bytes.max(1);
        let distance = |variable: &&crate::machine::Variable| {
            let is_its = variable.ty.size_bytes() == size as usize && variable.place().overlaps(place);
            let distance = place.byte_offset.checked_sub(variable.byte_offset as u32)?;
            (is_its && distance.is_multiple_of(size)).then_some(distance)
        };
        match layout.variables.iter().find_map(|variable| Some((variable, distance(&variable)?))) {
            Some((variable, distance)) => format!("{}[{}]", variable.name, distance / size),
            None => format!("{} bytes {}–{}", space.name, place.byte_offset, place.byte_offset + size - 1),
        }
    }
}

/// A write to a destination.
struct Stored {
    operand: u8,
    place: Place,
    /// The value of the statement, before conversion to the destination.
    value: Bits,
}

/// Formats a value without loss of undefined bits: in binary if a hex digit is partly defined.
fn exact(bits: Bits, ty: ScalarType) -> String {
    let mut digits = (0..ty.width_bits()).step_by(4).map(|shift| bits.defined >> shift & 0xf);
    let in_part = digits.any(|digit| digit != 0 && digit != 0xf);
    show(bits, ty, if in_part { NumberFormat::Bits } else { NumberFormat::Auto })
}

/// Lists lanes: `0, 1 and 5`, or `0 to 7` for a range of four or more.
fn list(lanes: LaneMask) -> String {
    let all: Vec<u8> = lanes.lanes().map(|lane| lane.0).collect();
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return String::new() };
    if all.len() >= 4 && usize::from(last - first) + 1 == all.len() {
        return format!("{first} to {last}");
    }
    let words: Vec<String> = all.iter().map(u8::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
