//! Edits by dragging: the text follows the pointer, and one step of the undo history takes the drag back.

use crate::common::{TWO, after, open};
use lanescope_core::session::{
    run::LaneId,
    text::{Contents, PanelEdit},
};
use lanescope_frontend::state::TextChange;
use lanescope_frontend::state::{Action, DocumentAction, Dragging, Model, Notice, PlaybackAction};

fn to(steps: i64) -> Action {
    let of = Contents::Surface("BUF".to_owned());
    DocumentAction::Drag(Dragging::To(PanelEdit::Shift { of, index: 0, steps })).into()
}

fn reach(element: usize) -> Action {
    let edit = PanelEdit::Reach { instruction: 0, lane: LaneId(1), from: Some((0, 0)), to: (0, element) };
    DocumentAction::Drag(Dragging::To(edit)).into()
}

const END: Action = Action::Document(DocumentAction::Drag(Dragging::End));
const CANCEL: Action = Action::Document(DocumentAction::Drag(Dragging::Cancel));

/// Returns the values of the surface in the text, and how the editor takes the text over.
fn seen(model: &Model) -> (&str, TextChange) {
    let line =
        model.document.session.text.lines().find(|line| line.starts_with(".surface")).expect("it has one");
    (line.trim_start_matches(".surface BUF buffer ud = "), model.document.text_change)
}

#[test]
fn a_value_follows_the_pointer_and_the_run_is_redrawn() {
    let model = after(open(TWO), [PlaybackAction::SeekEnd.into(), to(1)]);
    assert_eq!(seen(&model), ("11 20", TextChange::Step));
    let run = model.run().expect("it runs");
    assert_eq!(run.state(0).read(run.scenario().layout.surfaces[0].element(0)).value, 11);
    // Each edit starts from the text before the drag.
    let model = after(model, [to(3)]);
    assert_eq!(seen(&model), ("13 20", TextChange::Joined));
    let model = after(model, [END]);
    assert_eq!(seen(&model), ("13 20", TextChange::Joined));
    let model = after(model, [to(1), to(2), END]);
    assert_eq!(seen(&model), ("15 20", TextChange::Joined));
}

#[test]
fn a_cancelled_drag_and_one_that_returns_leave_the_text() {
    let model = after(open(TWO), [to(1), to(2), CANCEL]);
    assert_eq!(seen(&model), ("10 20", TextChange::Undone));
    let model = after(model, [to(1), to(0)]);
    assert_eq!(seen(&model), ("10 20", TextChange::Undone));
    let model = after(model, [to(4)]);
    assert_eq!(seen(&model), ("14 20", TextChange::Step));
    let model = after(model, [CANCEL, CANCEL, END]);
    assert_eq!(&*model.document.session.text, TWO);
}

#[test]
fn a_wire_leads_to_another_cell_and_is_refused_where_none_is() {
    let model = after(open(TWO), [reach(1)]);
    assert!(model.document.session.text.contains(".set OFF = 0 4 0 0"), "{}", model.document.session.text);
    let model = after(model, [reach(9), END]);
    assert!(model.document.session.text.contains(".set OFF = 0 4 0 0"), "the last cell stays");
    assert!(matches!(model.message(), Some(Notice::Refused(_))));
    let model = after(open(TWO), [reach(9), reach(1), END]);
    assert_eq!(model.message(), None);
    assert!(model.document.rejected.is_empty());
}

#[test]
fn a_drag_ends_where_another_scenario_is_opened() {
    let other = TWO.replace("= 10 20", "= 30 40");
    let model = after(open(TWO), [to(1), Action::open(other.as_str())]);
    assert_eq!(&*after(model.clone(), [CANCEL]).document.session.text, other);
    // A move after that starts from the other scenario.
    assert_eq!(seen(&after(model, [to(2)])).0, "32 40");
}
