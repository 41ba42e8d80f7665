//! The reference of the scenario text, built from the tables of the parser.

use super::directive::expect::expect_forms;
use super::directive::settings::ORDERS;
use super::directive::table::{DirectiveRow, directives};
use super::value::VALUE_ROWS;
use crate::base::{ScalarType, SurfaceKind, TEXEL_FORMATS, capitalized};
use crate::spec::{COST_PARAMETERS, Instruction, InstructionSet, ReadingSet, RollCall};
use serde::Serialize;

/// An entry of the reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReferenceEntry {
    /// The heading above the entry.
    pub group: &'static str,
    /// The word.
    pub name: String,
    /// The syntax of the word in a text.
    pub form: String,
    /// The meaning, one sentence.
    pub prose: String,
    /// An example line, statement or expression; may be empty.
    pub example: String,
    /// Other words that readers search for.
    pub synonyms: &'static str,
}

impl ReferenceEntry {
    /// Creates an entry without synonyms.
    pub fn new(group: &'static str, name: &str, form: &str, prose: &str, example: &str) -> Self {
        Self {
            group,
            name: name.to_owned(),
            form: form.to_owned(),
            prose: prose.to_owned(),
            example: example.to_owned(),
            synonyms: "",
        }
    }
}

/// The headings of the words in a text.
pub(crate) mod heading {
    pub const DIRECTIVE: &str = "Directives";
    pub const KEY: &str = "Keys of directives";
    pub const EXPECTATION: &str = "Expectations";
    pub const VALUE: &str = "Values";
    pub const ORDER: &str = "Orders";
    pub const MASK: &str = "Execution masks";
    pub const TYPE: &str = "Types";
    pub const KIND: &str = "Kinds of surface";
    pub const FORMAT: &str = "Texel formats";
    pub const MODIFIER: &str = "Modifiers of a mnemonic";
}

/// Returns an entry for every word in texts of an instruction set, except for instructions and notation.
pub fn text_reference(set: &InstructionSet, roll_call: &RollCall) -> Vec<ReferenceEntry> {
    let mut all = directive_entries(roll_call);
    all.extend(key_entries(roll_call));
    all.extend(word_entries(set));
    for row in &set.instructions {
        all.extend(words_of(set, row));
    }
    all
}

/// Returns the entries for directives.
fn directive_entries(roll_call: &RollCall) -> Vec<ReferenceEntry> {
    let entry = |row: &DirectiveRow| {
        let name = format!(".{}", row.word);
        let form = format!("{name} {}", row.usage_in(roll_call));
        ReferenceEntry::new(heading::DIRECTIVE, &name, &form, row.prose, &row.example_in(roll_call))
    };
    directives(roll_call).into_iter().map(entry).collect()
}

/// Returns the entries for the keys of directives. The parameters of `.isa` come first, then the keys of common directives, and
/// the parameters of `.model`.
fn key_entries(roll_call: &RollCall) -> Vec<ReferenceEntry> {
    let mut all = Vec::new();
    for known_set in roll_call.sets() {
        for parameter in known_set.parameters {
            let values: Vec<String> = parameter.values.iter().map(|value| format!("`{value}`")).collect();
            let prose = format!(
                "The {}: {}. The default is `{}`.",
                parameter.what,
                values.join(", "),
                parameter.default
            );
            let form = format!(".isa {} {}=", known_set.key, parameter.key);
            let example = format!("{form}{}", parameter.default);
            all.push(ReferenceEntry::new(heading::KEY, parameter.key, &form, &prose, &example));
        }
    }
    let mut rows = directives(roll_call);
    rows.sort_by_cached_key(|row| u32::from(!row.is_common));
    for row in rows {
        for key in (row.keys)() {
            let form = format!(".{} ... {}=", row.word, key.word);
            all.push(ReferenceEntry::new(heading::KEY, key.word, &form, key.prose, key.example));
        }
    }
    let models = roll_call.cost_models();
    let parameters = models
        .first()
        .into_iter()
        .flat_map(|model| COST_PARAMETERS.iter().map(move |parameter| (model, parameter)));
    for (model, parameter) in parameters {
        let form = format!(".model ... {}=", parameter.word);
        let prose = format!("{}.", capitalized(parameter.prose));
        let example = format!(".model {} {}={}", model.key, parameter.word, model.get(parameter.key));
        all.push(ReferenceEntry::new(heading::KEY, parameter.word, &form, &prose, &example));
    }
    all
}

