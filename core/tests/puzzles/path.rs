//! The puzzles about lanes, from easy to hard.

use super::{Fault, Puzzle};

pub const PUZZLES: [Puzzle; 12] = [
    Puzzle {
        name: "puzzle-01-mask",
        // Lanes 1 and 3 are bits 1 and 3.
        solution: &[("active=0b1111", "active=0b1010")],
        wrong: &[
            // Lanes 0 and 2, read from the wrong end.
            (&[("active=0b1111", "active=0b0101")], Fault::Result),
            // Only the values of this input are 0.
            (&[("VAL = 1 2 3 4", "VAL = 0 2 0 4")], Fault::Input),
            // Lanes 0 and 2 are past the end of this input.
            (&[("OFF = 0 4 8 12", "OFF = 64 4 64 12")], Fault::Input),
        ],
    },
    Puzzle {
        name: "puzzle-02-predicate",
        // 50 is 0x32.
        solution: &[("cmp.gt", "cmp.lt"), ("0x0:ud", "0x32:ud")],
        wrong: &[
            // 50 is not below 50.
            (&[("cmp.gt", "cmp.le"), ("0x0:ud", "0x32:ud")], Fault::Input),
            // The lanes of this input.
            (&[(".lanes 8", ".lanes 8 active=0b01010101")], Fault::Input),
            // The sum of the values from 50.
            (&[("cmp.gt", "cmp.ge"), ("0x0:ud", "0x32:ud")], Fault::Result),
        ],
    },
    Puzzle {
        name: "puzzle-03-rotate",
        // Modulo 8 after the addition.
        solution: &[(
            "\nshl (M1",
            "\n\
and (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x7:ud\n\
shl (M1",
        )],
        wrong: &[
            // Modulo 8 before the addition.
            (
                &[(
                    "\nadd (M1",
                    "\n\
and (M1, 8) LANE(0,0)<1> LANE(0,0)<1;1,0> 0x7:ud\n\
add (M1",
                )],
                Fault::Result,
            ),
            // Lane 7 is -1: -1 + 1 = 0, but 6 + 3 = 9.
            (&[("LANE = iota(0)", "LANE = 0 1 2 3 4 5 6 0xffffffff")], Fault::Input),
            // A second write for what is past the end.
            (
                &[(
                    "OFF.0 VAL.0\n",
                    "OFF.0 VAL.0\n\
add (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> -32:ud\n\
scatter_scaled.4 (M1, 8) OUT 0x0:ud OFF.0 VAL.0\n",
                )],
                Fault::Limit,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-04-tickets",
        // One operation reads, adds 1 and writes.
        solution: &[(
            "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\n\
add (M1, 8) AFTER(0,0)<1> TICKET(0,0)<1;1,0> 0x1:ud\n\
scatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0\n",
            "dword_atomic.inc (M1, 8) NEXT OFF.0 V0.0 V0.0 TICKET.0\n",
        )],
        wrong: &[
            // The count is right, but the tickets were read before.
            (
                &[(
                    "add (M1, 8) AFTER(0,0)<1> TICKET(0,0)<1;1,0> 0x1:ud\n\
scatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0\n",
                    "dword_atomic.inc (M1, 8) NEXT OFF.0 V0.0 V0.0 V0.0\n",
                )],
                Fault::Result,
            ),
            // Lane n gets ticket n, also if it comes last.
            (
                &[(
                    "add (M1, 8) AFTER(0,0)<1> TICKET(0,0)<1;1,0> 0x1:ud\n\
scatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0\n",
                    "dword_atomic.inc (M1, 8) NEXT OFF.0 V0.0 V0.0 V0.0\n\
add (M1, 8) TICKET(0,0)<1> TICKET(0,0)<1;1,0> 0x76543210:v\n",
                )],
                Fault::Orders,
            ),
            // Counts down.
            (
                &[(
                    "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\n\
add (M1, 8) AFTER(0,0)<1> TICKET(0,0)<1;1,0> 0x1:ud\n\
scatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0\n",
                    "dword_atomic.dec (M1, 8) NEXT OFF.0 V0.0 V0.0 TICKET.0\n",
                )],
                Fault::Result,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-05-histogram",
        // 16 values to a bin, and 4 bytes.
        solution: &[(
            "0x4:ud\n",
            "0x4:ud\n\
shl (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
        )],
        wrong: &[
            // 4 bytes for 16 values, but bits 0 and 1 are left over.
            (&[("0x4:ud", "0x2:ud")], Fault::Error),
            // 64 is counted as 0.
            (
                &[(
                    "0x4:ud\n",
                    "0x4:ud\n\
and (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x3:ud\n\
shl (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
                )],
                Fault::Input,
            ),
            // Bins of 8 values.
            (
                &[(
                    "0x4:ud\n",
                    "0x3:ud\n\
shl (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
                )],
                Fault::Result,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-06-guard",
        // Lanes 0 to R5 - 1.
        solution: &[(
            "\nSUATOM",
            "\n\
ISETP.LT.AND P0, PT, R0, R5, PT;\n\
@P0 SUATOM",
        )],
        wrong: &[
            // No trap, but lanes past the end try.
            (&[("ADD.TRAP", "ADD.IGN")], Fault::Limit),
            // The lanes of this input.
            (&[("active=0xff", "active=0x1f")], Fault::Input),
            // One lane too many.
            (
                &[(
                    "\nSUATOM",
                    "\n\
ISETP.LE.AND P0, PT, R0, R5, PT;\n\
@P0 SUATOM",
                )],
                Fault::Error,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-07-row",
        // The row is y, and what is past its end is ignored.
        solution: &[("MOV R3, RZ", "MOV R3, R5"), ("2D.ADD R6", "2D.ADD.IGN R6")],
        wrong: &[
            // Lanes past the end count at the last texel.
            (&[("MOV R3, RZ", "MOV R3, R5")], Fault::Result),
            // Row 0.
            (&[("2D.ADD R6", "2D.ADD.IGN R6")], Fault::Result),
            // The lanes of the row of this input.
            (&[("MOV R3, RZ", "MOV R3, R5"), ("active=0x3f", "active=0xf")], Fault::Input),
        ],
    },
    Puzzle {
        name: "puzzle-08-smallest",
        // A minimum does not depend on the order.
        solution: &[("cmpxchg (M1, 8) OWNER OFF.0 LANE.0 FREE.0", "min (M1, 8) OWNER OFF.0 LANE.0 V0.0")],
        wrong: &[
            // The last lane.
            (
                &[("cmpxchg (M1, 8) OWNER OFF.0 LANE.0 FREE.0", "xchg (M1, 8) OWNER OFF.0 LANE.0 V0.0")],
                Fault::Result,
            ),
            // All bits of a free word are set: it is -1.
            (
                &[("cmpxchg (M1, 8) OWNER OFF.0 LANE.0 FREE.0", "and (M1, 8) OWNER OFF.0 LANE.0 V0.0")],
                Fault::Result,
            ),
            // Lanes that lose are past the end of this input.
            (&[("OFF = 0 0 0 4 4 0 4 12", "OFF = 0 16 16 4 16 16 16 12")], Fault::Input),
            // A lane that finds a larger owner takes its place, but several lanes can.
            (
                &[
                    (
                        "V0.0\n",
                        "OLD.0\n\
cmp.lt (M1, 8) P1 LANE(0,0)<1;1,0> OLD(0,0)<1;1,0>\n\
(P1) dword_atomic.xchg (M1, 8) OWNER OFF.0 LANE.0 V0.0 V0.0\n",
                    ),
                    (
                        ".decl OWNER",
                        ".decl OLD v_type=G type=ud num_elts=8 align=GRF\n\
.decl P1 v_type=P num_elts=8\n\
.decl OWNER",
                    ),
                ],
                Fault::Orders,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-09-lock",
        // Stores only if it finds 0.
        solution: &[("xchg (M1, 4) LOCK ZERO.0 MINE.0 V0.0", "cmpxchg (M1, 4) LOCK ZERO.0 MINE.0 ZERO.0")],
        wrong: &[
            // The operands are swapped: stores 0 if it finds the lane's number.
            (
                &[("xchg (M1, 4) LOCK ZERO.0 MINE.0 V0.0", "cmpxchg (M1, 4) LOCK ZERO.0 ZERO.0 MINE.0")],
                Fault::Result,
            ),
            // Numbers that fall: the largest is that of lane 0, in any order.
            (&[("xchg (M1, 4) LOCK", "max (M1, 4) LOCK"), ("iota(100)", "iota(100, -1)")], Fault::Orders),
            // Looks first and locks later.
            (
                &[(
                    "dword_atomic.xchg (M1, 4) LOCK ZERO.0 MINE.0 V0.0 FOUND.0\n\
cmp.eq (M1, 4) OWNS FOUND(0,0)<1;1,0> 0x0:ud\n",
                    "gather_scaled.4 (M1, 8) LOCK 0x0:ud ZERO.0 FOUND.0\n\
cmp.eq (M1, 4) OWNS FOUND(0,0)<1;1,0> 0x0:ud\n\
(OWNS) dword_atomic.xchg (M1, 4) LOCK ZERO.0 MINE.0 V0.0 FOUND.0\n",
                )],
                Fault::Result,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-10-account",
        // First all that is paid in.
        solution: &[
            (
                "dword_atomic.add (M1, 4)",
                "cmp.ge (M1, 4) P1 AMOUNT(0,0)<1;1,0> 0:d\n(P1) dword_atomic.add (M1, 4)",
            ),
            (
                "V0.0 V0.0\n",
                "V0.0 V0.0\n\
(!P1) dword_atomic.add (M1, 4) BALANCE OFF.0 SUM.0 V0.0 V0.0\n",
            ),
        ],
        wrong: &[
            // Withdrawals first.
            (
                &[
                    (
                        "dword_atomic.add (M1, 4)",
                        "cmp.lt (M1, 4) P1 AMOUNT(0,0)<1;1,0> 0:d\n(P1) dword_atomic.add (M1, 4)",
                    ),
                    (
                        "V0.0 V0.0\n",
                        "V0.0 V0.0\n\
(!P1) dword_atomic.add (M1, 4) BALANCE OFF.0 SUM.0 V0.0 V0.0\n",
                    ),
                ],
                Fault::Error,
            ),
            // Lanes that pay in are the first in ascending order only.
            (&[("-2 4 -3 1", "4 1 -2 -3")], Fault::Orders),
            // The unsigned sum is never below 0.
            (
                &[
                    (
                        "dword_atomic.add (M1, 4)",
                        "cmp.ge (M1, 4) P1 SUM(0,0)<1;1,0> 0:ud\n(P1) dword_atomic.add (M1, 4)",
                    ),
                    (
                        "V0.0 V0.0\n",
                        "V0.0 V0.0\n\
(!P1) dword_atomic.add (M1, 4) BALANCE OFF.0 SUM.0 V0.0 V0.0\n",
                    ),
                ],
                Fault::Error,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-11-maximum",
        // Value and lane in one number.
        solution: &[(
            "dword_atomic.max (M1, 8) BEST OFF.0 VAL.0 V0.0 FOUND.0\n\
cmp.lt (M1, 8) P1 FOUND(0,0)<1;1,0> VAL(0,0)<1;1,0>\n\
(P1) dword_atomic.add (M1, 8) BEST OFF.0 LANE.0 V0.0 V0.0\n",
            "or (M1, 8) VAL(0,0)<1> VAL(0,0)<1;1,0> LANE(0,0)<1;1,0>\n\
dword_atomic.max (M1, 8) BEST OFF.0 VAL.0 V0.0 V0.0\n",
        )],
        wrong: &[
            // Signed: 0x8001 in the high half is below 0.
            (
                &[(
                    "dword_atomic.max (M1, 8) BEST OFF.0 VAL.0 V0.0 FOUND.0\n\
cmp.lt (M1, 8) P1 FOUND(0,0)<1;1,0> VAL(0,0)<1;1,0>\n\
(P1) dword_atomic.add (M1, 8) BEST OFF.0 LANE.0 V0.0 V0.0\n",
                    ".decl KEY v_type=G type=d num_elts=8 alias=<VAL,0>\n\
or (M1, 8) VAL(0,0)<1> VAL(0,0)<1;1,0> LANE(0,0)<1;1,0>\n\
dword_atomic.imax (M1, 8) BEST OFF.0 KEY.0 V0.0 V0.0\n",
                )],
                Fault::Input,
            ),
            // All lanes with the largest value write their number: the last stays.
            (
                &[(
                    "cmp.lt (M1, 8) P1 FOUND(0,0)<1;1,0> VAL(0,0)<1;1,0>\n\
(P1) dword_atomic.add (M1, 8) BEST OFF.0 LANE.0 V0.0 V0.0\n",
                    "gather_scaled.4 (M1, 8) BEST 0x0:ud OFF.0 FOUND.0\n\
cmp.eq (M1, 8) P1 FOUND(0,0)<1;1,0> VAL(0,0)<1;1,0>\n\
or (M1, 8) VAL(0,0)<1> VAL(0,0)<1;1,0> LANE(0,0)<1;1,0>\n\
(P1) dword_atomic.xchg (M1, 8) BEST OFF.0 VAL.0 V0.0 V0.0\n",
                )],
                Fault::Orders,
            ),
            // All lanes with the largest value add their number.
            (
                &[(
                    "cmp.lt (M1, 8) P1 FOUND",
                    "gather_scaled.4 (M1, 8) BEST 0x0:ud OFF.0 FOUND.0\ncmp.eq (M1, 8) P1 FOUND",
                )],
                Fault::Result,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-12-compaction",
        // Row 1 of SUM has a 1 for each value that is not 0. Three additions with offsets of 1, 2 and 4 elements add all that are
        // before. The sum up to the lane before is the place.
        solution: &[(
            "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\n\
shl (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
            "mov (M1, 8) SUM(1,0)<1> 0x0:ud\n\
(P1) mov (M1, 8) SUM(1,0)<1> 0x1:ud\n\
add (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,7)<1;1,0>\n\
add (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,6)<1;1,0>\n\
add (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,4)<1;1,0>\n\
shl (M1, 8) OFF(0,0)<1> SUM(0,7)<1;1,0> 0x2:ud\n",
        )],
        wrong: &[
            // Without the last of the three additions.
            (
                &[(
                    "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\n\
shl (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
                    "(P1) mov (M1, 8) SUM(1,0)<1> 0x1:ud\n\
add (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,7)<1;1,0>\n\
add (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,6)<1;1,0>\n\
shl (M1, 8) OFF(0,0)<1> SUM(0,7)<1;1,0> 0x2:ud\n",
                )],
                Fault::Result,
            ),
            // The places of this input.
            (
                &[(
                    "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\n",
                    ".set OFF = 0 0 1 0 0 0 2 3\n",
                )],
                Fault::Input,
            ),
            // Each lane counts for all later ones: right, but with an atomic operation.
            (
                &[(
                    "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\n\
shl (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
                    "(P1) mov (M1, 8) SUM(1,0)<1> 0x1:ud\n\
add (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,7)<1;1,0>\n\
add (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,6)<1;1,0>\n\
add (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,4)<1;1,0>\n\
shl (M1, 8) OFF(0,0)<1> SUM(0,7)<1;1,0> 0x2:ud\n\
(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 V0.0\n",
                )],
                Fault::Limit,
            ),
        ],
    },
];
