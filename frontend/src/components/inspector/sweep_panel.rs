//! The panel that sweeps over values of elements, with a picture and a table, and compares the results with a variant.

use super::difference_table::differences;
use super::outcomes_panel::under_way;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::select::select;
use crate::effects::dom::typed_value;
use crate::effects::focus::use_kept_focus;
use crate::state::inquiries::{JobState, SweepDraft, Swept, Topic};
use crate::state::outcomes::grouped;
use crate::state::variants::BASE;
use crate::state::{Action, ByIdentity, InquiryAction, Pair};
use lanescope_core::session::{
    Session, Wanted,
    compare::{Counterexample, Sweep, SweepAnswer, SweepPicture, SweepQuestion, SweptComparison},
    text::PanelEdit,
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SweepPanelProps {
    pub session: ByIdentity<Session>,
    pub draft: SweepDraft,
    pub swept: Option<ByIdentity<Swept>>,
    /// The current sweep, its progress and its error.
    pub state: JobState,
}

/// Seed of the pseudo-random values that are tried in addition to corner cases.
const SEED: u64 = 1;

/// A field for the elements, the choice of a variant, and the answer.
#[component]
pub fn SweepPanel(props: &SweepPanelProps) -> Html {
    let dispatch = use_dispatch();
    let SweepPanelProps { session, draft, .. } = props;
    let layout = session.scenario.as_ref().map(|scenario| &scenario.layout);
    let names: Vec<String> = layout.map_or_else(Vec::new, |layout| {
        let surfaces = layout.surfaces.iter().map(|it| &it.name);
        surfaces.chain(layout.variables.iter().map(|it| &it.name)).map(|name| format!("{name}[0]")).collect()
    });
    let element =
        draft.elements.as_deref().or(names.first().map(String::as_str)).unwrap_or_default().to_owned();
    let variants: Vec<Rc<str>> = session.variants().map(Rc::from).collect();
    let chosen = draft.variant.clone().filter(|variant| variants.contains(variant));
    let variant = chosen.as_deref().map(str::to_owned);
    let sides = std::iter::once((None, "nothing".into()))
        .chain(variants.iter().map(|variant| (Some(variant.clone()), variant.clone().into())));
    let oninput =
        dispatch.reform(|event: InputEvent| InquiryAction::SweepElements(typed_value(&event).into()).into());
    let onside = dispatch.reform(|variant| InquiryAction::SweepVariant(variant).into());
    let onsubmit = {
        let element = element.clone();
        dispatch.reform(move |event: SubmitEvent| {
            event.prevent_default();
            let question = SweepQuestion::parse(&element, SEED);
            InquiryAction::Begin(Wanted::Sweep(question, variant.clone())).into()
        })
    };
    let busy = props.state.busy();
    let form = use_node_ref();
    use_kept_focus(&form, busy.is_some());
    let oncancel = on_click(&dispatch, InquiryAction::Cancel(Topic::Sweep));
    html! {
        <div class="sweep">
            <p id="sweep-hint" class="hint">
                { "Runs the scenario with many initial values of an element: every 8- and 16-bit value; for 32 and 64 bits, \
                   values near powers of two; for floats, one of each class. To choose the values, write " }
                <code>{ "VAL[0] = 0..99" }</code>{ " or " }<code>{ "VAL[0] = 1 7 0xff" }</code>
                { ". A comparison with a variant takes up to three elements, separated by semicolons." }
            </p>
            <form ref={form} class="sweep-asking" {onsubmit}>
                <label>
                    <span>{ "Elements" }</span>
                    <input type="text" list="sweep-elements" aria-describedby="sweep-hint" spellcheck="false" autocomplete="off" autocapitalize="off"
                        value={element.clone()} {oninput} />
                </label>
                <datalist id="sweep-elements">{ for names.iter().map(|name| html! { <option value={name.clone()} /> }) }</datalist>
                if !variants.is_empty() {
                    <label><span>{ "Compare with" }</span>{ select("Compare with", sides, &chosen, &onside) }</label>
                }
                // Different keys, because reusing the element would submit the form while the button is pressed.
                if busy.is_some() {
                    <button key="cancel" type="button" onclick={oncancel}>{ "Cancel" }</button>
                } else {
                    <button key="sweep" type="submit" class="primary" disabled={element.trim().is_empty()}>{ "Run sweep" }</button>
                }
            </form>
            { under_way(&props.state) }
            <div role="status">
                { match props.swept.as_ref().map(|swept| (&swept.answer, &swept.variant)) {
                    None => html! {},
                    Some((Err(why), _)) => html! { <p class="refusal">{ why }</p> },
                    Some((Ok(SweepAnswer::Beside(found)), variant)) => comparison(props, found, variant.as_deref().unwrap_or_default(), &dispatch),
                    Some((Ok(SweepAnswer::Table { table, .. }), _)) => html! { <p>{ summary(table) }</p> },
                } }
            </div>
            if let Some(Ok(SweepAnswer::Table { table, pictures })) = props.swept.as_ref().map(|swept| &swept.answer) {
                { for pictures.iter().map(|it| picture(table, it)) }
                { rows(table) }
            }
        </div>
    }
}

fn comparison(
    props: &SweepPanelProps,
    found: &SweptComparison,
    variant: &str,
    dispatch: &Callback<Action>,
) -> Html {
    let class = match (&found.counterexample, found.is_complete && found.is_same()) {
        (Some(_), _) => "impossible",
        (None, true) => "proved",
        (None, false) => "undecided",
    };
    html! {
        <>
            <p {class}>{ found.summary() }</p>
            if let Some(counterexample) = &found.counterexample {
                { differences([BASE, variant], &counterexample.table(&found.places)) }
                <p>
                    <button type="button" title="Both sides start with these values and appear on the stage"
                        onclick={put_into_text(props, found, counterexample, variant, dispatch)}>{ "Put these values into the text" }</button>
                </p>
            }
            if found.counterexample.is_none() && !found.is_complete {
                <p class="hint">{ "Not all values were tried. Another value may make a difference." }</p>
            }
        </>
    }
}

/// Returns a callback that writes a counterexample into the text and shows both sides at their ends, which differ.
fn put_into_text(
    props: &SweepPanelProps,
    found: &SweptComparison,
    counterexample: &Counterexample,
    variant: &str,
    dispatch: &Callback<Action>,
) -> Callback<MouseEvent> {
    let values = found.places.iter().cloned().zip(counterexample.values.iter().cloned()).collect();
    let edit = PanelEdit::Counterexample { values, variant: variant.to_owned() };
    let is_active = props.session.variant.as_deref() == Some(variant);
    let pair = Pair { variant: variant.into(), is_active };
    on_click(dispatch, Action::ShowCounterexample { pair, edit })
}

fn summary(table: &Sweep) -> String {
    let columns = match table.columns.len() + table.more_columns {
        0 => "no result depends on it".to_owned(),
        1 => format!("{} depends on it", table.columns[0]),
        count => format!("{count} results depend on it"),
    };
    let values = table
        .values
        .strip_prefix("all ")
        .map_or_else(|| table.values.clone(), |rest| ["All ", rest].concat());
    format!("{values} tried: {columns}.")
}

/// Returns the points of a column, from the first value on the left to the last on the right.
fn picture(table: &Sweep, picture: &SweepPicture) -> Html {
    let SweepPicture { caption, across, rows, points, ends } = picture;
    let point = |(x, y): &(u16, u16)| format!("M{x} {}h1", rows - 1 - y);
    let path: String = points.iter().map(point).collect();
    let (least, largest) = ends.clone().unwrap_or_default();
    let first = table.rows.first().map(|row| row.value.clone()).unwrap_or_default();
    let last = table.rows.last().map(|row| row.value.clone()).unwrap_or_default();
    let label = format!("{caption}, from {least} to {largest}, over {}", table.values);
    html! {
        <figure class="sweep-picture">
            <figcaption>{ caption }</figcaption>
            <span class="sweep-largest">{ largest }</span>
            <span class="sweep-least">{ least }</span>
            <svg role="img" aria-label={label} viewBox={format!("0 -1 {across} {}", rows + 2)} preserveAspectRatio="none">
                <path d={path} />
            </svg>
            <span class="sweep-first">{ first }</span>
            <span class="sweep-last">{ last }</span>
        </figure>
    }
}

/// Returns the headings of the table. If the swept place is also a result, both say when it has the value.
fn heads(table: &Sweep) -> impl Iterator<Item = String> {
    let is_result = table.columns.contains(&table.place);
    let first = if is_result { format!("{} at the start", table.place) } else { table.place.clone() };
    let head = |column: &String| match *column == table.place {
        true => format!("{column} at the end"),
        false => column.clone(),
    };
    std::iter::once(first).chain(table.columns.iter().map(head))
}

fn rows(table: &Sweep) -> Html {
    if table.columns.is_empty() {
        return html! {};
    }
    html! {
        <>
            if table.more_rows > 0 {
                <p class="hint">
                    { format!("Showing {} of {} values, those near likely changes; a range such as ",
                        table.rows.len(), grouped(&(table.rows.len() + table.more_rows).to_string())) }
                    <code>{ format!("{} = 0..99", table.place) }</code>{ " lists each." }
                </p>
            }
            // Focusable, because it scrolls.
            <div class="value-table" tabindex="0" role="group" aria-label="Result for each value">
                <table>
                    <thead><tr>
                        { for heads(table).map(|head| html! { <th scope="col">{ head }</th> }) }
                    </tr></thead>
                    <tbody>
                        { for table.rows.iter().map(|row| html! {
                            <tr class={row.stops.then_some("stops")}>
                                <th scope="row">{ &row.value }</th>
                                { for row.ends.iter().map(|end| html! { <td>{ end }</td> }) }
                                if row.stops {
                                    <td>{ "the run stops" }</td>
                                }
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swept_place_that_is_a_result_has_two_headings() {
        let heads_of = |columns: &[&str]| {
            let table = Sweep {
                place: "BUF[0]".to_owned(),
                values: String::new(),
                is_complete: true,
                columns: columns.iter().map(|it| (*it).to_owned()).collect(),
                more_columns: 0,
                more_rows: 0,
                rows: Vec::new(),
            };
            heads(&table).collect::<Vec<_>>()
        };
        assert_eq!(heads_of(&["OLD[0]"]), ["BUF[0]", "OLD[0]"]);
        assert_eq!(heads_of(&["BUF[0]", "OLD[0]"]), ["BUF[0] at the start", "BUF[0] at the end", "OLD[0]"]);
    }
}
