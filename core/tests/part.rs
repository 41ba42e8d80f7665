//! A text of the notation in an editor of its own, and the scenario that results from typing there.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::{Random, files, root};
use lanescope_core::base::Span;
use lanescope_core::session::{
    Session, known_sets,
    text::{NotationPart, PartName},
};
use std::collections::BTreeSet;

const TEXT: &str = "\
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.surface BUF buffer ud = 10
dword_atomic.add (M1, 8) BUF OFF.0 OFF.0 V0.0 V0.0
";

fn name(instruction: &str, operation: Option<&str>) -> PartName {
    PartName { instruction: instruction.into(), operation: operation.map(Into::into) }
}

fn part(text: &str, operation: Option<&str>) -> NotationPart {
    Session::open(text).notation_part(&name("DWORD_ATOMIC", operation)).expect("there is such a text")
}

/// Returns the lines from the first directive with notation to the program.
fn directive(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(".op") && !line.starts_with(".semantics"));
    lines.take_while(|line| !line.starts_with("dword_atomic")).collect()
}

#[test]
fn the_smallest_directive_is_written() {
    let add = part(TEXT, Some("ADD"));
    assert_eq!(&*add.text, "new = old + src0;");
    assert_eq!(directive(&add.written("new = add_sat(old, src0);").text), [".op ADD = add_sat(old, src0)"]);
    assert_eq!(
        directive(&add.written("new = old;\nresult = new;").text),
        [".op ADD {", "  new = old;", "  result = new;", "}"]
    );
    assert_eq!(directive(&add.written("new == old;").text), [".op ADD {", "  new == old;", "}"]);
    assert_eq!(directive(&add.written("").text), [".op ADD {", "", "}"]);
    let whole = part(TEXT, None);
    let changed = whole.text.replace("atomic {", "{");
    let written = whole.written(&changed).text;
    // The test of alignment, which two lines are, comes before the loop.
    assert_eq!(directive(&written)[0], ".semantics DWORD_ATOMIC {");
    assert_eq!(directive(&written)[3], "  foreach_active (i) {");
}

#[test]
fn the_manuals_text_needs_no_directive() {
    for operation in [None, Some("ADD"), Some("SUB")] {
        let part = part(TEXT, operation);
        assert_eq!(part.written(&part.text).text, TEXT);
        assert_eq!(
            part.written(&format!("\n  {}\n", part.text.replace('\n', "\n  "))).text,
            TEXT,
            "white space"
        );
        let changed = part.written("// nothing").text;
        let again = Session::open(&changed).notation_part(&part.name).expect("it is there");
        assert_eq!(&*again.text, "// nothing");
        assert_eq!(again.written(&part.text).text, TEXT, "the directive goes again");
    }
}

#[test]
fn definitions_of_a_document_keep_their_form() {
    let own = ".op TWICE { new = old * 2; }\n.op ADD F = old + src0\n.semantics MINE like DWORD_ATOMIC {\n  foreach_active (i) { dst[i] = 1; }\n}\n";
    let text = TEXT.replace("dword_atomic.add", &format!("{own}mine.add"));
    let session = Session::open(&text);
    let names: Vec<String> = session.part_names("MINE").iter().map(|name| name.text().to_string()).collect();
    assert_eq!(names.first().map(String::as_str), Some("MINE"));
    assert!(names.contains(&"TWICE".to_owned()) && names.contains(&"ADD".to_owned()), "{names:?}");
    for (name, typed, expected) in [
        (name("MINE", Some("TWICE")), "new = old;", ".op TWICE = old"),
        (name("MINE", Some("ADD")), "new = old + src0;", ".op ADD F = old + src0"),
        (name("MINE", None), "dst[0] = 1;", ".semantics MINE like DWORD_ATOMIC {"),
    ] {
        let part = session.notation_part(&name).expect("it is there");
        let written = part.written(typed);
        assert!(written.text.contains(&format!("{expected}\n")), "{}", written.text);
        assert_eq!(written.directive.map(|span| span.of(&written.text).starts_with(expected)), Some(true));
    }
}

#[test]
fn findings_lie_where_they_were_typed() {
    let add = part(TEXT, Some("ADD"));
    let found_in = |typed: &str| {
        let written = add.written(typed);
        let session = Session::open(&written.text);
        assert!(session.run.is_none(), "{typed}");
        let found = add.findings(typed, &written, &session.diagnostics);
        found.into_iter().map(|found| (found.span.of(typed).to_owned(), found.span.start)).collect::<Vec<_>>()
    };
    assert_eq!(found_in("new = odl + src0;"), [("odl".to_owned(), 6)]);
    assert_eq!(found_in("UD a = 1;\nif (a == 1) new = nwe;"), [("nwe".to_owned(), 28)]);
    assert_eq!(
        found_in("if (old == 0) {\n  new = 1;"),
        [(String::new(), 26)],
        "what is never closed is so at the end"
    );
}

#[test]
fn differences_from_the_manual_are_listed_and_reverted() {
    let part = part(TEXT, None);
    let lines: Vec<&str> = part.text.lines().collect();
    let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    changed[1] += " // mine";
    changed.remove(3);
    changed.push("// more".to_owned());
    let typed = changed.join("\n");
    let hunks = part.hunks(&typed);
    let places: Vec<_> = hunks.iter().map(|hunk| (hunk.lines.clone(), hunk.manual.len())).collect();
    let count = changed.len();
    assert_eq!(places, [(1..2, 1), (3..3, 1), (count - 1..count, 0)]);
    let mut back = typed;
    for _ in 0..3 {
        let first = part.hunks(&back).into_iter().next().expect("one is left");
        back = part.reverted(&back, &first);
    }
    assert!(part.is_manual(&back), "{back}");
}

