//! The cost of the instruction on the stage, by each cost model.

use super::program::use_dispatch;
use super::select::Select;
use crate::state::moment::Moment;
use crate::state::{Action, ByIdentity};
use lanescope_core::session::{Cost, PanelEdit, cost};
use lanescope_core::spec::{COST_MODELS, COST_PARAMETERS, Certainty, CostCount, CostModel};
use yew::prelude::*;

/// Properties of a [`CostPanel`].
#[derive(Properties, PartialEq)]
pub struct CostPanelProps {
    /// The moment; `None` without a run.
    pub moment: Option<ByIdentity<Moment>>,
}

/// The counts as a table with a column for each model, and the numbers of the scenario's model.
#[component]
pub fn CostPanel(props: &CostPanelProps) -> Html {
    let dispatch = use_dispatch();
    let key = props.moment.as_ref().map(|moment| (ByIdentity(moment.run.clone()), moment.instruction));
    // The instruction is executed again for its accesses.
    let costs = use_memo(key, |key| {
        let (run, instruction) = key.as_ref()?;
        run.scenario().program.get(*instruction)?;
        let own = &run.scenario().cost_model;
        Some(COST_MODELS.map(|model| cost(run, *instruction, if model.key == own.key { own } else { model })))
    });
    let (Some(moment), Some(costs)) = (&props.moment, &*costs) else {
        return html! { <p class="empty">{ "Run a scenario to see what its accesses cost." }</p> };
    };
    let own = &moment.run.scenario().cost_model;
    let chosen = COST_MODELS.iter().position(|model| model.key == own.key).unwrap_or(0);
    let onchange = dispatch.reform(|index: usize| Action::Edit(PanelEdit::Model(COST_MODELS[index])));
    let words = costs[chosen].in_words();
    html! {
        <div class="cost">
            <p class="cost-words">{ if words.is_empty() { "This instruction does not access memory.".to_owned() } else { words } }</p>
            <label class="cost-model">
                { "Model " }
                <Select
                    label="cost model"
                    choices={COST_MODELS.iter().map(|model| AttrValue::from(model.title)).collect::<Vec<_>>()}
                    {chosen}
                    {onchange}
                />
            </label>
            { table(costs, chosen) }
            { numbers(own) }
        </div>
    }
}

/// The label of a count.
fn label(count: CostCount) -> &'static str {
    match count {
        CostCount::Requests => "Requests",
        CostCount::Sectors => "Sectors",
        CostCount::Lines => "Cache lines",
        CostCount::Passes => "Passes over shared memory",
        CostCount::Conflicts => "Bank conflicts",
        CostCount::Queue => "Lanes on one address",
    }
}

/// Returns the counts that are not 0 in every model.
fn table(costs: &[Cost; 3], chosen: usize) -> Html {
    let row = |count: &CostCount| {
        let count = *count;
        html! {
            <tr key={count.word()}>
                <th scope="row">{ label(count) }</th>
                { for costs.iter().enumerate().map(|(index, cost)| html! {
                    <td class={(index == chosen).then_some("current")}>{ cost.get(count) }</td>
                }) }
            </tr>
        }
    };
    let counts: Vec<CostCount> =
        CostCount::ALL.into_iter().filter(|count| costs.iter().any(|cost| cost.get(*count) > 0)).collect();
    if counts.is_empty() {
        return html! {};
    }
    html! {
        <table class="ops">
            <thead>
                <tr>
                    <th scope="col">{ "Count" }</th>
                    { for COST_MODELS.iter().map(|model| html! { <th scope="col">{ model.key }</th> }) }
                </tr>
            </thead>
            <tbody>{ for counts.iter().map(row) }</tbody>
        </table>
    }
}

/// Returns the numbers of a model with their sources.
fn numbers(model: &CostModel) -> Html {
    let row = |parameter: &lanescope_core::spec::CostParameter| {
        let number = model.number(parameter.key);
        let certainty = match number.certainty {
            Certainty::Documented => "documented",
            Certainty::Implemented => "in open source",
            Certainty::Assumed => "assumed",
        };
        html! {
            <div key={parameter.word}>
                <dt><code>{ format!("{}={}", parameter.word, number.value) }</code></dt>
                <dd>
                    { parameter.prose }{ " " }
                    <span class="caption">{ format!("{certainty}: {}", number.source) }</span>
                </dd>
            </div>
        }
    };
    html! {
        <details>
            <summary>{ "Numbers of the model and their sources" }</summary>
            <p>{ "To change one, write it after " }<code>{ format!(".model {}", model.key) }</code>{ ", for example " }<code>{ "base=4" }</code>{ "." }</p>
            <dl class="operands">{ for COST_PARAMETERS.iter().map(row) }</dl>
        </details>
    }
}
