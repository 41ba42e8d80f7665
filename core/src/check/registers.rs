//! Instructions whose operands are registers: from a line of text and a row to something that runs.

use super::declare::pool::BANK;
use super::instruction::{Chosen, LineKey, Programmer};
use super::modifier::Words;
use crate::base::{Bits, ScalarType, Span, SurfaceKind};
use crate::diag::{Diagnostic, Severity};
use crate::exec::{
    Bound, BoundOperand, BoundPredicate, OperandForm, WordChoice, WrittenLine, WrittenOperand,
    WrittenPredicate, WrittenWord,
};
use crate::machine::{Place, SpaceId, SpaceKind};
use crate::semantics::{ModifierWords, op_mentions};
use crate::spec::{
    Bank, Direction, Fit, Instruction, Line, Member, ModifierKind, Numbered, Operand, OperandKind,
    PredicateMode, Refusal, RegisterForm, Slot, SlotKind,
};
use crate::syntax::{Instr, Item, OperandText, SpannedText, Value, ValueKind};
use std::rc::Rc;

/// Registers and predicates that instructions use and no directive names.
#[derive(Default)]
pub(super) struct Extra {
    pub spaces: Vec<(String, SpaceKind)>,
    /// The bits of lanes that have left the program.
    pub exited: Option<SpaceId>,
}

