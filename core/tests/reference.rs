//! The reference covers whatever a text may contain, and explains the word under the caret.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::semantics::{BUILTINS, NAMES, OPERATORS, notation_words};
use lanescope_core::session::{Session, known_sets, text::reference};

#[test]
fn every_entry_says_something_and_every_table_is_in_it() {
    let sets = known_sets();
    for set in sets.all() {
        let all = reference(set, &sets);
        for entry in &all {
            assert!(!entry.name.is_empty() && !entry.usage.is_empty(), "{entry:?}");
            assert!(entry.prose.ends_with('.') && entry.prose.len() > 4, "{entry:?}");
        }
        let has = |name: &str| all.iter().any(|entry| entry.name == name);
        for row in &set.instructions {
            assert!(has(&set.spelled(&row.mnemonic)), "{}", row.mnemonic);
            // The operation that a mnemonic names has no word of its own.
            for op in row.op_table().iter().filter(|_| row.own_op_table.is_none()).flat_map(|table| table.ops)
            {
                let is_refused = matches!(
                    (row.op_table().expect("it has one").op_support)(op, &Default::default()),
                    lanescope_core::spec::OpSupport::Refused(_)
                );
                assert!(is_refused || has(&op.assembler_name()), "{}", op.name);
            }
        }
        assert!(BUILTINS.iter().all(|row| has(row.name)));
        assert!(notation_words().all(|word| has(word.name)));
        assert!(serde_json::to_string(&all).is_ok());
    }
}

/// Returns the heading and the name of the entry that explains the word at `|`.
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
        (".model volta bas|e=4", "Keys of directives", "base"),
        (".limit instructions mi|n=4", "Keys of directives", "min"),
        ("dword|_atomic.add (M1, 8) A B C D E", "Instructions", "dword_atomic"),
        ("dword_atomic.cmp|xchg (M1, 8) A B C D E", "Modifiers of a mnemonic", "cmpxchg"),
        ("add (M2_|NM, 4) A B C", "Execution masks", "M2_NM"),
        (".decl OFF v_type=G type=u|d num_elts=8\n", "Types", "ud"),
        (".surface BUF buf|fer ud = 1", "Kinds of surface", "buffer"),
        (".op NAND = cla|mp(old, 0, 4)", "Builtins of the notation", "clamp"),
        (".semantics ADD { fore|ach_active (i) { } }", "Words of the notation", "foreach_active"),
        (".decl OFF v_type=G type=ud num_elts=8\n.set O|FF = 1\n", "This text", "OFF"),
        (".isa sass sm=52\nSUATOM.D.2D.ADD.I|GN R0, [R0], R4, 0x0;", "Modifiers of a mnemonic", "IGN"),
        (
            ".isa sass sm=52\nSUATOM.D.2D.ADD.F32.FT|Z.RN R0, [R0], R4, 0x0;",
            "Modifiers of a mnemonic",
            "F32.FTZ.RN",
        ),
    ];
    for (text, group, name) in cases {
        assert_eq!(explained(text), Some((group, name.to_owned())), "{text}");
    }
    let (_, base) = Session::open(".model volta base=4").explain(14).expect("`base` is a key");
    assert_eq!(base.usage, ".model ... base=");
    assert_eq!(explained("// noth|ing"), None);
    assert_eq!(explained("|"), None);
}

#[test]
fn the_forms_of_expect_are_in_the_reference() {
    let sets = known_sets();
    let all = reference(sets.default_set(), &sets);
    let forms: Vec<&str> =
        all.iter().filter(|entry| entry.group == "Expectations").map(|entry| entry.usage.as_str()).collect();
    let expect = all.iter().find(|entry| entry.name == ".expect").expect("the directive is in the reference");
    // The forms that the parser accepts, as its rules state them.
    for form in [
        "NAME [TYPE] = values",
        "error CODE",
        "warning CODE",
        "note CODE",
        "outcomes memory N",
        "outcomes results N",
        "possible { NAME [TYPE] = values; ... }",
        "possible error CODE",
        "impossible { NAME [TYPE] = values; ... }",
        "impossible error CODE",
        "invariant NAME",
        "order-independent",
    ] {
        assert!(forms.contains(&format!(".expect {form}").as_str()), "{form}: {forms:?}");
        assert!(expect.usage.contains(form), "{form}: {}", expect.usage);
    }
}

#[test]
fn each_directive_that_takes_keys_lists_them() {
    let sets = known_sets();
    for set in sets.all() {
        let all = reference(set, &sets);
        let has =
            |form: &str| all.iter().any(|entry| entry.group == "Keys of directives" && entry.usage == form);
        for form in [
            ".isa visa grf=",
            ".isa sass sm=",
            ".lanes ... active=",
            ".decl ... v_type=",
            ".decl ... type=",
            ".decl ... num_elts=",
            ".decl ... align=",
            ".decl ... alias=",
            ".surface ... size=",
            ".pool ... max=",
        ] {
            assert!(has(form), "{form}");
        }
    }
}

