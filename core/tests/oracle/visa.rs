//! Random programs of vISA, run by the model while they are drawn.

use super::alu::Alu;
use super::bits::{Memory, Value};
use super::case::{Case, Contents, Left};
use super::channels::Channels;
use super::dword_atomic::DwordAtomic;
use super::gather::Gather;
use super::kernel::{Kernel, Surface, Variable};
use super::lsc::Lsc;
use super::orders::Order;
use super::svm_atomic::SvmAtomic;
use super::svm_blocks::SvmBlocks;
use super::typed_atomic::TypedAtomic;
use super::typed_channels::TypedChannels;
use super::visa_ops::End;
use crate::common::Random;

/// An instruction that programs may contain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    DwordAtomic,
    SvmAtomic,
    TypedAtomic,
    Gather,
    Channels,
    SvmBlocks,
    SvmChannels,
    TypedChannels,
    Lsc,
    Alu,
}

#[derive(Clone, Debug)]
enum Instruction {
    DwordAtomic(DwordAtomic),
    SvmAtomic(SvmAtomic),
    TypedAtomic(TypedAtomic),
    Gather(Gather),
    Channels(Channels),
    SvmBlocks(SvmBlocks),
    TypedChannels(TypedChannels),
    Lsc(Lsc),
    Alu(Alu),
}

impl Instruction {
    fn draw(random: &mut Random, kernel: &Kernel, kind: Kind) -> Option<Self> {
        Some(match kind {
            Kind::DwordAtomic => Self::DwordAtomic(DwordAtomic::draw(random, kernel)?),
            Kind::SvmAtomic => Self::SvmAtomic(SvmAtomic::draw(random, kernel)?),
            Kind::TypedAtomic => Self::TypedAtomic(TypedAtomic::draw(random, kernel)?),
            Kind::Gather => Self::Gather(Gather::draw(random, kernel)?),
            Kind::Channels => Self::Channels(Channels::draw(random, kernel, false)?),
            Kind::SvmChannels => Self::Channels(Channels::draw(random, kernel, true)?),
            Kind::TypedChannels => Self::TypedChannels(TypedChannels::draw(random, kernel)?),
            Kind::SvmBlocks => Self::SvmBlocks(SvmBlocks::draw(random, kernel)?),
            Kind::Lsc => Self::Lsc(Lsc::draw(random, kernel)?),
            Kind::Alu => Self::Alu(Alu::draw(random, kernel)?),
        })
    }

    fn exec_size(&self) -> usize {
        match self {
            Self::DwordAtomic(line) => line.exec_size(),
            Self::SvmAtomic(line) => line.exec_size(),
            Self::TypedAtomic(line) => line.exec_size(),
            Self::Gather(line) => line.exec_size(),
            Self::Channels(line) => line.exec_size(),
            Self::SvmBlocks(line) => line.exec_size(),
            Self::TypedChannels(line) => line.exec_size(),
            Self::Lsc(line) => line.exec_size(),
            Self::Alu(line) => line.exec_size(),
        }
    }

    fn line(&self, kernel: &Kernel) -> String {
        match self {
            Self::DwordAtomic(line) => line.line(kernel),
            Self::SvmAtomic(line) => line.line(kernel),
            Self::TypedAtomic(line) => line.line(kernel),
            Self::Gather(line) => line.line(kernel),
            Self::Channels(line) => line.line(kernel),
            Self::SvmBlocks(line) => line.line(kernel),
            Self::TypedChannels(line) => line.line(kernel),
            Self::Lsc(line) => line.line(kernel),
            Self::Alu(line) => line.line(kernel),
        }
    }

    fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        match self {
            Self::DwordAtomic(line) => line.run(kernel, order),
            Self::SvmAtomic(line) => line.run(kernel, order),
            Self::TypedAtomic(line) => line.run(kernel, order),
            Self::Gather(line) => line.run(kernel, order),
            Self::Channels(line) => line.run(kernel, order),
            Self::SvmBlocks(line) => line.run(kernel, order),
            Self::TypedChannels(line) => line.run(kernel, order),
            Self::Lsc(line) => line.run(kernel, order),
            Self::Alu(line) => line.run(kernel, order),
        }
    }
}

/// Corner cases of operations: ends of the ranges, their neighbours, and special values of both float formats.
const EDGES: [u64; 28] = [
    0,
    1,
    2,
    3,
    0xffff_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff,
    0x7fff,
    0x8000,
    0x8001,
    0x1_0000,
    0x007f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffc0_0001,
    0x7f80_0001,
    0x0000_3c00,
    0x0000_7e01,
    0x0000_7c01,
    0x0000_fc00,
    0x0000_03ff,
    0x0000_0400,
];

/// Draws a 64-bit number, often with a half that is all zeros or all ones.
fn wide_pattern(random: &mut Random) -> u64 {
    let high = match random.below(4) {
        0 => 0,
        1 => 0xffff_ffff,
        2 => 0x8000_0000,
        _ => pattern(random),
    };
    high << 32 | pattern(random)
}

