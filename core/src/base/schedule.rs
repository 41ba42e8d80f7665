//! Schedules: the order in which lanes take turns.

use super::lane::LaneId;
use std::fmt;

/// The order in which lanes take turns. A turn consists of a lane's statements up to its next access to shared memory;
/// an `atomic` block counts as one access. `Display` writes it in the syntax of `.order`.
///
/// The default order gives each lane its whole turn, like the loop of the manual. It keeps one lane's steps together, and it
/// still interleaves texts without `atomic`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Lane 0 first, then ascending.
    Ascending,
    /// The last lane first, then descending.
    Descending,
    /// A random lane for each turn, drawn from the seed.
    Seeded(u64),
    /// One list of lanes for each `foreach_active` that an instruction runs. The list is repeated until all lanes are
    /// done. A lane may occur several times; lanes that are not listed follow in ascending order. The last list also
    /// holds for every later `foreach_active`. There is at least one list, and no list is empty.
    Explicit(Vec<Vec<u8>>),
}

impl Schedule {
    /// Creates the shortest schedule equivalent to these lists. Each list holds every lane that takes part in its
    /// loop, so an empty list belongs to a loop without lanes.
    pub fn from_lists(lists: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let mut lists: Vec<Vec<u8>> = lists.into_iter().map(shortened).collect();
        // The last list also holds for all later loops.
        while let [.., before, last] = &*lists
            && before == last
        {
            lists.pop();
        }
        match &*lists {
            [] => Self::Ascending,
            [only] if *only == [0] => Self::Ascending,
            _ => Self::Explicit(lists),
        }
    }

    /// Returns the first lane that one of the lists names twice.
    pub fn first_repeated(&self) -> Option<LaneId> {
        let Self::Explicit(lists) = self else { return None };
        let in_list = |list: &Vec<u8>| {
            list.iter()
                .enumerate()
                .find(|(at, lane)| list[..*at].contains(lane))
                .map(|(_, lane)| LaneId(*lane))
        };
        lists.iter().find_map(in_list)
    }
}

/// Removes trailing lanes that would follow in ascending order anyway. A list that would become empty is `[0]`, which
/// means ascending.
fn shortened(mut list: Vec<u8>) -> Vec<u8> {
    let mut follows = u8::MAX;
    while let Some((&last, listed)) = list.split_last()
        && last < follows
        && !listed.contains(&last)
    {
        follows = last;
        list.pop();
    }
    if list.is_empty() { vec![0] } else { list }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ascending => f.write_str("ascending"),
            Self::Descending => f.write_str("descending"),
            Self::Seeded(seed) => write!(f, "seed={seed}"),
            Self::Explicit(lists) => {
                let list = |lanes: &Vec<u8>| lanes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                f.write_str(&lists.iter().map(list).collect::<Vec<_>>().join(" / "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_lane_is_repeated_within_one_list() {
        for (schedule, expected) in [
            (Schedule::Ascending, None),
            (Schedule::Seeded(7), None),
            (Schedule::Explicit(vec![vec![2, 0], vec![0, 2]]), None),
            (Schedule::Explicit(vec![vec![2, 0], vec![1, 3, 1, 3]]), Some(LaneId(1))),
        ] {
            assert_eq!(schedule.first_repeated(), expected, "{schedule}");
        }
    }
}
