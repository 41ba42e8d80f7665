//! The shape of instruction lines in listings and assemblers: `@!P0 SUATOM.D.BA.2D.ADD R0, [R4], R6, 0x50;`.

use super::rules::NUMBERED;
use crate::base::{SCENARIO_TEXT, rules};
use crate::spec::{
    ConstantBank, Form, FormName, FormPart, Keyword, KeywordList, LinePart, PartKey, RegisterNames,
    Separator, Shape,
};

/// The shape of instruction lines.
pub(crate) const SHAPE: Shape = Shape {
    parts: &[
        LinePart::ControlCodes,
        LinePart::Ignored('{'),
        LinePart::Guard(GUARD),
        LinePart::Mnemonic(&INSTRUCTION),
        LinePart::Modifiers(&MODIFIER),
        LinePart::Operands(Separator::Sign(',', &SEPARATOR)),
        LinePart::End { annotations: &['&', '?'], terminator: ';', ignored: &['}'] },
    ],
    operands: &[REGISTER, PREDICATE, ADDRESS, CONSTANT, NUMBER, SPECIAL],
};

/// The registers.
pub(crate) const REGISTERS: RegisterNames = RegisterNames { prefix: "R", last: 254, fixed: "RZ" };
/// The predicates.
pub(crate) const PREDICATES: RegisterNames = RegisterNames { prefix: "P", last: 6, fixed: "PT" };

/// The constant bank.
pub(crate) const CONSTANT_BANK: ConstantBank = ConstantBank { name: "c", index_bits: 13 };

const GUARD: Form = Form {
    name: FormName::PREDICATE,
    parts: &[
        FormPart::Sign('@', "`@`"),
        FormPart::Flag(PartKey::INVERTED),
        FormPart::Name(PartKey::NAME, "a predicate such as `P0`"),
    ],
    rule: &GUARD_FORM,
};

const REGISTER: Form = Form {
    name: FormName::REGISTER,
    parts: &[
        FormPart::Flag(PartKey::NEGATED),
        FormPart::RegisterName(PartKey::NAME, REGISTERS, "a register"),
        FormPart::Flag(PartKey::UPPER_HALF),
        FormPart::Flag(PartKey(".reuse")),
    ],
    rule: &NUMBERED.slot_kind,
};

const PREDICATE: Form = Form {
    name: FormName::PREDICATE,
    parts: &[
        FormPart::Flag(PartKey::INVERTED),
        FormPart::RegisterName(PartKey::NAME, PREDICATES, "a predicate"),
    ],
    rule: &NUMBERED.slot_kind,
};

const ADDRESS: Form = Form {
    name: FormName::ADDRESS,
    parts: &[
        FormPart::Sign('[', "`[`"),
        FormPart::RegisterName(PartKey::NAME, REGISTERS, "a register"),
        FormPart::Sign(']', "`]`"),
    ],
    rule: &NUMBERED.slot_kind,
};

const CONSTANT: Form = Form {
    name: FormName::CONSTANT,
    parts: &[
        FormPart::Keyword(PartKey(CONSTANT_BANK.name), &CONSTANTS),
        FormPart::Sign('[', "`[`"),
        FormPart::Number(PartKey::CONSTANT_BANK, "the number of a bank"),
        FormPart::Sign(']', "`]`"),
        FormPart::Sign('[', "`[`"),
        FormPart::Number(PartKey::OFFSET, "a byte offset"),
        FormPart::Sign(']', "`]`"),
        FormPart::Flag(PartKey::UPPER_HALF),
    ],
    rule: &NUMBERED.slot_kind,
};

static CONSTANTS: KeywordList = KeywordList {
    keywords: &[Keyword::new(CONSTANT_BANK.name, "The constant bank.")],
    rule: &NUMBERED.bank,
    unknown_message: |word| format!("`{word}` is not the constant bank; expected `{}`", CONSTANT_BANK.name),
    suggestion: |_| None,
};

const NUMBER: Form = Form {
    name: FormName::NUMBER,
    parts: &[FormPart::Value { key: PartKey::VALUE, takes_negative_patterns: true }],
    rule: &NUMBERED.slot_kind,
};

const SPECIAL: Form = Form {
    name: FormName::BARE_NAME,
    parts: &[FormPart::DottedName(PartKey::NAME)],
    rule: &NUMBERED.slot_kind,
};

rules! {
    INSTRUCTION: "sass-instruction", Invalid,
        "a line is a directive, a label or an instruction that begins with its guard or its mnemonic",
        SCENARIO_TEXT, "SASS instructions";
    MODIFIER: "sass-modifier", Invalid, "a word follows each dot of a mnemonic",
        SCENARIO_TEXT, "SASS instructions";
    GUARD_FORM: "text-sass-guard", Invalid, "a guard is `@P0` or `@!P0`",
        SCENARIO_TEXT, "SASS instructions";
    SEPARATOR: "text-sass-operand", Invalid, "operands have commas between them",
        SCENARIO_TEXT, "SASS instructions";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_name_is_written_in_its_form() {
        assert_eq!(SHAPE.in_form(FormName::ADDRESS, "R4"), "[R4]");
        assert_eq!(SHAPE.in_form(FormName::REGISTER, "R4"), "R4");
        assert_eq!(SHAPE.terminator(), Some(';'));
        assert_eq!(SHAPE.masks().count(), 0);
    }
}
