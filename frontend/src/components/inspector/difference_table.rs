//! The table of a comparison: what differs, and its value on each side.

use lanescope_core::session::compare::Difference;
use yew::prelude::*;

/// Returns the table; nothing without rows. `names` are those of the two sides.
pub fn differences(names: [&str; 2], rows: &[Difference]) -> Html {
    if rows.is_empty() {
        return html! {};
    }
    let row = |Difference { place, now, then }: &Difference| {
        let class = (now != then).then_some("differs");
        html! { <tr {class}><th scope="row">{ place }</th><td>{ now }</td><td>{ then }</td></tr> }
    };
    html! {
        // Focusable, because it scrolls.
        <div class="value-table" tabindex="0" role="group" aria-label="Differences">
            <table>
                <thead><tr><th scope="col">{ "what" }</th>{ for names.map(|name| html! { <th scope="col">{ name.to_owned() }</th> }) }</tr></thead>
                <tbody>{ for rows.iter().map(row) }</tbody>
            </table>
        </div>
    }
}
