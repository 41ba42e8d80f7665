//! In which order lanes take turns.

use std::fmt;

/// In which order lanes take turns. A turn is a lane's statements up to its next access to shared memory; an `atomic`
/// block is one access. It is written as the directive `.order` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Lane 0 first.
    Ascending,
    /// The last lane first.
    Descending,
    /// Each turn goes to a lane drawn from the seed.
    Seeded(u64),
    /// For each `foreach_active` that an instruction runs, the lanes whose turn it is, one behind the other: they go
    /// round and round until all lanes are done. A lane may stand there several times; those that are not listed follow,
    /// ascending. The last list holds for every further `foreach_active`. There is a list, and none is empty.
    Explicit(Vec<Vec<u8>>),
}

impl Schedule {
    /// The schedule in which turns go round in these lists, without what they need not say. Each list holds every lane
    /// that takes part in its loop, so an empty one is of a loop that nobody takes part in.
    pub fn of_lists(lists: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let mut lists: Vec<Vec<u8>> = lists.into_iter().map(shortened).collect();
        // The last list holds for those behind it.
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
}

/// A list without the lanes at its end that follow anyway, though never without all: lane 0 alone is ascending.
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
