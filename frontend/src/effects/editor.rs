//! The scenario's text: JavaScript modules that know no language. All their positions are UTF-16 offsets.

use super::json::Json;
use crate::state::{EditorCommand, Utf16Map};
use lanescope_core::base::Span;
use lanescope_core::diag::{Diagnostic, Severity};
use lanescope_core::session::{Completion, Highlight, Session};
use wasm_bindgen::prelude::*;
use web_sys::Element;

#[wasm_bindgen(module = "/js/pane.js")]
extern "C" {
    type Handle;

    #[wasm_bindgen(js_name = createPane)]
    fn create_pane(
        parent: &Element,
        text: &str,
        label: &str,
        on_change: &Closure<dyn FnMut(String)>,
        complete: &Closure<dyn FnMut(String, f64, bool) -> String>,
    ) -> Handle;
    #[wasm_bindgen(js_name = setText)]
    fn set_text(handle: &Handle, text: &str);
    #[wasm_bindgen(js_name = setHighlights)]
    fn set_highlights(handle: &Handle, json: &str);
    #[wasm_bindgen(js_name = setDiagnostics)]
    fn set_diagnostics(handle: &Handle, json: &str);
    #[wasm_bindgen(js_name = setActiveRanges)]
    fn set_active_ranges(handle: &Handle, json: &str);
    fn focus(handle: &Handle);
    fn select(handle: &Handle, from: f64, to: f64);
    fn undo(handle: &Handle);
    fn redo(handle: &Handle);
    fn destroy(handle: &Handle);
}

/// An editor on the page. Dropping it removes it.
pub struct Editor {
    handle: Handle,
    _on_change: Closure<dyn FnMut(String)>,
    _complete: Closure<dyn FnMut(String, f64, bool) -> String>,
}

impl Drop for Editor {
    fn drop(&mut self) {
        destroy(&self.handle);
    }
}

impl Editor {
    /// Makes an editor inside an element. `onchange` gets the text after each change that a person made; `session`
    /// answers with the session of a text, for completion.
    pub fn new(
        parent: &Element,
        text: &str,
        label: &str,
        onchange: impl Fn(String) + 'static,
        session: impl Fn(&str) -> std::rc::Rc<Session> + 'static,
    ) -> Self {
        let on_change = Closure::<dyn FnMut(String)>::new(onchange);
        let complete = Closure::<dyn FnMut(String, f64, bool) -> String>::new(
            move |text: String, offset: f64, explicit: bool| {
                completion(&session(&text), &text, offset as usize, explicit).unwrap_or_default()
            },
        );
        let handle = create_pane(parent, text, label, &on_change, &complete);
        Self { handle, _on_change: on_change, _complete: complete }
    }

    /// Shows another text, as one step of the undo history; nothing where it is the same.
    pub fn set_text(&self, text: &str) {
        set_text(&self.handle, text);
    }

    /// Colours the text and shows what is wrong with it.
    pub fn annotate(&self, session: &Session) {
        let map = Utf16Map::new(&session.text);
        set_highlights(&self.handle, &highlights_json(&session.highlight(), &map));
        set_diagnostics(&self.handle, &diagnostics_json(&session.diagnostics, &map));
    }

    /// Marks the lines of a range as running.
    pub fn mark_running(&self, text: &str, span: Option<Span>) {
        let map = Utf16Map::new(text);
        let json = Json::list(span, |json, span| range(json, span, &map).string("class", "line-running"));
        set_active_ranges(&self.handle, &json);
    }

    /// Does what the page asks for.
    pub fn command(&self, text: &str, command: EditorCommand) {
        match command {
            EditorCommand::Undo => undo(&self.handle),
            EditorCommand::Redo => redo(&self.handle),
            EditorCommand::Select(span) => {
                let (from, to) = Utf16Map::new(text).range(span);
                // Texts are far below 2^53 units.
                select(&self.handle, from as f64, to as f64);
                focus(&self.handle);
            }
        }
    }
}

fn range<'a>(json: &'a mut Json, span: Span, map: &Utf16Map) -> &'a mut Json {
    let (from, to) = map.range(span);
    json.number("from", from).number("to", to)
}

fn highlights_json(highlights: &[Highlight], map: &Utf16Map) -> String {
    Json::list(highlights, |json, highlight| range(json, highlight.span, map).string("class", highlight.class))
}

fn diagnostics_json(diagnostics: &[Diagnostic], map: &Utf16Map) -> String {
    Json::list(diagnostics, |json, diagnostic| {
        range(json, diagnostic.span, map)
            .string("severity", severity_word(diagnostic.severity))
            .string("code", diagnostic.code())
            .string("message", &diagnostic.message)
            .string("rule", diagnostic.rule.statement)
            .string("source", &diagnostic.rule.source.to_string())
            .json("fixes", &fixes_json(diagnostic, map))
    })
}

fn fixes_json(diagnostic: &Diagnostic, map: &Utf16Map) -> String {
    Json::list(&diagnostic.fix, |json, fix| {
        let edits =
            Json::list(&fix.edits, |json, edit| range(json, edit.span, map).string("insert", &edit.replacement));
        json.string("label", &fix.label).json("edits", &edits)
    })
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

fn completion(session: &Session, text: &str, utf16_offset: usize, explicit: bool) -> Option<String> {
    let map = Utf16Map::new(text);
    let completion = session.complete(map.to_byte(utf16_offset))?;
    // Without being asked for, a list opens only where a word has begun.
    if completion.items.is_empty() || !explicit && completion.span.is_empty() {
        return None;
    }
    Some(completion_json(&completion, &map))
}

fn completion_json(completion: &Completion, map: &Utf16Map) -> String {
    let items = Json::list(&completion.items, |json, item| {
        json.string("label", &item.label)
            .string("insert", &item.insert)
            .string("detail", &item.detail)
            .string("info", &item.info)
    });
    Json::object(|json| range(json, completion.span, map).json("items", &items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_core::base::{Clause, Kind, Rule};

    const RULE: Rule = Rule {
        code: "some-rule",
        kind: Kind::Invalid,
        statement: "something must hold",
        source: Clause { page: "A page", heading: "a heading" },
    };

    #[test]
    fn diagnostics_reach_the_editor_in_utf16() {
        // "é" is two bytes and one unit, "😀" four bytes and two units.
        let map = Utf16Map::new("é😀 16");
        let diagnostic = Diagnostic::error(&RULE, Span::new(7, 9), "expected 8").fix_here("Use 8", "8");
        let json: serde_json::Value =
            serde_json::from_str(&diagnostics_json(&[diagnostic], &map)).expect("it is JSON");
        assert_eq!(json[0]["from"], 4);
        assert_eq!(json[0]["to"], 6);
        assert_eq!(json[0]["severity"], "error");
        assert_eq!(json[0]["source"], "A page, a heading");
        assert_eq!(json[0]["fixes"][0]["edits"][0], serde_json::json!({"from": 4, "to": 6, "insert": "8"}));
    }

    #[test]
    fn highlights_reach_the_editor_in_utf16() {
        let map = Utf16Map::new("é x");
        let json = highlights_json(&[Highlight { span: Span::new(3, 4), class: "name" }], &map);
        assert_eq!(json, r#"[{"from":2,"to":3,"class":"name"}]"#);
    }
}
