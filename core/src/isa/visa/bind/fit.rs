//! The form that the row requires of each operand.

use super::line_parts::{ImmediateType, Line, LineOperand, LineOperandKind, Vector, exec_of, is_manual};
use super::manual::manual_form;
use super::misfit::{check_offset, report_misfit};
use super::visa_document_check::VisaDocumentCheck;
use super::{rules, stated};
use crate::base::{ScalarType, Span};
use crate::check::{Context, Findings, Reported, collect_reported};
use crate::diag::Diagnostic;
use crate::isa::visa::shape::OPERAND;
use crate::isa::visa::usual_operand::NULL;
use crate::spec::{Direction, Instruction, Modifier, Operand, OperandKind};
use crate::syntax::{InstructionLine, Node, Number, excerpt};

/// Returns a line with each operand in a form that its row takes there. With a wrong number of operands, their forms are not
/// checked.
pub(super) fn fit_line<'i>(
    visa: &VisaDocumentCheck,
    cx: &mut Context,
    instr: &'i InstructionLine,
    row: &'i Instruction,
) -> Result<Line<'i>, Reported> {
    let signature = row.declared().expect("the operands of vISA are declared");
    check_late_words(cx, instr, row)?;
    let exec = exec_of(instr).ok_or_else(|| cx.findings.already_reported(instr.mnemonic.span))?;
    let (operands, address) = (Vec::new(), ScalarType::Ud);
    let mut line = Line { instr, row, signature, exec, operands, data: None, address };
    if instr.operands.len() != signature.written_count() {
        line.operands = instr.operands.iter().map(LineOperand::from_node).collect();
        return Ok(line);
    }
    match signature.stated {
        Some(stated) => stated::fit_operands(visa, cx, &mut line, stated)?,
        None => {
            let is_manual = is_manual(instr);
            let pairs = instr.operands.iter().zip(signature.named_operands());
            let fitted = pairs.map(|(node, operand)| {
                Fit { findings: &mut cx.findings, text: cx.text, operand, node, is_manual }.fit()
            });
            line.operands = collect_reported(fitted)?;
        }
    }
    cx.findings.extend(manual_form(cx.text, &line));
    Ok(line)
}

/// Checks the words after the execution size. Only words without effect are allowed.
fn check_late_words(cx: &mut Context, instr: &InstructionLine, row: &Instruction) -> Result<(), Reported> {
    for word in &instr.late_modifiers {
        let is_ignored = |modifier: &Modifier| {
            modifier.is_ignored_after_size
                && modifier.values.listed().iter().any(|known| known.text == word.text)
        };
        if !row.modifiers.iter().any(is_ignored) {
            let name = cx.settings.set.spelled(&row.mnemonic);
            let message = format!("`{name}` has no `{}` after its execution size", excerpt(&word.text));
            return Err(cx.findings.error(&rules::BEHIND_EXEC, word.span, message));
        }
        let message = format!("`.{}` is accepted, and changes nothing", word.text);
        cx.findings.push(Diagnostic::info(&rules::IGNORED, word.span, message));
    }
    Ok(())
}

/// The result of fitting an operand to its row.
type Fitted = Result<LineOperand, Reported>;

/// The fitting of an operand to its row.
struct Fit<'a> {
    findings: &'a mut Findings,
    text: &'a str,
    operand: &'a Operand,
    node: &'a Node,
    is_manual: bool,
}

