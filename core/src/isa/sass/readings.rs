//! Where the page of SUATOM is silent or contradicts itself, and how it can be read. The first choice is the default.

use crate::isa::readings;

readings! {
    MISSING_OP: "missing_op", "Which operation has a line that names none?", [
        "add": "ADD, its code being 0; Lanescope warns.",
        "error": "None: the line is an error.",
    ], "The page's second example names no operation and says that it adds; a disassembler always prints one.",
        "SUATOM", "Examples";

    CAS_SWAP: "cas_swap", "What does `M = Rb + (1 or 2)` in the description of CAS mean?", [
        "register": "The register or pair behind Rb is stored.",
        "sum": "Rb plus 1 is stored, or plus 2 for 64 bits.",
    ], "Rb of CAS is a vector of two registers or two pairs, so the sum is one of register numbers.", "SUATOM", "CAS";

    CAS_FAILURE: "cas_failure", "Does a CAS whose comparison fails write the old value back?", [
        "silent": "No, it only reads.",
        "writes": "Yes; no lane can tell.",
    ], "NVIDIA's assembly extension for OpenGL speaks of no store in that case.", "SUATOM", "CAS";

    DROPPED_RESULT: "dropped_result",
        "What is in Rd after an access that is ignored, or whose surface is invalid, disabled or not resident?", [
        "zero": "Zero.",
        "unchanged": "What was there before.",
    ], "The page is silent; OpenGL's image atomics and sparse textures return zero.", "SUATOM", "clamp";

    HELPER_RESULT: "helper_result", "What is in Rd of a helper lane?", [
        "unchanged": "What was there before.",
        "undefined": "Undefined bits.",
    ], "The page calls the instruction a no-op for them; OpenGL and Direct3D leave the value undefined.",
        "SUATOM", "Behaviour";

    ARRAY_INDEX: "array_index", "What does NEAR do with a layer beyond the last?", [
        "clamp": "The last layer is meant, as for the other coordinates.",
        "outside": "Layers are not clamped: the access is ignored.",
    ], "The page only says that 16 bits of the layer count; to OpenGL a layer that does not exist is invalid.",
        "SUATOM", "Ra";

    BA_MISALIGNED: "ba_misaligned", "What happens with .BA at a byte that is not a multiple of the size?", [
        "fault": "The program stops.",
        "mask": "The low bits of the address are ignored.",
    ], "The page asks for alignment; PTX calls a breach undefined and names both outcomes.", "SUATOM", ".BA";

    DIM_MISMATCH: "dim_mismatch",
        "What happens where the header describes another kind of surface than the instruction names?", [
        "fault": "The program stops.",
        "ignore": "The header's extents are used all the same.",
    ], "The page is silent; notes on the hardware call it a malformed access.", "SUATOM", "dim";

    SIZE_MISMATCH: "size_mismatch", "What happens where texels have another size than the access?", [
        "warn": "Bytes count: the element must lie inside the row; Lanescope warns.",
        "fault": "The program stops.",
    ], "The page calls the data raw; a compiler for this hardware says that the sizes must match.", "SUATOM", "sz";

    OTHER_FORMATS: "other_formats", "Which sign have SD32 and SD64 on a surface whose format is no integer one?", [
        "unsigned": "None; Lanescope warns.",
        "signed": "They are signed.",
    ], "PTX ties the sign to integer formats and says nothing of others.", "SUATOM", "sz";

    HALF_SPELLING: "half_spelling", "Do F16x2.FTZ.RN and F16x2.RN differ?", [
        "by_word": "Yes: only the first flushes subnormal halves.",
        "flush": "No: both flush.",
        "keep": "No: both keep them.",
    ], "The page spells it in both ways; a disassembler prints the first for Maxwell and the second for Pascal.",
        "SUATOM", "sz";

    POOL_LIMIT: "pool_limit", "Is the header at the pool's maximum index valid?", [
        "inclusive": "Yes, only larger ones are not.",
        "exclusive": "No.",
    ], "The page calls an index above the maximum invalid; an emulator counts one more header than the maximum.",
        "SUATOM", "Operands";

    TRAP_EFFECTS: "trap_effects", "What have other lanes done when one lane traps?", [
        "none": "Nothing: all lanes are looked at first.",
        "partial": "What they do: only the lanes that trap stop.",
    ], "Traps are imprecise on hardware; the page does not say what is left behind.", "SUATOM", "clamp";

    NAN_RESULT: "nan_result", "Which NaN does a float sum give?", [
        "canonical": "The one of all ones: 0x7fffffff, or 0x7fff.",
        "payload": "That of M, else that of Rb, made quiet; all ones for the sum of two infinities.",
    ], "No source says it of atomics; all ones is the NaN of NVIDIA's arithmetic.", "SUATOM", "sz";

    NAN_MINMAX: "nan_minmax", "What do MIN and MAX of halves do with NaN?", [
        "number": "One NaN: the other operand. Two: the NaN of all ones.",
        "propagate": "The NaN of all ones as soon as one operand is a NaN.",
    ], "No source says it of atomics; PTX has both for its min and max, and takes numbers by default.",
        "SUATOM", "table of operations";

    MINMAX_SUBNORMALS: "minmax_subnormals",
        "What do MIN and MAX of halves with .FTZ store where a subnormal number wins?", [
        "flushed": "Zero of its sign.",
        "compared": "The number: it only counts as zero in the comparison.",
    ], "Direct3D says that they may or may not be flushed in the result.", "SUATOM", "sz";

    RETURNED_FLOAT: "returned_float", "Is a subnormal old value flushed on its way to Rd?", [
        "raw": "No, Rd has the bits of memory.",
        "flushed": "Yes, zero of its sign comes back.",
    ], "The page returns the old M; one report of a compiler claims zero, unproven.", "SUATOM", "table of operations";
}
