//! The panel that compares the base text with a variant: steps, final values and all orders.

use super::difference_table::differences;
use super::outcome_list::play_button;
use super::outcomes_panel::under_way;
use crate::components::controls::popup::Popup;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::select::select;
use crate::components::controls::ticks::ticks;
use crate::effects::focus::use_kept_focus;
use crate::state::inquiries::{JobState, PairOutcomes, Topic};
use crate::state::variants::{BASE, Compared, ShownRow};
use crate::state::{Action, ByIdentity, DocumentAction, InquiryAction, Pair, PlaybackAction};
use lanescope_core::session::{
    Session, Wanted,
    compare::{ComparedOutcomes, OnlyOutcome},
    text::{PanelEdit, VariantStart},
};
use std::rc::Rc;
use yew::prelude::*;

/// Maximum number of outcomes listed for one side.
const MOST_OUTCOMES: usize = 24;

/// The differences that a new variant can start with.
const STARTS: &[(&str, VariantStart)] = &[
    ("Order of the lanes", VariantStart::Order),
    ("Interpretation of the manual", VariantStart::Reading),
    ("Initial value", VariantStart::Value),
    ("Semantics of the instruction", VariantStart::Semantics),
    ("Instruction", VariantStart::Instruction),
];

#[derive(Properties, PartialEq)]
pub struct VariantsPanelProps {
    pub session: ByIdentity<Session>,
    /// The compared variant; `None` unless both sides run.
    pub compared: Option<ByIdentity<Compared>>,
    /// The compared outcomes of all orders.
    pub known: Option<ByIdentity<PairOutcomes>>,
    /// The current job that compares all orders, its progress and its error.
    pub state: JobState,
    /// Whether both sides are on the stage.
    pub is_on_stage: bool,
    /// The current step of the active side.
    pub cursor: u32,
}

/// The choice of a variant, and its differences from the base text.
#[component]
pub fn VariantsPanel(props: &VariantsPanelProps) -> Html {
    let dispatch = use_dispatch();
    let VariantsPanelProps { session, compared, cursor, .. } = props;
    let names: Vec<Rc<str>> = session.variants().map(Rc::from).collect();
    let root = use_node_ref();
    use_kept_focus(&root, (props.state.busy().is_some(), props.known.clone()));
    let add = |(label, start): &(&'static str, VariantStart)| {
        let edit = PanelEdit::AddVariant(start.clone());
        let onclick = on_click(&dispatch, DocumentAction::Edit(edit));
        html! { <button type="button" {onclick}>{ *label }</button> }
    };
    html! {
        <div ref={root} class="variants">
            if let Some(compared) = compared {
                { choice(props, names.clone(), compared, &dispatch) }
                { verdict(props, compared) }
                if !compared.has_errors {
                    { steps(compared.next_difference(*cursor, false), compared.next_difference(*cursor, true), &dispatch) }
                    { rows(&compared.variant, &compared.rows(*cursor), &dispatch) }
                    { outcomes(props, compared, &dispatch) }
                }
            } else if names.is_empty() {
                <p class="empty">{ "This scenario has no variant yet." }</p>
                <p class="hint">
                    { "Directives inside " }<code>{ ".variant NAME { }" }</code>{ " replace those of the scenario. A block that begins \
                       with " }<code>{ ".isa" }</code>{ " is a whole scenario for that instruction set." }
                </p>
            } else {
                <p class="empty">{ "Fix the errors to run the scenario." }</p>
            }
            <Popup
                text={if names.is_empty() { "Compare with a variant" } else { "Add a variant" }}
                title="Choose what differs in the variant"
                is_menu=true
            >
                <p>{ "What differs in the variant?" }</p>
                <div class="fill-buttons">{ for STARTS.iter().map(add) }</div>
            </Popup>
        </div>
    }
}

/// Returns the choice of the variant, the switch for both sides on the stage, and the choice of the active side.
fn choice(
    props: &VariantsPanelProps,
    names: Vec<Rc<str>>,
    compared: &Compared,
    dispatch: &Callback<Action>,
) -> Html {
    let is_active = compared.is_variant_active;
    let put = {
        let dispatch = dispatch.clone();
        move |variant: Rc<str>, is_active: bool| {
            dispatch.emit(DocumentAction::Pair(Some(Pair { variant, is_active })).into());
        }
    };
    let onvariant = dispatch.reform(|name| DocumentAction::Variant(name).into());
    let onside = {
        let (variant, put) = (Rc::clone(&compared.variant), put);
        let (dispatch, there) = (dispatch.clone(), compared.in_step(props.cursor));
        Callback::from(move |is_variant: bool| {
            put(Rc::clone(&variant), is_variant);
            // Keeps the moment: the corresponding step of the other side can have another number.
            if let Some(there) = there.as_ref().filter(|_| is_active != is_variant) {
                dispatch.emit(PlaybackAction::Seek(there.cursor).into());
            }
        })
    };
    let onstage = {
        let pair =
            (!props.is_on_stage).then(|| Pair { variant: Rc::clone(&compared.variant), is_active: false });
        on_click(dispatch, DocumentAction::Pair(pair))
    };
    // The verdict gives the reason.
    let is_off = compared.other.is_none() && !props.is_on_stage;
    let names = names.into_iter().map(|name| (name.clone(), name.into()));
    let sides = [(false, BASE.into()), (true, Rc::clone(&compared.variant).into())];
    html! {
        <div class="variant-choice">
            <label><span>{ format!("{BASE} vs. ") }</span>{ select("variant", names, &compared.variant, &onvariant) }</label>
            <button type="button" aria-pressed={props.is_on_stage.to_string()} disabled={is_off} onclick={onstage}>{ "Show side by side" }</button>
            if props.is_on_stage {
                <label>
                    <span>{ "Edit " }</span>
                    { select("active side", sides, &is_active, &onside) }
                </label>
            }
        </div>
    }
}

