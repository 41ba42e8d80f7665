//! Values and bytes in which each bit is defined or not.

/// A value of up to 64 bits. Undefined bits are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    pub bits: u64,
    pub defined: u64,
}

/// Returns the mask of the low bits.
pub fn low(width_bits: u32) -> u64 {
    if width_bits >= 64 { u64::MAX } else { (1 << width_bits) - 1 }
}

/// Repeats the sign bit of a value of that width.
pub fn signed(bits: u64, width_bits: u32) -> i64 {
    ((bits << (64 - width_bits)) as i64) >> (64 - width_bits)
}

impl Value {
    pub const UNDEFINED: Self = Self { bits: 0, defined: 0 };

    pub fn known(bits: u64) -> Self {
        Self { bits, defined: u64::MAX }
    }

    /// Returns the number, if the low bits are all defined.
    pub fn number(self, width_bits: u32) -> Option<u64> {
        let mask = low(width_bits);
        (self.defined & mask == mask).then_some(self.bits & mask)
    }

    /// Returns the low bits of this value, and above them the bits of another.
    pub fn below(self, width_bits: u32, upper: Self) -> Self {
        let mask = low(width_bits);
        Self {
            bits: self.bits & mask | upper.bits & !mask,
            defined: self.defined & mask | upper.defined & !mask,
        }
    }
}

/// Bytes of a surface or of variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    pub bits: Vec<u8>,
    pub defined: Vec<u8>,
}

impl Memory {
    pub fn undefined(size_bytes: usize) -> Self {
        Self { bits: vec![0; size_bytes], defined: vec![0; size_bytes] }
    }

    pub fn size_bytes(&self) -> usize {
        self.bits.len()
    }

    /// Reads a little-endian value. Bytes past the end are zero.
    pub fn read(&self, byte: usize, size_bytes: usize) -> Value {
        let mut value = Value::known(0);
        for k in (0..size_bytes).filter(|k| byte + k < self.bits.len()) {
            value.bits |= u64::from(self.bits[byte + k]) << (8 * k);
            value.defined &= !(u64::from(!self.defined[byte + k]) << (8 * k));
        }
        value
    }

    /// Writes a little-endian value. Bytes past the end are not written.
    pub fn write(&mut self, byte: usize, size_bytes: usize, value: Value) {
        for k in (0..size_bytes).filter(|k| byte + k < self.bits.len()).collect::<Vec<_>>() {
            self.defined[byte + k] = (value.defined >> (8 * k)) as u8;
            self.bits[byte + k] = (value.bits >> (8 * k)) as u8 & self.defined[byte + k];
        }
    }
}
