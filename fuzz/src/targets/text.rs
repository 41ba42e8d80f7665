//! The targets that read what a person, a file or a page writes.

use lanescope_core::base::{TextEdit, apply_edits, split_mix};
use lanescope_core::diag::render;
use lanescope_core::session::orders::{Budget, Job};
use lanescope_core::session::report::{CostReport, Report, encode};
use lanescope_core::session::run::narrate;
use lanescope_core::session::text::{encode_link, formatted, highlight_notation, unwrapped};
use lanescope_core::session::{Inquiring, Inquiry, Session, Wanted, known_sets};
use lanescope_frontend::state::link::parse;
use lanescope_frontend::state::message::{Report as MessageReport, parse as parse_message};
use lanescope_frontend::state::{Model, Opening, PageKind, reduce};

/// Opens the input as a scenario: checks, runs and formats it, colours it, completes it at some carets, applies its fixes, and
/// asks about all orders.
pub fn text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut seed = data.iter().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add((*byte).into()));
    let mut below = |end: usize| split_mix(&mut seed) as usize % end.max(1);
    let session = Session::open(&text);
    for highlight in session.highlight() {
        assert!(text.get(highlight.span.range()).is_some(), "a coloured place is outside of the text");
    }
    let tidy = session.formatted();
    assert_eq!(formatted(&tidy), tidy, "a formatted text changes when it is formatted again");
    for _ in 0..4 {
        let caret = below(text.len() + 1);
        if let Some(completion) = session.complete(caret) {
            assert!(text.get(completion.span.range()).is_some(), "a completion is outside of the text");
        }
        session.explain(caret);
    }
    let is_inside = |edit: &TextEdit| text.get(edit.span.range()).is_some();
    for finding in &session.diagnostics {
        assert!(text.get(finding.span.range()).is_some(), "`{}` is outside of the text", finding.message);
        assert!(finding.fix.iter().flat_map(|fix| &fix.edits).all(is_inside), "`{}`", finding.message);
    }
    if !session.diagnostics.is_empty() {
        let finding = &session.diagnostics[below(session.diagnostics.len())];
        assert!(!render("text", &text, finding).is_empty());
        if let Some(fix) = &finding.fix {
            drop(Session::open(&apply_edits(&text, &fix.edits)));
        }
    }
    session.reading_views();
    unwrapped(&text);
    look_at_run(&session, &mut below);
    if below(4) == 0 {
        ask(&text, [Wanted::Outcomes, Wanted::Json, Wanted::Csv][below(3)].clone());
    }
}

/// Shows a run at some moments, and reports on it.
fn look_at_run(session: &Session, below: &mut impl FnMut(usize) -> usize) {
    let Some(run) = &session.run else { return };
    for instruction in 0..run.scenario().program.len().min(4) {
        encode(run.scenario(), instruction);
        run.targets(instruction);
    }
    for _ in 0..3 {
        let frame = run.frame(below(run.len() as usize + 1) as u32);
        for step in frame.last.iter().chain(&frame.next) {
            assert!(!narrate(run.scenario(), step).is_empty(), "step {} says nothing", step.index);
        }
    }
    CostReport::from_session(session, None);
    if run.len() < 2_000 {
        Report::from_session(session).to_json();
    }
}

/// Asks a question about all orders, with a small budget.
fn ask(text: &str, wanted: Wanted) {
    let budget = Budget { memory_states: 200, results_states: 100, drawn: 10, seed: 1 };
    let inquiry = Inquiry { text: text.to_owned(), variant: None, wanted, budget };
    let mut inquiring = Inquiring::new(&inquiry, &known_sets());
    while !inquiring.advance(64) {}
    assert!(inquiring.finish().is_some(), "the question has no answer");
}

/// Declarations for vISA, a place for semantics, and lines that run them.
const VISA: &str = "\
.lanes 8 active=0b1011
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=32 align=GRF
.decl BUF v_type=T num_elts=1
.decl IMG v_type=T num_elts=1
.set OFF = 0 4 4 64 8 2 ? 0xffffffff
.set VAL = iota(1, 3)
.surface BUF buffer ud = 1 2 3 4
.surface IMG 1d R32_UINT 4 = 1 2 3 4
";

