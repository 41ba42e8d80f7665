//! Arithmetic, logic, moves and comparisons of vISA, after their pages and the page on data types.

use super::bits::{Memory, Value, low, signed};
use super::floats::{DOUBLE, Format, HALF, SINGLE};
use super::kernel::{Head, Kernel, Operand, size_of_type};
use super::orders::Order;
use super::visa_ops::End;
use crate::common::Random;

const INTEGERS: [&str; 8] = ["ub", "b", "uw", "w", "ud", "d", "uq", "q"];
const FLOATS: [&str; 3] = ["hf", "f", "df"];
const OPS: [&str; 15] =
    ["mov", "add", "mul", "min", "max", "and", "or", "xor", "not", "shl", "shr", "asr", "sel", "cmp", "setp"];

/// The region of one element for all lanes.
const SCALAR: [usize; 3] = [0, 1, 0];

/// An exact number, or a float as its pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Integer(i128),
    Float(Format, u64),
}

/// The place of a source.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The elements `k / width * vertical + k % width * horizontal` from the operand's first one on.
    Elements(Operand, [usize; 3]),
    Immediate(u64),
}

#[derive(Clone, Copy, Debug)]
struct Source {
    ty: &'static str,
    place: Place,
    modifier: &'static str,
}

/// The place of the results.
#[derive(Clone, Copy, Debug)]
enum Destination {
    /// An element for each lane, that many elements apart.
    Elements(Operand, usize),
    Predicate,
}

/// A line of one of these instructions.
#[derive(Clone, Debug)]
pub struct Alu {
    head: Head,
    op: &'static str,
    relation: &'static str,
    saturates: bool,
    /// The type of the destination; that of the sources if it is a predicate.
    ty: &'static str,
    destination: Destination,
    sources: Vec<Source>,
}