fn pattern(random: &mut Random) -> u64 {
    match random.below(4) {
        0 => random.below(8) as u64,
        1 => u64::from(random.bits()),
        _ => EDGES[random.below(EDGES.len())],
    }
}

/// Draws an offset. There are few different ones, so lanes meet; some are out of bounds, misaligned or far away.
fn offset(random: &mut Random, size_bytes: usize) -> u64 {
    match random.below(16) {
        0 => u64::from(random.bits()),
        1 => 0xffff_fffc - random.below(3) as u64,
        2 => random.below(size_bytes + 8) as u64,
        3..=7 => (random.below(size_bytes / 2 + 4) * 2) as u64,
        _ => (random.below(size_bytes / 4 + 2) * 4) as u64,
    }
}

/// Draws a kernel with its variables and surfaces.
fn kernel(random: &mut Random) -> Kernel {
    let mut kernel = Kernel::draw(random);
    let size_bytes = 2 + random.below(60);
    let is_aligned = random.below(3) > 0;
    let mut values = |count: usize, draw: &mut dyn FnMut(&mut Random) -> u64| -> Vec<u64> {
        (0..count).map(|_| draw(random)).collect()
    };
    let align = |offset: u64| if is_aligned { offset & !3 } else { offset };
    let far = values(48, &mut |random| align(offset(random, size_bytes)));
    let near = values(48, &mut |random| align(random.below(size_bytes + 2) as u64));
    let few = values(48, &mut |random| random.below(5) as u64);
    // Several operands fit in a variable that is smaller than a register.
    let small_count = kernel.grf_bytes / 4 - 1;
    let small = values(small_count, &mut |random| offset(random, size_bytes) & !3);
    kernel.variable("OFF", "ud", &far);
    kernel.variable("NEAR", "ud", &near);
    kernel.variable("FEW", "ud", &few);
    kernel.variable("SMALL", "ud", &small);
    for (name, ty) in [("U0", "ud"), ("U1", "ud"), ("D0", "d"), ("D1", "d"), ("F0", "f"), ("F1", "f")] {
        let contents = values(48, &mut pattern);
        kernel.variable(name, ty, &contents);
    }
    for (name, ty) in [("H0", "hf"), ("H1", "hf"), ("W0", "w"), ("W1", "w"), ("N0", "uw"), ("N1", "uw")] {
        let contents = values(64, &mut |random| pattern(random) & 0xffff);
        kernel.variable(name, ty, &contents);
    }
    for (name, ty) in [("BIGU", "ud"), ("BIGD", "d"), ("BIGF", "f")] {
        let contents = values(96, &mut |random| u64::from(random.bits()));
        kernel.variable(name, ty, &contents);
    }
    kernel.alias("PARTU", "ud", "BIGU", 64, 40);
    kernel.alias("PARTD", "d", "BIGU", 128, 40);
    kernel.alias("PARTF", "f", "OFF", 0, 32);
    // Addresses of 64 bits: most of them are as small as offsets.
    let addresses = values(24, &mut |random| {
        let high = [0, 0, 0, 0, 0, 0, 1, 0x8000_0000][random.below(8)];
        let low = offset(random, size_bytes);
        high << 32 | if is_aligned { low & !7 } else { low }
    });
    kernel.variable("A0", "uq", &addresses);
    kernel.alias("PARTA", "ud", "A0", 0, 48);
    // Room for eight blocks of 16 lanes.
    let contents = values(128, &mut pattern);
    kernel.variable("LONGU", "ud", &contents);
    let contents = values(128, &mut wide_pattern);
    kernel.variable("LONGQ", "uq", &contents);
    for (name, ty) in [("B0", "ub"), ("B1", "b")] {
        let contents = values(128, &mut |random| pattern(random) & 0xff);
        kernel.variable(name, ty, &contents);
    }
    for (name, ty) in [("Q0", "uq"), ("Q1", "uq"), ("S0", "q"), ("S1", "q")] {
        let contents = values(24, &mut wide_pattern);
        kernel.variable(name, ty, &contents);
    }
    for name in ["X0", "X1"] {
        let contents = values(24, &mut |random| match random.below(3) {
            0 => wide_pattern(random),
            // Doubles in the range of singles and integers.
            _ => u64::from(random.bits()) << 32 & 0x80ff_ffff_0000_0000 | 0x3f00_0000_0000_0000,
        });
        kernel.variable(name, "df", &contents);
    }
    buffers(random, &mut kernel, size_bytes);
    images(random, &mut kernel);
    kernel
}

