//! Values that panels fill in: several values at once, whole variables and surfaces, a typed mask. Each case has an
//! edit and the line that it writes.

use lanescope_core::session::{
    Session,
    text::{Contents, Filling, PanelEdit},
};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const VISA: &str = "\
.lanes 8 active=0xff
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=uw num_elts=16 align=GRF
.decl FLT v_type=G type=f num_elts=4 align=GRF
.decl BUF v_type=T num_elts=1
.decl IMG v_type=T num_elts=1
.set OFF = 0 4 8 12 0 4 8 12
.surface BUF buffer ud = 10 20 30 40 // dwords
.surface IMG 2d R32_UINT 3x2 pitch=16
dword_atomic.add (M1, 8) BUF OFF.0 OFF.0 V0.0 V0.0
";

const SASS: &str = "\
.isa sass sm=52
.lanes 8 active=0xff
.set R1 = [7; 8]
.surface 0 1d R32_UINT = 1 2 3 4
SUATOM.D.1D.ADD.IGN R10, [R2], R4, R1;
";

fn variable(name: &str) -> Contents {
    Contents::Variable(name.to_owned())
}

fn surface(name: &str) -> Contents {
    Contents::Surface(name.to_owned())
}

fn values(of: Contents, index: usize, values: &str) -> PanelEdit {
    PanelEdit::Elements { of, index, values: values.to_owned() }
}

fn fill(of: Contents, with: Filling) -> PanelEdit {
    PanelEdit::Fill { of, with }
}

fn series(start: &str, step: &str) -> Filling {
    Filling::Series { start: start.to_owned(), step: step.to_owned() }
}

/// Returns the lines that an edit changes or adds.
fn lines(text: &str, edit: &PanelEdit) -> Result<Vec<String>, String> {
    let session = Session::open(text);
    let errors: Vec<_> = session.diagnostics.iter().map(|finding| &finding.message).collect();
    assert!(session.run.is_some(), "{errors:?}");
    let after = session.edit(edit)?;
    Ok(after
        .text
        .lines()
        .filter(|line| !text.lines().any(|known| known == *line))
        .map(str::to_owned)
        .collect())
}

fn changes(text: &str, edit: &PanelEdit, line: &str) {
    assert_eq!(lines(text, edit), Ok(vec![line.to_owned()]), "{edit:?}");
}

fn refuses(text: &str, edit: &PanelEdit, reason: &str) {
    let message = lines(text, edit).expect_err("it is refused");
    assert!(message.contains(reason), "{edit:?}: {message}");
}

#[test]
fn several_values_replace_as_many_elements() {
    changes(VISA, &values(variable("OFF"), 2, "1 2,\t3\r\n0x4"), ".set OFF = 0 4 1 2 3 0x4 8 12");
    let sixteen: Vec<String> = (0..16).map(|value| value.to_string()).collect();
    changes(
        VISA,
        &values(variable("VAL"), 0, &sixteen.join("\n")),
        ".set VAL = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
    );
    changes(VISA, &values(variable("VAL"), 14, "1 ?"), ".set VAL = ? ? ? ? ? ? ? ? ? ? ? ? ? ? 1 ?");
    changes(VISA, &values(surface("BUF"), 1, "7 8"), ".surface BUF buffer ud = 10 7 8 40 // dwords");
    changes(
        VISA,
        &values(surface("BUF"), 2, "iota(1)"),
        ".surface BUF buffer ud 4 = 10 20 iota(1) // dwords",
    );
    changes(SASS, &values(variable("R1"), 3, "1 -1"), ".set R1 = [7; 3] 1 -1 [7; 3]");
}

#[test]
fn a_surface_has_as_many_values_as_texels() {
    // The surface has 3 x 2 texels. Its rows are 16 bytes apart, and the padding between them belongs to no texel.
    changes(VISA, &values(surface("IMG"), 4, "9"), ".surface IMG 2d R32_UINT 3x2 pitch=16 = ? ? ? ? 9 ?");
    refuses(
        VISA,
        &values(surface("IMG"), 5, "1 2"),
        "2 values from element 5 on; `IMG` has room for 1 there",
    );
}

#[test]
fn a_surface_is_changed_in_any_spelling_of_its_name() {
    let header = ".isa sass sm=52\n.lanes 1\n.surface 0x7 1d R32_UINT 1 = 5\n";
    changes(header, &values(surface("7"), 0, "9"), ".surface 0x7 1d R32_UINT 1 = 9");
    let slm = ".lanes 1\n.surface T0 slm ud = 5\n";
    changes(slm, &values(surface("%slm"), 0, "9"), ".surface T0 slm ud = 9");
}

#[test]
fn too_many_or_bad_values_are_refused() {
    refuses(VISA, &values(variable("OFF"), 6, "1 2 3"), "3 values from element 6 on; `OFF` has room for 2");
    refuses(VISA, &values(variable("OFF"), 0, "1 two 3"), "`two` is not a value");
    refuses(VISA, &values(variable("VAL"), 0, "1 65536"), "does not fit UW");
    refuses(VISA, &values(variable("OFF"), 0, ""), "expected a value");
    refuses(VISA, &values(surface("BUF"), 0, "1.5"), "is a float");
}

