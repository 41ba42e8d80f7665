//! Moving the focus inside a grid with the arrow keys.

use super::dom::{closest, find, focus, target};
use web_sys::KeyboardEvent;

/// The index that a key leads to in a grid of `count` things, `per_row` in a row; `None` for other keys.
pub fn moved(key: &str, at: usize, count: usize, per_row: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    let to = match key {
        "ArrowRight" => at + 1,
        "ArrowLeft" => at.checked_sub(1)?,
        "ArrowDown" => at + per_row,
        "ArrowUp" => at.checked_sub(per_row)?,
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    (to <= last).then_some(to)
}

/// Whether a key moves inside a grid at all.
fn is_move(key: &str) -> bool {
    matches!(key, "ArrowRight" | "ArrowLeft" | "ArrowDown" | "ArrowUp" | "Home" | "End")
}

/// Follows a key press on an element with `data-index` inside an element with class `grid`: puts the focus on the
/// element that the key leads to and returns its index. The keys are taken even at the edge, so that they do not fall
/// through to the page.
pub fn follow(event: &KeyboardEvent, count: usize, per_row: usize) -> Option<usize> {
    if !is_move(&event.key()) || event.ctrl_key() || event.shift_key() || event.alt_key() || event.meta_key()
    {
        return None;
    }
    let cell = closest(&target(event)?, "[data-index]")?;
    let at = cell.get_attribute("data-index")?.parse().ok()?;
    event.prevent_default();
    let to = moved(&event.key(), at, count, per_row)?;
    let grid = closest(&cell, ".grid")?;
    focus(&find(&grid, &format!("[data-index=\"{to}\"]"))?);
    Some(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_stay_inside() {
        assert_eq!(moved("ArrowRight", 3, 8, 4), Some(4));
        assert_eq!(moved("ArrowRight", 7, 8, 4), None);
        assert_eq!(moved("ArrowLeft", 0, 8, 4), None);
        assert_eq!(moved("ArrowDown", 3, 8, 4), Some(7));
        assert_eq!(moved("ArrowDown", 5, 8, 4), None);
        assert_eq!(moved("ArrowUp", 5, 8, 4), Some(1));
        assert_eq!((moved("Home", 5, 8, 4), moved("End", 5, 8, 4)), (Some(0), Some(7)));
        assert_eq!(moved("x", 5, 8, 4), None);
        assert_eq!(moved("Home", 0, 0, 4), None);
    }
}
