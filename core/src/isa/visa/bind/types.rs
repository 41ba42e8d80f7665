//! The execution type of an instruction.

use super::line_parts::{ImmediateType, LineOperand, LineOperandKind, ResolvedLine};
use super::rules;
use crate::base::{ScalarType, counted};
use crate::check::{Context, Reported};
use crate::exec::SourceModifier;
use crate::spec::{DeclaredSignature, Direction, Operand, OperandKind};
use crate::syntax::SpannedText;

/// The type as which the bits of a predicate are computed.
pub(super) const PREDICATE_BIT: ScalarType = ScalarType::Ub;

/// The properties of a source that determine the execution type.
#[derive(Clone, Copy)]
struct SourceOperand {
    ty: ScalarType,
    modifier: Option<SourceModifier>,
}

impl SourceOperand {
    fn is_negated(self) -> bool {
        matches!(self.modifier, Some(SourceModifier::Negate | SourceModifier::NegateAbsolute))
    }

    /// Returns whether its values fit a signed type of its own width. The opposite of the lowest number does not.
    fn fits_signed(self) -> bool {
        self.ty.is_signed()
            && !matches!(self.modifier, Some(SourceModifier::Negate | SourceModifier::Absolute))
    }
}

/// Returns whether an instruction copies a predicate as a number.
pub(super) fn copies_predicate(cx: &Context, line: &ResolvedLine) -> bool {
    let signature = line.signature;
    // A name without a declaration may be that of a predicate.
    let may_be_predicate = |name: &SpannedText| {
        cx.declared.layout.variable(&name.text).is_none() && !cx.declared.is_broken(&name.text)
    };
    let is_source = |(operand, written): (&Operand, &LineOperand)| {
        operand.may_be_predicate(Direction::In) && written.bare_name().is_some_and(may_be_predicate)
    };
    !writes_predicates(signature) && signature.operands.iter().zip(&line.operands).any(is_source)
}

/// Returns whether an instruction computes with predicates.
pub(super) fn computes_predicates(line: &ResolvedLine) -> bool {
    let mut pairs = line.signature.operands.iter().zip(&line.operands);
    writes_predicates(line.signature)
        && pairs.any(|(operand, _)| operand.may_be_predicate(Direction::In))
        && line.operands.iter().any(|written| written.bare_name().is_some())
}

/// Checks an instruction that copies a predicate as a number. The destination must be UB, UW or UD with at least as
/// many bits, without a predicate in front and without `.sat`.
fn check_predicate_number(
    cx: &mut Context,
    line: &ResolvedLine,
    destination: Option<ScalarType>,
    saturates: bool,
) -> Result<(), Reported> {
    let span = line.instr.mnemonic.span;
    if line.instr.guard.is_some() || saturates {
        let message = "this instruction copies a predicate; expected neither a predicate before the mnemonic nor `.sat`";
        return Err(cx.findings.error(&rules::PREDICATE_NUMBER, span, message));
    }
    // The lookup of the operand reports a destination that is unknown or null.
    let Some(destination) = destination else { return Ok(()) };
    let names = line.operands.iter().filter_map(LineOperand::bare_name);
    let predicates = names.filter_map(|name| cx.declared.layout.predicate(&name.text));
    // The lookup of the operand reports unknown names.
    let bits = predicates.map(|predicate| predicate.count as u32).max().unwrap_or(0);
    let fits = [ScalarType::Ub, ScalarType::Uw, ScalarType::Ud].contains(&destination)
        && destination.width_bits() >= bits;
    if fits {
        return Ok(());
    }
    let expected = match bits {
        0..=8 => "UB, UW or UD",
        9..=16 => "UW or UD",
        _ => "UD",
    };
    let message = format!(
        "a predicate of {} is copied to {destination}; expected {expected}",
        counted(bits as usize, "element")
    );
    Err(cx.findings.error(&rules::PREDICATE_NUMBER, span, message))
}

/// Returns the execution type: a type that holds every source and the result. Reports sources that do not go together.
pub(super) fn execution_type(
    cx: &mut Context,
    line: &ResolvedLine,
    destination: Option<ScalarType>,
    saturates: bool,
) -> Result<ScalarType, Reported> {
    if copies_predicate(cx, line) {
        check_predicate_number(cx, line, destination, saturates)?;
        return Ok(ScalarType::Ud);
    }
    if computes_predicates(line) {
        check_predicates(cx, line)?;
        return Ok(PREDICATE_BIT);
    }
    let signature = line.signature;
    let pairs = signature.operands.iter().zip(&line.operands);
    let inputs = pairs.filter(|(operand, _)| operand.direction == Some(Direction::In));
    // The lookup of the operand reports unknown names.
    let sources: Vec<SourceOperand> =
        inputs.map(|(_, written)| source_operand(cx, written)).collect::<Option<_>>().unwrap_or_default();
    let floats = sources.iter().filter(|source| source.ty.is_float()).count();
    if floats > 0 && floats < sources.len() {
        let message = "one source is a float and another an integer; expected one kind";
        return Err(cx.findings.error(&rules::MIXED_SOURCES, line.instr.mnemonic.span, message));
    }
    Ok(common_type(&sources, writes_unsigned(signature), destination, saturates))
}

