//! Inquiries about all orders: the model, without a browser.

use crate::common;
use lanescope_core::session::{
    Answer, Part, Progress, Wanted, compare::SweepQuestion, known_sets, text::Verdict,
};
use lanescope_frontend::state::budget::IN_SLICES;
use lanescope_frontend::state::inquiries::{InquiryAction, Job, SweepDraft, Topic};
use lanescope_frontend::state::{Action, DocumentAction, Model, PageKind, Tab, reduce};
use std::rc::Rc;

/// Four lanes exchange a word. The last lane decides, each one in 6 of 24 orders.
const EXCHANGE: &str = "\
.lanes 8 active=0xf
.decl OFF v_type=G type=ud num_elts=8
.set OFF = [0; 8]
.decl SRC v_type=G type=ud num_elts=8
.set SRC = 1 2 3 4 5 6 7 8
.decl OLD v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud = 9
dword_atomic.xchg (M1, 8) BUF OFF.0 SRC.0 V0.0 OLD.0
.expect outcomes memory 4
";

fn open(text: &str) -> Model {
    Model::new(text, None, PageKind::Full, &known_sets())
}

fn ask(model: Model, ask: InquiryAction) -> Model {
    reduce(model, ask.into())
}

fn job(model: &Model) -> Job {
    model.inquiries.of(Topic::Orders).job.clone().expect("something is asked")
}

fn answered(model: Model) -> Model {
    common::answered(model, Topic::Orders)
}

#[test]
fn what_is_small_is_asked_unasked_and_once() {
    let model = ask(open(EXCHANGE), InquiryAction::BeginQuietly);
    assert!(job(&model).is_quiet && job(&model).in_slices);
    assert_eq!(model.expectations()[0].1.verdict, Verdict::NotJudged);
    let model = answered(model);
    let known = model.outcomes().expect("it is known");
    assert_eq!(known.report.memory.as_ref().map(|list| &*list.outcomes), Some("4"));
    assert_eq!(model.expectations()[0].1.verdict, Verdict::Holds);
    assert_eq!(ask(model, InquiryAction::BeginQuietly).inquiries.of(Topic::Orders).job, None);
}

#[test]
fn lines_are_about_to_be_judged_until_they_are_or_somebody_stops_it() {
    assert!(open(EXCHANGE).is_judging(), "the page asks by itself soon");
    let asked = ask(open(EXCHANGE), InquiryAction::BeginQuietly);
    assert!(asked.is_judging());
    assert!(!answered(asked.clone()).is_judging());
    assert!(!ask(asked, InquiryAction::Cancel(Topic::Orders)).is_judging());
    // Another inquiry does not judge the lines.
    let other = ask(open(EXCHANGE), InquiryAction::Begin(Wanted::Possible("BUF = 3".to_owned())));
    assert!(!other.is_judging());
}

#[test]
fn what_is_known_outlives_other_orders_and_no_other_change() {
    let mut model = answered(ask(open(EXCHANGE), InquiryAction::Begin(Wanted::Outcomes)));
    let known = model.outcomes().expect("it is known");
    // The first outcome of memory is 1, because lane 0 was the last.
    let witness =
        known.report.memory.as_ref().expect("the budget is not spent").factors[0].outcomes[0].witness.clone();
    model = reduce(model, Action::PlayOrder(witness));
    assert!(model.document.session.text.contains("\n.order 1 2 3\n"), "{}", model.document.session.text);
    assert!(model.playback.playing && model.playback.cursor == 0 && model.outcomes().is_some());
    let other = model.document.session.text.replace("ud = 9", "ud = 8");
    model = reduce(model, DocumentAction::Type(other.into()).into());
    assert!(model.outcomes().is_none());
    assert!(ask(model, InquiryAction::BeginQuietly).inquiries.of(Topic::Orders).job.is_some());
}

