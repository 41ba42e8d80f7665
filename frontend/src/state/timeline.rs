//! The timeline: the marks of a run, grouped where they would overlap, and the first step of each instruction.

use super::marks::{TIMELINE_KINDS, timeline_mark};
use super::model::Model;
use super::stops::Stops;
use lanescope_core::session::run::{Run, nearest_stop};
use lanescope_core::trace::{Granularity, Mark, MarkKind};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::position::{NOTHING, position};
use std::rc::Rc;

/// The parts of the timeline that do not depend on the cursor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landmarks {
    /// The marks, in groups.
    pub marks: Rc<Vec<MarkGroup>>,
    /// The first step of each instruction.
    pub starts: Rc<Vec<u32>>,
}

impl Landmarks {
    /// Computes the landmarks of a run.
    pub fn new(run: &Run) -> Self {
        Self {
            marks: Rc::new(mark_groups(run.marks(), run.len())),
            starts: Rc::new(run.instruction_starts().to_vec()),
        }
    }
}

/// The position in the run, and what moves it.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineView {
    /// Number of micro-steps done.
    pub cursor: u32,
    pub len: u32,
    pub position: Rc<str>,
    pub marks: Rc<Vec<MarkGroup>>,
    /// The first step of each instruction.
    pub starts: Rc<Vec<u32>>,
    pub granularity: Granularity,
    pub playing: bool,
    pub plays_fast: bool,
    /// Whether to draw attention to the Step button.
    pub invitation: bool,
    /// The condition of `Run until`, as typed.
    pub until: Rc<str>,
    pub stops: Rc<Stops>,
    pub pinned: Option<u32>,
}

impl TimelineView {
    /// Returns the timeline at a moment.
    pub fn new(model: &Model, moment: Option<&Moment>, landmarks: &Landmarks) -> Self {
        let Landmarks { marks, starts } = landmarks.clone();
        Self {
            cursor: model.playback.cursor,
            len: model.run_len(),
            position: position_in_words(model, moment).into(),
            marks,
            starts,
            granularity: model.granularity(),
            playing: model.playback.playing,
            plays_fast: model.settings.plays_fast,
            invitation: model.invites_to_step(),
            until: model.playback.until.clone(),
            stops: model.playback.stops.clone(),
            pinned: model.playback.pinned,
        }
    }

    /// Returns whether a stop is after the current step.
    pub fn has_next_stop(&self) -> bool {
        nearest_stop(&self.stops.steps, self.cursor, true).is_some()
    }
}

/// Returns the position in the run, in words.
pub fn position_in_words(model: &Model, moment: Option<&Moment>) -> String {
    match (moment, model.is_hiding(), model.playback.cursor) {
        (_, true, 0) => "start; the run is hidden".to_owned(),
        (_, true, cursor) => format!("step {cursor}; the rest is hidden"),
        (Some(moment), ..) => position(moment),
        (None, ..) => NOTHING.to_owned(),
    }
}

/// Marks of one kind that are drawn as one because they are close together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkGroup {
    /// The cursor after the first of them.
    pub cursor: u32,
    /// The positions of the first and the last of them on the timeline, from 0 to 1000.
    pub per_mille: u32,
    pub last_per_mille: u32,
    /// The kind of the marks.
    pub kind: MarkKind,
    /// The number of marks.
    pub count: usize,
    /// The tooltip.
    pub title: String,
}

/// Groups marks: at most one group of each kind per hundredth of the timeline.
pub fn mark_groups(marks: &[Mark], len: u32) -> Vec<MarkGroup> {
    let mut groups: Vec<MarkGroup> = Vec::new();
    for mark in marks {
        let cursor = mark.step + 1;
        let per_mille = along(cursor, len);
        let near = |group: &&mut MarkGroup| {
            group.kind == mark.kind && per_mille / CLOSE_PER_MILLE == group.per_mille / CLOSE_PER_MILLE
        };
        if let Some(group) = groups.iter_mut().rev().take(TIMELINE_KINDS.len()).find(near) {
            group.add(1, per_mille);
            continue;
        }
        let lane = mark.lane.map(|lane| format!(", lane {lane}")).unwrap_or_default();
        let title = format!("{} at step {cursor}{lane}", timeline_mark(mark.kind).word);
        groups.push(MarkGroup {
            cursor,
            per_mille,
            last_per_mille: per_mille,
            kind: mark.kind,
            count: 1,
            title,
        });
    }
    groups
}

impl MarkGroup {
    /// Adds further marks. `last_per_mille` is the position of the last one.
    fn add(&mut self, count: usize, last_per_mille: u32) {
        self.count += count;
        self.last_per_mille = last_per_mille;
        let word = timeline_mark(self.kind).word;
        let plural = if word.ends_with('s') { "es" } else { "s" };
        self.title = format!("{} {word}{plural} from step {}", self.count, self.cursor);
    }
}

