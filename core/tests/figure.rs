//! Exported figures: well-formed, complete, and inside their own bounds. Expected values are computed by hand from the
//! scenarios.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::figure::{FigurePart, Look, MOST_FIGURES, Steps, Theme, animated, figure, strip, svg};
use lanescope_core::session::{
    Session,
    run::{LaneId, Run},
};
use lanescope_core::trace::Granularity;
use lanescope_core::view::moment::{Moment, RunSummary};
use lanescope_core::view::surface::{SurfaceOptions, surfaces};
use roxmltree::{Document, Node};
use std::fs;
use std::rc::Rc;

const TITLE: &str = "Tests & <figures>";

/// Four lanes: 0 and 1 meet at byte 0, lane 2 is out of bounds, lane 3 is masked off. The run has a mask step, a latch,
/// and five steps for each lane (address, read, operation, write, return). `OLD` is undefined until lanes return.
const FOUR: &str = "\
.isa visa grf=32
.lanes 8 active=0b0111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0 64 4
.set VAL = 1 2 3 4
.surface BUF buffer ud size=16 = 10 20
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// A run with its text.
struct Good {
    run: Rc<Run>,
    text: Rc<str>,
}

/// Returns the run of a text, if it has one.
fn opened(text: &str) -> Option<Good> {
    let session = Session::open(text);
    Some(Good { run: session.run?, text: session.text })
}

/// Returns the run of a text that has one.
fn good(text: &str) -> Good {
    opened(text).expect("it runs")
}

/// Returns the cursor after the first step of a lane in a phase.
fn after(good: &Good, lane: u8, phase: &str) -> u32 {
    let is_it = |step: &lanescope_core::trace::MicroStep| {
        step.lane == Some(LaneId(lane)) && step.phase.word() == phase
    };
    good.run.steps().find(is_it).expect("there is such a step").index + 1
}

fn look(good: &Good) -> Look<'static> {
    Look::new(&good.run, TITLE, Default::default())
}

fn step(good: &Good, cursor: u32) -> String {
    let summary = Rc::new(RunSummary::new(&good.run));
    svg(&Moment::new(&good.run, &good.text, cursor, summary), look(good))
}

fn strip_of(good: &Good, granularity: Granularity, lane: Option<LaneId>) -> String {
    let summary = Rc::new(RunSummary::new(&good.run));
    let steps = Steps::every(granularity, lane).of_run(&good.run).expect("the run has them");
    strip((&good.run, &good.text), &summary, &steps, look(good))
}

/// Returns the elements of a figure that are visible at a step of an animation, by the rules of its classes.
fn visible_at(animation: &str, step: usize, steps: usize) -> Vec<String> {
    let (rules, body) = animation.split_once("</style>").expect("it has rules");
    // Each step takes 0.8 s, and the last one 2 s more.
    let percent = step as f64 * 0.8 / (steps as f64 * 0.8 + 2.0) * 100.0;
    let is_visible = |class: &str| {
        let (_, frames) =
            rules.split_once(&format!("@keyframes k{class}{{")).expect("each class has keyframes");
        let frames = frames.split_once('\n').map_or(frames, |(frames, _)| frames);
        let changes = frames.split("}").filter_map(|change| change.split_once("%{visibility:"));
        let before = changes.filter(|(at, _)| at.parse::<f64>().expect("it is a number") <= percent + 0.01);
        before.last().is_some_and(|(_, word)| word == "visible")
    };
    let mut shown = vec![true];
    let mut lines = Vec::new();
    for line in body.lines() {
        if let Some(class) = line.strip_prefix("<g class=\"s") {
            shown.push(is_visible(class.trim_end_matches("\">")));
        } else if line == "</g>" && shown.len() > 1 {
            shown.pop();
        } else if shown.iter().all(|is_shown| *is_shown) {
            lines.push(line.to_owned());
        }
    }
    lines
}

#[test]
fn an_animation_shows_the_figure_of_each_step() {
    let good = good(FOUR);
    let summary = Rc::new(RunSummary::new(&good.run));
    let all = Steps::every(Granularity::Phase, None).of_run(&good.run).expect("the run has them");
    let animation = animated((&good.run, &good.text), &summary, &all, look(&good));
    let steps = good.run.len() as usize + 1;
    for cursor in 0..=good.run.len() {
        let svg = step(&good, cursor);
        let (_, body) = svg.split_once("<g transform").expect("it has a body");
        let expected: Vec<&str> = body.lines().skip(1).collect();
        let visible = visible_at(&animation, cursor as usize, steps);
        let (_, visible) = visible.split_at(
            visible.iter().position(|line| line.starts_with("<g transform")).expect("it has a body") + 1,
        );
        assert_eq!(visible, expected, "step {cursor}");
    }
}

