//! Tables in CSV.

use serde::Serialize;
use std::io::{self, Write};

/// Writes a table in CSV (RFC 4180: commas, CRLF, quotes where a cell needs them): a line of column names, then the
/// rows, each with as many cells.
pub(in crate::session) fn write_csv(
    to: impl Write,
    columns: &[&str],
    rows: impl IntoIterator<Item = impl Serialize>,
) -> io::Result<()> {
    let mut format = csv::WriterBuilder::new();
    let mut table = format.terminator(csv::Terminator::CRLF).has_headers(false).from_writer(to);
    table.write_record(columns)?;
    for row in rows {
        table.serialize(row)?;
    }
    table.flush()
}

pub(in crate::session) fn csv_text(
    columns: &[&str],
    rows: impl IntoIterator<Item = impl Serialize>,
) -> String {
    let mut bytes = Vec::new();
    write_csv(&mut bytes, columns, rows).expect("memory takes all that is written");
    String::from_utf8(bytes).expect("all cells are texts")
}
