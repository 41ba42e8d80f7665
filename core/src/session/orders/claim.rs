//! Claims about the end of an order: values and errors, typed, pasted, or written as `.expect` lines.

use crate::base::{Bits, one_of};
use crate::check::{Claim, ClaimKind, ClaimedContents, ClaimedEnd, claimed_end};
use crate::diag::Severity;
use crate::exec::{FinalState, Run, RunError, Stop};
use crate::explore::{Observation, Question};
use crate::machine::{Declaration, Layout};
use crate::session::text::Session;
use crate::syntax::{MAX_TEXT_BYTES, parse};

/// A fact about the end of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fact {
    /// The contents of a place.
    Value(Observation),
    /// The error that the run ends with.
    Error(RunError),
}

/// The facts of a claim about the end of an order. They hold together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimedFacts {
    /// The facts, in the order in which they were written.
    pub facts: Vec<Fact>,
}

impl ClaimedFacts {
    /// Returns the claim of an `.expect possible` or `.expect impossible` line; `None` for any other line.
    pub(in crate::session) fn from_line(claim: &Claim) -> Option<Self> {
        match &claim.kind {
            ClaimKind::Possible { end, .. } => Some(Self::from_end(end)),
            _ => None,
        }
    }

    /// Returns the claim that an order has this end.
    pub(in crate::session) fn from_end(end: &ClaimedEnd) -> Self {
        let contents = end.contents.iter().flat_map(observations).map(Fact::Value);
        Self { facts: contents.chain(end.errors.iter().copied().map(Fact::Error)).collect() }
    }

    /// Returns whether a run ends as claimed. A run that is too long has no end.
    pub(in crate::session) fn holds(&self, run: &Run) -> bool {
        let FinalState { state, stop, errors } = run.final_state();
        let holds = |fact: &Fact| match fact {
            Fact::Value(seen) => seen.holds(&state),
            Fact::Error(error) => errors.contains(error),
        };
        stop != Stop::Budget && self.facts.iter().all(holds)
    }

    /// Returns the observed contents.
    pub(super) fn values(&self) -> Vec<Observation> {
        let value = |fact: &Fact| if let Fact::Value(seen) = fact { Some(*seen) } else { None };
        self.facts.iter().filter_map(value).collect()
    }

    /// Returns the errors.
    pub(super) fn errors(&self) -> Vec<RunError> {
        let error = |fact: &Fact| if let Fact::Error(error) = fact { Some(*error) } else { None };
        self.facts.iter().filter_map(error).collect()
    }

    /// Returns the question whether some order ends so.
    pub(super) fn question(&self, most_states: usize) -> Question {
        Question { most_states, errors: self.errors(), ..Question::possible(self.values()) }
    }
}

impl Session {
    /// Reads a claim about the end of an order, typed or pasted in the form of [`observed_ends`]. Fails with the reason
    /// if it cannot be read, if it does not fit the scenario, or if nothing can run.
    pub fn claim(&self, seen: &str) -> Result<ClaimedFacts, String> {
        let scenario = self.scenario.as_ref().ok_or("the text has errors; fix them and ask again")?;
        let ends = observed_ends(seen, Some(&scenario.layout))?;
        let line = format!(".isa {}\n.expect possible {{ {ends} }}\n", scenario.set.key);
        let (document, found) = parse(&line, &self.in_force);
        if let Some(error) = found.into_iter().find(|found| found.severity == Severity::Error) {
            return Err(error.message);
        }
        let end = claimed_end(&document, scenario, &self.in_force)?;
        Ok(ClaimedFacts::from_end(&end))
    }

    /// Returns the claim of the `.expect` lines about the end of an order. If some lines claim anything else, returns
    /// the number of each such line, and what to do about it.
    pub fn written_claim(&self) -> Result<ClaimedFacts, Vec<(usize, String)>> {
        let (mut claim, mut refused) = (ClaimedFacts::default(), Vec::new());
        for Claim { span, kind } in &*self.claims {
            match facts_of(kind) {
                Ok(facts) => claim.facts.extend(facts),
                Err(why) => refused.push((self.line(*span), why)),
            }
        }
        if refused.is_empty() { Ok(claim) } else { Err(refused) }
    }
}

