//! Typical wrong answers, each with the misconceptions that lead to it.

use super::ADD;

/// The declarations of a scenario of vISA with one buffer, and the registers that an atomic operation needs.
pub const HEAD: &str = "\
.isa visa grf=32
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl CMP v_type=G type=ud num_elts=8 align=GRF
.decl INT v_type=G type=d num_elts=8 align=GRF
.decl REAL v_type=G type=f num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.decl BUF v_type=T num_elts=1
";

/// A wrong answer with the misconceptions that lead to it. Comments calculate the right answer and this one.
pub struct Case {
    pub keys: &'static [&'static str],
    pub text: &'static str,
    pub answer: &'static str,
}

pub const CASES: &[Case] = &[
    // The new values instead of the old ones 10, 11, 13, 17: 10 + 1, 11 + 2, 13 + 4, 17 + 8.
    Case { keys: &["new_value"], text: "ADD element OLD", answer: "11 13 17 25" },
    // Lane 3 first: 10; then 10 + 8, 18 + 4, 22 + 2.
    Case { keys: &["descending"], text: "ADD element OLD", answer: "24 22 18 10" },
    // All read 10.
    Case { keys: &["reads_first"], text: "ADD element OLD", answer: "10 10 10 10" },
    // The right sum is 25. All read 10, and lane 3 writes last: 10 + 8.
    Case { keys: &["reads_first"], text: "ADD element BUF[0]", answer: "18" },
    Case { keys: &[], text: "ADD element OLD", answer: "1 2 3 4" },
    // Lanes 0 and 2 are on.
    Case {
        keys: &["all_lanes"],
        text: ".lanes 8 active=0b0101
.set OFF = 0 4 8 12
.surface BUF buffer ud = 0 0 0 0
dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 V0.0
.ask element BUF",
        answer: "1 1 1 1",
    },
    // Bytes 0, 4, 8 and 12 are elements 0 to 3.
    Case {
        keys: &["offsets_as_elements"],
        text: ".lanes 8
.set OFF = 0 4 8 12
.surface BUF buffer ud = [0; 16]
dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 V0.0
.ask element BUF",
        answer: "1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0",
    },
    // Elements 0, 4, 8 and 12 hold 100, 104, 108 and 112. Bytes 0, 4, 8 and 12 hold 100 to 103.
    Case {
        keys: &["offsets_as_bytes"],
        text: ".lanes 8
.set OFF = 0 4 8 12 0 4 8 12
.surface BUF buffer ud 16 = iota(100, 1)
gather.4 (M1, 8) BUF 0x0:ud OFF.0 OLD.0
.ask element OLD",
        answer: "100 101 102 103 100 101 102 103",
    },
    // As unsigned numbers, 3 is less than 0xffffffff. As signed ones, that is -1.
    Case {
        keys: &["signed"],
        text: ".lanes 8
.set OFF = 0
.set VAL = 3
.surface BUF buffer ud = 0xffff_ffff
dword_atomic.min (M1, 1) BUF OFF.0 VAL.0 V0.0 V0.0
.ask element BUF",
        answer: "0xffff_ffff",
    },
    // As signed numbers, -1 is less than 3. As an unsigned number, it is 4294967295.
    Case {
        keys: &["unsigned"],
        text: ".lanes 8
.set OFF = 0
.set INT = 3
.surface BUF buffer d = -1
dword_atomic.minsint (M1, 1) BUF OFF.0 INT.0 V0.0 V0.0
.ask element BUF",
        answer: "3",
    },
    // -1 is more than -2, but 0xbf800000 is less than 0xc0000000.
    Case {
        keys: &["compared_by_bits"],
        text: ".lanes 8
.set OFF = 0
.set REAL = -2.0
.surface BUF buffer f = -1.0
dword_atomic.fmax (M1, 1) BUF OFF.0 REAL.0 V0.0 V0.0
.ask element BUF",
        answer: "-2.0",
    },
    // Lanes 0 and 1 take part. From the left, 0011 is lanes 2 and 3, which are those of the inverted predicate, too.
    Case {
        keys: &["masks_from_the_left", "inverted_predicate"],
        text: ".lanes 8
.set OFF = 0 4 8 12
.set P1 = 0b0011
.surface BUF buffer ud = 0 0 0 0
(P1) dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 V0.0
.ask element BUF",
        answer: "0 0 1 1",
    },
    // Bits 8 to 15 of 0x533 are lanes 0 and 2. Bits 0 to 7 are lanes 0, 1, 4 and 5.
    Case {
        keys: &["mask_offset_ignored"],
        text: ".lanes 16 active=0x533
.set OFF = iota(0, 4)
.surface BUF buffer ud = [0; 8]
dword_atomic.inc (M3, 8) BUF OFF.0 V0.0 V0.0 V0.0
.ask lanes",
        answer: "0 1 4 5",
    },
    // CMPXCHG stores src0 where old equals src1: 5 becomes 9, and 7 stays. The other way round, 7 becomes 9 and 5 stays.
    Case {
        keys: &["sources_swapped"],
        text: ".lanes 8
.set OFF = 0 4
.set VAL = 9 7
.set CMP = 5 9
.surface BUF buffer ud = 5 7
dword_atomic.cmpxchg (M1, 2) BUF OFF.0 VAL.0 CMP.0 V0.0
.ask element BUF",
        answer: "5 9",
    },
    // Byte 12 is element 3. Byte 16 is out of bounds: 16 mod 16 = 0.
    Case { keys: &["outside_wraps"], text: "OUTSIDE element BUF", answer: "11 20 30 41" },
    // The last element gets both additions.
    Case { keys: &["outside_at_the_edge"], text: "OUTSIDE element BUF", answer: "10 20 30 42" },
    // INC of vISA takes no source. A 0 here has other causes than a limit, so it has no name.
    Case {
        keys: &[],
        text: ".lanes 8
.set OFF = 0
.surface BUF buffer ud = 5
dword_atomic.inc (M1, 1) BUF OFF.0 V0.0 V0.0 V0.0
.ask element BUF",
        answer: "0",
    },
    // SASS counts to the source: 5 is the limit, so 0 follows, and not 6.
    Case {
        keys: &["counts_without_a_limit"],
        text: "SASS
.lanes 32 active=0b1
.set R4 = [5; 32]
.surface 0 1d_buffer R32_UINT 1 = 5
SUATOM.D.1D_BUFFER.INC.IGN R6, [R2], R4, 0x0;
.ask element 0",
        answer: "6",
    },
    // Texel 9 does not exist. The nearest one is 3.
    Case {
        keys: &["outside_at_the_edge"],
        text: "SASS
.lanes 32 active=0b1
.set R2 = [9; 32]
.set R4 = [10; 32]
.surface 0 1d R32_UINT 4 = 5 5 5 5
SUATOM.D.1D.ADD.IGN R6, [R2], R4, 0x0;
.ask element 0",
        answer: "5 5 5 15",
    },
    // The word 0xffff + 1 is 0. The dword 0x1111ffff + 0x77770001 is 0x88890000.
    Case {
        keys: &["neighbour"],
        text: ".lanes 8
.set OFF = 0
.set VAL = 0x7777_0001
.surface BUF buffer uw = 0xffff 0x1111
dword_atomic.add.16 (M1, 1) BUF OFF.0 VAL.0 V0.0 V0.0
.ask element BUF",
        answer: "0 0x8889",
    },
    // The order is 2 0 3 1. In ascending order: 10, 10 + 1, 11 + 2, 13 + 4.
    Case { keys: &["order_ignored"], text: "ORDERED element OLD", answer: "10 11 13 17" },
    // Right is 2: 10, 0: 10 + 4, 3: 14 + 1, 1: 15 + 8. In descending order: 3: 10, 2: 10 + 8, 1: 18 + 4, 0: 22 + 2.
    Case { keys: &["descending"], text: "ORDERED element OLD", answer: "24 22 18 10" },
    // The mask has lanes 2 to 7, and !P1 lanes 0, 3, 6 and 7: together 3, 6 and 7.
    Case { keys: &["mask_ignored"], text: "MASKED lanes", answer: "0 3 6 7" },
    Case { keys: &["predicate_ignored"], text: "MASKED lanes", answer: "2-7" },
    Case { keys: &["all_lanes"], text: "MASKED lanes", answer: "all" },
    // P1 instead of !P1: lanes 1, 2, 4 and 5, without 1.
    Case { keys: &["inverted_predicate"], text: "MASKED lanes", answer: "2 4 5" },
    // From the left, the mask 1111_1100 is lanes 0 to 5. P1 is 0011_0110: from the left, the zeros are lanes 0, 1, 4 and 7.
    Case { keys: &["masks_from_the_left"], text: "MASKED lanes", answer: "0 1 4" },
    // Lanes 1 and 3 are off. Their elements of OLD stay 77.
    Case {
        keys: &["off_lanes_get_zero"],
        text: ".lanes 8 active=0b0101
.set OFF = 0 4 8 12
.set OLD = [77; 8]
.surface BUF buffer ud = 1 2 3 4
dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 OLD.0
.ask element OLD",
        answer: "1 0 3 0",
    },
    // x = 3 is past the end of a row of three texels. In the next row, (3, 0) would be (0, 1), which is 40. The others: (0, 0) is
    // 10, (2, 1) is 60, (1, 1) is 50.
    Case { keys: &["next_row"], text: "IMAGE element OLD", answer: "10 60 40 50" },
    Case { keys: &["next_row"], text: "IMAGE element IMG", answer: "11 20 30 41 51 61" },
    // The nearest texel of (3, 0) is (2, 0), which is 30. At the start of its row, (0, 0) has 10 + 1.
    Case { keys: &["outside_at_the_edge"], text: "IMAGE element OLD", answer: "10 60 30 50" },
    Case { keys: &["outside_wraps"], text: "IMAGE element OLD", answer: "10 60 11 50" },
    // Without .IGN, texel 9 is the last one. With it, nothing would change.
    Case {
        keys: &["ignored_outside"],
        text: "SASS
.lanes 32 active=0b11
.set R2 = 0 9
.set R4 = [10; 32]
.surface 0 1d R32_UINT 4 = 5 6 7 8
SUATOM.D.1D.ADD R6, [R2], R4, 0x0;
.ask element 0",
        answer: "15 6 7 8",
    },
    // Row 0 has texels 0 to 3. (5, 0) would be (1, 1), which is 11.
    Case {
        keys: &["next_row"],
        text: "SASS
.lanes 32 active=0b11
.set R2 = 1 5
.set R3 = 1 0
.set R4 = [1; 32]
.surface 0 2d R32_UINT 4x2 = 0 1 2 3 10 11 12 13
SUATOM.D.2D.ADD.IGN R6, [R2], R4, 0x0;
.ask element 0",
        answer: "0 1 2 3 10 13 12 13",
    },
    // Offsets 0 and 16 are bytes: 16 is past the end of 16 bytes, and the last lane at 0 is lane 7. As elements, 4 and more are past
    // the end.
    Case {
        keys: &["offsets_as_elements"],
        text: ".lanes 8
.set OFF = 0 16 8 20 4 12 8 0
.set VAL = 1 2 3 4 5 6 7 8
.surface BUF buffer ud = [0; 4]
scatter_scaled.4 (M1, 8) BUF 0x0:ud OFF.0 VAL.0
.ask element BUF",
        answer: "8 0 0 0",
    },
    // Bytes 8 and 12 from byte 0 of each lane: elements 2 and 3, 30 and 40. As elements: 8 and 12 elements, out of bounds.
    Case {
        keys: &["offsets_as_elements"],
        text: ".lanes 8 active=0b111
.set OFF = 0 8 12
.surface BUF buffer ud = 10 20 30 40
gather_scaled.4 (M1, 8) BUF 0x0:ud OFF.0 OLD.0
.ask element OLD",
        answer: "10 0 0",
    },
    // 4 + 0 and 4 + 8 are elements 1 and 3. Without the 4: elements 0 and 2.
    Case {
        keys: &["global_offset_forgotten"],
        text: ".lanes 8 active=0b11
.set OFF = 0 8
.surface BUF buffer ud = 10 20 30 40
gather_scaled.4 (M1, 8) BUF 0x4:ud OFF.0 OLD.0
.ask element OLD",
        answer: "10 30",
    },
    // The word 0xffff + 1 is 0, without a carry into 0x1111. The high half of the source does not count.
    Case {
        keys: &["carry"],
        text: ".lanes 8
.set OFF = 0
.set VAL = 0x7777_0001
.surface BUF buffer uw = 0xffff 0x1111
dword_atomic.add.16 (M1, 1) BUF OFF.0 VAL.0 V0.0 V0.0
.ask element BUF",
        answer: "0 0x1112",
    },
    // Three lanes meet twice: the sum has 1 outcome. 4 lanes have 4! = 24 orders.
    Case { keys: &["every_order_differs", "results_too"], text: "ADD ends memory", answer: "24" },
    Case { keys: &["memory_only"], text: "ADD ends results", answer: "1" },
    // Two pairs of lanes meet at two places. Each place has 2 outcomes: 2 * 2 = 4, and not 2 + 2.
    Case { keys: &["every_order_differs"], text: "PAIRS ends memory", answer: "24" },
    // Three lanes at one place, two at another: 3 * 2 = 6, and not 3 + 2.
    Case { keys: &["sum_of_outcomes"], text: "UNEQUAL ends memory", answer: "5" },
];

