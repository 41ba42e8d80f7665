//! The text editor: bindings to JavaScript modules, which know no language. All their positions are UTF-16 offsets.

use super::dom::{closest, document};
use crate::state::TextChange;
use crate::state::{EditorCommand, Paste, Utf16Map};
use lanescope_core::diag::{Diagnostic, Fix, Severity};
use lanescope_core::session::{
    Session,
    text::{CompletionItem, Highlight, PartInScenario, Span, TextEdit},
};
use serde::Serialize;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlTextAreaElement};
use yew::Callback;

// Only the browser loads the module. A check on the host needs no file.
#[cfg_attr(target_family = "wasm", wasm_bindgen(module = "/js/load-editor.js"))]
#[cfg_attr(not(target_family = "wasm"), wasm_bindgen)]
extern "C" {
    #[wasm_bindgen(js_name = loadEditor, catch)]
    async fn load_editor(when_idle: bool) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// The module that `editor.src.js` becomes.
    pub type Module;
    type Handle;

    #[wasm_bindgen(method, js_name = createEditor)]
    fn create_editor(
        this: &Module,
        parent: &Element,
        text: &str,
        label: &str,
        on_change: &Closure<dyn FnMut(String)>,
        complete: &Closure<dyn FnMut(String, f64, bool) -> String>,
        on_line: &Closure<dyn FnMut(f64)>,
        on_caret: &Closure<dyn FnMut(f64)>,
    ) -> Handle;
    #[wasm_bindgen(method, js_name = setText)]
    fn set_text(this: &Module, handle: &Handle, text: &str, change: &str);
    #[wasm_bindgen(method, js_name = setHighlights)]
    fn set_highlights(this: &Module, handle: &Handle, json: &str);
    #[wasm_bindgen(method, js_name = setDiagnostics)]
    fn set_diagnostics(this: &Module, handle: &Handle, json: &str);
    #[wasm_bindgen(method, js_name = setActiveRanges)]
    fn set_active_ranges(this: &Module, handle: &Handle, json: &str);
    #[wasm_bindgen(method, js_name = setFolds)]
    fn set_folds(this: &Module, handle: &Handle, json: &str);
    #[wasm_bindgen(method, js_name = setGuide)]
    fn set_guide(
        this: &Module,
        handle: &Handle,
        hint: &str,
        explain: &Closure<dyn FnMut(String, f64) -> String>,
        on_look_up: &Closure<dyn FnMut(String, f64)>,
        on_paste: &Closure<dyn FnMut(String, String, String) -> String>,
    );
    #[wasm_bindgen(method, js_name = takePlace)]
    fn take_place(this: &Module, handle: &Handle, from: u32, to: u32, scroll_top_px: i32, height_px: f64);
    #[wasm_bindgen(method, js_name = awaitRunning)]
    fn await_running(this: &Module, handle: &Handle);
    #[wasm_bindgen(method)]
    fn focus(this: &Module, handle: &Handle);
    #[wasm_bindgen(method)]
    fn select(this: &Module, handle: &Handle, from: f64, to: f64);
    #[wasm_bindgen(method)]
    fn fold(this: &Module, handle: &Handle, from: f64, to: f64);
    #[wasm_bindgen(method)]
    fn undo(this: &Module, handle: &Handle);
    #[wasm_bindgen(method)]
    fn redo(this: &Module, handle: &Handle);
    #[wasm_bindgen(method)]
    fn destroy(this: &Module, handle: &Handle);
}

/// Loads the module of the editor, at once or when the browser is idle. Returns `None` if it cannot be fetched. A retry is
/// useless then, because browsers cache the failure of a module.
pub async fn load(when_idle: bool) -> Option<Module> {
    match load_editor(when_idle).await {
        Ok(module) => Some(module.unchecked_into()),
        Err(reason) => {
            web_sys::console::warn_2(&"the editor could not be loaded".into(), &reason);
            None
        }
    }
}

/// An editor on the page. Dropping it removes it.
pub struct Editor {
    module: Module,
    handle: Handle,
    _on_change: Closure<dyn FnMut(String)>,
    _complete: Closure<dyn FnMut(String, f64, bool) -> String>,
    _on_line: Closure<dyn FnMut(f64)>,
    _on_caret: Closure<dyn FnMut(f64)>,
    _explain: Closure<dyn FnMut(String, f64) -> String>,
    _on_look_up: Closure<dyn FnMut(String, f64)>,
    _on_paste: Closure<dyn FnMut(String, String, String) -> String>,
}

