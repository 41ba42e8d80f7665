//! The CSV table of a run, which spreadsheets and scripts read.

use lanescope_core::session::Session;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Lane 0 adds 5 to the 10 at byte 4. Lane 1 accesses byte 16, past the end: it reads 0 and writes nothing.
const TEXT: &str = ".isa visa grf=32
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 4 16
.set VAL = 5 6
.surface BUF buffer ud = 1 10 3 4
dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0
";

const HEAD: &str =
    "step,instruction,line,lane,phase,kind,place,byte_offset,size_bytes,inside,before,after,sentence\r\n";

#[test]
fn each_effect_is_a_line() {
    let csv = Session::open(TEXT).csv();
    assert!(csv.starts_with(HEAD));
    assert!(csv.ends_with("\r\n"));
    let lines: Vec<&str> = csv.lines().skip(1).collect();
    let start = |line: &str| {
        let found = lines.iter().filter(|known| known.starts_with(line)).count();
        assert_eq!(found, 1, "{line}\nis not one of\n{}", lines.join("\n"));
    };
    start("0,dword_atomic.add,10,,mask,mask,,,,,,0x00000003,dword_atomic.add begins with");
    start("1,dword_atomic.add,10,,latch,latch,,,,,,,All lanes read their sources before");
    start("2,dword_atomic.add,10,0,address,local,address,,,,?,0x00000004,Lane 0 sets address");
    start("3,dword_atomic.add,10,0,read,read,BUF,4,4,true,,0x0000000a,Lane 0 reads 10 from BUF[1].");
    start("3,dword_atomic.add,10,0,read,local,old,,,,?,0x0000000a,Lane 0 reads 10 from BUF[1].");
    // 10 + 5 = 15
    start("4,dword_atomic.add,10,0,modify,modify,ADD,,,,,0x0000000f,Lane 0 computes new = 15: old + src0");
    start("5,dword_atomic.add,10,0,write,write,BUF,4,4,true,0x0000000a,0x0000000f,Lane 0 writes 15 to");
    start("6,dword_atomic.add,10,0,return,return,OLD,0,4,,?,0x0000000a,");
    // Byte 16 is out of bounds for lane 1.
    start("8,dword_atomic.add,10,1,read,read,BUF,16,4,false,,0x00000000,");
}

#[test]
fn every_line_has_every_column() {
    for line in Session::open(TEXT).csv().split_terminator("\r\n") {
        // Commas inside quotes do not separate cells. No cell of this run contains a quote.
        let outside = line.split('"').step_by(2);
        assert_eq!(outside.map(|piece| piece.matches(',').count()).sum::<usize>(), 12, "{line}");
    }
}

#[test]
fn without_a_run_there_are_only_the_columns() {
    assert_eq!(Session::open(".lanes 7\n").csv(), HEAD);
}