fn texts<'a>(document: &'a Document) -> Vec<&'a str> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text()).collect()
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> &'a str {
    let found = node.children().find(|child| child.tag_name().name() == name);
    found.and_then(|child| child.text()).unwrap_or_default()
}

/// Checks that a figure is self-contained: it refers to nothing elsewhere, and all parts lie inside its view box.
#[track_caller]
fn check_whole(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    let view_box: Vec<f64> =
        root.attribute("viewBox").unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    assert_eq!(view_box[2].to_string(), root.attribute("width").unwrap());
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["style", "script", "image", "use", "foreignObject"].contains(&name), "{name}");
        for attribute in node.attributes() {
            assert!(!["style", "class", "href"].contains(&attribute.name()), "{}", attribute.name());
            assert!(!attribute.value().contains("http") && !attribute.value().contains("NaN"));
        }
        if !["rect", "text"].contains(&name) || node.ancestors().any(|parent| parent.has_tag_name("defs")) {
            continue;
        }
        let number = |name: &str| node.attribute(name).map_or(0.0, |value| value.parse::<f64>().unwrap());
        let (mut x, mut y) = (number("x"), number("y"));
        for moved in node.ancestors().filter_map(|parent| parent.attribute("transform")) {
            let inside = moved.trim_start_matches("translate(").trim_end_matches(')');
            let (dx, dy) = inside.split_once(' ').expect("two lengths");
            (x, y) = (x + dx.parse::<f64>().unwrap(), y + dy.parse::<f64>().unwrap());
        }
        // The average width of a character relative to the font size, in monospaced and in other fonts.
        let wide = if node.has_attribute("font-family") { 0.61 } else { 0.56 };
        let text = node.text().map_or(0.0, |text| text.chars().count() as f64 * number("font-size") * wide);
        let (before, after) = match node.attribute("text-anchor") {
            Some("middle") => (text / 2.0, text / 2.0),
            Some("end") => (text, 0.0),
            _ => (0.0, text),
        };
        let what = node.text().unwrap_or(name);
        assert!(x - before >= -0.1 && y >= 0.0, "{what} at {x} {y}");
        assert!(
            x + after + number("width") <= view_box[2] + 0.1,
            "{what} at {x} is wider than {}",
            view_box[2]
        );
        assert!(y + number("height") <= view_box[3] + 0.1, "{what} at {y} is lower than {}", view_box[3]);
    }
}

#[test]
fn a_step_says_what_it_shows() {
    let good = good(FOUR);
    let svg = step(&good, after(&good, 1, "write"));
    check_whole(&svg);
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    // Mask, latch, five steps of lane 0 (address, read, modify, write, return), then four of lane 1.
    assert_eq!(child(root, "title"), format!("{TITLE}: step 11 of 17 · lane 1 · write · dword_atomic.add"));
    // 10 + 1 of lane 0, + 2 of lane 1
    assert_eq!(child(root, "desc"), "Lane 1 writes 13 to BUF[0] (was 11).");
    let texts = texts(&document);
    let has = |text: &str| assert!(texts.contains(&text), "{text:?} is not in {texts:?}");
    has("dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0");
    has("Lane 1 writes 13 to BUF[0] (was 11).");
    for row in ["element_offset", "src0", "old", "new", "dst", "OFF", "VAL", "OLD"] {
        has(row);
    }
    has("out of bounds");
    has("bytes 64 to 67");
    // One wire for each lane that takes part: lane 0 is done, lane 1 is running, lane 2 waits.
    let dashed = document.descendants().filter(|node| node.attribute("stroke-dasharray") == Some("3 4"));
    assert_eq!(dashed.count(), 1, "the wire of lane 2");
    let wires = |thick: &str| {
        let paths = document.descendants().filter(|node| node.has_tag_name("path"));
        paths.filter(|node| node.attribute("stroke-width") == Some(thick)).count()
    };
    assert_eq!(
        (wires("1.2"), wires("2"), wires("3")),
        (2, 1, 1),
        "at rest, running, and the value on its way"
    );
    // The value is in the column of lane 1, on the arrow, and in the cell.
    assert_eq!(texts.iter().filter(|text| **text == "13").count(), 3);
    let off = document.descendants().filter(|node| node.attribute("fill") == Some("url(#lanescope-off)"));
    assert_eq!(off.count(), 1, "the column of lane 3");
    // The scenario gives no value for the last two elements of the surface.
    let undefined =
        document.descendants().filter(|node| node.attribute("fill") == Some("url(#lanescope-undefined)"));
    assert_eq!(undefined.count(), 2);
}

