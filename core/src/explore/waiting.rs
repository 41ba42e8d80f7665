//! Lanes that wait. A lane whose turn would lead it back to a position that it has had since the cells got their contents waits
//! until the contents change.

use super::graph::{Numbered, Turn, TurnEnd, Turns};
use super::meter::Stuck;
use rustc_hash::FxHashMap;

/// The lane does not repeat itself.
pub(super) const NOT_WAITING: u32 = u32::MAX;

/// The rule by which lanes wait.
#[derive(Debug, Default)]
pub(super) struct WaitRule {
    /// Whether a lane repeats itself, by position and contents.
    repeats: FxHashMap<(u32, u32), bool>,
}

impl WaitRule {
    /// Returns whether a lane would wait instead of taking a turn. `since` is the position at which the cells got their
    /// contents, if the lane repeats itself.
    pub fn waits(
        &self,
        turns: &mut Turns,
        (position, since): (u32, u32),
        contents: u32,
        turn: &Turn,
    ) -> Result<bool, Stuck> {
        if turn.end != TurnEnd::GoesOn || turn.contents != contents {
            return Ok(false);
        }
        let mut passed = if since == NOT_WAITING { position } else { since };
        // The lane changes nothing on its way from there to its position.
        while passed != turn.position && passed != position {
            passed = turns.take(passed, contents)?.position;
        }
        Ok(passed == turn.position)
    }

    /// Returns whether a lane would come back to a position of its own if it alone had turns and changed nothing.
    pub fn repeats(&mut self, turns: &mut Turns, position: u32, contents: u32) -> Result<bool, Stuck> {
        let mut way = Numbered::default();
        let mut next = position;
        let repeats = loop {
            if let Some(&known) = self.repeats.get(&(next, contents)) {
                break known;
            }
            if !way.insert(next) {
                break true;
            }
            let turn = turns.take(next, contents)?;
            if turn.end != TurnEnd::GoesOn || turn.contents != contents {
                break false;
            }
            next = turn.position;
        };
        self.repeats.extend(way.into_iter().map(|passed| ((passed, contents), repeats)));
        Ok(repeats)
    }
}
