//! Instructions of the architecture that have no row, and their replacements; and operands that no row takes.

use crate::spec::NotModelled;

pub(super) const NOT_MODELLED: &[NotModelled] = &[
    NotModelled {
        mnemonics: &["TEX", "TEXS", "TLD", "TLDS", "TLD4", "TLD4S"],
        instead: "`SULD` reads a texel without a filter",
    },
    NotModelled {
        mnemonics: &["LD", "LDG", "LDL", "LDS"],
        instead: "`SULD` on a `1d_buffer` reads words of memory",
    },
    NotModelled {
        mnemonics: &["ST", "STG", "STL", "STS"],
        instead: "`SUST` on a `1d_buffer` writes words of memory",
    },
    NotModelled {
        mnemonics: &[
            "B2R",
            "BFE",
            "BFI",
            "CS2R",
            "CSET",
            "CSETP",
            "DADD",
            "DFMA",
            "DMNMX",
            "DMUL",
            "DSET",
            "DSETP",
            "F2F",
            "F2I",
            "FADD",
            "FADD32I",
            "FCHK",
            "FCMP",
            "FFMA",
            "FFMA32I",
            "FLO",
            "FMNMX",
            "FMUL",
            "FMUL32I",
            "FSET",
            "FSETP",
            "FSWZADD",
            "HADD2",
            "HFMA2",
            "HMUL2",
            "HSET2",
            "HSETP2",
            "I2F",
            "I2I",
            "IADD3",
            "IADD32I",
            "ICMP",
            "IMAD32I",
            "IMADSP",
            "IMNMX",
            "IMUL",
            "IMUL32I",
            "ISCADD",
            "ISCADD32I",
            "ISET",
            "LDC",
            "LEA",
            "LOP3",
            "LOP32I",
            "MOV32I",
            "MUFU",
            "P2R",
            "POPC",
            "PRMT",
            "PSET",
            "PSETP",
            "R2P",
            "RRO",
            "SEL",
            "SHF",
            "SHFL",
            "SHR",
            "VABSDIFF",
            "VADD",
            "VMAD",
            "VMNMX",
            "VOTE",
            "VSET",
            "VSETP",
            "VSHL",
            "VSHR",
        ],
        instead: "`.set` can give a register the value that it computes",
    },
    NotModelled {
        mnemonics: &[
            "BRA", "BRK", "BRX", "BAR", "CAL", "CONT", "JCAL", "JMP", "JMX", "KIL", "LONGJMP", "PBK", "PCNT",
            "PEXIT", "PLONGJMP", "PRET", "RET", "SSY", "SYNC",
        ],
        instead: "a program runs from its first line to its last; the taken path can be written out",
    },
];

/// Returns what an operand does that is not modelled.
pub(super) fn in_operand(operand: &str) -> Option<&'static str> {
    if operand.starts_with('~') {
        Some("inverts the bits of a source")
    } else if operand.ends_with(".CC") {
        Some("writes the carry")
    } else {
        None
    }
}
