//! The rules that all instructions of vISA share.

use super::readings;
use crate::base::SurfaceKind;
use crate::spec::{
    ChosenReadings, DefaultNan, Denormals, FloatBehaviour, MinMax, PredefinedSurface, SetBehaviour,
};

/// The name of shared local memory.
pub(super) const SLM: &str = "%slm";
/// The name of bindless surface state.
pub(super) const BINDLESS: &str = "%bss";
/// The name of stateless memory, as the assembler writes it.
pub(super) const SCRATCH: &str = "%scratch";

/// Returns the rules of the set, under the readings in force.
pub(super) fn set_behaviour(readings: &ChosenReadings) -> SetBehaviour {
    let t5_is_users = readings.is(&readings::FIRST_USER_SURFACE, "T5");
    let stateless_name = if readings.is(&readings::STATELESS_NAME, "T255") {
        "T255"
    } else if readings.is(&readings::STATELESS_NAME, "T5") && !t5_is_users {
        "T5"
    } else {
        SCRATCH
    };
    let surface = |number, name, accepted_names, kind, prose| PredefinedSurface {
        name,
        accepted_names,
        number,
        kind,
        prose,
    };
    let stateless: &[&str] = if t5_is_users { &["T255", SCRATCH] } else { &["T5", "T255", SCRATCH] };
    SetBehaviour {
        surfaces: vec![
            surface(0, SLM, &["T0", SLM], SurfaceKind::Slm, "Shared local memory."),
            surface(4, BINDLESS, &["T4", "T252", BINDLESS], SurfaceKind::Buffer, "Bindless surface state."),
            surface(5, stateless_name, stateless, SurfaceKind::Stateless, "Stateless memory."),
        ],
        first_user_surface: if t5_is_users { 5 } else { 6 },
        float: FloatBehaviour {
            minmax: if readings.is(&readings::FLOAT_MINMAX, "alu") {
                MinMax::SecondOnTie
            } else {
                MinMax::SignallingNanWins
            },
            denormals: if readings.is(&readings::FLOAT_DENORMALS, "flush") {
                Denormals::Flush
            } else {
                Denormals::Preserve
            },
            nan: DefaultNan::Quiet,
        },
    }
}
