//! The description of an instruction as data: its row, the notation of its operations, and the readings that affect it.

use crate::base::{Clause, ScalarType, closest};
use crate::semantics::op_blocks;
use crate::session::compare::ReadingEntry;
use crate::spec::{
    AddressUnit, AtomicOp, ChosenReadings, Instruction, InstructionSet, InstructionSets, Modifier, OpTable,
    Operand,
};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct, Serializer};

/// The description of an instruction, from its row.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation<'a> {
    /// The name of its instruction set, as after `.isa`.
    pub instruction_set: &'static str,
    /// The mnemonic, as in the manual.
    pub mnemonic: &'a str,
    /// The first byte of its machine code, if machine code is a sequence of bytes.
    pub opcode: Option<u8>,
    /// The effect of the instruction, one sentence.
    pub prose: &'static str,
    /// The modifiers, written after the mnemonic and separated by dots.
    pub modifiers: &'static [Modifier],
    /// The execution sizes that are allowed by default, in lanes.
    pub exec_sizes: Vec<u8>,
    /// The instruction may have a predicate.
    pub predicable: bool,
    /// The operands, in the order of the assembler's text.
    pub operands: &'static [Operand],
    /// The behaviour of accesses out of bounds.
    pub bounds: &'static str,
    /// The behaviour of lanes that access the same bytes.
    pub conflict: &'static str,
    /// The atomic operations of the instruction, if it has any.
    pub operations: Vec<OperationEntry>,
    /// The semantics, in the notation.
    pub notation: &'a str,
    /// The open questions that affect it, each with its default choice.
    pub readings: Vec<ReadingEntry>,
    /// The page and heading of the manual.
    pub source: Clause,
}

/// An atomic operation, with its names, types and effect.
#[derive(Clone, Debug, Serialize)]
pub struct OperationEntry {
    /// The row of the operation.
    #[serde(flatten, serialize_with = "serialize_op")]
    pub op: &'static AtomicOp,
    /// The semantics, in the notation: the operation's own block, then the blocks of its variants.
    pub notation: Vec<&'static str>,
}

impl Serialize for Modifier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Modifier", 3)?;
        fields.serialize_field("text", &self.usage())?;
        fields.serialize_field("prose", self.prose)?;
        fields.serialize_field("optional", &self.is_optional)?;
        fields.end()
    }
}

impl Serialize for Operand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Operand", 4)?;
        fields.serialize_field("name", self.name)?;
        fields.serialize_field("what", &self.in_words())?;
        fields.serialize_field("unit", &self.unit.map(AddressUnit::name))?;
        fields.serialize_field("prose", self.prose)?;
        fields.end()
    }
}

/// Writes the names, types and effect of an operation. A type that it lacks is null.
fn serialize_op<S: Serializer>(op: &AtomicOp, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(Some(5))?;
    fields.serialize_entry("name", op.name)?;
    fields.serialize_entry("words", op.assembler_names)?;
    fields.serialize_entry("type", &op.types.map(|types| types.dword.name()))?;
    fields.serialize_entry("type16", &op.types.and_then(|types| types.word).map(ScalarType::name))?;
    fields.serialize_entry("prose", op.prose)?;
    fields.end()
}

impl<'a> Explanation<'a> {
    /// Returns the descriptions of all instructions with a name, ignoring case: one for each set that has it.
    pub fn all_named(name: &str, sets: &'a InstructionSets) -> Vec<Self> {
        let sets = sets.all().iter();
        sets.filter_map(|set| set.instruction(name).map(|row| Self::new(set, row))).collect()
    }

    fn new(set: &InstructionSet, row: &'a Instruction) -> Self {
        Self {
            instruction_set: set.key,
            mnemonic: &row.mnemonic,
            opcode: row.opcode(),
            prose: row.prose,
            modifiers: row.modifiers,
            exec_sizes: exec_sizes(set, row),
            predicable: row.guard.is_accepted(&ChosenReadings::default()),
            operands: row.operands(),
            bounds: row.bounds_prose,
            conflict: row.conflict_prose,
            operations: row.op_table().map(OperationEntry::all).unwrap_or_default(),
            notation: row.semantics.trim_end(),
            readings: row.readings.iter().map(|reading| ReadingEntry::by_default(reading)).collect(),
            source: row.source,
        }
    }
}

/// Returns the execution sizes that are allowed by default. An instruction without a size of its own has that of its set.
fn exec_sizes(set: &InstructionSet, row: &Instruction) -> Vec<u8> {
    match row.declared() {
        Some(signature) => signature.default_exec_sizes(&set.default_values()).to_vec(),
        None => set.default_lanes.into_iter().collect(),
    }
}

/// Returns the mnemonic that a misspelt one is closest to.
pub fn closest_mnemonic<'a>(name: &str, sets: &'a InstructionSets) -> Option<&'a str> {
    let mnemonics = sets.instructions().map(|row| &*row.mnemonic);
    // A word after a dot is an operation or a modifier.
    let first = name.split('.').next().unwrap_or(name);
    let is_first = |mnemonic: &&str| mnemonic.eq_ignore_ascii_case(first);
    closest(name, mnemonics.clone()).or_else(|| mnemonics.clone().find(is_first))
}

impl OperationEntry {
    fn all(table: &'static OpTable) -> Vec<Self> {
        let blocks = op_blocks(table.semantics);
        let entry = |op: &'static AtomicOp| {
            // The blocks of an operation are called `NAME` or `NAME_VARIANT`. No other operation's name has the form
            // `NAME_...`.
            let is_own = |name: &str| {
                name.strip_prefix(op.name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            };
            let own = blocks.iter().filter(|(name, _)| is_own(name));
            Self { op, notation: own.map(|(_, span)| span.of(table.semantics)).collect() }
        };
        table.ops.iter().map(entry).collect()
    }
}
