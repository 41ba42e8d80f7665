//! What an embed and the page around it tell each other: texts in JSON, each an object whose `lanescope` says what it is.
//! The manual's chapter about embeds describes them to those who write pages.

use super::all_orders::Ask;
use super::choice::Choice;
use super::embed::granularity_of;
use super::order::order;
use super::outcomes::total;
use super::{Action, Model, Notice, Theme};
use lanescope_core::diag::Severity;
use lanescope_core::session::{
    LaneMask, MAX_TEXT_BYTES, PanelEdit, Schedule, Verdict, Wanted, line_col, narrate,
};
use lanescope_core::trace::Granularity;
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
    let not_understood = |error: serde_json::Error| {
        // It quotes what it does not know, which may be as long as a message.
        let reason: String = error.to_string().chars().take(LONGEST_REASON).collect();
        format!("this message is not understood: {reason}")
    };
    Some(request.map_err(not_understood).and_then(Request::checked))
}

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
            Self::Load { text, step, granularity } => Action::Load {
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
    /// The run stands at its end.
    End {
        /// How many expectations of the scenario hold.
        holds: usize,
        /// How many do not.
        fails: usize,
    },
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
            granularity: match model.granularity() {
                Granularity::Phase => "step",
                other => other.key(),
            },
            instruction: last.as_ref().map(|step| step.instruction),
            lane: last.as_ref().and_then(|step| step.lane).map(|lane| lane.0),
            sentence: sentence.unwrap_or_default(),
        }
    }

    /// That the run of a model is at its end; `None` where it is not.
    pub fn end(model: &Model) -> Option<Self> {
        let expectations =
            (model.run_len() > 0 && model.cursor == model.run_len()).then(|| model.expectations())?;
        let count = |wanted: Verdict| expectations.iter().filter(|(_, it)| it.verdict == wanted).count();
        Some(Self::End { holds: count(Verdict::Holds), fails: count(Verdict::Fails) })
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
            _ => model.all_orders.problem.clone(),
        };
        let mistake = || {
            let found = model.session.diagnostics.iter().find(|found| found.severity == Severity::Error)?;
            let line = line_col(&model.text, found.span.range().start).line;
            Some(format!("line {line}: {}", found.message))
        };
        asked.or_else(mistake).map(|message| Self::Error { message })
    }

    /// As it is sent.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("what is told can be written")
    }
}
