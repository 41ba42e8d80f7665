//! Questions that the vISA manual leaves open or answers with a contradiction, and their choices. The first choice is
//! the default.
//!
//! The practices of compilers are from the sources of the Intel Graphics Compiler (IGC). Those of assemblers were found
//! with its `GenX_IR`, version 1.0.12504.6, which parses, verifies and prints vISA.

use crate::isa::readings;

readings! {
    STATELESS_NAME: "stateless_name", "What is stateless memory called?", [
        "scratch": "`%scratch`, as the assembler prints it today.",
        "T255": "`T255`, as the instruction pages and older listings call it.",
        "T5": "`T5`, its number among the predefined surfaces.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Surface": "Number 5 is called `T255`.",
        "vISA, SCATTER4_SCALED", "Surface": "The same surface is called `T5`.",
    ], known [
        Compilers: "Surface 5 goes to entry 255 of the binding table.", "IGC, visa/Common_ISA_util.cpp",
        Assemblers: "It prints `%scratch`, and takes `T5` and `T255` only where a program declares them, as surfaces of its own.",
            "GenX_IR, tried",
    ], default "All three names mean surface 5 and are accepted in the text; the choice is how Lanescope calls it.";

    FIRST_USER_SURFACE: "first_user_surface", "Which surface number is the first that a program declares?", [
        "T6": "T0 to T5 are predefined, so the first is T6.",
        "T5": "T0 to T4 are reserved, so the first is T5, and T5 does not mean stateless memory.",
    ], texts [
        "vISA, header", "Surface variables": "In one place six surfaces are predefined; in another five are reserved.",
        "vISA, assembly syntax", "examples": "An input surface is called `T5`.",
    ], known [
        Compilers: "Six numbers are reserved.", "IGC, visa/Common_ISA.h",
        Assemblers: "The first surface that is declared prints as `T6`, whatever its name.", "GenX_IR, tried",
    ], default "Compiler and assembler agree on six.";

    RESERVED_SURFACES: "reserved_surfaces", "May a program declare a surface called T0 to T5?", [
        "warn": "Yes, it is an ordinary surface then; Lanescope warns.",
        "reject": "No, the names are predefined.",
    ], texts [
        "vISA, header", "Surface variables": "The first six surfaces may not be declared.",
    ], known [
        Assemblers: "It takes `T0`, `T4` and `T5` as ordinary names, and refuses `T1` and `T2`.", "GenX_IR, tried",
    ], default "Listings that assemble should run here, too.";

    PREDEC_SRC0: "predec_src0", "Must src0 of PREDEC be V0?", [
        "null": "Yes: the operation uses no source.",
        "ignored": "No: a source may stand there and is ignored.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Src0": "It asks for V0 with INC and DEC, and for a source with all others; PREDEC is not named.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "PREDEC subtracts 1 and uses no source.",
    ], known [
        Compilers: "The verifier demands V0.", "IGC, visa/IsaVerification.cpp",
        Assemblers: "The operation has no word there, so that no line can name it.", "GenX_IR, tried",
    ], default "What the operation computes has no source, and the verifier says the same.";

    PREDEC_TYPE: "predec_type", "Which type has PREDEC's destination?", [
        "UD": "UD, as the notes say.",
        "D": "D, as the table of operations says.",
    ], texts [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "It lists signed types.",
        "vISA, DWORD_ATOMIC", "Notes": "All but IMIN, IMAX and the float operations have operands of type UD.",
    ], known [
        Compilers: "The verifier demands UD.", "IGC, visa/IsaVerification.cpp",
    ], default "The notes and the verifier agree.";

    PREDEC_RESULT: "predec_result", "What does PREDEC return?", [
        "new": "The new value, as the table of operations says.",
        "old": "The old value, as the description says of all operations.",
    ], texts [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "The column of return values gives the new value for PREDEC only.",
        "vISA, DWORD_ATOMIC", "Description": "The destination receives the old values; PREDEC is not excepted.",
        "vISA, DWORD_ATOMIC", "Semantics": "The pseudo-code writes the destination before the operation.",
    ], known [
    ], default "The table speaks of this one operation. With the old value it would be the same as DEC.";

    OUTSIDE_RESULT: "outside_result",
        "What does an operation that returns its new value return outside a surface?", [
        "computed": "The value computed from the zero that was read: PREDEC returns all ones.",
        "zero": "Zero.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Properties": "Reads outside return zero; whether the operation is still applied is not said.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "PREDEC returns its new value.",
    ], known [
    ], default "The page speaks of the read, and the operation follows the read.";

    ADD_TYPE: "add_type", "May the operands of ADD and SUB be of type D?", [
        "UD": "No, only UD, as the notes say.",
        "UD_or_D": "Yes, the bits come out the same.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Notes": "They ask for UD.",
    ], known [
        Compilers: "The verifier lets D pass for ADD and SUB, and for no other unsigned operation.",
            "IGC, visa/IsaVerification.cpp",
    ], default "The page's own words hold where nothing contradicts them.";

    OFFSET_UNIT: "offset_unit", "In which unit are element offsets?", [
        "bytes": "Bytes, as the operand's description says.",
        "elements": "Elements, as the pseudo-code's `surface[offset]` looks.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Element_offset": "Offsets are in bytes.",
        "vISA, DWORD_ATOMIC", "Semantics": "The pseudo-code indexes the surface by the offset itself.",
    ], known [
        Compilers: "Offsets go into the message as they are; the message counts bytes.",
            "IGC, visa/TranslateSendLdStLegacy.cpp",
    ], default "A sentence that names the unit says more than the look of an index.";

    SOURCES: "sources", "When are sources read that the destination overlaps?", [
        "latched": "All of them before any lane runs.",
        "live": "Each when its lane needs it, so an earlier lane's result can be seen.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Semantics": "The pseudo-code writes the destination inside the loop that reads the sources.",
    ], known [
        Compilers: "Offsets and sources of all lanes are collected into one message, which is then sent.",
            "IGC, visa/TranslateSendLdStLegacy.cpp",
    ], default "A message holds its sources before anything comes back.";

    MISALIGNED: "misaligned", "What happens at an address that is not a multiple of the element's size?", [
        "mask": "The low bits of the address are ignored.",
        "error": "It is an error, and the run ends there; lanes that ran before have changed memory.",
        "error_first": "It is an error, found before any lane of the instruction changes anything.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Notes": "Addresses must be aligned to a dword, or to a word with 16 bits; of breaches nothing is said.",
    ], known [
    ], default "It shows what a wrong offset hits. That hardware ignores the bits is a guess; choose `error` to find such lines.";

    BOUNDS: "bounds", "When is an element out of bounds?", [
        "element": "As soon as one of its bytes is.",
        "first_byte": "When its first byte is; bytes behind the end read as zero and are not written.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Properties": "Reads outside return zero and writes are dropped; how fine the test is, is not said.",
    ], known [
    ], default "An atomic operation on half an element would not be atomic.";

    SLM_OUTSIDE: "slm_outside", "What does a read outside shared local memory return?", [
        "zero": "Zero, as for any surface; Lanescope warns.",
        "undefined": "An undefined value.",
    ], texts [
        "vISA, execution model", "Shared local memory": "Accesses outside are undefined.",
        "vISA, DWORD_ATOMIC", "Properties": "Reads outside a surface return zero; shared local memory is not excepted.",
    ], known [
    ], default "The instruction's own page; the warning says that another one disagrees.";

    OFF_LANES: "off_lanes", "What becomes of the destination elements of lanes that are off?", [
        "unchanged": "They stay as they are.",
        "undefined": "They become undefined.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Semantics": "The pseudo-code writes enabled lanes only; no sentence says that the others are kept.",
    ], known [
    ], default "What the pseudo-code does not write it does not change.";

    UPPER_HALF: "upper_half", "What is in the upper part of a destination element after a narrower access?", [
        "undefined": "Undefined bits.",
        "zero": "Zero.",
        "sign": "Copies of the sign bit after a signed operation, zero after any other.",
        "zero_outside": "Undefined bits, but zero where the access was out of bounds.",
    ], texts [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "IMIN and IMAX return a signed old value; how wide it is is not said.",
        "vISA, DWORD_ATOMIC", "Op": "An element takes a dword and its low half counts; of the upper half of results nothing is said.",
        "vISA, GATHER", "Dst": "There the upper bytes of narrow elements are undefined.",
        "vISA, GATHER", "Properties": "Out of bounds zeros are returned; whether that means the upper bytes, too, is not said.",
    ], known [
    ], default "The sister instruction says undefined, and a program that relies on zero is worth a warning.";

    WORD_TYPES: "word_types", "Which operand types do 16-bit forms take?", [
        "documented_or_UD": "Those of 32 bits; signed and float operations also take UD.",
        "documented": "Those of 32 bits: D, F or UD.",
        "UD": "Only UD.",
        "words": "UW, W or HF; elements are words without gaps.",
    ], texts [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "It lists UW, W and HF among the types of the operations.",
        "vISA, DWORD_ATOMIC", "Notes": "Types depend on the operation; the 16-bit form is not excepted.",
    ], known [
        Compilers: "The verifier looks the operation up with the bit for 16 bits still set, finds none, and demands UD.",
            "IGC, visa/IsaVerification.cpp",
        Assemblers: "It refuses D and F in 16-bit forms.", "GenX_IR, tried",
    ], default "The manual's types are right by its words, and UD is what assembles.";

    FLOAT_MINMAX: "float_minmax", "What do FMIN and FMAX do with NaN and signed zero?", [
        "extension": "A quiet NaN loses, a signalling NaN wins, of two of a kind the old value stays; -0 < +0.",
        "alu": "One NaN: the other operand. Two: src0. Zeros of either sign are equal, and src0 is stored.",
    ], texts [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "It names the operations and gives no rule.",
        "vISA, MIN and MAX", "Notes": "Of the ALU: with one NaN the other operand, with two the second source.",
        "INTEL_shader_atomic_float_minmax, revision 4", "issues":
            "Of atomics: a signalling NaN is smaller than all, a quiet one larger; -0 is the minimum of the zeros.",
    ], known [
        Hardware: "Skylake stores the wrong zero of a minimum of both, which the extension's text calls a defect.",
            "INTEL_shader_atomic_float_minmax, revision 4",
    ], default "The extension speaks of these very operations. That a maximum mirrors a minimum follows by symmetry only.";

    FCMPWR_COMPARE: "fcmpwr_compare", "How does FCMPWR compare?", [
        "float": "As floats: -0 equals +0, and NaN equals nothing.",
        "bitwise": "Bit by bit.",
    ], texts [
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "It writes `==` between values of a float type and says no more.",
    ], known [
        Compilers: "The operation goes to the data port as its own float message, so that hardware compares.",
            "IGC, visa/Common_ISA_util.cpp",
    ], default "`==` between floats compares floats wherever the manual has it.";

    FLOAT_DENORMALS: "float_denormals", "What do float operations do with subnormal numbers?", [
        "preserve": "They are numbers like any other.",
        "flush": "Compared, they count as zero of their sign, and a minimum or maximum is stored so.",
    ], texts [
        "vISA, data types", "Floating point": "It speaks of flushing for the ALU only.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "Nothing is said of subnormal numbers.",
    ], known [
    ], default "No source says that they are flushed, so they are kept.";

    ANY_ALL_WIDTH: "any_all_width", "How many predicate bits do .any and .all look at?", [
        "exec_size": "As many as the instruction has lanes, from the mask offset on.",
        "declared": "All that the predicate was declared with.",
    ], texts [
        "vISA, operands", "Predication": "The lanes of the execution size are looked at.",
    ], known [
        Compilers: "The width is that of the declaration; newer versions count it from the mask offset on.",
            "IGC, visa/G4_IR.cpp",
        Assemblers: "A predicate of 16 bits before an instruction of 8 lanes is looked at as 16 bits.", "GenX_IR, tried",
    ], default "The manual's words are plain.";

    MASK_END: "mask_end", "May mask offset plus execution size equal the number of dispatched lanes?", [
        "allowed": "Yes; only beyond it is an error.",
        "error": "No, as the sentence in the manual has it.",
    ], texts [
        "vISA, execution model", "Execution mask": "A sum of lane and offset that reaches the number of lanes is an error.",
    ], known [
        Compilers: "They write `(M1, 16)` in kernels of 16 lanes all the time.", "listings of IGC's own tests",
        Assemblers: "It takes such lines.", "GenX_IR, tried",
    ], default "Read to the letter, no instruction could use the last lane.";

    EXEC_32: "exec_32", "Is an execution size of 32 accepted?", [
        "reject": "No, the page lists sizes up to 16.",
        "first_16": "Yes, and only the first 16 lanes run.",
    ], texts [
        "vISA, DWORD_ATOMIC", "Exec_size": "Sizes up to 16 are listed.",
    ], known [
        Compilers: "It goes through, with a message for 16 lanes.", "IGC, visa/TranslateSendLdStLegacy.cpp",
        Assemblers: "It takes `(M1, 32)`.", "GenX_IR, tried",
    ], default "The page lists what there is.";

    TYPED_FLOAT: "typed_float", "What do the float operations of TYPED_ATOMIC do?", [
        "reject": "They do not exist: typed surfaces have integer atomics only.",
        "as_compiled": "What the integer message makes of their codes: FMAX runs as AND, FMIN as OR, FCMPWR as XOR.",
        "as_listed": "What they do on buffers: the texel is a float.",
    ], texts [
        "vISA, TYPED_ATOMIC", "Op": "It lists the codes of FMAX, FMIN and FCMPWR.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP": "It gives the float operations to buffers and flat memory only.",
    ], known [
        Compilers: "There is no typed float message; the code lands in the integer one, whose numbers are others.",
            "IGC, visa/TranslateSendLdStLegacy.cpp",
        Assemblers: "FMAX and AND give the same message descriptor.", "GenX_IR, tried",
        Hardware: "GPUs of 2018 had no float atomics on images.", "Mesa, notes on Intel's drivers of 2018",
    ], default "Nobody who writes FMAX means AND.";

    TYPED_SRC1: "typed_src1", "May src1 of TYPED_ATOMIC be given where the operation does not use it?", [
        "null": "No: it belongs to CMPXCHG only, and is V0 otherwise.",
        "ignored": "Yes, as FCMPWR would want it, and it is ignored.",
    ], texts [
        "vISA, TYPED_ATOMIC", "Src1": "It belongs to CMPXCHG only.",
        "vISA, TYPED_ATOMIC", "Op": "FCMPWR, which compares as well, is listed.",
    ], known [
        Assemblers: "It refuses a src1 other than V0 for all operations that do not compare.", "GenX_IR, tried",
    ], default "Where the float operations do not exist, the page does not contradict itself.";

    TYPED_EXEC: "typed_exec", "How many lanes does TYPED_ATOMIC take?", [
        "eight": "Eight, as the page lists.",
        "native": "Eight, and sixteen where registers have 64 bytes.",
    ], texts [
        "vISA, TYPED_ATOMIC", "Exec_size": "Eight is the only size listed.",
    ], known [
        Compilers: "As many as fit one register, which are 16 where registers have 64 bytes.",
            "IGC, visa/TranslateSendLdStLegacy.cpp",
        Assemblers: "It takes 1 and 16 lanes, too.", "GenX_IR, tried",
    ], default "The page lists what there is.";

    TYPED_WIDTH: "typed_width", "What does TYPED_ATOMIC.16 do with texels of 32 bits?", [
        "reject": "It is an error: the access has the size of the texel.",
        "low_word": "It works on the low 16 bits of the texel, and the high bits stay.",
    ], texts [
        "vISA, TYPED_ATOMIC", "Notes": "Each access is a word; of the size of texels nothing is said.",
        "vISA, TYPED_ATOMIC", "Description": "The operations are on words or dwords of a surface, which has no format there.",
    ], known [
    ], default "A texel is the element of a typed surface, and an error shows the mismatch.";

    TYPED_FORMAT: "typed_format", "Must the format of texels match the type of the operation?", [
        "any": "No: the operation decides how the bits of a texel are read.",
        "match": "Yes: signed operations need a SINT format, float operations a FLOAT format, and all others a UINT format.",
    ], texts [
        "vISA, TYPED_ATOMIC", "Surface": "The surface is named by its index; of its format nothing is said.",
        "vISA, TYPED_ATOMIC", "Src0": "IMIN and IMAX have operands of type D, all others of type UD.",
    ], known [
    ], default "The page names types of operands only.";

    TYPED_LOD: "typed_lod", "What does a level of detail other than 0 do?", [
        "outside": "It names a level that the surface does not have: out of bounds.",
        "ignored": "Nothing: level 0 is accessed.",
    ], texts [
        "vISA, TYPED_ATOMIC", "Notes": "There is an operand for the level; of levels that do not exist nothing is said.",
    ], known [
        Compilers: "The level goes into the message as it is.", "IGC, visa/TranslateSendLdStLegacy.cpp",
    ], default "A texel of a level that is not there lies outside as one beyond a row does.";

    GATHER_UNIT: "gather_unit", "In which unit are the offsets of GATHER and SCATTER?", [
        "elements": "In elements, both the global and each lane's.",
        "bytes": "In bytes, as those of the scaled forms are.",
    ], texts [
        "vISA, GATHER", "Global_offset and Element_offset": "Both count elements.",
        "vISA, GATHER_SCALED", "Element_offset": "There they count bytes.",
    ], known [
        Compilers: "The sum is shifted by the element's size.", "IGC, visa/TranslateSendLdStLegacy.cpp",
        Assemblers: "With elements of 2 bytes an offset of 3 becomes 6.", "GenX_IR, tried",
    ], default "Page, compiler and assembler agree; only the sister instructions differ.";

    ADDRESS_SUM: "address_sum", "What happens where offsets add up to more than 32 bits?", [
        "wraps": "The sum is taken modulo 2^32.",
        "wraps_channels": "The sum is taken modulo 2^32, and so is the address of each channel.",
        "exact": "The sum is exact, and out of bounds.",
    ], texts [
        "vISA, SCATTER4_SCALED", "Semantics":
            "Offsets are added, then the number of the channel; of sums that do not fit nothing is said.",
    ], known [
        Assemblers: "It adds with an instruction of 32 bits before it sends the message.", "GenX_IR, tried",
    ], default "The addition that is really there wraps.";

    CHANNEL_PLACE: "channel_place", "Which dword in memory belongs to a channel when channels before it are off?", [
        "absolute": "R is dword 0, G 1, B 2 and A 3, whichever are on.",
        "packed": "Enabled channels follow each other without gaps, as they do in registers.",
    ], texts [
        "vISA, SCATTER4_SCALED", "Semantics":
            "The pseudo-code counts channels twice: by `c` for memory, by `ch_pos`, which skips those that are off, for registers.",
    ], known [
    ], default "The two counters would be one if they meant the same.";

    CHANNEL_OVERLAP: "channel_overlap",
        "What is left of writes of one SCATTER4_SCALED to the same dword?", [
        "by_channel": "The later write; all lanes write one channel before the next channel begins.",
        "by_lane": "The later write; each lane writes all its channels before the next lane begins.",
        "undefined": "Undefined bits, wherever two lanes write the same dword, in one channel or in two.",
    ], texts [
        "vISA, SCATTER4_SCALED", "Notes":
            "Two channels at one address are undefined; a channel may be one of R, G, B and A, or a lane.",
        "vISA, SCATTER4_SCALED", "Semantics": "The loop over channels contains the loop over lanes.",
        "vISA, execution model", "Memory model": "The order of lanes within one instruction is not guaranteed.",
    ], known [
    ], default "The pseudo-code gives this order, and a run has to leave something.";

    CHANNEL_BOUNDS: "channel_bounds", "What happens to a lane with some of its channels out of bounds?", [
        "dword": "Each dword counts by itself: the others are read or written.",
        "lane": "The whole lane is out of bounds: it reads zeros and writes nothing.",
    ], texts [
        "vISA, SCATTER4_SCALED", "Properties": "Data out of bounds is dropped; whether that is a dword or a lane is not said.",
    ], known [
    ], default "The pseudo-code accesses one dword at a time.";

    SCATTER_OVERLAP: "scatter_overlap", "What is left where two lanes of SCATTER write the same bytes?", [
        "later": "The later write.",
        "undefined": "Undefined bits.",
    ], texts [
        "vISA, SCATTER4_SCALED", "Notes": "The sister instruction calls two writes to one address undefined.",
        "vISA, execution model", "Memory model": "The order of lanes within one instruction is not guaranteed.",
    ], known [
    ], default "A run has to leave something; Lanescope warns.";

    BLOCK_PITCH: "block_pitch", "Where does the next channel's block begin in registers?", [
        "formula": "max(execution size, register / 4) elements on, as the pseudo-code has it.",
        "next_register": "At the next register, whatever the execution size is.",
    ], texts [
        "vISA, SCATTER4_SCALED", "Semantics": "Blocks are max(execution size, register / 4) elements apart.",
        "vISA, SCATTER4_SCALED", "Src": "Each channel begins at the next register.",
    ], known [
        Assemblers: "Two channels of 16 lanes take four registers of 32 bytes; of 8 lanes two, of 32 bytes as of 64.",
            "GenX_IR, tried for DG2 and PVC",
    ], default "With 16 lanes and registers of 32 bytes a block fills two, and the assembler leaves that room.";

    SCALED_EXEC: "scaled_exec", "Do GATHER4_SCALED and SCATTER4_SCALED take 1, 2 or 4 lanes?", [
        "any": "Yes; blocks are as far apart as the formula says.",
        "listed": "No, the pages list 8 and 16.",
    ], texts [
        "vISA, SCATTER4_SCALED", "Exec_size": "Sizes 8 and 16 are listed.",
    ], known [
        Compilers: "Fewer lanes are taken, and the message is rounded up to 8.", "IGC, visa/TranslateMisc.cpp",
        Assemblers: "It takes 1, 4 and 32 lanes.", "GenX_IR, tried",
    ], default "Compilers send such lines, with what the formula makes of them.";

    GATHER_PREDICATE: "gather_predicate", "May a predicate stand before GATHER and SCATTER?", [
        "none": "No: only the execution mask turns lanes off.",
        "turns_off": "Yes: it turns lanes off, as it does for other instructions.",
    ], texts [
        "vISA, GATHER", "Format": "The machine code has no field for a predicate.",
        "vISA, GATHER", "Semantics": "The pseudo-code asks of each lane whether it is enabled, as that of predicated instructions does.",
    ], known [
        Assemblers: "It takes no predicate there.", "GenX_IR, tried",
    ], default "What cannot be encoded cannot be meant.";
}
