//! Binding of a line.

use super::element::grf_bytes;
use super::facts::{LineFacts, Texel};
use super::line_parts::{Exec, Line, LineOperand};
use super::operand::OperandBinder;
use super::operation::{access_in_operand_type, listed_op, op_use, operation_access};
use super::visa_check::VisaCheck;
use super::written::written_line;
use super::{count, fit, mask, order, rules, surface_operand, types};
use crate::base::{ScalarType, counted};
use crate::check::{Context, LoweringInput, OpInForce, operand_binding, words};
use crate::diag::Diagnostic;
use crate::exec::{Bound, BoundOperand};
use crate::isa::visa::data_layout::DataLayout;
use crate::isa::visa::readings;
use crate::isa::visa::shape::exec_mask::ExecMask;
use crate::isa::visa::usual_operand::{data_types, null_operand, sources_of};
use crate::semantics::{Constant, OperandBinding, OperandShape};
use crate::spec::{Direction, ExecutionUnit, Instruction, MinMax, OpWidth, Operand, OperandKind};
use crate::syntax::InstructionLine;
use std::rc::Rc;

/// Binds a line.
pub(super) fn bind(
    visa: &mut VisaCheck,
    cx: &mut Context,
    instr: &InstructionLine,
    row: &Rc<Instruction>,
) -> Option<Bound> {
    let before = cx.findings.len();
    let signature = row.declared()?;
    let mut line = fit::fit_line(visa, cx, instr, row, signature)?;
    let exec = exec_that_runs(cx, &line);
    let (first_lane, exec_size) = exec.map_or((0, 1), |(exec, size)| (exec.mask.first_lane, size));
    let facts = line_facts(cx, &line, first_lane, exec_size);
    let (predicate, written_predicate) = mask::predicate(visa, cx, instr, row, exec).unzip();
    if !count::check(cx, instr, signature, facts.as_ref(), line.exec) {
        return None;
    }
    let facts = facts?;
    if exec.is_some() {
        check_blocks(cx, instr, row, &facts)?;
    }
    // The semantics come first: their code says which sources the operation uses.
    let input = lowering_input(cx, &line, &facts);
    let code = cx.compiler.compile(row, input, instr.mnemonic.span, &mut cx.findings)?;
    let used_sources = code.op.as_ref().map_or([true; 2], |op| sources_of(op.reads));
    order::put_in_row_order(cx, &mut line, &facts, used_sources);
    let operands = operands(visa, cx, &line, &facts, used_sources);
    if cx.findings.has_errors_since(before) {
        return None;
    }
    let (exec, exec_size) = exec?;
    let name = cx.settings.set.spelled(&row.mnemonic);
    let title = name + &words::title(&facts.words, facts.op.as_ref());
    let access = facts.access();
    let written = written_line(visa, cx, &line, exec, written_predicate, facts.words.words)?;
    Some(Bound {
        row: Rc::clone(row),
        span: cx.line_span,
        line: written,
        title,
        op: facts.op.as_ref().map(|op| op.name.clone()),
        code,
        exec_size,
        mask_offset: exec.mask.first_lane,
        no_mask: exec.mask.ignores_dispatch,
        predicate,
        operands: operands?,
        blocks: facts.data_layout.blocks_of_channels(),
        access,
        element_bytes: access.size_bytes(),
        surface_kind: None,
        skips_helpers: row.skips_helpers,
        takes_sign: false,
        memory: (row.memory_behaviour)(&cx.settings.readings),
        schedule: cx.schedule(),
    })
}

/// Returns the mask and size of a line, and the number of lanes that run. A predicate is copied as a number by one
/// lane; the assembler reads a line with more lanes in this way.
fn exec_that_runs(cx: &mut Context, line: &Line) -> Option<(Exec, u8)> {
    let mut exec = line.exec;
    let size = mask::checked_size(cx, exec, line.row, line.signature)?;
    if size == 1 || !types::copies_predicate(cx, line) {
        return Some((exec, size));
    }
    let message = format!(
        "one lane copies the predicate as one number, but this line has {size}; expected `(M1_NM, 1)`"
    );
    let finding = Diagnostic::warning(&rules::PREDICATE_NUMBER, exec.span, message);
    cx.findings.push(finding.write("(M1_NM, 1)"));
    exec.mask = ExecMask { first_lane: 0, ignores_dispatch: true };
    Some((exec, 1))
}

