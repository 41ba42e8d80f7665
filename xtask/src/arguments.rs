//! A reader for the few arguments of the verbs.

use crate::Result;

/// The arguments after the verb. Each reader removes its own, and [`Arguments::end`] refuses the rest.
pub struct Arguments {
    rest: Vec<String>,
    passed_on: Vec<String>,
}

impl Arguments {
    /// Splits the arguments at a `--`.
    pub fn new(arguments: impl Iterator<Item = String>) -> Self {
        let mut rest: Vec<String> = arguments.collect();
        let passed_on = match rest.iter().position(|argument| argument == "--") {
            Some(at) => rest.drain(at..).skip(1).collect(),
            None => Vec::new(),
        };
        Self { rest, passed_on }
    }

    /// Reads a flag such as `--open`.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.rest.len();
        self.rest.retain(|argument| argument != name);
        self.rest.len() < before
    }

    /// Reads a flag with a value, `--group A` or `--group=A`. `kind` describes the value for the error.
    pub fn value(&mut self, name: &str, kind: &str) -> Result<Option<String>> {
        let Some(at) = self.rest.iter().position(|argument| {
            argument.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        }) else {
            return Ok(None);
        };
        let argument = self.rest.remove(at);
        match argument.split_once('=') {
            Some((_, value)) => Ok(Some(value.to_owned())),
            None if at < self.rest.len() => Ok(Some(self.rest.remove(at))),
            None => Err(format!("`{name}` needs {kind}")),
        }
    }

    /// Reads a flag with a number, `--port 80` or `--port=80`.
    pub fn number(&mut self, name: &str) -> Result<Option<u16>> {
        let Some(value) = self.value(name, "a number")? else { return Ok(None) };
        value.parse().map(Some).map_err(|_| format!("`{name}` needs a number up to 65535, not `{value}`"))
    }

    /// Returns the arguments after `--`.
    pub fn passed_on(&mut self) -> Vec<String> {
        std::mem::take(&mut self.passed_on)
    }

    /// Returns the remaining arguments. A flag among them is an error.
    pub fn words(self) -> Result<Vec<String>> {
        match self.rest.iter().chain(&self.passed_on).find(|word| word.starts_with('-')) {
            Some(flag) => Err(format!("`{flag}` is not known here")),
            None => Ok(self.rest),
        }
    }

    /// Refuses remaining arguments.
    pub fn end(self) -> Result<()> {
        match self.rest.first().or(self.passed_on.first()) {
            Some(argument) => Err(format!("`{argument}` is not known here")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Arguments {
        Arguments::new(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn flags_and_numbers_are_taken_away() {
        let mut given = arguments("--port 81 --open");
        assert_eq!(given.number("--port"), Ok(Some(81)));
        assert!(given.flag("--open") && !given.flag("--open"));
        assert_eq!(given.end(), Ok(()));
        assert_eq!(arguments("--port=82").number("--port"), Ok(Some(82)));
    }

    #[test]
    fn a_flag_may_come_again() {
        let mut given = arguments("--group a=b --group=c=d --group");
        assert_eq!(given.value("--group", "X"), Ok(Some("a=b".into())));
        assert_eq!(given.value("--group", "X"), Ok(Some("c=d".into())));
        assert_eq!(given.value("--group", "X"), Err("`--group` needs X".into()));
        assert_eq!(given.value("--group", "X"), Ok(None));
    }

    #[test]
    fn what_is_left_is_named() {
        assert!(arguments("--port").number("--port").is_err());
        assert!(arguments("--port 70000").number("--port").is_err());
        assert!(arguments("--prot 1").end().unwrap_err().contains("--prot"));
        assert_eq!(arguments("?embed #x").words().unwrap(), ["?embed", "#x"]);
        assert!(arguments("a --b").words().is_err());
    }

    #[test]
    fn a_double_dash_splits() {
        let mut given = arguments("--open -- --address 0.0.0.0");
        assert!(given.flag("--open"));
        assert_eq!(given.passed_on(), ["--address", "0.0.0.0"]);
        assert_eq!(given.end(), Ok(()));
    }
}
