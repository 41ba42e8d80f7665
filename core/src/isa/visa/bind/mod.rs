//! Binding of the lines of a document.
//!
//! `declarations` declares names. `bind_line` takes a line through these steps: its forms (`forms`); the lanes (`mask`); its analysis
//! (`bind_line::analyse_line`, with `operation` and `types`); the number of operands (`count`); the semantics, which say which sources
//! are used; the order of the operands (`order`); each operand (`operands`); and the line as it is written (`written`).

mod analysis;
mod bind_line;
mod count;
mod declarations;
mod forms;
mod line_parts;
mod mask;
mod operands;
mod operation;
mod order;
mod rules;
mod types;
mod written;

use crate::base::Rule;
use crate::check::{Context, Declared, DocumentCheck, Findings, LayoutBuilder, Reported, SetCheck};
use crate::diag::{Diagnostic, Fix};
use crate::exec::Bound;
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::machine::Variable;
use crate::spec::{Instruction, InstructionSet};
use crate::syntax::{Directive, Document, InstructionLine, SetLine, SpannedText, SurfaceLine};
use declarations::declared_names::DeclaredNames;
use declarations::undeclared::offer_declarations;
use declarations::{names, surface};
use line_parts::exec_of;
use operands::element;
pub(super) use rules::RULES;
use std::rc::Rc;

/// The check of vISA.
#[derive(Debug)]
pub(super) struct VisaSetCheck;

impl SetCheck for VisaSetCheck {
    /// Returns the smallest of 8, 16 and 32 lanes that every instruction fits in.
    fn needed_lanes(&self, document: &Document) -> u8 {
        let execs = document.instructions().filter_map(|(_, instr)| exec_of(instr));
        let ends = execs.map(|exec| exec.size.value + i128::from(exec.mask.first_lane));
        let most = ends.max().unwrap_or(0);
        [8u8, 16, 32].into_iter().find(|&lanes| i128::from(lanes) >= most).unwrap_or(32)
    }

    fn begin(&self, _: &InstructionSet, _: usize) -> Box<dyn DocumentCheck> {
        Box::new(DeclaredNames::default())
    }
}

impl DocumentCheck for DeclaredNames {
    fn declare_directive(&mut self, builder: &mut LayoutBuilder, directive: &Directive) {
        if let Directive::Decl(decl) = directive {
            self.declare(builder, decl);
        }
    }

    fn declare_surface(
        &mut self,
        builder: &mut LayoutBuilder,
        line: &SurfaceLine,
    ) -> Result<usize, Reported> {
        surface::declare(self, builder, line)
    }

    fn more_elements(&self, document: &Document, variable: &Variable, count: usize) -> Option<Fix> {
        element::more_elements(document, variable, Some(count))
    }

    fn report_unsettable_name(&mut self, builder: &mut LayoutBuilder, line: &SetLine) -> Reported {
        let (span, name) = (line.name.span, line.name.text.as_str());
        if self.surfaces.contains(name) {
            let message = format!("`{name}` is a surface; expected its values on its `.surface` line");
            return builder.findings.error(&rules::WRONG_KIND, span, message);
        }
        if let Some(kind) = names::unmodelled(builder.document, name) {
            let message = format!("`{name}` is {kind}, which is not modelled");
            return builder.findings.error(&rules::WRONG_KIND, span, message);
        }
        if builder.broken.contains(name) {
            return builder.findings.already_reported(span);
        }
        let finding = Diagnostic::error(&rules::UNKNOWN_NAME, span, format!("`{name}` is not declared"));
        let close = names::similar(builder.findings, name, names::with_values(&builder.layout));
        let finding = match close {
            Some(close) => finding.write(close),
            None if names::is_predefined(name) => return builder.findings.push_error(finding),
            None => NeededDeclaration::for_values(&line.values).offer_above(builder.line_span, name, finding),
        };
        let (reported, id) = builder.findings.push_deferred(finding);
        self.unknown_set_names.insert(name.to_owned(), id);
        reported
    }

    fn undeclared_target(
        &self,
        declared: &Declared,
        name: &SpannedText,
        rule: &'static Rule,
        findings: &Findings,
    ) -> Diagnostic {
        let message = format!("`{}` is not declared", name.text);
        let finding = Diagnostic::error(rule, name.span, message);
        let known = names::with_values(&declared.layout).chain(declared.surface_names());
        finding.write_if(findings.similar(&name.text, known))
    }

    fn bind(
        &mut self,
        cx: &mut Context,
        instr: &InstructionLine,
        row: &Rc<Instruction>,
    ) -> Result<Bound, Reported> {
        bind_line::bind(self, cx, instr, row)
    }

    fn finish(
        &mut self,
        text: &str,
        document: &Document,
        _: &[Bound],
        _: &mut Declared,
        findings: &mut Findings,
    ) {
        offer_declarations(&self.undeclared, &self.unknown_set_names, text, document, findings);
    }
}
