//! LSC_UNTYPED, after its page: loads, stores, their quads, and atomic operations.

use super::bits::{Memory, Value};
use super::dword_atomic::{find, is_misaligned, misaligned, misaligned_first};
use super::kernel::{Head, Kernel, Operand};
use super::orders::Order;
use super::visa_ops::{Atomic, End, Found, off_lanes};
use crate::common::Random;

/// The atomic operations with the operation of DWORD_ATOMIC that computes the same, and the number of their sources.
const ATOMICS: [(&str, &str, usize); 19] = [
    ("iinc", "inc", 0),
    ("idec", "dec", 0),
    ("load", "load", 0),
    ("store", "xchg", 1),
    ("iadd", "add", 1),
    ("isub", "sub", 1),
    ("smin", "minsint", 1),
    ("smax", "maxsint", 1),
    ("umin", "min", 1),
    ("umax", "max", 1),
    ("icas", "cmpxchg", 2),
    ("fadd", "fadd", 1),
    ("fsub", "fsub", 1),
    ("fmin", "fmin", 1),
    ("fmax", "fmax", 1),
    ("fcas", "fcmpwr", 2),
    ("and", "and", 1),
    ("or", "or", 1),
    ("xor", "xor", 1),
];

/// The kind of a line.
#[derive(Clone, Debug)]
enum Action {
    Load,
    Store,
    /// An operation, by the name that the mnemonic has.
    Atomic(&'static str, Atomic),
}

/// A line of LSC_UNTYPED.
#[derive(Clone, Debug)]
pub struct Lsc {
    head: Head,
    action: Action,
    /// The words after the mnemonic.
    words: String,
    surface: usize,
    /// The text before the brackets.
    model: String,
    scale: u64,
    addresses: Operand,
    offset: i64,
    /// The size of an address: 4 or 8.
    address_bytes: usize,
    /// The size of an element in memory.
    width_bytes: usize,
    /// The elements that are moved, as distances from the address in elements.
    elements: Vec<usize>,
    is_quad: bool,
    /// The data of a load or a store; `None` for `%null`.
    data: Option<Operand>,
}

impl Lsc {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let head = kernel.head(random, &[1, 2, 4, 8, 16, 32], true)?;
        let is_atomic = random.below(2) == 0;
        let width_bytes =
            if is_atomic { [4, 8][random.below(2)] } else { [1, 2, 4, 4, 8, 8][random.below(6)] };
        let (surface, memory, model) = surface(random, kernel);
        let caching = match memory == "slm" || random.below(2) == 0 {
            true => ["", ".df.df"][random.below(2)],
            false => [".uc.uc", ".st.uc"][random.below(2)],
        };
        let address_bytes = [4, 8][random.below(2)];
        let mut line = Self {
            action: Action::Load,
            words: format!(".{memory}{caching}"),
            surface,
            model,
            scale: [1, 1, 1, 1, 0, 2, 4, 8, random.below(0x1_0000) as u64][random.below(9)],
            addresses: addresses(random, kernel, address_bytes, head.exec_size)?,
            offset: match random.below(8) {
                0 => i64::from(random.bits() as i32),
                1 => i64::from([i32::MIN, i32::MAX][random.below(2)]),
                2 | 3 => 4 * (random.below(8) as i64 - 4),
                _ => 0,
            },
            address_bytes,
            width_bytes,
            elements: vec![0],
            is_quad: false,
            data: None,
            head,
        };
        match is_atomic {
            true => line.action = atomic(random, kernel, &line)?,
            false => line.draw_data(random, kernel)?,
        }
        Some(line)
    }

