//! `.limit`: a count of the program, and its largest or smallest number.

use crate::base::{SCENARIO_TEXT, Span, one_of, rules};
use crate::check::findings::{Findings, Reported};
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::spec::{InstructionSet, OpTable};
use crate::syntax::{Document, LimitCount, SpannedText};

rules! {
    LIMIT_NAME: "text-limit-name", Invalid,
        "`.limit` names a count, or an instruction of the set, with a dot before the name of one operation",
        SCENARIO_TEXT, ".limit";
}

/// The number that a `.limit` line limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitTarget {
    /// A count with a word of its own, added up over the program.
    Count(LimitCount),
    /// The number of instructions with a name.
    Instruction {
        /// The name, as the text writes it.
        written: String,
        /// The mnemonic, in upper case.
        mnemonic: String,
        /// The manual's name of the operation; `None` for all operations.
        operation: Option<String>,
    },
}

impl LimitTarget {
    /// Returns whether an instruction counts. A count of the cost model is not of single instructions.
    pub fn counts(&self, bound: &Bound) -> bool {
        match self {
            Self::Count(LimitCount::Instructions) => true,
            Self::Count(LimitCount::Modified) => bound.changed_texts().next().is_some(),
            Self::Count(LimitCount::Cost(_)) => false,
            Self::Instruction { mnemonic, operation, .. } => {
                let is_operation = |wanted: &String| bound.written_op() == Some(wanted.as_str());
                bound.row.is_called(mnemonic) && operation.as_ref().is_none_or(is_operation)
            }
        }
    }
}

/// Returns the target with a name. Reports a name that neither is a count nor belongs to an instruction of the set.
pub(super) fn resolve_limit_target(
    name: &SpannedText,
    set: &InstructionSet,
    document: &Document,
    findings: &mut Findings,
) -> Result<LimitTarget, Reported> {
    if let Some(count) = LimitCount::from_word(&name.text) {
        return Ok(LimitTarget::Count(count));
    }
    let (mnemonic, word) = match name.text.split_once('.') {
        Some((mnemonic, word)) => (mnemonic, Some(word)),
        None => (name.text.as_str(), None),
    };
    let Some(row) = set.instruction(mnemonic) else {
        return Err(report_unknown_count(name, mnemonic, word.is_some(), set, findings));
    };
    let table = row.op_table();
    let operation = match word {
        None => None,
        Some(word) => {
            let known = table.and_then(|table| table.op(word)).map(|known| known.name.to_owned());
            let own = || (table.is_some() && document.has_op(word)).then(|| word.to_ascii_uppercase());
            let Some(operation) = known.or_else(own) else {
                return Err(report_unknown_operation(name, mnemonic, word, table, set, findings));
            };
            Some(operation)
        }
    };
    let (written, mnemonic) = (name.text.clone(), row.mnemonic.to_string());
    Ok(LimitTarget::Instruction { written, mnemonic, operation })
}

/// Reports a name that neither is a count nor begins with an instruction of the set.
fn report_unknown_count(
    name: &SpannedText,
    mnemonic: &str,
    has_operation: bool,
    set: &InstructionSet,
    findings: &mut Findings,
) -> Reported {
    let message = if has_operation {
        format!("no instruction of `.isa {}` is called `{mnemonic}`", set.key)
    } else {
        format!(
            "unknown count or instruction `{mnemonic}`; expected {}, or an instruction of `.isa {}`",
            one_of(LimitCount::all().map(LimitCount::word)),
            set.key
        )
    };
    let span = Span { end: name.span.start + mnemonic.len() as u32, ..name.span };
    let spelled = set.instructions.iter().map(|row| set.spelled(&row.mnemonic));
    let counts = LimitCount::all().map(|count| count.word().to_owned()).filter(|_| !has_operation);
    let known: Vec<String> = counts.chain(spelled).collect();
    let known = known.iter().map(String::as_str);
    findings.push_misspelt(Diagnostic::error(&LIMIT_NAME, span, message), mnemonic, known)
}

/// Reports an operation that an instruction does not have.
fn report_unknown_operation(
    name: &SpannedText,
    mnemonic: &str,
    word: &str,
    table: Option<&OpTable>,
    set: &InstructionSet,
    findings: &mut Findings,
) -> Reported {
    let span = Span { start: name.span.start + mnemonic.len() as u32 + 1, ..name.span };
    let message = format!("`{mnemonic}` has no operation `{word}`");
    let finding = Diagnostic::error(&LIMIT_NAME, span, message);
    let Some(table) = table else {
        return findings.push_error(finding.note("expected the name of the instruction alone"));
    };
    let words: Vec<String> = table.ops.iter().map(|op| set.spelled(&op.assembler_name())).collect();
    let words = words.iter().map(String::as_str);
    findings.push_misspelt_or_note(finding, word, words.clone(), format!("expected {}", one_of(words)))
}
