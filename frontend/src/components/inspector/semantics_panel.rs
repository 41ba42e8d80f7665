//! The panel with the notation of the instruction on the stage, which marks the current line.

use super::notation_editor::{NotationEditor, edit_button_id};
use crate::components::controls::element::{class, element};
use crate::components::controls::program::{on_click, on_click_to, use_dispatch};
use crate::components::controls::ticks::ticks_as;
use crate::effects::dom::{closest, find, is_text_marked, target};
use crate::effects::focus::use_kept_focus;
use crate::effects::grid::{Grid, use_grid};
use crate::state::folding::Fold;
use crate::state::notation::{Cache, Line, NotationView, Piece, names, notation};
use crate::state::notation_edit::{NotationEdit, notation_marks};
use crate::state::reading_id;
use crate::state::{Action, ByIdentity, ChromeAction, DocumentAction, PlaybackAction, Selection};
use lanescope_core::session::{Session, run::Breakpoint, text::PartName};
use lanescope_core::view::moment::Moment;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SemanticsPanelProps {
    /// The moment; `None` before the first run.
    pub moment: Option<ByIdentity<Moment>>,
    pub selection: Option<Selection>,
    /// The notation text that is open in the editor.
    pub edit: Option<NotationEdit>,
    pub session: ByIdentity<Session>,
    /// Whether the stage shows the run of an older text.
    pub stale: bool,
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// Whether the page has the interpretations, for links to them.
    pub has_readings: bool,
}

/// The text of the instruction, followed by the text of the operation.
#[component]
pub fn SemanticsPanel(props: &SemanticsPanelProps) -> Html {
    let dispatch = use_dispatch();
    let SemanticsPanelProps { moment, selection, edit, breakpoints, .. } = props;
    let moment = moment.as_deref();
    let instruction = moment.map_or(0, |moment| moment.instruction);
    let body = use_node_ref();
    use_kept_focus(&body, instruction);
    let cache = use_memo(moment.map(|moment| ByIdentity(moment.run.clone())), |_| Cache::default());
    let texts = moment.map(|moment| notation(moment, *selection, &cache)).unwrap_or_default();
    if texts.is_empty() && edit.is_none() {
        return html! { <p class="empty">{ "Run a scenario to see its semantics." }</p> };
    }
    let names = moment.map(names).unwrap_or_default();
    let mnemonic: Option<Rc<str>> = texts.first().map(|text| text.name.to_ascii_uppercase().into());
    let part = |index: usize, name: &Rc<str>| PartName {
        instruction: mnemonic.clone().unwrap_or_default(),
        operation: (index > 0).then(|| name.clone()),
    };
    let open = edit.as_ref().map(|edit| &edit.part.name);
    let is_open = |index: usize, name: &Rc<str>| open == Some(&part(index, name));
    let onclick = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: MouseEvent| {
            let piece = target(&event).filter(|it| closest(it, ".code-text").is_some());
            let name = piece.and_then(|piece| piece.text_content());
            if let Some((_, slot)) = names.iter().find(|(it, _)| name.as_deref() == Some(&**it)) {
                dispatch.emit(ChromeAction::Select(Some(Selection::Row(*slot))).into());
            }
        })
    };
    html! {
        <>
        // The editor keeps its place if the instruction on the stage changes.
        { for edit.as_ref().map(|edit| editor(props, edit)) }
        // The key changes with the instruction, so that nothing moves within the element.
        <div key={instruction} ref={body} class="semantics" {onclick}>
            { for texts.iter().enumerate().filter(|(index, text)| !is_open(*index, &text.name)).map(|(index, text)| html! {
                <Notation key={text.name.to_string()} text={text.clone()} part={part(index, &text.name)} {index} breakpoints={breakpoints.clone()} has_readings={props.has_readings} />
            }) }
            // The key changes with the height of the texts, so that the legend is replaced, not moved.
            <p key={texts.iter().map(|view| view.lines.len()).sum::<usize>()} class="legend">
                <span class="legend-ran">{ "ran" }</span>
                <span class="legend-next">{ "runs next" }</span>
                <span class="legend-stop">{ "click a line number to stop there" }</span>
                <span class="legend-fold">{ "folded: does not run" }</span>
                <span class="legend-name"><code class="tok-name">{ "name" }</code>{ ": click a name to select its row" }</span>
            </p>
        </div>
        </>
    }
}

