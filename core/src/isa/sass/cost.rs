//! The cost models of NVIDIA's products, each number with its source.

use crate::spec::Certainty::{Assumed, Documented, Implemented};
use crate::spec::CostKey::{
    AtomicUnit, BankBytes, BankCount, GroupOver8Bytes, GroupUpTo4Bytes, GroupUpTo8Bytes, LanesOver8Bytes,
    LanesUpTo4Bytes, LanesUpTo8Bytes, Line, Sector, TexelLanes, WritesMerge,
};
use crate::spec::{CostModel, NO_BASE, NO_REPEAT};

const NSIGHT: &str = "Nsight Compute, Profiling Guide, hardware model";
const LSU: &str =
    "Nsight Compute, Profiling Guide, metrics of memory requests: one instruction is one request";
const FORUM: &str = "NVIDIA developer forum, answer 49571: a warp is cut into requests before the tag lookup";
const CUDA: &str = "CUDA C Programming Guide, shared memory";
const WIDE: &str = "profiler logs: wide accesses take 2 or 4 passes; fixed groups of neighbouring lanes";
const SERIAL: &str = "GPGPU-Sim serializes atomic operations for each sector of 32 bytes";
const COALESCED: &str = "CUDA C++ Best Practices Guide, coalesced access: from compute capability 6.0 on, the accesses of a warp coalesce into 32-byte transactions";
const SURFACE_LANES: &str = "how a surface access is split is not documented; as other accesses of 4 bytes";

/// Creates a model of NVIDIA. The generations differ in the lanes of a request, with 4, 8 and 16 bytes a lane, and of a
/// request for texels.
const fn nvidia(
    key: &'static str,
    title: &'static str,
    lanes: [u32; 3],
    lanes_source: &'static str,
    texel_lanes: u32,
) -> CostModel {
    CostModel::new(
        key,
        title,
        [
            (Sector, 32, Documented, NSIGHT),
            (Line, 128, Documented, NSIGHT),
            (LanesUpTo4Bytes, lanes[0], Documented, lanes_source),
            (LanesUpTo8Bytes, lanes[1], Documented, lanes_source),
            (LanesOver8Bytes, lanes[2], Documented, lanes_source),
            (TexelLanes, texel_lanes, Assumed, SURFACE_LANES),
            (BankCount, 32, Documented, CUDA),
            (BankBytes, 4, Documented, CUDA),
            (GroupUpTo4Bytes, 32, Documented, CUDA),
            (GroupUpTo8Bytes, 16, Assumed, WIDE),
            (GroupOver8Bytes, 8, Assumed, WIDE),
            (WritesMerge, 1, Documented, CUDA),
            (AtomicUnit, 32, Implemented, SERIAL),
            NO_REPEAT,
            NO_BASE,
        ],
    )
}

/// NVIDIA Maxwell, compute capability 5.
pub static MAXWELL: CostModel = nvidia("maxwell", "NVIDIA Maxwell", [8, 4, 2], FORUM, 8);

/// NVIDIA Pascal, compute capability 6.
pub static PASCAL: CostModel = nvidia("pascal", "NVIDIA Pascal", [32, 32, 32], COALESCED, 32);

/// NVIDIA Volta and later.
pub static VOLTA: CostModel = nvidia("volta", "NVIDIA Volta and later", [32, 32, 32], LSU, 32);

/// The models. The first one is that of a scenario that chooses none.
pub(super) const MODELS: &[&CostModel] = &[&MAXWELL, &PASCAL, &VOLTA];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::CostKey;
    use crate::test;

    #[test]
    fn a_model_is_written_with_the_numbers_that_differ() {
        let volta = VOLTA.clone();
        assert_eq!(volta.to_string(), "volta");
        assert_eq!(
            volta.with(CostKey::Base, 4).with(CostKey::Sector, 64).to_string(),
            "volta sector=64 base=4"
        );
    }
}
