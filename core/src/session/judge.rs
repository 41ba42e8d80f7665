//! Whether expectations hold.

use crate::base::{Bits, NumberFormat, ScalarType, Span, show};
use crate::check::{Expected, ExpectedElement};
use crate::diag::Diagnostic;
use crate::machine::State;

/// An `.expect` line, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The place of the line.
    pub span: Span,
    /// Whether it holds.
    pub holds: bool,
    /// What was found instead, one sentence for each difference.
    pub differences: Vec<String>,
}

/// Judges claims about the end of a run, and about the findings.
pub(super) fn judge(
    expected: &[Expected],
    end: Option<&State>,
    diagnostics: &[Diagnostic],
) -> Vec<Expectation> {
    let of = |expected: &Expected| match expected {
        Expected::Contents { span, name, ty, elements } => {
            let differences = match end {
                Some(end) => differences(name, *ty, elements, end),
                None => vec!["nothing ran".to_owned()],
            };
            Expectation { span: *span, holds: differences.is_empty(), differences }
        }
        Expected::Diagnostic { span, code } => {
            let holds = diagnostics.iter().any(|diagnostic| diagnostic.code() == code);
            let differences = if holds { Vec::new() } else { vec![format!("`{code}` was not reported")] };
            Expectation { span: *span, holds, differences }
        }
    };
    expected.iter().map(of).collect()
}

fn differences(name: &str, ty: ScalarType, elements: &[ExpectedElement], end: &State) -> Vec<String> {
    let mut out = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        let Some(wanted) = element.value else { continue };
        let found = end.read(element.place);
        let (found, wanted, width_bits) = match element.bit {
            Some(bit) => (Bits::new(found.value >> bit & 1, found.defined >> bit & 1 | !1), wanted, 1),
            None => (found, wanted, ty.width_bits()),
        };
        if found.truncate(width_bits) != wanted.truncate(width_bits) {
            let text = |bits: Bits| {
                if bits.is_undefined(width_bits) {
                    "?".to_owned()
                } else {
                    show(bits.truncate(width_bits), ty, NumberFormat::Auto)
                }
            };
            out.push(format!("{name}[{at}] is {}, expected {}", text(found), text(wanted)));
        }
    }
    out
}
