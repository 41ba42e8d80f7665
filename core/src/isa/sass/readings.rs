//! Questions that the pages of surface instructions leave open or answer with a contradiction, and their choices. The
//! first choice is the default.
//!
//! The practices of assemblers were found with NVIDIA's disassembler `nvdisasm` 12.4.99, those of compilers with
//! `ptxas` of the same version. Those of Mesa are from its sources. Nothing was tried on a GPU.

use crate::isa::readings::declare_readings;

declare_readings! {
    MISSING_OP: "missing_op", "Which operation does a line use if it names none?", [
        "add": "ADD, because its code is 0. Lanescope warns.",
        "error": "None: the line is an error.",
    ], statements [
        "SUATOM", "Examples": "The second example names no operation and says that it adds.",
        "SUATOM", "Format": "The operation is not listed as optional.",
    ], practices [
        Assemblers: "The operation is always printed. Code 0 prints as ADD.", "nvdisasm, tried",
    ], because "The example states its meaning.";

    CAS_SWAP: "cas_swap", "What does `M = Rb + (1 or 2)` in the description of CAS mean?", [
        "register": "The register or pair after Rb is stored.",
        "sum": "Rb plus 1 is stored, or plus 2 for 64 bits.",
    ], statements [
        "SUATOM", "CAS": "The new value is written like a sum.",
        "SUATOM", "Rb": "With CAS it is a vector of two registers, or of two pairs.",
    ], practices [
        Compilers: "A register pair of comparand and new value is made for each comparison.", "ptxas, of ATOM.CAS, tried",
        Assemblers: "For ATOM, the second register is printed too.", "nvdisasm, tried",
    ], because "Without this, the vector would have no use.";

    CAS_FAILURE: "cas_failure", "Does a CAS whose comparison fails write the old value back?", [
        "silent": "No, it only reads.",
        "writes": "Yes, but no lane can observe it.",
    ], statements [
        "SUATOM", "CAS": "The description stores a value in any case: the old one if the comparison fails.",
        "NV_gpu_program5", "ATOM, CSWAP": "Nothing is stored if the comparison fails.",
    ], practices [
    ], because "NVIDIA's extension is about the same operation, and no result depends on it.";

    DROPPED_RESULT: "dropped_result",
        "What is in Rd after an access that is ignored, or whose surface is invalid, disabled or not resident?", [
        "zero": "Zero.",
        "unchanged": "Its previous value.",
    ], statements [
        "SUATOM", "clamp": "The access is ignored. The result is not mentioned.",
        "EXT_shader_image_load_store", "Image access": "Invalid image atomics change nothing and return zero.",
        "EXT_sparse_texture2", "Accesses": "An atomic on memory that is not committed returns zero.",
        "Direct3D 11", "atomics on views": "The returned value is undefined.",
    ], practices [
        Compilers: "OpenGL image atomics are translated with IGN, so hardware must return the zero that the extension requires.",
            "Mesa, src/nouveau",
    ], because "The extensions are NVIDIA's own, and drivers implement them with this instruction.";

    HELPER_RESULT: "helper_result", "What is in Rd of a helper lane?", [
        "unchanged": "Its previous value.",
        "undefined": "Undefined bits.",
    ], statements [
        "SUATOM", "Behaviour": "For helper lanes the instruction does nothing.",
        "OpenGL and Direct3D", "helper invocations": "Values returned to them are undefined.",
    ], practices [
    ], because "An instruction that does nothing writes nothing.";

    ARRAY_INDEX: "array_index", "What does NEAR do with a layer beyond the last?", [
        "clamp": "It uses the last layer, as for the other coordinates.",
        "outside": "Layers are not clamped: the access is ignored.",
    ], statements [
        "SUATOM", "Ra": "Sixteen bits of the layer count. Layers past the last one are not mentioned.",
        "OpenGL", "image access": "A layer that does not exist makes the access invalid.",
    ], practices [
    ], because "NEAR is described for coordinates, and the layer is a coordinate.";

    BA_MISALIGNED: "ba_misaligned", "What happens with .BA at a byte that is not a multiple of the size?", [
        "fault": "The program stops.",
        "clamp_first": "The clamp applies first. The program stops only if the clamped byte is within bounds.",
        "mask": "The low bits of the address are ignored.",
    ], statements [
        "SUATOM", ".BA": "The byte must be a multiple of the size. The order of this rule and the clamp is not given.",
        "PTX ISA", "surface instructions": "A misaligned address is undefined behaviour: low bits may be dropped, or it may fault.",
    ], practices [
    ], because "Stopping at the violation makes it visible.";

    TRAP_HEADER: "trap_header", "Does .TRAP trap if the header is invalid or the surface is disabled?", [
        "dropped": "No, the access is ignored, as with the other clamps.",
        "trap": "Yes, because such an access is in no surface.",
    ], statements [
        "SUATOM", "Operands": "A header pointer above the maximum is an invalid texture. Traps are not mentioned.",
        "SUATOM", "Behaviour": "A disabled surface drops the write silently.",
        "CUDA", "cudaBoundaryModeTrap": "The kernel fails if an access is out of range.",
    ], practices [
    ], because "The clamp is described for coordinates, and a disabled surface is silent.";

    HALF_ATOMICITY: "half_atomicity", "Is an F16x2 operation one atomic operation, or one for each half?", [
        "whole": "One: no other lane can run between the two halves.",
        "each": "One for each half, the low half first. Other lanes can run between them.",
    ], statements [
        "SUATOM", "sz": "F16x2 is a size. The atomicity of its halves is not mentioned.",
        "NV_shader_atomic_fp16_vector", "Issues": "Atomicity holds for each component only.",
    ], practices [
    ], because "The page calls SUATOM one atomic operation.";

    DIM_MISMATCH: "dim_mismatch",
        "What happens if the header describes a different kind of surface than the instruction names?", [
        "fault": "The program stops.",
        "ignore": "The extents of the header are used anyway.",
    ], statements [
        "SUATOM", "dim": "The kinds are listed. A header of a different kind is not mentioned.",
    ], practices [
    ], because "Third-party notes on the hardware call such an access malformed.";

    SIZE_MISMATCH: "size_mismatch", "What happens if texels and the access differ in size?", [
        "warn": "Only bytes count: the element must lie within the row. Lanescope warns.",
        "fault": "The program stops.",
    ], statements [
        "SUATOM", "sz": "The data is raw. The size of the format is not mentioned.",
    ], practices [
        Compilers: "Formats are assumed to match the access exactly.", "Mesa, src/nouveau/compiler (NAK)",
    ], because "Raw data has no format that could disagree.";

    OTHER_FORMATS: "other_formats", "Are SD32 and SD64 signed on a surface whose format is not an integer format?", [
        "unsigned": "No, and Lanescope warns.",
        "signed": "Yes.",
    ], statements [
        "SUATOM", "sz": "The sign is that of the surface's format.",
        "PTX ISA", "sured": "UINT formats are unsigned and SINT formats signed. Other formats are not mentioned.",
    ], practices [
        Compilers: "`sured.p` with MIN becomes SD32. If the sign makes no difference, U32 is used.", "ptxas, tried",
    ], because "Neither text gives such a format a sign.";

    HALF_SPELLING: "half_spelling", "Do F16x2.FTZ.RN and F16x2.RN differ?", [
        "by_word": "Yes: only the first flushes subnormal halves.",
        "flush": "No: both flush.",
        "keep": "No: both keep them.",
    ], statements [
        "SUATOM", "sz": "The size is spelt both ways.",
        "PTX ISA", "atom": "Half additions keep subnormal numbers.",
    ], practices [
        Assemblers: "The same code is printed with FTZ for Maxwell and without for Pascal.", "nvdisasm, tried",
    ], because "The words differ, and both are printed.";

    POOL_LIMIT: "pool_limit", "Is the header at the pool's maximum index valid?", [
        "inclusive": "Yes, only larger ones are not.",
        "exclusive": "No.",
    ], statements [
        "SUATOM", "Operands": "An index greater than the maximum is invalid.",
        "NVIDIA open-gpu-doc, clb097.h", "SET_TEX_HEADER_POOL_C": "The field is called the maximum index.",
    ], practices [
    ], because "Both texts say so. The emulator Ryujinx also counts one header more than the maximum.";

    TRAP_EFFECTS: "trap_effects", "What have the other lanes done when a lane traps?", [
        "none": "Nothing: all lanes are checked first, for every kind of trap.",
        "partial": "Their whole work: only the lanes that trap stop.",
    ], statements [
        "SUATOM", "clamp": "An access out of bounds traps. The manual does not say what the other lanes have done.",
        "CUDA", "cudaBoundaryModeTrap": "Execution of the kernel fails.",
    ], practices [
    ], because "It can be explained in one sentence. On hardware, traps are reported late.";

    NAN_RESULT: "nan_result", "Which NaN does a float sum return?", [
        "canonical": "The NaN of all ones: 0x7fffffff, or 0x7fff.",
        "payload": "The NaN of M, or that of Rb, made quiet. All ones for the sum of two infinities.",
    ], statements [
        "SUATOM", "sz": "NaN is not mentioned.",
        "PTX ISA", "add": "For the ALU: the NaN of all ones.",
        "PTX ISA", "atom": "NaN is not mentioned.",
    ], practices [
    ], because "NVIDIA's arithmetic returns the NaN of all ones.";

    NAN_MINMAX: "nan_minmax", "What do MIN and MAX of halves do with NaN?", [
        "number": "With one NaN, the other operand. With two, the NaN of all ones.",
        "propagate": "The NaN of all ones if any operand is a NaN.",
    ], statements [
        "SUATOM", "table of operations": "NaN is not mentioned.",
        "PTX ISA", "min and max": "For the ALU: the number, unless .NaN asks for the NaN.",
    ], practices [
    ], because "PTX takes the number by default.";

    MINMAX_SUBNORMALS: "minmax_subnormals",
        "What do MIN and MAX of halves with .FTZ store if a subnormal number wins?", [
        "flushed": "Zero of its sign.",
        "compared": "The number: it counts as zero only in the comparison.",
    ], statements [
        "SUATOM", "sz": "FTZ is part of the name of the size and is not explained.",
        "Direct3D 11", "Floating-point rules": "Minimum and maximum may flush their result, or not.",
    ], practices [
    ], because "FTZ means that it is flushed.";

    RETURNED_FLOAT: "returned_float", "Is a subnormal old value flushed on its way to Rd?", [
        "raw": "No, Rd has the bits of memory.",
        "flushed": "With .FTZ, yes: zero of its sign is returned.",
    ], statements [
        "SUATOM", "table of operations": "The old M is returned.",
    ], practices [
        Compilers: "One report claims that zero is returned. It was not confirmed.", "a bug report on LLVM's NVPTX",
    ], because "The page says so.";
}
