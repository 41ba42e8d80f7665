//! Orders of lanes, as the manual's page on `.order` describes them.

use crate::common::Random;

/// An order of the lanes of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    Ascending,
    Descending,
    /// A list for each loop over lanes; the last one also holds for later loops.
    Lists(Vec<Vec<usize>>),
}

impl Order {
    /// Draws an order. `lanes` is the number of lanes that a list may name. One list holds for all loops of an instruction;
    /// there are `most_lists` at most.
    pub fn draw(random: &mut Random, lanes: usize, most_lists: usize) -> Self {
        match random.below(4) {
            0 => Self::Ascending,
            1 => Self::Descending,
            _ => {
                let count = 1 + random.below(most_lists);
                let mut list = || (0..1 + random.below(2 * lanes)).map(|_| random.below(lanes)).collect();
                Self::Lists((0..count).map(|_| list()).collect())
            }
        }
    }

    pub fn line(&self) -> String {
        let words = match self {
            Self::Ascending => "ascending".to_owned(),
            Self::Descending => "descending".to_owned(),
            Self::Lists(lists) => {
                let list =
                    |lanes: &Vec<usize>| lanes.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
                lists.iter().map(list).collect::<Vec<_>>().join(" / ")
            }
        };
        format!(".order {words}\n")
    }

    /// Returns the turns of one loop over the enabled lanes. Each lane has `turns_each` turns. A list repeats until all
    /// lanes are done; enabled lanes that it does not name follow it in ascending order.
    pub fn turns(&self, loop_number: usize, enabled: &[usize], turns_each: usize) -> Vec<usize> {
        let mut round = match self {
            Self::Lists(lists) => lists[loop_number.min(lists.len() - 1)].clone(),
            _ => Vec::new(),
        };
        round.retain(|lane| enabled.contains(lane));
        let unnamed: Vec<usize> = enabled.iter().copied().filter(|lane| !round.contains(lane)).collect();
        round.extend(unnamed);
        if *self == Self::Descending {
            round.reverse();
        }
        let mut turns = Vec::new();
        while turns.len() < enabled.len() * turns_each {
            for &lane in &round {
                if turns.iter().filter(|&&had| had == lane).count() < turns_each {
                    turns.push(lane);
                }
            }
        }
        turns
    }
}