impl Programmer<'_> {
    pub(super) fn register_instruction(
        &mut self,
        item: &Item,
        instr: &Instr,
        row: &Rc<Instruction>,
        form: &RegisterForm,
    ) -> Option<Bound> {
        let before = self.diagnostics.len();
        let mut words = self.modifiers(instr, row)?;
        self.unwritten_op(instr, row, form, &mut words)?;
        let slots = self.slots(instr, row, form)?;
        let known = words.op.as_ref().and_then(|op| op.row);
        let chosen_words: Vec<(&'static str, &'static str)> = words.chosen().collect();
        let line = Line {
            words: &chosen_words,
            op: known,
            filled: &slots.iter().map(|slot| slot.kind != OperandForm::Absent).collect::<Vec<_>>(),
            is_register: &slots
                .iter()
                .map(|slot| matches!(slot.kind, OperandForm::Register { .. }))
                .collect::<Vec<_>>(),
            settings: &self.settings.values,
            readings: &self.settings.readings,
        };
        let fit = match (form.fit)(&line) {
            Ok(fit) => fit,
            Err(refusal) => {
                let finding = refused(&refusal, instr, form, &words, &slots);
                self.diagnostics.push(finding);
                return None;
            }
        };
        self.vectors(form, &fit, &slots);
        let (guard, written_guard) = self.guard(instr).unzip();
        if self.diagnostics[before..].iter().any(|finding| finding.severity == Severity::Error) {
            return None;
        }
        let access = fit.access.unwrap_or(ScalarType::Ud);
        let op = words.op.clone().map(|op| match row.op_table() {
            Some(table) => self.notations.variant(table, op, fit.variant),
            None => op,
        });
        let surface_kind = chosen_words.iter().find_map(|(_, word)| kind_of(row, word));
        let lanes = self.settings.lanes(self.document);
        let title = self.title(instr);
        let op_name = op.as_ref().map(|op| op.name.clone());
        let chosen = Chosen {
            mentions: op.as_ref().map_or([true; 3], |op| op_mentions(&op.text)),
            op,
            operand_types: Vec::new(),
            tolerated: Vec::new(),
            access,
            exec_size: lanes,
            mask_offset: 0,
            saturates: false,
            written: ScalarType::Ud,
            has_scalar_source: false,
            surface: None,
            channels: None,
            words,
            line: Some(LineKey {
                modifiers: self.line_words(row, form, &chosen_words, op_name.as_deref(), &slots),
                float: fit.float,
                types: fit.operands.iter().map(|(_, ty)| *ty).collect(),
            }),
        };
        let code = self.code(row, &chosen, instr.mnemonic.span)?;
        let operands = row.operands.iter().enumerate().map(|(k, operand)| {
            let at = fit.operands.get(k).copied().unwrap_or((None, access));
            self.bind(operand, at, &slots)
        });
        let operands = operands.collect();
        let line = WrittenLine {
            mnemonic: instr.mnemonic.span,
            predicate: written_guard,
            words: chosen.words.written,
            exec: None,
            operands: slots,
        };
        Some(Bound {
            row: Rc::clone(row),
            span: item.span,
            line,
            title,
            op: op_name,
            code,
            exec_size: lanes,
            mask_offset: 0,
            no_mask: false,
            predicate: guard.flatten(),
            operands,
            access,
            surface_kind,
            skips_helpers: form.skips_helpers,
            takes_sign: fit.takes_sign,
            memory: (row.memory)(&self.settings.readings),
            schedule: self.settings.schedule(item.span),
        })
    }

    fn title(&self, instr: &Instr) -> String {
        let words = std::iter::once(&instr.mnemonic).chain(&instr.modifiers);
        words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(".")
    }

    /// Puts in the operation that goes without saying.
    fn unwritten_op(
        &mut self,
        instr: &Instr,
        row: &Instruction,
        form: &RegisterForm,
        words: &mut Words,
    ) -> Option<()> {
        let (Some(unwritten), None, Some(table)) = (&form.unwritten_op, &words.op, row.op_table()) else {
            return Some(());
        };
        let span =
            instr.modifiers.last().map_or(instr.mnemonic.span, |word| instr.mnemonic.span.to(word.span));
        if self.settings.readings.is(unwritten.reading, unwritten.choice) {
            words.op = self.notations.op(table, unwritten.op);
            let choice = WordChoice::Op(words.op.as_ref().and_then(|op| op.row));
            words.written.push(WrittenWord { modifier: "op", choice, span: None });
            let message = format!("no operation is written; `{}` is meant", unwritten.op);
            self.diagnostics.push(Diagnostic::warning(&self.model().rules.unwritten_op, span, message));
            return Some(());
        }
        let message =
            format!("`{}` lacks its operation; expected one such as `{}`", row.mnemonic, unwritten.op);
        self.error(&self.model().rules.unwritten_op, span, message);
        None
    }

    /// What `modifier(name, word)` may ask for.
    fn line_words(
        &self,
        row: &Instruction,
        form: &RegisterForm,
        chosen: &[(&'static str, &'static str)],
        op: Option<&str>,
        slots: &[WrittenOperand],
    ) -> Vec<ModifierWords> {
        let mut out = Vec::new();
        for modifier in row.modifiers {
            let (known, word) = match modifier.kind {
                ModifierKind::Choice(words) => {
                    let word = chosen.iter().find(|(name, _)| *name == modifier.name).map(|(_, word)| *word);
                    (words.iter().map(|word| word.name.to_owned()).collect(), word.unwrap_or(""))
                }
                ModifierKind::Op(table) => {
                    let mut known: Vec<String> = table.ops.iter().map(|op| op.name.to_owned()).collect();
                    known.extend(op.map(str::to_owned));
                    (known, op.unwrap_or(""))
                }
                _ => continue,
            };
            out.push(ModifierWords { name: modifier.name.to_owned(), known, chosen: word.to_owned() });
        }
        for (slot, written) in form.slots.iter().zip(slots).filter(|(slot, _)| slot.optional) {
            let word = if written.kind == OperandForm::Absent { "absent" } else { "given" };
            out.push(ModifierWords {
                name: slot.name.to_owned(),
                known: vec!["given".to_owned(), "absent".to_owned()],
                chosen: word.to_owned(),
            });
        }
        out
    }

    /// What stands in each slot; one that may be left out is absent where a predicate is wanted and none stands.
    fn slots(
        &mut self,
        instr: &Instr,
        row: &Instruction,
        form: &RegisterForm,
    ) -> Option<Vec<WrittenOperand>> {
        let mut texts = instr.operands.iter().peekable();
        let end = Span { start: instr.mnemonic.span.end, end: instr.mnemonic.span.end };
        let end = instr.operands.last().map_or(end, OperandText::span);
        let mut written = Vec::new();
        let mut is_fine = true;
        let needed = form.slots.iter().filter(|slot| !slot.optional).count();
        let most = form.slots.len();
        if instr.operands.len() < needed || instr.operands.len() > most {
            let names: Vec<String> = form
                .slots
                .iter()
                .map(|slot| if slot.optional { format!("{{{}}}", slot.name) } else { slot.name.to_owned() })
                .collect();
            let message = format!(
                "`{}` takes {needed} operands ({}), found {}",
                row.mnemonic,
                names.join(", "),
                instr.operands.len()
            );
            self.error(
                &self.model().rules.slots,
                instr.operands.get(most).map_or(end, OperandText::span),
                message,
            );
            return None;
        }
        let mut to_spare = instr.operands.len() - needed;
        for slot in form.slots {
            if slot.optional && to_spare == 0 {
                written.push(WrittenOperand { kind: OperandForm::Absent, span: end });
                continue;
            }
            to_spare -= usize::from(slot.optional);
            let Some(text) = texts.next() else { break };
            match self.slot(slot, text) {
                Some(kind) => written.push(WrittenOperand { kind, span: text.span() }),
                None => is_fine = false,
            }
        }
        is_fine.then_some(written)
    }

    /// What stands in a slot, if it may.
    fn slot(&mut self, slot: &Slot, text: &OperandText) -> Option<OperandForm> {
        let span = text.span();
        let is_half = slot.kind == SlotKind::Half;
        match (slot.kind, text) {
            (_, OperandText::Register { upper: true, .. } | OperandText::Constant { upper: true, .. })
                if !is_half => {}
            (
                SlotKind::Register | SlotKind::Address | SlotKind::Handle(_) | SlotKind::Half,
                OperandText::Register { negated: true, .. },
            ) => {}
            (SlotKind::Register, OperandText::Register { name, .. })
            | (SlotKind::Address, OperandText::Address { name, .. })
            | (SlotKind::Handle(_), OperandText::Register { name, .. }) => {
                let number = self.register(name)?;
                if number.is_none() && slot.kind != SlotKind::Register {
                    let zero = self.model().registers.constant;
                    let message =
                        format!("`{}` is {zero}; expected a register that can hold something", slot.name);
                    self.error(&self.model().rules.zero, span, message);
                    return None;
                }
                return Some(OperandForm::Register { number, negated: false, upper: false });
            }
            (SlotKind::Source | SlotKind::Half, OperandText::Register { name, negated, upper, .. }) => {
                let number = self.register(name)?;
                return Some(OperandForm::Register { number, negated: *negated, upper: *upper });
            }
            (SlotKind::Predicate, OperandText::Predicate { name, inverted, .. }) => {
                return Some(OperandForm::Predicate {
                    number: self.predicate_name(name)?,
                    inverted: *inverted,
                });
            }
            (SlotKind::Handle(bits), OperandText::Immediate { value, .. }) => {
                return match whole(value) {
                    Some(index) if (0..1 << bits).contains(&index) => {
                        Some(OperandForm::Constant { byte_offset: 4 * index as u32, upper: false })
                    }
                    _ => {
                        let message = format!("expected 0 to {:#x}, the number of a word", (1 << bits) - 1);
                        self.error(&self.model().rules.handle, span, message);
                        None
                    }
                };
            }
            (SlotKind::Half, OperandText::Immediate { value, .. })
                if whole(value).is_none_or(|number| !(0..1 << 16).contains(&number)) => {}
            (SlotKind::Source | SlotKind::Half, OperandText::Immediate { value, .. }) => {
                return self.number(value, span);
            }
            (SlotKind::Source | SlotKind::Half, OperandText::Constant { bank, offset, upper, .. }) => {
                let is_aligned = (0..super::declare::pool::BANK_BYTES as i128).contains(&offset.value)
                    && offset.value % 4 == 0;
                if bank.value != 0 {
                    let message = format!("bank {} is not modelled; expected bank 0", bank.value);
                    self.error(&self.model().rules.bank, bank.span, message);
                    return None;
                }
                if !is_aligned {
                    let message = format!("address {}; expected a multiple of 4 below 32 KiB", offset.value);
                    self.error(&self.model().rules.constant_address, offset.span, message);
                    return None;
                }
                return Some(OperandForm::Constant { byte_offset: offset.value as u32, upper: *upper });
            }
            (SlotKind::Special(names), OperandText::Name(name)) => {
                if names.iter().any(|(known, _)| *known == name.text) {
                    return Some(OperandForm::Lane);
                }
                let message = format!("`{}` is not modelled; the program runs up to here", name.text);
                self.diagnostics.push(Diagnostic::warning(
                    self.settings.set.rules.unknown_instruction,
                    span,
                    message,
                ));
                return None;
            }
            _ => {}
        }
        let wanted = match slot.kind {
            SlotKind::Special(names) => crate::base::one_of(names.iter().map(|(name, _)| *name)),
            kind => self.model().wanted(kind),
        };
        self.error(&self.model().rules.slot_kind, span, format!("expected {wanted} for `{}`", slot.name));
        None
    }

    fn number(&mut self, value: &Value, span: Span) -> Option<OperandForm> {
        let bits = match value.kind {
            ValueKind::Float(number) => Some(u64::from((number as f32).to_bits())),
            _ => whole(value)
                .filter(|n| (-(1i128 << 31)..1i128 << 32).contains(n))
                .map(|n| u64::from(n as u32)),
        };
        if bits.is_none() {
            self.error(&self.model().rules.immediate, span, "expected a number of 32 bits".to_owned());
        }
        bits.map(OperandForm::Number)
    }

    /// The number of a register; `Some(None)` for the constant one.
    fn register(&mut self, name: &SpannedText) -> Option<Option<u8>> {
        self.member(self.model().registers, name)
    }

    /// The number of a predicate; `Some(None)` for the constant one.
    fn predicate_name(&mut self, name: &SpannedText) -> Option<Option<u16>> {
        self.member(self.model().predicates, name).map(|number| number.map(u16::from))
    }

    fn member(&mut self, bank: Bank, name: &SpannedText) -> Option<Option<u8>> {
        match bank.member(&name.text) {
            Some(Member::Number(number)) => Some(Some(number)),
            Some(Member::Constant) => Some(None),
            None => {
                let message =
                    format!("there is no `{}`; expected {} or {}", name.text, bank.range(), bank.constant);
                self.error(&self.model().rules.register, name.span, message);
                None
            }
        }
    }

    /// The register model.
    fn model(&self) -> &'static Numbered {
        self.settings.numbered().expect("only registers with numbers stand in slots")
    }

    /// Alignment and end of the vectors that the slots' registers begin.
    fn vectors(&mut self, form: &RegisterForm, fit: &Fit, slots: &[WrittenOperand]) {
        for (k, (slot, written)) in form.slots.iter().zip(slots).enumerate() {
            let OperandForm::Register { number: Some(number), .. } = written.kind else { continue };
            let count = fit.counts.get(k).copied().unwrap_or(1);
            let align = count.next_power_of_two();
            let number = usize::from(number);
            let Bank { prefix, last, .. } = self.model().registers;
            if !number.is_multiple_of(align) {
                let message = format!(
                    "`{}` begins {count} registers at {prefix}{number}; expected a multiple of {align}",
                    slot.name
                );
                let finding = Diagnostic::error(&self.model().rules.alignment, written.span, message);
                self.diagnostics.push(finding);
            } else if number + count > usize::from(last) + 1 {
                let end = number + count - 1;
                let message =
                    format!("`{}` would end at {prefix}{end}; expected {prefix}{last} or before", slot.name);
                self.error(&self.model().rules.end, written.span, message);
            }
        }
    }

    /// The guard; the constant predicate holds no lane back.
    fn guard(&mut self, instr: &Instr) -> Option<(Option<BoundPredicate>, WrittenPredicate)> {
        let text = instr.predicate.as_ref()?;
        let number = self.predicate_name(&text.name)?;
        let (mode, span) = (PredicateMode::PerLane, text.span);
        let written = WrittenPredicate { number, mode, inverted: text.inverted, span };
        if number.is_none() && !text.inverted {
            return Some((None, written));
        }
        // Nothing sets the opposite of what is always true: a space of zeros stands for it.
        let space = match number {
            Some(number) => self.predicate_space(number),
            None => {
                let name = format!("{} as false", self.model().predicates.constant);
                self.register_space(&name, SpaceKind::Predicate)
            }
        };
        let inverted = text.inverted && number.is_some();
        Some((Some(BoundPredicate { space, mode, first_bit: 0, bit_count: 32, inverted }), written))
    }

    /// The operand of the row that a slot makes.
    fn bind(
        &mut self,
        operand: &Operand,
        (at, data): (Option<usize>, ScalarType),
        slots: &[WrittenOperand],
    ) -> BoundOperand {
        let (direction, slot) = match operand.kind {
            OperandKind::Slot { direction, slot } => (direction, slot),
            OperandKind::Pool => return BoundOperand::Pool,
            OperandKind::Exited => {
                let space = self.register_space("lanes that left", SpaceKind::Predicate);
                self.extra.exited = Some(space);
                return BoundOperand::Bits { space, first_bit: 0, inverted: false };
            }
            _ => return BoundOperand::Null,
        };
        let Some(behind) = at else { return BoundOperand::Null };
        let Some(written) = slots.get(slot) else { return BoundOperand::Null };
        match written.kind {
            OperandForm::Register { number: Some(number), negated, upper } => {
                let upper = upper && data.size_bytes() == 2;
                // There is a register of that number: the vector's end has been tested.
                let registers = self.model().registers;
                let name = |more: usize| registers.name(usize::from(number) + behind + more);
                let low = self.register_space(&name(0), SpaceKind::Variable);
                let high =
                    (data.size_bytes() == 8).then(|| self.register_space(&name(1), SpaceKind::Variable));
                BoundOperand::Register { low, high, data, negated, upper }
            }
            OperandForm::Predicate { number: Some(number), inverted } => {
                BoundOperand::Bits { space: self.predicate_space(number), first_bit: 0, inverted }
            }
            OperandForm::Predicate { number: None, inverted } if direction == Direction::In => {
                BoundOperand::Immediate { bits: Bits::known(u64::from(!inverted)), ty: ScalarType::Ub }
            }
            OperandForm::Number(bits) => BoundOperand::Immediate { bits: Bits::known(bits), ty: data },
            OperandForm::Constant { byte_offset, upper } => {
                // Little-endian: the upper half lies behind the lower.
                let byte_offset = byte_offset + if upper && data.size_bytes() == 2 { 2 } else { 0 };
                let bank = self.declared.layout.spaces.iter().position(|space| space.name == BANK);
                let size_bytes = data.size_bytes() as u32;
                match bank {
                    // There are far fewer than 2^16 spaces.
                    Some(bank) => BoundOperand::Uniform {
                        place: Place { space: SpaceId(bank as u16), byte_offset, size_bytes },
                        data,
                    },
                    None => BoundOperand::Null,
                }
            }
            OperandForm::Lane => BoundOperand::Lane,
            _ => BoundOperand::Null,
        }
    }

    fn predicate_space(&mut self, number: u16) -> SpaceId {
        let name = self.model().predicates.name(number.into());
        self.register_space(&name, SpaceKind::Predicate)
    }

    /// The space of a register or predicate, declared where no directive has named it.
    fn register_space(&mut self, name: &str, kind: SpaceKind) -> SpaceId {
        let layout = &self.declared.layout;
        let declared = match kind {
            SpaceKind::Predicate => layout.predicate(name).map(|predicate| predicate.space),
            _ => layout.variable(name).map(|variable| variable.space),
        };
        if let Some(space) = declared {
            return space;
        }
        let known = self.extra.spaces.iter().position(|(known, _)| known == name);
        let at = known.unwrap_or_else(|| {
            self.extra.spaces.push((name.to_owned(), kind));
            self.extra.spaces.len() - 1
        });
        // There are fewer than 2^9 registers and predicates, and a few more.
        SpaceId((layout.spaces.len() + at) as u16)
    }
}

