//! The chapter that compares what the instruction sets compute from the same numbers.

use super::{cell, chapter, code_cell, example};
use lanescope_core::session::SetsWithChecks;
use lanescope_core::session::compare::{
    LaneResult, LaneRow, Side, VendorComparison, comparisons, without_counterpart,
};
use mdbook_driver::book::Chapter;
use std::fmt::Write;
use std::path::PathBuf;

/// Returns the chapter: the operations with different results, those with equal results, and those of one set alone.
pub fn page(sets: &SetsWithChecks) -> Chapter {
    let name = "Instruction sets side by side";
    let mut out = format!(
        "# {name}\n\nEach operation gets the same memory and the same sources in each instruction set. A row of a table is a \
         lane: the returned value → the value that stays in memory, with ≠ before a result that differs from the first one. \
         `lanescope vendors` prints the same.\n\n"
    );
    let all = comparisons(sets);
    let (differ, agree) = all.split_at(all.partition_point(VendorComparison::differs));
    differ.iter().for_each(|comparison| entry(&mut out, comparison));
    out.push_str("## Equal results\n\n");
    agree.iter().for_each(|comparison| out.push_str(&lanes(comparison)));
    out.push_str("## Without counterpart\n\n");
    for (kind, mnemonic) in without_counterpart(sets) {
        let _ = writeln!(out, "- {kind}: `{mnemonic}`");
    }
    chapter(name, PathBuf::from("isa/side-by-side.md"), out, &[])
}

/// Writes an operation with its semantics and a scenario that compares the sets.
fn entry(out: &mut String, comparison: &VendorComparison) {
    let _ = writeln!(out, "## {}\n", titles(comparison));
    out.push_str(&table(comparison));
    for Side { line, notation, problem, .. } in &comparison.sides {
        let _ = writeln!(out, "\n```text\n{line}\n{notation}\n```");
        if let Some(problem) = problem {
            let _ = writeln!(out, "\nThis run stops: {}", cell(problem));
        }
    }
    let _ = writeln!(out, "\n{}", example(&comparison.text, "size=strip"));
}

/// Returns an operation with its table, folded.
fn lanes(comparison: &VendorComparison) -> String {
    format!("<details>\n<summary>{}</summary>\n\n{}\n</details>\n\n", titles(comparison), table(comparison))
}

/// Returns the operation and its name in each set.
fn titles(comparison: &VendorComparison) -> String {
    let sides: Vec<&str> = comparison.sides.iter().map(|side| &*side.title).collect();
    format!("{}: {}", comparison.title, sides.join(" and "))
}

/// Returns the table with a row for each lane.
fn table(comparison: &VendorComparison) -> String {
    let sources = comparison.sources.iter().map(|source| code_cell(source));
    let sides = comparison.sides.iter().map(|side| code_cell(&side.title));
    let head: Vec<String> = std::iter::once("memory".to_owned()).chain(sources).chain(sides).collect();
    let row = |lane: &LaneRow| -> Vec<String> {
        let memory = lane.memory.clone().unwrap_or_else(|| format!("out of bounds ({})", lane.element));
        let results = lane.outcomes.iter().map(|result| shown(result, *result != lane.outcomes[0]));
        std::iter::once(memory).chain(lane.sources.iter().cloned()).chain(results).collect()
    };
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rows: String = comparison.lanes.iter().map(|lane| line(&row(lane))).collect();
    format!("{}|{}\n{rows}", line(&head), "---|".repeat(head.len()))
}

/// Returns the value that a lane gets back, and the value that it leaves in memory.
fn shown(result: &LaneResult, differs: bool) -> String {
    let sign = if differs { "≠ " } else { "" };
    let returned = result.returned.as_deref().unwrap_or("nothing");
    let stored = result.stored.as_ref().map(|stored| format!(" → **{stored}**")).unwrap_or_default();
    format!("{sign}{returned}{stored}")
}
