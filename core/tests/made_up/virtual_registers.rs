//! A set with virtual registers passes through every layer: statements with `;`, scopes and typed registers.

use super::loom::loom;
use lanescope_core::base::apply_edits;
use lanescope_core::diag::{Diagnostic, Severity};
use lanescope_core::figure::{Look, svg};
use lanescope_core::isa::SIDE_BY_SIDE;
use lanescope_core::session::{
    Comparison, Contents, LaneMask, OrderReport, PanelEdit, Session, blank, narrate, roll_call,
};
use lanescope_core::spec::{InstructionSet, RollCall};
use lanescope_core::view::lanes::LaneTableView;
use lanescope_core::view::moment::{Moment, RunSummary};
use std::rc::Rc;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn open(text: &str) -> Session {
    Session::open_with(text, &RollCall::new(loom(), []))
}

/// Lanes 0 to 2 add to one element; the guard turns lane 3 off. The inner and the outer `t0` are two registers.
pub const TEXT: &str = "\
.isa loom
.lanes 4
.surface A buffer ud base=0x1000 = 10 20
.surface B buffer ud 4 base=0x1_0000_0000 = 0
.reg .n32 t<4>, amount; .reg .n64 place, out;
.reg .flag on;
.set place = [0x1000; 4]
.set out = iota(0x1_0000_0000, 4)
.set amount = 1 2 3 4
.set t3 = 4 4 4 0
start:
same.n32 on, t3, 4; // two statements on one line
@on knot.grow.n32 t0,
    [place+4], amount; sum.n32 t1, t0, 100;
{
  .reg .n32 t0;
  sum.n32 t0, amount, amount;
  lay.n32 [out], t0;
}
fetch.n8 t2, [out+-4];
.expect A = 10 26
.expect B = 2 4 6 8
.expect t0 = 20 21 23 ?
.expect t0_2 = 2 4 6 8
.expect t2 = 0 2 4 6
.expect on = 1 1 1 0
";

fn holds(session: &Session) {
    assert!(session.run.is_some(), "{:?}", session.diagnostics);
    assert!(session.expectations.iter().all(|expectation| expectation.holds()), "{:?}", session.expectations);
}

#[test]
fn a_scenario_runs() {
    let session = open(TEXT);
    // Lane 3 sums a register that its guard left undefined, and the address of lane 0 is before the buffer.
    let codes: Vec<&str> = session.diagnostics.iter().map(|found| found.code()).collect();
    assert_eq!(codes, ["run-undefined-source", "run-out-of-bounds"], "{:?}", session.diagnostics);
    holds(&session);
}

#[test]
fn it_joins_the_real_sets() {
    let all: Vec<InstructionSet> = roll_call().sets().iter().map(|set| InstructionSet::clone(set)).collect();
    let [first, second] = <[InstructionSet; 2]>::try_from(all).expect("there are two");
    let three = RollCall::new(first, [second, loom()]);
    holds(&Session::open_with(TEXT, &three));
    // The set of a text may be named below its statements, and a variant may have a set of its own.
    let below = TEXT.replace(".isa loom\n", "") + ".isa loom\n";
    holds(&Session::open_with(&below, &three));
    let block = "  ".to_owned() + &TEXT[..TEXT.len() - 1].replace('\n', "\n  ");
    let text =
        format!(".lanes 8\n.decl P1 v_type=P num_elts=8\n.variant threads {{\n{block}\n}}\n.expect P1 = 0\n");
    let session = Session::open_with(&text, &three);
    let errors: Vec<&str> = session.diagnostics.iter().map(|found| &*found.message).collect();
    assert_eq!(session.document.variants.len(), 1);
    assert!(errors.is_empty(), "{errors:?}");
    session.each_variant().for_each(|variant| holds(&variant));
}

#[test]
fn it_is_narrated() {
    let run = open(TEXT).run.expect("it runs");
    let sentences: Vec<String> = run.steps().map(|step| narrate(run.scenario(), &step)).collect();
    let has =
        |part: &str| assert!(sentences.iter().any(|line| line.contains(part)), "{part}: {sentences:#?}");
    has("knot.grow.n32 begins with lanes 0 to 2");
    has("place[i] + UQ(offset) = 4096 + 4 = 4100");
    has("old + src0 = 20 + 1 = 21");
    has("A[1]");
    has("returns 23 to t0[2]");
    has("to t0_2[3]");
}

