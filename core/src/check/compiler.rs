//! Compilation of semantics for the instructions of a program.

use super::context::{CodeKey, Context};
use super::notation::OpInForce;
use super::rules;
use crate::base::{ScalarType, Span};
use crate::diag::Diagnostic;
use crate::semantics::{
    Code, Constant, Environment, ModifierWords, NotationText, OperandBinding, OperandShape, check_op, compile,
};
use crate::spec::{Direction, FloatRules, Instruction, Operand, OperandKind};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The limit on the notation text lowered for a program, in bytes. A thousand instructions, each with its own variant
/// of the longest built-in text, stay below it.
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
    pub float: FloatRules,
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

impl Context<'_> {
    /// Returns the lowered semantics of an instruction; `None` if an error was reported.
    pub fn compile_semantics(
        &mut self,
        row: &Instruction,
        input: LoweringInput,
        span: Span,
    ) -> Option<Rc<Code>> {
        let mut environment = environment(self, input.access, input.exec_size);
        environment.constants.extend(input.constants);
        let words = input.modifiers.iter();
        let key = CodeKey {
            mnemonic: row.mnemonic.to_string(),
            op: input.op.as_ref().map(|op| op.name.clone()),
            access: input.access,
            exec_size: input.exec_size,
            operands: input.operands.iter().map(|binding| binding.shape).collect(),
            constants: environment.constants.clone(),
            chosen: words.map(|words| (words.name.clone(), words.chosen.clone())).collect(),
            float: input.float,
        };
        if let Some(code) = self.compiled.get(&key) {
            return code.clone();
        }
        let main = self.notations.semantics(row);
        let op_text = input.op.map(|op| op.text);
        environment.operands = input.operands;
        environment.modifiers = input.modifiers;
        environment.float = input.float;
        let bytes = main.text.len() + op_text.as_ref().map_or(0, |text| text.text.len());
        if self.lowered_bytes + bytes > MOST_LOWERED_BYTES {
            let message = format!(
                "the texts of the notation that this program runs have more than {} MiB, each counted for each way in which it is called",
                MOST_LOWERED_BYTES >> 20
            );
            // Reported once: every further instruction would exceed the limit too.
            if !self.findings.iter().any(|finding| finding.rule == &rules::LOWERED) {
                self.error(&rules::LOWERED, span, message);
            }
            return None;
        }
        self.lowered_bytes += bytes;
        let (code, findings) = compile(main.clone(), op_text.clone(), &environment);
        for (text, findings) in [Some(&main), op_text.as_ref()].into_iter().zip(findings) {
            for finding in findings {
                notation_finding(self, text, finding, span);
            }
        }
        let code = code.map(Rc::new);
        self.compiled.insert(key, code.clone());
        code
    }

    /// Checks the operations of the document that no instruction uses, each with its type.
    pub fn unused_ops(&mut self) {
        let mut rows = self.settings.set.instructions.iter();
        let Some(table) = rows.find_map(|row| row.op_table().filter(|_| row.numbered().is_none())) else {
            return;
        };
        let texts = self.compiled.values().flatten().flat_map(|code| &code.texts);
        let used: FxHashSet<u32> = texts.filter_map(|text| text.document_offset).collect();
        for block in self.notations.ops() {
            if self.findings.stop_if_full(block.name.span) {
                return;
            }
            if used.contains(&block.body.start) {
                continue;
            }
            let Some(op) = self.notations.op(table, &block.name.text) else { continue };
            let findings = check_op(&op.text.text, &environment(self, op.types.dword, 1));
            for finding in findings {
                notation_finding(self, Some(&op.text), finding, block.name.span);
            }
        }
    }
}

/// Adds a finding in a notation text, moved to the position of that text in the document. A finding in a built-in text
/// is reported at `instruction`.
pub(super) fn notation_finding(
    cx: &mut Context,
    text: Option<&NotationText>,
    mut finding: Diagnostic,
    instruction: Span,
) {
    match text.and_then(|text| text.document_offset) {
        Some(offset) => {
            let moved = |span: Span| Span { start: span.start + offset, end: span.end + offset };
            finding.span = moved(finding.span);
            for note in &mut finding.notes {
                note.span = note.span.map(moved);
            }
            for edit in finding.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
                edit.span = moved(edit.span);
            }
        }
        None => {
            let name = text.map_or("", |text| text.name.as_str());
            finding = Diagnostic::error(finding.rule, instruction, format!("in {name}: {}", finding.message));
        }
    }
    if !cx.findings.contains(&finding) {
        cx.findings.push(finding);
    }
}

/// Returns the environment that every text shares, for an access type and a number of lanes.
fn environment<'a>(cx: &Context<'a>, access: ScalarType, exec_size: u8) -> Environment<'a> {
    let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
    let settings = cx.settings.set.settings.iter();
    let named = settings.filter_map(|setting| Some((setting.constant?, cx.settings.values.get(setting.key))));
    let mut constants = vec![constant("exec_size", u64::from(exec_size))];
    constants.extend(named.map(|(name, value)| constant(name, u64::from(value))));
    Environment {
        access,
        constants,
        operands: Vec::new(),
        readings: cx.settings.set.readings,
        chosen: &cx.settings.readings,
        modifiers: Vec::new(),
        float: cx.settings.dialect.float,
    }
}