/// Lane 0 adds 1 to the last of four dwords, and lane 1 to the place after it.
const OUTSIDE: &str = ".lanes 8
.set OFF = 12 16
.set VAL = 1 1
.surface BUF buffer ud = 10 20 30 40
dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 V0.0
";

/// [`ADD`] in the order 2 0 3 1.
pub fn ordered() -> String {
    ADD.replace(".set VAL", ".order 2 0 3 1\n.set VAL")
}

/// A mask and an inverted predicate.
pub const MASKED: &str = ".lanes 8 active=0b1111_1100
.set OFF = 0 4 8 12 16 20 24 28
.set P1 = 0b0011_0110
.surface BUF buffer ud = [0; 8]
(!P1) dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0
";

/// Four lanes on an image with two rows of three texels.
const IMAGE: &str = ".lanes 8 active=0b1111
.decl IMG v_type=T num_elts=1
.set OFF = 0 2 3 1
.set VAL = 0 1 0 1
.set CMP = [1; 8]
.surface IMG 2d R32_UINT 3x2 pitch=16 = 10 20 30 40 50 60
typed_atomic.add (M1, 8) IMG OFF.0 VAL.0 V0.0 V0.0 CMP.0 V0.0 OLD.0
";

/// Lanes 0 and 2 meet in the first cell, lanes 1 and 3 in the second.
const PAIRS: &str = ".lanes 8
.set OFF = 0 4 0 4
.set VAL = 1 2 3 4
.surface BUF buffer ud = 7 7
dword_atomic.xchg (M1, 4) BUF OFF.0 VAL.0 V0.0 V0.0
";

