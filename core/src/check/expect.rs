//! `.expect`: claims about the end of the run.

use super::binding::Binding;
use super::findings::Findings;
use super::known_sets::KnownSets;
use super::layout_builder::Declared;
use super::limit::{Limited, limited};
use super::{rules, values};
use crate::base::{Bits, ScalarType, Span, one_of};
use crate::diag::{Diagnostic, Severity};
use crate::exec::{self, Bound, RunError, Scenario};
use crate::machine::Place;
use crate::spec::{CostCount, InstructionSet};
use crate::syntax::{Claim, Directive, Document, Expect, SpannedText, ValueList};
use std::rc::Rc;

/// The largest number of elements in all claims of a scenario.
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
        results: bool,
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
        what: CostCount,
        /// The number.
        count: u64,
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

/// Reads the `.expect` and `.limit` lines.
pub(super) fn expected(
    document: &Document,
    set: &InstructionSet,
    program: &[Bound],
    declared: &Declared,
    binding: &dyn Binding,
    findings: &mut Findings,
) -> Vec<Expected> {
    let mut out = Vec::new();
    let (mut left, mut possible) = (MAX_ELEMENTS, 0);
    for (span, directive) in document.directives() {
        let expect = match directive {
            Directive::Expect(expect) => expect,
            Directive::Limit { name, number, is_least } => {
                if findings.is_full(span) {
                    return out;
                }
                let count = limited(name, set, document, findings);
                let (number, is_least) = (*number, *is_least);
                out.extend(count.map(|count| Expected::Limit { span, count, number, is_least }));
                continue;
            }
            _ => continue,
        };
        let Some(mut claimed) = claimed(span, expect, declared, binding, &mut left, findings) else {
            return out;
        };
        match expect {
            Expect::Contents(_) => out.append(&mut claimed),
            Expect::Diagnostic { severity, code } => {
                out.push(Expected::Diagnostic { span, severity: *severity, code: code.text.clone() });
            }
            // `count` yields at most 64 bits.
            &Expect::Outcomes { results, count } => {
                out.push(Expected::Outcomes { span, results, count: count.value as u64 });
            }
            Expect::Possible { is_possible, .. } => {
                possible += 1;
                if possible > MAX_POSSIBLE {
                    let message = format!("there are more than {MAX_POSSIBLE} claims about what is possible");
                    findings.error(&rules::POSSIBLE, span, message);
                    return out;
                }
                out.push(Expected::Possible { span, is_possible: *is_possible, ends: claimed.into() });
            }
            Expect::Invariant(name) => {
                check_invariant(document, name, findings);
                out.push(Expected::Invariant { span, name: name.text.clone() });
            }
            Expect::OrderIndependent(_) => out.push(Expected::OrderIndependent { span }),
            // The last of the lines before it.
            Expect::Cost { what, count } => {
                match program.partition_point(|bound| bound.span.start < span.start) {
                    0 => {
                        let message = format!("no instruction above `.expect {}`", what.word());
                        findings.error(&rules::EXPECT_COST, span, message);
                    }
                    // `count` yields at most 64 bits.
                    end => out.push(Expected::Cost {
                        span,
                        instruction: end - 1,
                        what: *what,
                        count: count.value as u64,
                    }),
                }
            }
        }
    }
    out
}

/// Returns the contents and errors that the `.expect` lines of a document claim, whose names are those of a scenario.
/// Fails with the message of the first error.
pub fn claimed_in(
    document: &Document,
    scenario: &Scenario,
    roll_call: &KnownSets,
) -> Result<Vec<Expected>, String> {
    let (binding, declared) = (roll_call.binding(&scenario.set), Declared::from_scenario(scenario));
    let (mut all, mut left, mut findings) = (Vec::new(), MAX_ELEMENTS, Findings::default());
    for (span, directive) in document.directives() {
        if let Directive::Expect(expect) = directive {
            let claimed = claimed(span, expect, &declared, binding, &mut left, &mut findings);
            all.extend(claimed.into_iter().flatten());
        }
    }
    match findings.into_all().into_iter().find(|found| found.severity == Severity::Error) {
        Some(error) => Err(error.message),
        None => Ok(all),
    }
}

