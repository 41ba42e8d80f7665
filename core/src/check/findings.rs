//! The findings of a check, and limits on the work for a document with very many errors.

use super::rules;
use crate::base::{Rule, Span, closest};
use crate::diag::{Diagnostic, Note, Severity, has_errors};
use crate::spec::{Instruction, InstructionSet};
use crate::syntax::MAX_ERRORS;
use rustc_hash::FxHashMap;
use std::borrow::Borrow;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::rc::Rc;

/// The number of errors and warnings after which suggestions stop, and of findings after which fixes of whole lines stop.
const MAX_SUGGESTIONS: usize = 20;

/// Evidence that a text has an error or a line that is not modelled. Only [`Findings`] makes it, so no part of a program can be left
/// out without a finding.
#[derive(Clone, Copy, Debug)]
pub struct Reported(());

/// Takes all steps, so that each reports its errors. Returns the results if none failed.
pub fn collect_reported<T>(steps: impl IntoIterator<Item = Result<T, Reported>>) -> Result<Vec<T>, Reported> {
    let results: Vec<_> = steps.into_iter().collect();
    results.into_iter().collect()
}

/// The findings of a check. They are never removed, and only a deferred one changes. The check stops after [`MAX_ERRORS`] errors, as
/// the parser does.
#[derive(Default)]
pub struct Findings {
    all: Vec<Diagnostic>,
    /// The number of errors among them.
    errors: usize,
    /// Whether the parser has reported errors.
    has_parser_errors: bool,
    has_reported_limit: bool,
    /// The index of the finding on the first line that cannot run.
    first_unmodelled: Option<usize>,
    /// The instruction whose page new findings cite.
    cited_row: Option<(Rc<InstructionSet>, Rc<Instruction>)>,
}

/// A finding whose fix follows when the whole text is known.
#[derive(Clone, Copy, Debug)]
pub struct FindingId(usize);

impl Findings {
    /// Creates an empty list for a text with these findings of the parser.
    pub fn new(parser_findings: &[Diagnostic]) -> Self {
        Self { has_parser_errors: has_errors(parser_findings), ..Self::default() }
    }

    /// Sets the instruction whose page new findings cite, by rules of that page.
    pub fn cite_row(&mut self, row: Option<(Rc<InstructionSet>, Rc<Instruction>)>) {
        self.cited_row = row;
    }

    /// Adds a finding.
    pub fn push(&mut self, mut finding: Diagnostic) {
        if let Some((set, row)) = &self.cited_row {
            finding.source = set.clause(finding.rule, row);
        }
        self.errors += usize::from(finding.severity == Severity::Error);
        self.all.push(finding);
    }

    /// Adds an error.
    pub fn push_error(&mut self, finding: Diagnostic) -> Reported {
        debug_assert_eq!(finding.severity, Severity::Error, "{finding:?}");
        self.push(finding);
        Reported(())
    }

    /// Adds an error that [`Findings::get_mut`] completes later.
    pub fn push_deferred(&mut self, finding: Diagnostic) -> (Reported, FindingId) {
        let id = FindingId(self.all.len());
        (self.push_error(finding), id)
    }

    /// Returns a finding to complete.
    pub fn get_mut(&mut self, FindingId(index): FindingId) -> &mut Diagnostic {
        &mut self.all[index]
    }

    /// Returns the evidence for a part of the text at `span` that the parser or an earlier step has reported. If the text has no
    /// error, reports a fault of this program.
    pub fn already_reported(&mut self, span: Span) -> Reported {
        if self.has_errors() { Reported(()) } else { self.report_fault(span) }
    }

    /// Reports a fault of this program: a part of the text that an earlier step should have refused.
    pub fn report_fault(&mut self, span: Span) -> Reported {
        let message = "Lanescope cannot read this, and cannot say why; please report this text as a bug";
        self.error(&rules::FAULT, span, message)
    }

    /// Adds a finding, unless the same one is there.
    pub fn push_once(&mut self, finding: Diagnostic) {
        if !self.all.contains(&finding) {
            self.push(finding);
        }
    }

