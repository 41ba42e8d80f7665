//! Texts of maximum length whose lines look valid. Each kind of line makes a check do as much work as possible.

use std::fmt::Write;

/// The maximum length of a text, in bytes.
const MAX_BYTES: usize = 256 * 1024;

/// Encodes a number as eight letters. Such words differ in letters alone, so each could be a misspelling of any other.
fn letters(mut number: usize) -> String {
    let mut word = String::new();
    for _ in 0..8 {
        word.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    word
}

/// Returns a name of 40 letters, the maximum that the search for similar names compares.
fn name(number: usize) -> String {
    format!("{}{}", "abcdefgh".repeat(4), letters(number))
}

/// Appends lines to `head` up to the maximum length of a text.
fn filled(head: &str, line: impl Fn(usize) -> String) -> String {
    let mut text = head.to_owned();
    for number in 0.. {
        let next = line(number);
        if text.len() + next.len() + 1 > MAX_BYTES {
            break;
        }
        let _ = writeln!(text, "{next}");
    }
    text
}

/// Returns declarations of 990 variables, just below the limit.
fn declared() -> String {
    (0..990).map(|number| format!(".decl {} v_type=G type=ud num_elts=1\n", name(number))).collect()
}

/// Returns the texts, each with the kind of its lines.
pub fn texts() -> Vec<(&'static str, String)> {
    let declared = declared();
    let unknown = |number: usize| name(1_000_000_000 + number);
    let line = "dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0";
    let claims: String = (0..1_000).map(|number| format!("{}=1;", unknown(number))).collect();
    let sass = ".isa sass sm=52\n";
    vec![
        ("contents of unknown names", filled(&declared, |at| format!(".set {} = 1", unknown(at)))),
        ("contents of known names", filled(&declared, |at| format!(".set {} = 1", name(at % 990)))),
        ("claims about unknown names", filled(&declared, |at| format!(".expect {}=1", unknown(at)))),
        ("claims about known names", filled(&declared, |at| format!(".expect {}=1", name(at % 990)))),
        ("claims about orders", filled(&declared, |_| format!(".expect possible {{ {claims} }}"))),
        ("expected findings", filled("", |at| format!(".expect error {}", letters(at)))),
        ("undeclared surfaces", filled("", |at| format!(".surface {} buffer ud = 1", unknown(at)))),
        (
            "surfaces described twice",
            filled(".decl B v_type=T num_elts=1\n", |_| ".surface B buffer = 1".to_owned()),
        ),
        ("variables", filled("", |at| format!(".decl {} v_type=G type=ud num_elts=1", letters(at)))),
        ("address variables", filled("", |at| format!(".decl {} v_type=A num_elts=1", letters(at)))),
        ("declared surfaces", filled("", |at| format!(".decl {} v_type=T num_elts=1", letters(at)))),
        (
            "variables of the largest size",
            filled("", |at| format!(".decl {} v_type=G type=ud num_elts=16384", letters(at))),
        ),
        ("readings", filled("", |at| format!(".reading {} = x", letters(at)))),
        ("settings", filled("", |_| ".lanes 8".to_owned())),
        ("instruction sets", filled("", |_| ".isa visa grf=32".to_owned())),
        ("orders", filled("", |at| format!(".order seed={at}"))),
        ("operations", filled("", |at| format!(".op {} = old", letters(at)))),
        ("semantics", filled("", |at| format!(".semantics {} like DWORD_ATOMIC {{ }}", letters(at)))),
        ("invariants", filled("", |at| format!(".invariant {}: sum(BUF) == 1", letters(at)))),
        ("instructions with unknown names", filled(&declared, |_| line.to_owned())),
        ("unknown instructions", filled("", letters)),
        ("variants", filled("", |at| format!(".variant {} {{\n.lanes 8\n}}", letters(at)))),
        ("nested variants", filled("", |_| ".variant a {".to_owned())),
        (
            "variants that replace every line",
            (0..16).fold(
                filled("", |at| format!(".set {} = 1", letters(at % 6_000)))[..120_000].to_owned() + "\n",
                |text, at| {
                    let own: String =
                        (0..350).map(|set| format!(".set {} = 2\n", letters(6_000 - set))).collect();
                    format!("{text}.variant v{at} {{\n{own}}}\n")
                },
            ),
        ),
        ("braces", filled("", |_| "}".to_owned())),
        ("labels", filled("", |at| format!("{}:", letters(at)))),
        ("constants", filled(sass, |_| ".const 0x0 = [1; 8192]".to_owned())),
        ("headers", filled(sass, |at| format!(".surface {at} 1d R32_UINT 1"))),
        ("registers", filled(sass, |at| format!(".set R{} = [1; 32]", at % 255))),
        ("claims about registers", filled(sass, |at| format!(".expect R{} = [1; 32]", at % 255))),
    ]
}
