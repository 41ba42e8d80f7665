//! Marks files of answers to the questions of a text.
//!
//! A file of answers is a short text. Its first line is `lanescope answers 1`. `name: NAME` may follow. Each other line is the
//! number of a question, from 1, a colon and the answer: `2: 10 11 13 17`. Lines that are blank or begin with `#` are skipped.

use crate::check::ReaderQuestion;
use crate::session::text::{Session, csv_text};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// The first words of a file of answers, before the number of its version.
const HEADER: &str = "lanescope answers";

/// The version of files of answers.
const VERSION: u32 = 1;

/// The largest number of bytes of a file of answers.
const MOST_BYTES: usize = 1 << 20;

const COLUMNS: [&str; 8] = ["file", "name", "question", "answer", "points", "of", "mistakes", "feedback"];

/// The answers of one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerFile {
    /// The name of the person; empty if the file has none.
    pub name: String,
    /// The answers by the number of their question, from 1.
    pub answers: BTreeMap<usize, String>,
}

/// The marks of files of answers, as `lanescope grade --json` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct Grades {
    /// The points of all questions.
    pub of: u64,
    /// The number of questions.
    pub questions: usize,
    /// The files that were marked.
    pub files: Vec<GradedFile>,
    /// The number of answers with each mistake. An answer that several mistakes explain counts for the one that another answer of the
    /// same file has, or else for all together: `reads_first or unsigned`.
    pub mistakes: BTreeMap<String, usize>,
}

/// The marks of a file.
#[derive(Clone, Debug, Serialize)]
pub struct GradedFile {
    /// The file.
    pub file: String,
    /// The name in the file; may be empty.
    pub name: String,
    /// The points.
    pub points: u64,
    /// The answers, one for each question.
    pub answers: Vec<GradedAnswer>,
}

/// A marked answer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GradedAnswer {
    /// The number of the question, from 1.
    pub question: usize,
    /// The answer as written; `None` if the file has none.
    pub answer: Option<String>,
    /// Whether the whole answer is right.
    pub is_right: bool,
    /// The points.
    pub points: u32,
    /// The points for a right answer.
    pub of: u32,
    /// The misconceptions or variants that lead to this answer.
    pub mistakes: Vec<String>,
    /// The reason why the answer cannot be marked.
    pub problem: Option<String>,
    /// The fact that the answer contradicts, and the first difference with the numbers of the run; empty if the answer is right.
    pub feedback: String,
}

impl GradedFile {
    /// Returns the class of each wrong answer with a known mistake: its only mistake, or the one that explains another answer, too.
    fn classes(&self) -> impl Iterator<Item = String> {
        let is_decided = |key: &String| self.answers.iter().any(|other| other.mistakes == [key.clone()]);
        let class = move |answer: &GradedAnswer| {
            let decided: Vec<&String> = answer.mistakes.iter().filter(|key| is_decided(key)).collect();
            match (&answer.mistakes[..], &decided[..]) {
                ([], _) => None,
                (_, [only]) => Some((*only).clone()),
                (all, _) => Some(all.join(" or ")),
            }
        };
        self.answers.iter().filter_map(class)
    }

    /// Returns one line about the first answer that is not right; `None` if all are.
    fn feedback(&self) -> Option<String> {
        let is_open = |answer: &&GradedAnswer| !answer.feedback.is_empty() || answer.problem.is_some();
        let answer = self.answers.iter().find(is_open)?;
        let text = answer.problem.as_ref().unwrap_or(&answer.feedback);
        Some(format!("{}: {text}", answer.question))
    }
}

impl AnswerFile {
    /// Reads a file of answers. `questions` is the number of questions. The error is a message.
    pub fn read(text: &str, questions: usize) -> Result<Self, String> {
        if text.len() > MOST_BYTES {
            return Err(format!("a file of answers has at most {MOST_BYTES} bytes"));
        }
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
        let version = lines.next().and_then(|(_, line)| line.strip_prefix(HEADER)).map(str::trim);
        match version.map(str::parse::<u32>) {
            Some(Ok(VERSION)) => {}
            Some(Ok(other)) => {
                return Err(format!(
                    "these answers have version {other}; this program reads version {VERSION}"
                ));
            }
            _ => return Err(format!("expected `{HEADER} {VERSION}` in the first line")),
        }
        let mut file = Self::default();
        for (at, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let at = at + 1;
            let Some((key, value)) = line.split_once(':') else {
                return Err(format!("line {at}: expected `NUMBER: ANSWER`"));
            };
            let (key, value) = (key.trim(), value.trim());
            if key == "name" {
                if !file.name.is_empty() {
                    return Err(format!("line {at}: the name is given twice"));
                }
                file.name = value.to_owned();
                continue;
            }
            let number = key.parse::<usize>().ok().filter(|number| (1..=questions).contains(number));
            let Some(number) = number else {
                return Err(format!(
                    "line {at}: no question `{}`; expected 1 to {questions}",
                    shortened(key)
                ));
            };
            if file.answers.insert(number, value.to_owned()).is_some() {
                return Err(format!("line {at}: question {number} is answered twice"));
            }
        }
        Ok(file)
    }
}

