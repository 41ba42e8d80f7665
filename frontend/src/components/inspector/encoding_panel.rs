//! The panel with the machine code of the instruction on the stage and the meaning of its bits.

use crate::components::controls::program::{on_click, use_dispatch};
use crate::effects::grid::{self, Grid, use_grid};
use crate::state::encoding::{CodePiece, EncodingView, FieldView, encoding};
use crate::state::{ChromeAction, Selection};
use lanescope_core::view::moment::Moment;
use yew::prelude::*;

/// Returns the code as digits, followed by a table of its fields. A click on a field selects the item that it encodes.
pub fn encoding_panel(moment: Option<&Moment>, selection: Option<Selection>) -> Html {
    let Some((moment, bound)) = moment.and_then(|moment| Some((moment, moment.bound()?))) else {
        return html! { <p class="empty">{ "Run a scenario to see its machine code." }</p> };
    };
    let Some(view) = encoding(moment, selection) else {
        let reason = if bound.row.has_encoding() {
            "This line has no machine code. Operations of your own have none, and some instructions have no field \
             for a predicate."
        } else if bound.row.made_from.is_some() {
            "The scenario defines this instruction, so it has no machine code."
        } else {
            "The machine code of this instruction is not documented."
        };
        return html! { <p class="empty"><code>{ &bound.title }</code>{ ": " }{ reason }</p> };
    };
    html! {
        <div class="encoding">
            <h3>{ &bound.title }<span class="caption">{ &view.length }</span></h3>
            { digits(&view) }
            <Fields fields={view.fields} {selection} />
            <p class="source">{ format!("Source: {}", moment.scenario().set.encoding_source) }</p>
        </div>
    }
}

/// Returns the code as a word, if the encoding has that form, and in pieces.
fn digits(view: &EncodingView) -> Html {
    let piece = |piece: &CodePiece| {
        let class = classes!(piece.unused.then_some("unused"), piece.related.then_some("selected"));
        html! { <><span {class}>{ &piece.digits }</span>{ " " }</> }
    };
    html! {
        <>
            if view.is_word {
                <p class="code-word"><code>{ &view.digits }</code></p>
            }
            <p class="code-pieces">{ for view.pieces.iter().map(piece) }</p>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct FieldsProps {
    fields: Vec<FieldView>,
    selection: Option<Selection>,
}

/// A table of the fields.
#[component]
fn Fields(props: &FieldsProps) -> Html {
    let dispatch = use_dispatch();
    let FieldsProps { fields, selection } = props;
    let Grid { stop, onkeydown, onfocusin } = use_grid(grid::lines(fields.len(), 1));
    let row = |(index, field): (usize, &FieldView)| {
        let of_field = field.selection;
        let onclick = on_click(&dispatch, ChromeAction::Select(Some(of_field)));
        html! {
            <tr key={index} class={field.related.then_some("current")}>
                <th scope="row">
                    <button
                        type="button"
                        class="row-name"
                        aria-pressed={(*selection == Some(of_field)).to_string()}
                        data-index={index.to_string()}
                        tabindex={if index == stop { "0" } else { "-1" }}
                        {onclick}
                    >
                        { breakable(&field.name) }
                    </button>
                </th>
                <td>{ &field.place }</td>
                <td><code>{ &field.value }</code></td>
                <td>{ breakable(&field.means) }</td>
            </tr>
        }
    };
    html! {
        <table class="ops grid" {onkeydown} {onfocusin}>
            <thead><tr>
                <th scope="col">{ "field" }</th>
                <th scope="col">{ "bits" }</th>
                <th scope="col">{ "value" }</th>
                <th scope="col">{ "meaning" }</th>
            </tr></thead>
            <tbody>{ for fields.iter().enumerate().map(row) }</tbody>
        </table>
    }
}

/// Returns a name that can wrap after each underscore.
fn breakable(name: &str) -> Html {
    name.split_inclusive('_').map(|part| html! { <>{ part.to_owned() }<wbr /></> }).collect()
}
