//! Links between elements and the text: the value of an element, the element at a position, and the mentions of a name.

use lanescope_core::session::{Session, text::Contents};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const TEXT: &str = "\
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 [4; 3] 0 iota(8, 4)
.surface BUF buffer ud = 10 20 30 40 // OFF
dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 OLD.0
";

fn session() -> Session {
    let session = Session::open(TEXT);
    assert!(session.run.is_some(), "{:?}", session.diagnostics);
    session
}

fn off() -> Contents {
    Contents::Variable("OFF".into())
}

#[test]
fn an_element_has_its_value_in_the_text() {
    let session = session();
    let value =
        |contents: &Contents, element| session.value_span(contents, element).map(|span| span.of(TEXT));
    // `0`, three times 4, `0`, and the generator for the last three elements.
    let expected = ["0", "[4; 3]", "[4; 3]", "[4; 3]", "0", "iota(8, 4)", "iota(8, 4)", "iota(8, 4)"];
    for (element, expected) in expected.into_iter().enumerate() {
        assert_eq!(value(&off(), element), Some(expected), "element {element}");
    }
    assert_eq!(value(&off(), 8), None);
    assert_eq!(value(&Contents::Surface("BUF".into()), 2), Some("30"));
    assert_eq!(value(&Contents::Variable("OLD".into()), 0), None, "the text does not set it");
    assert_eq!(value(&Contents::Surface("OFF".into()), 0), None, "a variable is no surface");
}

#[test]
fn a_value_in_the_text_has_its_element() {
    let session = session();
    let at = |piece: &str| session.element_at(TEXT.find(piece).expect("it is in the text"));
    assert_eq!(at("[4; 3]"), Some((off(), 1)));
    assert_eq!(at("0 iota"), Some((off(), 4)));
    assert_eq!(at("iota"), Some((off(), 5)));
    assert_eq!(at("40 //"), Some((Contents::Surface("BUF".into()), 3)));
    // The position right after a value, where the caret is after typing it.
    assert_eq!(
        session.element_at(TEXT.find(" 40").expect("there")),
        Some((Contents::Surface("BUF".into()), 2))
    );
    assert_eq!(at(".lanes"), None);
    assert_eq!(at("dword_atomic"), None);
    assert_eq!(session.element_at(TEXT.len() + 9), None);
}

#[test]
fn a_surface_has_its_values_in_any_spelling_of_its_name() {
    let text = ".isa sass sm=52\n.lanes 1\n.surface 0x7 1d R32_UINT 1 = 5\nSULD.D.1D.CA.IGN R4, [R0], 0x7;\n";
    let session = Session::open(text);
    let surface = Contents::Surface("7".into());
    assert_eq!(session.value_span(&surface, 0).map(|span| span.of(text)), Some("5"));
    assert_eq!(session.element_at(text.find("5\n").expect("it is in the text")), Some((surface, 0)));
}

#[test]
fn a_name_is_mentioned_outside_comments() {
    let session = session();
    let lines: Vec<usize> = session.mentions("OFF").iter().map(|span| session.line(*span)).collect();
    assert_eq!(lines, [2, 5, 7], "not in the comment of line 6");
    assert_eq!(session.word_at(TEXT.find("OFF.0").expect("there")), Some("OFF"));
    assert_eq!(session.word_at(TEXT.find(" = 0").expect("there")), Some("OFF"), "right after it");
    assert!(session.mentions("NONE").is_empty());
}