/// Opens a scenario in which a lane evaluates an expression as UD and writes it to `BUF[0]`.
fn evaluating(expression: &str) -> Session {
    Session::open(&format!(
        ".isa visa grf=32\n.lanes 8\n.decl OFF v_type=G type=ud num_elts=8\n.decl BUF v_type=T num_elts=1\n\
         .set OFF = 0\n.surface BUF buffer ud = 99\n\
         .semantics DWORD_ATOMIC {{ foreach_active (i) {{ surface[element_offset[i]] = UD({expression}); }} }}\n\
         dword_atomic.inc (M1, 1) BUF OFF.0 V0.0 V0.0 V0.0\n"
    ))
}

#[test]
fn each_operator_has_an_example_that_runs() {
    for row in OPERATORS {
        let session = evaluating(row.example);
        assert!(session.run.is_some(), "{}: {:#?}", row.form(), session.diagnostics);
    }
}

/// The expected values are those of C for the same expressions.
#[test]
fn operators_bind_as_in_c() {
    for (expression, value) in [
        ("1 + 2 << 3", 24),
        ("2 + 3 * 4", 14),
        ("7 - 2 - 1", 4),
        ("100 / 10 / 2", 5),
        ("1 | 6 & 3 ^ 5", 7),
        ("1 < 2 == 1 < 3", 1),
        ("0 == 1 ? 5 : 1 ? 6 : 7", 6),
        ("~0 >> 28 & 7", 7),
        ("UD(-1) / 2 > 5 && !0", 1),
    ] {
        let session = evaluating(expression);
        let run = session.run.as_ref().unwrap_or_else(|| panic!("{expression}: {:#?}", session.diagnostics));
        let surface = &run.scenario().layout.surfaces[0];
        assert_eq!(run.state(run.len()).read(surface.element(0)).value, value, "{expression}");
    }
    let bindings: Vec<u32> = OPERATORS.iter().map(|row| row.binding).collect();
    assert!(bindings.is_sorted_by(|a, b| a >= b), "the tightest come first");
}

/// Each name is known in some instruction of the set that its description names.
#[test]
fn each_name_of_the_notation_is_known_where_its_sentence_says() {
    let declared = ".isa visa grf=32\n.lanes 16\n.decl OFF v_type=G type=ud num_elts=16\n\
        .decl A v_type=G type=ud num_elts=16\n.decl B v_type=G type=ud num_elts=16\n.decl BUF v_type=T num_elts=1\n\
        .set OFF = 0\n.set A = 0\n.surface BUF buffer ud = 1 2 3 4\n";
    for name in NAMES {
        let text = match name.example.strip_prefix("op ") {
            Some(op) => {
                let word = op.split_whitespace().next().expect("an operation has a name").to_lowercase();
                let [src0, src1] = ["src0", "src1"].map(|src| if op.contains(src) { "A.0" } else { "V0.0" });
                format!("{declared}.op {op}\ndword_atomic.{word} (M1, 1) BUF OFF.0 {src0} {src1} B.0\n")
            }
            None if name.prose.contains("channels of texels") => format!(
                "{declared}.decl IMG v_type=T num_elts=1\n.surface IMG 1d R32_UINT 8\n\
                 .semantics GATHER4_TYPED {{ UD channel = 0; {} }}\ngather4_typed.R (M1, 8) IMG OFF.0 V0.0 V0.0 V0.0 B.0\n",
                name.example
            ),
            None if name.prose.contains("with blocks") => format!(
                "{declared}.decl Q v_type=G type=uq num_elts=8\n.set Q = [0; 8]\n.surface %scratch stateless ud 8\n\
                 .semantics SVM_GATHER {{ {} }}\nsvm_gather.4.2 (M1, 8) Q.0 B.0\n",
                name.example
            ),
            None if name.prose.contains("channels") => format!(
                "{declared}.semantics GATHER4_SCALED {{ {} }}\ngather4_scaled.R (M1, 8) BUF 0x0:ud OFF.0 B.0\n",
                name.example
            ),
            None if name.prose.contains("element of a surface") => format!(
                ".isa sass sm=52\n.semantics SULD {{ foreach_active (i) {{ {} }} }}\nSULD.D.1D.128 R0, [R4], 0x0;\n",
                name.example
            ),
            None if name.prose.contains("states the size") => format!(
                "{declared}.semantics LSC_LOAD {{ {} }}\nlsc_load.ugm (M1, 8) A:d32 bti(BUF)[OFF]:a32\n",
                name.example
            ),
            None => format!(
                "{declared}.semantics ADD {{ {} }}\nadd (M1, 8) B(0,0)<1> A(0,0)<1;1,0> 1:ud\n",
                name.example
            ),
        };
        let session = Session::open(&text);
        assert!(name.example.contains(name.name), "{}", name.example);
        assert!(session.run.is_some(), "{}: {:#?}", name.name, session.diagnostics);
    }
}

/// `.set` refuses `_` and accepts the other values.
#[test]
fn each_example_of_a_value_runs() {
    let sets = known_sets();
    for entry in reference(sets.default_set(), &sets).iter().filter(|entry| entry.group == "Values") {
        let ty = if ["nan", "inf"].contains(&entry.name.as_str()) { "f" } else { "ud" };
        let text = format!(".decl OFF v_type=G type={ty} num_elts=4\n{}\n", entry.example);
        let errors: Vec<_> = Session::open(&text)
            .diagnostics
            .iter()
            .filter(|found| found.code().starts_with("text-"))
            .map(|found| found.message.clone())
            .collect();
        assert_eq!(errors, [""; 0], "{}", entry.example);
    }
}
