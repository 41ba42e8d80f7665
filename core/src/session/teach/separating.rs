//! Warnings for authors: a question about an order has a right answer. A question separates a misconception from the right answer if a
//! reader who has it answers wrongly, and from another misconception if the answers differ.

use super::marking::MOST_STATES;
use super::misconception::{MISCONCEPTIONS, Misconception};
use super::truth::{Truth, truth};
use crate::base::LaneMask;
use crate::check::{ClaimedEnd, QuestionContent};
use crate::diag::Diagnostic;
use crate::exec::Run;
use crate::session::compare::ends_differ;
use crate::session::orders::{ClaimedFacts, Possibility};
use crate::session::text::{ANSWERED, Change, MOST_TRIED_STEPS, SEPARATES, Session};
use crate::syntax::Directive;
use std::rc::Rc;

/// A misconception that matters in a text: the answers to its questions, in words.
struct Believed {
    misconception: &'static Misconception,
    answers: Vec<String>,
}

impl Session {
    /// Returns the warnings about the questions of the text. This takes a while.
    pub fn warnings_about_questions(&self) -> Vec<Diagnostic> {
        [self.unanswered_questions(), self.unseparated_questions()].concat()
    }

    /// Returns a warning for each question about an order without a right answer.
    fn unanswered_questions(&self) -> Vec<Diagnostic> {
        if self.run.is_none() {
            return Vec::new();
        }
        let spans = self.document.directives().filter(|(_, it)| matches!(it, Directive::Ask(_)));
        let ends = self.questions.iter().zip(spans).filter_map(|(ask, (span, _))| match &ask.content {
            QuestionContent::Schedule(end) => Some((&ask.content, end, span)),
            _ => None,
        });
        let unanswered = ends.filter(|(asked, ..)| self.right_answer(asked).is_none());
        let warning = |(_, end, span): (_, &Rc<ClaimedEnd>, _)| {
            let answer = self.possible_within(&ClaimedFacts::from_end(end), MOST_STATES, MOST_STATES);
            let is_possible = matches!(answer, Some(Possibility::Possible { .. }));
            let message = match is_possible {
                true => {
                    "no single order for all instructions ends so, although an order for each instruction does"
                }
                false => "found no order of the lanes that ends so",
            };
            let note = "an answer is one order for all instructions; write an `.order` line, run the text, and ask for values \
                        with which that run ends";
            Diagnostic::warning(&ANSWERED, span, message).note(note)
        };
        unanswered.map(warning).collect()
    }

    /// Returns a warning for each misconception that gives the right answers to all questions of the text, and for each two that give
    /// the same ones, at the first question. A misconception counts if it changes the run, or if it is about digits that the text
    /// writes, such as those of a mask. Each misconception is a run of the text, so this takes a while.
    fn unseparated_questions(&self) -> Vec<Diagnostic> {
        let first = self.document.directives().find(|(_, directive)| matches!(directive, Directive::Ask(_)));
        let (Some(run), Some((span, _))) = (&self.run, first) else { return Vec::new() };
        let asked: Vec<&QuestionContent> = self.questions.iter().map(|ask| &ask.content).collect();
        let Some(right) = answers(run, &asked) else { return Vec::new() };
        let believed = MISCONCEPTIONS.iter().filter_map(|misconception| {
            let change = Change::NewVariant(misconception.start(self)?);
            let other = self.run_trial(&change, MOST_TRIED_STEPS)?;
            let matters = misconception.is_about_written_digits || self.is_asked_about(run, &other);
            let answers = answers(&other, &asked)?;
            matters.then_some(Believed { misconception, answers })
        });
        let (same, wrong): (Vec<_>, Vec<_>) = believed.partition(|believed| believed.answers == right);
        let warn = |message: String| {
            let finding = Diagnostic::warning(&SEPARATES, span, message);
            finding.note("change the numbers, or ask for something that differs")
        };
        let as_right = same.iter().map(|believed| {
            let Misconception { key, assumes, .. } = believed.misconception;
            warn(format!("a reader who believes that {assumes} (`{key}`) answers all questions right"))
        });
        let pairs = wrong.iter().enumerate().flat_map(|(at, one)| {
            wrong[at + 1..].iter().filter(|other| other.answers == one.answers).map(move |other| (one, other))
        });
        let as_another = pairs.map(|(one, other)| {
            let [one, other] = [one, other].map(|believed| believed.misconception.key);
            warn(format!("the misconceptions `{one}` and `{other}` give the same answers"))
        });
        as_right.chain(as_another).collect()
    }

    /// Returns whether another run differs in something that the text asks for: in the lanes of an instruction, or, if it asks for
    /// contents, in those at the end.
    fn is_asked_about(&self, run: &Run, other: &Run) -> bool {
        let lanes = |run: &Run| -> Vec<Option<LaneMask>> {
            (0..run.scenario().program.len()).map(|instruction| run.enabled(instruction)).collect()
        };
        let asks_for_contents =
            self.questions.iter().any(|ask| matches!(ask.content, QuestionContent::Contents { .. }));
        lanes(run) != lanes(other) || asks_for_contents && ends_differ(run, other)
    }
}

/// Returns the answers of a run to the questions that one run answers. `None` if there are none, or if the run does not reach one.
fn answers(run: &Run, asked: &[&QuestionContent]) -> Option<Vec<String>> {
    let of_a_run = asked
        .iter()
        .filter(|asked| matches!(asked, QuestionContent::Contents { .. } | QuestionContent::Lanes { .. }));
    let found: Option<Vec<Truth>> = of_a_run.map(|asked| truth(run, asked)).collect();
    found.filter(|found| !found.is_empty()).map(|found| found.iter().map(Truth::in_words).collect())
}