/// The kind of surface that a word of the row is called like.
fn kind_of(row: &Instruction, word: &str) -> Option<SurfaceKind> {
    let words = row.modifiers.iter().filter_map(|modifier| match modifier.kind {
        ModifierKind::Choice(words) => Some(words),
        _ => None,
    });
    let found = words.flatten().find(|known| known.name == word)?;
    SurfaceKind::from_word(&found.text.to_ascii_lowercase())
}

/// A whole number as written.
fn whole(value: &Value) -> Option<i128> {
    match value.kind {
        ValueKind::Decimal(number) => Some(number),
        ValueKind::Pattern(pattern) => Some(i128::from(pattern)),
        _ => None,
    }
}

/// Why a line's words do not go together, told at the word or the slot that is to blame.
fn refused(
    refusal: &Refusal,
    instr: &Instr,
    form: &RegisterForm,
    words: &Words,
    slots: &[WrittenOperand],
) -> Diagnostic {
    let of_word = words.written.iter().find(|word| word.modifier == refusal.at).and_then(|word| word.span);
    let of_slot = form.slots.iter().position(|slot| slot.name == refusal.at).map(|at| slots[at].span);
    let span = of_word.or(of_slot).unwrap_or(instr.mnemonic.span);
    Diagnostic::error(refusal.rule, span, refusal.message.clone())
}
