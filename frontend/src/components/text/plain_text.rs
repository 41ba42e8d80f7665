//! A highlighted text without the module of the editor: of a read-only embed, and of each editor until it is loaded. A
//! transparent field over the highlighted lines has the caret and the selection. The metrics are those of the editor, so that
//! nothing moves when that arrives.

use crate::components::controls::program::use_dispatch;
use crate::effects::clipboard::pasted_into;
use crate::effects::dom::{edges, find, focus, typed_value};
use crate::state::annotated::{AnnotatedText, TextMarks};
use crate::state::{ByIdentity, DocumentAction, EditorCommand, Paste, Utf16Map};
use lanescope_core::session::text::{Highlight, Span, line_spans};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

/// Maximum number of lines with highlighting and a number.
const MOST_LINES: usize = 1000;

#[derive(Properties, PartialEq)]
pub struct PlainTextProps {
    pub text: ByIdentity<AnnotatedText>,
    /// Marked ranges. Only classes that start with `line-` are shown.
    pub marks: TextMarks,
    /// The part of the text whose folds are closed until the user turns to the text.
    #[prop_or_default]
    pub folded: Span,
    /// The number of lines at the start that are not shown.
    #[prop_or_default]
    pub hidden: usize,
    pub label: AttrValue,
    /// The field for typing; `None` for a read-only text.
    #[prop_or_default]
    pub entry: Option<TextEntry>,
}

/// The field of a text that users can edit.
#[derive(Clone, PartialEq)]
pub struct TextEntry {
    /// The field itself.
    pub node: NodeRef,
    /// The placeholder of an empty text.
    pub hint: AttrValue,
    /// Receives the text after each change.
    pub ontype: Callback<Rc<str>>,
    /// Receives a pasted text, and returns the text to insert.
    pub onpaste: Callback<Paste, String>,
    /// Called when the user turns to the text.
    pub onwanted: Callback<()>,
}

/// The text with line numbers.
#[component]
pub fn PlainText(props: &PlainTextProps) -> Html {
    let dispatch = use_dispatch();
    let AnnotatedText { text, highlights, .. } = &*props.text;
    let lines: Vec<Span> = line_spans(text).collect();
    let widest = lines.len().to_string();
    let digits = widest.len();
    let start = lines.get(props.hidden).map_or(0, |line| line.range().start);
    let end = lines.get(props.hidden + MOST_LINES).map(|line| line.range().start);
    let entry = props.entry.as_ref();
    let field = use_node_ref();
    let field = entry.map_or(field, |entry| entry.node.clone());
    let onwanted = entry.map(|entry| entry.onwanted.clone()).unwrap_or_default();
    let oninput = entry.map(|entry| entry.ontype.reform(|event: InputEvent| typed_value(&event).into()));
    let onpaste = entry.map(|TextEntry { ontype, onpaste, .. }| {
        let (ontype, onpaste) = (ontype.clone(), onpaste.clone());
        Callback::from(move |event: Event| {
            let Some(paste) = pasted_into(&event) else { return };
            let Paste { before, text, after } = paste.clone();
            let inserted = onpaste.emit(paste);
            if inserted != text {
                event.prevent_default();
                ontype.emit([before, inserted, after].concat().into());
            }
        })
    });
    // Keys in the first picture of the page would be lost.
    let readonly = oninput.is_none() || cfg!(not(target_family = "wasm"));
    let onenter = onwanted.reform(|_: PointerEvent| ());
    let folds = folds(&props.text, props.folded);
    let is_shown = |line: &(usize, Span)| {
        folds.iter().all(|(fold, _)| line.1.start <= fold.start || fold.end < line.1.start)
    };
    let shown: Vec<(usize, Span)> =
        lines.into_iter().enumerate().skip(props.hidden).take(MOST_LINES).filter(is_shown).collect();
    // The field has all lines, so a press below a fold would reach another line than the one in sight.
    let onpress = {
        let (field, text) = (field.clone(), Rc::clone(text));
        let ends: Vec<usize> = shown.iter().map(|(_, line)| line.range().end).collect();
        Callback::from(move |event: MouseEvent| {
            let field = field.cast::<HtmlTextAreaElement>();
            let Some((field, body)) = field.and_then(|field| Some((field.clone(), field.parent_element()?)))
            else {
                return;
            };
            let y = f64::from(event.client_y());
            if find(&body, ".plain-fold").is_none_or(|fold| y < edges(&fold).0) {
                return;
            }
            let above = lines_above(&body, y);
            let end = above.checked_sub(1).and_then(|line| ends.get(line)).copied().unwrap_or(text.len());
            select_in_field(&field, &text, Span::at(end));
            event.prevent_default();
        })
    };
    let onfocus = {
        let is_folded = !folds.is_empty();
        Callback::from(move |_: FocusEvent| {
            if is_folded {
                dispatch.emit(DocumentAction::Editor(EditorCommand::Fold(Span::default())).into());
            }
            onwanted.emit(());
        })
    };
    html! {
        <div class="plain" onpointerenter={onenter} onfocusin={onfocus} onmousedown={onpress}>
            <div class="plain-scroller">
                <span class="plain-widest" aria-hidden="true">{ widest }</span>
                <div class="plain-body">
                    <textarea
                        ref={field}
                        class="plain-field"
                        aria-label={props.label.clone()}
                        placeholder={entry.map(|entry| entry.hint.clone()).unwrap_or_default()}
                        {readonly}
                        {oninput}
                        {onpaste}
                        autocapitalize="off"
                        autocomplete="off"
                        spellcheck="false"
                        value={text[start..].to_owned()}
                    />
                    <div class="plain-view" aria-hidden={(!readonly).then_some("true")}>
                        { for shown.into_iter().map(|(index, line)| {
                            let fold = folds.iter().find(|(fold, _)| line.start <= fold.start && fold.start <= line.end);
                            let line = Span { end: fold.map_or(line.end, |(fold, _)| fold.start), ..line };
                            let is_here = |span: &Span| span.start <= line.end && line.start < span.end.max(span.start + 1);
                            let marks = props.marks.iter().filter(|(span, class)| class.starts_with("line-") && is_here(span));
                            let mut class = classes!("plain-line", (index == props.hidden).then_some("active"));
                            class.extend(marks.map(|(_, class)| *class));
                            html! {
                                <div {class}>
                                    <span class="plain-gutter"><span class="plain-number">{ format!("{:>digits$}", index + 1) }</span></span>
                                    { for pieces(line, highlights).map(|(span, class)| piece(span.of(text), class)) }
                                    if let Some((_, word)) = fold {
                                        <span class="plain-fold">{ word }</span>
                                    }
                                </div>
                            }
                        }) }
                        if let Some(end) = end {
                            <div class="plain-line">{ &text[end..] }</div>
                        }
                    </div>
                </div>
            </div>
        </div>
    }
}

