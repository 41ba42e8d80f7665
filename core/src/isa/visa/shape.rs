//! The shape of instruction lines in the assembler's text: `(P1) dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0`.

pub(crate) mod stated;

use crate::base::{one_of, rules};
use crate::spec::{Form, FormKey, FormPart, Keyword, Keywords, LinePart, Separator, Shape};
use crate::syntax::CONSTANT;

/// The page that states the syntax.
const PAGE: &str = "vISA assembly syntax";

/// The shape of instruction lines.
pub(crate) const SHAPE: Shape = Shape {
    parts: &[
        LinePart::Guard(GUARD),
        LinePart::Mnemonic(&INSTRUCTION),
        LinePart::Words(&MODIFIER),
        LinePart::Exec(EXECUTION),
        LinePart::Words(&MODIFIER),
        LinePart::Operands(Separator::Spaces {
            stops: &[',', ';', '#'],
            strays: &[';', '#', '=', '{', '}'],
            stray: &STRAY,
            comma: &COMMA,
        }),
    ],
    operands: &[BARE, stated::DATA_FORM, RAW_FORM, VECTOR_FORM, IMMEDIATE_FORM, stated::ADDRESS_FORM],
};

/// `VAR.byte_offset`.
pub(crate) const RAW: FormKey = FormKey("a raw operand");
/// `VAR(R,C)<V;W,H>`.
pub(crate) const VECTOR: FormKey = FormKey("a vector operand");
/// `0x10:ud`.
pub(crate) const IMMEDIATE: FormKey = FormKey("an immediate");

/// The key of the mode of a predicate.
pub(crate) const MODE: &str = "mode";
/// The key of a source modifier such as `(-)`.
pub(crate) const SOURCE_MODIFIER: &str = "modifier";
/// The key of the row of a vector operand.
pub(crate) const ROW: &str = "row";
/// The key of its column.
pub(crate) const COLUMN: &str = "column";
/// The key of the vertical stride of a source's region, or of the stride of a destination's region.
pub(crate) const STRIDE: &str = "stride";
/// The key of the width of a region.
pub(crate) const WIDTH: &str = "width";
/// The key of the horizontal stride of a region.
pub(crate) const HORIZONTAL: &str = "horizontal";
/// The key of the type of an immediate.
pub(crate) const TYPE: &str = "type";

const GUARD: Form = Form {
    key: FormKey::PREDICATE,
    alternatives: &[&[
        FormPart::Sign('(', "`(`"),
        FormPart::Flag(FormPart::INVERTED),
        FormPart::Name(FormPart::NAME, "the name of a predicate"),
        FormPart::Optional(&[FormPart::Sign('.', "`.`"), FormPart::Keyword(MODE, &MODES)]),
        FormPart::Sign(')', "`)` after the predicate"),
    ]],
    rule: &PREDICATE,
};

const EXECUTION: Form = Form {
    key: FormKey("an execution size"),
    alternatives: &[&[
        FormPart::Sign('(', "an execution mask and size such as `(M1, 16)`"),
        FormPart::Optional(&[
            FormPart::Keyword(FormPart::MASK, &MASKS),
            FormPart::Sign(',', "`,` and the execution size"),
        ]),
        FormPart::OneOf(FormPart::SIZE, &SIZES, "the execution size"),
        FormPart::Sign(')', "`)` after the execution size"),
    ]],
    rule: &EXEC,
};

const BARE: Form = Form {
    key: FormKey::BARE_NAME,
    alternatives: &[&[FormPart::Name(FormPart::NAME, "a name")]],
    rule: &OPERAND,
};

const RAW_FORM: Form = Form {
    key: RAW,
    alternatives: &[&[
        FormPart::Name(FormPart::NAME, "a name"),
        FormPart::Sign('.', "`.`"),
        FormPart::Cut,
        FormPart::Constant(FormPart::OFFSET, &CONSTANT),
    ]],
    rule: &OPERAND,
};

/// A name, perhaps with a source modifier before it.
const SIGNED_NAME: FormPart = FormPart::Sequence(&[
    FormPart::Optional(&[FormPart::Parenthesis(SOURCE_MODIFIER)]),
    FormPart::Name(FormPart::NAME, "a name"),
]);

/// `(R,C)`.
const PLACE: FormPart = FormPart::Sequence(&[
    FormPart::Sign('(', "`(`"),
    FormPart::Number(ROW, "a row"),
    FormPart::Sign(',', "`,`"),
    FormPart::Number(COLUMN, "a column"),
    FormPart::Sign(')', "`)`"),
]);

