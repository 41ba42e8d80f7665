//! The common parts of the rows of surface instructions: modifiers, slots, operands and coordinates.
//!
//! Their notation texts all begin with `surface.notation`, which checks the lanes for traps and computes the place of each
//! lane's element. It ends inside the loop over lanes; the text of a row accesses the element and closes the loop.

use super::slot::{input, output, slot};
use crate::base::ScalarType::{self, B, D, Ub, Ud, Uq, Uw, W};
use crate::base::SurfaceKind;
use crate::isa::sass::{parameters::SM, rules};
use crate::spec::{
    ImpliedOperand, Instruction, LineAccess, LineAttributes, Modifier, ModifierValue, NumberedSignature,
    Operand, OperandKind, OperandRegisters, Refusal, RegisterInput, Signature, Slot, SlotKind,
};

pub(super) const DATA: Modifier = Modifier::listed(
    "data",
    &[
        ModifierValue::new("D", "Raw data, for every format of the surface."),
        ModifierValue {
            refused: Some(&rules::DATA),
            ..ModifierValue::new("P", "Packed texels: can be encoded, does not run.")
        },
    ],
    "The relation of data and texels.",
);

pub(super) const BYTE_ADDRESS: Modifier = Modifier::listed(
    "BA",
    &[ModifierValue::new("BA", "x counts bytes, and is a multiple of the size.").with_code(1)],
    "Byte address.",
)
.optional();

pub(super) const DIM: Modifier = Modifier::listed(
    "dim",
    &[
        ModifierValue::new("1D", "x.").with_name("D1").with_code(0).with_surface_kind(SurfaceKind::Image1d),
        ModifierValue::new("1D_BUFFER", "x, unsigned unless NEAR clamps it.")
            .with_name("D1_BUFFER")
            .with_code(1)
            .with_surface_kind(SurfaceKind::Buffer1d),
        ModifierValue::new("1D_ARRAY", "x and layer.")
            .with_name("D1_ARRAY")
            .with_code(2)
            .with_surface_kind(SurfaceKind::Array1d),
        ModifierValue::new("2D", "x and y.")
            .with_name("D2")
            .with_code(3)
            .with_surface_kind(SurfaceKind::Image2d),
        ModifierValue::new("2D_ARRAY", "x, y and layer.")
            .with_name("D2_ARRAY")
            .with_code(4)
            .with_surface_kind(SurfaceKind::Array2d),
        ModifierValue::new("3D", "x, y and z.")
            .with_name("D3")
            .with_code(5)
            .with_surface_kind(SurfaceKind::Image3d),
    ],
    "The shape of the surface.",
);

/// The size of a load or store.
pub(super) const TRANSFER_SIZE: Modifier = Modifier::listed(
    "size",
    &[
        ModifierValue::new("U8", "The low byte of the register; loads extend it with zeros.")
            .with_code(0)
            .with_access(Ub),
        ModifierValue::new("S8", "The low byte of the register; loads extend it with its sign.")
            .with_code(1)
            .with_access(B),
        ModifierValue::new("U16", "The low half of the register; loads extend it with zeros.")
            .with_code(2)
            .with_access(Uw),
        ModifierValue::new("S16", "The low half of the register; loads extend it with its sign.")
            .with_code(3)
            .with_access(W),
        ModifierValue::new("32", "32 bits; this word is not printed.")
            .with_name("B32")
            .with_code(4)
            .with_access(Ud)
            .as_default(),
        ModifierValue::new("64", "64 bits, in a pair of registers.")
            .with_name("B64")
            .with_code(5)
            .with_access(Uq),
        ModifierValue::new("128", "128 bits, in a vector of four registers.")
            .with_name("B128")
            .with_code(6)
            .with_attributes(LineAttributes { access: Some(Uq), blocks: Some(2), ..LineAttributes::NONE }),
    ],
    "Size of the data in bits.",
)
.optional();

/// Returns the modifier for the use of caches, which has no effect here.
pub(super) const fn cache(words: &'static [ModifierValue]) -> Modifier {
    Modifier::listed("cache", words, "The use of caches; without an effect here.").optional()
}