#[test]
fn answers_to_what_nobody_asks_any_more_are_left() {
    let model = ask(open(EXCHANGE), InquiryAction::Begin(Wanted::Possible("BUF = 3".to_owned())));
    let first = job(&model);
    assert!(!first.is_quiet && !first.in_slices);
    // No background job starts while a job of the user is in progress.
    assert_eq!(job(&ask(model.clone(), InquiryAction::BeginQuietly)).number, first.number);
    let model = ask(model, InquiryAction::Cancel(Topic::Orders));
    assert_eq!(model.inquiries.of(Topic::Orders).job, None);
    let model = ask(model, InquiryAction::Answer(first.number, Rc::new(Answer::NothingRuns)));
    assert_eq!(model.inquiries.of(Topic::Orders).problem, None);
    assert!(model.can_be().is_none());
}

#[test]
fn an_edit_cancels_inquiries_about_the_earlier_text() {
    let sweep = Wanted::Sweep(SweepQuestion::parse("SRC[0] = 1 2", 1), None);
    let wanted = [Wanted::Outcomes, sweep, Wanted::Goal(EXCHANGE.to_owned())];
    let model = wanted.into_iter().fold(open(EXCHANGE), |model, it| ask(model, InquiryAction::Begin(it)));
    let topics = [Topic::Orders, Topic::Sweep, Topic::Goal];
    let runs = |model: &Model| topics.map(|topic| model.inquiries.of(topic).job.is_some());
    assert_eq!(runs(&model), [true; 3]);
    let other = EXCHANGE.replace("ud = 9", "ud = 8");
    let edited = reduce(model.clone(), DocumentAction::Type(other.into()).into());
    assert_eq!(runs(&edited), [false; 3]);
    assert!(job(&ask(edited, InquiryAction::BeginQuietly)).is_quiet);
    // The outcomes of all orders do not depend on an `.expect` line, which is judged after them.
    let more = format!("{EXCHANGE}.expect order-independent\n");
    let edited = reduce(model, DocumentAction::Type(more.into()).into());
    assert_eq!(runs(&edited), [true, false, false]);
    let explored = answered(ask(edited, InquiryAction::BeginQuietly));
    assert!(job(&explored).is_quiet);
    assert_eq!(answered(explored).expectations()[1].1.verdict, Verdict::Fails);
}

#[test]
fn a_worker_is_tried_again_at_the_next_inquiry() {
    let begin = || InquiryAction::Begin(Wanted::Outcomes);
    let model = answered(ask(ask(open(EXCHANGE), begin()), InquiryAction::NoWorker));
    assert!(model.inquiries.is_without_worker);
    let again = ask(model, begin());
    assert!(!again.inquiries.is_without_worker && !job(&again).in_slices);
}

#[test]
fn where_there_is_no_worker_the_page_answers_with_less() {
    let model = ask(open(EXCHANGE), InquiryAction::Begin(Wanted::Possible("BUF = 3".to_owned())));
    let first = job(&model);
    let model = ask(model, InquiryAction::NoWorker);
    let second = job(&model);
    assert!(second.in_slices && second.number != first.number);
    assert_eq!(second.inquiry.wanted, first.inquiry.wanted);
    assert_eq!(second.inquiry.budget, IN_SLICES);
    assert!(second.inquiry.budget.memory_states < first.inquiry.budget.memory_states);
    assert!(answered(model).can_be().is_some());
}

#[test]
fn outcomes_and_sweeps_do_not_share_a_job_or_an_error() {
    let sweep = Wanted::Sweep(SweepQuestion::parse("SRC[0] = 1 2", 1), None);
    let model =
        ask(ask(open(EXCHANGE), InquiryAction::Begin(sweep.clone())), InquiryAction::Begin(Wanted::Outcomes));
    let jobs = |model: &Model| {
        let number = |topic| model.inquiries.of(topic).job.as_ref().map(|job| job.number);
        [number(Topic::Orders), number(Topic::Variants), number(Topic::Sweep)]
    };
    let [Some(orders), None, Some(swept)] = jobs(&model) else { panic!("{:?}", jobs(&model)) };
    // Progress and errors belong to the topic of their inquiry.
    let model = ask(model, InquiryAction::Progress(swept, Progress { part: Part::Sweep, done: 1, most: 2 }));
    assert_eq!(model.inquiries.of(Topic::Orders).progress, None);
    assert!(model.inquiries.of(Topic::Sweep).progress.is_some());
    let model = ask(model, InquiryAction::Failed(swept, "why".to_owned()));
    assert_eq!(model.inquiries.of(Topic::Orders).problem, None);
    assert_eq!(model.inquiries.of(Topic::Sweep).problem.as_deref(), Some("why"));
    assert_eq!(jobs(&model), [Some(orders), None, None]);
    // Starting or cancelling one topic does not affect the other.
    let model = ask(ask(model, InquiryAction::Begin(sweep)), InquiryAction::Cancel(Topic::Orders));
    assert!(matches!(jobs(&model), [None, None, Some(_)]));
    // Without a worker, both continue in slices.
    let model = ask(ask(model, InquiryAction::Begin(Wanted::Outcomes)), InquiryAction::NoWorker);
    let in_slices = |topic| model.inquiries.of(topic).job.as_ref().is_some_and(|job| job.in_slices);
    assert!(in_slices(Topic::Orders) && in_slices(Topic::Sweep));
}

