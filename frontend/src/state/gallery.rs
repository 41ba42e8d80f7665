//! The examples of the gallery. Each is a scenario whose leading comment lines contain its title, description and
//! group.
//!
//! All examples are in one file, which is fetched when the gallery opens. `tools/bundle-examples.mjs` creates it,
//! ordered by file name. The first example is also compiled in.

pub use lanescope_core::view::example::{Example, own_title, title};

/// The separator between two examples in that file.
pub const SEPARATOR: char = '\u{c}';

/// Returns the scenario of a first visit.
pub fn first() -> &'static str {
    include_str!("../../../static/examples/01-collision.lane")
}

/// Groups the examples of the file. Groups are in the order of their first examples.
pub fn groups(file: &str) -> Vec<(&str, Vec<Example<'_>>)> {
    let mut groups: Vec<(&str, Vec<Example>)> = Vec::new();
    for example in file.split(SEPARATOR).map(Example::parse) {
        match groups.iter_mut().find(|(group, _)| *group == example.group) {
            Some((_, examples)) => examples.push(example),
            None => groups.push((example.group, vec![example])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Reads the example files, sorted by name.
    fn texts() -> Vec<String> {
        let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples"));
        let files =
            folder.expect("the examples are there").map(|file| file.expect("it can be listed").path());
        let mut files: Vec<_> =
            files.filter(|path| path.extension().is_some_and(|ending| ending == "lane")).collect();
        files.sort();
        files.iter().map(|path| fs::read_to_string(path).expect("it is text")).collect()
    }

    #[test]
    fn every_example_says_what_it_is() {
        for text in &texts() {
            let Example { title, sentence, group, .. } = Example::parse(text);
            assert!(!title.is_empty() && !title.ends_with('.'), "{title}");
            assert!(sentence.ends_with('.'), "{title}: {sentence:?}");
            assert!(!group.is_empty(), "an example without a group: {title}");
            assert!(!text.contains(SEPARATOR), "{title}");
        }
    }

    #[test]
    fn the_first_is_the_first_by_name() {
        assert_eq!(texts()[0], first());
    }

    #[test]
    fn examples_stand_under_their_groups() {
        let file =
            "// A\n// .\n// group: G\n\u{c}// B\n// .\n// group: H\n\u{c}// C\n// .\n// group: G\n.lanes 8\n";
        let groups = groups(file);
        let titles = groups.iter().map(|(group, examples)| {
            (*group, examples.iter().map(|example| example.title).collect::<Vec<_>>())
        });
        assert_eq!(titles.collect::<Vec<_>>(), [("G", vec!["A", "C"]), ("H", vec!["B"])]);
        assert!(groups[0].1[1].text.ends_with(".lanes 8\n"));
    }

    #[test]
    fn a_search_looks_at_title_sentence_group_and_instructions() {
        let text = "// A `b`\n// It is so.\n// group: Cd\n.decl HIDDEN v_type=G\nadd (M1, 8) X\n";
        let example = Example::parse(text);
        for words in ["", "a", "IS so", "cd", "add m1", "so ADD"] {
            assert!(example.has(words), "{words}");
        }
        for words in ["hidden", "so sub", "zz"] {
            assert!(!example.has(words), "{words}");
        }
    }

    #[test]
    fn every_scenario_has_a_title() {
        assert_eq!(title("// Without `atomic`: so\n.lanes 8\n"), "Without atomic: so");
        assert_eq!(title(".lanes 8\n// no\n"), "Scenario");
    }

    #[test]
    fn leading_comments_are_read() {
        let example = Example::parse("// A\n// B is so.\n// group: C\n.isa visa\n// no\n");
        assert_eq!((example.title, example.sentence, example.group), ("A", "B is so.", "C"));
    }
}
