//! Places of elements in variables, the fix for a variable with too few of them, and immediates as patterns.

use crate::base::{Bits, NumberFormat, ScalarType, TextEdit, counted, show};
use crate::check::rules as general;
use crate::check::{Context, MAX_BYTES, Reported, ScenarioSettings, values};
use crate::diag::{Diagnostic, Fix};
use crate::exec::{BoundOperand, Region};
use crate::isa::visa::bind::line_parts::VectorOperand;
use crate::isa::visa::bind::rules;
use crate::isa::visa::parameters::GRF;
use crate::machine::{SpaceId, Variable};
use crate::syntax::{DeclKind, DeclLine, Document, ValueKind, ValueText};

/// Returns the size of a register in bytes.
pub(crate) fn grf_bytes(settings: &ScenarioSettings) -> usize {
    settings.isa_values.get(&GRF) as usize
}

/// Returns the index of the element at a row and column, which may be past the end; `None` for a negative or too large index.
pub(crate) fn element_index(cx: &Context, variable: &Variable, vector: &VectorOperand) -> Option<usize> {
    let per_register = (grf_bytes(cx.settings) / variable.ty.size_bytes()) as i128;
    let index = vector.grf_row.value.checked_mul(per_register)?.checked_add(vector.column.value)?;
    usize::try_from(index).ok()
}

/// Converts an immediate to a pattern, as the assembler does, with a warning if that may surprise. A whole number of a float type is a
/// bit pattern. A value that does not fit its type is truncated to the type's width.
pub(crate) fn immediate_bits(cx: &mut Context, value: &ValueText, ty: ScalarType) -> Result<Bits, Reported> {
    let bits = match value.kind {
        // The low bits are the two's complement.
        ValueKind::Decimal(number) => Bits::known(number as u64),
        ValueKind::Pattern(pattern) => Bits::known(pattern),
        ValueKind::Float(number) if ty.is_float() => Bits::known(values::from_float(number, ty)),
        _ => {
            let message = format!("this is not a value of type {ty}");
            return Err(cx.findings.error(&general::VALUE_TYPE, value.span, message));
        }
    };
    let bits = bits.truncate(ty.width_bits());
    if let ValueKind::Decimal(number) = value.kind
        && number != 0
        && ty.is_float()
    {
        let shown = show(bits, ty, NumberFormat::Float);
        let message = format!(
            "`{number}` is the bit pattern of {shown} in type {ty}; the number {number} is `{number}.0`"
        );
        cx.findings.push(Diagnostic::warning(&rules::IMMEDIATE_BITS, value.span, message));
        return Ok(bits);
    }
    let (written, left, fits) = match value.kind {
        ValueKind::Decimal(number) => {
            let format = if ty.is_signed() { NumberFormat::Signed } else { NumberFormat::Unsigned };
            (number.to_string(), show(bits, ty, format), values::integer_range(ty).contains(&number))
        }
        ValueKind::Pattern(pattern) => {
            (format!("{pattern:#x}"), format!("{:#x}", bits.value), pattern == bits.value)
        }
        _ => {
            cx.findings.extend(values::stored_as_infinity(value, bits, ty));
            return Ok(bits);
        }
    };
    if !fits {
        let message = format!("`{written}` does not fit {ty}; it is cut to `{left}`");
        cx.findings.push(Diagnostic::warning(&rules::IMMEDIATE_CUT, value.span, message).write(left));
    }
    Ok(bits)
}

/// Creates an operand of contiguous elements.
pub(crate) fn contiguous(space: SpaceId, byte_offset: u32, ty: ScalarType) -> BoundOperand {
    BoundOperand::Elements { space, byte_offset, ty, data: ty, region: Region::CONTIGUOUS, modifier: None }
}

/// Returns contiguous elements in the order of their blocks. Blocks of one byte are packed: those of a lane follow each other.
pub(crate) fn packed(operand: BoundOperand, lanes: usize, pitch: usize) -> BoundOperand {
    let (lanes, pitch) = (lanes as u32, pitch as u32);
    match operand {
        BoundOperand::Elements { space, byte_offset, ty, data, modifier, .. } if pitch > 1 && lanes > 1 => {
            let region = Region { vertical: 1, width: lanes, horizontal: pitch };
            BoundOperand::Elements { space, byte_offset, ty, data, region, modifier }
        }
        other => other,
    }
}

/// Returns the fix that declares a variable with `elements` elements.
pub(crate) fn more_elements(
    document: &Document,
    variable: &Variable,
    elements: Option<usize>,
) -> Option<Fix> {
    let has_own_bytes = |decl: &&DeclLine| matches!(decl.kind, DeclKind::General { alias: None, .. });
    let decl = document.decl(&variable.name).filter(has_own_bytes);
    let fits = |elements: &usize| elements.saturating_mul(variable.ty.size_bytes()) <= MAX_BYTES;
    let (decl, elements) = (decl?, elements.filter(fits)?);
    let edit = TextEdit { span: decl.num_elts.span, replacement: elements.to_string() };
    let label = format!("give `{}` {}", variable.name, counted(elements, "element"));
    Some(Fix { label, edits: vec![edit] })
}