    /// Draws the elements and the data of a load or a store.
    fn draw_data(&mut self, random: &mut Random, kernel: &Kernel) -> Option<()> {
        self.is_quad = random.below(3) == 0;
        self.elements = match self.is_quad {
            true => {
                let mask = 1 + random.below(15);
                (0..4).filter(|channel| mask >> channel & 1 == 1).collect()
            }
            false if self.width_bytes >= 4 => (0..[1, 1, 2, 3, 4, 8][random.below(6)]).collect(),
            false => vec![0],
        };
        let types: &[&str] = if self.width_bytes == 8 { &["uq", "q"] } else { &["ud", "d", "f"] };
        let size_bytes = self.payload_bytes();
        let elements = (self.elements.len() - 1) * self.pitch(kernel) + self.head.exec_size;
        let ty = types[random.below(types.len())];
        let data = kernel.operand(random, ty, size_bytes * elements)?;
        let is_null = random.below(12) == 0;
        self.action = if is_null || random.below(2) == 0 { Action::Load } else { Action::Store };
        self.data = (!is_null).then_some(data);
        Some(())
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let operand =
            |operand: Option<Operand>| operand.map_or("%null".to_owned(), |_| kernel.operand_text(operand));
        let scale = if self.scale == 1 { String::new() } else { format!("{}*", self.scale) };
        let offset = if self.offset == 0 { String::new() } else { format!("{:+}", self.offset) };
        let addresses = operand(Some(self.addresses));
        let bits = 8 * self.address_bytes;
        let address = format!("{}[{scale}{addresses}{offset}]:a{bits}", self.model);
        let size = match self.width_bytes {
            1 => "d8u32",
            2 => "d16u32",
            4 => "d32",
            _ => "d64",
        };
        let count = match (self.is_quad, self.elements.len()) {
            (true, _) => {
                format!(".{}", self.elements.iter().map(|&at| ["x", "y", "z", "w"][at]).collect::<String>())
            }
            (false, 1) => String::new(),
            (false, count) => format!("x{count}"),
        };
        let quad = if self.is_quad { "_quad" } else { "" };
        let data = operand(self.data);
        let (mnemonic, operands) = match &self.action {
            Action::Load => (format!("load{quad}"), format!("{data}:{size}{count} {address}")),
            Action::Store => (format!("store{quad}"), format!("{address} {data}:{size}{count}")),
            Action::Atomic(name, Atomic { src0, src1, dst, .. }) => {
                // The value to compare with comes first.
                let [first, second] = if *name == "icas" { [src1, src0] } else { [src0, src1] };
                let (first, second, dst) = (operand(*first), operand(*second), operand(*dst));
                (format!("atomic_{name}"), format!("{dst}:{size} {address} {first} {second}"))
            }
        };
        let Self { head, words, .. } = self;
        format!("{}lsc_{mnemonic}{words} {} {operands}\n", head.predicate_text(), head.exec_text())
    }

