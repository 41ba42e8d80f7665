//! The leading comment lines of a scenario: title and description.

use crate::spec::InstructionSets;

/// A scenario with its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example<'a> {
    /// The title: the first comment line.
    pub title: &'a str,
    /// The description in one or two sentences: the second comment line.
    pub sentence: &'a str,
    /// The scenario's text.
    pub text: &'a str,
}

impl<'a> Example<'a> {
    /// Reads the leading comment lines of a scenario.
    pub fn parse(text: &'a str) -> Self {
        let comments = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim);
        let mut comments = comments.filter(|comment| !comment.is_empty());
        let (title, sentence) = (comments.next().unwrap_or_default(), comments.next().unwrap_or_default());
        Self { title, sentence, text }
    }

    /// Returns whether every word of a search occurs in the title, the description, the instructions, or the name of its group in
    /// the gallery. A synonym finds instructions and operations.
    pub fn has(&self, words: &str, group: &str, sets: &InstructionSets) -> bool {
        let is_instruction = |line: &&str| !line.trim_start().starts_with(['.', '/']);
        let program: Vec<&str> = self.text.lines().filter(is_instruction).collect();
        let program = program.join(" ").to_lowercase();
        let said = [self.title, self.sentence, group].join(" ").to_lowercase();
        let uses = |name: &String| {
            program.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
        };
        words.to_lowercase().split_whitespace().all(|word| {
            said.contains(word) || program.contains(word) || sets.names_by_synonym(word).iter().any(uses)
        })
    }

    /// Returns whether the scenario, or a variant of it, is for an instruction set.
    pub fn is_for(&self, set: &str, sets: &InstructionSets) -> bool {
        let key = |line: &'a str| line.trim_start().strip_prefix(".isa ")?.split_whitespace().next();
        let mut keys = self.text.lines().filter_map(key).peekable();
        match keys.peek() {
            Some(_) => keys.any(|key| key == set),
            None => sets.default_set().key == set,
        }
    }
}

/// Returns the title of a scenario without marks, or an empty string if it has none.
pub fn own_title(text: &str) -> String {
    Example::parse(text).title.replace('`', "")
}

/// Returns the title of a scenario, or `Scenario` if it has none.
pub fn title(text: &str) -> String {
    let title = own_title(text);
    if title.is_empty() { "Scenario".to_owned() } else { title }
}
