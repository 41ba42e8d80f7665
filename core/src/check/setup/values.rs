//! Conversion of lists of values to bit patterns of an element type.

use crate::base::{Bits, LaneMask, NumberFormat, ScalarType, Span, TextEdit, counted, show};
use crate::check::findings::{Findings, Reported};
use crate::check::rules;
use crate::diag::{Diagnostic, Fix};
use crate::semantics::{Type, arithmetic};
use crate::syntax::{ValueKind, ValueList, ValueText};
use std::ops::RangeInclusive;

/// A value of a list; `None` if the element is ignored.
pub(crate) type Element = Option<Bits>;

/// Returns the elements of a list, at most `count`. Generators fill the remaining elements. After an error, which is reported, no
/// more values are read: further errors would most likely have the same cause. `subject` names the elements in messages.
pub(crate) fn to_elements(
    list: &ValueList,
    ty: ScalarType,
    count: usize,
    subject: &str,
    findings: &mut Findings,
) -> Vec<Element> {
    to_elements_or_grow(list, ty, count, subject, || None, findings)
}

/// Returns the elements of a list as [`to_elements`] does. `grow` returns the fix for too many values: it makes room for them.
pub(in crate::check) fn to_elements_or_grow(
    list: &ValueList,
    ty: ScalarType,
    count: usize,
    subject: &str,
    grow: impl Fn() -> Option<Fix>,
    findings: &mut Findings,
) -> Vec<Element> {
    let (elements, grow) = (Vec::new(), &grow);
    let mut reader =
        ElementReader { ty, count, subject, grow, elements, has_reported_infinity: false, findings };
    // The elements before an error count.
    let _ = reader.read(list);
    reader.elements
}

/// The reader of a list of values.
struct ElementReader<'a> {
    ty: ScalarType,
    /// The largest number of elements.
    count: usize,
    subject: &'a str,
    grow: &'a dyn Fn() -> Option<Fix>,
    elements: Vec<Element>,
    /// Whether a value that becomes infinite has been reported. Further ones are not.
    has_reported_infinity: bool,
    findings: &'a mut Findings,
}

