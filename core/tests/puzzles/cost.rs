//! The puzzles about cost: the start ends right but costs too much.

use super::{Fault, Puzzle};

pub const PUZZLES: [Puzzle; 3] = [
    Puzzle {
        name: "puzzle-13-copy",
        // Words 0 to 7 are a sector, and so are words 8 to 15: 4 instructions with 1 each.
        solution: &[
            ("FIRST = iota(0, 8)", "FIRST = iota(0, 4)"),
            ("SECOND = iota(4, 8)", "SECOND = iota(32, 4)"),
        ],
        wrong: &[
            // Both halves are the first one.
            (
                &[
                    ("FIRST = iota(0, 8)", "FIRST = iota(0, 4)"),
                    ("SECOND = iota(4, 8)", "SECOND = iota(0, 4)"),
                ],
                Fault::Result,
            ),
            // Half of the lanes, half of the copy.
            (&[(".lanes 8", ".lanes 16 active=0xf")], Fault::Result),
            // The same words in another order: 2 sectors for each instruction.
            (
                &[
                    ("FIRST = iota(0, 8)", "FIRST = iota(4, 8)"),
                    ("SECOND = iota(4, 8)", "SECOND = iota(0, 8)"),
                ],
                Fault::Limit,
            ),
        ],
    },
    Puzzle {
        name: "puzzle-14-points",
        // Eight words of a field are one sector.
        solution: &[
            ("0xc:ud", "0x4:ud"),
            (
                "310041 450012 690048 270018 410087 610033 330092 490039 670081 290055 430071 630009 350027 470004 650062 280063 420058 620090 340076 480095 680017 300034 440026 640075",
                "310041 270018 330092 290055 350027 280063 340076 300034 450012 410087 490039 430071 470004 420058 480095 440026 690048 610033 670081 630009 650062 620090 680017 640075",
            ),
            ("POINTS 0x4:ud", "POINTS 0x20:ud"),
            ("POINTS 0x8:ud", "POINTS 0x40:ud"),
        ],
        wrong: &[
            // Only the offsets are dense: lane 1 reads y of point 0.
            (&[("0xc:ud", "0x4:ud")], Fault::Result),
            // Points of 16 bytes are aligned, but 8 of them are 4 sectors.
            (
                &[
                    ("0xc:ud", "0x10:ud"),
                    (
                        "310041 450012 690048 270018 410087 610033 330092 490039 670081 290055 430071 630009 350027 470004 650062 280063 420058 620090 340076 480095 680017 300034 440026 640075",
                        "310041 450012 690048 0 270018 410087 610033 0 330092 490039 670081 0 290055 430071 630009 0 350027 470004 650062 0 280063 420058 620090 0 340076 480095 680017 0 300034 440026 640075",
                    ),
                ],
                Fault::Limit,
            ),
            // Half of the lanes read half of the points.
            (&[(".lanes 8", ".lanes 8 active=0xf")], Fault::Result),
        ],
    },
    Puzzle {
        name: "puzzle-15-column",
        // Rows of 33 words: word 33 i is in bank i, and word 33 i + 4 in bank i + 4. Rows begin at bytes 132, 264 and 396.
        solution: &[
            ("COLUMN = 0 128 256 384 16 144 272 400", "COLUMN = 0 132 264 396 16 148 280 412"),
            ("T0 0x80:ud", "T0 0x84:ud"),
            ("T0 0x100:ud", "T0 0x108:ud"),
            ("T0 0x180:ud", "T0 0x18c:ud"),
        ],
        wrong: &[
            // The columns move, but the rows do not.
            (
                &[("COLUMN = 0 128 256 384 16 144 272 400", "COLUMN = 0 132 264 396 16 148 280 412")],
                Fault::Result,
            ),
            // Rows of 16 words: two banks for the 4 words of a column.
            (
                &[
                    ("COLUMN = 0 128 256 384 16 144 272 400", "COLUMN = 0 64 128 192 16 80 144 208"),
                    ("T0 0x80:ud", "T0 0x40:ud"),
                    ("T0 0x100:ud", "T0 0x80:ud"),
                    ("T0 0x180:ud", "T0 0xc0:ud"),
                ],
                Fault::Limit,
            ),
            // Rows of 36 words: words 4, 8 and 12 of the two columns share banks.
            (
                &[
                    ("COLUMN = 0 128 256 384 16 144 272 400", "COLUMN = 0 144 288 432 16 160 304 448"),
                    ("T0 0x80:ud", "T0 0x90:ud"),
                    ("T0 0x100:ud", "T0 0x120:ud"),
                    ("T0 0x180:ud", "T0 0x1b0:ud"),
                ],
                Fault::Limit,
            ),
            // Rows of one word: each row overwrites the rest of the one before.
            (
                &[
                    ("COLUMN = 0 128 256 384 16 144 272 400", "COLUMN = 0 4 8 12 16 20 24 28"),
                    ("T0 0x80:ud", "T0 0x4:ud"),
                    ("T0 0x100:ud", "T0 0x8:ud"),
                    ("T0 0x180:ud", "T0 0xc:ud"),
                ],
                Fault::Result,
            ),
        ],
    },
];
