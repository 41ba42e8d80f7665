//! The built-in cost models: the numbers of products, each with its source.

use super::cost_model::{Certainty, CostModel, CostNumber};

const fn documented(value: u32, source: &'static str) -> CostNumber {
    CostNumber { value, certainty: Certainty::Documented, source, is_chosen: false }
}

const fn implemented(value: u32, source: &'static str) -> CostNumber {
    CostNumber { value, certainty: Certainty::Implemented, source, is_chosen: false }
}

const fn assumed(value: u32, source: &'static str) -> CostNumber {
    CostNumber { value, certainty: Certainty::Assumed, source, is_chosen: false }
}

const NSIGHT: &str = "Nsight Compute, Profiling Guide, hardware model";
const LSU: &str =
    "Nsight Compute, Profiling Guide, metrics of memory requests: one instruction is one request";
const FORUM: &str = "NVIDIA developer forum, answer 49571: a warp is cut into requests before the tag lookup";
const CUDA: &str = "CUDA C Programming Guide, shared memory";
const WIDE: &str = "profiler logs: wide accesses take 2 or 4 passes; fixed groups of neighbouring lanes";
const SERIAL: &str = "GPGPU-Sim serializes atomic operations for each sector of 32 bytes";
const ONCE: &str = "not documented; a later request of the same instruction finds the sector in the cache";
const COALESCED: &str = "CUDA C++ Best Practices Guide, coalesced access: from compute capability 6.0 on, the accesses of a warp coalesce into 32-byte transactions";
const ALIGNED: &str = "surfaces start at a line";
const SURFACE_LANES: &str = "how a surface access is split is not documented; as other accesses of 4 bytes";
const GEN9: &str = "The Compute Architecture of Intel Processor Graphics Gen9, data port";
const MESA: &str = "Mesa, Intel compiler, lowering of the SIMD width";
const SLM: &str = "oneAPI GPU Optimization Guide, shared local memory";
const OPENCL: &str = "Intel OpenCL developer guide, summary of memory access: writes to one bank conflict";

/// Creates a model of NVIDIA. The generations differ in the lanes of a request, with 4, 8 and 16 bytes a lane, and of a
/// request for texels.
const fn nvidia(
    key: &'static str,
    title: &'static str,
    lanes: [CostNumber; 3],
    texel_lanes: u32,
) -> CostModel {
    CostModel {
        key,
        title,
        numbers: [
            documented(32, NSIGHT),
            documented(128, NSIGHT),
            lanes[0],
            lanes[1],
            lanes[2],
            assumed(texel_lanes, SURFACE_LANES),
            documented(32, CUDA),
            documented(4, CUDA),
            documented(32, CUDA),
            assumed(16, WIDE),
            assumed(8, WIDE),
            documented(1, CUDA),
            implemented(32, SERIAL),
            assumed(0, ONCE),
            assumed(0, ALIGNED),
        ],
    }
}

/// NVIDIA Maxwell, compute capability 5.
pub static MAXWELL: CostModel = nvidia(
    "maxwell",
    "NVIDIA Maxwell",
    [documented(8, FORUM), documented(4, FORUM), documented(2, FORUM)],
    8,
);

/// NVIDIA Pascal, compute capability 6.
pub static PASCAL: CostModel = nvidia("pascal", "NVIDIA Pascal", [documented(32, COALESCED); 3], 32);

/// NVIDIA Volta and later.
pub static VOLTA: CostModel = nvidia("volta", "NVIDIA Volta and later", [documented(32, LSU); 3], 32);

/// Intel Gen9 to Xe, the data port before LSC.
pub static XE: CostModel = CostModel {
    key: "xe",
    title: "Intel Gen9 to Xe-LP (data port before LSC)",
    numbers: [
        documented(64, GEN9),
        documented(64, GEN9),
        implemented(16, MESA),
        implemented(16, MESA),
        implemented(16, MESA),
        implemented(8, MESA),
        documented(16, SLM),
        documented(4, SLM),
        assumed(16, "a message of 16 lanes is served together"),
        assumed(16, "a message of 16 lanes is served together"),
        assumed(16, "a message of 16 lanes is served together"),
        documented(0, OPENCL),
        assumed(64, "atomic operations execute at the cache line"),
        assumed(0, ONCE),
        assumed(0, ALIGNED),
    ],
};

/// The models, in the order of the page.
pub static COST_MODELS: [&CostModel; 4] = [&MAXWELL, &PASCAL, &VOLTA, &XE];

impl CostModel {
    /// Returns the built-in model with a key.
    pub fn find(key: &str) -> Option<&'static Self> {
        COST_MODELS.into_iter().find(|model| model.key == key)
    }
}
