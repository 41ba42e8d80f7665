//! The lines that claim something, `.expect` and `.limit`, and those that ask the reader, `.ask` and `.hint`.

use super::claim::{Claim, ClaimKind, ClaimedEnd};
use super::claim_context::ClaimContext;
use super::limit::resolve_limit_target;
use super::question::ReaderQuestion;
use crate::base::{Rule, SCENARIO_TEXT, Span, rules};
use crate::check::findings::Reported;
use crate::check::quota::Quota;
use crate::check::rules;
use crate::diag::Diagnostic;
use crate::exec::{self, Bound};
use crate::spec::InstructionSet;
use crate::syntax::{Directive, Document, ExpectLine, ItemKind, LimitLine, SpannedText};
use std::rc::Rc;

rules! {
    EXPECT_COST: "text-expect-cost", Invalid, "a count follows the instruction that it is about",
        SCENARIO_TEXT, ".expect";
    POSSIBLE: "limit-possible", Budget, "a scenario has at most 64 claims about what is possible", "Lanescope", "limits";
}

/// The maximum number of `.expect possible` and `.expect impossible` lines. Each line is a search over all orders.
pub(crate) const MAX_POSSIBLE: usize = 64;
/// The maximum number of questions in a scenario.
pub(crate) const MAX_QUESTIONS: usize = 100;

/// The resolver of claims and questions.
pub(in crate::check) struct ClaimResolver<'a> {
    document: &'a Document,
    set: &'a InstructionSet,
    /// The instructions that run; `None` if an error in the text prevents the run.
    program: Option<&'a [Bound]>,
    /// The mnemonics of all instruction lines.
    mnemonics: Vec<&'a SpannedText>,
    pub cx: ClaimContext<'a>,
    possible_quota: Quota,
    pub question_quota: Quota,
    /// The end of the last `.expect possible` line.
    pub last_possible: Option<Rc<ClaimedEnd>>,
    claims: Vec<Claim>,
    pub questions: Vec<ReaderQuestion>,
}

impl<'a> ClaimResolver<'a> {
    /// Creates the resolver of a document's lines.
    pub fn new(
        document: &'a Document,
        set: &'a InstructionSet,
        program: Option<&'a [Bound]>,
        cx: ClaimContext<'a>,
    ) -> Self {
        Self {
            document,
            set,
            program,
            mnemonics: document.instructions().map(|(_, instr)| &instr.mnemonic).collect(),
            cx,
            possible_quota: Quota::new(MAX_POSSIBLE),
            question_quota: Quota::new(MAX_QUESTIONS),
            last_possible: None,
            claims: Vec::new(),
            questions: Vec::new(),
        }
    }

    /// Resolves all lines. Returns the claims and the questions.
    pub fn resolve(mut self) -> (Vec<Claim>, Vec<ReaderQuestion>) {
        for item in self.document.base_items().filter(|item| item.is_claim_or_question()) {
            let ItemKind::Directive(directive, _) = &item.kind else { continue };
            let span = item.span;
            if self.possible_quota.is_exceeded()
                || self.question_quota.is_exceeded()
                || self.cx.stops_at(span)
            {
                break;
            }
            match directive {
                Directive::Expect(line) => {
                    let kind = self.expect(span, line);
                    self.claims.extend(kind.map(|kind| Claim { span, kind }));
                }
                Directive::Limit(line) => {
                    let kind = self.limit(line);
                    self.claims.extend(kind.map(|kind| Claim { span, kind }));
                }
                Directive::Ask(line) => {
                    let question = self.ask(span, line);
                    self.questions.extend(question);
                }
                Directive::Hint(text) => self.hint(span, text),
                _ => {}
            }
        }
        (self.claims, self.questions)
    }

    fn limit(&mut self, line: &LimitLine) -> Result<ClaimKind, Reported> {
        let target = resolve_limit_target(&line.name, self.set, self.document, self.cx.findings)?;
        Ok(ClaimKind::Limit { target, threshold: line.threshold })
    }

    fn expect(&mut self, span: Span, line: &ExpectLine) -> Result<ClaimKind, Reported> {
        Ok(match line {
            ExpectLine::Contents(contents) => ClaimKind::Contents(self.cx.contents(span, contents)?),
            ExpectLine::Diagnostic { severity, code } => {
                let code = exec::current_code(&code.text).to_owned();
                ClaimKind::Diagnostic { severity: *severity, code }
            }
            ExpectLine::Outcomes { contents, number } => {
                ClaimKind::Outcomes { contents: *contents, number: number.to_u64() }
            }
            ExpectLine::Possible { is_possible, end } => {
                let end = Rc::new(self.cx.end(span, end));
                self.possible_quota.take(1, self.cx.findings, || {
                    let message = format!("there are more than {MAX_POSSIBLE} claims about what is possible");
                    Diagnostic::error(&POSSIBLE, span, message)
                })?;
                if *is_possible {
                    self.last_possible = Some(Rc::clone(&end));
                }
                ClaimKind::Possible { is_possible: *is_possible, end }
            }
            ExpectLine::Invariant(name) => {
                self.check_invariant(name);
                ClaimKind::Invariant(name.text.clone())
            }
            ExpectLine::OrderIndependent => ClaimKind::OrderIndependent,
            ExpectLine::Cost { count, number } => {
                let claim = format!(".expect {}", count.word());
                let instruction = self.instruction_above(span, &EXPECT_COST, &claim)?;
                ClaimKind::Cost { instruction, count: *count, number: number.to_u64() }
            }
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
            self.cx.findings.push_misspelt(finding, &name.text, names);
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
            return Err(self.cx.findings.error(rule, line, format!("no instruction above `{claim}`")));
        };
        let program = self.program.ok_or_else(|| self.cx.findings.already_reported(line))?;
        let found = program.binary_search_by_key(&mnemonic.span.start, |bound| bound.line.mnemonic.start);
        found.map_err(|_| {
            let message = format!(
                "`{}` above `{claim}` does not run; expected an instruction that runs",
                mnemonic.text
            );
            self.cx.findings.error(rule, line, message)
        })
    }
}
