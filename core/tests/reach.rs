//! Edits that follow a pointer: values that change in steps, and values that lead an access to another element.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::session::{
    Session,
    run::LaneId,
    text::{Contents, PanelEdit},
};

const BYTES: &str = "\
.isa visa grf=32
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl SIGNED v_type=G type=d num_elts=2
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0 4 8 0 12 4 64
.set VAL = 1 2 3 4 5 6 7 8
.set SIGNED = -1 2
.surface BUF buffer ud = 10 20 30 0xffff_ffff
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// Returns the lines of the text after an edit that differ from those before.
fn changed(text: &str, edit: &PanelEdit) -> Result<Vec<String>, String> {
    let before = Session::open(text);
    assert!(before.run.is_some(), "{:?}", before.diagnostics);
    let after = before.edit(edit)?.text;
    Ok(after.lines().filter(|line| text.lines().all(|it| it != *line)).map(str::to_owned).collect())
}

fn reach(lane: u8, from: Option<(usize, usize)>, element: usize) -> PanelEdit {
    PanelEdit::Reach { instruction: 0, lane: LaneId(lane), from, to: (0, element) }
}

fn shift(of: Contents, index: usize, steps: i64) -> PanelEdit {
    PanelEdit::Shift { of, index, steps }
}

#[test]
fn a_value_changes_within_the_limits_of_its_type() {
    let variable = |name: &str| Contents::Variable(name.to_owned());
    let surface = || Contents::Surface("BUF".to_owned());
    let set = |edit| changed(BYTES, &edit).map(|lines| lines.concat());
    assert_eq!(set(shift(surface(), 1, 3)).as_deref(), Ok(".surface BUF buffer ud = 10 23 30 0xffff_ffff"));
    assert_eq!(set(shift(surface(), 0, -20)).as_deref(), Ok(".surface BUF buffer ud = 0 20 30 0xffff_ffff"));
    // A value that is at its limit leaves the text as written.
    let at_limit = "this value is at the limit of its type";
    assert_eq!(set(shift(surface(), 3, 5)).unwrap_err(), at_limit);
    let series = BYTES.replace(".set SIGNED = -1 2", ".set SIGNED = iota(-2147483648, 128)");
    assert_eq!(changed(&series, &shift(variable("SIGNED"), 0, -1)).unwrap_err(), at_limit);
    assert_eq!(set(shift(variable("SIGNED"), 0, -1)).as_deref(), Ok(".set SIGNED = -2 2"));
    let text = BYTES.replace("ud = 10 20 30 0xffff_ffff", "f = 1.5 nan");
    let of = |index| changed(&text, &shift(surface(), index, 3)).map(|lines| lines.concat());
    assert_eq!(of(0).as_deref(), Ok(".surface BUF buffer f = 2.25 nan"));
    assert!(of(1).is_err());
    assert!(set(shift(surface(), 99, 1)).is_err());
}

#[test]
fn an_address_changes_by_an_element() {
    let step = |text: &str, name: &str, index| {
        Session::open(text).value_step(&Contents::Variable(name.to_owned()), index)
    };
    assert_eq!(step(BYTES, "OFF", 2), 4);
    assert_eq!(step(BYTES, "OFF", 5), 4);
    assert_eq!(step(BYTES, "VAL", 2), 1);
    assert_eq!(Session::open(BYTES).value_step(&Contents::Surface("BUF".to_owned()), 0), 1);
    // The address of a later instruction follows from the index: 4 bytes for each unit, or 1.
    let strides = include_str!("../../static/examples/50-strides.lane");
    assert_eq!(step(strides, "INDEX", 1), 4);
    assert_eq!(step(TEXELS, "R2", 1), 1);
}

#[test]
fn a_lane_reaches_another_element() {
    let offsets = |edit: &PanelEdit| changed(BYTES, edit).map(|lines| lines.concat());
    assert_eq!(offsets(&reach(3, Some((0, 2)), 0)).as_deref(), Ok(".set OFF = 0 0 4 0 0 12 4 64"));
    assert_eq!(offsets(&reach(0, None, 3)).as_deref(), Ok(".set OFF = 12 0 4 8 0 12 4 64"));
    // The next element is out of bounds.
    assert_eq!(offsets(&reach(5, Some((0, 3)), 2)).as_deref(), Ok(".set OFF = 0 0 4 8 0 8 4 64"));
    // From out of bounds.
    assert_eq!(offsets(&reach(7, None, 1)).as_deref(), Ok(".set OFF = 0 0 4 8 0 12 4 4"));
    assert!(offsets(&reach(0, None, 4)).is_err(), "there is no such element");
    assert!(offsets(&reach(0, Some((0, 3)), 1)).is_err(), "lane 0 does not access it");
}

const TEXELS: &str = "\
.isa sass sm=52
.lanes 32 active=0b111
.set R2 = 0 3 1
.set R3 = 0 1 2
.set R4 = [1; 32]
.surface 0 2d R32_UINT 4x3 pitch=32 = 0 1 2 3 10 11 12 13 20 21 22 23
SUATOM.D.2D.ADD.IGN R10, [R2], R4, 0x0;
";

#[test]
fn the_coordinates_of_a_texel_lead_to_another_one() {
    let registers = |edit: &PanelEdit| changed(TEXELS, edit);
    // In the same row, in the same column, and in both another row and another column.
    assert_eq!(registers(&reach(1, None, 4)).as_deref(), Ok(&[".set R2 = 0 0 1".to_owned()][..]));
    assert_eq!(registers(&reach(0, None, 8)).as_deref(), Ok(&[".set R3 = 2 1 2".to_owned()][..]));
    let both = [".set R2 = 0 1 1", ".set R3 = 0 2 2"].map(str::to_owned);
    assert_eq!(registers(&reach(1, None, 9)).as_deref(), Ok(&both[..]));
    let back = [".set R2 = 0 3 3", ".set R3 = 0 1 0"].map(str::to_owned);
    assert_eq!(registers(&reach(2, None, 3)).as_deref(), Ok(&back[..]));
}

#[test]
fn a_shared_or_computed_address_is_refused() {
    let strides = include_str!("../../static/examples/50-strides.lane");
    let edit = PanelEdit::Reach { instruction: 1, lane: LaneId(1), from: None, to: (0, 7) };
    let reason = changed(strides, &edit).expect_err("the offsets are computed");
    assert_eq!(reason, "no initial value of lane 1's own operands leads to BUF[7]");
}

#[test]
fn a_stride_changes_by_an_element() {
    let text = BYTES.replace("= 0 0 4 8 0 12 4 64", "= iota(0, 4)");
    let stride = |steps| {
        changed(&text, &PanelEdit::Stride { name: "OFF".to_owned(), steps }).map(|lines| lines.concat())
    };
    assert_eq!(stride(1).as_deref(), Ok(".set OFF = iota(0, 8)"));
    assert_eq!(stride(-1).as_deref(), Ok(".set OFF = iota(0, 0)"));
    assert!(changed(BYTES, &PanelEdit::Stride { name: "OFF".to_owned(), steps: 1 }).is_err());
}

#[test]
fn a_series_is_one_iota() {
    let series = |values: &str| Session::open(&BYTES.replace("= 0 0 4 8 0 12 4 64", values)).series("OFF");
    assert_eq!(series("= iota(0, 4)"), Some((0, 4)));
    assert_eq!(series("= iota(8)"), Some((8, 1)));
    assert_eq!(series("= 0 iota(4, 4)"), None);
    assert_eq!(series("= 0 4 8"), None);
}