/// `<V;W,H>` or `<H>`.
const REGION: FormPart = FormPart::Sequence(&[
    FormPart::Sign('<', "`<`"),
    FormPart::Number(STRIDE, "a stride"),
    FormPart::Optional(&[
        FormPart::Sign(';', "`;`"),
        FormPart::Number(WIDTH, "a width"),
        FormPart::Sign(',', "`,`"),
        FormPart::Number(HORIZONTAL, "a stride"),
    ]),
    FormPart::Sign('>', "`>`"),
]);

const VECTOR_FORM: Form = Form {
    key: VECTOR,
    alternatives: &[&[SIGNED_NAME, PLACE, FormPart::Optional(&[REGION])], &[SIGNED_NAME, REGION]],
    rule: &OPERAND,
};

const IMMEDIATE_FORM: Form = Form {
    key: IMMEDIATE,
    alternatives: &[&[
        FormPart::Value { key: FormPart::VALUE, takes_negative_patterns: false },
        FormPart::Optional(&[FormPart::Sign(':', "`:`"), FormPart::Type(TYPE)]),
    ]],
    rule: &OPERAND,
};

static MODES: Keywords = Keywords {
    words: &[
        Keyword::new("any", "One bit on turns all lanes on."),
        Keyword::new("all", "All bits on turn all lanes on."),
    ],
    rule: &PREDICATE,
    refuse: |word| format!("`{word}` does not combine a predicate; expected `any` or `all`"),
    meant: |word| crate::base::closest(word, ["any", "all"]).map(str::to_owned),
};

/// The suffix of a mask that ignores the dispatch mask.
pub(crate) const NO_MASK_SUFFIX: &str = "_NM";

/// The lanes of an execution mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExecMask {
    /// The first lane of the dispatch mask that applies.
    pub first_lane: u8,
    /// Whether the dispatch mask is ignored.
    pub ignores_dispatch: bool,
}

impl ExecMask {
    /// Returns the lanes of a mask. Without a mask, they begin at lane 0.
    pub fn from_word(word: Option<&str>) -> Self {
        let known = word.and_then(|word| MASKS.words.iter().position(|known| known.text == word));
        let index = known.unwrap_or(0);
        Self { first_lane: (4 * (index % MASK_COUNT)) as u8, ignores_dispatch: index >= MASK_COUNT }
    }

    /// Returns whether a size may have this mask. Eight lanes or more begin at a multiple of their number.
    pub fn is_aligned(self, size: u8) -> bool {
        size < 8 || self.first_lane.is_multiple_of(size)
    }

    /// Returns whether that number of lanes ends within the first `lanes` dispatched ones, if these matter.
    pub fn ends_within(self, size: u8, lanes: u8) -> bool {
        self.ignores_dispatch || self.first_lane + size <= lanes
    }
}

/// Returns the execution masks. Another name of a mask is not among them.
pub(crate) fn masks() -> impl Iterator<Item = (&'static str, ExecMask)> {
    let words = MASKS.words.iter().take(2 * MASK_COUNT);
    words.map(|word| (word.text, ExecMask::from_word(Some(word.text))))
}

/// Lists the masks, those that ignore the dispatch mask after the others.
macro_rules! mask_words {
    ($($name:literal $lane:literal,)*) => {
        &[
            $(Keyword::new(
                $name,
                concat!("The instruction's lanes are those of the dispatch mask from lane ", $lane, " on."),
            ),)*
            $(Keyword::new(
                concat!($name, "_NM"),
                concat!(
                    "The instruction's lanes are lane ", $lane,
                    " and up, also those that the dispatch mask turns off. A predicate still applies.",
                ),
            ),)*
            Keyword::new("NoMask", "The same as M1_NM."),
        ]
    };
}

/// The number of masks with a lane of their own. Mask M2 begins at lane 4, M3 at lane 8, and so on.
const MASK_COUNT: usize = 8;

static MASKS: Keywords = Keywords {
    words: mask_words!["M1" 0, "M2" 4, "M3" 8, "M4" 12, "M5" 16, "M6" 20, "M7" 24, "M8" 28,],
    rule: &MASK,
    refuse: |word| {
        format!("there is no execution mask `{word}`; expected `M1` to `M8`, `M1_NM` to `M8_NM` or `NoMask`")
    },
    meant: meant_mask,
};

