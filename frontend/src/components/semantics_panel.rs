//! The notation text of the instruction on the stage, with the line that runs.

use crate::state::notation::{Line, NotationView, Piece, notation};
use crate::state::picture::Picture;
use lanescope_core::session::NumberFormat;
use yew::prelude::*;

/// The instruction's text, then the operation's.
pub fn semantics_panel(picture: Option<&Picture>, format: NumberFormat) -> Html {
    let texts = picture.map(|picture| notation(picture, format)).unwrap_or_default();
    if texts.is_empty() {
        return html! { <p class="empty">{ "Here stands what an instruction does, once one runs." }</p> };
    }
    html! {
        <div class="semantics">
            { for texts.iter().enumerate().map(text) }
            <p class="legend">
                <span class="legend-ran">{ "ran" }</span>
                <span class="legend-next">{ "runs next" }</span>
            </p>
        </div>
    }
}

fn text((index, text): (usize, &NotationView)) -> Html {
    html! {
        <section key={index} class="notation" aria-label={text.name.clone()}>
            <h3>
                { &text.name }
                if text.own {
                    <span class="caption">{ "from this text" }</span>
                }
            </h3>
            <div class="code" tabindex="0" role="group" aria-label={format!("notation of {}", text.name)}>
                { for text.lines.iter().map(line) }
            </div>
        </section>
    }
}

/// A line of notation.
pub fn line(line: &Line) -> Html {
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
            <span class="visually-hidden">{ mark }</span>
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
