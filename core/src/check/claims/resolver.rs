//! The lines that claim something, `.expect` and `.limit`, and those that ask the reader, `.ask` and `.hint`.

use super::asked::Ask;
use super::end_resolver::EndResolver;
use super::expected::{Expected, ExpectedClaim, ExpectedEnd};
use super::limit::resolve_limit;
use crate::base::{Rule, SCENARIO_TEXT, Span, rules};
use crate::check::findings::Reported;
use crate::check::rules;
use crate::diag::Diagnostic;
use crate::exec::{self, Bound};
use crate::spec::InstructionSet;
use crate::syntax::{Directive, Document, Expect, LimitLine, SpannedText};
use std::ops::ControlFlow;
use std::rc::Rc;

rules! {
    EXPECT_COST: "text-expect-cost", Invalid, "a count follows the instruction that it is about",
        SCENARIO_TEXT, ".expect";
    POSSIBLE: "limit-possible", Budget, "a scenario has at most 64 claims about what is possible", "Lanescope", "limits";
}

/// The maximum number of `.expect possible` and `.expect impossible` lines. Each line is a search over all orders.
pub(crate) const MAX_POSSIBLE: usize = 64;

/// The resolver of claims and questions. A method that breaks has reported why no more lines are read.
pub(in crate::check) struct ClaimResolver<'a> {
    document: &'a Document,
    set: &'a InstructionSet,
    /// The instructions that run; `None` if an error in the text prevents the run.
    program: Option<&'a [Bound]>,
    /// The mnemonics of all instruction lines.
    mnemonics: Vec<&'a SpannedText>,
    pub ends: EndResolver<'a>,
    possible_count: usize,
    /// The end of the last `.expect possible` line.
    pub last_possible: Option<Rc<ExpectedEnd>>,
    expected: Vec<Expected>,
    pub asks: Vec<Ask>,
}

impl<'a> ClaimResolver<'a> {
    /// Creates the resolver of a document's lines.
    pub fn new(
        document: &'a Document,
        set: &'a InstructionSet,
        program: Option<&'a [Bound]>,
        ends: EndResolver<'a>,
    ) -> Self {
        Self {
            document,
            set,
            program,
            mnemonics: document.instructions().map(|(_, instr)| &instr.mnemonic).collect(),
            ends,
            possible_count: 0,
            last_possible: None,
            expected: Vec::new(),
            asks: Vec::new(),
        }
    }

    /// Resolves all lines. Returns the claims and the questions.
    pub fn resolve(mut self) -> (Vec<Expected>, Vec<Ask>) {
        let lines = self.document.directives().filter(|(_, directive)| directive.is_claim_or_question());
        for (span, directive) in lines {
            if self.ends.findings.is_full_at(span) {
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
        if let Ok(count) = resolve_limit(line, self.set, self.document, self.ends.findings) {
            let LimitLine { number, is_least, .. } = *line;
            self.expected.push(Expected { span, claim: ExpectedClaim::Limit { count, number, is_least } });
        }
    }

    fn expect(&mut self, span: Span, expect: &Expect) -> ControlFlow<()> {
        let claim = match expect {
            Expect::Contents(claim) => self.ends.contents(span, claim)?.map(ExpectedClaim::Contents),
            Expect::Diagnostic { severity, code } => {
                let code = exec::current_code(&code.text).to_owned();
                Ok(ExpectedClaim::Diagnostic { severity: *severity, code })
            }
            Expect::Outcomes { contents, count } => {
                Ok(ExpectedClaim::Outcomes { contents: *contents, count: count.to_u64() })
            }
            Expect::Possible { is_possible, end } => {
                let end = Rc::new(self.ends.end(span, end)?);
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
        self.ends.findings.error(&POSSIBLE, span, message);
        ControlFlow::Break(())
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
            self.ends.findings.push_misspelt(finding, &name.text, names);
        }
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
            return Err(self.ends.findings.error(rule, line, format!("no instruction above `{claim}`")));
        };
        let program = self.program.ok_or_else(|| self.ends.findings.earlier(line))?;
        let found = program.binary_search_by_key(&mnemonic.span.start, |bound| bound.line.mnemonic.start);
        found.map_err(|_| {
            let message = format!(
                "`{}` above `{claim}` does not run; expected an instruction that runs",
                mnemonic.text
            );
            self.ends.findings.error(rule, line, message)
        })
    }
}
