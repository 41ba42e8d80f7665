//! The operands of lines that state their access: data with its size, `VAR:d32x4`, and addresses, `flat[4*VAR+8]:a64`.

use crate::base::ScalarType::{self, Ub, Ud, Uq, Uw};
use crate::base::rules;
use crate::spec::{Form, FormName, FormPart, Keyword, KeywordList, PartKey};

/// A name, perhaps with a byte offset.
const VARIABLE: FormPart = FormPart::Sequence(&[
    FormPart::Name(PartKey::NAME, "the name of a variable"),
    FormPart::Optional(&[FormPart::Sign('.', "`.`"), FormPart::Number(PartKey::OFFSET, "a byte offset")]),
]);

/// `VAR:d32x4`.
pub(super) const DATA: Form = Form {
    name: FormName::STATED_DATA,
    parts: &[
        VARIABLE,
        FormPart::Sign(':', "`:`"),
        FormPart::Cut,
        FormPart::Keyword(PartKey::DATA_SIZE, &DATA_SIZES),
        FormPart::Optional(&[
            FormPart::Sign('.', "`.`"),
            FormPart::Keyword(PartKey::CHANNELS, &CHANNEL_MASKS),
        ]),
    ],
    rule: &STATED,
};

/// The text from `[` on. Nothing else has it, so its errors belong to an address.
const BRACKETS: FormPart = FormPart::Sequence(&[
    FormPart::Sign('[', "`[`"),
    FormPart::Cut,
    FormPart::Optional(&[FormPart::Number(PartKey::SCALE, "a factor"), FormPart::Sign('*', "`*`")]),
    VARIABLE,
    FormPart::Optional(&[FormPart::Sign('+', "`+`"), FormPart::Number(PartKey::ADDED, "a number of bytes")]),
    FormPart::Optional(&[
        FormPart::Sign('-', "`-`"),
        FormPart::Number(PartKey::SUBTRACTED, "a number of bytes"),
    ]),
    FormPart::Sign(']', "`]`"),
    FormPart::Sign(':', "`:a32` or `:a64`"),
    FormPart::Keyword(PartKey::ADDRESS_SIZE, &ADDRESS_SIZES),
]);

/// `flat[4*VAR+8]:a64`.
pub(super) const ADDRESS: Form = Form {
    name: FormName::STATED_ADDRESS,
    parts: &[
        FormPart::Keyword(PartKey::MODEL, &MODELS),
        FormPart::Optional(&[
            FormPart::Sign('(', "`(`"),
            FormPart::Cut,
            FormPart::NameOrNumber(PartKey::SURFACE, "a surface or its number"),
            FormPart::Sign(')', "`)` after the surface"),
        ]),
        BRACKETS,
    ],
    rule: &STATED,
};

/// `[4*VAR+8]:a64`.
pub(super) const ADDRESS_WITHOUT_MODEL: Form = Form { parts: &[BRACKETS], ..ADDRESS };

/// The kinds of address. The check refuses those that do not run.
static MODELS: KeywordList = KeywordList {
    keywords: &[
        Keyword::new("flat", "The memory that the instruction names."),
        Keyword::new("bti", "The surface of an entry of the binding table."),
        Keyword::new("bss", "A bindless surface; not modelled."),
        Keyword::new("ss", "A surface state; not modelled."),
        Keyword::new("surf", "A surface; not modelled."),
        Keyword::new("arg", "The arguments of the kernel; not modelled."),
    ],
    rule: &STATED,
    unknown_message: |word| format!("`{word}` is not a kind of address; expected `flat` or `bti`"),
    suggestion: |_| None,
};

/// Defines the words for sizes of data and, in the same order, the data that they state: a type and a number of elements.
macro_rules! data_sizes {
    ($($word:literal $access:ident $count:literal, $prose:literal;)*) => {
        const DATA_WORDS: &[Keyword] = &[$(Keyword::new($word, $prose),)*];
        const STATED_DATA: [StatedData; DATA_WORDS.len()] =
            [$(StatedData { access: $access, channels: u8::MAX >> (8 - $count) },)*];
    };
}

data_sizes![
    "d8u32" Ub 1, "A byte in memory, the low byte of a dword.";
    "d16u32" Uw 1, "A word in memory, the low half of a dword.";
    "d32" Ud 1, "A dword.";
    "d32x1" Ud 1, "A dword.";
    "d32x2" Ud 2, "Two dwords in a row.";
    "d32x3" Ud 3, "Three dwords in a row.";
    "d32x4" Ud 4, "Four dwords in a row.";
    "d32x8" Ud 8, "Eight dwords in a row.";
    "d64" Uq 1, "A qword.";
    "d64x1" Uq 1, "A qword.";
    "d64x2" Uq 2, "Two qwords in a row.";
    "d64x3" Uq 3, "Three qwords in a row.";
    "d64x4" Uq 4, "Four qwords in a row.";
    "d64x8" Uq 8, "Eight qwords in a row.";
];

