//! Compilation of semantics for the instructions of a program.

use super::notation::{Notations, OpInForce};
use crate::base::{ScalarType, Span};
use crate::check::findings::Findings;
use crate::check::rules;
use crate::check::setup::settings::ScenarioSettings;
use crate::diag::Diagnostic;
use crate::semantics::{
    Code, Constant, Environment, ModifierWords, NotationText, OperandBinding, OperandShape, check_op, compile,
};
use crate::spec::{Direction, FloatBehaviour, Instruction, Operand, OperandKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The limit on the notation text lowered for a program, in bytes.
pub(crate) const MOST_LOWERED_BYTES: usize = 4 << 20;

/// The inputs to the lowering of an instruction's semantics.
pub struct LoweringInput {
    pub op: Option<OpInForce>,
    /// The access type, `T`.
    pub access: ScalarType,
    pub exec_size: u8,
    /// The row's operands, as the notation sees them.
    pub operands: Vec<OperandBinding<'static>>,
    /// Named constants in addition to those that every text may use.
    pub constants: Vec<Constant>,
    /// The arguments that `modifier(name, word)` accepts.
    pub modifiers: Vec<ModifierWords>,
    pub float: FloatBehaviour,
}

/// Returns an operand as the notation sees it, with the type of its elements.
pub(crate) fn operand_binding(operand: &Operand, ty: ScalarType) -> OperandBinding<'static> {
    let shape = match operand.kind {
        OperandKind::Surface { .. } | OperandKind::UnnamedSurface(_) => OperandShape::Surface,
        OperandKind::AllSurfaces => OperandShape::HeaderPool,
        OperandKind::Exited => OperandShape::Output(ScalarType::Ub),
        _ if operand.direction == Some(Direction::In) => OperandShape::Input(ty),
        _ => OperandShape::Output(ty),
    };
    OperandBinding { name: operand.name, shape }
}

/// The cache key of lowered semantics: everything that they depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CodeKey {
    mnemonic: String,
    op: Option<String>,
    access: ScalarType,
    exec_size: u8,
    operands: Vec<OperandShape>,
    constants: Vec<Constant>,
    /// The chosen words of the modifiers, as pairs of modifier and word.
    chosen: Vec<(String, String)>,
    float: FloatBehaviour,
}

/// The compiler of the semantics of a document's instructions.
pub struct Compiler<'a> {
    settings: &'a ScenarioSettings,
    notations: &'a Notations<'a>,
    /// The compiled semantics. Instructions that differ only in the places of their operands share an entry. The code
    /// is `None` if an error was reported.
    compiled: FxHashMap<CodeKey, Option<Rc<Code>>>,
    /// The number of bytes of notation text lowered so far.
    lowered_bytes: usize,
    /// Whether the limit was reported. Every further instruction would exceed it too.
    is_over_limit: bool,
}

impl<'a> Compiler<'a> {
    /// Creates a compiler without compiled semantics.
    pub fn new(settings: &'a ScenarioSettings, notations: &'a Notations<'a>) -> Self {
        Self { settings, notations, compiled: FxHashMap::default(), lowered_bytes: 0, is_over_limit: false }
    }

