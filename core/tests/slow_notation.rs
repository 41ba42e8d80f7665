//! Texts of the notation that try to be slow, each in one way and as large as a text may be. Reading, checking and
//! running them is bounded, and a message names the bound that ends one. The cost is counted, not timed: allocations
//! and micro-steps.
#![cfg(not(target_arch = "wasm32"))]

use allocation_counter::measure;
use lanescope_core::base::Kind;
use lanescope_core::session::{Session, text::MAX_TEXT_BYTES};

const HEAD: &str = ".isa visa grf=32\n.lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
    .decl VAL v_type=G type=ud num_elts=8 align=GRF\n.decl OLD v_type=G type=ud num_elts=8 align=GRF\n\
    .decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n.set VAL = [1; 8]\n.surface BUF buffer ud = 10\n";
const LINE: &str = "dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0\n";

/// Returns a scenario in which DWORD_ATOMIC runs `body` in each lane.
fn doing(body: &str) -> String {
    format!("{HEAD}.semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n{body}\n  }}\n}}\n{LINE}")
}

/// Repeats a piece up to `bytes`.
fn filled(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

/// Returns numbered pieces, as many as fit into `bytes`.
fn numbered(bytes: usize, piece: impl Fn(usize) -> String) -> String {
    let mut all = String::new();
    for at in 0.. {
        let next = piece(at);
        if all.len() + next.len() > bytes {
            break;
        }
        all.push_str(&next);
    }
    all
}

/// The size of a full scenario in bytes, less some room for its other lines.
const FULL: usize = MAX_TEXT_BYTES - 1024;
/// The size of a full notation text in bytes. It counts as one line of the scenario, however many lines it has itself.
const BODY: usize = 63 * 1024;

/// Returns the texts, each with its name and the limit that a message names; `-` if the text ends by itself.
fn texts() -> Vec<(&'static str, &'static str, String)> {
    let nested = |open: &str, inner: &str, close: &str, depth: usize| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let deepest = |piece: usize| BODY / piece;
    vec![
        // Each side of an `&&` decides it, down to the deepest.
        ("a decided condition", "-", doing(&format!("trap(outside, false{});", " && false".repeat(60)))),
        ("many statements", "-", doing(&filled("UQ a = 1;\n", BODY))),
        ("many locals", "-", doing(&numbered(BODY, |at| format!("UD a{at} = 1;\n")))),
        ("locals in terms of each other", "-", doing(&("UD a0 = 1;\n".to_owned() + &numbered(BODY, |at| format!("UD a{} = a{at} + a{at};\n", at + 1))))),
        ("a long sum", "notation-too-deep", doing(&format!("dst[i] = 1{};", filled(" + 1", BODY)))),
        ("a long sum of unlike types", "notation-too-deep", doing(&format!("dst[i] = 1{};", filled(" + UB(UQ(1))", BODY)))),
        ("deep parentheses", "notation-too-deep", doing(&format!("dst[i] = {};", nested("(", "1", ")", deepest(2))))),
        ("deep signs", "notation-too-deep", doing(&format!("dst[i] = {}1;", filled("- ", BODY)))),
        ("deep complements", "notation-too-deep", doing(&format!("dst[i] = {}1;", "~".repeat(BODY)))),
        ("deep choices", "notation-too-deep", doing(&format!("dst[i] = {}1;", filled("true ? 1 : ", BODY)))),
        ("deep calls", "notation-too-deep", doing(&format!("dst[i] = {};", nested("min(1,", "1", ")", deepest(7))))),
        ("deep indices", "notation-too-deep", doing(&format!("dst[i] = {};", nested("surface[", "0", "]", deepest(9))))),
        ("deep blocks", "notation-too-deep", doing(&nested("{", "", "}", deepest(2)))),
        ("deep conditions", "notation-too-deep", doing(&format!("{}dst[i] = 1;", filled("if (true) ", BODY)))),
        ("deep loops", "notation-too-deep", doing(&nested("for (UD a = 0; a < 9; ++a) {", "dst[i] = 1;", "}", 2000))),
        ("loops in loops", "run-step-budget", doing("for (UD a = 0; a < 4000000000; ++a) for (UD b = 0; b < 4000000000; ++b) { UD c = a; }")),
        ("a loop without an end", "run-step-budget", doing("for (UD a = 0; a >= 0; ++a) { UD c = a; }")),
        ("a loop with a long body", "notation-too-deep", doing(&format!("for (UD a = 0; a < 4000000000; ++a) {{ dst[i] = 1{}; }}", filled(" + a", BODY)))),
        ("nested foreach", "notation-too-deep", doing(&nested("foreach_active (j) {", "dst[i] = 1;", "}", 2000))),
        ("nested atomic", "notation-too-deep", doing(&nested("atomic {", "dst[i] = 1;", "}", 5000))),
        ("a wide shift", "-", doing("UQ a = UQ(1) << UQ(0xffffffffffffffff); dst[i] = UD(a << 4000000000);")),
        ("a number of many digits", "-", doing(&format!("dst[i] = {};", "9".repeat(BODY)))),
        ("a float of many digits", "-", doing(&format!("DF a = 1.{}; dst[i] = 1;", "3".repeat(BODY)))),
        ("a float with a large exponent", "-", doing("DF a = 1e999999999; DF b = 1e-999999999; dst[i] = 1;")),
        ("a long name", "-", doing(&format!("UD {} = 1;", "a".repeat(BODY)))),
        ("unclosed braces", "-", doing(&"{\n".repeat(BODY / 2))),
        ("a long comment", "-", doing(&format!("/*{}*/ dst[i] = 1;", "/*".repeat(BODY / 2 - 10)))),
        ("many unknown names", "-", doing(&numbered(BODY, |at| format!("x{at} = y{at};\n")))),
        ("many operations", "text-budget", HEAD.to_owned() + &numbered(FULL, |at| format!(".op N{at} = old + {at}\n")) + LINE),
        ("the same operation again and again", "text-budget", HEAD.to_owned() + &filled(".op ADD = old - src0\n", FULL) + LINE),
        ("many new instructions", "text-budget", HEAD.to_owned() + &numbered(FULL, |at| format!(".semantics N{at} like DWORD_ATOMIC {{ }}\n")) + LINE),
        ("a chain of new instructions", "text-budget", HEAD.to_owned() + ".semantics N0 like DWORD_ATOMIC { }\n" + &numbered(FULL, |at| format!(".semantics N{} like N{at} {{ }}\n", at + 1)) + LINE),
        ("new instructions in a ring", "-", HEAD.to_owned() + ".semantics A like B { }\n.semantics B like A { }\n" + LINE),
        ("many instructions of one large text", "-", doing(&filled("UQ a = 1;\n", BODY)) + &LINE.repeat(900)),
        ("a text that is too long", "text-budget", " ".repeat(MAX_TEXT_BYTES + 1)),
        ("a notation that is too long", "text-budget", doing(&filled("UQ a = 1;\n", 2 * BODY))),
        ("one large text in many ways", "limit-notation",
            doing(&format!("// {}\n", "x".repeat(BODY)))
                + &(0..150).map(|at| format!(".op N{at} = old + src0 + {at}\n")).collect::<String>()
                + &(0..150).map(|at| LINE.replace(".add", &format!(".n{at}"))).collect::<String>(),
        ),
        ("many invariants", "limit-invariants", HEAD.to_owned() + &numbered(FULL, |at| format!(".invariant n{at}: BUF[0] >= {at}\n")) + LINE),
        ("invariants over much memory", "run-invariant-budget",
            HEAD.replace("= 10", "= [1; 16384]") + &numbered(1800, |at| format!(".invariant n{at}: sum(BUF) >= 1\n")) + &LINE.repeat(500),
        ),
        ("a long invariant", "notation-too-deep", HEAD.to_owned() + &format!(".invariant long: BUF[0] > 0{}\n", filled(" && BUF[0] > 0", BODY)) + LINE),
        ("a deep invariant", "notation-too-deep", HEAD.to_owned() + &format!(".invariant deep: {}\n", nested("(", "true", ")", deepest(2))) + LINE),
        ("many variants", "text-budget", HEAD.to_owned() + LINE + &numbered(FULL, |at| format!(".variant v{at} {{ .order descending }}\n"))),
        ("variants that each run for ever", "run-step-budget",
            doing("for (UD a = 0; a >= 0; ++a) { UD c = a; }") + &numbered(500, |at| format!(".variant v{at} {{ .order descending }}\n")),
        ),
        ("variants that each have a large text", "notation-too-deep",
            HEAD.to_owned() + LINE + &(0..15).map(|at| format!(".variant v{at} {{\n.semantics DWORD_ATOMIC {{ foreach_active (i) {{ dst[i] = 1{}; }} }}\n}}\n", filled(" + 1", FULL / 16))).collect::<String>(),
        ),
        ("variants in variants", "text-budget", HEAD.to_owned() + LINE + &filled(".variant a {\n", FULL)),
        ("many readings", "limit-findings", HEAD.to_owned() + &filled(".reading offset_unit = elements\n", FULL) + LINE),
    ]
}

/// Limits on allocations for a text: their number, their total bytes and the peak in bytes. A run of a million steps
/// stays within them.
const MOST_ASKED: (u64, u64, u64) = (400_000, 128 << 20, 96 << 20);

#[test]
fn each_text_stays_within_its_limits() {
    let mut failures: Vec<String> = Vec::new();
    for (name, limit, text) in texts() {
        let mut session = None;
        let taken = measure(|| session = Some(Session::open(&text)));
        let session = session.expect("it was opened");
        let (asked, bytes, at_once) = MOST_ASKED;
        let counted = (taken.count_total, taken.bytes_total, taken.bytes_max);
        let steps = session.run.as_ref().map_or(0, |run| run.len());
        if counted.0 > asked || counted.1 > bytes || counted.2 > at_once || steps > 1_000_000 {
            failures.push(format!("{name} asks for {counted:?} and takes {steps} steps"));
        }
        let limits = session.diagnostics.iter().filter(|found| found.rule.kind == Kind::Budget);
        let limits: Vec<&str> = limits.map(|found| found.code()).collect();
        let is_named = if limit == "-" { limits.is_empty() } else { limits.contains(&limit) };
        if !is_named {
            failures.push(format!("{name}: {limits:?}, expected {limit}: {:?}", session.diagnostics.first()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
