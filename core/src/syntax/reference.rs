//! The reference of the scenario text, built from the tables of the parser.

use super::directive::expect::expect_usages;
use super::directive::settings::ORDERS;
use super::directive::table::{DirectiveRow, directives};
use super::reference_entry::{ReferenceEntry, heading};
use super::value::VALUE_ROWS;
use crate::base::{ScalarType, SurfaceKind, TEXEL_FORMATS};
use crate::spec::{ChosenReadings, Instruction, InstructionSet, InstructionSets};

/// Returns an entry for every word in texts of an instruction set, except for instructions and notation.
pub fn text_reference(set: &InstructionSet, sets: &InstructionSets) -> Vec<ReferenceEntry> {
    let mut all = directive_entries(sets);
    all.extend(key_entries(sets));
    all.extend(word_entries(set));
    for row in &set.instructions {
        all.extend(modifier_entries(set, row));
    }
    all
}

/// Returns the entries for directives.
fn directive_entries(sets: &InstructionSets) -> Vec<ReferenceEntry> {
    let entry = |row: &DirectiveRow| {
        let name = format!(".{}", row.class.word);
        let usage = format!("{name} {}", (row.usage)(sets));
        ReferenceEntry::new(heading::DIRECTIVE, &name, &usage, row.prose, &(row.example)(sets))
    };
    directives(sets).into_iter().map(entry).collect()
}

/// Returns the entries for the keys of directives: first those of directives that every set has.
fn key_entries(sets: &InstructionSets) -> Vec<ReferenceEntry> {
    let mut rows = directives(sets);
    rows.sort_by_key(|row| !row.class.is_common);
    rows.into_iter().flat_map(|row| (row.keys)(sets)).collect()
}

/// Returns the entries for the words that directives and lines of a set contain.
fn word_entries(set: &InstructionSet) -> Vec<ReferenceEntry> {
    let mut all = Vec::new();
    let mut add = |group, name: &str, usage: &str, prose: &str, example: &str| {
        all.push(ReferenceEntry::new(group, name, usage, prose, example));
    };
    for row in expect_usages() {
        let line = format!(".expect {}", row.usage);
        let example = format!(".expect {}", row.example);
        add(heading::EXPECTATION, row.name(), &line, &row.prose, &example);
    }
    for row in ORDERS {
        add(heading::ORDER, row.word, row.usage, row.prose, row.example);
    }
    for row in VALUE_ROWS {
        let name = row.word.unwrap_or(row.usage);
        let example = format!(".{} OFF = {}", row.directive, row.insert);
        add(heading::VALUE, name, row.usage, row.prose, &example);
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
fn modifier_entries(set: &InstructionSet, row: &Instruction) -> Vec<ReferenceEntry> {
    let mnemonic = set.spelled(&row.mnemonic);
    let mut all = Vec::new();
    for modifier in row.modifiers {
        for word in modifier.usable_words(&ChosenReadings::default()) {
            let about = word.op.map_or(modifier.prose, |op| op.name);
            let prose = if word.prose.is_empty() || word.prose == about {
                about.to_owned()
            } else {
                format!("{}: {}.", about.trim_end_matches('.'), word.prose.trim_end_matches('.'))
            };
            all.push(ReferenceEntry {
                group: heading::MODIFIER,
                usage: format!("{mnemonic} .{}", word.text),
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
    use crate::spec::COST_PARAMETERS;
    use crate::syntax::directive::memory::SURFACE_KEYS;
    use crate::syntax::directive::settings::LANES_KEYS;
    use crate::syntax::tests::known_sets;
    use crate::syntax::{Directive, Document, ExpectLine, OutcomeContents, parse};
    use crate::test;

    /// Returns whether the `.expect` line of a document has the usage with that name.
    fn is_usage(document: &Document, name: &str) -> bool {
        let found = document.directives().find_map(|(_, directive)| match directive {
            Directive::Expect(expect) => Some(expect),
            _ => None,
        });
        match found.expect("the example is an `.expect` line") {
            ExpectLine::Contents(_) => name == "NAME",
            ExpectLine::Diagnostic { .. } => ["error", "warning", "note"].contains(&name),
            ExpectLine::Outcomes { contents: OutcomeContents::Memory, .. } => name == "outcomes memory",
            ExpectLine::Outcomes { contents: OutcomeContents::Results, .. } => name == "outcomes results",
            ExpectLine::Possible { is_possible, end } => {
                let word = if *is_possible { "possible" } else { "impossible" };
                let rest = if end.contents.is_empty() { " error" } else { "" };
                name == format!("{word}{rest}")
            }
            ExpectLine::Invariant(_) => name == "invariant",
            ExpectLine::OrderIndependent => name == "order-independent",
            ExpectLine::Cost { count, .. } => name == count.word(),
        }
    }

    #[test]
    fn every_word_that_is_read_is_explained() {
        let sets = known_sets();
        let all = text_reference(sets.default_set(), &sets);
        for entry in &all {
            assert!(!entry.prose.is_empty() && !entry.usage.is_empty(), "{entry:?}");
            assert_eq!(parse(&entry.example, &sets).1, [], "{entry:?}");
        }
        let names = |group: &str| -> Vec<&str> {
            all.iter().filter(|entry| entry.group == group).map(|entry| entry.name.as_str()).collect()
        };
        let settings = sets.all().iter().flat_map(|set| set.parameters).map(|parameter| parameter.key);
        let keys: Vec<&str> = settings
            .chain(LANES_KEYS.iter().map(|row| row.word))
            .chain(SURFACE_KEYS.iter().map(|row| row.word))
            .chain(COST_PARAMETERS.iter().map(|parameter| parameter.keyword))
            .chain(["min", "points", "value_points"])
            .chain(["v_type", "type", "num_elts", "align", "alias", "attrs", "v_name", "max"])
            .collect();
        assert_eq!(names(heading::KEY), keys);
        for entry in all.iter().filter(|entry| entry.group == heading::EXPECTATION) {
            assert!(is_usage(&parse(&entry.example, &sets).0, &entry.name), "{entry:?}");
        }
        assert_eq!(names(heading::EXPECTATION).len(), 19, "one for each arm of `is_usage`");
        assert_eq!(names(heading::ORDER), ["ascending", "descending", "seed", "random"]);
        assert_eq!(names(heading::DIRECTIVE).len(), directives(&sets).len());
        assert!(names(heading::MASK).contains(&"M2_NM"));
        assert!(names(heading::MODIFIER).contains(&"cmpxchg"));
    }
}
