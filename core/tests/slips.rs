//! Slips while typing: their findings, and the text after the fix.

use lanescope_core::base::{Span, apply_edits};
use lanescope_core::diag::{Diagnostic, Severity, render};
use lanescope_core::session::{Session, text::rules};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns a text with eight lanes and a buffer of four dwords, followed by `declarations` and `line`.
fn scenario(declarations: &str, line: &str) -> String {
    format!(
        ".lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl VAL v_type=G type=ud num_elts=8 align=GRF\n\
         .decl BUF v_type=T num_elts=1\n.set OFF = 0\n.set VAL = 1\n.surface BUF buffer ud = 1 2 3 4\n{declarations}\n{line}\n"
    )
}

const ADD: &str = "dword_atomic.add (M1, 1) BUF OFF.0 VAL.0 V0.0 V0.0";

fn found(text: &str, code: &str) -> Diagnostic {
    let session = Session::open(text);
    let found = session.diagnostics.iter().find(|finding| finding.code() == code).cloned();
    found.unwrap_or_else(|| panic!("no `{code}`: {:?}\n{text}", session.diagnostics))
}

/// Applies the fix of the first finding with this code.
fn fixed(text: &str, code: &str) -> String {
    let finding = found(text, code);
    let fix = finding.fix.unwrap_or_else(|| panic!("no fix for `{}`", finding.message));
    apply_edits(text, &fix.edits)
}

/// Checks that the fix turns `before` into `after`, which has no error.
fn fix_gives(before: &str, code: &str, after: &str) {
    assert_eq!(fixed(before, code), after);
    let session = Session::open(after);
    let errors = session.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
    let errors: Vec<&str> = errors.map(|finding| &*finding.message).collect();
    assert!(errors.is_empty(), "{errors:?}\n{after}");
}

#[test]
fn a_surface_is_declared_above_its_line_with_any_separator() {
    for gap in [" ", "  ", "\t", " \t ", " /* the buffer */ "] {
        let line = format!(".surface{gap}OUT buffer ud = 1");
        let (before, after) =
            (scenario(&line, ADD), scenario(&format!(".decl OUT v_type=T num_elts=1\n{line}"), ADD));
        fix_gives(&before, "visa-undeclared", &after);
    }
}

#[test]
fn a_predefined_name_is_no_surface_and_cannot_be_declared() {
    for line in [".surface%B buffer ud = 1", ".surface P0 buffer ud = 1", ".surface V5 buffer ud = 1"] {
        assert_eq!(found(&scenario(line, ADD), "visa-reserved-name").fix, None, "{line}");
    }
}

#[test]
fn a_name_that_is_declared_as_a_variable_is_not_declared_again() {
    let finding = found(&scenario(".surface VAL buffer ud = 1", ADD), "visa-wrong-kind");
    assert_eq!(finding.message, "`VAL` is declared as something else; expected a surface");
    assert_eq!(finding.fix, None);
}

#[test]
fn an_extent_beyond_all_numbers_is_too_large() {
    let line = |extent: &str| scenario(&format!(".decl B v_type=T num_elts=1\n.surface B {extent}"), ADD);
    let most = u64::MAX;
    for extent in [
        format!("3d R32_UINT {most}x{most}x4"),
        format!("buffer ud {most}"),
        format!("2d R32_UINT {most}x{most}"),
    ] {
        assert_eq!(found(&line(&extent), "limit-surface-size").message, "`B` would have more than 64 KiB");
    }
    // A buffer has one dimension.
    for extent in ["2x3".to_owned(), format!("{most}x{most}x4")] {
        let finding = found(&line(&format!("buffer ud {extent}")), "text-surface-extent");
        assert_eq!(
            finding.message,
            "a `buffer` has one dimension; expected a number of elements, for instance `8`"
        );
    }
}