    /// Runs the loop of the page: over lanes, and inside over elements.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let enabled = kernel.enabled(&self.head);
        let mut sources = kernel.roots.clone();
        let width = self.width_bytes;
        let addresses = enabled.iter().map(|&lane| self.address(kernel, &sources, lane));
        if let Some(end) = misaligned_first(kernel, width, addresses) {
            return end;
        }
        if !self.lose_off_lanes(kernel, &enabled) {
            return End::Unknown;
        }
        for lane in order.turns(0, &enabled, 1) {
            for block in 0..self.elements.len() {
                if kernel.readings.is("sources", "live") {
                    sources = kernel.roots.clone();
                }
                let address = self.address(kernel, &sources, lane);
                if is_misaligned(address, width) && !kernel.readings.is("misaligned", "mask") {
                    // A lane that is out of bounds as a whole may access nothing.
                    let may_access_nothing = kernel.readings.is("channel_bounds", "lane");
                    return if may_access_nothing { End::Unknown } else { misaligned(kernel, &[]) };
                }
                let Some((found, place)) = self.found(kernel, address, block) else { return End::Unknown };
                if !self.access(kernel, &sources, (lane, block), (found, place)) {
                    return End::Unknown;
                }
            }
        }
        End::Done
    }

    /// Moves or changes an element. Returns `false` if the model does not know what happens.
    fn access(
        &self,
        kernel: &mut Kernel,
        sources: &[Memory],
        (lane, block): (usize, usize),
        (found, place): (Found, usize),
    ) -> bool {
        let (width, size_bytes) = (self.width_bytes, self.payload_bytes());
        let element = block * self.pitch(kernel) + lane;
        match (&self.action, self.data) {
            (Action::Load, Some(data)) => {
                let value = match found {
                    Found::Inside(value) | Found::Outside(value) => value,
                    Found::Nowhere => Value::UNDEFINED,
                };
                let is_undefined = kernel.readings.is("narrow_load", "undefined");
                let upper = if is_undefined { Value::UNDEFINED } else { Value::known(0) };
                kernel.set_element(data, element, size_bytes, value.below(8 * width as u32, upper));
            }
            (Action::Store, Some(data)) if matches!(found, Found::Inside(_)) => {
                let value = kernel.element(sources, data, element, size_bytes);
                kernel.surfaces[self.surface].memory.write(place, width, value);
            }
            (Action::Load | Action::Store, _) => {}
            (Action::Atomic(_, atomic), _) => {
                let Some((new, returned)) = atomic.compute(kernel, sources, lane, found) else {
                    return false;
                };
                if matches!(found, Found::Inside(_)) {
                    kernel.surfaces[self.surface].memory.write(place, width, new);
                }
                if let Some(dst) = atomic.dst {
                    kernel.set_element(dst, lane, size_bytes, returned);
                }
            }
        }
        true
    }

    /// Makes the destination elements of lanes that do not take part undefined, if they become so. Returns `false` if the model
    /// does not know the result.
    fn lose_off_lanes(&self, kernel: &mut Kernel, enabled: &[usize]) -> bool {
        let (first, sources) = match &self.action {
            Action::Load => (self.data, vec![Some(self.addresses)]),
            Action::Store => (None, Vec::new()),
            Action::Atomic(_, atomic) => (atomic.dst, vec![Some(self.addresses), atomic.src0, atomic.src1]),
        };
        let Some(first) = first else { return true };
        let (pitch, size_bytes) = (self.pitch(kernel), self.payload_bytes());
        if self.elements.len() > 1 {
            // No page describes blocks that overlap.
            let overlap = pitch < self.head.exec_size;
            // The page loads all elements of a lane before those of the next lane, and says nothing about the order of lanes. So no
            // interpretation says which addresses earlier results replace, or which elements are loaded before an error.
            let is_address = kernel.share_a_root(self.addresses, first);
            let may_be_replaced = is_address && kernel.readings.is("sources", "live");
            if overlap || may_be_replaced || kernel.readings.is("misaligned", "error") {
                return false;
            }
        }
        (0..self.elements.len()).all(|block| {
            let dst = Operand { byte: first.byte + size_bytes * block * pitch, ..first };
            off_lanes(kernel, Some(dst), &sources, size_bytes, self.head.exec_size, enabled)
        })
    }

    /// Returns the address of a lane: `AddrScale * Src0Addrs[n] + AddrImmOffset`, in the size of an address. `None` if it is
    /// undefined. Negative exact addresses are far past all memory, too.
    fn address(&self, kernel: &Kernel, sources: &[Memory], lane: usize) -> Option<u64> {
        let bits = 8 * self.address_bytes as u32;
        let address = match self.scale {
            // Zero times anything is zero.
            0 => 0,
            _ => kernel.element(sources, self.addresses, lane, self.address_bytes).number(bits)?,
        };
        let sum = i128::from(self.scale) * i128::from(address) + i128::from(self.offset);
        Some(match self.address_bytes == 8 || kernel.readings.is("address_sum", "exact") {
            true => sum as u64,
            false => sum as u64 % (1 << 32),
        })
    }

    /// Returns what a lane finds at an element, and the byte of the element. `None` if no interpretation says.
    fn found(&self, kernel: &Kernel, address: Option<u64>, block: usize) -> Option<(Found, usize)> {
        let Some(address) = address else { return Some((Found::Nowhere, 0)) };
        let width = self.width_bytes as u64;
        let place = |element: usize| {
            let place = (address - address % width).wrapping_add(width * element as u64);
            let wraps = self.address_bytes == 4 && kernel.readings.is("address_sum", "wraps_channels");
            if wraps { place % (1 << 32) } else { place }
        };
        // Memory ends far below 2^40.
        let element =
            |element: usize| find(kernel, self.surface, place(element).min(1 << 40), self.width_bytes);
        let size_bytes = kernel.surfaces[self.surface].memory.size_bytes() as u64;
        let is_cut = |element: usize| place(element) < size_bytes && place(element) + width > size_bytes;
        // Bytes past the end of an element within bounds read as zero, and past the end of shared local memory as undefined.
        let is_unclear = kernel.surfaces[self.surface].kind == "slm"
            && kernel.readings.is("slm_outside", "undefined")
            && kernel.readings.is("bounds", "first_byte");
        if is_unclear && self.elements.iter().any(|&element| is_cut(element)) {
            return None;
        }
        let is_outside = |&at: &usize| matches!(element(at), Found::Outside(_));
        let is_lane_outside = self.elements.len() > 1 || self.elements[0] > 0;
        let byte = place(self.elements[block]) as usize;
        let is_whole_lane = is_lane_outside && kernel.readings.is("channel_bounds", "lane");
        if is_whole_lane && self.elements.iter().any(is_outside) {
            return Some((Found::Outside(Value::known(0)), byte));
        }
        Some((element(self.elements[block]), byte))
    }

    /// Returns the size of an element in registers.
    fn payload_bytes(&self) -> usize {
        self.width_bytes.max(4)
    }

    /// Returns the distance of the elements of a lane in registers, in elements.
    fn pitch(&self, kernel: &Kernel) -> usize {
        match kernel.readings.is("block_pitch", "next_register") {
            true => kernel.grf_bytes / self.payload_bytes(),
            false => self.head.exec_size.max(kernel.grf_bytes / 4),
        }
    }
}

