//! `.op` and `.semantics`: the texts that are in force, built in or from the document. All go through the same door.

use super::error_limit::ErrorLimit;
use super::rules;
use crate::base::{ScalarType, closest};
use crate::diag::Diagnostic;
use crate::semantics::{NotationText, op_blocks};
use crate::spec::{AtomicOp, Instruction, OpTable, RollCall};
use crate::syntax::{Directive, Document, NotationBlock};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The texts of a document.
pub(super) struct Notations<'a> {
    text: &'a str,
    ops: Vec<&'a NotationBlock>,
    semantics: Vec<&'a NotationBlock>,
    /// The blocks of the tables that were asked for, so that a text of many lines cuts each table up once.
    tables: RefCell<Vec<(&'static str, Blocks)>>,
}

/// The blocks of a table by name, each with its text.
type Blocks = Rc<HashMap<String, Rc<str>>>;

/// An operation in force: a row of a table, replaced by the document, or the document's own.
#[derive(Clone, Debug)]
pub(super) struct OpInForce {
    /// The manual's name, or the document's, upper case.
    pub name: String,
    /// The assembler's word for what was written; that of the operation, unless another runs instead.
    pub word: String,
    /// The row, if a table has it.
    pub row: Option<&'static AtomicOp>,
    pub ty: ScalarType,
    pub ty16: ScalarType,
    pub text: NotationText,
}

impl<'a> Notations<'a> {
    /// Collects the texts of a document.
    pub fn of(
        text: &'a str,
        document: &'a Document,
        roll_call: &RollCall,
        limit: &mut ErrorLimit,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut notations = Self { text, ops: Vec::new(), semantics: Vec::new(), tables: RefCell::default() };
        for (span, directive) in document.directives() {
            if limit.is_reached(span, diagnostics) {
                break;
            }
            match directive {
                Directive::Op(block) => once(&mut notations.ops, block, ".op", diagnostics),
                Directive::Semantics(block) => {
                    once(&mut notations.semantics, block, ".semantics", diagnostics);
                    check_name(block, roll_call, diagnostics);
                }
                _ => {}
            }
        }
        notations
    }

    /// The blocks of operations, for checking those that no instruction uses.
    pub fn ops(&self) -> &[&'a NotationBlock] {
        &self.ops
    }

    /// The text of an instruction's semantics.
    pub fn semantics(&self, row: &Instruction) -> NotationText {
        match self.semantics.iter().find(|block| block.name.text.eq_ignore_ascii_case(&row.mnemonic)) {
            Some(block) => self.block(&row.mnemonic, block, Some(&row.semantics)),
            None => NotationText {
                name: row.mnemonic.to_string(),
                text: Rc::from(&*row.semantics),
                document_offset: None,
                is_changed: false,
            },
        }
    }

    /// The operation that a word names.
    pub fn op(&self, table: &OpTable, word: &str) -> Option<OpInForce> {
        let row = table.by_text(word);
        let name = row.map_or_else(|| word.to_ascii_uppercase(), |row| row.name.to_owned());
        let block = self.ops.iter().find(|block| {
            let written = &block.name.text;
            written.eq_ignore_ascii_case(&name)
                || row.is_some_and(|row| row.text.iter().any(|text| text.eq_ignore_ascii_case(written)))
        });
        let text = match (block, row) {
            (Some(block), _) => {
                let built_in = row.and_then(|row| self.built_in(table, row.name));
                self.block(&name, block, built_in.as_deref().and_then(op_body))
            }
            (None, Some(row)) => {
                let text = self.built_in(table, row.name).unwrap_or_else(|| Rc::from(""));
                NotationText { name: row.name.to_owned(), text, document_offset: None, is_changed: false }
            }
            (None, None) => return None,
        };
        let given = block.and_then(|block| block.ty).map(|(ty, _)| ty);
        let ty = given.or(row.map(|row| row.ty)).unwrap_or(ScalarType::Ud);
        let ty16 = match (given, row) {
            (None, Some(row)) => row.ty16,
            _ => half_as_wide(ty),
        };
        let word = row.map_or_else(|| name.to_ascii_lowercase(), AtomicOp::text_word);
        Some(OpInForce { name, word, row, ty, ty16, text })
    }

