//! The examples of the gallery. Each is a scenario whose leading comment lines contain its title and description. Their order
//! and their groups are in `static/examples.json`.
//!
//! All examples are in one file, which is fetched when the gallery opens or a puzzle is solved. `tools/bundle-examples.mjs` creates
//! it: for each example its group and its name on lines of their own, and its text. The first example is also compiled in. The
//! pictures are in the folder of the manual, whose build draws them.

use lanescope_core::view::example::Example;

/// The separator between two examples in that file.
pub const SEPARATOR: char = '\u{c}';

/// Returns the scenario of a first visit.
pub fn first() -> &'static str {
    include_str!("../../../static/examples/01-collision.lane")
}

/// An example with the name of its files.
pub type Named<'a> = (&'a str, Example<'a>);

/// Returns the examples of the file by group.
pub fn groups(file: &str) -> Vec<(&str, Vec<Named<'_>>)> {
    let mut groups: Vec<(&str, Vec<Named>)> = Vec::new();
    for entry in file.split(SEPARATOR) {
        let mut parts = entry.splitn(3, '\n');
        let (Some(group), Some(name), Some(text)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let example = (name, Example::parse(text));
        match groups.last_mut().filter(|(last, _)| *last == group) {
            Some((_, examples)) => examples.push(example),
            None => groups.push((group, vec![example])),
        }
    }
    groups
}

/// Returns the address of the picture of an example.
pub fn picture(name: &str) -> String {
    format!("manual/examples/{name}.svg")
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_core::session::known_sets;
    use lanescope_core::view::example::title;
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");

    /// Reads the example files with their names, sorted by name.
    fn files() -> BTreeMap<String, String> {
        let files = fs::read_dir(FOLDER).expect("the examples are there");
        let paths = files.map(|file| file.expect("it can be listed").path());
        let scenarios = paths.filter(|path| path.extension().is_some_and(|ending| ending == "lane"));
        let name = |path: &Path| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        scenarios.map(|path| (name(&path), fs::read_to_string(&path).expect("it is text"))).collect()
    }

    #[test]
    fn every_example_says_what_it_is() {
        for text in files().values() {
            let Example { title, sentence, .. } = Example::parse(text);
            assert!(!title.is_empty() && !title.ends_with('.'), "{title}");
            assert!(sentence.ends_with('.'), "{title}: {sentence:?}");
            assert!(!text.contains(SEPARATOR), "{title}");
        }
    }

    #[test]
    fn every_example_is_in_one_group() {
        let text = fs::read_to_string(format!("{FOLDER}.json")).expect("it is text");
        let groups: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let groups = groups.as_object().expect("groups by name").values();
        let mut listed: Vec<&str> = groups
            .flat_map(|names| names.as_array().expect("a list of names"))
            .map(|name| name.as_str().expect("a name"))
            .collect();
        listed.sort_unstable();
        assert_eq!(listed, files().keys().collect::<Vec<_>>());
    }

    #[test]
    fn the_first_is_the_first_by_name() {
        assert_eq!(files().values().next().map(String::as_str), Some(first()));
    }

    #[test]
    fn examples_are_in_their_groups() {
        let file = "G\n1\n// A\n// .\n\u{c}G\n3\n// C\n// .\n.lanes 8\n\u{c}H\n2\n// B\n// .\n";
        let groups = groups(file);
        let titles = groups.iter().map(|(group, examples)| {
            (*group, examples.iter().map(|(name, example)| (*name, example.title)).collect::<Vec<_>>())
        });
        assert_eq!(
            titles.collect::<Vec<_>>(),
            [("G", vec![("1", "A"), ("3", "C")]), ("H", vec![("2", "B")])]
        );
        assert!(groups[0].1[1].1.text.ends_with(".lanes 8\n"));
    }

    #[test]
    fn a_search_looks_at_title_sentence_group_and_instructions() {
        let text = "// A `b`\n// It is so.\n.decl HIDDEN v_type=G\nadd (M1, 8) X\n";
        let example = Example::parse(text);
        for words in ["", "a", "IS so", "cd", "add m1", "so ADD"] {
            assert!(example.has(words, "Cd", &known_sets()), "{words}");
        }
        for words in ["hidden", "so sub", "zz"] {
            assert!(!example.has(words, "Cd", &known_sets()), "{words}");
        }
    }

    #[test]
    fn a_search_knows_other_words() {
        let (sets, files) = (known_sets(), files());
        let found = |words: &str| -> Vec<&str> {
            let has = |(_, text): &(&String, &String)| Example::parse(text).has(words, "", &sets);
            files.iter().filter(has).map(|(name, _)| name.as_str()).collect()
        };
        for (words, name) in [
            ("decrement", "06-count-up-and-down"),
            ("predecrement", "06-count-up-and-down"),
            ("increment", "26-ring-of-slots"),
            ("CAS", "16-lock"),
            ("compare-and-swap", "27-compare-and-swap-pair"),
            ("race", "22-lost-update"),
            ("mutex", "44-spin-lock"),
            ("deadlock", "45-two-locks"),
            ("bank conflict", "54-bank-conflicts"),
            ("coalescing", "50-strides"),
            ("contention", "52-histogram"),
            ("load", "36-gather"),
            ("store", "37-scatter"),
            ("texture", "24-surface-atomic"),
        ] {
            assert!(found(words).contains(&name), "{words}: {:?}", found(words));
        }
        // `.decl` is no decrement.
        assert_eq!(found("predecrement"), ["06-count-up-and-down"]);
    }

    #[test]
    fn an_example_is_listed_for_each_of_its_instruction_sets() {
        let sets = known_sets();
        let sets = |text: &str| -> Vec<&str> {
            let keys = sets.all().iter().map(|set| set.key);
            keys.filter(|key| Example::parse(text).is_for(key, &sets)).collect()
        };
        assert_eq!(sets("// A\n.lanes 8\n"), ["visa"]);
        assert_eq!(sets(".isa sass sm=53\n"), ["sass"]);
        assert_eq!(sets(".isa visa grf=32\n.variant other {\n  .isa sass sm=53\n}\n"), ["visa", "sass"]);
    }

    #[test]
    fn every_scenario_has_a_title() {
        assert_eq!(title("// Without `atomic`: so\n.lanes 8\n"), "Without atomic: so");
        assert_eq!(title(".lanes 8\n// no\n"), "Scenario");
    }

    #[test]
    fn leading_comments_are_read() {
        let example = Example::parse("// A\n// B is so.\n.isa visa\n// no\n");
        assert_eq!((example.title, example.sentence), ("A", "B is so."));
    }
}