/// Lanes 0, 2 and 4 meet in the first cell, lanes 1 and 3 in the second.
const UNEQUAL: &str = ".lanes 8 active=0b11111
.set OFF = 0 4 0 4 0
.set VAL = 1 2 3 4 5
.surface BUF buffer ud = 7 7
dword_atomic.xchg (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0
";

impl Case {
    pub fn text(&self) -> String {
        if let Some(asked) = self.text.strip_prefix("ADD ") {
            format!("{ADD}.ask {asked}\n")
        } else if let Some(asked) = self.text.strip_prefix("ORDERED ") {
            format!("{}.ask {asked}\n", ordered())
        } else if let Some((lines, asked)) =
            [("MASKED ", MASKED), ("IMAGE ", IMAGE), ("PAIRS ", PAIRS), ("UNEQUAL ", UNEQUAL)]
                .iter()
                .find_map(|(word, lines)| Some((lines, self.text.strip_prefix(word)?)))
        {
            format!("{HEAD}{lines}.ask {asked}\n")
        } else if let Some(asked) = self.text.strip_prefix("OUTSIDE ") {
            format!("{HEAD}{OUTSIDE}.ask {asked}\n")
        } else if let Some(rest) = self.text.strip_prefix("SASS") {
            format!(".isa sass sm=52{rest}\n")
        } else {
            format!("{HEAD}{}\n", self.text)
        }
    }
}
