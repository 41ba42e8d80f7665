//! TYPED_ATOMIC, after its page.

use super::bits::{Memory, Value};
use super::kernel::{Head, Kernel, Operand, Surface};
use super::orders::Order;
use super::visa_ops::{Atomic, End, Found, may_be_signed, off_lanes, operand_type};
use crate::common::{Random, VISA_OPS};

/// A line of TYPED_ATOMIC.
#[derive(Clone, Debug)]
pub struct TypedAtomic {
    head: Head,
    surface: usize,
    /// U, V, R and LOD.
    coordinates: [Option<Operand>; 4],
    /// The operation as the line names it.
    written_op: &'static str,
    atomic: Atomic,
}

impl TypedAtomic {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let is_native = kernel.readings.is("typed_exec", "native") && kernel.grf_bytes == 64;
        let exec_sizes: &[usize] = if is_native { &[8, 16] } else { &[8] };
        let head = kernel.head(random, exec_sizes, true)?;
        let images: Vec<usize> =
            (0..kernel.surfaces.len()).filter(|&index| !kernel.surfaces[index].is_raw()).collect();
        let surface = images[random.below(images.len())];
        let (written_op, atomic) = atomic(random, kernel, &kernel.surfaces[surface], head.exec_size)?;
        let coordinates = coordinates(random, kernel, &kernel.surfaces[surface], head.exec_size);
        Some(Self { head, surface, coordinates, written_op, atomic })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let operand = |operand| kernel.operand_text(operand);
        let Self { head, coordinates, written_op, atomic, surface } = self;
        format!(
            "{}typed_atomic.{written_op}{} {} {} {} {} {} {}\n",
            head.predicate_text(),
            if atomic.width_bytes == 2 { ".16" } else { "" },
            head.exec_text(),
            kernel.surfaces[*surface].names[0],
            coordinates.map(operand).join(" "),
            operand(atomic.src0),
            operand(atomic.src1),
            operand(atomic.dst),
        )
    }

    /// Each enabled lane reads, modifies and writes its texel.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let enabled = kernel.enabled(&self.head);
        let mut sources = kernel.roots.clone();
        let (dst, element_bytes) = (self.atomic.dst, self.atomic.element_bytes);
        let [u, v, r, lod] = self.coordinates;
        let operands = &[u, v, r, lod, self.atomic.src0, self.atomic.src1];
        if !off_lanes(kernel, dst, operands, element_bytes, self.head.exec_size, &enabled) {
            return End::Unknown;
        }
        for lane in order.turns(0, &enabled, 1) {
            if kernel.readings.is("sources", "live") {
                sources = kernel.roots.clone();
            }
            let found = texel(kernel, self.surface, &self.coordinates, &sources, lane);
            let Some(texel) = found else { return End::Unknown };
            let surface = &kernel.surfaces[self.surface];
            let width = self.atomic.width_bytes;
            let found = match texel {
                Some(byte) => Found::Inside(surface.memory.read(byte, width)),
                None => Found::Outside(Value::known(0)),
            };
            let Some((new, returned)) = self.atomic.compute(kernel, &sources, lane, found) else {
                return End::Unknown;
            };
            if let Some(byte) = texel {
                kernel.surfaces[self.surface].memory.write(byte, width, new);
            }
            if let Some(dst) = self.atomic.dst {
                kernel.set_element(dst, lane, self.atomic.element_bytes, returned);
            }
        }
        End::Done
    }
}

/// Draws the operands for U, V, R and LOD.
pub fn coordinates(
    random: &mut Random,
    kernel: &Kernel,
    surface: &Surface,
    exec_size: usize,
) -> [Option<Operand>; 4] {
    let names = ["FEW", "FEW", "FEW", "NEAR", "OFF"];
    let mut coordinate = || {
        let variable = kernel.named(names[random.below(names.len())]);
        kernel.operand_in(random, variable, 4 * exec_size)
    };
    let (u, v, r, lod) = (coordinate(), coordinate(), coordinate(), coordinate());
    let axes = axes(surface);
    [Some(u), (axes > 1).then_some(v), (axes > 2).then_some(r), (random.below(4) == 0).then_some(lod)]
}

/// Returns the first byte of a lane's texel, or `Some(None)` out of bounds. `None` if a coordinate is undefined.
pub fn texel(
    kernel: &Kernel,
    surface: usize,
    coordinates: &[Option<Operand>; 4],
    sources: &[Memory],
    lane: usize,
) -> Option<Option<usize>> {
    let mut numbers = [0; 4];
    for (number, operand) in numbers.iter_mut().zip(coordinates) {
        if let Some(operand) = operand {
            *number = kernel.element(sources, *operand, lane, 4).number(32)? as usize;
        }
    }
    let [u, v, r, lod] = numbers;
    let surface = &kernel.surfaces[surface];
    let [width, height, depth] = surface.extent;
    let is_level_there = lod == 0 || kernel.readings.is("typed_lod", "ignored");
    let is_inside = u < width && v < height && r < depth && is_level_there;
    Some(is_inside.then(|| u * surface.texel_bytes + v * surface.row_pitch + r * surface.slice_pitch))
}

fn axes(surface: &Surface) -> usize {
    match surface.kind {
        "1d" => 1,
        "1d_array" | "2d" => 2,
        _ => 3,
    }
}

/// Draws an operation that the surface and the interpretations allow: its name in the line, and what it does.
fn atomic(
    random: &mut Random,
    kernel: &Kernel,
    surface: &Surface,
    exec_size: usize,
) -> Option<(&'static str, Atomic)> {
    let readings = &kernel.readings;
    let (written, class) = VISA_OPS[random.below(VISA_OPS.len())];
    let is_word = match surface.texel_bytes {
        2 => true,
        _ => readings.is("typed_width", "low_word") && random.below(3) == 0,
    };
    let is_float = class == 'f';
    if is_float && readings.is("typed_float", "reject") {
        return None;
    }
    let is_compiled = is_float && readings.is("typed_float", "as_compiled");
    let (op, class) = match written {
        "fmax" if is_compiled => ("and", 'u'),
        "fmin" if is_compiled => ("or", 'u'),
        "fcmpwr" if is_compiled => ("xor", 'u'),
        _ => (written, class),
    };
    let class = if op == "predec" && readings.is("predec_type", "D") { 'd' } else { class };
    // Two interpretations disagree about the type.
    if op == "predec" && class == 'd' && is_word && readings.is("word_types", "UD") {
        return None;
    }
    let of_format = match class {
        'd' => "SINT",
        'f' => "FLOAT",
        _ => "UINT",
    };
    if readings.is("typed_format", "match") && !surface.format.ends_with(of_format) {
        return None;
    }
    let class =
        if matches!(op, "add" | "sub") && may_be_signed(random, readings, is_word) { 'd' } else { class };
    let ty = operand_type(random, readings, class, is_word);
    let takes_src0 = !matches!(op, "inc" | "dec" | "predec");
    let takes_src1 =
        matches!(op, "cmpxchg" | "fcmpwr") || readings.is("typed_src1", "ignored") && random.below(3) == 0;
    let takes = [takes_src0, takes_src1];
    let atomic =
        Atomic::with_operands(random, kernel, (op, if is_word { 2 } else { 4 }), ty, exec_size, takes)?;
    Some((written, atomic))
}
