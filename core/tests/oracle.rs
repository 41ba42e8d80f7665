//! An oracle for DWORD_ATOMIC: a second implementation that follows the manual's page and does not use the library.
//! Random scenarios compare the two. Where the page is silent, the oracle follows the prose of the readings.

mod common;

use common::{Random, VISA_OPS};
use lanescope_core::diag::render;
use lanescope_core::machine::Bytes;
use lanescope_core::session::Session;
use std::fmt::Write;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Number of scenarios. Wasm has fewer: it is slow without optimization and only has to behave the same.
const SCENARIOS: usize = if cfg!(target_arch = "wasm32") { 200 } else { 1_000 };
/// Number of instructions in each scenario.
const INSTRUCTIONS: usize = 5;
/// Number of elements of each variable: enough for two operands of 16 lanes, in registers of 32 and of 64 bytes.
const ELEMENTS: usize = 32;

/// Readings with more than one choice in the oracle. `false` is the default.
#[derive(Clone, Copy, Debug, Default)]
struct Readings {
    elements: bool,
    first_byte: bool,
    off_lanes_undefined: bool,
    upper_half_zero: bool,
    alu: bool,
    bitwise: bool,
    declared: bool,
}

impl Readings {
    fn lines(self) -> String {
        let all = [
            (self.elements, "offset_unit = elements"),
            (self.first_byte, "bounds = first_byte"),
            (self.off_lanes_undefined, "off_lanes = undefined"),
            (self.upper_half_zero, "upper_half = zero"),
            (self.alu, "float_minmax = alu"),
            (self.bitwise, "fcmpwr_compare = bitwise"),
            (self.declared, "any_all_width = declared"),
        ];
        all.iter().filter(|(is_chosen, _)| *is_chosen).map(|(_, line)| format!(".reading {line}\n")).collect()
    }
}

/// A variable: elements of 32 bits, each with its mask of defined bits.
#[derive(Clone, Debug)]
struct Variable {
    name: &'static str,
    ty: &'static str,
    value: [u32; ELEMENTS],
    defined: [u32; ELEMENTS],
}

/// An operand: a variable and the index of its first element there.
#[derive(Clone, Copy, Debug)]
struct Operand {
    variable: usize,
    first: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    PerLane,
    Any,
    All,
}

#[derive(Clone, Debug)]
struct Instruction {
    op: &'static str,
    is_word: bool,
    exec_size: usize,
    mask_offset: usize,
    no_mask: bool,
    predicate: Option<(Mode, bool)>,
    offset: Operand,
    src0: Option<Operand>,
    src1: Option<Operand>,
    dst: Option<Operand>,
    order: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Machine {
    readings: Readings,
    lanes: usize,
    active: u32,
    predicate: (usize, u32),
    variables: Vec<Variable>,
    surface: Vec<u8>,
}

impl Machine {
    /// Runs the page's loop: `for (i = 0; i < exec_size; ++i) if (ChEn[i]) ...`. Sources are read before it.
    fn run(&mut self, instruction: &Instruction) {
        let latched = self.variables.clone();
        let element = |operand: Option<Operand>, lane: usize| {
            operand.map_or(0, |operand| latched[operand.variable].value[operand.first + lane])
        };
        let width_bytes = if instruction.is_word { 2 } else { 4 };
        let low = if instruction.is_word { 0xffff } else { 0xffff_ffff };
        for &lane in &instruction.order {
            if !self.is_on(instruction, lane) {
                if self.readings.off_lanes_undefined
                    && let Some(dst) = instruction.dst
                {
                    self.set(dst, lane, 0, 0);
                }
                continue;
            }
            let mut address = element(Some(instruction.offset), lane);
            if self.readings.elements {
                address = address.wrapping_mul(width_bytes);
            }
            address -= address % width_bytes;
            let old = self.read(address, width_bytes);
            let (src0, src1) = (element(instruction.src0, lane) & low, element(instruction.src1, lane) & low);
            let new = operation(instruction.op, instruction.is_word, self.readings, old, src0, src1) & low;
            self.write(address, width_bytes, new);
            let returned = if instruction.op == "predec" { new } else { old };
            let defined = if self.readings.upper_half_zero { 0xffff_ffff } else { low };
            if let Some(dst) = instruction.dst {
                self.set(dst, lane, returned, defined);
            }
        }
    }