#[test]
fn fillings_are_written_short() {
    let value = |value: &str| Filling::Value(value.to_owned());
    changes(VISA, &fill(variable("OFF"), value(" 7 ")), ".set OFF = [7; 8]");
    changes(VISA, &fill(variable("VAL"), value("0xff")), ".set VAL = [0xff; 16]");
    changes(VISA, &fill(variable("OFF"), value("?")), ".set OFF = [?; 8]");
    changes(VISA, &fill(surface("BUF"), value("0")), ".surface BUF buffer ud = [0; 4] // dwords");
    changes(VISA, &fill(variable("OFF"), series("0", "4")), ".set OFF = iota(0, 4)");
    changes(VISA, &fill(variable("OFF"), series("3", "1")), ".set OFF = iota(3)");
    changes(VISA, &fill(variable("OFF"), series("28", "-4")), ".set OFF = iota(28, -4)");
    changes(VISA, &fill(variable("FLT"), series("1", "2")), ".set FLT = iota(1, 2)");
    // `iota` takes whole numbers only.
    changes(VISA, &fill(variable("FLT"), series("0.5", "0.25")), ".set FLT = 0.5 0.75 1.0 1.25");
    // The number of values gave the size of the surface, so the size is now written.
    changes(VISA, &fill(surface("BUF"), series("0", "1")), ".surface BUF buffer ud 4 = iota(0) // dwords");
    changes(SASS, &fill(surface("0"), series("0", "1")), ".surface 0 1d R32_UINT 4 = iota(0)");
}

#[test]
fn invalid_fillings_are_refused() {
    refuses(VISA, &fill(variable("OFF"), Filling::Value("1 2".to_owned())), "`1 2` is not one value");
    refuses(VISA, &fill(variable("OFF"), Filling::Value(String::new())), "expected a value");
    refuses(VISA, &fill(variable("OFF"), series("0.5", "1")), "`0.5` is a float, and the elements are UD");
    refuses(VISA, &fill(variable("FLT"), series("0.5", "?")), "`?` cannot be part of a series");
    // 60000 + 6 * 1000 is the first beyond 16 bits.
    refuses(VISA, &fill(variable("VAL"), series("60000", "1000")), "`66000`, its element 6, does not fit UW");
}

#[test]
fn a_mask_is_typed() {
    let mask = |typed: &str| PanelEdit::MaskText(typed.to_owned());
    changes(VISA, &mask(" 0xf0 "), ".lanes 8 active=0b1111_0000");
    changes(VISA, &mask("0b0101_0101"), ".lanes 8 active=0b0101_0101");
    changes(VISA, &mask("15"), ".lanes 8 active=0b0000_1111");
    // Lanes and ranges of lanes. A number alone is a mask.
    changes(VISA, &mask("1,3"), ".lanes 8 active=0b0000_1010");
    changes(VISA, &mask("0-3, 7"), ".lanes 8 active=0b1000_1111");
    changes(VISA, &mask("2 - 4"), ".lanes 8 active=0b0001_1100");
    changes(VISA, &mask("3,"), ".lanes 8 active=0b0000_1000");
    changes(VISA, &mask("3"), ".lanes 8 active=0b0000_0011");
    refuses(VISA, &mask("0-3,8"), "lane 8 does not exist; the lanes are 0 to 7");
    refuses(VISA, &mask("0-4294967295"), "lane 4294967295 does not exist");
    refuses(VISA, &mask("3-1"), "`3-1` is not a range; expected `1-3`");
    for typed in ["1,,3", "1,x", "1-", ",", "1-2-3", "0x1,2"] {
        refuses(VISA, &mask(typed), "or lanes such as `1,3` or `0-3,8`");
    }
    refuses(VISA, &mask("0x1ff"), "`0x1ff` has bits beyond the 8 lanes");
    for typed in ["", "ff", "-1", "1.5", "0xffffffffffffffffff"] {
        refuses(VISA, &mask(typed), "is not a mask; expected a number such as `0xff`");
    }
}

#[test]
fn a_surface_grows_for_more_values_than_it_has() {
    let grown = |surface: &str, index: usize, values: &str| {
        let text = format!(".isa visa\n.lanes 8\n.decl BUF v_type=T num_elts=1\n{surface}\n");
        let session = Session::open(&text);
        let room = session.room_for("BUF", index, values);
        let edit = PanelEdit::Grow { name: "BUF".to_owned(), index, values: values.to_owned() };
        let after = session.edit(&edit).map(|after| {
            after.text.lines().find(|line| line.starts_with(".surface")).unwrap_or_default().to_owned()
        });
        (room, after)
    };
    for (surface, index, values, room, expected) in [
        ("buffer ud = 10 20", 0, "1 2 3 4", 4, "buffer ud = 1 2 3 4"),
        ("buffer ud = 10 20", 1, "1\n2\n3", 4, "buffer ud = 10 1 2 3"),
        ("buffer ud 2", 0, "[7; 5]", 5, "buffer ud 5 = [7; 5]"),
        ("buffer uw size=4 = 1", 1, "2 3", 3, "buffer uw size=6 = 1 2 3"),
    ] {
        let (surface, expected) = (format!(".surface BUF {surface}"), format!(".surface BUF {expected}"));
        assert_eq!(grown(&surface, index, values), (Some(room), Ok(expected)), "{surface}");
    }
    assert_eq!(grown(".surface BUF buffer ud = 10 20", 0, "1 2").0, None, "it has room");
    assert_eq!(grown(".surface BUF buffer ud = 10 20", 0, "1 x").0, None, "the text is not a list of values");
    let (room, reason) = grown(".surface BUF 2d R32_UINT 2x1 = 1 2", 0, "1 2 3");
    assert_eq!(room, None);
    assert!(reason.is_err_and(|reason| reason.contains("has rows")));
    assert_eq!(grown(".surface BUF buffer ud = 10 20", 0, "[1; 99999999999]").0, None, "too many");
}