/// Returns the facts that a line states about the end of one order. Fails with the reason why it is not about that, and what to do.
fn facts_of(claim: &ClaimKind) -> Result<Vec<Fact>, String> {
    let form = match claim {
        ClaimKind::Contents(contents) => {
            return Ok(observations(contents).into_iter().map(Fact::Value).collect());
        }
        ClaimKind::Diagnostic { severity: Severity::Error, code } => {
            return match RunError::from_code(code) {
                Some(error) => Ok(vec![Fact::Error(error)]),
                None => {
                    let known = one_of(RunError::ALL.map(RunError::code));
                    Err(format!("no order ends with `{code}`; leave the line out, or name {known}"))
                }
            };
        }
        // A limit is about the text.
        ClaimKind::Limit { .. } => return Ok(Vec::new()),
        ClaimKind::Cost { .. } => {
            let why = "a cost is not about the end of an order; leave the line out, and check it with `test`";
            return Err(why.to_owned());
        }
        ClaimKind::Diagnostic { severity, .. } => severity.word(),
        ClaimKind::Outcomes { .. } => "outcomes",
        ClaimKind::Possible { is_possible: true, .. } => "possible",
        ClaimKind::Possible { is_possible: false, .. } => "impossible",
        ClaimKind::Invariant(_) => "invariant",
        ClaimKind::OrderIndependent => "order-independent",
    };
    Err(refusal(form))
}

/// Returns the expected values of contents.
fn observations(contents: &ClaimedContents) -> Vec<Observation> {
    let observed = contents.elements.iter().filter_map(|element| {
        let value = element.value?;
        let (mask, bits) = match element.bit {
            Some(bit) => (1 << bit, Bits::new(value.value << bit, value.defined << bit)),
            None => (u64::MAX >> (64 - contents.ty.width_bits()), value),
        };
        Some(Observation { place: element.place, mask, bits: bits.masked(mask) })
    });
    observed.collect()
}

/// Returns the reason why a form of `.expect` cannot be checked for one order, and what to do about it.
fn refusal(form: &str) -> String {
    match Severity::from_word(form) {
        Some(_) => format!("`.expect {form}` cannot be decided for each order; leave the line out"),
        None => format!(
            "`.expect {form}` is about all orders, not about one; leave the line out, and check it with `test`"
        ),
    }
}

/// The forms of `.expect` that cannot be checked for one order.
const NOT_ABOUT_ONE_ORDER: [&str; 6] =
    ["outcomes", "order-independent", "invariant", "impossible", "warning", "note"];

/// Returns an observed result, typed or pasted, in the form that `.expect possible` has between its braces. It also
/// accepts whole `.expect` lines, lines that follow each other without a semicolon, and single elements such as
/// `OLD[3] = 18`. A form of `.expect` that cannot be checked for one order is an error.
pub fn observed_ends(seen: &str, layout: Option<&Layout>) -> Result<String, String> {
    let ends = |line: &str| {
        let line = line.trim();
        let line = without_word(without_word(line, ".expect"), "possible");
        line.trim_start_matches('{').trim_end_matches('}').trim().trim_end_matches(';').to_owned()
    };
    let mut all = String::new();
    for line in seen.lines().map(ends).filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let is_name = rest.trim_start().starts_with('=');
        if NOT_ABOUT_ONE_ORDER.contains(&word) && !is_name {
            return Err(refusal(word));
        }
        // A line that has no `=` and names no error continues the values of the line before it.
        let separator = match (all.is_empty(), line.contains('=') || word == "error") {
            (true, _) => "",
            (false, true) => "; ",
            (false, false) => " ",
        };
        all.extend([separator, &line]);
    }
    let Some(layout) = layout else { return Ok(all) };
    let mut ends = Vec::new();
    let mut rest_bytes = MAX_TEXT_BYTES;
    for end in all.split(';') {
        let end = with_elements_before(end, layout)?;
        rest_bytes = rest_bytes.checked_sub(end.len()).ok_or("the result has too many elements")?;
        ends.push(end);
    }
    Ok(ends.join("; "))
}

/// Returns a line without its first word, if that is `word` and not the name in front of `=`.
fn without_word<'a>(line: &'a str, word: &str) -> &'a str {
    let is_rest = |rest: &&str| {
        (rest.is_empty() || rest.starts_with(|next: char| next == '{' || next.is_whitespace()))
            && !rest.trim_start().starts_with('=')
    };
    line.strip_prefix(word).filter(is_rest).map_or(line, str::trim_start)
}

