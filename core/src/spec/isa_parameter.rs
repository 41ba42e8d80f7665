//! The numbers that `.isa` gives to an instruction set.

use crate::base::Rule;

/// A number that `.isa` gives to an instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsaParameter {
    /// The key.
    pub key: &'static str,
    /// The allowed values.
    pub values: &'static [u32],
    /// The default value.
    pub default: u32,
    /// The name of the value in prose.
    pub noun: &'static str,
    /// The name of the value in notation texts, if they use it.
    pub notation_name: Option<&'static str>,
    /// The rule that another value breaks.
    pub rule: &'static Rule,
}

impl IsaParameter {
    /// Returns a number, if it is one of the allowed values.
    pub fn allowed(&self, number: Option<i128>) -> Option<u32> {
        self.values.iter().copied().find(|value| number == Some(i128::from(*value)))
    }
}

/// The values of the parameters of an instruction set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IsaValues {
    /// The values, each with the key of its parameter.
    values: Vec<(&'static str, u32)>,
}

impl IsaValues {
    /// Creates the values.
    pub(super) fn new(values: Vec<(&'static str, u32)>) -> Self {
        Self { values }
    }

    /// Sets the value of a parameter.
    pub fn choose(&mut self, parameter: &IsaParameter, value: u32) {
        for (_, held) in self.values.iter_mut().filter(|(key, _)| *key == parameter.key) {
            *held = value;
        }
    }

    /// Returns the value of a parameter of the instruction set.
    pub fn get(&self, parameter: &IsaParameter) -> u32 {
        let found = self.values.iter().find(|(key, _)| *key == parameter.key);
        found.expect("the instruction set has the parameter").1
    }
}
