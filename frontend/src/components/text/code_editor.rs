//! A text editor. It is a plain field, until the module of the editor is loaded or if that cannot be fetched.

use super::plain_text::{PlainText, TextEntry, select_in_field};
use crate::effects::dom::focus;
use crate::effects::editor::{Editor, FieldPlace, Listeners, Module, ReadText, load};
use crate::state::annotated::{AnnotatedText, TextMarks};
use crate::state::{ByIdentity, EditorCommand, TextChange, TextHistory};
use gloo_events::EventListener;
use gloo_timers::future::TimeoutFuture;
use lanescope_core::session::text::Span;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

#[derive(Clone, PartialEq)]
pub struct EditorContent {
    pub text: ByIdentity<AnnotatedText>,
    /// Marked ranges. A class that starts with `line-` marks whole lines.
    pub marks: TextMarks,
    /// How the editor takes over the text.
    pub change: TextChange,
    /// A command, with its number.
    pub command: (u64, Option<EditorCommand>),
    /// Whether the marks are those of a later moment than the start of the run.
    pub is_inside_run: bool,
}

#[derive(Clone, Properties, PartialEq)]
pub struct CodeEditorProps {
    pub content: EditorContent,
    pub listeners: Listeners,
    /// Analyses a text, for completion and explanations.
    pub read: Callback<Rc<str>, ReadText>,
    pub label: AttrValue,
    /// The placeholder of an empty text.
    pub hint: AttrValue,
    /// Whether the module is loaded when the user turns to the text, rather than when the browser is idle.
    #[prop_or_default]
    pub loads_on_demand: bool,
    #[prop_or_default]
    pub id: Option<&'static str>,
    #[prop_or_default]
    pub class: Option<&'static str>,
}

#[component]
pub fn CodeEditor(props: &CodeEditorProps) -> Html {
    let (host, field) = (use_node_ref(), use_node_ref());
    let is_wanted = use_state_eq(|| !props.loads_on_demand);
    let Loading { editor, has_failed, history } = use_editor(&host, &field, *is_wanted, props);
    let EditorContent { text, marks, change, command, .. } = &props.content;
    let (change, command) = (*change, *command);
    use_effect_with((text.clone(), editor.clone()), move |(text, editor)| {
        if let Some(editor) = editor {
            editor.set_text(&text.text, change);
            editor.annotate(&text.text, &text.highlights, &text.diagnostics);
            editor.set_folds(&text.text, &text.folds);
        }
    });
    use_effect_with((marks.clone(), text.clone(), editor.clone()), |(marks, text, editor)| {
        if let Some(editor) = editor {
            editor.mark(&text.text, marks);
        }
    });
    let executed = use_mut_ref(|| 0);
    // The commands that wait until the editor is loaded.
    let waiting = use_mut_ref(Vec::new);
    use_effect_with((command.0, editor.clone(), has_failed), {
        let (text, command, ontype) = (text.clone(), command.1, props.listeners.ontype.clone());
        let (field, is_wanted) = (field.clone(), is_wanted.setter());
        move |(number, editor, has_failed)| {
            let is_new = executed.replace(*number) != *number;
            let mut commands = waiting.take();
            commands.extend(command.filter(|_| is_new));
            for command in commands {
                match (editor, command) {
                    (Some(editor), command) => editor.command(&text.text, command),
                    (None, EditorCommand::Focus) => {
                        field.cast::<HtmlTextAreaElement>().iter().for_each(|field| focus(field));
                    }
                    (None, EditorCommand::Select(span)) => {
                        let field = field.cast::<HtmlTextAreaElement>();
                        field.iter().for_each(|field| select_in_field(field, &text.text, span));
                    }
                    // A plain field shows these folds closed. The editor folds when it is created.
                    (None, EditorCommand::Fold(_)) => {}
                    (None, EditorCommand::Undo | EditorCommand::Redo) if *has_failed => {
                        let text = history.borrow_mut().step(command == EditorCommand::Redo);
                        text.into_iter().for_each(|text| ontype.emit(text));
                    }
                    (None, EditorCommand::Undo | EditorCommand::Redo) => {
                        waiting.borrow_mut().push(command);
                        is_wanted.set(true);
                    }
                }
            }
        }
    });
    let entry = TextEntry {
        node: field,
        hint: props.hint.clone(),
        ontype: props.listeners.ontype.clone(),
        onpaste: props.listeners.onpaste.clone(),
        onwanted: Callback::from(is_wanted.setter()).reform(|()| true),
    };
    html! {
        <div id={props.id} class={classes!("editor-host", props.class)} ref={host}>
            if editor.is_none() {
                <PlainText
                    {entry}
                    text={text.clone()}
                    marks={marks.clone()}
                    folded={match command.1 {
                        Some(EditorCommand::Fold(span)) => span,
                        _ => Span::default(),
                    }}
                    label={props.label.clone()}
                />
            }
        </div>
    }
}

