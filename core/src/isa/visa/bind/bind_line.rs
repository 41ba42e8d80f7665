//! Binding of a line.

use super::analysis::{LineAnalysis, Texel};
use super::count;
use super::declarations::declared_names::DeclaredNames;
use super::forms::resolve;
use super::line_parts::{Execution, LineOperand, ResolvedLine};
use super::mask;
use super::operands::bind_operand::OperandBinder;
use super::operands::surface_operand;
use super::operation::{check_width, listed_op, supported_op};
use super::order;
use super::rules;
use super::types;
use super::written::written_line;
use crate::base::{ScalarType, counted};
use crate::check::{CompileInput, Context, Reported, collect_reported, modifiers, notation_operand};
use crate::diag::Diagnostic;
use crate::exec::{Bound, BoundOperand};
use crate::isa::visa::data_layout::{DataLayout, DataLayoutInput};
use crate::isa::visa::null::{null_operand, nullness, sources_of};
use crate::isa::visa::readings;
use crate::isa::visa::shape::exec_mask::ExecMask;
use crate::semantics::{Constant, NotationOperand, OperandShape};
use crate::spec::{
    Direction, ExecutionUnit, FloatBehaviour, ImpliedOperand, Instruction, Operand, OperandKind,
};
use crate::syntax::InstructionLine;
use std::rc::Rc;

/// Binds a line.
pub(super) fn bind(
    names: &mut DeclaredNames,
    cx: &mut Context,
    instr: &InstructionLine,
    row: &Rc<Instruction>,
) -> Result<Bound, Reported> {
    let mut line = resolve::resolve_line(names, cx, instr, row)?;
    // An error is returned after the steps that report more errors.
    let exec = exec_that_runs(cx, &line);
    let (first_lane, exec_size) = exec.map_or((0, 1), |(exec, size)| (exec.mask.first_lane, size));
    let analysis = analyse_line(cx, &line, first_lane, exec_size);
    let predicate = mask::bind_guard(names, cx, &line, exec);
    count::check(names, cx, &line, analysis.as_ref().ok())?;
    let analysis = analysis?;
    if exec.is_ok() {
        check_blocks(cx, instr, &analysis)?;
    }
    if mixes_up_floats(&line, &analysis) {
        // The operands report their types. The semantics cannot be compiled for them.
        operands(names, cx, &line, &analysis, [true; 2])?;
    }
    // The semantics come first: their code says which sources the operation uses.
    let input = compile_input(cx, &line, &analysis);
    let code =
        cx.compiler.compile(row, analysis.op.as_ref(), input, instr.mnemonic.span, &mut cx.findings)?;
    let used_sources = code.op.as_ref().map_or([true; 2], |op| sources_of(op.reads));
    order::put_in_row_order(cx, &mut line, &analysis, used_sources);
    let operands = operands(names, cx, &line, &analysis, used_sources)?;
    let (exec, exec_size) = exec?;
    let (predicate, written_predicate) = predicate?.unzip();
    let name = cx.settings.set.spelled(&row.mnemonic);
    let title = name + &modifiers::title(cx.text, &analysis.modifiers, analysis.op.as_ref());
    let access = analysis.access();
    let written = written_line(names, cx, &line, exec, written_predicate, analysis.modifiers.choices)?;
    Ok(Bound {
        row: Rc::clone(row),
        span: cx.line_span,
        line: written,
        title,
        op: analysis.op.as_ref().map(|op| op.name.clone()),
        code,
        exec_size,
        mask_offset: exec.mask.first_lane,
        no_mask: exec.mask.ignores_dispatch,
        predicate,
        operands,
        blocks: analysis.data_layout.destination_blocks(),
        access,
        element_bytes: access.size_bytes(),
        surface_kind: None,
        skips_helpers: row.skips_helpers,
        takes_sign: false,
        memory: (row.memory_behaviour)(&cx.settings.readings),
        schedule: cx.schedule(),
    })
}

/// Returns whether an instruction on integers has float sources.
fn mixes_up_floats(line: &ResolvedLine, analysis: &LineAnalysis) -> bool {
    let takes_floats = |operand: &Operand| matches!(operand.kind, OperandKind::Vector { types, .. } if types.contains(&ScalarType::F));
    line.row.unit == ExecutionUnit::Alu
        && analysis.access().is_float()
        && !line.signature.operands.iter().any(takes_floats)
}

