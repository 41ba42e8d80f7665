//! The manual's description of the instruction on the stage, from its row: a summary, and the details.

use crate::components::controls::ticks::ticks;
use lanescope_core::spec::{ChosenReadings, Instruction, InstructionSet, Modifier, OpTable, Operand};
use yew::prelude::*;

/// Returns the mnemonic and what the instruction does. `row` is `None` if the text has no instruction.
pub fn instruction_summary(row: Option<&Instruction>) -> Html {
    let Some(row) = row else {
        return html! { <p class="empty">{ "Run a scenario to see its instruction." }</p> };
    };
    html! {
        <div class="instruction-help">
            <h3>
                { &*row.mnemonic }
                if let Some(opcode) = row.opcode() {
                    <span class="caption">{ format!("opcode 0x{opcode:02x}") }</span>
                }
            </h3>
            if let Some(other) = &row.made_from {
                <p>
                    { "Defined by this scenario. It is written like " }<code>{ &**other }</code>
                    { " and does what its " }<code>{ ".semantics" }</code>{ " says." }
                </p>
            } else {
                <p>{ ticks(row.prose) }</p>
            }
        </div>
    }
}

/// Returns the operands, and the rest of the row of `set` with the operation `op` marked.
pub fn instruction_details(row: &Instruction, set: &InstructionSet, op: Option<&str>) -> Html {
    html! {
        <div class="instruction-help">
            <dl class="operands">{ for row.operands().iter().map(operand) }</dl>
            <details>
            <summary>{ "Modifiers, sizes, bounds, collisions, operations" }</summary>
            if !row.modifiers.is_empty() {
                <h3>{ "Modifiers" }</h3>
                <dl class="operands">{ for row.modifiers.iter().map(modifier) }</dl>
            }
            <h3>{ "Execution" }</h3>
            <p>
                { lanes_in_words(row, set) }
                { if row.guard.is_accepted(&ChosenReadings::default()) { "can be predicated." } else { "takes no predicate." } }
            </p>
            <h3>{ "Out of bounds" }</h3>
            <p>{ ticks(row.bounds_prose) }</p>
            <h3>{ "Collisions" }</h3>
            <p>{ ticks(row.conflict_prose) }</p>
            { for row.op_table().map(|table| ops(table, op)) }
            </details>
            <p class="source">{ format!("Source: {}", row.source) }</p>
        </div>
    }
}

/// Returns the numbers of lanes with which the instruction can run by default.
fn lanes_in_words(row: &Instruction, set: &InstructionSet) -> String {
    match row.declared() {
        Some(signature) => {
            let sizes: Vec<String> =
                signature.default_exec_sizes(&set.default_values()).iter().map(u8::to_string).collect();
            format!("Sizes {}; ", sizes.join(", "))
        }
        None => "Runs for all dispatched lanes; ".to_owned(),
    }
}

fn operand(operand: &Operand) -> Html {
    let kind = operand.in_words();
    html! {
        <div key={operand.name}>
            <dt><code>{ operand.name }</code></dt>
            <dd>
                { ticks(operand.prose) }
                <span class="caption">
                    { ticks(&kind) }
                    if let Some(unit) = operand.unit {
                        { format!("; in {}", unit.name()) }
                    }
                </span>
            </dd>
        </div>
    }
}

fn modifier(modifier: &Modifier) -> Html {
    let name = modifier.usage();
    html! {
        <div key={modifier.name}>
            <dt><code>{ name }</code></dt>
            <dd>
                { ticks(modifier.prose) }
                <span class="caption">{ if modifier.is_optional { "optional" } else { "required" } }</span>
            </dd>
        </div>
    }
}

fn ops(table: &'static OpTable, in_force: Option<&str>) -> Html {
    let has_types = table.ops.iter().any(|op| op.types.is_some());
    let row = |op: &lanescope_core::spec::AtomicOp| {
        let current = in_force.is_some_and(|name| name.eq_ignore_ascii_case(op.name));
        html! {
            <tr key={op.name} class={current.then_some("current")} aria-current={current.then_some("true")}>
                <th scope="row"><code>{ op.assembler_names.first().copied().unwrap_or(op.name) }</code></th>
                if has_types {
                    <td>{ op.types.map(|types| types.names()) }</td>
                }
                <td>{ ticks(op.prose) }</td>
            </tr>
        }
    };
    html! {
        <>
            <h3>{ "Operations" }</h3>
            <table class="ops">
                <thead>
                    <tr>
                        <th scope="col">{ "name" }</th>
                        if has_types {
                            <th scope="col">{ "type" }</th>
                        }
                        <th scope="col">{ "what it does" }</th>
                    </tr>
                </thead>
                <tbody>{ for table.ops.iter().map(row) }</tbody>
            </table>
        </>
    }
}
