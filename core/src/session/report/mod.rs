//! Reports: what is known of a session, of an instruction and of Lanescope, as JSON, CSV and tables.
//!
//! `json.rs` is the JSON of a session, `csv.rs` its steps as a table, `machine_code.rs` the machine code of its lines.
//! `cost.rs` is what its accesses cost. `explanation.rs` describes an instruction, `limits.rs` the limits of a scenario,
//! `embed_options.rs` the options of embeds. `embed_html.rs` writes an embed.

mod cost;
mod csv;
mod embed_html;
mod embed_options;
mod explanation;
mod json;
mod limits;
mod machine_code;

pub use cost::{CostReport, InstructionCost};
pub use embed_html::{EmbedHtml, escape_for_markdown, folder_with_slash};
pub use embed_options::{
    EMBED_HEIGHTS, EMBED_OPTIONS, EmbedHeight, EmbedOption, EmbedPlace, OptionValue, check_combination,
    embed_attribute_types, embed_options, embed_options_json,
};
pub use explanation::{Explanation, OperationEntry, closest_mnemonic};
pub use json::{FileReport, Report, Versioned};
pub use limits::{ScenarioLimit, scenario_limits};
pub use machine_code::{Encoded, EncodedField, EncodingReport, FieldCode, InstructionCode, encode};