/// The value of `clamp` that takes the nearest texel.
const NEAR: &str = "NEAR";

pub(super) const CLAMP: Modifier = Modifier::listed(
    "clamp",
    &[
        ModifierValue::new("IGN", "Out of bounds, nothing is written and zero is returned.").with_code(0),
        ModifierValue::new(NEAR, "Out of bounds, the nearest texel is used.").with_code(1).as_default(),
        ModifierValue::new("TRAP", "Out of bounds, the program stops.").with_code(2),
    ],
    "The rule for accesses out of bounds.",
)
.optional();

pub(super) const STATUS_SLOT: Slot =
    Slot { is_optional: true, ..slot("Ps", SlotKind::Predicate, "Sparse status, from SM 5.2 on.") };

pub(super) const RESULT: Slot = slot("Rd", SlotKind::Register, "The result; RZ discards it.");

pub(super) const COORDINATES: Slot = slot(
    "Ra",
    SlotKind::Address,
    "Coordinates: one, two or three registers, from a multiple of 1, 2 or 4 on.",
);

pub(super) const HEADER_SLOT: Slot =
    slot("Sc", SlotKind::HeaderPointer, "Header pointer: a word of the constant bank, or a register.");

pub(super) const fn status_operand(slot: usize) -> Operand {
    output("Ps", slot, "Set if the texel has no memory.")
}

pub(super) const fn x(slot: usize) -> Operand {
    input("x", slot, "The first register of Ra: texel in the row, or byte with .BA.")
}

pub(super) const fn y(slot: usize) -> Operand {
    input("y", slot, "The second register of Ra: row, or layer of a 1D_ARRAY.")
}

pub(super) const fn z(slot: usize) -> Operand {
    input("z", slot, "The third register of Ra: slice, or layer of a 2D_ARRAY.")
}

pub(super) const fn header_operand(slot: usize) -> Operand {
    input("Sc", slot, "Header pointer in bits 19:0; bits 31:20 name a sampler.")
}

pub(super) const SURFACE: Operand = Operand::memory(
    "surface",
    OperandKind::Implied(ImpliedOperand::AllSurfaces),
    "Global memory, which contains the surfaces of the header pool.",
);

/// Returns the row of a surface instruction.
pub(super) fn row(
    mnemonic: &'static str,
    semantics: &'static str,
    signature: NumberedSignature,
) -> Instruction {
    Instruction {
        mnemonic: mnemonic.into(),
        signature: Signature::Numbered(signature),
        semantics: semantics.into(),
        ..Instruction::default()
    }
}

/// Returns the registers of all operands of a line. Results precede the coordinates in a row, and sources follow them.
pub(super) fn operand_registers(
    line: &RegisterInput,
    results: &[OperandRegisters],
    sources: &[OperandRegisters],
) -> Vec<OperandRegisters> {
    let types = coordinate_types(line);
    let coordinate = |axis: usize| match types.get(axis) {
        Some(ty) => OperandRegisters::new(axis, *ty),
        None => OperandRegisters::absent(D),
    };
    let (header, surface) = (OperandRegisters::new(0, Ud), OperandRegisters::absent(Ud));
    [results, &[0, 1, 2].map(coordinate), sources, &[header, surface]].concat()
}

/// Returns the types of the coordinates of a line, each in a register.
fn coordinate_types(line: &RegisterInput) -> Vec<ScalarType> {
    let kind = line.attributes.surface_kind.unwrap_or(SurfaceKind::Image3d);
    let is_unsigned = kind == SurfaceKind::Buffer1d && line.value_name(CLAMP.name) != NEAR;
    let ty = |axis: &&str| match *axis {
        SurfaceKind::LAYER => Uw,
        _ if is_unsigned => Ud,
        _ => D,
    };
    kind.axes().iter().map(ty).collect()
}

/// Checks that the target of a line with a sparse status has one.
pub(super) fn check_status(line: &RegisterInput, status: usize) -> Result<(), Refusal> {
    if line.filled[status] {
        require_sm52(line, STATUS_SLOT.name, "SM 5.0 has no sparse status")?;
    }
    Ok(())
}

