//! Scenarios and shortcuts that several tests share. Each test takes a part of it.
#![allow(dead_code)] // and does not know what the others take

use lanescope_core::session::roll_call;
use lanescope_frontend::state::moment::Moment;
use lanescope_frontend::state::summary::RunSummary;
use lanescope_frontend::state::{Action, Good, Model, PageKind, reduce};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Four lanes: 0 and 1 meet at byte 0, lane 2 goes outside, lane 3 is off. A mask step, a latch, then five steps a lane
/// (address, read, operation, write, return). `OLD` is undefined until lanes return.
pub const FOUR: &str = "\
.isa visa grf=32
.lanes 8 active=0b0111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0 64 4
.set VAL = 1 2 3 4
.surface BUF buffer ud size=16 = 10 20
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// Two lanes of two add to one counter.
pub const TWO: &str = "\
.isa visa grf=32
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0 0 0 0 0 0 0
.set VAL = 1 2 3 4 5 6 7 8
.surface BUF buffer ud = 10 20
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// The instruction of [`FOUR`] or [`TWO`]: the last line.
pub fn last_line(text: &str) -> &str {
    text.lines().last().expect("it has lines")
}

/// Steps of [`TWO`]: a mask step, a latch, then five steps a lane.
pub const TWO_LEN: u32 = 2 + 2 * 5;

/// The page with that text.
pub fn open(text: &str) -> Model {
    Model::new(text, None, PageKind::Full, &roll_call())
}

/// The page after actions.
pub fn after(model: Model, actions: impl IntoIterator<Item = Action>) -> Model {
    actions.into_iter().fold(model, reduce)
}

/// The run of a text.
#[track_caller]
pub fn good(text: &str) -> Good {
    let model = open(text);
    model.good.unwrap_or_else(|| panic!("does not run: {:#?}", model.session.diagnostics))
}

/// A run at a cursor.
pub fn moment_of(good: &Good, cursor: u32) -> Moment {
    Moment::new(&good.run.0, &good.text, cursor, Rc::new(RunSummary::new(&good.run)))
}

/// The run of a text at a cursor.
#[track_caller]
pub fn moment(text: &str, cursor: u32) -> Moment {
    moment_of(&good(text), cursor)
}

/// What the stage of a page shows.
#[track_caller]
pub fn on_stage(model: &Model) -> Moment {
    let good = model.good.as_ref();
    let good = good.unwrap_or_else(|| panic!("does not run: {:#?}", model.session.diagnostics));
    moment_of(good, model.cursor)
}

/// The cursor behind a lane's first step of that phase.
#[track_caller]
pub fn behind(good: &Good, lane: u8, phase: &str) -> u32 {
    let is_it = |index: &u32| {
        let step = good.run.step(*index).expect("it is in the run");
        step.lane.is_some_and(|it| it.0 == lane) && step.phase.word() == phase
    };
    (0..good.run.len()).find(is_it).expect("the lane gets there") + 1
}

/// 32 lanes add to 32 elements so many times, then all of them to where R8 says. The run ends with an error where that is
/// outside. An addition takes 8 steps, so 100 rounds are 25,600 for each instruction.
pub fn long(rounds: u32) -> String {
    format!(
        "\
.isa sass sm=52
.lanes 32
.set R0 = iota(0, 32)
.set R1 = [1; 32]
.set R8 = [0; 32]
.surface 0 1d_buffer R32_UINT 1024 base=0x2000 = iota(0, 1)
.semantics SUATOM {{
  foreach_active (i) {{
    for (UD k = 0; k < {rounds}; ++k) {{
      UD header = Sc[i] & 0xfffff;
      Q column = Q(x[i]) * 4;
      trap(outside, !header_inside(header, column, 0, 0));
      UD address = texel_address(header, column, 0, 0);
      atomic {{
        T old = surface[address];
        surface[address] = old + src0[i];
      }}
    }}
  }}
}}
SUATOM.D.1D_BUFFER.ADD.IGN R4, [R0], R1, 0x0;
SUATOM.D.1D_BUFFER.ADD.IGN R4, [R8], R1, 0x0;
"
    )
}

/// How many cases a sweep draws: so many in the suite, and as many times that as `cargo xtask sweep` asks for.
pub fn draws(in_the_suite: usize) -> usize {
    let times = std::env::var("LANESCOPE_SWEEP").ok().and_then(|times| times.parse().ok());
    in_the_suite * times.unwrap_or(1)
}

/// Does something with so many inputs as a sweep draws, and holds the slowest against half a second, and the memory of the whole
/// process against 256 MiB, where the system says how much that is.
pub fn hold_to_limits<T>(
    in_the_suite: usize,
    mut input: impl FnMut() -> T,
    mut act: impl FnMut(&T),
    shown: impl Fn(&T) -> String,
) {
    let (mut slowest, mut of) = (Duration::ZERO, String::new());
    for _ in 0..draws(in_the_suite) {
        let input = input();
        let mut timed = || {
            let begun = Instant::now();
            act(&input);
            begun.elapsed()
        };
        let mut took = timed();
        // What other work on the machine held up is faster when it is done again.
        for _ in 0..3 {
            if took > slowest {
                took = took.min(timed());
            }
        }
        if took > slowest {
            (slowest, of) = (took, shown(&input));
        }
    }
    let peak = peak_bytes();
    println!("{} inputs; the slowest took {slowest:?}; memory {peak:?} bytes", draws(in_the_suite));
    assert!(slowest < Duration::from_millis(500), "{slowest:?} for\n{of}");
    assert!(peak.is_none_or(|bytes| bytes < 256 << 20), "{peak:?} bytes");
}

/// The most memory that the process has had, in bytes, where the system says it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| 1024 * kib)
}

/// Numbers that are the same on every machine: a linear congruential generator with Knuth's constants.
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below another.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The low bits of such a generator repeat soon. 31 bits fit.
        (self.0 >> 33) as usize % end.max(1)
    }

    /// A text with a few bytes replaced, left out, doubled or put in.
    pub fn mutated(&mut self, text: &str) -> String {
        const OTHERS: &[u8] = b"{}[]\",:0-\\ulanescop<>&=.\x00\xff";
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            let other = OTHERS[self.below(OTHERS.len())];
            match self.below(4) {
                _ if bytes.is_empty() => bytes.push(other),
                0 => bytes[at] = other,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, other),
                _ => {
                    let end = (at + self.below(20)).min(bytes.len());
                    bytes.extend_from_within(at..end);
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
