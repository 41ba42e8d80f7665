//! A chapter for each instruction, from its row.

use super::{cell, chapter, example, plain, sources, tables};
use anyhow::{Context, Result};
use lanescope_core::session::{
    Session, SetsWithChecks,
    compare::ReadingEntry,
    report::{Explanation, OperationEntry},
    text::blank,
};
use lanescope_core::spec::{Instruction, InstructionSet, NumberedSignature, OpWidth, Operand, OperandKind};
use mdbook_driver::book::{BookItem, Chapter};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A chapter for each instruction set, with those of its instructions below it.
pub fn chapters(sets: &SetsWithChecks) -> Result<Vec<Chapter>> {
    let gallery = gallery()?;
    let set = |set: &InstructionSet| {
        let rows: Vec<&Instruction> = set.instructions.iter().map(|row| &**row).collect();
        let mut list = format!(
            "# {}\n\nA scenario for this instruction set begins with `.isa {}`.\n\n| Instruction | What it does |\n|---|---|\n",
            set.title, set.key
        );
        for row in &rows {
            let name = set.spelled(&row.mnemonic);
            let _ = writeln!(list, "| [`{name}`]({name}.md) | {} |", cell(row.prose));
        }
        let _ = write!(list, "\n{}", tables::masks(set, sets));
        let mut whole = chapter(set.title, PathBuf::from(format!("isa/{}/index.md", set.key)), list, &[]);
        for row in rows {
            let name = set.spelled(&row.mnemonic);
            let text = page(set, row, sets, &gallery).with_context(|| format!("the chapter of {name}"))?;
            let path = PathBuf::from(format!("isa/{}/{name}.md", set.key));
            whole.sub_items.push(BookItem::Chapter(chapter(&name, path, text, &[set.title])));
        }
        Ok(whole)
    };
    sets.all().iter().map(|it| set(it)).collect()
}

/// The examples of the gallery, sorted by name, each opened. A puzzle is none, because its `.expect` lines fail.
fn gallery() -> Result<Vec<Session>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/examples");
    let files = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut paths = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    let is_puzzle =
        |path: &PathBuf| path.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("puzzle-"));
    paths.retain(|path| !is_puzzle(path));
    paths.sort();
    paths.iter().map(|path| Ok(Session::open(&fs::read_to_string(path)?))).collect()
}

/// The chapter of an instruction.
fn page(
    set: &InstructionSet,
    row: &Instruction,
    sets: &SetsWithChecks,
    gallery: &[Session],
) -> Result<String> {
    let about = Explanation::all_named(&row.mnemonic, sets);
    let about = about.into_iter().find(|it| it.instruction_set == set.key).context("no row of that name")?;
    let own = blank(sets, set, row);
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
    match row.numbered() {
        Some(_) => out.push_str("It runs for all lanes that `.lanes` dispatches. "),
        None => {
            let sizes: Vec<String> = about.exec_sizes.iter().map(u8::to_string).collect();
            let _ = write!(out, "Execution sizes: {}. ", sizes.join(", "));
        }
    }
    out.push_str(if about.predicable { "It can be predicated.\n\n" } else { "It cannot be predicated.\n\n" });
    table(
        &mut out,
        "Suffixes",
        ["Suffix", "What it does"],
        about.modifiers.iter().map(|it| {
            let left_out = if it.is_optional { " Optional." } else { "" };
            [format!("`{}`", it.usage().trim()), [&cell(it.prose), left_out].concat()]
        }),
    );
    match row.numbered() {
        Some(signature) => slots(&mut out, signature),
        None => table(
            &mut out,
            "Operands",
            ["Operand", "Allowed", "Purpose"],
            about.operands.iter().filter(|it| !it.is_implied()).map(|it| {
                let unit = it.unit.map_or(String::new(), |unit| format!(", in {}", unit.name()));
                [format!("`{}`", it.name), format!("{}{unit}", cell(&it.in_words())), cell(it.prose)]
            }),
        ),
    }
    for operand in about.operands.iter().filter(|it| it.is_implied()) {
        let (name, prose) = (operand.name, plain(operand.prose));
        let _ = writeln!(out, "The semantics also use `{name}`. It is not an operand: {prose}\n");
    }
    let _ = writeln!(
        out,
        "## Semantics\n\nLanescope runs this text, in [the notation](../../reference/notation.md).\n\n```text\n{}\n```\n",
        about.notation.trim_end()
    );
    if !about.bounds.is_empty() {
        let _ = writeln!(out, "Out of bounds: {}\n", plain(about.bounds));
    }
    if !about.conflict.is_empty() {
        let _ = writeln!(out, "When lanes collide: {}\n", plain(about.conflict));
    }
    operations(&mut out, &about, row.own_op_table.is_some());
    let bodies: Vec<&str> = about.operations.iter().flat_map(|it| it.notation.iter().copied()).collect();
    if !bodies.is_empty() {
        let _ = writeln!(out, "```text\n{}\n```\n", bodies.join("\n"));
    }
    machine_code(&mut out, &own);
    open_questions(&mut out, set, &about.readings);
    let _ = writeln!(out, "Source: {}.", sources::cited(about.source));
    Ok(out)
}

