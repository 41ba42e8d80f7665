//! The cost of the instruction on the stage, by each cost model.

use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::select::select;
use crate::state::{ByIdentity, DocumentAction};
use lanescope_core::session::{
    Session,
    compare::Rearrangement,
    cost::{BankGroup, BankWord, Cost, Transactions, with_es},
    report::CostReport,
    text::PanelEdit,
};
use lanescope_core::spec::{COST_PARAMETERS, Certainty, CostCount, CostModel};
use lanescope_core::view::moment::Moment;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct CostPanelProps {
    pub session: ByIdentity<Session>,
    /// The moment; `None` without a run.
    pub moment: Option<ByIdentity<Moment>>,
}

/// The costs of an instruction.
struct Costs {
    /// By each model.
    by_model: Vec<(&'static CostModel, Cost)>,
    /// In each variant, by the model of that variant.
    of_variants: Vec<(String, Cost)>,
    /// The index of the scenario's model.
    chosen: usize,
    /// The groups of lanes in shared memory, by the model of the scenario.
    groups: Vec<BankGroup>,
}

impl Costs {
    fn new(session: &Session, moment: &Moment) -> Option<Self> {
        let (run, instruction) = (&moment.run, moment.instruction);
        let own = &run.scenario().cost_model;
        run.scenario().program.get(instruction)?;
        let models = session.sets.cost_models();
        let chosen = models.iter().position(|model| model.key == own.key).unwrap_or(0);
        let transactions: Vec<Transactions> = models
            .iter()
            .map(|model| Transactions::new(run, instruction, if model.key == own.key { own } else { model }))
            .collect();
        Some(Self {
            by_model: models.into_iter().zip(transactions.iter().map(Transactions::cost)).collect(),
            of_variants: session.variant_costs(instruction),
            groups: transactions.into_iter().nth(chosen).map(|own| own.groups).unwrap_or_default(),
            chosen,
        })
    }
}

/// The counts as a table with a column for each model, and the numbers of the scenario's model.
#[component]
pub fn CostPanel(props: &CostPanelProps) -> Html {
    let dispatch = use_dispatch();
    let key = props.moment.as_ref().map(|moment| (ByIdentity(moment.run.clone()), moment.instruction));
    // The instruction is executed again for its accesses.
    let costs =
        use_memo((key, props.session.clone()), |(_, session)| Costs::new(session, props.moment.as_ref()?));
    // The sums over the program, by the model of the scenario.
    let totals = use_memo(props.session.clone(), |session| {
        CostReport::from_session(session, None).map_or_else(Vec::new, |report| report.totals_in_words())
    });
    let (Some(moment), Some(costs)) = (&props.moment, &*costs) else {
        return html! { <p class="empty">{ "Run a scenario to see what its accesses cost." }</p> };
    };
    let scenario = moment.run.scenario();
    let own = &scenario.cost_model;
    let chosen = costs.chosen;
    let (own_model, own_cost) = costs.by_model[chosen];
    let models = costs.by_model.iter().map(|(model, _)| (*model, model.title.into()));
    let onmodel = dispatch.reform(|model| DocumentAction::Edit(PanelEdit::Model(model)).into());
    let words = own_cost.in_words();
    if words.is_empty() {
        return html! { <p class="empty">{ "This instruction does not access memory." }</p> };
    }
    let by_model = costs.by_model.iter().map(|(model, cost)| (model.key, *cost)).collect();
    let own_cost = [("this text", own_cost)];
    let variants = costs.of_variants.iter().map(|(name, cost)| (&**name, *cost));
    html! {
        <div class="cost">
            <p class="cost-words">{ words }</p>
            <label class="cost-model">
                { "Model " }
                { select("cost model", models, &own_model, &onmodel) }
            </label>
            if !scenario.names_cost_model {
                // Writing the model that is in force shows it on the stage.
                <p><button type="button" onclick={on_click(&dispatch, DocumentAction::Edit(PanelEdit::Model(own_model)))}>
                    { "Show on the stage" }
                </button></p>
            }
            { table("model", by_model, chosen) }
            if !costs.of_variants.is_empty() {
                { table("variant", own_cost.into_iter().chain(variants).collect(), 0) }
            }
            { banks(&costs.groups) }
            <Changes session={props.session.clone()} instruction={moment.instruction} />
            { for totals.iter().map(|line| html! { <p>{ line }</p> }) }
            { numbers(own) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct ChangesProps {
    session: ByIdentity<Session>,
    instruction: usize,
}

/// Changes of the addresses that cost less, each with a button that makes a variant. They are computed when the reader asks for them.
#[component]
fn Changes(ChangesProps { session, instruction }: &ChangesProps) -> Html {
    let dispatch = use_dispatch();
    let is_open = use_state_eq(|| false);
    let changes = use_memo((session.clone(), *instruction, *is_open), |(session, instruction, is_open)| {
        if *is_open { session.rearrangements(*instruction) } else { Vec::new() }
    });
    let onclick = {
        let is_open = is_open.clone();
        Callback::from(move |_: MouseEvent| is_open.set(!*is_open))
    };
    let change = |change: &Rearrangement| {
        let edit = PanelEdit::AddVariant(change.start.clone());
        html! {
            <li key={change.title}>
                <button type="button" onclick={on_click(&dispatch, DocumentAction::Edit(edit))}>{ change.title }</button>{ " " }{ change.cost.in_words() }
            </li>
        }
    };
    html! {
        <div class="cost-changes">
            <button type="button" aria-expanded={is_open.to_string()} {onclick}>{ "Try other addresses" }</button>
            if *is_open && changes.is_empty() {
                <p>{ "No other order, distance or pitch costs less." }</p>
            } else if *is_open {
                <p>{ "A variant compares them with this text:" }</p>
                <ul>{ for changes.iter().map(change) }</ul>
            }
        </div>
    }
}

/// Returns the banks of shared memory with the lanes that each serves. Lanes in one box share a word and a pass.
fn banks(groups: &[BankGroup]) -> Html {
    let group = |(number, group): (usize, &BankGroup)| {
        let bank = |(bank, words): (&u32, &Vec<BankWord>)| {
            html! {
                <li key={*bank} class={(words.len() > 1).then_some("several")}>
                    { for words.iter().map(|word| html! {
                        <span class="bank-word">{ for word.lanes.lanes().map(|lane| html! { <span>{ lane.0 }</span> }) }</span>
                    }) }
                    <b>{ bank }</b>
                </li>
            }
        };
        html! {
            <figure key={number} class="banks">
                <figcaption>{ format!("Lanes by bank: {}", with_es(group.passes(), "pass")) }</figcaption>
                <ol>{ for group.banks.iter().map(bank) }</ol>
            </figure>
        }
    };
    html! { <>{ for groups.iter().enumerate().map(group) }</> }
}

/// Returns a table with a column for each cost and a row for each count that is not 0 everywhere. `what` names the columns.
fn table(what: &'static str, costs: Vec<(&str, Cost)>, chosen: usize) -> Html {
    let row = |count: CostCount| {
        html! {
            <tr key={count.word()}>
                <th scope="row">{ count.title() }</th>
                { for costs.iter().enumerate().map(|(index, (_, cost))| html! {
                    <td class={(index == chosen).then_some("current")}>{ cost.get(count) }</td>
                }) }
            </tr>
        }
    };
    let counts = CostCount::all().filter(|count| costs.iter().any(|(_, cost)| cost.get(*count) > 0));
    html! {
        <table class="ops">
            <thead>
                <tr>
                    <th scope="col">{ format!("By {what}") }</th>
                    { for costs.iter().map(|(name, _)| html! { <th scope="col">{ *name }</th> }) }
                </tr>
            </thead>
            <tbody>{ for counts.map(row) }</tbody>
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
            <div key={parameter.keyword}>
                <dt><code>{ format!("{}={}", parameter.keyword, number.value) }</code></dt>
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