#[test]
fn a_surface_that_does_not_fit_below_4_gib_is_an_error() {
    let line = "SUATOM.D.1D.ADD.IGN R4, [R0], R1, R2;";
    // In the first case, the second surface would begin at 0xfffffe00 + 512 = 2^32. In the second case, it would begin
    // below 2^32 and end past it.
    for (base, texels, next) in [("0xfffffe00", 128, 1), ("0xfffffc00", 64, 256)] {
        let text = format!(
            ".isa sass sm=52\n.surface 0 1d R32_UINT {texels} base={base}\n.surface 1 1d R32_UINT {next}\n{line}\n"
        );
        let finding = found(&text, "sass-base");
        assert_eq!(finding.severity, Severity::Error);
        let message =
            "surface 1 does not fit below 4 GiB after surface 0; expected `base=` with a free address";
        assert_eq!(finding.message, message);
    }
    // A surface may use the last 512 bytes of the address space.
    let text = format!(
        ".isa sass sm=52\n.lanes 2\n.set R0 = 127 128\n.set R1 = 1\n.surface 0 1d R32_UINT 128 base=0xfffffe00\n\
         .set R2 = 0\n{line}\n"
    );
    let session = Session::open(&text);
    assert!(session.run.is_some(), "{:?}", session.diagnostics);
}

#[test]
fn an_expected_finding_has_the_severity_that_is_expected() {
    let outside =
        scenario("", "dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 V0.0").replace("OFF = 0", "OFF = 0 64");
    let holds = |word: &str| {
        let session = Session::open(&format!("{outside}.expect {word} run-out-of-bounds\n"));
        (session.expectations[0].holds(), session.expectations[0].differences.concat())
    };
    assert_eq!(holds("note"), (true, String::new()));
    let said = "`run-out-of-bounds` was reported with severity `note`, expected `error`";
    assert_eq!(holds("error"), (false, said.to_owned()));
    assert!(!holds("warning").0);
    // An expected note does not excuse an error with its code.
    let undeclared = format!("{}.expect note visa-undeclared\n", scenario("", &ADD.replace("VAL", "NONE")));
    assert!(Session::open(&undeclared).unexpected_errors());
    assert!(!Session::open(&undeclared.replace("expect note", "expect error")).unexpected_errors());
}

#[test]
fn lanes_that_cannot_be_dispatched_name_every_count_that_can() {
    for (head, counts) in [(".isa visa", "1, 2, 4, 8, 16 or 32"), (".isa sass", "1, 2, 4, 8, 16 or 32")] {
        let text = format!("{head}\n.lanes 5\n");
        let session = Session::open(&text);
        let said: Vec<&str> = session.diagnostics.iter().map(|finding| &*finding.message).collect();
        assert_eq!(said, [format!("5 lanes cannot be dispatched; expected {counts}")]);
    }
}

#[test]
fn an_undefined_source_that_is_read_without_an_index_is_reported() {
    let text = scenario(
        ".decl NONE v_type=G type=ud num_elts=8 align=GRF\n.semantics DWORD_ATOMIC { foreach_active (i) { surface[0] = src0; } }",
        "dword_atomic.add (M1, 1) BUF OFF.0 NONE.0 V0.0 V0.0",
    );
    assert_eq!(found(&text, "run-undefined-source").message, "lane 0: `src0` is undefined for lane 0");
}

#[test]
fn a_mistyped_mnemonic_is_an_error_and_leaves_what_is_set_up() {
    let text = scenario("", &ADD.replace("dword_atomic", "dword_atomc"));
    let finding = found(&text, "visa-unknown-instruction");
    assert_eq!((finding.severity, &*finding.message), (Severity::Error, "unknown instruction `dword_atomc`"));
    fix_gives(&text, "visa-unknown-instruction", &scenario("", ADD));
    let setup = Session::open(&text).setup.expect("there is something to show");
    assert_eq!(setup.layout.surfaces.len(), 1);
}

#[test]
fn an_instruction_that_is_not_modelled_says_what_can_be_used_instead() {
    let line = "sample4.RG (M1, 8) BUF OFF.0 OFF.0 V0.0 V0.0 VAL.0";
    let finding = found(&scenario("", line), "visa-unknown-instruction");
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(
        finding.notes.iter().map(|note| &*note.text).collect::<Vec<_>>(),
        [
            "`gather4_typed` reads texels of a typed surface",
            "no instruction comes before it, so nothing runs"
        ]
    );
    assert!(Session::open(&scenario("", line)).setup.is_some());
    // With an instruction before it, the program runs up to it.
    let session = Session::open(&scenario(ADD, line));
    assert!(session.run.is_some(), "{:?}", session.diagnostics);
    let finding = found(&scenario(ADD, line), "visa-unknown-instruction");
    assert_eq!(finding.severity, Severity::Warning);
}

