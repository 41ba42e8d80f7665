//! Cheats and other solutions of the puzzles about cost.

use super::{super::Change, Attempts, Fault};

/// The four accesses of puzzle 13.
const COPY: &str = "gather_scaled.4 (M1, 8) FROM 0x0:ud FIRST.0 VALUE.0
scatter_scaled.4 (M1, 8) TO 0x0:ud FIRST.0 VALUE.0
gather_scaled.4 (M1, 8) FROM 0x0:ud SECOND.0 VALUE.0
scatter_scaled.4 (M1, 8) TO 0x0:ud SECOND.0 VALUE.0
";

/// Puzzle 13 with consecutive offsets.
pub const DENSE: [Change; 2] =
    [("FIRST = iota(0, 8)", "FIRST = iota(0, 4)"), ("SECOND = iota(4, 8)", "SECOND = iota(32, 4)")];

/// The instructions of puzzle 14.
const POINTS: &str = "mul (M1, 8) OFF(0,0)<1> POINT(0,0)<1;1,0> 0xc:ud
gather_scaled.4 (M1, 8) POINTS 0x0:ud OFF.0 X.0
gather_scaled.4 (M1, 8) POINTS 0x4:ud OFF.0 Y.0
gather_scaled.4 (M1, 8) POINTS 0x8:ud OFF.0 Z.0
";

/// The writes of puzzle 15, and its reads.
const WRITES: &str = "scatter_scaled.4 (M1, 8) T0 0x0:ud ROW.0 A0.0
scatter_scaled.4 (M1, 8) T0 0x80:ud ROW.0 A1.0
";
const READS: &str = "gather_scaled.4 (M1, 8) T0 0x0:ud COLUMN.0 A0.0
gather_scaled.4 (M1, 8) T0 0x10:ud COLUMN.0 A1.0
";

/// One variable with the matrix of puzzle 15, whose parts are the rows, and one for its columns.
const ONE_MATRIX: Change = (
    ".decl A0 v_type=G type=ud num_elts=8 align=GRF
.decl A1 v_type=G type=ud num_elts=8 align=GRF
",
    ".decl A v_type=G type=ud num_elts=16 align=GRF
.decl B v_type=G type=ud num_elts=16 align=GRF
.decl A0 v_type=G type=ud num_elts=8 alias=<A, 0>
.decl A1 v_type=G type=ud num_elts=8 alias=<A, 32>
",
);

/// The columns of [`ONE_MATRIX`] without memory: every second element is of a row.
const MOVES: &str = "mov (M1, 8) B(0,0)<2> A(0,0)<1;1,0>
mov (M1, 8) B(0,1)<2> A(1,0)<1;1,0>
mov (M1, 8) A0(0,0)<1> B(0,0)<1;1,0>
mov (M1, 8) A1(0,0)<1> B(1,0)<1;1,0>
";

