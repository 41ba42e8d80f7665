//! Seeking in a run, forwards and backwards: memory at each position is that of the first pass, on every target.

use crate::common::Random;
use lanescope_core::base::Bits;
use lanescope_core::exec::Run;
use lanescope_core::machine::{Place, State};
use lanescope_core::session::Session;
use lanescope_core::trace::{Effect, MicroStep};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Scenarios of the gallery, and one of several thousand steps, so that the walk leaves the first keyframe.
const SCENARIOS: [(&str, &str); 8] = [
    ("collision", include_str!("../../static/examples/01-collision.lane")),
    ("order", include_str!("../../static/examples/04-order-matters.lane")),
    ("masks", include_str!("../../static/examples/09-masks-and-predicates.lane")),
    ("words", include_str!("../../static/examples/12-sixteen-bits.lane")),
    ("bounds", include_str!("../../static/examples/13-out-of-bounds.lane")),
    ("floats", include_str!("../../static/examples/19-float-specials.lane")),
    ("lost update", include_str!("../../static/examples/22-lost-update.lane")),
    ("long", LONG),
];

const LONG: &str = "
.lanes 16
.order seed=11
.decl OFF v_type=G type=ud num_elts=16 align=GRF
.decl VAL v_type=G type=ud num_elts=16 align=GRF
.decl OLD v_type=G type=ud num_elts=16 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 4 0 8  4 4 12 0  2 3 20 0  4 8 8 0
.set VAL = random(5)
.surface BUF buffer ud = 1 2 3 ?
.semantics DWORD_ATOMIC {
  foreach_active (i) {
    for (UD k = 0; k < 60; ++k) {
      UD address = element_offset[i];
      T old = surface[address];
      T new = op(old, src0[i] + k, src1[i]);
      surface[address] = new;
      dst[i] = result;
    }
  }
}
dword_atomic.xor (M1, 16) BUF OFF.0 VAL.0 V0.0 OLD.0
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 VAL.32
";

/// All fingerprints of all scenarios, folded into one number by the first machine that ran this. The native and the
/// wasm build must agree on it; it proves nothing else. It changes with the scenarios above and with the order of
/// steps.
const COMBINED: u64 = 0x9b1c_5d23_29ae_9351;

fn open(name: &str, text: &str) -> std::rc::Rc<Run> {
    Session::open(text).run.unwrap_or_else(|| panic!("{name} runs"))
}

/// Returns the changes of a step: the place, the old value and the new value.
fn changes(step: &MicroStep) -> impl DoubleEndedIterator<Item = (Place, Bits, Bits)> {
    step.effects.iter().filter_map(|effect| match *effect {
        Effect::Write { access, before, after, dropped: false, .. } => Some((access.place, before, after)),
        Effect::Return { place: Some(place), before, after, .. } => Some((place, before, after)),
        _ => None,
    })
}

/// Returns the fingerprint at each position, by applying the changes of each step.
fn first_pass(run: &Run) -> Vec<u64> {
    let mut state = run.scenario().initial.clone();
    let mut fingerprints = vec![state.fingerprint()];
    for step in run.steps() {
        changes(&step).for_each(|(place, _, after)| state.write(place, after));
        fingerprints.push(state.fingerprint());
    }
    fingerprints
}

#[test]
fn a_random_walk_meets_the_states_of_the_first_pass() {
    let mut random = Random::new(2026);
    for (name, text) in SCENARIOS {
        let run = open(name, text);
        let recorded = first_pass(&run);
        assert_eq!(recorded.len(), run.len() as usize + 1, "{name}");
        let mut cursor = 0;
        for _ in 0..1_000 {
            // Mostly single steps, sometimes a jump, like a person who scrubs.
            cursor = match random.below(20) {
                0 => random.below(recorded.len()) as u32,
                1..=9 => u32::saturating_sub(cursor, 1),
                _ => (cursor + 1).min(run.len()),
            };
            assert_eq!(run.state(cursor).fingerprint(), recorded[cursor as usize], "{name} at {cursor}");
        }
        let beyond = run.state(run.len() + 7).fingerprint();
        assert_eq!(Some(&beyond), recorded.last(), "{name}: past the end is the end");
    }
}

#[test]
fn undoing_all_steps_restores_the_start() {
    for (name, text) in SCENARIOS {
        let run = open(name, text);
        let recorded = first_pass(&run);
        let steps: Vec<MicroStep> = run.steps().collect();
        let mut state: State = run.state(run.len());
        for (at, step) in steps.iter().enumerate().rev() {
            assert_eq!(step.index as usize, at, "{name}");
            changes(step).rev().for_each(|(place, before, _)| state.write(place, before));
            assert_eq!(state.fingerprint(), recorded[at], "{name}: step {at} undone");
        }
        assert_eq!(state, run.scenario().initial, "{name}");
    }
}

#[test]
fn every_target_reaches_the_same_states() {
    let mut combined = 0xcbf2_9ce4_8422_2325_u64;
    for (name, text) in SCENARIOS {
        for fingerprint in first_pass(&open(name, text)) {
            combined = (combined ^ fingerprint).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    assert_eq!(combined, COMBINED, "the new value is {combined:#x}");
}
