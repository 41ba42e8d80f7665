//! The rules that checking cites for every instruction set.

use crate::base::{SCENARIO_TEXT, rules};

rules! {
    ISA_KEY: "text-isa-key", Invalid, "`.isa` takes the settings that its instruction set has",
        SCENARIO_TEXT, ".isa";
    MODEL_NUMBER: "text-model-number", Invalid, "a number of a cost model is within its limits",
        SCENARIO_TEXT, ".model";
    OTHER_ISA: "text-other-isa", Invalid, "a directive belongs to the instruction set of the document",
        SCENARIO_TEXT, "Directives", ["error", "warning"];
    LANE_MASK: "text-lane-mask", Invalid, "a lane mask has one bit for each lane that is dispatched",
        SCENARIO_TEXT, ".lanes", ["error", "warning"];
    ONCE: "text-once", Invalid, "a name is declared once, and a setting is made once",
        SCENARIO_TEXT, "Directives";
    READING: "reading-choice", Invalid, "`.reading` takes the name of a reading and one of its choices",
        SCENARIO_TEXT, ".reading";
    FAULT: "check-fault", Unsupported, "every error of a text has a message; a text without one is a fault of Lanescope",
        "Lanescope", "limits";
    ERRORS: "limit-errors", Budget, "a text is checked up to its first 200 errors", "Lanescope", "limits";
    DECLARATIONS: "limit-declarations", Budget, "a scenario declares at most 1,000 names and 1 MiB in all",
        "Lanescope", "limits";
    SURFACE_SIZE: "limit-surface-size", Budget, "a surface has at most 64 KiB", "Lanescope", "limits";
    SURFACE_EXTENT: "text-surface-extent", Invalid, "the size of a surface is given by its extent, `size=` or its values; a typed surface has a number for each axis",
        SCENARIO_TEXT, ".surface";
    SURFACE_KEY: "text-surface-key", Invalid, "a buffer takes the key `size=`, a typed surface `pitch=`, the distance of its rows, in bytes", SCENARIO_TEXT, ".surface";
    SURFACE_FORMAT: "text-surface-format", Invalid, "the elements of a surface have a scalar type such as `ud`; texels may have a format such as R32_UINT",
        SCENARIO_TEXT, ".surface";
    VALUE_TYPE: "text-value-type", Invalid, "a value is of its element's type; hex and binary are bit patterns of any type",
        SCENARIO_TEXT, "Values";
    VALUE_RANGE: "text-value-range", Invalid, "a value fits its element", SCENARIO_TEXT, "Values", ["error", "warning"];
    VALUE_COUNT: "text-value-count", Invalid, "there are at most as many values as elements", SCENARIO_TEXT, "Values";
    GENERATOR_LAST: "text-generator-last", Invalid, "`iota` and `random` fill the remaining elements, so they come last",
        SCENARIO_TEXT, "Values";
    IGNORED_VALUE: "text-ignored-value", Invalid, "`_` skips an element, and is allowed in `.expect` only",
        SCENARIO_TEXT, "Values";
    SEMANTICS_NAME: "text-semantics-name", Invalid,
        "`.semantics` replaces the semantics of an instruction that Lanescope models, or makes one that is `like` such a one",
        SCENARIO_TEXT, ".semantics";
    COMPILED_BYTES: "limit-notation", Budget,
        "the texts of the notation that a program runs have at most 4 MiB, each counted for each way in which it is called",
        "Lanescope", "limits";
    EXPECT_TARGET: "text-expect-target", Invalid,
        "`.expect` names a variable, a predicate, a surface, an invariant or a diagnostic's code",
        SCENARIO_TEXT, ".expect";
}