/// Returns the first note on an instruction that a set does not have.
fn first_note(text: &str, code: &str) -> String {
    found(text, code).notes.into_iter().next().map_or_else(String::new, |note| note.text)
}

#[test]
fn a_name_of_another_language_says_which_instruction_has_its_operation() {
    let same = [
        ("atomicAdd(&counts[i], 1);", "dword_atomic.add"),
        ("atomicSub(&counts[i], 1);", "dword_atomic.sub"),
        ("atomicExch(&counts[i], 1);", "dword_atomic.xchg"),
        ("atomicCAS(&counts[i], 1, 2);", "dword_atomic.cmpxchg"),
        ("atomic_compare_exchange_strong(&lock, &old, 1);", "dword_atomic.cmpxchg"),
        ("__atomic_fetch_or(&flags, 4, 0);", "dword_atomic.or"),
        ("InterlockedXor(counts[i], 1);", "dword_atomic.xor"),
        ("OpAtomicIAdd %uint %p %one %zero %v", "dword_atomic.add"),
        ("OpAtomicSMax %int %p %one %zero %v", "dword_atomic.maxsint"),
        ("atom.global.add.u32 r1, [r2], r3", "dword_atomic.add"),
        ("atom.shared.min.s32 r1, [r2], r3", "dword_atomic.minsint"),
        ("red.global.max.u32 [r2], r3", "dword_atomic.max"),
        ("ds_add_u32 v1, v2", "dword_atomic.add"),
        ("ds_max_i32 v1, v2", "dword_atomic.maxsint"),
        ("ds_cmpst_rtn_b32 v1, v2, v3, v4", "dword_atomic.cmpxchg"),
        ("buffer_atomic_add v1, v2, s[0:3], 0", "dword_atomic.add"),
        ("buffer_atomic_cmpswap v1, v2, s[0:3], 0", "dword_atomic.cmpxchg"),
        ("global_atomic_and v1, v2, s[0:3]", "dword_atomic.and"),
        ("flat_atomic_umin v1, v2", "dword_atomic.min"),
        ("imageAtomicAdd(image, place, 1);", "typed_atomic.add"),
        ("image_atomic_smin v1, v2, s[0:7]", "typed_atomic.minsint"),
        ("imageAtomicCompSwap(image, place, 1, 2);", "typed_atomic.cmpxchg"),
    ];
    for (line, here) in same {
        let expected = format!("Lanescope runs `{here}`, which has the same operation, on a surface");
        assert_eq!(first_note(&scenario("", line), "visa-unknown-instruction"), expected, "{line}");
    }
    let others = [
        ("svm_block_ld.unaligned (4) A(0,0)<0;1,0> D.0", "`svm_gather` reads from stateless memory"),
        ("svm_block_st (4) A(0,0)<0;1,0> D.0", "`svm_scatter` writes to stateless memory"),
        (
            "untyped_atomic.add (M1, 8) A.0 D.0",
            "Lanescope runs `dword_atomic.add`, which has the same operation, on a surface",
        ),
        (
            "qword_atomic.add (M1, 8) A.0 D.0",
            "Lanescope runs `dword_atomic.add`, which has elements of 32 bits",
        ),
        (
            "atom.global.add.f32 (M1, 8) A.0 D.0",
            "Lanescope runs `dword_atomic.add`, which adds integers; `lsc_atomic_fadd` adds floats",
        ),
        (
            "atomicInc(&counts[i], 7);",
            "Lanescope runs `dword_atomic.inc`, which has no bound: it wraps at 2^32 only",
        ),
        ("atomicLoad(&counts[i]);", "no instruction comes before it, so nothing runs"),
    ];
    for (line, expected) in others {
        assert_eq!(first_note(&scenario("", line), "visa-unknown-instruction"), expected, "{line}");
    }
}

