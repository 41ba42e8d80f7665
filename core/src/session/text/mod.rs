//! Opens a text and edits it: the session of one run.
//!
//! `session.rs` is the result of opening, `pending.rs` computes it, `expectation.rs` judges its `.expect` lines. `trial.rs` runs
//! the text with a change.
//! `edit.rs` turns the changes of a panel (`panel_edit.rs`) into text edits, and `variant_edit.rs` puts them into the
//! block of the open variant. `part.rs` edits one notation text. `csv_table.rs` writes every table in CSV.
//! `wrappers` takes off what other programs put around instructions. The other files answer the editor: completion, the
//! reference, links, mentions.

mod changes;
mod complete_notation;
mod csv_table;
mod edit;
mod elements;
mod expectation;
mod fill;
mod goal;
mod idle_orders;
mod link;

mod order;
mod panel_edit;
mod part;
mod pending;
mod places;
mod reach;
mod reference;
mod session;
mod trial;
mod variant_edit;
mod view;

mod wrappers;

pub use crate::base::{
    Clause, Kind, Rule, Span, TextEdit, apply_edits, capitalized, counted, line_col, line_number, line_spans,
    line_starts,
};
pub use crate::syntax::{Completion, CompletionItem, Document, ReferenceEntry};
pub use changes::LineChange;
pub(crate) use changes::line_changes;
pub use changes::{ChangedLine, NotationChange};
pub(in crate::session) use csv_table::{csv_text, write_csv};
pub use elements::Contents;
pub(in crate::session) use elements::{
    NamedElement, cell_in_words, element_of, hex, is_element, spelt, value_in_words,
};
pub use expectation::{Expectation, Verdict};
pub use fill::Filling;
pub(in crate::session) use goal::{changed_goal, variant_names, without_orders};
pub(in crate::session) use link::MAX_COMPRESSED;
pub use link::{decode_link, encode_link, link_fingerprint, link_fragment};
pub use order::{OrderReport, example_order, order_in_words};
pub use panel_edit::{PanelEdit, VariantStart};
pub use part::{Hunk, NotationPart, PartInScenario, PartName};
pub use pending::PendingSession;
pub use places::Places;
pub use reference::reference;
pub use reference::{blank, first_letters};
pub(in crate::session) use session::{ANSWERED, MAX_FINDINGS, SEPARATES};
pub use session::{MAX_TEXT_BYTES, Session, formatted, rules};
pub(in crate::session) use trial::{Change, MOST_TRIED_STEPS};
pub use view::{Highlight, ReadingView, highlight_notation};
pub use wrappers::{Unwrapped, unwrapped, unwrapped_between};
