//! Binding of a line.

use super::chosen::{LineChoices, Texel};
use super::node::{self, Exec};
use super::{count, fit, mask, operand, order, rules, stated, types, written};
use crate::base::{ScalarType, Span, counted};
use crate::check::compiler::LoweringInput;
use crate::check::context::Context;
use crate::check::notation::OpInForce;
use crate::check::words;
use crate::diag::Diagnostic;
use crate::exec::{Bound, BoundOperand, WrittenExec, WrittenLine};
use crate::isa::visa::declaration::data_types;
use crate::isa::visa::readings;
use crate::semantics::{Constant, OperandBinding, OperandShape, op_mentions};
use crate::spec::{
    DeclaredForm, DeclaredOperand, Direction, Fixes, Instruction, MinMax, OpUse, OpWidth, Operand,
    OperandType, Unit,
};
use crate::syntax::Instr;
use std::rc::Rc;

/// Binds a line.
pub(super) fn bind(cx: &mut Context, span: Span, instr: &Instr, row: &Rc<Instruction>) -> Option<Bound> {
    let before = cx.findings.len();
    let form = row.declared()?;
    let written = instr;
    let instr = &fit::fitted(cx, instr, row, form)?;
    let exec = exec(cx, instr, form);
    let chosen = chosen(cx, instr, (row, form), exec.map_or((0, 1), |(exec, size)| (exec.mask_offset, size)));
    let (predicate, written_predicate) = mask::predicate(cx, instr, (row, form), exec).unzip();
    if !count::is_fine(cx, written, form, chosen.as_ref(), node::exec(instr)?) {
        return None;
    }
    let chosen = chosen?;
    let instr = &order::in_row_order(cx, instr.clone(), form, &chosen);
    if exec.is_some() {
        blocks_are_fine(cx, instr, &chosen)?;
    }
    // The semantics come first: the use of a source is unknown if their text has errors.
    let meaning = meaning(cx, (row, form), &chosen);
    let code = cx.code(row, meaning, instr.mnemonic.span)?;
    let operands = operands(cx, instr, form, &chosen);
    if cx.has_errors_since(before) {
        return None;
    }
    let (exec, exec_size) = exec?;
    let title = format!("{}{}", cx.settings.set.spelled(&row.mnemonic), chosen.words.title());
    let texts = instr.operands.iter();
    let line = WrittenLine {
        mnemonic: instr.mnemonic.span,
        predicate: written_predicate,
        exec: Some(WrittenExec {
            size: exec.size.value.try_into().ok()?,
            size_span: exec.size.span,
            mask_span: exec.mask_span.unwrap_or(exec.span),
        }),
        operands: texts.map(|text| written::written_operand(cx, text)).collect::<Option<_>>()?,
        words: chosen.words.written,
    };
    Some(Bound {
        row: Rc::clone(row),
        span,
        line,
        title,
        op: chosen.op.as_ref().map(|op| op.name.clone()),
        code,
        exec_size,
        mask_offset: exec.mask_offset,
        no_mask: exec.no_mask,
        predicate,
        operands: operands?,
        access: chosen.access,
        element_bytes: chosen.access.size_bytes(),
        surface_kind: None,
        skips_helpers: false,
        takes_sign: false,
        memory: (row.memory)(&cx.settings.readings),
        schedule: cx.schedule(span),
    })
}

/// Returns the mask and size of a line, and the number of lanes that run. A predicate is copied as a number by one
/// lane; the assembler reads a line with more lanes in this way.
fn exec(cx: &mut Context, instr: &Instr, form: &DeclaredForm) -> Option<(Exec, u8)> {
    let (mut exec, size) = mask::exec(cx, instr, form)?;
    if size == 1 || !types::copies_predicate(cx, instr, form) {
        return Some((exec, size));
    }
    let message = format!(
        "one lane copies the predicate as one number, but this line has {size}; expected `(M1_NM, 1)`"
    );
    let finding = Diagnostic::warning(&rules::PREDICATE_NUMBER, exec.span, message);
    cx.findings.push(finding.write("(M1_NM, 1)"));
    (exec.no_mask, exec.mask_offset) = (true, 0);
    Some((exec, 1))
}

