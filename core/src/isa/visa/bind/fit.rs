//! The form that the role of each operand requires.

use super::line_parts::{ImmediateType, Line, LineOperand, LineOperandKind, Vector, exec_of, is_manual};
use super::manual::manual_form;
use super::misfit::{misfit, negative_offset};
use super::visa_check::VisaCheck;
use super::{rules, stated};
use crate::base::{ScalarType, Span};
use crate::check::Context;
use crate::diag::Diagnostic;
use crate::isa::visa::shape::OPERAND;
use crate::spec::{DeclaredSignature, Direction, Instruction, Modifier, Operand, OperandKind};
use crate::syntax::{InstructionLine, Node, Number, excerpt};

/// Returns a line with each operand in a form that its role takes. Returns `None` after an error. With a wrong number of
/// operands, their roles are unknown.
pub(super) fn fit_line<'i>(
    visa: &VisaCheck,
    cx: &mut Context,
    instr: &'i InstructionLine,
    row: &'i Instruction,
    signature: &'i DeclaredSignature,
) -> Option<Line<'i>> {
    check_late_words(cx, instr, row)?;
    let (exec, operands, address) = (exec_of(instr)?, Vec::new(), ScalarType::Ud);
    let mut line = Line { instr, row, signature, exec, operands, data: None, address };
    if instr.operands.len() != signature.written_count() {
        line.operands = instr.operands.iter().map(LineOperand::from_node).collect();
        return Some(line);
    }
    match signature.stated {
        Some(stated) => stated::fit_operands(visa, cx, &mut line, stated)?,
        None => {
            let before = cx.findings.len();
            let is_manual = is_manual(instr);
            let roles = signature.named_operands();
            for (node, role) in instr.operands.iter().zip(roles).filter(|(node, _)| !node.is_broken) {
                match (Fit { text: cx.text, role, node, is_manual }).fit() {
                    Ok(written) => line.operands.push(written),
                    Err(finding) => cx.findings.push(*finding),
                }
            }
            if line.operands.len() < roles.len() || cx.findings.has_errors_since(before) {
                return None;
            }
        }
    }
    cx.findings.extend(manual_form(cx.text, &line));
    Some(line)
}

/// Checks the words after the execution size. Only words without effect are allowed.
fn check_late_words(cx: &mut Context, instr: &InstructionLine, row: &Instruction) -> Option<()> {
    for word in &instr.late_words {
        let is_ignored = |modifier: &Modifier| {
            modifier.follows_size && modifier.words.listed().iter().any(|known| known.text == word.text)
        };
        if !row.modifiers.iter().any(is_ignored) {
            let name = cx.settings.set.spelled(&row.mnemonic);
            let message = format!("`{name}` has no `{}` after its execution size", excerpt(&word.text));
            cx.findings.error(&rules::AFTER_EXEC, word.span, message);
            return None;
        }
        let message = format!("`.{}` is accepted, and changes nothing", word.text);
        cx.findings.push(Diagnostic::info(&rules::IGNORED, word.span, message));
    }
    Some(())
}

/// The result of fitting an operand to its role.
type Fitted = Result<LineOperand, Box<Diagnostic>>;

/// The fitting of an operand to its role.
struct Fit<'a> {
    text: &'a str,
    role: &'a Operand,
    node: &'a Node,
    is_manual: bool,
}

