//! Questions as a reader gets them: those of the text, and those that the page makes up about the next steps.

use crate::base::Span;
use crate::check::{ClaimedContents, ClaimedElement, ClaimedEnd, QuestionContent, ReaderQuestion};
use crate::exec::Run;
use crate::machine::Place;
use crate::session::text::{Session, spelt};
use crate::syntax::{Directive, OutcomeContents, Points};
use crate::trace::{Effect, Granularity, LaneStatus, MicroStep};

/// The largest number of steps before the first step of a lane: an instruction begins with a few steps of all lanes.
const MOST_STEPS_BEFORE_A_TURN: usize = 16;
/// The largest number of steps that are searched for a change or an access.
const MOST_STEPS_SEARCHED: u32 = 1024;

impl Session {
    /// Returns the questions of the text, all in words.
    pub fn worded_questions(&self) -> Vec<ReaderQuestion> {
        let in_words = |ask: &ReaderQuestion| match ask.text.is_empty() {
            true => ReaderQuestion { text: self.question_in_words(&ask.content), ..ask.clone() },
            false => ask.clone(),
        };
        self.questions.iter().map(in_words).collect()
    }

    /// Returns the author's comment on each question: the lines with nothing but a comment directly below the question and its hints.
    /// Empty if there is none.
    pub fn comments_on_questions(&self) -> Vec<String> {
        let mut comments: Vec<String> = Vec::new();
        for (span, directive) in self.document.directives() {
            match directive {
                Directive::Ask(_) => comments.push(self.comment_below(span)),
                Directive::Hint(_) => {
                    if let Some(comment) = comments.last_mut() {
                        *comment = self.comment_below(span);
                    }
                }
                _ => {}
            }
        }
        comments
    }