impl ElementReader<'_> {
    /// Adds the elements of a list up to the first error.
    fn read(&mut self, list: &ValueList) -> Result<(), Reported> {
        for (index, value) in list.values.iter().enumerate() {
            if value.is_generator() && index + 1 < list.values.len() {
                let message = "more values follow a generator, which fills the remaining elements";
                return Err(self.findings.error(&rules::GENERATOR_LAST, value.span, message));
            }
            if self.elements.len() >= self.count && !value.is_generator() {
                let kept = index.checked_sub(1).map(|last| list.values[last].span.end);
                let rest = Span { start: value.span.start, end: list.span.end };
                return Err(self.report_rest(rest, kept));
            }
            self.add(value)?;
        }
        Ok(())
    }

    /// Reports the values that follow the last element. `kept` is the end of the last value before them.
    fn report_rest(&mut self, rest: Span, kept: Option<u32>) -> Reported {
        let message =
            format!("{} has {}, but more values are given", self.subject, counted(self.count, "element"));
        let keep = |start| Fix {
            label: format!("keep the first {}", counted(self.count, "value")),
            edits: vec![TextEdit { span: Span { start, ..rest }, replacement: String::new() }],
        };
        let fix = (self.grow)().or_else(|| kept.map(keep));
        let finding = Diagnostic::error(&rules::VALUE_COUNT, rest, message);
        self.findings.push_error(Diagnostic { fix, ..finding })
    }

    /// Adds the elements of a value: one, or the remaining ones if it is a generator.
    fn add(&mut self, value: &ValueText) -> Result<(), Reported> {
        let (ty, left) = (self.ty, self.count - self.elements.len());
        match &value.kind {
            ValueKind::Repeat(inner, times) => {
                let element = self.element(inner)?;
                if *times > left as u64 {
                    let message = format!("{times} values are given; expected at most {left}");
                    let finding = Diagnostic::error(&rules::VALUE_COUNT, value.span, message);
                    return Err(self.findings.push_error(Diagnostic { fix: (self.grow)(), ..finding }));
                }
                self.elements.extend(std::iter::repeat_n(element, *times as usize));
            }
            ValueKind::Iota { start, step } => {
                for k in 0..left {
                    let number = start.saturating_add(step.saturating_mul(k as i128));
                    let Some(bits) = from_integer(number, ty) else {
                        let message = format!("`{number}`, its element {k}, does not fit {ty}");
                        return Err(self.findings.error(&rules::VALUE_RANGE, value.span, message));
                    };
                    self.elements.push(Some(bits));
                }
            }
            ValueKind::Random(seed) => {
                self.elements.extend((0..left).map(|k| Some(random(*seed, k as u64, ty))));
            }
            _ => {
                let element = self.element(value)?;
                self.elements.push(element);
            }
        }
        Ok(())
    }

    /// Converts one value to an element.
    fn element(&mut self, value: &ValueText) -> Result<Element, Reported> {
        let ty = self.ty;
        let (bits, shown) = match value.kind {
            ValueKind::Undefined => return Ok(Some(Bits::UNDEFINED.truncate(ty.width_bits()))),
            ValueKind::Ignored => return Ok(None),
            ValueKind::Decimal(number) => (from_integer(number, ty), number.to_string()),
            ValueKind::Pattern(pattern) => {
                let fits = ty.width_bits() == 64 || pattern >> ty.width_bits() == 0;
                (fits.then(|| Bits::known(pattern)), format!("{pattern:#x}"))
            }
            ValueKind::Float(number) if ty.is_float() => {
                (Some(Bits::known(from_float(number, ty))), float_text(number))
            }
            ValueKind::Float(number) => {
                let number = float_text(number);
                let message =
                    format!("`{number}` is a float, and the elements are {ty}; expected a whole number");
                return Err(self.findings.error(&rules::VALUE_TYPE, value.span, message));
            }
            // The parser refuses a generator in brackets.
            ValueKind::Repeat(..) | ValueKind::Iota { .. } | ValueKind::Random(_) => {
                return Err(self.findings.report_fault(value.span));
            }
        };
        if let Some(bits) = bits {
            let infinite = stored_as_infinity(value, bits, ty).filter(|_| !self.has_reported_infinity);
            self.has_reported_infinity |= infinite.is_some();
            self.findings.extend(infinite);
            return Ok(Some(bits));
        }
        // Every number fits a float type, but not every pattern.
        let room = if ty.is_float() {
            format!("whose patterns have {} bits", ty.width_bits())
        } else {
            format!("which holds {}", range_text(ty))
        };
        let message = format!("`{shown}` does not fit {ty}, {room}");
        let finding = Diagnostic::error(&rules::VALUE_RANGE, value.span, message);
        // A number that fits only the unsigned type of the same width is probably meant as a bit pattern, so the
        // fix writes it in hex.
        Err(self.findings.push_error(match value.kind {
            ValueKind::Decimal(number) if number > 0 && number >> ty.width_bits() == 0 => {
                finding.write(format!("{number:#x}"))
            }
            _ => finding,
        }))
    }
}

/// Returns the finding on a number that is stored as infinity because its float type has no number as large.
pub(crate) fn stored_as_infinity(value: &ValueText, bits: Bits, ty: ScalarType) -> Option<Diagnostic> {
    let written = match value.kind {
        ValueKind::Decimal(number) => number.to_string(),
        ValueKind::Float(number) if number.is_finite() => float_text(number),
        _ => return None,
    };
    let infinities = [f64::INFINITY, f64::NEG_INFINITY].map(|number| from_float(number, ty));
    if !ty.is_float() || !infinities.contains(&bits.value) {
        return None;
    }
    let stored = show(bits, ty, NumberFormat::Float);
    let message = format!("`{written}` does not fit {ty}; it is stored as `{stored}`");
    Some(Diagnostic::warning(&rules::VALUE_RANGE, value.span, message))
}