/// Rewrites a claim about an element as a list of all elements up to it: `OLD[2] = 18` becomes `OLD = _ _ 18`.
fn with_elements_before(end: &str, layout: &Layout) -> Result<String, String> {
    let end = end.trim();
    let Some((name, index, values)) = split_element(end) else { return Ok(end.to_owned()) };
    let Some(declaration) = Declaration::find(layout, name) else {
        return Ok(format!("{name} = {values}"));
    };
    let count = declaration.count();
    let Some(index) = index.parse::<usize>().ok().filter(|index| *index < count) else {
        let last = count.saturating_sub(1);
        return Err(format!("`{name}[{index}]` does not exist; `{name}` has elements 0 to {last}"));
    };
    let before = "_ ".repeat(index);
    // A single number would be the mask of a predicate.
    let is_predicate = matches!(declaration, Declaration::Predicate(_));
    let is_alone = is_predicate && index == 0 && !values.contains([' ', ',']);
    let after = if is_alone { " _" } else { "" };
    Ok(format!("{name} = {before}{values}{after}"))
}

/// Splits `NAME[INDEX] = VALUES` into its three parts; returns `None` for other forms.
fn split_element(end: &str) -> Option<(&str, &str, &str)> {
    let (element, values) = end.split_once('=')?;
    let (name, index) = element.trim_end().strip_suffix(']')?.split_once('[')?;
    Some((name.trim(), index.trim(), values.trim()))
}

#[cfg(test)]
mod tests {
    use super::super::possible::Possibility;
    use super::*;

    #[test]
    fn what_was_seen_is_taken_as_it_comes() {
        for (seen, ends) in [
            ("BUF = 3 _; OLD = 1", "BUF = 3 _; OLD = 1"),
            (".expect BUF = 3\n\n  .expect OLD = 1 2\n", "BUF = 3; OLD = 1 2"),
            (".expect possible { BUF = 3; }", "BUF = 3"),
            (".expect possible{BUF = 3}", "BUF = 3"),
            ("possibleA[0] = 10\n.expect possible = 3", "possibleA[0] = 10; possible = 3"),
            ("BUF = 3\n4 5\nOLD = 1", "BUF = 3 4 5; OLD = 1"),
            (".expect error run-misaligned\n.expect BUF = 3", "error run-misaligned; BUF = 3"),
            ("BUF = 3\nerror run-gave-up", "BUF = 3; error run-gave-up"),
            (".expect possible error run-gave-up", "error run-gave-up"),
            ("note = 3", "note = 3"),
        ] {
            assert_eq!(observed_ends(seen, None).as_deref(), Ok(ends), "{seen}");
        }
    }

    #[test]
    fn what_cannot_be_asked_of_one_order_is_refused() {
        for (seen, form) in [
            (".expect BUF = 13\n.expect outcomes memory 1", "outcomes"),
            (".expect order-independent", "order-independent"),
            (".expect impossible { BUF = 3 }", "impossible"),
            (".expect invariant total", "invariant"),
            ("BUF = 13\nwarning run-race", "warning"),
            (".expect note run-out-of-bounds", "note"),
        ] {
            let why = answer(seen).expect_err("it is refused");
            assert!(
                why.starts_with(&format!("`.expect {form}` ")) && why.contains("leave the line out"),
                "{why}"
            );
        }
        // No run ends with these errors.
        for code in ["text-isa", "run-invariant", "run-misalignt"] {
            let why = answer(&format!("error {code}")).expect_err("it is refused");
            assert!(why.starts_with(&format!("no order ends with `{code}`; ")), "{why}");
        }
    }

    /// The addresses of both lanes are multiples of 4, so no order ends with an error.
    #[test]
    fn an_error_is_asked_of_orders() {
        for (seen, because) in [
            ("error run-misaligned", "no order ends with `run-misaligned`"),
            ("OLD[1] = 10\n.expect error run-misaligned", "no order ends with `run-misaligned`"),
            ("BUF = 12\nerror run-misaligned", "no order ends with BUF[0] = 12"),
        ] {
            let because = because.to_owned();
            assert_eq!(answer(seen), Ok(Possibility::Impossible { because }), "{seen}");
        }
        let stopping =
            TWO.replace("[0; 8]", "0 2").replace(".lanes 8", ".reading misaligned = error\n.lanes 8");
        // Lane 1 stops the run before lane 0 adds 1, or after it.
        for (seen, orders) in [("error run-misaligned", 2u32), ("BUF = 11\nerror run-misaligned", 1)] {
            match answer_of(&stopping, seen) {
                Ok(Possibility::Possible { orders: found, of, .. }) => {
                    assert_eq!((found, of), (orders.into(), 2u32.into()), "{seen}");
                }
                other => panic!("{seen}: {other:?}"),
            }
        }
    }