impl Fit<'_> {
    /// Returns the operand in the form that its role requires.
    fn fit(&self) -> Fitted {
        let written = LineOperand::from_node(self.node);
        if let LineOperandKind::Raw(_, offset) = written.kind
            && let Some(finding) = negative_offset(offset)
        {
            return Err(Box::new(finding));
        }
        match self.role.kind {
            OperandKind::Surface { .. } => self.fit_surface(written),
            OperandKind::Raw { .. } => self.fit_raw(written),
            OperandKind::Scalar { ty } => self.fit_scalar(written, ty),
            OperandKind::Vector { predicate, .. } => self.fit_vector(written, predicate),
            _ => self.misfit(),
        }
    }

    /// Requires the bare name of a surface.
    fn fit_surface(&self, written: LineOperand) -> Fitted {
        let span = written.span;
        match &written.kind {
            LineOperandKind::Name(_) => Ok(written),
            LineOperandKind::Raw(name, _) => {
                let text = excerpt(span.of(self.text));
                let message = format!("`{text}` has an offset; expected the bare name of a surface");
                Err(Box::new(Diagnostic::error(&OPERAND, span, message).write(&name.text)))
            }
            _ => self.misfit(),
        }
    }

    /// Requires `VAR.offset`. The manual's form has no offset.
    fn fit_raw(&self, written: LineOperand) -> Fitted {
        let span = written.span;
        match written.kind {
            LineOperandKind::Raw(name, offset) if name.text == "%null" && offset.value != 0 => {
                let message = format!("`%null` has no byte {}; expected `%null.0`", offset.value);
                Err(Box::new(Diagnostic::error(&rules::NULL, span, message).write("%null.0")))
            }
            LineOperandKind::Raw(..) => Ok(written),
            LineOperandKind::Name(name) if self.is_manual => {
                let offset = Number { value: 0, span: Span::at(span.range().end) };
                Ok(LineOperand { kind: LineOperandKind::Raw(name, offset), span })
            }
            LineOperandKind::Name(name) => {
                let with_offset = format!("{}.0", name.text);
                let message = format!("`{}` lacks its byte offset; expected `{with_offset}`", name.text);
                let finding = Diagnostic::error(&rules::MISSING_OFFSET, name.span, message);
                Err(Box::new(finding.write(with_offset)))
            }
            _ => self.misfit(),
        }
    }

    /// Requires an immediate with its type, or a vector operand, whose first element is used.
    fn fit_scalar(&self, written: LineOperand, ty: ScalarType) -> Fitted {
        match &written.kind {
            LineOperandKind::Immediate(_, Some(ImmediateType::Scalar(_)))
            | LineOperandKind::Vector(Vector { region: Some((_, Direction::In)), .. }) => Ok(written),
            LineOperandKind::Immediate(_, None) => {
                let text = written.span.of(self.text);
                let typed = format!("{text}:{}", ty.name().to_ascii_lowercase());
                let message = format!("`{}` lacks its type; expected `{typed}`", excerpt(text));
                Err(Box::new(Diagnostic::error(&rules::IMMEDIATE, written.span, message).write(typed)))
            }
            _ => self.missing_region(&written, "<0;1,0>"),
        }
    }

    /// Requires a vector operand, or a predicate or an immediate if the role allows it.
    fn fit_vector(&self, written: LineOperand, predicate: bool) -> Fitted {
        let direction = self.role.direction;
        let is_read = direction == Some(Direction::In);
        let fits = match &written.kind {
            LineOperandKind::Immediate(_, None) if is_read => {
                let text = excerpt(written.span.of(self.text));
                let message = format!("`{text}` lacks its type; expected one such as `:ud`");
                return Err(Box::new(Diagnostic::error(&rules::IMMEDIATE, written.span, message)));
            }
            LineOperandKind::Immediate(..) => is_read,
            LineOperandKind::Name(_) => predicate,
            LineOperandKind::Vector(Vector { region, modifier, .. }) => {
                region.is_some_and(|(_, own)| Some(own) == direction) && (is_read || modifier.is_none())
            }
            _ => false,
        };
        match &written.kind {
            _ if fits => Ok(written),
            LineOperandKind::Vector(Vector { modifier: Some(_), .. }) => self.misfit(),
            _ => self.missing_region(&written, if is_read { "<1;1,0>" } else { "<1>" }),
        }
    }

    /// Fails with the error for a place without a region. It means the place that a vector operand has.
    fn missing_region(&self, written: &LineOperand, region: &str) -> Fitted {
        let vector = match &written.kind {
            LineOperandKind::Vector(Vector { name, grf_row, column, .. }) => {
                format!("{}({},{}){region}", name.text, grf_row.value, column.value)
            }
            LineOperandKind::Raw(name, Number { value: 0, .. }) | LineOperandKind::Name(name) => {
                format!("{}(0,0){region}", name.text)
            }
            _ => return self.misfit(),
        };
        let text = excerpt(written.span.of(self.text));
        let message = format!("`{text}` is not a vector operand; expected `{vector}`");
        Err(Box::new(Diagnostic::error(&rules::NO_REGION, written.span, message).write(vector)))
    }

    /// Fails with the error for an operand of another form than its role requires.
    fn misfit(&self) -> Fitted {
        Err(Box::new(misfit(self.text, self.role, self.node)))
    }
}
