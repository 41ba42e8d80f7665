//! Edits of the lane order, as the page offers them.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::session::{Session, run::Schedule, text::PanelEdit};

#[test]
fn an_order_is_written_where_it_is_in_force() {
    let base =
        ".lanes 4\n.decl A v_type=G type=ud num_elts=8 align=GRF\nadd (M1, 4) A(0,0)<1> A(0,0)<1;1,0> 1:ud\n";
    let lines = |text: &str, order: Schedule| {
        let session = Session::open(text);
        let after = session.edit(&PanelEdit::Order { instruction: 0, order }).expect("it can be");
        after.text.lines().filter(|line| line.starts_with(".order")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(base, Schedule::Descending), [".order descending"]);
    let with = format!(".order 3 1\n{base}");
    assert_eq!(lines(&with, Schedule::Explicit(vec![vec![2, 0]])), [".order 2 0"]);
    assert_eq!(lines(&with, Schedule::Seeded(7)), [".order seed=7"]);
    let gone = Session::open(base).edit(&PanelEdit::Order { instruction: 9, order: Schedule::Ascending });
    assert_eq!(gone.err().as_deref(), Some("this change does not apply to the text"));
}
