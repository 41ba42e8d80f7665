//! Values that a user enters: answers to questions, and the values of a sweep.

use super::setup::values::{Element, from_integer, range_text, to_elements, to_predicate_bits};
use crate::base::{Bits, ScalarType, counted};
use crate::check::findings::Findings;
use crate::syntax::{ValueList, parse_list};

/// Parses values that a user enters, separated by blanks or commas, as at most `most` elements of a type. A range of
/// whole numbers such as `0..255` includes both ends. The error is a message.
pub fn parse_values(entered: &str, ty: ScalarType, most: usize) -> Result<Vec<u64>, String> {
    if entered.trim().is_empty() {
        return Err("expected a value, or a range such as `0..255`".to_owned());
    }
    let mut all = Vec::new();
    let parts: Vec<&str> = if entered.contains("..") {
        entered.split([' ', ',']).filter(|part| !part.is_empty()).collect()
    } else {
        vec![entered]
    };
    for part in parts {
        match part.split_once("..") {
            Some((first, last)) => all.extend(parse_range(first, last, ty, most)?),
            None => all.extend(parse_defined(part, ty, most)?),
        }
        if all.len() > most {
            return Err(format!("`{part}` exceeds the limit of {}", counted(most, "value")));
        }
    }
    Ok(all)
}

/// Parses values that a user enters as at most `most` elements of a type, with all forms of a list: generators, `?` and `_`, which
/// is `None`. The error is a message.
pub fn parse_elements(entered: &str, ty: ScalarType, most: usize) -> Result<Vec<Option<Bits>>, String> {
    parse_entered(entered, |list, findings| to_elements(list, ty, most, "the answer", findings))
}

/// Parses the bits of a predicate that a user enters: a mask, or at most `count` truth values. The error is a message.
pub fn parse_predicate(entered: &str, count: usize) -> Result<Vec<Option<Bits>>, String> {
    parse_entered(entered, |list, findings| to_predicate_bits(list, count, "the answer", findings))
}

/// Parses a list of values that a user enters, and converts it. The error is a message.
fn parse_entered(
    entered: &str,
    convert: impl FnOnce(&ValueList, &mut Findings) -> Vec<Element>,
) -> Result<Vec<Element>, String> {
    let list = parse_list(entered)?.list;
    let mut findings = Findings::default();
    let read = convert(&list, &mut findings);
    findings.into_all().into_iter().next().map_or(Ok(read), |first| Err(first.message))
}

fn parse_defined(entered: &str, ty: ScalarType, most: usize) -> Result<Vec<u64>, String> {
    let read = parse_entered(entered, |list, findings| to_elements(list, ty, most, "a sweep", findings))?;
    if read.contains(&None) {
        return Err(format!("`{entered}` leaves out an element; expected defined values"));
    }
    let defined =
        |element: Element| element.filter(|bits| bits.is_defined(ty.width_bits())).map(|bits| bits.value);
    let all: Option<Vec<u64>> = read.into_iter().map(defined).collect();
    all.ok_or_else(|| format!("`{entered}` is undefined; expected defined values"))
}

fn parse_range(first: &str, last: &str, ty: ScalarType, most: usize) -> Result<Vec<u64>, String> {
    if ty.is_float() {
        return Err(format!(
            "`{first}..{last}` has whole numbers, but the elements are {ty}; list the values instead"
        ));
    }
    let number = |text: &str| match parse_defined(text, ty, 1)?[..] {
        // Elsewhere a negative number gives the bits of an unsigned one. Here the ends of a range are compared, so it
        // is an error.
        [_] if text.trim().starts_with('-') && !ty.is_signed() => {
            Err(format!("`{}` does not fit {ty} in a range; expected {}", text.trim(), range_text(ty)))
        }
        [value] => Ok(ty.rank(value)),
        _ => Err(format!("`{first}..{last}` is not a range; expected one such as `0..255`")),
    };
    let (first, last) = (number(first)?, number(last)?);
    // Both have at most 64 bits.
    let count = (last - first + 1).max(0);
    if count == 0 || count > most as i128 {
        return Err(format!("`{first}..{last}` holds {count} values; expected 1 to {most}"));
    }
    Ok((first..=last).filter_map(|number| from_integer(number, ty)).map(|bits| bits.value).collect())
}
