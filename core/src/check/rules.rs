//! The rules that checking cites.

use crate::base::{Clause, Kind, Rule};

macro_rules! rules {
    ($($name:ident: $code:literal, $kind:ident, $statement:literal, $page:literal, $heading:literal;)*) => {
        $(
            pub(super) const $name: Rule = Rule {
                code: $code,
                kind: Kind::$kind,
                statement: $statement,
                source: Clause { page: $page, heading: $heading },
            };
        )*

        /// Every rule of this module.
        pub const RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    // The set-up.
    GRF: "visa-grf-size", Invalid, "a register (GRF) has 32 or 64 bytes", "vISA, execution model", "General register file";
    SM: "sass-target", Unsupported, "the Maxwell targets are 50, 52 and 53; 52 is meant where none is written",
        "Lanescope scenario text", ".isa";
    ISA_KEY: "text-isa-key", Invalid, "`.isa visa` takes `grf=32` or `grf=64`, `.isa sass` takes `sm=52`",
        "Lanescope scenario text", ".isa";
    OTHER_ISA: "text-other-isa", Invalid, "a directive belongs to the instruction set of the document",
        "Lanescope scenario text", "directives";
    DISPATCH: "visa-dispatch-size", Invalid, "a kernel is dispatched with 8, 16 or 32 lanes; Lanescope takes 1, 2 and 4 too",
        "vISA, execution model", "Execution mask";
    LANE_MASK: "text-lane-mask", Invalid, "a lane mask has one bit for each lane that is dispatched",
        "Lanescope scenario text", ".lanes";
    ONCE: "text-once", Invalid, "a name is declared once, and a setting is made once",
        "Lanescope scenario text", "directives";
    READING: "reading-choice", Invalid, "`.reading` takes the name of a reading and one of its choices",
        "Lanescope scenario text", ".reading";
    // Declarations.
    UNKNOWN_NAME: "visa-undeclared", Invalid, "a name is declared before it is used", "vISA, header", "Variables";
    WRONG_KIND: "visa-wrong-kind", Invalid, "variables, predicates and surfaces stand each where they belong",
        "vISA, header", "Variables";
    VARIABLE_SIZE: "limit-variable-size", Budget, "a variable has at most 64 KiB", "Lanescope", "limits";
    DECLARATIONS: "limit-declarations", Budget, "a scenario declares at most 1,000 names and 1 MiB in all",
        "Lanescope", "limits";
    PREDICATE_SIZE: "visa-predicate-size", Invalid, "a predicate has 1, 2, 4, 8, 16 or 32 elements",
        "vISA, header", "Predicate variables";
    ALIAS: "visa-alias-range", Invalid, "an alias lies within the variable that it names, which is declared before it",
        "vISA, header", "Variables";
    NOT_MODELLED: "visa-not-modelled", Unsupported, "Lanescope models general variables, predicates and surfaces",
        "Lanescope", "scope";
    RESERVED_SURFACE: "visa-reserved-surface", Invalid, "T0 to T5 are predefined surfaces (reading `reserved_surfaces`)",
        "vISA, header", "Surface variables";
    RESERVED_NAME: "visa-reserved-name", Invalid, "V0 to V31, P0 and names with `%` are predefined",
        "vISA, header", "Variables";
    SURFACE_SIZE: "limit-surface-size", Budget, "a surface has at most 64 KiB", "Lanescope", "limits";
    SURFACE_EXTENT: "text-surface-extent", Invalid, "a surface says how large it is: by its extent, `size=` or its values; a typed one has a number for each axis",
        "Lanescope scenario text", ".surface";
    SURFACE_KEY: "text-surface-key", Invalid, "a buffer takes the key `size=`, a typed surface `pitch=`, the distance of its rows, in bytes", "Lanescope scenario text", ".surface";
    SURFACE_KIND: "visa-surface-kind", Invalid, "T0 is shared local memory, and T5 is stateless memory",
        "vISA, DWORD_ATOMIC", "Surface";
    SURFACE_FORMAT: "text-surface-format", Invalid, "the elements of a surface have a scalar type such as `ud`; texels may have a format such as R32_UINT",
        "Lanescope scenario text", ".surface";
    SURFACE_CONTENTS: "text-surface-contents", Invalid, "a surface that is used is described by a `.surface` line",
        "Lanescope scenario text", ".surface";
    // The header pool.
    POOL_INDEX: "sass-header-index", Invalid, "a header of the pool has an index of 20 bits", "SUATOM", "Operands";
    POOL_KIND: "sass-header-kind", Invalid, "a header describes texels: 1d, 1d_buffer, 1d_array, 2d, 2d_array or 3d",
        "SUATOM", "dim";
    POOL_LEVELS: "sass-mip-levels", Unsupported, "Lanescope models one level of detail", "Lanescope", "scope";
    POOL_PITCH: "sass-pitch", Invalid, "only flat surfaces have a pitch layout; a pitch is a multiple of 32 bytes",
        "SUATOM", "Behaviour";
    POOL_BLOCK: "sass-block", Invalid, "a block is one GOB wide, and 1, 2, 4, 8, 16 or 32 GOBs high and deep",
        "SUATOM", "Behaviour";
    POOL_BASE: "sass-base", Invalid, "a block-linear surface begins at a multiple of 512 bytes, others at one of 32",
        "SUATOM", "Behaviour";
    POOL_OVERLAP: "sass-overlap", Unsupported, "Lanescope keeps the memory of each surface apart", "Lanescope", "scope";
    POOL_SPARSE: "sass-sparse", Invalid, "`sparse=` lists the pages, of 512 bytes here, behind which there is no memory",
        "Lanescope scenario text", ".surface";
    POOL_MAX: "sass-pool-max", Invalid, "`.pool max=N` has the largest index of the pool, of 22 bits",
        "Lanescope scenario text", ".pool";
    CONSTANT_ADDRESS: "sass-constant-address", Invalid, "the constant bank has 32 KiB, in words of 4 bytes",
        "SUATOM", "Operands";
    // Registers.
    SASS_UNKNOWN: "sass-unknown-instruction", Unsupported,
        "Lanescope runs the instructions that it models, up to the first that it does not", "Lanescope", "scope";
    SASS_MODIFIER: "sass-unknown-modifier", Invalid,
        "an instruction takes the modifiers that its page lists, in that order", "SASS", "modifiers";
    SASS_MISSING_MODIFIER: "sass-missing-modifier", Invalid,
        "a word that the page does not show as optional is there", "SASS", "modifiers";
    SLOTS: "sass-operands", Invalid, "an instruction has the operands that its page lists, with commas between them",
        "SASS", "operands";
    SLOT_KIND: "sass-operand-kind", Invalid, "a register is `R4`, an address `[R4]`, a predicate `P0`, a number `0x10`",
        "SASS", "operands";
    REGISTER: "sass-register", Invalid, "there are the registers R0 to R254 and RZ, and the predicates P0 to P6 and PT",
        "SASS", "registers";
    REGISTER_ALIGN: "sass-register-alignment", Invalid,
        "the first of two registers is a multiple of 2, the first of three or four one of 4", "SUATOM", "Operands";
    REGISTER_END: "sass-register-end", Invalid, "a vector of registers ends at R254 or before", "SUATOM", "Operands";
    REGISTER_ZERO: "sass-register-zero", Invalid, "coordinates and the bindless header pointer are not RZ",
        "SUATOM", "Operands";
    HANDLE_RANGE: "sass-handle-range", Invalid, "an immediate header pointer counts words in 13 bits", "SUATOM", "Operands";
    IMMEDIATE: "sass-immediate", Invalid, "an immediate has 32 bits", "SASS", "operands";
    BANK: "sass-constant-bank", Unsupported, "Lanescope models one constant bank, c[0x0]", "Lanescope", "scope";
    UNWRITTEN_OP: "sass-unwritten-op", Note, "an operation is written behind the dimension (reading `missing_op`)",
        "SUATOM", "Behaviour";
    // Values.
    VALUE_TYPE: "text-value-type", Invalid, "a value is of its element's type; hex and binary are bit patterns of any type",
        "Lanescope scenario text", "values";
    VALUE_RANGE: "text-value-range", Invalid, "a value fits its element", "Lanescope scenario text", "values";
    VALUE_COUNT: "text-value-count", Invalid, "there are at most as many values as elements", "Lanescope scenario text", "values";
    GENERATOR_LAST: "text-generator-last", Invalid, "`iota` and `random` fill what is left, so they come last",
        "Lanescope scenario text", "values";
    IGNORED_VALUE: "text-ignored-value", Invalid, "`_` means not looked at, and stands in `.expect` only",
        "Lanescope scenario text", "values";
    // Instructions.
    UNKNOWN_INSTRUCTION: "visa-unknown-instruction", Unsupported, "Lanescope runs the instructions that it models, up to the first that it does not",
        "Lanescope", "scope";
    MODIFIER: "visa-unknown-modifier", Invalid, "an instruction takes the modifiers that its page lists, in that order",
        "vISA assembly syntax", "modifiers";
    OP_REFUSED: "visa-operation-refused", Invalid, "an instruction has the operations that its messages can ask for",
        "vISA, TYPED_ATOMIC", "Op";
    OP_INSTEAD: "visa-operation-instead", Note, "under a reading another operation runs than the one that is written",
        "vISA, TYPED_ATOMIC", "Op";
    MISSING_MODIFIER: "visa-missing-modifier", Invalid, "a word that the page does not show as optional is there",
        "vISA assembly syntax", "modifiers";
    PREDICATE: "visa-not-predicable", Invalid, "only an instruction whose page has a predicate field takes one",
        "vISA, operands", "Predication";
    PREDICATE_WIDTH: "visa-predicate-width", Undefined, "a predicate has a bit for each lane that looks at it",
        "vISA, operands", "Predication";
    ANY_ALL: "visa-any-all-width", Note, "`.any` and `.all` look at as many bits as there are lanes (reading `any_all_width`)",
        "vISA, operands", "Predication";
    EXEC_SIZE: "visa-exec-size-listed", Invalid, "an instruction has one of the execution sizes that its page lists",
        "vISA, execution model", "Execution size";
    MASK_ALIGN: "visa-mask-offset", Invalid, "the mask offset is a multiple of the execution size",
        "vISA, execution model", "Execution mask";
    MASK_END: "visa-mask-end", Invalid, "mask offset plus execution size stays within the lanes that were dispatched (reading `mask_end`)",
        "vISA, execution model", "Execution mask";
    OPERAND_TYPE: "visa-operand-type", Invalid, "an operand's variable has the type that the operation asks for",
        "the instruction's page", "description";
    NULL_NEEDED: "visa-null-needed", Invalid, "a source that the operation does not use is V0", "the instruction's page", "description";
    NULL_FORBIDDEN: "visa-null-forbidden", Invalid, "an operand that the operation uses is not V0", "the instruction's page", "description";
    RAW_ALIGN: "visa-raw-alignment", Invalid, "a raw operand in a variable of a register or more starts at a register",
        "vISA, operands", "Raw operands";
    RAW_RANGE: "visa-raw-range", Invalid, "a raw operand lies within its variable", "vISA, operands", "Raw operands";
    REGION: "visa-region", Invalid, "strides and widths of a region are small powers of two", "vISA, operands", "Vector operands";
    PREDICATE_OPERANDS: "visa-predicate-operands", Invalid, "a logic instruction works on predicates only or on none, and then without a predicate in front",
        "vISA, AND", "Notes";
    PREDICATE_NUMBER: "visa-predicate-number", Invalid, "a predicate is copied as one number, by one lane, into UB, UW or UD of at least as many bits",
        "vISA, MOV", "Notes";
    MIXED_SOURCES: "visa-mixed-sources", Invalid, "the sources of an instruction are all integers or all floats",
        "vISA, ADD", "Properties";
    VECTOR_RANGE: "visa-vector-range", Invalid, "a vector operand lies within its variable", "vISA, operands", "Vector operands";
    SOURCE_MODIFIER: "visa-source-modifier", Invalid, "source modifiers belong to vector sources of instructions that compute",
        "vISA, operands", "Source modifiers";
    SCALAR_TYPE: "visa-scalar-type", Note, "a scalar operand has the type that the page says; the assembler takes any integer",
        "vISA, GATHER", "Global_offset";
    SURFACE_RAW: "visa-surface-buffer", Invalid, "the surface is a buffer", "the instruction's page", "description";
    SURFACE_TYPED: "visa-surface-typed", Invalid, "the surface is of a kind that has texels and that the page lists",
        "vISA, TYPED_ATOMIC", "Notes";
    TEXEL_SIZE: "visa-texel-size", Invalid, "a texel is as large as the access", "vISA, TYPED_ATOMIC", "Description";
    AXIS_NULL: "visa-axis-null", Invalid, "a coordinate that the surface's kind does not have is V0", "vISA, TYPED_ATOMIC", "Notes";
    AXIS_NEEDED: "visa-axis-needed", Invalid, "a coordinate that the surface's kind has is not V0", "vISA, TYPED_ATOMIC", "Notes";
    BARRIER: "sass-barrier", Undefined, "what comes from memory is there when the barrier of its `&wr` has been waited for with `&req`",
        "SUATOM", "Forms";
    // Semantics of the document.
    SEMANTICS_NAME: "text-semantics-name", Invalid, "`.semantics` replaces the semantics of an instruction that Lanescope models",
        "Lanescope scenario text", ".semantics";
    // Expectations.
    EXPECT_BUDGET: "limit-expectations", Budget, "a scenario claims something of at most 262,144 elements",
        "Lanescope", "limits";
    EXPECT_TARGET: "text-expect-target", Invalid, "`.expect` names a variable, a predicate, a surface or a diagnostic's code",
        "Lanescope scenario text", ".expect";
}