impl Alu {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let op = OPS[random.below(OPS.len())];
        let may_be_predicated = !matches!(op, "min" | "max" | "cmp" | "setp");
        let head = kernel.head(random, &[1, 2, 4, 8, 16, 32], may_be_predicated)?;
        let count = if matches!(op, "mov" | "not" | "setp") { 1 } else { 2 };
        let (ty, types) = types(random, op);
        let may_saturate = !matches!(op, "and" | "or" | "xor" | "not" | "asr" | "cmp" | "setp");
        let modifiers: &[&str] = match op {
            "mov" | "add" | "mul" | "min" | "max" | "sel" | "cmp" => &["", "", "", "(-)", "(abs)", "(-abs)"],
            // A complement of narrower sources depends on the width in which it is taken.
            "and" | "or" | "xor" | "not" if is_one_size(ty, &types[..count]) => &["", "", "(~)"],
            _ => &[""],
        };
        let mut sources = Vec::new();
        for ty in &types[..count] {
            let modifier = modifiers[random.below(modifiers.len())];
            let is_immediate = op != "setp" && random.below(4) == 0;
            sources.push(match is_immediate || op == "setp" && head.no_mask && random.below(2) == 0 {
                true => immediate(random, ty),
                false => source(random, kernel, ty, head.exec_size, modifier)?,
            });
        }
        // No type of a computation holds qwords of both signs.
        let is_shift = matches!(op, "shl" | "shr" | "asr");
        let is_wide = |source: &Source| source.ty == "uq";
        let is_signed = |source: &Source| !source.ty.starts_with('u') || source.modifier.starts_with("(-");
        if !is_shift && sources.iter().any(is_wide) && sources.iter().any(is_signed) {
            return None;
        }
        let is_predicate = op == "setp" || op == "cmp" && random.below(2) == 0;
        let destination = match is_predicate {
            true if head.mask_offset + head.exec_size > kernel.predicate_count => return None,
            true => Destination::Predicate,
            false => {
                let stride = [1, 1, 1, 2, 4][random.below(5)];
                Destination::Elements(elements(random, kernel, ty, (head.exec_size - 1) * stride)?, stride)
            }
        };
        Some(Self {
            op,
            relation: ["eq", "ne", "gt", "ge", "lt", "le"][random.below(6)],
            saturates: may_saturate && random.below(4) == 0,
            ty,
            destination,
            sources,
            head,
        })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let Self { head, op, relation, saturates, destination, sources, .. } = self;
        let relation = if *op == "cmp" { format!(".{relation}") } else { String::new() };
        let saturates = if *saturates { ".sat" } else { "" };
        let destination = match destination {
            Destination::Elements(operand, stride) => format!("{}<{stride}>", element_text(kernel, *operand)),
            Destination::Predicate => "P1".to_owned(),
        };
        let source = |source: &Source| match source.place {
            Place::Elements(operand, [vertical, width, horizontal]) => {
                let first = element_text(kernel, operand);
                format!("{}{first}<{vertical};{width},{horizontal}>", source.modifier)
            }
            Place::Immediate(bits) => format!("{bits:#x}:{}", source.ty),
        };
        let sources: Vec<String> = sources.iter().map(source).collect();
        let (predicate, exec) = (head.predicate_text(), head.exec_text());
        format!("{predicate}{op}{relation}{saturates} {exec} {destination} {}\n", sources.join(" "))
    }

    /// Runs the loop of the pages: `for (i = 0; i < exec_size; ++i) if (ChEn[i]) dst[i] = ...`.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let mut head = self.head.clone();
        if self.op == "sel" {
            head.predicate = None;
        }
        let enabled = kernel.enabled(&head);
        let chosen = kernel.enabled(&Head { no_mask: true, ..self.head.clone() });
        let mut sources = kernel.roots.clone();
        if !self.lose_off_lanes(kernel, &enabled) {
            return End::Unknown;
        }
        for lane in order.turns(0, &enabled, 1) {
            if kernel.readings.is("sources", "live") {
                sources = kernel.roots.clone();
            }
            let Some(bits) = self.result(kernel, &sources, lane, chosen.contains(&lane)) else {
                return End::Unknown;
            };
            match self.destination {
                Destination::Elements(operand, stride) => {
                    let value = Value::known(bits);
                    kernel.set_element(operand, lane * stride, size_of_type(self.ty), value);
                }
                Destination::Predicate => {
                    let bit = head.mask_offset + lane;
                    kernel.predicate &= !(1 << bit);
                    kernel.predicate |= (bits as u32 & 1) << bit;
                }
            }
        }
        End::Done
    }

    /// Makes the destination elements of lanes that do not take part undefined, if they become so. Returns `false` if the model
    /// does not know the result.
    fn lose_off_lanes(&self, kernel: &mut Kernel, enabled: &[usize]) -> bool {
        let off: Vec<usize> = (0..self.head.exec_size).filter(|lane| !enabled.contains(lane)).collect();
        if off.is_empty() || !kernel.readings.is("off_lanes", "undefined") {
            return true;
        }
        // The model has no predicates with undefined bits.
        let Destination::Elements(operand, stride) = self.destination else { return false };
        for lane in off {
            kernel.set_element(operand, lane * stride, size_of_type(self.ty), Value::UNDEFINED);
        }
        let is_own = |source: &Source| match source.place {
            Place::Elements(other, _) => kernel.share_a_root(operand, other),
            Place::Immediate(_) => false,
        };
        !(kernel.readings.is("sources", "live") && self.sources.iter().any(is_own))
    }

    /// Computes the bits of a lane's result. `None` if the model does not know them.
    fn result(&self, kernel: &Kernel, memory: &[Memory], lane: usize, is_chosen: bool) -> Option<u64> {
        let numbers: Vec<Number> =
            self.sources.iter().map(|source| source.number(kernel, memory, lane)).collect::<Option<_>>()?;
        let first = numbers[0];
        let second = *numbers.last()?;
        let (a, b) = same_format(first, second);
        let flushes = kernel.readings.is("float_denormals", "flush");
        let result = match (self.op, a, b) {
            ("mov", ..) => first,
            ("sel", ..) => {
                if is_chosen {
                    a
                } else {
                    b
                }
            }
            // Bit i of one value for all lanes, or bit 0 of the lane's own.
            ("setp", Number::Integer(a), _) => match self.sources[0].place {
                Place::Immediate(_) | Place::Elements(_, SCALAR) => Number::Integer(a >> lane),
                Place::Elements(_, [0, _, 0]) => return None,
                Place::Elements(..) => Number::Integer(a),
            },
            ("cmp", a, b) => {
                let holds = compares(self.relation, a, b, flushes);
                let all_ones = low(8 * size_of_type(self.ty) as u32);
                return Some(if holds { all_ones } else { 0 });
            }
            (_, Number::Integer(a), Number::Integer(b)) => Number::Integer(self.integer(a, b)?),
            (_, Number::Float(format, a), Number::Float(_, b)) => {
                let flushed = |x| if flushes { format.flushed(x) } else { x };
                let result = float(self.op, format, flushed(a), flushed(b))?;
                Number::Float(format, flushed(result))
            }
            _ => unreachable!("sources are of one kind"),
        };
        let converted = converted(result, self.ty, self.saturates)?;
        // No page says if `.sat` is an operation that flushes.
        let is_flushed = |format: Format| format.flushed(converted) != converted;
        let is_unclear = self.saturates && flushes && format_of(self.ty).is_some_and(is_flushed);
        (!is_unclear).then_some(converted)
    }

    /// Computes an operation on integers. A product beyond 128 bits wraps. `None` if no page says what the result is.
    fn integer(&self, a: i128, b: i128) -> Option<i128> {
        let bits = if size_of_type(self.ty) == 8 { 6 } else { 5 };
        let amount = b & ((1 << bits) - 1);
        Some(match self.op {
            "add" => a + b,
            // Out of the range of every type if it needs more than 128 bits.
            "mul" if self.saturates => a.saturating_mul(b),
            "mul" => a.wrapping_mul(b),
            "min" => a.min(b),
            "max" => a.max(b),
            "and" => a & b,
            "or" => a | b,
            "xor" => a ^ b,
            "not" => !a,
            "shl" => {
                let shifted = a << amount;
                // The page limits the result before it is brought into range.
                let is_within = shifted >> amount == a && (-(1 << 32)..1 << 32).contains(&shifted);
                if self.saturates && !is_within {
                    return None;
                }
                shifted
            }
            "shr" | "asr" => a >> amount,
            op => unreachable!("integers have no {op}"),
        })
    }
}