/// Returns the differences of the runs as a table, with those of all orders if they have been compared.
fn verdict(props: &VariantsPanelProps, compared: &Compared) -> Html {
    let report = &compared.report;
    let outcomes = props.known.as_ref().and_then(|known| known.outcomes.as_ref());
    let is_same = report.has_same_runs() && outcomes.is_some_and(ComparedOutcomes::is_same);
    html! {
        <>
            if is_same {
                <p class="proved" role="status">{ "No difference." }</p>
            }
            { for report.in_words().iter().map(|sentence| html! { <p>{ ticks(sentence) }</p> }) }
            { differences([BASE, &compared.variant], &report.table(outcomes)) }
        </>
    }
}

/// Returns the buttons that seek the previous and the next differing step.
fn steps(before: Option<u32>, behind: Option<u32>, dispatch: &Callback<Action>) -> Html {
    let button = |to: Option<u32>, text: &str| {
        let onclick = on_click(dispatch, PlaybackAction::Seek(to.unwrap_or_default()));
        html! { <button type="button" disabled={to.is_none()} {onclick}>{ text.to_owned() }</button> }
    };
    html! {
        <p class="variant-tools" role="group" aria-label="Steps that differ">
            { button(before, "Previous difference") }
            { button(behind, "Next difference") }
        </p>
    }
}

/// Returns the two timelines around the current step. Corresponding steps of the two sides share a row.
fn rows(name: &str, rows: &[ShownRow], dispatch: &Callback<Action>) -> Html {
    let row = |row: &ShownRow| {
        let class = classes!(row.result.differs().then_some("differs"), row.is_here.then_some("here"));
        let cell = |sentence: Option<String>| match row.cursor {
            Some(cursor) if sentence.is_some() => html! {
                <button type="button" class="row-name" onclick={on_click(dispatch, PlaybackAction::Seek(cursor))}>
                    { format!("{cursor}. {}", sentence.unwrap_or_default()) }
                </button>
            },
            _ => html! { sentence.unwrap_or_default() },
        };
        // A step that is the same on both sides appears only on the left.
        let b = row.b.clone().filter(|_| row.result.differs() || row.a.is_none());
        html! {
            <tr {class} aria-current={row.is_here.then_some("step")}>
                <td>{ cell(row.a.clone()) }</td>
                <td class="variant-word">{ row.result.word() }</td>
                <td>{ if row.a.is_some() { html! { b.unwrap_or_default() } } else { cell(b) } }</td>
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

/// Returns the outcomes over all orders that only one side has.
fn outcomes(props: &VariantsPanelProps, compared: &Compared, dispatch: &Callback<Action>) -> Html {
    let variant = Rc::clone(&compared.variant);
    let ask = on_click(dispatch, InquiryAction::Begin(Wanted::Beside(variant.to_string())));
    let cancel = on_click(dispatch, InquiryAction::Cancel(Topic::Variants));
    let undecided = |why: &str| {
        html! {
            <>
                <p class="undecided"><b>{ "All orders: " }</b>{ why.to_owned() }</p>
                <p>
                    if props.state.busy().is_some() {
                        <button key="cancel" type="button" class="compare-orders" onclick={cancel.clone()}>{ "Cancel" }</button>
                    } else {
                        <button key="compare" type="button" class="compare-orders" onclick={ask.clone()}>{ "Compare all orders" }</button>
                    }
                </p>
                { under_way(&props.state) }
            </>
        }
    };
    let Some(known) = &props.known else {
        return undecided("not compared yet.");
    };
    let Some(found) = &known.outcomes else {
        return undecided(match known.is_quiet {
            true => "this needs more work than the page does automatically.",
            false => "the budget ran out.",
        });
    };
    let [only_a, only_b] = found.only();
    let side = |who: &str, only: &[OnlyOutcome], is_active: bool| {
        if only.is_empty() {
            return html! {};
        }
        let item = |it: &OnlyOutcome| {
            html! {
                <li>
                    { it.in_words() }
                    if is_active {
                        { " " }{ play_button(&it.witness, dispatch) }
                    }
                </li>
            }
        };
        html! {
            <>
                <h3>{ format!("Outcomes of {who} only") }</h3>
                <ul>
                    { for only.iter().take(MOST_OUTCOMES).map(item) }
                    if only.len() > MOST_OUTCOMES {
                        <li>{ format!("and {} more", only.len() - MOST_OUTCOMES) }</li>
                    }
                </ul>
            </>
        }
    };
    html! {
        <>
            { side(BASE, only_a, !compared.is_variant_active) }
            { side(&variant, only_b, compared.is_variant_active) }
        </>
    }
}
