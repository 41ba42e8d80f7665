//! Instructions: from a line of text and a row to something that runs.

use super::declare::Declared;
use super::modifier::Words;
use super::notation::{Notations, OpInForce};
use super::registers::Extra;
use super::rules;
use super::settings::Settings;
use super::vector::is_scalar;
use crate::base::{ScalarType, Span, SurfaceKind, closest, one_of};
use crate::diag::Diagnostic;
use crate::exec::{Bound, BoundOperand, BoundPredicate, WrittenExec, WrittenLine, WrittenPredicate};
use crate::semantics::{
    Code, Constant, Environment, ModifierWords, NotationText, OperandBinding, OperandShape, check_op,
    compile, op_mentions,
};
use crate::spec::{
    Direction, FloatRules, Instruction, MinMax, Modifier, ModifierKind, OpUse, Operand, OperandKind,
    PredicateMode, Unit,
};
use crate::syntax::{Document, Exec, Instr, Item, ItemKind, SpannedText};
use std::rc::Rc;

/// Makes a program out of a document.
pub(super) struct Programmer<'a> {
    pub settings: &'a Settings,
    pub declared: &'a Declared,
    pub notations: &'a Notations<'a>,
    pub document: &'a Document,
    pub diagnostics: Vec<Diagnostic>,
    /// Registers that no directive names.
    pub extra: Extra,
    /// What has been compiled already: instructions that differ in places only share it.
    pub compiled: Vec<(CodeKey, Rc<Code>)>,
}

/// What lowered semantics depend on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CodeKey {
    mnemonic: String,
    op: Option<String>,
    access: ScalarType,
    exec_size: u8,
    channels: Option<u8>,
    bindings: Vec<OperandShape>,
    constants: Vec<Constant>,
    line: Option<LineKey>,
}

/// What a line itself adds to that.
#[derive(Clone, Debug)]
pub(super) struct LineKey {
    pub modifiers: Vec<ModifierWords>,
    pub float: FloatRules,
    /// The types of the row's operands, where they are registers.
    pub types: Vec<ScalarType>,
}

impl PartialEq for LineKey {
    fn eq(&self, other: &Self) -> bool {
        let words = |key: &Self| {
            key.modifiers.iter().map(|words| (words.name.clone(), words.chosen.clone())).collect::<Vec<_>>()
        };
        words(self) == words(other) && self.float == other.float && self.types == other.types
    }
}

/// What the words behind the mnemonic chose.
pub(super) struct Chosen {
    pub op: Option<OpInForce>,
    pub mentions: [bool; 3],
    /// The types that operands of the operation's type may be declared with.
    pub operand_types: Vec<ScalarType>,
    /// Operands that may stand though the operation does not use them.
    pub tolerated: Vec<&'static str>,
    pub access: ScalarType,
    pub exec_size: u8,
    /// The kind of the surface that is accessed.
    pub surface: Option<SurfaceKind>,
    /// What only lines of register programs have.
    pub line: Option<LineKey>,
    /// The channels that are enabled, R in bit 0.
    pub channels: Option<u8>,
    /// First bit of the dispatch mask that counts.
    pub mask_offset: u8,
    pub saturates: bool,
    /// The type of what a vector operand is written as.
    pub written: ScalarType,
    /// Whether the last source is one value for all lanes.
    pub has_scalar_source: bool,
    /// The words behind the mnemonic.
    pub words: Words,
}

impl Chosen {
    /// The operation's name.
    pub fn op_name(&self) -> Option<&str> {
        self.op.as_ref().map(|op| op.name.as_str())
    }

    /// Whether the operation uses the source of that number. Without an operation every operand is used.
    pub fn mentions(&self, source: usize) -> bool {
        self.mentions[1 + source]
    }
}