/// Returns whether the target of a line has the additions of SM 5.2.
pub(super) fn has_sm52(line: &RegisterInput) -> bool {
    line.isa_values.get(&SM) >= 52
}

/// Refuses a part of a line that SM 5.0 does not have.
pub(super) fn require_sm52(line: &RegisterInput, part: &'static str, missing: &str) -> Result<(), Refusal> {
    if has_sm52(line) {
        return Ok(());
    }
    let message = format!("{missing}; expected `.isa sass sm=52`");
    Err(Refusal { rule: &rules::FEATURE, part, message, note: None })
}

/// The value that a line transfers.
pub(super) struct TransferredValue {
    /// The access.
    pub access: LineAccess,
    /// The value, or the lower half of 128 bits.
    pub lower: OperandRegisters,
    /// The upper half of 128 bits.
    pub upper: OperandRegisters,
}

pub(super) fn transferred_value(line: &RegisterInput) -> TransferredValue {
    let access = line.attributes.access.unwrap_or(Ud);
    let ty = match access {
        B | W => D,
        Uq => Uq,
        _ => Ud,
    };
    let blocks = line.attributes.blocks.unwrap_or(1);
    let element_bytes = usize::from(blocks) * access.size_bytes();
    TransferredValue {
        access: LineAccess { element_bytes, ..LineAccess::new(access) },
        lower: OperandRegisters::new(0, ty),
        upper: OperandRegisters { offset: (blocks > 1).then_some(2), ty },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::sass;
    use crate::spec::{ChosenReadings, IsaValues};
    use crate::test;

    /// Applies a function to a line with these values, for SM 5.2.
    fn with<T>(value_names: &[(&'static str, &'static str)], apply: impl Fn(&RegisterInput) -> T) -> T {
        with_isa_values(value_names, sass::set().data.default_values(), apply)
    }

    /// Applies a function to a line with these values and numbers of `.isa`.
    fn with_isa_values<T>(
        value_names: &[(&'static str, &'static str)],
        isa_values: IsaValues,
        apply: impl Fn(&RegisterInput) -> T,
    ) -> T {
        let readings = ChosenReadings::default();
        let known = [DIM, TRANSFER_SIZE].into_iter().flat_map(|modifier| modifier.values.listed());
        let chosen = known.filter(|value| value_names.iter().any(|(_, name)| *name == value.name));
        apply(&RegisterInput {
            value_names,
            attributes: chosen.fold(LineAttributes::NONE, |all, value| all.or(value.attributes)),
            op: None,
            filled: &[true],
            is_register: &[],
            isa_values: &isa_values,
            readings: &readings,
        })
    }

    #[test]
    fn a_dimension_has_coordinates_of_these_types() {
        for (dim, clamp, types) in [
            ("D1", "IGN", &[D][..]),
            ("D1_BUFFER", "NEAR", &[D]),
            ("D1_BUFFER", "TRAP", &[Ud]),
            ("D1_ARRAY", "IGN", &[D, Uw]),
            ("D2", "NEAR", &[D, D]),
            ("D2_ARRAY", "IGN", &[D, D, Uw]),
            ("D3", "TRAP", &[D, D, D]),
        ] {
            assert_eq!(with(&[("dim", dim), ("clamp", clamp)], coordinate_types), types, "{dim} {clamp}");
        }
    }

    #[test]
    fn a_size_has_an_access_a_register_and_a_number_of_bytes() {
        for (size, expected) in
            [("U8", (Ub, Ud, 1)), ("S8", (B, D, 1)), ("B32", (Ud, Ud, 4)), ("B128", (Uq, Uq, 16))]
        {
            let value = with(&[("size", size)], transferred_value);
            let found = (value.access.ty, value.lower.ty, value.access.element_bytes);
            assert_eq!(found, expected, "{size}");
        }
    }

    #[test]
    fn a_status_exists_from_sm_5_2_on() {
        for (sm, exists) in [(50, false), (52, true), (53, true)] {
            let mut isa_values = sass::set().data.default_values();
            isa_values.choose(&SM, sm);
            assert_eq!(
                with_isa_values(&[], isa_values, |line| check_status(line, 0)).is_ok(),
                exists,
                "sm={sm}"
            );
        }
    }
}
