//! The outcomes of all orders: sentences, and lists that can be sorted and filtered.

use lanescope_core::session::{
    Part, Progress,
    orders::{
        CauseReport, Decides, FactorReport, MeetingReport, OrderConditions, OutcomeList, OutcomeReport,
        OutcomesReport, RenamedReport, StoppingReport, stop_in_words,
    },
};
use lanescope_core::view::surface::title;

/// The number of outcomes on a page.
pub const PAGE: usize = 20;

/// The number of factors on a page.
pub const FACTORS: usize = 6;

/// The sort order of outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sorting {
    /// By descending share of the orders.
    #[default]
    Share,
    /// By the values of the cells.
    Value,
}

/// Returns the indices of a factor's outcomes that match a filter, in sort order. The filter is a part of a value or of
/// a cell with its value (`BUF[0] = 3`).
pub fn listed(factor: &FactorReport, filter: &str, sorting: Sorting) -> Vec<usize> {
    let wanted = spaced(filter);
    let holds = |outcome: &OutcomeReport| {
        let mut cells = factor.cells.iter().zip(&outcome.values);
        outcome.values.contains(&wanted)
            || cells.any(|(cell, value)| format!("{cell} = {value}").contains(&wanted))
    };
    let outcomes = factor.outcomes.iter().enumerate();
    let found = outcomes.filter(|(_, outcome)| wanted.is_empty() || holds(outcome));
    let mut found: Vec<usize> = found.map(|(at, _)| at).collect();
    if sorting == Sorting::Share {
        found.sort_by(|a, b| factor.outcomes[*b].share.total_cmp(&factor.outcomes[*a].share));
    }
    found
}

/// Normalises a filter to one blank on each side of `=`.
fn spaced(filter: &str) -> String {
    let parts: Vec<&str> = filter.split('=').map(str::trim).collect();
    parts.join(" = ").trim().to_owned()
}

/// Formats a share as a percentage without a line break.
pub fn percent(share: f64) -> String {
    match share * 100.0 {
        share if share > 0.0 && share < 0.05 => "< 0.1\u{a0}%".to_owned(),
        share if share < 100.0 && share > 99.95 => "> 99.9\u{a0}%".to_owned(),
        share => format!("{share:.1}\u{a0}%"),
    }
}

/// Formats a decimal number with thousands separators, or a very long one as a power of ten.
pub fn grouped(number: &str) -> String {
    const LONGEST: usize = 21;
    if number.len() > LONGEST && number.bytes().all(|digit| digit.is_ascii_digit()) {
        return format!("{}.{} · 10^{}", &number[..1], &number[1..3], number.len() - 1);
    }
    let threes: Vec<&str> =
        number.as_bytes().rchunks(3).rev().filter_map(|it| std::str::from_utf8(it).ok()).collect();
    threes.join(",")
}

/// Formats a number with a noun.
pub fn counted(number: &str, word: &str) -> String {
    let s = if number == "1" { "" } else { "s" };
    format!("{} {word}{s}", grouped(number))
}

/// Returns the number of orders in which the run stops, in words: `The run stops before its end in 4 of 16 orders.`
pub fn stopping_words(stopping: &StoppingReport) -> String {
    let (orders, of) = (grouped(&stopping.orders), grouped(&stopping.of));
    let words = StoppingReport { orders, of, ..stopping.clone() }.in_words();
    format!("T{}.", &words[1..])
}

/// Returns a cause in words: `Line 9, run-trap-outside, lanes 0 and 1: 4 orders.`
pub fn cause_words(cause: &CauseReport) -> String {
    let words = CauseReport { orders: grouped(&cause.orders), ..cause.clone() }.in_words();
    format!("L{}.", &words[1..])
}

/// The lists of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// The contents of the surfaces.
    Memory,
    /// The contents of surfaces, variables and predicates.
    Results,
    /// The same contents, counted once for all exchanges of lanes that do the same.
    Renamed,
}

