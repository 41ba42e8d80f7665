//! The scalar types of the manuals.

use serde::{Deserialize, Serialize};

/// The type of an element, stored little-endian. Names as in the manual, "Data Types".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // the names are the manual's own
pub enum ScalarType {
    Ub,
    Uw,
    Ud,
    Uq,
    B,
    W,
    D,
    Q,
    Hf,
    F,
    Df,
    /// Two halves packed into 32 bits, the first in the low half. Arithmetic takes it as UD. The packed operations and
    /// texel formats of SUATOM show values as such. No declaration names it.
    F16x2,
}

use ScalarType::*;

impl ScalarType {
    /// Every type that a declaration can name.
    pub const ALL: [ScalarType; 11] = [Ub, Uw, Ud, Uq, B, W, D, Q, Hf, F, Df];

    /// Returns the manual's name, in upper case.
    pub fn name(self) -> &'static str {
        match self {
            Ub => "UB",
            Uw => "UW",
            Ud => "UD",
            Uq => "UQ",
            B => "B",
            W => "W",
            D => "D",
            Q => "Q",
            Hf => "HF",
            F => "F",
            Df => "DF",
            F16x2 => "F16x2",
        }
    }

    /// Returns the unsigned integer type of a size: 1, 2, 4 or 8 bytes.
    pub const fn unsigned(bytes: usize) -> Self {
        match bytes {
            1 => Ub,
            2 => Uw,
            4 => Ud,
            _ => Uq,
        }
    }

    /// Returns the signed integer type of a size: 1, 2, 4 or 8 bytes.
    pub const fn signed(bytes: usize) -> Self {
        match bytes {
            1 => B,
            2 => W,
            4 => D,
            _ => Q,
        }
    }

    /// Returns the float type of a size: 2, 4 or 8 bytes.
    pub const fn float(bytes: usize) -> Self {
        match bytes {
            2 => Hf,
            4 => F,
            _ => Df,
        }
    }

    /// Returns the type with that name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| ty.name().eq_ignore_ascii_case(name))
    }

    /// Returns the type that other languages call `name`, in any case: `float`, `uint32_t`, `i64`.
    pub fn from_foreign_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "uchar" | "uint8" | "uint8_t" | "u8" => Ub,
            "ushort" | "uint16" | "uint16_t" | "u16" => Uw,
            "uint" | "unsigned" | "uint32" | "uint32_t" | "u32" | "dword" => Ud,
            "ulong" | "uint64" | "uint64_t" | "u64" | "qword" => Uq,
            "char" | "int8" | "int8_t" | "i8" | "s8" => B,
            "short" | "int16" | "int16_t" | "i16" | "s16" => W,
            "int" | "int32" | "int32_t" | "i32" | "s32" => D,
            "long" | "int64" | "int64_t" | "i64" | "s64" => Q,
            "half" | "float16" | "f16" => Hf,
            "float" | "float32" | "f32" => F,
            "double" | "float64" | "f64" => Df,
            _ => return None,
        })
    }

    /// Returns a one-sentence description.
    pub fn prose(self) -> String {
        let what = if self.is_float() {
            "A float"
        } else if self.is_signed() {
            "A signed integer"
        } else {
            "An unsigned integer"
        };
        format!("{what} of {} bits.", self.width_bits())
    }

    /// Returns the size in bytes: 1, 2, 4 or 8.
    pub fn size_bytes(self) -> usize {
        match self {
            Ub | B => 1,
            Uw | W | Hf => 2,
            Ud | D | F | F16x2 => 4,
            Uq | Q | Df => 8,
        }
    }

    /// Returns the size in bits.
    pub fn width_bits(self) -> u32 {
        8 * self.size_bytes() as u32
    }

    /// Returns whether this is a float type: HF, F or DF.
    pub fn is_float(self) -> bool {
        matches!(self, Hf | F | Df)
    }

    /// Returns whether elements are floats or pairs of floats, as a texel format says.
    pub fn holds_floats(self) -> bool {
        self.is_float() || self == F16x2
    }

    /// Returns whether this is a signed integer type: B, W, D or Q.
    pub fn is_signed(self) -> bool {
        matches!(self, B | W | D | Q)
    }

    /// Returns the sort key of a pattern. An integer sorts by its value. A float sorts by sign and magnitude, with
    /// NaNs at both ends.
    pub fn rank(self, pattern: u64) -> i128 {
        let sign = 1u64 << (self.width_bits() - 1);
        let magnitude = i128::from(pattern & (sign - 1));
        match (pattern & sign != 0, self.is_float(), self.is_signed()) {
            (false, ..) => magnitude,
            (true, true, _) => -1 - magnitude,
            (true, false, true) => magnitude - i128::from(sign),
            (true, false, false) => magnitude + i128::from(sign),
        }
    }
}

impl std::fmt::Display for ScalarType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