/// Reads the choices of a line.
fn chosen(
    cx: &mut Context,
    instr: &Instr,
    (row, form): (&Instruction, &DeclaredForm),
    (mask_offset, exec_size): (u8, u8),
) -> Option<LineChoices> {
    let words = words::read(cx, instr, row)?;
    let Fixes { width, access: own_access, channels, blocks, saturates, .. } = words.fixes();
    let width = width.unwrap_or_default();
    let stated = form.stated.and_then(|stated| stated::data_shape(instr, stated));
    let op = match words.op.clone() {
        Some(op) => Some(op_use(cx, instr, row, op)?),
        None => None,
    };
    let mentions = op.as_ref().map_or([true; 3], |op| op_mentions(&op.text.text));
    let access = match (&op, stated) {
        (op, Some((data, _))) => stated::access_type(data, op.as_ref().map(|op| op.ty)),
        (Some(op), None) => access_of_op(cx, instr, row, op, width)?,
        (None, None) => own_access.unwrap_or(ScalarType::Ud),
    };
    let texel = if form.takes_texels { operand::texel(cx, form, instr) } else { None };
    let access = texel.map_or(access, Texel::pattern);
    let table = row.op_table();
    let known = op
        .as_ref()
        .and_then(|op| op.row)
        .zip(table)
        .filter(|(known, _)| op.as_ref().is_some_and(|op| op.ty == known.ty));
    let operand_types = match (&op, known) {
        _ if stated.is_some() => data_types(access),
        (_, Some((known, table))) => (table.operand_types)(known, width, &cx.settings.readings).to_vec(),
        (Some(op), None) if width == OpWidth::Word => vec![op.ty],
        (_, None) => vec![access],
    };
    // A reading may give an operation another type of the same width. The access then has that type.
    let access = match operand_types[0] {
        _ if stated.is_some() => access,
        first if width != OpWidth::Word && first.size_bytes() == access.size_bytes() => first,
        // A signed dword makes the word signed, too.
        ScalarType::D | ScalarType::W if access == ScalarType::Uw => ScalarType::W,
        _ => access,
    };
    let tolerates = |operand: &&Operand<DeclaredOperand>| {
        known.is_some_and(|(known, table)| (table.tolerates)(known, operand.name, &cx.settings.readings))
    };
    let tolerated = form.operands.iter().filter(tolerates).map(|operand| operand.name).collect();
    let access = match row.unit {
        Unit::Alu => types::execution_type(cx, instr, form, saturates)?,
        Unit::Memory => access,
    };
    let surface = operand::surface_kind(cx, form, instr);
    Some(LineChoices {
        op,
        mentions,
        operand_types,
        tolerated,
        access,
        address: form.stated.map_or(ScalarType::Ud, |stated| stated::address_type(instr, stated)),
        null: if form.stated.is_some() { "%null" } else { "V0.0" },
        exec_size,
        surface,
        texel,
        channels: stated.map(|(_, channels)| channels).or(channels),
        blocks,
        mask_offset,
        saturates,
        written: types::written_type(cx, instr, form).unwrap_or(ScalarType::Ub),
        has_scalar_source: instr.operands.last().is_some_and(types::is_scalar),
        words,
    })
}

/// Reports a number of blocks that the size of a block or the number of lanes does not allow.
fn blocks_are_fine(cx: &mut Context, instr: &Instr, chosen: &LineChoices) -> Option<()> {
    let (blocks, bytes, lanes) = (chosen.blocks.unwrap_or(1), chosen.access.size_bytes(), chosen.exec_size);
    let span = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    if blocks > 1 && lanes < 8 {
        let message =
            format!("{blocks} blocks for {}; the manual asks for 8 or 16 lanes", counted(lanes, "lane"));
        cx.findings.push(Diagnostic::warning(&rules::BLOCKS, span, message));
    }
    let is_listed = bytes == 4 && lanes == 8;
    if blocks == 8 && !is_listed && cx.settings.readings.is(&readings::SVM_BLOCKS, "listed") {
        let message = "8 blocks need blocks of 4 bytes and 8 lanes (reading `svm_blocks`)";
        cx.error(&rules::BLOCKS, span, message.to_owned());
        return None;
    }
    Some(())
}

/// Returns the access type of an operation, and reports a width that the operation does not have.
fn access_of_op(
    cx: &mut Context,
    instr: &Instr,
    row: &Instruction,
    op: &OpInForce,
    width: OpWidth,
) -> Option<ScalarType> {
    let access = op.access(width);
    if access.is_none() {
        let span = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
        let (name, word) = (cx.settings.set.spelled(&row.mnemonic), &op.word);
        let message = format!("`{name}.{word}` has no 64-bit form; expected `.16`, or no width for 32 bits");
        cx.error(&rules::OP_WIDTH, span, message);
    }
    access
}

