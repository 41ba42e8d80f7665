//! Effects of other choices of a reading on a run, found by running them.

use lanescope_core::session::{
    Session,
    compare::{ChoiceEffect, Difference, what_if_in_words},
};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns the effect of a choice of a reading.
fn effect(text: &str, reading: &str, choice: &str) -> Option<ChoiceEffect> {
    let entries = Session::open(text).what_if();
    let entry =
        entries.iter().find(|entry| entry.reading.name == reading).expect("the reading touches the program");
    assert!(entry.reading.choices.iter().any(|known| known.name == choice), "it has that choice");
    entry.tried().find(|(known, _)| known.name == choice).map(|(_, effect)| effect.clone())
}

fn atomic(offsets: &str, op: &str) -> String {
    format!(
        ".decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = {offsets}
.set VAL = [1; 8]
.surface BUF buffer ud = 10 20 30
dword_atomic.{op} (M1_NM, 2) BUF OFF.0 VAL.0 V0.0 V0.0
"
    )
}

#[test]
fn a_different_end_is_listed_place_by_place() {
    let place = |place: &str, now: &str, then: &str| Difference {
        place: place.to_owned(),
        now: now.to_owned(),
        then: then.to_owned(),
    };
    let text = atomic("0 4 0 0 0 0 0 0", "add").replace("OFF = 0 4", "OFF = 0 8");
    // As a byte offset, 8 is element 2. As an element offset, it is byte 32, past the end of 12 bytes.
    let expected = ChoiceEffect::End { places: vec![place("BUF[2]", "31", "30")], more: 0 };
    assert_eq!(effect(&text, "offset_unit", "elements"), Some(expected));
}

#[test]
fn the_choice_in_force_is_not_tried() {
    assert_eq!(effect(&atomic("[0; 8]", "add"), "offset_unit", "bytes"), None);
}

#[test]
fn a_choice_that_only_changes_steps_is_reported_as_such() {
    // Offset 0 is byte 0 either way. Its multiplication takes one more step.
    assert_eq!(effect(&atomic("[0; 8]", "add"), "offset_unit", "elements"), Some(ChoiceEffect::Course));
}

#[test]
fn runs_that_are_long_are_not_tried() {
    let lines = atomic("[0; 8]", "add").lines().last().expect("a line").to_owned() + "\n";
    let text = atomic("[0; 8]", "add") + &lines.repeat(999);
    let why = "the run has more than 5000 micro-steps".to_owned();
    assert_eq!(effect(&text, "offset_unit", "elements"), Some(ChoiceEffect::Untried { why }));
}

/// The run has a few steps. With `elements`, the loop has 100,000 rounds.
#[test]
fn a_choice_that_makes_a_run_long_is_not_tried() {
    let semantics = ".semantics DWORD_ATOMIC { foreach_active (i) {\n\
        if (reading(offset_unit, elements)) for (UD k = 0; k < 100000; ++k) surface[0] = k;\n\
        dst[i] = surface[element_offset[i]]; } }\n";
    let text = atomic("[0; 8]", "add").replace(".surface", &format!("{semantics}.surface"));
    let why = "the run with this choice has more than 5000 micro-steps".to_owned();
    assert_eq!(effect(&text, "offset_unit", "elements"), Some(ChoiceEffect::Untried { why }));
}

#[test]
fn an_untried_choice_does_not_count_as_unchanged() {
    let short = atomic("[0; 8]", "add");
    let line = short.lines().last().expect("a line").to_owned() + "\n";
    let long = short.clone() + &line.repeat(999);
    let said = what_if_in_words(&Session::open(&long).what_if());
    assert_eq!(said, "Nothing was tried: the run has more than 5000 micro-steps.");
    let said = what_if_in_words(&Session::open(&short).what_if());
    assert!(said.contains("other choices change") && !said.contains("tried"), "{said}");
    // All other choices but one were tried.
    let mut entries = Session::open(&short).what_if();
    let mut choices =
        entries.iter_mut().flat_map(|entry| &mut entry.choices).filter(|tried| tried.effect.is_some());
    let why = "the run has more than 5000 micro-steps".to_owned();
    choices.next().expect("another choice").effect = Some(ChoiceEffect::Untried { why });
    let tried = choices.count();
    let said = what_if_in_words(&entries);
    assert!(said.contains(&format!("of the {tried} other choices that were tried change")), "{said}");
    assert!(said.ends_with(" 1 was not tried: the run has more than 5000 micro-steps."), "{said}");
}

/// Offset 2 is in the middle of a dword. The default drops the low bits of the address, and other choices refuse the access.
#[test]
fn a_run_that_stops_in_another_way_ends_differently() {
    let text = atomic("2 2 0 0 0 0 0 0", "add");
    let entries = Session::open(&text).what_if();
    let effects =
        entries.iter().flat_map(|entry| entry.tried().map(move |(choice, effect)| (entry, choice, effect)));
    let found: Vec<String> = effects
        .filter(|(entry, ..)| entry.reading.name == "misaligned")
        .map(|(_, choice, effect)| format!("{}: {}", choice.name, effect.in_words()))
        .collect();
    // The default adds 1 twice to the dword at byte 0: 10 + 1 + 1.
    let stops = "stops with an error (this run ends) with BUF[0] = 10 instead of 12";
    assert_eq!(found, ["error", "error_first"].map(|choice| format!("{choice}: {stops}")));
}

/// The sum of the two smallest subnormal numbers is 2^-148, or 0 if they count as zero.
#[test]
fn a_float_sum_depends_on_subnormal_numbers() {
    let text = ".reading float_denormals = flush\n.lanes 8 active=1\n.decl O v_type=G type=ud num_elts=8 align=GRF\n\
        .decl S v_type=G type=f num_elts=8 align=GRF\n.set O = 0\n.set S = 0x1\n.surface %slm slm f = 0x1\n\
        lsc_atomic_fadd.slm (M1, 8) %null:d32 flat[O]:a32 S %null\n";
    let Some(ChoiceEffect::End { places, more: 0 }) = effect(text, "float_denormals", "preserve") else {
        panic!("the choice changes the sum");
    };
    assert_eq!((places.len(), &*places[0].place, &*places[0].now), (1, "%slm[0]", "0.0"));
}
