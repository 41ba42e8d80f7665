//! The parts that instructions on typed surfaces share.

use super::common;
use crate::base::{ScalarType::Ud, SurfaceKind};
use crate::isa::visa::{parameters::GRF, readings};
use crate::spec::{AddressUnit, ChosenReadings, IsaValues, NullRule, Operand, OperandKind, OperandType};

/// The kinds of typed surfaces.
const TYPED: &[SurfaceKind] = &[
    SurfaceKind::Image1d,
    SurfaceKind::Array1d,
    SurfaceKind::Image2d,
    SurfaceKind::Array2d,
    SurfaceKind::Image3d,
];

/// Returns the operands of a texel: the surface, its coordinates and the level of detail.
pub(super) const fn texel_operands(surface: &'static str) -> [Operand; 5] {
    const fn texels(name: &'static str, null: NullRule, prose: &'static str) -> Operand {
        Operand::source(name, common::raw(OperandType::OneOf(&[Ud]), null), prose)
            .in_unit(AddressUnit::Texels)
    }
    let v = "The y coordinate, or the layer of a 1d_array; V0 for a 1d surface.";
    let r = "The z coordinate, or the layer of a 2d_array; V0 for other surfaces.";
    let lod = "The level of detail; surfaces here have only level 0. V0 means 0.";
    [
        Operand::memory("surface", OperandKind::Surface { kinds: TYPED }, surface),
        texels("u", NullRule::Never, "The x coordinate of each lane's texel."),
        texels("v", NullRule::Axis(1), v),
        texels("r", NullRule::Axis(2), r),
        texels("lod", NullRule::Allowed, lod),
    ]
}

/// Returns the execution sizes.
pub(super) fn exec_sizes(readings: &ChosenReadings, isa_values: &IsaValues) -> &'static [u8] {
    if isa_values.get(&GRF) == 64 && readings.is(&readings::TYPED_EXEC, "native") { &[8, 16] } else { &[8] }
}
