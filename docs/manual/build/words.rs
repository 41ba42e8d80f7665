//! The chapters about the words of a scenario and of the notation, from the tables that read them.

use super::{cell, chapter, code_cell};
use lanescope_core::session::{ReferenceEntry, reference};
use lanescope_core::spec::{InstructionSet, RollCall};
use mdbook_driver::book::Chapter;
use std::path::PathBuf;

/// The groups that each have a chapter: its name, its file, what it says first, and the groups.
const CHAPTERS: &[(&str, &str, &str, &[&str])] = &[
    (
        "The scenario",
        "reference/scenario.md",
        "A scenario is one plain text: directives, which begin with a dot, and a line for each instruction. `//` begins a \
         comment. Three comment lines at the top are its title, what it shows, and its group in the gallery. Lines of a \
         listing of the assembler are understood as they are printed.",
        &[
            "Directives",
            "Keys of directives",
            "Values",
            "Orders",
            "Types",
            "Kinds of surface",
            "Texel formats",
        ],
    ),
    (
        "The notation",
        "reference/notation.md",
        "What an instruction does is written in this notation. `.op` gives an operation a text of your own, `.semantics` an \
         instruction, also one that you make up: `.semantics NAME like INSTRUCTION { ... }`.",
        &["Words of the notation", "Builtins of the notation"],
    ),
];

/// The chapters.
pub fn chapters(roll_call: &RollCall) -> Vec<Chapter> {
    let entries = reference(roll_call.default_set(), roll_call);
    CHAPTERS
        .iter()
        .map(|(name, path, about, groups)| {
            let tables: String = groups.iter().map(|group| table(group, &entries)).collect();
            let listed: Vec<String> = groups.iter().map(|group| link(group)).collect();
            let content = format!("# {name}\n\n{about}\n\n{}.\n\n{tables}", listed.join(", "));
            chapter(name, PathBuf::from(path), content, &[])
        })
        .collect()
}

/// A link to the table of a group.
fn link(group: &str) -> String {
    format!("[{group}](#{})", group.to_lowercase().replace(' ', "-"))
}

/// The groups that each instruction set has of its own; its words behind a mnemonic stand with their instruction.
pub fn of_set(set: &InstructionSet, roll_call: &RollCall) -> String {
    table("Execution masks", &reference(set, roll_call))
}

/// A group as a table under its heading; nothing where nobody is in it.
fn table(group: &str, entries: &[ReferenceEntry]) -> String {
    let entries: Vec<&ReferenceEntry> = entries.iter().filter(|entry| entry.group == group).collect();
    let has_examples = entries.iter().any(|entry| !entry.example.is_empty());
    let row = |entry: &&ReferenceEntry| {
        let row = format!("| {} | {} |", code_cell(&entry.form), cell(&entry.prose));
        match entry.example.as_str() {
            _ if !has_examples => row,
            "" => format!("{row} |"),
            example => format!("{row} {} |", code_cell(example)),
        }
    };
    let head = match (entries.is_empty(), has_examples) {
        (true, _) => return String::new(),
        (false, true) => "| Word | What it means | For instance |\n|---|---|---|",
        (false, false) => "| Word | What it means |\n|---|---|",
    };
    let rows: Vec<String> = entries.iter().map(row).collect();
    format!("## {group}\n\n{head}\n{}\n\n", rows.join("\n"))
}
