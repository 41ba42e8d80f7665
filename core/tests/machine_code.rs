//! Machine code compared with pairs of code and text from the vendors' own tools.

use lanescope_core::encode::Encoded;
use lanescope_core::session::{Session, report::encode};
#[cfg(not(target_arch = "wasm32"))]
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Names with the numbers of the dumps: V32 is the first variable, T6 the first surface, P1 the first predicate. One
/// pair has a typed surface. It is T6 in the dump and T7 here, where T6 is a buffer.
const DECLARED: &str = "\
.isa visa
.lanes 32
.decl V32 v_type=G type=ud num_elts=16 align=GRF
.decl V33 v_type=G type=ud num_elts=16 align=GRF
.decl V34 v_type=G type=ud num_elts=16 align=GRF
.decl V35 v_type=G type=ud num_elts=64 align=GRF
.decl V36 v_type=G type=ud num_elts=16 align=GRF
.decl V37 v_type=G type=ud num_elts=16 align=GRF
.decl V38 v_type=G type=ud num_elts=16 align=GRF
.decl V39 v_type=G type=uq num_elts=16 align=GRF
.decl V40 v_type=G type=ub num_elts=64 align=GRF
.decl V41 v_type=G type=uq num_elts=16 align=GRF
.decl V42 v_type=G type=uq num_elts=16 align=GRF
.decl V43 v_type=G type=uq num_elts=16 align=GRF
.decl P1 v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.decl T7 v_type=T num_elts=1
.surface T6 buffer size=64
.surface %slm slm size=64
.surface %scratch stateless size=64
.surface T7 2d ud 4x4
";

/// Returns a SASS text with one line.
fn sass(line: &str) -> String {
    format!(".isa sass sm=52\n.lanes 32\n{line};\n")
}

/// Returns the declarations and one line.
fn visa(line: &str) -> String {
    format!("{DECLARED}{line}\n")
}

/// Encodes the last instruction of a text.
fn code(text: &str) -> Encoded {
    let session = Session::open(text);
    let run = session.run.as_ref().unwrap_or_else(|| panic!("{text}{:#?}", session.diagnostics));
    let last =
        run.scenario().program.len().checked_sub(1).unwrap_or_else(|| panic!("{text} has no instruction"));
    encode(run.scenario(), last).unwrap_or_else(|| panic!("{text} has no machine code"))
}

/// Splits the lines of a file into pairs.
fn pairs(file: &'static str, between: &str) -> Vec<(&'static str, &'static str)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let pairs: Vec<_> = lines.filter_map(|line| line.split_once(between)).collect();
    assert!(pairs.len() > 10, "the file is read");
    pairs
}

/// Returns the words with their lines.
fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = [include_str!("machine_code/suatom.txt"), include_str!("machine_code/surfaces.txt")];
    files.into_iter().flat_map(|file| pairs(file, " "))
}

#[test]
fn words_match_the_vendors_disassembler() {
    for (word, text) in words() {
        let code = code(&sass(text));
        assert_eq!(code.digits(), word, "{text}");
    }
}

#[test]
fn bytes_match_the_vendors_tool() {
    for (bytes, text) in pairs(include_str!("machine_code/visa.txt"), " | ") {
        assert_eq!(code(&visa(text)).digits(), bytes, "{text}");
    }
}

/// Each bit belongs to at most one field. A bit that belongs to none is 0.
#[test]
fn fields_share_no_bit() {
    let bytes = pairs(include_str!("machine_code/visa.txt"), " | ");
    let bytes = bytes.iter().map(|(_, line)| visa(line));
    for text in bytes.chain(words().map(|(_, line)| sass(line))) {
        let code = code(&text);
        let mut of_bit = vec![None; 8 * code.bytes.len()];
        for field in &code.fields {
            for bit in field.low..field.low + field.count {
                assert_eq!(of_bit[bit as usize].replace(&field.name), None, "bit {bit} of {text}");
            }
        }
        let is_set = |bit: usize| code.bytes[bit / 8] >> (bit % 8) & 1 == 1;
        assert!((0..of_bit.len()).all(|bit| of_bit[bit].is_some() || !is_set(bit)), "{text}");
    }
}