#[test]
fn a_text_becomes_a_new_instruction() {
    let session = Session::open(TEXT);
    let part = session.notation_part(&name("DWORD_ATOMIC", None)).expect("it is there");
    let make = |name: &str| part.make_new(&session, name, &part.text, 0);
    let text = make("my_add").expect("the name is free");
    let after = Session::open(&text);
    assert_eq!(after.diagnostics, []);
    let end = |session: &Session| session.run.as_ref().map(|run| run.state(run.len()));
    assert_eq!(end(&after), end(&session), "it does the same");
    assert!(
        text.contains("\nmy_add.add (M1, 8)") && text.contains(".semantics MY_ADD like DWORD_ATOMIC {\n"),
        "{text}"
    );
    assert_eq!(make("dword_atomic"), Err("`DWORD_ATOMIC` is an instruction already".to_owned()));
    for broken in ["", "1a", "a b", "é"] {
        assert!(make(broken).is_err(), "{broken}");
    }
}

#[test]
fn a_text_becomes_a_new_operation() {
    let session = Session::open(TEXT);
    let part = session.notation_part(&name("DWORD_ATOMIC", Some("ADD"))).expect("it is there");
    let make = |name: &str, text: &str| part.make_new(&session, name, text, 0);
    let end = |session: &Session| session.run.as_ref().map(|run| run.state(run.len()));
    for (text, said) in [
        (&*part.text, ".op MY_ADD = old + src0\n"),
        ("UD sum = old + src0;\nnew = sum;", ".op MY_ADD {\n  UD sum = old + src0;\n  new = sum;\n}\n"),
    ] {
        let made = make("my_add", text).expect("the name is free");
        let after = Session::open(&made);
        assert_eq!(after.diagnostics, [], "{made}");
        assert_eq!(end(&after), end(&session), "it does the same");
        assert!(made.contains("\ndword_atomic.my_add (M1, 8)") && made.contains(said), "{made}");
    }
    assert_eq!(make("sub", &part.text), Err("`SUB` is an operation already".to_owned()));
    assert_eq!(make("dword_atomic", &part.text), Err("`DWORD_ATOMIC` is an instruction already".to_owned()));
}

/// Returns the steps of a run without positions in its texts.
fn trace(session: &Session) -> Vec<String> {
    let run = session.run.as_ref().expect("it runs");
    let step = |step: lanescope_core::trace::MicroStep| {
        format!("{:?} {:?} {:?}", step.lane, step.phase, step.effects)
    };
    run.steps().map(step).collect()
}

#[test]
fn the_built_in_texts_written_into_a_document_give_the_identical_trace() {
    let (mut wanted, mut done) = (BTreeSet::new(), BTreeSet::new());
    for row in known_sets().instructions() {
        let session = Session::open(if row.numbered().is_some() { ".isa sass sm=52\n" } else { "" });
        wanted.extend(
            session.part_names(&row.mnemonic).into_iter().map(|name| (name.instruction, name.operation)),
        );
    }
    for (path, text) in files(&root("core/tests/cases"), "lane") {
        let session = Session::open(&text);
        let Some(run) = session.run.as_ref().filter(|run| run.len() < 5_000) else { continue };
        for bound in &run.scenario().program {
            for (index, own) in bound.code.texts.iter().enumerate() {
                let operation = (index > 0).then(|| &*own.name);
                let name = name(&bound.row.mnemonic, operation);
                let is_new = own.document_offset.is_none()
                    && !done.contains(&(name.instruction.clone(), name.operation.clone()));
                if !is_new {
                    continue;
                }
                let part = session.notation_part(&name).unwrap_or_else(|| panic!("{name:?}"));
                let written = part.written_out(&part.text);
                let after = Session::open(&written.text);
                assert_eq!(trace(&after), trace(&session), "{}: {name:?}\n{}", path.display(), written.text);
                let again = after.notation_part(&name).expect("it is there");
                assert_eq!(again.text, part.text, "{name:?}");
                assert!(written.text.contains(if index == 0 { ".semantics " } else { ".op " }));
                done.insert((name.instruction, name.operation));
            }
        }
    }
    let missing: Vec<&str> =
        wanted.difference(&done).map(|(_, operation)| operation.as_deref().unwrap_or("")).collect();
    assert_eq!(missing, [""; 0]);
    assert_eq!(done.len(), 170);
}

#[test]
fn typed_text_maps_to_the_scenario_and_back() {
    const PIECES: &[&str] = &[
        "{", "}", "new", " = ", "old", ";", "\n", "  ", "é", "😀", "(", ")", "// x", "/*", "*/", ".op X {",
        "\t", "\r", "\"", "if",
    ];
    let mut random = Random::new(18);
    for operation in [None, Some("ADD")] {
        let part = part(TEXT, operation);
        for _ in 0..crate::common::draws(60) {
            let typed: String = (0..random.below(24)).map(|_| PIECES[random.below(PIECES.len())]).collect();
            let written = part.written_out(&typed);
            for (at, sign) in typed.char_indices().filter(|(_, sign)| !sign.is_whitespace()) {
                let there = written.to_scenario(at);
                if operation.is_none() || written.text.contains(".op ADD {") {
                    assert!(written.text[there..].starts_with(sign), "{typed:?} at {at}");
                    let span = Span::new(there, there + sign.len_utf8());
                    assert_eq!(written.to_part(span), Some(Span::new(at, at + sign.len_utf8())), "{typed:?}");
                }
            }
            let session = Session::open(&written.text);
            for found in part.findings(&typed, &written, &session.diagnostics) {
                assert!(typed.get(found.span.range()).is_some(), "{typed:?}: {found:?}");
            }
            for hunk in part.hunks(&typed) {
                part.reverted(&typed, &hunk);
            }
        }
    }
}
