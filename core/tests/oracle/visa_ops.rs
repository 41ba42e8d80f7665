//! The operations that the atomic instructions of vISA share, with their operands src0, src1 and dst.

use super::bits::{Memory, Value, low, signed};
use super::floats::{DOUBLE, Format, HALF, SINGLE};
use super::kernel::{Kernel, Operand};
use super::readings::Readings;
use crate::common::{Random, VISA_OPS};

/// The end of an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    Done,
    /// The run ends with the error of that code.
    Stopped(&'static str),
    /// The model does not say what happens: neither a page nor an interpretation does.
    Unknown,
}

/// The value that an access finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    Inside(Value),
    /// Out of bounds, with the value that is returned.
    Outside(Value),
    /// The address is undefined.
    Nowhere,
}

/// An operation with its operands.
#[derive(Clone, Debug)]
pub struct Atomic {
    pub op: &'static str,
    /// The size of the value in memory.
    pub width_bytes: usize,
    /// The size of an element of src0, src1 and dst.
    pub element_bytes: usize,
    pub src0: Option<Operand>,
    pub src1: Option<Operand>,
    pub dst: Option<Operand>,
}

impl Atomic {
    pub fn width_bits(&self) -> u32 {
        8 * self.width_bytes as u32
    }

    /// Returns the part of the line after the mnemonic.
    pub fn suffix(&self) -> String {
        let width = match self.width_bytes {
            2 => ".16",
            8 => ".64",
            _ => "",
        };
        format!(".{}{width}", self.op)
    }

    /// Draws an operation on bytes, of one of these sizes.
    pub fn draw(random: &mut Random, kernel: &Kernel, exec_size: usize, sizes: &[usize]) -> Option<Self> {
        let (op, class) = VISA_OPS[random.below(VISA_OPS.len())];
        let width_bytes = sizes[random.below(sizes.len())];
        let (is_word, is_qword) = (width_bytes == 2, width_bytes == 8);
        // Float operations have no 64-bit form.
        if is_qword && class == 'f' {
            return None;
        }
        let readings = &kernel.readings;
        let class = match op {
            "add" | "sub" if may_be_signed(random, readings, is_word) => 'd',
            "predec" if readings.is("predec_type", "D") => 'd',
            _ => class,
        };
        let ty = match class {
            'd' if is_qword => "q",
            _ if is_qword => "uq",
            _ => operand_type(random, readings, class, is_word),
        };
        let takes_src0 = !matches!(op, "inc" | "dec" | "predec")
            || op == "predec" && readings.is("predec_src0", "ignored") && random.below(2) == 0;
        let takes_src1 = matches!(op, "cmpxchg" | "fcmpwr");
        Self::with_operands(random, kernel, (op, width_bytes), ty, exec_size, [takes_src0, takes_src1])
    }