/// Draws an operation with its operands.
fn atomic(random: &mut Random, kernel: &Kernel, line: &Lsc) -> Option<Action> {
    let (name, op, count) = ATOMICS[random.below(ATOMICS.len())];
    let types: &[&str] = if line.width_bytes == 8 { &["uq", "q"] } else { &["ud", "d", "f"] };
    let ty = types[random.below(types.len())];
    // `cmpxchg` has the value to compare with in src1.
    let is_taken = [count >= 1, count == 2];
    let operation = (op, line.width_bytes);
    Some(Action::Atomic(
        name,
        Atomic::with_operands(random, kernel, operation, ty, line.head.exec_size, is_taken)?,
    ))
}

/// Draws a surface, the word for its memory and the text before the brackets.
fn surface(random: &mut Random, kernel: &Kernel) -> (usize, &'static str, String) {
    let raw: Vec<usize> = (0..kernel.surfaces.len()).filter(|&at| kernel.surfaces[at].is_raw()).collect();
    let surface = raw[random.below(raw.len())];
    let global = ["ugm", "ugml"][random.below(2)];
    let flat = ["flat", ""][random.below(2)].to_owned();
    let first = if kernel.readings.is("first_user_surface", "T5") { 5 } else { 6 };
    // The buffer is the first surface that the program declares.
    let entry = if kernel.readings.is("binding_table", "numbers") { first } else { 0 };
    match kernel.surfaces[surface].kind {
        "slm" => (surface, "slm", flat),
        "stateless" if random.below(3) == 0 => (surface, global, "bti(255)".to_owned()),
        "stateless" => (surface, global, flat),
        _ if random.below(3) == 0 => (surface, global, format!("bti({entry:#x})")),
        _ => (surface, global, format!("bti({})", kernel.surfaces[surface].names[0])),
    }
}

/// Draws an operand of addresses, most often in the variables for them.
fn addresses(random: &mut Random, kernel: &Kernel, size_bytes: usize, exec_size: usize) -> Option<Operand> {
    let names: &[&str] = if size_bytes == 8 { &["A0"] } else { &["OFF", "OFF", "NEAR", "FEW"] };
    let variable = kernel.named(names[random.below(names.len())]);
    let variable = &kernel.variables[variable];
    let fits = variable.elements >= exec_size;
    match random.below(8) {
        0 => kernel.operand(random, variable.ty, size_bytes * exec_size),
        _ => fits.then(|| kernel.operand_in(random, kernel.named(variable.name), size_bytes * exec_size)),
    }
}
