//! Messages between an embed and its host page: JSON objects whose key `lanescope` is the kind. The manual's chapter
//! about embeds documents them for authors of host pages.

use super::action::Action;
use super::choice::Choice;
use super::chrome::Notice;
use super::document::DocumentAction;
use super::embed::{granularity_of, granularity_word, missing_variant, mistake};
use super::inquiries::InquiryAction;
use super::line_ends::with_plain_line_ends;
use super::model::{Model, in_words};
use super::narration::VerdictCounts;
use super::order::order;
use super::outcomes::total;
use super::playback::PlaybackAction;
use super::settings::{Setting, Theme};
use lanescope_core::session::{
    Wanted,
    run::{LaneMask, Schedule, narrate},
    text::{MAX_TEXT_BYTES, PanelEdit},
};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The size limit of a message in bytes: the longest scenario with every byte escaped (`\u0007`), and room for the
/// other fields.
pub const MOST_BYTES: usize = 6 * MAX_TEXT_BYTES + 4096;

/// A request of the host page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "lanescope", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Opens another scenario.
    Load {
        text: String,
        /// The initial cursor.
        #[serde(default)]
        step: u32,
        /// The step size. `None` keeps the current one.
        #[serde(default)]
        granularity: Option<Word>,
    },
    /// Moves the cursor to a step, or to the end of a shorter run.
    Goto {
        /// The number of executed micro-steps.
        step: u32,
    },
    /// Starts or stops playback.
    Play {
        /// Whether to start.
        #[serde(default = "yes")]
        on: bool,
    },
    /// Sets the order of the lanes of the instruction on the stage.
    Order { order: Turns },
    /// Sets the choice of a reading.
    Reading {
        /// The reading.
        name: Word,
        /// The choice. `None` is the default.
        #[serde(default)]
        choice: Option<Word>,
    },
    /// Asks for the outcomes of all orders.
    Outcomes {},
    /// Sets the colour theme: `light`, `dark` or `system`.
    Theme { theme: Word },
}

fn yes() -> bool {
    true
}

/// A word of a request. Its length is limited, so that error messages which quote it stay short.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Word(String);

/// The most characters of a word.
const LONGEST_WORD: usize = 60;

impl TryFrom<String> for Word {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        let is_short = word.chars().count() <= LONGEST_WORD;
        if is_short { Ok(Self(word)) } else { Err(format!("a word has at most {LONGEST_WORD} characters")) }
    }
}

/// An order of the lanes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turns {
    /// First lane first.
    Ascending,
    /// Last lane first.
    Descending,
    /// Each turn goes to a lane drawn at random from the seed.
    Seed(u64),
    /// These lanes first, in this order.
    Lanes(Vec<u8>),
}

/// Parses a message. Returns `None` if it is not addressed to Lanescope, because other scripts may send messages to the
/// same window. Messages longer than [`MOST_BYTES`] are rejected.
pub fn parse(message: &str) -> Option<Result<Request, String>> {
    if message.len() > MOST_BYTES {
        return Some(Err(format!("a message has at most {} KiB", MOST_BYTES / 1024)));
    }
    /// A check for the key `lanescope`, with any other fields.
    #[derive(Deserialize)]
    struct Ours {
        #[serde(rename = "lanescope")]
        _kind: serde::de::IgnoredAny,
    }
    serde_json::from_str::<Ours>(message).ok()?;
    let request = serde_json::from_str::<Request>(message);
    Some(request.map_err(|error| not_understood(message, &error)).and_then(Request::checked))
}

/// The reason why a message cannot be read as a request, with an example of its kind.
fn not_understood(message: &str, error: &serde_json::Error) -> String {
    /// The kind of a message, with any other fields.
    #[derive(Deserialize)]
    struct Kind {
        lanescope: String,
    }
    let kind = serde_json::from_str::<Kind>(message).map(|kind| kind.lanescope).unwrap_or_default();
    let Some((_, example)) = EXAMPLES.iter().find(|(known, _)| *known == kind) else {
        let known: Vec<String> = EXAMPLES.iter().map(|(known, _)| format!("`{known}`")).collect();
        let kind: String = kind.chars().take(LONGEST_WORD).collect();
        return format!(
            "this message is not understood: `{kind}` is not a request; expected {}",
            known.join(", ")
        );
    };
    // The error quotes parts of the message, which may be long, and ends with a position that the host page does not
    // know.
    let error = error.to_string();
    let reason = error.split_once(" at line ").map_or(&*error, |(reason, _)| reason);
    let whole =
        |reason: String, kind: &str| reason.replace(&format!("expected {kind}"), "expected a whole number");
    let reason = ["u8", "u32", "u64"].into_iter().fold(reason.to_owned(), whole);
    let reason: String = reason.chars().take(LONGEST_REASON).collect();
    format!("this message is not understood: {reason}; an example: {example}")
}

