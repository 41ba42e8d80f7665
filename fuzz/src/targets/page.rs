//! Walks over the actions of the page, chosen by an input.

use super::choices::Choices;
use super::panel;
use super::text::look_at_page;
use lanescope_core::session::compare::SweepQuestion;
use lanescope_core::session::orders::{Budget, Job};
use lanescope_core::session::run::{Breakpoint, NumberFormat};
use lanescope_core::session::text::{PartName, Span};
use lanescope_core::session::{Inquiring, Inquiry, Wanted, known_sets};
use lanescope_core::trace::Granularity;
use lanescope_core::view::Numbers;
use lanescope_core::view::lanes::RowValue;
use lanescope_core::view::moment::{Moment, RunSummary};
use lanescope_core::view::paging::SurfacePage;
use lanescope_frontend::state::budget::Limit;
use lanescope_frontend::state::inquiries::Topic;
use lanescope_frontend::state::puzzle::Solving;
use lanescope_frontend::state::selection::Related;
use lanescope_frontend::state::sliced::Sliced;
use lanescope_frontend::state::{
    Action, ChromeAction, Dialog, DocumentAction, Dragging, EditorCommand, InquiryAction, LearningAction,
    Model, PageKind, Pair, PlaybackAction, Selection, Setting, Tab, Theme, reduce,
};
use std::rc::Rc;

/// Scenarios to begin with.
const TEXTS: [&str; 16] = [
    include_str!("../../../static/examples/01-collision.lane"),
    include_str!("../../../static/examples/09-masks-and-predicates.lane"),
    include_str!("../../../static/examples/12-sixteen-bits.lane"),
    include_str!("../../../static/examples/15-undefined-source.lane"),
    include_str!("../../../static/examples/17-cas-loop.lane"),
    include_str!("../../../static/examples/20-slm-and-stateless.lane"),
    include_str!("../../../static/examples/21-own-operation.lane"),
    include_str!("../../../static/examples/23-pasted-listing.lane"),
    include_str!("../../../static/examples/27-compare-and-swap-pair.lane"),
    include_str!("../../../static/examples/29-block-linear.lane"),
    include_str!("../../../static/examples/31-sparse-status.lane"),
    include_str!("../../../static/examples/38-channels.lane"),
    include_str!("../../../static/examples/41-computed-addresses.lane"),
    include_str!("../../../static/examples/55-minus-zero.lane"),
    include_str!("../../../static/examples/puzzle-04-tickets.lane"),
    include_str!("../../../static/examples/puzzle-09-lock.lane"),
];

/// The maximum number of actions of a walk.
const MOST_ACTIONS: usize = 40;

fn opened(choices: &mut Choices) -> Model {
    let kind = if choices.byte() % 8 == 7 { PageKind::Embed } else { PageKind::Full };
    Model::new(choices.pick(&TEXTS), None, kind, &known_sets())
}

/// Edits a scenario in panels, and takes edits back. A text that is restored must be the earlier one. Its run must be the same if
/// the same side is active, which the text does not say.
pub fn edits(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut model = finished(opened(&mut choices));
    let mut earlier: Vec<(Rc<str>, Option<Pair>, u32)> = Vec::new();
    for _ in 0..MOST_ACTIONS {
        if choices.is_over() {
            break;
        }
        if choices.below(4) == 0
            && let Some((text, pair, steps)) = earlier.pop()
        {
            model = finished(reduce(model, DocumentAction::Type(Rc::clone(&text)).into()));
            assert_eq!(model.document.session.text, text, "a text was not restored");
            if model.document.pair == pair {
                assert_eq!(model.run_len(), steps, "a restored text has a different run");
            }
        } else {
            if !model.is_stale() {
                let document = &model.document;
                earlier.push((Rc::clone(&document.session.text), document.pair.clone(), model.run_len()));
            }
            let edit = panel::edit(&mut choices, &model.document.session);
            model = finished(reduce(model, DocumentAction::Edit(edit).into()));
        }
    }
    look_at_page(&model);
}

/// Walks over all actions of the page, and looks at the stage between them.
pub fn page(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut model = opened(&mut choices);
    for _ in 0..MOST_ACTIONS {
        if choices.is_over() {
            break;
        }
        let action = action(&mut choices, &model);
        model = reduce(model, action);
        if choices.flag() {
            model = finished(model);
        }
        if choices.below(4) == 0 {
            model = answered(model);
        }
        look_at_stage(&model);
    }
    look_at_page(&model);
}

