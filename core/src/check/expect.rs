//! `.expect` and `.limit`: claims about the end of a run, about all orders, and about costs.

use super::binding::SetCheck;
use super::declared::Declared;
use super::findings::Findings;
use super::known_sets::KnownSets;
use super::limit::{Limited, limited};
use super::{rules, values};
use crate::base::{Bits, ScalarType, Span, one_of, rules};
use crate::diag::{Diagnostic, Severity};
use crate::exec::{self, Bound, RunError, Scenario};
use crate::machine::Place;
use crate::spec::{CostCount, InstructionSet};
use crate::syntax::{Claim, Directive, Document, Expect, SpannedText, ValueList};
use std::rc::Rc;

rules! {
    EXPECT_COST: "text-expect-cost", Invalid, "a count follows the instruction that it is about",
        "Lanescope scenario text", ".expect";
    EXPECT_BUDGET: "limit-expectations", Budget, "`.expect` and `.ask` lines name at most 262,144 elements in all",
        "Lanescope", "limits";
    POSSIBLE: "limit-possible", Budget, "a scenario has at most 64 claims about what is possible", "Lanescope", "limits";
    EXPECT_ERROR: "text-expect-error", Invalid, "`.expect possible error` and `.expect impossible error` name an error that ends a run",
        "Lanescope scenario text", ".expect";
}

/// The largest number of elements in all `.expect` and `.ask` lines of a scenario.
pub(crate) const MAX_ELEMENTS: usize = 1 << 18;
/// The maximum number of `.expect possible` and `.expect impossible` lines. Each line is a search over all orders.
pub(crate) const MAX_POSSIBLE: usize = 64;

/// The claim of an `.expect` or `.limit` line.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// A claim about contents at the end of the run.
    Contents {
        /// The place of the line.
        span: Span,
        /// The name of the variable, predicate or surface.
        name: String,
        /// The element type.
        ty: ScalarType,
        /// The elements, each with its expected value.
        elements: Vec<ExpectedElement>,
    },
    /// A claim about the number of distinct outcomes over all orders.
    Outcomes {
        /// The place of the line.
        span: Span,
        /// Whether outcomes include all variables and predicates, and not only the surfaces.
        includes_results: bool,
        /// The number of outcomes.
        count: u64,
    },
    /// A claim that some order ends with given contents, or that none does.
    Possible {
        /// The place of the line.
        span: Span,
        /// Whether such an order exists.
        is_possible: bool,
        /// The contents and errors at the end: [`Expected::Contents`] and [`Expected::Diagnostic`].
        ends: Rc<[Expected]>,
    },
    /// A claim that all orders keep an invariant.
    Invariant {
        /// The place of the line.
        span: Span,
        /// The invariant's name.
        name: String,
    },
    /// A claim that all orders have the same outcome.
    OrderIndependent {
        /// The place of the line.
        span: Span,
    },
    /// A claim about the cost of an instruction.
    Cost {
        /// The place of the line.
        span: Span,
        /// The index of the instruction.
        instruction: usize,
        /// The count.
        count: CostCount,
        /// Its expected number.
        number: u64,
    },
    /// A limit for the whole program.
    Limit {
        /// The place of the line.
        span: Span,
        /// The count.
        count: Limited,
        /// The largest number, or the smallest one.
        number: u64,
        /// Whether it is the smallest number.
        is_least: bool,
    },
    /// A claim that a diagnostic is reported.
    Diagnostic {
        /// The place of the line.
        span: Span,
        /// The diagnostic's severity.
        severity: Severity,
        /// The diagnostic's code.
        code: String,
    },
}

impl Expected {
    /// Returns the place of the line.
    pub fn span(&self) -> Span {
        match self {
            Self::Contents { span, .. }
            | Self::Outcomes { span, .. }
            | Self::Possible { span, .. }
            | Self::Invariant { span, .. }
            | Self::OrderIndependent { span }
            | Self::Cost { span, .. }
            | Self::Limit { span, .. }
            | Self::Diagnostic { span, .. } => *span,
        }
    }

    /// Returns whether it is a claim about all orders, and not about one run.
    pub fn is_about_orders(&self) -> bool {
        !matches!(
            self,
            Self::Contents { .. } | Self::Diagnostic { .. } | Self::Cost { .. } | Self::Limit { .. }
        )
    }
}

/// An element of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedElement {
    /// The place of the element.
    pub place: Place,
    /// The index of the element's bit in a predicate; `None` if the element is the whole place.
    pub bit: Option<u8>,
    /// The expected value; `None` if the element is ignored.
    pub value: Option<Bits>,
}

