//! The case files cover every operation, size, dimension, clamp and plain instruction of SASS. The rows list these.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::{files, golden, root};
use lanescope_core::base::split_mix;
use lanescope_core::isa::{known_sets, sass};
use lanescope_core::session::Session;
use lanescope_core::spec::{
    AtomicOp, ChosenReadings, Instruction, LineAttributes, ModifierValue, ModifierValues, NumberedSignature,
    RegisterInput,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Returns the rows whose operands are registers.
fn rows() -> Vec<Rc<Instruction>> {
    known_sets().instructions().filter(|row| row.numbered().is_some()).cloned().collect()
}

fn words(row: &Instruction, modifier: &str) -> &'static [ModifierValue] {
    let found = row.modifiers.iter().find(|known| known.name == modifier);
    found.map_or(&[], |known| known.values.listed())
}

/// A mnemonic with the words of its line, each as `modifier=word`. The modifier of the operation is `op`.
type Said = (String, BTreeSet<String>);

/// Returns the words of every instruction in the case files that ran.
fn said() -> Vec<Said> {
    let mut out = Vec::new();
    for (_, text) in files(&root("core/tests/cases"), "lane") {
        let session = Session::open(&text);
        let Some(run) = &session.run else { continue };
        for bound in run.scenario().program.iter().filter(|bound| bound.row.numbered().is_some()) {
            let dotted = bound.title.split_once('.').map_or("", |(_, rest)| rest);
            out.push((bound.row.mnemonic.to_string(), chosen(&bound.row, dotted)));
        }
    }
    out
}

/// Returns `modifier=word` for each modifier, including defaults that are not written.
fn chosen(row: &Instruction, dotted: &str) -> BTreeSet<String> {
    let dotted = format!(".{dotted}.");
    let mut out = BTreeSet::new();
    for modifier in row.modifiers {
        let name = modifier.name;
        match modifier.values {
            ModifierValues::Listed(words) => {
                let is_there = |word: &&ModifierValue| dotted.contains(&format!(".{}.", word.text));
                let written = words.iter().filter(is_there).max_by_key(|word| word.text.len());
                let word = written.or(words.iter().find(|word| word.is_default));
                out.extend(word.map(|word| format!("{name}={}", word.name)));
            }
            ModifierValues::Ops(table) => {
                let op = table.ops.iter().find(|op| dotted.contains(&format!(".{}.", op.name)));
                out.extend(op.map(|op| format!("{name}={}", op.name)));
            }
        }
    }
    out
}

/// Returns true if a row accepts a size for an operation.
fn is_legal(signature: &NumberedSignature, op: &'static AtomicOp, size: &'static str) -> bool {
    let readings = ChosenReadings::default();
    let words = [("data", "D"), ("dim", "D1"), ("sz", size), ("clamp", "IGN")];
    let filled = vec![true; signature.slots.len()];
    let line = RegisterInput {
        value_names: &words,
        attributes: LineAttributes::NONE,
        op: Some(op),
        filled: &filled,
        is_register: &filled,
        isa_values: &sass::set().data.default_values(),
        readings: &readings,
    };
    (signature.line_registers)(&line).is_ok()
}

/// The legal pairs of a size and an operation of SURED. SUATOM has the same, and those of two more operations.
const REDUCTION_SIZES: usize = 7 + 2 * 8 + 2 + 3 * 4;

#[test]
fn every_legal_size_of_every_operation_has_a_case() {
    let said = said();
    let (mut legal, mut missing) = (0, Vec::new());
    for row in rows() {
        let (Some(table), Some(signature)) = (row.op_table(), row.numbered()) else { continue };
        for op in table.ops {
            for size in words(&row, "sz").iter().filter(|size| is_legal(signature, op, size.name)) {
                legal += 1;
                let wanted = [format!("op={}", op.name), format!("sz={}", size.name)];
                let is_there = said
                    .iter()
                    .any(|(name, said)| *name == row.mnemonic && wanted.iter().all(|w| said.contains(w)));
                if !is_there {
                    missing.push(wanted.join(" "));
                }
            }
        }
    }
    // ADD 7, MIN and MAX 8 each, INC and DEC 1 each, AND, OR and XOR 4 each, and in SUATOM EXCH and CAS 3 each.
    assert_eq!(legal, 2 * REDUCTION_SIZES + 2 * 3);
    assert_eq!(missing, [""; 0]);
}

/// A size that an operation does not have is refused at its place, and the message names the legal sizes.
#[test]
fn every_other_size_of_every_operation_is_refused() {
    let mut refused = 0;
    for row in rows() {
        let (Some(table), Some(signature)) = (row.op_table(), row.numbered()) else { continue };
        for op in table.ops {
            let (legal, others): (Vec<&ModifierValue>, Vec<&ModifierValue>) =
                words(&row, "sz").iter().partition(|size| is_legal(signature, op, size.name));
            let legal: BTreeSet<String> = legal.iter().map(|size| format!("`.{}`", size.text)).collect();
            for size in others {
                let begin = format!("{}.D.1D.{}.", row.mnemonic, op.name);
                let result =
                    if signature.is_destination(0) || signature.is_destination(1) { "R4, " } else { "" };
                let text = format!(".isa sass sm=52\n{begin}{} {result}[R0], R8, 0x0;\n", size.text);
                let session = Session::open(&text);
                let [finding] = session.diagnostics.as_slice() else {
                    panic!("{text}{:#?}", session.diagnostics)
                };
                assert_eq!(finding.code(), "sass-size", "{text}");
                assert_eq!(finding.span.of(&text), size.text);
                let (said, expected) = finding.message.split_once("; expected ").expect("sizes are named");
                assert_eq!(said, format!("{} has no `.{}`", op.name, size.text));
                let is_known =
                    finding.notes.iter().any(|note| note.text.contains("no page says what it adds"));
                assert_eq!(is_known, op.name == "ADD" && size.text.ends_with("64"), "{text}");
                assert_eq!(expected.split(", ").map(str::to_owned).collect::<BTreeSet<_>>(), legal, "{text}");
                refused += 1;
            }
        }
    }
    // Ten operations of SUATOM and eight of SURED with nine sizes each, minus the legal ones.
    assert_eq!(refused, (10 + 8) * 9 - (2 * REDUCTION_SIZES + 2 * 3));
}