/// The requests, each with an example.
const EXAMPLES: [(&str, &str); 7] = [
    ("load", r#"{"lanescope":"load","text":"...","step":0}"#),
    ("goto", r#"{"lanescope":"goto","step":12}"#),
    ("play", r#"{"lanescope":"play","on":true}"#),
    ("order", r#"{"lanescope":"order","order":{"lanes":[3,1]}}"#),
    ("reading", r#"{"lanescope":"reading","name":"...","choice":"..."}"#),
    ("outcomes", r#"{"lanescope":"outcomes"}"#),
    ("theme", r#"{"lanescope":"theme","theme":"dark"}"#),
];

/// The most characters of a reason in an error.
const LONGEST_REASON: usize = 200;

impl Request {
    fn checked(mut self) -> Result<Self, String> {
        if let Self::Load { text, .. } = &mut self {
            *text = with_plain_line_ends(text);
        }
        match &self {
            Self::Load { text, .. } if text.len() > MAX_TEXT_BYTES => Err(format!(
                "the text has {} KiB; a scenario has at most {} KiB",
                text.len().div_ceil(1024),
                MAX_TEXT_BYTES / 1024
            )),
            Self::Load { text, .. } if text.contains('\0') => {
                Err("the text contains a null character".to_owned())
            }
            Self::Load { granularity: Some(Word(word)), .. } if granularity_of(word).is_none() => Err(
                format!("`{word}` is not a granularity; expected `step`, `memory`, `lane` or `instruction`"),
            ),
            Self::Theme { theme: Word(word) } if Theme::of_key(word).is_none() => {
                Err(format!("`{word}` is not a theme; expected `light`, `dark` or `system`"))
            }
            _ => Ok(self),
        }
    }

    /// Returns the action of a request, or the reason why it is impossible.
    pub fn action(&self, model: &Model) -> Result<Action, String> {
        Ok(match self {
            Self::Load { text, step, granularity } => Action::Load {
                text: text.as_str().into(),
                cursor: *step,
                granularity: granularity.as_ref().and_then(|Word(word)| granularity_of(word)),
            },
            Self::Goto { step } => PlaybackAction::Seek(*step).into(),
            Self::Play { on } => PlaybackAction::Play(*on).into(),
            Self::Order { order } => DocumentAction::Edit(order.edit(model)?).into(),
            Self::Reading { name, choice } => {
                DocumentAction::Edit(reading(model, name, choice.as_ref())?).into()
            }
            Self::Outcomes {} => InquiryAction::Begin(Wanted::Outcomes).into(),
            Self::Theme { theme: Word(word) } => {
                Setting::Theme(Theme::of_key(word).unwrap_or_default()).into()
            }
        })
    }
}

impl Turns {
    fn edit(&self, model: &Model) -> Result<PanelEdit, String> {
        let run = model.run().ok_or("a text without a run has no lanes that take turns")?;
        let instruction = run.frame(model.playback.cursor).instruction.unwrap_or(0) as usize;
        let view = order(run, instruction).ok_or("the lanes of this instruction take no turns")?;
        let schedule = match self {
            Self::Ascending => Schedule::Ascending,
            Self::Descending => Schedule::Descending,
            Self::Seed(seed) => Schedule::Seeded(*seed),
            Self::Lanes(lanes) => {
                let mut seen = LaneMask(0);
                for &lane in lanes {
                    if !view.lanes.contains(&lane) {
                        return Err(format!("lane {lane} takes no turn in this instruction"));
                    }
                    if seen.contains(lane.into()) {
                        return Err(format!("lane {lane} is listed twice"));
                    }
                    seen.0 |= 1 << lane;
                }
                let others = view.lanes.iter().copied().filter(|lane| !seen.contains((*lane).into()));
                Schedule::from_lists([lanes.iter().copied().chain(others).collect()])
            }
        };
        Ok(view.edit(schedule))
    }
}

fn reading(model: &Model, Word(name): &Word, choice: Option<&Word>) -> Result<PanelEdit, String> {
    let views = model.document.session.reading_views();
    let view = views.iter().find(|view| view.reading.name == name);
    let reading = view.ok_or_else(|| format!("no interpretation is called `{name}`"))?.reading;
    let choice = match choice {
        None => None,
        Some(Word(word)) => {
            let names: Vec<&'static str> = reading.choices.iter().map(|choice| choice.name).collect();
            let known = names.iter().copied().find(|known| known == word);
            Some(known.ok_or_else(|| format!("`{name}` has no choice `{word}`: {}", names.join(", ")))?)
        }
    };
    Ok(PanelEdit::Reading { name: reading.name, choice })
}

/// A report to the host page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "lanescope", rename_all = "lowercase")]
pub enum Report {
    /// The embed is ready for requests.
    Ready {
        /// The version of this program.
        engine: &'static str,
    },
    /// The cursor or the run changed.
    Step {
        /// The cursor, in executed micro-steps.
        step: u32,
        /// The number of micro-steps of the run.
        steps: u32,
        /// The step size.
        granularity: &'static str,
        /// The instruction of the last step, from 0. Absent at the start.
        instruction: Option<u32>,
        /// The lane of the last step. Absent at the start and if the step belongs to all lanes.
        lane: Option<u8>,
        /// The caption of the last step. Empty at the start.
        sentence: String,
    },
    /// The run is at its end, and its `.expect` and `.invariant` lines have been judged as far as possible.
    End {
        /// The number of lines that hold.
        holds: usize,
        /// The number of lines that fail. `None` if none is known to fail and some are not judged.
        fails: Option<usize>,
        /// The number of lines that are not judged, because all orders have not been explored.
        open: usize,
    },
    /// The scenario asks questions, or the reader has checked the answers.
    Answers {
        /// The number of questions.
        questions: usize,
        /// The number of right answers. `None` before they are checked.
        right: Option<usize>,
        /// The points of the right answers. `None` before they are checked.
        points: Option<u32>,
        /// The points of all questions.
        of: u32,
    },
    /// The reader pressed Escape. The keyboard focus returns to the host page.
    Leave {},
    /// The height that the embed needs to show its whole content.
    Resize {
        /// The height in CSS pixels.
        height: u32,
    },
    /// The scenario text changed.
    Text {
        /// The new text.
        text: Rc<str>,
    },
    /// The outcomes of all orders.
    Outcomes {
        /// A sentence about the possible contents of memory at the end. Absent if unknown.
        memory: Option<String>,
        /// A sentence about the possible returned values. Absent if unknown.
        results: Option<String>,
    },
    /// A request failed, or the scenario has a mistake.
    Error {
        /// The reason.
        message: String,
    },
}

impl Report {
    /// Reports the cursor of a model and its last step.
    pub fn step(model: &Model) -> Self {
        let run = model.run();
        let last = run.and_then(|run| run.step(model.playback.cursor.checked_sub(1)?));
        let sentence = run.zip(last.as_ref()).map(|(run, step)| narrate(run.scenario(), step));
        Self::Step {
            step: model.playback.cursor,
            steps: model.run_len(),
            granularity: granularity_word(model.granularity()),
            instruction: last.as_ref().map(|step| step.instruction),
            lane: last.as_ref().and_then(|step| step.lane).map(|lane| lane.0),
            sentence: sentence.unwrap_or_default(),
        }
    }

    /// Reports that the run of a model is at its end. Returns `None` before the end, while lines are being judged, and
    /// for the run of a previous text.
    pub fn end(model: &Model) -> Option<Self> {
        if model.is_hiding()
            || model.run_len() == 0
            || model.playback.cursor != model.run_len()
            || model.is_stale()
        {
            return None;
        }
        let (expectations, invariants) = (model.expectations(), model.invariants());
        let VerdictCounts { holds, fails, open } = VerdictCounts::new(&expectations, &invariants);
        if open > 0 && model.is_judging() {
            return None;
        }
        Some(Self::End { holds, fails: (fails > 0 || open == 0).then_some(fails), open })
    }

    /// Reports the questions of the text, and the marks of the answers. `None` if no question of the text is shown.
    pub fn answers(model: &Model) -> Option<Self> {
        let quiz = model.learning.quiz.as_ref().filter(|quiz| quiz.is_of_text())?;
        let is_checked = !quiz.is_hiding() && quiz.is_marked();
        let (points, of) = quiz.points();
        Some(Self::Answers {
            questions: quiz.questions.len(),
            right: is_checked.then(|| quiz.right_count()),
            points: is_checked.then_some(points),
            of,
        })
    }

    /// Reports the outcomes of all orders, if they are known.
    pub fn outcomes(model: &Model) -> Option<Self> {
        let report = &model.outcomes()?.report;
        Some(Self::Outcomes {
            memory: report.memory.as_ref().map(total),
            results: report.results.as_ref().map(total),
        })
    }

    /// Reports a rejected request or a mistake in the text.
    pub fn problem(model: &Model) -> Option<Self> {
        let asked = match model.message() {
            Some(Notice::Refused(reason) | Notice::BadLink(reason) | Notice::NotOpened(reason)) => {
                Some(reason)
            }
            _ => model.inquiries.problem().cloned(),
        };
        // An error that the scenario expects is not a problem. Others are reported even if the scenario runs.
        let session = &model.document.session;
        let error = || session.first_unexpected_error().map(|found| in_words(session, found));
        let reason = asked.or_else(|| mistake(model)).or_else(error).or_else(|| missing_variant(model));
        reason.map(|message| Self::Error { message })
    }

    /// Formats the report as JSON.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("what is told can be written")
    }
}