#[test]
fn it_is_drawn() {
    let session = open(TEXT);
    let run = session.run.expect("it runs");
    let summary = Rc::new(RunSummary::new(&run));
    for cursor in [0, run.len() / 2, run.len()] {
        let moment = Moment::new(&run, &session.text, cursor, Rc::clone(&summary));
        let drawn = svg(&moment, Look::new(&run, "Threads", &Default::default()));
        assert!(drawn.starts_with("<svg") && drawn.contains("Threads"), "{drawn}");
    }
    let step = run.steps().find(|step| step.instruction == 1).expect("the second instruction runs").index;
    let moment = Moment::new(&run, &session.text, step + 1, Rc::clone(&summary));
    let table = LaneTableView::new(&moment, &Default::default());
    let labels: Vec<&str> = table.rows.iter().map(|row| &*row.label).collect();
    assert_eq!(labels, ["predicate", "place", "offset", "src0", "address", "old", "new", "returned"]);
}

#[test]
fn it_is_laid_out() {
    let before = ".isa loom\n.reg  .n32 a ,b<3> ;.reg .flag p; // two\n\n@ !p  sum.n32 a\n  , b0 ,7; a:\n{ sum.i32 a,a,-1;}\n\n\
                  lay.n32 [ a + -4 ] , b1 ; // end\nsum.n32 a, // one\n  b0, b1;\n.lanes  4\n";
    let after = ".isa loom\n.reg .n32 a, b<3>;\n.reg .flag p;  // two\n\n@!p sum.n32 a, b0, 7;\na:\n{\nsum.i32 a, a, -1;\n}\n\n\
                 lay.n32 [ a + -4 ], b1;  // end\nsum.n32 a, // one\n  b0, b1;\n.lanes 4\n";
    let session = open(before);
    assert_eq!(session.formatted(), after);
    assert_eq!(open(after).formatted(), after);
    let formatted = open(TEXT).formatted();
    holds(&open(&formatted));
    assert_eq!(open(&formatted).formatted(), formatted);
}

/// Checks the first finding of a text with some declarations, and the text after its fix. Returns its message.
fn wrong(code: &str, line: &str, fixed: Option<&str>) -> String {
    let before =
        ".isa loom\n.reg .n32 a, r<3>;\n.reg .n64 wide;\n.reg .f32 x;\n.reg .w32 bits;\n.reg .flag p;\n";
    let session = open(&format!("{before}{line}\n"));
    let found = session.diagnostics.first().unwrap_or_else(|| panic!("{line} is wrong"));
    assert_eq!(found.code(), code, "{line}: {}", found.message);
    let after = found.fix.as_ref().map(|fix| apply_edits(&session.text, &fix.edits));
    assert_eq!(after, fixed.map(|line| format!("{before}{line}\n")), "{line}: {}", found.message);
    assert!(session.run.is_none(), "{line}");
    found.message.clone()
}

#[test]
fn mistakes_are_explained() {
    let says = |code: &str, line: &str, message: &str| assert_eq!(wrong(code, line, None), message, "{line}");
    says(
        "loom-undeclared",
        "sum.n32 a, other, 1;",
        "`other` is not declared; expected `.reg .TYPE other;` above, in this scope",
    );
    says(
        "loom-undeclared",
        "sum.n32 a, r3, 1;",
        "`r3` is not declared; expected `.reg .TYPE r3;` above, in this scope",
    );
    says("loom-twice", ".reg .n32 r1;", "`r1` is declared twice in one scope");
    says("loom-twice", ".reg .i32 a;", "`a` is declared twice in one scope");
    says(
        "loom-type",
        "sum.n32 wide, a, 1;",
        "`wide` is a `.n64` register; `to` expects `n32`, `i32` or `w32`",
    );
    says("loom-type", "sum.n32 a, x, 1;", "`x` is a `.f32` register; `one` expects `n32`, `i32` or `w32`");
    says("loom-type", "fetch.n32 a, [a];", "`a` is a `.n32` register; `place` expects `n64`");
    says("loom-type", "sum.n32 p, a, 1;", "`p` is a predicate; expected a register for `to`");
    says("loom-type", "@a sum.n32 a, a, 1;", "`a` is a `.n32` register; expected a predicate");
    says("loom", "sum.n32 a, a, 0x1_0000_0000;", "this number does not fit `other`, which has type UD");
    says("loom", "sum.n32 a, a, 1.5;", "expected a register or a whole number for `other`");
    says("loom", "sum.n32 a b, 1;", "expected `,` or `;`, found `b`");
    says("loom", "sum.n32 a, a;", "`SUM` takes 3 operands (to, one, other), found 2");
    says(
        "loom-reg",
        ".reg .half b;",
        "unknown type `half`; expected `n32`, `i32`, `n64`, `f32`, `w32` or `flag`",
    );
    says("loom-reg", ".reg .n32 b<0>;", "0 registers; expected at least 1");
    says("loom-scope", "{ sum.n32 a, a, 1;", "this `{` is never closed; expected `}`");
    assert!(
        open(".isa loom\n.chapter 3\n.reg .w32 bits;\n.reg .f32 x;\nsum.w32 bits, x, 1;\n").run.is_some()
    );
}