/// Returns the mask that is meant by another word. The first mask is the only one that fits every size.
fn meant_mask(word: &str) -> Option<String> {
    let upper = word.to_ascii_uppercase();
    if MASKS.words.iter().any(|known| known.text == upper) {
        return Some(upper);
    }
    if word == "NM" {
        return Some("M1_NM".to_owned());
    }
    let (name, suffix) = match upper.strip_suffix(NO_MASK_SUFFIX) {
        Some(name) => (name, NO_MASK_SUFFIX),
        None => (upper.as_str(), ""),
    };
    let is_number = name.strip_prefix('M').is_some_and(|number| number.parse::<u32>().is_ok());
    is_number.then(|| format!("M1{suffix}"))
}

/// The execution sizes.
static SIZES: Keywords = Keywords {
    words: &[
        Keyword::new("1", ""),
        Keyword::new("2", ""),
        Keyword::new("4", ""),
        Keyword::new("8", ""),
        Keyword::new("16", ""),
        Keyword::new("32", ""),
    ],
    rule: &SIZE,
    refuse: |size| {
        let known = SIZES.words.iter().map(|size| size.text);
        format!("there is no execution size {size}; expected {}", one_of(known))
    },
    meant: |_| None,
};

rules! {
    INSTRUCTION: "visa-instruction", Invalid,
        "a line is a directive, a label or an instruction that begins with its mnemonic", PAGE, "Instructions";
    MODIFIER: "visa-modifier", Invalid, "a word follows each dot of a mnemonic", PAGE, "Instructions";
    STRAY: "visa-stray-character", Invalid, "`;`, `#`, `=` and braces do not occur in an instruction",
        PAGE, "Lexical rules";
    COMMA: "visa-comma", Note, "operands are separated by spaces", PAGE, "Instructions", ["warning"];
    OPERAND: "visa-operand-kind", Invalid,
        "a surface is a bare name, a raw operand is `VAR.offset`, as the instruction's page says", PAGE, "Operands";
    PREDICATE: "visa-predicate", Invalid, "a predicate is `(P)`, `(!P)`, `(P.any)` or `(P.all)`",
        PAGE, "Predication";
    EXEC: "visa-exec", Invalid, "mask and size follow the mnemonic, `(M1, 16)`; `(16)` means `(M1, 16)`",
        PAGE, "Execution size";
    MASK: "visa-exec-mask", Invalid, "the execution masks are M1 to M8, and each with _NM", PAGE, "Execution mask";
    SIZE: "visa-exec-size", Invalid, "the execution sizes are 1, 2, 4, 8, 16 and 32", PAGE, "Execution size";
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn masks_have_their_lanes() {
        let lanes = |word: Option<&str>| {
            let ExecMask { first_lane, ignores_dispatch } = ExecMask::from_word(word);
            (first_lane, ignores_dispatch)
        };
        let known = [
            (None, (0, false)),
            (Some("M1"), (0, false)),
            (Some("M3"), (8, false)),
            (Some("M8"), (28, false)),
            (Some("M2_NM"), (4, true)),
            (Some("NoMask"), (0, true)),
        ];
        for (word, expected) in known {
            assert_eq!(lanes(word), expected, "{word:?}");
        }
        assert_eq!((masks().count(), SHAPE.masks().count()), (16, 17), "M1 to M8, each with _NM, and NoMask");
        let prose = |word| SHAPE.masks().find(|mask| mask.text == word).expect("it is a mask").prose;
        assert_eq!(prose("M2"), "The instruction's lanes are those of the dispatch mask from lane 4 on.");
        let ignored = "The instruction's lanes are lane 4 and up, also those that the dispatch mask turns off. A predicate still applies.";
        assert_eq!(prose("M2_NM"), ignored);
    }

    #[test]
    fn a_word_that_is_no_mask_may_mean_one() {
        let known = [
            ("m3", Some("M3")),
            ("m3_nm", Some("M3_NM")),
            ("NM", Some("M1_NM")),
            ("M9", Some("M1")),
            ("M0_NM", Some("M1_NM")),
            ("M", None),
            ("all", None),
        ];
        for (word, meant) in known {
            assert_eq!(meant_mask(word).as_deref(), meant, "{word}");
        }
    }

    #[test]
    fn a_name_is_written_in_its_form() {
        assert_eq!(SHAPE.in_form(FormKey::BARE_NAME, "BUF"), "BUF");
        assert_eq!((SHAPE.arrow(), SHAPE.terminator()), (None, None));
    }
}
