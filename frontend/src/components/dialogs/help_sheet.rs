//! The help: purpose of the page, keys, marks, files.

use crate::components::controls::marks::mark_html;
use crate::components::controls::program::on_click_to;
use crate::state::keys::SHORTCUTS;
use crate::state::manual::{FIRST_LESSON, LESSONS, MANUAL};
use crate::state::marks::{CELL_MARKS, CellMark, TIMELINE_KINDS, timeline_mark};
use crate::state::{Action, ChromeAction, Tab};
use lanescope_core::trace::MarkKind;
use yew::prelude::*;

/// Returns the content of the help dialog.
pub fn help_sheet(dispatch: &Callback<Action>) -> Html {
    html! {
        <>
            <p>
                { "Write a scenario at the left, switch lanes, type values into memory and registers, and step through \
                   the work of every lane. Each change in a panel changes the text. A run is a sequence of micro-steps: the \
                   lanes that take part, their sources, and then each lane’s address, read, operation, write and return. The \
                   tab “Semantics” shows the text that runs, line by line, and “Edit” changes it." }
            </p>
            <p class="help-commands">
                <a class="page-link" href={FIRST_LESSON} target="_blank" rel="noopener">{ "First lesson" }</a>
                <button type="button" onclick={dispatch.reform(|_| ChromeAction::LookUp("".into()).into())}>{ "Reference" }</button>
            </p>
            <p>
                <a href={MANUAL} target="_blank" rel="noopener">{ "The manual" }</a>
                { " has " }<a href={LESSONS} target="_blank" rel="noopener">{ "lessons" }</a>
                { ", a guide to this page, a glossary, a reference of the scenario text, and a page for each instruction." }
            </p>
            { keys() }
            { marks() }
            { all_orders(dispatch) }
            { comparing(dispatch) }
            <h3>{ "Files and the command line" }</h3>
            <p>
                { "A scenario is one plain text. “Share” exports it as a file. “New” opens one, and so does dropping it on \
                   the page. The command line " }<code>{ "lanescope" }</code>{ " runs the same files \
                   without a browser, for example " }<code>{ "lanescope run FILE" }</code>{ ". It comes with the source of \
                   this page, whose README explains it under “The command line”." }
            </p>
        </>
    }
}

/// Returns the section on the tab "Outcomes".
fn all_orders(dispatch: &Callback<Action>) -> Html {
    let onclick = on_click_to(dispatch, Tab::Outcomes.button_id(), ChromeAction::Tab(Tab::Outcomes));
    html! {
        <>
            <h3>{ "All orders" }</h3>
            <p>
                { "If lanes collide, a run shows one order of their turns. The tab “Outcomes” explores all orders. It lists \
                   every possible outcome with its share of orders, and an order to play. “Is this result possible?” checks a \
                   result, for example from a real GPU. A scenario can contain claims about all orders: " }<code>{ ".expect outcomes memory 4" }</code>{ ", " }<code>{ ".expect possible { BUF = 3 }" }</code>
                { ", " }<code>{ ".expect impossible { BUF = 5 }" }</code>{ ", " }<code>{ ".expect impossible error run-gave-up" }</code>
                { ", " }<code>{ ".expect invariant total" }</code>{ ", " }<code>{ ".expect order-independent" }</code>{ "." }
            </p>
            <p><button type="button" {onclick}>{ "Show the outcomes" }</button></p>
        </>
    }
}

/// Returns the section on the tab "Compare".
fn comparing(dispatch: &Callback<Action>) -> Html {
    let onclick = on_click_to(dispatch, Tab::Compare.button_id(), ChromeAction::Tab(Tab::Compare));
    html! {
        <>
            <h3>{ "Compare" }</h3>
            <p>
                { "Directives in " }<code>{ ".variant NAME { }" }</code>{ " replace those of the scenario. The tab “Compare” runs \
                   both. It shows the first step that differs, the differences at the end, and outcomes that only one side can \
                   have. Both sides can be on the stage; edits go to the active side. “Sweep” tries many values of an element, or \
                   finds a value for which a variant differs." }
            </p>
            <p><button type="button" {onclick}>{ "Compare" }</button></p>
        </>
    }
}

fn keys() -> Html {
    let row = |(keys, what): &(&'static [&'static str], &'static str)| {
        html! {
            <tr>
                <th scope="row">{ for keys.iter().map(|key| html! { <kbd>{ *key }</kbd> }) }</th>
                <td>{ *what }</td>
            </tr>
        }
    };
    html! {
        <>
            <h3>{ "Keys" }</h3>
            <table class="keys"><tbody>{ for SHORTCUTS.iter().map(row) }</tbody></table>
            <p class="hint">
                { "These work everywhere except in text fields, menus and the editor. F8, F10 and the keys marked “in the text” \
                   work in the editor, too. There, Ctrl Space shows suggestions and Tab leaves. The letters and “?” work only \
                   while the stage has the focus: click it, or use “Skip to the stage”." }
            </p>
        </>
    }
}

/// The looks of a lane's badge in a cell: classes and meaning.
const LANES: [(&str, &str); 3] = [
    (
        "badge",
        "circle with a number: a lane that has not reached the cell yet; lanes take turns in this order",
    ),
    ("badge current", "the lane that accesses it in this step"),
    ("badge served", "a lane that has accessed it"),
];

/// Returns each mark of the stage and the timeline with its meaning, in its original look.
fn marks() -> Html {
    let row = |mark: Html, what: String| {
        html! { <li><span class="legend-mark" aria-hidden="true">{ mark }</span>{ what }</li> }
    };
    let cell = |mark: &CellMark| {
        let class = classes!("cell", mark.also, mark.class);
        let example = html! { <span {class}><span class="cell-button">{ "7" }</span></span> };
        mark.legend.map(|what| row(example, what.to_owned()))
    };
    let lane = |(class, what): (&'static str, &str)| {
        row(html! { <span {class} data-lane="3"></span> }, what.to_owned())
    };
    let kind =
        |kind: MarkKind| row(mark_html(kind), format!("on the timeline: {}", timeline_mark(kind).word));
    let stop = html! {
        <svg viewBox="-8 -8 16 16" width="16" height="16"><rect class="stop-mark" x="0" y="-4" width="8" height="8" /></svg>
    };
    html! {
        <>
            <h3>{ "Marks" }</h3>
            <p>
                { "A wire leads from each lane to the cell that it accesses. It is dotted while the lane waits, bold while \
                   the lane runs, and thin when the lane is done." }
            </p>
            <ul class="mark-list">
                { for CELL_MARKS.iter().filter_map(cell) }
                { for LANES.into_iter().map(lane) }
                { for TIMELINE_KINDS.into_iter().map(kind) }
                { row(stop, "on the timeline: the run stops here".to_owned()) }
            </ul>
        </>
    }
}
