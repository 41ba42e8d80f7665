//! Cheats and other solutions of puzzles 1 to 6.

use super::{Attempts, Fault};

pub const ATTEMPTS: &[Attempts] = &[
    Attempts {
        name: "puzzle-01-mask",
        cheats: &[
            // Lanes 0 and 2 add 0.
            (&[("VAL = 1 2 3 4", "VAL = 0 2 0 4")], Fault::Input),
            // The result is there before the run.
            (
                &[
                    ("active=0b1111", "active=0b0000"),
                    ("BUF buffer ud = [10; 4]", "BUF buffer ud = 10 12 10 14"),
                ],
                Fault::Input,
            ),
            // All lanes run, and lanes 0 and 2 subtract again.
            (
                &[(
                    "dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 V0.0\n",
                    "dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 V0.0\n.decl P1 v_type=P num_elts=4\n.set P1 = 0b0101\n(P1) dword_atomic.sub (M1, 4) BUF OFF.0 VAL.0 V0.0 V0.0\n",
                )],
                Fault::Limit,
            ),
            // Own semantics skip the even lanes.
            (
                &[("dword_atomic", ".op ADD = old + src0 * (src0 % 2 == 0 ? 1 : 0)\ndword_atomic")],
                Fault::Limit,
            ),
            // One lane writes for two.
            (
                &[
                    ("active=0b1111", "active=0b1000"),
                    ("BUF buffer ud = [10; 4]", "BUF buffer ud = 10 12 10 10"),
                ],
                Fault::Input,
            ),
            // The program is gone.
            (&[("dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 V0.0\n", "")], Fault::Result),
        ],
        right: &[
            &[("active=0b1111", "active=0xa")],
            &[("active=0b1111", "active=10")],
            // A predicate instead of the mask.
            &[("dword_atomic", ".decl P1 v_type=P num_elts=4\n.set P1 = 0b1010\n(P1) dword_atomic")],
            &[("dword_atomic", ".decl P1 v_type=P num_elts=4\n.set P1 = 0b0101\n(!P1) dword_atomic")],
        ],
    },
    Attempts {
        name: "puzzle-02-predicate",
        cheats: &[
            // The sum of this input.
            (
                &[
                    ("(P1) dword_atomic.add", "(P1) dword_atomic.or"),
                    ("SUM buffer ud = 0", "SUM buffer ud = 36"),
                ],
                Fault::Result,
            ),
            // The large values are 0.
            (&[("VAL = 10 80 20 60 5 90 1 70", "VAL = 10 0 20 0 5 0 1 0")], Fault::Input),
            // Signed: 0xffffffff is -1, which is below 50.
            (
                &[
                    ("cmp.gt", ".decl INT v_type=G type=d num_elts=8 alias=<VAL, 0>\ncmp.lt"),
                    ("VAL(0,0)<1;1,0> 0x0:ud", "INT(0,0)<1;1,0> 50:d"),
                ],
                Fault::Input,
            ),
            // Own semantics.
            (&[("cmp.gt", ".op ADD = src0 < 50 ? old + src0 : old\ncmp.gt")], Fault::Limit),
            // An exchange has the sum of the last lane only.
            (
                &[("cmp.gt", "cmp.lt"), ("0x0:ud", "0x32:ud"), ("dword_atomic.add", "dword_atomic.xchg")],
                Fault::Result,
            ),
        ],
        right: &[
            // Keeps what it found, which differs between orders.
            &[("cmp.gt", "cmp.lt"), ("0x0:ud", "0x32:ud"), ("VAL.0 V0.0 V0.0", "VAL.0 V0.0 VAL.0")],
            &[("cmp.gt", "cmp.le"), ("0x0:ud", "0x31:ud")],
            &[("cmp.gt", "cmp.ge"), ("0x0:ud", "0x32:ud"), ("(P1)", "(!P1)")],
        ],
    },
    Attempts {
        name: "puzzle-03-rotate",
        cheats: &[
            (&[("OUT buffer ud = [0; 8]", "OUT buffer ud = 17 10 11 12 13 14 15 16")], Fault::Input),
            // Offsets of this step.
            (
                &[(
                    "add (M1, 8) OFF(0,0)<1> LANE(0,0)<1;1,0> STEP(0,0)<0;1,0>\n",
                    ".set OFF = 1 2 3 4 5 6 7 0\n",
                )],
                Fault::Input,
            ),
            // The values are rotated, and not the offsets.
            (
                &[
                    ("VAL = 10 11 12 13 14 15 16 17", "VAL = 17 10 11 12 13 14 15 16"),
                    ("STEP(0,0)<0;1,0>\n", "0x0:ud\n"),
                ],
                Fault::Input,
            ),
            // Modulo 16.
            (&[("\nshl (M1", "\nand (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0xf:ud\nshl (M1")], Fault::Result),
            // Two writes.
            (
                &[
                    ("\nshl (M1", "\nand (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x7:ud\nshl (M1"),
                    ("OFF.0 VAL.0\n", "OFF.0 VAL.0\nscatter_scaled.4 (M1, 8) OUT 0x0:ud OFF.0 VAL.0\n"),
                ],
                Fault::Limit,
            ),
        ],
        right: &[
            // Modulo 32 bytes.
            &[("\nscatter", "\nand (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x1f:ud\nscatter")],
            // An exchange instead of a write.
            &[
                ("\nshl (M1", "\nand (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x7:ud\nshl (M1"),
                (
                    "scatter_scaled.4 (M1, 8) OUT 0x0:ud OFF.0 VAL.0",
                    "dword_atomic.xchg (M1, 8) OUT OFF.0 VAL.0 V0.0 V0.0",
                ),
            ],
        ],
    },
    Attempts {
        name: "puzzle-04-tickets",
        cheats: &[
            (
                &[(
                    "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\n",
                    ".set TICKET = 100 101 102 103\n",
                )],
                Fault::Orders,
            ),
            // The count is set, and tickets are numbers of lanes.
            (
                &[(
                    "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\n",
                    "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\nadd (M1, 8) TICKET(0,0)<1> TICKET(0,0)<1;1,0> 0x76543210:v\n",
                )],
                Fault::Orders,
            ),
            // A maximum of tickets.
            (
                &[(
                    "scatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0",
                    "dword_atomic.max (M1, 8) NEXT OFF.0 AFTER.0 V0.0 V0.0",
                )],
                Fault::Result,
            ),
            // Own operation.
            (
                &[(
                    "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\nadd (M1, 8) AFTER(0,0)<1> TICKET(0,0)<1;1,0> 0x1:ud\nscatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0\n",
                    ".op XCHG = old + src0 - src0 + 1\ndword_atomic.xchg (M1, 8) NEXT OFF.0 OFF.0 V0.0 TICKET.0\n",
                )],
                Fault::Limit,
            ),
            // Tickets of the lanes before, without the memory of the counter.
            (
                &[(
                    "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\nadd (M1, 8) AFTER(0,0)<1> TICKET(0,0)<1;1,0> 0x1:ud\nscatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0\n",
                    "add (M1, 8) TICKET(0,0)<1> OFF(0,0)<1;1,0> 100:uw\nadd (M1, 8) TICKET(0,0)<1> TICKET(0,0)<1;1,0> 0x76543210:v\ndword_atomic.inc (M1, 8) NEXT OFF.0 V0.0 V0.0 V0.0\n",
                )],
                Fault::Orders,
            ),
        ],
        right: &[
            // ADD of a 1.
            &[(
                "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\nadd (M1, 8) AFTER(0,0)<1> TICKET(0,0)<1;1,0> 0x1:ud\nscatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0\n",
                ".set AFTER = [1; 8]\ndword_atomic.add (M1, 8) NEXT OFF.0 AFTER.0 V0.0 TICKET.0\n",
            )],
            // SUB of -1.
            &[(
                "gather_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 TICKET.0\nadd (M1, 8) AFTER(0,0)<1> TICKET(0,0)<1;1,0> 0x1:ud\nscatter_scaled.4 (M1, 8) NEXT 0x0:ud OFF.0 AFTER.0\n",
                ".set AFTER = [0xffffffff; 8]\ndword_atomic.sub (M1, 8) NEXT OFF.0 AFTER.0 V0.0 TICKET.0\n",
            )],
        ],
    },
    Attempts {
        name: "puzzle-05-histogram",
        cheats: &[
            (
                &[
                    ("dword_atomic.inc (M1, 16) BINS OFF.0 V0.0 V0.0 V0.0", ""),
                    ("BINS buffer ud = [0; 4]", "BINS buffer ud = [4; 4]"),
                ],
                Fault::Input,
            ),
            // Larger values are counted in the last bin.
            (
                &[(
                    "0x4:ud\n",
                    "0x4:ud\nmin (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x3:ud\nshl (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
                )],
                Fault::Input,
            ),
            // Writes instead of atomic additions: equal bins lose counts.
            (
                &[(
                    "dword_atomic.inc (M1, 16) BINS OFF.0 V0.0 V0.0 V0.0",
                    "shl (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\ngather_scaled.4 (M1, 16) BINS 0x0:ud OFF.0 VAL.0\nadd (M1, 16) VAL(0,0)<1> VAL(0,0)<1;1,0> 0x1:ud\nscatter_scaled.4 (M1, 16) BINS 0x0:ud OFF.0 VAL.0",
                )],
                Fault::Result,
            ),
            // Offsets of this input.
            (
                &[(
                    "shr (M1, 16) OFF(0,0)<1> VAL(0,0)<1;1,0> 0x4:ud\n",
                    ".set OFF = 0 4 8 12 0 4 8 12 0 4 8 12 0 4 8 12\n",
                )],
                Fault::Input,
            ),
            // Own operation.
            (
                &[(
                    "0x4:ud\n",
                    "0x4:ud\nshl (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n.op INC = old + 2 - 1\n",
                )],
                Fault::Limit,
            ),
        ],
        right: &[
            // Keeps the old counts, which differ between orders.
            &[
                ("0x4:ud\n", "0x4:ud\nshl (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n"),
                ("V0.0 V0.0 V0.0\n", "V0.0 V0.0 OFF.0\n"),
            ],
            // Divides by 4, and clears the two low bits.
            &[("0x4:ud\n", "0x2:ud\nand (M1, 16) OFF(0,0)<1> OFF(0,0)<1;1,0> 0xfffffffc:ud\n")],
        ],
    },
    Attempts {
        name: "puzzle-06-guard",
        cheats: &[
            // Lanes past the end add 0.
            (
                &[(
                    "\nSUATOM.D.1D_BUFFER.ADD.TRAP",
                    "\nISETP.GE.AND P0, PT, R0, R5, PT;\n@P0 MOV R4, RZ;\nSUATOM.D.1D_BUFFER.ADD.IGN",
                )],
                Fault::Limit,
            ),
            // Lanes past the end go far out of bounds.
            (
                &[(
                    "\nSUATOM.D.1D_BUFFER.ADD.TRAP",
                    "\nISETP.GE.AND P0, PT, R0, R5, PT;\n@P0 MOV R0, 0x1000;\nSUATOM.D.1D_BUFFER.ADD.IGN",
                )],
                Fault::Limit,
            ),
            // Lanes past the end add 0 to the first element.
            (
                &[(
                    "\nSUATOM.D.1D_BUFFER.ADD.TRAP",
                    "\nISETP.GE.AND P0, PT, R0, R5, PT;\n@P0 MOV R4, RZ;\n@P0 MOV R0, RZ;\nSUATOM.D.1D_BUFFER.ADD.TRAP",
                )],
                Fault::Orders,
            ),
            // The numbers of this input.
            (&[("active=0xff", "active=0x1f"), ("ADD.TRAP", "ADD.IGN")], Fault::Input),
            // One lane for all.
            (
                &[(
                    "\nSUATOM",
                    "\nISETP.LT.AND P0, PT, R0, R5, PT;\n@P0 SUATOM.D.1D_BUFFER.ADD.TRAP R6, [R0], R4, 0x0;\nISETP.LT.AND P0, PT, R0, RZ, PT;\n@P0 SUATOM",
                )],
                Fault::Limit,
            ),
        ],
        right: &[
            &[("\nSUATOM", "\nISETP.GE.AND P0, PT, R0, R5, PT;\n@!P0 SUATOM")],
            // With IGN, if the lanes past the end do not run.
            &[(
                "\nSUATOM.D.1D_BUFFER.ADD.TRAP",
                "\nISETP.LT.AND P0, PT, R0, R5, PT;\n@P0 SUATOM.D.1D_BUFFER.ADD.IGN",
            )],
            // Lanes past the end exit.
            &[("\nSUATOM", "\nISETP.GE.AND P0, PT, R0, R5, PT;\n@P0 EXIT;\nSUATOM")],
        ],
    },
];