impl Source {
    /// Returns the number of a lane. `None` if the model does not know it.
    fn number(&self, kernel: &Kernel, memory: &[Memory], lane: usize) -> Option<Number> {
        let size_bytes = size_of_type(self.ty);
        let width = 8 * size_bytes as u32;
        let bits = match self.place {
            Place::Elements(operand, [vertical, width_of_row, horizontal]) => {
                let element = lane / width_of_row * vertical + lane % width_of_row * horizontal;
                kernel.element(memory, operand, element, size_bytes).number(width)?
            }
            Place::Immediate(bits) => bits,
        };
        if let Some(format) = format_of(self.ty) {
            // No page says which sign a NaN gets that is also converted.
            if format.is_nan(bits) && !self.modifier.is_empty() {
                return None;
            }
            return Some(Number::Float(
                format,
                match self.modifier {
                    "(-)" => format.negated(bits),
                    "(abs)" => format.absolute(bits),
                    "(-abs)" => format.negated(format.absolute(bits)),
                    _ => bits,
                },
            ));
        }
        let number =
            if self.ty.starts_with('u') { i128::from(bits) } else { i128::from(signed(bits, width)) };
        // No page says in which width the lowest number is negated.
        if !matches!(self.modifier, "" | "(~)") && number == -(1 << (width - 1)) {
            return None;
        }
        Some(Number::Integer(match self.modifier {
            "(-)" => -number,
            "(abs)" => number.abs(),
            "(-abs)" => -number.abs(),
            "(~)" => !number,
            _ => number,
        }))
    }
}