/// Returns the operation that runs. The row of an instruction that shares a table may refuse an operation or replace
/// it.
fn op_use(cx: &mut Context, instr: &Instr, row: &Instruction, op: OpInForce) -> Option<OpInForce> {
    let (Some(known), Some(table)) = (op.row, row.op_table()) else { return Some(op) };
    if op.text.document_offset.is_some() {
        return Some(op);
    }
    let span = instr.modifiers.first().map_or(instr.mnemonic.span, |word| word.span);
    let named = format!("`{}.{}`", cx.settings.set.spelled(&row.mnemonic), op.word);
    match (table.op_use)(known, &cx.settings.readings) {
        OpUse::AsWritten => Some(op),
        OpUse::InsteadRuns { name, because } => {
            let message = format!("{named} runs as {name}: {because}");
            cx.findings.push(Diagnostic::info(&rules::OP_INSTEAD, span, message));
            cx.notations.op(table, name).map(|instead| OpInForce { word: op.word, ..instead })
        }
        OpUse::Refused(because) => {
            cx.error(&rules::OP_REFUSED, span, format!("there is no {named}: {because}"));
            None
        }
    }
}

fn operands(
    cx: &mut Context,
    instr: &Instr,
    form: &DeclaredForm,
    chosen: &LineChoices,
) -> Option<Vec<BoundOperand>> {
    let pairs = form.operands.iter().zip(&instr.operands);
    // All are bound, so that the errors of each are reported.
    let mut bound: Vec<Option<BoundOperand>> =
        pairs.map(|(row, text)| operand::operand(cx, row, text, chosen)).collect();
    let memory = form.memory.as_ref();
    bound.extend(memory.map(|row| operand::memory(cx, row, instr.mnemonic.span, chosen)));
    bound.into_iter().collect()
}

/// Returns the inputs to the lowering of the semantics. Instructions of the ALU may test the words after the mnemonic,
/// and their float rules do not depend on the readings of atomics.
fn meaning(cx: &Context, (row, form): (&Instruction, &DeclaredForm), chosen: &LineChoices) -> LoweringInput {
    let mut constants = Vec::new();
    let mut constant = |name, value| constants.push(Constant { name, ty: ScalarType::Ud, value });
    if let Some(mask) = chosen.channels {
        constant("ch_mask", u64::from(mask));
    }
    if let Some(blocks) = chosen.blocks {
        constant("num_blocks", u64::from(blocks));
    }
    if form.takes_texels {
        // Without a surface, the line has an error.
        let texel = chosen.texel.unwrap_or(Texel { ty: ScalarType::Ud, channels: 1 });
        constant("texel_channels", texel.channels as u64);
        constant("channel_bits", texel.channel_bits() as u64);
        constant("channel_is_signed", texel.ty.is_signed().into());
        constant("channel_is_float", texel.ty.holds_floats().into());
    }
    if form.stated.is_some() {
        constant("address_size", chosen.address.size_bytes() as u64);
    }
    let (mut modifiers, mut float) = (Vec::new(), cx.settings.dialect.float);
    if row.unit == Unit::Alu {
        constant("dst_size", chosen.written.size_bytes() as u64);
        constant("scalar_src", u64::from(chosen.has_scalar_source));
        modifiers = words::asked_for(row, &chosen.words, chosen.op_name());
        float.minmax = MinMax::Alu;
    }
    LoweringInput {
        op: chosen.op.clone(),
        access: chosen.access,
        exec_size: chosen.exec_size,
        bindings: form.operands.iter().chain(&form.memory).map(|operand| binding(operand, chosen)).collect(),
        constants,
        modifiers,
        float,
    }
}

/// Returns the shape of an operand in the notation.
fn binding(operand: &Operand<DeclaredOperand>, chosen: &LineChoices) -> OperandBinding<'static> {
    let access = chosen.access;
    let shape = match operand.kind {
        DeclaredOperand::Surface { .. } => OperandShape::Surface,
        DeclaredOperand::Scalar { ty } => OperandShape::Input(ty),
        DeclaredOperand::Vector { direction: Direction::In, .. } => OperandShape::Input(access),
        // A result that may go to a predicate is a bit pattern, whatever its type.
        DeclaredOperand::Vector { predicate: true, .. } if chosen.written.is_float() => {
            let ty = match chosen.written.size_bytes() {
                2 => ScalarType::Uw,
                4 => ScalarType::Ud,
                _ => ScalarType::Uq,
            };
            OperandShape::Converted { ty, saturate: false }
        }
        DeclaredOperand::Vector { .. } => {
            OperandShape::Converted { ty: chosen.written, saturate: chosen.saturates }
        }
        DeclaredOperand::Raw { direction, ty, data, .. } => {
            let element = match ty {
                OperandType::Fixed(ty) if !data => ty,
                OperandType::OneOf(types) if !data => types[0],
                OperandType::Address => chosen.address,
                _ => access,
            };
            match direction {
                Direction::In => OperandShape::Input(element),
                Direction::Out => OperandShape::Output(element),
            }
        }
    };
    OperandBinding { name: operand.name, shape }
}