#[test]
fn mistakes_are_mended() {
    let fixed = |code: &str, line: &str, after: &str| wrong(code, line, Some(after));
    fixed("loom", "sum.n32 a, a, 1", "sum.n32 a, a, 1;");
    fixed("loom", "sum.n32 a, a, 1\nsum.n32 a, a, 2;", "sum.n32 a, a, 1;\nsum.n32 a, a, 2;");
    fixed("loom", "sum.n32 a, a, 1 // one\n.lanes 4", "sum.n32 a, a, 1; // one\n.lanes 4");
    fixed("loom-reg", ".reg .n33 b;", ".reg .n32 b;");
    fixed("loom-reg", ".reg .n32 b\nsum.n32 a, a, 1;", ".reg .n32 b;\nsum.n32 a, a, 1;");
    fixed("loom-undeclared", "sum.n32 a, wid, 1;", "sum.n32 a, wide, 1;");
    fixed("loom", "fetch.n32 a, wide;", "fetch.n32 a, [wide];");
    fixed("text-unknown-directive", ".rag .n32 b;", ".reg .n32 b;");
}

#[test]
fn one_mistake_is_reported_once() {
    for line in [".reg .half b;", ".reg .n32 b<;", ".reg .n32 3, b;"] {
        let session = open(&format!(".isa loom\n{line}\nsum.n32 b, b, 1;\n.set b = 1\n.expect b = 1\n"));
        assert_eq!(session.diagnostics.len(), 1, "{:?}", session.diagnostics);
    }
}

#[test]
fn a_text_knows_whether_its_last_operand_is_a_register() {
    let own = ".semantics SUM { foreach_active (i) { to[i] = scalar_src + one[i] - other[i]; } }";
    let text = format!(
        ".isa loom\n.lanes 4\n{own}\n.reg .n32 a, b;\n.set a = 0\nsum.n32 b, a, a;\n.expect b = 0 ? ? ?\n\
         sum.n32 a, a, 0;\n.expect a = 1 ? ? ?\n"
    );
    holds(&open(&text));
}

#[test]
fn a_name_is_visible_in_its_scope_alone() {
    let text = ".isa loom\n{\n  .reg .n32 a;\n  sum.n32 a, a, 1;\n}\nsum.n32 a, a, 1;\n";
    let found = &open(text).diagnostics[0];
    assert_eq!(
        (found.code(), found.span.range().start),
        ("loom-undeclared", text.rfind("a, a").expect("there"))
    );
    let note = found.notes.iter().find_map(|note| note.span).expect("its declaration is shown");
    assert_eq!(note.range().start, text.find("a;").expect("there"));
    let early = ".isa loom\nsum.n32 a, a, 1;\n.reg .n32 a;\n";
    assert_eq!(open(early).diagnostics[0].code(), "loom-undeclared");
    assert_eq!(
        open(".isa loom\n.reg .n32 a;\n}\nsum.n32 a, a, 1;\n").diagnostics[0].code(),
        "text-lone-brace"
    );
    let unknown = &open(".isa loom\n.reg .n32 a;\n.set b = 1\n.expect b = 1\n").diagnostics;
    let codes: Vec<&str> = unknown.iter().map(|found| found.code()).collect();
    assert_eq!(codes, ["loom-undeclared", "text-expect-target"]);
}

