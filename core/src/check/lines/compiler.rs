//! Compilation of semantics for the instructions of a program.

use super::notation::{Notations, OpInForce, op_types};
use crate::base::{ScalarType, Span};
use crate::check::findings::{Findings, Reported};
use crate::check::quota::Quota;
use crate::check::rules;
use crate::check::setup::settings::ScenarioSettings;
use crate::diag::Diagnostic;
use crate::semantics::{
    Code, Constant, Environment, ModifierWords, NotationOperand, NotationText, OperandShape,
    check_main_syntax, check_op, check_op_syntax, compile,
};
use crate::spec::{Direction, FloatBehaviour, ImpliedOperand, Instruction, Operand, OperandKind};
use crate::syntax::NotationBlock;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The limit on the notation text compiled for a program, in bytes.
pub(crate) const MAX_COMPILED_BYTES: usize = 4 << 20;

/// Everything on which the compiled semantics depend besides the texts and the settings of the document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompileInput {
    /// The access type, `T`.
    pub access: ScalarType,
    pub exec_size: u8,
    /// The row's operands, as the notation sees them.
    pub operands: Vec<NotationOperand<'static>>,
    /// Named constants in addition to those that every text may use.
    pub constants: Vec<Constant>,
    /// The arguments that `modifier(name, word)` accepts.
    pub modifiers: Vec<ModifierWords>,
    pub float: FloatBehaviour,
}

/// Returns an operand as the notation sees it, with the type of its elements.
pub(crate) fn notation_operand(operand: &Operand, ty: ScalarType) -> NotationOperand<'static> {
    let shape = match operand.kind {
        OperandKind::Surface { .. } | OperandKind::Implied(ImpliedOperand::Surface(_)) => {
            OperandShape::Surface
        }
        OperandKind::Implied(ImpliedOperand::AllSurfaces) => OperandShape::HeaderPool,
        OperandKind::Implied(ImpliedOperand::ExitedLanes) => OperandShape::Output(ScalarType::Ub),
        _ if operand.direction == Some(Direction::In) => OperandShape::Input(ty),
        _ => OperandShape::Output(ty),
    };
    NotationOperand { name: operand.name, shape }
}

/// The key of compiled semantics.
#[derive(PartialEq, Eq, Hash)]
struct CodeKey {
    mnemonic: String,
    op_name: Option<String>,
    input: CompileInput,
}

/// The compiler of the semantics of a document's instructions.
pub struct Compiler<'a> {
    settings: &'a ScenarioSettings,
    notations: &'a Notations<'a>,
    /// The compiled semantics. Instructions that differ only in the registers and variables of their operands share an entry.
    compiled: FxHashMap<CodeKey, Result<Rc<Code>, Reported>>,
    /// The offsets in the document of the texts that instructions use.
    used: FxHashSet<u32>,
    /// The bytes of notation text that are compiled.
    compiled_bytes: Quota,
}

impl<'a> Compiler<'a> {
    /// Creates a compiler without compiled semantics.
    pub fn new(settings: &'a ScenarioSettings, notations: &'a Notations<'a>) -> Self {
        Self {
            settings,
            notations,
            compiled: FxHashMap::default(),
            used: FxHashSet::default(),
            compiled_bytes: Quota::new(MAX_COMPILED_BYTES),
        }
    }

    /// Returns the compiled semantics of an instruction.
    pub fn compile(
        &mut self,
        row: &Instruction,
        op: Option<&OpInForce>,
        input: CompileInput,
        span: Span,
        findings: &mut Findings,
    ) -> Result<Rc<Code>, Reported> {
        let op_name = op.map(|op| op.name.clone());
        let key = CodeKey { mnemonic: row.mnemonic.to_string(), op_name, input };
        if let Some(code) = self.compiled.get(&key) {
            return code.clone();
        }
        let main = self.notations.semantics(row);
        let op_text = op.map(|op| op.text.clone());
        let bytes = main.text.len() + op_text.as_ref().map_or(0, |text| text.text.len());
        self.compiled_bytes.take(bytes, findings, || {
            let message = format!(
                "with this line, the texts of the notation that the program runs have more than {} MiB",
                MAX_COMPILED_BYTES >> 20
            );
            Diagnostic::error(&rules::COMPILED_BYTES, span, message)
        })?;
        let mut constants = constants_of_line(self.settings, key.input.exec_size);
        constants.extend(&key.input.constants);
        let environment = Environment {
            access: key.input.access,
            constants,
            operands: key.input.operands.clone(),
            readings: self.settings.set.readings,
            chosen: &self.settings.readings,
            modifiers: key.input.modifiers.clone(),
            float: key.input.float,
        };
        let (code, found) = compile(main.clone(), op_text.clone(), &environment);
        let texts = std::iter::once(&main).chain(&op_text);
        self.used.extend(texts.clone().filter_map(|text| text.document_offset));
        for (text, found) in texts.zip(found) {
            report_in_notation(findings, text, found, span);
        }
        let code = code.map(Rc::new).ok_or_else(|| findings.already_reported(span));
        self.compiled.insert(key, code.clone());
        code
    }

    /// Checks the texts of the document that no instruction uses.
    pub fn check_unused(&self, findings: &mut Findings) {
        let unused = |block: &&&NotationBlock| !self.used.contains(&block.body.start);
        for block in self.notations.semantics_blocks().iter().filter(unused) {
            let text = self.notations.text_of_block(&block.name.text, block, None);
            let found = check_main_syntax(&text.text);
            report_in_notation(findings, &text, found, block.name.span);
        }
        for block in self.notations.op_blocks().iter().filter(unused) {
            let text = self.notations.text_of_block(&block.name.text, block, None);
            let found = self.check_unused_op(block, &text);
            report_in_notation(findings, &text, found, block.name.span);
        }
    }

    /// Returns the findings in an unused operation. In a set with numbered registers, the words of a line give the type, so only the
    /// syntax is checked.
    fn check_unused_op(&self, block: &NotationBlock, text: &NotationText) -> Vec<Diagnostic> {
        let set = &self.settings.set;
        if set.registers.is_some() {
            return check_op_syntax(&text.text);
        }
        let mut tables = set.instructions.iter().filter_map(|row| row.op_table());
        let listed = tables.find_map(|table| table.op(&block.name.text));
        let environment = Environment {
            access: op_types(Some(block), listed).dword,
            constants: constants_of_line(self.settings, 1),
            ..bare_environment(self.settings)
        };
        check_op(&text.text, &environment)
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
        findings.push_once(finding);
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
    let named = settings.set.parameters.iter();
    let named =
        named.filter_map(|parameter| Some((parameter.notation_name?, settings.isa_values.get(parameter))));
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
        float: settings.behaviour.float,
    }
}