/// The listeners for events of an editor.
#[derive(Clone, PartialEq)]
pub struct Listeners {
    /// Receives the text after each change.
    pub ontype: Callback<Rc<str>>,
    /// Receives the number, from 1, of a line whose breakpoint is toggled.
    pub online: Callback<usize>,
    /// Receives the position of the caret, in UTF-16 units.
    pub oncaret: Callback<usize>,
    /// Receives a word to look up in the reference.
    pub onlookup: Callback<String>,
    /// Receives a pasted text, and returns the text to insert.
    pub onpaste: Callback<Paste, String>,
}

/// The selection, scroll position, height and focus of a plain field.
pub struct FieldPlace {
    selection: (u32, u32),
    scroll_top_px: i32,
    height_px: f64,
    has_focus: bool,
}

impl FieldPlace {
    /// Reads them, and hides the field.
    pub fn take(field: &HtmlTextAreaElement) -> Self {
        let position = |end: Result<Option<u32>, JsValue>| end.ok().flatten().unwrap_or(0);
        let has_focus = document().active_element().is_some_and(|element| element == ***field);
        // The caret of a field that never had the focus is at its end.
        let selection = (position(field.selection_start()), position(field.selection_end()));
        let scroller = closest(field, ".plain-scroller");
        let place = Self {
            selection: if has_focus { selection } else { (0, 0) },
            scroll_top_px: scroller.as_ref().map_or(0, |it| it.scroll_top()),
            height_px: scroller.map_or(0.0, |it| it.get_bounding_client_rect().height()),
            has_focus,
        };
        closest(field, ".plain").into_iter().for_each(|plain| plain.set_hidden(true));
        place
    }
}

/// The analysis of an editor's text.
pub struct ReadText {
    pub session: Rc<Session>,
    /// The place of the text in the session's scenario, if it is only a part of that.
    pub written: Option<PartInScenario>,
}

impl ReadText {
    /// Converts a byte offset in the editor's text to one in the session's text.
    fn to_session(&self, byte_offset: usize) -> usize {
        self.written.as_ref().map_or(byte_offset, |written| written.to_scenario(byte_offset))
    }

    /// Converts a span of the session's text to one in the editor's text.
    fn to_editor(&self, span: Span) -> Option<Span> {
        self.written.as_ref().map_or(Some(span), |written| written.to_part(span))
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.module.destroy(&self.handle);
    }
}

impl Editor {
    /// Creates an editor inside an element, with an accessible label and a placeholder. `read` analyses a text, for
    /// completion and explanations.
    pub fn new(
        module: Module,
        parent: &Element,
        text: &str,
        (label, hint): (&str, &str),
        listeners: Listeners,
        read: impl Fn(&str) -> ReadText + 'static,
    ) -> Self {
        let Listeners { ontype, online, oncaret, onlookup, onpaste } = listeners;
        let read = Rc::new(read);
        let on_change = Closure::<dyn FnMut(String)>::new(move |text: String| ontype.emit(text.into()));
        let known = read.clone();
        let complete = Closure::<dyn FnMut(String, f64, bool) -> String>::new(
            move |text: String, offset: f64, explicit: bool| {
                completion(&known(&text), &text, offset as usize, explicit).unwrap_or_default()
            },
        );
        let on_line = Closure::<dyn FnMut(f64)>::new(move |line: f64| online.emit(line as usize));
        let on_caret = Closure::<dyn FnMut(f64)>::new(move |offset: f64| oncaret.emit(offset as usize));
        let known = read.clone();
        let explain = Closure::<dyn FnMut(String, f64) -> String>::new(move |text: String, offset: f64| {
            explanation(&known(&text), &text, offset as usize).map_or_else(String::new, |it| json(&it))
        });
        let on_look_up = Closure::<dyn FnMut(String, f64)>::new(move |text: String, offset: f64| {
            let known = read(&text);
            let offset = known.to_session(Utf16Map::new(&text).to_byte(offset as usize));
            let found = known.session.explain(offset);
            onlookup.emit(found.map_or_else(String::new, |(_, entry)| entry.name));
        });
        let on_paste =
            Closure::<dyn FnMut(String, String, String) -> String>::new(move |before, text, after| {
                onpaste.emit(Paste { before, text, after })
            });
        let handle = module.create_editor(parent, text, label, &on_change, &complete, &on_line, &on_caret);
        module.set_guide(&handle, hint, &explain, &on_look_up, &on_paste);
        Self {
            module,
            handle,
            _on_change: on_change,
            _complete: complete,
            _on_line: on_line,
            _on_caret: on_caret,
            _explain: explain,
            _on_look_up: on_look_up,
            _on_paste: on_paste,
        }
    }

