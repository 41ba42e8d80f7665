//! The run on the stage, as far as other parts of the model depend on it.

use super::by_identity::ByIdentity;
use lanescope_core::session::run::Run;
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// A run with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct StagedRun {
    pub run: ByIdentity<Run>,
    pub text: Rc<str>,
}

/// The run on the stage. While answers are asked for, it ends at the questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The run. `None` if the stage shows at most the setup of a text.
    pub run: Option<ByIdentity<Run>>,
    /// The current step size.
    pub granularity: Granularity,
    /// Whether the run is of an earlier text.
    pub is_stale: bool,
    /// Whether answers are asked for, so that results are hidden.
    pub is_hiding: bool,
}

impl Stage {
    /// Returns the number of micro-steps of the run.
    pub fn run_len(&self) -> u32 {
        self.run.as_ref().map_or(0, |run| run.len())
    }
}
