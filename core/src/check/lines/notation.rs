//! `.op` and `.semantics`: the notation texts in force, built in or from the document. Both kinds are compiled in the
//! same way.

use crate::base::ScalarType;
use crate::check::findings::{Findings, FirstSpans, Reported};
use crate::check::rules;
use crate::diag::Diagnostic;
use crate::semantics::{NotationText, has_same_tokens, op_blocks, op_body};
use crate::spec::{AtomicOp, Instruction, InstructionSet, InstructionSets, OpTable, OpTypes};
use crate::syntax::{Directive, Document, NotationBlock};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The notation texts of a document.
pub struct Notations<'a> {
    text: &'a str,
    ops: Vec<&'a NotationBlock>,
    semantics: Vec<&'a NotationBlock>,
    /// Cache of the parsed operation tables, so that each table is split into blocks once.
    tables: RefCell<Vec<(&'static str, Blocks)>>,
    /// Cache of the texts of the document's blocks, by the offsets of the blocks and the built-in texts that they are compared with.
    texts: RefCell<FxHashMap<(u32, Option<String>), NotationText>>,
}

/// The text of each block of a table, by name.
type Blocks = Rc<HashMap<String, Rc<str>>>;

/// An operation in force: one of a table, with its text or the document's, or one that the document adds.
#[derive(Clone, Debug)]
pub struct OpInForce {
    /// The manual's name, or the document's name in upper case.
    pub name: String,
    /// The assembler's word for the written operation, even if another operation runs instead.
    pub word: String,
    /// The row; `None` if no table has the operation.
    pub row: Option<&'static AtomicOp>,
    pub types: OpTypes,
    pub text: NotationText,
}

impl<'a> Notations<'a> {
    /// Collects the notation texts of a document.
    pub fn from_document(
        text: &'a str,
        document: &'a Document,
        set: &InstructionSet,
        sets: &InstructionSets,
        findings: &mut Findings,
    ) -> Self {
        let (tables, texts) = (RefCell::default(), RefCell::default());
        let mut notations = Self { text, ops: Vec::new(), semantics: Vec::new(), tables, texts };
        let mut first_spans = FirstSpans::default();
        let mut is_first = |block: &NotationBlock, subject: String, word, findings: &mut Findings| {
            let (name, span) = (&block.name.text, block.name.span);
            let key = (word, subject);
            first_spans
                .insert_first(key, span, findings, || format!("a second `{word}` for `{name}`"))
                .is_ok()
        };
        for (span, directive) in document.directives() {
            if findings.is_full_at(span) {
                break;
            }
            let subject = || document.subject(directive, set);
            match directive {
                Directive::Op(block) => {
                    notations.ops.extend(is_first(block, subject(), ".op", findings).then_some(block));
                }
                Directive::Semantics(block) => {
                    let is_first = is_first(block, subject(), ".semantics", findings);
                    let is_known = check_name(block, sets, findings).is_ok();
                    if is_known && block.like.is_none() && set.instruction(&block.name.text).is_none() {
                        let name = &block.name.text;
                        let message =
                            format!("{} has no instruction `{name}`, so this changes nothing", set.title);
                        findings.push(Diagnostic::warning(&rules::OTHER_ISA, block.name.span, message));
                    }
                    notations.semantics.extend((is_first && is_known).then_some(block));
                }
                _ => {}
            }
        }
        notations
    }

    /// Returns the blocks of the `.op` lines.
    pub fn op_blocks(&self) -> &[&'a NotationBlock] {
        &self.ops
    }

    /// Returns the blocks of the `.semantics` lines.
    pub fn semantics_blocks(&self) -> &[&'a NotationBlock] {
        &self.semantics
    }

    /// Returns the text of an instruction's semantics.
    pub fn semantics(&self, row: &Instruction) -> NotationText {
        match self.semantics.iter().find(|block| row.is_called(&block.name.text)) {
            Some(block) => self.text_of_block(&row.mnemonic, block, Some(&row.semantics)),
            None => NotationText::built_in(&row.mnemonic, Rc::from(&*row.semantics)),
        }
    }

    /// Returns the operation that a word names.
    pub fn op(&self, table: &OpTable, word: &str) -> Option<OpInForce> {
        let row = table.op(word);
        let name = row.map_or_else(|| word.to_ascii_uppercase(), |row| row.name.to_owned());
        let block = self.ops.iter().find(|block| {
            let written = &block.name.text;
            written.eq_ignore_ascii_case(&name)
                || row.is_some_and(|row| {
                    row.assembler_names.iter().any(|text| text.eq_ignore_ascii_case(written))
                })
        });
        let text = match (block, row) {
            (Some(block), _) => {
                let built_in = row.and_then(|row| self.built_in(table, row.name));
                self.text_of_block(&name, block, built_in.as_deref().and_then(body_of))
            }
            (None, Some(row)) => {
                let text = self.built_in(table, row.name).unwrap_or_else(|| Rc::from(""));
                NotationText::built_in(row.name, text)
            }
            (None, None) => return None,
        };
        let types = op_types(block.copied(), row);
        let word = row.map_or_else(|| name.to_ascii_lowercase(), AtomicOp::assembler_name);
        Some(OpInForce { name, word, row, types, text })
    }