#[test]
fn fields_know_their_word_and_their_operand() {
    let text = ".isa sass sm=52\n.lanes 32\n@!P2 SUATOM.D.2D.MAX.SD32.IGN R7, [R4], R8, 0x20;\n";
    let code = code(text);
    let field = |name: &str| code.fields.iter().find(|field| field.name == name).expect("there is one");
    let word = |name: &str| field(name).span.map(|span| span.of(text));
    assert_eq!((field("op").value, word("op")), (2, Some("MAX")));
    assert_eq!((field("sz").value, word("sz")), (6, Some("SD32")));
    assert_eq!((field("BA").value, word("BA")), (0, None));
    // In 2D the third coordinate is not used, but the register `Ra` belongs to all three.
    let names: Vec<&str> = ["Rd", "Ra"].map(|name| word(name).expect("it is written")).to_vec();
    assert_eq!(names, ["R7", "[R4]"]);
    let session = Session::open(text);
    let run = session.run.expect("it runs");
    let row = &run.scenario().program[0].row;
    let names: Vec<&str> = row.operands().iter().map(|operand| operand.name).collect();
    let operands = |name: &str| field(name).operands.iter().map(|at| names[*at]).collect::<Vec<_>>();
    assert_eq!(operands("Ra"), ["x", "y", "z"]);
    assert_eq!(operands("Rb"), ["src0", "src1"]);
    assert_eq!(operands("handle"), ["Sc"]);
}

/// Machine code does not depend on how a line is spelled.
#[test]
fn words_in_lower_case_have_the_same_machine_code() {
    let lower = code(&sass("SUATOM.D.2d.max.s32.ign R7, [R4], R8, 0x20"));
    assert_eq!(lower.digits(), code(&sass("SUATOM.D.2D.MAX.S32.IGN R7, [R4], R8, 0x20")).digits());
}

#[test]
fn rows_without_an_encoding_have_no_machine_code() {
    let session = Session::open(".isa sass sm=52\n.lanes 32\nMOV R1, R2;\n");
    let run = session.run.expect("it runs");
    assert_eq!(encode(run.scenario(), 0), None);
}

/// Exceptions are operations that the text defines, and predicates on instructions without a field for one.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn instructions_whose_row_has_an_encoding_have_machine_code() {
    let (mut number, mut without) = (0, Vec::new());
    for (path, text) in crate::common::files(&crate::common::root("core/tests/cases"), "lane") {
        let session = Session::open(&text);
        let Some(run) = &session.run else { continue };
        for (at, bound) in run.scenario().program.iter().enumerate() {
            let is_known = bound.row.has_encoding();
            let code = encode(run.scenario(), at);
            assert!(is_known || code.is_none(), "{}", path.display());
            number += usize::from(code.is_some());
            if is_known && code.is_none() {
                without.push(bound.span.of(&text).split(' ').take(2).collect::<Vec<_>>().join(" "));
            }
        }
    }
    assert!(number > 100, "{number}");
    assert_eq!(
        without,
        [
            "dword_atomic.twice (M1,",
            "dword_atomic.inc (M1,",
            "(P1) gather.4",
            "(!P1) scatter.4",
            "dword_atomic.fadd (M1,",
            "dword_atomic.mul (M1,",
            "SUATOM.D.1D.NAND R4,",
            "SURED.D.1D.NAND.IGN [R0],",
            "svm_atomic.mul.64 (M1,"
        ]
    );
}

/// A word is written with its highest digit first, and bytes are in their order.
#[test]
fn digits_are_in_the_order_of_listings() {
    let suatom = code(&sass("SUATOM.D.1D.ADD.IGN R4, [R0], R2, 0x0"));
    let word = suatom.bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    assert_eq!(suatom.digits(), format!("{word:#018x}"));
    let atomic = code(&visa("dword_atomic.add (M1, 16) T6 V32.0 V33.0 %null.0 V34.0"));
    let [first, second, ..] = atomic.bytes[..] else { panic!("an instruction has bytes") };
    assert!(atomic.digits().starts_with(&format!("{first:02x} {second:02x} ")));
}

#[test]
fn a_field_names_the_operand_that_it_encodes() {
    let text = visa("dword_atomic.add (M1, 16) T6 V32.0 V33.0 %null.0 V34.0");
    let session = Session::open(&text);
    let bound = &session.scenario.expect("it is sound").program[0];
    let encodes = |operand: usize| {
        let fields = code(&text).fields.into_iter().filter(move |field| field.operands == [operand]);
        fields.map(|field| field.name).collect::<Vec<_>>()
    };
    for (operand, row) in bound.row.operands().iter().enumerate() {
        let raw = vec![row.name.to_owned(), format!("{} offset", row.name)];
        let expected = if row.name == "surface" { vec!["surface".to_owned()] } else { raw };
        assert_eq!(encodes(operand), expected);
    }
}