/// `Display` writes a file of answers, which [`AnswerFile::read`] reads.
impl std::fmt::Display for AnswerFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{HEADER} {VERSION}")?;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !self.name.is_empty() {
            writeln!(f, "name: {}", one_line(&self.name))?;
        }
        self.answers.iter().try_for_each(|(number, answer)| writeln!(f, "{number}: {}", one_line(answer)))
    }
}

impl Session {
    /// Marks files of answers, each with its name. A right answer gets the points of its question. Any other answer gets none, or, if
    /// the question has points for each value, those of its right values.
    pub fn grades(&self, files: Vec<(String, AnswerFile)>) -> Grades {
        let mut known = HashMap::new();
        let mut grade = |(file, given): (String, AnswerFile)| {
            let graded = |(question, ask): (usize, &ReaderQuestion)| {
                let answer = given.answers.get(&question);
                known
                    .entry((question, answer.cloned()))
                    .or_insert_with(|| self.graded(question, ask, answer))
                    .clone()
            };
            let answers: Vec<GradedAnswer> = (1..).zip(&*self.questions).map(graded).collect();
            let points = answers.iter().map(|answer| u64::from(answer.points)).sum();
            GradedFile { file, name: given.name, points, answers }
        };
        let files: Vec<GradedFile> = files.into_iter().map(&mut grade).collect();
        let mut mistakes = BTreeMap::new();
        for class in files.iter().flat_map(GradedFile::classes) {
            *mistakes.entry(class).or_insert(0) += 1;
        }
        let of = self.questions.iter().map(|ask| u64::from(self.points_of(ask))).sum();
        Grades { of, questions: self.questions.len(), files, mistakes }
    }

    /// Marks an answer; `None` counts as unanswered.
    fn graded(&self, question: usize, ask: &ReaderQuestion, answer: Option<&String>) -> GradedAnswer {
        let of = self.points_of(ask);
        let mut graded = GradedAnswer { question, answer: answer.cloned(), of, ..GradedAnswer::default() };
        match answer.map(|answer| self.mark(&ask.content, answer)) {
            Some(Ok(marking)) => {
                graded.points = marking.points(ask).0;
                graded.is_right = marking.is_right;
                let fact = marking.mistakes.first().map(|mistake| mistake.sentence.clone());
                graded.feedback = fact.into_iter().chain(marking.contrast).collect::<Vec<_>>().join(" ");
                graded.mistakes = marking.mistakes.into_iter().map(|mistake| mistake.key).collect();
            }
            Some(Err(problem)) => graded.problem = Some(problem),
            None => {}
        }
        graded
    }
}

impl Grades {
    /// Returns the table as CSV, with a row for each answer.
    pub fn to_csv(&self) -> String {
        let answers =
            self.files.iter().flat_map(|file| file.answers.iter().map(move |answer| (file, answer)));
        let row = |(file, answer): (&GradedFile, &GradedAnswer)| {
            [
                harmless(&file.file),
                harmless(&file.name),
                answer.question.to_string(),
                harmless(answer.answer.as_deref().unwrap_or_default()),
                answer.points.to_string(),
                answer.of.to_string(),
                harmless(&answer.mistakes.join(" ")),
                harmless(answer.problem.as_ref().unwrap_or(&answer.feedback)),
            ]
        };
        csv_text(&COLUMNS, answers.map(row))
    }
}

/// `Display` writes a table for people: a line for each file, with a line of feedback if not all is right; then the mistakes, the most
/// frequent first.
impl std::fmt::Display for Grades {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for file in &self.files {
            let who = if file.name.is_empty() { &file.file } else { &file.name };
            let mut marks = String::new();
            for answer in &file.answers {
                let mark = match (&answer.answer, &answer.problem, answer.is_right) {
                    (None, ..) => "-".to_owned(),
                    (_, Some(_), _) => "unreadable".to_owned(),
                    (.., true) => "right".to_owned(),
                    (.., false) if answer.mistakes.is_empty() => "wrong".to_owned(),
                    (.., false) => format!("wrong ({})", answer.mistakes.join(", ")),
                };
                write!(marks, "  {}: {mark}", answer.question)?;
            }
            writeln!(f, "{:3} of {}  {}{marks}", file.points, self.of, printable(who))?;
            if let Some(feedback) = file.feedback() {
                writeln!(f, "      {}", feedback.replace(char::is_control, " "))?;
            }
        }
        let mut mistakes: Vec<(&String, &usize)> = self.mistakes.iter().collect();
        mistakes.sort_by_key(|(key, count)| (std::cmp::Reverse(**count), *key));
        for (key, count) in mistakes {
            writeln!(f, "{count:3} x {key}")?;
        }
        Ok(())
    }
}

/// Returns a cell that a spreadsheet does not take for a formula.
fn harmless(text: &str) -> String {
    let is_number = text.starts_with('-') && text[1..].starts_with(|c: char| c.is_ascii_digit());
    let is_formula = !is_number && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

/// Returns a text without control characters, which could confuse a terminal.
fn printable(text: &str) -> String {
    shortened(text).chars().filter(|c| !c.is_control()).collect()
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}
