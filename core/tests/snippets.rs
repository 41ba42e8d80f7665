//! Completion of whole lines: with any items chosen and all placeholders filled in, the text checks and runs.

use lanescope_core::base::{Span, TextEdit};
use lanescope_core::diag::Severity;
use lanescope_core::session::{
    Session, roll_call,
    text::{Completion, CompletionItem, apply_edits, blank},
};

/// A text with placeholders that are still to be filled in.
#[derive(Clone)]
struct Draft {
    text: String,
    caret: usize,
    stops: Vec<Span>,
}

impl Draft {
    fn new(text: &str) -> Self {
        Self { text: text.to_owned(), caret: text.len(), stops: Vec::new() }
    }

    fn completion(&self) -> Option<Completion> {
        // Completion depends on the text alone, so the run is not needed.
        Session::begin(&self.text, &roll_call()).session().complete(self.caret)
    }

    /// Returns the text with an item in place of the span from the completion's start to `end`, as the page inserts it.
    fn put(&self, completion: &Completion, item: &CompletionItem, end: usize) -> Draft {
        let from = completion.span.range().start;
        let own = TextEdit { span: Span::new(from, end), replacement: item.insert.clone() };
        let edits: Vec<TextEdit> = item.also.iter().cloned().chain([own]).collect();
        let before = item.also.iter().filter(|edit| edit.span.range().start <= from);
        let start = from + before.map(|edit| edit.replacement.len()).sum::<usize>();
        let caret = start + item.insert.len();
        let own = |stop: &Span| Span::new(start + stop.range().start, start + stop.range().end);
        let moved = |at: usize| at + caret - end;
        let rest = |stop: &Span| Span::new(moved(stop.range().start), moved(stop.range().end));
        let stops = item.stops.iter().map(own).chain(self.stops.iter().map(rest)).collect();
        Draft { text: apply_edits(&self.text, &edits), caret, stops }
    }

    /// Fills in the placeholders, each with the item that `pick` takes of those offered.
    fn filled(mut self, pick: Pick) -> Draft {
        while !self.stops.is_empty() {
            let stop = self.stops.remove(0);
            self.caret = stop.range().start;
            let Some(completion) = self.completion() else {
                panic!("nothing is offered at {stop:?}\n{}", self.text)
            };
            self = self.put(&completion, pick(&completion.items), stop.range().end);
        }
        self
    }
}

/// Returns the messages about a text and its run, from the severity `least` on.
fn findings(text: &str, least: Severity) -> Vec<String> {
    let found = Session::open(text).diagnostics;
    found.into_iter().filter(|finding| finding.severity >= least).map(|finding| finding.message).collect()
}

#[test]
fn a_blank_scenario_of_each_instruction_runs_without_a_finding() {
    let roll_call = roll_call();
    let mut wrong = Vec::new();
    for set in roll_call.sets() {
        for row in &set.instructions {
            let text = blank(&roll_call, set, row);
            let session = Session::open(&text);
            let runs = session.run.as_ref().is_some_and(|run| !run.is_empty());
            if !runs || !findings(&text, Severity::Warning).is_empty() || session.formatted() != text {
                wrong.push(format!("{text}{:?}", findings(&text, Severity::Warning)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the lines that completion alone writes into an empty text, with their placeholders: every mnemonic with
/// every word that a line needs.
fn lines() -> Vec<Draft> {
    let mut open = vec![Draft::new("")];
    let mut lines = Vec::new();
    while let Some(draft) = open.pop() {
        let completion = draft.completion().expect("something can follow");
        for item in completion.items.iter().filter(|item| !item.label.starts_with('.')) {
            let next = draft.put(&completion, item, draft.caret);
            if item.goes_on { open.push(next) } else { lines.push(next) }
        }
    }
    lines
}

/// A choice of one of the items.
type Pick = fn(&[CompletionItem]) -> &CompletionItem;

fn first(items: &[CompletionItem]) -> &CompletionItem {
    &items[0]
}

fn last(items: &[CompletionItem]) -> &CompletionItem {
    &items[items.len() - 1]
}

#[test]
fn from_an_empty_text_to_every_line_by_completion_alone() {
    let lines = lines();
    assert!(lines.len() > 200, "{}", lines.len());
    let mut wrong = Vec::new();
    for line in lines {
        // The first item is defined, too. Other items may be undefined where they are read.
        for (pick, least) in [(first as Pick, Severity::Warning), (last, Severity::Error)] {
            let done = line.clone().filled(pick);
            let found = findings(&done.text, least);
            if !found.is_empty() {
                wrong.push(format!("{}{found:?}\n", done.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}

#[test]
fn sizes_that_do_not_exist_on_the_sm_of_the_text_are_not_offered() {
    let offered = |sm: u32| {
        let text = format!(".isa sass sm={sm}\nSUATOM.D.1D.ADD.");
        let items = Session::open(&text).complete(text.len()).expect("there is a list").items;
        items.into_iter().map(|item| item.label).collect::<Vec<_>>()
    };
    let halves = |labels: &[String]| labels.iter().any(|label| label.starts_with("F16x2"));
    assert!(halves(&offered(52)), "{:?}", offered(52));
    assert!(!halves(&offered(50)) && offered(50).contains(&"S32".to_owned()), "{:?}", offered(50));
}
