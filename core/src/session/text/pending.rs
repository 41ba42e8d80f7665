//! Incremental computation of a session, so that a long run does not block its caller.

use super::expectation::judge;
use super::idle_orders;
use super::session::{Session, reported};
use crate::base::{NumberFormat, line_starts};
use crate::diag::{Diagnostic, Severity, has_errors};
use crate::exec::{Run, Running};
use crate::explore::AllOrders;
use crate::spec::RollCall;
use crate::syntax::{Directive, Document, Item, ItemKind, parse, parse_with_room};
use crate::{check, isa};
use std::rc::Rc;

/// A session whose run is still being computed.
#[derive(Clone, Debug)]
pub struct PendingSession {
    session: Session,
    /// The diagnostics of the parser and the checker, without a limit.
    found: Vec<Diagnostic>,
    /// The rest of the run; `None` if there is nothing left to run.
    running: Option<Running>,
}

impl PendingSession {
    /// Returns the session as far as it is known. Until the run is complete, the run, its diagnostics and the verdicts
    /// of expectations are missing.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Runs at most `steps` micro-steps. Returns true once the session is complete.
    pub fn advance(&mut self, steps: u32) -> bool {
        let Some(running) = &mut self.running else { return true };
        let is_over = running.advance(steps);
        if is_over {
            let run = self.running.take().map(|running| Rc::new(running.finish()));
            self.complete(run);
        }
        is_over
    }

    /// Returns the number of micro-steps done so far.
    pub fn steps(&self) -> u32 {
        let len = || self.session.run.as_ref().map_or(0, |run| run.len());
        self.running.as_ref().map_or_else(len, Running::steps)
    }

    fn complete(&mut self, run: Option<Rc<Run>>) {
        let session = &mut self.session;
        if let Some(run) = &run {
            let orders_without_effect = idle_orders::without_effect(&session.document, run);
            session.diagnostics = reported([&self.found, run.diagnostics(), &orders_without_effect].concat());
        }
        let end = run.as_ref().map(|run| run.state(run.len()));
        session.expectations = judge(&session.expected, run.as_deref(), end.as_ref(), &session.diagnostics);
        session.run = run;
    }
}

/// Returns the diagnostics of the variants, each checked with the directives in force there.
fn in_variants(
    text: &str,
    written: &Document,
    roll_call: &RollCall,
    known: &[Diagnostic],
) -> Vec<Diagnostic> {
    if has_errors(known) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, variant) in written.variants.iter().enumerate() {
        let document = written.as_variant(at);
        let checked = check::check(text, &document, &check::in_force(&document, roll_call), &[]);
        let (start, end) = (variant.span.start, variant.span.end);
        let is_inside = |found: &Diagnostic| start <= found.span.start && found.span.end <= end;
        let (inside, outside): (Vec<Diagnostic>, Vec<Diagnostic>) =
            checked.diagnostics.into_iter().partition(is_inside);
        // Errors outside the block are reported at the variant's name.
        let elsewhere =
            outside.into_iter().filter(|error| error.severity == Severity::Error).map(|mut error| {
                error.message = format!("in the variant `{}`: {}", variant.name.text, error.message);
                (error.span, error.fix) = (variant.name.span, None);
                error
            });
        found.extend(inside.into_iter().chain(elsewhere));
    }
    found
}

impl Session {
    /// Parses, checks and runs a text.
    pub fn open(text: &str) -> Self {
        Self::open_with(text, &isa::roll_call())
    }

    /// Parses and checks a text. The caller computes the run in slices.
    pub fn begin(text: &str, roll_call: &RollCall) -> PendingSession {
        Self::begin_as(text, roll_call, None)
    }

    /// Parses and checks one variant of a text, or the base text if it has no variant of that name.
    pub fn begin_as(text: &str, roll_call: &RollCall, variant: Option<&str>) -> PendingSession {
        Self::begin_parsed(text, parse(text, roll_call), roll_call, variant, text.len())
    }

    /// Parses and checks a text with a claim, an `.expect` line that applies to the variant too. Other `.expect` lines do not count.
    pub(in crate::session) fn begin_asking(
        text: &str,
        claim: &str,
        roll_call: &RollCall,
        variant: Option<&str>,
    ) -> PendingSession {
        let asking = [text, claim].concat();
        let parsed = parse_with_room(&asking, roll_call, claim.len());
        Self::begin_parsed(&asking, parsed, roll_call, variant, text.len())
    }

    /// Checks a parsed text. A claim follows its first `text_bytes` bytes, unless these are all.
    fn begin_parsed(
        text: &str,
        (written, mut found): (Document, Vec<Diagnostic>),
        roll_call: &RollCall,
        variant: Option<&str>,
        text_bytes: usize,
    ) -> PendingSession {
        let named = |name: &str| written.variants.iter().position(|variant| variant.name.text == name);
        let variant = variant.and_then(named);
        let mut document = variant.map_or_else(|| written.clone(), |at| written.as_variant(at));
        if text_bytes < text.len() {
            let is_claim = |item: &&Item| item.span.range().start >= text_bytes;
            let is_expect = |item: &Item| matches!(item.kind, ItemKind::Directive(Directive::Expect(_)));
            document.items.retain(|item| !is_expect(item));
            document.items.extend(written.items.iter().filter(is_claim).cloned());
        }
        let in_force = check::in_force(&document, roll_call);
        let checked = check::check(text, &document, &in_force, &found);
        found.extend(checked.diagnostics);
        if variant.is_none() {
            let of_variants = in_variants(text, &written, roll_call, &found);
            found.extend(of_variants);
        }
        let scenario = checked.scenario.map(Rc::new);
        let session = Self {
            text: Rc::from(text),
            line_starts: line_starts(text),
            variant: variant.map(|at| Rc::from(&*written.variants[at].name.text)),
            roll_call: roll_call.clone(),
            in_force,
            document: Rc::new(document),
            diagnostics: reported(found.clone()),
            scenario: scenario.clone(),
            orders: scenario.clone().map(AllOrders::new),
            setup: checked.setup.map(Rc::new),
            run: None,
            readings: checked.readings,
            expected: checked.expected.into(),
            asks: checked.asks.into(),
            expectations: Vec::new(),
            value_format: NumberFormat::Auto,
        };
        let running = scenario.map(Run::begin);
        let mut pending = PendingSession { session, found, running };
        if pending.running.is_none() {
            pending.complete(None);
        }
        pending
    }

    /// Parses, checks and runs one variant of a text, or the base text if `variant` is `None` or unknown.
    pub fn open_as(text: &str, variant: Option<&str>) -> Self {
        let mut pending = Self::begin_as(text, &isa::roll_call(), variant);
        pending.advance(u32::MAX);
        pending.session
    }

    /// Returns the names of the text's variants.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.document.variants.iter().map(|variant| &*variant.name.text)
    }

    /// Parses, checks and runs a text, with the instruction sets of a roll call.
    pub fn open_with(text: &str, roll_call: &RollCall) -> Self {
        let mut pending = Self::begin(text, roll_call);
        // A run's own budget is smaller than this.
        pending.advance(u32::MAX);
        pending.session
    }
}
