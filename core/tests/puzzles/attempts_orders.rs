//! Cheats and other solutions of puzzles 7 to 12.

use super::{Attempts, Fault};

pub const ATTEMPTS: &[Attempts] = &[
    Attempts {
        name: "puzzle-07-row",
        cheats: &[
            // The result is there.
            (
                &[
                    ("= 0 1 2 3 10 11 12 13 20 21 22 23", "= 0 1 2 3 11 12 13 14 20 21 22 23"),
                    ("SUATOM.D.2D.ADD R6, [R2], R4, 0x0;", "SUATOM.D.2D.AND.IGN R6, [R2], RZ, 0x0;"),
                ],
                Fault::Result,
            ),
            // Row 1.
            (&[("MOV R3, RZ", "MOV R3, 0x1"), ("2D.ADD R6", "2D.ADD.IGN R6")], Fault::Input),
            // The mask of this row.
            (
                &[
                    ("MOV R3, RZ", "MOV R3, R5"),
                    ("2D.ADD R6", "2D.ADD.IGN R6"),
                    ("active=0x3f", "active=0xf"),
                ],
                Fault::Input,
            ),
            // A guard that fits this row.
            (
                &[(
                    "S2R R2, SR_LANEID;\nMOV R3, RZ;\nSUATOM.D.2D.ADD R6",
                    "S2R R2, SR_LANEID;\nMOV R3, R5;\nISETP.LT.AND P0, PT, R2, 0x4, PT;\n@P0 SUATOM.D.2D.ADD.IGN R6",
                )],
                Fault::Limit,
            ),
            // Adds a number that is 0 for some lanes.
            (&[("MOV R3, RZ", "MOV R3, R5"), ("R4 = [1; 32]", "R4 = 1 1 1 1 0 0")], Fault::Input),
        ],
        right: &[
            // R3 is set instead of moved, by an addition.
            &[("MOV R3, RZ", "IADD R3, R5, RZ"), ("2D.ADD R6", "2D.ADD.IGN R6")],
            &[
                ("S2R R2, SR_LANEID;\nMOV R3, RZ;", "MOV R3, R5;\nS2R R2, SR_LANEID;"),
                ("2D.ADD R6", "2D.ADD.IGN R6"),
            ],
        ],
    },
    Attempts {
        name: "puzzle-08-smallest",
        cheats: &[
            // The result is there.
            (&[("OWNER buffer ud = [0xffffffff; 4]", "OWNER buffer ud = 0 3 0xffffffff 7")], Fault::Input),
            // Lane numbers that fall, and a maximum.
            (
                &[
                    ("LANE = iota(0)", "LANE = 7 6 5 4 3 2 1 0"),
                    ("cmpxchg (M1, 8) OWNER OFF.0 LANE.0 FREE.0", "max (M1, 8) OWNER OFF.0 LANE.0 V0.0"),
                ],
                Fault::Result,
            ),
            // Right in ascending order only.
            (&[("cmpxchg (M1, 8)", "cmpxchg (M1,8)")], Fault::Orders),
            // The lanes that win in this input.
            (&[(".lanes 8\n", ".lanes 8 active=0b10001001\n")], Fault::Input),
            // Own operation.
            (&[("dword_atomic", ".op CMPXCHG = min(old, src0 + src1 - src1)\ndword_atomic")], Fault::Limit),
            // A signed minimum: a free word is -1.
            (
                &[
                    ("cmpxchg (M1, 8) OWNER OFF.0 LANE.0 FREE.0", "imin (M1, 8) OWNER OFF.0 LANE_D.0 V0.0"),
                    (".decl OWNER", ".decl LANE_D v_type=G type=d num_elts=8 alias=<LANE, 0>\n.decl OWNER"),
                ],
                Fault::Result,
            ),
        ],
        right: &[
            // Keeps what it found.
            &[(
                "cmpxchg (M1, 8) OWNER OFF.0 LANE.0 FREE.0 V0.0",
                "min (M1, 8) OWNER OFF.0 LANE.0 V0.0 FREE.0",
            )],
            // Twice the same.
            &[(
                "dword_atomic.cmpxchg (M1, 8) OWNER OFF.0 LANE.0 FREE.0 V0.0",
                "dword_atomic.min (M1, 8) OWNER OFF.0 LANE.0 V0.0 V0.0\ndword_atomic.min (M1, 8) OWNER OFF.0 LANE.0 V0.0 V0.0",
            )],
        ],
    },
    Attempts {
        name: "puzzle-09-lock",
        cheats: &[
            // The owner writes its number again after the others have changed the lock, and these read again.
            (
                &[(
                    "(OWNS) dword_atomic.inc",
                    "(OWNS) scatter_scaled.4 (M1, 4) LOCK 0x0:ud ZERO.0 MINE.0\n(!OWNS) gather_scaled.4 (M1, 4) LOCK 0x0:ud ZERO.0 FOUND.0\n(OWNS) dword_atomic.inc",
                )],
                Fault::Input,
            ),
            // The same, and restores the number of another program.
            (
                &[
                    (".decl LOCK", ".decl OTHER v_type=P num_elts=4\n.decl LOCK"),
                    (
                        "cmp.eq",
                        "cmp.lt (M1, 4) OTHER FOUND(0,0)<1;1,0> 0x64:ud\n(OTHER) scatter_scaled.4 (M1, 4) LOCK 0x0:ud ZERO.0 FOUND.0\ncmp.eq",
                    ),
                    (
                        "(OWNS) dword_atomic.inc",
                        "(OWNS) scatter_scaled.4 (M1, 4) LOCK 0x0:ud ZERO.0 MINE.0\n(!OWNS) gather_scaled.4 (M1, 4) LOCK 0x0:ud ZERO.0 FOUND.0\n(OWNS) dword_atomic.inc",
                    ),
                ],
                Fault::Limit,
            ),
            // Lane 0 always owns.
            (
                &[(
                    "dword_atomic.xchg (M1, 4) LOCK ZERO.0 MINE.0 V0.0 FOUND.0",
                    ".decl ONE v_type=P num_elts=4\n.set ONE = 0b0001\n.set FOUND = 0 100 100 100\n(ONE) dword_atomic.cmpxchg (M1, 4) LOCK ZERO.0 MINE.0 ZERO.0 FOUND.0",
                )],
                Fault::Orders,
            ),
            // Reads first, and writes where it found 0.
            (
                &[
                    (
                        "dword_atomic.xchg (M1, 4) LOCK ZERO.0 MINE.0 V0.0 FOUND.0\ncmp.eq",
                        "gather_scaled.4 (M1, 4) LOCK 0x0:ud ZERO.0 FOUND.0\ncmp.eq",
                    ),
                    (
                        "(OWNS) dword_atomic.inc",
                        "(OWNS) scatter_scaled.4 (M1, 4) LOCK 0x0:ud ZERO.0 MINE.0\n(OWNS) dword_atomic.inc",
                    ),
                ],
                Fault::Result,
            ),
            // Counts by an exchange of 1.
            (
                &[
                    ("(OWNS) dword_atomic.inc (M1, 4) COUNT ZERO.0 V0.0 V0.0 V0.0\n", ""),
                    ("COUNT buffer ud = 0", "COUNT buffer ud = 1"),
                ],
                Fault::Result,
            ),
            // Own operation.
            (&[("dword_atomic.xchg", ".op XCHG = old == 0 ? src0 : old\ndword_atomic.xchg")], Fault::Limit),
        ],
        right: &[
            // Looks before it tries.
            &[(
                "dword_atomic.xchg (M1, 4) LOCK ZERO.0 MINE.0 V0.0 FOUND.0\n",
                "gather_scaled.4 (M1, 4) LOCK 0x0:ud ZERO.0 FOUND.0\ncmp.eq (M1, 4) OWNS FOUND(0,0)<1;1,0> 0x0:ud\n(OWNS) dword_atomic.cmpxchg (M1, 4) LOCK ZERO.0 MINE.0 ZERO.0 FOUND.0\n",
            )],
            &[
                ("xchg (M1, 4) LOCK ZERO.0 MINE.0 V0.0", "cmpxchg (M1, 4) LOCK ZERO.0 MINE.0 ZERO.0"),
                ("cmp.eq", "cmp.ne"),
                ("(OWNS)", "(!OWNS)"),
            ],
        ],
    },
    Attempts {
        name: "puzzle-10-account",
        cheats: &[
            (&[("dword_atomic.add (M1, 4) BALANCE OFF.0 SUM.0 V0.0 V0.0", "")], Fault::Input),
            // Only who pays in.
            (
                &[(
                    "dword_atomic.add (M1, 4)",
                    "cmp.ge (M1, 4) P1 AMOUNT(0,0)<1;1,0> 0:d\n(P1) dword_atomic.add (M1, 4)",
                )],
                Fault::Result,
            ),
            // A large deposit first, and back at the end.
            (
                &[
                    (
                        "mov (M1, 4)",
                        ".decl MUCH v_type=G type=ud num_elts=8 align=GRF\n.set MUCH = [100; 8]\ndword_atomic.add (M1, 4) BALANCE OFF.0 MUCH.0 V0.0 V0.0\nmov (M1, 4)",
                    ),
                    (
                        "OFF.0 SUM.0 V0.0 V0.0\n",
                        "OFF.0 SUM.0 V0.0 V0.0\n.op SUB = old - src0\ndword_atomic.sub (M1, 4) BALANCE OFF.0 MUCH.0 V0.0 V0.0\n",
                    ),
                ],
                Fault::Limit,
            ),
            // The balance of this input.
            (&[("BALANCE buffer d = 0", "BALANCE buffer d = 100")], Fault::Result),
            // Own operation: no balance below 0.
            (&[("mov (M1, 4)", ".op ADD = D(old + src0) < 0 ? 0 : old + src0\nmov (M1, 4)")], Fault::Result),
        ],
        right: &[
            // The predicate of the other lanes first, inverted.
            &[
                (
                    "dword_atomic.add (M1, 4)",
                    "cmp.lt (M1, 4) P1 AMOUNT(0,0)<1;1,0> 0:d\n(!P1) dword_atomic.add (M1, 4)",
                ),
                ("V0.0 V0.0\n", "V0.0 V0.0\n(P1) dword_atomic.add (M1, 4) BALANCE OFF.0 SUM.0 V0.0 V0.0\n"),
            ],
        ],
    },
    Attempts {
        name: "puzzle-11-maximum",
        cheats: &[
            (&[("BEST buffer ud = 0", "BEST buffer ud = 0x004b0003")], Fault::Input),
            // The last lane of this input.
            (
                &[
                    (
                        "(P1) dword_atomic.add (M1, 8) BEST OFF.0 LANE.0",
                        "dword_atomic.or (M1, 8) BEST OFF.0 LANE.0",
                    ),
                    ("LANE = iota(0)", "LANE = [3; 8]"),
                    ("cmp.lt", "cmp.lt"),
                ],
                Fault::Input,
            ),
            // Own operation.
            (
                &[
                    ("dword_atomic.max", ".op MAX = max(old, src0 | 3)\ndword_atomic.max"),
                    ("(P1) dword_atomic.add (M1, 8) BEST OFF.0 LANE.0 V0.0 V0.0\n", ""),
                ],
                Fault::Limit,
            ),
            // The sum of value and lane without a shift.
            (
                &[(
                    "shl (M1, 8) VAL(0,0)<1> VAL(0,0)<1;1,0> 0x10:ud\n",
                    "add (M1, 8) VAL(0,0)<1> VAL(0,0)<1;1,0> LANE(0,0)<1;1,0>\n",
                )],
                Fault::Result,
            ),
            // An exchange of value and lane.
            (
                &[
                    (
                        "dword_atomic.max (M1, 8) BEST",
                        "or (M1, 8) VAL(0,0)<1> VAL(0,0)<1;1,0> LANE(0,0)<1;1,0>\ndword_atomic.xchg (M1, 8) BEST",
                    ),
                    ("(P1) dword_atomic.add (M1, 8) BEST OFF.0 LANE.0 V0.0 V0.0\n", ""),
                ],
                Fault::Result,
            ),
        ],
        right: &[
            // Adds the lane instead of joining the bits.
            &[(
                "dword_atomic.max (M1, 8) BEST OFF.0 VAL.0 V0.0 FOUND.0\ncmp.lt (M1, 8) P1 FOUND(0,0)<1;1,0> VAL(0,0)<1;1,0>\n(P1) dword_atomic.add (M1, 8) BEST OFF.0 LANE.0 V0.0 V0.0\n",
                "add (M1, 8) VAL(0,0)<1> VAL(0,0)<1;1,0> LANE(0,0)<1;1,0>\ndword_atomic.max (M1, 8) BEST OFF.0 VAL.0 V0.0 FOUND.0\n",
            )],
        ],
    },
    Attempts {
        name: "puzzle-12-compaction",
        cheats: &[
            // An image counts, lane by lane.
            (
                &[
                    (
                        ".decl OUT",
                        ".decl IMG v_type=T num_elts=1\n.decl L0 v_type=P num_elts=8\n.set L0 = 1\n.decl L1 v_type=P num_elts=8\n.set L1 = 0xfe\n.decl OUT",
                    ),
                    (".surface OUT", ".surface IMG 1d R32_UINT 1 = 0\n.surface OUT"),
                    (
                        "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\n",
                        "(P1) typed_atomic.inc (M1, 8) IMG ZERO.0 V0.0 V0.0 V0.0 V0.0 V0.0 OFF.0\n",
                    ),
                ],
                Fault::Orders,
            ),
            // An image counts in its order: right with ascending lanes.
            (&[("OUT buffer ud = [0; 8]", "OUT buffer ud = 11 12 16 17 0 0 0 0")], Fault::Orders),
            // The places of this input.
            (
                &[(
                    "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\n",
                    ".set OFF = 9 0 1 9 9 9 2 3\n",
                )],
                Fault::Input,
            ),
            // The result without instructions.
            (
                &[
                    (
                        "cmp.ne (M1, 8) P1 VAL(0,0)<1;1,0> 0x0:ud\n(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\nshl (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n(P1) scatter_scaled.4 (M1, 8) OUT 0x0:ud OFF.0 VAL.0\n",
                        "",
                    ),
                    ("OUT buffer ud = [0; 8]", "OUT buffer ud = 11 12 16 17 0 0 0 0"),
                ],
                Fault::Input,
            ),
            // Own instruction that counts.
            (
                &[(
                    "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0",
                    ".semantics COUNTER like DWORD_ATOMIC { foreach_active (i) { UD n = 0; for (UD k = 0; k < i; ++k) if (ChEn[k]) n++; dst[i] = n; } }\n(P1) counter.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0",
                )],
                Fault::Limit,
            ),
            // Values in descending order.
            (
                &[(
                    "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\n",
                    "mov (M1, 8) OFF(0,0)<1> 0x76543210:v\n",
                )],
                Fault::Result,
            ),
        ],
        right: &[
            // Reads the row without a shift for the first addition: the sums of all lanes up to this one, less one.
            &[(
                "(P1) dword_atomic.inc (M1, 8) COUNT ZERO.0 V0.0 V0.0 OFF.0\nshl (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
                "(P1) mov (M1, 8) SUM(1,0)<1> 0x1:ud\nadd (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,4)<1;1,0>\nadd (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,6)<1;1,0>\nadd (M1, 8) SUM(1,0)<1> SUM(1,0)<1;1,0> SUM(0,7)<1;1,0>\nadd (M1, 8) OFF(0,0)<1> SUM(1,0)<1;1,0> -1:d\nshl (M1, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 0x2:ud\n",
            )],
        ],
    },
];
