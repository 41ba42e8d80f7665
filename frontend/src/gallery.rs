//! The examples of the gallery. Each is a scenario whose leading comment lines say what it shows.

/// The examples' texts, in the order in which the gallery shows them. The first is what a first visit opens.
const TEXTS: &[&str] = &[
    include_str!("../../static/examples/01-collision.lane"),
    include_str!("../../static/examples/02-tickets.lane"),
    include_str!("../../static/examples/03-only-some-lanes.lane"),
    include_str!("../../static/examples/04-order-matters.lane"),
    include_str!("../../static/examples/05-add-and-subtract.lane"),
    include_str!("../../static/examples/06-count-up-and-down.lane"),
    include_str!("../../static/examples/07-min-max-signed.lane"),
    include_str!("../../static/examples/08-bits-and-exchange.lane"),
    include_str!("../../static/examples/09-masks-and-predicates.lane"),
    include_str!("../../static/examples/10-any-and-all.lane"),
    include_str!("../../static/examples/11-sixteen-lanes.lane"),
    include_str!("../../static/examples/12-sixteen-bits.lane"),
    include_str!("../../static/examples/13-out-of-bounds.lane"),
    include_str!("../../static/examples/14-misaligned.lane"),
    include_str!("../../static/examples/15-undefined-source.lane"),
    include_str!("../../static/examples/16-lock.lane"),
    include_str!("../../static/examples/17-cas-loop.lane"),
    include_str!("../../static/examples/18-opposite-operands.lane"),
    include_str!("../../static/examples/19-float-specials.lane"),
    include_str!("../../static/examples/20-slm-and-stateless.lane"),
    include_str!("../../static/examples/21-own-operation.lane"),
    include_str!("../../static/examples/22-lost-update.lane"),
    include_str!("../../static/examples/23-pasted-listing.lane"),
    include_str!("../../static/examples/24-surface-atomic.lane"),
    include_str!("../../static/examples/25-three-clamps.lane"),
    include_str!("../../static/examples/26-ring-of-slots.lane"),
    include_str!("../../static/examples/27-compare-and-swap-pair.lane"),
    include_str!("../../static/examples/28-a-header-for-each-lane.lane"),
    include_str!("../../static/examples/29-block-linear.lane"),
    include_str!("../../static/examples/30-two-halves.lane"),
    include_str!("../../static/examples/31-sparse-status.lane"),
    include_str!("../../static/examples/32-sass-listing.lane"),
    include_str!("../../static/examples/33-image-counters.lane"),
    include_str!("../../static/examples/34-image-layers.lane"),
    include_str!("../../static/examples/35-image-floats.lane"),
    include_str!("../../static/examples/36-gather.lane"),
    include_str!("../../static/examples/37-scatter.lane"),
    include_str!("../../static/examples/38-channels.lane"),
    include_str!("../../static/examples/39-pixels.lane"),
    include_str!("../../static/examples/40-bytes-by-address.lane"),
    include_str!("../../static/examples/41-computed-addresses.lane"),
];

/// An example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it is called: the first comment line.
    pub title: &'static str,
    /// What it shows, a sentence or two: the second comment line.
    pub sentence: &'static str,
    /// What it is sorted under: the third comment line, `// group: Name`.
    pub group: &'static str,
    /// The scenario.
    pub text: &'static str,
}

impl Example {
    /// Reads the leading comment lines of a scenario.
    fn parse(text: &'static str) -> Self {
        let mut comments = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim);
        let (mut title, mut sentence, mut group) = ("", "", "");
        for comment in &mut comments {
            match comment.strip_prefix("group:") {
                Some(name) => group = name.trim(),
                None if title.is_empty() => title = comment,
                None if sentence.is_empty() => sentence = comment,
                None => {}
            }
        }
        Self { title, sentence, group, text }
    }
}

/// The text that a first visit opens.
pub fn first() -> &'static str {
    TEXTS[0]
}

/// The examples under their groups, each group once, in the order of its first example.
pub fn groups() -> Vec<(&'static str, Vec<Example>)> {
    let mut groups: Vec<(&'static str, Vec<Example>)> = Vec::new();
    for example in TEXTS.iter().map(|text| Example::parse(text)) {
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

    #[test]
    fn every_example_says_what_it_is() {
        for (group, examples) in groups() {
            assert!(!group.is_empty(), "an example without a group: {}", examples[0].title);
            for example in examples {
                assert!(!example.title.is_empty() && !example.title.ends_with('.'), "{}", example.title);
                assert!(example.sentence.ends_with('.'), "{}: {:?}", example.title, example.sentence);
            }
        }
    }

    #[test]
    fn every_example_file_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
        let files = std::fs::read_dir(folder).expect("the examples are there");
        let scenarios = files.filter(|file| {
            file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|ending| ending == "lane"))
        });
        assert_eq!(scenarios.count(), TEXTS.len());
    }

    #[test]
    fn leading_comments_are_read() {
        let example = Example::parse("// A\n// B is so.\n// group: C\n.isa visa\n// no\n");
        assert_eq!((example.title, example.sentence, example.group), ("A", "B is so.", "C"));
    }
}
