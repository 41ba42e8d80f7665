//! The reference has whatever a text may hold, and the word under the caret leads into it.

use lanescope_core::semantics::{BUILTINS, notation_words};
use lanescope_core::session::{Session, reference, roll_call};

#[test]
fn every_entry_says_something_and_every_table_is_in_it() {
    let roll_call = roll_call();
    for set in roll_call.sets() {
        let all = reference(set, &roll_call);
        for entry in &all {
            assert!(!entry.name.is_empty() && !entry.form.is_empty(), "{entry:?}");
            assert!(entry.prose.ends_with('.') && entry.prose.len() > 4, "{entry:?}");
        }
        let has = |name: &str| all.iter().any(|entry| entry.name == name);
        for row in &set.instructions {
            assert!(has(&set.spelled(&row.mnemonic)), "{}", row.mnemonic);
            for op in row.op_table().iter().flat_map(|table| table.ops) {
                let is_refused = matches!(
                    (row.op_table().expect("it has one").op_use)(op, &Default::default()),
                    lanescope_core::spec::OpUse::Refused(_)
                );
                assert!(is_refused || has(&op.text_word()), "{}", op.name);
            }
        }
        assert!(BUILTINS.iter().all(|row| has(row.name)));
        assert!(notation_words().all(|word| has(word.name)));
        assert!(serde_json::to_string(&all).is_ok());
    }
}

/// What the word at `|` is explained by: its heading and name.
fn explained(text: &str) -> Option<(&'static str, String)> {
    let caret = text.find('|').expect("the caret is marked");
    let session = Session::open(&text.replacen('|', "", 1));
    session.explain(caret).map(|(_, entry)| (entry.group, entry.name))
}

#[test]
fn the_word_under_the_caret_is_explained() {
    let cases = [
        (".la|nes 8", "Directives", ".lanes"),
        (".lanes 8 act|ive=0xff", "Keys of directives", "active"),
        ("dword|_atomic.add (M1, 8) A B C D E", "Instructions", "dword_atomic"),
        ("dword_atomic.cmp|xchg (M1, 8) A B C D E", "Words behind a mnemonic", "cmpxchg"),
        ("add (M2_|NM, 4) A B C", "Execution masks", "M2_NM"),
        (".decl OFF v_type=G type=u|d num_elts=8\n", "Types", "ud"),
        (".surface BUF buf|fer ud = 1", "Kinds of surface", "buffer"),
        (".op NAND = cla|mp(old, 0, 4)", "Builtins of the notation", "clamp"),
        (".semantics ADD { fore|ach_active (i) { } }", "Words of the notation", "foreach_active"),
        (".decl OFF v_type=G type=ud num_elts=8\n.set O|FF = 1\n", "This text", "OFF"),
        (".isa sass sm=52\nSUATOM.D.2D.ADD.I|GN R0, [R0], R4, 0x0;", "Words behind a mnemonic", "IGN"),
        (
            ".isa sass sm=52\nSUATOM.D.2D.ADD.F32.FT|Z.RN R0, [R0], R4, 0x0;",
            "Words behind a mnemonic",
            "F32.FTZ.RN",
        ),
    ];
    for (text, group, name) in cases {
        assert_eq!(explained(text), Some((group, name.to_owned())), "{text}");
    }
    assert_eq!(explained("// noth|ing"), None);
    assert_eq!(explained("|"), None);
}