/// Returns the entries for the words that directives and lines of a set contain.
fn word_entries(set: &InstructionSet) -> Vec<ReferenceEntry> {
    let mut all = Vec::new();
    let mut add = |group, name: &str, form: &str, prose: &str, example: &str| {
        all.push(ReferenceEntry::new(group, name, form, prose, example));
    };
    for form in expect_forms() {
        let line = format!(".expect {}", form.usage);
        let example = format!(".expect {}", form.example);
        add(heading::EXPECTATION, form.name(), &line, &form.prose, &example);
    }
    for row in ORDERS {
        add(heading::ORDER, row.word, row.word, row.prose, row.example);
    }
    for row in VALUE_ROWS {
        let name = row.word().unwrap_or(row.form);
        let directive = if name == "_" { ".expect" } else { ".set" };
        let example = format!("{directive} OFF = {}", row.insert);
        add(heading::VALUE, name, row.form, row.prose, &example);
    }
    for mask in set.shape.masks() {
        add(heading::MASK, mask.text, &format!("({}, 8)", mask.text), mask.prose, "");
    }
    for ty in ScalarType::ALL {
        let name = ty.name().to_ascii_lowercase();
        add(heading::TYPE, &name, &name, &ty.prose(), "");
    }
    for kind in SurfaceKind::ALL {
        add(heading::KIND, kind.word(), kind.word(), kind.prose(), "");
    }
    for (name, ty) in TEXEL_FORMATS {
        let prose = format!("Texels of {} bits, read as {ty}.", ty.width_bits());
        add(heading::FORMAT, name, name, &prose, "");
    }
    all
}

/// Returns the entries for the words after a mnemonic.
fn words_of(set: &InstructionSet, row: &Instruction) -> Vec<ReferenceEntry> {
    let mnemonic = set.spelled(&row.mnemonic);
    let mut all = Vec::new();
    for modifier in row.modifiers {
        for word in modifier.usable_words(&ReadingSet::default()) {
            let about = word.op.map_or(modifier.prose, |op| op.name);
            let prose = if word.prose.is_empty() || word.prose == about {
                about.to_owned()
            } else {
                format!("{}: {}.", about.trim_end_matches('.'), word.prose.trim_end_matches('.'))
            };
            all.push(ReferenceEntry {
                group: heading::MODIFIER,
                form: format!("{mnemonic} .{}", word.text),
                prose,
                example: String::new(),
                name: word.text,
                synonyms: word.op.map_or("", |op| op.synonyms),
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::directive::key::for_help;
    use crate::syntax::directive::memory::SURFACE_KEYS;
    use crate::syntax::directive::settings::LANES_KEYS;
    use crate::syntax::tests::known_sets;
    use crate::syntax::{Directive, Document, Expect, OutcomeContents, parse};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// Returns whether the `.expect` line of a document has the form with that name.
    fn is_form(document: &Document, name: &str) -> bool {
        let found = document.directives().find_map(|(_, directive)| match directive {
            Directive::Expect(expect) => Some(expect),
            _ => None,
        });
        match found.expect("the example is an `.expect` line") {
            Expect::Contents(_) => name == "NAME",
            Expect::Diagnostic { .. } => ["error", "warning", "note"].contains(&name),
            Expect::Outcomes { contents: OutcomeContents::Memory, .. } => name == "outcomes memory",
            Expect::Outcomes { contents: OutcomeContents::Results, .. } => name == "outcomes results",
            Expect::Possible { is_possible, end } => {
                let word = if *is_possible { "possible" } else { "impossible" };
                let rest = if end.claims.is_empty() { " error" } else { "" };
                name == format!("{word}{rest}")
            }
            Expect::Invariant(_) => name == "invariant",
            Expect::OrderIndependent => name == "order-independent",
            Expect::Cost { what, .. } => name == what.word(),
        }
    }

    #[test]
    fn every_word_that_is_read_is_explained() {
        let roll_call = known_sets();
        let all = text_reference(roll_call.default_set(), &roll_call);
        for entry in &all {
            assert!(!entry.prose.is_empty() && !entry.form.is_empty(), "{entry:?}");
            assert_eq!(parse(&entry.example, &roll_call).1, [], "{entry:?}");
        }
        let names = |group: &str| -> Vec<&str> {
            all.iter().filter(|entry| entry.group == group).map(|entry| entry.name.as_str()).collect()
        };
        let settings = roll_call.sets().iter().flat_map(|set| set.parameters).map(|parameter| parameter.key);
        let numbers = [for_help(LANES_KEYS), for_help(SURFACE_KEYS)].concat().into_iter().map(|row| row.word);
        let keys: Vec<&str> = settings
            .chain(numbers)
            .chain(["min", "points", "value_points"])
            .chain(["v_type", "type", "num_elts", "align", "alias", "attrs", "v_name", "max"])
            .chain(COST_PARAMETERS.iter().map(|parameter| parameter.word))
            .collect();
        assert_eq!(names(heading::KEY), keys);
        for entry in all.iter().filter(|entry| entry.group == heading::EXPECTATION) {
            assert!(is_form(&parse(&entry.example, &roll_call).0, &entry.name), "{entry:?}");
        }
        assert_eq!(names(heading::EXPECTATION).len(), 19, "one for each arm of `is_form`");
        assert_eq!(names(heading::ORDER), ["ascending", "descending", "seed", "random"]);
        assert_eq!(names(heading::DIRECTIVE).len(), directives(&roll_call).len());
        assert!(names(heading::MASK).contains(&"M2_NM"));
        assert!(names(heading::MODIFIER).contains(&"cmpxchg"));
    }
}
