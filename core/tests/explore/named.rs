//! Names of the cells in lists of outcomes, and the results of lanes beside them.

use super::compare;
use lanescope_core::session::{
    Session,
    orders::{OutcomeList, SeenReport},
};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Two pairs of lanes write one byte each of the same dword.
const BYTES: &str = "\
.isa visa grf=32
.lanes 8 active=0b1111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0 1 1
.set VAL = 0x11 0x22 0x33 0x44
.surface BUF buffer ud = 0 0
scatter_scaled.1 (M1, 8) BUF 0x0:ud OFF.0 VAL.0
";

/// Both lanes exchange the upper word of a dword that holds 0x00050007.
const WORD: &str = "\
.isa visa grf=32
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 2 2
.set VAL = 1 2
.surface BUF buffer ud = 0x00050007
dword_atomic.xchg.16 (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0
";

/// Returns the cells of each factor with their values, in the order of the outcomes.
fn listed(list: &OutcomeList) -> Vec<(Vec<String>, Vec<Vec<String>>)> {
    let factors = list.factors.iter();
    let values = factors.map(|factor| {
        (factor.cells.clone(), factor.outcomes.iter().map(|outcome| outcome.values.clone()).collect())
    });
    values.collect()
}

fn memory(text: &str) -> Vec<(Vec<String>, Vec<Vec<String>>)> {
    let report = Session::open(text).outcomes().expect("it runs");
    listed(&report.memory.expect("within the budget"))
}

fn cell(name: &str, values: &[&str]) -> (Vec<String>, Vec<Vec<String>>) {
    (vec![name.to_owned()], values.iter().map(|value| vec![(*value).to_owned()]).collect())
}

/// 0x11 is 17, 0x22 is 34, 0x33 is 51 and 0x44 is 68. The two bytes are independent of each other.
#[test]
fn bytes_of_one_element_that_are_decided_apart_are_named() {
    assert_eq!(memory(BYTES), [cell("BUF byte 0", &["17", "34"]), cell("BUF byte 1", &["51", "68"])]);
}

/// 0x00010007 is 65543, and 0x00020007 is 131079.
#[test]
fn a_part_of_an_element_that_is_decided_alone_is_shown_as_the_element() {
    assert_eq!(memory(WORD), [cell("BUF[0]", &["65543", "131079"])]);
}

/// A second instruction decides the bytes that the first one leaves: 17 or 34 in byte 2. It traps if lane 1 finds the 17 of
/// lane 0.
#[test]
fn parts_of_an_element_decided_by_several_instructions_are_named() {
    let text = format!(
        "{BYTES}\
.decl AT v_type=G type=ud num_elts=8 align=GRF
.set AT = 2 2
.semantics DWORD_ATOMIC {{
  foreach_active (i) {{
    T old = 0;
    atomic {{ old = surface[element_offset[i]]; surface[element_offset[i]] = src0[i]; }}
    trap(outside, old == 17);
  }}
}}
dword_atomic.xchg.16 (M1, 2) BUF AT.0 VAL.0 V0.0 V0.0
"
    );
    compare(&text);
    let two = ["17", "34"];
    let bytes = [cell("BUF byte 0", &two), cell("BUF byte 1", &["51", "68"]), cell("BUF byte 2", &two)];
    assert_eq!(memory(&text), bytes);
}

/// A lane's results belong to the variable with an element of that size, not to the first one that shares the bytes.
#[test]
fn a_result_in_an_alias_has_the_name_of_its_element() {
    let text = "\
.isa visa grf=32
.reading word_types = words
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=uw num_elts=8 align=GRF
.decl BOTH v_type=G type=ud num_elts=4 align=GRF
.decl OLD v_type=G type=uw num_elts=8 alias=<BOTH, 0>
.decl BUF v_type=T num_elts=1
.set OFF = 0 0
.set VAL = 1 2
.set BOTH = [0; 4]
.surface BUF buffer ud = 5
dword_atomic.xchg.16 (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0
";
    compare(text);
    let report = Session::open(text).outcomes().expect("it runs");
    let meetings = report.meetings.expect("within the budget");
    let places: Vec<&str> = meetings[0].seen.iter().flatten().map(|seen| &*seen.place).collect();
    assert_eq!(places, ["OLD[0]", "OLD[1]"]);
}

/// Returns the values that each lane of the first meeting gets.
fn seen(text: &str) -> Vec<SeenReport> {
    let report = Session::open(text).outcomes().expect("it runs");
    let mut meetings = report.meetings.expect("within the budget");
    meetings.remove(0).seen.expect("the results of each lane are known")
}

/// Each of three lanes is first, second or third in 2 of 6 orders, and returns 5 - 1, 5 - 2 or 5 - 3.
#[test]
fn new_values_that_lanes_return_are_listed() {
    let text = "\
.isa visa grf=32
.lanes 8 active=0b111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl NEW v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.surface BUF buffer ud = 5
dword_atomic.predec (M1, 8) BUF OFF.0 V0.0 V0.0 NEW.0
";
    compare(text);
    let found = seen(text);
    let names: Vec<&str> = found.iter().map(|seen| &*seen.place).collect();
    assert_eq!(names, ["NEW[0]", "NEW[1]", "NEW[2]"]);
    for SeenReport { lane, values, .. } in found {
        let known: Vec<&str> = values.iter().map(|(value, _)| &**value).collect();
        assert_eq!(known, ["2", "3", "4"], "lane {lane}");
        assert!(values.iter().all(|(_, share)| (share - 1.0 / 3.0).abs() < 1e-9), "lane {lane}: {values:?}");
    }
}

/// An operation of the text that returns whether the old value was even, and the pairs of registers of 64-bit results.
#[test]
fn results_that_do_not_hold_the_old_value_are_listed() {
    let own = "\
.isa visa grf=32
.lanes 8 active=0b111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl EVEN v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = 1 2 4
.surface BUF buffer ud = 0
.op ADD { new = old + src0; result = old % 2 == 0 ? 1 : 0; }
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 EVEN.0
";
    compare(own);
    // Lane 0 adds the only odd number, so it always finds an even one. The others find one if they come before lane 0.
    let values: Vec<Vec<(String, f64)>> = seen(own).into_iter().map(|seen| seen.values).collect();
    let (no, yes) = ("0".to_owned(), "1".to_owned());
    let half = vec![(no, 0.5), (yes.clone(), 0.5)];
    assert_eq!(values, [vec![(yes, 1.0)], half.clone(), half]);
    let pairs = "\
.isa sass sm=52
.lanes 4 active=0b111
.set R2 = 1 2 4
.surface 0 1d R64_UINT 1 = 0
SUATOM.D.1D.ADD.U64.IGN R4, [R0], R2, 0x0;
";
    compare(pairs);
    // Lane 0 finds nothing, 2, 4 or 6, in 2, 1, 1 and 2 of 6 orders.
    let found = seen(pairs);
    let low = found.iter().find(|seen| (seen.lane, &*seen.place) == (0, "R4[0]")).expect("it is listed");
    let values: Vec<&str> = low.values.iter().map(|(value, _)| &**value).collect();
    assert_eq!(values, ["0", "2", "4", "6"]);
}
