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
            ("OFF = iota(0, 12)", "OFF = iota(0, 4)"),
            (
                "1 101 201 2 102 202 3 103 203 4 104 204 5 105 205 6 106 206 7 107 207 8 108 208",
                "1 2 3 4 5 6 7 8 101 102 103 104 105 106 107 108 201 202 203 204 205 206 207 208",
            ),
            ("POINTS 0x4:ud", "POINTS 0x20:ud"),
            ("POINTS 0x8:ud", "POINTS 0x40:ud"),
        ],
        wrong: &[
            // Only the offsets are dense: lane 1 reads y of point 0.
            (&[("OFF = iota(0, 12)", "OFF = iota(0, 4)")], Fault::Result),
            // Points of 16 bytes are aligned, but 8 of them are 4 sectors.
            (
                &[
                    ("OFF = iota(0, 12)", "OFF = iota(0, 16)"),
                    (
                        "1 101 201 2 102 202 3 103 203 4 104 204 5 105 205 6 106 206 7 107 207 8 108 208",
                        "1 101 201 0 2 102 202 0 3 103 203 0 4 104 204 0 5 105 205 0 6 106 206 0 7 107 207 0 8 108 208 0",
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
        // Rows of 33 words: word 33 i is in bank i. Row 5 begins at byte 5 x 132 = 660.
        solution: &[
            ("COLUMN = iota(0, 128)", "COLUMN = iota(0, 132)"),
            ("ROW = iota(640, 4)", "ROW = iota(660, 4)"),
        ],
        wrong: &[
            // The column moves, but row 5 does not.
            (&[("COLUMN = iota(0, 128)", "COLUMN = iota(0, 132)")], Fault::Result),
            // Rows of 16 words: two banks for 16 words.
            (
                &[
                    ("COLUMN = iota(0, 128)", "COLUMN = iota(0, 64)"),
                    ("ROW = iota(640, 4)", "ROW = iota(320, 4)"),
                ],
                Fault::Limit,
            ),
            // No matrix any more: the row overwrites the rest of the column.
            (
                &[
                    ("COLUMN = iota(0, 128)", "COLUMN = iota(0, 4)"),
                    ("ROW = iota(640, 4)", "ROW = iota(20, 4)"),
                ],
                Fault::Result,
            ),
        ],
    },
];