/// Returns the editor of the open notation text.
fn editor(props: &SemanticsPanelProps, edit: &NotationEdit) -> Html {
    let moment = props.moment.as_ref();
    let bound = moment.filter(|_| !props.stale).and_then(|moment| Some((moment, moment.bound()?)));
    let marks = bound.map(|(moment, bound)| {
        let last = moment.frame.last.as_ref().filter(|step| step.instruction as usize == moment.instruction);
        notation_marks(edit, bound, last, &props.breakpoints)
    });
    let name = &edit.part.name;
    html! {
        <NotationEditor
            key={format!("edit {} {}", name.instruction, name.text())}
            edit={edit.clone()}
            session={props.session.clone()}
            marks={marks.unwrap_or_default()}
            instruction={moment.map_or(0, |moment| moment.instruction)}
            stale={props.stale}
        />
    }
}

#[derive(Properties, PartialEq)]
struct NotationProps {
    text: NotationView,
    /// The instruction or operation that the text belongs to.
    part: PartName,
    /// 0 for the text of the instruction, 1 for the text of its operation.
    index: usize,
    breakpoints: Rc<Vec<Breakpoint>>,
    /// Whether the page has the interpretations, for links to them.
    has_readings: bool,
}

/// A notation text with its name. Branches that cannot run are folded until their mark is clicked.
#[component]
fn Notation(props: &NotationProps) -> Html {
    let dispatch = use_dispatch();
    let NotationProps { text, breakpoints, .. } = props;
    let opened = use_state(|| Rc::new(Vec::<Fold>::new()));
    let onfold = use_callback((opened.clone(), text.folds.clone()), |index: usize, (opened, folds)| {
        let Some(fold) = folds.get(index) else { return };
        let mut now = opened.to_vec();
        match now.iter().position(|it| it == fold) {
            Some(at) => drop(now.remove(at)),
            None => now.push(fold.clone()),
        }
        opened.set(Rc::new(now));
    });
    let folding = Folding {
        folds: text.folds.clone(),
        is_open: text.folds.iter().map(|fold| opened.contains(fold)).collect(),
        onfold,
        has_readings: props.has_readings,
    };
    let is_shown = |line: &&Rc<Line>| line.fold.is_none_or(|fold| folding.is_open[fold]);
    let lines: Vec<Rc<Line>> = text.lines.iter().filter(is_shown).cloned().collect();
    let above = text.folds.iter().position(|fold| fold.mark_line.is_none());
    // The numbers and the marks of folds are one Tab stop.
    let marks: Vec<usize> = above.iter().map(|_| 1).chain(lines.iter().map(|line| stops_of(line))).collect();
    let first_index = |line: usize| marks[..line + usize::from(above.is_some())].iter().sum::<usize>();
    let firsts: Vec<usize> = (0..lines.len()).step_by(PASSAGE_LINES).map(first_index).collect();
    let Grid { stop, onkeydown, onfocusin } = use_grid(marks);
    let passage_stop = |at: usize| {
        let end = firsts.get(at + 1).copied().unwrap_or(usize::MAX);
        (firsts[at]..end).contains(&stop).then_some(stop)
    };
    let first_number = text.lines.first().map_or(0, |line| line.number);
    let edit = DocumentAction::EditNotation { name: props.part.clone(), line: None };
    let online = {
        let (part, dispatch) = (props.part.clone(), dispatch.clone());
        Callback::from(move |event: MouseEvent| {
            if let Some(label) = pressed_line(&event) {
                let line = Some(label - 1 + first_number);
                dispatch.emit(DocumentAction::EditNotation { name: part.clone(), line }.into());
            }
        })
    };
    html! {
        <section class="notation" aria-label={text.name.clone()}>
            <div class="notation-head">
                <h3>
                    { &text.name }
                    if text.own {
                        <span class="caption changed" title="The scenario replaces this text">{ "modified" }</span>
                    }
                </h3>
                <button
                    type="button"
                    id={edit_button_id(props.index)}
                    class="quiet"
                    title="Edit the semantics in this scenario; click a line to edit there"
                    aria-label={format!("Edit {}", text.name)}
                    onclick={on_click(&dispatch, edit)}
                >
                    { "Edit" }
                </button>
            </div>
            <div class="code grid" tabindex="0" role="group" aria-label={format!("notation of {}", text.name)} {onkeydown} {onfocusin} onclick={online}>
                if let Some(index) = above {
                    <div class="code-line">
                        <span class="code-text">
                            { for folding.because(index, &dispatch) }
                        </span>
                        { folding.mark(index, 0, stop == 0) }
                    </div>
                }
                { for lines.chunks(PASSAGE_LINES).enumerate().map(|(at, lines)| html! {
                    <Passage
                        text={text.name.clone()}
                        lines={lines.to_vec()}
                        first={firsts[at]}
                        stop={passage_stop(at)}
                        {first_number}
                        stops={lines.iter().map(|line| stops_at(breakpoints, &text.name, line.number)).collect::<Vec<_>>()}
                        folding={folding.clone()}
                    />
                }) }
            </div>
        </section>
    }
}

