//! The lines that claim something, `.expect` and `.limit`, and those that ask the reader, `.ask` and `.hint`.

use super::asked::Ask;
use super::expected::{Expected, ExpectedClaim, ExpectedContents, ExpectedElement, ExpectedEnd};
use super::limit::read_limit;
use crate::base::{Bits, Rule, SCENARIO_TEXT, ScalarType, Span, one_of, rules};
use crate::check::findings::{Findings, Reported};
use crate::check::known_sets::KnownSets;
use crate::check::rules;
use crate::check::set_check::DocumentCheck;
use crate::check::setup::declared::Declared;
use crate::check::setup::values;
use crate::diag::{Diagnostic, Severity};
use crate::exec::{self, Bound, RunError, Scenario};
use crate::machine::{Declaration, Place, Predicate, SpaceId, Surface};
use crate::spec::InstructionSet;
use crate::syntax::{Claim, Directive, Document, End, Expect, LimitLine, SpannedText};
use std::ops::ControlFlow;
use std::rc::Rc;

rules! {
    EXPECT_COST: "text-expect-cost", Invalid, "a count follows the instruction that it is about",
        SCENARIO_TEXT, ".expect";
    EXPECT_BUDGET: "limit-expectations", Budget, "`.expect` and `.ask` lines name at most 262,144 elements in all",
        "Lanescope", "limits";
    POSSIBLE: "limit-possible", Budget, "a scenario has at most 64 claims about what is possible", "Lanescope", "limits";
    EXPECT_ERROR: "text-expect-error", Invalid, "`.expect possible error` and `.expect impossible error` name an error that ends a run",
        SCENARIO_TEXT, ".expect";
}

/// The largest number of elements in all `.expect` and `.ask schedule` lines of a scenario.
pub(crate) const MAX_ELEMENTS: usize = 1 << 18;
/// The maximum number of `.expect possible` and `.expect impossible` lines. Each line is a search over all orders.
pub(crate) const MAX_POSSIBLE: usize = 64;

/// Returns the end that a document's `.expect possible` line claims. Its names are looked up in `scenario`, not in the document.
/// Fails with the message of the first error.
pub fn claimed_end(
    document: &Document,
    scenario: &Scenario,
    sets: &KnownSets,
) -> Result<Rc<ExpectedEnd>, String> {
    let document_check = sets.check_of(&scenario.set).begin(scenario.dispatch_lanes.into());
    let declared = Declared::from_scenario(scenario);
    let mut findings = Findings::default();
    let reader = ClaimReader::new(document, &scenario.set, None, &declared, &*document_check, &mut findings);
    let (expected, _) = reader.read();
    if let Some(error) = findings.into_all().into_iter().find(|found| found.severity == Severity::Error) {
        return Err(error.message);
    }
    let end = expected.into_iter().find_map(|line| match line.claim {
        ExpectedClaim::Possible { end, .. } => Some(end),
        _ => None,
    });
    Ok(end.unwrap_or_default())
}

/// The reader of claims and questions. A method that breaks has reported why no more lines are read.
pub(in crate::check) struct ClaimReader<'a> {
    document: &'a Document,
    set: &'a InstructionSet,
    /// The instructions that run; `None` if an error in the text prevents the run.
    program: Option<&'a [Bound]>,
    /// The mnemonics of all instruction lines.
    mnemonics: Vec<&'a SpannedText>,
    pub declared: &'a Declared,
    document_check: &'a dyn DocumentCheck,
    pub findings: &'a mut Findings,
    /// The number of elements that this line and the following ones may list.
    remaining_elements: usize,
    possible_count: usize,
    /// The end of the last `.expect possible` line.
    pub last_possible: Option<Rc<ExpectedEnd>>,
    expected: Vec<Expected>,
    pub asks: Vec<Ask>,
}

impl<'a> ClaimReader<'a> {
    /// Creates the reader of a document's lines.
    pub fn new(
        document: &'a Document,
        set: &'a InstructionSet,
        program: Option<&'a [Bound]>,
        declared: &'a Declared,
        document_check: &'a dyn DocumentCheck,
        findings: &'a mut Findings,
    ) -> Self {
        Self {
            document,
            set,
            program,
            mnemonics: document.instructions().map(|(_, instr)| &instr.mnemonic).collect(),
            declared,
            document_check,
            findings,
            remaining_elements: MAX_ELEMENTS,
            possible_count: 0,
            last_possible: None,
            expected: Vec::new(),
            asks: Vec::new(),
        }
    }

