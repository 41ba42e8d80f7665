//! Values of the notation as text.

use lanescope_core::base::Bits;
use lanescope_core::session::{NumberFormat, show};
use lanescope_core::trace::Type;

/// A value of the notation as text; a truth value is a word.
pub fn show_value(bits: Bits, ty: Type, format: NumberFormat) -> String {
    match ty {
        Type::Scalar(ty) => show(bits, ty, format),
        Type::Bool if !bits.is_defined(1) => "?".into(),
        Type::Bool => (bits.value & 1 == 1).to_string(),
    }
}