/// Returns the number of the clicked line, as shown. `None` for a click on a button or a name, and if text has been
/// marked for copying.
fn pressed_line(event: &MouseEvent) -> Option<usize> {
    let pressed = target(event)?;
    if closest(&pressed, "button, .named").is_some() || is_text_marked() {
        return None;
    }
    let line = closest(&pressed, ".code-line")?;
    find(&line, ".code-number")?.text_content()?.trim().parse().ok()
}

/// Returns the number of elements of a line that the arrow keys reach.
fn stops_of(line: &Line) -> usize {
    1 + usize::from(line.marks_fold.is_some())
}

/// Returns the `tabindex` of an element that the arrow keys reach.
fn tab_index(is_stop: bool) -> &'static str {
    if is_stop { "0" } else { "-1" }
}

/// The folds of a text.
#[derive(Clone, PartialEq)]
struct Folding {
    folds: Rc<[Fold]>,
    is_open: Rc<[bool]>,
    /// Called with the index of the fold whose mark was clicked.
    onfold: Callback<usize>,
    /// Whether the page has the interpretations, for links to them.
    has_readings: bool,
}

impl Folding {
    /// Returns the button that opens or closes a fold.
    fn mark(&self, index: usize, at: usize, is_stop: bool) -> Html {
        let words = self.folds[index].words();
        let onclick = self.onfold.reform(move |_: MouseEvent| index);
        html! {
            <button
                type="button"
                class="code-fold"
                title={words.clone()}
                aria-label={words}
                aria-expanded={self.is_open[index].to_string()}
                data-index={at.to_string()}
                tabindex={tab_index(is_stop)}
                {onclick}
            >
                { "⋯" }
            </button>
        }
    }

    /// Returns the reason for a fold, if it is open. The names of interpretations lead to these.
    fn because(&self, index: usize, dispatch: &Callback<Action>) -> Option<Html> {
        let fold = self.folds.get(index).filter(|_| self.is_open[index])?;
        let piece = |piece: &str| {
            let reading = fold.readings.iter().copied().find(|name| self.has_readings && *name == piece);
            let Some(name) = reading else { return html! { <code>{ piece }</code> } };
            let onclick = on_click_to(dispatch, reading_id(name), ChromeAction::Readings(true));
            html! { <button type="button" class="code-reading" title="Show this interpretation" {onclick}>{ name }</button> }
        };
        Some(html! { <span class="code-because">{ ticks_as(&fold.words(), piece) }</span> })
    }
}

fn stops_at(breakpoints: &[Breakpoint], text: &str, number: usize) -> bool {
    let is_here = |stop: &Breakpoint| matches!(stop, Breakpoint::Line { text: name, line } if **name == *text && *line == number);
    breakpoints.iter().any(is_here)
}

/// Number of lines in a [`Passage`].
const PASSAGE_LINES: usize = 8;

#[derive(Properties, PartialEq)]
struct PassageProps {
    text: Rc<str>,
    lines: Vec<Rc<Line>>,
    /// Index of the first line's number among the elements that the arrow keys reach.
    first: usize,
    /// Index of the tab stop, if it is in this passage.
    stop: Option<usize>,
    /// Number of the first line of the text.
    first_number: usize,
    stops: Vec<bool>,
    folding: Folding,
}