/// Completes a run, and the search for its stops.
fn finished(mut model: Model) -> Model {
    if let Some(pending) = model.document.pending.clone() {
        model = with_result(model, &pending.session);
    }
    if let Some(search) = model.playback.search.clone() {
        model = with_result(model, &search.work);
    }
    model
}

fn with_result<W: Sliced<Event: Into<Action>>>(model: Model, work: &W) -> Model {
    let mut state = work.begin();
    while !work.advance(&mut state) {}
    match work.result(state) {
        Some(event) => reduce(model, event.into()),
        None => model,
    }
}

/// Answers the inquiries in progress, with a small budget.
fn answered(mut model: Model) -> Model {
    for topic in [Topic::Orders, Topic::Variants, Topic::Sweep, Topic::Goal] {
        let Some(job) = model.inquiries.of(topic).job.clone() else { continue };
        let budget = Budget { memory_states: 200, results_states: 100, drawn: 10, seed: 1 };
        let mut inquiring = Inquiring::new(&Inquiry { budget, ..(*job.inquiry).clone() }, &known_sets());
        let mut slices = 0;
        while !inquiring.advance(64) {
            slices += 1;
            if slices == 50 {
                break;
            }
        }
        model = match inquiring.finish() {
            Some(answer) => reduce(model, InquiryAction::Answer(job.number, Rc::new(answer)).into()),
            None => reduce(model, InquiryAction::Cancel(topic).into()),
        };
    }
    model
}

/// Computes what the page shows of a run.
fn look_at_stage(model: &Model) {
    model.linked_view();
    model.expectations();
    model.unexpected();
    model.stage_note();
    model.message();
    model.wait_ms();
    if let Some(run) = model.on_stage() {
        let summary = Rc::new(RunSummary::new(&run.run));
        let moment = Moment::new(&run.run.0, &run.text, model.playback.cursor, summary);
        Related::new(&moment, model.chrome.selection);
    }
}

fn granularity(choices: &mut Choices) -> Granularity {
    choices.pick(&[Granularity::Phase, Granularity::Memory, Granularity::Lane, Granularity::Instruction])
}

/// Chooses an action.
fn action(choices: &mut Choices, model: &Model) -> Action {
    match choices.below(16) {
        0..4 => document_action(choices, model).into(),
        4..7 => playback_action(choices).into(),
        7 => setting(choices).into(),
        8..10 => inquiry_action(choices, model).into(),
        10..12 => learning_action(choices, model).into(),
        12 => chrome_action(choices).into(),
        13 => Action::Load {
            text: choices.pick(&TEXTS).into(),
            cursor: choices.number(),
            granularity: choices.flag().then(|| granularity(choices)),
        },
        14 => match choices.below(4) {
            0 => Action::Puzzle(choices.pick(&[Solving::Check, Solving::StartAgain, Solving::PlayFailure])),
            1 => Action::AnotherQuestion,
            2 => Action::PlayOrder(panel::orders(choices)),
            _ => Action::Example(choices.pick(&TEXTS).into()),
        },
        _ => match choices.below(3) {
            0 => Action::BreakLine(choices.index(40)),
            1 => Action::NotationBreakLine(choices.index(40)),
            _ => Action::Notice(None),
        },
    }
}

/// Changes a piece of a text: removes, repeats or replaces it.
fn retyped(choices: &mut Choices, text: &str) -> Rc<str> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = choices.below(lines.len());
    let Some(line) = lines.get_mut(at) else { return panel::typed(choices).into() };
    match choices.below(4) {
        0 => drop(lines.remove(at)),
        1 => {
            let again = line.clone();
            lines.insert(at, again);
        }
        2 => {
            let words: Vec<&str> = line.split(' ').collect();
            let word = choices.pick(&words).to_owned();
            *line = line.replacen(&word, &panel::typed(choices), 1);
        }
        _ => line.push_str(&panel::typed(choices)),
    }
    (lines.join("\n") + "\n").into()
}

