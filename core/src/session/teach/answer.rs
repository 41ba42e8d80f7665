//! Answers to questions, as text.

use super::truth::Elements;
use crate::base::{Bits, LaneMask, Schedule};
use crate::check::{QuestionContent, parse_elements, parse_predicate};
use crate::exec::Scenario;
use crate::syntax::{excerpt, parse_lanes, parse_mask, parse_order, parse_u64};
use num_bigint::BigUint;

/// The largest number of bytes of an answer.
const MOST_BYTES: usize = 1 << 16;

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answered {
    /// The value of each element; `None` for one that was left out.
    Values(Vec<Option<Bits>>),
    /// The lanes that take part.
    Lanes(LaneMask),
    /// The number of outcomes.
    Count(BigUint),
    /// An order of the lanes.
    Order(Schedule),
}

impl Answered {
    /// Reads an answer. Numbers may be spelled as in a scenario, `?` is an undefined value and `_` none. Lanes are `0 2 5-7`, a
    /// mask such as `0b101`, `all` or `none`. An order has the forms of `.order`. The error is a message.
    pub fn read(typed: &str, asked: &QuestionContent, scenario: &Scenario) -> Result<Self, String> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err("expected an answer".to_owned());
        }
        if typed.len() > MOST_BYTES {
            return Err(format!("an answer has at most {MOST_BYTES} bytes"));
        }
        match asked {
            QuestionContent::Contents { name, index, .. } => {
                let elements = Elements::find(&scenario.layout, name, *index);
                let elements = elements.ok_or_else(|| format!("`{name}` is not declared"))?;
                let (is_predicate, count) = (elements.is_predicate(), elements.cells.len());
                let values = match is_predicate && index.is_none() {
                    true => parse_predicate(typed, count)?,
                    false => parse_elements(typed, elements.ty, count)?,
                };
                match values.iter().flatten().any(|bits| is_predicate && bits.value > 1) {
                    true => Err("expected 0 or 1 for each bit of a predicate".to_owned()),
                    false => Ok(Self::Values(values)),
                }
            }
            QuestionContent::Lanes { .. } => lanes(typed, lane_count(asked, scenario)).map(Self::Lanes),
            QuestionContent::Next { .. } => {
                let lane = parse_u64(typed.trim_start_matches("lane").trim());
                let lane = lane.map(|lane| lane as usize).filter(|lane| *lane < LaneMask::LANES);
                let lane = lane.ok_or_else(|| format!("`{typed}` is not the number of a lane"))?;
                Ok(Self::Lanes(LaneMask::default().with(lane, true)))
            }
            QuestionContent::Outcomes(_) => {
                // A decimal number may have more than 64 bits.
                let number = parse_u64(typed).map(BigUint::from).or_else(|| typed.parse().ok());
                number.map(Self::Count).ok_or_else(|| format!("`{typed}` is not a number of outcomes"))
            }
            QuestionContent::Schedule(_) => parse_order(typed).map(Self::Order),
        }
    }
}

/// Returns the number of lanes that an answer to a question about lanes can have.
pub(super) fn lane_count(asked: &QuestionContent, scenario: &Scenario) -> usize {
    let QuestionContent::Lanes { instruction } = asked else { return LaneMask::LANES };
    let bound = scenario.program.get(*instruction);
    bound.map_or(LaneMask::LANES, |bound| usize::from(bound.exec_size))
}

/// Reads a set of lanes among the first `count`.
fn lanes(typed: &str, count: usize) -> Result<LaneMask, String> {
    match typed {
        "all" => return Ok(LaneMask::first(count)),
        "none" => return Ok(LaneMask::default()),
        _ if typed.starts_with("0x") || typed.starts_with("0b") => return parse_mask(typed, count),
        _ => {}
    }
    let parts: Vec<&str> = typed.split([' ', ',', '\t', '\n']).filter(|part| !part.is_empty()).collect();
    parse_lanes(&parts.join(","), count).unwrap_or_else(|| {
        let shown = excerpt(typed);
        Err(format!("`{shown}` does not list lanes; expected lanes such as `0 2 5-7`, a mask such as `0b101`, `all` or `none`"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn lanes_are_numbers_ranges_or_a_mask() {
        assert_eq!(lanes("5", 8), Ok(LaneMask(0b10_0000)));
        assert_eq!(lanes("0 2, 4-6", 8), Ok(LaneMask(0b111_0101)));
        assert_eq!(lanes("0b101", 8), Ok(LaneMask(0b101)));
        assert_eq!(lanes("all", 4), Ok(LaneMask(0b1111)));
        assert_eq!(lanes("none", 4), Ok(LaneMask(0)));
        assert!(lanes("8", 8).is_err());
        for typed in ["first", "0..3", "lane 1"] {
            assert!(
                lanes(typed, 8).is_err_and(|message| message.starts_with(&format!("`{typed}` does not")))
            );
        }
    }
}
