//! The editor of the scenario.

use super::plain_text::plain_text;
use super::program::use_program;
use crate::effects::editor::{Editor, Listeners, ReadText};
use crate::effects::storage;
use crate::state::all_orders::Known;
use crate::state::outcomes::line_class;
use crate::state::{Action, ByIdentity, EditorCommand, Utf16Map};
use lanescope_core::session::{Bound, Breakpoint, Session, Span, Verdict, first_letters};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Properties of an [`EditorPane`].
#[derive(Properties, PartialEq)]
pub struct EditorPaneProps {
    /// The parsed and checked text.
    pub session: ByIdentity<Session>,
    /// Position of the instruction on the stage; `None` if the stage shows another text.
    pub running: Option<Span>,
    /// Places related to the selection.
    pub related: Vec<Span>,
    /// Breakpoints of the run.
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// A command for the editor, with its number.
    pub command: (u64, Option<EditorCommand>),
    /// The results over all orders.
    pub known: Option<ByIdentity<Known>>,
    /// The verdicts on the `.expect` lines. They are open until the end of the run.
    #[prop_or_default]
    pub verdicts: Vec<(Span, Verdict)>,
}

/// The editor with highlighting, problems, completion and the marked current line.
#[component]
pub fn EditorPane(props: &EditorPaneProps) -> Html {
    let host = use_node_ref();
    let editor = use_scenario_editor(&host, props);
    {
        let editor = editor.clone();
        use_effect_with(props.session.clone(), move |session| {
            if let Some(editor) = editor.borrow().as_ref() {
                editor.set_text(&session.text);
                editor.annotate(&session.text, &session.highlight(), &session.diagnostics);
                editor.set_fold(&session.text, setup(session));
            }
        });
    }
    {
        let editor = editor.clone();
        let known = props.known.clone();
        let lines = (known, props.verdicts.clone());
        let deps =
            (props.running, props.related.clone(), props.session.clone(), props.breakpoints.clone(), lines);
        use_effect_with(deps, move |(running, related, session, breakpoints, (known, verdicts))| {
            if let Some(editor) = editor.borrow().as_ref() {
                let stop = |breakpoint: &Breakpoint| {
                    let Breakpoint::Instruction(at) = breakpoint else { return None };
                    Some(session.run.as_ref()?.scenario().program.get(*at)?.span)
                };
                let stops: Vec<Span> = breakpoints.iter().filter_map(stop).collect();
                let program = session.run.iter().flat_map(|run| run.scenario().program.iter()).enumerate();
                let matter = |(at, bound): (usize, &Bound)| {
                    Some((bound.span, line_class(known.as_ref()?.matter_of(at)?)?))
                };
                let judged = verdicts.iter().map(|(span, verdict)| (*span, verdict_class(*verdict)));
                let lines: Vec<(Span, &'static str)> = program.filter_map(matter).chain(judged).collect();
                editor.mark(&session.text, *running, &stops, related, &lines);
            }
        });
    }
    {
        let text = Rc::clone(&props.session.text);
        use_effect_with(props.command.0, {
            let command = props.command.1;
            move |_| {
                if let (Some(editor), Some(command)) = (editor.borrow().as_ref(), command) {
                    editor.command(&text, command);
                }
            }
        });
    }
    // Plain text is shown until the script has loaded the editor.
    let first = use_memo((), |()| plain_text(&props.session, props.running, &props.verdicts, 0));
    html! { <div id="editor" class="editor-host" ref={host}>{ (*first).clone() }</div> }
}

/// Returns the class of an `.expect` line.
pub fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "line-expect-holds",
        Verdict::Fails => "line-expect-fails",
        Verdict::NotJudged => "line-expect-open",
    }
}

/// Returns the set-up after its first directive, without blank lines at its end.
fn setup(session: &Session) -> Option<Span> {
    let lines: Vec<&str> = session.text.split_inclusive('\n').take(session.setup_lines()).collect();
    let first = lines.iter().position(|line| line.starts_with('.'))?;
    let start = lines[..=first].concat().trim_end().len();
    let end = lines.concat().trim_end().len();
    (start < end).then(|| Span::new(start, end))
}

/// Creates an editor with `make` inside the element of `host`, and drops it with that element.
#[hook]
pub fn use_editor(
    host: &NodeRef,
    make: impl FnOnce(&Element) -> Editor + 'static,
) -> Rc<RefCell<Option<Editor>>> {
    let editor = use_mut_ref(|| None::<Editor>);
    let (host, made) = (host.clone(), editor.clone());
    use_effect_with((), move |()| {
        made.replace(host.cast::<Element>().map(|parent| make(&parent)));
        move || drop(made.take())
    });
    editor
}

/// Returns the action that looks up a word; empty if the word at the caret is unknown.
pub fn look_up(word: String) -> Action {
    Action::LookUp(word.into())
}

/// Creates the editor of the scenario.
#[hook]
fn use_scenario_editor(host: &NodeRef, props: &EditorPaneProps) -> Rc<RefCell<Option<Editor>>> {
    let latest: Rc<RefCell<ByIdentity<Session>>> = use_mut_ref(|| props.session.clone());
    *latest.borrow_mut() = props.session.clone();
    let program = use_program();
    let dispatch = program.dispatch().clone();
    let online = dispatch.reform(Action::BreakLine);
    let onlookup = dispatch.reform(look_up);
    use_editor(host, move |parent| {
        let text = Rc::clone(&latest.borrow().text);
        let onchange = move |text: String| {
            let text: Rc<str> = text.into();
            storage::remember(&text);
            dispatch.emit(Action::Type(text));
        };
        let known = latest.clone();
        let oncaret = Callback::from(move |utf16: usize| {
            let byte_offset = Utf16Map::new(&known.borrow().text).to_byte(utf16);
            program.point(byte_offset);
        });
        let letters = first_letters(&latest.borrow().roll_call);
        let hint = format!("Type {letters} for an instruction, or a dot for a directive");
        let read = move |text: &str| {
            let latest = latest.borrow().clone();
            let session = if *latest.text == *text {
                latest.0
            } else {
                // Completion depends only on the text, so the text is not run.
                Rc::new(Session::begin(text, &latest.roll_call).session().clone())
            };
            ReadText { session, written: None }
        };
        let listeners = Listeners { onchange: Box::new(onchange), online, oncaret, onlookup };
        Editor::new(parent, &text, ("scenario text", &hint), listeners, read)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_up_folds_to_its_first_directive() {
        let fold = |text: &str| setup(&Session::open(text)).map(|span| span.of(text).to_owned());
        let text = "// A\n.lanes 8\n.decl X v_type=G type=ud num_elts=8\n\nmov (M1, 8) X(0,0)<1> 1:ud\n.expect X = 1\n";
        assert_eq!(fold(text).as_deref(), Some("\n.decl X v_type=G type=ud num_elts=8"));
        assert_eq!(fold("// A\n.lanes 8\n"), None);
        assert_eq!(fold(""), None);
    }
}