impl Programmer<'_> {
    /// The instructions up to the first that is not modelled.
    pub fn program(&mut self) -> Vec<Bound> {
        let mut program = Vec::new();
        let document = self.document;
        let (mut ended, mut is_over) = (false, false);
        for item in &document.items {
            let ItemKind::Instruction(instr) = &item.kind else { continue };
            let set = &self.settings.set;
            match set.instruction(&instr.mnemonic.text) {
                Some(row) => {
                    let before = self.diagnostics.len();
                    let bound = match &row.registers {
                        Some(form) => self.register_instruction(item, instr, row, form),
                        None => self.instruction(item, instr, row),
                    };
                    for finding in &mut self.diagnostics[before..] {
                        finding.source = set.clause(finding.rule, row);
                    }
                    // Without an error, something in it is not modelled.
                    let is_error = |finding: &Diagnostic| finding.severity == crate::diag::Severity::Error;
                    ended |= bound.is_none() && !self.diagnostics[before..].iter().any(is_error);
                    program.extend(bound.filter(|_| !ended));
                    let ends = row.registers.as_ref().is_some_and(|form| form.ends_program);
                    // What follows is never reached, so nothing in it needs to be modelled.
                    is_over |= ends && instr.predicate.is_none();
                    ended |= is_over;
                }
                None if is_over => {}
                None => ended |= self.not_modelled(instr),
            }
        }
        self.unused_ops();
        program
    }

    /// A mnemonic that no row has. Returns whether the program ends there.
    fn not_modelled(&mut self, instr: &Instr) -> bool {
        let dotted: Vec<&str> =
            std::iter::once(&instr.mnemonic).chain(&instr.modifiers).map(|w| w.text.as_str()).collect();
        let written = dotted.join(".");
        let set = &self.settings.set;
        let is_known =
            |known: &&str| written.eq_ignore_ascii_case(known) || dotted[0].eq_ignore_ascii_case(known);
        if set.listing.mnemonics.iter().any(is_known) {
            return false;
        }
        let name = &instr.mnemonic.text;
        let message = format!("`{name}` is not modelled; the program runs up to here");
        let finding = Diagnostic::warning(set.rules.unknown_instruction, instr.mnemonic.span, message);
        self.diagnostics.push(match closest(name, set.instructions.iter().map(|row| &*row.mnemonic)) {
            Some(close) => {
                let close = set.spelled(close);
                finding.fix_here(format!("write `{close}`"), close)
            }
            None => finding,
        });
        true
    }

    fn instruction(&mut self, item: &Item, instr: &Instr, row: &Rc<Instruction>) -> Option<Bound> {
        let before = self.diagnostics.len();
        let mut exec = self.exec(instr, row);
        if let Some((exec, size)) = exec.as_mut().filter(|(_, size)| *size != 1)
            && self.copies_predicate(instr, row)
        {
            // As the assembler reads it.
            let message = format!("{size} lanes for one number; expected `(M1_NM, 1)`, which is meant");
            let finding = Diagnostic::warning(&rules::PREDICATE_NUMBER, exec.span, message);
            self.diagnostics.push(finding.fix_here("write `(M1_NM, 1)`", "(M1_NM, 1)"));
            (exec.no_mask, exec.mask_offset, *size) = (true, 0, 1);
        }
        let chosen = self.chosen(instr, row, exec.map_or((0, 1), |(exec, size)| (exec.mask_offset, size)));
        let (predicate, written_predicate) = self.predicate(instr, row, exec).unzip();
        let chosen = chosen?;
        // First of all the semantics: whether a source is used is not known of a text with mistakes.
        let code = self.code(row, &chosen, instr.mnemonic.span)?;
        let operands = self.operands(instr, row, &chosen);
        if self.diagnostics[before..].iter().any(|finding| finding.severity == crate::diag::Severity::Error) {
            return None;
        }
        let (exec, exec_size) = exec?;
        let title = format!("{}{}", self.settings.set.spelled(&row.mnemonic), chosen.words.title());
        let line = WrittenLine {
            mnemonic: instr.mnemonic.span,
            predicate: written_predicate,
            exec: Some(WrittenExec {
                size: exec.size.value.try_into().ok()?,
                size_span: exec.size.span,
                mask_span: exec.mask_span.unwrap_or(exec.span),
            }),
            operands: instr.operands.iter().map(|text| self.written_operand(text)).collect::<Option<_>>()?,
            words: chosen.words.written,
        };
        Some(Bound {
            row: Rc::clone(row),
            span: item.span,
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
            surface_kind: None,
            skips_helpers: false,
            takes_sign: false,
            memory: (row.memory)(&self.settings.readings),
            schedule: self.settings.schedule(item.span),
        })
    }

    /// Execution size and mask, and how many lanes run.
    fn exec(&mut self, instr: &Instr, row: &Instruction) -> Option<(Exec, u8)> {
        // The parser refuses a line of a known instruction that has none.
        let exec = instr.exec?;
        let more = (row.more_exec_sizes)(&self.settings.readings, &self.settings.values);
        let takes_32 = self.settings.dialect.takes_exec_32;
        let size = match u8::try_from(exec.size.value) {
            Ok(size) if row.exec_sizes.contains(&size) || more.contains(&size) => size,
            Ok(32) if takes_32 && row.exec_sizes.contains(&16) => 16,
            _ => {
                let sizes: Vec<String> = row.exec_sizes.iter().chain(more).map(u8::to_string).collect();
                let expected = one_of(sizes.iter().map(String::as_str));
                let message = format!("an execution size of {}; expected {expected}", exec.size.value);
                self.error(&rules::EXEC_SIZE, exec.size.span, message);
                return None;
            }
        };
        let (offset, span) = (exec.mask_offset, exec.mask_span.unwrap_or(exec.span));
        if size >= 8 && offset % size != 0 {
            let fitting: Vec<String> = (0..32 / size).map(|k| format!("M{}", k * size / 4 + 1)).collect();
            let expected = one_of(fitting.iter().map(String::as_str));
            self.error(
                &rules::MASK_ALIGN,
                span,
                format!("the mask starts at lane {offset}; expected {expected} for {size} lanes"),
            );
            return None;
        }
        let lanes = self.settings.lanes(self.document);
        let end = offset + size;
        let reaches_is_wrong = self.settings.dialect.mask_ends_before_last;
        if !exec.no_mask && (end > lanes || reaches_is_wrong && end == lanes) {
            let message = format!("lanes {offset} to {} are asked for, and {lanes} were dispatched", end - 1);
            self.error(&rules::MASK_END, exec.span, message);
            return None;
        }
        Some((exec, size))
    }

    /// The words behind the mnemonic.
    fn chosen(
        &mut self,
        instr: &Instr,
        row: &Instruction,
        (mask_offset, exec_size): (u8, u8),
    ) -> Option<Chosen> {
        let words = self.modifiers(instr, row)?;
        let (width16, saturates) = (words.has_width16(), words.saturates());
        let op = match words.op.clone() {
            Some(op) => Some(self.op_use(instr, row, op)?),
            None => None,
        };
        let mentions = op.as_ref().map_or([true; 3], |op| op_mentions(&op.text));
        let access = op
            .as_ref()
            .map_or(words.size().unwrap_or(ScalarType::Ud), |op| if width16 { op.ty16 } else { op.ty });
        let table = row.op_table();
        let known = op
            .as_ref()
            .and_then(|op| op.row)
            .zip(table)
            .filter(|(known, _)| op.as_ref().is_some_and(|op| op.ty == known.ty));
        let operand_types = match (&op, known) {
            (_, Some((known, table))) => {
                (table.operand_types)(known, width16, &self.settings.readings).to_vec()
            }
            (Some(op), None) => vec![op.ty],
            (None, None) => vec![access],
        };
        // Where a reading gives an operation another type of the same width, it is that type that the access has.
        let access = match operand_types[0] {
            first if !width16 && first.size_bytes() == access.size_bytes() => first,
            _ => access,
        };
        let tolerates = |operand: &&Operand| {
            known
                .is_some_and(|(known, table)| (table.tolerates)(known, operand.name, &self.settings.readings))
        };
        let tolerated = row.operands.iter().filter(tolerates).map(|operand| operand.name).collect();
        let access = match row.unit {
            Unit::Alu => self.execution_type(instr, row, saturates)?,
            Unit::Memory => access,
        };
        let surface = self.surface_kind(row, instr);
        Some(Chosen {
            op,
            mentions,
            operand_types,
            tolerated,
            access,
            exec_size,
            surface,
            channels: words.channels(),
            mask_offset,
            saturates,
            written: self.written_type(instr, row).unwrap_or(ScalarType::Ub),
            has_scalar_source: instr.operands.last().is_some_and(is_scalar),
            line: (row.unit == Unit::Alu).then(|| self.alu_line(row, &words)),
            words,
        })
    }

    /// The operation that runs where the row shares a table and does not take all of it as it is.
    fn op_use(&mut self, instr: &Instr, row: &Instruction, op: OpInForce) -> Option<OpInForce> {
        let (Some(known), Some(table)) = (op.row, row.op_table()) else { return Some(op) };
        if op.text.document_offset.is_some() {
            return Some(op);
        }
        let span = instr.modifiers.first().map_or(instr.mnemonic.span, |word| word.span);
        let named = format!("`{}.{}`", self.settings.set.spelled(&row.mnemonic), op.word);
        match (table.op_use)(known, &self.settings.readings) {
            OpUse::AsWritten => Some(op),
            OpUse::InsteadRuns { name, because } => {
                let message = format!("{named} runs as {name}: {because}");
                self.diagnostics.push(Diagnostic::info(&rules::OP_INSTEAD, span, message));
                self.notations.op(table, name).map(|instead| OpInForce { word: op.word, ..instead })
            }
            OpUse::Refused(because) => {
                self.error(&rules::OP_REFUSED, span, format!("there is no {named}: {because}"));
                None
            }
        }
    }

    fn predicate(
        &mut self,
        instr: &Instr,
        row: &Instruction,
        exec: Option<(Exec, u8)>,
    ) -> Option<(BoundPredicate, WrittenPredicate)> {
        let text = instr.predicate.as_ref()?;
        let is_taken = self.settings.dialect.predicates_everywhere && row.unit == Unit::Memory;
        if !row.predicable && !is_taken {
            let message = format!("`{}` takes no predicate", instr.mnemonic.text);
            self.error(&rules::PREDICATE, text.span, message);
            return None;
        }
        let declared = self.declared;
        let Some(index) = declared.layout.predicate_index(&text.name.text) else {
            if !declared.broken.contains(&text.name.text) {
                self.unknown_predicate(&text.name);
            }
            return None;
        };
        let (exec, exec_size) = exec?;
        let predicate = &declared.layout.predicates[index];
        let (count, end) = (predicate.count, exec.mask_offset + exec_size);
        if count < usize::from(end) {
            let message = format!(
                "`{}` has {count} elements, and bits up to {} are looked at; the missing ones count as 0",
                predicate.name,
                end - 1
            );
            self.diagnostics.push(Diagnostic::warning(&rules::PREDICATE_WIDTH, text.span, message));
        }
        let by_declared = self.settings.dialect.any_all_declared_width;
        let combines = text.mode != PredicateMode::PerLane;
        if combines && count != usize::from(exec_size) {
            let looked_at = if by_declared { count } else { usize::from(exec_size) };
            let message = format!(
                "`{}` has {count} elements and {exec_size} lanes run: {looked_at} bits are looked at",
                predicate.name
            );
            self.diagnostics.push(Diagnostic::warning(&rules::ANY_ALL, text.span, message));
        }
        let (first_bit, bit_count) =
            if by_declared { (0, count as u8) } else { (exec.mask_offset, exec_size) };
        let (space, mode, inverted) = (predicate.space, text.mode, text.inverted);
        // A document declares at most 1,000 names.
        let written = WrittenPredicate { number: Some(index as u16), mode, inverted, span: text.span };
        Some((BoundPredicate { space, mode, first_bit, bit_count, inverted }, written))
    }

    pub(super) fn unknown_predicate(&mut self, name: &SpannedText) {
        if let Some(what) = self.declared.what_is(&name.text) {
            let message = format!("`{}` is a {what}; expected a predicate", name.text);
            self.error(&rules::WRONG_KIND, name.span, message);
            return;
        }
        let finding = Diagnostic::error(
            &rules::UNKNOWN_NAME,
            name.span,
            format!("predicate `{}` is not declared", name.text),
        );
        let known = self.declared.layout.predicates.iter().map(|predicate| predicate.name.as_str());
        self.diagnostics.push(match closest(&name.text, known) {
            Some(close) => finding.fix_here(format!("write `{close}`"), close),
            None => finding.note(format!("expected `.decl {} v_type=P num_elts=8` above", name.text)),
        });
    }

    fn operands(&mut self, instr: &Instr, row: &Instruction, chosen: &Chosen) -> Option<Vec<BoundOperand>> {
        let pairs = row.operands.iter().zip(&instr.operands);
        // The parser has counted them. Each is looked at, so that each can be reported.
        let bound: Vec<Option<BoundOperand>> =
            pairs.map(|(operand, text)| self.operand(operand, text, chosen)).collect();
        bound.into_iter().collect()
    }

    /// What a line that computes says to its semantics: the words behind its mnemonic, and that floats follow the rules
    /// of the unit that computes, whatever the readings of atomics say.
    fn alu_line(&self, row: &Instruction, chosen: &Words) -> LineKey {
        let words = |modifier: &Modifier| {
            let ModifierKind::Choice(known) = modifier.kind else { return None };
            let word = chosen.chosen().find(|(name, _)| *name == modifier.name).map_or("", |(_, word)| word);
            let known = known.iter().map(|word| word.name.to_owned()).collect();
            Some(ModifierWords { name: modifier.name.to_owned(), known, chosen: word.to_owned() })
        };
        let float = FloatRules { minmax: MinMax::Alu, ..self.settings.dialect.float };
        LineKey { modifiers: row.modifiers.iter().filter_map(words).collect(), float, types: Vec::new() }
    }

    /// The semantics, lowered for this instruction.
    pub(super) fn code(&mut self, row: &Rc<Instruction>, chosen: &Chosen, span: Span) -> Option<Rc<Code>> {
        let bindings: Vec<OperandBinding> =
            row.operands.iter().enumerate().map(|(k, operand)| binding(operand, k, chosen)).collect();
        let mut environment = self.environment(chosen.access, chosen.exec_size);
        let mut constant =
            |name, value| environment.constants.push(Constant { name, ty: ScalarType::Ud, value });
        if let Some(mask) = chosen.channels {
            constant("ch_mask", u64::from(mask));
        }
        if row.unit == Unit::Alu {
            constant("dst_size", chosen.written.size_bytes() as u64);
            constant("scalar_src", u64::from(chosen.has_scalar_source));
        }
        let op = chosen.op.as_ref().map(|op| op.name.clone());
        let key = CodeKey {
            mnemonic: row.mnemonic.to_string(),
            op,
            access: chosen.access,
            exec_size: chosen.exec_size,
            line: chosen.line.clone(),
            channels: chosen.channels,
            bindings: bindings.iter().map(|binding| binding.shape).collect(),
            constants: environment.constants.clone(),
        };
        if let Some((_, code)) = self.compiled.iter().find(|(known, _)| *known == key) {
            return Some(Rc::clone(code));
        }
        let main = self.notations.semantics(row);
        let op_text = chosen.op.as_ref().map(|op| op.text.clone());
        environment.operands = bindings;
        if let Some(line) = &chosen.line {
            environment.modifiers.clone_from(&line.modifiers);
            environment.float = line.float;
        }
        let (code, findings) = compile(main.clone(), op_text.clone(), &environment);
        for finding in findings {
            let text = if finding.text == 0 { Some(&main) } else { op_text.as_ref() };
            self.notation_finding(text, finding.diagnostic, span);
        }
        let code = Rc::new(code?);
        self.compiled.push((key, Rc::clone(&code)));
        Some(code)
    }

    /// A finding in a notation text, moved to where that text stands in the document.
    fn notation_finding(&mut self, text: Option<&NotationText>, mut finding: Diagnostic, instruction: Span) {
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
                finding =
                    Diagnostic::error(finding.rule, instruction, format!("in {name}: {}", finding.message));
            }
        }
        if !self.diagnostics.contains(&finding) {
            self.diagnostics.push(finding);
        }
    }

    /// Operations of the document that no instruction names are checked all the same, as UD.
    fn unused_ops(&mut self) {
        let mut rows = self.settings.set.instructions.iter();
        let Some(table) = rows.find_map(|row| row.op_table().filter(|_| row.registers.is_none())) else {
            return;
        };
        for block in self.notations.ops() {
            let start = Some(block.body.start);
            let texts = self.compiled.iter().flat_map(|(_, code)| &code.texts);
            let is_used = texts.into_iter().any(|text| text.document_offset == start);
            let op = self.notations.op(table, &block.name.text).filter(|_| !is_used);
            let Some(op) = op else { continue };
            let findings = check_op(&op.text, &self.environment(op.ty, 1));
            for finding in findings {
                self.notation_finding(Some(&op.text), finding, block.name.span);
            }
        }
    }

    /// What every text may ask for, with that access type and for so many lanes.
    fn environment(&self, access: ScalarType, exec_size: u8) -> Environment<'_> {
        let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
        let settings = self.settings.set.settings.iter();
        let named =
            settings.filter_map(|setting| Some((setting.constant?, self.settings.values.get(setting.key))));
        let mut constants = vec![constant("exec_size", u64::from(exec_size))];
        constants.extend(named.map(|(name, value)| constant(name, u64::from(value))));
        Environment {
            access,
            constants,
            operands: Vec::new(),
            readings: self.settings.set.readings,
            chosen: &self.settings.readings,
            modifiers: Vec::new(),
            float: self.settings.dialect.float,
        }
    }
}

