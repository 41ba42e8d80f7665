//! The statement of a step with its values: `new = 10 + 4` and the result.

use super::moment::Moment;
use lanescope_core::session::{NumberFormat, Span, is_counted, show};
use lanescope_core::trace::{Effect, MicroStep};

/// A statement with values in place of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// The subject of the statement: `lane 3`, or all lanes.
    pub who: String,
    /// The name of the operation, if the step applied one.
    pub op: Option<String>,
    /// The text of the statement, with values in place of names.
    pub parts: Vec<Part>,
    /// The result.
    pub outcome: Option<String>,
}

/// A piece of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text of the notation.
    Text(String),
    /// A value in place of the name that denotes it.
    Value(String),
}

/// Returns the statement of the last step. `None` at the start and for a step without notation.
pub fn formula(moment: &Moment, format: NumberFormat) -> Option<Formula> {
    let step = moment.frame.last.as_ref()?;
    let bound = moment.bound()?;
    let site = step.op_site.or(step.site)?;
    let text = &bound.code.texts.get(usize::from(site.text))?.text;
    let values: Vec<(Span, String)> = step
        .inputs
        .iter()
        .filter(|input| input.site.text == site.text && !is_counted(text, input.site.span))
        .map(|input| (input.site.span, input.ty.show(input.value, format)))
        .collect();
    let parts = substitute(text, site.span, &values);
    let outcome = outcome(step, format).filter(|outcome| !says_already(&parts, outcome));
    Some(Formula {
        who: step.lane.map_or_else(|| "all lanes".to_owned(), |lane| format!("lane {lane}")),
        op: step.effects.iter().find_map(|effect| match effect {
            Effect::Modify { op, .. } => Some(op.clone()),
            _ => None,
        }),
        parts,
        outcome,
    })
}

/// Returns whether the statement already ends with `= value`.
fn says_already(parts: &[Part], outcome: &str) -> bool {
    let mut from_end =
        parts.iter().rev().filter(|part| !matches!(part, Part::Text(text) if text.trim() == ";"));
    let is_outcome = matches!(from_end.next(), Some(Part::Value(value)) if value == outcome);
    is_outcome && matches!(from_end.next(), Some(Part::Text(text)) if text.trim_end().ends_with('='))
}

/// Returns the result of a step.
pub fn outcome(step: &MicroStep, format: NumberFormat) -> Option<String> {
    let of = |effect: &Effect| match effect {
        Effect::Modify { new, ty, .. } => Some(show(*new, *ty, format)),
        Effect::Write { dropped: true, value, access, .. } => {
            Some(format!("{}, dropped", show(*value, access.ty, format)))
        }
        Effect::Write { after, access, .. } => Some(show(*after, access.ty, format)),
        Effect::Read { value, access } => Some(show(*value, access.ty, format)),
        Effect::Drop { .. } => Some("dropped".into()),
        Effect::Return { .. } => effect.returned().map(|returned| returned.show(format)),
        Effect::Local { after, ty, .. } => Some(ty.show(*after, format)),
        Effect::Decide { defined: false, .. } => Some("undefined, taken as false".into()),
        Effect::Decide { holds, .. } => Some(holds.to_string()),
        Effect::Trap { reason } => Some(format!("stops: {}", reason.word().replace('_', " "))),
        Effect::Mask { .. } | Effect::Latch => None,
    };
    let telling = |effect: &&Effect| !matches!(effect, Effect::Local { .. });
    let first = step.effects.iter().find(telling).or(step.effects.first());
    first.and_then(of)
}

/// Replaces names in a span by their values. Values inside a replaced piece are omitted.
pub fn substitute(text: &str, span: Span, values: &[(Span, String)]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = span.start;
    let plain = |from: u32, to: u32| Part::Text(squeeze(Span { start: from, end: to.max(from) }.of(text)));
    loop {
        // The next value. If several begin at the same position, the longest one.
        let left = values.iter().filter(|(named, _)| at <= named.start && named.end <= span.end);
        let Some((named, value)) = left.min_by_key(|(named, _)| (named.start, std::cmp::Reverse(named.end)))
        else {
            break;
        };
        parts.push(plain(at, named.start));
        parts.push(Part::Value(value.clone()));
        at = named.end.max(at + 1);
    }
    parts.push(plain(at, span.end));
    parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
    parts
}

/// Reduces each run of white space to one space.
fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            c if c.is_whitespace() && out.ends_with(' ') => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(start: usize, end: usize, value: &str) -> (Span, String) {
        (Span::new(start, end), value.to_owned())
    }

    fn shown(parts: &[Part]) -> String {
        parts
            .iter()
            .map(|part| match part {
                Part::Text(text) => text.clone(),
                Part::Value(value) => format!("<{value}>"),
            })
            .collect()
    }

    #[test]
    fn values_stand_where_they_were_named() {
        let text = "{ new = old  + src0; }";
        let parts = substitute(text, Span::new(2, 20), &[value(15, 19, "4"), value(8, 11, "10")]);
        assert_eq!(shown(&parts), "new = <10> + <4>;");
    }

    #[test]
    fn an_outcome_that_is_there_already_is_not_said_twice() {
        let parts = substitute("address = offset;", Span::new(0, 17), &[value(10, 16, "8")]);
        assert!(says_already(&parts, "8"));
        let parts = substitute("new = old + src0", Span::new(0, 16), &[value(6, 9, "4"), value(12, 16, "8")]);
        assert!(!says_already(&parts, "8"));
    }

    #[test]
    fn a_value_inside_another_is_left_out() {
        let text = "a = src0[i];";
        let parts = substitute(text, Span::new(0, 12), &[value(9, 10, "3"), value(4, 11, "7")]);
        assert_eq!(shown(&parts), "a = <7>;");
    }

    #[test]
    fn values_of_other_places_are_not_put_in() {
        let parts = substitute("x = y; z = y;", Span::new(7, 13), &[value(4, 5, "1"), value(11, 12, "2")]);
        assert_eq!(shown(&parts), "z = <2>;");
    }
}
