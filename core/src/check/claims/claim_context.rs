//! The context of claims and questions: it looks up the names and values in them.

use super::claim::{ClaimedContents, ClaimedElement, ClaimedEnd};
use crate::base::{Rule, SCENARIO_TEXT, ScalarType, Span, one_of, rules};
use crate::check::findings::{Findings, Reported};
use crate::check::quota::Quota;
use crate::check::rules;
use crate::check::set_check::DocumentCheck;
use crate::check::sets_with_checks::SetsWithChecks;
use crate::check::setup::declared::Declared;
use crate::check::setup::values;
use crate::diag::{Diagnostic, Severity};
use crate::exec::{self, RunError, Scenario};
use crate::machine::{Declaration, Place, Predicate, SpaceId};
use crate::syntax::{ContentsText, Directive, Document, EndText, ExpectLine, SpannedText};

rules! {
    EXPECT_BUDGET: "limit-expectations", Budget, "`.expect` and `.ask` lines name at most 262,144 elements in all",
        "Lanescope", "limits";
    EXPECT_ERROR: "text-expect-error", Invalid, "`.expect possible error` and `.expect impossible error` name an error that ends a run",
        SCENARIO_TEXT, ".expect";
}

/// The largest number of elements in all `.expect` and `.ask schedule` lines of a scenario.
pub(crate) const MAX_ELEMENTS: usize = 1 << 18;

/// Returns the end that a document's `.expect possible` line claims. Its names are looked up in `scenario`, not in the document.
/// Fails with the message of the first error.
pub fn claimed_end(
    document: &Document,
    scenario: &Scenario,
    sets: &SetsWithChecks,
) -> Result<ClaimedEnd, String> {
    let document_check = sets.check_of(&scenario.set).begin(&scenario.set, scenario.dispatch_lanes.into());
    let declared = Declared::from_scenario(scenario);
    let mut findings = Findings::default();
    let mut cx = ClaimContext::new(&declared, &*document_check, &mut findings);
    let claimed = document.directives().find_map(|(span, directive)| match directive {
        Directive::Expect(ExpectLine::Possible { end, .. }) => Some((span, end)),
        _ => None,
    });
    let end = claimed.map(|(span, end)| cx.end(span, end));
    match findings.into_all().into_iter().find(|found| found.severity == Severity::Error) {
        Some(error) => Err(error.message),
        None => Ok(end.unwrap_or_default()),
    }
}

/// The declarations of claims and questions, and the limits on them.
pub(in crate::check) struct ClaimContext<'a> {
    pub declared: &'a Declared,
    document_check: &'a dyn DocumentCheck,
    pub findings: &'a mut Findings,
    /// The elements that all lines list.
    elements: Quota,
}

impl<'a> ClaimContext<'a> {
    /// Creates a context without claims.
    pub fn new(
        declared: &'a Declared,
        document_check: &'a dyn DocumentCheck,
        findings: &'a mut Findings,
    ) -> Self {
        Self { declared, document_check, findings, elements: Quota::new(MAX_ELEMENTS) }
    }

    /// Returns whether the line at `span` and those after it are not read, after too many elements or errors.
    pub fn stops_at(&mut self, span: Span) -> bool {
        self.elements.is_exceeded() || self.findings.is_full_at(span)
    }

    /// Returns the end of an order that a line claims, without the parts that are in error.
    pub fn end(&mut self, span: Span, end: &EndText) -> ClaimedEnd {
        let mut found = ClaimedEnd::default();
        for contents in &end.contents {
            if self.stops_at(span) {
                return found;
            }
            found.contents.extend(self.contents(span, contents));
        }
        found.errors.extend(end.errors.iter().filter_map(|code| self.run_error(code).ok()));
        found
    }

    /// Returns the error with a code. Reports a code that no run ends with.
    fn run_error(&mut self, code: &SpannedText) -> Result<RunError, Reported> {
        RunError::from_code(&code.text).ok_or_else(|| {
            let known = RunError::ALL.map(RunError::code);
            let hint = if exec::INVARIANT.code == code.text {
                "write `.expect invariant NAME` to demand that all orders keep an invariant".to_owned()
            } else {
                format!("expected {}", one_of(known))
            };
            let message = format!("no order ends with `{}`; {hint}", code.text);
            let finding = Diagnostic::error(&EXPECT_ERROR, code.span, message);
            self.findings.push_misspelt(finding, &code.text, known)
        })
    }

