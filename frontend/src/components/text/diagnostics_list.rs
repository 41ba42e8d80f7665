//! The list of problems in the text.

use crate::components::controls::program::{on_click, on_click_to, use_program};
use crate::components::controls::ticks::ticks;
use crate::state::inquiries::KnownOutcomes;
use crate::state::{ByIdentity, DocumentAction, EditorCommand};
use lanescope_core::diag::{Diagnostic, Fix, Severity};
use lanescope_core::session::{
    Session,
    text::{counted, line_col},
};
use std::cmp::Reverse;
use yew::prelude::*;

const TITLE_ID: &str = "diagnostics-title";

#[derive(Properties, PartialEq)]
pub struct DiagnosticsListProps {
    /// The text with its diagnostics, in the order of the text.
    pub session: ByIdentity<Session>,
    /// The results over all orders of this text.
    pub known: Option<ByIdentity<KnownOutcomes>>,
}

/// The diagnostics, errors first, each with severity, message, line, code, and a fix if one exists.
#[component]
pub fn DiagnosticsList(props: &DiagnosticsListProps) -> Html {
    let program = use_program();
    let dispatch = program.dispatch();
    // One fix can serve several diagnostics. Its button is at the first of them.
    let is_new = |index: usize, fix: &Fix| {
        !props.session.diagnostics[..index].iter().any(|earlier| earlier.fix.as_ref() == Some(fix))
    };
    let item = |(index, diagnostic): (usize, &Diagnostic)| {
        let span = diagnostic.span;
        let at = line_col(&props.session.text, span.range().start);
        let onclick = on_click(dispatch, DocumentAction::Editor(EditorCommand::Select(span)));
        let (class, word) = severity(diagnostic.severity);
        let adds = props.known.as_ref().and_then(|known| known.report.adds_to(diagnostic));
        let finding = html! {
            <>
                <span class="severity">{ word }</span>
                <span class="message">{ ticks(&diagnostic.message) }</span>
                <span class="line">{ format!("line {}", at.line) }</span>
            </>
        };
        html! {
            <li key={index} class={classes!("diagnostic", class)}>
                // Without an editor, places cannot be selected and fixes cannot be applied.
                if program.can_edit {
                    <button type="button" class="diagnostic-place" title="Go to line" {onclick}>{ finding }</button>
                } else {
                    <p class="diagnostic-place">{ finding }</p>
                }
                <details>
                    <summary>{ diagnostic.code() }</summary>
                    <p>{ diagnostic.rule.statement }</p>
                    // It becomes known a moment after the text, so it is where it moves nothing.
                    { for adds.map(|adds| html! { <p>{ adds }</p> }) }
                    { for diagnostic.notes.iter().map(|note| html! { <p>{ ticks(&note.text) }</p> }) }
                    <p class="source">{ diagnostic.source.to_string() }</p>
                </details>
                if let Some(fix) = diagnostic.fix.as_ref().filter(|fix| program.can_edit && is_new(index, fix)) {
                    <button type="button" class="fix" onclick={on_click_to(dispatch, TITLE_ID, DocumentAction::Fix(index))}>
                        { ticks(&fix.label) }
                    </button>
                }
            </li>
        }
    };
    html! {
        <section class="diagnostics" aria-labelledby={TITLE_ID}>
            <h2 id={TITLE_ID} tabindex="-1">{ "Problems" }<span class="count">{ count(&props.session.diagnostics) }</span></h2>
            if props.session.diagnostics.is_empty() {
                <p class="empty">{ "No problems." }</p>
            } else {
                <ul>{ for in_order(&props.session.diagnostics).into_iter().map(item) }</ul>
            }
        </section>
    }
}

/// Returns the diagnostics with their indices: errors, then warnings, then notes, each in the order of the text.
fn in_order(diagnostics: &[Diagnostic]) -> Vec<(usize, &Diagnostic)> {
    let mut sorted: Vec<_> = diagnostics.iter().enumerate().collect();
    sorted.sort_by_key(|(_, diagnostic)| Reverse(diagnostic.severity));
    sorted
}

/// Returns the number of diagnostics of each severity: `2 errors, 1 note`.
fn count(diagnostics: &[Diagnostic]) -> String {
    let number = |of: Severity| diagnostics.iter().filter(|it| it.severity == of).count();
    let counts = Severity::ALL.map(|of| (number(of), of.word()));
    let words = counts.into_iter().filter(|(number, _)| *number > 0);
    words.map(|(number, word)| counted(number, word)).collect::<Vec<_>>().join(", ")
}

fn severity(severity: Severity) -> (&'static str, &'static str) {
    match severity {
        Severity::Error => ("is-error", "error"),
        Severity::Warning => ("is-warning", "warning"),
        Severity::Info => ("is-info", "note"),
    }
}
