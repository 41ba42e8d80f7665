//! What is known of an instruction: its row as data, with the notation of its operations and the readings that touch it.

use super::ChoiceEffect;
use crate::base::{Clause, closest};
use crate::semantics::op_blocks;
use crate::spec::{
    AtomicOp, Choice, Instruction, InstructionSet, Modifier, OpTable, Operand, Practice, Reader, Reading,
    RollCall, Saying,
};
use serde::Serialize;

/// An instruction as its row describes it.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation<'a> {
    /// The word of its instruction set behind `.isa`.
    pub instruction_set: &'static str,
    /// The manual's name.
    pub mnemonic: &'a str,
    /// The first byte of its machine code, where that consists of bytes.
    pub opcode: Option<u8>,
    /// What it does, one sentence.
    pub prose: &'static str,
    /// What follows the mnemonic behind dots.
    pub modifiers: Vec<ModifierEntry>,
    /// How many lanes it may have.
    pub exec_sizes: &'static [u8],
    /// Whether a predicate may stand before it.
    pub predicable: bool,
    /// Its operands, in the order of the assembler's text.
    pub operands: Vec<OperandEntry>,
    /// What happens outside the surface.
    pub bounds: &'static str,
    /// What happens where lanes meet.
    pub conflict: &'static str,
    /// The operations that it chooses from.
    pub operations: Vec<OperationEntry>,
    /// What it does, in the notation.
    pub notation: &'a str,
    /// The open questions that touch it, each with the choice that holds by default.
    pub readings: Vec<ReadingEntry>,
    /// The page of the manual.
    pub source: Clause,
}

/// A word behind the mnemonic.
#[derive(Clone, Debug, Serialize)]
pub struct ModifierEntry {
    /// How it looks.
    pub text: String,
    /// What it does, one sentence.
    pub prose: &'static str,
    /// Whether it may be left out.
    pub optional: bool,
}

/// An operand.
#[derive(Clone, Debug, Serialize)]
pub struct OperandEntry {
    /// The manual's name, by which the notation knows it.
    pub name: &'static str,
    /// What may stand there, in words.
    pub what: String,
    /// The unit of its elements, where they have one.
    pub unit: Option<&'static str>,
    /// What it is for, one sentence.
    pub prose: &'static str,
}

/// An atomic operation.
#[derive(Clone, Debug, Serialize)]
pub struct OperationEntry {
    /// The manual's name.
    pub name: &'static str,
    /// The words that the text accepts, the assembler's first.
    pub words: Vec<String>,
    /// Access type of the 32-bit form.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// Access type of the 16-bit form.
    #[serde(rename = "type16")]
    pub ty16: &'static str,
    /// What it does, one sentence.
    pub prose: &'static str,
    /// What it does, in the notation: its own block, then those of its variants.
    pub notation: Vec<&'static str>,
}

/// A question that the manual leaves open.
#[derive(Clone, Debug, Serialize)]
pub struct ReadingEntry {
    /// The name behind `.reading`.
    pub name: &'static str,
    /// The question, one sentence.
    pub question: &'static str,
    /// The answers; the first holds unless a text says otherwise.
    pub choices: Vec<ChoiceEntry>,
    /// The choice in force.
    pub choice: &'static str,
    /// What the texts say, by page and heading.
    pub texts: Vec<TextEntry>,
    /// What compilers, assemblers and hardware are known to do.
    pub known: Vec<KnownEntry>,
    /// Why the default is what it is.
    pub because: &'static str,
    /// A scenario that ends otherwise, or is refused, with another choice.
    pub example: &'static str,
}

/// What a text says that a reading is about.
#[derive(Clone, Debug, Serialize)]
pub struct TextEntry {
    /// The page.
    pub page: &'static str,
    /// The heading on it.
    pub heading: &'static str,
    /// What stands there, in our words.
    pub says: &'static str,
}

/// What somebody is known to do about an open question.
#[derive(Clone, Debug, Serialize)]
pub struct KnownEntry {
    /// `compilers`, `assemblers` or `hardware`.
    pub who: &'static str,
    /// What they do; empty where that is not known.
    pub practices: Vec<PracticeEntry>,
}

