//! Banks of lanes: the rows that each shows.

use super::lanes::{Row, RowValue};
use super::layout::Fold;

/// The progress of the lanes of a bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankProgress {
    /// One of them is running, or none of the instruction is.
    Running,
    /// A lane has run.
    Started,
    /// No lane has run.
    Waiting,
}

/// Returns the rows that a bank shows. A bank whose lanes have not run has no rows for their results.
pub fn rows_of_bank<'a>(rows: &[&'a Row], fold: Fold, progress: BankProgress) -> Vec<&'a Row> {
    let is_operand = |row: &&&Row| matches!(row.slot, RowValue::Predicate | RowValue::Input(_));
    let is_result = |row: &&&Row| matches!(row.slot, RowValue::Output(_));
    let operands = || rows.iter().filter(is_operand).copied();
    match (progress, fold) {
        (BankProgress::Running, _) | (BankProgress::Started, Fold::None) => rows.to_vec(),
        (BankProgress::Started, Fold::Operands) => {
            rows.iter().filter(|row| is_operand(row) || is_result(row)).copied().collect()
        }
        (BankProgress::Started, Fold::OneRow) => {
            rows.iter().rfind(is_result).copied().or_else(|| operands().next()).into_iter().collect()
        }
        (BankProgress::Waiting, Fold::OneRow) => operands().take(1).collect(),
        (BankProgress::Waiting, Fold::None | Fold::Operands) => operands().collect(),
    }
}

/// Returns the number of rows that a fold hides in at least one of several banks.
pub fn hidden_row_count(rows: &[&Row], fold: Fold, banks: &[BankProgress]) -> usize {
    let is_hidden = |row: &&&Row, progress: BankProgress| {
        let has_row = |fold| rows_of_bank(rows, fold, progress).iter().any(|shown| shown.slot == row.slot);
        has_row(Fold::None) && !has_row(fold)
    };
    rows.iter().filter(|row| banks.iter().any(|progress| is_hidden(row, *progress))).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_shows_the_rows_that_its_lanes_have_reached() {
        let slots =
            [RowValue::Predicate, RowValue::Input(2), RowValue::Old, RowValue::New, RowValue::Output(3)];
        let row = |slot: RowValue| Row {
            slot,
            label: String::new(),
            variable: None,
            prose: String::new(),
            cells: Vec::new(),
            differs: false,
            is_helper: false,
        };
        let rows = slots.map(row);
        let rows: Vec<&Row> = rows.iter().collect();
        use {BankProgress as Progress, RowValue as Value};
        for (progress, fold, expected) in [
            (Progress::Running, Fold::OneRow, &slots[..]),
            (Progress::Started, Fold::None, &slots[..]),
            (Progress::Started, Fold::Operands, &[Value::Predicate, Value::Input(2), Value::Output(3)]),
            (Progress::Started, Fold::OneRow, &[Value::Output(3)]),
            (Progress::Waiting, Fold::None, &[Value::Predicate, Value::Input(2)]),
            (Progress::Waiting, Fold::OneRow, &[Value::Predicate]),
        ] {
            let shown: Vec<RowValue> =
                rows_of_bank(&rows, fold, progress).iter().map(|row| row.slot).collect();
            assert_eq!(shown, expected, "{progress:?} {fold:?}");
        }
        // A bank that has run lacks four of five rows, one that waits only the second operand.
        for (progress, fold, expected) in [
            (&[Progress::Running, Progress::Started][..], Fold::OneRow, 4),
            (&[Progress::Running, Progress::Waiting], Fold::OneRow, 1),
            (&[Progress::Running, Progress::Started, Progress::Waiting], Fold::Operands, 2),
            (&[Progress::Running, Progress::Started, Progress::Waiting], Fold::None, 0),
            (&[Progress::Running], Fold::OneRow, 0),
        ] {
            assert_eq!(hidden_row_count(&rows, fold, progress), expected, "{progress:?} {fold:?}");
        }
        // Without a result, a row of an operand stays.
        let shown = rows_of_bank(&rows[..4], Fold::OneRow, Progress::Started);
        assert_eq!(shown[0].slot, Value::Predicate);
    }
}
