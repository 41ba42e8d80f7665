//! The budget of an exploration.

/// The number of bytes of one state of a budget. A state with its turn takes less, and whatever takes more counts as
/// several states. So the limit in bytes follows from the number of states.
pub(super) const STATE_BYTES: usize = 128;

/// The maximum number of states of any exploration: 488 MiB, or 160 MiB in a browser, where the page and its worker share
/// far less memory.
pub(super) const MOST_STATES: usize = if cfg!(target_arch = "wasm32") { 1_310_720 } else { 4_000_000 };

/// The number of micro-steps that one state pays for. The number of states limits the steps, too: to about 20 s of work.
const STEPS_PER_STATE: u64 = 64;

/// Returns the number of states that pay for the micro-steps of a turn.
pub(super) fn states_for(steps: u64) -> usize {
    (steps / STEPS_PER_STATE) as usize
}

/// The reason why a search cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    /// A lane accesses a place that was not known, so the lanes have to be grouped again.
    Grown,
    Spent,
}

/// Counts the states of an exploration.
#[derive(Debug)]
pub(super) struct Meter {
    /// The number of the question. A turn counts once for each question that asks for it, also if an earlier question has
    /// run it on the machine: so an answer does not depend on earlier questions.
    pub question: u32,
    /// The number of states so far.
    pub used: usize,
    most: usize,
}

impl Meter {
    /// Creates the meter of a question that may count that many states.
    pub fn new(question: u32, most: usize) -> Self {
        Self { question, used: 0, most: most.min(MOST_STATES) }
    }

    pub fn charge(&mut self, states: usize) -> Result<(), Stuck> {
        self.used = self.used.saturating_add(states);
        if self.used > self.most { Err(Stuck::Spent) } else { Ok(()) }
    }

    /// Counts one state, and as many more as bytes beyond those of a state demand.
    pub fn charge_bytes(&mut self, bytes: usize) -> Result<(), Stuck> {
        self.charge(1 + bytes / STATE_BYTES)
    }

    pub fn left(&self) -> usize {
        self.most.saturating_sub(self.used)
    }

    pub fn is_spent(&self) -> bool {
        self.used > self.most
    }
}
