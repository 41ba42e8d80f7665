//! `explain`, `readings` and `diff`: instructions, interpretations and changes of the semantics, as text.

use super::arguments::Diff;
use super::{UNUSABLE, VerbResult, json_list, open, status, tell_findings};
use lanescope_core::diag::Severity;
use lanescope_core::session::{
    compare::{ReadingEntry, TriedChoice},
    report::{Explanation, OperationEntry},
    text::{LineChange, NotationChange},
};
use lanescope_core::spec::{ProductGroup, Reading};
use std::io::{self, Write};

/// The indentation of the lines that belong to an entry.
const INDENT: &str = "    ";

/// Writes the description of an instruction.
pub fn explain(instruction: &Explanation, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{} (.isa {})", instruction.mnemonic, instruction.instruction_set)?;
    if let Some(opcode) = instruction.opcode {
        write!(out, ", opcode 0x{opcode:02x}")?;
    }
    writeln!(out, "\n{}", instruction.prose)?;
    heading("Operands", out)?;
    for operand in instruction.operands {
        let unit = operand.unit.map_or(String::new(), |unit| format!(", in {}", unit.name()));
        entry(&format!("{}: {}{unit}", operand.name, operand.in_words()), operand.prose, out)?;
    }
    if !instruction.modifiers.is_empty() {
        heading("Modifiers", out)?;
    }
    for modifier in instruction.modifiers {
        let optional = if modifier.is_optional { ", optional" } else { "" };
        entry(&format!("{}{optional}", modifier.usage()), modifier.prose, out)?;
    }
    heading("Execution", out)?;
    let sizes: Vec<String> = instruction.exec_sizes.iter().map(u8::to_string).collect();
    let predicate = if instruction.predicable { "may be predicated" } else { "takes no predicate" };
    writeln!(out, "Sizes {}; {predicate}.", sizes.join(", "))?;
    writeln!(out, "Out of bounds: {}", instruction.bounds)?;
    writeln!(out, "Conflicts: {}", instruction.conflict)?;
    heading("Semantics", out)?;
    writeln!(out, "{}", instruction.notation)?;
    if !instruction.operations.is_empty() {
        heading("Operations", out)?;
    }
    for OperationEntry { op, notation } in &instruction.operations {
        let words = match op.assembler_names {
            [] => String::new(),
            words => format!(" .{}", words.join(" .")),
        };
        let types = op.types.map_or_else(String::new, |types| format!(", {}", types.names()));
        entry(&format!("{}{words}{types}", op.name), op.prose, out)?;
        for line in notation.iter().flat_map(|block| block.lines()) {
            writeln!(out, "{INDENT}{line}")?;
        }
    }
    if !instruction.readings.is_empty() {
        heading("Interpretations", out)?;
    }
    for entry in &instruction.readings {
        reading(entry, out)?;
    }
    writeln!(out, "\nSource: {}", instruction.source)
}

/// Writes an interpretation with its choices. A star marks the choice in force.
pub fn reading(shown: &ReadingEntry, out: &mut impl Write) -> io::Result<()> {
    let Reading { name, question, statements, because, .. } = shown.reading;
    entry(name, question, out)?;
    for TriedChoice { choice, effect } in &shown.choices {
        let mark = if choice.name == shown.choice { '*' } else { ' ' };
        writeln!(out, "{INDENT}{mark} {}: {}", choice.name, choice.prose)?;
        if let Some(effect) = effect {
            writeln!(out, "{INDENT}{INDENT}with this choice the run {}", effect.in_words())?;
        }
    }
    for text in *statements {
        writeln!(out, "{INDENT}{}, {}: {}", text.source.page, text.source.heading, text.says)?;
    }
    for group in ProductGroup::ALL {
        let mut practices = shown.reading.practices_of(group).peekable();
        if practices.peek().is_none() {
            writeln!(out, "{INDENT}{}: not known", group.name())?;
        }
        for practice in practices {
            writeln!(out, "{INDENT}{}: {} ({})", group.name(), practice.does, practice.source)?;
        }
    }
    writeln!(out, "{INDENT}{} is the default: {because}", shown.reading.default_choice())
}

/// Lists the differences between a scenario's notation and the built-in semantics.
pub fn diff(asked: &Diff, out: &mut impl Write) -> VerbResult {
    let Some(session) = open(&asked.scenario) else { return Ok(UNUSABLE) };
    tell_findings(&asked.scenario.file, &session, Severity::Error);
    if status(&session) == UNUSABLE {
        return Ok(UNUSABLE);
    }
    let changes = session.notation_changes();
    match asked.json {
        true => json_list("changes", &changes, out)?,
        false => changes.iter().try_for_each(|changed| change(changed, out))?,
    }
    Ok(status(&session))
}

/// Writes the difference between a directive and the built-in text, line by line.
fn change(change: &NotationChange, out: &mut impl Write) -> io::Result<()> {
    write!(out, "line {}: {} {}", change.line, change.directive, change.name)?;
    if let Some(like) = &change.like {
        write!(out, " like {like}")?;
    }
    if !change.is_built_in {
        writeln!(out, ", which is not built in")?;
    } else if change.differs() {
        writeln!(out)?;
    } else {
        return writeln!(out, ", as built in");
    }
    for line in &change.lines {
        let mark = match line.change {
            LineChange::Kept => ' ',
            LineChange::Removed => '-',
            LineChange::Added => '+',
        };
        writeln!(out, "{mark} {}", line.text)?;
    }
    Ok(())
}

fn heading(what: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{what}")
}

fn entry(head: &str, prose: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  {head}\n{INDENT}{prose}")
}
