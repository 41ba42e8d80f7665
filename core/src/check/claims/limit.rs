//! `.limit`: a count of the program, and its largest or smallest number.

use crate::base::{SCENARIO_TEXT, Span, one_of, rules};
use crate::check::findings::Findings;
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::spec::{CostCount, InstructionSet, OpTable};
use crate::syntax::{Document, INSTRUCTIONS, MODIFIED, SpannedText, limit_words};

rules! {
    LIMIT_NAME: "text-limit-name", Invalid,
        "`.limit` names a count, or an instruction of the set, with a dot before the name of one operation",
        SCENARIO_TEXT, ".limit";
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
    let (mnemonic, word) = match name.text.split_once('.') {
        Some((mnemonic, word)) => (mnemonic, Some(word)),
        None => (name.text.as_str(), None),
    };
    let Some(row) = set.instruction(mnemonic) else {
        report_unknown_count(name, mnemonic, word.is_some(), set, findings);
        return None;
    };
    let table = row.op_table();
    let operation = match word {
        None => None,
        Some(word) => {
            let known = table.and_then(|table| table.op(word)).map(|known| known.name.to_owned());
            let own = || (table.is_some() && document.has_op(word)).then(|| word.to_ascii_uppercase());
            let Some(operation) = known.or_else(own) else {
                report_unknown_operation(name, mnemonic, word, table, set, findings);
                return None;
            };
            Some(operation)
        }
    };
    let (written, mnemonic) = (name.text.clone(), row.mnemonic.to_string());
    Some(LimitedCount::Named { written, mnemonic, operation })
}

/// Reports a name that neither is a count nor begins with an instruction of the set.
fn report_unknown_count(
    name: &SpannedText,
    mnemonic: &str,
    has_operation: bool,
    set: &InstructionSet,
    findings: &mut Findings,
) {
    let message = if has_operation {
        format!("no instruction of `.isa {}` is called `{mnemonic}`", set.key)
    } else {
        format!(
            "unknown count or instruction `{mnemonic}`; expected {}, or an instruction of `.isa {}`",
            one_of(limit_words()),
            set.key
        )
    };
    let span = Span { end: name.span.start + mnemonic.len() as u32, ..name.span };
    let spelled = set.instructions.iter().map(|row| set.spelled(&row.mnemonic));
    let counts = limit_words().map(str::to_owned).filter(|_| !has_operation);
    let known: Vec<String> = counts.chain(spelled).collect();
    let known = known.iter().map(String::as_str);
    findings.push_misspelt(Diagnostic::error(&LIMIT_NAME, span, message), mnemonic, known);
}

/// Reports an operation that an instruction does not have.
fn report_unknown_operation(
    name: &SpannedText,
    mnemonic: &str,
    word: &str,
    table: Option<&OpTable>,
    set: &InstructionSet,
    findings: &mut Findings,
) {
    let span = Span { start: name.span.start + mnemonic.len() as u32 + 1, ..name.span };
    let message = format!("`{mnemonic}` has no operation `{word}`");
    let finding = Diagnostic::error(&LIMIT_NAME, span, message);
    let Some(table) = table else {
        findings.push(finding.note("expected the name of the instruction alone"));
        return;
    };
    let words: Vec<String> = table.ops.iter().map(|op| set.spelled(&op.assembler_name())).collect();
    let words = words.iter().map(String::as_str);
    findings.push(match findings.similar(word, words.clone()) {
        Some(close) => finding.write(close),
        None => finding.note(format!("expected {}", one_of(words))),
    });
}