/// Draws the types of the destination and of two sources.
fn types(random: &mut Random, op: &str) -> (&'static str, [&'static str; 2]) {
    let mut integer = || INTEGERS[random.below(INTEGERS.len())];
    let (a, b, c) = (integer(), integer(), integer());
    let unsigned = |ty: &'static str| if ty.starts_with('u') { ty } else { "ud" };
    let signed = |ty: &'static str| ty.trim_start_matches('u');
    match op {
        "mov" => {
            let mut any = || match random.below(2) {
                0 => FLOATS[random.below(FLOATS.len())],
                _ => INTEGERS[random.below(INTEGERS.len())],
            };
            (any(), [any(), "ud"])
        }
        "shr" => (unsigned(a), [unsigned(b), c]),
        "asr" => (signed(a), [signed(b), c]),
        "setp" => ("ud", [["ub", "uw", "ud"][random.below(3)], "ud"]),
        "add" | "mul" | "min" | "max" | "sel" | "cmp" if random.below(2) == 0 => {
            let ty = FLOATS[random.below(FLOATS.len())];
            if ty == "f" { ("f", [["f", "hf"][random.below(2)], "f"]) } else { (ty, [ty, ty]) }
        }
        "and" | "or" | "xor" | "not" if random.below(2) == 0 => (a, [a, a]),
        _ => (a, [b, c]),
    }
}

fn is_one_size(ty: &str, sources: &[&str]) -> bool {
    sources.iter().all(|source| size_of_type(source) == size_of_type(ty))
}

/// Draws the first of the elements up to the one at a distance from it, in a variable of a type.
fn elements(random: &mut Random, kernel: &Kernel, ty: &str, distance: usize) -> Option<Operand> {
    let fits = |&at: &usize| kernel.variables[at].ty == ty && kernel.variables[at].elements > distance;
    let fitting: Vec<usize> = (0..kernel.variables.len()).filter(fits).collect();
    if fitting.is_empty() {
        return None;
    }
    let variable = fitting[random.below(fitting.len())];
    let first = random.below(kernel.variables[variable].elements - distance);
    Some(Operand { variable, byte: first * size_of_type(ty) })
}

fn source(
    random: &mut Random,
    kernel: &Kernel,
    ty: &'static str,
    exec_size: usize,
    modifier: &'static str,
) -> Option<Source> {
    let region = match random.below(4) {
        0 => [[0, 1, 2, 4, 8][random.below(5)], [1, 2, 4][random.below(3)], [0, 1, 2][random.below(3)]],
        1 => SCALAR,
        _ => [1, 1, 0],
    };
    let [vertical, width, horizontal] = region;
    let distance = (0..exec_size).map(|k| k / width * vertical + k % width * horizontal).max()?;
    let place = Place::Elements(elements(random, kernel, ty, distance)?, region);
    Some(Source { ty, place, modifier })
}

fn immediate(random: &mut Random, ty: &'static str) -> Source {
    let bits = match random.below(2) {
        0 => random.below(40) as u64,
        _ => u64::from(random.bits()) << 32 | u64::from(random.bits()),
    };
    let place = Place::Immediate(bits & low(8 * size_of_type(ty) as u32));
    Source { ty, place, modifier: "" }
}

/// Returns a place as `NAME(row,column)`.
fn element_text(kernel: &Kernel, Operand { variable, byte }: Operand) -> String {
    let size_bytes = size_of_type(kernel.variables[variable].ty);
    let (row, column) = (byte / kernel.grf_bytes, byte % kernel.grf_bytes / size_bytes);
    format!("{}({row},{column})", kernel.variables[variable].name)
}