impl Fit<'_> {
    /// Returns the operand in the form that its row requires.
    fn fit(&mut self) -> Fitted {
        if self.node.is_broken {
            return Err(self.findings.already_reported(self.node.span));
        }
        let written = LineOperand::from_node(self.node);
        if let LineOperandKind::Raw(_, offset) = written.kind {
            check_offset(self.findings, offset)?;
        }
        match self.operand.kind {
            OperandKind::Surface { .. } => self.fit_surface(written),
            OperandKind::Raw { .. } => self.fit_raw(written),
            OperandKind::Scalar { ty } => self.fit_scalar(written, ty),
            OperandKind::Vector { predicate, .. } => self.fit_vector(written, predicate),
            OperandKind::Predicate => self.fit_predicate(written),
            _ => self.misfit(),
        }
    }

    /// Requires the bare name of a surface.
    fn fit_surface(&mut self, written: LineOperand) -> Fitted {
        let span = written.span;
        match &written.kind {
            LineOperandKind::Name(_) => Ok(written),
            LineOperandKind::Raw(name, _) => {
                let text = excerpt(span.of(self.text));
                let message = format!("`{text}` has an offset; expected the bare name of a surface");
                Err(self.findings.push_error(Diagnostic::error(&OPERAND, span, message).write(&name.text)))
            }
            _ => self.misfit(),
        }
    }

    /// Requires the bare name of a predicate.
    fn fit_predicate(&mut self, written: LineOperand) -> Fitted {
        if written.bare_name().is_some() { Ok(written) } else { self.misfit() }
    }

    /// Requires `VAR.offset`. The manual's form has no offset.
    fn fit_raw(&mut self, written: LineOperand) -> Fitted {
        let span = written.span;
        match written.kind {
            LineOperandKind::Raw(name, offset) if name.text == NULL && offset.value != 0 => {
                let at_start = format!("{NULL}.0");
                let message = format!("`{NULL}` has no byte {}; expected `{at_start}`", offset.value);
                Err(self.findings.push_error(Diagnostic::error(&rules::NULL, span, message).write(at_start)))
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
                Err(self.findings.push_error(finding.write(with_offset)))
            }
            _ => self.misfit(),
        }
    }

    /// Requires an immediate with its type, or a vector operand, whose first element is used.
    fn fit_scalar(&mut self, written: LineOperand, ty: ScalarType) -> Fitted {
        match &written.kind {
            LineOperandKind::Immediate(_, Some(ImmediateType::Scalar(_)))
            | LineOperandKind::Vector(Vector { region: Some((_, Direction::In)), .. }) => Ok(written),
            LineOperandKind::Immediate(_, None) => {
                let text = written.span.of(self.text);
                let typed = format!("{text}:{}", ty.name().to_ascii_lowercase());
                let message = format!("`{}` lacks its type; expected `{typed}`", excerpt(text));
                Err(self
                    .findings
                    .push_error(Diagnostic::error(&rules::IMMEDIATE, written.span, message).write(typed)))
            }
            _ => self.missing_region(&written, "<0;1,0>"),
        }
    }

    /// Requires a vector operand, or a predicate or an immediate if the row allows it.
    fn fit_vector(&mut self, written: LineOperand, predicate: bool) -> Fitted {
        let direction = self.operand.direction;
        let is_read = direction == Some(Direction::In);
        let fits = match &written.kind {
            LineOperandKind::Immediate(_, None) if is_read => {
                let text = excerpt(written.span.of(self.text));
                let message = format!("`{text}` lacks its type; expected one such as `:ud`");
                return Err(self.findings.error(&rules::IMMEDIATE, written.span, message));
            }
            LineOperandKind::Immediate(..) => is_read,
            LineOperandKind::Name(_) => predicate,
            LineOperandKind::Vector(Vector { region, .. }) => {
                region.is_some_and(|(_, own)| Some(own) == direction)
            }
            _ => false,
        };
        if fits {
            return Ok(written);
        }
        self.missing_region(&written, if is_read { "<1;1,0>" } else { "<1>" })
    }

    /// Fails with the error for a place without the region that the row requires.
    fn missing_region(&mut self, written: &LineOperand, region: &str) -> Fitted {
        let (what, vector) = match &written.kind {
            LineOperandKind::Vector(Vector { modifier, name, grf_row, column, region: own }) => {
                let what = match own {
                    Some((_, Direction::In)) => "has the region of a source",
                    Some((_, Direction::Out)) => "has the region of a destination",
                    None => "lacks its region",
                };
                let modifier = modifier.as_ref().filter(|_| self.operand.direction == Some(Direction::In));
                let modifier = modifier.map_or("", |modifier| modifier.text.as_str());
                (what, format!("{modifier}{}({},{}){region}", name.text, grf_row.value, column.value))
            }
            LineOperandKind::Raw(name, Number { value: 0, .. }) | LineOperandKind::Name(name) => {
                ("is not a vector operand", format!("{}(0,0){region}", name.text))
            }
            _ => return self.misfit(),
        };
        let text = excerpt(written.span.of(self.text));
        let message = format!("`{text}` {what}; expected `{vector}`");
        Err(self
            .findings
            .push_error(Diagnostic::error(&rules::NO_REGION, written.span, message).write(vector)))
    }

    /// Fails with the error for an operand of another form than its row requires.
    fn misfit(&mut self) -> Fitted {
        Err(report_misfit(self.findings, self.text, self.operand, self.node))
    }
}
