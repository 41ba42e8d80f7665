//! Records of the text that lowering leaves out because the words of the line, the readings or named constants decide
//! it.

use super::ast::{ParsedExpr, ParsedExprKind, Stmt, TypeName};
use super::code::{Decided, Environment};
use super::values::Values;
use super::vocabulary::BinaryOp;
use crate::base::Span;

impl Values<'_> {
    /// Records that lowering keeps only `runs` of a statement, or nothing.
    pub fn decided_statement(
        &mut self,
        env: &Environment,
        whole: Span,
        condition: &ParsedExpr,
        runs: &[Stmt],
    ) {
        let whole = with_tail(self.text, whole);
        let runs = runs.first().zip(runs.last()).map(|(first, last)| {
            let end = with_tail(self.text, last.span).end;
            let start = with_comments_above(self.text, condition.span.end, first.span.start);
            Span { start, end }
        });
        self.decided(env, whole, condition, runs);
    }

    /// Records that lowering keeps only the part `runs` of `whole`, or nothing.
    pub fn decided(&mut self, env: &Environment, whole: Span, condition: &ParsedExpr, runs: Option<Span>) {
        let (mut because, mut readings) = (Vec::new(), Vec::new());
        self.collect_reasons(env, condition, &mut because, &mut readings);
        because.dedup();
        let site = self.site(whole);
        self.decided.push(Decided { site, runs, because, readings });
    }

    /// Collects the reasons for a decided condition, and the readings among them.
    fn collect_reasons(
        &self,
        env: &Environment,
        condition: &ParsedExpr,
        because: &mut Vec<String>,
        readings: &mut Vec<&'static str>,
    ) {
        match &condition.kind {
            ParsedExprKind::Reading(name, _) => {
                let reading = env.readings.iter().find(|reading| reading.name == name.text);
                let chosen = reading.map(|reading| env.chosen.get(reading)).unwrap_or_default();
                readings.extend(reading.map(|reading| reading.name));
                because.push(format!("the interpretation `{}` is `{chosen}`", name.text));
            }
            ParsedExprKind::Modifier(name, _) => {
                let modifier = env.modifiers.iter().find(|modifier| modifier.name == name.text);
                let chosen = modifier.map(|modifier| &*modifier.chosen).unwrap_or_default();
                because.push(match chosen {
                    "" => format!("`{}` is not given", name.text),
                    word if word == name.text => format!("`{word}` is given"),
                    word => format!("`{}` is `{word}`", name.text),
                });
            }
            ParsedExprKind::Name(name) => {
                let constant = env.constants.iter().find(|constant| constant.name == name);
                because.extend(constant.map(|constant| format!("`{name}` is {}", constant.value)));
            }
            ParsedExprKind::Binary(op, a, b) => {
                // One side is enough for an `&&` that is false and for an `||` that is true.
                let enough = match op {
                    BinaryOp::LogicalAnd => Some(false),
                    BinaryOp::LogicalOr => Some(true),
                    _ => None,
                };
                let decides =
                    |side: &&ParsedExpr| enough.is_some() && self.truths.get(&side.span).copied() == enough;
                let sides = [&**a, &**b].into_iter().filter(decides).map(|side| {
                    let (mut because, mut readings) = (Vec::new(), Vec::new());
                    self.collect_reasons(env, side, &mut because, &mut readings);
                    (because, readings)
                });
                // A side without a reading is preferred, so that the piece does not depend on a reading.
                match sides.min_by_key(|(_, readings)| !readings.is_empty()) {
                    Some((why, asked)) => {
                        because.extend(why);
                        readings.extend(asked);
                    }
                    None => [a, b].into_iter().for_each(|side| {
                        self.collect_reasons(env, side, because, readings);
                    }),
                }
            }
            ParsedExprKind::SizeOf(TypeName::Access) => because.push(format!("`T` is {}", env.access.name())),
            kind => kind.children().for_each(|child| self.collect_reasons(env, child, because, readings)),
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
