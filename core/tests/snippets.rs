//! Completion of whole lines: with any items chosen and all placeholders filled in, the text checks and runs. Within a line,
//! no item leads to a text that cannot be read.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::{Random, draws, files, name_of, root};
use lanescope_core::base::{Span, TextEdit};
use lanescope_core::diag::{Diagnostic, Severity};
use lanescope_core::session::{
    Session, known_sets,
    text::{Completion, CompletionItem, apply_edits, blank},
};
use lanescope_core::syntax::parse;

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
        Session::begin(&self.text, &known_sets()).session().complete(self.caret)
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
    let sets = known_sets();
    let mut wrong = Vec::new();
    for set in sets.all() {
        for row in &set.instructions {
            let text = blank(&sets, set, row);
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
            if item.needs_more { open.push(next) } else { lines.push(next) }
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

#[test]
fn a_new_source_has_the_same_values_in_a_line_and_on_its_own() {
    for (written, name, values) in [
        ("dword_atomic.add (M1, 8) BUF OFF.0 ", "SRC0", "iota(1, 1)"),
        ("dword_atomic.cmpxchg (M1, 8) BUF OFF.0 A.0 ", "SRC1", "iota(2, 2)"),
        ("add (M1, 8) A(0,0)<1> ", "SRC0", "iota(1, 1)"),
        ("add (M1, 8) A(0,0)<1> A(0,0)<1;1,0> ", "SRC1", "iota(2, 2)"),
    ] {
        let completion = Draft::new(written).completion().expect("there is a list");
        let item = completion.items.iter().find(|item| item.label == name);
        let lines: String = item.expect("a new name").also.iter().map(|edit| &*edit.replacement).collect();
        assert!(lines.contains(&format!(".set {name} = {values}\n")), "{written}: {lines}");
    }
}

/// The number of lines that are drawn for each instruction set.
const LINES: usize = 100;

/// An instruction line of a text that can run.
struct Line {
    name: String,
    text: String,
    span: Span,
}

/// Returns lines of the texts of a set that can run.
fn drawn_lines(random: &mut Random, set: &str, count: usize) -> Vec<Line> {
    let folders = ["core/tests/cases", "static/examples"];
    let texts: Vec<_> = folders.iter().flat_map(|folder| files(&root(folder), "lane")).collect();
    let mut lines = Vec::new();
    while lines.len() < count {
        let (path, text) = &texts[random.below(texts.len())];
        let pending = Session::begin(text, &known_sets());
        let session = pending.session();
        let spans: Vec<Span> = session.document.instructions().map(|(span, _)| span).collect();
        if !spans.is_empty() && session.scenario.as_ref().is_some_and(|scenario| scenario.set.key == set) {
            let span = spans[random.below(spans.len())];
            lines.push(Line { name: name_of(path), text: text.clone(), span });
        }
    }
    lines
}

/// Returns the starts of the tokens of a line.
fn token_starts(line: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut starts = Vec::new();
    let mut previous = ' ';
    for (at, c) in line.char_indices() {
        let is_inside_a_word = is_word(c) && is_word(previous);
        if !c.is_whitespace() && !is_inside_a_word {
            starts.push(at);
        }
        previous = c;
    }
    starts
}

/// Returns the first error of a text up to the end of an item that was inserted. What is missing is reported at that end, or at
/// a dot that nothing follows, and does not count.
fn unreadable(with_item: &Draft, item: &CompletionItem) -> Option<Diagnostic> {
    let end = with_item.text[..with_item.caret].trim_end().len();
    let (_, found) = parse(&with_item.text, &known_sets());
    found.into_iter().find(|found| {
        let start = found.span.range().start;
        found.severity == Severity::Error && start < end && !(start + 1 == end && item.needs_more)
    })
}

#[test]
fn no_item_leads_to_a_line_that_cannot_be_read() {
    let mut random = Random::new(45);
    let (mut wrong, mut offered) = (Vec::new(), 0);
    for set in ["visa", "sass"] {
        for Line { name, text, span } in drawn_lines(&mut random, set, draws(LINES)) {
            let (start, end) = (span.range().start, span.range().end);
            for border in token_starts(&text[start..end]) {
                let caret = start + border;
                let before = &text[start..caret];
                let cut = format!("{}{}", &text[..caret], &text[end..]);
                let draft = Draft { text: cut, caret, stops: Vec::new() };
                let Some(completion) = draft.completion().filter(|found| found.span.is_empty()) else {
                    continue;
                };
                offered += completion.items.len();
                for item in &completion.items {
                    let found = unreadable(&draft.put(&completion, item, caret), item);
                    let line =
                        |found: Diagnostic| format!("{name}: {before}|{}: {}", item.insert, found.message);
                    wrong.extend(found.map(line));
                }
            }
        }
    }
    assert!(offered > 1000, "only {offered} items were offered");
    assert!(wrong.is_empty(), "{} of {offered}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn instructions_of_other_sets_are_not_offered_beside_directives_that_they_lack() {
    let offers = |text: &str, word: &str| {
        let items = Session::open(text).complete(text.len()).expect("there is a list").items;
        items.iter().any(|item| item.label == word)
    };
    assert!(offers(".lanes 8\n", "mov") && offers(".lanes 8\n", "MOV"));
    let declared = ".decl A v_type=G type=ud num_elts=8\n";
    assert!(offers(declared, "mov") && !offers(declared, "MOV"));
}
