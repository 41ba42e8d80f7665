//! The parts of a moment that must be visible: the place of the last access, and the caption.

use lanescope_core::trace::{Access, MicroStep};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::place::StagePlace;

/// Returns the relevant place in memory: that of [`Moment::access_at_hand`], or the last place that any lane touched.
pub fn place_at_hand(moment: &Moment) -> Option<StagePlace> {
    moment.frame.last.as_ref()?;
    let access = moment.access_at_hand().or_else(|| last_touched(moment))?;
    StagePlace::new(moment, access)
}

/// Returns the last access of any lane of the instruction.
fn last_touched(moment: &Moment) -> Option<&Access> {
    let visits = moment
        .targets()
        .iter()
        .flat_map(|target| target.visits.iter().map(move |visit| (visit.step, &target.access)));
    visits
        .filter(|(step, _)| *step < moment.frame.cursor)
        .max_by_key(|(step, _)| *step)
        .map(|(_, access)| access)
}

/// Returns the number of cells that the last step touched. All accesses out of bounds of one surface count as one cell.
pub fn touched_count(moment: &Moment) -> usize {
    let layout = &moment.scenario().layout;
    let mut cells = Vec::new();
    for access in moment.frame.last.iter().flat_map(MicroStep::accesses) {
        let bytes = (access.place.byte_offset as usize..).take(access.place.size_bytes as usize);
        match layout.surface_in(access.place.space).filter(|_| access.inside) {
            Some(surface) => {
                let elements = bytes.filter_map(|byte_offset| surface.element_of(byte_offset));
                cells.extend(elements.map(|element| (access.place.space, Some(element))));
            }
            None => cells.push((access.place.space, None)),
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells.len()
}

/// The longest caption in characters that is shown in full. At any page size, this many fit beside lanes and memory.
const LONGEST: usize = 120;
/// The longest shortened caption in characters. A button that expands it follows.
const SHORTENED: usize = 102;

/// Shortens a long sentence after a whole word. Returns `None` if the sentence fits. `following` characters follow it
/// in the same space. The cut is at the end, because a sentence without its middle can be false.
pub fn in_short(sentence: &str, following: usize) -> Option<String> {
    let count = sentence.chars().count();
    if count + following <= LONGEST {
        return None;
    }
    let begin: String = sentence.chars().take(SHORTENED).collect();
    let begin = begin.rsplit_once(' ').map_or(&*begin, |(words, _)| words);
    Some(format!("{begin} …"))
}

/// Returns the scroll distance that brings the range from `top` to `bottom` between `low` and `high`. If the range is
/// taller than that, aligns its top.
pub fn scroll_by((top, bottom): (f64, f64), (low, high): (f64, f64)) -> f64 {
    if top < low || bottom - top > high - low { top - low } else { (bottom - high).max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_scrolled_no_farther_than_it_must() {
        assert_eq!(scroll_by((100.0, 200.0), (0.0, 400.0)), 0.0);
        assert_eq!(scroll_by((350.0, 450.0), (0.0, 400.0)), 50.0);
        assert_eq!(scroll_by((-30.0, 50.0), (0.0, 400.0)), -30.0);
        assert_eq!(
            scroll_by((120.0, 700.0), (20.0, 400.0)),
            100.0,
            "a range that is too tall begins at the top"
        );
    }

    #[test]
    fn a_long_sentence_is_cut_at_its_end() {
        let read = "Lane 3 reads 10 from BUF byte 4.";
        assert_eq!(in_short(read, 0), None);
        assert_eq!(in_short(read, LONGEST - read.len()), None);
        let long = format!("Lane 3 sets holds to true: {}true.", "a[i] < b[i] ? ".repeat(20));
        let short = in_short(&long, 0).expect("it is long");
        assert!(long.starts_with(short.strip_suffix(" …").expect("it is cut")), "{short}");
        assert!(short.chars().count() <= LONGEST);
        let fits = "a < b ".repeat(19);
        assert_eq!(in_short(&fits, 0), None);
        assert!(in_short(&fits, 12).is_some_and(|short| short.chars().count() < fits.len()));
    }
}
