//! Scenarios and shortcuts that several tests share. Each test uses a part of them.

use lanescope_core::session::{Inquiring, Job as _, known_sets};
use lanescope_core::view::moment::{Moment, RunSummary};
use lanescope_frontend::state::inquiries::{InquiryAction, Topic};
use lanescope_frontend::state::sliced::Sliced;
use lanescope_frontend::state::{Action, Model, PageKind, StagedRun, reduce};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Four lanes: 0 and 1 access byte 0, lane 2 is out of bounds, lane 3 is off. The run has a mask step, a latch, then
/// five steps per lane (address, read, operation, write, return). `OLD` is undefined until lanes return.
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

/// Two lanes, 0 and 1, that add to one counter.
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

/// Answers the current inquiry about a topic, as a worker or the page does.
pub fn answered(model: Model, topic: Topic) -> Model {
    let job = model.inquiries.of(topic).job.clone().expect("something is asked");
    let mut inquiring = Inquiring::new(&job.inquiry, &known_sets());
    while !inquiring.advance(1000) {}
    let answer = Rc::new(inquiring.finish().expect("it is there"));
    reduce(model, InquiryAction::Answer(job.number, answer).into())
}

/// Returns the last line: the instruction of [`FOUR`] or [`TWO`].
pub fn last_line(text: &str) -> &str {
    text.lines().last().expect("it has lines")
}

/// The number of steps of [`TWO`]: a mask step, a latch, then five steps per lane.
pub const TWO_LEN: u32 = 2 + 2 * 5;

/// Opens a text.
pub fn open(text: &str) -> Model {
    Model::new(text, None, PageKind::Full, &known_sets())
}

/// Returns the model after some actions.
pub fn after(model: Model, actions: impl IntoIterator<Item = Action>) -> Model {
    actions.into_iter().fold(model, reduce)
}

/// Computes a long run to its end, then the search for its stops, as `effects/slices.rs` does.
pub fn finished(mut model: Model) -> Model {
    if let Some(pending) = model.document.pending.clone() {
        model = reduce(model, to_the_end(&pending.session));
    }
    if let Some(search) = model.playback.search.clone() {
        model = reduce(model, to_the_end(&search.work));
    }
    model
}

/// Returns the result of a long computation.
pub fn to_the_end<W: Sliced<Event: Into<Action>>>(work: &W) -> Action {
    let mut state = work.begin();
    while !work.advance(&mut state) {}
    work.result(state).expect("it has a result").into()
}

/// Returns the run of a text.
#[track_caller]
pub fn good(text: &str) -> StagedRun {
    let model = open(text);
    model
        .document
        .last_valid
        .unwrap_or_else(|| panic!("does not run: {:#?}", model.document.session.diagnostics))
}

/// Returns a moment of a run.
pub fn moment_of(good: &StagedRun, cursor: u32) -> Moment {
    Moment::new(&good.run.0, &good.text, cursor, Rc::new(RunSummary::new(&good.run)))
}

/// Returns a moment of the run of a text.
#[track_caller]
pub fn moment(text: &str, cursor: u32) -> Moment {
    moment_of(&good(text), cursor)
}

/// Returns the current moment of a model.
#[track_caller]
pub fn on_stage(model: &Model) -> Moment {
    let good = model.document.last_valid.as_ref();
    let good = good.unwrap_or_else(|| panic!("does not run: {:#?}", model.document.session.diagnostics));
    moment_of(good, model.playback.cursor)
}

/// Returns the cursor after a lane's first step of a phase.
#[track_caller]
pub fn behind(good: &StagedRun, lane: u8, phase: &str) -> u32 {
    let is_it = |index: &u32| {
        let step = good.run.step(*index).expect("it is in the run");
        step.lane.is_some_and(|it| it.0 == lane) && step.phase.word() == phase
    };
    (0..good.run.len()).find(is_it).expect("the lane gets there") + 1
}

/// Returns a scenario in which 32 lanes add to 32 elements `rounds` times, then all to the element in R8. The run ends
/// with an error if that is out of bounds. An addition takes 8 steps, so 100 rounds are 25,600 steps per instruction.
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

/// Returns the number of random cases: `in_the_suite`, times the factor that `cargo xtask sweep` sets.
pub fn draws(in_the_suite: usize) -> usize {
    let times = std::env::var("LANESCOPE_SWEEP").ok().and_then(|times| times.parse().ok());
    in_the_suite * times.unwrap_or(1)
}

/// Runs `act` on random inputs. Fails if one takes half a second or if the process uses 256 MiB, where the system
/// reports that.
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
        // A slow input is measured again, because other work on the machine may have delayed it.
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

/// Returns the peak memory of the process in bytes, if the system reports it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| 1024 * kib)
}

/// A linear congruential generator with Knuth's constants. It gives the same numbers on every machine.
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number less than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The low bits of such a generator have a short period. 31 bits fit.
        (self.0 >> 33) as usize % end.max(1)
    }

    /// Returns a text with a few bytes replaced, removed, inserted or duplicated.
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
