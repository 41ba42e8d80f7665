//! A chapter for each instruction, from its row.

use super::{cell, chapter, example, plain, words};
use anyhow::{Context, Result};
use lanescope_core::session::{Explanation, ReadingEntry, Session, blank};
use lanescope_core::spec::{Instruction, InstructionSet, RollCall};
use mdbook_driver::book::{BookItem, Chapter};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A chapter for each instruction set, with those of its instructions below it.
pub fn chapters(roll_call: &RollCall) -> Result<Vec<Chapter>> {
    let gallery = gallery()?;
    let set = |set: &InstructionSet| {
        let rows: Vec<&Instruction> = set.instructions.iter().map(|row| &**row).collect();
        let mut list = format!(
            "# {}\n\n`.isa {}` stands at the top of a scenario for this instruction set.\n\n| Instruction | What it does |\n|---|---|\n",
            set.title, set.key
        );
        for row in &rows {
            let name = set.spelled(&row.mnemonic);
            let _ = writeln!(list, "| [`{name}`]({name}.md) | {} |", cell(row.prose));
        }
        let _ = write!(list, "\n{}", words::of_set(set, roll_call));
        let mut whole = chapter(set.title, PathBuf::from(format!("isa/{}/index.md", set.key)), list, &[]);
        for row in rows {
            let name = set.spelled(&row.mnemonic);
            let text =
                page(set, row, roll_call, &gallery).with_context(|| format!("the chapter of {name}"))?;
            let path = PathBuf::from(format!("isa/{}/{name}.md", set.key));
            whole.sub_items.push(BookItem::Chapter(chapter(&name, path, text, &[set.title])));
        }
        Ok(whole)
    };
    roll_call.sets().iter().map(|it| set(it)).collect()
}

/// The examples of the gallery, in its order, each opened.
fn gallery() -> Result<Vec<Session>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/examples");
    let files = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut paths = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().map(|path| Ok(Session::open(&fs::read_to_string(path)?))).collect()
}

/// The chapter of an instruction.
fn page(
    set: &InstructionSet,
    row: &Instruction,
    roll_call: &RollCall,
    gallery: &[Session],
) -> Result<String> {
    let about = Explanation::of(&row.mnemonic, roll_call);
    let about = about.into_iter().find(|it| it.instruction_set == set.key).context("no row of that name")?;
    let own = blank(set, row);
    let line = own.trim_end().lines().next_back().unwrap_or_default();
    // Examples of one instruction say most about it.
    let uses = |session: &&Session| {
        session.scenario.as_ref().is_some_and(|scenario| {
            scenario
                .program
                .iter()
                .any(|bound| bound.row.mnemonic == row.mnemonic && bound.row.source == row.source)
        })
    };
    let shortest =
        gallery.iter().filter(uses).min_by_key(|it| it.scenario.as_ref().map_or(0, |it| it.program.len()));
    let live = shortest.map_or(own.as_str(), |session| &session.text);

    let mut out = format!(
        "# `{}`\n\n{}\n\n{}\n",
        set.spelled(&row.mnemonic),
        plain(about.prose),
        example(live, "size=card editable")
    );
    let _ = writeln!(out, "## How it is written\n\n```text\n{line}\n```\n");
    let sizes: Vec<String> = about.exec_sizes.iter().map(u8::to_string).collect();
    if !sizes.is_empty() {
        let _ = writeln!(out, "Execution sizes {}.\n", sizes.join(", "));
    }
    let _ = writeln!(
        out,
        "{}\n",
        if about.predicable { "A predicate may stand before it." } else { "It takes no predicate." }
    );
    table(
        &mut out,
        "Words behind the name",
        ["Word", "What it does"],
        about.modifiers.iter().map(|it| {
            let left_out = if it.optional { " May be left out." } else { "" };
            [format!("`{}`", it.text.trim()), [&cell(it.prose), left_out].concat()]
        }),
    );
    table(
        &mut out,
        "Operands",
        ["Operand", "What stands there", "What it is for"],
        about.operands.iter().map(|it| {
            let unit = it.unit.map_or(String::new(), |unit| format!(", in {unit}"));
            [format!("`{}`", it.name), format!("{}{unit}", cell(&it.what)), cell(it.prose)]
        }),
    );
    let _ = writeln!(
        out,
        "## What it does\n\nThis text is what runs.\n\n```text\n{}\n```\n",
        about.notation.trim_end()
    );
    if !about.bounds.is_empty() {
        let _ = writeln!(out, "Outside the surface: {}\n", plain(about.bounds));
    }
    if !about.conflict.is_empty() {
        let _ = writeln!(out, "Where lanes meet: {}\n", plain(about.conflict));
    }
    table(
        &mut out,
        "Operations",
        ["Operation", "Words", "Type", "What it does"],
        about.operations.iter().map(|it| {
            let words: Vec<String> =
                it.words.iter().map(|word| format!("`.{}`", word.trim_start_matches('.'))).collect();
            [it.name.to_owned(), words.join(" "), format!("{}, {}", it.ty, it.ty16), cell(it.prose)]
        }),
    );
    let bodies: Vec<&str> = about.operations.iter().flat_map(|it| it.notation.iter().copied()).collect();
    if !bodies.is_empty() {
        let _ = writeln!(out, "```text\n{}\n```\n", bodies.join("\n"));
    }
    machine_code(&mut out, &own);
    open_questions(&mut out, set, &about.readings);
    let _ = writeln!(out, "Source: {}, {}.", plain(about.source.page), plain(about.source.heading));
    Ok(out)
}

/// A table under a heading; nothing where it has no rows.
fn table<const N: usize>(
    out: &mut String,
    heading: &str,
    columns: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    let _ = writeln!(out, "## {heading}\n\n| {} |", columns.join(" | "));
    let _ = writeln!(out, "|{}", "---|".repeat(N));
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
    out.push('\n');
}

/// The machine code of the line above.
fn machine_code(out: &mut String, text: &str) {
    let shown = Session::open(text).machine_code();
    let _ = writeln!(
        out,
        "## Machine code\n\nThe line above, field by field.\n\n```text\n{}\n```\n",
        shown.trim_end()
    );
}

/// The readings that touch an instruction, each with a link to the ledger.
fn open_questions(out: &mut String, set: &InstructionSet, readings: &[ReadingEntry]) {
    let rows = readings.iter().map(|it| {
        let link = format!("[`{0}`](../../readings/{1}.md#{0})", it.name, set.key);
        [link, cell(it.question), format!("`{}`", it.choice)]
    });
    table(out, "What its manual leaves open", ["Reading", "Question", "Here"], rows);
}