#[test]
fn it_is_completed_and_coloured() {
    let labels = |line: &str| {
        let text = format!(".isa loom\n.reg .n32 a, r<2>;\n.reg .n64 wide;\n.reg .flag p;\n{line}");
        let found = open(&text).complete(text.len());
        found.map_or(Vec::new(), |found| found.items.into_iter().map(|item| item.label).collect::<Vec<_>>())
    };
    assert_eq!(labels("k")[..1], ["knot"]);
    assert_eq!(labels("sum.n32 a, a, 1; k")[..1], ["knot"]);
    assert_eq!(labels("{ la")[..1], ["lay"]);
    assert_eq!(labels("@"), ["p"]);
    assert_eq!(labels("@p s")[..2], ["same", "sum"]);
    assert_eq!(labels("knot."), ["grow", "least"]);
    assert_eq!(labels("knot.grow.n32 "), ["a", "r0", "r1", "returned"]);
    assert_eq!(labels("knot.grow.n32 a,\n  "), ["[wide]", "[place]"]);
    assert_eq!(labels("knot.grow.n32 a, ["), ["wide", "place"]);
    assert_eq!(labels("same.n32 "), ["p", "is_same"]);
    assert_eq!(labels("ask.n32 a, "), ["%lane.no"]);
    assert_eq!(labels(".re"), [".reg", ".reading"]);
    assert_eq!(labels(".reg .")[..2], ["n32", "i32"]);
    assert_eq!(labels(".set "), ["a", "r0", "r1", "wide", "p"]);
    assert_eq!(labels(".expect r")[..2], ["r0", "r1"]);
    // A new register is declared above the statement.
    let text = ".isa loom\n{\n  sum.n32 a, ";
    let found = open(text).complete(text.len()).expect("there are items");
    assert_eq!(found.items[0].label, "one");
    let declared = apply_edits(text, &found.items[0].also);
    assert_eq!(declared, ".isa loom\n{\n.reg .n32 one;\n  sum.n32 a, ");
    let session = open(TEXT);
    let at = TEXT.find("t1, t0").expect("it is there");
    let (span, entry) = session.explain(at).expect("it is declared");
    assert_eq!((span.of(TEXT), &*entry.form), ("t1", ".reg .n32 t<4>, amount;"));
    let pieces = session.highlight();
    let has = |piece: &str, class: &str| {
        let is_it = |found: &&_| {
            let found: &lanescope_core::session::Highlight = found;
            found.span.of(TEXT) == piece && found.class == class
        };
        assert!(pieces.iter().any(|found| is_it(&found)), "{piece} is a {class}");
    };
    has("loom", "keyword");
    has("@on", "predicate");
    has("knot", "mnemonic");
    has("lay", "mnemonic");
    has(".reg", "directive");
}

#[test]
fn a_generated_scenario_runs() {
    let set = loom();
    for row in &set.instructions {
        let text = blank(&set, row);
        let session = open(&text);
        assert_eq!(session.diagnostics, [], "{text}");
        assert!(session.run.is_some() && text.ends_with(";\n"), "{text}");
    }
}

#[test]
fn panels_change_its_text() {
    let text = "\
.isa loom
.lanes 4
.surface A buffer ud base=0x1000 = 10 20
.reg .n64 place; .reg .n32 amount, old,
  other; .reg .flag on; knot.grow.n32 old, [place], amount; knot.grow.n32
  other, [place], 1;
";
    let session = open(text);
    assert!(session.run.is_some(), "{:?}", session.diagnostics);
    let edited = |edit: PanelEdit| {
        let after = session.edit(&edit).unwrap_or_else(|why| panic!("{edit:?}: {why}"));
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let errors: Vec<&Diagnostic> = after.diagnostics.iter().filter(is_error).collect();
        assert!(errors.is_empty() && after.run.is_some(), "{errors:?}\n{}", after.text);
        after.text.to_string()
    };
    let has = |edit: PanelEdit, line: &str| {
        let after = edited(edit);
        assert!(after.contains(line), "{line} in\n{after}");
    };
    has(PanelEdit::LaneMask(LaneMask(0b0011)), ".lanes 4 active=0b0011\n");
    let place = Contents::Variable("place".to_owned());
    let values = "0x1000, 0x1004".to_owned();
    has(PanelEdit::Elements { of: place, index: 0, values }, "\n.set place = 0x1000 0x1004");
    has(PanelEdit::Predicate { name: "on".to_owned(), mask: LaneMask(5) }, "\n.set on = ");
    // An order for the second statement of a line separates it from the first.
    let report = |instruction, turns: [u8; 4]| {
        let (line, order, turns) = (0, String::new(), vec![turns.to_vec()]);
        OrderReport { instruction, line, order, turns }
    };
    let after = edited(PanelEdit::Witness(vec![report(0, [0, 1, 2, 3]), report(1, [3, 2, 1, 0])]));
    assert!(after.contains("amount; \n.order"), "{after}");
}

