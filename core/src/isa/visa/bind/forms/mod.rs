//! The forms of operands: those that a row requires, those that state their access, and the manual's spelling.

mod manual_spelling;
pub(super) mod resolve;
mod stated;
mod wrong_form;
