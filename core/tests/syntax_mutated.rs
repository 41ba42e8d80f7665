//! Texts with most forms of the syntax, damaged at random: parser, formatter, highlighting and completion accept each.

mod mutate;

use lanescope_core::base::Span;
use lanescope_core::isa::known_sets;
use lanescope_core::syntax::{Completion, Highlighted, complete, format, highlight, parse};
use mutate::{SEED, mutated};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns the document as text, without places.
fn without_places(text: &str) -> String {
    let (document, diagnostics) = parse(text, &known_sets());
    let mut out = String::new();
    let mut rest = format!("{document:?} {:?}", diagnostics.iter().map(|d| d.code()).collect::<Vec<_>>());
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once('}').map_or(String::new(), |(_, tail)| tail.to_owned());
    }
    out + &rest
}

/// Returns damaged texts, and the text without damage.
fn texts(count: usize) -> impl Iterator<Item = String> {
    mutated(count).chain([SEED.to_owned()])
}

#[test]
fn places_of_items_and_findings_lie_in_the_text() {
    for text in texts(5000) {
        let (document, diagnostics) = parse(&text, &known_sets());
        let mut spans: Vec<Span> = document.items.iter().map(|item| item.span).collect();
        for found in diagnostics {
            spans.push(found.span);
            spans.extend(found.notes.iter().filter_map(|note| note.span));
            spans.extend(found.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span));
        }
        for span in spans {
            assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
        }
    }
}

#[test]
fn a_formatted_text_keeps_its_meaning() {
    for text in texts(3000) {
        let formatted = format(&text, &known_sets());
        assert_eq!(without_places(&formatted), without_places(&text), "{text:?}\n{formatted:?}");
        assert_eq!(format(&formatted, &known_sets()), formatted, "{text:?}");
    }
}

#[test]
fn highlighted_places_are_sorted_and_do_not_overlap() {
    for text in texts(3000) {
        let Highlighted { places, notation } = highlight(&text, &known_sets());
        for pair in places.windows(2) {
            assert!(pair[0].0.end <= pair[1].0.start, "{text:?}");
        }
        for (span, _) in places {
            assert!(text.get(span.range()).is_some_and(|piece| !piece.is_empty()), "{text:?}");
            let is_apart = |body: &Span| span.end <= body.start || body.end <= span.start;
            assert!(notation.iter().all(is_apart), "{text:?}");
        }
        assert!(notation.iter().all(|body| text.get(body.range()).is_some()), "{text:?}");
    }
}

#[test]
fn completions_replace_text_at_any_caret() {
    let sets = known_sets();
    for text in mutated(60) {
        for caret in 0..=text.len() {
            if let Some(Completion { span, .. }) = complete(&text, caret, &sets, &|set| sets.check_of(set)) {
                assert!(text.get(span.range()).is_some(), "{text:?}");
            }
        }
    }
}
