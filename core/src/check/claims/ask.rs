//! `.ask` and `.hint`: questions to the reader.

use super::asked::{Ask, Asked};
use super::resolver::ClaimResolver;
use crate::base::{SCENARIO_TEXT, Span, counted, rules};
use crate::check::findings::Reported;
use crate::syntax::{AskLine, AskTarget, Number, SpannedText};
use std::ops::ControlFlow;

rules! {
    ASK: "text-ask-target", Invalid,
        "`.ask element` names a variable, a predicate, a surface or one of its elements; `.ask lanes` follows its instruction; \
         `.ask schedule` has values in braces or follows `.expect possible`",
        SCENARIO_TEXT, "`.ask` and `.hint`";
    ASKS: "limit-questions", Budget, "a scenario has at most 100 questions", "Lanescope", "limits";
    HINT: "text-hint-place", Invalid, "`.hint` follows the `.ask` that it belongs to",
        SCENARIO_TEXT, "`.ask` and `.hint`";
}

/// The largest number of questions in a scenario.
pub(crate) const MAX_ASKS: usize = 100;

impl ClaimResolver<'_> {
    /// Adds the hint of a `.hint` line.
    pub fn hint(&mut self, span: Span, text: &SpannedText) {
        match self.asks.last_mut() {
            Some(ask) => ask.hints.push(text.text.clone()),
            None => {
                self.ends.findings.error(&HINT, span, "no `.ask` above this hint");
            }
        }
    }

    /// Resolves an `.ask` line.
    pub fn ask(&mut self, span: Span, line: &AskLine) -> ControlFlow<()> {
        if self.asks.len() == MAX_ASKS {
            let message = format!("there are more than {MAX_ASKS} questions");
            self.ends.findings.error(&ASKS, span, message);
            return ControlFlow::Break(());
        }
        let what = match &line.what {
            AskTarget::Element { name, index, .. } => self.asked_contents(name, *index),
            AskTarget::Outcomes(contents) => Ok(Asked::Outcomes(*contents)),
            AskTarget::Lanes => {
                let instruction = self.instruction_above(span, &ASK, ".ask lanes");
                instruction.map(|instruction| Asked::Lanes { instruction })
            }
            AskTarget::Schedule(Some(end)) => Ok(Asked::Schedule(self.ends.end(span, end)?.into())),
            AskTarget::Schedule(None) => match &self.last_possible {
                Some(end) => Ok(Asked::Schedule(end.clone())),
                None => Err(self.ends.findings.error(
                    &ASK,
                    span,
                    "no `.expect possible` line above; write the values in braces, such as `{ BUF = 3 }`",
                )),
            },
        };
        if let Ok(what) = what {
            let text = line.text.as_ref().map_or_else(String::new, |text| text.text.clone());
            self.asks.push(Ask { what, text, points: line.points, hints: Vec::new() });
        }
        ControlFlow::Continue(())
    }

    /// Returns the contents of a name, or of one of its elements.
    fn asked_contents(&mut self, name: &SpannedText, index: Option<Number>) -> Result<Asked, Reported> {
        let Some(declaration) = self.ends.declared.find(&name.text) else {
            return Err(self.ends.report_undeclared(name, &ASK));
        };
        let count = declaration.count();
        let is_outside = |index: &Number| index.to_count().is_none_or(|index| index >= count);
        if let Some(index) = index.filter(is_outside) {
            let elements = counted(count, "element");
            let message = format!("`{}` has {elements}; there is no `[{}]`", name.text, index.value);
            return Err(self.ends.findings.error(&ASK, index.span, message));
        }
        let index = index.and_then(Number::to_count);
        Ok(Asked::Contents { name: declaration.name().to_owned(), index, step: None })
    }
}