/// Requires predicates for all operands, and none before the mnemonic.
fn check_predicates(cx: &mut Context, line: &ResolvedLine) -> Result<(), Reported> {
    let predicates = line.operands.iter().filter_map(LineOperand::bare_name).count();
    let message = if predicates < line.signature.operands.len() {
        "only some operands are predicates; expected all or none"
    } else if line.instr.guard.is_some() {
        "all operands are predicates; expected no predicate before the mnemonic"
    } else {
        return Ok(());
    };
    Err(cx.findings.error(&rules::PREDICATE_OPERANDS, line.instr.mnemonic.span, message))
}

/// Returns a type that holds every source, all of them integers or all floats. It also holds the result before that is
/// converted to the type of the destination. For integers whose result is saturated or becomes a float, it has 64 bits.
fn common_type(
    sources: &[SourceOperand],
    writes_unsigned: bool,
    destination: Option<ScalarType>,
    saturates: bool,
) -> ScalarType {
    let widest = sources.iter().map(|source| source.ty.size_bytes()).max().unwrap_or(4);
    let into =
        |is_float| destination.filter(|ty| ty.is_float() == is_float).map_or(0, ScalarType::size_bytes);
    if sources.iter().any(|source| source.ty.is_float()) {
        return ScalarType::float(widest.max(into(true)));
    }
    let is_unsigned =
        writes_unsigned || sources.iter().all(|source| !source.ty.is_signed() && !source.is_negated());
    let is_signed = sources.iter().all(|source| source.fits_signed());
    let bytes = if saturates || into(true) > 0 {
        8
    } else if is_unsigned || is_signed {
        widest.max(into(false)).max(2)
    } else {
        // Unsigned among signed sources, and a source with a negation or an absolute value, need a wider type.
        (2 * widest).max(into(false)).max(2)
    };
    if is_unsigned { ScalarType::unsigned(bytes) } else { ScalarType::signed(bytes) }
}

/// Returns the type of a written operand; `None` if it is unknown, or if the operand is raw.
fn source_operand(cx: &Context, written: &LineOperand) -> Option<SourceOperand> {
    let plain = |ty| SourceOperand { ty, modifier: None };
    match &written.kind {
        LineOperandKind::Name(_) => Some(plain(PREDICATE_BIT)),
        LineOperandKind::Vector(vector) => {
            let ty = cx.declared.layout.variable(&vector.name.text)?.ty;
            Some(SourceOperand { ty, modifier: vector.source_modifier() })
        }
        LineOperandKind::Immediate(_, ty) => Some(plain(match (*ty)? {
            ImmediateType::Scalar(ty) => ty,
            ImmediateType::Packed(ty) => ty.element_type(),
        })),
        LineOperandKind::Raw(..) | LineOperandKind::Other => None,
    }
}

/// Returns the type of the destination; `None` if it is a predicate or unknown.
pub(super) fn destination_type(cx: &Context, line: &ResolvedLine) -> Option<ScalarType> {
    let at = line.signature.operands.iter().position(|operand| operand.direction == Some(Direction::Out))?;
    let written = line.operands.get(at).filter(|written| written.bare_name().is_none())?;
    Some(source_operand(cx, written)?.ty)
}

/// Returns whether the destination of an instruction takes unsigned types alone. It then computes with unsigned numbers, whatever
/// the type of its other sources: the amount of a shift may be signed.
fn writes_unsigned(signature: &DeclaredSignature) -> bool {
    let destination = signature.operands.iter().find(|operand| operand.direction == Some(Direction::Out));
    destination.is_some_and(|operand| match operand.kind {
        OperandKind::Vector { types, .. } => types.iter().all(|ty| !ty.is_signed() && !ty.is_float()),
        _ => false,
    })
}

/// Returns whether the destination of an instruction may be a predicate.
fn writes_predicates(signature: &DeclaredSignature) -> bool {
    signature.operands.iter().any(|operand| operand.may_be_predicate(Direction::Out))
}