/// Returns the number of lines that begin above a height in the window.
fn lines_above(body: &Element, y: f64) -> usize {
    let Ok(lines) = body.query_selector_all(".plain-line") else { return 0 };
    let lines = (0..lines.length()).filter_map(|index| lines.item(index)?.dyn_into::<Element>().ok());
    lines.take_while(|line| edges(line).0 <= y).count()
}

/// Returns the folds in a part of the text, without those inside another one.
fn folds(text: &AnnotatedText, part: Span) -> Vec<&(Span, String)> {
    let is_inside = |span: Span, other: Span| other.start <= span.start && span.end <= other.end;
    let mut folds: Vec<&(Span, String)> =
        text.folds.iter().filter(|(span, _)| is_inside(*span, part)).collect();
    let all = folds.clone();
    folds.retain(|fold| all.iter().all(|other| other.0 == fold.0 || !is_inside(fold.0, other.0)));
    folds
}

fn piece(text: &str, class: Option<&'static str>) -> Html {
    // A zero-width space gives an empty line the height of the others.
    let text = if text.is_empty() { "\u{200b}" } else { text }.to_owned();
    match class {
        Some(class) => html! { <span class={format!("tok-{class}")}>{ text }</span> },
        None => html! { text },
    }
}

/// Splits a line at the bounds of its highlights. `highlights` are those of the text, in ascending order.
fn pieces(line: Span, highlights: &[Highlight]) -> impl Iterator<Item = (Span, Option<&'static str>)> {
    let mut pieces = Vec::new();
    let mut at = line.start;
    let first = highlights.partition_point(|it| it.span.end <= line.start);
    for Highlight { span, class } in highlights[first..].iter().take_while(|it| it.span.start < line.end) {
        let (start, end) = (span.start.max(line.start), span.end.min(line.end));
        if at < start {
            pieces.push((Span { start: at, end: start }, None));
        }
        pieces.push((Span { start, end }, Some(*class)));
        at = end;
    }
    if at < line.end || pieces.is_empty() {
        pieces.push((Span { start: at, end: line.end }, None));
    }
    pieces.into_iter()
}

/// Selects a span in a plain field, and focuses it.
pub fn select_in_field(field: &HtmlTextAreaElement, text: &str, span: Span) {
    let (from, to) = Utf16Map::new(text).range(span);
    // Texts are far shorter than 2^32 units.
    let _ = field.set_selection_range(from as u32, to as u32);
    focus(field);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_its_colours_alone() {
        let text = "ab cd\n\nef";
        let highlights = [
            Highlight { span: Span::new(3, 5), class: "name" },
            Highlight { span: Span::new(7, 9), class: "number" },
        ];
        let drawn: Vec<Vec<_>> = line_spans(text)
            .map(|line| pieces(line, &highlights).map(|(span, class)| (span.of(text), class)).collect())
            .collect();
        assert_eq!(
            drawn,
            [vec![("ab ", None), ("cd", Some("name"))], vec![("", None)], vec![("ef", Some("number"))]]
        );
    }
}