fn buffers(random: &mut Random, kernel: &mut Kernel, size_bytes: usize) {
    let t5_is_ordinary = kernel.readings.is("first_user_surface", "T5");
    let may_be_reserved = kernel.readings.is("reserved_surfaces", "warn");
    let user =
        ["BUF", "T6", if may_be_reserved { "T4" } else { "T7" }, if t5_is_ordinary { "T5" } else { "BUF2" }];
    let stateless: Vec<&str> =
        if t5_is_ordinary { vec!["%scratch", "T255"] } else { vec!["%scratch", "T255", "T5"] };
    let surfaces =
        [(vec![user[random.below(4)]], "buffer"), (vec!["%slm", "T0"], "slm"), (stateless, "stateless")];
    for (names, kind) in surfaces {
        // Bytes past the end of an element within bounds read as zero, and past the end of shared local memory as undefined:
        // which of both, no interpretation says.
        let is_unclear =
            kernel.readings.is("slm_outside", "undefined") && kernel.readings.is("bounds", "first_byte");
        let size_bytes =
            if kind == "slm" && is_unclear { size_bytes.next_multiple_of(4) } else { size_bytes };
        let mut memory = Memory::undefined(size_bytes);
        for byte in 0..size_bytes {
            let value = [0, 0, 0, 0xff, 0x80, random.bits() & 0xff][random.below(6)];
            memory.write(byte, 1, Value::known(value.into()));
        }
        kernel.surfaces.push(Surface {
            names,
            kind,
            format: "ub",
            texel_bytes: 1,
            extent: [size_bytes, 1, 1],
            row_pitch: size_bytes,
            slice_pitch: size_bytes,
            memory,
        });
    }
}

const FORMATS: [(&str, usize); 8] = [
    ("R32_UINT", 4),
    ("R32_SINT", 4),
    ("R32_FLOAT", 4),
    ("R16G16_UINT", 4),
    ("R16G16_FLOAT", 4),
    ("R16_UINT", 2),
    ("R16_SINT", 2),
    ("R16_FLOAT", 2),
];

fn images(random: &mut Random, kernel: &mut Kernel) {
    for name in ["IMG0", "IMG1", "IMG2"] {
        let kind = ["1d", "1d_array", "2d", "2d_array", "3d"][random.below(5)];
        let (format, texel_bytes) = FORMATS[random.below(FORMATS.len())];
        let mut size = || 1 + random.below(4);
        let extent = match kind {
            "1d" => [size(), 1, 1],
            "1d_array" | "2d" => [size(), size(), 1],
            _ => [size(), size(), size()],
        };
        let padding = if kind == "1d" { 0 } else { random.below(3) * texel_bytes };
        let row_pitch = extent[0] * texel_bytes + padding;
        let slice_pitch = row_pitch * extent[1];
        let memory = Memory::undefined(slice_pitch * extent[2]);
        let mut surface =
            Surface { names: vec![name], kind, format, texel_bytes, extent, row_pitch, slice_pitch, memory };
        for byte in surface.elements() {
            surface.memory.write(byte, texel_bytes, Value::known(pattern(random)));
        }
        kernel.surfaces.push(surface);
    }
}

/// Draws a program of some kinds of instructions.
pub fn case(random: &mut Random, count: usize, kinds: &[Kind]) -> Case {
    let mut initial = kernel(random);
    let (mut kernel, mut program) = (initial.clone(), String::new());
    let (mut instructions, mut stops) = (0, Vec::new());
    for _ in 0..20 * count {
        if instructions == count || !stops.is_empty() {
            break;
        }
        let kind = kinds[random.below(kinds.len())];
        let Some(instruction) = Instruction::draw(random, &kernel, kind) else { continue };
        // A search for misaligned lanes before the first access may be a loop of its own, with its own list.
        let most_lists = if kernel.readings.is("misaligned", "error_first") { 1 } else { 3 };
        let order = Order::draw(random, instruction.exec_size().min(16), most_lists);
        let mut after = kernel.clone();
        match instruction.run(&mut after, &order) {
            End::Unknown => continue,
            End::Done => {}
            End::Stopped(code) => stops.push(code),
        }
        program += &order.line();
        program += &instruction.line(&kernel);
        kernel = after;
        instructions += 1;
    }
    initial.keep_named(&program);
    kernel.keep_named(&program);
    Case { text: initial.text() + &program, instructions, contents: contents(kernel), stops }
}

fn contents(kernel: Kernel) -> Vec<Contents> {
    let contents = |variable: &Variable| {
        let left = Left::Variable(variable.name.to_owned());
        Contents::whole(left, kernel.roots[variable.root].clone())
    };
    let whole = kernel.variables.iter().filter(|variable| variable.byte_offset == 0);
    let mut all: Vec<Contents> = whole.map(contents).collect();
    let mut predicate = Memory::undefined(4);
    predicate.write(0, 4, Value::known(kernel.predicate.into()));
    let bits = u32::MAX >> (32 - kernel.predicate_count);
    let (left, changing) = (Left::Predicate("P1".to_owned()), bits.to_le_bytes().to_vec());
    all.push(Contents { left, memory: predicate, changing });
    for surface in kernel.surfaces {
        let mut changing = vec![0; surface.memory.size_bytes()];
        for byte in surface.elements() {
            changing[byte..byte + surface.texel_bytes].fill(0xff);
        }
        let name = if surface.names.len() > 1 { surface.kind } else { surface.names[0] };
        all.push(Contents { left: Left::Surface(name.to_owned()), memory: surface.memory, changing });
    }
    all
}
