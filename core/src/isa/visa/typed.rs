//! The parts that instructions on typed surfaces share.

use super::{common, readings as r};
use crate::base::SurfaceKind;
use crate::spec::{DeclaredOperand, NullRule, Operand, ReadingSet, SettingValues};

/// The kinds of surface with an axis `v`.
const WITH_V: &[SurfaceKind] =
    &[SurfaceKind::Array1d, SurfaceKind::Image2d, SurfaceKind::Array2d, SurfaceKind::Image3d];
/// The kinds of surface with an axis `r`.
const WITH_R: &[SurfaceKind] = &[SurfaceKind::Array2d, SurfaceKind::Image3d];

/// Returns the operands of a texel: the surface, its coordinates and the level of detail.
pub(super) const fn operands(surface: &'static str) -> [Operand<DeclaredOperand>; 5] {
    let surface = Operand {
        name: "surface",
        kind: DeclaredOperand::Surface {
            kinds: &[
                SurfaceKind::Image1d,
                SurfaceKind::Array1d,
                SurfaceKind::Image2d,
                SurfaceKind::Array2d,
                SurfaceKind::Image3d,
            ],
        },
        unit: None,
        prose: surface,
    };
    [
        surface,
        common::index("u", "texels", NullRule::Never, "The x coordinate of each lane's texel."),
        common::index(
            "v",
            "texels",
            NullRule::Axis(WITH_V),
            "The y coordinate, or the layer of a 1d_array; V0 for a 1d surface.",
        ),
        common::index(
            "r",
            "texels",
            NullRule::Axis(WITH_R),
            "The z coordinate, or the layer of a 2d_array; V0 for other surfaces.",
        ),
        common::index(
            "lod",
            "texels",
            NullRule::Allowed,
            "The level of detail; surfaces here have only level 0. V0 means 0.",
        ),
    ]
}

/// Returns the execution sizes beside 8.
pub(super) fn more_exec_sizes(chosen: &ReadingSet, settings: &SettingValues) -> &'static [u8] {
    if settings.get("grf") == 64 && chosen.is(&r::TYPED_EXEC, "native") { &[16] } else { &[] }
}