#[test]
fn every_dimension_has_a_case_with_every_clamp() {
    let said = said();
    for row in rows() {
        for dim in words(&row, "dim") {
            for clamp in words(&row, "clamp") {
                let wanted = [format!("dim={}", dim.name), format!("clamp={}", clamp.name)];
                let is_there = said
                    .iter()
                    .any(|(name, said)| *name == row.mnemonic && wanted.iter().all(|w| said.contains(w)));
                assert!(is_there, "{} {wanted:?}", row.mnemonic);
            }
        }
    }
}

#[test]
fn every_word_of_every_row_has_a_case() {
    let said = said();
    for row in rows() {
        let own: Vec<&BTreeSet<String>> =
            said.iter().filter(|(name, _)| *name == row.mnemonic).map(|(_, said)| said).collect();
        assert!(!own.is_empty(), "{} has no case", row.mnemonic);
        for modifier in row.modifiers {
            for word in words(&row, modifier.name) {
                let wanted = format!("{}={}", modifier.name, word.name);
                // The golden files of broken texts cover `.P`.
                assert!(
                    word.refused.is_some() || own.iter().any(|said| said.contains(&wanted)),
                    "{} {wanted}",
                    row.mnemonic
                );
            }
        }
    }
}

#[test]
fn completion_comes_from_the_row() {
    let labels = |line: &str| -> Vec<String> {
        let text = format!(".isa sass sm=52\n{line}");
        let found = Session::open(&text).complete(text.len());
        found.map_or_else(Vec::new, |found| found.items.into_iter().map(|item| item.label).collect())
    };
    assert!(labels("SU").contains(&"SUATOM".to_owned()));
    for row in ["SUATOM.", "SULD.", "SUST.", "SURED."] {
        assert_eq!(labels(row), ["D"]);
    }
    assert!(labels("SUATOM.D.").contains(&"2D_ARRAY".to_owned()));
    let after_dim = labels("@!P0 SUATOM.D.2D.");
    assert!(["ADD", "CAS"].iter().all(|word| after_dim.contains(&(*word).to_owned())));
    // Only a reading allows a line without its operation, and each operation has its own sizes.
    assert!(!after_dim.contains(&"U64".to_owned()));
    assert!(labels("SUATOM.D.2D.CAS.").contains(&"U64".to_owned()));
    assert!(!labels("SUATOM.D.2D.ADD.").contains(&"S64".to_owned()));
    let after_op = labels("SUATOM.D.BA.2D.ADD.");
    assert!(after_op.contains(&"F32.FTZ.RN".to_owned()) && !after_op.contains(&"ADD".to_owned()));
    assert_eq!(labels("SUATOM.D.2D.ADD.F32.FTZ.RN."), ["IGN", "NEAR", "TRAP"]);
    assert!(!labels("SURED.D.2D.").contains(&"EXCH".to_owned()));
    assert_eq!(labels("SULD.D.2D.CG.128."), ["IGN", "NEAR", "TRAP"]);
    assert_eq!(labels("SUST.D.BA.2D.WT.")[0], "U8");
    assert_eq!(labels("S2R R0, "), ["SR_LANEID"]);
}

/// Texts that were cut, doubled and mixed open without a panic. Formatting them twice changes nothing.
#[test]
fn damaged_texts_open_without_a_panic() {
    let folders = ["suatom", "suld", "sust", "sured", "sass"].map(|row| format!("core/tests/cases/{row}"));
    let good = folders.iter().flat_map(|folder| files(&root(folder), "lane")).map(|(_, text)| text);
    let bad = golden::cases("core/tests/bad").into_iter().map(|case| case.text);
    let all: Vec<String> = good.chain(bad).filter(|text| text.contains(".isa sass")).collect();
    let words: Vec<&str> = all.iter().flat_map(|text| text.split([' ', '.', '\n'])).collect();
    let mut seed = 0xda3a;
    let mut below = |n: usize| (split_mix(&mut seed) % n.max(1) as u64) as usize;
    for _ in 0..1_000 {
        let mut text = all[below(all.len())].clone();
        for _ in 0..1 + below(3) {
            let from = below(text.len() + 1);
            let to = (from + below(6)).min(text.len());
            if text.is_char_boundary(from) && text.is_char_boundary(to) {
                let with = [words[below(words.len())], "", "0xffffffff", "-1", "R254", ".", ","][below(7)];
                text.replace_range(from..to, with);
            }
        }
        let session = Session::open(&text);
        let formatted = session.formatted();
        assert_eq!(Session::open(&formatted).formatted(), formatted, "{text}");
    }
}