/// The sizes of data. The number after `x` is that of the elements of each lane.
static DATA_SIZES: KeywordList = KeywordList {
    keywords: DATA_WORDS,
    rule: &DATA_SIZE,
    unknown_message: |word| {
        let expected =
            "expected `d8u32`, `d16u32`, `d32` or `d64`, the last two perhaps with `x2`, `x3`, `x4` or `x8`";
        if ScalarType::from_name(word).is_some() {
            return format!(
                "`{word}` is not a data size; the type of a variable is in its declaration alone"
            );
        }
        if ADDRESS_SIZES.keywords.iter().any(|size| size.text == word) {
            return format!("`{word}` is the size of an address, which is in brackets as in `[VAR]:{word}`");
        }
        match word.strip_suffix('t') {
            Some(_) => format!("`{word}` is transposed, and Lanescope runs no transposed access; {expected}"),
            None => format!("Lanescope runs no data size `{word}`; {expected}"),
        }
    },
    suggestion: |word| match word {
        "32" | "u32" => Some("d32".to_owned()),
        "64" | "u64" => Some("d64".to_owned()),
        "d8c32" | "u8c32" | "u8u32" => Some("d8u32".to_owned()),
        "d16c32" | "u16c32" | "u16u32" => Some("d16u32".to_owned()),
        _ => None,
    },
};

/// The channel masks, in the order of their numbers. X is bit 0.
static CHANNEL_MASKS: KeywordList = KeywordList {
    keywords: &[
        Keyword::new("x", ""),
        Keyword::new("y", ""),
        Keyword::new("xy", ""),
        Keyword::new("z", ""),
        Keyword::new("xz", ""),
        Keyword::new("yz", ""),
        Keyword::new("xyz", ""),
        Keyword::new("w", ""),
        Keyword::new("xw", ""),
        Keyword::new("yw", ""),
        Keyword::new("xyw", ""),
        Keyword::new("zw", ""),
        Keyword::new("xzw", ""),
        Keyword::new("yzw", ""),
        Keyword::new("xyzw", ""),
    ],
    rule: &CHANNEL_MASK,
    unknown_message: |word| {
        format!("`{word}` is not a channel mask; expected some of `x`, `y`, `z` and `w`, in that order")
    },
    suggestion: |word| {
        let lower = word.to_ascii_lowercase();
        let is_mask = lower.chars().all(|letter| "xyzw".contains(letter));
        let mask: String = "xyzw".chars().filter(|letter| lower.contains(*letter)).collect();
        (is_mask && !mask.is_empty()).then_some(mask)
    },
};

static ADDRESS_SIZES: KeywordList = KeywordList {
    keywords: &[Keyword::new("a32", "Addresses of 32 bits."), Keyword::new("a64", "Addresses of 64 bits.")],
    rule: &ADDRESS_SIZE_RULE,
    unknown_message: |word| format!("Lanescope runs no address size `{word}`; expected `a32` or `a64`"),
    suggestion: |_| None,
};

/// Returns the type of an address with one of these sizes.
pub(crate) fn address_type(size: &str) -> ScalarType {
    if size == "a64" { Uq } else { Ud }
}

/// The data of a line that states its access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StatedData {
    /// The type of an element in memory.
    pub access: ScalarType,
    /// The enabled channels, or a bit for each element of a lane. R, or X, is bit 0.
    pub channels: u8,
}

impl StatedData {
    /// Returns the data that a word such as `d32x4` states.
    pub fn from_word(word: &str) -> Option<Self> {
        let index = DATA_WORDS.iter().position(|known| known.text == word)?;
        Some(STATED_DATA[index])
    }
}

/// Returns the channels of a mask such as `xzw`. X is bit 0.
pub(crate) fn channels(word: &str) -> u8 {
    word.chars().filter_map(|letter| "xyzw".find(letter)).fold(0, |mask, channel| mask | 1 << channel)
}

rules! {
    STATED: "visa-stated-operand", Invalid,
        "data is a variable with its size, `VAR:d32`, and an address has brackets and a size, `flat[VAR]:a64`",
        "vISA, LSC_UNTYPED", "Text";
    DATA_SIZE: "visa-data-size", Unsupported, "data is `d8u32`, `d16u32`, `d32` or `d64`, not transposed",
        "vISA, LSC_UNTYPED", "DataSize";
    CHANNEL_MASK: "visa-channel-mask", Invalid, "a channel mask has some of x, y, z and w, in that order",
        "vISA, LSC_UNTYPED", "ChMask";
    ADDRESS_SIZE_RULE: "visa-address-size", Unsupported, "an address has 32 or 64 bits",
        "vISA, LSC_UNTYPED", "AddrSize";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn each_size_states_its_elements() {
        for (word, expected) in [
            ("d8u32", Some((Ub, 0b1))),
            ("d16u32", Some((Uw, 0b1))),
            ("d32", Some((Ud, 0b1))),
            ("d32x3", Some((Ud, 0b111))),
            ("d64x8", Some((Uq, 0xff))),
            ("d32x", None),
            ("d24", None),
        ] {
            let stated = StatedData::from_word(word).map(|stated| (stated.access, stated.channels));
            assert_eq!(stated, expected, "{word}");
        }
    }

    #[test]
    fn masks_are_in_the_order_of_their_numbers() {
        let masks: Vec<u8> = CHANNEL_MASKS.keywords.iter().map(|word| channels(word.text)).collect();
        assert_eq!(masks, (1..16).collect::<Vec<u8>>());
        for (word, meant) in [("wzyx", Some("xyzw")), ("XZ", Some("xz")), ("rgb", None), ("xx", Some("x"))] {
            assert_eq!((CHANNEL_MASKS.suggestion)(word).as_deref(), meant, "{word}");
        }
    }
}
