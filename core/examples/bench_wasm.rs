//! The core as WebAssembly, for `tools/bench/wasm.mjs` to call and time: here is no clock.
#![cfg(target_arch = "wasm32")]

#[path = "../benches/orders/collisions.rs"]
#[allow(dead_code)] // the native bench tells names, and asks for more
mod collisions;
#[path = "../benches/speed/workloads.rs"]
mod workloads;

use std::hint::black_box;
use std::rc::Rc;

use lanescope_core::exec::{Run, Scenario};
use wasm_bindgen::prelude::wasm_bindgen;

/// A workload that is ready to run.
#[wasm_bindgen]
pub struct Prepared {
    scenario: Rc<Scenario>,
}

#[wasm_bindgen]
impl Prepared {
    /// Prepares the workload of that position in the list.
    #[wasm_bindgen(constructor)]
    pub fn new(position: usize) -> Self {
        Self { scenario: workloads::ALL[position].scenario() }
    }

    /// Runs it once; gives the number of micro-steps.
    pub fn run(&self) -> u32 {
        black_box(Run::new(self.scenario.clone())).len()
    }

    /// Runs it, to be asked for moments.
    pub fn finished(&self) -> Finished {
        Finished { run: Run::new(self.scenario.clone()) }
    }
}

/// A run that is over.
#[wasm_bindgen]
pub struct Finished {
    run: Run,
}

#[wasm_bindgen]
impl Finished {
    /// The number of micro-steps.
    pub fn steps(&self) -> u32 {
        self.run.len()
    }

    /// Looks at the moment after that many micro-steps.
    pub fn look(&self, cursor: u32) {
        black_box(self.run.moment(cursor));
    }
}

/// A collision whose orders can be gone through.
#[wasm_bindgen]
pub struct Orders {
    name: &'static str,
    prepared: collisions::Prepared,
}

#[wasm_bindgen]
impl Orders {
    /// Prepares the collision of that position in the list.
    #[wasm_bindgen(constructor)]
    pub fn new(position: usize) -> Self {
        let collision = &collisions::ALL[position];
        Self { name: collision.name, prepared: collision.prepare() }
    }

    /// How many there are.
    pub fn count() -> usize {
        collisions::ALL.len()
    }

    /// Returns a description of what the lanes do.
    pub fn name(&self) -> String {
        self.name.to_owned()
    }

    /// Goes through all its orders; gives the number of states.
    pub fn explore(&self) -> usize {
        self.prepared.explore()
    }
}