#[test]
fn an_instruction_that_computes_something_else_is_not_offered() {
    let fix = |line: &str| found(&scenario("", line), "visa-unknown-instruction").fix.map(|fix| fix.label);
    let example = "comment it out and add an example of `dword_atomic.add`".to_owned();
    assert_eq!(fix("atom.global.add.u32 r1, [r2], r3"), Some(example));
    for line in [
        "qword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0",
        "atom.global.add.u64 r1, [r2], r3",
        "buffer_atomic_add_x2 v1, v2, s[0:3], 0",
        "atom.global.add.f32 r1, [r2], r3",
        "atomicInc(&counts[i], 7);",
    ] {
        assert_eq!(fix(line), None, "{line}");
    }
}

/// `MOV` writes R4, and `.set` gives values to R9, so the registers of the example are R16, R20 and R24.
#[test]
fn an_example_in_place_of_a_line_uses_other_registers() {
    for (above, example, set) in [
        ("", "SUATOM.D.1D_BUFFER.ADD R4, [R8], R12, 0x0;", ".set R8 = iota(0, 1)"),
        (
            ".set R9 = 5\nMOV R4, 0x7;\n",
            "SUATOM.D.1D_BUFFER.ADD R16, [R20], R24, 0x0;",
            ".set R20 = iota(0, 1)",
        ),
    ] {
        let text = format!(".isa sass\n{above}ATOM.E.ADD R0, [R2], R4;\n");
        let fix = found(&text, "sass-unknown-instruction").fix.expect("an example");
        let text = apply_edits(&text, &fix.edits);
        assert!(text.contains(example) && text.contains(set), "{text}");
    }
}

#[test]
fn a_name_of_another_language_has_its_instruction_in_each_set() {
    let known = [
        ("ds_add_u32 v1, v2", "SUATOM.D.1D_BUFFER.ADD"),
        ("imageAtomicMin(image, place, 1);", "SUATOM.D.2D.MIN"),
        ("atomicInc(&counts[i], 7);", "SUATOM.D.1D_BUFFER.INC"),
        ("InterlockedCompareExchange(counts[i], 1, 2, old);", "SUATOM.D.1D_BUFFER.CAS"),
    ];
    for (line, here) in known {
        let text = format!(".isa sass\n{line}\n");
        let expected = format!("Lanescope runs `{here}`, which has the same operation, on a surface");
        assert_eq!(first_note(&text, "sass-unknown-instruction"), expected, "{line}");
    }
}

#[test]
fn a_typed_surface_names_the_instruction_that_accesses_it() {
    let image = ".decl IMG v_type=T num_elts=1\n.surface IMG 2d R32_UINT 4x4 = iota(0, 1)";
    let finding = found(&scenario(image, &ADD.replace("BUF", "IMG")), "visa-surface-buffer");
    assert_eq!(finding.message, "`IMG` is typed; expected a buffer");
    assert_eq!(finding.notes[0].text, "`typed_atomic`, `gather4_typed` and `scatter4_typed` access a `2d`");
}

#[test]
fn slips_with_one_likely_fix_have_it() {
    let wrong = |wrong: &str, right: &str, code: &str| {
        fix_gives(&scenario("", &ADD.replace(right, wrong)), code, &scenario("", ADD));
    };
    wrong(".ad ", ".add ", "visa-unknown-modifier");
    wrong("(M9,", "(M1,", "visa-exec-mask");
    fix_gives(
        &scenario("", &ADD.replace("(M1,", "(M9_NM,")),
        "visa-exec-mask",
        &scenario("", &ADD.replace("(M1,", "(M1_NM,")),
    );
}