/// Returns the mask and size of a line, and the number of lanes that run. A predicate is copied as a number by one
/// lane; the assembler reads a line with more lanes in this way.
fn exec_that_runs(cx: &mut Context, line: &ResolvedLine) -> Result<(Execution, u8), Reported> {
    let mut exec = line.exec;
    let size = mask::checked_size(cx, line)?;
    if size == 1 || !types::copies_predicate(cx, line) {
        return Ok((exec, size));
    }
    let message = format!(
        "one lane copies the predicate as one number, but this line has {size}; expected `(M1_NM, 1)`"
    );
    let finding = Diagnostic::warning(&rules::PREDICATE_NUMBER, exec.span, message);
    cx.findings.push(finding.write("(M1_NM, 1)"));
    exec.mask = ExecMask { first_lane: 0, ignores_dispatch: true };
    Ok((exec, 1))
}

/// Resolves the choices of a line.
fn analyse_line(
    cx: &mut Context,
    line: &ResolvedLine,
    first_lane: u8,
    exec_size: u8,
) -> Result<LineAnalysis, Reported> {
    let ResolvedLine { instr, row, signature, .. } = *line;
    let modifiers = modifiers::resolve(cx, instr, row)?;
    let attributes = modifiers.attributes();
    let op = match modifiers::op_in_force(cx, row, &modifiers) {
        Some(op) => Some(supported_op(cx, line, op)?),
        None => None,
    };
    let texel = if signature.takes_texels { surface_operand::texel(cx, line) } else { None };
    if let Some(op) = &op {
        check_width(cx, line, op, attributes.width.unwrap_or_default())?;
    }
    let listed = listed_op(row, op.as_ref());
    let ignores =
        |source| listed.is_some_and(|(op, table)| table.ignores_source(op, source, &cx.settings.readings));
    let ignored_sources = [0, 1].map(ignores);
    let destination = types::destination_type(cx, line);
    let alu_access = if row.unit == ExecutionUnit::Alu {
        Some(types::execution_type(cx, line, destination, attributes.saturates)?)
    } else {
        None
    };
    let data_layout = DataLayout::new(DataLayoutInput {
        signature,
        attributes,
        op_types: op.as_ref().map(|op| op.types),
        listed_op: listed.map(|(op, _)| op),
        texel: texel.map(Texel::pattern),
        stated: line.data,
        alu_access,
        address: line.address,
        lanes: exec_size.into(),
        first_lane: first_lane.into(),
        isa_values: &cx.settings.isa_values,
        readings: &cx.settings.readings,
    });
    let surface = surface_operand::surface_kind(cx, line);
    Ok(LineAnalysis {
        op,
        ignored_sources,
        data_layout,
        null: null_operand(signature),
        surface,
        texel,
        computes_predicates: types::computes_predicates(line),
        destination_type: destination.unwrap_or(types::PREDICATE_BIT),
        modifiers,
    })
}

/// Reports a number of blocks that does not go with the size of a block or the number of lanes.
fn check_blocks(cx: &mut Context, instr: &InstructionLine, analysis: &LineAnalysis) -> Result<(), Reported> {
    let DataLayout { blocks: Some(blocks), lanes, access, .. } = analysis.data_layout else { return Ok(()) };
    let bytes = access.size_bytes();
    let span = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    if blocks > 1 && lanes < 8 {
        let message =
            format!("{blocks} blocks for {}; the manual asks for 8 or 16 lanes", counted(lanes, "lane"));
        cx.findings.push(Diagnostic::warning(&rules::BLOCKS, span, message));
    }
    let is_listed = bytes == 4 && lanes == 8;
    if blocks == 8 && !is_listed && cx.settings.readings.is(&readings::SVM_BLOCKS, "listed") {
        let message = "8 blocks need blocks of 4 bytes and 8 lanes (reading `svm_blocks`)";
        return Err(cx.findings.error(&rules::BLOCKS, span, message));
    }
    Ok(())
}

