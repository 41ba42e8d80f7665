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

const fn row(
    word: &'static str,
    form: &'static str,
    insert: &'static str,
    prose: &'static str,
    example: &'static str,
) -> ExpectForm {
    ExpectForm { word, form, insert, prose, example }
}

/// Every form of `.expect`.
pub(super) const EXPECT_FORMS: &[ExpectForm] = &[
    row(
        "NAME",
        "NAME [TYPE] = values",
        "",
        "The values of a surface, variable, predicate or register at the end; `_` skips an element.",
        ".expect BUF = 26 _ 34",
    ),
    row(
        "error",
        "error CODE",
        "error ",
        "An error with this code, in the text or in its run.",
        ".expect error run-trap-outside",
    ),
    row(
        "warning",
        "warning CODE",
        "warning ",
        "A warning with this code, in the text or in its run.",
        ".expect warning run-race",
    ),
    row(
        "note",
        "note CODE",
        "note ",
        "A note with this code, in the text or in its run.",
        ".expect note run-out-of-bounds",
    ),
    row(
        "outcomes memory",
        "outcomes memory N",
        "outcomes memory ",
        "The number of different final memories that all orders of the lanes produce.",
        ".expect outcomes memory 4",
    ),
    row(
        "outcomes results",
        "outcomes results N",
        "outcomes results ",
        "The number of different results of the lanes that all orders produce.",
        ".expect outcomes results 24",
    ),
    row(
        "possible",
        "possible { NAME [TYPE] = values; ... }",
        "possible { ",
        "At least one order of the lanes ends with all of these values.",
        ".expect possible { BUF = 3; OLD = 1 2 }",
    ),
    row(
        "possible error",
        "possible error CODE",
        "possible error ",
        "At least one order of the lanes ends with this error. Between braces, `error CODE` goes with values.",
        ".expect possible error run-trap-outside",
    ),
    row(
        "impossible",
        "impossible { NAME [TYPE] = values; ... }",
        "impossible { ",
        "No order of the lanes ends with all of these values.",
        ".expect impossible { BUF = 5 }",
    ),
    row(
        "impossible error",
        "impossible error CODE",
        "impossible error ",
        "No order of the lanes ends with this error.",
        ".expect impossible error run-gave-up",
    ),
    row(
        "invariant",
        "invariant NAME",
        "invariant ",
        "Every order of the lanes keeps this invariant, from the start to the end.",
        ".expect invariant total",
    ),
    row(
        "order-independent",
        "order-independent",
        "order-independent",
        "Every order of the lanes ends with the same memory and the same results.",
        ".expect order-independent",
    ),
    row(
        "requests",
        "requests N",
        "requests ",
        "Requests to global memory that the instruction above takes, by the cost model.",
        ".expect requests 4",
    ),
    row(
        "sectors",
        "sectors N",
        "sectors ",
        "Sectors of global memory that the instruction above takes, by the cost model.",
        ".expect sectors 5",
    ),
    row(
        "lines",
        "lines N",
        "lines ",
        "Cache lines of global memory that the instruction above takes, by the cost model.",
        ".expect lines 2",
    ),
    row(
        "passes",
        "passes N",
        "passes ",
        "Passes over shared memory that the instruction above takes, by the cost model.",
        ".expect passes 1",
    ),
    row(
        "conflicts",
        "conflicts N",
        "conflicts ",
        "Bank conflicts in shared memory that the instruction above takes, by the cost model.",
        ".expect conflicts 0",
    ),
    row(
        "queue",
        "queue N",
        "queue ",
        "Lanes that wait on one address that the instruction above takes, by the cost model.",
        ".expect queue 4",
    ),
];

/// Returns all forms, separated by `|`.
pub(super) fn all_forms() -> String {
    EXPECT_FORMS.iter().map(|row| row.form).collect::<Vec<_>>().join(" | ")
}
