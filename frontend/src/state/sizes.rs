//! Sizes that the style sheets hold and the state reckons with, in CSS pixels.

const SHEET: &[u8] = include_bytes!("../../css/sizes.css");

/// Width of the column of headings of the lanes.
pub const HEADING_PX: f64 = px("--heading-width: ");
/// The widest that the column of a lane gets: few lanes do not spread over the whole stage.
pub const WIDEST_LANE_PX: f64 = px("--widest-lane: ");
/// Width of the column where lines of a surface begin, with the gap behind it.
pub const OFFSET_PX: f64 = px("--offset-width: ");
/// The narrowest that a slot of memory gets.
pub const NARROWEST_SLOT_PX: f64 = px("--narrowest-slot: ");
/// Room between memory and the grid of texels beside it.
pub const MEMORY_GAP_PX: f64 = px("--memory-gap: ");

/// The whole number behind a declaration of the sheet. Read by the compiler: a name that is missing fails the build.
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
