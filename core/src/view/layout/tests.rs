//! Tests of the layout of the stage.

use super::*;
use crate::view::digits::DigitSize;

fn surface(cells: usize, row_length: Option<usize>, longest: usize) -> SurfaceShape {
    SurfaceShape { cells, row_length, longest, outside: 0, has_foot: false, taken_px: 0.0 }
}

fn shape(lanes: usize, rows: usize, longest: usize, surface: SurfaceShape) -> Shape {
    let operand_rows = rows.min(3);
    Shape {
        lanes,
        has_switches: true,
        rows,
        operand_rows,
        longest,
        crowd: 2,
        surfaces: vec![surface],
        is_unfolded: false,
    }
}

/// Checks banks and cells: (lanes in a bank, folded rows, cells in a line), and the size of the text in whole pixels.
#[track_caller]
fn check(shape: &Shape, (width_px, height_px): (f64, f64), expected: (usize, Fold, usize), text_px: f64) {
    let layout = StageLayout::new(shape, width_px, Height::Fixed(height_px));
    assert_eq!((layout.per_bank, layout.fold, layout.cells[0].per_line), expected, "{layout:?}");
    assert_eq!(layout.text_px.floor(), text_px, "{layout:?}");
}

#[test]
fn a_long_number_fits_a_lane_that_is_alone() {
    // A lane is at most 7 em wide. 14 characters of 0.61 em fit only in the smallest size.
    let layout = StageLayout::new(&shape(1, 3, 14, surface(1, None, 14)), 720.0, Height::Free);
    assert_eq!(layout.widest_lane_em, WIDEST_LANE);
    let (text, size) = layout.digits.fitted(&"nan:0x7fc00000".into());
    assert_eq!((text.as_str(), size), ("nan:0x7fc00000", DigitSize::Smallest));
}

#[test]
fn lanes_are_in_one_bank_while_text_is_comfortable() {
    let four = surface(4, None, 2);
    check(&shape(8, 5, 2, four.clone()), (690.0, 640.0), (8, Fold::None, 4), 26.0);
    check(&shape(16, 5, 3, four.clone()), (690.0, 640.0), (16, Fold::None, 4), 15.0);
    // A phone and a narrow column of a tablet.
    check(&shape(8, 5, 2, four.clone()), (370.0, 520.0), (8, Fold::None, 4), 15.0);
    check(&shape(8, 5, 2, four), (420.0, 850.0), (8, Fold::None, 4), 17.0);
}

#[test]
fn a_whole_warp_is_in_sight_with_32_cells() {
    let warp = shape(32, 5, 3, surface(32, None, 3));
    // The stages of 1440x900, 1920x1080 and 2560x1440.
    check(&warp, (674.0, 640.0), (16, Fold::None, 16), 15.0);
    check(&warp, (960.0, 820.0), (16, Fold::None, 16), 21.0);
    check(&warp, (1280.0, 1180.0), (16, Fold::None, 16), 28.0);
    // A long number takes more room, but all lanes keep their operands and results.
    let long = StageLayout::new(&shape(32, 5, 10, surface(32, None, 10)), 674.0, Height::Fixed(640.0));
    assert!(long.fold == Fold::Operands && !long.scrolls && long.text_px >= SMALLEST_PX, "{long:?}");
    // A phone.
    let phone = StageLayout::new(&warp, 370.0, Height::Fixed(600.0));
    assert!((phone.fold, phone.scrolls) == (Fold::OneRow, false), "{phone:?}");
}

#[test]
fn long_values_go_to_another_bank() {
    let four = surface(4, None, 10);
    check(&shape(16, 4, 10, four.clone()), (690.0, 640.0), (8, Fold::None, 4), 15.0);
    // A pattern of 32 bits is shortened.
    check(&shape(8, 4, 34, four), (690.0, 640.0), (8, Fold::None, 4), 13.0);
}

#[test]
fn a_row_is_a_line_in_any_window() {
    let image = |row: usize, lines: usize| shape(8, 5, 2, surface(row * lines, Some(row), 3));
    for (width_px, height_px) in [(370.0, 520.0), (690.0, 640.0), (1900.0, 640.0)] {
        for (row, lines) in [(12, 2), (8, 8), (5, 3)] {
            let layout = StageLayout::new(&image(row, lines), width_px, Height::Fixed(height_px));
            assert_eq!(layout.cells[0].per_line, row, "{width_px} px");
        }
    }
    // 32 columns of a phone have no room for a badge, and 16 none for three digits.
    let phone = |longest: usize| {
        let wide = shape(8, 5, 2, surface(64, Some(32), longest));
        StageLayout::new(&wide, 370.0, Height::Fixed(520.0)).cells[0].per_line
    };
    assert_eq!((phone(2), phone(3)), (16, 8));
}

#[test]
fn numbers_are_whole_if_a_layout_has_room_for_them() {
    let layout = |shape: &Shape, (width_px, height_px)| {
        let layout = StageLayout::new(shape, width_px, Height::Fixed(height_px));
        assert!(layout.shows_all_digits(shape), "{layout:?}");
        (layout.per_bank, layout.cells[0].per_line, layout.scrolls)
    };
    // Ten digits of a phone: fewer columns, which scroll.
    assert_eq!(layout(&shape(32, 5, 10, surface(32, None, 10)), (370.0, 490.0)), (4, 4, true));
    // Rows of 32 columns at 1920x1080. Halves of them scroll.
    let image = |longest: usize| shape(32, 5, 3, surface(128, Some(32), longest));
    assert_eq!(layout(&image(3), (949.0, 815.0)), (16, 32, false));
    assert_eq!(layout(&image(4), (949.0, 815.0)), (16, 16, true));
}

