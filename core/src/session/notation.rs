//! The texts of an instruction as a scenario has them for its own.

use super::Session;
use crate::base::Span;
use crate::exec::Bound;

/// The directive that gives a scenario a text of an instruction that was built in: 0 the instruction's, 1 its operation's.
pub(super) fn directive(bound: &Bound, index: usize) -> Option<String> {
    let text = bound.code.texts.get(index).filter(|text| text.document_offset.is_none())?;
    if index == 0 {
        let body: String = text.text.trim().lines().map(indented).collect();
        return Some(format!(".semantics {} {{\n{body}}}\n", text.name));
    }
    let body: String = match op_body(&text.text)?.trim_matches('\n') {
        body if body.contains('\n') => body.lines().map(|line| format!("{}\n", line.trim_end())).collect(),
        line => indented(line.trim()),
    };
    Some(format!(".op {} {{\n{body}}}\n", text.name))
}

/// What stands between the braces of `op NAME { ... }`.
pub(super) fn op_body(block: &str) -> Option<&str> {
    let (_, body) = block.split_once('{')?;
    body.rsplit_once('}').map(|(body, _)| body)
}

fn indented(line: &str) -> String {
    if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") }
}

impl Session {
    /// Where a text of an instruction stands in the scenario, without the white space around it: 0 the instruction's, 1 its
    /// operation's. `None` where it is built in.
    pub fn own_notation(&self, instruction: usize, text: usize) -> Option<Span> {
        let bound = self.scenario.as_ref()?.program.get(instruction)?;
        let text = bound.code.texts.get(text)?;
        let start = text.document_offset? as usize + text.text.len() - text.text.trim_start().len();
        Some(Span::new(start, start + text.text.trim().len()))
    }
}