fn document_action(choices: &mut Choices, model: &Model) -> DocumentAction {
    let session = &*model.document.session;
    let variant = |choices: &mut Choices| -> Rc<str> {
        let variants: Vec<&str> = session.variants().chain(["none"]).collect();
        choices.pick(&variants).into()
    };
    match choices.below(20) {
        0 => DocumentAction::Type(retyped(choices, &model.document.session.text)),
        1..4 => DocumentAction::Edit(panel::edit(choices, session)),
        4 => DocumentAction::Drag(Dragging::To(panel::edit(choices, session))),
        5 => DocumentAction::Drag(if choices.flag() { Dragging::End } else { Dragging::Cancel }),
        6 | 7 => {
            DocumentAction::Enter { entry: panel::entry(choices, session), typed: panel::typed(choices) }
        }
        8 => match panel::entry(choices, session) {
            lanescope_frontend::state::Entry::All(of) => {
                DocumentAction::Fill { of, with: panel::filling(choices) }
            }
            entry => DocumentAction::Grow(entry),
        },
        9 => DocumentAction::Grow(match model.document.rejected.last() {
            Some(rejected) if rejected.entry.is_some() => rejected.entry.clone().expect("it has one"),
            _ => panel::entry(choices, session),
        }),
        10 => DocumentAction::Forget(choices.flag().then(|| panel::entry(choices, session))),
        11 => DocumentAction::Fix(choices.index(session.diagnostics.len())),
        12 => {
            let length = model.document.session.text.len() as u32;
            let start = choices.number() % (length + 1);
            let span = Span { start, end: length };
            let commands = [EditorCommand::Undo, EditorCommand::Redo, EditorCommand::Select(span)];
            DocumentAction::Editor(choices.pick(&commands))
        }
        13 | 14 => DocumentAction::Pair(
            choices.flag().then(|| Pair { variant: variant(choices), is_active: choices.flag() }),
        ),
        15 => DocumentAction::Variant(variant(choices)),
        16 => {
            let rows = session.rows();
            let names: Vec<PartName> =
                rows.iter().flat_map(|row| session.part_names(&row.mnemonic)).collect();
            match names.get(choices.below(names.len())) {
                Some(name) => DocumentAction::EditNotation {
                    name: name.clone(),
                    line: choices.flag().then(|| choices.index(20)),
                },
                None => DocumentAction::CloseNotation,
            }
        }
        17 => match &model.document.notation_edit {
            Some(edit) => DocumentAction::TypeNotation(retyped(choices, &edit.typed)),
            None => DocumentAction::TypeNotation("".into()),
        },
        18 => match choices.flag() {
            true => DocumentAction::RevertNotation(choices.flag().then(|| choices.index(2))),
            false => DocumentAction::CloseNotation,
        },
        _ => DocumentAction::MakeNew {
            name: choices.pick(&["MINE", "mine", "", "DWORD_ATOMIC", "a b"]).to_owned(),
            instruction: choices.index(2),
        },
    }
}

fn playback_action(choices: &mut Choices) -> PlaybackAction {
    let conditions = ["", "lane 1", "BUF[0] == 1", "old > 2", "new", "BUF[99] == 0", "1 +", "true"];
    match choices.below(10) {
        0 | 1 => PlaybackAction::Step {
            granularity: choices.flag().then(|| granularity(choices)),
            forward: choices.flag(),
        },
        2 => PlaybackAction::Seek(choices.number()),
        3 => PlaybackAction::SeekEnd,
        4 => PlaybackAction::SeekMark { forward: choices.flag() },
        5 => PlaybackAction::SeekStop { forward: choices.flag() },
        6 => PlaybackAction::Play(choices.flag()),
        7 => PlaybackAction::Tick(choices.index(2_000) as u32),
        8 => match choices.below(4) {
            0 => PlaybackAction::Until(choices.pick(&conditions).into()),
            1 => PlaybackAction::Breakpoint(Breakpoint::Instruction(choices.index(3))),
            2 => PlaybackAction::Breakpoint(Breakpoint::Line {
                text: choices.pick(&["DWORD_ATOMIC", "ADD", "none"]).to_owned(),
                line: choices.index(12),
            }),
            _ => PlaybackAction::Breakpoint(Breakpoint::Written {
                space: choices.pick(&["BUF", "OFF", "none"]).to_owned(),
                byte_offset: choices.index(16) as u32,
                size_bytes: choices.index(8) as u32,
            }),
        },
        _ => PlaybackAction::Pin(choices.flag()),
    }
}