    /// Replaces the text. Does nothing if it is the same.
    pub fn set_text(&self, text: &str, change: TextChange) {
        self.module.set_text(&self.handle, text, change.key());
    }

    /// Sets the syntax highlighting and the diagnostics.
    pub fn annotate(&self, text: &str, colours: &[Highlight], diagnostics: &[Diagnostic]) {
        let map = Utf16Map::new(text);
        self.module.set_highlights(&self.handle, &json(&highlights(colours, &map)));
        self.module.set_diagnostics(&self.handle, &json(&problems(diagnostics, &map)));
    }

    /// Sets the ranges that can be folded, each with the word for its folded content.
    pub fn set_folds(&self, text: &str, folds: &[(Span, String)]) {
        let map = Utf16Map::new(text);
        let fold = |(span, word): &'_ (Span, String)| {
            let (from, to) = map.range(*span);
            FoldRange { from, to, word: word.clone() }
        };
        let folds: Vec<FoldRange> = folds.iter().map(fold).collect();
        self.module.set_folds(&self.handle, &json(&folds));
    }

    /// Marks ranges by their class. A class that starts with `line-` marks whole lines.
    pub fn mark(&self, text: &str, ranges: &[(Span, &'static str)]) {
        let map = Utf16Map::new(text);
        let ranges: Vec<Stretch> = ranges.iter().map(|(span, class)| range(*span, &map, class)).collect();
        self.module.set_active_ranges(&self.handle, &json(&ranges));
    }

    /// Takes over selection, scroll position, height and focus of the plain field. If that is at its beginning and the
    /// text `starts_inside_run`, shows the line that runs.
    pub fn take_over(&self, field: &FieldPlace, starts_inside_run: bool) {
        let (from, to) = field.selection;
        self.module.take_place(&self.handle, from, to, field.scroll_top_px, field.height_px);
        if field.has_focus {
            self.module.focus(&self.handle);
        } else if starts_inside_run && field.scroll_top_px == 0 {
            self.module.await_running(&self.handle);
        }
    }

    /// Executes a command of the page.
    pub fn command(&self, text: &str, command: EditorCommand) {
        match command {
            EditorCommand::Undo => self.module.undo(&self.handle),
            EditorCommand::Redo => self.module.redo(&self.handle),
            EditorCommand::Focus => self.module.focus(&self.handle),
            EditorCommand::Select(span) => {
                let (from, to) = Utf16Map::new(text).range(span);
                // Texts are far below 2^53 units.
                self.module.select(&self.handle, from as f64, to as f64);
                self.module.focus(&self.handle);
            }
            EditorCommand::Fold(span) => {
                let (from, to) = Utf16Map::new(text).range(span);
                self.module.fold(&self.handle, from as f64, to as f64);
            }
        }
    }
}

/// Formats data for the modules. All positions in it are UTF-16 offsets.
fn json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("texts, numbers and lists can always be written")
}

/// A range of the text with its class.
#[derive(Serialize)]
struct Stretch {
    from: usize,
    to: usize,
    class: &'static str,
}

/// A range that can be folded, with the word for its folded content.
#[derive(Serialize)]
struct FoldRange {
    from: usize,
    to: usize,
    word: String,
}

/// A diagnostic with its fixes.
#[derive(Serialize)]
struct Problem<'a> {
    from: usize,
    to: usize,
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    rule: &'static str,
    source: String,
    fixes: Vec<Mending<'a>>,
}

#[derive(Serialize)]
struct Mending<'a> {
    label: &'a str,
    edits: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
struct Replacement<'a> {
    from: usize,
    to: usize,
    insert: &'a str,
}

/// The completions at the caret.
#[derive(Serialize)]
struct Suggestions<'a> {
    from: usize,
    to: usize,
    items: Vec<Suggestion<'a>>,
}

#[derive(Serialize)]
struct Suggestion<'a> {
    label: &'a str,
    detail: &'a str,
    info: &'a str,
    insert: &'a str,
    /// Placeholders in `insert`, as `[from, to]`.
    stops: Vec<(usize, usize)>,
    /// Edits elsewhere in the text.
    also: Vec<Replacement<'a>>,
    #[serde(rename = "goesOn")]
    goes_on: bool,
}

