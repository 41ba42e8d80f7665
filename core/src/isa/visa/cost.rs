//! The cost models of Intel's products, each number with its source.

use crate::spec::Certainty::{Assumed, Documented, Implemented};
use crate::spec::CostKey::{
    AtomicUnit, BankBytes, BankCount, GroupOver8Bytes, GroupUpTo4Bytes, GroupUpTo8Bytes, LanesOver8Bytes,
    LanesUpTo4Bytes, LanesUpTo8Bytes, Line, Sector, TexelLanes, WritesMerge,
};
use crate::spec::{CostModel, NO_BASE, NO_REPEAT};

const GEN9: &str = "The Compute Architecture of Intel Processor Graphics Gen9, data port";
const MESA: &str = "Mesa, Intel compiler, lowering of the SIMD width";
const SLM: &str = "oneAPI GPU Optimization Guide, shared local memory";
const TOGETHER: &str = "a message of 16 lanes is served together";
const OPENCL: &str = "Intel OpenCL developer guide, summary of memory access: writes to one bank conflict";

/// Intel Gen9 to Xe, the data port before LSC.
pub static XE: CostModel = CostModel::new(
    "xe",
    "Intel Gen9 to Xe-LP (data port before LSC)",
    [
        (Sector, 64, Documented, GEN9),
        (Line, 64, Documented, GEN9),
        (LanesUpTo4Bytes, 16, Implemented, MESA),
        (LanesUpTo8Bytes, 16, Implemented, MESA),
        (LanesOver8Bytes, 16, Implemented, MESA),
        (TexelLanes, 8, Implemented, MESA),
        (BankCount, 16, Documented, SLM),
        (BankBytes, 4, Documented, SLM),
        (GroupUpTo4Bytes, 16, Assumed, TOGETHER),
        (GroupUpTo8Bytes, 16, Assumed, TOGETHER),
        (GroupOver8Bytes, 16, Assumed, TOGETHER),
        (WritesMerge, 0, Documented, OPENCL),
        (AtomicUnit, 64, Assumed, "atomic operations execute at the cache line"),
        NO_REPEAT,
        NO_BASE,
    ],
);

/// The models. The first one is that of a scenario that chooses none.
pub(super) const MODELS: &[&CostModel] = &[&XE];
