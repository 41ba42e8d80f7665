//! Cost models: how a memory system splits an instruction's accesses into transactions. A model is a list of numbers, each with
//! its source. It counts, and never promises a time.

use serde::{Serialize, Serializer};
use std::fmt;

/// How sure a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// A document of the vendor states it.
    Documented,
    /// An open-source driver or simulator uses it.
    Implemented,
    /// It is assumed, because no source is known.
    Assumed,
}

/// The description of a parameter.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CostParameter {
    /// The parameter.
    #[serde(skip)]
    pub key: CostKey,
    /// The keyword of the scenario text.
    #[serde(rename = "key")]
    pub keyword: &'static str,
    /// A description of the number.
    pub prose: &'static str,
    /// The smallest and the largest value.
    #[serde(skip)]
    pub range: (u32, u32),
    /// Whether it must be a power of two.
    #[serde(skip)]
    pub is_power_of_two: bool,
}

const fn power_of_two(key: CostKey, keyword: &'static str, max: u32, prose: &'static str) -> CostParameter {
    CostParameter { key, keyword, prose, range: (1, max), is_power_of_two: true }
}

const fn up_to(key: CostKey, keyword: &'static str, max: u32, prose: &'static str) -> CostParameter {
    CostParameter { key, keyword, prose, range: (0, max), is_power_of_two: false }
}

/// Declares the parameters of cost models, each with its keyword, its range and its description.
macro_rules! cost_parameters {
    ($($key:ident: $keyword:literal, $range:ident($max:literal), $prose:literal;)*) => {
        /// A parameter of a cost model.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum CostKey {
            $(#[doc = $prose] $key,)*
        }

        /// Every parameter, in the order of [`CostKey`].
        pub static COST_PARAMETERS: [CostParameter; [$($keyword),*].len()] =
            [$($range(CostKey::$key, $keyword, $max, $prose)),*];
    };
}

cost_parameters! {
    Sector: "sector", power_of_two(4096), "bytes of a sector";
    Line: "line", power_of_two(4096), "bytes of a cache line";
    LanesUpTo4Bytes: "lanes4", power_of_two(32), "lanes in a request, up to 4 bytes a lane";
    LanesUpTo8Bytes: "lanes8", power_of_two(32), "lanes in a request, up to 8 bytes a lane";
    LanesOver8Bytes: "lanes16", power_of_two(32), "lanes in a request, more than 8 bytes a lane";
    TexelLanes: "texel_lanes", power_of_two(32), "lanes in a request for texels";
    BankCount: "banks", power_of_two(128), "banks of shared memory";
    BankBytes: "bank_bytes", power_of_two(64), "bytes of a bank's word";
    GroupUpTo4Bytes: "group4", power_of_two(32),
        "lanes that shared memory serves together, up to 4 bytes a lane";
    GroupUpTo8Bytes: "group8", power_of_two(32),
        "lanes that shared memory serves together, up to 8 bytes a lane";
    GroupOver8Bytes: "group16", power_of_two(32),
        "lanes that shared memory serves together, more than 8 bytes a lane";
    WritesMerge: "writes_merge", up_to(1),
        "1 if writes of several lanes to one word of shared memory do not conflict, else 0";
    AtomicUnit: "atomic_unit", power_of_two(4096),
        "bytes of the unit in which atomic operations on one address wait for each other";
    Repeat: "repeat", up_to(1),
        "1 if a sector that several requests of an instruction touch is transferred for each of them, 0 if once";
    Base: "base", up_to(4095),
        "bytes that are added to the address of each surface; a surface without an address begins a line";
}

impl CostKey {
    /// Returns the description of the parameter.
    pub fn parameter(self) -> &'static CostParameter {
        &COST_PARAMETERS[self as usize]
    }
}

impl CostParameter {
    /// Returns whether the parameter may have a value.
    pub fn allows(&self, value: u32) -> bool {
        (self.range.0..=self.range.1).contains(&value) && (!self.is_power_of_two || value.is_power_of_two())
    }
}

/// A count of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CostCount {
    /// The times that lanes access memory, also out of bounds.
    Accesses,
    /// Requests to global memory.
    Requests,
    /// Sectors of all requests.
    Sectors,
    /// Cache lines of all requests.
    Lines,
    /// Passes over shared memory.
    Passes,
    /// Passes over shared memory beyond one for each group of lanes.
    Conflicts,
    /// The most lanes with an atomic operation on one address.
    Queue,
}

/// The description of a count.
struct CountRow {
    count: CostCount,
    /// The word after `.expect`.
    word: &'static str,
    /// A name for the reader.
    title: &'static str,
    /// The subject of a sentence that goes on with "that the instruction above takes"; it ends with a comma if it needs one.
    subject: &'static str,
}

const fn count(count: CostCount, word: &'static str, title: &'static str, subject: &'static str) -> CountRow {
    CountRow { count, word, title, subject }
}

