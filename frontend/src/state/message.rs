//! What an embed and the page around it tell each other: texts in JSON, each an object whose `lanescope` says what it is.
//! The manual's chapter about embeds describes them to those who write pages.

use super::all_orders::Ask;
use super::choice::Choice;
use super::embed::{granularity_of, granularity_word, missing_variant, mistake};
use super::order::order;
use super::outcomes::total;
use super::{Action, Model, Notice, Theme};
use lanescope_core::session::{LaneMask, MAX_TEXT_BYTES, PanelEdit, Schedule, Verdict, Wanted, narrate};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The most bytes of a message: those of the longest scenario where each is escaped (`\u0007`), with room for the rest.
pub const MOST_BYTES: usize = 6 * MAX_TEXT_BYTES + 4096;

/// What the page around an embed asks of it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "lanescope", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Another scenario is opened.
    Load {
        /// Its text.
        text: String,
        /// Where its run is to stand.
        #[serde(default)]
        step: u32,
        /// How far a step goes; what is not said stays as it is.
        #[serde(default)]
        granularity: Option<Word>,
        /// Whether this is an edit of the scenario. If so, *Reset* still restores the scenario before it.
        #[serde(default)]
        edit: bool,
    },
    /// The run is put behind that many micro-steps; behind its last where it has fewer.
    Goto {
        /// How many.
        step: u32,
    },
    /// Starts or stops stepping by itself.
    Play {
        /// Whether it starts.
        #[serde(default = "yes")]
        on: bool,
    },
    /// The lanes of the instruction on the stage take their turns in another order.
    Order {
        /// The order.
        order: Turns,
    },
    /// What the manual leaves open is read in another way.
    Reading {
        /// The reading.
        name: Word,
        /// The choice; the default where there is none.
        #[serde(default)]
        choice: Option<Word>,
    },
    /// What all orders of the lanes come to is to be told.
    Outcomes {},
    /// Other colours are chosen: `light`, `dark` or `system`.
    Theme {
        /// Which.
        theme: Word,
    },
}

fn yes() -> bool {
    true
}

/// A word of a request: short, so that what is said of it stays short.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Word(String);

/// Characters of the longest word.
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
    /// The first lane first.
    Ascending,
    /// The last lane first.
    Descending,
    /// Each turn goes to a lane drawn from the seed.
    Seed(u64),
    /// These lanes first, one behind the other.
    Lanes(Vec<u8>),
}

/// What a text that came as a message asks for. `None` where it is none of ours: anybody may send others through the same
/// window. Bounded by [`MOST_BYTES`].
pub fn parse(message: &str) -> Option<Result<Request, String>> {
    if message.len() > MOST_BYTES {
        return Some(Err(format!("a message has at most {} KiB", MOST_BYTES / 1024)));
    }
    /// Whether a message is one of ours, whatever else it says.
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
    /// The kind of a message, whatever its other fields are.
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
    // The error quotes parts of the message, which may be long, and ends with a place that the host page does not know.
    let error = error.to_string();
    let reason = error.split_once(" at line ").map_or(&*error, |(reason, _)| reason);
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

/// Characters of the longest reason that is told.
const LONGEST_REASON: usize = 200;

impl Request {
    fn checked(self) -> Result<Self, String> {
        match &self {
            Self::Load { text, .. } if text.len() > MAX_TEXT_BYTES => Err(format!(
                "the text has {} KiB; a scenario has at most {} KiB",
                text.len().div_ceil(1024),
                MAX_TEXT_BYTES / 1024
            )),
            Self::Load { text, .. } if text.contains('\0') => {
                Err("the text holds a null character".to_owned())
            }
            Self::Load { granularity: Some(Word(word)), .. } if granularity_of(word).is_none() => {
                Err(format!("`{word}` is no granularity: `step`, `memory`, `lane` or `instruction`"))
            }
            Self::Theme { theme: Word(word) } if Theme::of_key(word).is_none() => {
                Err(format!("`{word}` is no theme: `light`, `dark` or `system`"))
            }
            _ => Ok(self),
        }
    }

    /// What happens to a model by that request, or why nothing can.
    pub fn action(&self, model: &Model) -> Result<Action, String> {
        Ok(match self {
            Self::Load { text, step, granularity, .. } => Action::Load {
                text: text.as_str().into(),
                cursor: *step,
                granularity: granularity.as_ref().and_then(|Word(word)| granularity_of(word)),
            },
            Self::Goto { step } => Action::Seek(*step),
            Self::Play { on } => Action::Play(*on),
            Self::Order { order } => Action::Edit(order.edit(model)?),
            Self::Reading { name, choice } => Action::Edit(reading(model, name, choice.as_ref())?),
            Self::Outcomes {} => Action::AllOrders(Ask::For(Wanted::Outcomes)),
            Self::Theme { theme: Word(word) } => Action::Theme(Theme::of_key(word).unwrap_or_default()),
        })
    }
}

impl Turns {
    fn edit(&self, model: &Model) -> Result<PanelEdit, String> {
        let run = model.run().ok_or("there is no run whose lanes could take turns")?;
        let instruction = run.frame(model.cursor).instruction.unwrap_or(0) as usize;
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
                Schedule::of_lists([lanes.iter().copied().chain(others).collect()])
            }
        };
        Ok(view.edit(schedule))
    }
}

