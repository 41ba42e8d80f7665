//! The execution masks.

use crate::base::rules;
use crate::spec::{Keyword, KeywordList, PartKey};
use crate::syntax::InstructionLine;

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
    /// Returns the mask of a line: the written one, or one that begins at lane 0.
    pub fn from_line(instr: &InstructionLine) -> Self {
        let word = instr.exec.as_ref().and_then(|exec| exec.text(PartKey::MASK));
        Self::from_word(word.map(|word| word.text.as_str()))
    }

    /// Returns the lanes of a mask. Without a mask, or with an unknown one, they begin at lane 0.
    pub fn from_word(word: Option<&str>) -> Self {
        let at = word.and_then(|word| EXEC_MASKS.keywords.iter().position(|known| known.text == word));
        MASKS[at.unwrap_or(0)]
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

/// Returns the execution masks, each under one name.
pub(crate) fn masks() -> impl Iterator<Item = (&'static str, ExecMask)> {
    let masks = EXEC_MASKS.keywords.iter().zip(MASKS);
    masks.filter(|(word, _)| word.text != OTHER_NAME).map(|(word, mask)| (word.text, mask))
}

/// Another name of `M1_NM`.
const OTHER_NAME: &str = "NoMask";

/// Defines the words of the masks and, in the same order, their lanes.
macro_rules! exec_masks {
    ($($name:literal $lane:literal,)*) => {
        const WORDS: &[Keyword] = &[
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
            Keyword::new(OTHER_NAME, "The same as M1_NM."),
        ];

        /// The mask of each word. The first one, M1, is also that of a line with an unknown word or none.
        const MASKS: [ExecMask; WORDS.len()] = [
            $(ExecMask { first_lane: $lane, ignores_dispatch: false },)*
            $(ExecMask { first_lane: $lane, ignores_dispatch: true },)*
            ExecMask { first_lane: 0, ignores_dispatch: true },
        ];
    };
}

exec_masks!["M1" 0, "M2" 4, "M3" 8, "M4" 12, "M5" 16, "M6" 20, "M7" 24, "M8" 28,];

/// The words of the masks.
pub(super) static EXEC_MASKS: KeywordList = KeywordList {
    keywords: WORDS,
    rule: &MASK,
    unknown_message: |word| {
        format!("there is no execution mask `{word}`; expected `M1` to `M8`, `M1_NM` to `M8_NM` or `NoMask`")
    },
    suggestion: suggested_mask,
};

/// Returns the mask that is meant by another word. The first mask is the only one that fits every size.
fn suggested_mask(word: &str) -> Option<String> {
    let upper = word.to_ascii_uppercase();
    if EXEC_MASKS.keywords.iter().any(|known| known.text == upper) {
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

rules! {
    MASK: "visa-exec-mask", Invalid, "the execution masks are M1 to M8, and each with _NM", "vISA assembly syntax", "Execution mask";
}

#[cfg(test)]
mod tests {
    use super::super::SHAPE;
    use super::*;
    use crate::test;

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
            assert_eq!(suggested_mask(word).as_deref(), meant, "{word}");
        }
    }
}
