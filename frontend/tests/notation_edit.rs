//! The editor of a notation text, as lists of actions.

use crate::common::{TWO, after, open};
use lanescope_core::session::text::PartName;
use lanescope_frontend::state::{Action, ChromeAction, DocumentAction, EditorCommand, Model, Tab};

fn part(operation: Option<&str>) -> PartName {
    PartName { instruction: "DWORD_ATOMIC".into(), operation: operation.map(Into::into) }
}

fn edit(operation: Option<&str>) -> Action {
    DocumentAction::EditNotation { name: part(operation), line: None }.into()
}

fn typed(text: &str) -> Action {
    DocumentAction::TypeNotation(text.into()).into()
}

fn shown(model: &Model) -> &str {
    &model.document.notation_edit.as_ref().expect("it is open").typed
}

/// Returns the name of the operation of the first instruction.
fn op() -> String {
    let model = open(TWO);
    let bound = &model.run().expect("it runs").scenario().program[0];
    bound.code.texts[1].name.clone()
}

#[test]
fn a_text_opens_in_the_semantics_tab_and_changes_nothing() {
    let op = op();
    let model = after(open(TWO), [ChromeAction::Tab(Tab::Outcomes).into(), edit(Some(&op))]);
    assert_eq!((model.chrome.tab, &*model.document.session.text), (Tab::Semantics, TWO));
    let Some((_, Some(EditorCommand::Select(span)))) =
        model.document.notation_edit.as_ref().map(|edit| edit.command)
    else {
        panic!("the caret goes there")
    };
    assert_eq!(span.range(), 0..shown(&model).len(), "one line is selected as a whole");
    assert!(!model.document.notation_edit.as_ref().is_some_and(|edit| edit.is_changed()));
}

#[test]
fn what_is_typed_stands_in_the_scenario_until_it_is_the_manuals_again() {
    let op = op();
    let model = after(open(TWO), [edit(Some(&op)), typed("new = old - src0;")]);
    assert!(
        model.document.session.text.contains(&format!(".op {op} = old - src0\n")),
        "{}",
        model.document.session.text
    );
    assert!(!model.is_stale());
    let hunks = model.document.notation_edit.as_ref().map(|edit| edit.hunks().len());
    assert_eq!(hunks, Some(1));
    assert_eq!(
        &*after(model.clone(), [DocumentAction::RevertNotation(Some(0)).into()]).document.session.text,
        TWO
    );
    assert_eq!(&*after(model, [DocumentAction::RevertNotation(None).into()]).document.session.text, TWO);
}

#[test]
fn what_does_not_check_is_kept_and_so_is_the_run() {
    let model =
        after(open(TWO), [edit(None), typed("foreach_active (i) {"), typed("foreach_active (i) { {")]);
    assert_eq!(shown(&model), "foreach_active (i) { {");
    assert!(model.is_stale() && model.run().is_some());
    let mended = after(model, [typed("foreach_active (i) { }")]);
    assert!(!mended.is_stale());
    assert!(
        mended.document.session.text.contains(".semantics DWORD_ATOMIC {\n  foreach_active (i) { }\n}\n"),
        "{}",
        mended.document.session.text
    );
}

#[test]
fn it_follows_what_is_changed_elsewhere() {
    let op = op();
    let text = format!(".op {op} = 1\n{TWO}");
    let model = after(open(TWO), [edit(Some(&op)), DocumentAction::Type(text.as_str().into()).into()]);
    assert_eq!(shown(&model), "new = 1;");
    let model = after(model, [typed("new = 2;")]);
    assert_eq!(
        &*model.document.session.text,
        text.replace(&format!(".op {op} = 1"), &format!(".op {op} = 2"))
    );
    let model = after(model, [DocumentAction::Type(TWO.into()).into()]);
    assert!(!model.document.notation_edit.as_ref().is_some_and(|edit| edit.is_changed()));
    let other = Action::Load { text: format!("// other\n{TWO}").into(), cursor: 0, granularity: None };
    assert_eq!(after(model, [other]).document.notation_edit, None);
}

#[test]
fn an_instruction_is_made_or_refused() {
    let make = |name: &str| DocumentAction::MakeNew { name: name.to_owned(), instruction: 0 }.into();
    let model = after(open(TWO), [edit(None), make("dword_atomic")]);
    let refused = model.document.notation_edit.as_ref().and_then(|edit| edit.refused.clone());
    assert_eq!(refused.as_deref(), Some("`DWORD_ATOMIC` is an instruction already"));
    assert_eq!(&*model.document.session.text, TWO);
    let model = after(model, [make(" mine ")]);
    assert!(
        model.document.session.text.contains(".semantics MINE like DWORD_ATOMIC {\n"),
        "{}",
        model.document.session.text
    );
    assert_eq!(model.document.notation_edit.as_ref().map(|edit| &*edit.part.name.instruction), Some("MINE"));
    assert!(!model.is_stale());
}