fn setting(choices: &mut Choices) -> Setting {
    match choices.below(4) {
        0 => Setting::Granularity(granularity(choices)),
        1 => Setting::PlaysFast(choices.flag()),
        2 => {
            let numbers = [Numbers::All, Numbers::Row("old".to_owned()), Numbers::Surface("BUF".to_owned())];
            let formats = [NumberFormat::Auto, NumberFormat::Hex, NumberFormat::Signed, NumberFormat::Float];
            let format = choices.pick(&formats);
            Setting::Format(choices.pick(&numbers), choices.flag().then_some(format))
        }
        _ => Setting::Theme(choices.pick(&[Theme::System, Theme::Light, Theme::Dark])),
    }
}

fn inquiry_action(choices: &mut Choices, model: &Model) -> InquiryAction {
    let topics = [Topic::Orders, Topic::Variants, Topic::Sweep, Topic::Goal];
    let session = &model.document.session;
    let variants: Vec<String> = session.variants().chain(["none"]).map(str::to_owned).collect();
    let claims = ["BUF[0] = 1", "BUF = 1 2 3", "", "error", "X = ", "BUF[0] = 1; BUF[1] = 2"];
    let swept = ["OFF[0]", "VAL[1] = 0..9; OFF[0] = 0 4", "BUF", "NONE", "", "OFF[0] = 0..99999999"];
    match choices.below(8) {
        0..5 => InquiryAction::Begin(match choices.below(7) {
            0 => Wanted::Outcomes,
            1 => Wanted::Json,
            2 => Wanted::Csv,
            3 => Wanted::Possible(choices.pick(&claims).to_owned()),
            4 => Wanted::Beside(choices.pick(&variants)),
            5 => {
                let question = SweepQuestion::parse(choices.pick(&swept), choices.number().into());
                Wanted::Sweep(question, choices.flag().then(|| choices.pick(&variants)))
            }
            _ => Wanted::Goal(choices.pick(&TEXTS).to_owned()),
        }),
        5 => InquiryAction::BeginQuietly,
        6 => InquiryAction::Cancel(choices.pick(&topics)),
        _ => match choices.flag() {
            true => InquiryAction::Limit(choices.pick(&[Limit::Small, Limit::Usual])),
            false => InquiryAction::NoWorker,
        },
    }
}

fn learning_action(choices: &mut Choices, model: &Model) -> LearningAction {
    match choices.below(11) {
        0 => LearningAction::Begin,
        1 => LearningAction::Predict { to_end: choices.flag() },
        2 | 3 => LearningAction::Type(choices.index(3), panel::typed(choices)),
        4 => LearningAction::Hint(choices.index(3)),
        5 => LearningAction::Check,
        6 => LearningAction::Reveal,
        7 => LearningAction::Enter(panel::entry(choices, &model.document.session), panel::typed(choices)),
        8 => LearningAction::Lane(choices.index(32) as u8),
        9 => LearningAction::Again,
        _ => LearningAction::Leave,
    }
}

fn chrome_action(choices: &mut Choices) -> ChromeAction {
    let dialogs =
        [Dialog::Gallery, Dialog::Help, Dialog::Export, Dialog::Embed, Dialog::New, Dialog::Reference];
    match choices.below(7) {
        0 => {
            ChromeAction::Tab(choices.pick(&[Tab::Semantics, Tab::Instruction, Tab::Outcomes, Tab::Compare]))
        }
        1 => ChromeAction::Dialog(choices.flag().then(|| choices.pick(&dialogs))),
        2 | 3 => ChromeAction::Select(choices.flag().then(|| selection(choices))),
        4 => ChromeAction::SurfacePage(SurfacePage {
            surface: choices.index(2),
            first: choices.index(40),
            end: choices.index(40),
        }),
        5 => ChromeAction::MemoryPart { surface: choices.index(2), part: choices.index(4) },
        _ => match choices.flag() {
            true => ChromeAction::Readings(choices.flag()),
            false => ChromeAction::LookUp(panel::typed(choices).into()),
        },
    }
}

fn selection(choices: &mut Choices) -> Selection {
    match choices.below(5) {
        0 => Selection::Lane(choices.index(32) as u8),
        1 => {
            let index = choices.index(4);
            let rows = [
                RowValue::Predicate,
                RowValue::Input(index),
                RowValue::Address,
                RowValue::Old,
                RowValue::Read(index),
                RowValue::New,
                RowValue::Output(index),
            ];
            Selection::Row(choices.pick(&rows))
        }
        2 => Selection::Cell { surface: choices.index(2), element: choices.index(16) },
        3 => Selection::Element { variable: choices.index(4), element: choices.index(16) },
        _ => Selection::Bits { instruction: choices.index(2), low: choices.index(64) as u32 },
    }
}
