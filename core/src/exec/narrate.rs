//! Steps as sentences, complete enough that the states can be rebuilt from them.

use super::{Bound, Scenario, memory};
use crate::base::{Bits, LaneId, LaneMask, NumberFormat, ScalarType, Span, show};
use crate::machine::{Place, SpaceKind};
use crate::semantics::Site;
use crate::spec::Unit;
use crate::trace::{Access, Effect, Input, MicroStep, OffReason, OpLine};
use std::cmp::Reverse;

/// The sentence that tells what a micro-step did.
pub fn narrate(scenario: &Scenario, step: &MicroStep) -> String {
    Teller { scenario, step }.tell()
}

struct Teller<'a> {
    scenario: &'a Scenario,
    step: &'a MicroStep,
}

impl Teller<'_> {
    fn bound(&self) -> &Bound {
        &self.scenario.program[self.step.instruction as usize]
    }

    fn tell(&self) -> String {
        let sentences: Vec<String> =
            self.step.effects.iter().filter_map(|effect| self.effect(effect)).collect();
        sentences.join(" ")
    }

    /// The sentence for one effect. A local that only holds what another effect of the step already told is passed
    /// over.
    fn effect(&self, effect: &Effect) -> Option<String> {
        let who = self.step.lane.map_or("The instruction".to_owned(), |lane| format!("Lane {lane}"));
        let auto = |bits, ty| show(bits, ty, NumberFormat::Auto);
        Some(match effect {
            Effect::Mask { enabled, off, .. } => self.mask(*enabled, off),
            Effect::Latch => self.latch(),
            Effect::Local { name, ty, after, .. } => {
                if self.told_already() {
                    return None;
                }
                format!("{who} sets {}.", self.formula(name, ty.show(*after, NumberFormat::Auto)))
            }
            Effect::Decide { holds, defined } => {
                let condition = self.step.site.map_or(String::new(), |site| self.text(site).to_owned());
                let numbers = self.step.site.map_or(String::new(), |site| self.with_numbers(site));
                let shown = if numbers == condition { String::new() } else { format!(" ({numbers})") };
                let verdict = match (defined, holds) {
                    (false, _) => "is undefined and counts as false",
                    (true, true) => "holds",
                    (true, false) => "does not hold",
                };
                format!("{who}: {condition}{shown} {verdict}.")
            }
            Effect::Trap { reason } => {
                format!("{who} stops: {}. The run ends when the other lanes are done here.", reason.why())
            }
            Effect::Modify { new, ty, .. } => {
                let value = auto(*new, *ty);
                format!("{who} computes {}.", self.op_formula(&value))
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
            Effect::Return { operand, place, ty, before, after } => {
                self.returned(&who, *operand, *place, (*before, *after), *ty)
            }
        })
    }

    fn mask(&self, enabled: LaneMask, off: &[(LaneId, OffReason)]) -> String {
        let title = &self.bound().title;
        let taking_part = match enabled.count() {
            0 => "no lane takes part".to_owned(),
            n if n == usize::from(self.bound().exec_size) && n > 1 => format!("all {n} lanes take part"),
            1 => format!("lane {} takes part", list(enabled)),
            _ => format!("lanes {} take part", list(enabled)),
        };
        let of = |reason: OffReason, word: &str| {
            let lanes = off.iter().filter(|(_, why)| *why == reason);
            let lanes = lanes.fold(LaneMask::default(), |mask, (lane, _)| mask.with(lane.index(), true));
            match lanes.count() {
                0 => String::new(),
                1 => format!("; lane {} is off by its {word}", list(lanes)),
                _ => format!("; lanes {} are off by their {word}", list(lanes)),
            }
        };
        let (mask, predicate) = (of(OffReason::Mask, "mask bit"), of(OffReason::Predicate, "predicate"));
        let others = off.iter().any(|(_, why)| matches!(why, OffReason::Helper | OffReason::Exited));
        let (helper, exited) = if others {
            (
                named(off, OffReason::Helper, "only helps"),
                named(off, OffReason::Exited, "has left the program"),
            )
        } else {
            Default::default()
        };
        let changed: Vec<&str> = self.bound().changed_texts().collect();
        let changed = match &changed[..] {
            [] => String::new(),
            [one] => format!(" {one} is not the manual's."),
            more => format!(" {} are not the manual's.", more.join(" and ")),
        };
        format!("{title} begins: {taking_part}{mask}{predicate}{helper}{exited}.{changed}")
    }

    fn latch(&self) -> String {
        if self.bound().memory.live_sources {
            return "Sources are not latched: each lane reads them when it needs them.".to_owned();
        }
        "The sources of all lanes are read now, before any lane runs.".to_owned()
    }

    fn returned(
        &self,
        who: &str,
        operand: u8,
        place: Option<Place>,
        (before_bits, after_bits): (Bits, Bits),
        ty: ScalarType,
    ) -> String {
        let bit = place.and_then(|place| self.predicate_bit(place));
        let bit_of =
            |bits: Bits| bit.map_or(bits, |bit| Bits::new(bits.value >> bit & 1, bits.defined >> bit | !1));
        let shown = |bits| match bit_of(bits) {
            bits if bit.is_some() && !bits.is_defined(1) => "?".to_owned(),
            bits => exact(bits, ty),
        };
        let (before, after) = (shown(before_bits), shown(after_bits));
        match place {
            Some(place) if self.bound().row.unit == Unit::Alu => {
                let to = match bit {
                    Some(bit) => format!("bit {bit} of {}", self.scenario.layout.space(place.space).name),
                    None => self.place(place),
                };
                format!("{who} writes {} to {to} (was {before}).", self.right_side_in_numbers(after))
            }
            Some(place) => match bit {
                Some(bit) => {
                    let name = &self.scenario.layout.space(place.space).name;
                    format!("{who} sets bit {bit} of {name} to {after} (was {before}).")
                }
                None => format!("{who} returns {after} to {} (was {before}).", self.place(place)),
            },
            None => {
                let name =
                    self.bound().row.operands.get(usize::from(operand)).map_or("the operand", |row| row.name);
                format!("{who} throws its result {after} away: {name} is the null variable.")
            }
        }
    }

    /// Which bit a lane's predicate is, where the place is a predicate's.
    fn predicate_bit(&self, place: Place) -> Option<u64> {
        let is_predicate = self.scenario.layout.space(place.space).kind == SpaceKind::Predicate;
        let lane = u64::from(self.step.lane?.0) + u64::from(self.bound().mask_offset);
        is_predicate.then_some(lane.min(31))
    }

    /// The right side of a statement, then with its numbers, then its value: `src0[i] + src1[i] = 1 + 2 = 3`.
    fn right_side_in_numbers(&self, value: String) -> String {
        let Some(site) = self.step.site else { return value };
        let (symbols, numbers) = (right_side(self.text(site)).to_owned(), self.with_numbers(site));
        chain(&[&symbols, right_side(&numbers), &value])
    }

    /// Why an access has no effect, in numbers.
    fn outside(&self, access: &Access) -> Option<String> {
        if !access.address.is_defined(32) {
            return Some("the address is undefined".to_owned());
        }
        let layout = &self.scenario.layout;
        let why = || memory::outside_in_words(layout, access);
        (!access.inside).then(|| match access.texel {
            None if layout.nowhere != Some(access.place.space) => format!("outside, {}", why()),
            _ => why(),
        })
    }

    /// An access in words; of one that reaches over the end, how much of it lies inside.
    fn access(&self, access: &Access) -> String {
        let name = &self.scenario.layout.space(access.place.space).name;
        if !access.address.is_defined(32) {
            return name.clone();
        }
        let left = access.extent_bytes.saturating_sub(access.place.byte_offset);
        let partly = access.inside && left < access.place.size_bytes;
        let inside = if partly { format!(", of which {left} bytes lie inside") } else { String::new() };
        format!("{}{inside}", memory::in_words(&self.scenario.layout, access))
    }

    /// A place in words: `BUF byte 8`, `OLD[3]`.
    fn place(&self, place: Place) -> String {
        let layout = &self.scenario.layout;
        let space = layout.space(place.space);
        if space.kind == SpaceKind::Surface {
            return format!("{} byte {}", space.name, place.byte_offset);
        }
        let size = place.size_bytes.max(1);
        let behind = |variable: &&crate::machine::Variable| {
            let is_its = variable.ty.size_bytes() == size as usize && variable.place().overlaps(place);
            let behind = place.byte_offset.checked_sub(variable.byte_offset as u32)?;
            (is_its && behind.is_multiple_of(size)).then_some(behind)
        };
        match layout.variables.iter().find_map(|variable| Some((variable, behind(&variable)?))) {
            Some((variable, behind)) => format!("{}[{}]", variable.name, behind / size),
            None => format!("{} bytes {}–{}", space.name, place.byte_offset, place.byte_offset + size - 1),
        }
    }

    /// Whether the value of a local was told by another effect.
    fn told_already(&self) -> bool {
        self.step.effects.iter().any(|effect| matches!(effect, Effect::Read { .. } | Effect::Modify { .. }))
    }

    fn text(&self, site: Site) -> &str {
        self.bound().code.texts.get(usize::from(site.text)).map_or("", |text| site.span.of(&text.text))
    }

    /// A local with what was assigned to it: `address = element_offset[i] = 8`.
    fn formula(&self, name: &str, value: String) -> String {
        let Some(site) = self.step.site else { return format!("{name} = {value}") };
        let (symbols, numbers) = (right_side(self.text(site)).to_owned(), self.with_numbers(site));
        chain(&[name, &symbols, right_side(&numbers), &value])
    }

    /// An operation with its numbers, `new = old + src0 = 10 + 4 = 14`: its lines, up to the last that made `new`.
    fn op_formula(&self, value: &str) -> String {
        let lines = &self.step.op_lines;
        let is_new = |line: &OpLine| self.text(line.site).trim_start().starts_with("new");
        let last = lines.iter().rposition(is_new);
        let before = lines[..last.unwrap_or(lines.len())].iter().filter(|line| !is_new(line));
        let told = before.map(|line| self.op_line(line)).chain(last.map(|at| self.op_line(&lines[at])));
        let told: Vec<String> = told.collect();
        if told.is_empty() { format!("new = {value}") } else { told.join(", ") }
    }

    /// A line of an operation with the numbers put in.
    fn op_line(&self, line: &OpLine) -> String {
        let text = self.text(line.site);
        // An operation that is an expression makes `new` of it.
        let is_assigned = right_side(text).len() < text.trim().trim_end_matches(';').trim_end().len();
        let before = text.split('=').next().filter(|_| is_assigned).unwrap_or_default();
        let name = before.split_whitespace().last().unwrap_or("new");
        let value = line.ty.show(line.value, NumberFormat::Auto);
        chain(&[name, right_side(text), right_side(&self.with_numbers(line.site)), &value])
    }

    /// A piece of notation with the values that went in put in the place of the names.
    fn with_numbers(&self, site: Site) -> String {
        let inside = |input: &&Input| {
            input.site.text == site.text
                && site.span.start <= input.site.span.start
                && input.site.span.end <= site.span.end
        };
        let all = self.bound().code.texts.get(usize::from(site.text)).map_or("", |text| &text.text);
        let mut inputs: Vec<&Input> = self.step.inputs.iter().filter(inside).collect();
        inputs.retain(|input| !is_counted(all, input.site.span));
        // Of pieces that begin together the longest comes first.
        inputs.sort_by_key(|input| (input.site.span.start, Reverse(input.site.span.end)));
        let (text, mut out, mut at) = (self.text(site), String::new(), 0);
        for input in inputs {
            let start = (input.site.span.start - site.span.start) as usize;
            if start < at {
                continue;
            }
            out.push_str(text.get(at..start).unwrap_or(""));
            out.push_str(&input.ty.show(input.value, NumberFormat::Auto));
            at = (input.site.span.end - site.span.start) as usize;
        }
        out + text.get(at..).unwrap_or("")
    }
}