    /// Draws operands of a type.
    pub fn with_operands(
        random: &mut Random,
        kernel: &Kernel,
        (op, width_bytes): (&'static str, usize),
        ty: &str,
        exec_size: usize,
        [takes_src0, takes_src1]: [bool; 2],
    ) -> Option<Self> {
        let element_bytes = super::kernel::size_of_type(ty);
        let mut operand = |is_taken: bool| match is_taken {
            true => kernel.operand(random, ty, exec_size * element_bytes).map(Some),
            false => Some(None),
        };
        let (src0, src1, dst) = (operand(takes_src0)?, operand(takes_src1)?, operand(true)?);
        let dst = if random.below(6) == 0 { None } else { dst };
        Some(Self { op, width_bytes, element_bytes, src0, src1, dst })
    }

    /// Computes the new value and the returned value of a lane. `None` if the model knows neither.
    pub fn compute(
        &self,
        kernel: &Kernel,
        sources: &[Memory],
        lane: usize,
        found: Found,
    ) -> Option<(Value, Value)> {
        let width = self.width_bits();
        let source = |operand: Option<Operand>| {
            operand
                .map_or(Value::known(0), |operand| kernel.element(sources, operand, lane, self.element_bytes))
        };
        let old = match found {
            Found::Inside(value) | Found::Outside(value) => value,
            Found::Nowhere => Value::UNDEFINED,
        };
        let numbers = (old.number(width), source(self.src0).number(width), source(self.src1).number(width));
        let new = match numbers {
            _ if self.op == "xchg" => source(self.src0).below(width, Value::known(0)),
            _ if self.op == "load" => old,
            (Some(old), Some(src0), Some(src1)) => {
                Value::known(operation(self.op, width, &kernel.readings, old, src0, src1)? & low(width))
            }
            // Nothing is written, and the old value is returned.
            _ if !matches!(found, Found::Inside(_)) && self.op != "predec" => Value::UNDEFINED,
            _ if self.op == "predec" && old.defined & low(width) == 0 => Value::UNDEFINED,
            _ => return None,
        };
        let readings = &kernel.readings;
        let returned = if self.op == "predec" && readings.is("predec_result", "new") {
            match found {
                // Whether shared local memory makes that zero undefined, no interpretation says.
                Found::Outside(old) if readings.is("outside_result", "zero") && old != Value::known(0) => {
                    return None;
                }
                Found::Outside(_) if readings.is("outside_result", "zero") => Value::known(0),
                _ => new,
            }
        } else {
            old
        };
        let is_outside = matches!(found, Found::Outside(_));
        let is_signed = matches!(self.op, "minsint" | "maxsint");
        let element = match self.element_bytes {
            2 => returned,
            // Whether PREDEC is a signed operation if its operands are, no interpretation says.
            _ if self.op == "predec"
                && readings.is("predec_type", "D")
                && readings.is("upper_half", "sign") =>
            {
                return None;
            }
            _ => with_upper(readings, returned, width, is_outside, is_signed)?,
        };
        Some((new, element))
    }
}

/// Returns a destination element after an access narrower than a dword. `None` if the model does not know it.
pub fn with_upper(
    readings: &Readings,
    returned: Value,
    width_bits: u32,
    is_outside: bool,
    is_signed: bool,
) -> Option<Value> {
    if width_bits >= 32 {
        return Some(returned);
    }
    let upper = match () {
        () if readings.is("upper_half", "zero") => Value::known(0),
        () if readings.is("upper_half", "zero_outside") && is_outside => Value::known(0),
        () if readings.is("upper_half", "sign") && is_signed => {
            Value::known(signed(returned.number(width_bits)?, width_bits) as u64)
        }
        () if readings.is("upper_half", "sign") => Value::known(0),
        () => Value::UNDEFINED,
    };
    Some(returned.below(width_bits, upper))
}

/// Makes the destination elements of lanes that do not take part undefined, if they become so. Returns `false` if the
/// model does not know when.
pub fn off_lanes(
    kernel: &mut Kernel,
    dst: Option<Operand>,
    sources: &[Option<Operand>],
    element_bytes: usize,
    exec_size: usize,
    enabled: &[usize],
) -> bool {
    let off: Vec<usize> = (0..exec_size).filter(|lane| !enabled.contains(lane)).collect();
    let Some(dst) = dst.filter(|_| kernel.readings.is("off_lanes", "undefined") && !off.is_empty()) else {
        return true;
    };
    let is_a_source = sources.iter().flatten().any(|source| kernel.share_a_root(*source, dst));
    for lane in off {
        kernel.set_element(dst, lane, element_bytes, Value::UNDEFINED);
    }
    !(is_a_source && kernel.readings.is("sources", "live"))
}

/// Returns whether operands of ADD and SUB are drawn as signed numbers. Which words they may be, no interpretation says.
pub fn may_be_signed(random: &mut Random, readings: &Readings, is_word: bool) -> bool {
    readings.is("add_type", "UD_or_D") && !is_word && random.below(2) == 0
}

/// Draws the type of an operation's operands. `class` is that of the 32-bit form: unsigned, signed or float.
pub fn operand_type(random: &mut Random, readings: &Readings, class: char, is_word: bool) -> &'static str {
    let documented = match class {
        'd' => "d",
        'f' => "f",
        _ => "ud",
    };
    if !is_word || readings.is("word_types", "documented") {
        return documented;
    }
    if readings.is("word_types", "UD") {
        return "ud";
    }
    if readings.is("word_types", "words") {
        return match class {
            'd' => "w",
            'f' => "hf",
            _ => "uw",
        };
    }
    if class != 'u' && random.below(2) == 0 { "ud" } else { documented }
}

/// Computes an operation of the table on values of 16, 32 or 64 bits. `None` if no page says which NaN a sum is.
fn operation(op: &str, width: u32, readings: &Readings, old: u64, src0: u64, src1: u64) -> Option<u64> {
    let format = match width {
        16 => HALF,
        32 => SINGLE,
        _ => DOUBLE,
    };
    let flushed = |x| if readings.is("float_denormals", "flush") { format.flushed(x) } else { x };
    Some(match op {
        "fadd" => flushed(format.sum(flushed(old), flushed(src0))?),
        "fsub" => flushed(format.sum(flushed(old), flushed(format.negated(src0)))?),
        "add" => old.wrapping_add(src0),
        "sub" => old.wrapping_sub(src0),
        "inc" => old.wrapping_add(1),
        "dec" | "predec" => old.wrapping_sub(1),
        "min" => old.min(src0),
        "max" => old.max(src0),
        "xchg" => src0,
        "cmpxchg" if old == src1 => src0,
        "cmpxchg" => old,
        "and" => old & src0,
        "or" => old | src0,
        "xor" => old ^ src0,
        "minsint" => signed(old, width).min(signed(src0, width)) as u64,
        "maxsint" => signed(old, width).max(signed(src0, width)) as u64,
        "fmin" | "fmax" => extreme(format, op == "fmin", readings, old, src0),
        "fcmpwr" => {
            let is_equal = match readings.is("fcmpwr_compare", "bitwise") {
                true => src0 == old,
                false => format.equal(flushed(src0), flushed(old)),
            };
            if is_equal { src1 } else { old }
        }
        _ => unreachable!("the table has no {op}"),
    })
}

/// Computes FMIN and FMAX.
fn extreme(format: Format, is_min: bool, readings: &Readings, old: u64, src0: u64) -> u64 {
    let flushed = |x| if readings.is("float_denormals", "flush") { format.flushed(x) } else { x };
    let (old, src0) = (flushed(old), flushed(src0));
    let is_src0_beyond = match is_min {
        true => format.rank(src0) < format.rank(old),
        false => format.rank(src0) > format.rank(old),
    };
    let is_alu = readings.is("float_minmax", "alu");
    match (format.is_nan(old), format.is_nan(src0)) {
        (false, false) if is_alu && format.equal(old, src0) => src0,
        (false, false) if is_src0_beyond => src0,
        (false, false) => old,
        // With one NaN, the other operand. With two, src0.
        (true, _) if is_alu => src0,
        (false, true) if is_alu => old,
        // A signalling NaN wins and a quiet NaN loses. Of two NaNs of a kind, the old value stays.
        _ if format.is_signalling(old) => old,
        _ if format.is_signalling(src0) => src0,
        (true, false) => src0,
        _ => old,
    }
}
