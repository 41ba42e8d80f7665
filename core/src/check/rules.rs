//! The rules that checking cites for every instruction set.

use crate::base::rules;

rules! {
    ISA_KEY: "text-isa-key", Invalid, "`.isa` takes the settings that its instruction set has",
        "Lanescope scenario text", ".isa";
    MODEL_NUMBER: "text-model-number", Invalid, "a number of a cost model is within its limits",
        "Lanescope scenario text", ".model";
    OTHER_ISA: "text-other-isa", Invalid, "a directive belongs to the instruction set of the document",
        "Lanescope scenario text", "directives";
    LANE_MASK: "text-lane-mask", Invalid, "a lane mask has one bit for each lane that is dispatched",
        "Lanescope scenario text", ".lanes", ["error", "warning"];
    ONCE: "text-once", Invalid, "a name is declared once, and a setting is made once",
        "Lanescope scenario text", "directives";
    READING: "reading-choice", Invalid, "`.reading` takes the name of a reading and one of its choices",
        "Lanescope scenario text", ".reading";
    ERRORS: "limit-errors", Budget, "a text is checked up to its first 200 errors", "Lanescope", "limits";
    DECLARATIONS: "limit-declarations", Budget, "a scenario declares at most 1,000 names and 1 MiB in all",
        "Lanescope", "limits";
    SURFACE_SIZE: "limit-surface-size", Budget, "a surface has at most 64 KiB", "Lanescope", "limits";
    SURFACE_EXTENT: "text-surface-extent", Invalid, "the size of a surface is given by its extent, `size=` or its values; a typed surface has a number for each axis",
        "Lanescope scenario text", ".surface";
    SURFACE_KEY: "text-surface-key", Invalid, "a buffer takes the key `size=`, a typed surface `pitch=`, the distance of its rows, in bytes", "Lanescope scenario text", ".surface";
    SURFACE_FORMAT: "text-surface-format", Invalid, "the elements of a surface have a scalar type such as `ud`; texels may have a format such as R32_UINT",
        "Lanescope scenario text", ".surface";
    VALUE_TYPE: "text-value-type", Invalid, "a value is of its element's type; hex and binary are bit patterns of any type",
        "Lanescope scenario text", "values";
    VALUE_RANGE: "text-value-range", Invalid, "a value fits its element", "Lanescope scenario text", "values";
    VALUE_COUNT: "text-value-count", Invalid, "there are at most as many values as elements", "Lanescope scenario text", "values";
    GENERATOR_LAST: "text-generator-last", Invalid, "`iota` and `random` fill the remaining elements, so they come last",
        "Lanescope scenario text", "values";
    IGNORED_VALUE: "text-ignored-value", Invalid, "`_` skips an element, and is allowed in `.expect` only",
        "Lanescope scenario text", "values";
    SEMANTICS_NAME: "text-semantics-name", Invalid,
        "`.semantics` replaces the semantics of an instruction that Lanescope models, or makes one that is `like` such a one",
        "Lanescope scenario text", ".semantics";
    LOWERED: "limit-notation", Budget,
        "the texts of the notation that a program runs have at most 4 MiB, each counted for each way in which it is called",
        "Lanescope", "limits";
    EXPECT_TARGET: "text-expect-target", Invalid,
        "`.expect` names a variable, a predicate, a surface, an invariant or a diagnostic's code",
        "Lanescope scenario text", ".expect";
}
