//! The forms of `.expect`. Help, completion and the reference read this table.

/// A form of `.expect`.
pub(super) struct ExpectForm {
    /// The words that distinguish the form.
    pub word: &'static str,
    /// The text after `.expect`.
    pub form: &'static str,
    /// The text that completion inserts; empty for a form that begins with a declared name.
    pub insert: &'static str,
    /// The meaning, in one sentence.
    pub prose: &'static str,
    /// An example line.
    pub example: &'static str,
}

/// A form whose word and rest are the text after `.expect`, with an example of the rest.
macro_rules! form {
    ($word:literal, $rest:literal, $prose:expr, $example:literal) => {
        ExpectForm {
            word: $word,
            form: concat!($word, " ", $rest),
            insert: concat!($word, " "),
            prose: $prose,
            example: concat!(".expect ", $word, " ", $example),
        }
    };
}

/// The form of a count of the cost model.
macro_rules! cost {
    ($word:literal, $prose:literal, $example:literal) => {
        form!($word, "N", concat!($prose, " that the instruction above takes, by the cost model."), $example)
    };
}

/// Every form of `.expect`.
pub(super) const EXPECT_FORMS: &[ExpectForm] = &[
    ExpectForm {
        word: "NAME",
        form: "NAME [TYPE] = values",
        insert: "",
        prose: "The values of a surface, variable, predicate or register at the end; `_` skips an element.",
        example: ".expect BUF = 26 _ 34",
    },
    form!("error", "CODE", "An error with this code, in the text or in its run.", "run-trap-outside"),
    form!("warning", "CODE", "A warning with this code, in the text or in its run.", "run-race"),
    form!("note", "CODE", "A note with this code, in the text or in its run.", "run-out-of-bounds"),
    form!(
        "outcomes memory",
        "N",
        "The number of different final memories that all orders of the lanes produce.",
        "4"
    ),
    form!(
        "outcomes results",
        "N",
        "The number of different results of the lanes that all orders produce.",
        "24"
    ),
    ExpectForm {
        insert: "possible { ",
        ..form!(
            "possible",
            "{ NAME [TYPE] = values; ... }",
            "At least one order of the lanes ends with all of these values.",
            "{ BUF = 3; OLD = 1 2 }"
        )
    },
    form!(
        "possible error",
        "CODE",
        "At least one order of the lanes ends with this error. Between braces, `error CODE` goes with values.",
        "run-trap-outside"
    ),
    ExpectForm {
        insert: "impossible { ",
        ..form!(
            "impossible",
            "{ NAME [TYPE] = values; ... }",
            "No order of the lanes ends with all of these values.",
            "{ BUF = 5 }"
        )
    },
    form!("impossible error", "CODE", "No order of the lanes ends with this error.", "run-gave-up"),
    form!(
        "invariant",
        "NAME",
        "Every order of the lanes keeps this invariant, from the start to the end.",
        "total"
    ),
    ExpectForm {
        word: "order-independent",
        form: "order-independent",
        insert: "order-independent",
        prose: "Every order of the lanes ends with the same memory and the same results.",
        example: ".expect order-independent",
    },
    cost!("requests", "Requests to global memory", "4"),
    cost!("sectors", "Sectors of global memory", "5"),
    cost!("lines", "Cache lines of global memory", "2"),
    cost!("passes", "Passes over shared memory", "1"),
    cost!("conflicts", "Bank conflicts in shared memory", "0"),
    cost!("queue", "Lanes that wait on one address", "4"),
];

/// Returns all forms, separated by `|`.
pub(super) fn all_forms() -> String {
    EXPECT_FORMS.iter().map(|row| row.form).collect::<Vec<_>>().join(" | ")
}
