//! Where the vISA manual is silent or contradicts itself, and how it can be read. The first choice is the default.

use crate::isa::readings;

readings! {
    STATELESS_NAME: "stateless_name", "What is stateless memory called?", [
        "scratch": "`%scratch`, as the assembler prints it today.",
        "T255": "`T255`, as the instruction pages and older listings call it.",
        "T5": "`T5`, its number among the predefined surfaces.",
    ], "All three name surface 5, and all three are accepted in the text; the choice is how Lanescope calls it.",
        "vISA, DWORD_ATOMIC", "Surface";

    FIRST_USER_SURFACE: "first_user_surface", "Which surface number is the first that a program declares?", [
        "T6": "T0 to T5 are predefined, so the first is T6.",
        "T5": "T0 to T4 are reserved, so the first is T5, and T5 does not mean stateless memory.",
    ], "The header chapter says both; the compiler reserves six, so T6.", "vISA, header", "Surface variables";

    RESERVED_SURFACES: "reserved_surfaces", "May a program declare a surface called T0 to T5?", [
        "warn": "Yes, it is an ordinary surface then; Lanescope warns.",
        "reject": "No, the names are predefined.",
    ], "The manual forbids it; the assembler takes T0, T4 and T5 as ordinary names.",
        "vISA, header", "Surface variables";

    PREDEC_SRC0: "predec_src0", "Must src0 of PREDEC be V0?", [
        "null": "Yes: the operation uses no source.",
        "ignored": "No: a source may stand there and is ignored.",
    ], "The page asks for V0 only with INC and DEC, yet PREDEC uses no source and the verifier demands V0.",
        "vISA, DWORD_ATOMIC", "Src0";

    PREDEC_TYPE: "predec_type", "Which type has PREDEC's destination?", [
        "UD": "UD, as the notes say.",
        "D": "D, as the table of operations says.",
    ], "The table lists signed types, the notes say UD for all but IMIN and IMAX; the verifier demands UD.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP and Notes";

    ADD_TYPE: "add_type", "May the operands of ADD and SUB be of type D?", [
        "UD": "No, only UD, as the notes say.",
        "UD_or_D": "Yes, the bits come out the same.",
    ], "The notes ask for UD; the verifier lets D pass.", "vISA, DWORD_ATOMIC", "Notes";

    OFFSET_UNIT: "offset_unit", "In which unit are element offsets?", [
        "bytes": "Bytes, as the operand's description says.",
        "elements": "Elements, as the pseudo-code's `surface[offset]` looks.",
    ], "The description says bytes in words; the pseudo-code indexes the surface with the offset itself.",
        "vISA, DWORD_ATOMIC", "Semantics and Element_offset";

    SOURCES: "sources", "When are sources read that the destination overlaps?", [
        "latched": "All of them before any lane runs.",
        "live": "Each when its lane needs it, so an earlier lane's result can be seen.",
    ], "The pseudo-code writes the destination inside the loop; hardware sends all sources in one message first.",
        "vISA, DWORD_ATOMIC", "Semantics";

    MISALIGNED: "misaligned", "What happens at an address that is not a multiple of the element's size?", [
        "mask": "The low bits of the address are ignored.",
        "error": "It is an error, and the run ends there.",
    ], "The manual asks for alignment and is silent on breaches; hardware is believed to ignore the low bits.",
        "vISA, DWORD_ATOMIC", "Notes";

    BOUNDS: "bounds", "When is an element out of bounds?", [
        "element": "As soon as one of its bytes is.",
        "first_byte": "When its first byte is; bytes behind the end read as zero and are not written.",
    ], "The manual does not say how fine the test is.", "vISA, DWORD_ATOMIC", "Properties";

    SLM_OUTSIDE: "slm_outside", "What does a read outside shared local memory return?", [
        "zero": "Zero, as for any surface; Lanescope warns.",
        "undefined": "An undefined value.",
    ], "The instruction's page says zero for all surfaces; the chapter on memory says undefined for this one.",
        "vISA, execution model", "Shared local memory";

    OFF_LANES: "off_lanes", "What becomes of the destination elements of lanes that are off?", [
        "unchanged": "They stay as they are.",
        "undefined": "They become undefined.",
    ], "The pseudo-code writes only enabled lanes, but no sentence says that the others are kept.",
        "vISA, DWORD_ATOMIC", "Semantics";

    UPPER_HALF: "upper_half", "What is in the upper half of a destination element after a 16-bit operation?", [
        "undefined": "Undefined bits.",
        "zero": "Zero.",
    ], "The page describes the layout and is silent on the upper half.", "vISA, DWORD_ATOMIC", "Op";

    WORD_TYPES: "word_types", "Which operand types do the 16-bit forms of signed and float operations take?", [
        "documented_or_UD": "D or F as for 32 bits, or UD.",
        "documented": "Only D or F as for 32 bits.",
        "UD": "Only UD.",
    ], "The notes keep the 32-bit types; the verifier forgets the 16-bit flag and demands UD.",
        "vISA, DWORD_ATOMIC", "Notes";

    FLOAT_MINMAX: "float_minmax", "What do FMIN and FMAX do with NaN and signed zero?", [
        "extension": "A quiet NaN loses, a signalling NaN wins, of two of a kind the old value stays; -0 < +0.",
        "alu": "One NaN: the other operand. Two: src0. Zeros of either sign are equal, and src0 is stored.",
    ], "The page has no rule; Intel's OpenGL extension for float atomics gives one, the ALU's min and max another.",
        "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP";

    FCMPWR_COMPARE: "fcmpwr_compare", "How does FCMPWR compare?", [
        "float": "As floats: -0 equals +0, and NaN equals nothing.",
        "bitwise": "Bit by bit.",
    ], "The table writes `==` on float types and says no more.", "vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP";

    FLOAT_DENORMALS: "float_denormals", "What do float operations do with subnormal numbers?", [
        "preserve": "They are numbers like any other.",
        "flush": "Compared, they count as zero of their sign, and a minimum or maximum is stored so.",
    ], "The manual speaks of flushing only for the ALU.", "vISA, data types", "Floating point";

    ANY_ALL_WIDTH: "any_all_width", "How many predicate bits do .any and .all look at?", [
        "exec_size": "As many as the instruction has lanes, from the mask offset on.",
        "declared": "All that the predicate was declared with.",
    ], "The manual says the execution size; the compiler takes the declared size.", "vISA, operands", "Predication";

    MASK_END: "mask_end", "May mask offset plus execution size equal the number of dispatched lanes?", [
        "allowed": "Yes; only beyond it is an error.",
        "error": "No, as the sentence in the manual has it.",
    ], "The manual's sentence would forbid (M1, 16) in a kernel of 16 lanes, which is what every compiler writes.",
        "vISA, execution model", "Execution mask";

    EXEC_32: "exec_32", "Is an execution size of 32 accepted?", [
        "reject": "No, the page lists sizes up to 16.",
        "first_16": "Yes, and only the first 16 lanes run.",
    ], "It can be encoded, and the compiler takes it, yet sends a message for 16 lanes.",
        "vISA, DWORD_ATOMIC", "Exec_size";

    TYPED_FLOAT: "typed_float", "What do the float operations of TYPED_ATOMIC do?", [
        "reject": "They do not exist: typed surfaces have integer atomics only.",
        "as_compiled": "What the integer message makes of their codes: FMAX runs as AND, FMIN as OR, FCMPWR as XOR.",
    ], "The page lists their codes; the table of operations gives them to buffers, and the compiler has no message.",
        "vISA, TYPED_ATOMIC", "Op";

    TYPED_SRC1: "typed_src1", "May src1 of TYPED_ATOMIC be given where the operation does not use it?", [
        "null": "No: it belongs to CMPXCHG only, and is V0 otherwise.",
        "ignored": "Yes, as FCMPWR would want it, and it is ignored.",
    ], "The page gives src1 to CMPXCHG only, yet lists FCMPWR, which compares as well.", "vISA, TYPED_ATOMIC", "Src1";

    TYPED_EXEC: "typed_exec", "How many lanes does TYPED_ATOMIC take?", [
        "eight": "Eight, as the page lists.",
        "native": "Eight, and sixteen where registers have 64 bytes.",
    ], "The page lists 8; the compiler takes what fits one register.", "vISA, TYPED_ATOMIC", "Exec_size";

    TYPED_LOD: "typed_lod", "What does a level of detail other than 0 do?", [
        "outside": "It names a level that the surface does not have: out of bounds.",
        "ignored": "Nothing: level 0 is accessed.",
    ], "The page lists an operand and is silent on levels that do not exist.", "vISA, TYPED_ATOMIC", "Notes";

    GATHER_UNIT: "gather_unit", "In which unit are the offsets of GATHER and SCATTER?", [
        "elements": "In elements, both the global and each lane's.",
        "bytes": "In bytes, as those of the scaled forms are.",
    ], "The page says elements, the assembler shifts their sum by the element's size; the scaled forms say bytes.",
        "vISA, GATHER", "Global_offset and Element_offset";

    ADDRESS_SUM: "address_sum", "What happens where offsets add up to more than 32 bits?", [
        "wraps": "The sum is taken modulo 2^32.",
        "exact": "The sum is exact, and out of bounds.",
    ], "The pages do not say; the compiler adds in 32 bits.", "vISA, SCATTER4_SCALED", "Semantics";

    CHANNEL_PLACE: "channel_place", "Which dword in memory belongs to a channel when channels before it are off?", [
        "absolute": "R is dword 0, G 1, B 2 and A 3, whichever are on.",
        "packed": "Enabled channels follow each other without gaps, as they do in registers.",
    ], "The pseudo-code addresses memory by `c` and registers by `ch_pos`.", "vISA, SCATTER4_SCALED", "Semantics";

    BLOCK_PITCH: "block_pitch", "Where does the next channel's block begin in registers?", [
        "formula": "max(execution size, register / 4) elements on, as the pseudo-code has it.",
        "next_register": "At the next register, whatever the execution size is.",
    ], "The text says the next register; with 16 lanes and registers of 32 bytes a block fills two.",
        "vISA, SCATTER4_SCALED", "Semantics and Src";

    SCALED_EXEC: "scaled_exec", "Do GATHER4_SCALED and SCATTER4_SCALED take 1, 2 or 4 lanes?", [
        "any": "Yes; blocks are as far apart as the formula says.",
        "listed": "No, the pages list 8 and 16.",
    ], "The pages list 8 and 16; the compiler takes fewer and rounds its message up.",
        "vISA, SCATTER4_SCALED", "Exec_size";

    GATHER_PREDICATE: "gather_predicate", "May a predicate stand before GATHER and SCATTER?", [
        "none": "No: only the execution mask turns lanes off.",
        "turns_off": "Yes: it turns lanes off, as it does for other instructions.",
    ], "The pseudo-code asks whether a lane is enabled, and the format has no field for a predicate; the assembler \
        takes none.", "vISA, GATHER", "Format and Semantics";
}
