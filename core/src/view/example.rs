//! The leading comment lines of a scenario: title, description and group.

/// A scenario with its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example<'a> {
    /// The title: the first comment line.
    pub title: &'a str,
    /// The description in one or two sentences: the second comment line.
    pub sentence: &'a str,
    /// The group in the gallery: the comment line `// group: Name`.
    pub group: &'a str,
    /// The scenario's text.
    pub text: &'a str,
}

impl<'a> Example<'a> {
    /// Reads the leading comment lines of a scenario.
    pub fn parse(text: &'a str) -> Self {
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

    /// Returns whether every word of a search occurs in the title, the description, the group or the instructions.
    pub fn has(&self, words: &str) -> bool {
        let is_instruction = |line: &&str| !line.trim_start().starts_with(['.', '/']);
        let mut said = [self.title, self.sentence, self.group].join(" ").to_lowercase();
        for line in self.text.lines().filter(is_instruction) {
            said.extend([" ", &line.to_lowercase()]);
        }
        words.to_lowercase().split_whitespace().all(|word| said.contains(word))
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
