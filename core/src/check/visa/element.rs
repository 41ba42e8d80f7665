//! Where elements of variables lie, and immediates as patterns.

use super::{grf_bytes, rules};
use crate::base::{Bits, NumberFormat, ScalarType, show};
use crate::check::context::Context;
use crate::check::{rules as general, values};
use crate::diag::Diagnostic;
use crate::exec::{BoundOperand, Region};
use crate::machine::{SpaceId, Variable};
use crate::syntax::{Number, Value, ValueKind};

/// The element at a row and column; `None` where numbers do not go so far.
pub(super) fn first_element(
    cx: &Context,
    variable: &Variable,
    register: &Number,
    column: &Number,
) -> Option<usize> {
    let per_register = (grf_bytes(cx.settings) / variable.ty.size_bytes()) as i128;
    let first = register.value.checked_mul(per_register)?.checked_add(column.value)?;
    usize::try_from(first).ok().filter(|&first| first < variable.count)
}

/// An immediate as a pattern: of a float type, whole numbers are patterns. What its type cannot hold is cut to the type's
/// width, as the assembler cuts it, and a warning says what is left.
pub(super) fn immediate(cx: &mut Context, value: &Value, ty: ScalarType) -> Option<Bits> {
    let bits = match value.kind {
        // The low bits are the two's complement.
        ValueKind::Decimal(number) => Bits::known(number as u64),
        ValueKind::Pattern(pattern) => Bits::known(pattern),
        ValueKind::Float(number) if ty.is_float() => Bits::known(values::from_float(number, ty)),
        _ => {
            let message = format!("this is no value of type {ty}");
            cx.error(&general::VALUE_TYPE, value.span, message);
            return None;
        }
    };
    let bits = bits.truncate(ty.width_bits());
    let (written, left, fits) = match value.kind {
        ValueKind::Decimal(number) => {
            let format = if ty.is_signed() { NumberFormat::Signed } else { NumberFormat::Unsigned };
            (number.to_string(), show(bits, ty, format), values::range(ty).contains(&number))
        }
        ValueKind::Pattern(pattern) => {
            (format!("{pattern:#x}"), format!("{:#x}", bits.value), pattern == bits.value)
        }
        _ => return Some(bits),
    };
    if !fits {
        let message = format!("`{written}` does not fit {ty}; `{left}` is left of it");
        cx.findings.push(Diagnostic::warning(&rules::IMMEDIATE_CUT, value.span, message).write(left));
    }
    Some(bits)
}

/// Elements one behind the other.
pub(super) fn elements(space: SpaceId, byte_offset: u32, ty: ScalarType) -> BoundOperand {
    BoundOperand::Elements { space, byte_offset, ty, data: ty, region: Region::CONTIGUOUS, modifier: None }
}