pub const ATTEMPTS: &[Attempts] = &[
    Attempts {
        name: "puzzle-13-copy",
        cheats: &[
            // No instruction.
            (&[(COPY, ""), ("TO buffer ud 16 = [0; 16]", "TO buffer ud 16 = iota(1, 1)")], Fault::Limit),
            // Own semantics know the values.
            (
                &[
                    (
                        COPY,
                        ".semantics SCATTER_SCALED { foreach_active (i) { atomic { UD a = element_offset[i]; surface[a] = a / 4 + 1; } } }\ngather_scaled.4 (M1, 8) FROM 0x0:ud FIRST.0 VALUE.0\nscatter_scaled.4 (M1, 8) TO 0x0:ud FIRST.0 VALUE.0\ngather_scaled.4 (M1, 8) FROM 0x0:ud SECOND.0 VALUE.0\nscatter_scaled.4 (M1, 8) TO 0x0:ud SECOND.0 VALUE.0\n",
                    ),
                    DENSE[0],
                    DENSE[1],
                ],
                Fault::Limit,
            ),
            // The second half is there already, and the first half is read and written twice.
            (
                &[
                    (
                        COPY,
                        "gather_scaled.4 (M1, 8) FROM 0x0:ud FIRST.0 VALUE.0\nscatter_scaled.4 (M1, 8) TO 0x0:ud FIRST.0 VALUE.0\ngather_scaled.4 (M1, 8) FROM 0x0:ud FIRST.0 VALUE.0\nscatter_scaled.4 (M1, 8) TO 0x0:ud FIRST.0 VALUE.0\n",
                    ),
                    ("TO buffer ud 16 = [0; 16]", "TO buffer ud 16 = iota(1, 1)"),
                    DENSE[0],
                ],
                Fault::Input,
            ),
            // Shared memory has no sectors.
            (&[("FROM buffer", "FROM slm"), ("TO buffer", "TO slm")], Fault::Limit),
            // The values are computed, and not read.
            (
                &[
                    (
                        COPY,
                        "shr (M1, 8) VALUE(0,0)<1> FIRST(0,0)<1;1,0> 0x2:ud\nadd (M1, 8) VALUE(0,0)<1> VALUE(0,0)<1;1,0> 0x1:ud\nscatter_scaled.4 (M1, 8) TO 0x0:ud FIRST.0 VALUE.0\nadd (M1, 8) VALUE(0,0)<1> VALUE(0,0)<1;1,0> 0x8:ud\nscatter_scaled.4 (M1, 8) TO 0x0:ud SECOND.0 VALUE.0\n",
                    ),
                    DENSE[0],
                    DENSE[1],
                ],
                Fault::Limit,
            ),
            // The same, with reads of which nothing is used.
            (
                &[
                    (
                        COPY,
                        "gather_scaled.4 (M1, 8) FROM 0x0:ud FIRST.0 VALUE.0\ngather_scaled.4 (M1, 8) FROM 0x0:ud SECOND.0 VALUE.0\nshr (M1, 8) VALUE(0,0)<1> FIRST(0,0)<1;1,0> 0x2:ud\nadd (M1, 8) VALUE(0,0)<1> VALUE(0,0)<1;1,0> 0x1:ud\nscatter_scaled.4 (M1, 8) TO 0x0:ud FIRST.0 VALUE.0\nadd (M1, 8) VALUE(0,0)<1> VALUE(0,0)<1;1,0> 0x8:ud\nscatter_scaled.4 (M1, 8) TO 0x0:ud SECOND.0 VALUE.0\n",
                    ),
                    DENSE[0],
                    DENSE[1],
                ],
                Fault::Input,
            ),
        ],
        right: &[
            &DENSE,
            // The variant that the panel of costs makes.
            &[
                DENSE[0],
                DENSE[1],
                (".variant other", ".variant consecutive {\n  .set FIRST = iota(0, 4)\n}\n\n.variant other"),
            ],
            // Two words for each lane and instruction.
            &[
                (
                    COPY,
                    "gather4_scaled.RG (M1, 8) FROM 0x0:ud FIRST.0 VALUE.0\nscatter4_scaled.RG (M1, 8) TO 0x0:ud FIRST.0 VALUE.0\n",
                ),
                ("VALUE v_type=G type=ud num_elts=8", "VALUE v_type=G type=ud num_elts=16"),
            ],
            // The second half by the number before the offsets.
            &[
                DENSE[0],
                ("FROM 0x0:ud SECOND", "FROM 0x20:ud FIRST"),
                ("TO 0x0:ud SECOND", "TO 0x20:ud FIRST"),
            ],
        ],
    },
    Attempts {
        name: "puzzle-14-points",
        cheats: &[
            // No instruction.
            (
                &[(
                    POINTS,
                    ".set X = 310041 270018 330092 290055 350027 280063 340076 300034\n.set Y = 450012 410087 490039 430071 470004 420058 480095 440026\n.set Z = 690048 610033 670081 630009 650062 620090 680017 640075\n",
                )],
                Fault::Limit,
            ),
            // The values are set, and 3 sectors are read.
            (
                &[
                    (
                        POINTS,
                        ".set X = 310041 270018 330092 290055 350027 280063 340076 300034\n.set Y = 450012 410087 490039 430071 470004 420058 480095 440026\n.set Z = 690048 610033 670081 630009 650062 620090 680017 640075\ngather_scaled.4 (M1, 8) POINTS 0x0:ud POINT.0 OFF.0\n",
                    ),
                    ("POINT = iota(0)", "POINT = 0 32 64 0 0 0 0 0"),
                ],
                Fault::Input,
            ),
            // The offsets of this input.
            (
                &[
                    ("mul (M1, 8) OFF(0,0)<1> POINT(0,0)<1;1,0> 0xc:ud\n", ".set OFF = iota(0, 4)\n"),
                    (
                        "310041 450012 690048 270018 410087 610033 330092 490039 670081 290055 430071 630009 350027 470004 650062 280063 420058 620090 340076 480095 680017 300034 440026 640075",
                        "310041 270018 330092 290055 350027 280063 340076 300034 450012 410087 490039 430071 470004 420058 480095 440026 690048 610033 670081 630009 650062 620090 680017 640075",
                    ),
                    ("POINTS 0x4:ud", "POINTS 0x20:ud"),
                    ("POINTS 0x8:ud", "POINTS 0x40:ud"),
                ],
                Fault::Input,
            ),
            // Shared memory has no sectors.
            (
                &[
                    ("POINTS v_type=T num_elts=1", "OTHER v_type=T num_elts=1"),
                    (".surface POINTS buffer ud", ".surface T0 slm ud"),
                    ("POINTS 0x0", "T0 0x0"),
                    ("POINTS 0x4", "T0 0x4"),
                    ("POINTS 0x8", "T0 0x8"),
                ],
                Fault::Limit,
            ),
            // Own semantics.
            (
                &[(
                    "mul (M1",
                    ".semantics GATHER_SCALED { foreach_active (i) { dst[i] = UD(surface[offset + element_offset[i]]); } }\nmul (M1",
                )],
                Fault::Limit,
            ),
            // One lane reads for all.
            (&[(".lanes 8\n", ".lanes 8 active=0b1\n")], Fault::Result),
        ],
        right: &[
            // All three fields of a point with one instruction: 96 bytes in a row.
            &[
                (
                    POINTS,
                    "mul (M1, 8) OFF(0,0)<1> POINT(0,0)<1;1,0> 0xc:ud\ngather4_scaled.RGB (M1, 8) POINTS 0x0:ud OFF.0 X.0\n",
                ),
                (
                    ".decl X v_type=G type=ud num_elts=8 align=GRF\n.decl Y v_type=G type=ud num_elts=8 align=GRF\n.decl Z v_type=G type=ud num_elts=8 align=GRF\n",
                    ".decl ALL v_type=G type=ud num_elts=24 align=GRF\n.decl X v_type=G type=ud num_elts=24 alias=<ALL, 0>\n.decl Y v_type=G type=ud num_elts=8 alias=<ALL, 32>\n.decl Z v_type=G type=ud num_elts=8 alias=<ALL, 64>\n",
                ),
            ],
            // Arrays in the order z, y, x, with a shift instead of a product.
            &[
                (
                    "mul (M1, 8) OFF(0,0)<1> POINT(0,0)<1;1,0> 0xc:ud",
                    "shl (M1, 8) OFF(0,0)<1> POINT(0,0)<1;1,0> 0x2:ud",
                ),
                (
                    "310041 450012 690048 270018 410087 610033 330092 490039 670081 290055 430071 630009 350027 470004 650062 280063 420058 620090 340076 480095 680017 300034 440026 640075",
                    "690048 610033 670081 630009 650062 620090 680017 640075 450012 410087 490039 430071 470004 420058 480095 440026 310041 270018 330092 290055 350027 280063 340076 300034",
                ),
                ("POINTS 0x0:ud OFF.0 X", "POINTS 0x40:ud OFF.0 X"),
                ("POINTS 0x4:ud", "POINTS 0x20:ud"),
                ("POINTS 0x8:ud", "POINTS 0x0:ud"),
            ],
            // With a variant of the solver's own.
            &[
                (
                    "mul (M1, 8) OFF(0,0)<1> POINT(0,0)<1;1,0> 0xc:ud",
                    "mul (M1, 8) OFF(0,0)<1> POINT(0,0)<1;1,0> 0x4:ud",
                ),
                (
                    "310041 450012 690048 270018 410087 610033 330092 490039 670081 290055 430071 630009 350027 470004 650062 280063 420058 620090 340076 480095 680017 300034 440026 640075",
                    "310041 270018 330092 290055 350027 280063 340076 300034 450012 410087 490039 430071 470004 420058 480095 440026 690048 610033 670081 630009 650062 620090 680017 640075",
                ),
                ("POINTS 0x4:ud", "POINTS 0x20:ud"),
                ("POINTS 0x8:ud", "POINTS 0x40:ud"),
                (
                    "// The points in another order: lane n reads point POINT[n].",
                    ".variant mine {\n  .set POINT = [0; 8]\n  .expect X = [1; 8]\n}\n",
                ),
            ],
        ],
    },
    Attempts {
        name: "puzzle-15-column",
        cheats: &[
            // No instruction.
            (
                &[
                    ("A0 = iota(110)", "A0 = 110 120 111 121 112 122 113 123"),
                    ("A1 = iota(120)", "A1 = 114 124 115 125 116 126 117 127"),
                    (WRITES, ""),
                    (READS, ""),
                ],
                Fault::Limit,
            ),
            // Global memory has no banks.
            (
                &[
                    (
                        ".surface T0 slm ud 128 = [0; 128]",
                        ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud 128 = [0; 128]",
                    ),
                    ("T0 0x0:ud ROW", "BUF 0x0:ud ROW"),
                    ("T0 0x80", "BUF 0x80"),
                    ("T0 0x0:ud COL", "BUF 0x0:ud COL"),
                    ("T0 0x10", "BUF 0x10"),
                ],
                Fault::Limit,
            ),
            // Without memory.
            (&[ONE_MATRIX, (WRITES, MOVES), (READS, "")], Fault::Limit),
            // Without memory, with accesses of which nothing is used.
            (&[ONE_MATRIX, (WRITES, WRITES), (READS, MOVES)], Fault::Limit),
            // The columns of this input.
            (
                &[
                    (WRITES, ""),
                    (
                        "T0 slm ud 128 = [0; 128]",
                        "T0 slm ud 128 = 110 111 112 113 114 115 116 117 120 121 122 123 124 125 126 127",
                    ),
                    ("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 32 4 36 8 40 12 44"),
                ],
                Fault::Limit,
            ),
            // 16 lanes; half of them are off.
            (&[(".lanes 8\n", ".lanes 16 active=0xff\n")], Fault::Limit),
            // Own semantics.
            (
                &[
                    ("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 144 4 148 8 152 12 156"),
                    ("T0 0x80", "T0 0x90"),
                    (
                        "\nscatter",
                        "\n.semantics GATHER_SCALED { foreach_active (i) { UQ a = offset + element_offset[i]; dst[i] = UD(surface[a]); } }\nscatter",
                    ),
                ],
                Fault::Limit,
            ),
        ],
        right: &[
            // Rows 40 words apart.
            &[
                ("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 160 4 164 8 168 12 172"),
                ("T0 0x80", "T0 0xa0"),
            ],
            // Rows without a gap.
            &[("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 32 4 36 8 40 12 44"), ("T0 0x80", "T0 0x20")],
            // The second row first.
            &[
                ("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 144 0 148 4 152 8 156 12"),
                ("T0 0x0:ud ROW", "T0 0x90:ud ROW"),
                ("T0 0x80", "T0 0x0"),
            ],
            // With a variant of the solver's own.
            &[
                ("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 144 4 148 8 152 12 156"),
                ("T0 0x80", "T0 0x90"),
                (".variant other", ".variant consecutive {\n  .set ROW = iota(0, 8)\n}\n\n.variant other"),
            ],
        ],
    },
];
