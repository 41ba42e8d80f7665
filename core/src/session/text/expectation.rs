//! Expectations about one run, and their verdicts.

use crate::base::{Bits, NumberFormat, Span, counted, show};
use crate::check::{Claim, ClaimKind, ClaimedContents, LimitTarget};
use crate::cost::{Cost, cost};
use crate::diag::{Diagnostic, Severity};
use crate::exec::Run;
use crate::machine::{Place, State};
use crate::spec::CostCount;
use crate::syntax::{LimitCount, Threshold};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// An `.expect` or `.limit` line with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The place of the line.
    pub span: Span,
    /// The verdict.
    pub verdict: Verdict,
    /// The differences from the expectation, one sentence each.
    pub differences: Vec<String>,
    /// The place of each difference. Empty if the line is not about contents.
    pub places: Vec<Place>,
}

/// The verdict on an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The expectation holds.
    Holds,
    /// The expectation does not hold.
    Fails,
    /// The expectation is about all orders, and these have not been explored, or not enough of them to decide it.
    NotJudged,
}

impl Expectation {
    /// Returns whether the expectation is known to hold.
    pub fn holds(&self) -> bool {
        self.verdict == Verdict::Holds
    }

    /// Creates an expectation. It holds if `differences` is empty.
    pub fn judged(span: Span, differences: Vec<String>) -> Self {
        let verdict = if differences.is_empty() { Verdict::Holds } else { Verdict::Fails };
        Self { span, verdict, differences, places: Vec::new() }
    }
}

/// Judges claims about the end of a run and about its diagnostics. Claims about all orders get no verdict.
pub(super) fn judge(claims: &[Claim], run: Option<&Run>, diagnostics: &[Diagnostic]) -> Vec<Expectation> {
    let end = run.map(|run| run.state(run.len()));
    // Each instruction is counted once, however many lines are about it.
    let mut costs = FxHashMap::<usize, Cost>::default();
    let mut cost_of = |run: &Run, instruction: usize| {
        *costs.entry(instruction).or_insert_with(|| cost(run, instruction, &run.scenario().cost_model))
    };
    let of = |Claim { span, kind }: &Claim| {
        let mut places = Vec::new();
        let found: Vec<String> = match (kind, run.zip(end.as_ref())) {
            (
                ClaimKind::Outcomes { .. }
                | ClaimKind::Possible { .. }
                | ClaimKind::Invariant(_)
                | ClaimKind::OrderIndependent,
                Some(_),
            ) => {
                let judged = Expectation::judged(*span, Vec::new());
                return Expectation { verdict: Verdict::NotJudged, ..judged };
            }
            (ClaimKind::Diagnostic { severity, code, .. }, _) => {
                not_reported(*severity, code, diagnostics).into_iter().collect()
            }
            (_, None) => vec!["nothing ran".to_owned()],
            (ClaimKind::Contents(contents), Some((_, end))) => {
                let (differing, sentences) = differences(contents, end).into_iter().unzip();
                places = differing;
                sentences
            }
            (ClaimKind::Cost { instruction, count, number, .. }, Some((run, _))) => {
                let found = u64::from(cost_of(run, *instruction).get(*count));
                let (word, model) = (count.word(), &run.scenario().cost_model);
                let sentence = format!("{word}: found {found}, expected {number}, by the model `{model}`");
                (found != *number).then_some(sentence).into_iter().collect()
            }
            (ClaimKind::Limit { target, threshold }, Some((run, _))) => {
                let (found, what) = total(run, target, &mut cost_of);
                let limit = match threshold {
                    Threshold::AtMost(most) => format!("the limit is {most}"),
                    Threshold::AtLeast(least) => format!("the smallest number is {least}"),
                };
                (!threshold.allows(found)).then(|| format!("{what}, but {limit}")).into_iter().collect()
            }
        };
        Expectation { places, ..Expectation::judged(*span, found) }
    };
    claims.iter().map(of).collect()
}

/// Returns how the diagnostics differ from an expected one.
fn not_reported(expected: Severity, code: &str, diagnostics: &[Diagnostic]) -> Option<String> {
    let mut found = diagnostics.iter().filter(|found| found.code() == code).map(|found| found.severity);
    let Some(first) = found.clone().next() else {
        return Some(format!("`{code}` was not reported"));
    };
    let (reported, wanted) = (first.word(), expected.word());
    let sentence = format!("`{code}` was reported with severity `{reported}`, expected `{wanted}`");
    (!found.any(|severity| severity == expected)).then_some(sentence)
}

/// Returns the number that a limit is about, for a whole run, alone and with its name. The longest queue is not added up.
fn total(run: &Run, target: &LimitTarget, cost_of: &mut impl FnMut(&Run, usize) -> Cost) -> (u64, String) {
    let scenario = run.scenario();
    let LimitTarget::Count(LimitCount::Cost(count)) = target else {
        let found = scenario.program.iter().filter(|bound| target.counts(bound)).count();
        let instructions = counted(found, "instruction");
        let what = match target {
            LimitTarget::Instruction { written, .. } => format!("{instructions} `{written}`"),
            LimitTarget::Count(LimitCount::Modified) => format!("{instructions} with modified semantics"),
            LimitTarget::Count(_) => instructions,
        };
        return (found as u64, what);
    };
    let costs = (0..scenario.program.len()).map(|at| u64::from(cost_of(run, at).get(*count)));
    let found = if *count == CostCount::Queue { costs.max().unwrap_or(0) } else { costs.sum() };
    (found, format!("{}: {found} by the model `{}`", count.word(), scenario.cost_model))
}

/// Returns each element that differs from the expectation: its place, and a sentence.
fn differences(expected: &ClaimedContents, end: &State) -> Vec<(Place, String)> {
    let ClaimedContents { name, ty, elements } = expected;
    let mut out = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        let Some(wanted) = element.value else { continue };
        let found = end.read(element.place);
        let (found, wanted, width_bits) = match element.bit {
            Some(bit) => (Bits::new(found.value >> bit & 1, found.defined >> bit & 1 | !1), wanted, 1),
            None => (found, wanted, ty.width_bits()),
        };
        if found.truncate(width_bits) != wanted.truncate(width_bits) {
            let text = |bits: Bits| {
                if bits.is_undefined(width_bits) {
                    "?".to_owned()
                } else {
                    show(bits.truncate(width_bits), *ty, NumberFormat::Auto)
                }
            };
            let sentence = format!("{name}[{at}] is {}, expected {}", text(found), text(wanted));
            out.push((element.place, sentence));
        }
    }
    out
}
