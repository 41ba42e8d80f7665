//! The notation's builtins: each example in the table compiles, and completion offers each word where notation is
//! typed.

use lanescope_core::semantics::BUILTINS;
use lanescope_core::session::Session;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn with(expression: &str) -> String {
    format!(
        ".isa sass sm=52\n.lanes 32\n\
         .semantics SUATOM {{ foreach_active (i) {{ if (defined({expression})) Rd[i] = 0; }} }}\n\
         SUATOM.D.1D.CAS R4, [R0], R8, 0x0;\n"
    )
}

#[test]
fn each_example_compiles() {
    for row in BUILTINS {
        assert!(row.example.starts_with(&format!("{}(", row.name)), "{}", row.example);
        let session = Session::open(&with(row.example));
        assert!(session.run.is_some(), "{}: {:#?}", row.example, session.diagnostics);
        // A call with one more argument does not compile.
        let more = row.example.replacen(')', ", 1)", 1);
        assert!(Session::open(&with(&more)).run.is_none(), "{more}");
    }
}

#[test]
fn rows_state_which_builtins_return_a_truth_value() {
    for row in BUILTINS {
        // `min` takes numbers, so it rejects a truth value.
        let session = Session::open(&with(&format!("min({0}, {0})", row.example)));
        assert_eq!(session.run.is_none(), row.gives() == "bool", "{}: {:#?}", row.name, session.diagnostics);
    }
}

#[test]
fn builtins_are_offered_where_notation_is_typed() {
    let offered = |before: &str, after: &str| {
        let session = Session::open(&format!("{before}{after}"));
        let items = session.complete(before.len()).map(|completion| completion.items).unwrap_or_default();
        items.into_iter().map(|item| item.detail).collect::<Vec<_>>()
    };
    assert_eq!(offered(".op X { new = cl", "; }\n"), ["clamp(a, low, high)"]);
    assert_eq!(offered(".op X = m", "\n"), ["min(a, b)", "max(a, b)", "modifier(NAME, WORD)"]);
    assert_eq!(offered(".op X { // cl", "\n}\n"), [""; 0], "not in a comment");
    assert_eq!(offered(".op X { new = 1", "; }\n"), [""; 0]);
    assert_eq!(offered(".op X { new = 1; }\n.set cl", "\n"), [""; 0], "not after it");
}
