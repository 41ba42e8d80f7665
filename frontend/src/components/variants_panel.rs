//! A variant of the text beside the text itself: where the two part, step by step, at the end and over all orders.

use super::diagnostics_list::ticks;
use super::select::Select;
use crate::state::variants::{BASE, ShownRow, compared};
use crate::state::{Action, ByIdentity};
use lanescope_core::session::{ComparedOutcomes, OnlyOutcome, PanelEdit, Run, Session};
use yew::prelude::*;

/// The most outcomes of one side that are listed.
const MOST_OUTCOMES: usize = 24;

/// What a [`VariantsPanel`] shows.
#[derive(Properties, PartialEq)]
pub struct VariantsPanelProps {
    /// The text, read and checked.
    pub session: ByIdentity<Session>,
    /// Its run, where it is the one on the stage.
    pub run: Option<ByIdentity<Run>>,
    /// The moment at hand.
    pub cursor: u32,
    /// Another moment is asked for, or another text.
    pub onaction: Callback<Action>,
}

/// The variants to choose from, and what tells the chosen one apart.
#[component]
pub fn VariantsPanel(props: &VariantsPanelProps) -> Html {
    let VariantsPanelProps { session, run, cursor, onaction } = props;
    let chosen = use_state_eq(|| 0);
    let names: Vec<String> = session.variants().map(str::to_owned).collect();
    let at = (*chosen).min(names.len().saturating_sub(1));
    let name = names.get(at).cloned();
    // Both run and all orders are gone through, which is worth doing once for a text.
    let beside = use_memo((session.clone(), name.clone()), |(session, name)| {
        name.as_deref().map(|name| compared(session, name))
    });
    let onchange = {
        let chosen = chosen.setter();
        Callback::from(move |index| chosen.set(index))
    };
    let add = onaction.reform(|_: MouseEvent| Action::Edit(PanelEdit::AddVariant));
    html! {
        <div class="variants">
            <p class="hint">
                { "What stands in " }<code>{ ".variant NAME { }" }</code>{ " is said instead: another order, a reading, a text of \
                   the notation, other lanes or values. It is run beside the text." }
            </p>
            if names.len() > 1 {
                <label class="variant-choice">
                    <span>{ "Variant" }</span>
                    <Select label="variant" choices={names.iter().cloned().map(AttrValue::from).collect::<Vec<_>>()} chosen={at} {onchange} />
                </label>
            }
            if let (Some(name), Some(beside), Some(run)) = (&name, &*beside, run) {
                <p class="variant-heading"><b>{ BASE }</b>{ " beside " }<b>{ name }</b></p>
                if beside.report.is_same() {
                    <p class="proved" role="status">{ "No difference." }</p>
                }
                { for beside.report.in_words().iter().map(|sentence| html! { <p>{ ticks(sentence) }</p> }) }
                { differences(beside.next_difference(*cursor, false), beside.next_difference(*cursor, true), onaction) }
                { rows(name, &beside.rows(run, *cursor), onaction) }
                if let Some(found) = &beside.report.outcomes {
                    { outcomes(name, found) }
                }
            } else if names.is_empty() {
                <p class="empty">{ "This text has no variant yet." }</p>
            } else {
                <p class="empty">{ "The text does not run as it stands." }</p>
            }
            <p><button type="button" onclick={add}>{ if names.is_empty() { "Compare with a variant" } else { "Add a variant" } }</button></p>
        </div>
    }
}

/// The ways to the differing steps beside the moment at hand.
fn differences(before: Option<u32>, behind: Option<u32>, onaction: &Callback<Action>) -> Html {
    let button = |to: Option<u32>, text: &str| {
        let onclick = onaction.reform(move |_: MouseEvent| Action::Seek(to.unwrap_or_default()));
        html! { <button type="button" disabled={to.is_none()} {onclick}>{ text.to_owned() }</button> }
    };
    html! {
        <p class="variant-tools" role="group" aria-label="steps that differ">
            { button(before, "Difference before") }
            { button(behind, "Next difference") }
        </p>
    }
}

/// The two timelines around the moment at hand, a row for the steps that are the same of both.
fn rows(name: &str, rows: &[ShownRow], onaction: &Callback<Action>) -> Html {
    let row = |row: &ShownRow| {
        let class = classes!((!row.is_same).then_some("differs"), row.is_here.then_some("here"));
        let word = match (&row.a, &row.b, row.is_same) {
            (_, _, true) => "same",
            (Some(_), Some(_), _) => "differs",
            (Some(_), None, _) => "only here",
            _ => "only there",
        };
        html! {
            <tr {class} aria-current={row.is_here.then_some("step")}>
                <td>
                    if let Some((cursor, sentence)) = row.a.clone() {
                        <button type="button" class="row-name" onclick={onaction.reform(move |_: MouseEvent| Action::Seek(cursor))}>
                            { format!("{cursor}. {sentence}") }
                        </button>
                    }
                </td>
                <td class="variant-word">{ word }</td>
                <td>{ row.b.clone().filter(|_| !row.is_same).unwrap_or_default() }</td>
            </tr>
        }
    };
    html! {
        <table class="variant-rows">
            <thead><tr><th scope="col">{ BASE }</th><th scope="col">{ "step" }</th><th scope="col">{ name.to_owned() }</th></tr></thead>
            <tbody>{ for rows.iter().map(row) }</tbody>
        </table>
    }
}

/// The outcomes of all orders that only one side has.
fn outcomes(name: &str, found: &ComparedOutcomes) -> Html {
    let side = |who: &str, only: &[OnlyOutcome]| {
        if only.is_empty() {
            return html! {};
        }
        html! {
            <>
                <h3>{ format!("Only {who} can end so") }</h3>
                <ul>
                    { for only.iter().take(MOST_OUTCOMES).map(|it| html! { <li>{ it.in_words() }</li> }) }
                    if only.len() > MOST_OUTCOMES {
                        <li>{ format!("and {} more", only.len() - MOST_OUTCOMES) }</li>
                    }
                </ul>
            </>
        }
    };
    html! {
        <>
            { side(BASE, &found.only_a) }
            { side(name, &found.only_b) }
        </>
    }
}