/// A group of lines. A step changes one or two passages, so Yew compares only the lines of these.
#[component]
fn Passage(props: &PassageProps) -> Html {
    let mut index = props.first;
    let line = |(line, stops): (&Rc<Line>, &bool)| {
        let at = index;
        index += stops_of(line);
        let (text, label) = (props.text.clone(), line.number - props.first_number + 1);
        let folding = props.folding.clone();
        let stop = props.stop.filter(|stop| (at..index).contains(stop));
        html! { <NotationLine {text} line={line.clone()} index={at} {stop} {label} stops={*stops} {folding} /> }
    };
    props.lines.iter().zip(&props.stops).map(line).collect()
}

#[derive(Properties, PartialEq)]
struct NotationLineProps {
    text: Rc<str>,
    line: Rc<Line>,
    /// Index of its number among the elements that the arrow keys reach.
    index: usize,
    /// Index of the tab stop, if it is in this line.
    stop: Option<usize>,
    /// Number in the text, counted from 1.
    label: usize,
    stops: bool,
    folding: Folding,
}

/// A line with its number. A step changes two or three lines.
#[component]
fn NotationLine(props: &NotationLineProps) -> Html {
    let dispatch = use_dispatch();
    let here = Breakpoint::Line { text: props.text.to_string(), line: props.line.number };
    let onclick = on_click(&dispatch, PlaybackAction::Breakpoint(here));
    let mark = match (props.line.ran, props.line.next) {
        (true, _) => ", which ran",
        (_, true) => ", which runs next",
        _ => "",
    };
    let number = html! {
        <button
            type="button"
            class="code-number"
            title="Stop at this line"
            aria-label={format!("stop at line {}{mark}", props.label)}
            aria-pressed={props.stops.to_string()}
            data-index={props.index.to_string()}
            tabindex={tab_index(props.stop == Some(props.index))}
            {onclick}
        >
            { props.label }
        </button>
    };
    let folding = &props.folding;
    let mark = props.line.marks_fold.map(|fold| {
        (
            folding.because(fold, &dispatch),
            folding.mark(fold, props.index + 1, props.stop == Some(props.index + 1)),
        )
    });
    folded_line(&props.line, number, &folding.is_open, mark)
}

/// Returns a line of notation: margin, indentation, text, reason for an open fold, and mark of the fold. Pieces in a
/// closed fold are left out.
fn folded_line(line: &Line, margin: Html, is_open: &[bool], mark: Option<(Option<Html>, Html)>) -> Html {
    let class = class(&[
        Some("code-line"),
        line.ran.then_some("ran"),
        line.next.then_some("next"),
        line.fold.is_some().then_some("decided"),
    ]);
    let is_shown = |piece: &&Piece| piece.fold.is_none_or(|fold| is_open[fold]);
    let (because, mark) = mark.unwrap_or_default();
    let (indentation, pieces) = without_indentation(line.pieces.iter().filter(is_shown));
    let content = html! {
        <>
            { margin }
            if !indentation.is_empty() {
                <span class="code-indent">{ indentation }</span>
            }
            <span class="code-text">{ for pieces }{ for because }</span>
            { mark }
        </>
    };
    element("div", &["class"], &[class], content)
}

/// Splits a line into its leading spaces and the rest, so that the continuations of a long line can be indented relative to its
/// text.
fn without_indentation<'p>(pieces: impl Iterator<Item = &'p Piece>) -> (String, Vec<Html>) {
    let mut indentation = String::new();
    let mut is_text = false;
    let texts = pieces.filter_map(|it| {
        let text = if is_text { &it.text } else { it.text.trim_start() };
        indentation += &it.text[..it.text.len() - text.len()];
        is_text |= !text.is_empty();
        (!text.is_empty()).then(|| piece(it, text))
    });
    let texts = texts.collect();
    (indentation, texts)
}

fn piece(piece: &Piece, text: &str) -> Html {
    let class = class(&[
        piece.class,
        piece.ran.then_some("ran-piece"),
        piece.named.then_some("named"),
        piece.selected.then_some("selected"),
        piece.fold.is_some().then_some("decided-piece"),
    ]);
    element("span", &["class"], &[class], text.to_owned().into())
}
