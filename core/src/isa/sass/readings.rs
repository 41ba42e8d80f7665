//! Questions that the page of SUATOM leaves open or answers with a contradiction, and their choices. The first choice
//! is the default.
//!
//! The practices of assemblers were found with NVIDIA's disassembler `nvdisasm` 12.4.99, those of compilers with
//! `ptxas` of the same version. Those of Mesa are from its sources. Nothing was tried on a GPU.

use crate::isa::readings;

readings! {
    MISSING_OP: "missing_op", "Which operation does a line use if it names none?", [
        "add": "ADD, its code being 0; Lanescope warns.",
        "error": "None: the line is an error.",
    ], texts [
        "SUATOM", "Examples": "The second example names no operation and says that it adds.",
        "SUATOM", "Format": "The operation is not among what may be left out.",
    ], known [
        Assemblers: "The operation is always printed; that of code 0 is ADD.", "nvdisasm, tried",
    ], default "The example says what it means.";

    CAS_SWAP: "cas_swap", "What does `M = Rb + (1 or 2)` in the description of CAS mean?", [
        "register": "The register or pair behind Rb is stored.",
        "sum": "Rb plus 1 is stored, or plus 2 for 64 bits.",
    ], texts [
        "SUATOM", "CAS": "The new value is written like a sum.",
        "SUATOM", "Rb": "With CAS it is a vector of two registers, or of two pairs.",
    ], known [
        Compilers: "A register pair of comparand and new value is made for each comparison.", "ptxas, of ATOM.CAS, tried",
        Assemblers: "Of the sister instruction ATOM the second register is printed, too.", "nvdisasm, tried",
    ], default "The vector would have no use otherwise.";

    CAS_FAILURE: "cas_failure", "Does a CAS whose comparison fails write the old value back?", [
        "silent": "No, it only reads.",
        "writes": "Yes; no lane can tell.",
    ], texts [
        "SUATOM", "CAS": "The operation is given as a value that is stored, the old one where the comparison fails.",
        "NV_gpu_program5", "ATOM, CSWAP": "Nothing is stored in that case.",
    ], known [
    ], default "NVIDIA's extension speaks of the same operation, and no result depends on it.";

    DROPPED_RESULT: "dropped_result",
        "What is in Rd after an access that is ignored, or whose surface is invalid, disabled or not resident?", [
        "zero": "Zero.",
        "unchanged": "What was there before.",
    ], texts [
        "SUATOM", "clamp": "The access is ignored; of the result nothing is said.",
        "EXT_shader_image_load_store", "Image access": "Invalid image atomics change nothing and return zero.",
        "EXT_sparse_texture2", "Accesses": "An atomic on memory that is not committed returns zero.",
        "Direct3D 11", "atomics on views": "The returned value is undefined.",
    ], known [
        Compilers: "Image atomics of OpenGL are translated with IGN, so that the extension's zero has to come from hardware.",
            "Mesa, src/nouveau",
    ], default "The extensions are NVIDIA's own, and drivers keep them with this instruction.";

    HELPER_RESULT: "helper_result", "What is in Rd of a helper lane?", [
        "unchanged": "What was there before.",
        "undefined": "Undefined bits.",
    ], texts [
        "SUATOM", "Behaviour": "For helper lanes the instruction does nothing.",
        "OpenGL and Direct3D", "helper invocations": "Values returned to them are undefined.",
    ], known [
    ], default "An instruction that does nothing writes nothing.";

    ARRAY_INDEX: "array_index", "What does NEAR do with a layer beyond the last?", [
        "clamp": "The last layer is meant, as for the other coordinates.",
        "outside": "Layers are not clamped: the access is ignored.",
    ], texts [
        "SUATOM", "Ra": "Sixteen bits of the layer count; of layers beyond the last nothing is said.",
        "OpenGL", "image access": "A layer that does not exist makes the access invalid.",
    ], known [
    ], default "NEAR is described for coordinates, of which the layer is one.";

    BA_MISALIGNED: "ba_misaligned", "What happens with .BA at a byte that is not a multiple of the size?", [
        "fault": "The program stops.",
        "clamp_first": "The clamp applies first, and the program stops only for a byte that is within bounds then.",
        "mask": "The low bits of the address are ignored.",
    ], texts [
        "SUATOM", ".BA": "The byte must be a multiple of the size; the order of this rule and the clamp is not said.",
        "PTX ISA", "surface instructions": "A misaligned address is undefined: low bits may be dropped, or it may fault.",
    ], known [
    ], default "Stopping at the violation makes it visible.";

    TRAP_HEADER: "trap_header", "Does .TRAP trap where the header is invalid or the surface is disabled?", [
        "dropped": "No, the access is ignored, as with the other clamps.",
        "trap": "Yes, since such an access is within no surface.",
    ], texts [
        "SUATOM", "Operands": "A header pointer above the maximum is an invalid texture; of traps nothing is said.",
        "SUATOM", "Behaviour": "A disabled surface drops the write silently.",
        "CUDA", "cudaBoundaryModeTrap": "Accesses out of range make the kernel fail.",
    ], known [
    ], default "The clamp is described for coordinates, and a disabled surface is silent.";

    HALF_ATOMICITY: "half_atomicity", "Is an F16x2 operation one atomic operation, or one for each half?", [
        "whole": "One: no lane comes between the two halves.",
        "each": "One for each half, the low half first: other lanes may come between.",
    ], texts [
        "SUATOM", "sz": "F16x2 is a size; of the atomicity of its halves nothing is said.",
        "NV_shader_atomic_fp16_vector", "Issues": "Atomicity holds for each component only.",
    ], known [
    ], default "The page calls SUATOM one atomic operation.";

    DIM_MISMATCH: "dim_mismatch",
        "What happens where the header describes another kind of surface than the instruction names?", [
        "fault": "The program stops.",
        "ignore": "The header's extents are used all the same.",
    ], texts [
        "SUATOM", "dim": "It names the kinds; of a header of another kind nothing is said.",
    ], known [
    ], default "Notes on the hardware by third parties call such an access malformed.";

    SIZE_MISMATCH: "size_mismatch", "What happens where texels have another size than the access?", [
        "warn": "Bytes count: the element must lie inside the row; Lanescope warns.",
        "fault": "The program stops.",
    ], texts [
        "SUATOM", "sz": "The data is raw; of the format's size nothing is said.",
    ], known [
        Compilers: "Formats are taken to match the access exactly.", "Mesa, src/nouveau/compiler (NAK)",
    ], default "Raw data has no format to disagree with.";

    OTHER_FORMATS: "other_formats", "Which sign have SD32 and SD64 on a surface whose format is no integer one?", [
        "unsigned": "None; Lanescope warns.",
        "signed": "They are signed.",
    ], texts [
        "SUATOM", "sz": "The sign is that of the surface's format.",
        "PTX ISA", "sured": "UINT formats are unsigned and SINT formats signed; others are not named.",
    ], known [
        Compilers: "`sured.p` with MIN becomes SD32; where the sign makes no difference U32 is used.", "ptxas, tried",
    ], default "Neither text gives such a format a sign.";

    HALF_SPELLING: "half_spelling", "Do F16x2.FTZ.RN and F16x2.RN differ?", [
        "by_word": "Yes: only the first flushes subnormal halves.",
        "flush": "No: both flush.",
        "keep": "No: both keep them.",
    ], texts [
        "SUATOM", "sz": "The size is spelt in both ways.",
        "PTX ISA", "atom": "Half additions keep subnormal numbers.",
    ], known [
        Assemblers: "The same code is printed with FTZ for Maxwell and without for Pascal.", "nvdisasm, tried",
    ], default "The word says it, and both are printed.";

    POOL_LIMIT: "pool_limit", "Is the header at the pool's maximum index valid?", [
        "inclusive": "Yes, only larger ones are not.",
        "exclusive": "No.",
    ], texts [
        "SUATOM", "Operands": "An index greater than the maximum is invalid.",
        "NVIDIA open-gpu-doc, clb097.h", "SET_TEX_HEADER_POOL_C": "The field is called the maximum index.",
    ], known [
    ], default "Both texts say so in words; an emulator (Ryujinx) counts one header more than the maximum, too.";

    TRAP_EFFECTS: "trap_effects", "What have other lanes done when one lane traps?", [
        "none": "Nothing: all lanes are looked at first, whatever the reason of the trap is.",
        "partial": "What they do: only the lanes that trap stop.",
    ], texts [
        "SUATOM", "clamp": "An access outside traps; what is left behind is not said.",
        "CUDA", "cudaBoundaryModeTrap": "Execution of the kernel fails.",
    ], known [
    ], default "It is the one that can be explained in a sentence; traps are reported late on hardware.";

    NAN_RESULT: "nan_result", "Which NaN does a float sum give?", [
        "canonical": "The one of all ones: 0x7fffffff, or 0x7fff.",
        "payload": "That of M, else that of Rb, made quiet; all ones for the sum of two infinities.",
    ], texts [
        "SUATOM", "sz": "Nothing is said of NaN.",
        "PTX ISA", "add": "Of the ALU: the NaN of all ones.",
        "PTX ISA", "atom": "Nothing is said of NaN.",
    ], known [
    ], default "All ones is the NaN of the same maker's arithmetic.";

    NAN_MINMAX: "nan_minmax", "What do MIN and MAX of halves do with NaN?", [
        "number": "One NaN: the other operand. Two: the NaN of all ones.",
        "propagate": "The NaN of all ones as soon as one operand is a NaN.",
    ], texts [
        "SUATOM", "table of operations": "Nothing is said of NaN.",
        "PTX ISA", "min and max": "Of the ALU: the number, unless the word .NaN asks for the NaN.",
    ], known [
    ], default "PTX takes the number where nobody asks otherwise.";

    MINMAX_SUBNORMALS: "minmax_subnormals",
        "What do MIN and MAX of halves with .FTZ store where a subnormal number wins?", [
        "flushed": "Zero of its sign.",
        "compared": "The number: it only counts as zero in the comparison.",
    ], texts [
        "SUATOM", "sz": "FTZ stands in the name of the size and is not explained.",
        "Direct3D 11", "Floating-point rules": "Minimum and maximum may flush what they return, or not.",
    ], known [
    ], default "FTZ says that it is flushed.";

    RETURNED_FLOAT: "returned_float", "Is a subnormal old value flushed on its way to Rd?", [
        "raw": "No, Rd has the bits of memory.",
        "flushed": "Yes, zero of its sign comes back.",
    ], texts [
        "SUATOM", "table of operations": "The old M is returned.",
    ], known [
        Compilers: "One report claims that zero comes back; nobody confirmed it.", "a bug report on LLVM's NVPTX",
    ], default "The page's words are plain.";
}