    /// Two lanes add 1 and 2 to a cell that holds 10.
    const TWO: &str = "\
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8
.set OFF = [0; 8]
.decl VAL v_type=G type=ud num_elts=8
.set VAL = 1 2 3 4 5 6 7 8
.decl OLD v_type=G type=ud num_elts=8
.decl P1 v_type=P num_elts=8
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud = 10
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
";

    fn answer(seen: &str) -> Result<Possibility, String> {
        answer_of(TWO, seen)
    }

    fn answer_of(text: &str, seen: &str) -> Result<Possibility, String> {
        possible(&Session::open(text), seen)
    }

    fn possible(session: &Session, seen: &str) -> Result<Possibility, String> {
        Ok(session.possible(&session.claim(seen)?).expect("the text runs"))
    }

    #[test]
    fn an_element_is_taken_as_the_page_names_it() {
        // Lane 1 returns 10 if it is first and 10 + 1 if it is second: one order each.
        for seen in
            ["OLD[1] = 10", "OLD[1]=11", "OLD [ 1 ] = 10; OLD[0] = 12", "BUF[0] = 13", "OLD[0] = 10 11"]
        {
            assert!(matches!(answer(seen), Ok(Possibility::Possible { .. })), "{seen}: {:?}", answer(seen));
        }
        for seen in ["OLD[1] = 12", "OLD[1] = 10; OLD[0] = 10", "BUF[0] = 10"] {
            assert!(matches!(answer(seen), Ok(Possibility::Impossible { .. })), "{seen}: {:?}", answer(seen));
        }
    }

    #[test]
    fn an_element_that_does_not_exist_is_named() {
        for index in ["8", "99999999999999999999", "x", "-1", ""] {
            let why = format!("`OLD[{index}]` does not exist; `OLD` has elements 0 to 7");
            assert_eq!(answer(&format!("OLD[{index}] = 1")), Err(why));
        }
        assert!(answer("NEW[1] = 1").is_err_and(|why| why.contains("NEW")));
    }

    /// The text is as long as it may be, or lists as many elements as it may.
    #[test]
    fn a_text_of_any_length_can_be_asked() {
        let filled = format!("{TWO}{}", "/".repeat(crate::session::text::MAX_TEXT_BYTES - TWO.len()));
        assert!(matches!(answer_of(&filled, "BUF = 13"), Ok(Possibility::Possible { .. })));
        let lists = ".expect OLD = [_; 8]\n".repeat(10_000);
        assert!(matches!(
            answer_of(&format!("{TWO}{lists}"), "BUF = 12"),
            Ok(Possibility::Impossible { .. })
        ));
    }

    #[test]
    fn a_claim_is_about_the_variant_that_is_open() {
        let text = format!(
            "{TWO}.variant more {{\n  .surface BUF buffer ud = 20\n  .expect possible {{ BUF = 1 }}\n}}\n"
        );
        // 20 + 1 + 2 = 23, in both orders.
        match possible(&Session::open_as(&text, Some("more")), "BUF = 23") {
            Ok(Possibility::Possible { orders, of, .. }) => {
                assert_eq!((orders, of), (2u32.into(), 2u32.into()));
            }
            other => panic!("{other:?}"),
        }
    }

    /// `R1` is set and `R2` is used by the program, with 32 zeros. The run has only the
    /// registers that the text uses.
    #[test]
    fn registers_are_claimed_that_the_text_uses() {
        let text = ".isa sass sm=52\n.set R1 = 7\nMOV R2, R1;\n";
        for (seen, is_possible) in [("R1[0] = 7", true), ("R2[0] = 7", true), ("R2[1] = 7", false)] {
            let answer = answer_of(text, seen);
            assert_eq!(matches!(answer, Ok(Possibility::Possible { .. })), is_possible, "{seen}: {answer:?}");
        }
        let unused = "the text does not use `R9`, so it holds 0 in every order";
        assert_eq!(answer_of(text, "R9 = 0"), Err(unused.to_owned()));
    }

    #[test]
    fn a_bit_of_a_predicate_is_not_read_as_its_mask() {
        let opened = Session::open(TWO);
        let layout = opened.scenario.as_ref().map(|scenario| &scenario.layout);
        assert_eq!(observed_ends("P1[0] = 1", layout).as_deref(), Ok("P1 = 1 _"));
        assert_eq!(observed_ends("P1[2] = 1", layout).as_deref(), Ok("P1 = _ _ 1"));
    }
}