/// Every count, in the order of [`CostCount`].
static COUNTS: [CountRow; 7] = [
    count(CostCount::Accesses, "accesses", "Accesses", "Accesses of lanes to memory, also out of bounds,"),
    count(CostCount::Requests, "requests", "Requests", "Requests to global memory"),
    count(CostCount::Sectors, "sectors", "Sectors", "Sectors of global memory"),
    count(CostCount::Lines, "lines", "Cache lines", "Cache lines of global memory"),
    count(CostCount::Passes, "passes", "Passes over shared memory", "Passes over shared memory"),
    count(CostCount::Conflicts, "conflicts", "Bank conflicts", "Bank conflicts in shared memory"),
    count(
        CostCount::Queue,
        "queue",
        "Atomic operations on one address",
        "The most atomic operations on one address",
    ),
];

impl CostCount {
    /// Returns every count.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        COUNTS.iter().map(|row| row.count)
    }

    fn row(self) -> &'static CountRow {
        &COUNTS[self as usize]
    }

    /// Returns the word after `.expect`.
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// Returns a name for the reader.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Returns the subject of a sentence that goes on with "that the instruction above takes".
    pub(crate) fn subject(self) -> &'static str {
        self.row().subject
    }

    /// Returns the count with a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::all().find(|count| count.word() == word)
    }
}

/// A number of a cost model, and its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CostNumber {
    /// The value.
    pub value: u32,
    /// How sure it is.
    pub certainty: Certainty,
    /// The source, or the reason for an assumption.
    pub source: &'static str,
    /// Whether the text chooses the value.
    #[serde(skip)]
    pub is_chosen: bool,
}

/// A number of a cost model with its parameter: the value, its certainty, and its source or the reason for an assumption.
type CostRow = (CostKey, u32, Certainty, &'static str);

/// The number of a model that transfers a sector once for all requests of an instruction.
pub const NO_REPEAT: CostRow = (
    CostKey::Repeat,
    0,
    Certainty::Assumed,
    "not documented; a later request of the same instruction finds the sector in the cache",
);

/// The number of a model whose surfaces begin a line.
pub const NO_BASE: CostRow = (CostKey::Base, 0, Certainty::Assumed, "surfaces start at a line");

/// A cost model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostModel {
    /// The word after `.model`.
    pub key: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// The numbers, in the order of [`COST_PARAMETERS`].
    #[serde(serialize_with = "serialize_numbers")]
    numbers: [CostNumber; COST_PARAMETERS.len()],
}

/// Writes each number after the description of its parameter.
fn serialize_numbers<S: Serializer>(numbers: &[CostNumber], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct DescribedNumber<'n> {
        #[serde(flatten)]
        parameter: &'static CostParameter,
        #[serde(flatten)]
        number: &'n CostNumber,
    }
    let described = COST_PARAMETERS.iter().zip(numbers);
    serializer.collect_seq(described.map(|(parameter, number)| DescribedNumber { parameter, number }))
}

impl CostModel {
    /// Creates a model. The rows are in the order of [`COST_PARAMETERS`].
    pub const fn new(key: &'static str, title: &'static str, rows: [CostRow; COST_PARAMETERS.len()]) -> Self {
        let unset = CostNumber { value: 0, certainty: Certainty::Assumed, source: "", is_chosen: false };
        let mut numbers = [unset; COST_PARAMETERS.len()];
        let mut index = 0;
        while index < numbers.len() {
            let (key, value, certainty, source) = rows[index];
            assert!(key as usize == index, "the numbers are not in the order of their keys");
            numbers[index] = CostNumber { value, certainty, source, is_chosen: false };
            index += 1;
        }
        Self { key, title, numbers }
    }

    /// Returns a parameter.
    pub fn get(&self, key: CostKey) -> u32 {
        self.number(key).value
    }

    /// Returns a parameter with its source.
    pub fn number(&self, key: CostKey) -> CostNumber {
        self.numbers[key as usize]
    }

    /// Returns the model with another value of a parameter.
    #[must_use]
    pub const fn with(mut self, key: CostKey, value: u32) -> Self {
        self.numbers[key as usize] =
            CostNumber { value, certainty: Certainty::Assumed, source: "this scenario", is_chosen: true };
        self
    }
}

impl fmt::Display for CostModel {
    /// Writes the key and the parameters that the text chose, as after `.model`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)?;
        let chosen = COST_PARAMETERS.iter().filter(|it| self.number(it.key).is_chosen);
        chosen.into_iter().try_for_each(|it| write!(f, " {}={}", it.keyword, self.get(it.key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn the_counts_are_in_the_order_of_their_enum() {
        for (index, row) in COUNTS.iter().enumerate() {
            assert_eq!(row.count as usize, index, "{}", row.word);
        }
    }
}