#[test]
fn names_may_have_signs_and_numbers() {
    let text = "\
.isa loom
.lanes 4
.set %r1 = 1 2 3 4
.set %p1 = 0b0101
.reg .n32 %r<5>; .reg .flag %p<2>;
$L__1: @!%p1 sum.n32 %r4, %r1, 10;
.expect %r4 = ? 12 ? 14
";
    let session = open(text);
    assert_eq!(session.diagnostics, []);
    holds(&session);
    let run = session.run.expect("it runs");
    let names: Vec<&str> = run.scenario().layout.variables.iter().map(|variable| &*variable.name).collect();
    assert_eq!(names, ["%r1", "%r4"], "only the registers in use exist");
}

#[test]
fn a_listing_runs_up_to_its_end() {
    let text = "\
.isa loom
.lanes 4
.chapter one (
  .n64 place,
  .n64 out
)
{
  .reg .flag %p<2>;
  .reg .n32 %r<4>;
  ask.n32 %r1, %lane.no;
  same.n32 %p1, %r1, 2;
  @%p1 leave;
  sum.n32 %r2, %r1, 1;
  leave;
  mend.n32 %r1;
}
.expect %r1 = 0 1 2 3
.expect %r2 = 1 2 ? 4
";
    let session = open(text);
    assert_eq!(session.diagnostics, []);
    holds(&session);
    assert_eq!(session.formatted().replace("  ", ""), text.replace("  ", ""));
    let wrong = open(".isa loom\n.reg .n32 a;\nask.n32 a, %lane.name;\n");
    assert_eq!(wrong.diagnostics[0].message, "expected `%lane.no` for `from`");
}

#[test]
fn all_orders_are_explored() {
    // Whichever lane comes first gets 20, so each order of the three lanes gives other results but the same memory.
    let claims = ".expect outcomes memory 1\n.expect outcomes results 6\n.expect possible { t0 = 25 23 20 ? }\n\
                  .expect impossible { t0 = 20 20 20 ? }\n";
    let start = TEXT.find("start:").expect("it has a label");
    let end = TEXT.find("sum.n32 t1").expect("it has a sum");
    let text = TEXT[..start].to_owned() + &TEXT[start..end] + "\n" + claims;
    let mut session = open(&text);
    session.judge_orders();
    holds(&session);
}

#[test]
fn it_is_compared_with_the_real_sets() {
    let all: Vec<InstructionSet> = roll_call().sets().iter().map(|set| InstructionSet::clone(set)).collect();
    let [first, second] = <[InstructionSet; 2]>::try_from(all).expect("there are two");
    let three = RollCall::new(first, [second, loom()]);
    let add = SIDE_BY_SIDE.iter().find(|text| text.starts_with("// Add\n")).expect("there is one");
    let end = TEXT.find("sum.n32 t1").expect("it has a sum");
    // The comparison is about the first instruction.
    let comparison = "same.n32 on, t3, 4; // two statements on one line\n@on ";
    let block = TEXT[..end].replace(comparison, "").replace('\n', "\n  ");
    let add = Comparison::from_text(&format!("{add}.variant third {{\n  {block}\n}}\n"), &three)
        .expect("all three run");
    assert_eq!(add.sides.len(), 3);
    let returned: Vec<Option<&str>> =
        add.lanes[0].outcomes.iter().map(|outcome| outcome.returned.as_deref()).collect();
    assert_eq!(returned, [Some("5"), Some("5"), Some("20")]);
}
