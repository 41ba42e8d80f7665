//! The editor of the scenario.

use super::code_editor::CodeEditor;
use super::plain_text::AnnotatedText;
use crate::components::controls::program::use_program;
use crate::effects::editor::ReadText;
use crate::effects::storage;
use crate::state::TextChange;
use crate::state::inquiries::KnownOutcomes;
use crate::state::outcomes::line_class;
use crate::state::{Action, ByIdentity, ChromeAction, DocumentAction, EditorCommand, Paste, Utf16Map};
use lanescope_core::session::{
    Session,
    run::{Bound, Breakpoint},
    text::{Span, Verdict, counted, first_letters},
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EditorPaneProps {
    pub session: ByIdentity<Session>,
    /// Position of the instruction on the stage; `None` if the stage shows another text.
    pub running: Option<Span>,
    /// How the editor takes over the text.
    pub change: TextChange,
    /// Places related to the selection.
    pub related: Vec<Span>,
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// A command for the editor, with its number.
    pub command: (u64, Option<EditorCommand>),
    pub known: Option<ByIdentity<KnownOutcomes>>,
    /// The verdicts on the `.expect` lines. They are open until the end of the run.
    pub verdicts: Vec<(Span, Verdict)>,
    /// Whether the editor is out of sight.
    pub is_hidden: bool,
    /// Whether the module of the editor is loaded only when the user turns to the text.
    pub loads_on_demand: bool,
}

/// The editor with highlighting, problems, completion and the marked current line.
#[component]
pub fn EditorPane(props: &EditorPaneProps) -> Html {
    let program = use_program();
    let dispatch = program.dispatch().clone();
    let text = use_memo(props.session.clone(), |session| annotated(session));
    let ontype = {
        let dispatch = dispatch.clone();
        Callback::from(move |text: Rc<str>| {
            storage::remember(&text);
            dispatch.emit(DocumentAction::Type(text).into());
        })
    };
    let onpaste = {
        let dispatch = dispatch.clone();
        Callback::from(move |paste: Paste| match paste.unwrapped() {
            Some((text, notice)) => {
                dispatch.emit(Action::Notice(Some(notice)));
                text
            }
            None => paste.text,
        })
    };
    let known = Rc::clone(&props.session.text);
    let oncaret = Callback::from(move |utf16: usize| program.point(Utf16Map::new(&known).to_byte(utf16)));
    let session = props.session.clone();
    let read = Callback::from(move |text: Rc<str>| {
        let session = if session.text == text {
            session.0.clone()
        } else {
            // Completion depends only on the text, so the text is not run.
            Rc::new(Session::begin(&text, &session.roll_call).session().clone())
        };
        ReadText { session, written: None }
    });
    let letters = first_letters(&props.session.roll_call);
    html! {
        <CodeEditor
            id="editor"
            text={ByIdentity::from(text)}
            change={props.change}
            marks={marks(props)}
            command={props.command}
            label="scenario text"
            hint={format!("Type {letters} for an instruction, or a dot for a directive")}
            {ontype}
            online={dispatch.reform(Action::BreakLine)}
            {oncaret}
            onlookup={dispatch.reform(look_up)}
            {onpaste}
            {read}
            loads_on_demand={props.loads_on_demand}
            class={props.is_hidden.then_some("out-of-sight")}
        />
    }
}

/// Returns the text of a session with its annotations.
pub fn annotated(session: &Session) -> AnnotatedText {
    AnnotatedText {
        text: Rc::clone(&session.text),
        highlights: session.highlight(),
        diagnostics: session.diagnostics.clone(),
        folds: folds(session),
    }
}

/// Returns the parts of the text that can be folded, each with the word for its folded content.
fn folds(session: &Session) -> Vec<(Span, String)> {
    let others = setup(session).into_iter().chain(variants(session)).map(|span| (span, "…".to_owned()));
    let declarations = session.declarations().into_iter().map(|span| {
        let count = span.of(&session.text).lines().count();
        (span, counted(count, "declaration"))
    });
    declarations.chain(others).collect()
}

/// Returns the marked ranges of the text with their classes.
fn marks(props: &EditorPaneProps) -> Vec<(Span, &'static str)> {
    let program = props.session.run.as_ref().map(|run| &run.scenario().program);
    let stop = |breakpoint: &Breakpoint| match breakpoint {
        Breakpoint::Instruction(at) => Some((program?.get(*at)?.span, "line-stop")),
        _ => None,
    };
    let matter =
        |(at, bound): (usize, &Bound)| Some((bound.span, line_class(props.known.as_ref()?.matter_of(at)?)?));
    let mut marks: Vec<_> = props.running.map(|span| (span, "line-running")).into_iter().collect();
    marks.extend(props.breakpoints.iter().filter_map(stop));
    marks.extend(props.related.iter().map(|span| (*span, "selected")));
    marks.extend(program.into_iter().flatten().enumerate().filter_map(matter));
    marks.extend(verdict_marks(&props.verdicts));
    marks
}

/// Returns the `.expect` lines with the classes of their verdicts.
pub fn verdict_marks(verdicts: &[(Span, Verdict)]) -> impl Iterator<Item = (Span, &'static str)> {
    verdicts.iter().map(|(span, verdict)| (*span, verdict_class(*verdict)))
}

/// Returns the class of an `.expect` line.
fn verdict_class(verdict: Verdict) -> &'static str {
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

/// Returns the lines between the braces of each variant.
fn variants(session: &Session) -> impl Iterator<Item = Span> {
    let inside = |span: Span| {
        let lines = span.of(&session.text).trim_end_matches('}').trim_end();
        let first = lines.lines().next()?.trim_end().len();
        let start = span.range().start;
        (first < lines.len()).then(|| Span::new(start + first, start + lines.len()))
    };
    session.document.variants.iter().filter_map(move |variant| inside(variant.span))
}

/// Returns the action that looks up a word; empty if the word at the caret is unknown.
pub fn look_up(word: String) -> Action {
    ChromeAction::LookUp(word.into()).into()
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

    #[test]
    fn declarations_without_comments_fold_together() {
        let text = "// A\n.lanes 8\n.decl A v_type=G type=ud num_elts=8\n.decl B v_type=G type=ud num_elts=8\n\n\
            .decl C v_type=G type=ud num_elts=8\n// Words.\n.decl D v_type=G type=uw num_elts=8\n\
            .decl E v_type=G type=ud num_elts=8 // results\n.decl F v_type=G type=ud num_elts=8\n\
            .decl G v_type=G type=ud num_elts=8\n.decl H v_type=T num_elts=1\nmov (M1, 8) A(0,0)<1> 1:ud\n";
        let session = Session::open(text);
        let folds = folds(&session);
        let names = |span: Span| {
            let lines = span.of(text).lines();
            lines.map(|line| line.split(' ').nth(1).unwrap_or_default().to_owned()).collect::<String>()
        };
        let found: Vec<(String, &str)> = folds.iter().map(|(span, word)| (names(*span), &**word)).collect();
        assert_eq!(found[..2], [("AB".to_owned(), "2 declarations"), ("FGH".to_owned(), "3 declarations")]);
        assert_eq!(found.len(), 3, "and the set-up");
    }
}