#[test]
fn an_operand_too_many_is_removed_where_it_is_clear_which() {
    let line = "dword_atomic.add (M1, 1) BUF OFF.0 VAL.0 V0.0 OFF.0";
    let with = |extra: &str| scenario("", &format!("{line}{extra}"));
    for extra in [" VAL.0", ", VAL.0", "   VAL.0"] {
        assert_eq!(fixed(&with(extra), "visa-operand-count"), with(""), "{extra}");
    }
    let sass = ".isa sass sm=52\nMOV R1, 0x5";
    assert_eq!(fixed(&format!("{sass}, R2;\n"), "sass-operands"), format!("{sass};\n"));
    // Either of two equal neighbours may be the extra one.
    let twice = line.replace("V0.0", "V0.0 V0.0");
    assert_eq!(found(&scenario("", &twice), "visa-operand-count").fix, None);
}

#[test]
fn types_of_other_languages_are_known() {
    for (foreign, ty) in [("float", "f"), ("uint", "ud"), ("int64_t", "q"), ("double", "df")] {
        let line = |ty: &str| scenario(&format!(".decl NEW v_type=G type={ty} num_elts=8"), ADD);
        fix_gives(&line(foreign), "visa-type", &line(ty));
        let line = |ty: &str| {
            scenario(&format!(".decl NEW v_type=T num_elts=1\n.surface NEW buffer {ty} = 1 2"), ADD)
        };
        fix_gives(&line(foreign), "text-surface-format", &line(ty));
    }
}

#[test]
fn a_source_of_another_size_is_redeclared_if_its_values_fit() {
    let before = scenario("", ADD).replace("VAL v_type=G type=ud", "VAL v_type=G type=uq");
    fix_gives(&before, "visa-operand-type", &scenario("", ADD));
    let large = before.replace("VAL = 1", "VAL = 4294967296");
    assert_eq!(found(&large, "visa-operand-type").fix, None);
}

#[test]
fn a_mask_beyond_the_dispatched_lanes_has_the_only_one_that_fits() {
    let line = |mask: &str| scenario("", &ADD.replace("(M1, 1)", mask));
    fix_gives(&line("(M3, 8)"), "visa-mask-end", &line("(M1, 8)"));
    // The mask of one lane can begin at lane 0 or 4.
    assert_eq!(found(&line("(M3, 1)"), "visa-mask-end").fix, None);
}

#[test]
fn too_many_values_enlarge_a_variable_and_shorten_a_claim() {
    let values = "1 2 3 4 5 6 7 8 9 10";
    let text = scenario("", ADD).replace("VAL = 1", &format!("VAL = {values}"));
    let larger = text.replace("VAL v_type=G type=ud num_elts=8", "VAL v_type=G type=ud num_elts=10");
    fix_gives(&text, "text-value-count", &larger);
    let claim = |values: &str| format!("{}.expect VAL = {values}\n", scenario("", ADD));
    fix_gives(&claim("1 ? ? ? ? ? ? ?, 9 10"), "text-value-count", &claim("1 ? ? ? ? ? ? ?"));
}

#[test]
fn a_leading_zero_is_an_error() {
    let set = |value: &str| scenario("", ADD).replace("VAL = 1", &format!("VAL = {value}"));
    for octal in ["017", "0_17", "010", "00017", "09"] {
        let finding = found(&set(octal), "text-number");
        assert!(finding.message.starts_with(&format!("`{octal}` begins with 0")), "{}", finding.message);
        assert_eq!(finding.fix, None, "{octal}");
    }
    // The octal and the decimal number are the same here.
    fix_gives(&set("07"), "text-number", &set("7"));
    fix_gives(&set("00"), "text-number", &set("0"));
    for plain in ["0", "0.5", "0x017", "0b01", "10"] {
        assert!(
            Session::open(&set(plain)).diagnostics.iter().all(|finding| finding.code() != "text-number"),
            "{plain}"
        );
    }
    let semantics = |value: &str| scenario(&format!(".op ADD = old + {value}"), ADD);
    let finding = found(&semantics("017"), "notation-number");
    assert_eq!(
        finding.message,
        "`017` is not a number; expected a decimal number without a leading zero, or `0x` and hexadecimal digits"
    );
    for extent in ["04", "4x03"] {
        let line = format!(".decl IMG v_type=T num_elts=1\n.surface IMG 2d R32_UINT {extent}");
        found(&scenario(&line, ADD), "text-extent");
    }
}