    /// Reads all lines. Returns the claims and the questions.
    pub fn read(mut self) -> (Vec<Expected>, Vec<Ask>) {
        let lines = self.document.directives().filter(|(_, directive)| directive.is_claim_or_question());
        for (span, directive) in lines {
            if self.findings.is_full_at(span) {
                break;
            }
            let mut flow = ControlFlow::Continue(());
            match directive {
                Directive::Expect(expect) => flow = self.expect(span, expect),
                Directive::Ask(line) => flow = self.ask(span, line),
                Directive::Limit(line) => self.limit(span, line),
                Directive::Hint(text) => self.hint(span, text),
                _ => {}
            }
            if flow.is_break() {
                break;
            }
        }
        (self.expected, self.asks)
    }

    fn limit(&mut self, span: Span, line: &LimitLine) {
        if let Ok(count) = read_limit(line, self.set, self.document, self.findings) {
            let LimitLine { number, is_least, .. } = *line;
            self.expected.push(Expected { span, claim: ExpectedClaim::Limit { count, number, is_least } });
        }
    }

    fn expect(&mut self, span: Span, expect: &Expect) -> ControlFlow<()> {
        let claim = match expect {
            Expect::Contents(claim) => self.contents(span, claim)?.map(ExpectedClaim::Contents),
            Expect::Diagnostic { severity, code } => {
                let code = exec::current_code(&code.text).to_owned();
                Ok(ExpectedClaim::Diagnostic { severity: *severity, code })
            }
            Expect::Outcomes { contents, count } => {
                Ok(ExpectedClaim::Outcomes { contents: *contents, count: count.to_u64() })
            }
            Expect::Possible { is_possible, end } => {
                let end = Rc::new(self.end(span, end)?);
                self.count_possible(span)?;
                if *is_possible {
                    self.last_possible = Some(Rc::clone(&end));
                }
                Ok(ExpectedClaim::Possible { is_possible: *is_possible, end })
            }
            Expect::Invariant(name) => {
                self.check_invariant(name);
                Ok(ExpectedClaim::Invariant(name.text.clone()))
            }
            Expect::OrderIndependent => Ok(ExpectedClaim::OrderIndependent),
            Expect::Cost { what, count } => {
                let (count, number) = (*what, count.to_u64());
                let instruction =
                    self.instruction_above(span, &EXPECT_COST, &format!(".expect {}", what.word()));
                instruction.map(|instruction| ExpectedClaim::Cost { instruction, count, number })
            }
        };
        self.expected.extend(claim.map(|claim| Expected { span, claim }));
        ControlFlow::Continue(())
    }

    /// Counts a line about what is possible. Breaks after too many of them.
    fn count_possible(&mut self, span: Span) -> ControlFlow<()> {
        self.possible_count += 1;
        if self.possible_count <= MAX_POSSIBLE {
            return ControlFlow::Continue(());
        }
        let message = format!("there are more than {MAX_POSSIBLE} claims about what is possible");
        self.findings.error(&POSSIBLE, span, message);
        ControlFlow::Break(())
    }

