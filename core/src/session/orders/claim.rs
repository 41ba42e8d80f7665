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

    pub(super) fn values(&self) -> Vec<Observation> {
        let value = |fact: &Fact| if let Fact::Value(seen) = fact { Some(*seen) } else { None };
        self.facts.iter().filter_map(value).collect()
    }

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

    /// Returns the answer to a claim, or the reason why it cannot be read.
    fn answer(session: &Session, seen: &str) -> String {
        match session.claim(seen).map(|claim| session.possible(&claim).expect("the text runs")) {
            Ok(Possibility::Possible { orders, of, .. }) => format!("{orders} of {of}"),
            Ok(Possibility::Impossible { because }) => because,
            Ok(other) => panic!("{seen}: {other:?}"),
            Err(why) => why,
        }
    }

    #[test]
    fn a_claim_is_answered_or_refused() {
        let two = Session::open(TWO);
        // Lane 1 stops the run before lane 0 adds 1, or after it.
        let stopping =
            TWO.replace("[0; 8]", "0 2").replace(".lanes 8", ".reading misaligned = error\n.lanes 8");
        let stopping = Session::open(&stopping);
        let variant = ".variant more {\n  .surface BUF buffer ud = 20\n  .expect possible { BUF = 1 }\n}\n";
        let variant = Session::open_as(&format!("{TWO}{variant}"), Some("more"));
        // `R1` is set and `R2` is used by the program, with 32 zeros. The run has only the registers that the text uses.
        let registers = Session::open(".isa sass sm=52\n.set R1 = 7\nMOV R2, R1;\n");
        // The text is as long as it may be.
        let filled = format!("{TWO}{}", "/".repeat(MAX_TEXT_BYTES - TWO.len()));
        let filled = Session::open(&filled);
        let lists = format!("{TWO}{}", ".expect OLD = [_; 8]\n".repeat(10_000));
        let lists = Session::open(&lists);
        for (session, seen, expected) in [
            // Lane 1 returns 10 if it is first and 10 + 1 if it is second.
            (&two, "OLD[1] = 10", "1 of 2"),
            (&two, "OLD[1]=11", "1 of 2"),
            (&two, "OLD [ 1 ] = 10; OLD[0] = 12", "1 of 2"),
            (&two, "BUF[0] = 13", "2 of 2"),
            (&two, "OLD[0] = 10 11", "1 of 2"),
            (&two, "OLD[1] = 12", "no order ends with OLD[1] = 12"),
            (&two, "OLD[1] = 10; OLD[0] = 10", "no order ends with OLD[1] = 10 and OLD[0] = 10"),
            (&two, "BUF[0] = 10", "no order ends with BUF[0] = 10"),
            (&lists, "BUF = 12", "no order ends with BUF[0] = 12"),
            (&filled, "BUF = 13", "2 of 2"),
            (&variant, "BUF = 23", "2 of 2"),
            (&registers, "R1[0] = 7", "1 of 1"),
            (&registers, "R2[0] = 7", "1 of 1"),
            (&registers, "R2[1] = 7", "no order ends with R2[1] = 7"),
            (&registers, "R9 = 0", "the text does not use `R9`, so it holds 0 in every order"),
            (&two, "NEW[1] = 1", "`NEW` is not declared"),
            (&two, "OLD[8] = 1", "`OLD[8]` does not exist; `OLD` has elements 0 to 7"),
            (&two, "OLD[x] = 1", "`OLD[x]` does not exist; `OLD` has elements 0 to 7"),
            (&two, "OLD[-1] = 1", "`OLD[-1]` does not exist; `OLD` has elements 0 to 7"),
            (&two, "OLD[] = 1", "`OLD[]` does not exist; `OLD` has elements 0 to 7"),
            (&two, "OLD[99999999999999999999] = 1", "`OLD[99999999999999999999]` does not exist; "),
            // Both addresses are multiples of 4.
            (&two, "error run-misaligned", "no order ends with `run-misaligned`"),
            (&two, "OLD[1] = 10\n.expect error run-misaligned", "no order ends with `run-misaligned`"),
            (&two, "BUF = 12\nerror run-misaligned", "no order ends with BUF[0] = 12"),
            (&stopping, "error run-misaligned", "2 of 2"),
            (&stopping, "BUF = 11\nerror run-misaligned", "1 of 2"),
            // No run ends with these errors.
            (&two, "error text-isa", "no order ends with `text-isa`; "),
            (&two, "error run-invariant", "no order ends with `run-invariant`; "),
            (&two, "error run-misalignt", "no order ends with `run-misalignt`; "),
            (
                &two,
                ".expect BUF = 13\n.expect outcomes memory 1",
                "`.expect outcomes` is about all orders, not",
            ),
            (
                &two,
                ".expect order-independent",
                "`.expect order-independent` is about all orders, not about one; leave the line out, and check it with `test`",
            ),
            (&two, ".expect impossible { BUF = 3 }", "`.expect impossible` is about all orders, not"),
            (&two, ".expect invariant total", "`.expect invariant` is about all orders, not"),
            (&two, "BUF = 13\nwarning run-race", "`.expect warning` cannot be decided for each order; leave"),
            (
                &two,
                ".expect note run-out-of-bounds",
                "`.expect note` cannot be decided for each order; leave",
            ),
        ] {
            let answer = answer(session, seen);
            assert!(answer.starts_with(expected), "{seen}: {answer}");
        }
    }

    #[test]
    fn a_bit_of_a_predicate_is_not_read_as_its_mask() {
        let opened = Session::open(TWO);
        let layout = opened.scenario.as_ref().map(|scenario| &scenario.layout);
        assert_eq!(observed_ends("P1[0] = 1", layout).as_deref(), Ok("P1 = 1 _"));
        assert_eq!(observed_ends("P1[2] = 1", layout).as_deref(), Ok("P1 = _ _ 1"));
    }
}
