//! Questions that the vISA manual leaves open or answers with a contradiction, and their choices. The first choice is
//! the default.
//!
//! The practices of compilers are from the sources of the Intel Graphics Compiler (IGC). Those of assemblers were found
//! with its `GenX_IR`, version 1.0.12504.6, which parses, verifies and prints vISA.

use crate::isa::readings::declare_readings;

declare_readings! {
    STATELESS_NAME: "stateless_name", "What is stateless memory called?", [
        "scratch": "`%scratch`, as the assembler prints it today.",
        "T255": "`T255`, as the instruction pages and older listings call it.",
        "T5": "`T5`, its number among the predefined surfaces.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Surface": "Number 5 is called `T255`.",
        "vISA, SCATTER4_SCALED", "Surface": "The same surface is called `T5`.",
    ], practices [
        Compilers: "Surface 5 goes to entry 255 of the binding table.", "IGC, visa/Common_ISA_util.cpp",
        Assemblers: "It prints `%scratch`, and takes `T5` and `T255` only where a program declares them, as surfaces of its own.",
            "GenX_IR, tried",
    ], because "All three names mean surface 5 and are accepted; the choice decides which name Lanescope shows.";

    FIRST_USER_SURFACE: "first_user_surface", "Which number does the first surface of a program get?", [
        "T6": "T0 to T5 are predefined, so the first is T6.",
        "T5": "T0 to T4 are reserved, so the first is T5, and T5 does not mean stateless memory.",
    ], statements [
        "vISA, header", "Surface variables": "One passage says that six surfaces are predefined, another that five are reserved.",
        "vISA assembly syntax", "Examples": "An input surface is called `T5`.",
    ], practices [
        Compilers: "Six numbers are reserved.", "IGC, visa/Common_ISA.h",
        Assemblers: "The first surface that is declared prints as `T6`, whatever its name.", "GenX_IR, tried",
    ], because "Compiler and assembler agree on six.";

    RESERVED_SURFACES: "reserved_surfaces", "May a program declare a surface called T0 to T5?", [
        "warn": "Yes. It is then an ordinary surface, and Lanescope warns.",
        "reject": "No, the names are predefined.",
    ], statements [
        "vISA, header", "Surface variables": "The first six surfaces may not be declared.",
    ], practices [
        Assemblers: "It takes `T0`, `T4` and `T5` as ordinary names, and refuses `T1` and `T2`.", "GenX_IR, tried",
    ], because "Listings that assemble should also run here.";

    PREDEC_SRC0: "predec_src0", "Must src0 of PREDEC be V0?", [
        "null": "Yes: the operation uses no source.",
        "ignored": "No: a source is allowed and ignored.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Src0": "V0 is required for INC and DEC, and a source for all others; PREDEC is not mentioned.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "PREDEC subtracts 1 and uses no source.",
    ], practices [
        Compilers: "The verifier demands V0.", "IGC, visa/IsaVerification.cpp",
        Assemblers: "The assembler has no word for the operation, so no line can name it.", "GenX_IR, tried",
    ], because "The operation computes without a source, and the verifier agrees.";

    PREDEC_TYPE: "predec_type", "What type is the destination of PREDEC?", [
        "UD": "UD, as the notes say.",
        "D": "D, as the table of operations says.",
    ], statements [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "It lists signed types.",
        "vISA, DWORD_ATOMIC", "Notes": "All but IMIN, IMAX and the float operations have operands of type UD.",
    ], practices [
        Compilers: "The verifier demands UD.", "IGC, visa/IsaVerification.cpp",
    ], because "The notes and the verifier agree.";

    PREDEC_RESULT: "predec_result", "What does PREDEC return?", [
        "new": "The new value, as the table of operations says.",
        "old": "The old value, as the description says for all operations.",
    ], statements [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "The column of return values gives the new value for PREDEC only.",
        "vISA, DWORD_ATOMIC", "Description": "The destination receives the old values, without an exception for PREDEC.",
        "vISA, DWORD_ATOMIC", "Semantics": "The pseudo-code writes the destination before the operation.",
    ], practices [
    ], because "The table is about this operation. With the old value, it would be the same as DEC.";

    OUTSIDE_RESULT: "outside_result",
        "What does an operation that returns its new value return out of bounds?", [
        "computed": "The value computed from the zero that was read: PREDEC returns all ones.",
        "zero": "Zero.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Properties": "Reads out of bounds return zero. The manual does not say if the operation is still applied.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "PREDEC returns its new value.",
    ], practices [
    ], because "The page describes the read, and the operation follows the read.";

    ADD_TYPE: "add_type", "May the operands of ADD and SUB be of type D?", [
        "UD": "No, only UD, as the notes say.",
        "UD_or_D": "Yes, the result has the same bits.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Notes": "UD is required.",
    ], practices [
        Compilers: "The verifier accepts D for ADD and SUB, and for no other unsigned operation.",
            "IGC, visa/IsaVerification.cpp",
    ], because "The page's wording applies if nothing contradicts it.";

    OFFSET_UNIT: "offset_unit", "What is the unit of element offsets?", [
        "bytes": "Bytes, as the operand's description says.",
        "elements": "Elements, as `surface[offset]` in the pseudo-code suggests.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Element_offset": "Offsets are in bytes.",
        "vISA, DWORD_ATOMIC", "Semantics": "The pseudo-code indexes the surface by the offset itself.",
    ], practices [
        Compilers: "Offsets go into the message as they are; the message counts bytes.",
            "IGC, visa/TranslateSendLdStLegacy.cpp",
    ], because "A sentence that names the unit is stronger evidence than the form of an index.";

    SOURCES: "sources", "When are sources that overlap the destination read?", [
        "latched": "All of them, before any lane runs.",
        "live": "Each when its lane needs it, so a lane can see the results of earlier lanes.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Semantics": "The pseudo-code writes the destination inside the loop that reads the sources.",
    ], practices [
        Compilers: "Offsets and sources of all lanes are collected into one message, which is then sent.",
            "IGC, visa/TranslateSendLdStLegacy.cpp",
    ], because "A message contains its sources before a result exists.";

    MISALIGNED: "misaligned", "What happens at an address that is not a multiple of the element's size?", [
        "mask": "The low bits of the address are ignored.",
        "error": "It is an error, and the run ends there; lanes that ran before have changed memory.",
        "error_first": "It is an error, found before any lane of the instruction changes anything.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Notes": "Addresses must be aligned to a dword, or to a word in 16-bit forms. The manual does not define the result for other addresses.",
    ], practices [
    ], because "It shows which element a wrong offset hits. It is a guess that hardware ignores the bits; choose `error` to find such lines.";

    BOUNDS: "bounds", "When is an element out of bounds?", [
        "element": "If any of its bytes is out of bounds.",
        "first_byte": "If its first byte is out of bounds. Bytes past the end read as zero and are not written.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Properties": "Reads out of bounds return zero and writes are dropped. The granularity of the test is not given.",
    ], practices [
    ], because "An atomic operation on half an element would not be atomic.";

    SLM_OUTSIDE: "slm_outside", "What does a read past the end of shared local memory return?", [
        "zero": "Zero, as for any surface; Lanescope warns.",
        "undefined": "An undefined value.",
    ], statements [
        "vISA, execution model", "Shared local memory": "Accesses out of bounds are undefined.",
        "vISA, DWORD_ATOMIC", "Properties": "Reads out of bounds return zero, without an exception for shared local memory.",
    ], practices [
    ], because "The instruction's own page comes first. The warning says that another page disagrees.";

    OFF_LANES: "off_lanes", "What happens to the destination elements of lanes that do not take part?", [
        "unchanged": "They keep their values.",
        "undefined": "They become undefined.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Semantics": "The pseudo-code writes only enabled lanes. No sentence says that the other elements are kept.",
    ], practices [
    ], because "The pseudo-code does not write these elements.";

    UPPER_HALF: "upper_half", "What is in the upper part of a destination element after a narrower access?", [
        "undefined": "Undefined bits.",
        "zero": "Zero.",
        "sign": "Copies of the sign bit after a signed operation, zero after any other.",
        "zero_outside": "Undefined bits, but zero where the access was out of bounds.",
    ], statements [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "IMIN and IMAX return a signed old value, whose width is not given.",
        "vISA, DWORD_ATOMIC", "Op": "An element has a dword. Its low half counts. The upper half of results is not described.",
        "vISA, GATHER", "Dst": "The upper bytes of narrow elements are undefined.",
        "vISA, GATHER", "Properties": "Zeros are returned out of bounds. The manual does not say if this includes the upper bytes.",
    ], practices [
    ], because "The page of GATHER says undefined, and a program that relies on zero deserves a warning.";

    WORD_TYPES: "word_types", "Which operand types do 16-bit forms take?", [
        "documented_or_UD": "Those of the 32-bit forms; signed and float operations also take UD.",
        "documented": "Those of the 32-bit forms: D, F or UD.",
        "UD": "Only UD.",
        "words": "UW, W or HF; elements are words without gaps.",
    ], statements [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "It lists UW, W and HF among the types of the operations.",
        "vISA, DWORD_ATOMIC", "Notes": "Types depend on the operation, without an exception for the 16-bit form.",
    ], practices [
        Compilers: "The verifier looks the operation up with the bit for 16 bits still set, finds none, and demands UD.",
            "IGC, visa/IsaVerification.cpp",
        Assemblers: "It refuses D and F in 16-bit forms.", "GenX_IR, tried",
    ], because "The manual gives the first types, and the assembler accepts UD.";

    FLOAT_MINMAX: "float_minmax", "What do FMIN and FMAX do with NaN and signed zero?", [
        "extension": "A quiet NaN loses and a signalling NaN wins. Of two NaNs of one kind, the old value stays. -0 < +0.",
        "alu": "With one NaN, the other operand; with two, src0. Zeros of either sign are equal, and src0 is stored.",
    ], statements [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "The operations are named without a rule.",
        "vISA, MIN and MAX", "Notes": "For the ALU: with one NaN the other operand, with two the second source.",
        "INTEL_shader_atomic_float_minmax, revision 4", "issues":
            "For atomics: a signalling NaN is smaller than all numbers, a quiet NaN larger; -0 is the minimum of the zeros.",
    ], practices [
        Hardware: "Skylake stores the wrong zero as the minimum of both zeros. The text of the extension calls this a defect.",
            "INTEL_shader_atomic_float_minmax, revision 4",
    ], because "The extension is about these operations. It describes only the minimum; the maximum follows by symmetry.";

    FCMPWR_COMPARE: "fcmpwr_compare", "How do FCMPWR and FCAS compare?", [
        "float": "As floats: -0 equals +0, and NaN equals nothing.",
        "bitwise": "Bit by bit.",
    ], statements [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "`==` is written between values of a float type, without an explanation.",
    ], practices [
        Compilers: "The operation is sent to the data port as a float message of its own, so hardware compares.",
            "IGC, visa/Common_ISA_util.cpp",
    ], because "Elsewhere in the manual, `==` between floats compares floats.";

    FLOAT_DENORMALS: "float_denormals", "What do float operations do with subnormal numbers?", [
        "preserve": "They are numbers like any other.",
        "flush": "They count as zero of their sign, and a result that is subnormal becomes that zero.",
    ], statements [
        "vISA, data types", "Floating point": "Flushing is described for the ALU only.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "Subnormal numbers are not mentioned.",
    ], practices [
    ], because "No source says that they are flushed, so they are kept.";

    ANY_ALL_WIDTH: "any_all_width", "How many predicate bits do .any and .all test?", [
        "exec_size": "As many as the instruction has lanes, from the mask offset on.",
        "declared": "All bits of the declared predicate.",
    ], statements [
        "vISA, operands", "Predication": "The lanes of the execution size are tested.",
    ], practices [
        Compilers: "The width is that of the declaration; newer versions count it from the mask offset on.",
            "IGC, visa/G4_IR.cpp",
        Assemblers: "For an instruction of 8 lanes, all 16 bits of a 16-bit predicate are tested.", "GenX_IR, tried",
    ], because "The manual says so.";

    MASK_END: "mask_end", "May mask offset plus execution size equal the number of dispatched lanes?", [
        "allowed": "Yes; only more than that is an error.",
        "error": "No, as a sentence in the manual says.",
    ], statements [
        "vISA, execution model", "Execution mask": "It is an error if lane and offset add up to the number of lanes.",
    ], practices [
        Compilers: "Kernels of 16 lanes often contain `(M1, 16)`.", "listings of IGC's own tests",
        Assemblers: "It takes such lines.", "GenX_IR, tried",
    ], because "Taken literally, no instruction could use the last lane.";

    EXEC_32: "exec_32", "Is an execution size of 32 accepted?", [
        "reject": "No, the page lists sizes up to 16.",
        "first_16": "Yes, and only the first 16 lanes run.",
    ], statements [
        "vISA, DWORD_ATOMIC", "Exec_size": "Sizes up to 16 are listed.",
    ], practices [
        Compilers: "It is accepted, with a message for 16 lanes.", "IGC, visa/TranslateSendLdStLegacy.cpp",
        Assemblers: "It takes `(M1, 32)`.", "GenX_IR, tried",
    ], because "The page lists the sizes that exist.";

    TYPED_FLOAT: "typed_float", "What do the float operations of TYPED_ATOMIC do?", [
        "reject": "They do not exist: typed surfaces have integer atomics only.",
        "as_compiled": "Their codes run as integer operations: FMAX as AND, FMIN as OR, FCMPWR as XOR.",
        "as_listed": "The same as on buffers: the texel is a float.",
    ], statements [
        "vISA, TYPED_ATOMIC", "Op": "The codes of FMAX, FMIN and FCMPWR are listed.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "The float operations exist for buffers and flat memory only.",
    ], practices [
        Compilers: "Float operations have an untyped message only. In a typed instruction, the code is sent in the integer message, which numbers its operations differently.",
            "IGC, visa/TranslateSendLdStLegacy.cpp",
        Assemblers: "FMAX and AND have the same message descriptor.", "GenX_IR, tried",
        Hardware: "GPUs of 2018 had no float atomics on images.", "Mesa, notes on Intel's drivers of 2018",
    ], because "A program that says FMAX does not mean AND.";

    TYPED_SRC1: "typed_src1", "May src1 of TYPED_ATOMIC be given if the operation does not use it?", [
        "null": "No: it belongs to CMPXCHG only, and is V0 otherwise.",
        "ignored": "Yes, as FCMPWR would need it. It is ignored.",
    ], statements [
        "vISA, TYPED_ATOMIC", "Src1": "Src1 belongs to CMPXCHG only.",
        "vISA, TYPED_ATOMIC", "Op": "FCMPWR, which also compares, is listed.",
    ], practices [
        Assemblers: "It refuses a src1 other than V0 for all operations that do not compare.", "GenX_IR, tried",
    ], because "Without the float operations, the page does not contradict itself.";

    TYPED_EXEC: "typed_exec", "How many lanes do instructions on typed surfaces take?", [
        "eight": "Eight, as the page lists.",
        "native": "Eight, or sixteen if registers have 64 bytes.",
    ], statements [
        "vISA, TYPED_ATOMIC", "Exec_size": "Eight is the only size listed.",
    ], practices [
        Compilers: "As many as fit in one register: 16 if registers have 64 bytes.",
            "IGC, visa/TranslateSendLdStLegacy.cpp",
        Assemblers: "It also takes 1 and 16 lanes.", "GenX_IR, tried",
    ], because "The page lists the sizes that exist.";

    TYPED_WIDTH: "typed_width", "What does TYPED_ATOMIC.16 do with texels of 32 bits?", [
        "reject": "It is an error: the access has the size of the texel.",
        "low_word": "It works on the low 16 bits of the texel; the high bits do not change.",
    ], statements [
        "vISA, TYPED_ATOMIC", "Notes": "Each access is a word. The size of texels is not mentioned.",
        "vISA, TYPED_ATOMIC", "Description": "The operations work on words or dwords of a surface. A format is not mentioned.",
    ], practices [
    ], because "A texel is the element of a typed surface, and an error shows the mismatch.";

    TYPED_FORMAT: "typed_format", "Must the format of texels match the type of the operation?", [
        "any": "No: the operation decides how the bits of a texel are interpreted.",
        "match": "Yes: signed operations need a SINT format, float operations a FLOAT format, and all others a UINT format.",
    ], statements [
        "vISA, TYPED_ATOMIC", "Surface": "The surface is named by its index. Its format is not mentioned.",
        "vISA, TYPED_ATOMIC", "Src0": "IMIN and IMAX have operands of type D, all others of type UD.",
    ], practices [
    ], because "The page gives types only for operands.";

    TYPED_LOD: "typed_lod", "What does a level of detail other than 0 do?", [
        "outside": "It is out of bounds, because the surface has no such level.",
        "ignored": "Nothing: level 0 is accessed.",
    ], statements [
        "vISA, TYPED_ATOMIC", "Notes": "There is an operand for the level. Levels that do not exist are not mentioned.",
    ], practices [
        Compilers: "The level is sent unchanged.", "IGC, visa/TranslateSendLdStLegacy.cpp",
    ], because "A texel of a missing level is out of bounds, like a texel past the end of a row.";

    TEXEL_ONE: "texel_one", "Which one does GATHER4_TYPED return in the alpha channel?", [
        "of_format": "1 in a format of integers, and 1.0 in a format of floats.",
        "integer": "The integer 1 in every format.",
    ], statements [
        "vISA, GATHER4_TYPED", "Properties": "Out of bounds, alpha reads ones and the other channels read zeros.",
        "vISA, GATHER4_TYPED", "Semantics": "Values are converted to the type of the destination.",
    ], practices [
    ], because "Out of bounds, the value then has the type that it has within bounds.";

    MISSING_CHANNELS: "missing_channels", "What does GATHER4_TYPED return for a channel that the format does not have?", [
        "as_outside": "The value that the channel has out of bounds: zero, and one for alpha.",
        "zero": "Zero.",
    ], statements [
        "vISA, GATHER4_TYPED", "Semantics": "Each enabled channel is read from the texel. Formats with fewer than four channels are not mentioned.",
        "vISA, GATHER4_TYPED", "Properties": "Out of bounds, alpha reads ones and the other channels read zeros.",
    ], practices [
    ], because "The page then has one rule for channels that have no memory. Writes to such channels are dropped.";

    GATHER_UNIT: "gather_unit", "What is the unit of the offsets of GATHER and SCATTER?", [
        "elements": "Elements, for the global offset and for the offset of each lane.",
        "bytes": "Bytes, as in the scaled forms.",
    ], statements [
        "vISA, GATHER", "Global_offset and Element_offset": "Both count elements.",
        "vISA, GATHER_SCALED", "Element_offset": "Offsets count bytes.",
    ], practices [
        Compilers: "The sum is shifted by the element's size.", "IGC, visa/TranslateSendLdStLegacy.cpp",
        Assemblers: "With 2-byte elements, an offset of 3 becomes 6.", "GenX_IR, tried",
    ], because "Page, compiler and assembler agree. Only the scaled instructions differ.";

    ADDRESS_SUM: "address_sum", "What happens if offsets add up to more than 32 bits?", [
        "wraps": "The sum is taken modulo 2^32.",
        "wraps_channels": "The sum is taken modulo 2^32, and so is the address of each channel.",
        "exact": "The sum is exact, and out of bounds.",
    ], statements [
        "vISA, SCATTER4_SCALED", "Semantics":
            "Offsets are added, then the number of the channel. Sums that do not fit are not mentioned.",
    ], practices [
        Assemblers: "It adds with a 32-bit instruction before it sends the message.", "GenX_IR, tried",
    ], because "The addition in the assembler's output wraps.";

    CHANNEL_PLACE: "channel_place", "Which dword in memory belongs to a channel if earlier channels are off?", [
        "absolute": "R is dword 0, G 1, B 2 and A 3, whichever are on.",
        "packed": "Enabled channels follow each other without gaps, as they do in registers.",
    ], statements [
        "vISA, SCATTER4_SCALED", "Semantics":
            "The pseudo-code counts channels twice: `c` counts for memory, and `ch_pos`, which skips channels that are off, for registers.",
    ], practices [
    ], because "One counter would be enough if they meant the same.";

    CHANNEL_OVERLAP: "channel_overlap",
        "What remains if one scatter of channels writes the same dword twice?", [
        "by_channel": "The later write; all lanes write one channel before the next channel begins.",
        "by_lane": "The later write; each lane writes all its channels before the next lane begins.",
        "undefined": "Undefined bits, if two lanes write the same dword in one channel or in two.",
    ], statements [
        "vISA, SCATTER4_SCALED", "Notes":
            "Two channels at one address are undefined. A channel may mean one of R, G, B and A, or a lane.",
        "vISA, SCATTER4_SCALED", "Semantics": "The loop over channels contains the loop over lanes.",
        "vISA, execution model", "Memory model": "The order of lanes within one instruction is not guaranteed.",
    ], practices [
    ], because "The pseudo-code has this order, and a run needs some result.";

    CHANNEL_BOUNDS: "channel_bounds", "What happens to a lane with some of its channels out of bounds?", [
        "dword": "Each dword is tested by itself; the others are read or written.",
        "lane": "The whole lane is out of bounds: it reads zeros and writes nothing.",
    ], statements [
        "vISA, SCATTER4_SCALED", "Properties": "Data out of bounds is dropped. The manual does not say if that is a dword or a lane.",
    ], practices [
    ], because "The pseudo-code accesses one dword at a time.";

    SCATTER_OVERLAP: "scatter_overlap", "What remains if two lanes of a scatter write the same bytes?", [
        "later": "The later write.",
        "undefined": "Undefined bits.",
    ], statements [
        "vISA, SCATTER", "Notes": "Writes of two lanes to one address are undefined.",
        "vISA, SCATTER_SCALED", "Notes": "They are undefined here too.",
        "vISA, SVM_SCATTER", "Description": "Such writes are not mentioned.",
        "vISA, SCATTER4_TYPED", "Notes": "Channels that write to one address are undefined.",
        "vISA, execution model", "Memory model": "The order of lanes within one instruction is not guaranteed.",
    ], practices [
    ], because "The pages leave the result open. A run needs some result, and Lanescope warns.";

    SVM_OUTSIDE: "svm_outside", "What happens when an SVM instruction accesses memory out of bounds?", [
        "zero": "Reads return zero and writes are dropped, as for a surface.",
        "undefined": "Reads return undefined bits and writes are dropped.",
        "error": "It is an error: the lane stops, and the run ends after the other lanes of the instruction.",
    ], statements [
        "vISA, SVM", "Description": "Accesses out of bounds are left to the implementation.",
        "vISA, DWORD_ATOMIC", "Properties": "For stateless memory with 32-bit offsets, reads return zero and writes are dropped.",
    ], practices [
    ], because "Stateless memory then has one rule for both kinds of address, and Lanescope reports the access.";

    SVM_ATOMIC_EXEC: "svm_atomic_exec", "Does SVM_ATOMIC take 16 lanes?", [
        "sixteen": "Yes.",
        "listed": "No, the page lists 1, 2, 4 and 8.",
    ], statements [
        "vISA, SVM_ATOMIC", "Exec_size": "Sizes up to 8 are listed.",
        "vISA, SVM_GATHER", "Exec_size": "Sizes up to 16 are listed, with the same description of 8 elements.",
    ], practices [
        Compilers: "Only 32 lanes are refused.", "IGC, visa/IsaVerification.cpp",
    ], because "Listings contain such lines, and the compiler accepts them.";

    SVM_ATOMIC_ORDER: "svm_atomic_order", "Where in a line is the destination of SVM_ATOMIC?", [
        "nulls_tell": "Before the sources; after them if the null operands of the line only fit that.",
        "before_sources": "Before the sources.",
        "after_sources": "After the sources.",
    ], statements [
        "vISA, SVM_ATOMIC", "Text": "The destination is the second operand.",
        "vISA, SVM_ATOMIC", "Format": "The destination is the last operand of the machine code.",
        "vISA, DWORD_ATOMIC", "Text": "The destination is the last operand.",
    ], practices [
        Assemblers: "It takes and prints the destination before the sources.", "IGC, visa/CISA.y",
    ], because "The assembler decides, and a line with a source that must be null shows which order it has.";

    SVM_BLOCKS: "svm_blocks", "Which lines of SVM_GATHER and SVM_SCATTER have 8 blocks?", [
        "pictured": "Those with blocks of any size, for 8 and 16 lanes.",
        "listed": "Those with blocks of 4 bytes, for 8 lanes.",
    ], statements [
        "vISA, SVM_GATHER", "Num_blocks": "8 blocks need 4-byte blocks and 8 lanes.",
        "vISA, SVM_GATHER", "Notes": "Tables show 8 blocks of one byte, and any number of blocks of 4 and 8 bytes.",
    ], practices [
        Compilers: "8 blocks of one byte are a message of their own.", "IGC, visa/TranslateSendLdStLegacy.cpp",
    ], because "The compiler has the message for bytes that the list excludes.";

    BLOCK_PITCH: "block_pitch", "Where does the next channel's block begin in registers?", [
        "formula": "max(execution size, register / 4) elements later, as in the pseudo-code.",
        "next_register": "At the next register, for every execution size.",
    ], statements [
        "vISA, SCATTER4_SCALED", "Semantics": "Blocks are max(execution size, register / 4) elements apart.",
        "vISA, SCATTER4_SCALED", "Src": "Each channel begins at the next register.",
    ], practices [
        Assemblers: "Two channels of 16 lanes take four 32-byte registers. Two channels of 8 lanes take two registers, of 32 or of 64 bytes.",
            "GenX_IR, tried for DG2 and PVC",
    ], because "With 16 lanes and 32-byte registers, a block fills two registers, and the assembler reserves two.";

    SCALED_EXEC: "scaled_exec", "Do GATHER4_SCALED and SCATTER4_SCALED take 1, 2 or 4 lanes?", [
        "any": "Yes; the formula gives the distance of blocks.",
        "listed": "No, the pages list 8 and 16.",
    ], statements [
        "vISA, SCATTER4_SCALED", "Exec_size": "Sizes 8 and 16 are listed.",
    ], practices [
        Compilers: "Fewer lanes are accepted, and the message is rounded up to 8.", "IGC, visa/TranslateMisc.cpp",
        Assemblers: "It takes 1, 4 and 32 lanes.", "GenX_IR, tried",
    ], because "Compilers accept such lines and apply the formula.";

    GATHER_PREDICATE: "gather_predicate", "Can GATHER and SCATTER be predicated?", [
        "none": "No: only the execution mask turns lanes off.",
        "turns_off": "Yes: it turns lanes off, as it does for other instructions.",
    ], statements [
        "vISA, GATHER", "Format": "The machine code has no field for a predicate.",
        "vISA, GATHER", "Semantics": "The pseudo-code tests if each lane is enabled, like that of predicated instructions.",
    ], practices [
        Assemblers: "It accepts no predicate.", "GenX_IR, tried",
    ], because "A predicate cannot be encoded.";

    NARROW_LOAD: "narrow_load", "What is in the upper part of a dword after LSC_LOAD of d8u32 or d16u32?", [
        "zero": "Zero, as the name of the size suggests.",
        "undefined": "Undefined bits.",
    ], statements [
        "vISA, LSC_UNTYPED", "DataSize": "The sizes are listed by name. The upper bits are not described.",
    ], practices [
        Compilers: "A note on the built-in functions says that some platforms leave garbage in the upper bytes.",
            "IGC, IGCBiF_Intrinsics_Lsc.cl",
    ], because "`u32` says an unsigned dword, and libraries that load bytes this way use the whole dword.";

    BINDING_TABLE: "binding_table", "Which surface is `bti(0)` of an LSC instruction?", [
        "entries": "The first surface that the program declares; `bti(1)` is the second.",
        "numbers": "The surface of that number, so that `bti(6)` is the first surface that the program declares.",
    ], statements [
        "vISA, LSC_UNTYPED", "Semantics": "The number is the index of an entry of the binding table.",
        "vISA, header", "Surface variables": "Surfaces are numbered. The order of the binding table is not described.",
    ], practices [
        Compilers: "A number goes into the message unchanged, as the index of an entry.",
            "IGC, visa/VisaToG4/TranslateSendLdStLsc.cpp",
    ], because "A table begins with entry 0. Entries 252 and 255 are bindless and stateless memory under both choices.";
}