    /// Returns the end of an order that a line claims. Breaks if the lines list too many elements, or after too many errors.
    pub fn end(&mut self, span: Span, end: &End) -> ControlFlow<(), ExpectedEnd> {
        let mut found = ExpectedEnd::default();
        for claim in &end.claims {
            if self.findings.is_full_at(span) {
                return ControlFlow::Break(());
            }
            found.contents.extend(self.contents(span, claim)?);
        }
        found.errors.extend(end.errors.iter().filter_map(|code| self.run_error(code).ok()));
        ControlFlow::Continue(found)
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

    /// Reports an invariant that the document does not have.
    fn check_invariant(&mut self, name: &SpannedText) {
        if !self.document.has_invariant(&name.text) {
            let message = format!(
                "no `.invariant` is called `{}`; expected the name of an `.invariant` line",
                name.text
            );
            let finding = Diagnostic::error(&rules::EXPECT_TARGET, name.span, message);
            let names = self.document.invariants().map(|line| line.name.text.as_str());
            self.findings.push_misspelt(finding, &name.text, names);
        }
    }

    /// Returns the contents that a line claims. Breaks if the lines list too many elements.
    fn contents(&mut self, span: Span, claim: &Claim) -> ControlFlow<(), Result<ExpectedContents, Reported>> {
        let (ty, elements) = match self.elements(claim) {
            Ok(elements) => elements,
            Err(reported) => return ControlFlow::Continue(Err(reported)),
        };
        let Some(remaining) = self.remaining_elements.checked_sub(elements.len()) else {
            let message = "the `.expect` and `.ask` lines list more elements than the limit";
            self.findings.error(&EXPECT_BUDGET, span, message);
            return ControlFlow::Break(());
        };
        self.remaining_elements = remaining;
        ControlFlow::Continue(Ok(ExpectedContents { name: claim.name.text.clone(), ty, elements }))
    }

    /// Returns the type and the elements of a claim about contents. Reports a name that is not declared.
    fn elements(&mut self, claim: &Claim) -> Result<(ScalarType, Vec<ExpectedElement>), Reported> {
        let Some(declaration) = self.declared.find(&claim.name.text) else {
            return Err(self.report_undeclared(&claim.name, &rules::EXPECT_TARGET));
        };
        let written_type = claim.ty.map(|(ty, _)| ty);
        Ok(match declaration {
            Declaration::Predicate(predicate) => {
                if let Some((ty, span)) = claim.ty {
                    let message =
                        format!("`{}` is a predicate, whose bits have no type `{ty}`", claim.name.text);
                    return Err(self.findings.error(&rules::VALUE_TYPE, span, message));
                }
                (ScalarType::Ub, self.predicate_elements(claim, predicate))
            }
            Declaration::Surface(surface) => {
                let ty = written_type.unwrap_or(surface.ty);
                if ty.size_bytes() == surface.ty.size_bytes() {
                    (ty, self.surface_elements(claim, surface, ty))
                } else {
                    let size_bytes = self.declared.layout.space(surface.space).size_bytes;
                    (ty, self.viewed_elements(claim, surface.space, 0, size_bytes, ty))
                }
            }
            Declaration::Variable(variable) => {
                let usual_type = || self.document_check.element_type(&claim.name.text, &claim.values);
                let ty = written_type.or_else(usual_type).unwrap_or(variable.ty);
                let size_bytes = variable.count * variable.ty.size_bytes();
                (ty, self.viewed_elements(claim, variable.space, variable.byte_offset, size_bytes, ty))
            }
        })
    }

    /// Returns the bits of a predicate.
    fn predicate_elements(&mut self, claim: &Claim, predicate: &Predicate) -> Vec<ExpectedElement> {
        let what = format!("`{}`", claim.name.text);
        let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
        let bits = values::to_predicate_bits(&claim.values, predicate.count, &what, self.findings);
        let element = |(bit, value)| ExpectedElement { place, bit: Some(bit as u8), value };
        bits.into_iter().enumerate().map(element).collect()
    }

    /// Returns the elements of a surface, as a type of the same size.
    fn surface_elements(&mut self, claim: &Claim, surface: &Surface, ty: ScalarType) -> Vec<ExpectedElement> {
        let what = format!("`{}`", claim.name.text);
        let elements = values::to_elements(&claim.values, ty, surface.count(), &what, self.findings);
        whole_places(elements, |index| surface.element(index))
    }

    /// Returns consecutive elements of a type from a byte of a space on.
    fn viewed_elements(
        &mut self,
        claim: &Claim,
        space: SpaceId,
        first_byte: usize,
        size_bytes: usize,
        ty: ScalarType,
    ) -> Vec<ExpectedElement> {
        let what = format!("`{}`", claim.name.text);
        let element_bytes = ty.size_bytes();
        let elements =
            values::to_elements(&claim.values, ty, size_bytes / element_bytes, &what, self.findings);
        // Variables and surfaces have at most 64 KiB.
        let place = |index| Place {
            space,
            byte_offset: (first_byte + index * element_bytes) as u32,
            size_bytes: element_bytes as u32,
        };
        whole_places(elements, place)
    }

    /// Returns the index of the instruction above a line with a claim or a question. Reports, under a rule, that there is none,
    /// or that it does not run.
    pub fn instruction_above(
        &mut self,
        line: Span,
        rule: &'static Rule,
        claim: &str,
    ) -> Result<usize, Reported> {
        let above = self.mnemonics.partition_point(|mnemonic| mnemonic.span.start < line.start);
        let Some(mnemonic) = above.checked_sub(1).map(|last| self.mnemonics[last]) else {
            return Err(self.findings.error(rule, line, format!("no instruction above `{claim}`")));
        };
        let program = self.program.ok_or_else(|| self.findings.earlier(line))?;
        let found = program.binary_search_by_key(&mnemonic.span.start, |bound| bound.line.mnemonic.start);
        found.map_err(|_| {
            let message = format!(
                "`{}` above `{claim}` does not run; expected an instruction that runs",
                mnemonic.text
            );
            self.findings.error(rule, line, message)
        })
    }

    /// Reports a name that is not declared, unless its declaration is in error.
    pub fn report_undeclared(&mut self, name: &SpannedText, rule: &'static Rule) -> Reported {
        if self.declared.is_broken(&name.text) {
            return self.findings.earlier(name.span);
        }
        let finding = self.document_check.undeclared_target(self.declared, name, rule, self.findings);
        self.findings.push_error(finding)
    }
}

/// Returns elements that are whole places.
fn whole_places(values: Vec<Option<Bits>>, place: impl Fn(usize) -> Place) -> Vec<ExpectedElement> {
    let element = |(at, value)| ExpectedElement { place: place(at), bit: None, value };
    values.into_iter().enumerate().map(element).collect()
}
