//! Records of the text that lowering leaves out because the words of the line, the readings or named constants decide
//! it.

use super::ast::{ParsedExpr, ParsedExprKind, Stmt, TypeName};
use super::checker::Checker;
use super::code::Decided;
use super::vocabulary::BinaryOp;
use crate::base::Span;

/// A reason for the value of a condition.
struct Reason {
    /// The reason, as a clause.
    clause: String,
    /// The reading whose choice is the reason.
    reading: Option<&'static str>,
}

impl Checker<'_> {
    /// Records that lowering keeps only `runs` of a statement, or nothing.
    pub fn record_left_out_of_statement(&mut self, whole: Span, condition: &ParsedExpr, runs: &[Stmt]) {
        let whole = with_tail(self.text, whole);
        let runs = runs.first().zip(runs.last()).map(|(first, last)| {
            let end = with_tail(self.text, last.span).end;
            let start = with_comments_above(self.text, condition.span.end, first.span.start);
            Span { start, end }
        });
        self.record_left_out(whole, condition, runs);
    }

    /// Records that lowering keeps only the part `runs` of `whole`, or nothing.
    pub fn record_left_out(&mut self, whole: Span, condition: &ParsedExpr, runs: Option<Span>) {
        let reasons = self.reasons(condition);
        let readings = reasons.iter().filter_map(|reason| reason.reading).collect();
        let mut because: Vec<String> = reasons.into_iter().map(|reason| reason.clause).collect();
        because.dedup();
        let site = self.site(whole);
        self.decided.push(Decided { site, runs, because, readings });
    }

    /// Returns the reasons for the value of a condition that lowering knows.
    fn reasons(&self, condition: &ParsedExpr) -> Vec<Reason> {
        let reason = |clause| vec![Reason { clause, reading: None }];
        match &condition.kind {
            ParsedExprKind::Reading(name, _) => {
                let reading = self.env.readings.iter().find(|reading| reading.name == name.text);
                let chosen = reading.map(|reading| self.env.chosen.get(reading)).unwrap_or_default();
                let clause = format!("the interpretation `{}` is `{chosen}`", name.text);
                vec![Reason { clause, reading: reading.map(|reading| reading.name) }]
            }
            ParsedExprKind::Modifier(name, _) => {
                let modifier = self.env.modifiers.iter().find(|modifier| modifier.name == name.text);
                let chosen = modifier.map(|modifier| &*modifier.chosen).unwrap_or_default();
                reason(match chosen {
                    "" => format!("`{}` is not given", name.text),
                    word if word == name.text => format!("`{word}` is given"),
                    word => format!("`{}` is `{word}`", name.text),
                })
            }
            ParsedExprKind::Name(name) => {
                let constant = self.env.constants.iter().find(|constant| constant.name == name);
                constant.map_or(Vec::new(), |constant| reason(format!("`{name}` is {}", constant.value)))
            }
            ParsedExprKind::Binary(op, a, b) => {
                // One side is enough for an `&&` that is false and for an `||` that is true.
                let is_enough = |side: &ParsedExpr| match op {
                    BinaryOp::LogicalAnd => self.truths.get(&side.span) == Some(&false),
                    BinaryOp::LogicalOr => self.truths.get(&side.span) == Some(&true),
                    _ => false,
                };
                let names_reading =
                    |reasons: &[Reason]| reasons.iter().any(|reason| reason.reading.is_some());
                let (mut left, right) = (self.reasons(a), self.reasons(b));
                match (is_enough(a), is_enough(b)) {
                    (true, false) => left,
                    (false, true) => right,
                    // A side without a reading is preferred, so that the piece does not depend on a reading.
                    (true, true) if names_reading(&left) && !names_reading(&right) => right,
                    (true, true) => left,
                    (false, false) => {
                        left.extend(right);
                        left
                    }
                }
            }
            ParsedExprKind::SizeOf(TypeName::Access) => reason(format!("`T` is {}", self.env.access.name())),
            kind => kind.children().flat_map(|child| self.reasons(child)).collect(),
        }
    }
}

/// Removes the entries inside a part that another entry leaves out.
pub(super) fn outermost(decided: Vec<Decided>) -> Vec<Decided> {
    let is_left_out = |inner: &Decided| {
        decided.iter().any(|outer| {
            let holds = |span: Span| span.start <= inner.site.span.start && inner.site.span.end <= span.end;
            inner.site.text == outer.site.text
                && inner.site != outer.site
                && holds(outer.site.span)
                && !outer.runs.is_some_and(holds)
        })
    };
    decided.iter().filter(|entry| !is_left_out(entry)).cloned().collect()
}

/// Returns the place of a statement, extended by its semicolon and the comment that follows on its line.
fn with_tail(text: &str, span: Span) -> Span {
    let mut end = span.range().end;
    let semicolon = text[end..].len() - text[end..].trim_start_matches([' ', ';']).len();
    if text[end..end + semicolon].contains(';') {
        end += text[end..end + semicolon].trim_end().len();
    }
    let line = text[end..].split('\n').next().unwrap_or_default();
    if line.trim_start().starts_with("//") {
        end += line.len();
    }
    Span::new(span.range().start, end)
}

/// Returns the start of a statement, extended to the start of its line and of the comment lines above it, but not
/// before `from`. If other text precedes the statement on its line, returns `start`.
fn with_comments_above(text: &str, from: u32, start: u32) -> u32 {
    let above = &text[from as usize..start as usize];
    let mut lines = above.rsplit('\n');
    let indent = lines.next().unwrap_or_default();
    if !indent.trim().is_empty() || indent.len() == above.len() {
        return start;
    }
    let comments = lines.take_while(|line| line.trim_start().starts_with("//"));
    let length = indent.len() + comments.map(|line| line.len() + 1).sum::<usize>();
    start - length as u32 // positions in the text fit in `u32`
}
