//! The numbers given by `.isa`.

/// The values of the parameters of an instruction set, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IsaValues {
    values: Vec<(&'static str, u32)>,
}

impl IsaValues {
    /// Creates the values.
    pub(in crate::spec) fn new(values: Vec<(&'static str, u32)>) -> Self {
        Self { values }
    }

    /// Sets the value of a parameter.
    pub fn choose(&mut self, key: &str, value: u32) {
        for (_, held) in self.values.iter_mut().filter(|(known, _)| *known == key) {
            *held = value;
        }
    }

    /// Returns the value of a parameter; 0 if the instruction set does not have it.
    pub fn get(&self, key: &str) -> u32 {
        self.values.iter().find(|(known, _)| *known == key).map_or(0, |(_, value)| *value)
    }
}
