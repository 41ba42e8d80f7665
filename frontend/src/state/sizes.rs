//! Sizes in CSS pixels that the state shares with the style sheets.

use lanescope_core::view::sizes::OFFSET_PX;

const SHEET: &[u8] = include_bytes!("../../css/tokens.css");

/// The minimum width of an element in memory.
pub const NARROWEST_SLOT_PX: f64 = px("--narrowest-slot: ");
/// The gap between memory and the grid of texels to its right.
pub const MEMORY_GAP_PX: f64 = px("--memory-gap: ");

/// Checks that the style sheet agrees with the size in `view`, which figures use too.
const _: () = assert!(px("--offset-width: ") == OFFSET_PX);

/// Returns the whole number after a declaration in the style sheet. Evaluated at compile time: a missing name fails the
/// build.
const fn px(declaration: &str) -> f64 {
    let name = declaration.as_bytes();
    let mut at = 0;
    while !is_at(name, at) {
        at += 1;
    }
    at += name.len();
    let mut size = 0;
    while SHEET[at].is_ascii_digit() {
        size = 10 * size + (SHEET[at] - b'0') as u32;
        at += 1;
    }
    assert!(SHEET[at] == b'p', "sizes are whole numbers of pixels");
    size as f64
}

const fn is_at(name: &[u8], at: usize) -> bool {
    let mut index = 0;
    while index < name.len() {
        if SHEET[at + index] != name[index] {
            return false;
        }
        index += 1;
    }
    true
}