fn format_of(ty: &str) -> Option<Format> {
    match ty {
        "hf" => Some(HALF),
        "f" => Some(SINGLE),
        "df" => Some(DOUBLE),
        _ => None,
    }
}

/// Converts halves among single floats.
fn same_format(a: Number, b: Number) -> (Number, Number) {
    let wide = |x: Number| match x {
        Number::Float(format, bits) => Number::Float(SINGLE, format.converted(SINGLE, bits)),
        integer => integer,
    };
    match (a, b) {
        (Number::Float(one, _), Number::Float(other, _)) if one != other => (wide(a), wide(b)),
        _ => (a, b),
    }
}

/// Computes an operation on floats. A NaN that is computed is the quiet one without a payload. `None` if no page says which zero is
/// kept.
fn float(op: &str, format: Format, a: u64, b: u64) -> Option<u64> {
    let is_second = match op {
        "add" => return Some(format.sum(a, b).unwrap_or(format.quiet(format.infinity()))),
        "mul" => return Some(format.product(a, b).unwrap_or(format.quiet(format.infinity()))),
        // The source that is a number; src1 if both are NaN.
        _ if format.is_nan(a) => true,
        _ if format.is_nan(b) => false,
        _ if format.equal(a, b) && a != b => return None,
        "min" => format.rank(b) < format.rank(a),
        _ => format.rank(b) > format.rank(a),
    };
    Some(if is_second { b } else { a })
}

/// Compares numbers of one kind. NaN is unequal to everything, and zeros are equal.
fn compares(relation: &str, a: Number, b: Number, flushes: bool) -> bool {
    let (is_less, is_equal, is_greater) = match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => (a < b, a == b, a > b),
        (Number::Float(format, a), Number::Float(_, b)) => {
            let flushed = |x| if flushes { format.flushed(x) } else { x };
            let (a, b) = (flushed(a), flushed(b));
            let is_ordered = !format.is_nan(a) && !format.is_nan(b);
            let is_equal = format.equal(a, b);
            let is_less = is_ordered && !is_equal && format.rank(a) < format.rank(b);
            (is_less, is_equal, is_ordered && !is_equal && !is_less)
        }
        _ => unreachable!("sources are of one kind"),
    };
    match relation {
        "eq" => is_equal,
        "ne" => !is_equal,
        "gt" => is_greater,
        "ge" => is_greater || is_equal,
        "lt" => is_less,
        _ => is_less || is_equal,
    }
}

/// Converts a result to the type of the destination. `None` if no page says which zero `.sat` keeps.
fn converted(result: Number, ty: &str, saturates: bool) -> Option<u64> {
    let width = 8 * size_of_type(ty) as u32;
    let range = match ty.starts_with('u') {
        true => (0, (1 << width) - 1),
        false => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
    };
    let limited = |number: i128| number.clamp(range.0, range.1) as u64 & low(width);
    match (result, format_of(ty)) {
        (Number::Integer(number), None) if saturates => Some(limited(number)),
        (Number::Integer(number), None) => Some(number as u64 & low(width)),
        // Toward zero, within the range of the type, and 0 for NaN.
        (Number::Float(format, bits), None) => Some(limited(format.truncated(bits))),
        (Number::Integer(number), Some(format)) => saturated(format, format.nearest(number), saturates),
        (Number::Float(from, bits), Some(format)) => {
            saturated(format, from.converted(format, bits), saturates)
        }
    }
}

/// Brings a float into 0 to 1. NaN becomes 0.
fn saturated(format: Format, bits: u64, saturates: bool) -> Option<u64> {
    let one = format.nearest(1);
    Some(match () {
        () if !saturates => bits,
        () if format.is_nan(bits) => 0,
        () if bits == format.negated(0) => return None,
        () if format.rank(bits) < 0 => 0,
        () if format.rank(bits) > format.rank(one) => one,
        () => bits,
    })
}
