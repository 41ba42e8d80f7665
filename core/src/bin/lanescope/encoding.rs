//! `encode` and `cost`: the machine code of a scenario's instructions, and what their accesses cost.

use super::arguments::{CostArguments, Encode};
use super::{FAILED, UNUSABLE, VerbResult, complain, json, open, open_side, status, tell_findings};
use lanescope_core::diag::Severity;
use lanescope_core::session::report::{CostReport, EncodingReport};
use std::io::Write;

/// Prints the machine code of each instruction: field by field, as bytes, or as JSON.
pub fn encode(asked: &Encode, out: &mut impl Write) -> VerbResult {
    let (file, variant) = (&asked.scenario.file, asked.scenario.variant.as_deref());
    // Machine code follows from the text, so nothing has to run.
    let Some(session) = open_side(file, variant, 0) else { return Ok(UNUSABLE) };
    tell_findings(file, &session, Severity::Error);
    if status(&session) == UNUSABLE {
        return Ok(UNUSABLE);
    }
    let report = EncodingReport::from_session(&session);
    if asked.json {
        json(&report, out)?;
    } else if asked.bytes {
        report
            .instructions
            .iter()
            .filter_map(|instruction| instruction.code.as_ref())
            .try_for_each(|code| writeln!(out, "{code}"))?;
    } else {
        out.write_all(session.machine_code().as_bytes())?;
    }
    let mut worst = status(&session);
    for instruction in &report.instructions {
        if let Some(why) = instruction.problem {
            if asked.bytes {
                complain(format_args!("{file}:{}: {}: {why}", instruction.line, instruction.text));
            }
            worst = worst.max(FAILED);
        }
    }
    Ok(worst)
}

/// Prints what the accesses of each instruction cost, as text, CSV or JSON.
pub fn cost(asked: &CostArguments, out: &mut impl Write) -> VerbResult {
    let Some(session) = open(&asked.scenario) else { return Ok(UNUSABLE) };
    tell_findings(&asked.scenario.file, &session, Severity::Error);
    let model = asked.model.as_deref().and_then(|key| session.sets.cost_model(key));
    if let Some(report) = CostReport::from_session(&session, model) {
        if asked.json {
            json(&report, out)?;
        } else if asked.csv {
            out.write_all(report.csv().as_bytes())?;
        } else {
            out.write_all(report.in_words().as_bytes())?;
        }
    }
    Ok(status(&session))
}
