//! The built-in cost models: the numbers of products, each with its source.

use super::model::Certainty::{self, Assumed, Documented, Implemented};
use super::model::CostKey::{
    self, AtomicUnit, BankBytes, Banks, Base, Group4, Group8, Group16, Lanes4, Lanes8, Lanes16, Line, Repeat,
    Sector, TexelLanes, WritesMerge,
};
use super::model::{COST_PARAMETERS, CostModel, CostNumber};

const KEYS: usize = COST_PARAMETERS.len();

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
const TOGETHER: &str = "a message of 16 lanes is served together";
const OPENCL: &str = "Intel OpenCL developer guide, summary of memory access: writes to one bank conflict";

/// Returns the numbers of a model without their keys, which must be in the order of [`CostKey`].
const fn in_order(rows: [(CostKey, u32, Certainty, &'static str); KEYS]) -> [CostNumber; KEYS] {
    let mut numbers = [CostNumber { value: 0, certainty: Assumed, source: "", is_chosen: false }; KEYS];
    let mut index = 0;
    while index < KEYS {
        let (key, value, certainty, source) = rows[index];
        assert!(key as usize == index, "the numbers are not in the order of their keys");
        numbers[index] = CostNumber { value, certainty, source, is_chosen: false };
        index += 1;
    }
    numbers
}

/// Creates a model of NVIDIA. The generations differ in the lanes of a request, with 4, 8 and 16 bytes a lane, and of a
/// request for texels.
const fn nvidia(
    key: &'static str,
    title: &'static str,
    lanes: [u32; 3],
    lanes_source: &'static str,
    texel_lanes: u32,
) -> CostModel {
    CostModel {
        key,
        title,
        numbers: in_order([
            (Sector, 32, Documented, NSIGHT),
            (Line, 128, Documented, NSIGHT),
            (Lanes4, lanes[0], Documented, lanes_source),
            (Lanes8, lanes[1], Documented, lanes_source),
            (Lanes16, lanes[2], Documented, lanes_source),
            (TexelLanes, texel_lanes, Assumed, SURFACE_LANES),
            (Banks, 32, Documented, CUDA),
            (BankBytes, 4, Documented, CUDA),
            (Group4, 32, Documented, CUDA),
            (Group8, 16, Assumed, WIDE),
            (Group16, 8, Assumed, WIDE),
            (WritesMerge, 1, Documented, CUDA),
            (AtomicUnit, 32, Implemented, SERIAL),
            (Repeat, 0, Assumed, ONCE),
            (Base, 0, Assumed, ALIGNED),
        ]),
    }
}

/// NVIDIA Maxwell, compute capability 5.
pub static MAXWELL: CostModel = nvidia("maxwell", "NVIDIA Maxwell", [8, 4, 2], FORUM, 8);

/// NVIDIA Pascal, compute capability 6.
pub static PASCAL: CostModel = nvidia("pascal", "NVIDIA Pascal", [32, 32, 32], COALESCED, 32);

/// NVIDIA Volta and later.
pub static VOLTA: CostModel = nvidia("volta", "NVIDIA Volta and later", [32, 32, 32], LSU, 32);

/// Intel Gen9 to Xe, the data port before LSC.
pub static XE: CostModel = CostModel {
    key: "xe",
    title: "Intel Gen9 to Xe-LP (data port before LSC)",
    numbers: in_order([
        (Sector, 64, Documented, GEN9),
        (Line, 64, Documented, GEN9),
        (Lanes4, 16, Implemented, MESA),
        (Lanes8, 16, Implemented, MESA),
        (Lanes16, 16, Implemented, MESA),
        (TexelLanes, 8, Implemented, MESA),
        (Banks, 16, Documented, SLM),
        (BankBytes, 4, Documented, SLM),
        (Group4, 16, Assumed, TOGETHER),
        (Group8, 16, Assumed, TOGETHER),
        (Group16, 16, Assumed, TOGETHER),
        (WritesMerge, 0, Documented, OPENCL),
        (AtomicUnit, 64, Assumed, "atomic operations execute at the cache line"),
        (Repeat, 0, Assumed, ONCE),
        (Base, 0, Assumed, ALIGNED),
    ]),
};

/// The models, in the order of the page.
pub static COST_MODELS: [&CostModel; 4] = [&MAXWELL, &PASCAL, &VOLTA, &XE];

impl CostModel {
    /// Returns the built-in model with a key.
    pub fn find(key: &str) -> Option<&'static Self> {
        COST_MODELS.into_iter().find(|model| model.key == key)
    }
}
