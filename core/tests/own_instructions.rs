//! Instructions that a document defines (`.semantics NAME like INSTRUCTION`). They are known wherever those of the
//! manual are, and only in that document.

use lanescope_core::session::{Session, known_sets};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const TEXT: &str = "\
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.surface BUF buffer ud = 10
.semantics PLUS_TWO like DWORD_ATOMIC {
  foreach_active (i) {
    atomic { surface[element_offset[i]] = op(surface[element_offset[i]], src0[i], src1[i]) + 1; }
  }
}
plus_two.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0
";

fn words_at(text: &str) -> Vec<String> {
    let (before, after) = text.split_once('|').expect("a caret");
    let session = Session::open(&format!("{before}{after}"));
    let items = session.complete(before.len()).map(|found| found.items).unwrap_or_default();
    items.into_iter().map(|item| item.label).collect()
}

#[test]
fn it_runs_with_the_operations_of_the_other() {
    let session = Session::open(TEXT);
    assert_eq!(session.diagnostics, []);
    let run = session.run.expect("it runs");
    // Eight lanes each add 1 and then 1 more: 10 + 8 * 2 = 26.
    let state = run.state(run.len());
    let surface = &run.scenario().layout.surfaces[0];
    assert_eq!(state.read(surface.element(0)).value, 26);
}

#[test]
fn it_is_completed_like_the_other() {
    assert!(words_at(&format!("{TEXT}plus|")).contains(&"plus_two".to_owned()));
    assert!(words_at(&format!("{TEXT}plus_two.in|")).contains(&"inc".to_owned()));
    assert!(!words_at("plus|").contains(&"plus_two".to_owned()));
}

#[test]
fn its_name_is_coloured_like_the_other() {
    let session = Session::open(TEXT);
    let classes: Vec<_> =
        session.highlight().into_iter().map(|piece| (piece.span.of(TEXT), piece.class)).collect();
    assert!(classes.contains(&("plus_two", "mnemonic")), "{classes:?}");
}

#[test]
fn other_texts_do_not_know_it() {
    let session = Session::open(TEXT);
    let (_, line) = TEXT.rsplit_once("}\n").expect("a program");
    let other = Session::open_with(&format!(".decl A v_type=G type=ud num_elts=8\n{line}"), &session.sets);
    assert!(
        other.diagnostics.iter().any(|found| found.message.contains("unsupported instruction `plus_two`")),
        "{other:?}"
    );
    assert_eq!(session.sets.instructions().count(), known_sets().instructions().count());
}

#[test]
fn its_changes_are_listed_against_the_other() {
    let session = Session::open(TEXT);
    let [change] = &session.notation_changes()[..] else { panic!("one directive") };
    assert_eq!((change.name.as_str(), change.like.as_deref()), ("PLUS_TWO", Some("DWORD_ATOMIC")));
    assert!(change.is_built_in && change.differs());
}