    fn set(&mut self, dst: Operand, lane: usize, value: u32, defined: u32) {
        let variable = &mut self.variables[dst.variable];
        variable.value[dst.first + lane] = value;
        variable.defined[dst.first + lane] = defined;
    }

    /// Evaluates `ChEn`: the dispatch mask from the mask offset on, unless `_NM`, and the predicate from the same
    /// offset on.
    fn is_on(&self, instruction: &Instruction, lane: usize) -> bool {
        let at = instruction.mask_offset + lane;
        let is_dispatched = at < self.lanes && self.active >> at & 1 == 1;
        let (count, bits) = self.predicate;
        let bit = |n: usize| n < count && bits >> n & 1 == 1;
        let allowed = instruction.predicate.is_none_or(|(mode, inverted)| {
            let mut group = match self.readings.declared {
                true => 0..count,
                false => instruction.mask_offset..instruction.mask_offset + instruction.exec_size,
            };
            let holds = match mode {
                Mode::PerLane => bit(at),
                Mode::Any => group.any(bit),
                Mode::All => group.all(bit),
            };
            holds != inverted
        });
        (instruction.no_mask || is_dispatched) && allowed
    }

    fn is_inside(&self, address: u32, width_bytes: u32) -> bool {
        let needed = if self.readings.first_byte { 1 } else { u64::from(width_bytes) };
        u64::from(address) + needed <= self.surface.len() as u64
    }

    /// Reads memory. Returns zeros out of bounds.
    fn read(&self, address: u32, width_bytes: u32) -> u32 {
        if !self.is_inside(address, width_bytes) {
            return 0;
        }
        let byte =
            |k: u32| u32::from(self.surface.get((address + k) as usize).copied().unwrap_or(0)) << (8 * k);
        (0..width_bytes).map(byte).sum()
    }

    /// Writes memory. Drops data out of bounds.
    fn write(&mut self, address: u32, width_bytes: u32, value: u32) {
        if !self.is_inside(address, width_bytes) {
            return;
        }
        for k in 0..width_bytes {
            if let Some(byte) = self.surface.get_mut((address + k) as usize) {
                *byte = (value >> (8 * k)) as u8;
            }
        }
    }
}

/// Computes an operation of the table, on the low 16 or all 32 bits.
fn operation(op: &str, is_word: bool, readings: Readings, old: u32, src0: u32, src1: u32) -> u32 {
    let signed = |x: u32| if is_word { i32::from(x as u16 as i16) } else { x as i32 };
    match op {
        "add" => old.wrapping_add(src0),
        "sub" => old.wrapping_sub(src0),
        "inc" => old.wrapping_add(1),
        "dec" | "predec" => old.wrapping_sub(1),
        "min" => {
            if src0 < old {
                src0
            } else {
                old
            }
        }
        "max" => {
            if src0 > old {
                src0
            } else {
                old
            }
        }
        "xchg" => src0,
        "cmpxchg" => {
            if old == src1 {
                src0
            } else {
                old
            }
        }
        "and" => old & src0,
        "or" => old | src0,
        "xor" => old ^ src0,
        "minsint" => {
            if signed(src0) < signed(old) {
                src0
            } else {
                old
            }
        }
        "maxsint" => {
            if signed(src0) > signed(old) {
                src0
            } else {
                old
            }
        }
        "fmin" | "fmax" => Float { is_word }.extreme(op == "fmin", readings.alu, old, src0),
        "fcmpwr" => {
            let same = if readings.bitwise { src0 == old } else { Float { is_word }.equal(src0, old) };
            if same { src1 } else { old }
        }
        _ => unreachable!("the table has no {op}"),
    }
}

/// Floats as bit patterns: sign, exponent, fraction. They are only compared.
struct Float {
    is_word: bool,
}

impl Float {
    fn sign(&self) -> u32 {
        if self.is_word { 0x8000 } else { 0x8000_0000 }
    }

