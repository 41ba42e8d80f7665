//! The text of a fence, with the file and line each of its lines comes from.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folder that the paths in a page are relative to.
#[derive(Clone, Copy, Debug)]
pub struct Folder<'f> {
    /// The root of the book. Messages name files relative to it.
    pub root: &'f Path,
    /// The page's folder, relative to the root.
    pub folder: &'f Path,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, relative to the root of the book; `None` for the page itself.
    pub file: Option<PathBuf>,
    /// The line, from 1.
    pub line: usize,
}

impl Place {
    /// A line of the page itself.
    pub fn in_page(line: usize) -> Self {
        Self { file: None, line }
    }
}

/// The text of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// The text, each line with its line end.
    pub text: String,
    /// The place of each line.
    places: Vec<Place>,
}

impl Scenario {
    /// Reads the scenario from a file.
    pub fn read(path: &str, folder: Folder) -> Result<Self, String> {
        let mut scenario = Self::default();
        scenario.include(path, &Part::Lines(1, usize::MAX), folder)?;
        Ok(scenario)
    }

    /// Takes the lines of a fence whose text begins at that line of the page. Replaces each line of the form
    /// `{{#include PATH}}` by the lines of that file, as mdBook does.
    pub fn from_fence(text: &str, first_line: usize, folder: Folder) -> Result<Self, (usize, String)> {
        let mut scenario = Self::default();
        for (line, content) in (first_line..).zip(text.lines()) {
            match included(content) {
                Some((path, part)) => {
                    scenario.include(path, &part, folder).map_err(|message| (line, message))?;
                }
                None => scenario.push(content, Place::in_page(line)),
            }
        }
        Ok(scenario)
    }

    /// Returns whether the text has nothing but white space.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns the place of a line, from 1. A line past the end counts as the last one.
    pub fn place(&self, line: usize) -> Option<Place> {
        self.places.get(line.saturating_sub(1)).or(self.places.last()).cloned()
    }

    fn push(&mut self, content: &str, place: Place) {
        self.text.push_str(content);
        self.text.push('\n');
        self.places.push(place);
    }

    fn include(&mut self, path: &str, part: &Part, folder: Folder) -> Result<(), String> {
        let file = normal(&folder.folder.join(path));
        let text = fs::read_to_string(folder.root.join(&file))
            .map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
        let count = self.places.len();
        for (line, content) in part.of(&text) {
            self.push(content, Place { file: Some(file.clone()), line });
        }
        if let (Part::Anchor(name), true) = (part, count == self.places.len()) {
            return Err(format!("`{}` has no lines between `ANCHOR: {name}` and its end", file.display()));
        }
        Ok(())
    }
}

/// The part of a file that an include takes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part<'p> {
    /// From the first to the last of these lines, from 1.
    Lines(usize, usize),
    /// The lines between the marks `ANCHOR: name` and `ANCHOR_END: name`.
    Anchor(&'p str),
}

impl<'p> Part<'p> {
    /// Reads what follows the path of an include: `N`, `N:`, `N:M`, `:M` or the name of an anchor.
    fn new(words: &'p str) -> Self {
        let (first, last) = words.split_once(':').map_or((words, None), |(first, last)| (first, Some(last)));
        let last = last.map(|word| word.parse().unwrap_or(usize::MAX));
        match (first.parse(), first) {
            (Ok(first), _) => Self::Lines(first, last.unwrap_or(first)),
            (Err(_), "") => Self::Lines(1, last.unwrap_or(usize::MAX)),
            (Err(_), name) => Self::Anchor(name),
        }
    }

    /// Returns the lines of a file that belong to the part, each with its number.
    fn of<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let lines = (1..).zip(text.lines());
        match self {
            Self::Lines(first, last) => lines.filter(|(line, _)| (first..=last).contains(&line)).collect(),
            Self::Anchor(name) => {
                let is_mark = |content: &str, mark: &str| {
                    content.split_once(mark).is_some_and(|(_, rest)| rest.trim() == *name)
                };
                let between = lines.skip_while(|(_, content)| !is_mark(content, "ANCHOR:")).skip(1);
                let between = between.take_while(|(_, content)| !is_mark(content, "ANCHOR_END:"));
                // The marks of other anchors are left out.
                let is_text =
                    |content: &str| !content.contains("ANCHOR:") && !content.contains("ANCHOR_END:");
                between.filter(|(_, content)| is_text(content)).collect()
            }
        }
    }
}

/// Returns the path and the part that a line of the form `{{#include PATH:PART}}` names.
pub(crate) fn included(line: &str) -> Option<(&str, Part<'_>)> {
    let inside = line.trim().strip_prefix("{{")?.strip_suffix("}}")?.trim();
    let argument = inside.strip_prefix("#include")?;
    let argument = argument.starts_with(char::is_whitespace).then(|| argument.trim())?;
    let (path, part) = argument.split_once(':').unwrap_or((argument, ""));
    Some((path, Part::new(part)))
}

/// Resolves `.` and `..` in a path without reading the disk. Messages use this form.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_include_names_a_file_and_a_part_of_it() {
        let all = Part::Lines(1, usize::MAX);
        assert_eq!(included("{{#include a.lane}}"), Some(("a.lane", all)));
        assert_eq!(
            included("  {{ #include ../b/a.lane }}"),
            Some(("../b/a.lane", Part::Lines(1, usize::MAX)))
        );
        assert_eq!(included("{{#include a.lane:3}}"), Some(("a.lane", Part::Lines(3, 3))));
        assert_eq!(included("{{#include a.lane:3:}}"), Some(("a.lane", Part::Lines(3, usize::MAX))));
        assert_eq!(included("{{#include a.lane:3:5}}"), Some(("a.lane", Part::Lines(3, 5))));
        assert_eq!(included("{{#include a.lane::5}}"), Some(("a.lane", Part::Lines(1, 5))));
        assert_eq!(included("{{#include a.lane:set-up}}"), Some(("a.lane", Part::Anchor("set-up"))));
        assert_eq!(included("\\{{#include a.lane}}"), None);
        assert_eq!(included("{{#includes a.lane}}"), None);
        assert_eq!(included(".lanes 1 // {{#include a.lane}}"), None);
    }

    #[test]
    fn an_anchor_takes_the_lines_between_its_marks() {
        let text = "one\n// ANCHOR: b\ntwo\n// ANCHOR: c\nthree\n// ANCHOR_END: b\nfour\n";
        assert_eq!(Part::Anchor("b").of(text), [(3, "two"), (5, "three")]);
        assert_eq!(Part::Anchor("d").of(text), []);
        assert_eq!(Part::Lines(6, usize::MAX).of(text), [(6, "// ANCHOR_END: b"), (7, "four")]);
    }

    #[test]
    fn paths_are_shown_in_their_shortest_form() {
        assert_eq!(normal(Path::new("src/deep/../a/./b.lane")), Path::new("src/a/b.lane"));
        assert_eq!(normal(Path::new("../a.lane")), Path::new("../a.lane"));
    }
}
