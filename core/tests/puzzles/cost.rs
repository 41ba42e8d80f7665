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
        // Rows 36 words apart: words 0 to 3 of the second row are in banks 4 to 7, and words 4 to 7 in banks 8 to 11.
        solution: &[
            ("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 144 4 148 8 152 12 156"),
            ("T0 0x80:ud", "T0 0x90:ud"),
        ],
        wrong: &[
            // The columns move, but the rows do not.
            (&[("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 144 4 148 8 152 12 156")], Fault::Result),
            // Rows 33 words apart: a word shares its bank with the next column of the other row.
            (
                &[
                    ("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 132 4 136 8 140 12 144"),
                    ("T0 0x80:ud", "T0 0x84:ud"),
                ],
                Fault::Limit,
            ),
            // Rows one word apart: the second row overwrites the rest of the first.
            (
                &[
                    ("COLUMN = 0 128 4 132 8 136 12 140", "COLUMN = 0 4 4 8 8 12 12 16"),
                    ("T0 0x80:ud", "T0 0x4:ud"),
                ],
                Fault::Result,
            ),
        ],
    },
];
