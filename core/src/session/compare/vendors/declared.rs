//! Scenarios for instruction sets whose programs declare their variables.

use super::trial::{Spelling, Trial};
use crate::session::text::op_inputs;
use crate::spec::{Direction, NullRule, OperandKind, OperandType, ReadingSet};
use std::fmt::Write;

/// The execution size: the smallest that holds all probes.
const LANES: u8 = 8;

/// Returns the scenario and its instruction's line, with a variable for each operand and a buffer.
pub(super) fn scenario(trial: &Trial, spelling: Spelling) -> (String, String) {
    let Spelling { set, row, table, op, words } = spelling;
    let mentioned = op_inputs(table, op);
    let wide = words == "16";
    let ty = (table.operand_types)(op, wide, &ReadingSet::default())[0].name().to_ascii_lowercase();
    let (mut declared, mut assigned, mut operands) = (String::new(), String::new(), String::new());
    for operand in row.operands {
        let name = operand.name.to_ascii_uppercase();
        let OperandKind::Raw { direction, ty: declared_type, null, .. } = operand.kind else {
            operands += " BUF";
            continue;
        };
        let source = match null {
            NullRule::WhenUnused(source) => source,
            _ => 0,
        };
        if null == NullRule::WhenUnused(source) && !mentioned[1 + source] {
            operands += " V0.0";
            continue;
        }
        let (ty, values) = match (declared_type, direction) {
            (OperandType::Fixed(ty), _) => {
                let bytes = |element: &i32| (4 * element).cast_unsigned().to_string();
                let bytes: Vec<String> = trial.elements.iter().map(bytes).collect();
                (ty.name().to_ascii_lowercase(), Some(bytes.join(" ")))
            }
            (_, Direction::In) => (ty.clone(), Some(trial.source(source))),
            (_, Direction::Out) => (ty.clone(), None),
        };
        // Writing to a String never fails.
        let _ = writeln!(declared, ".decl {name} v_type=G type={ty} num_elts={LANES} align=GRF");
        if let Some(values) = values {
            let _ = writeln!(assigned, ".set {name} = {values}");
        }
        let _ = write!(operands, " {name}.0");
    }
    let name = spelling.name(&set.spelled(&row.mnemonic));
    let line = format!("{name} (M1, {LANES}){operands}");
    let memory = trial.memory_type().name().to_ascii_lowercase();
    let surface = format!(".surface BUF buffer {memory} = {}\n", trial.probes.memory);
    let declared = declared + ".decl BUF v_type=T num_elts=1\n";
    let text = trial.head(set, LANES, &name) + &declared + &assigned + &surface + "\n" + &line + "\n";
    (text, line)
}