/// The reader of the lines that claim something: `.expect`, `.limit` and `.ask`.
pub(super) struct ClaimReader<'a> {
    pub document: &'a Document,
    pub set: &'a InstructionSet,
    pub program: &'a [Bound],
    pub declared: &'a Declared,
    pub set_check: &'a dyn SetCheck,
    pub findings: &'a mut Findings,
    /// The number of elements that this line and the following ones may list. `.expect` and `.ask` lines share it.
    pub left: usize,
}

impl ClaimReader<'_> {
    /// Reads the `.expect` and `.limit` lines.
    pub fn expected(&mut self) -> Vec<Expected> {
        let mut out = Vec::new();
        let mut possible = 0;
        for (span, directive) in self.document.directives() {
            let expect = match directive {
                Directive::Expect(expect) => expect,
                Directive::Limit { name, number, is_least } => {
                    if self.findings.stop_if_full(span) {
                        return out;
                    }
                    let count = limited(name, self.set, self.document, self.findings);
                    let (number, is_least) = (*number, *is_least);
                    out.extend(count.map(|count| Expected::Limit { span, count, number, is_least }));
                    continue;
                }
                _ => continue,
            };
            let Some(mut claimed) = self.claimed(span, expect) else {
                return out;
            };
            match expect {
                Expect::Contents(_) => out.append(&mut claimed),
                Expect::Diagnostic { severity, code } => {
                    let code = exec::current_code(&code.text).to_owned();
                    out.push(Expected::Diagnostic { span, severity: *severity, code });
                }
                &Expect::Outcomes { includes_results, count } => {
                    let count = count.to_u64();
                    out.push(Expected::Outcomes { span, includes_results, count });
                }
                Expect::Possible { is_possible, .. } => {
                    possible += 1;
                    if possible > MAX_POSSIBLE {
                        let message =
                            format!("there are more than {MAX_POSSIBLE} claims about what is possible");
                        self.findings.error(&POSSIBLE, span, message);
                        return out;
                    }
                    out.push(Expected::Possible { span, is_possible: *is_possible, ends: claimed.into() });
                }
                Expect::Invariant(name) => {
                    self.check_invariant(name);
                    out.push(Expected::Invariant { span, name: name.text.clone() });
                }
                Expect::OrderIndependent(_) => out.push(Expected::OrderIndependent { span }),
                Expect::Cost { what, count } => match self.instruction_above(span) {
                    Some(instruction) => {
                        out.push(Expected::Cost { span, instruction, count: *what, number: count.to_u64() });
                    }
                    None => {
                        let message = format!("no instruction above `.expect {}`", what.word());
                        self.findings.error(&EXPECT_COST, span, message);
                    }
                },
            }
        }
        out
    }

    /// Returns the contents and errors that a line claims. `None` if the lines list too many elements, or after too many errors.
    pub fn claimed(&mut self, span: Span, expect: &Expect) -> Option<Vec<Expected>> {
        let mut claimed = Vec::new();
        for Claim { name, ty, values } in expect.claims() {
            if self.findings.stop_if_full(span) {
                return None;
            }
            let ty = ty.map(|(ty, _)| ty);
            let Some((name, ty, elements)) = self.contents(name, ty, values) else {
                continue;
            };
            let Some(rest) = self.left.checked_sub(elements.len()) else {
                let message = "the `.expect` and `.ask` lines list more elements than the limit";
                self.findings.error(&EXPECT_BUDGET, span, message);
                return None;
            };
            self.left = rest;
            claimed.push(Expected::Contents { span, name, ty, elements });
        }
        if let Expect::Possible { errors, .. } = expect {
            claimed.extend(errors.iter().filter_map(|code| self.error_claim(span, code)));
        }
        Some(claimed)
    }

    /// Returns the claim that an order ends with an error. Reports a code that no run ends with.
    fn error_claim(&mut self, span: Span, code: &SpannedText) -> Option<Expected> {
        if let Some(error) = RunError::from_code(&code.text) {
            return Some(Expected::Diagnostic {
                span,
                severity: Severity::Error,
                code: error.code().to_owned(),
            });
        }
        let known = RunError::ALL.map(RunError::code);
        let hint = match exec::INVARIANT.code == code.text {
            true => "write `.expect invariant NAME` to demand that all orders keep an invariant".to_owned(),
            false => format!("expected {}", one_of(known)),
        };
        let message = format!("no order ends with `{}`; {hint}", code.text);
        let finding = Diagnostic::error(&EXPECT_ERROR, code.span, message);
        self.findings.push(finding.write_closest(&code.text, known));
        None
    }

    /// Reports an invariant that the document does not have.
    fn check_invariant(&mut self, name: &SpannedText) {
        if !self.document.has_invariant(&name.text) {
            let message = format!(
                "no `.invariant` is called `{}`; expected the name of an `.invariant` line",
                name.text
            );
            let finding = Diagnostic::error(&rules::EXPECT_TARGET, name.span, message);
            let names = self.document.invariants().map(|line| line.name.text.as_str());
            self.findings.push(finding.write_closest(&name.text, names));
        }
    }

    /// Returns the name, type and elements of a claim about contents.
    fn contents(
        &mut self,
        name: &SpannedText,
        ty: Option<ScalarType>,
        list: &ValueList,
    ) -> Option<(String, ScalarType, Vec<ExpectedElement>)> {
        let layout = &self.declared.layout;
        let kept_name = self.declared.surface_name(&name.text);
        let what = format!("`{}`", name.text);
        if let Some(predicate) = layout.predicate(&name.text) {
            let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
            let bits = values::predicate(list, predicate.count, &what, self.findings).into_iter().enumerate();
            let bit = |(at, value)| ExpectedElement { place, bit: Some(at as u8), value };
            return Some((name.text.clone(), ScalarType::Ub, bits.map(bit).collect()));
        }
        if let Some(surface) = layout.surface(kept_name)
            && ty.is_none_or(|ty| ty.size_bytes() == surface.ty.size_bytes())
        {
            let ty = ty.unwrap_or(surface.ty);
            let elements = values::elements(list, ty, surface.count(), &what, self.findings);
            let element = |(at, value)| ExpectedElement { place: surface.element(at), bit: None, value };
            let elements = elements.into_iter().enumerate().map(element).collect();
            return Some((name.text.clone(), ty, elements));
        }
        let (space, first, own, size_bytes) = if let Some(variable) = layout.variable(&name.text) {
            (variable.space, variable.byte_offset, variable.ty, variable.count * variable.ty.size_bytes())
        } else if let Some(surface) = layout.surface(kept_name) {
            (surface.space, 0, surface.ty, layout.space(surface.space).size_bytes)
        } else {
            self.report_undeclared(name);
            return None;
        };
        let ty = ty.unwrap_or(own);
        let elements = values::elements(list, ty, size_bytes / ty.size_bytes(), &what, self.findings);
        let element = |(at, value)| ExpectedElement {
            // Variables and surfaces have at most 64 KiB.
            place: Place {
                space,
                byte_offset: (first + at * ty.size_bytes()) as u32,
                size_bytes: ty.size_bytes() as u32,
            },
            bit: None,
            value,
        };
        Some((name.text.clone(), ty, elements.into_iter().enumerate().map(element).collect()))
    }

    /// Returns the index of the last instruction above a line.
    pub fn instruction_above(&self, line: Span) -> Option<usize> {
        self.program.partition_point(|bound| bound.span.start < line.start).checked_sub(1)
    }

    /// Reports a name that is not declared, unless its declaration is in error.
    pub fn report_undeclared(&mut self, name: &SpannedText) {
        if !self.declared.broken.contains(&name.text) {
            let finding = self.set_check.unknown_in_expect(self.declared, name, self.findings);
            self.findings.push(finding);
        }
    }
}

/// Returns the contents and errors that the `.expect` lines of a document claim, whose names are those of a scenario.
/// Fails with the message of the first error.
pub fn claimed_in(
    document: &Document,
    scenario: &Scenario,
    sets: &KnownSets,
) -> Result<Vec<Expected>, String> {
    let (set_check, declared) = (
        sets.binding(&scenario.set).begin(scenario.dispatch_lanes.into()),
        Declared::from_scenario(scenario),
    );
    let (mut all, mut findings) = (Vec::new(), Findings::default());
    let mut reader = ClaimReader {
        document,
        set: &scenario.set,
        program: &[],
        declared: &declared,
        set_check: &*set_check,
        findings: &mut findings,
        left: MAX_ELEMENTS,
    };
    for (span, directive) in document.directives() {
        if let Directive::Expect(expect) = directive {
            all.extend(reader.claimed(span, expect).into_iter().flatten());
        }
    }
    match findings.into_all().into_iter().find(|found| found.severity == Severity::Error) {
        Some(error) => Err(error.message),
        None => Ok(all),
    }
}
