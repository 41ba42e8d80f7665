//! `grade`: marks files of answers.

use super::arguments::Grade;
use super::files::read;
use super::{FAILED, FINE, UNUSABLE, VerbResult, complain, json, open_side, status, tell_findings};
use lanescope_core::diag::Severity;
use lanescope_core::session::teach::AnswerFile;
use std::io::Write;

/// Marks files of answers to the questions of a scenario. A file that cannot be read is reported, and the others are marked.
pub fn grade(asked: &Grade, out: &mut impl Write) -> VerbResult {
    let Some(session) = open_side(&asked.questions, None, u32::MAX) else { return Ok(UNUSABLE) };
    if status(&session) == UNUSABLE {
        tell_findings(&asked.questions, &session, Severity::Error);
        return Ok(UNUSABLE);
    }
    if session.questions.is_empty() {
        complain(format_args!("error: {}: expected an `.ask` line, found none", asked.questions));
        return Ok(UNUSABLE);
    }
    let mut files = Vec::new();
    for path in &asked.answers {
        let Some(text) = read(path) else { continue };
        match AnswerFile::read(&text, session.questions.len()) {
            Ok(answers) => files.push((path.clone(), answers)),
            Err(problem) => complain(format_args!("error: {path}: {problem}")),
        }
    }
    let status = if files.len() == asked.answers.len() { FINE } else { FAILED };
    let grades = session.grades(files);
    if asked.json {
        json(&grades, out)?;
    } else if asked.csv {
        out.write_all(grades.to_csv().as_bytes())?;
    } else {
        write!(out, "{grades}")?;
    }
    Ok(status)
}
