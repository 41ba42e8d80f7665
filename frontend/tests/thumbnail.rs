//! Thumbnails of runs: the moment that they show, and their content. Expected values are worked out by hand from the
//! scenarios.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use common::FOUR;
use lanescope_core::session::{Session, roll_call};
use lanescope_frontend::state::thumbnail::{SIZE, Thumbnail, telling, thumbnail};
use std::fs;

/// Returns [`FOUR`] with other offsets.
fn four(offsets: &str) -> String {
    FOUR.replace("0 0 64 4", offsets)
}

fn moment(text: &str) -> (u32, u32) {
    let run = Session::open(text).run.expect("it runs");
    (telling(&run), run.len())
}

/// Returns the number of subpaths drawn with a class.
fn pieces(thumbnail: &Thumbnail, class: &str) -> usize {
    let shape = thumbnail.shapes.iter().find(|shape| shape.class == class);
    shape.map_or(0, |shape| shape.path.matches('M').count())
}

fn labels<'a>(thumbnail: &'a Thumbnail, class: &str) -> Vec<&'a str> {
    thumbnail.labels.iter().filter(|label| label.class == class).map(|label| label.text.as_str()).collect()
}

#[test]
fn a_run_is_shown_where_lanes_first_meet() {
    // Mask, latch, five steps of lane 0, the address of lane 1, and its read of the value that lane 0 wrote.
    assert_eq!(moment(&four("0 0 64 4")), (9, 17));
}

#[test]
fn a_run_without_meetings_is_shown_where_most_lanes_went_to_memory() {
    assert_eq!(moment(&four("0 4 8 12")), (17, 17));
    let alone = "dword_atomic.add (M1, 1) BUF OFF.0 VAL.0 V0.0 OLD.0\n";
    // The mask, the latch and five steps of lane 0 follow an instruction in which three lanes access memory.
    assert_eq!(moment(&[&four("0 4 8 12"), alone].concat()), (17, 24));
    assert_eq!(moment(".isa visa grf=32\n.lanes 8\n"), (0, 0), "a program without instructions");
}

#[test]
fn a_thumbnail_shows_lanes_memory_and_who_goes_where() {
    let thumbnail = thumbnail(&four("0 0 64 4"), &roll_call()).expect("it runs");
    // Lane 0 is done, lane 1 reads, lane 2 waits, lane 3 is off.
    let lanes = ["thumbnail-done", "thumbnail-current", "thumbnail-lane", "thumbnail-off"];
    assert_eq!(lanes.map(|class| pieces(&thumbnail, class)), [1, 1, 2, 1]);
    assert_eq!(labels(&thumbnail, "thumbnail-number"), ["0", "2", "3"]);
    assert_eq!(labels(&thumbnail, "thumbnail-number thumbnail-on-accent"), ["1"]);
    // The first dword is read, two lanes access it, and its value is 10 + 1.
    let cells =
        ["thumbnail-read", "thumbnail-contended", "thumbnail-cell", "thumbnail-changed", "thumbnail-outside"];
    assert_eq!(cells.map(|class| pieces(&thumbnail, class)), [1, 1, 3, 1, 1]);
    assert_eq!(labels(&thumbnail, "thumbnail-value")[..2], ["11", "20"]);
    let wires = [
        "thumbnail-wire thumbnail-served",
        "thumbnail-wire thumbnail-reads",
        "thumbnail-wire thumbnail-lost",
        "thumbnail-wire",
    ];
    assert_eq!(wires.map(|class| pieces(&thumbnail, class)), [1, 1, 1, 0]);
}

#[test]
fn banks_of_lanes_that_take_no_part_are_one_bar() {
    let text = fs::read_to_string("../static/examples/29-block-linear.lane").expect("it is there");
    let thumbnail = thumbnail(&text, &roll_call()).expect("it runs");
    assert_eq!(labels(&thumbnail, "thumbnail-number").len(), 8, "of 32 lanes, 8 are on");
    assert_eq!(pieces(&thumbnail, "thumbnail-off"), 1);
    // The eight lanes access eight texels, one of them in the ninth row, which is in the second half of 32 by 16.
    assert_eq!(pieces(&thumbnail, "thumbnail-cell"), 512);
    assert_eq!(pieces(&thumbnail, "thumbnail-wire thumbnail-served"), 8);
}

#[test]
fn what_does_not_run_has_no_thumbnail() {
    assert!(thumbnail("dword_atomic.nothing", &roll_call()).is_none());
}

/// Returns the points of a path: absolute points, and the ends of relative lines.
fn points(path: &str) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(char::is_alphabetic).map_or(rest.len(), |at| at + 1);
        let numbers: Vec<f64> =
            rest[1..end].split_whitespace().map(|it| it.parse().expect("a number")).collect();
        let (x, y) = points.last().copied().unwrap_or_default();
        match command {
            'M' | 'L' | 'C' => points.extend(numbers.chunks(2).map(|pair| (pair[0], pair[1]))),
            'h' => points.push((x + numbers[0], y)),
            'v' => points.push((x, y + numbers[0])),
            'l' => points.push((x + numbers[0], y + numbers[1])),
            'z' => {}
            other => panic!("{other} in {path}"),
        }
        rest = &rest[end..];
    }
    points
}

#[test]
fn every_example_has_a_thumbnail_that_stays_inside_its_room() {
    let files = fs::read_dir("../static/examples").expect("the examples are there");
    let mut count = 0;
    for path in files.map(|file| file.expect("it can be listed").path()) {
        let text = fs::read_to_string(&path).expect("it is text");
        let thumbnail =
            thumbnail(&text, &roll_call()).unwrap_or_else(|| panic!("{} does not run", path.display()));
        let is_inside = |&(x, y): &(f64, f64)| x >= 0.0 && y >= 0.0 && x <= SIZE.0 && y <= SIZE.1;
        for shape in &thumbnail.shapes {
            assert!(points(&shape.path).iter().all(is_inside), "{}: {}", path.display(), shape.class);
        }
        assert!(thumbnail.labels.iter().all(|label| is_inside(&label.at)), "{}", path.display());
        let wires = thumbnail.shapes.iter().filter(|shape| shape.class.starts_with("thumbnail-wire"));
        assert!(wires.count() > 0, "{}: nobody goes to memory", path.display());
        count += 1;
    }
    assert!(count >= 43, "{count} examples");
}
