//! What is measured: scenarios that do nothing but add atomically, one lane after another, each lane at a dword of its own.

use std::rc::Rc;

use lanescope_core::exec::Scenario;
use lanescope_core::session::Session;

/// A scenario with many atomic operations.
pub struct Workload {
    /// What the table calls it.
    pub name: &'static str,
    /// How many atomic operations each lane does.
    pub times: u32,
    /// Whether they are in a loop of one instruction; otherwise each is an instruction of its own.
    pub is_loop: bool,
    /// What adds.
    pub program: &'static Program,
}

/// The same addition in one instruction set. `LANES` and `TIMES` stand for the numbers.
pub struct Program {
    /// How many lanes the instruction has.
    pub lanes: u32,
    /// What stands above the instructions.
    opening: &'static str,
    /// The instruction.
    line: &'static str,
    /// A text of what the instruction does, with a loop in it.
    semantics: &'static str,
}

/// Every workload, in the order of the table. Those in a loop come close to the budget of micro-steps.
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
    /// The scenario as text.
    pub fn text(&self) -> String {
        let Program { lanes, opening, line, semantics } = *self.program;
        let text = if self.is_loop {
            [opening, semantics, line].concat()
        } else {
            opening.to_owned() + &line.repeat(self.times as usize)
        };
        text.replace("TIMES", &self.times.to_string()).replace("LANES", &lanes.to_string())
    }

    /// The scenario, ready to run.
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
