//! Grids: elements with `data-index` that are one tab stop. Arrow keys move the focus among them.

use super::dom::{closest, find, focus, target};
use web_sys::HtmlElement;
use yew::prelude::*;

/// Returns the index after a key press in a grid whose lines have these lengths. `None` for other keys and at the edge.
/// Up and Down keep the column, or go to the end of a line that is too short.
pub fn moved(key: &str, at: usize, lines: &[usize]) -> Option<usize> {
    let last = lines.iter().sum::<usize>().checked_sub(1)?;
    let in_line = |is_other: fn(usize) -> Option<usize>| {
        let (mut line, mut column) = (0, at);
        while column >= *lines.get(line)? {
            (line, column) = (line + 1, column - lines[line]);
        }
        let other = is_other(line)?;
        let end = lines.get(other)?.checked_sub(1)?;
        Some(lines[..other].iter().sum::<usize>() + column.min(end))
    };
    match key {
        "ArrowRight" => (at < last).then_some(at + 1),
        "ArrowLeft" => at.checked_sub(1),
        "ArrowDown" => in_line(|line| line.checked_add(1)),
        "ArrowUp" => in_line(|line| line.checked_sub(1)),
        "Home" => Some(0),
        "End" => Some(last),
        _ => None,
    }
}

/// Returns the lengths of the lines of a grid of `count` cells, with `per_line` in each but the last.
pub fn lines(count: usize, per_line: usize) -> Vec<usize> {
    let per_line = per_line.max(1);
    (0..count.div_ceil(per_line)).map(|line| per_line.min(count - line * per_line)).collect()
}

/// Returns whether a key moves inside a grid.
fn is_move(key: &str) -> bool {
    matches!(key, "ArrowRight" | "ArrowLeft" | "ArrowDown" | "ArrowUp" | "Home" | "End")
}

/// Focuses the element to which a key press on an element with `data-index` leads, inside an element with class `grid`.
fn follow(event: &KeyboardEvent, lines: &[usize]) {
    next(event, lines).iter().for_each(focus);
}

/// Returns the element to which a key press leads. The keys are handled even at the edge, so that they do not also trigger shortcuts
/// of the page.
fn next(event: &KeyboardEvent, lines: &[usize]) -> Option<HtmlElement> {
    if !is_move(&event.key()) || event.ctrl_key() || event.shift_key() || event.alt_key() || event.meta_key()
    {
        return None;
    }
    let at = index_of(event)?;
    event.prevent_default();
    let to = moved(&event.key(), at, lines)?;
    find(&*closest(&target(event)?, ".grid")?, &format!("[data-index=\"{to}\"]"))
}

/// Returns the index of the element of an event.
pub fn index_of(event: &Event) -> Option<usize> {
    closest(&target(event)?, "[data-index]")?.get_attribute("data-index")?.parse().ok()
}

/// Returns the handler of `keydown` for a grid whose lines have these lengths.
pub fn keys(lines: Vec<usize>) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| follow(&event, &lines))
}

/// A grid whose tab stop is the element that last had the focus (roving tabindex).
pub struct Grid {
    /// The index of the tab stop.
    pub stop: usize,
    pub onkeydown: Callback<KeyboardEvent>,
    pub onfocusin: Callback<FocusEvent>,
}

/// Returns a grid whose lines have these lengths. The first element is its tab stop until another one has the focus.
#[hook]
pub fn use_grid(lines: Vec<usize>) -> Grid {
    let focused = use_state_eq(|| 0);
    let onfocusin = use_callback(focused.setter(), |event: FocusEvent, focused| {
        index_of(&event).into_iter().for_each(|index| focused.set(index));
    });
    let stop = (*focused).min(lines.iter().sum::<usize>().saturating_sub(1));
    let onkeydown = use_callback(lines, |event: KeyboardEvent, lines| follow(&event, lines));
    Grid { stop, onkeydown, onfocusin }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_stay_inside() {
        let two = lines(8, 4);
        assert_eq!(moved("ArrowRight", 3, &two), Some(4));
        assert_eq!(moved("ArrowRight", 7, &two), None);
        assert_eq!(moved("ArrowLeft", 0, &two), None);
        assert_eq!(moved("ArrowDown", 3, &two), Some(7));
        assert_eq!(moved("ArrowDown", 5, &two), None);
        assert_eq!(moved("ArrowUp", 5, &two), Some(1));
        assert_eq!((moved("Home", 5, &two), moved("End", 5, &two)), (Some(0), Some(7)));
        assert_eq!(moved("x", 5, &two), None);
        assert_eq!(moved("Home", 0, &[]), None);
        assert_eq!(moved("ArrowDown", 9, &two), None);
    }

    #[test]
    fn up_and_down_lead_to_the_cell_below_where_lines_differ_in_length() {
        // Two rows of six texels, four side by side:
        //   0 1 2 3
        //   4 5
        //   6 7 8 9
        //   10 11
        let uneven = [4, 2, 4, 2];
        let down: Vec<Option<usize>> = (0..12).map(|at| moved("ArrowDown", at, &uneven)).collect();
        let expected = [4, 5, 5, 5, 6, 7, 10, 11, 11, 11].map(Some);
        assert_eq!(down[..10], expected);
        assert_eq!(down[10..], [None, None]);
        let up: Vec<Option<usize>> = (4..12).map(|at| moved("ArrowUp", at, &uneven)).collect();
        assert_eq!(up, [0, 1, 4, 5, 5, 5, 6, 7].map(Some));
        assert_eq!(moved("ArrowUp", 3, &uneven), None);
        assert_eq!(lines(10, 4), [4, 4, 2]);
    }
}