/// The operands as a line writes them, each with its names in the notation.
fn slots(out: &mut String, signature: &NumberedSignature) {
    let names = |slot: usize| {
        let is_there = |operand: &&Operand| matches!(operand.kind, OperandKind::Slot(own) if own == slot);
        let names = signature.operands.iter().filter(is_there);
        names.map(|operand| format!("`{}`", operand.name)).collect::<Vec<_>>().join(", ")
    };
    table(
        out,
        "Operands",
        ["Operand", "Purpose", "Name in the semantics"],
        signature.slots.iter().enumerate().map(|(at, slot)| {
            let optional = if slot.is_optional { " Optional." } else { "" };
            [format!("`{}`", slot.name), [&cell(slot.prose), optional].concat(), names(at)]
        }),
    );
}

/// The operations; their types only where they have some, and those of the 16-bit and 64-bit forms only where the instruction
/// has them. The operation that a mnemonic names has no suffix.
fn operations(out: &mut String, about: &Explanation, is_in_mnemonic: bool) {
    let has_form = |width| {
        let types = about.operations.iter().filter_map(|OperationEntry { op, .. }| op.types);
        types.filter_map(|types| types.of_width(width)).count() > 0
    };
    let cells = about.operations.iter().map(|OperationEntry { op, .. }| {
        let words: Vec<String> =
            op.assembler_names.iter().map(|word| format!("`.{}`", word.trim_start_matches('.'))).collect();
        let [ty, ty16, ty64] = [OpWidth::Bits32, OpWidth::Bits16, OpWidth::Bits64].map(|width| {
            let ty = op.types.and_then(|types| types.of_width(width));
            ty.map_or_else(String::new, |ty| ty.name().to_owned())
        });
        [op.name.to_owned(), words.join(" "), ty, ty16, ty64, cell(op.prose)]
    });
    if about.modifiers.iter().any(|modifier| modifier.leading_value(&["64"]).is_some()) {
        let heads = ["Operation", "Suffix", "Type", "16-bit type", "64-bit type", "What it does"];
        table(out, "Operations", heads, cells);
    } else if has_form(OpWidth::Bits16) {
        let cells = cells.map(|[name, words, ty, ty16, _, prose]| [name, words, ty, ty16, prose]);
        table(out, "Operations", ["Operation", "Suffix", "Type", "16-bit type", "What it does"], cells);
    } else if is_in_mnemonic {
        let cells = cells.map(|[name, _, ty, _, _, prose]| [name, ty, prose]);
        table(out, "Operations", ["Operation", "Type", "What it does"], cells);
    } else {
        let cells = cells.map(|[name, words, .., prose]| [name, words, prose]);
        table(out, "Operations", ["Operation", "Suffix", "What it does"], cells);
    }
}

/// A table under a heading; nothing where it has no rows.
fn table<const N: usize>(
    out: &mut String,
    heading: &str,
    columns: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        let _ = writeln!(out, "## {heading}\n\n{}", tables::table(columns, rows));
    }
}

/// The machine code of the line above.
fn machine_code(out: &mut String, text: &str) {
    let shown = Session::open(text).machine_code();
    let _ = writeln!(
        out,
        "## Machine code\n\nThe encoding of the line in *How it is written*, field by field.\n\n```text\n{}\n```\n",
        shown.trim_end()
    );
}

/// The readings that touch an instruction, each with a link to the ledger.
fn open_questions(out: &mut String, set: &InstructionSet, readings: &[ReadingEntry]) {
    let rows = readings.iter().map(|it| {
        let link = format!("[`{0}`](../../readings/{1}.md#{0})", it.reading.name, set.key);
        [link, cell(it.reading.question), format!("`{}`", it.choice)]
    });
    table(out, "Interpretations", ["Interpretation", "Question", "Default"], rows);
}
