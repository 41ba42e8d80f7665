//! The notation text of the instruction on the stage, with the line that runs.

use super::kept::{Part, kept};
use crate::effects::grid;
use crate::state::Action;
use crate::state::notation::{Line, NotationView, Piece, notation};
use crate::state::picture::Picture;
use lanescope_core::exec::Breakpoint;
use lanescope_core::session::NumberFormat;
use yew::prelude::*;

/// The instruction's text, then the operation's.
pub fn semantics_panel(
    picture: Option<&Picture>,
    format: NumberFormat,
    breakpoints: &[Breakpoint],
    onaction: &Callback<Action>,
) -> Html {
    let texts = picture.map(|picture| notation(picture, format)).unwrap_or_default();
    if texts.is_empty() {
        return html! { <p class="empty">{ "Here stands what an instruction does, once one runs." }</p> };
    }
    html! {
        <div class="semantics">
            { for texts.iter().map(|view| text(view, breakpoints, onaction)) }
            <p class="legend">
                <span class="legend-ran">{ "ran" }</span>
                <span class="legend-next">{ "runs next" }</span>
                <span class="legend-stop">{ "stops: press a line number" }</span>
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
                { for text.lines.iter().enumerate().map(|(index, it)| {
                    let here = Breakpoint::Line { text: text.name.clone(), line: it.number };
                    let stops = breakpoints.contains(&here);
                    kept(index, NotationLine { line: it.clone(), index, here, stops, onaction: onaction.clone() })
                }) }
            </div>
        </section>
    }
}

/// A line behind its number: a step changes two or three of them.
#[derive(PartialEq)]
struct NotationLine {
    line: Line,
    index: usize,
    here: Breakpoint,
    stops: bool,
    onaction: Callback<Action>,
}

impl Part for NotationLine {
    fn html(&self) -> Html {
        let here = self.here.clone();
        let onclick = self.onaction.reform(move |_: MouseEvent| Action::Breakpoint(here.clone()));
        let number = html! {
            <button
                type="button"
                class="code-number"
                title="stop when this line has run"
                aria-label={format!("stop at line {}", self.index + 1)}
                aria-pressed={self.stops.to_string()}
                data-index={self.index.to_string()}
                tabindex={if self.index == 0 { "0" } else { "-1" }}
                {onclick}
            >
                { self.index + 1 }
            </button>
        };
        line(&self.line, number)
    }
}

/// A line of notation, behind what stands in its margin.
pub fn line(line: &Line, margin: Html) -> Html {
    let class = classes!("code-line", line.ran.then_some("ran"), line.next.then_some("next"));
    let mark = if line.ran {
        "ran: "
    } else if line.next {
        "runs next: "
    } else {
        ""
    };
    html! {
        <div {class}>
            { margin }
            if !mark.is_empty() {
                <span class="visually-hidden">{ mark }</span>
            }
            <span class="code-text">{ for line.pieces.iter().map(piece) }</span>
            if !line.values.is_empty() {
                <span class="code-values">
                    { for line.values.iter().map(|(name, value)| html! {
                        <span class="code-value"><i>{ name }</i>{ "=" }<b>{ value }</b></span>
                    }) }
                </span>
            }
        </div>
    }
}

fn piece(piece: &Piece) -> Html {
    let colour = (!piece.class.is_empty()).then(|| format!("tok-{}", piece.class));
    html! { <span class={classes!(colour, piece.ran.then_some("ran-piece"))}>{ &piece.text }</span> }
}
