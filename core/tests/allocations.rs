//! Allocations and retained memory of runs. A step that is not inspected allocates nothing, except for buffers that
//! grow by doubling and for keyframes.
#![cfg(not(target_arch = "wasm32"))]

use allocation_counter::{AllocationInfo, measure};
use lanescope_core::exec::{Run, Scenario};
use lanescope_core::explore::{Exploration, Question};
use lanescope_core::session::Session;
use std::rc::Rc;

/// A vISA scenario whose lanes repeat `BODY` `TIMES` times.
const DWORD_ATOMIC: &str = "\
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 4 8 4 0 4 8 12
.set VAL = iota(1, 1)
.surface BUF buffer ud 16 = iota(0, 1)
.semantics DWORD_ATOMIC {
  foreach_active (i) {
    for (UD k = 0; k < TIMES; ++k) {
      UD address = element_offset[i];
      BODY
    }
  }
}
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

const SUATOM: &str = "\
.isa sass sm=52
.lanes 4
.set R0 = iota(0, 1)
.set R2 = [1; 4]
.surface 0 1d_buffer R32_UINT 32 = iota(0, 1)
.semantics SUATOM {
  foreach_active (i) {
    for (UD k = 0; k < TIMES; ++k) {
      UD address = texel_address(Sc[i] & 0xfffff, Q(x[i]) * sizeof(T), y[i], z[i]);
      BODY
    }
  }
}
SUATOM.D.1D_BUFFER.ADD.IGN R4, [R0], R2, 0x0;
";

/// Loop bodies: atomic, not atomic, and with arithmetic of every kind.
const PLAIN: [&str; 4] = [
    "atomic { T old = surface[address]; T new = op(old, src0[i], src1[i]); surface[address] = new; }",
    "T old = surface[address]; T new = op(old, src0[i], src1[i]); surface[address] = new;",
    "UQ wide = UQ(surface[address]) * 3 / 2 % 1000; if (wide > 7) surface[address] = T(min(wide, 9));",
    "F x = F(k) * 0.5; x = x + 1.25; surface[address] = T(UD(abs(x)));",
];

/// Loop bodies with accesses out of bounds and with undefined bits, which findings report.
const RARE: [&str; 2] = [
    "T outside = surface[address + 400]; surface[address + 1] = outside;",
    "UD nothing; T old = surface[address]; if (nothing > 3) surface[address] = old; else surface[address] = nothing;",
];

/// Measures the allocations of `Run::new` for `times` rounds. Returns them with the number of steps.
fn taken(text: &str, times: u32) -> (AllocationInfo, u32) {
    let session = Session::open(&text.replace("TIMES", &times.to_string()));
    let run = session.run.unwrap_or_else(|| panic!("does not run: {:?}\n{text}", session.diagnostics));
    let scenario: Rc<Scenario> = Rc::new(run.scenario().clone());
    let mut again = None;
    let taken = measure(|| again = Some(Run::new(scenario)));
    (taken, run.len())
}

fn texts(bodies: &[&str]) -> impl Iterator<Item = String> {
    let filled = move |set: &'static str| bodies.iter().map(move |body| set.replace("BODY", body));
    filled(DWORD_ATOMIC).chain(filled(SUATOM))
}

#[test]
fn a_step_that_is_not_inspected_allocates_nothing() {
    for text in texts(&PLAIN) {
        // These rounds come after the first doublings and before the second keyframe.
        let counts: Vec<(u64, u32)> = (20..40)
            .map(|times| taken(&text, times))
            .map(|(taken, steps)| (taken.count_total, steps))
            .collect();
        let rounds: Vec<u64> = counts.windows(2).map(|pair| pair[1].0.abs_diff(pair[0].0)).collect();
        let free = rounds.iter().filter(|&&more| more == 0).count();
        assert!(free >= rounds.len() - 6, "allocations of one round more: {rounds:?}, of {counts:?}\n{text}");
    }
}

#[test]
fn a_long_run_allocates_seldom() {
    for text in texts(&PLAIN) {
        let [(short, few), (long, many)] = [taken(&text, 1_000), taken(&text, 5_000)];
        let steps = u64::from(many - few);
        let allocations = long.count_total - short.count_total;
        assert!(allocations * 20 <= steps, "{allocations} allocations in {steps} steps\n{text}");
    }
}