    /// Adds findings.
    pub fn extend(&mut self, findings: impl IntoIterator<Item = Diagnostic>) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }

    /// Reports an error.
    pub fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) -> Reported {
        self.push_error(Diagnostic::error(rule, span, message))
    }

    /// Adds an error about a misspelt word, with a fix that writes the only known word close to it.
    pub fn push_misspelt<'a>(
        &mut self,
        finding: Diagnostic,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Reported {
        let similar = self.similar(word, known);
        self.push_error(finding.write_if(similar))
    }

    /// Adds an error about a misspelt word, as [`Findings::push_misspelt`] does. If no known word is close, a note helps.
    pub fn push_misspelt_or_note<'a>(
        &mut self,
        finding: Diagnostic,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
        note: impl Into<String>,
    ) -> Reported {
        self.push_error(match self.similar(word, known) {
            Some(close) => finding.write(close),
            None => finding.note(note),
        })
    }

    /// Adds the finding on a line that cannot run. The program stops before the first such line.
    pub fn report_unmodelled(&mut self, finding: Diagnostic) -> Reported {
        self.first_unmodelled.get_or_insert(self.all.len());
        self.push(finding);
        Reported(())
    }

    /// Returns whether the program has stopped before a line that is not modelled.
    pub fn has_unmodelled_line(&self) -> bool {
        self.first_unmodelled.is_some()
    }

    /// Turns the finding on the first line that cannot run into an error: no instruction comes before it, so nothing runs.
    pub fn refuse_empty_program(&mut self) {
        if let Some(first) = self.first_unmodelled {
            self.all[first].severity = Severity::Error;
            self.errors += 1;
            let text = "no instruction comes before it, so nothing runs".to_owned();
            self.all[first].notes.push(Note { span: None, text });
        }
    }

    /// Reports that something is given a second time that may be given once.
    pub fn report_second(&mut self, span: Span, first: Span, message: String) -> Reported {
        self.push_error(Diagnostic::second(&rules::ONCE, span, first, message))
    }

    /// Returns whether the check stops, after more than [`MAX_ERRORS`] errors. The first call that returns true reports it at
    /// `span`.
    pub fn is_full_at(&mut self, span: Span) -> bool {
        let is_full = self.errors > MAX_ERRORS;
        if is_full && !self.has_reported_limit {
            self.has_reported_limit = true;
            let message = format!(
                "more than {MAX_ERRORS} errors; the rest of the text is not checked; fix these first"
            );
            self.error(&rules::ERRORS, Span::at(span.range().start), message);
        }
        is_full
    }

    /// Returns whether the next finding may have a suggestion. A suggestion costs time for each known word.
    pub fn may_suggest(&self) -> bool {
        let serious = self.all.iter().filter(|finding| finding.severity >= Severity::Warning);
        serious.take(MAX_SUGGESTIONS).count() < MAX_SUGGESTIONS
    }

    /// Returns whether the next finding may have a fix that writes its line anew. Such a fix costs time for each line of the text,
    /// also below a warning, so all findings count.
    pub fn may_fix_line(&self) -> bool {
        self.all.len() < MAX_SUGGESTIONS
    }

    /// Returns the only known word close to a misspelt one, if the next finding may have a suggestion.
    pub fn similar<'a>(&self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        if self.may_suggest() { closest(name, known) } else { None }
    }

    /// Returns whether there are errors, those of the parser included.
    pub fn has_errors(&self) -> bool {
        self.has_parser_errors || self.errors > 0
    }

    /// Returns the findings.
    pub fn into_all(self) -> Vec<Diagnostic> {
        self.all
    }
}

/// Keys that may be given once, each with the span where it is given first.
pub struct FirstSpans<K>(FxHashMap<K, Span>);

impl<K> Default for FirstSpans<K> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<K: Eq + Hash> FirstSpans<K> {
    /// Adds a key. Reports a key that is given a second time, with a message.
    pub fn insert_first(
        &mut self,
        key: K,
        span: Span,
        findings: &mut Findings,
        message: impl FnOnce() -> String,
    ) -> Result<(), Reported> {
        match self.0.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(span);
                Ok(())
            }
            Entry::Occupied(first) => Err(findings.report_second(span, *first.get(), message())),
        }
    }

    /// Returns whether a key is given.
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(key)
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// Returns the message for a directive that occurs a second time but may occur once.
pub(super) fn second_directive_message(word: &str) -> String {
    format!("a second `{word}`; expected one")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn only_errors_and_warnings_end_the_suggestions() {
        let mut findings = Findings::default();
        findings
            .extend(vec![Diagnostic::info(&rules::VALUE_TYPE, Span::at(0), "a note"); 2 * MAX_SUGGESTIONS]);
        for _ in 0..MAX_SUGGESTIONS / 2 {
            assert!(findings.may_suggest());
            findings.error(&rules::VALUE_TYPE, Span::at(0), "an error");
            findings.push(Diagnostic::warning(&rules::VALUE_TYPE, Span::at(0), "a warning"));
        }
        assert!(!findings.may_suggest());
    }

    #[test]
    fn a_claim_that_an_error_was_reported_needs_one() {
        let warning = Diagnostic::warning(&rules::VALUE_TYPE, Span::at(0), "a warning");
        let error = Diagnostic::error(&rules::VALUE_TYPE, Span::at(0), "an error");
        for (parser_finding, finding, is_fault) in
            [(&warning, &warning, true), (&error, &warning, false), (&warning, &error, false)]
        {
            let mut findings = Findings::new(std::slice::from_ref(parser_finding));
            findings.push(finding.clone());
            let _ = findings.already_reported(Span::at(7));
            let faults = findings.all.iter().filter(|found| found.rule == &rules::FAULT);
            assert_eq!((faults.count(), findings.has_errors()), (usize::from(is_fault), true));
        }
    }

    #[test]
    fn a_key_is_given_once() {
        let (mut findings, mut first_spans) = (Findings::default(), FirstSpans::default());
        let given = [("a", 0), ("b", 1), ("a", 2), ("a", 3)].map(|(key, start)| {
            first_spans
                .insert_first(key, Span::at(start), &mut findings, || format!("a second `{key}`"))
                .is_ok()
        });
        assert_eq!((given, first_spans.len()), ([true, true, false, false], 2));
        let places = findings.all.iter().map(|found| (found.span, found.notes[0].span));
        assert_eq!(
            places.collect::<Vec<_>>(),
            [(Span::at(2), Some(Span::at(0))), (Span::at(3), Some(Span::at(0)))]
        );
    }
}