impl ListKind {
    /// Returns the list, if it is known.
    pub fn of(self, report: &OutcomesReport) -> Option<&OutcomeList> {
        match self {
            Self::Memory => report.memory.as_ref(),
            Self::Results => report.results.as_ref(),
            Self::Renamed => report.renamed.as_ref().map(|renamed| &renamed.list),
        }
    }

    /// Returns a word for the list, for element ids.
    pub fn word(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Results => "results",
            Self::Renamed => "renamed",
        }
    }
}

/// Returns the number of outcomes up to exchanges of lanes: `1 outcome, with identical lanes merged (lanes 0 and 1). With each
/// lane by itself: 2 outcomes in 2 orders.`
pub fn renamed_total(renamed: &RenamedReport) -> String {
    let alike = renamed.alike.iter().map(|alike| alike.lanes.in_words());
    let alike = alike.collect::<Vec<_>>().join("; ");
    format!(
        "{}, with identical lanes merged ({alike}). With each lane by itself: {}",
        counted(&renamed.kinds, "outcome"),
        total(&renamed.list)
    )
}

/// Returns the number of outcomes of a list, with its product form.
pub fn total(list: &OutcomeList) -> String {
    let sentence = format!("{} in {}", counted(&list.outcomes, "outcome"), counted(&list.orders, "order"));
    match product(list) {
        Some(product) => format!("{sentence}: {product}"),
        None => format!("{sentence}."),
    }
}

/// Returns the number of outcomes of a factor of a list; `None` if the list has no others. Turns that do not decide them have no part
/// in its orders.
pub fn factor_total(factor: &FactorReport, list: &OutcomeList) -> Option<String> {
    if factor.count.to_string() == list.outcomes && factor.orders == list.orders {
        return None;
    }
    let which = if factor.orders == list.orders { "" } else { " of the turns that decide it" };
    let (count, orders) = (counted(&factor.count.to_string(), "outcome"), counted(&factor.orders, "order"));
    Some(format!("{count} in {orders}{which}"))
}

/// Returns `8 independent groups of cells with 2 outcomes each: 2^8 = 256.` `None` for fewer than two groups.
fn product(list: &OutcomeList) -> Option<String> {
    let mut of_count: Vec<(usize, usize)> = Vec::new();
    for factor in list.factors.iter().filter(|factor| factor.count > 1) {
        match of_count.iter_mut().find(|(count, _)| *count == factor.count) {
            Some((_, many)) => *many += 1,
            None => of_count.push((factor.count, 1)),
        }
    }
    let groups: usize = of_count.iter().map(|(_, many)| many).sum();
    if groups < 2 {
        return None;
    }
    let power = |&(count, many): &(usize, usize)| match many {
        1 => count.to_string(),
        _ => format!("{count}^{many}"),
    };
    let each = match &*of_count {
        [(count, _)] => format!(" with {count} outcomes each"),
        _ => String::new(),
    };
    let product = of_count.iter().map(power).collect::<Vec<_>>().join(" × ");
    Some(format!("{groups} independent groups of cells{each}: {product} = {}.", grouped(&list.outcomes)))
}

/// Returns a sentence about the cells that are the same in every order. `None` if there are none. `same` has their
/// values in the syntax of `.expect`, if known.
pub fn always(list: &OutcomeList, kind: ListKind, same: Option<&str>) -> Option<String> {
    let is_alike = list.factors.iter().all(|factor| factor.cells.is_empty() && factor.count == 1);
    let values = same.filter(|values| !values.is_empty());
    if !is_alike {
        return values.map(|values| format!("The same in every order: {values}."));
    }
    let what = if kind == ListKind::Memory { "Memory" } else { "Memory and results" };
    let ends = if kind == ListKind::Memory { "ends" } else { "end" };
    let values = values.map(|values| format!(": {values}")).unwrap_or_default();
    let ending = format!("{what} {ends} the same in every order{values}.");
    let stop = stop_in_words(false, list.gave_up);
    Some(stop.map(|stop| format!("In every order, {stop}. ")).unwrap_or_default() + &ending)
}

