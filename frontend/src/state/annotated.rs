//! A text as editors and plain fields show it: with colours, problems, folds and marks.

use super::by_identity::ByIdentity;
use super::editor::{EditorCommand, TextChange};
use super::inquiries::KnownOutcomes;
use super::model::Model;
use super::outcomes::line_class;
use super::text_selection::related_spans;
use lanescope_core::diag::Diagnostic;
use lanescope_core::session::{
    Session,
    run::{Bound, Breakpoint},
    text::{Highlight, Span, Verdict, counted},
};
use lanescope_core::view::moment::Moment;
use std::rc::Rc;

/// A text with its highlighting, diagnostics and folds.
#[derive(Debug)]
pub struct AnnotatedText {
    pub text: Rc<str>,
    pub highlights: Vec<Highlight>,
    pub diagnostics: Vec<Diagnostic>,
    /// The ranges that can be folded, each with the word for its folded content.
    pub folds: Vec<(Span, String)>,
}

impl AnnotatedText {
    pub fn new(session: &Session) -> Self {
        Self {
            text: Rc::clone(&session.text),
            highlights: session.highlight(),
            diagnostics: session.diagnostics.clone(),
            folds: folds(session),
        }
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

/// Ranges of a text with their classes.
pub type TextMarks = Vec<(Span, &'static str)>;

/// The scenario text with the marks of the run on the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct TextView {
    pub session: ByIdentity<Session>,
    /// Position of the instruction on the stage; `None` if the stage shows another text.
    pub running: Option<Span>,
    /// Whether the moment on the stage is after the first step.
    pub is_inside_run: bool,
    /// Places related to the selection.
    pub related: Vec<Span>,
    pub breakpoints: Rc<Vec<Breakpoint>>,
    pub known: Option<ByIdentity<KnownOutcomes>>,
    /// The verdicts on the `.expect` lines.
    pub verdicts: Vec<(Span, Verdict)>,
    /// How the editor takes over the text.
    pub change: TextChange,
    /// A command for the editor, with its number.
    pub command: (u64, Option<EditorCommand>),
}

impl TextView {
    /// Returns the text of the model, at the moment on the stage.
    pub fn new(model: &Model, moment: Option<&Moment>) -> Self {
        let session = model.document.session.clone();
        // A stale stage does not describe the current text.
        let moment = moment.filter(|_| !model.is_stale());
        let related = moment.map(|moment| related_spans(&session, moment, model.chrome.selection));
        Self {
            running: moment.and_then(Moment::instruction_span),
            is_inside_run: model.playback.cursor > 0,
            related: related.unwrap_or_default(),
            breakpoints: model.playback.breakpoints.clone(),
            known: model.outcomes_on_stage().cloned(),
            verdicts: model.verdicts(),
            change: model.document.text_change,
            command: model.document.editor_command,
            session,
        }
    }

    /// Returns all marks, for an editor.
    pub fn marks(&self) -> TextMarks {
        let program = self.session.run.as_ref().map(|run| &run.scenario().program);
        let stop = |breakpoint: &Breakpoint| match breakpoint {
            Breakpoint::Instruction(at) => Some((program?.get(*at)?.span, "line-stop")),
            _ => None,
        };
        let known = self.known.as_ref();
        let matter = |(at, bound): (usize, &Bound)| Some((bound.span, line_class(known?.matter_of(at)?)?));
        let mut marks = self.marks_of_run();
        marks.extend(self.breakpoints.iter().filter_map(stop));
        marks.extend(self.related.iter().map(|span| (*span, "selected")));
        marks.extend(program.into_iter().flatten().enumerate().filter_map(matter));
        marks
    }

    /// Returns the marks of the run alone, for a read-only text: its line, and the verdicts.
    pub fn marks_of_run(&self) -> TextMarks {
        let verdicts = self.verdicts.iter().map(|(span, verdict)| (*span, verdict_class(*verdict)));
        self.running.map(|span| (span, "line-running")).into_iter().chain(verdicts).collect()
    }
}

/// Returns the class of an `.expect` line.
fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "line-expect-holds",
        Verdict::Fails => "line-expect-fails",
        Verdict::NotJudged => "line-expect-open",
    }
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
