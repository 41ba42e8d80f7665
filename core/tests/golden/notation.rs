//! Texts of the notation, and the code or the rendered diagnostics that compiling each gives. The part `op` holds the
//! operation. Settings choose the access type and readings.

use super::notation_print;
use crate::common::golden::{Case, hold};
use lanescope_core::base::ScalarType;
use lanescope_core::diag::render;
use lanescope_core::semantics::{
    Constant, Environment, NotationOperand, NotationText, OperandShape, compile,
};
use lanescope_core::spec::{Choice, ChosenReadings, FloatBehaviour, Reading};
use std::fmt::Write;

const fn choice(name: &'static str) -> Choice {
    Choice { name, prose: "" }
}

const fn reading(name: &'static str, choices: &'static [Choice]) -> Reading {
    Reading { name, question: "", choices, statements: &[], practices: &[], because: "", example: "" }
}

static READINGS: [&Reading; 4] = [
    &reading("offset_unit", &[choice("bytes"), choice("elements")]),
    &reading("fcmpwr_compare", &[choice("float"), choice("bitwise")]),
    &reading("float_minmax", &[choice("extension"), choice("alu")]),
    &reading("float_denormals", &[choice("preserve"), choice("flush")]),
];

/// Returns the access type and the readings that the settings of a case choose.
fn settings(case: &Case) -> (ScalarType, ChosenReadings) {
    let mut access = ScalarType::Ud;
    let mut chosen = ChosenReadings::default();
    for (name, word) in case.settings() {
        if name == "access" {
            access = ScalarType::from_name(word).expect("a type");
        } else {
            let reading = READINGS.into_iter().find(|r| r.name == name).expect("a reading");
            let choice = reading.choices.iter().find(|c| c.name == word).expect("a choice");
            chosen.choose(reading, choice);
        }
    }
    (access, chosen)
}

fn operands(access: ScalarType) -> Vec<NotationOperand<'static>> {
    let binding = |name, shape| NotationOperand { name, shape };
    vec![
        binding("surface", OperandShape::Surface),
        binding("element_offset", OperandShape::Input(ScalarType::Ud)),
        binding("offset", OperandShape::Input(ScalarType::Ud)),
        binding("src0", OperandShape::Input(access)),
        binding("src1", OperandShape::Input(access)),
        binding("src", OperandShape::Input(access)),
        binding("dst", OperandShape::Output(access)),
    ]
}

fn constants() -> Vec<Constant> {
    let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
    vec![constant("exec_size", 8), constant("GRF_SIZE", 32), constant("ch_mask", 0b1010)]
}

fn outcome(case: &Case) -> String {
    let (access, chosen) = settings(case);
    let env = Environment {
        access,
        modifiers: Vec::new(),
        float: FloatBehaviour::default(),
        constants: constants(),
        operands: operands(access),
        readings: &READINGS,
        chosen: &chosen,
    };
    let text = |name: &str, text: &str| NotationText {
        name: name.to_owned(),
        text: text.trim_end().into(),
        document_offset: None,
        is_changed: false,
    };
    let op = case.part("op").map(|op| text("OP", op));
    let (code, diagnostics) = compile(text("MAIN", &case.text), op, &env);
    let mut out = String::new();
    let texts = [("main", Some(&*case.text)), ("op", case.part("op"))];
    for ((name, text), findings) in texts.into_iter().zip(&diagnostics) {
        for found in findings {
            let _ = write!(out, "{}", render(name, text.unwrap().trim_end(), found));
        }
    }
    if let Some(code) = code {
        let _ = write!(out, "{}", notation_print::code(&code));
    }
    out
}

#[test]
fn each_text_compiles_as_expected() {
    hold("core/tests/notation", outcome);
}