/// Whether `++` or `--` stands at a piece of notation. It keeps its name in a formula: a number cannot be counted up.
pub fn is_counted(text: &str, piece: Span) -> bool {
    let (start, end) = (piece.start as usize, piece.end as usize);
    let (before, behind) = (text.get(..start).unwrap_or(""), text.get(end..).unwrap_or(""));
    let signs = ["++", "--"];
    signs.iter().any(|sign| before.trim_end().ends_with(sign) || behind.trim_start().starts_with(sign))
}

/// Helper lanes at the end of a sentence: `; lane 3 only helps`, `; lanes 3 and 4 only help`.
fn named(off: &[(LaneId, OffReason)], reason: OffReason, what: &str) -> String {
    let lanes = off.iter().filter(|(_, why)| *why == reason);
    let lanes = lanes.fold(LaneMask::default(), |mask, (lane, _)| mask.with(lane.index(), true));
    match lanes.count() {
        0 => String::new(),
        1 => format!("; lane {} {what}", list(lanes)),
        _ => format!("; lanes {} {}", list(lanes), what.replace("helps", "help").replace("has", "have")),
    }
}

/// A value from which its bits can be told: in binary where a hex digit is defined in part.
fn exact(bits: Bits, ty: ScalarType) -> String {
    let mut digits = (0..ty.width_bits()).step_by(4).map(|shift| bits.defined >> shift & 0xf);
    let in_part = digits.any(|digit| digit != 0 && digit != 0xf);
    show(bits, ty, if in_part { NumberFormat::Bits } else { NumberFormat::Auto })
}

/// What stands behind the first plain `=`, without the semicolon; the whole where there is none.
fn right_side(statement: &str) -> &str {
    let bytes = statement.as_bytes();
    let plain = |at: &usize| {
        bytes[*at] == b'='
            && bytes.get(at + 1) != Some(&b'=')
            && !at.checked_sub(1).is_some_and(|before| b"=<>!+-*/%&|^".contains(&bytes[before]))
    };
    let from = (0..bytes.len()).find(plain).map_or(0, |at| at + 1);
    statement[from..].trim().trim_end_matches(';').trim_end()
}

/// Texts as a chain, `a = b = c`, each different one once.
fn chain(parts: &[&str]) -> String {
    let mut out: Vec<&str> = Vec::new();
    for part in parts {
        if out.last() != Some(part) && !part.is_empty() {
            out.push(part);
        }
    }
    out.join(" = ")
}

/// Lanes as a list: `0, 1 and 5`, or `0 to 7` for a run of four or more.
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