fn range(span: Span, map: &Utf16Map, class: &'static str) -> Stretch {
    let (from, to) = map.range(span);
    Stretch { from, to, class }
}

fn highlights(highlights: &[Highlight], map: &Utf16Map) -> Vec<Stretch> {
    highlights.iter().map(|highlight| range(highlight.span, map, highlight.class)).collect()
}

fn problems<'a>(diagnostics: &'a [Diagnostic], map: &Utf16Map) -> Vec<Problem<'a>> {
    let problem = |diagnostic: &'a Diagnostic| {
        let (from, to) = map.range(diagnostic.span);
        Problem {
            from,
            to,
            severity: severity_word(diagnostic.severity),
            code: diagnostic.code(),
            message: &diagnostic.message,
            rule: diagnostic.rule.statement,
            source: diagnostic.source.to_string(),
            fixes: diagnostic.fix.iter().map(|fix| mending(fix, map)).collect(),
        }
    };
    diagnostics.iter().map(problem).collect()
}

fn mending<'a>(fix: &'a Fix, map: &Utf16Map) -> Mending<'a> {
    Mending { label: &fix.label, edits: replacements(&fix.edits, map) }
}

fn replacements<'a>(edits: &'a [TextEdit], map: &Utf16Map) -> Vec<Replacement<'a>> {
    let replacement = |edit: &'a TextEdit| {
        let (from, to) = map.range(edit.span);
        Replacement { from, to, insert: &edit.replacement }
    };
    edits.iter().map(replacement).collect()
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// The explanation of a word, with its range.
#[derive(Serialize)]
struct Meaning {
    from: usize,
    to: usize,
    form: String,
    prose: String,
    example: String,
}

fn explanation(known: &ReadText, text: &str, utf16_offset: usize) -> Option<Meaning> {
    let map = Utf16Map::new(text);
    let (span, entry) = known.session.explain(known.to_session(map.to_byte(utf16_offset)))?;
    let (from, to) = map.range(known.to_editor(span)?);
    Some(Meaning { from, to, form: entry.usage, prose: entry.prose, example: entry.example })
}

fn completion(known: &ReadText, text: &str, utf16_offset: usize, explicit: bool) -> Option<String> {
    let map = Utf16Map::new(text);
    let completion = known.session.complete(known.to_session(map.to_byte(utf16_offset)))?;
    if completion.items.is_empty() || !explicit && !completion.is_called_for {
        return None;
    }
    let (from, to) = map.range(known.to_editor(completion.span)?);
    let items = completion.items.iter().map(|item| Suggestion {
        label: &item.label,
        detail: &item.detail,
        info: &item.info,
        insert: &item.insert,
        stops: stops(item),
        // Edits elsewhere apply to the scenario, so the editor of a part omits them.
        also: if known.written.is_none() { replacements(&item.also, &map) } else { Vec::new() },
        goes_on: item.needs_more,
    });
    Some(json(&Suggestions { from, to, items: items.collect() }))
}

fn stops(item: &CompletionItem) -> Vec<(usize, usize)> {
    let map = Utf16Map::new(&item.insert);
    item.stops.iter().map(|stop| map.range(*stop)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_core::session::text::{Kind, Rule};

    const RULE: Rule = Rule::new("some-rule", Kind::Invalid, "something must hold", ("A page", "a heading"));

    #[test]
    fn diagnostics_reach_the_editor_in_utf16() {
        // "é" is two bytes and one unit, "😀" four bytes and two units.
        let map = Utf16Map::new("é😀 16");
        let diagnostic = Diagnostic::error(&RULE, Span::new(7, 9), "expected 8").fix_here("Use 8", "8");
        let json = json(&problems(&[diagnostic], &map));
        assert_eq!(
            json,
            r#"[{"from":4,"to":6,"severity":"error","code":"some-rule","message":"expected 8","rule":"something must hold","source":"A page, a heading","fixes":[{"label":"Use 8","edits":[{"from":4,"to":6,"insert":"8"}]}]}]"#
        );
    }

    #[test]
    fn highlights_reach_the_editor_in_utf16() {
        let map = Utf16Map::new("é x");
        let json = json(&highlights(&[Highlight { span: Span::new(3, 4), class: "name" }], &map));
        assert_eq!(json, r#"[{"from":2,"to":3,"class":"name"}]"#);
    }
}