/// Returns the claim that an order ends with an error. Reports a code that no run ends with.
fn error(span: Span, code: &SpannedText, findings: &mut Findings) -> Option<Expected> {
    if let Some(error) = RunError::from_code(&code.text) {
        return Some(Expected::Diagnostic { span, severity: Severity::Error, code: error.code().to_owned() });
    }
    let known = RunError::ALL.map(RunError::code);
    let hint = match exec::INVARIANT.code == code.text {
        true => "write `.expect invariant NAME` to demand that all orders keep an invariant".to_owned(),
        false => format!("expected {}", one_of(known)),
    };
    let message = format!("no order ends with `{}`; {hint}", code.text);
    let finding = Diagnostic::error(&rules::EXPECT_ERROR, code.span, message);
    findings.push(finding.write_closest(&code.text, known));
    None
}

/// Reports an invariant that the document does not have.
fn check_invariant(document: &Document, name: &SpannedText, findings: &mut Findings) {
    if !document.has_invariant(&name.text) {
        let message =
            format!("no `.invariant` is called `{}`; expected the name of an `.invariant` line", name.text);
        let finding = Diagnostic::error(&rules::EXPECT_TARGET, name.span, message);
        let names = document.invariants().map(|line| line.name.text.as_str());
        findings.push(finding.write_closest(&name.text, names));
    }
}

/// Returns the contents and errors that a line claims. `left` is the number of elements that this line and the
/// following ones may list. `None` if there are more, or too many errors.
pub(super) fn claimed(
    span: Span,
    expect: &Expect,
    declared: &Declared,
    binding: &dyn Binding,
    left: &mut usize,
    findings: &mut Findings,
) -> Option<Vec<Expected>> {
    let mut claimed = Vec::new();
    for Claim { name, ty, values } in expect.claims() {
        if findings.is_full(span) {
            return None;
        }
        let ty = ty.map(|(ty, _)| ty);
        let Some((name, ty, elements)) = contents(name, ty, values, declared, binding, findings) else {
            continue;
        };
        let Some(rest) = left.checked_sub(elements.len()) else {
            let message = "the `.expect` and `.ask` lines list more elements than the limit";
            findings.error(&rules::EXPECT_BUDGET, span, message);
            return None;
        };
        *left = rest;
        claimed.push(Expected::Contents { span, name, ty, elements });
    }
    if let Expect::Possible { errors, .. } = expect {
        claimed.extend(errors.iter().filter_map(|code| error(span, code, findings)));
    }
    Some(claimed)
}

/// Returns the name, type and elements of a claim about contents.
fn contents(
    name: &SpannedText,
    ty: Option<ScalarType>,
    list: &ValueList,
    declared: &Declared,
    binding: &dyn Binding,
    findings: &mut Findings,
) -> Option<(String, ScalarType, Vec<ExpectedElement>)> {
    let layout = &declared.layout;
    let kept_name = declared.surface_name(&name.text);
    let what = format!("`{}`", name.text);
    if let Some(predicate) = layout.predicate(&name.text) {
        let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
        let bits = values::predicate(list, predicate.count, &what, findings).into_iter().enumerate();
        let bit = |(at, value)| ExpectedElement { place, bit: Some(at as u8), value };
        return Some((name.text.clone(), ScalarType::Ub, bits.map(bit).collect()));
    }
    if let Some(surface) = layout.surface(kept_name)
        && ty.is_none_or(|ty| ty.size_bytes() == surface.ty.size_bytes())
    {
        let ty = ty.unwrap_or(surface.ty);
        let elements = values::elements(list, ty, surface.count(), &what, findings);
        let element = |(at, value)| ExpectedElement { place: surface.element(at), bit: None, value };
        let elements = elements.into_iter().enumerate().map(element).collect();
        return Some((name.text.clone(), ty, elements));
    }
    let (space, first, own, size_bytes) = if let Some(variable) = layout.variable(&name.text) {
        (variable.space, variable.byte_offset, variable.ty, variable.count * variable.ty.size_bytes())
    } else if let Some(surface) = layout.surface(kept_name) {
        (surface.space, 0, surface.ty, layout.space(surface.space).size_bytes)
    } else {
        undeclared(name, declared, binding, findings);
        return None;
    };
    let ty = ty.unwrap_or(own);
    let elements = values::elements(list, ty, size_bytes / ty.size_bytes(), &what, findings);
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

/// Reports a name that is not declared, unless its declaration is in error.
pub(super) fn undeclared(
    name: &SpannedText,
    declared: &Declared,
    binding: &dyn Binding,
    findings: &mut Findings,
) {
    if !declared.broken.contains(&name.text) {
        let finding = binding.nothing_to_expect(declared, name, findings);
        findings.push(finding);
    }
}
