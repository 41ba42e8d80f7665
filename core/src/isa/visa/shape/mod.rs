//! The shape of instruction lines in the assembler's text: `(P1) dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0`.

pub(crate) mod exec_mask;
mod keys;
pub(crate) mod stated;

use crate::base::rules;
use crate::spec::{Form, FormName, FormPart, Keyword, KeywordList, LinePart, PartKey, Separator, Shape};
use crate::syntax::CONSTANT;
use exec_mask::EXEC_MASKS;

/// The page that states the syntax.
const PAGE: &str = "vISA assembly syntax";

/// The shape of instruction lines.
pub(crate) const SHAPE: Shape = Shape {
    parts: &[
        LinePart::Guard(GUARD),
        LinePart::Mnemonic(&INSTRUCTION),
        LinePart::Modifiers(&MODIFIER),
        LinePart::Exec(EXECUTION),
        LinePart::Modifiers(&MODIFIER),
        LinePart::Operands(Separator::Spaces {
            stops: &[',', ';', '#'],
            strays: &[';', '#', '=', '{', '}'],
            stray: &STRAY,
            comma: &COMMA,
        }),
    ],
    operands: &[
        BARE_NAME,
        stated::DATA,
        RAW,
        VECTOR,
        VECTOR_WITHOUT_PLACE,
        IMMEDIATE,
        stated::ADDRESS,
        stated::ADDRESS_WITHOUT_MODEL,
    ],
};

const GUARD: Form = Form {
    name: FormName::PREDICATE,
    parts: &[
        FormPart::Sign('(', "`(`"),
        FormPart::Flag(PartKey::INVERTED),
        FormPart::Name(PartKey::NAME, "the name of a predicate"),
        FormPart::Optional(&[FormPart::Sign('.', "`.`"), FormPart::Keyword(PartKey::MODE, &MODES)]),
        FormPart::Sign(')', "`)` after the predicate"),
    ],
    rule: &PREDICATE,
};

const EXECUTION: Form = Form {
    name: FormName("an execution size"),
    parts: &[
        FormPart::Sign('(', "an execution mask and size such as `(M1, 16)`"),
        FormPart::Optional(&[
            FormPart::Keyword(PartKey::MASK, &EXEC_MASKS),
            FormPart::Sign(',', "`,` and the execution size"),
        ]),
        FormPart::Number(PartKey::SIZE, "the execution size"),
        FormPart::Sign(')', "`)` after the execution size"),
    ],
    rule: &EXEC,
};

const BARE_NAME: Form =
    Form { name: FormName::BARE_NAME, parts: &[FormPart::Name(PartKey::NAME, "a name")], rule: &OPERAND };

const RAW: Form = Form {
    name: FormName::RAW,
    parts: &[
        FormPart::Name(PartKey::NAME, "a name"),
        FormPart::Sign('.', "`.`"),
        FormPart::Cut,
        FormPart::Expression(PartKey::OFFSET, &CONSTANT),
    ],
    rule: &OPERAND,
};

/// A name, perhaps with a source modifier before it.
const SIGNED_NAME: FormPart = FormPart::Sequence(&[
    FormPart::Optional(&[FormPart::Parenthesis(PartKey::SOURCE_MODIFIER)]),
    FormPart::Name(PartKey::NAME, "a name"),
]);

/// `(R,C)`.
const PLACE: FormPart = FormPart::Sequence(&[
    FormPart::Sign('(', "`(`"),
    FormPart::Number(PartKey::ROW, "a row"),
    FormPart::Sign(',', "`,`"),
    FormPart::Number(PartKey::COLUMN, "a column"),
    FormPart::Sign(')', "`)`"),
]);

/// `<V;W,H>` or `<H>`.
const REGION: FormPart = FormPart::Sequence(&[
    FormPart::Sign('<', "`<`"),
    FormPart::Number(PartKey::STRIDE, "a stride"),
    FormPart::Optional(&[
        FormPart::Sign(';', "`;`"),
        FormPart::Number(PartKey::WIDTH, "a width"),
        FormPart::Sign(',', "`,`"),
        FormPart::Number(PartKey::HORIZONTAL, "a horizontal stride"),
    ]),
    FormPart::Sign('>', "`>`"),
]);

const VECTOR: Form = Form {
    name: FormName::VECTOR,
    parts: &[SIGNED_NAME, PLACE, FormPart::Optional(&[REGION])],
    rule: &OPERAND,
};

const VECTOR_WITHOUT_PLACE: Form = Form { parts: &[SIGNED_NAME, REGION], ..VECTOR };

const IMMEDIATE: Form = Form {
    name: FormName::IMMEDIATE,
    parts: &[
        FormPart::Value { key: PartKey::VALUE, takes_negative_patterns: false },
        FormPart::Optional(&[FormPart::Sign(':', "`:`"), FormPart::Type(PartKey::TYPE)]),
    ],
    rule: &OPERAND,
};

static MODES: KeywordList = KeywordList {
    keywords: &[
        Keyword::new("any", "One bit on turns all lanes on."),
        Keyword::new("all", "All bits on turn all lanes on."),
    ],
    rule: &PREDICATE,
    unknown_message: |word| format!("`{word}` does not combine a predicate; expected `any` or `all`"),
    suggestion: |word| crate::base::closest(word, ["any", "all"]).map(str::to_owned),
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_name_is_written_in_its_form() {
        assert_eq!(SHAPE.in_form(FormName::BARE_NAME, "BUF"), "BUF");
        assert_eq!(SHAPE.terminator(), None);
    }
}
