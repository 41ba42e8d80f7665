//! The answer of the reader to a question about a value.

/// An answer about one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value as typed; empty if there is none.
    pub typed: String,
    /// The mark.
    pub mark: AnswerMark,
    /// Whether the answer can change, because the run is hidden. The cell then shows the answer as its value.
    pub can_change: bool,
}

/// The mark of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerMark {
    /// Not marked yet.
    Open,
    /// The answer is right.
    Right,
    /// The answer is wrong.
    Wrong,
}

impl Answer {
    /// Returns the typed value if it is wrong and the cell shows another one.
    pub fn corrected(&self) -> Option<&str> {
        (self.mark == AnswerMark::Wrong && !self.can_change && !self.typed.is_empty()).then_some(&*self.typed)
    }

    /// Returns the class of the style sheets.
    pub fn class(&self) -> &'static str {
        match self.mark {
            AnswerMark::Open if !self.can_change => "",
            AnswerMark::Open if self.typed.is_empty() => "asked",
            AnswerMark::Open => "asked answered",
            AnswerMark::Right => "answer-right",
            AnswerMark::Wrong => "answer-wrong",
        }
    }

    /// Returns the answer about a lane in words, for the label of the lane.
    pub fn lane_in_words(&self) -> &'static str {
        match (self.mark, self.typed.is_empty()) {
            (AnswerMark::Open, true) => "not in your answer",
            (AnswerMark::Open, false) => "in your answer",
            (AnswerMark::Right, _) => "in your answer, right",
            (AnswerMark::Wrong, true) => "missing from your answer",
            (AnswerMark::Wrong, false) => "in your answer, wrong",
        }
    }

    /// Returns the answer in words, for the label of its cell.
    pub fn in_words(&self) -> String {
        let typed = if self.typed.is_empty() { "nothing" } else { &self.typed };
        match self.mark {
            AnswerMark::Open if !self.can_change => format!("your answer was {typed}"),
            AnswerMark::Open if self.typed.is_empty() => "answer expected".to_owned(),
            AnswerMark::Open => format!("your answer is {typed}"),
            AnswerMark::Right => format!("your answer {typed} is right"),
            AnswerMark::Wrong => format!("your answer {typed} is wrong"),
        }
    }
}
