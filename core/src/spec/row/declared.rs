//! Rows for declared variables: the operands of a line, its execution sizes and its bytes.

use super::encoding::BytePart;
use super::float::MinMax;
use super::operand::Operand;
use super::reading::{ChosenReadings, ReadingCondition};
use crate::spec::isa_parameter::IsaValues;
use std::ops::Range;

/// The part of a row that only instructions with declared variables have.
#[derive(Clone, Debug)]
pub struct DeclaredSignature {
    /// The operands, in the order of the assembler's text. Implied ones come last.
    pub operands: &'static [Operand],
    /// Another order of the operands that texts have.
    pub other_order: Option<OtherOrder>,
    /// Whether an access reaches a whole texel, of any format. Otherwise, the words after the mnemonic choose the access type.
    pub takes_texels: bool,
    /// Returns the allowed execution sizes under the readings and numbers of `.isa` in force, ascending.
    pub exec_sizes: fn(&ChosenReadings, &IsaValues) -> &'static [u8],
    /// An execution size that a choice of a reading accepts, too. The number of lanes that run is then the largest allowed size.
    pub larger_size: Option<(u8, ReadingCondition)>,
    /// The first byte of the machine code.
    pub opcode: Option<u8>,
    /// The parts of the machine code after the opcode, in order. Empty if no known source describes them.
    pub byte_parts: &'static [BytePart],
    /// The treatment of NaN and signed zeros by min and max, if it is not that of the set.
    pub minmax: Option<MinMax>,
    /// The operands that a line states in full: its data with their size, and its address with everything in brackets.
    pub stated: Option<StatedAccess>,
}

/// Another order of the operands of a line.
#[derive(Clone, Copy, Debug)]
pub struct OtherOrder {
    /// The index in the row's operands of each operand of a line.
    pub row_indices: &'static [usize],
    /// The choice of a reading by which every line has this order.
    pub always: ReadingCondition,
    /// The choice of a reading by which no line has this order. Without either choice, the null operands of a line tell.
    pub never: ReadingCondition,
}

/// The operands of a line that states its access: `VAR:d32x4` has the size and number of the data, and
/// `flat[4*VAR+8]:a64` supplies [`StatedAccess::ADDRESS_PARTS`] operands of the row: surface, scale, addresses, offset.
#[derive(Clone, Copy, Debug)]
pub struct StatedAccess {
    /// The index of the data among the row's operands.
    pub data: usize,
    /// The elements that the data may have.
    pub elements: StatedElements,
    /// The index of the surface, the first operand that the address supplies.
    pub address: usize,
}

/// The elements of each lane that stated data may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedElements {
    /// One dword or qword.
    Single,
    /// One element, or several neighbours: `d32x4`.
    Vector,
    /// The channels of a mask: `d32.xyzw`.
    Masked,
}

impl StatedAccess {
    /// The number of the row's operands that a written address supplies.
    pub const ADDRESS_PARTS: usize = 4;
    /// The distance of the addresses from the surface among these operands.
    pub const ADDRESSES_OFFSET: usize = 2;
}

impl Default for DeclaredSignature {
    /// Returns the values that most rows share, for struct update syntax.
    fn default() -> Self {
        Self {
            operands: &[],
            other_order: None,
            takes_texels: false,
            exec_sizes: |_, _| &[],
            larger_size: None,
            opcode: None,
            byte_parts: &[],
            minmax: None,
            stated: None,
        }
    }
}

impl DeclaredSignature {
    /// Returns the execution sizes that are allowed under the default readings and these numbers of `.isa`, ascending.
    pub fn default_exec_sizes(&self, isa_values: &IsaValues) -> &'static [u8] {
        (self.exec_sizes)(&ChosenReadings::default(), isa_values)
    }

    /// Returns the indices of the row's operands that the operand at `written` in the text of a line supplies.
    pub fn row_operands_of_written(&self, written: usize) -> Range<usize> {
        let extra = StatedAccess::ADDRESS_PARTS - 1;
        match self.stated {
            Some(stated) if written == stated.address => written..written + 1 + extra,
            Some(stated) if written > stated.address => written + extra..written + extra + 1,
            _ => written..written + 1,
        }
    }

    /// Returns the row's operand that is named by the written operand at this index. A stated address, such as
    /// `flat[4*VAR+8]:a64`, supplies four; it is named by its variable.
    pub fn main_operand_of_written(&self, written: usize) -> Option<&'static Operand> {
        let supplied = self.row_operands_of_written(written);
        let offset = if supplied.len() > 1 { StatedAccess::ADDRESSES_OFFSET } else { 0 };
        self.named_operands().get(supplied.start + offset)
    }

    /// Returns the operands that a line names.
    pub fn named_operands(&self) -> &'static [Operand] {
        let implied = self.operands.iter().position(Operand::is_implied);
        &self.operands[..implied.unwrap_or(self.operands.len())]
    }

    /// Returns the number of operands that a line has.
    pub fn written_count(&self) -> usize {
        self.named_operands().len() - self.stated.map_or(0, |_| StatedAccess::ADDRESS_PARTS - 1)
    }

    /// Returns the names of the operands of a line.
    pub fn written_names(&self) -> Vec<&'static str> {
        let name = |written| match self.stated {
            Some(stated) if stated.address == written => "address",
            _ => self.operands[self.row_operands_of_written(written).start].name,
        };
        (0..self.written_count()).map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ScalarType;
    use crate::spec::OperandKind;
    use crate::test;

    const fn operand(name: &'static str) -> Operand {
        Operand::source(name, OperandKind::Scalar { ty: ScalarType::Ud }, "")
    }

    #[test]
    fn a_written_address_supplies_four_operands() {
        let operands = const {
            &[
                operand("dst"),
                operand("surface"),
                operand("scale"),
                operand("addresses"),
                operand("offset"),
                operand("src"),
            ]
        };
        let stated = StatedAccess { data: 0, elements: StatedElements::Single, address: 1 };
        let signature = DeclaredSignature { operands, stated: Some(stated), ..DeclaredSignature::default() };
        let named = |written| signature.main_operand_of_written(written).map(|operand| operand.name);
        let known =
            [(0, 0..1, Some("dst")), (1, 1..5, Some("addresses")), (2, 5..6, Some("src")), (3, 6..7, None)];
        for (written, supplied, name) in known {
            assert_eq!(
                (signature.row_operands_of_written(written), named(written)),
                (supplied, name),
                "{written}"
            );
        }
        assert_eq!(signature.written_names(), ["dst", "address", "src"]);
        let plain = DeclaredSignature { stated: None, ..signature.clone() };
        assert_eq!((plain.written_count(), plain.row_operands_of_written(3)), (6, 3..4));
    }
}
