//! Texts of LOOM, mutated at random, and texts that try to be slow. None panics, and every layer agrees on each.
#![cfg(not(target_arch = "wasm32"))]

use super::common::{Random, draws};
use super::loom::loom;
use super::virtual_registers::TEXT;
use lanescope_core::session::Session;
use lanescope_core::spec::RollCall;
use lanescope_core::syntax::format;
use std::time::{Duration, Instant};

const PIECES: [&str; 30] = [
    ";",
    "{",
    "}",
    ",",
    "[",
    "]",
    "<",
    ">",
    "+",
    "-",
    "@",
    "!",
    ":",
    ".",
    "\n",
    " ",
    "// end\n",
    "/*",
    "*/",
    "\\\n",
    ".reg .n32 ",
    ".set ",
    ".variant v {\n",
    ".isa loom\n",
    ".op X {",
    "t0",
    "t5",
    "place",
    "0x1_0000_0000_0000_0000",
    "\u{fc}",
];

fn broken(random: &mut Random) -> String {
    let mut pieces: Vec<&str> = TEXT.split_inclusive([' ', ';', ',', '\n', '{', '[', '.', '<']).collect();
    for _ in 0..=random.below(4) {
        let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
        match random.below(5) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[other]),
            2 => pieces.swap(at, other),
            3 => pieces[at] = PIECES[random.below(PIECES.len())],
            _ => pieces.insert(at, PIECES[random.below(PIECES.len())]),
        }
    }
    pieces.concat()
}

#[test]
fn no_mutated_text_panics() {
    let roll_call = RollCall::new(loom(), []);
    let mut random = Random::new(79);
    for _ in 0..draws(300) {
        let text = broken(&mut random);
        let session = Session::open_with(&text, &roll_call);
        for finding in &session.diagnostics {
            let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            for span in finding.notes.iter().filter_map(|note| note.span).chain(edits).chain([finding.span]) {
                assert!(text.get(span.range()).is_some(), "{span:?} is outside of\n{text}");
            }
        }
        let layout = format(&text, &roll_call);
        let after = Session::open_with(&layout, &roll_call);
        let codes = |session: &Session| {
            session.diagnostics.iter().map(|found| found.code().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(codes(&after), codes(&session), "{text}\n--- is laid out as ---\n{layout}");
        assert_eq!(format(&layout, &roll_call), layout, "{text}");
        for pair in session.highlight().windows(2) {
            assert!(pair[0].span.end <= pair[1].span.start, "{text}");
        }
        let caret = random.below(text.len() + 1);
        if let Some(found) = text.is_char_boundary(caret).then(|| session.complete(caret)).flatten() {
            assert!(text.get(found.span.range()).is_some(), "{text}");
        }
    }
}

#[test]
fn a_long_text_is_read_in_linear_time() {
    let repeated = |part: &str| part.repeat(60_000 / part.len());
    let texts = [
        repeated(";"),
        repeated("a;"),
        repeated(".chapter (\n"),
        repeated("{"),
        repeated("{}"),
        repeated("}"),
        repeated("a:"),
        repeated("/**/;"),
        repeated("\n"),
        repeated(".reg .n32 a;"),
        repeated("{.reg .n32 a;"),
        repeated("{.reg .n32 a<9>; sum.n32 a1,a2,a3;"),
        repeated(".reg .n32 a<999999999>, a1;\n"),
        format!(".reg .n32 {}b;", repeated("a,")),
        format!(".reg .n32 a<1000000>;{}", repeated("sum.n32 a1,a20,a300;")),
        format!("sum.n32 {}b;", repeated("a,")),
        repeated("sum.n32 a, b\n"),
        repeated(".set a1 = 1\n"),
        format!("{}{}", repeated(".reg .n32 a<9>;\n"), ".set a9 = 1\n".repeat(4_000)),
    ];
    let roll_call = RollCall::new(loom(), []);
    for text in texts {
        let begun = Instant::now();
        let session = Session::open_with(&format!(".isa loom\n{text}"), &roll_call);
        format(&session.text, &roll_call);
        session.highlight();
        session.complete(session.text.len());
        // Unoptimised code on a busy machine is far below this, and a quadratic cost far above.
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?} for {:?}", begun.elapsed(), &text[..40]);
    }
}