#[test]
fn a_picture_has_no_heading_and_no_caption() {
    let good = good(FOUR);
    let svg = figure(&good.run, &good.text, FigurePart::Picture, Theme::Light).expect("it can be drawn");
    check_whole(&svg);
    let document = Document::parse(&svg).unwrap();
    // Lanes 0 to 2 read and write; lane 2 does so out of bounds. The fourth of six accesses is the write of lane 1.
    assert_eq!(child(document.root_element(), "desc"), "Lane 1 writes 13 to BUF[0] (was 11).");
    let texts = texts(&document);
    assert!(texts.contains(&"src0") && texts.contains(&"out of bounds"), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("dword_atomic") || text.contains("writes")), "{texts:?}");
}

#[test]
fn the_start_has_a_figure_too() {
    let good = good(FOUR);
    let svg = step(&good, 0);
    check_whole(&svg);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(child(document.root_element(), "desc"), "The start: nothing has run yet.");
    assert!(!svg.contains("marker-end"), "nothing has moved");
}

#[test]
fn a_long_surface_shows_the_part_in_use_and_says_so() {
    let text = FOUR.replace("size=16 = 10 20", "= iota(0, 1)").replace("buffer ud", "buffer ud size=4000");
    let good = good(&text.replace("0 0 64 4", "2000 2000 64 4"));
    let svg = step(&good, after(&good, 0, "read"));
    check_whole(&svg);
    let document = Document::parse(&svg).unwrap();
    let texts = texts(&document);
    // Byte 2000 is element 500 of 1000, in the second part of 256 elements. One of its lines is in use.
    let has =
        |part: &str| assert!(texts.iter().any(|text| text.contains(part)), "{part:?} is not in {texts:?}");
    has("part 2 of 4, elements 256 to 511");
    has("1000 UD");
    has("elements are not drawn");
    has("500");
}

/// Rows of 5 elements in lines of 3 begin again in the first column, and lines of a buffer follow each other.
#[test]
fn an_element_has_a_column_even_if_it_is_not_drawn() {
    let columns = |text: &str, per_line: usize| {
        let good = good(text);
        let moment = Moment::new(&good.run, &good.text, 0, Rc::new(RunSummary::new(&good.run)));
        let view = surfaces(&moment, SurfaceOptions::default()).remove(0);
        (0..8).map(|element| view.column(element, per_line)).collect::<Vec<_>>()
    };
    let rows = ".isa sass sm=52\n.lanes 1\n.surface 7 2d R32_UINT 5x2 = [0; 10]\n.set R1 = 7\n\
                SUATOM.D.2D.ADD.IGN R10, [R2], R4, R1;\n";
    assert_eq!(columns(rows, 3), [0, 1, 2, 0, 1, 0, 1, 2]);
    assert_eq!(columns(&FOUR.replace("size=16", "size=32"), 3), [0, 1, 2, 0, 1, 2, 0, 1]);
}

#[test]
fn every_example_can_be_exported() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
    let mut seen = 0;
    for file in fs::read_dir(folder).expect("the examples are there").flatten() {
        let text = fs::read_to_string(file.path()).expect("it is text");
        let Some(good) = opened(&text) else { continue };
        seen += 1;
        for part in 0..=3 {
            check_whole(&step(&good, good.run.len() * part / 3));
        }
    }
    assert!(seen > 20);
}

#[test]
fn a_run_is_a_figure_for_each_step() {
    let good = good(FOUR);
    let svg = strip_of(&good, Granularity::Lane, None);
    check_whole(&svg);
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(child(root, "title"), TITLE);
    assert_eq!(
        child(root, "desc"),
        "A run of 17 micro-steps in 5 figures: the start, then a lane's turn each."
    );
    let frames: Vec<Node> = root.children().filter(|node| node.attribute("role") == Some("img")).collect();
    let titles: Vec<&str> = frames.iter().map(|frame| child(*frame, "title")).collect();
    assert_eq!(titles[0], "start of 17 steps");
    assert_eq!(titles[2], "step 7 of 17 · lane 0 · return · dword_atomic.add");
    assert_eq!(frames.len(), 5, "start, mask and latch, three lanes");
    assert!(frames.iter().all(|frame| !child(*frame, "desc").is_empty()));
}

#[test]
fn a_strip_has_a_maximum_length() {
    // Each instruction takes 17 micro-steps; ten instructions take 170.
    let line = FOUR.lines().last().expect("it has lines");
    let good = good(&[FOUR, &[line, "\n"].concat().repeat(9)].concat());
    let svg = strip_of(&good, Granularity::Phase, None);
    check_whole(&svg);
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.children().filter(|node| node.attribute("role") == Some("img")).count(), MOST_FIGURES);
    // 60 figures show the start and 59 micro-steps; 170 - 59 = 111 are left out.
    let said = "The last 111 of 170 micro-steps are left out.";
    assert!(child(root, "desc").ends_with(said));
    assert!(texts(&document).contains(&said));
}

