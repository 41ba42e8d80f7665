//! Long texts of one kind of content each, which makes a check do as much work as possible.

use std::fmt::Write;

/// The maximum length of a text, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;

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

/// A text that runs: two lanes that take turns at an element.
const RUNNING: &str = "\
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = [1; 8]
.surface BUF buffer ud = 1 2
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0
";

/// Appends lines to `head` up to a length of `most` bytes.
fn filled_to(most: usize, head: &str, line: impl Fn(usize) -> String) -> String {
    let mut text = head.to_owned();
    for number in 0.. {
        let next = line(number);
        if text.len() + next.len() + 1 > most {
            break;
        }
        let _ = writeln!(text, "{next}");
    }
    text
}

/// Returns declarations of that many variables.
fn declared(count: usize) -> String {
    (0..count).map(|number| format!(".decl {} v_type=G type=ud num_elts=1\n", name(number))).collect()
}

/// Returns the texts of maximum length, each with the kind of its lines.
pub fn texts() -> Vec<(&'static str, String)> {
    texts_of(MAX_BYTES)
}

/// Returns texts of `most` bytes, each with the kind of its lines.
pub fn texts_of(most: usize) -> Vec<(&'static str, String)> {
    let filled = |head: &str, line: &dyn Fn(usize) -> String| filled_to(most, head, line);
    // The share of what a text of maximum length holds. A product with `most` needs more than the 32 bits of WebAssembly.
    let share = |of_longest: u64| (of_longest * most as u64 / MAX_BYTES as u64) as usize;
    // Just below the limit in a text of maximum length.
    let names = share(990);
    let declared = declared(names);
    let unknown = |number: usize| name(1_000_000_000 + number);
    let line = "dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0";
    let claims: String = (0..1_000).map(|number| format!("{}=1;", unknown(number))).collect();
    let sass = ".isa sass sm=52\n";
    vec![
        ("contents of unknown names", filled(&declared, &|at| format!(".set {} = 1", unknown(at)))),
        ("contents of known names", filled(&declared, &|at| format!(".set {} = 1", name(at % names)))),
        ("claims about unknown names", filled(&declared, &|at| format!(".expect {}=1", unknown(at)))),
        ("claims about known names", filled(&declared, &|at| format!(".expect {}=1", name(at % names)))),
        ("claims about orders", filled(&declared, &|_| format!(".expect possible {{ {claims} }}"))),
        ("expected findings", filled("", &|at| format!(".expect error {}", letters(at)))),
        ("undeclared surfaces", filled("", &|at| format!(".surface {} buffer ud = 1", unknown(at)))),
        (
            "surfaces described twice",
            filled(".decl B v_type=T num_elts=1\n", &|_| ".surface B buffer = 1".to_owned()),
        ),
        ("variables", filled("", &|at| format!(".decl {} v_type=G type=ud num_elts=1", letters(at)))),
        ("address variables", filled("", &|at| format!(".decl {} v_type=A num_elts=1", letters(at)))),
        ("declared surfaces", filled("", &|at| format!(".decl {} v_type=T num_elts=1", letters(at)))),
        (
            "variables of the largest size",
            filled("", &|at| format!(".decl {} v_type=G type=ud num_elts=16384", letters(at))),
        ),
        ("readings", filled("", &|at| format!(".reading {} = x", letters(at)))),
        ("settings", filled("", &|_| ".lanes 8".to_owned())),
        ("instruction sets", filled("", &|_| ".isa visa grf=32".to_owned())),
        ("orders", filled("", &|at| format!(".order seed={at}"))),
        ("operations", filled("", &|at| format!(".op {} = old", letters(at)))),
        ("semantics", filled("", &|at| format!(".semantics {} like DWORD_ATOMIC {{ }}", letters(at)))),
        ("invariants", filled("", &|at| format!(".invariant {}: sum(BUF) == 1", letters(at)))),
        (
            "invariants and claims about others",
            filled("", &|at| match at % 45 {
                0 => format!(".expect invariant {}", unknown(at)),
                _ => format!(".invariant {}: 1", letters(at)),
            }),
        ),
        ("instructions with unknown names", filled(&declared, &|_| line.to_owned())),
        ("unknown instructions", filled("", &letters)),
        ("variants", filled("", &|at| format!(".variant {} {{\n.lanes 8\n}}", letters(at)))),
        ("nested variants", filled("", &|_| ".variant a {".to_owned())),
        (
            "variants that replace every line",
            (0..16).fold(
                filled("", &|at| format!(".set {} = 1", letters(at % 6_000)))[..share(120_000)].to_owned()
                    + "\n",
                |text, at| {
                    let own: String =
                        (0..share(350)).map(|set| format!(".set {} = 2\n", letters(6_000 - set))).collect();
                    format!("{text}.variant v{at} {{\n{own}}}\n")
                },
            ),
        ),
        ("braces", filled("", &|_| "}".to_owned())),
        ("labels", filled("", &|at| format!("{}:", letters(at)))),
        ("labels in one line", format!("{sass}{}(", "a:".repeat(most / 10))),
        ("constants", filled(sass, &|_| ".const 0x0 = [1; 8192]".to_owned())),
        ("headers", filled(sass, &|at| format!(".surface {at} 1d R32_UINT 1"))),
        ("registers", filled(sass, &|at| format!(".set R{} = [1; 32]", at % 255))),
        ("claims about registers", filled(sass, &|at| format!(".expect R{} = [1; 32]", at % 255))),
        ("claims that fail", filled(RUNNING, &|at| format!(".expect VAL[0] = {}", at + 2))),
        ("claims that fail at every element", filled(RUNNING, &|_| ".expect OFF = [7; 8]".to_owned())),
        ("claims about costs", filled(RUNNING, &|at| format!(".expect sectors = {at}"))),
        (
            "claims about declarations past the limit",
            filled("", &|at| match at % 2 {
                0 => format!(".decl {} v_type=G type=ud num_elts=1", letters(at)),
                _ => format!(".expect {} = 1", letters(at - 1)),
            }),
        ),
        (
            "claims about an invariant below",
            filled_to(most - 40, RUNNING, |_| ".expect invariant I".to_owned())
                + ".invariant I: sum(BUF) > 0\n",
        ),
        (
            "limits on an operation below",
            filled_to(most - 40, RUNNING, |_| ".limit dword_atomic.mine 5".to_owned()) + ".op MINE = old\n",
        ),
        ("limits", filled(RUNNING, &|_| ".limit instructions 0".to_owned())),
        ("questions", filled(RUNNING, &|at| format!(".ask element OFF[{}]", at % 8))),
        ("hints without a question", filled(RUNNING, &|at| format!(".hint \"{at}\""))),
        ("hints", filled(&format!("{RUNNING}.ask element OFF\n"), &|at| format!(".hint \"{at}\""))),
        ("orders that have no effect", filled(RUNNING, &|at| format!(".order seed={at}"))),
        ("instructions", filled(RUNNING, &|_| line.replace("V0.0 V0.0", "VAL.0 V0.0"))),
        ("instructions and orders", filled(RUNNING, &|at| format!(".order seed={at}\n{line}"))),
        ("comments", filled(RUNNING, &|at| format!("// {at}"))),
        ("comments that span lines", filled(RUNNING, &|at| format!("/* {at}\n */"))),
        ("lines without content", filled(RUNNING, &|_| String::new())),
        ("values on lines of their own", filled(RUNNING, &|at| format!(".set X{at} = 1\n    2 3 4"))),
        ("values in one list", RUNNING.to_owned() + ".set A = " + &"1 ".repeat(most / 5)),
        ("operands", line.to_owned() + &" OFF.0".repeat(most / 30)),
        ("words in operands", "lsc_load.slm (1)".to_owned() + &" flat[O]:a32".repeat(most / 60)),
        ("modifiers", "dword_atomic".to_owned() + &".add".repeat(most / 20) + "\n"),
        ("quotes", "\"".repeat(most)),
        ("quotes apart", "\" ".repeat(most / 2)),
        ("slashes", "/".repeat(most)),
        ("comments in one line", "/**/".repeat(most / 4)),
        ("opening braces", "{".repeat(most)),
        ("points", ".".repeat(most)),
        ("colons", ":".repeat(most)),
        ("backslashes", "\\".repeat(most - 1) + "x"),
        ("operations that do not end", filled("", &|_| ".op {".to_owned())),
        ("directives without a word", filled("", &|_| ".x".to_owned())),
        (
            "notation",
            filled_to(most.min(60_000), ".semantics DWORD_ATOMIC {\n", |at| {
                format!("  UD {} = {at};", letters(at))
            }) + "}\n",
        ),
        ("pages that are missing", {
            let pages = vec!["1"; most / 10].join(",");
            format!("{sass}.surface 1 2d R32_UINT 64x4 sparse=({pages})\n")
        }),
    ]
}