/// The instructions of vISA whose semantics the input is, each with a line.
const VISA_LINES: [(&str, &str); 4] = [
    ("DWORD_ATOMIC", "dword_atomic.cmpxchg (M1, 8) BUF OFF.0 VAL.0 VAL.32 VAL.64\n"),
    ("TYPED_ATOMIC", "typed_atomic.add (M1, 8) IMG OFF.0 V0.0 V0.0 V0.0 VAL.0 V0.0 VAL.32\n"),
    ("SCATTER4_SCALED", "scatter4_scaled.RGA (M1, 8) BUF 0x4:ud OFF.0 VAL.0\n"),
    ("LSC_LOAD", "lsc_load.ugm (M1, 8) VAL:d32x2 bti(BUF)[4*OFF]:a32\n"),
];

/// Registers and a surface of Maxwell, a place for semantics, and a line that runs them.
const SASS: [&str; 2] = [
    ".isa sass sm=52\n.lanes 4\n.set R0 = 0 1 1 9\n.set R2 = [3; 4]\n.surface 0 1d_buffer R32_UINT 4 = iota(0, 1)\n",
    "SUATOM.D.1D_BUFFER.ADD.IGN R4, [R0], R2, 0x0;\n",
];

/// Opens the input as the semantics of several instructions, and as an operation.
pub fn notation(data: &[u8]) {
    let notation = String::from_utf8_lossy(data);
    for highlight in highlight_notation(&notation) {
        assert!(notation.get(highlight.span.range()).is_some(), "a coloured place is outside of the text");
    }
    let semantics = |name: &str| format!(".semantics {name} {{\n{notation}\n}}\n");
    let mut texts: Vec<String> =
        VISA_LINES.iter().map(|(name, line)| format!("{VISA}{}{line}", semantics(name))).collect();
    texts.push(format!("{}{}{}", SASS[0], semantics("SUATOM"), SASS[1]));
    let line = "dword_atomic.mine (M1, 8) BUF OFF.0 VAL.0 V0.0 VAL.32\n";
    texts.push(format!("{VISA}.op MINE {{\n{notation}\n}}\n{line}"));
    for text in texts {
        let session = Session::open(&text);
        if let Some(run) = &session.run {
            let frame = run.frame(run.len() / 2);
            frame.last.iter().chain(&frame.next).for_each(|step| drop(narrate(run.scenario(), step)));
        }
    }
}

/// Opens the input as a link. If no text is in it, opens the part before the first `&` as the text of a link with the other part as
/// its keys.
pub fn link(data: &[u8]) {
    let fragment = String::from_utf8_lossy(data);
    let linked = match parse(&fragment) {
        Some(Ok(linked)) => Some(Ok(linked)),
        _ => {
            let (text, keys) = fragment.split_once('&').unwrap_or((&fragment, ""));
            encode_link(text).and_then(|code| parse(&format!("{code}&{keys}")))
        }
    };
    let model = Opening::new(PageKind::Full, linked, None).model();
    look_at_page(&model);
}

/// Sends each line of the input to an embed as a message of its page.
pub fn message(data: &[u8]) {
    let text = include_str!("../../../static/examples/01-collision.lane");
    let mut model = Model::new(text, None, PageKind::Embed, &known_sets());
    for message in String::from_utf8_lossy(data).lines().take(16) {
        match parse_message(message) {
            None => {}
            Some(Err(reason)) => assert!(!reason.is_empty() && reason.len() < 1_000, "{reason}"),
            Some(Ok(request)) => match request.action(&model) {
                Ok(action) => model = reduce(model, action),
                Err(reason) => assert!(!reason.is_empty() && reason.len() < 1_000, "{reason}"),
            },
        }
        look_at_page(&model);
    }
}

/// Reports what an embed tells its page.
pub fn look_at_page(model: &Model) {
    if model.run().is_some() {
        assert!(model.playback.cursor <= model.run_len(), "the cursor is past the end of the run");
    }
    let reports =
        [Some(MessageReport::step(model)), MessageReport::end(model), MessageReport::problem(model)];
    for report in reports.iter().flatten() {
        assert!(!report.to_text().is_empty());
    }
}