    fn infinity(&self) -> u32 {
        if self.is_word { 0x7c00 } else { 0x7f80_0000 }
    }

    fn is_nan(&self, x: u32) -> bool {
        x & !self.sign() > self.infinity()
    }

    /// Returns true for a NaN whose highest fraction bit is clear.
    fn is_signalling(&self, x: u32) -> bool {
        let highest = if self.is_word { 0x0200 } else { 0x0040_0000 };
        self.is_nan(x) && x & highest == 0
    }

    fn is_zero(&self, x: u32) -> bool {
        x & !self.sign() == 0
    }

    /// Returns a number that orders like the floats, with -0 below +0.
    fn key(&self, x: u32) -> i64 {
        let magnitude = i64::from(x & !self.sign());
        if x & self.sign() == 0 { magnitude } else { -1 - magnitude }
    }

    /// Compares as floats: -0 equals +0, and NaN equals nothing.
    fn equal(&self, a: u32, b: u32) -> bool {
        !self.is_nan(a) && !self.is_nan(b) && (a == b || self.is_zero(a) && self.is_zero(b))
    }

    fn extreme(&self, is_min: bool, alu: bool, old: u32, src0: u32) -> u32 {
        let src0_is_beyond =
            if is_min { self.key(src0) < self.key(old) } else { self.key(src0) > self.key(old) };
        let both_zero = self.is_zero(old) && self.is_zero(src0);
        match (alu, self.is_nan(old), self.is_nan(src0)) {
            // With one NaN, the other operand is stored. With two, src0 is stored. Zeros are equal, and src0 is stored.
            (true, true, _) => src0,
            (true, false, true) => old,
            (true, false, false) if both_zero || src0_is_beyond => src0,
            (true, false, false) => old,
            // A signalling NaN wins and a quiet NaN loses. Of two NaNs of a kind, the old value stays.
            (false, false, false) if src0_is_beyond => src0,
            (false, false, false) => old,
            _ if self.is_signalling(old) => old,
            _ if self.is_signalling(src0) => src0,
            (false, true, false) => src0,
            (false, ..) => old,
        }
    }
}

/// Corner cases of operations: ends of the ranges, their neighbours, and special values of both float formats.
const EDGES: [u32; 24] = [
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
];

fn pattern(random: &mut Random) -> u32 {
    match random.below(4) {
        0 => random.below(8) as u32,
        1 => random.bits(),
        _ => EDGES[random.below(EDGES.len())],
    }
}

/// Draws an offset. There are few different ones, so lanes meet; some are out of bounds, misaligned or far away.
fn offset(random: &mut Random, size: usize) -> u32 {
    match random.below(16) {
        0 => random.bits(),
        1 => 0xffff_fffc,
        2 => random.below(size + 8) as u32,
        3..=8 => (random.below(size / 2 + 4) * 2) as u32,
        _ => (random.below(size / 4 + 2) * 4) as u32,
    }
}

fn machine(random: &mut Random) -> Machine {
    let size = 2 + random.below(40);
    let readings = if random.below(2) == 0 {
        Readings::default()
    } else {
        Readings {
            elements: random.below(4) == 0,
            first_byte: random.below(3) == 0,
            off_lanes_undefined: random.below(3) == 0,
            upper_half_zero: random.below(2) == 0,
            alu: random.below(2) == 0,
            bitwise: random.below(2) == 0,
            declared: random.below(2) == 0,
        }
    };
    let lanes = [8, 16, 32][random.below(3)];
    let all = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
    let count = [32, 32, 16, 8][random.below(4)];
    let bits = match random.below(4) {
        0 => 0,
        1 => u32::MAX,
        _ => random.bits(),
    };
    let names = [
        ("OFF", "ud"),
        ("U0", "ud"),
        ("U1", "ud"),
        ("UR", "ud"),
        ("D0", "d"),
        ("DR", "d"),
        ("F0", "f"),
        ("F1", "f"),
        ("FR", "f"),
    ];
    let variables = names.map(|(name, ty)| Variable {
        name,
        ty,
        value: std::array::from_fn(|_| if name == "OFF" { offset(random, size) } else { pattern(random) }),
        defined: [u32::MAX; ELEMENTS],
    });
    Machine {
        readings,
        lanes,
        active: if random.below(2) == 0 { all } else { random.bits() & all },
        predicate: (count, if count == 32 { bits } else { bits & ((1 << count) - 1) }),
        variables: variables.to_vec(),
        surface: (0..size).map(|_| [0, 0, 0, 0xff, 0x80, random.bits() as u8][random.below(6)]).collect(),
    }
}

/// Returns the variables of a type: the indices of src0, src1 and the result.
fn places(ty: char) -> [usize; 3] {
    match ty {
        'd' => [4, 4, 5],
        'f' => [6, 7, 8],
        _ => [1, 2, 3],
    }
}

fn instruction(random: &mut Random, machine: &Machine) -> Instruction {
    let (op, own_type) = VISA_OPS[random.below(VISA_OPS.len())];
    let is_word = random.below(2) == 0;
    // The 16-bit forms accept UD, too.
    let ty = if is_word && random.below(3) == 0 { 'u' } else { own_type };
    let no_mask = random.below(4) == 0;
    let has_predicate = random.below(3) == 0;
    let room = match (no_mask, has_predicate) {
        (_, true) => machine.predicate.0.min(if no_mask { 32 } else { machine.lanes }),
        (true, false) => 32,
        (false, false) => machine.lanes,
    };
    let sizes: Vec<usize> = [1, 2, 4, 8, 16].into_iter().filter(|&size| size <= room).collect();
    let exec_size = sizes[random.below(sizes.len())];
    let step = exec_size.max(4);
    let offsets: Vec<usize> = (0..32).step_by(step).filter(|offset| offset + exec_size <= room).collect();
    let mut operand = |variable| Operand { variable, first: [0, 16][random.below(2)] };
    let [src0, src1, dst] = places(ty);
    let (offset, src0, src1, dst) = (operand(0), operand(src0), operand(src1), operand(dst));
    let takes_src0 = !matches!(op, "inc" | "dec" | "predec");
    let takes_src1 = matches!(op, "cmpxchg" | "fcmpwr");
    // A destination that is also a source keeps defined bits only if results are fully defined.
    let is_whole = (!is_word || machine.readings.upper_half_zero) && !machine.readings.off_lanes_undefined;
    let dst = match random.below(6) {
        0 => None,
        1 if takes_src0 && is_whole => Some(src0),
        2 if ty == 'u' && is_whole => Some(offset),
        _ => Some(dst),
    };
    let mut order: Vec<usize> = (0..exec_size).collect();
    if random.below(3) == 0 {
        order.reverse();
    }
    Instruction {
        op,
        is_word,
        exec_size,
        mask_offset: offsets[random.below(offsets.len())],
        no_mask,
        predicate: has_predicate
            .then(|| ([Mode::PerLane, Mode::Any, Mode::All][random.below(3)], random.below(2) == 0)),
        offset,
        src0: takes_src0.then_some(src0),
        src1: takes_src1.then_some(src1),
        dst,
        order,
    }
}

/// Returns the scenario as text.
fn scenario(random: &mut Random, machine: &Machine, program: &[Instruction]) -> String {
    let mut text = format!(".isa visa grf={}\n", [32, 64][random.below(2)]);
    let _ = writeln!(text, ".lanes {} active={:#x}", machine.lanes, machine.active);
    text += &machine.readings.lines();
    for Variable { name, ty, value, .. } in &machine.variables {
        let _ = writeln!(text, ".decl {name} v_type=G type={ty} num_elts={ELEMENTS} align=GRF");
        let values: Vec<String> = value.iter().map(|value| format!("{value:#x}")).collect();
        let _ = writeln!(text, ".set {name} = {}", values.join(" "));
    }
    let bytes: Vec<String> = machine.surface.iter().map(u8::to_string).collect();
    let (count, bits) = machine.predicate;
    let _ = writeln!(text, ".decl P1 v_type=P num_elts={count}\n.set P1 = {bits:#x}");
    let _ = writeln!(text, ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ub = {}", bytes.join(" "));
    for instruction in program {
        text += &line(machine, instruction);
    }
    text
}

fn line(machine: &Machine, instruction: &Instruction) -> String {
    let name = |operand: Option<Operand>| match operand {
        Some(Operand { variable, first }) => format!("{}.{}", machine.variables[variable].name, 4 * first),
        None => "V0.0".to_owned(),
    };
    let predicate = instruction.predicate.map_or(String::new(), |(mode, inverted)| {
        let mode = match mode {
            Mode::PerLane => "",
            Mode::Any => ".any",
            Mode::All => ".all",
        };
        format!("({}P1{mode}) ", if inverted { "!" } else { "" })
    });
    let is_descending = instruction.order.first() > instruction.order.last();
    format!(
        ".order {}\n{predicate}dword_atomic.{}{} (M{}{}, {}) BUF {} {} {} {}\n",
        if is_descending { "descending" } else { "ascending" },
        instruction.op,
        if instruction.is_word { ".16" } else { "" },
        instruction.mask_offset / 4 + 1,
        if instruction.no_mask { "_NM" } else { "" },
        instruction.exec_size,
        name(Some(instruction.offset)),
        name(instruction.src0),
        name(instruction.src1),
        name(instruction.dst),
    )
}

/// Returns the expected bytes of a variable.
fn bytes_of(variable: &Variable) -> Bytes {
    let masked = variable.value.iter().zip(&variable.defined).map(|(value, defined)| value & defined);
    Bytes {
        value: masked.flat_map(u32::to_le_bytes).collect(),
        defined: variable.defined.iter().flat_map(|defined| defined.to_le_bytes()).collect(),
    }
}

#[test]
fn the_library_agrees_with_the_oracle() {
    let mut random = Random::new(0x1a4e_5c0e);
    for round in 0..SCENARIOS {
        let mut machine = machine(&mut random);
        let program: Vec<Instruction> =
            (0..INSTRUCTIONS).map(|_| instruction(&mut random, &machine)).collect();
        let text = scenario(&mut random, &machine, &program);
        let session = Session::open(&text);
        let shown = || {
            let shown = session.diagnostics.iter().map(|finding| render("scenario", &text, finding));
            shown.collect::<Vec<_>>().join("\n")
        };
        let run = session
            .run
            .as_ref()
            .unwrap_or_else(|| panic!("round {round} does not run:\n{text}\n{}", shown()));
        assert_eq!(run.instruction_starts().len(), program.len(), "round {round}:\n{text}");
        program.iter().for_each(|instruction| machine.run(instruction));
        let (layout, end) = (&run.scenario().layout, run.state(run.len()));
        for variable in &machine.variables {
            let space = layout.variable(variable.name).expect("the scenario declares it").space;
            assert_eq!(*end.space(space), bytes_of(variable), "round {round}, {}:\n{text}", variable.name);
        }
        let space = layout.surface("BUF").expect("the scenario declares it").space;
        assert_eq!(end.space(space).value, machine.surface, "round {round}, BUF:\n{text}");
        assert!(end.space(space).defined.iter().all(|&bits| bits == 0xff), "round {round}, BUF:\n{text}");
    }
}