/// The editor, or the plain field until it is loaded.
struct Loading {
    editor: Option<ByIdentity<Editor>>,
    /// Whether the module cannot be fetched.
    has_failed: bool,
    history: Rc<RefCell<TextHistory>>,
}

/// Loads the module once it `is_wanted`, and creates the editor inside the element of `host`. The editor takes over the texts
/// that the plain field had, as steps of its undo history.
#[hook]
fn use_editor(host: &NodeRef, field: &NodeRef, is_wanted: bool, props: &CodeEditorProps) -> Loading {
    let editor = use_state(|| None::<ByIdentity<Editor>>);
    let has_failed = use_state_eq(|| false);
    let latest = use_mut_ref(|| props.clone());
    *latest.borrow_mut() = props.clone();
    let history = use_mut_ref(TextHistory::default);
    {
        let (history, change) = (Rc::clone(&history), props.content.change);
        use_effect_with((props.content.text.text.clone(), editor.is_some()), move |(text, is_loaded)| {
            if !is_loaded {
                history.borrow_mut().record(text, change);
            }
        });
    }
    let is_composing = use_mut_ref(|| false);
    {
        let is_composing = Rc::clone(&is_composing);
        use_effect_with(field.clone(), move |field| {
            let listen = |field: &Element, name: &'static str, is_start: bool| {
                let is_composing = Rc::clone(&is_composing);
                EventListener::new(field, name, move |_| *is_composing.borrow_mut() = is_start)
            };
            let listeners = field.cast::<Element>().map(|field| {
                [listen(&field, "compositionstart", true), listen(&field, "compositionend", false)]
            });
            move || drop(listeners)
        });
    }
    {
        let (host, field, editor) = (host.clone(), field.clone(), editor.clone());
        let (history, has_failed) = (Rc::clone(&history), has_failed.setter());
        let when_idle = !props.loads_on_demand;
        use_effect_with(is_wanted, move |is_wanted| {
            if !is_wanted {
                return;
            }
            spawn_local(async move {
                let Some(module) = load(when_idle).await else { return has_failed.set(true) };
                let is_pressed =
                    || field.cast::<Element>().is_some_and(|it| it.matches(":active").is_ok_and(|it| it));
                while *is_composing.borrow() || is_pressed() {
                    TimeoutFuture::new(50).await;
                }
                // The elements may be gone by now.
                let (Some(host), Some(field)) = (host.cast::<Element>(), field.cast::<HtmlTextAreaElement>())
                else {
                    return;
                };
                // A visible field would leave the editor no room to scroll.
                let place = FieldPlace::take(&field);
                let mut texts = history.take().texts.into_iter();
                let made = create(module, &host, &texts.next().unwrap_or_default(), &latest);
                texts.for_each(|text| made.set_text(&text, TextChange::Step));
                // Folds come before the scroll position, which counts without the lines in them.
                let EditorContent { text, command, is_inside_run, .. } = latest.borrow().content.clone();
                made.annotate(&text.text, &text.highlights, &text.diagnostics);
                made.set_folds(&text.text, &text.folds);
                if let Some(fold @ EditorCommand::Fold(_)) = command.1 {
                    made.command(&text.text, fold);
                }
                made.take_over(&place, is_inside_run);
                editor.set(Some(ByIdentity::new(made)));
            });
        });
    }
    Loading { editor: (*editor).clone(), has_failed: *has_failed, history }
}

/// Creates the editor. Its events reach the callbacks of the last rendering.
fn create(module: Module, host: &Element, text: &str, latest: &Rc<RefCell<CodeEditorProps>>) -> Editor {
    fn emit<T: 'static, R: 'static>(
        latest: &Rc<RefCell<CodeEditorProps>>,
        callback: fn(&Listeners) -> &Callback<T, R>,
    ) -> Callback<T, R> {
        let latest = Rc::clone(latest);
        Callback::from(move |value| {
            let callback = callback(&latest.borrow().listeners).clone();
            callback.emit(value)
        })
    }
    let listeners = Listeners {
        ontype: emit(latest, |all| &all.ontype),
        online: emit(latest, |all| &all.online),
        oncaret: emit(latest, |all| &all.oncaret),
        onlookup: emit(latest, |all| &all.onlookup),
        onpaste: emit(latest, |all| &all.onpaste),
    };
    let (label, hint) = (latest.borrow().label.clone(), latest.borrow().hint.clone());
    let read = {
        let latest = Rc::clone(latest);
        move |text: &str| {
            let read = latest.borrow().read.clone();
            read.emit(text.into())
        }
    };
    Editor::new(module, host, text, (&label, &hint), listeners, read)
}
