//! Values for a whole variable or surface, in the shortest form that the text has for them.

use crate::base::{Bits, NumberFormat, ScalarType, show};
use crate::syntax::{EnteredList, ValueKind, ValueText, parse_list};

/// New values for all elements. Numbers are as typed, in the spelling of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// One value for all elements.
    Value(String),
    /// An arithmetic series.
    Series {
        /// The first value.
        start: String,
        /// The difference between successive values.
        step: String,
    },
}

impl Filling {
    /// Returns the list of values for `count` elements of a type. Fails if the typed numbers do not fit.
    pub(super) fn list(&self, ty: ScalarType, count: usize) -> Result<String, String> {
        match self {
            Self::Value(value) => {
                let value = single(value)?.0;
                Ok(if count == 1 { value } else { format!("[{value}; {count}]") })
            }
            Self::Series { start, step } => series(single(start)?, single(step)?, ty, count),
        }
    }
}

fn single(typed: &str) -> Result<(String, ValueKind), String> {
    let typed = typed.trim();
    let EnteredList { line, mut list } = parse_list(typed)?;
    let is_list = |value: &ValueText| value.is_generator() || matches!(value.kind, ValueKind::Repeat(..));
    match (list.values.pop(), list.values.is_empty()) {
        (Some(value), true) if !is_list(&value) => Ok((value.span.of(&line).to_owned(), value.kind)),
        _ => Err(format!("`{typed}` is not one value")),
    }
}

/// Returns `iota` if both numbers are whole, and every value of the series otherwise (only for floats).
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
        // A series of floats has the precision of f64.
        ValueKind::Decimal(number) => Ok(number as f64),
        ValueKind::Float(number) if ty.is_float() && number.is_finite() => Ok(number),
        ValueKind::Float(_) if !ty.is_float() => {
            Err(format!("`{text}` is a float, and the elements are {ty}; expected a whole number"))
        }
        _ => Err(format!("`{text}` cannot be part of a series; expected a finite number")),
    };
    let (start, step) = (number(&start_text, &start)?, number(&step_text, &step)?);
    let value = |at: usize| {
        let value = start + step * at as f64;
        show(Bits::known(value.to_bits()), ScalarType::Df, NumberFormat::Float)
    };
    Ok((0..count).map(value).collect::<Vec<_>>().join(" "))
}
