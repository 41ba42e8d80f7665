//! The timeline: the position in the run, and the marks of the run, grouped where they would overlap.

use super::by_identity::ByIdentity;
use super::marks::timeline_mark;
use super::model::Model;
use super::stops::Stops;
use lanescope_core::session::run::{Run, nearest_stop};
use lanescope_core::trace::{Granularity, Mark, MarkKind};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::position::{NOTHING, position};
use std::rc::Rc;

/// The position in the run, and what moves it.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineView {
    /// Number of micro-steps done.
    pub cursor: u32,
    pub run: Option<ByIdentity<Run>>,
    pub position: Rc<str>,
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
    pub fn new(model: &Model, moment: Option<&Moment>) -> Self {
        Self {
            cursor: model.playback.cursor,
            run: model.run().cloned(),
            position: position_in_words(model, moment).into(),
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
    pub kind: MarkKind,
    /// The number of marks.
    pub count: usize,
    /// The tooltip.
    pub title: String,
}

/// Groups marks of one kind that would touch each other on a track of this width in CSS pixels.
pub fn mark_groups(marks: &[Mark], len: u32, track_px: f64) -> Vec<MarkGroup> {
    // At least 1 and at most 1000, so it fits.
    let close_per_mille = (1000.0 * MARK_PX / track_px.max(MARK_PX)).ceil() as u32;
    let mut groups: Vec<MarkGroup> = Vec::new();
    for mark in marks {
        let cursor = mark.step + 1;
        let per_mille = along(cursor, len);
        let mut close =
            groups.iter_mut().rev().take_while(|group| per_mille < group.per_mille + close_per_mille);
        if let Some(group) = close.find(|group| group.kind == mark.kind) {
            group.count += 1;
            group.last_per_mille = per_mille;
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
    for MarkGroup { cursor, kind, count, title, .. } in groups.iter_mut().filter(|group| group.count > 1) {
        let word = timeline_mark(*kind).word;
        let plural = if word.ends_with('s') { "es" } else { "s" };
        *title = format!("{count} {word}{plural} from step {cursor}");
    }
    groups
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

/// Stops in the same interval of this size share a mark.
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
        let groups = mark_groups(&[mark(11, MarkKind::Collision)], 48, 1000.0);
        assert_eq!(groups.len(), 1);
        assert_eq!((groups[0].cursor, groups[0].per_mille), (12, 250));
        assert_eq!(groups[0].title, "collision at step 12, lane 2");
    }

    #[test]
    fn marks_of_a_kind_that_would_touch_share_a_group() {
        let marks: Vec<Mark> = (0..1000)
            .flat_map(|step| [mark(step, MarkKind::Collision), mark(step, MarkKind::Undefined)])
            .collect();
        let collisions = |track_px: f64| -> Vec<(u32, u32, usize)> {
            let groups = mark_groups(&marks, 1000, track_px);
            assert_eq!(groups.iter().map(|group| group.count).sum::<usize>(), 2000);
            let of_kind = groups.iter().filter(|group| group.kind == MarkKind::Collision);
            of_kind.map(|group| (group.per_mille, group.last_per_mille, group.count)).collect()
        };
        assert_eq!(collisions(12_000.0).len(), 1000);
        // On 120 px, marks are a tenth of the track apart.
        assert_eq!(collisions(120.0)[..2], [(1, 100, 100), (101, 200, 100)]);
        assert_eq!(collisions(1000.0)[..2], [(1, 12, 12), (13, 24, 12)]);
        assert_eq!(collisions(0.0).len(), 1);
        assert_eq!(mark_groups(&marks, 1000, 120.0)[0].title, "100 collisions from step 1");
    }

    #[test]
    fn several_marks_are_named_in_the_plural() {
        let title = |kind| {
            let marks = [mark(3, kind), mark(4, kind), mark(5, kind)];
            mark_groups(&marks, 10_000, 1000.0).remove(0).title
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