#[test]
fn an_empty_program_has_a_figure() {
    check_whole(&step(&good(".lanes 8\n"), 0));
}

#[test]
fn a_strip_of_a_lane_shows_its_own_steps() {
    let good = good(FOUR);
    let svg = strip_of(&good, Granularity::Phase, Some(LaneId(1)));
    check_whole(&svg);
    let document = Document::parse(&svg).unwrap();
    let figures = document.descendants().filter(|node| node.attribute("role") == Some("img"));
    let titles: Vec<String> = figures.map(|figure| child(figure, "title").to_owned()).collect();
    // The start, then the address, read, modify, write and return of lane 1.
    assert_eq!(titles.len(), 6, "{titles:?}");
    assert!(titles[1..].iter().all(|title| title.contains("lane 1")), "{titles:?}");
    assert!(!svg.contains("left out"), "later steps of lane 2 are not counted");
}

#[test]
fn lanes_that_are_off_share_a_line_and_numbered_surfaces_have_a_title() {
    let text = ".isa sass sm=52\n.lanes 32 active=0b11\n.surface 7 1d R32_UINT 4 = 5 5 5 5\n\
                .set R0 = 1 9\nSUATOM.D.1D.ADD.IGN R4, [R0], R2, 0x7;\n";
    let good = good(text);
    let svg = step(&good, good.run.len());
    let document = Document::parse(&svg).expect("it is XML");
    let texts = texts(&document);
    assert!(
        texts.contains(&"lanes 8 to 31 off") && texts.contains(&"masked off") && texts.contains(&"surface 7"),
        "{texts:?}"
    );
    assert!(!texts.contains(&"31"), "{texts:?}");
}

/// Four lanes add to the elements (8, 8) to (11, 11) of an image whose rows are drawn in two lines each.
const SECOND_HALVES: &str = "\
.isa sass sm=52
.lanes 4
.surface 0 2d R32_UINT 16x16 = iota(1000000000, 1)
.set R0 = iota(8, 1)
.set R1 = iota(8, 1)
.set R4 = iota(1, 1)
SUATOM.D.2D.ADD.IGN R6, [R0], R4, 0x0;
";

#[test]
fn a_line_after_one_that_is_left_out_names_its_row() {
    let good = good(SECOND_HALVES);
    let svg = step(&good, good.run.len());
    check_whole(&svg);
    let document = Document::parse(&svg).unwrap();
    let muted = document.descendants().filter(|node| node.attribute("text-anchor") == Some("end"));
    let labels: Vec<&str> = muted.filter_map(|node| node.text()).collect();
    assert_eq!(labels, ["8", "x 8", "9", "x 8", "10", "x 8", "11", "x 8"]);
}

#[test]
fn notes_lie_over_wires() {
    let good = good(SECOND_HALVES);
    let svg = step(&good, good.run.len());
    let document = Document::parse(&svg).unwrap();
    let mut paths = document.descendants().filter(|node| node.has_tag_name("path"));
    let last_wire = paths.next_back().expect("a wire");
    let after = last_wire.next_siblings().skip(1).filter(Node::is_element);
    let after: Vec<(&str, Option<&str>)> = after.map(|node| (node.tag_name().name(), node.text())).collect();
    let note = |words| [("rect", None), ("text", Some(words))];
    assert!(after.starts_with(&note("⋯ 136 elements are not drawn")), "{after:?}");
}

#[test]
fn many_out_of_bounds_places_are_below_the_cells() {
    let lines = |lanes: usize| {
        let text = format!(
            ".isa visa grf=32\n.lanes {lanes}\n.decl OFF v_type=G type=ud num_elts=16 align=GRF\n\
             .decl BUF v_type=T num_elts=1\n.set OFF = iota(16, 4)\n.surface BUF buffer ud 4 = 1 2 3 4\n\
             dword_atomic.inc (M1, {lanes}) BUF OFF.0 V0.0 V0.0 V0.0\n"
        );
        let good = good(&text);
        let svg = step(&good, 0);
        check_whole(&svg);
        let document = Document::parse(&svg).unwrap();
        let boxes = document.descendants().filter(|node| node.attribute("stroke-dasharray") == Some("5 3"));
        let mut tops: Vec<&str> = boxes.filter_map(|node| node.attribute("y")).collect();
        tops.dedup();
        tops.len()
    };
    // Four in a column beside the cells, and sixteen of at most twelve in lines of four.
    assert_eq!([lines(4), lines(16)], [4, 3]);
}
