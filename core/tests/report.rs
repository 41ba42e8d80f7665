//! The JSON report, as other programs read it.

use lanescope_core::diag::Severity;
use lanescope_core::session::{Session, report::Report};
use serde_json::{Value, json};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn surface(text: &str, name: &str) -> Value {
    let report = serde_json::to_value(Report::from_session(&Session::open(text)))
        .expect("a report is strings and numbers");
    assert_eq!(report["version"], 2);
    report["run"]["surfaces"][name].clone()
}

#[test]
fn a_dense_surface_lists_only_its_elements() {
    let text = ".lanes 8\n.decl BUF v_type=T num_elts=1\n.surface BUF buffer uw = 1 2 0xffff\n";
    let expected = json!({ "type": "UW", "elements": ["0x0001", "0x0002", "0xffff"], "byte_offsets": null, "bytes": null });
    assert_eq!(surface(text, "BUF"), expected);
}

#[test]
fn texels_come_in_logical_order_and_bytes_as_they_lie() {
    // 8 x 3 texels of 4 bytes are in one block of 64 bytes by 8 rows. In the offset within the block, bit 5 is set for
    // x 4 to 7, bit 4 for row 1 and bit 6 for row 2. So x 0 to 3 are at 0, 4, 8, 12 and x 4 to 7 at 32, 36, 40, 44.
    let text = ".isa sass sm=52\n.lanes 32\n\
        .surface 0 2d R32_UINT 8x3 base=0x2000 layout=blocklinear block=1x1 = iota(0, 1)\n";
    let found = surface(text, "0");
    let elements: Vec<String> = (0..24).map(|n| format!("{n:#010x}")).collect();
    assert_eq!(found["elements"], json!(elements));
    let row = [0, 4, 8, 12, 32, 36, 40, 44];
    let offsets: Vec<usize> = [0, 16, 64].iter().flat_map(|up| row.map(|byte| byte + up)).collect();
    assert_eq!(found["byte_offsets"], json!(offsets));
    let bytes = found["bytes"].as_str().expect("bytes are listed");
    assert_eq!(bytes.len(), 2 * 512, "a block of 512 bytes");
    // Texel 12 is (4, 1), at 32 + 16, lowest byte first.
    assert_eq!(&bytes[2 * 48..2 * 52], "0c000000");
}

#[test]
fn a_predicate_is_reported_bit_by_bit() {
    let predicates = |text: &str| {
        let session = Session::open(text);
        serde_json::to_value(Report::from_session(&session)).expect("a report is strings and numbers")["run"]
            ["predicates"]
            .clone()
    };
    let declared = ".lanes 8\n.decl P v_type=P num_elts=8\n.decl Q v_type=P num_elts=8\n.decl R v_type=P num_elts=1\n\
        .set P = 0x5\n.set Q = ? ? ? ? 1 0 ? ?\n";
    assert_eq!(predicates(declared), json!({ "P": "0x00000005", "Q": "0b??01????", "R": "0b?" }));
}

#[test]
fn a_wrong_predicate_is_reported_bit_by_bit() {
    let text = ".lanes 8\n.decl P v_type=P num_elts=2\n.set P = 1 ?\n.expect P = 0 1\n";
    let session = Session::open(text);
    assert_eq!(session.expectations[0].differences, ["P[0] is 1, expected 0", "P[1] is ?, expected 1"]);
}

#[test]
fn a_pitch_leaves_padding_between_rows() {
    let text = ".isa sass sm=52\n.lanes 32\n\
        .surface 7 2d R32_UINT 2x2 pitch=32 base=0x1000 = 1 2 3 4\n";
    let found = surface(text, "7");
    assert_eq!(found["elements"], json!(["0x00000001", "0x00000002", "0x00000003", "0x00000004"]));
    assert_eq!(found["byte_offsets"], json!([0, 4, 32, 36]));
    assert!(found["bytes"].as_str().is_some_and(|bytes| bytes.starts_with("0100000002000000??")));
}

#[test]
fn a_severity_has_one_word() {
    for severity in Severity::ALL {
        assert_eq!(json!(severity), json!(severity.word()));
    }
}