/// Joins groups of one kind that would touch each other on a track of this width in CSS pixels.
pub fn joined_groups(groups: &[MarkGroup], track_px: f64) -> Vec<MarkGroup> {
    // At least 1 and at most 1000, so it fits.
    let close_per_mille = (1000.0 * MARK_PX / track_px.max(MARK_PX)).ceil() as u32;
    let mut joined: Vec<MarkGroup> = Vec::new();
    for group in groups {
        let before = joined.iter_mut().rev().find(|before| before.kind == group.kind);
        match before.filter(|before| group.per_mille < before.per_mille + close_per_mille) {
            Some(before) => before.add(group.count, group.last_per_mille),
            None => joined.push(group.clone()),
        }
    }
    joined
}

/// The distance of two marks in CSS pixels from which on they do not touch.
const MARK_PX: f64 = 12.0;

/// Returns at most one stop per hundredth of the timeline, as (cursor, position from 0 to 1000).
pub fn stop_marks(steps: &[u32], len: u32) -> Vec<(u32, u32)> {
    let mut marks: Vec<(u32, u32)> = Vec::new();
    for cursor in steps.iter().map(|step| step + 1) {
        let per_mille = along(cursor, len);
        if marks.last().is_none_or(|(_, last)| last / CLOSE_PER_MILLE != per_mille / CLOSE_PER_MILLE) {
            marks.push((cursor, per_mille));
        }
    }
    marks
}

/// Marks in the same interval of this size share a group.
const CLOSE_PER_MILLE: u32 = 10;

/// Returns the position of a cursor on a timeline, from 0 to 1000.
pub fn along(cursor: u32, len: u32) -> u32 {
    // At most 1000, so it fits.
    if len == 0 { 0 } else { (u64::from(cursor.min(len)) * 1000 / u64::from(len)) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_core::session::run::LaneId;

    fn mark(step: u32, kind: MarkKind) -> Mark {
        Mark { step, kind, lane: Some(LaneId(2)), place: None }
    }

    #[test]
    fn a_lone_mark_says_where_it_is() {
        let groups = mark_groups(&[mark(11, MarkKind::Collision)], 48);
        assert_eq!(groups.len(), 1);
        assert_eq!((groups[0].cursor, groups[0].per_mille), (12, 250));
        assert_eq!(groups[0].title, "collision at step 12, lane 2");
    }

    #[test]
    fn crowded_marks_share_a_group_by_kind() {
        let marks: Vec<Mark> = (0..1000)
            .flat_map(|step| [mark(step, MarkKind::Collision), mark(step, MarkKind::Undefined)])
            .collect();
        let groups = mark_groups(&marks, 10_000);
        assert_eq!(groups.len(), 22, "eleven hundredths of two kinds");
        assert_eq!(groups.iter().map(|group| group.count).sum::<usize>(), 2000);
        assert!(groups[0].title.ends_with("collisions from step 1"));
    }

    #[test]
    fn marks_that_would_touch_are_joined() {
        let marks: Vec<Mark> = (0..50)
            .flat_map(|step| [mark(2 * step, MarkKind::Collision), mark(2 * step, MarkKind::Undefined)])
            .collect();
        let groups = mark_groups(&marks, 100);
        assert_eq!(joined_groups(&groups, 1200.0), groups);
        // On 120 px, marks are a tenth of the track apart.
        let joined = joined_groups(&groups, 120.0);
        let collisions: Vec<(u32, u32, usize)> = joined
            .iter()
            .filter(|group| group.kind == MarkKind::Collision)
            .map(|group| (group.per_mille, group.last_per_mille, group.count))
            .collect();
        assert_eq!(collisions.len(), 10);
        assert_eq!(collisions[..2], [(10, 90, 5), (110, 190, 5)]);
        assert_eq!(joined[0].title, "5 collisions from step 1");
        assert_eq!(joined_groups(&groups, 0.0).len(), 2);
    }

    #[test]
    fn several_marks_are_named_in_the_plural() {
        let title = |kind| {
            let marks = [mark(3, kind), mark(4, kind), mark(5, kind)];
            mark_groups(&marks, 10_000).remove(0).title
        };
        assert_eq!(title(MarkKind::Misaligned), "3 misaligned accesses from step 4");
        assert_eq!(title(MarkKind::OutOfBounds), "3 out-of-bounds accesses from step 4");
    }

    #[test]
    fn an_empty_run_has_its_cursor_at_the_start() {
        assert_eq!(along(0, 0), 0);
        assert_eq!(along(7, 7), 1000);
    }
}
