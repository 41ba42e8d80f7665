//! What the leading comment lines of a scenario say of it.

/// An example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example<'a> {
    /// What it is called: the first comment line.
    pub title: &'a str,
    /// What it shows, a sentence or two: the second comment line.
    pub sentence: &'a str,
    /// What it is sorted under: the third comment line, `// group: Name`.
    pub group: &'a str,
    /// The scenario.
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

    /// Whether all words of a search are in its title, its sentence, its group or its instructions.
    pub fn has(&self, words: &str) -> bool {
        let is_instruction = |line: &&str| !line.trim_start().starts_with(['.', '/']);
        let mut said = [self.title, self.sentence, self.group].join(" ").to_lowercase();
        for line in self.text.lines().filter(is_instruction) {
            said.extend([" ", &line.to_lowercase()]);
        }
        words.to_lowercase().split_whitespace().all(|word| said.contains(word))
    }
}

/// What a scenario is called: its first comment line, or just that.
pub fn title(text: &str) -> String {
    let title = Example::parse(text).title.replace('`', "");
    if title.is_empty() { "Scenario".to_owned() } else { title }
}
