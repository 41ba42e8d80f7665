//! Settings with a fixed set of values: the key of each value in storage and links, and its label on the page.

use lanescope_core::session::run::NumberFormat;
use lanescope_core::trace::Granularity;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// A value of a setting.
#[derive(Clone, Copy, Debug)]
pub struct Row<T> {
    pub value: T,
    /// Its key in storage, links and attributes.
    pub key: &'static str,
    /// Its label on the page.
    pub label: &'static str,
}

/// A setting with a fixed set of values.
pub trait Choice: Copy + PartialEq + 'static {
    /// All values, in the order of the page.
    const ROWS: &'static [Row<Self>];

    /// Returns the index of the value.
    fn index(self) -> usize {
        Self::ROWS.iter().position(|row| row.value == self).expect("each value has a row")
    }

    /// Returns the key of the value.
    fn key(self) -> &'static str {
        Self::ROWS[self.index()].key
    }

    /// Returns the value with a key.
    fn of_key(key: &str) -> Option<Self> {
        Self::ROWS.iter().find(|row| row.key == key).map(|row| row.value)
    }

    /// Returns all values with their labels.
    fn labelled<T: From<&'static str>>() -> impl Iterator<Item = (Self, T)> {
        Self::ROWS.iter().map(|row| (row.value, row.label.into()))
    }
}

/// Deserializes a stored value, or returns the default if it has another form. The other values stay.
pub fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    // The text of the value, because a number out of range is an error of the whole document.
    let stored = Box::<RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(stored.get()).unwrap_or_default())
}

/// Stores a value as its key. An unknown key, which another version may have written, is the default.
pub mod keyed {
    use crate::state::choice::{Choice, lenient};
    use serde::{Deserializer, Serializer};

    /// Serializes the key.
    pub fn serialize<T: Choice, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.key())
    }

    /// Deserializes the key.
    pub fn deserialize<'de, T: Choice + Default, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let key: String = lenient(deserializer)?;
        Ok(T::of_key(&key).unwrap_or_default())
    }
}

/// Creates a row.
pub const fn row<T>(value: T, key: &'static str, label: &'static str) -> Row<T> {
    Row { value, key, label }
}

impl Choice for Granularity {
    const ROWS: &'static [Row<Self>] = &[
        row(Self::Phase, "phase", "by micro-step"),
        row(Self::Memory, "memory", "by memory step"),
        row(Self::Lane, "lane", "by lane"),
        row(Self::Instruction, "instruction", "by instruction"),
    ];
}

impl Choice for NumberFormat {
    const ROWS: &'static [Row<Self>] = &[
        row(Self::Auto, "auto", "Auto"),
        row(Self::Hex, "hex", "Hex"),
        row(Self::Unsigned, "unsigned", "Unsigned"),
        row(Self::Signed, "signed", "Signed"),
        row(Self::Float, "float", "Float"),
        row(Self::Bits, "bits", "Bits"),
    ];
}