/// Reads the choices of a line.
fn line_facts(cx: &mut Context, line: &Line, first_lane: u8, exec_size: u8) -> Option<LineFacts> {
    let Line { instr, row, signature, data: stated, .. } = *line;
    let words = words::read(cx, instr, row)?;
    let decisions = words.decisions();
    let width = decisions.width.unwrap_or_default();
    let op = match words::op_in_force(cx, row, &words) {
        Some(op) => Some(op_use(cx, instr, row, op)?),
        None => None,
    };
    let texel = if signature.takes_texels { surface_operand::texel(cx, line) } else { None };
    let written_access = operation_access(cx, line, op.as_ref(), &decisions)?;
    let operation_access = texel.map_or(written_access, Texel::pattern);
    let operand_types = operand_types(cx, line, op.as_ref(), width, operation_access);
    let listed = listed_op(row, op.as_ref());
    let tolerates = |role: &&Operand| {
        listed.is_some_and(|(op, table)| (table.tolerates)(op, role.name, &cx.settings.readings))
    };
    let tolerated = signature.operands.iter().filter(tolerates).map(|role| role.name).collect();
    let destination = types::destination_type(cx, line);
    let access = match row.unit {
        ExecutionUnit::Alu => types::execution_type(cx, line, destination, decisions.saturates)?,
        ExecutionUnit::Memory if stated.is_some() => operation_access,
        ExecutionUnit::Memory => access_in_operand_type(operation_access, operand_types[0], width),
    };
    let surface = surface_operand::surface_kind(cx, line);
    Some(LineFacts {
        op,
        tolerated,
        data_layout: DataLayout {
            lanes: exec_size.into(),
            first_lane: first_lane.into(),
            channels: stated.map(|data| data.channels).or(decisions.channels),
            channel_bytes: DataLayout::bytes_of_a_channel(access, signature.takes_texels),
            blocks: decisions.blocks,
            register_bytes: grf_bytes(cx.settings),
            blocks_may_overlap: cx.settings.readings.is(&readings::BLOCK_PITCH, "next_register"),
            operand_types,
            access,
            address: line.address,
        },
        null: null_operand(signature),
        surface,
        texel,
        saturates: decisions.saturates,
        computes_predicates: types::computes_predicates(line),
        destination_type: destination.unwrap_or(types::PREDICATE_BIT),
        has_scalar_source: line.operands.last().is_some_and(LineOperand::is_scalar),
        words,
    })
}

/// Returns the types that operands with data of the operation may have.
fn operand_types(
    cx: &Context,
    line: &Line,
    op: Option<&OpInForce>,
    width: OpWidth,
    operation_access: ScalarType,
) -> Vec<ScalarType> {
    if line.data.is_some() {
        return data_types(operation_access);
    }
    match (op, listed_op(line.row, op)) {
        (_, Some((op, table))) => (table.operand_types)(op, width, &cx.settings.readings).to_vec(),
        (Some(op), None) if width == OpWidth::Word => vec![op.types.dword],
        (_, None) => vec![operation_access],
    }
}

/// Reports a number of blocks that SVM_GATHER and SVM_SCATTER do not take for the size of a block or the number of
/// lanes.
fn check_blocks(
    cx: &mut Context,
    instr: &InstructionLine,
    row: &Instruction,
    facts: &LineFacts,
) -> Option<()> {
    if !row.readings.contains(&&readings::SVM_BLOCKS) {
        return Some(());
    }
    let DataLayout { blocks, lanes, access, .. } = facts.data_layout;
    let (blocks, bytes) = (blocks.unwrap_or(1), access.size_bytes());
    let span = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    if blocks > 1 && lanes < 8 {
        let message =
            format!("{blocks} blocks for {}; the manual asks for 8 or 16 lanes", counted(lanes, "lane"));
        cx.findings.push(Diagnostic::warning(&rules::BLOCKS, span, message));
    }
    let is_listed = bytes == 4 && lanes == 8;
    if blocks == 8 && !is_listed && cx.settings.readings.is(&readings::SVM_BLOCKS, "listed") {
        let message = "8 blocks need blocks of 4 bytes and 8 lanes (reading `svm_blocks`)";
        cx.findings.error(&rules::BLOCKS, span, message.to_owned());
        return None;
    }
    Some(())
}

