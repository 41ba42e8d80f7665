//! The notation text of the instruction on the stage, with the line that runs.

use super::element::{class, element};
use crate::effects::dom::{closest, target};
use crate::effects::grid;
use crate::state::moment::Moment;
use crate::state::notation::{Line, NotationView, Piece, names, notation};
use crate::state::{Action, ByIdentity, Selection};
use lanescope_core::session::Breakpoint;
use std::rc::Rc;
use yew::prelude::*;

/// What a [`SemanticsPanel`] shows.
#[derive(Properties, PartialEq)]
pub struct SemanticsPanelProps {
    /// The moment; `None` where no text ran yet.
    pub moment: Option<ByIdentity<Moment>>,
    /// What is selected.
    pub selection: Option<Selection>,
    /// Where the run stops.
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// A name or the number of a line was pressed.
    pub onaction: Callback<Action>,
}

/// The instruction's text, then the operation's.
#[component]
pub fn SemanticsPanel(props: &SemanticsPanelProps) -> Html {
    let SemanticsPanelProps { moment, selection, breakpoints, onaction } = props;
    let moment = moment.as_deref();
    let texts = moment.map(|moment| notation(moment, *selection)).unwrap_or_default();
    if texts.is_empty() {
        return html! { <p class="empty">{ "Here stands what an instruction does, once one runs." }</p> };
    }
    let names = moment.map(names).unwrap_or_default();
    let onclick = {
        let onaction = onaction.clone();
        Callback::from(move |event: MouseEvent| {
            let piece = target(&event).filter(|it| closest(it, ".code-text").is_some());
            let name = piece.and_then(|piece| piece.text_content());
            if let Some((_, slot)) = names.iter().find(|(it, _)| name.as_deref() == Some(*it)) {
                onaction.emit(Action::Select(Some(Selection::Row(*slot))));
            }
        })
    };
    html! {
        <div class="semantics" {onclick}>
            { for texts.iter().map(|view| text(view, breakpoints, onaction)) }
            // Another one below other texts: it does not move from one place to another.
            <p key={texts.iter().map(|view| view.lines.len()).sum::<usize>()} class="legend">
                <span class="legend-ran">{ "ran" }</span>
                <span class="legend-next">{ "runs next" }</span>
                <span class="legend-stop">{ "stops: press a line number" }</span>
                <span class="legend-name"><code class="tok-name">{ "name" }</code>{ " of a row: press to select it" }</span>
            </p>
        </div>
    }
}

fn text(text: &NotationView, breakpoints: &[Breakpoint], onaction: &Callback<Action>) -> Html {
    let count = text.lines.len();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        grid::follow(&event, count, 1);
    });
    html! {
        <section key={text.name.clone()} class="notation" aria-label={text.name.clone()}>
            <h3>
                { &text.name }
                if text.own {
                    <span class="caption">{ "from this text" }</span>
                }
            </h3>
            <div class="code grid" tabindex="0" role="group" aria-label={format!("notation of {}", text.name)} {onkeydown}>
                { for text.lines.chunks(PASSAGE_LINES).enumerate().map(|(at, lines)| html! {
                    <Passage
                        text={text.name.clone()}
                        lines={lines.to_vec()}
                        first={at * PASSAGE_LINES}
                        stops={lines.iter().map(|line| stops_at(breakpoints, &text.name, line.number)).collect::<Vec<_>>()}
                        onaction={onaction.clone()}
                    />
                }) }
            </div>
        </section>
    }
}

fn stops_at(breakpoints: &[Breakpoint], text: &str, number: usize) -> bool {
    let is_here = |stop: &Breakpoint| matches!(stop, Breakpoint::Line { text: name, line } if **name == *text && *line == number);
    breakpoints.iter().any(is_here)
}

/// How many lines a [`Passage`] has.
const PASSAGE_LINES: usize = 8;

/// What a [`Passage`] shows.
#[derive(Properties, PartialEq)]
struct PassageProps {
    /// The name of its text.
    text: Rc<str>,
    /// Its lines.
    lines: Vec<Rc<Line>>,
    /// Index of the first line in its text.
    first: usize,
    /// Whether the run stops there, for each line.
    stops: Vec<bool>,
    /// The number of a line was pressed.
    onaction: Callback<Action>,
}

/// Some lines of a text: a step changes one or two passages, and has to look at the lines of these alone.
#[component]
fn Passage(props: &PassageProps) -> Html {
    let line = |(index, (line, stops)): (usize, (&Rc<Line>, &bool))| {
        html! {
            <NotationLine text={props.text.clone()} line={line.clone()} {index} stops={*stops} onaction={props.onaction.clone()} />
        }
    };
    (props.first..).zip(props.lines.iter().zip(&props.stops)).map(line).collect()
}

/// What a [`NotationLine`] shows.
#[derive(Properties, PartialEq)]
struct NotationLineProps {
    /// The name of its text.
    text: Rc<str>,
    /// The line.
    line: Rc<Line>,
    /// Its index in the text.
    index: usize,
    /// Whether the run stops there.
    stops: bool,
    /// Its number was pressed.
    onaction: Callback<Action>,
}

/// A line behind its number: a step changes two or three of them.
#[component]
fn NotationLine(props: &NotationLineProps) -> Html {
    let here = Breakpoint::Line { text: props.text.to_string(), line: props.line.number };
    let onclick = props.onaction.reform(move |_: MouseEvent| Action::Breakpoint(here.clone()));
    let mark = match (props.line.ran, props.line.next) {
        (true, _) => ", which ran",
        (_, true) => ", which runs next",
        _ => "",
    };
    let number = html! {
        <button
            type="button"
            class="code-number"
            title="stop when this line has run"
            aria-label={format!("stop at line {}{mark}", props.index + 1)}
            aria-pressed={props.stops.to_string()}
            data-index={props.index.to_string()}
            tabindex={if props.index == 0 { "0" } else { "-1" }}
            {onclick}
        >
            { props.index + 1 }
        </button>
    };
    line(&props.line, number)
}

/// A line of notation, behind what stands in its margin.
pub fn line(line: &Line, margin: Html) -> Html {
    let class = class(&[Some("code-line"), line.ran.then_some("ran"), line.next.then_some("next")]);
    let content = html! {
        <>
            { margin }
            <span class="code-text">{ for line.pieces.iter().map(piece) }</span>
        </>
    };
    element("div", &["class"], &[class], content)
}

fn piece(piece: &Piece) -> Html {
    let class = class(&[
        piece.class,
        piece.ran.then_some("ran-piece"),
        piece.named.then_some("named"),
        piece.selected.then_some("selected"),
    ]);
    element("span", &["class"], &[class], piece.text.clone().into())
}
