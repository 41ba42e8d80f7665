//! What fills a whole variable or surface, in the shortest words that the text has for it.

use crate::base::{Bits, NumberFormat, ScalarType, show, split_mix};
use crate::syntax::{ValueKind, read_list};

/// Something that holds elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// A variable, by name.
    Variable(String),
    /// A surface, by name.
    Surface(String),
}

/// What all elements become. Numbers are as typed, in the text's spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// The same value for each element.
    Value(String),
    /// A series.
    Series {
        /// The first value.
        start: String,
        /// The distance from each value to the next.
        step: String,
    },
    /// Values drawn from a seed.
    Random(String),
    /// The values that are there, in another order, drawn from a seed.
    Shuffle(u64),
}

impl Filling {
    /// The list of values for elements of that type, which now hold `rendered`; or why there is none.
    pub(super) fn list(&self, ty: ScalarType, rendered: &[String]) -> Result<String, String> {
        let count = rendered.len();
        match self {
            Self::Value(value) => {
                let value = single(value)?.0;
                Ok(if count == 1 { value } else { format!("[{value}; {count}]") })
            }
            Self::Series { start, step } => series(single(start)?, single(step)?, ty, count),
            Self::Random(seed) => match single(seed)? {
                (seed, ValueKind::Decimal(0..) | ValueKind::Pattern(_)) => Ok(format!("random({seed})")),
                (seed, _) => Err(format!("`{seed}` is no seed; expected a whole number from 0 on")),
            },
            Self::Shuffle(seed) => Ok(shuffled(rendered, *seed).join(" ")),
        }
    }
}

/// A single value as typed.
fn single(typed: &str) -> Result<(String, ValueKind), String> {
    let typed = typed.trim();
    let mut values = read_list(typed).map_err(|diagnostic| diagnostic.message)?.values;
    let is_many = |kind: &ValueKind| {
        matches!(kind, ValueKind::Repeat(..) | ValueKind::Iota { .. } | ValueKind::Random(_))
    };
    match (values.pop(), values.is_empty()) {
        (Some(value), true) if !is_many(&value.kind) => Ok((value.span.of(typed).to_owned(), value.kind)),
        _ => Err(format!("`{typed}` is not one value")),
    }
}

/// `iota` where the numbers are whole; else every value of the series, which only floats have.
fn series(
    (start_text, start): (String, ValueKind),
    (step_text, step): (String, ValueKind),
    ty: ScalarType,
    count: usize,
) -> Result<String, String> {
    let whole = |kind: &ValueKind| matches!(kind, ValueKind::Decimal(_) | ValueKind::Pattern(_));
    if whole(&start) && whole(&step) {
        let is_one = matches!(step, ValueKind::Decimal(1) | ValueKind::Pattern(1));
        return Ok(if is_one {
            format!("iota({start_text})")
        } else {
            format!("iota({start_text}, {step_text})")
        });
    }
    let number = |text: &str, kind: &ValueKind| match *kind {
        // A series of floats is as exact as floats are.
        ValueKind::Decimal(number) => Ok(number as f64),
        ValueKind::Float(number) if ty.is_float() && number.is_finite() => Ok(number),
        ValueKind::Float(_) if !ty.is_float() => {
            Err(format!("`{text}` is a float, and the elements are {ty}; expected a whole number"))
        }
        _ => Err(format!("`{text}` is no number that a series can have here")),
    };
    let (start, step) = (number(&start_text, &start)?, number(&step_text, &step)?);
    let value = |at: usize| {
        let value = start + step * at as f64;
        show(Bits::known(value.to_bits()), ScalarType::Df, NumberFormat::Float)
    };
    Ok((0..count).map(value).collect::<Vec<_>>().join(" "))
}

/// The values in another order: each place, from the last, takes one of those that are left.
fn shuffled(values: &[String], mut seed: u64) -> Vec<&str> {
    let mut values: Vec<&str> = values.iter().map(String::as_str).collect();
    for place in (1..values.len()).rev() {
        // The place is less than the number of values, and so fits.
        let from = (split_mix(&mut seed) % (place as u64 + 1)) as usize;
        values.swap(place, from);
    }
    values
}