fn operands(
    visa: &mut VisaCheck,
    cx: &mut Context,
    line: &Line,
    facts: &LineFacts,
    used_sources: [bool; 2],
) -> Option<Vec<BoundOperand>> {
    let bound = line.signature.operands.iter().enumerate().map(|(index, role)| {
        let written = line.operands.get(index);
        let span = written.map_or(line.instr.mnemonic.span, |written| written.span);
        let mut binder = OperandBinder { visa, cx, role, facts, used_sources, span };
        match (role.kind, written) {
            (OperandKind::UnnamedSurface(kind), _) => binder.unnamed_surface(kind),
            (_, written) => binder.bind(written?),
        }
    });
    // All are bound, so that the errors of each are reported.
    bound.collect::<Vec<_>>().into_iter().collect()
}

/// Returns the inputs to the lowering of the semantics. Instructions of the ALU may test the words after the mnemonic,
/// and their float rules do not depend on the readings of atomics.
fn lowering_input(cx: &Context, line: &Line, facts: &LineFacts) -> LoweringInput {
    let Line { row, signature, .. } = *line;
    let mut constants = Vec::new();
    let mut constant = |name, value| constants.push(Constant { name, ty: ScalarType::Ud, value });
    if let Some(mask) = facts.data_layout.channels {
        constant("ch_mask", u64::from(mask));
    }
    if let Some(blocks) = facts.data_layout.blocks {
        constant("num_blocks", u64::from(blocks));
    }
    if signature.takes_texels {
        // Without a surface, the line has an error.
        let texel = facts.texel.unwrap_or(Texel { ty: ScalarType::Ud, channels: 1 });
        constant("texel_channels", texel.channels as u64);
        constant("channel_bits", texel.channel_bits() as u64);
        constant("channel_is_signed", texel.ty.is_signed().into());
        constant("channel_is_float", texel.ty.holds_floats().into());
    }
    if signature.stated.is_some() {
        constant("address_size", facts.data_layout.address.size_bytes() as u64);
    }
    let (mut modifiers, mut float) = (Vec::new(), cx.settings.dialect.float);
    if row.unit == ExecutionUnit::Alu {
        constant("dst_size", facts.destination_type.size_bytes() as u64);
        constant("scalar_src", u64::from(facts.has_scalar_source));
        modifiers = words::row_modifiers(row, &facts.words, facts.op_name());
        float.minmax = MinMax::Alu;
    }
    LoweringInput {
        op: facts.op.clone(),
        access: facts.access(),
        exec_size: facts.data_layout.lanes as u8, // at most 32
        operands: signature.operands.iter().map(|role| binding(role, facts)).collect(),
        constants,
        modifiers,
        float,
    }
}

/// Returns the shape of an operand in the notation.
fn binding(role: &Operand, facts: &LineFacts) -> OperandBinding<'static> {
    let is_written = role.direction == Some(Direction::Out);
    let ty = match role.kind {
        OperandKind::Scalar { ty } => ty,
        OperandKind::Raw { ty, .. } => ty.in_notation(facts.access(), facts.data_layout.address),
        OperandKind::Vector { predicate, .. } if is_written => {
            let shape = if predicate && facts.destination_type.is_float() {
                // A result that may go to a predicate is a bit pattern, whatever its type.
                let ty = ScalarType::unsigned(facts.destination_type.size_bytes());
                OperandShape::Converted { ty, saturate: false }
            } else {
                OperandShape::Converted { ty: facts.destination_type, saturate: facts.saturates }
            };
            return OperandBinding { name: role.name, shape };
        }
        _ => facts.access(),
    };
    operand_binding(role, ty)
}
