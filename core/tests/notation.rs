//! Golden files of the notation: `tests/notation/*.txt` hold settings, a text, an operation, and what compiling them
//! gives, as code or as rendered diagnostics. `BLESS=1` rewrites the last part.

#![cfg(not(target_arch = "wasm32"))] // reads files

mod notation_print;

use lanescope_core::base::{Clause, ScalarType};
use lanescope_core::diag::render;
use lanescope_core::semantics::{
    Constant, Environment, LineWords, NotationText, OperandBinding, OperandShape, compile,
};
use lanescope_core::spec::{Choice, Reading, ReadingSet};
use std::fmt::Write;
use std::path::Path;

const SOURCE: Clause = Clause { page: "tests", heading: "tests" };

const fn choice(name: &'static str) -> Choice {
    Choice { name, prose: "" }
}

const fn reading(name: &'static str, choices: &'static [Choice]) -> Reading {
    Reading { name, question: "", choices, evidence: "", source: SOURCE }
}

static READINGS: [&Reading; 4] = [
    &reading("offset_unit", &[choice("bytes"), choice("elements")]),
    &reading("fcmpwr_compare", &[choice("float"), choice("bitwise")]),
    &reading("float_minmax", &[choice("extension"), choice("alu")]),
    &reading("float_denormals", &[choice("preserve"), choice("flush")]),
];

/// A file: what stands before the first `----`, and the parts under `---- main`, `---- op` and `---- expect`.
#[derive(Default)]
struct Case {
    settings: String,
    main: String,
    op: Option<String>,
    expect: String,
}

fn read(text: &str) -> Case {
    let mut case = Case::default();
    let mut part = "settings";
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("---- ") {
            part = name;
            continue;
        }
        let target = match part {
            "settings" => &mut case.settings,
            "main" => &mut case.main,
            "op" => case.op.get_or_insert_default(),
            "expect" => &mut case.expect,
            other => panic!("no part is called {other}"),
        };
        target.push_str(line);
        target.push('\n');
    }
    case
}

fn settings(text: &str) -> (ScalarType, ReadingSet) {
    let mut access = ScalarType::Ud;
    let mut chosen = ReadingSet::default();
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("access", name)) => access = ScalarType::from_name(name).expect("a type"),
            Some(("reading", setting)) => {
                let (name, word) = setting.split_once(" = ").expect("NAME = CHOICE");
                let reading = READINGS.into_iter().find(|r| r.name == name).expect("a reading");
                let choice = reading.choices.iter().find(|c| c.name == word).expect("a choice");
                chosen.choose(reading, choice);
            }
            _ => panic!("no setting: {line}"),
        }
    }
    (access, chosen)
}

fn operands(access: ScalarType) -> Vec<OperandBinding> {
    let binding = |name, shape| OperandBinding { name, shape };
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
    let (access, chosen) = settings(&case.settings);
    let env = Environment {
        access,
        line: LineWords::default(),
        constants: constants(),
        operands: operands(access),
        readings: &READINGS,
        chosen: &chosen,
    };
    let text = |name: &str, text: &str| NotationText {
        name: name.to_owned(),
        text: text.trim_end().into(),
        document_offset: None,
    };
    let op = case.op.as_ref().map(|op| text("OP", op));
    let (code, diagnostics) = compile(text("MAIN", &case.main), op, &env);
    let mut out = String::new();
    for found in &diagnostics {
        let (name, text) =
            if found.text == 0 { ("main", &case.main) } else { ("op", case.op.as_ref().unwrap()) };
        let _ = write!(out, "{}", render(name, text.trim_end(), &found.diagnostic));
    }
    if let Some(code) = code {
        let _ = write!(out, "{}", notation_print::code(&code));
    }
    out
}

#[test]
fn golden_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/notation");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 30, "the cases are gone");
    let mut failed = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let case = read(&text);
        let actual = outcome(&case);
        if std::env::var_os("BLESS").is_some() {
            let head = text.split("---- expect\n").next().unwrap().trim_end();
            std::fs::write(&path, format!("{head}\n---- expect\n{actual}")).unwrap();
        } else if actual != case.expect {
            failed.push(format!("{}\nexpected:\n{}\nfound:\n{actual}", path.display(), case.expect));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