    /// Returns the operation with the text of the block `NAME_SUFFIX`. A block of the document takes
    /// precedence over the document's text of the operation, and that over a built-in block. Without such a block, the
    /// operation is returned unchanged.
    pub fn with_suffix(&self, table: &OpTable, op: OpInForce, suffix: Option<&str>) -> OpInForce {
        let Some(suffix) = suffix else { return op };
        let wanted = format!("{}_{suffix}", op.name);
        let own = self.ops.iter().find(|block| block.name.text.eq_ignore_ascii_case(&wanted));
        if let Some(block) = own {
            let built_in = self.built_in(table, &wanted);
            return OpInForce {
                text: self.text_of_block(&wanted, block, built_in.as_deref().and_then(body_of)),
                ..op
            };
        }
        if op.text.document_offset.is_some() {
            return op;
        }
        match self.built_in(table, &wanted) {
            Some(text) => OpInForce { text: NotationText::built_in(&wanted, text), ..op },
            None => op,
        }
    }

    /// Returns the text of a block of a table.
    fn built_in(&self, table: &OpTable, name: &str) -> Option<Rc<str>> {
        let mut tables = self.tables.borrow_mut();
        let known = tables.iter().find(|(text, _)| std::ptr::eq(*text, table.semantics));
        let blocks = match known {
            Some((_, blocks)) => Rc::clone(blocks),
            None => {
                // If several blocks share a name, the first is used.
                let blocks = op_blocks(table.semantics).into_iter().rev();
                let blocks =
                    Blocks::new(blocks.map(|(name, span)| (name, span.of(table.semantics).into())).collect());
                tables.push((table.semantics, Rc::clone(&blocks)));
                blocks
            }
        };
        blocks.get(name).cloned()
    }

    /// Creates a notation text from a block of the document, and notes whether it differs from the built-in text.
    pub fn text_of_block(&self, name: &str, block: &NotationBlock, built_in: Option<&str>) -> NotationText {
        let key = (block.body.start, built_in.map(str::to_owned));
        let mut known = self.texts.borrow_mut();
        let text = known.entry(key).or_insert_with(|| {
            let body = block.body.of(self.text);
            let is_same = |built_in: &str| match block.is_expression {
                true => has_same_tokens(built_in, &format!("new = {body};")),
                false => has_same_tokens(built_in, body),
            };
            NotationText {
                name: name.to_owned(),
                text: Rc::from(body),
                document_offset: Some(block.body.start),
                is_changed: !built_in.is_some_and(is_same),
            }
        });
        NotationText { name: name.to_owned(), ..text.clone() }
    }
}

/// Returns the types of an operation: by the type that its block in the document gives, or by its row.
pub(super) fn op_types(block: Option<&NotationBlock>, row: Option<&AtomicOp>) -> OpTypes {
    let given = block.and_then(|block| block.ty).map(|(ty, _)| ty);
    let listed = row.and_then(|row| row.types).filter(|_| given.is_none());
    listed.unwrap_or_else(|| OpTypes::from_dword(given.unwrap_or(ScalarType::Ud)))
}

/// Returns the text between the braces of `op NAME { ... }`.
fn body_of(block: &str) -> Option<&str> {
    op_body(block).map(|body| body.of(block))
}

/// Checks the names of a `.semantics`: the instruction's own and the one after `like`.
fn check_name(
    block: &NotationBlock,
    sets: &InstructionSets,
    findings: &mut Findings,
) -> Result<(), Reported> {
    let row = sets.instructions().find(|row| row.is_called(&block.name.text));
    let (unknown, help) = match (row, &block.like) {
        (Some(row), Some(_)) if row.made_from.is_none() => {
            let message = format!("`{}` is an instruction already; expected a new name", row.mnemonic);
            return Err(findings.error(&rules::SEMANTICS_NAME, block.name.span, message));
        }
        (Some(_), _) => return Ok(()),
        (None, Some(like)) => (like, "a new instruction is made from one that Lanescope models"),
        (None, None) => (
            &block.name,
            "to add an operation, use `.op`; to add an instruction, write `like INSTRUCTION` after its name",
        ),
    };
    let message = format!("no instruction is called `{}`", unknown.text);
    let finding = Diagnostic::error(&rules::SEMANTICS_NAME, unknown.span, message);
    let modelled = sets.instructions().filter(|row| row.made_from.is_none());
    let known = modelled.map(|row| &*row.mnemonic);
    Err(findings.push_misspelt_or_note(finding, &unknown.text, known, help))
}