fn reading(model: &Model, Word(name): &Word, choice: Option<&Word>) -> Result<PanelEdit, String> {
    let views = model.session.reading_views();
    let view = views.iter().find(|view| view.reading.name == name);
    let reading = view.ok_or_else(|| format!("there is no reading `{name}`"))?.reading;
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

/// What an embed tells the page around it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "lanescope", rename_all = "lowercase")]
pub enum Report {
    /// The embed listens.
    Ready {
        /// The version of this program.
        engine: &'static str,
    },
    /// The run stands elsewhere, or is another.
    Step {
        /// Behind how many micro-steps it stands.
        step: u32,
        /// How many it has.
        steps: u32,
        /// How far a step goes.
        granularity: &'static str,
        /// The instruction, from 0; absent at the start.
        instruction: Option<u32>,
        /// The lane whose step was the last one; absent where it is of all lanes.
        lane: Option<u8>,
        /// What that step did; empty at the start.
        sentence: String,
    },
    /// The run is at its end, and its `.expect` and `.invariant` lines are judged, as far as they can be.
    End {
        /// The number of lines that hold.
        holds: usize,
        /// The number of lines that fail. `None` if none is known to fail and some are not judged.
        fails: Option<usize>,
        /// The number of lines that are not judged, because all orders have not been explored.
        open: usize,
    },
    /// The reader pressed Escape: the keyboard goes back to the host page.
    Leave {},
    /// So high the embed would be, in CSS pixels, for nothing to be cut off.
    Resize {
        /// The height.
        height: u32,
    },
    /// The scenario is another one.
    Text {
        /// Its text.
        text: Rc<str>,
    },
    /// What all orders of the lanes come to.
    Outcomes {
        /// What can lie in memory at the end, as a sentence; absent where that is not known.
        memory: Option<String>,
        /// What can come back, too.
        results: Option<String>,
    },
    /// Something cannot be done, or the scenario has a mistake.
    Error {
        /// Why.
        message: String,
    },
}

impl Report {
    /// Where the run of a model stands.
    pub fn step(model: &Model) -> Self {
        let run = model.run();
        let last = run.and_then(|run| run.step(model.cursor.checked_sub(1)?));
        let sentence = run.zip(last.as_ref()).map(|(run, step)| narrate(run.scenario(), step));
        Self::Step {
            step: model.cursor,
            steps: model.run_len(),
            granularity: granularity_word(model.granularity()),
            instruction: last.as_ref().map(|step| step.instruction),
            lane: last.as_ref().and_then(|step| step.lane).map(|lane| lane.0),
            sentence: sentence.unwrap_or_default(),
        }
    }

    /// Reports that the run of a model is at its end. `None` before the end, while lines are being judged, and for the run of
    /// a previous text.
    pub fn end(model: &Model) -> Option<Self> {
        if model.run_len() == 0 || model.cursor != model.run_len() || model.is_stale() {
            return None;
        }
        let (expectations, invariants) = (model.expectations(), model.invariants());
        let count = |wanted: Verdict| expectations.iter().filter(|(_, line)| line.verdict == wanted).count();
        let broken = invariants.iter().filter(|line| line.broken.is_some()).count();
        let holds = count(Verdict::Holds) + invariants.len() - broken;
        let (fails, open) = (count(Verdict::Fails) + broken, count(Verdict::NotJudged));
        if open > 0 && model.is_judging() {
            return None;
        }
        Some(Self::End { holds, fails: (fails > 0 || open == 0).then_some(fails), open })
    }

    /// What is known of all orders of a model.
    pub fn outcomes(model: &Model) -> Option<Self> {
        let report = &model.outcomes()?.report;
        Some(Self::Outcomes {
            memory: report.memory.as_ref().map(total),
            results: report.results.as_ref().map(total),
        })
    }

    /// What cannot be done, or what is wrong with the text of a model.
    pub fn problem(model: &Model) -> Option<Self> {
        let asked = match model.message() {
            Some(Notice::Refused(reason) | Notice::BadLink(reason) | Notice::NotOpened(reason)) => {
                Some(reason)
            }
            _ => model.all_orders.problem().cloned(),
        };
        // An error of the run does not keep the scenario from running.
        let error = || {
            let found = model.session.first_unexpected_error()?;
            Some(format!("line {}: {}", model.session.line(found.span), found.message))
        };
        let reason = asked.or_else(|| mistake(model)).or_else(error).or_else(|| missing_variant(model));
        reason.map(|message| Self::Error { message })
    }

    /// As it is sent.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("what is told can be written")
    }
}
