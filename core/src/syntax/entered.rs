//! Parsing of text that a user enters outside the scenario text: masks, orders and lists of values. An error is a message.

use super::ast::ValueList;
use super::cursor::{Cursor, excerpt};
use super::directive::settings::lane_order;
use super::lexer::lex;
use super::number::{parse_u64, starts_number};
use super::value::values;
use crate::base::{LaneMask, Schedule};

/// Parses a mask of lanes: a number in hex, binary or decimal of at most `lanes` bits, or lanes such as `1,3` or `0-3,8`.
pub fn parse_mask(entered: &str, lanes: usize) -> Result<LaneMask, String> {
    let text = entered.trim();
    // A number alone is a mask.
    if text.contains([',', '-'])
        && let Some(mask) = parse_lanes(text, lanes)
    {
        return mask;
    }
    let shown = excerpt(text);
    let Some(number) = parse_u64(text) else {
        return Err(format!(
            "`{shown}` is not a mask; expected a number such as `0xff`, `0b1010` or `15`, or lanes such as `1,3` or `0-3,8`"
        ));
    };
    match u32::try_from(number).map(LaneMask) {
        Ok(mask) if mask.0 & !LaneMask::first(lanes).0 == 0 => Ok(mask),
        _ => Err(format!("`{shown}` has bits beyond the {lanes} lanes")),
    }
}

/// Parses lanes and ranges of lanes with commas between them. Returns `None` for other text.
pub fn parse_lanes(text: &str, lanes: usize) -> Option<Result<LaneMask, String>> {
    if !starts_number(text) {
        return None;
    }
    let mut mask = 0;
    for part in text.strip_suffix(',').unwrap_or(text).split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.trim().parse::<u32>().ok()?, last.trim().parse::<u32>().ok()?);
        if first > last {
            return Some(Err(format!("`{}` is not a range; expected `{last}-{first}`", part.trim())));
        }
        if last as usize >= lanes {
            return Some(Err(format!("lane {last} does not exist; the lanes are 0 to {}", lanes - 1)));
        }
        mask |= (first..=last).fold(0, |range, lane| range | 1 << lane);
    }
    Some(Ok(LaneMask(mask)))
}

/// Parses an order of the lanes, with the forms of `.order`.
pub fn parse_order(entered: &str) -> Result<Schedule, String> {
    let line = joined(entered);
    let tokens = lex(&line);
    let mut cursor = Cursor::new(&line, &tokens);
    let order = lane_order(&mut cursor).and_then(|order| cursor.need_end("the order").map(|()| order));
    order.map_err(|diagnostic| diagnostic.message)
}

/// A list of values that a user entered.
pub struct EnteredList {
    /// The entered text as one line.
    pub line: String,
    /// The values, with their spans in the line.
    pub list: ValueList,
}

/// Parses a list of values.
pub fn parse_list(entered: &str) -> Result<EnteredList, String> {
    let line = joined(entered);
    match values(&mut Cursor::new(&line, &lex(&line))) {
        Ok(list) => Ok(EnteredList { line, list }),
        Err(diagnostic) => Err(diagnostic.message),
    }
}

/// Joins the words of a text to one line.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn an_order_is_read_as_in_the_text() {
        assert_eq!(parse_order(" descending "), Ok(Schedule::Descending));
        assert_eq!(parse_order("3 1,\n0"), Ok(Schedule::Explicit(vec![vec![3, 1, 0]])));
        assert!(parse_order("3 x").is_err());
        assert!(parse_order("descending 3").is_err());
        assert!(parse_order("").is_err());
    }
}