/// Formats a number as a list may have it.
fn float_text(number: f64) -> String {
    if number.is_nan() {
        return if number.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    show(Bits::known(number.to_bits()), ScalarType::Df, NumberFormat::Float)
}

/// Returns the bits of a predicate, one element per bit. A single number is a bit mask of all bits. A list has one
/// truth value per bit and may be shorter.
pub(in crate::check) fn to_predicate_bits(
    list: &ValueList,
    count: usize,
    subject: &str,
    findings: &mut Findings,
) -> Vec<Element> {
    if let [ValueText { kind: ValueKind::Decimal(_) | ValueKind::Pattern(_), span }] = list.values.as_slice()
    {
        let mask = to_elements(list, ScalarType::Ud, 1, subject, findings)
            .first()
            .copied()
            .flatten()
            .unwrap_or_default();
        if mask.value & !u64::from(LaneMask::first(count).0) != 0 {
            let message = format!("{subject} has {}, but the mask has more bits", counted(count, "element"));
            findings.push(Diagnostic::error(&rules::VALUE_RANGE, *span, message));
        }
        return (0..count)
            .map(|bit| Some(Bits::new(mask.value >> bit & 1, mask.defined >> bit & 1)))
            .collect();
    }
    let bits = to_elements(list, ScalarType::Ub, count, subject, findings);
    if let Some((index, bit)) = bits.iter().enumerate().find(|(_, bit)| bit.is_some_and(|bit| bit.value > 1))
    {
        let message =
            format!("element {index} of {subject} is {}; expected 0 or 1", bit.unwrap_or_default().value);
        findings.push(Diagnostic::error(&rules::VALUE_RANGE, list.span, message));
    }
    bits
}

/// Converts a whole number to a type. Unsigned types take negative numbers as two's complement, as the assembler does;
/// float types take the nearest float.
pub(in crate::check) fn from_integer(number: i128, ty: ScalarType) -> Option<Bits> {
    match ty {
        // By f64, a large number would be rounded twice.
        ScalarType::F => return Some(Bits::known(u64::from((number as f32).to_bits()))),
        _ if ty.is_float() => return Some(Bits::known(from_float(number as f64, ty))),
        _ => {}
    }
    let width_bits = ty.width_bits();
    let low = -(1i128 << (width_bits - 1));
    // The number is in range, so its low bits are the two's complement.
    (low..=*integer_range(ty).end())
        .contains(&number)
        .then(|| Bits::known(number as u64).truncate(width_bits))
}

/// Returns the range of whole numbers of a type; for a float type, the range of its patterns.
pub(crate) fn integer_range(ty: ScalarType) -> RangeInclusive<i128> {
    let half = 1i128 << (ty.width_bits() - 1);
    if ty.is_signed() { -half..=half - 1 } else { 0..=2 * half - 1 }
}

/// Formats the range of a type's values.
pub(in crate::check) fn range_text(ty: ScalarType) -> String {
    let range = integer_range(ty);
    format!("{} to {}", range.start(), range.end())
}

/// Returns the nearest float of the type. NaN becomes the quiet NaN with its sign.
pub(crate) fn from_float(number: f64, ty: ScalarType) -> u64 {
    let sign = u64::from(number.is_sign_negative()) << (ty.width_bits() - 1);
    match ty {
        ScalarType::Hf if number.is_nan() => 0x7e00 | sign,
        ScalarType::F if number.is_nan() => 0x7fc0_0000 | sign,
        ScalarType::Df if number.is_nan() => 0x7ff8_0000_0000_0000 | sign,
        ScalarType::Hf => {
            let (from, to) = (Type::Scalar(ScalarType::Df), Type::Scalar(ScalarType::Hf));
            arithmetic::convert(from, to, Bits::known(number.to_bits())).value & 0xffff
        }
        // The conversion rounds to nearest even.
        ScalarType::F => u64::from((number as f32).to_bits()),
        _ => number.to_bits(),
    }
}

/// Returns a pseudo-random pattern: any integer, or a float between -128 and 128 in steps of 1/8.
fn random(seed: u64, index: u64, ty: ScalarType) -> Bits {
    let drawn = crate::base::split_mix(&mut (seed ^ index.wrapping_mul(0xd134_2543_de82_ef95)));
    if ty.is_float() {
        // The highest 11 bits count eighths from -128 on.
        let eighths = (drawn >> 53) as f64 - 1024.0;
        return Bits::known(from_float(eighths / 8.0, ty));
    }
    Bits::known(drawn).truncate(ty.width_bits())
}
