//! The interpretations of a scenario. Names and choices come from the library, their meaning from this model.

use crate::common::Random;
use lanescope_core::session::known_sets;
use lanescope_core::spec::Reading;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A chosen interpretation for each rule that the pages leave open, by the name of the rule.
#[derive(Clone, Debug)]
pub struct Readings(BTreeMap<&'static str, Choice>);

#[derive(Clone, Copy, Debug)]
struct Choice {
    name: &'static str,
    is_default: bool,
}

impl Readings {
    /// Draws choices for an instruction set: half of the time the defaults.
    pub fn draw(random: &mut Random, set: &str) -> Self {
        let is_default = random.below(2) == 0;
        let choice = |reading: &Reading, random: &mut Random| {
            let is_drawn = !is_default && random.below(3) == 0;
            let index = if is_drawn { random.below(reading.choices.len()) } else { 0 };
            (reading.name, Choice { name: reading.choices[index].name, is_default: index == 0 })
        };
        Self(readings_of(set).iter().map(|reading| choice(reading, random)).collect())
    }

    /// Returns whether a reading has that choice.
    pub fn is(&self, name: &str, choice: &str) -> bool {
        self.0.get(name).unwrap_or_else(|| panic!("no reading is called {name}")).name == choice
    }

    /// Returns the lines that choose them. Defaults need none.
    pub fn lines(&self) -> String {
        let chosen = self.0.iter().filter(|(_, choice)| !choice.is_default);
        chosen.map(|(name, choice)| format!(".reading {name} = {}\n", choice.name)).collect()
    }
}

/// Returns the readings of an instruction set.
fn readings_of(set: &str) -> &'static [&'static Reading] {
    static ALL: OnceLock<[&'static [&'static Reading]; 2]> = OnceLock::new();
    let all = ALL
        .get_or_init(|| ["visa", "sass"].map(|set| known_sets().set(set).expect("the set exists").readings));
    all[usize::from(set == "sass")]
}