/// An operand as the notation sees it.
fn binding(operand: &Operand, index: usize, chosen: &Chosen) -> OperandBinding {
    let access = chosen.access;
    let of_line = chosen.line.as_ref().and_then(|line| line.types.get(index).copied());
    let of_line = of_line.unwrap_or(ScalarType::Ud);
    let shape = match operand.kind {
        OperandKind::Surface { .. } => OperandShape::Surface,
        OperandKind::Pool => OperandShape::Pool,
        OperandKind::Slot { direction: Direction::In, .. } => OperandShape::Input(of_line),
        OperandKind::Slot { .. } => OperandShape::Output(of_line),
        OperandKind::Exited => OperandShape::Output(ScalarType::Ub),
        OperandKind::Scalar { ty } => OperandShape::Input(ty),
        OperandKind::Vector { direction: Direction::In, .. } => OperandShape::Input(access),
        // What may also go to a predicate is a pattern of bits, whatever type it is kept in.
        OperandKind::Vector { predicate: true, .. } if chosen.written.is_float() => {
            let ty = match chosen.written.size_bytes() {
                2 => ScalarType::Uw,
                4 => ScalarType::Ud,
                _ => ScalarType::Uq,
            };
            OperandShape::Converted { ty, saturate: false }
        }
        OperandKind::Vector { .. } => {
            OperandShape::Converted { ty: chosen.written, saturate: chosen.saturates }
        }
        OperandKind::Raw { direction, ty, data, .. } => {
            let element = match ty {
                crate::spec::OperandType::Fixed(ty) if !data => ty,
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
