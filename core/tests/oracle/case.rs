//! A scenario with the end that the model computes for it, and the comparison with the library.

use super::bits::Memory;
use lanescope_core::diag::{Severity, render};
use lanescope_core::exec::Stop;
use lanescope_core::machine::{Bytes, Layout, SpaceId};
use lanescope_core::session::Session;

/// Something that a run leaves.
#[derive(Clone, Debug)]
pub enum Left {
    Variable(String),
    Predicate(String),
    /// A surface by its name, or by its kind if it has several names.
    Surface(String),
}

impl Left {
    fn space(&self, layout: &Layout) -> Option<SpaceId> {
        match self {
            Self::Variable(name) => layout.variable(name).map(|variable| variable.space),
            Self::Predicate(name) => layout.predicate(name).map(|predicate| predicate.space),
            Self::Surface(name) => {
                let is_it = |kind: &str, own: &str| kind == name || own == name;
                let mut surfaces = layout.surfaces.iter();
                surfaces
                    .find(|surface| is_it(surface.kind.word(), &surface.name))
                    .map(|surface| surface.space)
            }
        }
    }
}

/// Contents at the end.
#[derive(Clone, Debug)]
pub struct Contents {
    pub left: Left,
    pub memory: Memory,
    /// The bits that can change, for each byte. All others keep their initial values.
    pub changing: Vec<u8>,
}

impl Contents {
    /// Creates contents that may change as a whole.
    pub fn whole(left: Left, memory: Memory) -> Self {
        let changing = vec![0xff; memory.size_bytes()];
        Self { left, memory, changing }
    }

    /// Returns the difference from the contents at the end, in words.
    fn difference(&self, start: &Bytes, end: &Bytes) -> Option<String> {
        let size_bytes = end.value.len();
        if self.changing.iter().enumerate().any(|(byte, changing)| byte >= size_bytes && *changing != 0) {
            return Some(format!("{:?} has {size_bytes} bytes", self.left));
        }
        let with = |kept: &[u8], own: &[u8]| -> Vec<u8> {
            let mask = |byte: usize| self.changing.get(byte).copied().unwrap_or(0);
            let own = |byte: usize| own.get(byte).copied().unwrap_or(0);
            (0..size_bytes).map(|byte| kept[byte] & !mask(byte) | own(byte) & mask(byte)).collect()
        };
        let rows = [
            ("value", &end.value, with(&start.value, &self.memory.bits)),
            ("defined", &end.defined, with(&start.defined, &self.memory.defined)),
        ];
        let mut different = String::new();
        for (what, found, expected) in rows {
            for byte in (0..size_bytes).filter(|&byte| found[byte] != expected[byte]).take(8) {
                let (found, expected) = (found[byte], expected[byte]);
                different += &format!("{what} of byte {byte} is {found:#04x}, and not {expected:#04x}\n");
            }
        }
        (!different.is_empty()).then(|| format!("{:?} differs:\n{different}", self.left))
    }
}

/// A scenario and its end.
#[derive(Clone, Debug)]
pub struct Case {
    pub text: String,
    pub instructions: usize,
    pub contents: Vec<Contents>,
    /// The codes of the errors that may end the run; empty if it ends with its program.
    pub stops: Vec<&'static str>,
}

impl Case {
    /// Compares the run of the library with the model. Returns the difference in words.
    pub fn difference(&self) -> Option<String> {
        let session = Session::open(&self.text);
        let shown = |severity: Severity| {
            let found = session.diagnostics.iter().filter(|found| found.severity == severity);
            found.map(|found| render("scenario", &self.text, found)).collect::<Vec<_>>().join("\n")
        };
        let Some(run) = &session.run else {
            return Some(format!("it does not run:\n{}", shown(Severity::Error)));
        };
        if run.instruction_starts().len() != self.instructions {
            let (found, expected) = (run.instruction_starts().len(), self.instructions);
            return Some(format!(
                "{found} instructions begin, and not {expected}:\n{}",
                shown(Severity::Error)
            ));
        }
        let codes: Vec<&str> = session
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .map(|found| found.code())
            .collect();
        let ends_as_expected = match run.stop() {
            Stop::End => self.stops.is_empty(),
            Stop::Fault => !codes.is_empty() && codes.iter().all(|code| self.stops.contains(code)),
            _ => false,
        };
        if !ends_as_expected {
            return Some(format!("it ends with {:?} {codes:?}, and not with {:?}", run.stop(), self.stops));
        }
        let (start, end, layout) = (run.state(0), run.state(run.len()), &run.scenario().layout);
        self.contents.iter().find_map(|contents| {
            let Some(space) = contents.left.space(layout) else {
                return Some(format!("there is no {:?}", contents.left));
            };
            contents.difference(start.space(space), end.space(space))
        })
    }
}
