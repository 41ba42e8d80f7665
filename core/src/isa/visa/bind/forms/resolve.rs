//! The form that the row requires of each operand.

use super::manual_spelling::manual_spelling_note;
use super::stated;
use super::wrong_form::{check_offset, report_wrong_form};
use crate::base::{ScalarType, Span};
use crate::check::{Context, Findings, Reported, collect_reported};
use crate::diag::Diagnostic;
use crate::isa::visa::bind::declarations::declared_names::DeclaredNames;
use crate::isa::visa::bind::line_parts::{
    ImmediateType, LineOperand, LineOperandKind, ResolvedLine, VectorOperand, exec_of, has_manual_spelling,
};
use crate::isa::visa::bind::rules;
use crate::isa::visa::null::NULL;
use crate::isa::visa::shape::OPERAND;
use crate::spec::{Direction, Instruction, Modifier, Operand, OperandKind};
use crate::syntax::{InstructionLine, Node, Number, excerpt};

/// Returns a line with each operand in a form that its row takes there. With a wrong number of operands, their forms are not
/// checked.
pub(crate) fn resolve_line<'i>(
    names: &DeclaredNames,
    cx: &mut Context,
    instr: &'i InstructionLine,
    row: &'i Instruction,
) -> Result<ResolvedLine<'i>, Reported> {
    let signature = row.declared().expect("the operands of vISA are declared");
    check_late_words(cx, instr, row)?;
    let exec = exec_of(instr).ok_or_else(|| cx.findings.already_reported(instr.mnemonic.span))?;
    let (operands, address) = (Vec::new(), ScalarType::Ud);
    let mut line = ResolvedLine { instr, row, signature, exec, operands, data: None, address };
    if instr.operands.len() != signature.written_count() {
        line.operands = instr.operands.iter().map(LineOperand::from_node).collect();
        return Ok(line);
    }
    match signature.stated {
        Some(stated) => stated::resolve_operands(names, cx, &mut line, stated)?,
        None => {
            let has_manual_spelling = has_manual_spelling(instr);
            let pairs = instr.operands.iter().zip(signature.named_operands());
            let resolved = pairs.map(|(node, operand)| {
                if !node.is_broken {
                    names.check_kind(cx, node, operand, &instr.operands)?;
                }
                let names_surface = node.name().is_some_and(|name| names.is_surface(cx, &name.text));
                let (findings, text) = (&mut cx.findings, cx.text);
                OperandForm { findings, text, operand, node, names_surface, has_manual_spelling }.require()
            });
            line.operands = collect_reported(resolved)?;
        }
    }
    cx.findings.extend(manual_spelling_note(cx.text, &line));
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
            return Err(cx.findings.error(&rules::AFTER_EXEC, word.span, message));
        }
        let message = format!("`.{}` is accepted, and changes nothing", word.text);
        cx.findings.push(Diagnostic::info(&rules::IGNORED, word.span, message));
    }
    Ok(())
}

/// An operand of a line, with the operand of the row that says which form it must have.
struct OperandForm<'a> {
    findings: &'a mut Findings,
    text: &'a str,
    operand: &'a Operand,
    node: &'a Node,
    /// Whether its name is that of a surface.
    names_surface: bool,
    has_manual_spelling: bool,
}

impl OperandForm<'_> {
    /// Returns the operand in the form that its row requires.
    fn require(&mut self) -> Result<LineOperand, Reported> {
        if self.node.is_broken {
            return Err(self.findings.already_reported(self.node.span));
        }
        let written = LineOperand::from_node(self.node);
        if let LineOperandKind::Raw(_, offset) = written.kind {
            check_offset(self.findings, offset)?;
        }
        match self.operand.kind {
            OperandKind::Surface { .. } => self.require_surface(written),
            OperandKind::Raw { .. } => self.require_raw(written),
            OperandKind::Scalar { ty } => self.require_scalar(written, ty),
            OperandKind::Vector { predicate, .. } => self.require_vector(written, predicate),
            OperandKind::Predicate => self.require_predicate(written),
            _ => self.wrong_form(),
        }
    }

    /// Requires the bare name of a surface.
    fn require_surface(&mut self, written: LineOperand) -> Result<LineOperand, Reported> {
        let span = written.span;
        match &written.kind {
            LineOperandKind::Name(_) => Ok(written),
            LineOperandKind::Raw(name, _) => {
                let text = excerpt(span.of(self.text));
                let message = format!("`{text}` has an offset; expected the bare name of a surface");
                let bare_name = self.names_surface.then_some(&name.text);
                Err(self.findings.push_error(Diagnostic::error(&OPERAND, span, message).write_if(bare_name)))
            }
            _ => self.wrong_form(),
        }
    }

    /// Requires the bare name of a predicate.
    fn require_predicate(&mut self, written: LineOperand) -> Result<LineOperand, Reported> {
        if written.bare_name().is_some() { Ok(written) } else { self.wrong_form() }
    }

    /// Requires `VAR.offset`. The manual's form has no offset.
    fn require_raw(&mut self, written: LineOperand) -> Result<LineOperand, Reported> {
        let span = written.span;
        match written.kind {
            LineOperandKind::Raw(name, offset) if name.text == NULL && offset.value != 0 => {
                let at_start = format!("{NULL}.0");
                let message = format!("`{NULL}` has no byte {}; expected `{at_start}`", offset.value);
                Err(self.findings.push_error(Diagnostic::error(&rules::NULL, span, message).write(at_start)))
            }
            LineOperandKind::Raw(..) => Ok(written),
            LineOperandKind::Name(name) if self.has_manual_spelling => {
                let offset = Number { value: 0, span: Span::at(span.range().end) };
                Ok(LineOperand { kind: LineOperandKind::Raw(name, offset), span })
            }
            LineOperandKind::Name(name) => {
                let with_offset = format!("{}.0", name.text);
                let message = format!("`{}` lacks its byte offset; expected `{with_offset}`", name.text);
                let finding = Diagnostic::error(&rules::MISSING_OFFSET, name.span, message);
                Err(self.findings.push_error(finding.write(with_offset)))
            }
            _ => self.wrong_form(),
        }
    }

    /// Requires an immediate with its type, or a vector operand, whose first element is used.
    fn require_scalar(&mut self, written: LineOperand, ty: ScalarType) -> Result<LineOperand, Reported> {
        match &written.kind {
            LineOperandKind::Immediate(_, Some(ImmediateType::Scalar(_)))
            | LineOperandKind::Vector(VectorOperand { region: Some((_, Direction::In)), .. }) => Ok(written),
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
    fn require_vector(&mut self, written: LineOperand, predicate: bool) -> Result<LineOperand, Reported> {
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
            LineOperandKind::Vector(VectorOperand { region, .. }) => {
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
    fn missing_region(&mut self, written: &LineOperand, region: &str) -> Result<LineOperand, Reported> {
        let (what, vector) = match &written.kind {
            LineOperandKind::Vector(VectorOperand { modifier, name, grf_row, column, region: own }) => {
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
            _ => return self.wrong_form(),
        };
        let text = excerpt(written.span.of(self.text));
        let message = format!("`{text}` {what}; expected `{vector}`");
        Err(self
            .findings
            .push_error(Diagnostic::error(&rules::NO_REGION, written.span, message).write(vector)))
    }

    /// Fails with the error for an operand of another form than its row requires.
    fn wrong_form(&mut self) -> Result<LineOperand, Reported> {
        Err(report_wrong_form(self.findings, self.text, self.operand, self.node))
    }
}
