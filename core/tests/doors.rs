//! What the page offers for the order of lanes and for the texts of instructions, as edits of the scenario.

use lanescope_core::session::{PanelEdit, Schedule, Session};
use std::fs;
use std::path::Path;

fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples");
    let files =
        fs::read_dir(folder).expect("the examples are there").map(|file| file.expect("a file").path());
    let read = |path: &Path| fs::read_to_string(path).expect("a text");
    files.map(|path| (path.display().to_string(), read(&path))).collect()
}

#[test]
fn a_built_in_text_means_the_same_as_the_scenarios_own() {
    let mut texts = 0;
    for (name, text) in examples() {
        let session = Session::open(&text);
        let run = session.run.as_ref().expect("examples run");
        for index in 0..run.scenario().program[0].code.texts.len() {
            if session.own_notation(0, index).is_some() {
                continue;
            }
            let after = session.edit(&PanelEdit::Notation { instruction: 0, text: index });
            let after = after.unwrap_or_else(|reason| panic!("{name}, text {index}: {reason}"));
            let span = after.own_notation(0, index).unwrap_or_else(|| panic!("{name}: it is the text's own"));
            let built_in = &run.scenario().program[0].code.texts[index].text;
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
            assert!(
                words(built_in).contains(&words(span.of(&after.text))),
                "{name}: {}",
                span.of(&after.text)
            );
            let again = after.run.as_ref().expect("it still runs");
            assert_eq!(again.len(), run.len(), "{name}, text {index}");
            assert_eq!(again.state(again.len()), run.state(run.len()), "{name}, text {index}");
            assert_eq!(Session::open(&after.formatted()).run.map(|run| run.len()), Some(run.len()), "{name}");
            texts += 1;
        }
    }
    assert!(texts > 60, "{texts}");
}

#[test]
fn a_text_stands_before_its_instruction() {
    let (_, text) =
        examples().into_iter().find(|(name, _)| name.ends_with("01-collision.lane")).expect("there");
    let own = |index| {
        let session = Session::open(&text);
        let after = session.edit(&PanelEdit::Notation { instruction: 0, text: index }).expect("it can be");
        let line = after.text.lines().position(|line| line.starts_with('.') && line.ends_with('{'));
        after.text.lines().skip(line.expect("a block")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(own(1)[..3], [".op ADD {", "  new = old + src0;", "}"]);
    assert!(own(1)[3].starts_with("dword_atomic.add"), "{:?}", own(1));
    assert_eq!(own(0)[..2], [".semantics DWORD_ATOMIC {", "  foreach_active (i) {"]);
}

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
    assert_eq!(gone.err().as_deref(), Some("the text has no place for this"));
}