    /// Returns the text of the comment lines directly below an item.
    fn comment_below(&self, item: Span) -> String {
        let below = self.text[item.range().end..].lines().skip(1);
        let comment = below.map_while(|line| line.trim_start().strip_prefix("//"));
        comment.map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// Returns the step that a picture of the text shows by default: the start if the text asks questions, and otherwise the end.
    pub fn default_figure_step(&self) -> Option<u32> {
        (!self.questions.is_empty()).then_some(0)
    }

    /// Returns the places of the lines that contain answers: claims, limits, questions, hints and variants.
    pub fn spans_of_answers(&self) -> Vec<Span> {
        let lines = self.document.base_items().filter(|item| item.is_claim_or_question());
        let lines = lines.map(|item| item.span);
        lines.chain(self.document.variants.iter().map(|variant| variant.span)).collect()
    }

    /// Returns the end of the steps that a prediction is about: the next step of a granularity that changes something, or that
    /// begins the turn of a lane.
    pub fn end_of_prediction(&self, from: u32, granularity: Granularity) -> u32 {
        let Some(run) = &self.run else { return from };
        let mut to = run.seek(from, granularity, true);
        if turn_begun_in(run, from, to).is_none() {
            let change = run.steps_from(from).take(MOST_STEPS_SEARCHED as usize).find(changes_something);
            while change.as_ref().is_some_and(|step| to <= step.index) {
                to = run.seek(to, granularity, true);
            }
        }
        to
    }

    /// Makes up questions about the steps between two moments: the contents of each surface if a lane accesses memory, and of each
    /// variable and predicate that is written in between. The lanes of an instruction that begins with the first step are asked
    /// for, too; and so is the lane that comes next, if several lanes are waiting for their turns. If none of these is there, or
    /// there are many steps, the surfaces are asked for.
    pub fn predictions(&self, from: u32, to: u32) -> Vec<ReaderQuestion> {
        let Some(run) = &self.run else { return Vec::new() };
        let layout = &run.scenario().layout;
        let variables = layout.variables.iter().filter(|variable| variable.count > 0);
        let variables = variables.map(|variable| (&variable.name, variable.place()));
        let predicates = layout.predicates.iter();
        let predicates = predicates.map(|predicate| (&predicate.name, Place::predicate(predicate.space)));
        let (listed, places): (Vec<&String>, Vec<Place>) = variables.chain(predicates).unzip();
        let writers = run.last_writers(&places, to).into_iter();
        let written = listed.into_iter().zip(writers).filter_map(|(name, writer)| {
            let (step, _) = writer?;
            (step >= from).then(|| name.clone())
        });
        let contents = |name| QuestionContent::Contents { name, index: None, step: Some(to) };
        let begun = run.instruction_starts().iter().position(|start| *start == from);
        let lanes = begun.map(|instruction| QuestionContent::Lanes { instruction });
        let next = turn_begun_in(run, from, to).map(|step| QuestionContent::Next { step });
        let others: Vec<_> = written.map(contents).chain(lanes).chain(next).collect();
        let has_accesses = |step: MicroStep| step.accesses().next().is_some();
        let asks_for_surfaces = others.is_empty()
            || to - from > MOST_STEPS_SEARCHED
            || run.steps_from(from).take((to - from) as usize).any(has_accesses);
        let surfaces = layout.surfaces.iter().filter(|surface| asks_for_surfaces && surface.count() > 0);
        let ask = |content: QuestionContent| {
            let text = self.question_in_words(&content);
            ReaderQuestion { content, text, points: Points::OfAnswer(1), hints: Vec::new() }
        };
        surfaces.map(|surface| contents(surface.name.clone())).chain(others).map(ask).collect()
    }

    fn question_in_words(&self, asked: &QuestionContent) -> String {
        match asked {
            // The page says which moment is meant.
            QuestionContent::Contents { name, step: Some(_), .. } => name.clone(),
            QuestionContent::Contents { name, index: None, .. } => format!("The values of {name} at the end"),
            QuestionContent::Contents { name, index: Some(index), .. } => {
                format!("The value of {name}[{index}] at the end")
            }
            QuestionContent::Lanes { instruction } => {
                let bound = self.scenario.as_ref().and_then(|scenario| scenario.program.get(*instruction));
                let line = bound.map_or("the instruction", |bound| bound.span.of(&self.text).trim());
                format!("The lanes that take part in `{line}`")
            }
            QuestionContent::Next { .. } => "The lane that comes next".to_owned(),
            QuestionContent::Outcomes(OutcomeContents::Memory) => {
                "The number of different contents of memory at the end, over all orders".to_owned()
            }
            QuestionContent::Outcomes(OutcomeContents::Results) => {
                "The number of different results over all orders".to_owned()
            }
            QuestionContent::Schedule(end) => {
                format!("An order of the lanes that ends with {}", end_in_words(end))
            }
        }
    }
}

/// Returns the first step of a lane's turn between two moments. `None` if the turn began earlier, if it is not the only one, and if no
/// other lane is waiting.
fn turn_begun_in(run: &Run, from: u32, to: u32) -> Option<u32> {
    let steps = (from..to).filter_map(|at| Some((at, run.step(at)?)));
    let (first, step) = steps.take(MOST_STEPS_BEFORE_A_TURN).find(|(_, step)| step.lane.is_some())?;
    let before = first.checked_sub(1).and_then(|at| run.step(at));
    let goes_on =
        before.is_some_and(|before| before.lane == step.lane && before.instruction == step.instruction);
    let is_one = run.step(to - 1).is_some_and(|last| last.lane == step.lane);
    let waiting = run.frame(first).lanes.iter().filter(|lane| lane.status == LaneStatus::Waiting).count();
    (!goes_on && is_one && waiting > 1).then_some(first)
}

/// Returns whether a step decides which lanes take part, writes or drops a value, returns one, or stops a lane.
fn changes_something(step: &MicroStep) -> bool {
    step.effects.iter().any(|effect| match effect {
        Effect::Mask { .. }
        | Effect::Write { .. }
        | Effect::Drop { .. }
        | Effect::Return { .. }
        | Effect::Trap { .. } => true,
        Effect::Latch { .. }
        | Effect::Local { .. }
        | Effect::Decide { .. }
        | Effect::Modify { .. }
        | Effect::Read { .. } => false,
    })
}

fn end_in_words(end: &ClaimedEnd) -> String {
    let contents = end.contents.iter().map(|ClaimedContents { name, ty, elements }| {
        let value = |element: &ClaimedElement| {
            element.value.map_or_else(|| "_".to_owned(), |value| spelt(value, *ty))
        };
        format!("{name} = {}", elements.iter().map(value).collect::<Vec<_>>().join(" "))
    });
    let errors = end.errors.iter().map(|error| format!("the error `{}`", error.code()));
    contents.chain(errors).collect::<Vec<_>>().join(" and ")
}