#[test]
fn a_long_run_keeps_little() {
    for text in texts(&[&PLAIN[..], &RARE].concat()) {
        let [(short, few), (long, many)] = [taken(&text, 1_000), taken(&text, 5_000)];
        // 64 MiB for a million steps is 67 bytes for each.
        let kept = long.bytes_current - short.bytes_current;
        assert!(kept <= 67 * i64::from(many - few), "{kept} bytes kept of {} steps\n{text}", many - few);
    }
}

/// 32 lanes that each add a different float have too many orders to search. Until the budget is spent, the search keeps
/// a few hundred bytes for each state. Most of its time goes into turns of lanes, which count against the budget.
#[test]
fn orders_of_many_lanes_stay_within_the_budget() {
    const STATES: usize = 40_000;
    let numbers: Vec<String> =
        (1..=32u32).map(|lane| (0x3f80_0000 + lane * 0x0123_4567).to_string()).collect();
    let text = format!(
        ".isa sass sm=52\n.lanes 32\n.set R4 = {}\n.surface 0 1d_buffer R32_FLOAT 1 = 0\n\
         SUATOM.D.1D_BUFFER.ADD.F32.FTZ.RN.IGN R6, [R2], R4, 0x0;\n",
        numbers.join(" ")
    );
    let session = Session::open(&text);
    let scenario = session.scenario.expect("it is sound");
    for question in [Question::memory(), Question::results()] {
        let question = Question { most_states: STATES, ..question };
        let (mut states, mut found) = (0, None);
        let taken = measure(|| {
            let mut exploration = Exploration::new(Rc::clone(&scenario), question);
            while !exploration.advance(64) {}
            states = exploration.states();
            found = exploration.finish();
        });
        assert!(found.is_none() && states > STATES && states < 2 * STATES, "{states}");
        assert!(taken.bytes_max < 600 * STATES as u64, "{} bytes", taken.bytes_max);
    }
}

/// Questions with many states: lanes whose read and write are separate turns, a chain of exchanges whose cells depend
/// on the previous one, and float sums. Each of them would need some hundred MiB. The search stays within the memory
/// limit.
#[test]
fn orders_of_any_scenario_stay_within_the_memory() {
    const BYTES: usize = 12 << 20;
    let divisible = format!(
        ".lanes 16\n.decl OFF v_type=G type=ud num_elts=16 align=GRF\n.decl A v_type=G type=ud num_elts=16 align=GRF\n\
         .decl BUF v_type=T num_elts=1\n.set OFF = [0; 16]\n.set A = iota(1, 1)\n.surface BUF buffer ud = 0\n\
         .semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n{}\n  }}\n}}\n\
         dword_atomic.add (M1, 16) BUF OFF.0 A.0 V0.0 V0.0\n",
        "T old = surface[element_offset[i]];\nsurface[element_offset[i]] = op(old, src0[i], src1[i]);"
    );
    let exchanges: String = (8..12)
        .map(|register| {
            let from = if register == 8 { 0 } else { register - 1 };
            format!("SUATOM.D.1D_BUFFER.EXCH.IGN R{register}, [R{from}], R4, 0x0;\n")
        })
        .collect();
    let chained = format!(
        ".isa sass sm=52\n.lanes 16\n.set R0 = [0; 16]\n.set R4 = iota(1, 1)\n\
         .surface 0 1d_buffer R32_UINT 4096 = [0; 40]\n{exchanges}"
    );
    let numbers: Vec<String> =
        (1..=32).map(|lane| (0x3f80_0000 + lane * 0x0123_4567u32).to_string()).collect();
    let floats = format!(
        ".isa sass sm=52\n.lanes 32\n.set R4 = {}\n.surface 0 1d_buffer R32_FLOAT 1 = 0\n\
         SUATOM.D.1D_BUFFER.ADD.F32.FTZ.RN.IGN R6, [R2], R4, 0x0;\n",
        numbers.join(" ")
    );
    for text in [divisible, chained, floats] {
        let session = Session::open(&text);
        let scenario = session.scenario.unwrap_or_else(|| panic!("{text}{:?}", session.diagnostics));
        // A state has at most 128 bytes.
        let question = Question { most_states: BYTES / 128, ..Question::memory() };
        let mut found = None;
        let taken = measure(|| {
            let mut exploration = Exploration::new(Rc::clone(&scenario), question);
            while !exploration.advance(4096) {}
            found = exploration.finish();
        });
        assert!(found.is_none(), "{text}");
        // While a table grows, the old and the new one exist at the same time.
        let bytes = taken.bytes_max;
        assert!(bytes < 2 * BYTES as u64 && bytes > BYTES as u64 / 4, "{bytes} bytes\n{text}");
    }
}