#[test]
fn the_name_of_a_surface_has_room() {
    let of_surfaces = |count: usize| Shape {
        surfaces: vec![surface(2, None, 18); count],
        ..shape(2, 3, 2, surface(0, None, 0))
    };
    let height_em =
        |count: usize| StageLayout::new(&of_surfaces(count), 370.0, Height::Fixed(100.0)).height_em;
    let second_px = SMALLEST_PX * (height_em(2) - height_em(1) - BETWEEN_SURFACES);
    assert!(second_px >= NAME_PX + NAME_BUTTON_PX - 0.1, "{second_px}");
}

#[test]
fn memory_scrolls_if_its_text_would_be_too_small() {
    let large = StageLayout::new(&shape(8, 5, 2, surface(256, None, 3)), 690.0, Height::Fixed(640.0));
    assert!(large.scrolls && large.text_px >= 15.0, "{large:?}");
    let small = StageLayout::new(&shape(8, 5, 2, surface(32, None, 3)), 690.0, Height::Fixed(640.0));
    assert!(!small.scrolls, "{small:?}");
}

#[test]
fn marks_of_places_on_other_pages_have_room() {
    let height_em = |has_foot| {
        let surface = SurfaceShape { has_foot, ..surface(16, None, 2) };
        StageLayout::new(&shape(4, 3, 2, surface), 370.0, Height::Fixed(100.0)).height_em
    };
    let foot_px = SMALLEST_PX * (height_em(true) - height_em(false));
    assert!((foot_px - FOOT_PX - STRIP_PX).abs() < 0.1, "{foot_px}");
}

#[test]
fn out_of_bounds_places_are_beside_the_cells_if_they_are_not_higher() {
    for (cells, outside, is_beside) in [(4, 4, true), (4, 12, false), (256, 16, true), (256, 17, false)] {
        let surface = SurfaceShape { outside, ..surface(cells, Some(16.min(cells)), 2) };
        let layout = StageLayout::new(&shape(16, 3, 2, surface), 640.0, Height::Fixed(460.0));
        assert_eq!(layout.is_outside_beside, is_beside, "{outside} places beside {cells} cells: {layout:?}");
    }
}

#[test]
fn out_of_bounds_places_below_the_cells_take_lines() {
    // Heading and places: 300, 603 and 0 px have room for 2, 4 and less than one of 135 px.
    for (outside, width_px, text_px, lines) in [
        (13, 370.0, 12.0, 7),
        (13, 690.0, 15.0, 4),
        (3, 690.0, 15.0, 1),
        (4, 690.0, 15.0, 2),
        (2, 50.0, 12.0, 3),
    ] {
        let surface = SurfaceShape { outside, ..surface(8, None, 3) };
        assert_eq!(surface.place_lines(width_px, text_px), lines, "{outside} places in {width_px} px");
    }
    let scrolls = |outside| {
        let surface = SurfaceShape { outside, ..surface(8, None, 3) };
        StageLayout::new(&shape(16, 4, 3, surface), 370.0, Height::Fixed(440.0)).scrolls
    };
    assert_eq!([scrolls(0), scrolls(29)], [false, true]);
}

#[test]
fn no_room_is_too_small() {
    let layout = StageLayout::new(&shape(32, 9, 34, surface(1024, Some(32), 34)), 1.0, Height::Fixed(1.0));
    assert!(layout.per_bank >= 1 && layout.text_px >= 0.0, "{layout:?}");
    let empty = Shape {
        lanes: 0,
        has_switches: false,
        rows: 0,
        operand_rows: 0,
        longest: 0,
        crowd: 0,
        surfaces: vec![surface(0, None, 0)],
        is_unfolded: false,
    };
    assert_eq!(StageLayout::new(&empty, 690.0, Height::Free).cells[0].per_line, 1);
}

#[test]
fn joined_contents_have_one_layout() {
    // The sides differ in lanes, rows and values, and one has a second surface.
    let here = shape(4, 4, 10, surface(4, None, 2));
    let there = Shape {
        surfaces: vec![surface(4, None, 10), surface(8, None, 1)],
        ..shape(8, 6, 2, surface(0, None, 0))
    };
    let [one, other] = [here.clone().joined(&there), there.clone().joined(&here)];
    assert_eq!(one, other);
    assert_eq!((one.lanes, one.rows, one.longest), (8, 6, 10));
    assert_eq!(one.surfaces, [surface(4, None, 10), surface(8, None, 1)]);
}

#[test]
fn unfolded_rows_stay_in_all_banks() {
    // A window of a phone folds the banks of 32 lanes.
    let folded = shape(32, 7, 3, surface(8, None, 3));
    let fold = |shape: &Shape| StageLayout::new(shape, 370.0, Height::Fixed(520.0)).fold;
    assert_eq!(fold(&folded), Fold::OneRow);
    assert_eq!(fold(&Shape { is_unfolded: true, ..folded }), Fold::None);
}

#[test]
fn one_line_of_cells_is_all_of_memory() {
    let is_one_line = |surfaces: Vec<SurfaceShape>| {
        let shape = Shape { surfaces, ..shape(8, 5, 2, surface(0, None, 0)) };
        StageLayout::new(&shape, 690.0, Height::Fixed(400.0)).is_one_line
    };
    let line = || surface(4, None, 2);
    assert!(is_one_line(vec![line()]));
    assert!(!is_one_line(vec![line(), line()]));
    assert!(!is_one_line(vec![surface(64, Some(8), 2)]));
    assert!(!is_one_line(vec![SurfaceShape { outside: 1, ..line() }]));
    assert!(!is_one_line(vec![SurfaceShape { has_foot: true, ..line() }]));
}
