//! The rules on declared variables and on lines that use them.

use crate::base::{ITS_DESCRIPTION, ITS_PAGE, SCENARIO_TEXT, rules};

rules! {
    UNKNOWN_NAME: "visa-undeclared", Invalid, "a name is declared before it is used", "vISA, header", "Variables";
    WRONG_KIND: "visa-wrong-kind", Invalid, "a name is of the kind that its place requires: variable, predicate or surface",
        "vISA, header", "Variables";
    VARIABLE_SIZE: "limit-variable-size", Budget, "a variable has at most 64 KiB", "Lanescope", "limits";
    PREDICATE_SIZE: "visa-predicate-size", Invalid, "a predicate has 1, 2, 4, 8, 16 or 32 elements",
        "vISA, header", "Predicate variables";
    ALIAS: "visa-alias-range", Invalid, "an alias lies within the variable that it names, which is declared before it",
        "vISA, header", "Variables";
    NOT_MODELLED: "visa-not-modelled", Unsupported, "Lanescope models general variables, predicates and surfaces",
        "Lanescope", "scope", ["note"];
    RESERVED_SURFACE: "visa-reserved-surface", Invalid, "T0 to T5 are predefined surfaces (reading `reserved_surfaces`)",
        "vISA, header", "Surface variables", ["error", "warning"];
    RESERVED_NAME: "visa-reserved-name", Invalid, "V0 to V31, P0 and names with `%` are predefined",
        "vISA, header", "Variables";
    SURFACE_KIND: "visa-surface-kind", Invalid, "a predefined surface has a kind of its own: `%slm` is shared local memory, `%bss` a buffer, `%scratch` stateless memory",
        "vISA, DWORD_ATOMIC", "Surface";
    SURFACE_CONTENTS: "text-surface-contents", Invalid, "a surface that is used is described by a `.surface` line",
        SCENARIO_TEXT, ".surface";
    OP_REFUSED: "visa-operation-refused", Invalid, "an instruction has the operations that its messages can ask for",
        "vISA, TYPED_ATOMIC", "Op";
    OP_INSTEAD: "visa-operation-instead", Note, "a reading can replace the written operation by another one",
        "vISA, TYPED_ATOMIC", "Op", ["note"];
    OP_WIDTH: "visa-operation-width", Invalid, "an operation has the widths that the instruction's page lists",
        "vISA, SVM_ATOMIC", "Notes";
    ORDER: "visa-operand-order", Note, "the operands of a line are in the assembler's order (reading `svm_atomic_order`)",
        "vISA, SVM_ATOMIC", "Text", ["note"];
    BLOCKS: "visa-blocks", Invalid, "several blocks need 8 lanes or more; 8 blocks may need more (reading `svm_blocks`)",
        "vISA, SVM_GATHER", "Notes", ["error", "warning"];
    NOT_PREDICABLE: "visa-not-predicable", Invalid, "only an instruction whose page has a predicate field takes one",
        "vISA, operands", "Predication";
    PREDICATE_WIDTH: "visa-predicate-width", Undefined, "a predicate has a bit for each lane that reads it",
        "vISA, operands", "Predication", ["warning"];
    ANY_ALL: "visa-any-all-width", Note, "`.any` and `.all` combine as many bits as there are lanes (reading `any_all_width`)",
        "vISA, operands", "Predication", ["warning"];
    AFTER_EXEC: "visa-behind-exec", Invalid,
        "operands follow the execution size; GATHER may have `.mod` before them", "vISA assembly syntax", "Instructions";
    IGNORED: "visa-modifier-ignored", Note, "a field that the page calls ignored is accepted and ignored",
        "vISA assembly syntax", "Instructions", ["note"];
    MANUAL_SPELLING: "visa-manual-form", Note,
        "the assembler takes lower-case words, the mask in `(M1, n)` and an offset on each raw operand",
        "vISA assembly syntax", "Instructions", ["note"];
    NULL: "visa-null-offset", Invalid, "the null variable has byte 0 alone: `%null.0`, or `%null` in a line that states its access", "vISA assembly syntax", "Operands, raw";
    OFFSET: "visa-byte-offset", Invalid, "the byte offset of a raw operand is 0 or more", "vISA assembly syntax", "Operands, raw";
    MISSING_OFFSET: "visa-missing-offset", Invalid, "a raw operand has its byte offset: `VAR.offset`",
        "vISA assembly syntax", "Operands, raw";
    IMMEDIATE: "visa-immediate-type", Invalid, "an immediate has its type: `0x10:ud`", "vISA assembly syntax", "Operands, immediate";
    NO_REGION: "visa-vector-region", Invalid, "a vector operand has place and region: `V32(0,0)<0;1,0>` to read, `V32(0,0)<1>` to write",
        "vISA assembly syntax", "Operands, vector";
    COUNT: "visa-operand-count", Invalid, "an instruction has the operands that its page lists",
        "vISA assembly syntax", "Instructions";
    EXEC_SIZE: "visa-exec-size-listed", Invalid, "an instruction has one of the execution sizes that its page lists",
        "vISA, execution model", "Execution size";
    MASK_ALIGN: "visa-mask-offset", Invalid, "the mask offset is a multiple of the execution size",
        "vISA, execution model", "Execution mask";
    MASK_END: "visa-mask-end", Invalid, "mask offset plus execution size stays within the lanes that were dispatched (reading `mask_end`)",
        "vISA, execution model", "Execution mask";
    OPERAND_TYPE: "visa-operand-type", Invalid, "an operand's variable has the type that the operation asks for",
        ITS_PAGE, ITS_DESCRIPTION;
    NULL_NEEDED: "visa-null-needed", Invalid, "a source that the operation does not use is V0", ITS_PAGE, ITS_DESCRIPTION;
    NULL_FORBIDDEN: "visa-null-forbidden", Invalid, "an operand that the operation uses is not V0", ITS_PAGE, ITS_DESCRIPTION;
    RAW_ALIGN: "visa-raw-alignment", Invalid, "a raw operand in a variable of a register or more starts at a register",
        "vISA, operands", "Raw operands";
    RAW_RANGE: "visa-raw-range", Invalid, "a raw operand lies within its variable", "vISA, operands", "Raw operands";
    REGION: "visa-region", Invalid, "strides and widths of a region are small powers of two", "vISA, operands", "Vector operands";
    PREDICATE_OPERANDS: "visa-predicate-operands", Invalid, "a logic instruction works on predicates only or on none, and then without a predicate in front",
        "vISA, AND", "Notes";
    PREDICATE_NUMBER: "visa-predicate-number", Invalid, "a predicate is copied as one number, by one lane, into UB, UW or UD of at least as many bits",
        "vISA, MOV", "Notes", ["error", "warning"];
    MIXED_SOURCES: "visa-mixed-sources", Invalid, "the sources of an instruction are all integers or all floats",
        "vISA, ADD", "Properties";
    VECTOR_RANGE: "visa-vector-range", Invalid, "a vector operand lies within its variable", "vISA, operands", "Vector operands";
    SOURCE_MODIFIER: "visa-source-modifier", Invalid, "source modifiers belong to vector sources of instructions that compute",
        "vISA, operands", "Source modifiers";
    SCALAR_TYPE: "visa-scalar-type", Note, "a scalar operand has the type that the page says; the assembler takes any integer",
        "vISA, GATHER", "Global_offset", ["warning"];
    IMMEDIATE_BITS: "visa-immediate-bits", Note, "a whole number of a float type is a bit pattern, and a number with a point is a value",
        "vISA assembly syntax", "Operands, immediate", ["warning"];
    IMMEDIATE_CUT: "visa-immediate-cut", Note, "an immediate fits its type; of a larger number, the low bits are used",
        "vISA, operands", "Immediate operands", ["warning"];
    SURFACE_RAW: "visa-surface-buffer", Invalid, "the surface is a buffer", ITS_PAGE, ITS_DESCRIPTION;
    SURFACE_TYPED: "visa-surface-typed", Invalid, "the surface is of a kind that has texels and that the page lists",
        "vISA, TYPED_ATOMIC", "Notes";
    TEXEL_SIZE: "visa-texel-size", Invalid, "a texel is as large as the access (reading `typed_width`)",
        "vISA, TYPED_ATOMIC", "Description";
    TEXEL_FORMAT: "visa-texel-format", Invalid,
        "the format of texels has the type that the operation works on (reading `typed_format`)",
        "vISA, TYPED_ATOMIC", "Src0";
    DATA_ELEMENTS: "visa-data-elements", Invalid,
        "an atomic has one dword or qword of data, a load or store one element or a vector, and a quad a channel mask",
        "vISA, LSC_UNTYPED", "DataElemsPerAddr and ChMask";
    ADDRESS_MODEL: "visa-address-model", Unsupported,
        "an address is `flat`, or the surface of an entry of the binding table", "vISA, LSC_UNTYPED", "AddrType";
    ADDRESS_NUMBER: "visa-address-number", Invalid, "the factor of an address has 16 bits, its offset 32",
        "vISA, LSC_UNTYPED", "AddrScale and AddrImmOffset";
    SLM_CACHING: "visa-slm-caching", Invalid, "an access to shared local memory uses the default caching",
        "vISA, LSC_UNTYPED", "CachingL1";
    AXIS_NULL: "visa-axis-null", Invalid, "a coordinate that the surface's kind does not have is V0", "vISA, TYPED_ATOMIC", "Notes";
    AXIS_NEEDED: "visa-axis-needed", Invalid, "a coordinate that the surface's kind has is not V0", "vISA, TYPED_ATOMIC", "Notes";
}