#[test]
fn typed_forms_stay_with_their_scenario() {
    let model = [
        InquiryAction::Seen(Some("OLD = 1".into())),
        InquiryAction::SweepElements("OFF[1] = 0..9".into()),
        InquiryAction::SweepVariant(Some("other".into())),
    ];
    let model = model.into_iter().fold(open(EXCHANGE), ask);
    let model = common::after(model, [DocumentAction::Type(format!("{EXCHANGE}// a note").into()).into()]);
    let SweepDraft { elements, variant } = &model.inquiries.sweep;
    let typed = [model.inquiries.seen.as_deref(), elements.as_deref(), variant.as_deref()];
    assert_eq!(typed, [Some("OLD = 1"), Some("OFF[1] = 0..9"), Some("other")]);
    let inquiries = common::after(model, [Action::open("// Another")]).inquiries;
    assert_eq!((inquiries.seen, inquiries.sweep), (None, SweepDraft::default()));
}

#[test]
fn an_error_goes_away_when_the_text_is_fixed() {
    let broken = EXCHANGE.replace(".decl SRC", ".dcl SRC");
    let model = answered(ask(open(&broken), InquiryAction::Begin(Wanted::Outcomes)));
    assert!(model.inquiries.of(Topic::Orders).problem.is_some());
    let model = reduce(model, DocumentAction::Type(EXCHANGE.into()).into());
    assert_eq!(model.inquiries.of(Topic::Orders).problem, None);
    // A late answer belongs to the text of its inquiry, so its error is not shown.
    let asked = ask(open(&broken), InquiryAction::Begin(Wanted::Outcomes));
    let late = job(&asked).number;
    let fixed = reduce(asked, DocumentAction::Type(EXCHANGE.into()).into());
    let fixed = ask(fixed, InquiryAction::Answer(late, Rc::new(Answer::NothingRuns)));
    assert_eq!(fixed.inquiries.of(Topic::Orders).problem, None);
}

#[test]
fn what_is_known_thoroughly_is_not_replaced_by_less() {
    let lines = ".expect outcomes results 24\n";
    let mut model = answered(ask(open(&[EXCHANGE, lines].concat()), InquiryAction::Begin(Wanted::Outcomes)));
    let most = model.outcomes().expect("it is known").report.clone();
    // A new line about all orders is judged in the background. The larger report is kept.
    let more = format!("{}.expect order-independent\n", model.document.session.text);
    model =
        answered(ask(reduce(model, DocumentAction::Type(more.into()).into()), InquiryAction::BeginQuietly));
    let known = model.outcomes().expect("it is known");
    assert!(!known.is_quiet);
    assert_eq!(known.report, most);
    let verdicts: Vec<Verdict> = model.expectations().iter().map(|(_, it)| it.verdict).collect();
    assert_eq!(verdicts, [Verdict::Holds, Verdict::Holds, Verdict::Fails]);
}

#[test]
fn the_orders_are_explored_in_their_tab() {
    let model = common::after(common::open(EXCHANGE), [Action::ExploreOrders]);
    assert_eq!(model.chrome.tab, Tab::Outcomes);
    assert_eq!(
        model.inquiries.of(Topic::Orders).busy().map(|job| &job.inquiry.wanted),
        Some(&Wanted::Outcomes)
    );
}
