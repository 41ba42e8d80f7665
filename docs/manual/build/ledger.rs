//! The ledger of interpretations: the questions that manuals leave open, and the answer of Lanescope to each.

use super::{cell, chapter, example, plain, sources};
use lanescope_core::diag::Severity;
use lanescope_core::session::Session;
use lanescope_core::spec::{Choice, InstructionSets, ProductGroup, Reading};
use mdbook_driver::book::Chapter;
use std::fmt::Write;
use std::path::PathBuf;

/// The points of each instruction set on which its manual is silent and Lanescope offers no choice, as Markdown.
const NO_CHOICE: [(&str, &str); 2] =
    [("visa", include_str!("no_choice/visa.md")), ("sass", include_str!("no_choice/sass.md"))];

/// Returns a chapter for each instruction set.
pub fn chapters(sets: &InstructionSets) -> Vec<Chapter> {
    sets
        .all()
        .iter()
        .map(|set| {
            let name = format!("{}: the ledger", set.title);
            let mut out = format!(
                "# {name}\n\nA manual may be silent, or contradict itself. Lanescope does not guess in secret: each such \
                 question is an *interpretation* with named choices, and a scenario chooses with a line \
                 `.reading NAME = CHOICE`. Without such a line, the first choice applies. Each one has an example. The list below it says what \
                 each other choice changes; the manual's build runs the example with every choice to find out. To try \
                 one, open the example and change the choice among the interpretations in the tab *Semantics*.\n\n"
            );
            for Reading { name, question, .. } in set.readings {
                let _ = writeln!(out, "- [{name}](#{name}): {}", plain(question));
            }
            out.push_str("- [Points without a choice](#no-choice)\n\n");
            set.readings.iter().for_each(|reading| entry(&mut out, reading));
            if let Some((_, points)) = NO_CHOICE.iter().find(|(key, _)| *key == set.key) {
                let _ = write!(out, "\n{points}");
            }
            chapter(&name, PathBuf::from(format!("readings/{}.md", set.key)), out, &[])
        })
        .collect()
}

fn entry(out: &mut String, reading: &Reading) {
    let _ = writeln!(out, "## {} {{#{}}}\n\n{}\n", reading.name, reading.name, plain(reading.question));
    for (at, choice) in reading.choices.iter().enumerate() {
        let holds = if at == 0 { " This is the default." } else { "" };
        let _ = writeln!(out, "- `{}`: {}{holds}", choice.name, plain(choice.prose));
    }
    let _ = writeln!(out, "\n{}\n\n| Source | What it says |\n|---|---|", plain(reading.because));
    for text in reading.statements {
        let _ = writeln!(out, "| {} | {} |", cell(&sources::cited(text.source)), cell(&plain(text.says)));
    }
    for group in ProductGroup::ALL {
        let who = group.name();
        let mut practices = reading.practices_of(group).peekable();
        if practices.peek().is_none() {
            let _ = writeln!(out, "| {who} | not known |");
        }
        for practice in practices {
            let (source, does) = (cell(&plain(practice.source)), cell(&plain(practice.does)));
            let _ = writeln!(out, "| {who}: {source} | {does} |");
        }
    }
    let _ = writeln!(out, "\n{}", shown(reading));
}

/// Returns the example of a reading, and how it ends with each choice. If the first choice refuses the example, it is
/// shown with a choice that does not.
pub fn shown(reading: &Reading) -> String {
    let own = Session::open(reading.example);
    if own.run.is_some() {
        let errors = own.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let expected: String = errors.map(|error| format!(".expect error {}\n", error.code())).collect();
        let text = [reading.example, &expected].concat();
        return [with_text(&text), others(reading, &own)].concat();
    }
    let with = |choice: &Choice| {
        let mut lines: Vec<&str> = reading.example.lines().collect();
        // The line follows the directive that names the instruction set.
        let first = lines.iter().position(|line| line.starts_with('.')).unwrap_or(0);
        let at = first + usize::from(lines.get(first).is_some_and(|line| line.starts_with(".isa")));
        let line = format!(".reading {} = {}", reading.name, choice.name);
        lines.insert(at, &line);
        Session::open(&lines.join("\n"))
    };
    let runs = reading.choices.iter().map(with).find(|session| session.run.is_some());
    match runs {
        Some(session) => format!(
            "With the default, this example is rejected. It runs with another choice:\n\n{}{}",
            with_text(&session.text),
            others(reading, &session)
        ),
        None => format!("```text\n{}\n```\n", reading.example.trim_end()),
    }
}

/// Returns an example as a strip, followed by its text, which a strip does not show.
fn with_text(text: &str) -> String {
    let strip = example(text, "size=strip");
    format!(
        "{strip}\n<details>\n<summary>Text of the example</summary>\n\n```text\n{}\n```\n\n</details>\n",
        text.trim_end()
    )
}

/// Returns the effect of each other choice on a run, found by running it.
fn others(reading: &Reading, session: &Session) -> String {
    let entries = session.what_if();
    let tried = entries.iter().filter(|entry| entry.reading == reading).flat_map(|entry| entry.tried());
    let lines = tried.map(|(choice, effect)| {
        format!("- With `{}`, the run {}.\n", choice.name, plain(&effect.in_words()))
    });
    format!("\n{}", lines.collect::<String>())
}
