//! Instructions of the manual that have no row, and their replacements.

use crate::spec::NotModelled;

pub(super) const NOT_MODELLED: &[NotModelled] = &[
    NotModelled {
        mnemonics: &["MEDIA_LD", "LOAD", "SAMPLE", "SAMPLE4"],
        instead: "`gather4_typed` reads texels of a typed surface",
    },
    NotModelled { mnemonics: &["MEDIA_ST"], instead: "`scatter4_typed` writes texels of a typed surface" },
    NotModelled {
        mnemonics: &["OWORD_LD", "OWORD_LD_UNALIGNED", "QW_GATHER"],
        instead: "`gather_scaled` reads from a buffer",
    },
    NotModelled { mnemonics: &["OWORD_ST", "QW_SCATTER"], instead: "`scatter_scaled` writes to a buffer" },
    NotModelled {
        mnemonics: &["LSC_LOAD_STRIDED", "LSC_LOAD_BLOCK2D", "LSC_LOAD_STATUS", "LSC_READ_STATE_INFO"],
        instead: "`lsc_load` reads from the addresses of its lanes",
    },
    NotModelled {
        mnemonics: &["LSC_STORE_STRIDED", "LSC_STORE_BLOCK2D", "LSC_STORE_UNCOMPRESSED", "LSC_CCS_UPDATE"],
        instead: "`lsc_store` writes to the addresses of its lanes",
    },
    NotModelled {
        mnemonics: &["LSC_ATOMIC", "LSC_APNDCTR_ATOMIC_ADD", "LSC_APNDCTR_ATOMIC_SUB"],
        instead: "`lsc_atomic_iadd`, `lsc_atomic_isub` and others name their operation",
    },
    NotModelled { mnemonics: &["SVM_BLOCK_LD"], instead: "`svm_gather` reads from stateless memory" },
    NotModelled { mnemonics: &["SVM_BLOCK_ST"], instead: "`svm_scatter` writes to stateless memory" },
    NotModelled {
        mnemonics: &[
            "ADD3", "ADDC", "ASIN", "AVG", "BFE", "BFI", "BFN", "BFREV", "CBIT", "COS", "DIV", "DP2", "DP3",
            "DP4", "DP4A", "DPAS", "DPASW", "DPH", "EXP", "FBH", "FBL", "FRC", "INV", "LINE", "LOG", "LRP",
            "LZD", "MAD", "MADW", "MOD", "MOVS", "MULH", "PLANE", "POW", "RNDD", "RNDE", "RNDU", "RNDZ",
            "ROL", "ROR", "RSQRT", "SAD2", "SIN", "SQRT", "SUBB",
        ],
        instead: "`.set` can give a variable the value that it computes",
    },
    NotModelled {
        mnemonics: &["CALL", "FCALL", "FRET", "GOTO", "IFCALL", "JMP", "SUBROUTINE", "SWITCHJMP"],
        instead: "a program runs from its first line to its last; the taken path can be written out",
    },
];