    /// Returns the lowered semantics of an instruction; `None` if an error was reported.
    pub fn compile(
        &mut self,
        row: &Instruction,
        input: LoweringInput,
        span: Span,
        findings: &mut Findings,
    ) -> Option<Rc<Code>> {
        let mut constants = constants_of_line(self.settings, input.exec_size);
        constants.extend(input.constants);
        let modifiers = input.modifiers.iter();
        let key = CodeKey {
            mnemonic: row.mnemonic.to_string(),
            op: input.op.as_ref().map(|op| op.name.clone()),
            access: input.access,
            exec_size: input.exec_size,
            operands: input.operands.iter().map(|binding| binding.shape).collect(),
            constants: constants.clone(),
            chosen: modifiers.map(|modifier| (modifier.name.clone(), modifier.chosen.clone())).collect(),
            float: input.float,
        };
        if let Some(code) = self.compiled.get(&key) {
            return code.clone();
        }
        let main = self.notations.semantics(row);
        let op_text = input.op.map(|op| op.text);
        let bytes = main.text.len() + op_text.as_ref().map_or(0, |text| text.text.len());
        if self.lowered_bytes + bytes > MOST_LOWERED_BYTES {
            if !std::mem::replace(&mut self.is_over_limit, true) {
                let message = format!(
                    "the texts of the notation that this program runs have more than {} MiB, each counted for each way in which it is called",
                    MOST_LOWERED_BYTES >> 20
                );
                findings.error(&rules::LOWERED, span, message);
            }
            return None;
        }
        self.lowered_bytes += bytes;
        let environment = Environment {
            access: input.access,
            constants,
            operands: input.operands,
            readings: self.settings.set.readings,
            chosen: &self.settings.readings,
            modifiers: input.modifiers,
            float: input.float,
        };
        let (code, found) = compile(main.clone(), op_text.clone(), &environment);
        let texts = std::iter::once(&main).chain(&op_text);
        for (text, found) in texts.zip(found) {
            report_in_notation(findings, text, found, span);
        }
        let code = code.map(Rc::new);
        self.compiled.insert(key, code.clone());
        code
    }

    /// Checks the operations of the document that no instruction uses, each with its type. In a set with numbered registers, the
    /// words of a line give the type, so unused operations are not checked.
    pub fn check_unused_ops(&self, findings: &mut Findings) {
        let mut rows = self.settings.set.instructions.iter();
        let Some(table) = rows.find_map(|row| row.op_table().filter(|_| row.numbered().is_none())) else {
            return;
        };
        let texts = self.compiled.values().flatten().flat_map(|code| &code.texts);
        let used: FxHashSet<u32> = texts.filter_map(|text| text.document_offset).collect();
        for block in self.notations.ops() {
            if findings.stop_if_full(block.name.span) {
                return;
            }
            if used.contains(&block.body.start) {
                continue;
            }
            let Some(op) = self.notations.op(table, &block.name.text) else { continue };
            let environment = Environment {
                access: op.types.dword,
                constants: constants_of_line(self.settings, 1),
                ..bare_environment(self.settings)
            };
            let found = check_op(&op.text.text, &environment);
            report_in_notation(findings, &op.text, found, block.name.span);
        }
    }
}

/// Adds the findings in a notation text, moved to the position of that text in the document. Findings in a built-in text are reported
/// at `used_at`.
pub(in crate::check) fn report_in_notation(
    findings: &mut Findings,
    text: &NotationText,
    found: Vec<Diagnostic>,
    used_at: Span,
) {
    for finding in found {
        let finding = match text.document_offset {
            Some(offset) => moved(finding, offset),
            None => {
                let message = format!("in {}: {}", text.name, finding.message);
                Diagnostic::error(finding.rule, used_at, message)
            }
        };
        findings.push_new(finding);
    }
}

/// Moves the spans of a finding in a text to the position of the text in the document.
fn moved(mut finding: Diagnostic, offset: u32) -> Diagnostic {
    let moved = |span: Span| Span { start: span.start + offset, end: span.end + offset };
    finding.span = moved(finding.span);
    for note in &mut finding.notes {
        note.span = note.span.map(moved);
    }
    for edit in finding.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
        edit.span = moved(edit.span);
    }
    finding
}

/// Returns the constants that the texts of every instruction may use: the number of lanes, and the numbers given by `.isa`.
fn constants_of_line(settings: &ScenarioSettings, exec_size: u8) -> Vec<Constant> {
    let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
    let named = settings.set.settings.iter();
    let named = named.filter_map(|setting| Some((setting.notation_name?, settings.values.get(setting.key))));
    let mut constants = vec![constant("exec_size", u64::from(exec_size))];
    constants.extend(named.map(|(name, value)| constant(name, u64::from(value))));
    constants
}

/// Returns the environment of a text that has neither lanes nor operands.
pub(in crate::check) fn bare_environment(settings: &ScenarioSettings) -> Environment<'_> {
    Environment {
        access: ScalarType::Ud,
        constants: Vec::new(),
        operands: Vec::new(),
        readings: settings.set.readings,
        chosen: &settings.readings,
        modifiers: Vec::new(),
        float: settings.dialect.float,
    }
}