    /// Returns the contents that a line claims.
    pub fn contents(&mut self, span: Span, contents: &ContentsText) -> Result<ClaimedContents, Reported> {
        let (ty, elements) = self.typed_elements(contents)?;
        self.elements.take(elements.len(), self.findings, || {
            let message = "the `.expect` and `.ask` lines list more elements than the limit";
            Diagnostic::error(&EXPECT_BUDGET, span, message)
        })?;
        Ok(ClaimedContents { name: contents.name.text.clone(), ty, elements })
    }

    /// Returns the type and the elements of claimed contents. Reports a name that is not declared.
    fn typed_elements(
        &mut self,
        contents: &ContentsText,
    ) -> Result<(ScalarType, Vec<ClaimedElement>), Reported> {
        let Some(declaration) = self.declared.find(&contents.name.text) else {
            return Err(self.report_undeclared(&contents.name, &rules::EXPECT_TARGET));
        };
        let written_type = contents.ty.map(|(ty, _)| ty);
        Ok(match declaration {
            Declaration::Predicate(predicate) => {
                if let Some((ty, span)) = contents.ty {
                    let message =
                        format!("`{}` is a predicate, whose bits have no type `{ty}`", contents.name.text);
                    return Err(self.findings.error(&rules::VALUE_TYPE, span, message));
                }
                (ScalarType::Ub, self.predicate_elements(contents, predicate))
            }
            Declaration::Surface(surface) => {
                let ty = written_type.unwrap_or(surface.ty);
                if ty.size_bytes() == surface.ty.size_bytes() {
                    let place = |index| surface.element(index);
                    (ty, self.whole_places(contents, ty, surface.count(), place))
                } else {
                    let size_bytes = self.declared.layout.space(surface.space).size_bytes;
                    (ty, self.viewed_elements(contents, surface.space, 0, size_bytes, ty))
                }
            }
            Declaration::Variable(variable) => {
                let usual_type = || self.document_check.element_type(&contents.name.text, &contents.values);
                let ty = written_type.or_else(usual_type).unwrap_or(variable.ty);
                let size_bytes = variable.count * variable.ty.size_bytes();
                (ty, self.viewed_elements(contents, variable.space, variable.byte_offset, size_bytes, ty))
            }
        })
    }

    /// Returns the bits of a predicate.
    fn predicate_elements(&mut self, contents: &ContentsText, predicate: &Predicate) -> Vec<ClaimedElement> {
        let what = format!("`{}`", contents.name.text);
        let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
        let bits = values::to_predicate_bits(&contents.values, predicate.count, &what, self.findings);
        let element = |(bit, value)| ClaimedElement { place, bit: Some(bit as u8), value };
        bits.into_iter().enumerate().map(element).collect()
    }

    /// Returns consecutive elements of a type from a byte of a space on.
    fn viewed_elements(
        &mut self,
        contents: &ContentsText,
        space: SpaceId,
        first_byte: usize,
        size_bytes: usize,
        ty: ScalarType,
    ) -> Vec<ClaimedElement> {
        let element_bytes = ty.size_bytes();
        // Variables and surfaces have at most 64 KiB.
        let place = |index| Place {
            space,
            byte_offset: (first_byte + index * element_bytes) as u32,
            size_bytes: element_bytes as u32,
        };
        self.whole_places(contents, ty, size_bytes / element_bytes, place)
    }

    /// Returns elements that are whole places, at most `count`.
    fn whole_places(
        &mut self,
        contents: &ContentsText,
        ty: ScalarType,
        count: usize,
        place: impl Fn(usize) -> Place,
    ) -> Vec<ClaimedElement> {
        let what = format!("`{}`", contents.name.text);
        let elements = values::to_elements(&contents.values, ty, count, &what, self.findings);
        let element = |(index, value)| ClaimedElement { place: place(index), bit: None, value };
        elements.into_iter().enumerate().map(element).collect()
    }

    /// Reports a name that is not declared, unless its declaration is in error.
    pub fn report_undeclared(&mut self, name: &SpannedText, rule: &'static Rule) -> Reported {
        if self.declared.is_broken(&name.text) {
            return self.findings.already_reported(name.span);
        }
        let finding = self.document_check.undeclared_target(self.declared, name, rule, self.findings);
        self.findings.push_error(finding)
    }
}
