//! `.ask` and `.hint`: questions to the reader.

use super::question::{QuestionContent, ReaderQuestion};
use super::resolver::{ClaimResolver, MAX_QUESTIONS};
use crate::base::{SCENARIO_TEXT, Span, counted, rules};
use crate::check::findings::Reported;
use crate::diag::Diagnostic;
use crate::syntax::{AskLine, Number, QuestionText, SpannedText};

rules! {
    ASK: "text-ask-target", Invalid,
        "`.ask element` names a variable, a predicate, a surface or one of its elements; `.ask lanes` follows its instruction; \
         `.ask schedule` has values in braces or follows `.expect possible`",
        SCENARIO_TEXT, ".ask and .hint";
    QUESTIONS: "limit-questions", Budget, "a scenario has at most 100 questions", "Lanescope", "limits";
    HINT: "text-hint-place", Invalid, "`.hint` follows the `.ask` that it belongs to",
        SCENARIO_TEXT, ".ask and .hint";
}

impl ClaimResolver<'_> {
    /// Adds the hint of a `.hint` line.
    pub fn hint(&mut self, span: Span, text: &SpannedText) {
        match self.questions.last_mut() {
            Some(ask) => ask.hints.push(text.text.clone()),
            None => {
                self.cx.findings.error(&HINT, span, "no `.ask` above this hint");
            }
        }
    }

    /// Returns the question of an `.ask` line.
    pub fn ask(&mut self, span: Span, line: &AskLine) -> Result<ReaderQuestion, Reported> {
        self.question_quota.take(1, self.cx.findings, || {
            Diagnostic::error(&QUESTIONS, span, format!("there are more than {MAX_QUESTIONS} questions"))
        })?;
        let content = match &line.content {
            QuestionText::Element { name, index, .. } => self.asked_contents(name, *index)?,
            QuestionText::Outcomes(contents) => QuestionContent::Outcomes(*contents),
            QuestionText::Lanes => {
                let instruction = self.instruction_above(span, &ASK, ".ask lanes")?;
                QuestionContent::Lanes { instruction }
            }
            QuestionText::Schedule(Some(end)) => QuestionContent::Schedule(self.cx.end(span, end).into()),
            QuestionText::Schedule(None) => {
                let message =
                    "no `.expect possible` line above; write the values in braces, such as `{ BUF = 3 }`";
                let last = self.last_possible.clone();
                QuestionContent::Schedule(last.ok_or_else(|| self.cx.findings.error(&ASK, span, message))?)
            }
        };
        let text = line.text.as_ref().map_or_else(String::new, |text| text.text.clone());
        Ok(ReaderQuestion { content, text, points: line.points, hints: Vec::new() })
    }

    /// Returns the contents of a name, or of one of its elements.
    fn asked_contents(
        &mut self,
        name: &SpannedText,
        index: Option<Number>,
    ) -> Result<QuestionContent, Reported> {
        let Some(declaration) = self.cx.declared.find(&name.text) else {
            return Err(self.cx.report_undeclared(name, &ASK));
        };
        let count = declaration.count();
        let is_outside = |index: &Number| index.to_count().is_none_or(|index| index >= count);
        if let Some(index) = index.filter(is_outside) {
            let elements = counted(count, "element");
            let message = format!("`{}` has {elements}; there is no `[{}]`", name.text, index.value);
            return Err(self.cx.findings.error(&ASK, index.span, message));
        }
        let index = index.and_then(Number::to_count);
        Ok(QuestionContent::Contents { name: declaration.name().to_owned(), index, step: None })
    }
}
