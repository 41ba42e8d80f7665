//! The workloads: scenarios of atomic additions only, in which each lane adds to an element of its own.

use std::rc::Rc;

use lanescope_core::exec::Scenario;
use lanescope_core::session::Session;

/// A scenario with many atomic additions.
pub struct Workload {
    /// The name in the table.
    pub name: &'static str,
    /// The number of additions of each lane.
    pub times: u32,
    /// Whether the additions are a loop in one instruction. Otherwise each is an instruction of its own.
    pub is_loop: bool,
    /// The instruction that adds.
    pub program: &'static Program,
}

/// The addition in one instruction set. `LANES` and `TIMES` are placeholders.
pub struct Program {
    /// The number of lanes.
    pub lanes: u32,
    /// The text before the instructions.
    opening: &'static str,
    /// The instruction.
    line: &'static str,
    /// Semantics of the instruction with a loop.
    semantics: &'static str,
}

/// All workloads, in the order of the table. Loops use most of the budget of micro-steps.
pub const ALL: [Workload; 4] = [
    Workload {
        name: "DWORD_ATOMIC, 16 lanes, 1,000 instructions",
        times: 1_000,
        is_loop: false,
        program: &DWORD_ATOMIC,
    },
    Workload {
        name: "DWORD_ATOMIC, 16 lanes, a loop of 12,400",
        times: 12_400,
        is_loop: true,
        program: &DWORD_ATOMIC,
    },
    Workload { name: "SUATOM, 32 lanes, 1,000 instructions", times: 1_000, is_loop: false, program: &SUATOM },
    Workload { name: "SUATOM, 32 lanes, a loop of 5,200", times: 5_200, is_loop: true, program: &SUATOM },
];

impl Workload {
    /// Returns the scenario as text.
    pub fn text(&self) -> String {
        let Program { lanes, opening, line, semantics } = *self.program;
        let text = if self.is_loop {
            [opening, semantics, line].concat()
        } else {
            opening.to_owned() + &line.repeat(self.times as usize)
        };
        text.replace("TIMES", &self.times.to_string()).replace("LANES", &lanes.to_string())
    }

    /// Returns the scenario, ready to run.
    pub fn scenario(&self) -> Rc<Scenario> {
        let session = Session::open(&self.text());
        let run =
            session.run.unwrap_or_else(|| panic!("{} does not run: {:?}", self.name, session.diagnostics));
        Rc::new(run.scenario().clone())
    }
}

const DWORD_ATOMIC: Program = Program {
    lanes: 16,
    opening: "\
.lanes LANES
.decl OFF v_type=G type=ud num_elts=LANES align=GRF
.decl VAL v_type=G type=ud num_elts=LANES align=GRF
.decl OLD v_type=G type=ud num_elts=LANES align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = iota(0, 4)
.set VAL = [1; LANES]
.surface BUF buffer ud LANES = iota(0, 1)
",
    line: "dword_atomic.add (M1, LANES) BUF OFF.0 VAL.0 V0.0 OLD.0\n",
    semantics: "\
.semantics DWORD_ATOMIC {
  foreach_active (i) {
    for (UD k = 0; k < TIMES; ++k) {
      atomic {
        T old = surface[element_offset[i]];
        T new = op(old, src0[i], src1[i]);
        surface[element_offset[i]] = new;
      }
    }
    dst[i] = result;
  }
}
",
};

const SUATOM: Program = Program {
    lanes: 32,
    opening: "\
.isa sass sm=52
.lanes LANES
.set R0 = iota(0, 1)
.set R2 = [1; LANES]
.surface 0 1d_buffer R32_UINT LANES = iota(0, 1)
",
    line: "SUATOM.D.1D_BUFFER.ADD.IGN R4, [R0], R2, 0x0;\n",
    semantics: "\
.semantics SUATOM {
  foreach_active (i) {
    for (UD k = 0; k < TIMES; ++k) {
      UD address = texel_address(Sc[i] & 0xfffff, Q(x[i]) * sizeof(T), y[i], z[i]);
      atomic {
        T old = surface[address];
        T new = op(old, src0[i], src1[i]);
        surface[address] = new;
      }
    }
    Rd[i] = result;
  }
}
",
};
