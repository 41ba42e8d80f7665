//! The ruler along memory: the sectors and banks of the instruction on the stage, if the text names a cost model.

use super::moment::Moment;
use crate::session::{
    cost::{MemoryUnit, Transactions, first_byte},
    run::{LaneMask, Surface, SurfaceKind},
    text::counted,
};
use crate::spec::CostKey;

/// The mark of an element on the ruler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulerMark {
    /// Whether a sector begins at the element. In shared memory, each word is marked alone.
    pub starts_sector: bool,
    /// Whether a cache line begins there.
    pub starts_line: bool,
    /// How lanes touch the sector or the word.
    pub usage: Usage,
    /// The sector or the bank, with its lanes; empty if no lane touches it.
    pub words: String,
}

/// How the lanes of an instruction touch a sector, or a word of shared memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Usage {
    /// No lane touches it.
    #[default]
    None,
    /// A request with an even number touches it, or one pass serves the bank.
    Even,
    /// A request with an odd number touches it.
    Odd,
    /// Several requests touch it, or the bank takes several passes.
    Several,
}

impl Moment {
    /// Returns the transactions of the instruction on the stage, if the text names a cost model.
    pub fn transactions(&self) -> Option<&Transactions> {
        self.summary.transactions.get(self.instruction)
    }
}

/// The legend of the ruler of a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulerLegend {
    /// The number of sectors or of passes, in words.
    pub count: String,
    /// Whether they are passes over shared memory.
    pub are_passes: bool,
    /// The unit that a line below a cell marks, with its size.
    pub unit: String,
    /// The unit that begins at a tick, with its size.
    pub tick: String,
}

/// Returns the legend of a surface, if the text names a cost model. The count is that of the instruction on the stage.
pub fn ruler_legend(moment: &Moment, surface: &Surface) -> Option<RulerLegend> {
    let transactions = moment.transactions()?;
    let model = &moment.scenario().cost_model;
    let bytes = |key: CostKey| format!("{} bytes", model.get(key));
    if surface.kind == SurfaceKind::Slm {
        let passes = transactions.cost().passes;
        let count = if passes == 1 { "1 pass".to_owned() } else { format!("{passes} passes") };
        let tick = format!("{} banks", model.get(CostKey::BankCount));
        return Some(RulerLegend { count, are_passes: true, unit: "1 bank".to_owned(), tick });
    }
    let (space, _) = first_byte(&moment.scenario().layout, surface.element(0), model)?;
    let sectors = transactions.requests.iter().flat_map(|request| request.sectors.keys());
    let count = counted(sectors.filter(|sector| sector.0 == space).count(), "sector");
    Some(RulerLegend {
        count,
        are_passes: false,
        unit: format!("sector, {}", bytes(CostKey::Sector)),
        tick: format!("line, {}", bytes(CostKey::Line)),
    })
}

/// Returns the mark of an element. `before` is the element to its left in the same line.
pub fn ruler_mark(
    moment: &Moment,
    surface: &Surface,
    element: usize,
    before: Option<usize>,
) -> Option<RulerMark> {
    let transactions = moment.transactions()?;
    let model = &moment.scenario().cost_model;
    let unit = |element: usize, key: CostKey| {
        let (space, byte) = first_byte(&moment.scenario().layout, surface.element(element), model)?;
        Some((space, byte / u64::from(model.get(key))))
    };
    let starts = |key: CostKey| before.is_none_or(|before| unit(before, key) != unit(element, key));
    if surface.kind == SurfaceKind::Slm {
        let word = unit(element, CostKey::BankBytes)?;
        let (usage, words) = bank_use(transactions, word, model.get(CostKey::BankCount));
        let starts_line =
            word.1 % u64::from(model.get(CostKey::BankCount)) == 0 && starts(CostKey::BankBytes);
        return Some(RulerMark { starts_sector: true, starts_line, usage, words });
    }
    let (usage, words) = sector_use(transactions, unit(element, CostKey::Sector)?);
    Some(RulerMark {
        starts_sector: starts(CostKey::Sector),
        starts_line: starts(CostKey::Line),
        usage,
        words,
    })
}

fn sector_use(transactions: &Transactions, sector: MemoryUnit) -> (Usage, String) {
    let mut usage = Usage::None;
    let mut parts = Vec::new();
    for (number, request) in transactions.requests.iter().enumerate() {
        let Some(part) = request.sectors.get(&sector) else { continue };
        usage = match usage {
            Usage::None if number % 2 == 0 => Usage::Even,
            Usage::None => Usage::Odd,
            _ => Usage::Several,
        };
        let request = match transactions.requests.len() {
            1 => String::new(),
            _ => format!("request {}: ", number + 1),
        };
        let (used, all) = (part.used_bytes, transactions.sector_bytes);
        parts.push(format!("{request}{}, {used} of {all} bytes used", part.lanes.in_words()));
    }
    let words = match parts.is_empty() {
        true => String::new(),
        false => format!(
            "sector at byte {}: {}",
            sector.1 * u64::from(transactions.sector_bytes),
            parts.join("; ")
        ),
    };
    (usage, words)
}

fn bank_use(transactions: &Transactions, word: MemoryUnit, banks: u32) -> (Usage, String) {
    let bank = (word.1 % u64::from(banks)) as u32;
    let mut lanes = LaneMask::default();
    let mut passes = 0;
    for words in transactions.groups.iter().filter_map(|group| group.banks.get(&bank)) {
        let own = || words.iter().filter(|own| own.word == word);
        if own().next().is_some() {
            passes = passes.max(words.len());
        }
        own().flat_map(|own| own.lanes.lanes()).for_each(|lane| lanes = lanes.with(lane.index(), true));
    }
    match passes {
        0 => (Usage::None, String::new()),
        1 => (Usage::Even, format!("bank {bank}: {}, 1 pass", lanes.in_words())),
        _ => {
            let words = counted(passes as u32, "word");
            (Usage::Several, format!("bank {bank}: {}, {passes} passes for {words}", lanes.in_words()))
        }
    }
}