fn operands(
    names: &mut DeclaredNames,
    cx: &mut Context,
    line: &ResolvedLine,
    analysis: &LineAnalysis,
    used_sources: [bool; 2],
) -> Result<Vec<BoundOperand>, Reported> {
    let misses_value = line.signature.operands.iter().zip(&line.operands).any(|(operand, written)| {
        let nullness = nullness(operand, used_sources, analysis.surface, analysis.ignored_sources);
        written.is_null() && !nullness.admits(true)
    });
    collect_reported(line.signature.operands.iter().enumerate().map(|(index, operand)| {
        let written = line.operands.get(index);
        let span = written.map_or(line.instr.mnemonic.span, |written| written.span);
        let mut binder = OperandBinder { names, cx, operand, analysis, used_sources, misses_value, span };
        match (operand.kind, written) {
            (OperandKind::Implied(ImpliedOperand::Surface(kind)), _) => binder.unnamed_surface(kind),
            (_, Some(written)) => binder.bind(written),
            (_, None) => Err(binder.cx.findings.report_fault(span)),
        }
    }))
}

/// Returns the inputs to the compilation of the semantics. Instructions of the ALU may test the words after the mnemonic.
fn compile_input(cx: &Context, line: &ResolvedLine, analysis: &LineAnalysis) -> CompileInput {
    let ResolvedLine { row, signature, .. } = *line;
    let mut constants = Vec::new();
    let mut constant = |name, value| constants.push(Constant { name, ty: ScalarType::Ud, value });
    if let Some(mask) = analysis.data_layout.channels {
        constant("ch_mask", u64::from(mask));
    }
    if let Some(blocks) = analysis.data_layout.blocks {
        constant("num_blocks", u64::from(blocks));
    }
    if signature.takes_texels {
        // Without a surface, the line has an error.
        let texel = analysis.texel.unwrap_or(Texel { ty: ScalarType::Ud, channels: 1 });
        constant("texel_channels", texel.channels as u64);
        constant("channel_bits", texel.channel_bits() as u64);
        constant("channel_is_signed", texel.ty.is_signed().into());
        constant("channel_is_float", texel.ty.holds_floats().into());
    }
    if signature.stated.is_some() {
        constant("address_size", analysis.data_layout.address.size_bytes() as u64);
    }
    let mut modifiers = Vec::new();
    if row.unit == ExecutionUnit::Alu {
        constant("dst_size", analysis.destination_type.size_bytes() as u64);
        constant("scalar_src", u64::from(line.operands.last().is_some_and(LineOperand::is_scalar)));
        modifiers = modifiers::modifier_words(row, &analysis.modifiers, analysis.op_name());
    }
    let of_set = cx.settings.behaviour.float;
    CompileInput {
        access: analysis.access(),
        exec_size: analysis.data_layout.lanes as u8, // at most 32
        operands: signature.operands.iter().map(|operand| operand_in_notation(operand, analysis)).collect(),
        constants,
        modifiers,
        float: FloatBehaviour { minmax: signature.minmax.unwrap_or(of_set.minmax), ..of_set },
    }
}

/// Returns the shape of an operand in the notation.
fn operand_in_notation(operand: &Operand, analysis: &LineAnalysis) -> NotationOperand<'static> {
    let is_written = operand.direction == Some(Direction::Out);
    let ty = match operand.kind {
        OperandKind::Scalar { ty } => ty,
        OperandKind::Raw { ty, .. } => ty.in_notation(analysis.access(), analysis.data_layout.address),
        OperandKind::Vector { .. } | OperandKind::Predicate if is_written => {
            let shape = if operand.may_be_predicate(Direction::Out) && analysis.destination_type.is_float() {
                // A result that may go to a predicate is a bit pattern, whatever its type.
                let ty = ScalarType::unsigned(analysis.destination_type.size_bytes());
                OperandShape::Converted { ty, saturate: false }
            } else {
                OperandShape::Converted {
                    ty: analysis.destination_type,
                    saturate: analysis.modifiers.attributes().saturates,
                }
            };
            return NotationOperand { name: operand.name, shape };
        }
        _ => analysis.access(),
    };
    notation_operand(operand, ty)
}