/// Returns whether lanes give up in a listed outcome.
pub fn gives_up(list: &OutcomeList) -> bool {
    let mut outcomes = list.factors.iter().flat_map(|factor| &factor.outcomes);
    !list.gave_up.is_empty() || outcomes.any(|outcome| !outcome.gave_up.is_empty())
}

/// Explains an outcome in a sentence. `None` if the explanation is unknown or too long.
pub fn why(explanation: Option<&OrderConditions>) -> Option<String> {
    let explanation = explanation.filter(|it| it.is_short())?;
    let rest = if explanation.is_sufficient { "" } else { " (and not always then)" };
    Some(format!("Happens {}{rest}.", explanation.in_words()))
}

/// Returns a sentence about the effect of the order of lanes that access the same bytes.
pub fn matter_sentence(kind: Decides) -> &'static str {
    match kind {
        Decides::Nothing => "Their order changes nothing.",
        Decides::Results => {
            "Their order changes what they get back, but not what memory holds after the instruction."
        }
        Decides::Memory => "Their order changes what memory holds after the instruction.",
        Decides::Undefined => "The manual does not define the result of two writes to the same bytes.",
    }
}

/// Returns a short label for this effect.
pub fn matter_word(kind: Decides) -> &'static str {
    match kind {
        Decides::Nothing => "safe",
        Decides::Results => "results depend on order",
        Decides::Memory => "memory depends on order",
        Decides::Undefined => "undefined",
    }
}

/// Returns the class of a line of the text for this effect in its instruction.
pub fn line_class(kind: Decides) -> Option<&'static str> {
    match kind {
        Decides::Nothing => None,
        Decides::Results => Some("line-order-results"),
        Decides::Memory => Some("line-order-memory"),
        Decides::Undefined => Some("line-order-undefined"),
    }
}

/// Returns the class for an effect of the order.
pub fn matter_class(kind: Decides) -> &'static str {
    match kind {
        Decides::Nothing => "matter-nothing",
        Decides::Results => "matter-results",
        Decides::Memory => "matter-memory",
        Decides::Undefined => "matter-undefined",
    }
}

/// Describes which lanes access the same cells.
pub fn meeting_words(meeting: &MeetingReport) -> String {
    let lanes = meeting.lanes.in_words().replacen('l', "L", 1);
    let cells: Vec<String> = meeting.cells.iter().map(|cell| title(cell)).collect();
    let cells = match &cells[..] {
        [] => return format!("{lanes} meet."),
        [first, second, _, _, _, ..] => format!("{first}, {second} and {} more cells", cells.len() - 2),
        cells => cells.join(", "),
    };
    format!("{lanes} meet at {cells}.")
}