/// One thing that somebody does, with from where it is known.
#[derive(Clone, Debug, Serialize)]
pub struct PracticeEntry {
    /// What they do, a sentence.
    pub does: &'static str,
    /// From where that is known.
    pub source: &'static str,
}

/// One way to read the manual.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceEntry {
    /// The word of `.reading NAME = word`.
    pub name: &'static str,
    /// What follows from it, one sentence.
    pub prose: &'static str,
    /// What it would change in the run of a text, where that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<ChoiceEffect>,
}

impl<'a> Explanation<'a> {
    /// What is known of the instructions of that name, in any case, one for each set that has it.
    pub fn of(name: &str, roll_call: &'a RollCall) -> Vec<Self> {
        let sets = roll_call.sets().iter();
        sets.filter_map(|set| set.instruction(name).map(|row| Self::new(set, row))).collect()
    }

    fn new(set: &InstructionSet, row: &'a Instruction) -> Self {
        Self {
            instruction_set: set.key,
            mnemonic: &row.mnemonic,
            opcode: row.opcode,
            prose: row.prose,
            modifiers: row.modifiers.iter().map(ModifierEntry::new).collect(),
            exec_sizes: row.exec_sizes,
            predicable: row.predicable,
            operands: row.operands.iter().map(OperandEntry::new).collect(),
            bounds: row.bounds,
            conflict: row.conflict,
            operations: row.op_table().map(OperationEntry::all).unwrap_or_default(),
            notation: row.semantics.trim_end(),
            readings: row.readings.iter().map(|reading| ReadingEntry::by_default(reading)).collect(),
            source: row.source,
        }
    }
}

/// The mnemonic that a misspelt one is close to.
pub fn closest_mnemonic<'a>(name: &str, roll_call: &'a RollCall) -> Option<&'a str> {
    closest(name, roll_call.instructions().map(|row| &*row.mnemonic))
}

impl ModifierEntry {
    fn new(modifier: &Modifier) -> Self {
        let text = modifier.kind.in_words(modifier.name);
        Self { text, prose: modifier.prose, optional: modifier.optional }
    }
}

impl OperandEntry {
    fn new(operand: &Operand) -> Self {
        let Operand { name, kind, unit, prose } = *operand;
        Self { name, what: kind.in_words(), unit, prose }
    }
}

impl OperationEntry {
    fn all(table: &'static OpTable) -> Vec<Self> {
        let blocks = op_blocks(table.semantics);
        let entry = |op: &'static AtomicOp| {
            // A block is the operation's own, or `NAME_VARIANT`; no operation's name begins with another's and `_`.
            let is_its = |name: &str| {
                name.strip_prefix(op.name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            };
            let its = blocks.iter().filter(|(name, _)| is_its(name));
            Self {
                name: op.name,
                words: op.text.iter().map(|word| (*word).to_owned()).collect(),
                ty: op.ty.name(),
                ty16: op.ty16.name(),
                prose: op.prose,
                notation: its.map(|(_, span)| span.of(table.semantics)).collect(),
            }
        };
        table.ops.iter().map(entry).collect()
    }
}

impl ReadingEntry {
    /// A reading where no text chooses.
    pub fn by_default(reading: &'static Reading) -> Self {
        Self::new(reading, reading.default_choice())
    }

    /// A reading with the choice in force.
    pub fn new(reading: &'static Reading, choice: &'static str) -> Self {
        let Reading { name, question, choices, texts, because, example, practices: _ } = *reading;
        let entry = |&Choice { name, prose }: &Choice| ChoiceEntry { name, prose, effect: None };
        let choices = choices.iter().map(entry).collect();
        let text =
            |&Saying { source: Clause { page, heading }, says }: &Saying| TextEntry { page, heading, says };
        let practice = |&Practice { does, source, .. }: &Practice| PracticeEntry { does, source };
        let known = Reader::ALL.map(|reader| KnownEntry {
            who: reader.name(),
            practices: reading.practices_of(reader).map(practice).collect(),
        });
        Self {
            name,
            question,
            choices,
            choice,
            texts: texts.iter().map(text).collect(),
            known: known.to_vec(),
            because,
            example,
        }
    }
}