    /// The operation in the variant that a line asks for: a block called `NAME_VARIANT`, the document's first. Where
    /// there is none, the operation itself.
    pub fn variant(&self, table: &OpTable, op: OpInForce, variant: Option<&str>) -> OpInForce {
        let Some(variant) = variant else { return op };
        let wanted = format!("{}_{variant}", op.name);
        let own = self.ops.iter().find(|block| block.name.text.eq_ignore_ascii_case(&wanted));
        if let Some(block) = own {
            let built_in = self.built_in(table, &wanted);
            return OpInForce {
                text: self.block(&wanted, block, built_in.as_deref().and_then(op_body)),
                ..op
            };
        }
        if op.text.document_offset.is_some() {
            return op;
        }
        match self.built_in(table, &wanted) {
            Some(text) => {
                let text = NotationText { name: wanted, text, document_offset: None, is_changed: false };
                OpInForce { text, ..op }
            }
            None => op,
        }
    }

    /// The text of a block of a table.
    fn built_in(&self, table: &OpTable, name: &str) -> Option<Rc<str>> {
        let mut tables = self.tables.borrow_mut();
        let known = tables.iter().find(|(text, _)| std::ptr::eq(*text, table.semantics));
        let blocks = match known {
            Some((_, blocks)) => Rc::clone(blocks),
            None => {
                // Of blocks of one name the first counts.
                let blocks = op_blocks(table.semantics).into_iter().rev();
                let blocks =
                    Blocks::new(blocks.map(|(name, span)| (name, span.of(table.semantics).into())).collect());
                tables.push((table.semantics, Rc::clone(&blocks)));
                blocks
            }
        };
        blocks.get(name).cloned()
    }

    /// A text of the document, which may say the same as a built-in one.
    fn block(&self, name: &str, block: &NotationBlock, built_in: Option<&str>) -> NotationText {
        let body = block.body.of(self.text);
        let own = if block.is_expression { format!("new={};", squeezed(body)) } else { squeezed(body) };
        NotationText {
            name: name.to_owned(),
            text: Rc::from(body),
            document_offset: Some(block.body.start),
            is_changed: built_in.is_none_or(|built_in| squeezed(built_in) != own),
        }
    }
}

/// A text without its white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// What stands between the braces of `op NAME { ... }`.
fn op_body(block: &str) -> Option<&str> {
    let (_, body) = block.split_once('{')?;
    body.rsplit_once('}').map(|(body, _)| body)
}

fn once<'a>(
    blocks: &mut Vec<&'a NotationBlock>,
    block: &'a NotationBlock,
    what: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    match blocks.iter().find(|other| other.name.text.eq_ignore_ascii_case(&block.name.text)) {
        Some(first) => {
            let message = format!("a second `{what}` for `{}`", block.name.text);
            let finding = Diagnostic::error(&rules::ONCE, block.name.span, message);
            diagnostics.push(finding.note_at(first.name.span, "the first is here"));
        }
        None => blocks.push(block),
    }
}

/// The roll call with the instructions that a document makes up.
pub fn in_force(document: &Document, roll_call: &RollCall) -> RollCall {
    let blocks = document.directives().filter_map(|(_, directive)| match directive {
        Directive::Semantics(block) => Some((block.like.as_ref()?, &block.name)),
        _ => None,
    });
    blocks.fold(roll_call.clone(), |all, (like, name)| all.with_renamed(&like.text, &name.text))
}

/// Looks at the names of a `.semantics`: the one that it is about, and the one behind `like`.
fn check_name(block: &NotationBlock, roll_call: &RollCall, diagnostics: &mut Vec<Diagnostic>) {
    let row = roll_call.instructions().find(|row| row.mnemonic.eq_ignore_ascii_case(&block.name.text));
    let (unknown, help) = match (row, &block.like) {
        (Some(row), Some(_)) if row.made_from.is_none() => {
            let message = format!("`{}` is an instruction already; expected a new name", row.mnemonic);
            diagnostics.push(Diagnostic::error(&rules::SEMANTICS_NAME, block.name.span, message));
            return;
        }
        (Some(_), _) => return,
        (None, Some(like)) => (like, "a new instruction is made from one that Lanescope models"),
        (None, None) => (
            &block.name,
            "to add an operation, use `.op`; to add an instruction, say which one it is `like` behind its name",
        ),
    };
    let message = format!("no instruction is called `{}`", unknown.text);
    let finding = Diagnostic::error(&rules::SEMANTICS_NAME, unknown.span, message);
    let modelled = roll_call.instructions().filter(|row| row.made_from.is_none());
    diagnostics.push(match closest(&unknown.text, modelled.map(|row| &*row.mnemonic)) {
        Some(close) => finding.write(close),
        None => finding.note(help),
    });
}

/// The type of the same sort with half as many bits, or itself where there is none.
fn half_as_wide(ty: ScalarType) -> ScalarType {
    use ScalarType::{D, F, Hf, Ud, Uw, W};
    match ty {
        Ud => Uw,
        D => W,
        F => Hf,
        other => other,
    }
}