/// Describes progress in words. Also returns (done, limit) if the limit is known.
pub fn progress_words(progress: Progress) -> (String, Option<(u64, u64)>) {
    let Progress { part, done, most } = progress;
    let (what, unit) = match part {
        Part::Memory => ("Memory", "states"),
        Part::MemorySample => ("A sample of memory", "orders"),
        Part::Results => ("Memory and results", "states"),
        Part::Renamed => ("With identical lanes merged", "states"),
        Part::ResultsSample => ("A sample of memory and results", "orders"),
        Part::Invariants => ("Invariants", "states"),
        Part::Claim => ("Searching for an order", "states"),
        Part::Reasons => return ("Finding reasons".to_owned(), None),
        Part::Sweep => ("Values", "runs"),
    };
    let (number, of) = (grouped(&done.to_string()), grouped(&most.to_string()));
    (format!("{what}: {number} of at most {of} {unit}"), Some((done, most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_core::session::{
        orders::Before,
        run::{LaneId, LaneMask},
    };

    fn outcome(value: &str, share: f64) -> OutcomeReport {
        let values = vec![value.to_owned()];
        OutcomeReport {
            values,
            stops: false,
            gave_up: LaneMask::default(),
            orders: String::new(),
            share,
            witness: Vec::new(),
            stands_for: "1".to_owned(),
            explanation: None,
            estimate: None,
        }
    }

    fn factor(outcomes: Vec<OutcomeReport>) -> FactorReport {
        let (cells, orders) = (vec!["BUF[0]".to_owned()], "24".to_owned());
        FactorReport { cells, places: Vec::new(), orders, count: outcomes.len(), outcomes }
    }

    #[test]
    fn a_meeting_names_its_cells_as_the_stage_does() {
        let meeting = |cells: &[&str]| {
            meeting_words(&MeetingReport {
                instruction_index: 0,
                line: 1,
                instruction: String::new(),
                lanes: [LaneId(0), LaneId(7)].into_iter().collect(),
                cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
                decides: Decides::Results,
                bytes: Vec::new(),
                seen: None,
            })
        };
        assert_eq!(meeting(&["7[0]"]), "Lanes 0 and 7 meet at surface 7[0].");
        assert_eq!(
            meeting(&["A[0]", "A[1]", "A[2]", "A[3]"]),
            "Lanes 0 and 7 meet at A[0], A[1], A[2], A[3]."
        );
        assert_eq!(
            meeting(&["A[0]", "A[1]", "A[2]", "A[3]", "A[4]"]),
            "Lanes 0 and 7 meet at A[0], A[1] and 3 more cells."
        );
    }

    #[test]
    fn outcomes_are_found_by_value_and_by_cell() {
        let factor = factor(vec![outcome("3", 0.25), outcome("30", 0.5), outcome("4", 0.25)]);
        assert_eq!(listed(&factor, "", Sorting::Share), [1, 0, 2]);
        assert_eq!(listed(&factor, "", Sorting::Value), [0, 1, 2]);
        assert_eq!(listed(&factor, "BUF[0]=4", Sorting::Value), [2]);
        assert_eq!(listed(&factor, "= 3", Sorting::Value), [0, 1]);
        assert_eq!(listed(&factor, "OLD", Sorting::Value), [0usize; 0]);
    }

    fn conditions(alternatives: Vec<Vec<(u8, u8)>>, is_sufficient: bool) -> OrderConditions {
        let pair = |(first, second)| Before(LaneId(first), LaneId(second));
        let pairs = |pairs: Vec<(u8, u8)>| pairs.into_iter().map(pair).collect();
        OrderConditions { alternatives: alternatives.into_iter().map(pairs).collect(), is_sufficient }
    }

    #[test]
    fn reasons_are_sentences() {
        let told =
            |alternatives, sufficient| why(Some(&conditions(alternatives, sufficient))).expect("it is short");
        assert_eq!(
            told(vec![vec![(1, 0), (2, 0), (3, 0)]], true),
            "Happens exactly if lanes 1 to 3 come before lane 0."
        );
        assert_eq!(
            told(vec![vec![(0, 1), (0, 2)], vec![(3, 1)]], false),
            "Happens only if lane 0 comes before lanes 1 and 2; or lane 3 comes before lane 1 (and not always then)."
        );
        assert_eq!(
            told(vec![vec![(1, 0), (3, 4)]], true),
            "Happens exactly if lane 1 comes before lane 0, and lane 3 comes before lane 4."
        );
    }

    #[test]
    fn products_are_told() {
        let pair = || factor(vec![outcome("1", 0.5), outcome("2", 0.5)]);
        let list = |factors: Vec<FactorReport>, outcomes: &str| OutcomeList {
            orders: "20922789888000".to_owned(),
            outcomes: outcomes.to_owned(),
            gave_up: LaneMask::default(),
            factors,
        };
        assert_eq!(
            total(&list((0..8).map(|_| pair()).collect(), "256")),
            "256 outcomes in 20,922,789,888,000 orders: 8 independent groups of cells with 2 outcomes each: 2^8 = 256."
        );
        let three = factor(vec![outcome("1", 0.5), outcome("2", 0.25), outcome("3", 0.25)]);
        assert!(
            total(&list(vec![pair(), three, pair()], "12"))
                .ends_with("3 independent groups of cells: 2^2 × 3 = 12.")
        );
        assert_eq!(total(&list(vec![pair()], "2")), "2 outcomes in 20,922,789,888,000 orders.");
        // Four of 16 lanes decide the outcome.
        let in_24 = factor(vec![outcome("0", 0.5), outcome("1", 0.5)]);
        assert_eq!(
            factor_total(&in_24, &list(vec![pair()], "2")).as_deref(),
            Some("2 outcomes in 24 orders of the turns that decide it")
        );
        let two = OutcomeList { orders: "24".to_owned(), ..list(vec![pair(), pair()], "4") };
        assert_eq!(factor_total(&in_24, &two).as_deref(), Some("2 outcomes in 24 orders"));
        // The sentence about the list says it already.
        let alone = OutcomeList { orders: "24".to_owned(), ..list(vec![pair()], "2") };
        assert_eq!(factor_total(&in_24, &alone), None);
    }

    #[test]
    fn what_does_not_depend_on_the_order_is_told() {
        let list = |gave_up, factors| OutcomeList {
            orders: "2".to_owned(),
            outcomes: "1".to_owned(),
            gave_up: LaneMask(gave_up),
            factors,
        };
        let memory = |list: &OutcomeList, same| always(list, ListKind::Memory, same);
        let same = memory(&list(0, vec![]), Some("BUF = 26 30 34 46"));
        assert_eq!(same.as_deref(), Some("Memory ends the same in every order: BUF = 26 30 34 46."));
        let unknown = memory(&list(0b100, vec![]), None);
        let sentence = "In every order, lane 2 waits forever. Memory ends the same in every order.";
        assert_eq!(unknown.as_deref(), Some(sentence));
        let results = always(&list(0, vec![]), ListKind::Results, Some(""));
        assert_eq!(results.as_deref(), Some("Memory and results end the same in every order."));
        let several = list(0, vec![factor(vec![outcome("1", 0.5), outcome("2", 0.5)])]);
        assert_eq!((memory(&several, Some("")), gives_up(&several)), (None, false));
        let some = memory(&several, Some("BUF = _ 7"));
        assert_eq!(some.as_deref(), Some("The same in every order: BUF = _ 7."));
        assert!(gives_up(&list(0b11, vec![])));
    }

    #[test]
    fn stopped_runs_are_told_first_of_all() {
        let cause = CauseReport {
            code: "run-trap-outside".to_owned(),
            instruction: 1,
            line: 9,
            lanes: LaneMask(0b110),
            orders: "1234".to_owned(),
            share: 0.5,
            message: None,
            witness: Vec::new(),
        };
        assert_eq!(cause_words(&cause), "Line 9, run-trap-outside, lanes 1 and 2: 1,234 orders.");
        let (orders, of) = ("1234".to_owned(), "5040".to_owned());
        let some = StoppingReport { orders, of, is_known: true, causes: vec![cause] };
        assert_eq!(stopping_words(&some), "The run stops before its end in 1,234 of 5,040 orders.");
        let all = StoppingReport { orders: "5040".to_owned(), is_known: false, ..some };
        assert_eq!(stopping_words(&all), "The run stops before its end in all 5,040 drawn orders.");
    }

    #[test]
    fn numbers_are_of_any_size() {
        assert_eq!(grouped("1234567"), "1,234,567");
        assert_eq!(grouped("263130836933693530167218012160000000"), "2.63 · 10^35");
        assert_eq!(
            (percent(1.0 / 3.0), percent(1e-9), percent(0.0)),
            ("33.3\u{a0}%".into(), "< 0.1\u{a0}%".into(), "0.0\u{a0}%".into())
        );
        assert_eq!((percent(1.0), percent(0.999_999)), ("100.0\u{a0}%".into(), "> 99.9\u{a0}%".into()));
    }

    #[test]
    fn explanations_are_sentences() {
        let both = conditions(vec![vec![(3, 5), (1, 5)], vec![(5, 2)]], true);
        assert_eq!(
            why(Some(&both)).as_deref(),
            Some("Happens exactly if lanes 1 and 3 come before lane 5; or lane 5 comes before lane 2.")
        );
        assert_eq!(why(Some(&conditions(vec![vec![]], true))), None);
    }
}
