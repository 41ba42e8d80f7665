//! Wrappers of other programs: what is taken off, and that a scenario stays as it is.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::command::{file, told};
use crate::common::golden::hold;
use crate::common::mutated::broken;
use crate::common::{Random, files, name_of, root};
use lanescope_core::session::text::unwrapped;
use std::time::{Duration, Instant};

#[test]
fn wrapped_texts_become_scenarios() {
    hold("core/tests/wrapped", |case| match unwrapped(&case.text) {
        Some(found) => {
            assert_eq!(unwrapped(&found.text), None, "{}: the result has no wrappers", case.name);
            format!("{}\n{}", found.removed, found.text)
        }
        None => "no wrappers\n".to_owned(),
    });
}

#[test]
fn a_scenario_has_no_wrappers() {
    let mut seen = 0;
    for folder in ["core/tests/cases", "static/examples", "core/src/isa/side_by_side"] {
        for (path, text) in files(&root(folder), "lane") {
            assert_eq!(unwrapped(&text), None, "{}", name_of(&path));
            seen += 1;
        }
    }
    assert!(seen > 100, "only {seen} files were found");
}

#[test]
fn a_mutated_scenario_has_no_wrappers() {
    let mut random = Random::new(46);
    for _ in 0..4000 {
        let text = broken(&mut random);
        assert_eq!(unwrapped(&text), None, "{text}");
    }
}

#[test]
fn a_long_text_is_unwrapped_in_little_time() {
    let pieces = [
        "\"",
        "\\\"",
        "\"\"\"",
        "R\"x(",
        "\"=r\"(",
        "\"mov\" ",
        "\"mov\", ",
        "'\"'",
        "/*",
        "{{",
        "[[",
        "{{a}}",
        "%",
        "${",
        "// CHECK: {{",
        "// CHECK-SAME: a\n",
        "$ ",
        "+\n",
        "1 \n",
        "# \n",
        "; x\n",
        "<A_MAPPING>\n",
        "[B",
        "<A>\nx\n",
        "\"mov (M1, 8) A(0,0)<1> 0x4:ud\\n\",\n",
        "> x\n",
    ];
    for piece in pieces {
        let text = piece.repeat(200_000 / piece.len());
        let start = Instant::now();
        unwrapped(&text);
        assert!(start.elapsed() < Duration::from_secs(8), "{piece:?} takes {:?}", start.elapsed());
    }
    assert_eq!(
        unwrapped(&"# x\nMOV R1, R2 ;\n".repeat(20_000)),
        None,
        "a text longer than 256 KiB is not a scenario"
    );
}

#[test]
fn the_command_line_notes_what_it_takes_off() {
    let text = "diff --git a/x b/x\n@@ -0,0 +1,2 @@\n+.decl A v_type=G type=ud num_elts=8\n+mov (M1, 8) A(0,0)<1> 0x4:ud\n";
    let file = file("wrapped.txt", text);
    for verb in ["run", "check"] {
        let (status, _, notes) = told(&[verb, &file.to_string_lossy()]);
        let expected = format!(
            "note: {}: Took off diff marks. Left out 2 lines without instructions. Line numbers count the lines that are left.\n",
            file.display()
        );
        assert_eq!((status, notes), (Some(0), expected), "{verb}");
    }
}