#[test]
fn a_negative_offset_is_named_as_negative() {
    let text = scenario("", ADD).replace("OFF = 0", "OFF = -12");
    let message = "lane 0: bytes 4294967284 to 4294967287 (offset -12), but `BUF` ends at byte 15";
    assert_eq!(found(&text, "run-out-of-bounds").message, message);
}

#[test]
fn a_read_into_a_narrower_variable_is_an_error() {
    let text = |read: &str| {
        let body =
            format!("foreach_active (i) {{ UD a = element_offset[i]; {read} surface[a] = UD(half); }}");
        scenario(&format!(".semantics DWORD_ATOMIC {{ {body} }}"), ADD)
    };
    for read in ["UW half = surface[a];", "UW half; half = surface[a];"] {
        let finding = found(&text(read), "notation-narrow-read");
        let message = "`surface[a]` reads `UD`, and `UW` is narrower; expected `UD`, or a cast";
        assert_eq!(finding.message, message);
    }
    fix_gives(&text("UW half = surface[a];"), "notation-narrow-read", &text("UW half = UW(surface[a]);"));
    assert!(Session::open(&text("UQ half = surface[a];")).run.is_some());
}

#[test]
fn a_comparison_is_offered_predicates_as_its_destination() {
    let items = |declared: &str| {
        let text = scenario(declared, "cmp.lt (M1, 8) ");
        let items = Session::open(&text).complete(text.trim_end().len() + 1).expect("there is a list").items;
        items.into_iter().map(|item| (item.label, item.also.len())).collect::<Vec<_>>()
    };
    assert_eq!(items(".decl P3 v_type=P num_elts=8")[0], ("P3".to_owned(), 0));
    // With none declared, completion offers a new one.
    assert_eq!(items("")[0], ("P1".to_owned(), 1));
}

#[test]
fn the_keys_of_decl_are_each_explained() {
    let items = |line: &str| Session::open(line).complete(line.len()).expect("there is a list").items;
    let mut infos: Vec<String> = items(".decl X v_type=").into_iter().map(|item| item.info).collect();
    assert_eq!(infos[1], "A predicate: a bit for each lane.");
    infos.extend(items(".decl X ").into_iter().map(|item| item.info));
    let count = infos.len();
    infos.sort();
    infos.dedup();
    assert!(infos.len() == count && !infos[0].is_empty(), "{infos:?}");
}

#[test]
fn no_part_of_a_finding_controls_the_terminal() {
    let finding = Diagnostic::error(rules()[0], Span::at(0), "a\u{202e}b")
        .note("c\u{1b}d")
        .fix("e\u{2066}f", Vec::new());
    let shown = render("text", "x", &finding);
    for part in ["a b", "note: c d", "fix: e f"] {
        assert!(shown.contains(part), "{part}: {shown:?}");
    }
}

#[test]
fn one_fix_declares_all_names_as_the_lines_need_them() {
    // OFF is written before it is read; PAST begins at the second register of 32 bytes; the predicate lets every other
    // lane pass.
    let lines = "\
mov (M1, 8) OFF(0,0)<1> 0x4:ud
(P1) dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 PAST.32
dword_atomic.fmax (M1, 16) T5 WHERE.0 X.0 V0.0 V0.0
";
    let declared = "\
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.decl BUF v_type=T num_elts=1
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl PAST v_type=G type=ud num_elts=16 align=GRF
.decl WHERE v_type=G type=ud num_elts=16 align=GRF
.decl X v_type=G type=f num_elts=16 align=GRF
.set P1 = 0b01010101
.set VAL = iota(1, 1)
.set WHERE = iota(0, 4)
.set X = iota(1, 1)
.surface BUF buffer ud 16 = iota(10, 10)
.surface %scratch stateless ud 16 = iota(10, 10)
";
    fix_gives(lines, "visa-undeclared", &format!("{declared}{lines}"));
    fix_gives(lines, "text-surface-contents", &format!("{declared}{lines}"));
    assert_eq!(found(lines, "visa-undeclared").fix.expect("a fix").label, "declare all 8 names");
}

