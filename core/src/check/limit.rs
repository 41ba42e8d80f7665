//! `.limit`: a count of the program, and its largest number.

use super::findings::Findings;
use crate::base::{Span, closest, one_of, rules};
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::spec::{CostCount, InstructionSet};
use crate::syntax::{Document, INSTRUCTIONS, MODIFIED, SpannedText, limit_words};

rules! {
    LIMIT_NAME: "text-limit-name", Invalid,
        "`.limit` names a count, or an instruction of the set, with a dot before the name of one operation",
        "Lanescope scenario text", ".limit";
}

/// A count that a `.limit` line limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitedCount {
    /// The instructions.
    Instructions,
    /// The instructions whose semantics or operation the text modifies.
    Modified,
    /// A count of the cost model, added up over the program.
    Cost(CostCount),
    /// The instructions with a name.
    Named {
        /// The name, as the text writes it.
        written: String,
        /// The mnemonic, in upper case.
        mnemonic: String,
        /// The manual's name of the operation; `None` for all operations.
        operation: Option<String>,
    },
}

impl LimitedCount {
    /// Returns whether an instruction counts. A count of the cost model is not of single instructions.
    pub fn counts(&self, bound: &Bound) -> bool {
        match self {
            Self::Instructions => true,
            Self::Modified => bound.changed_texts().next().is_some(),
            Self::Cost(_) => false,
            Self::Named { mnemonic, operation, .. } => {
                let is_operation = |wanted: &String| bound.op.as_ref() == Some(wanted);
                bound.row.is_called(mnemonic) && operation.as_ref().is_none_or(is_operation)
            }
        }
    }
}

/// Returns the count with a name. Reports a name that neither is a count nor belongs to an instruction of the set.
pub(super) fn read_limit(
    name: &SpannedText,
    set: &InstructionSet,
    document: &Document,
    findings: &mut Findings,
) -> Option<LimitedCount> {
    match name.text.as_str() {
        INSTRUCTIONS => return Some(LimitedCount::Instructions),
        MODIFIED => return Some(LimitedCount::Modified),
        word => {
            if let Some(count) = CostCount::from_word(word) {
                return Some(LimitedCount::Cost(count));
            }
        }
    }
    let (mnemonic, operation) = match name.text.split_once('.') {
        Some((mnemonic, operation)) => (mnemonic, Some(operation)),
        None => (name.text.as_str(), None),
    };
    let Some(row) = set.instruction(mnemonic) else {
        let message = match operation {
            None => format!(
                "unknown count or instruction `{mnemonic}`; expected {}, or an instruction of `.isa {}`",
                one_of(limit_words()),
                set.key
            ),
            Some(_) => format!("no instruction of `.isa {}` is called `{mnemonic}`", set.key),
        };
        let span = Span { end: name.span.start + mnemonic.len() as u32, ..name.span };
        let spelled: Vec<String> = set.instructions.iter().map(|row| set.spelled(&row.mnemonic)).collect();
        let counts = limit_words().map(str::to_owned).filter(|_| operation.is_none());
        let known: Vec<String> = counts.chain(spelled).collect();
        let known = known.iter().map(String::as_str);
        findings.push(Diagnostic::error(&LIMIT_NAME, span, message).write_closest(mnemonic, known));
        return None;
    };
    let named = |operation: Option<String>| LimitedCount::Named {
        written: name.text.clone(),
        mnemonic: row.mnemonic.to_string(),
        operation,
    };
    let Some(word) = operation else { return Some(named(None)) };
    let table = row.op_table();
    if let Some(known) = table.and_then(|table| table.by_text(word)) {
        return Some(named(Some(known.name.to_owned())));
    }
    if table.is_some() && document.has_op(word) {
        return Some(named(Some(word.to_ascii_uppercase())));
    }
    let span = Span { start: name.span.start + mnemonic.len() as u32 + 1, ..name.span };
    let message = format!("`{mnemonic}` has no operation `{word}`");
    let finding = Diagnostic::error(&LIMIT_NAME, span, message);
    let words: Vec<String> =
        table.iter().flat_map(|table| table.ops).map(|op| set.spelled(&op.text_word())).collect();
    findings.push(match (closest(word, words.iter().map(String::as_str)), table) {
        (Some(close), _) => finding.write(close),
        (None, Some(_)) => finding.note(format!("expected {}", one_of(words.iter().map(String::as_str)))),
        (None, None) => finding.note("expected the name of the instruction alone"),
    });
    None
}