#[test]
fn offsets_of_qwords_and_of_vectors_do_not_overlap() {
    // A lane has 1, 2 or 4 elements of 4 or 8 bytes. A surface gets at least 16 dwords.
    for (size, step, dwords) in
        [("d8u32", 4, 16), ("d32", 4, 16), ("d32x2", 8, 16), ("d64", 8, 16), ("d64x4", 32, 64)]
    {
        let fixed = fixed(&format!("lsc_load.ugm (M1, 8) DST:{size} bti(BUF)[OFF]:a32\n"), "visa-undeclared");
        assert!(fixed.contains(&format!(".set OFF = iota(0, {step})\n")), "{size}: {fixed}");
        assert!(fixed.contains(&format!(".surface BUF buffer ud {dwords} = ")), "{size}: {fixed}");
    }
}

#[test]
fn an_address_gives_a_new_variable_its_values_even_if_it_is_computed() {
    let lines = "add (M1, 4) A(0,0)<1> A(0,0)<1;1,0> 0x4:ud\ngather_scaled.4 (M1, 1) T0 0x0:ud A.0 A.0\n";
    let fixed = fixed(lines, "visa-undeclared");
    assert!(fixed.contains(".set A = iota(0, 4)\n"), "{fixed}");
    assert_eq!(found(lines, "visa-undeclared").fix.expect("a fix").label, "declare both names");
}

#[test]
fn a_name_of_another_language_is_replaced_by_a_line_that_runs_and_stays_as_a_comment() {
    let line = "atomicAdd(&counter[0], 1);";
    let written = "\
.decl BUF v_type=T num_elts=1
.decl OFFSET v_type=G type=ud num_elts=8 align=GRF
.decl SRC0 v_type=G type=ud num_elts=8 align=GRF
.decl DST v_type=G type=ud num_elts=8 align=GRF
.set OFFSET = iota(0, 4)
.set SRC0 = iota(1, 1)
.surface BUF buffer ud 16 = iota(10, 10)
// atomicAdd(&counter[0], 1);
dword_atomic.add (M1, 8) BUF OFFSET.0 SRC0.0 V0.0 DST.0
";
    fix_gives(&format!("{line}\n"), "visa-unknown-instruction", written);
    // Names that are there serve again.
    let after = fixed(&scenario("", line), "visa-unknown-instruction");
    assert!(after.contains("\ndword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 "), "{after}");
    for (line, set) in [
        ("imageAtomicCompSwap(i, 0, 1, 2)", ""),
        ("atom.global.max.s32 %r1, [%rd1], %r2;", ".isa sass sm=52\n"),
    ] {
        let code = if set.is_empty() { "visa-unknown-instruction" } else { "sass-unknown-instruction" };
        let after = fixed(&format!("{set}{line}\n"), code);
        assert!(Session::open(&after).run.is_some(), "{after}");
    }
}

#[test]
fn writes_of_equal_values_to_the_same_bytes_are_said_to_be_equal() {
    let notes = |values: &str| {
        let text = scenario("", "scatter_scaled.4 (M1, 8) BUF 0x0:ud OFF.0 VAL.0");
        let text = text.replace(".set OFF = 0\n", "").replace("VAL = 1", values);
        let finding = found(&text, "run-undefined-overlap");
        finding.notes.into_iter().map(|note| note.text).collect::<Vec<_>>()
    };
    // All lanes write to element 0.
    let equal = "values for the same bytes are equal, so each of them may be kept";
    assert_eq!(notes("VAL = [7; 8]\n.set OFF = [0; 8]"), [equal]);
    assert_eq!(notes("VAL = 7 7 7 7 7 7 7 8\n.set OFF = [0; 8]"), [""; 0]);
}

#[test]
fn a_text_of_another_language_has_fixes_for_its_first_lines_alone() {
    let session = Session::open(&"atomicAdd(&counter[0], 1);\n".repeat(40));
    let fixed: Vec<bool> = session.diagnostics.iter().map(|finding| finding.fix.is_some()).collect();
    assert_eq!(fixed, [[true; 20], [false; 20]].concat());
}
