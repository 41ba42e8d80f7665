//! A vISA kernel: lanes, variables, a predicate and surfaces, with the rules that all its instructions share.

use super::bits::{Memory, Value};
use super::readings::Readings;
use crate::common::Random;
use std::fmt::Write;

/// A variable. Its bytes are those of its root, from `byte_offset` on.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: &'static str,
    pub ty: &'static str,
    pub root: usize,
    pub byte_offset: usize,
    pub elements: usize,
}

pub fn size_of_type(ty: &str) -> usize {
    match ty {
        "ub" | "b" => 1,
        "uw" | "w" | "hf" => 2,
        "uq" | "q" | "df" => 8,
        _ => 4,
    }
}

/// A surface: a buffer of bytes, or an image of texels.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The names that instructions may use. The first one is in the `.surface` line.
    pub names: Vec<&'static str>,
    pub kind: &'static str,
    pub format: &'static str,
    pub texel_bytes: usize,
    pub extent: [usize; 3],
    pub row_pitch: usize,
    pub slice_pitch: usize,
    pub memory: Memory,
}

impl Surface {
    pub fn is_raw(&self) -> bool {
        matches!(self.kind, "buffer" | "slm" | "stateless")
    }

    /// Returns the first byte of each element, x first.
    pub fn elements(&self) -> Vec<usize> {
        let [width, height, depth] = self.extent;
        let mut bytes = Vec::new();
        for z in 0..depth {
            for y in 0..height {
                for x in 0..width {
                    bytes.push(x * self.texel_bytes + y * self.row_pitch + z * self.slice_pitch);
                }
            }
        }
        bytes
    }
}

/// An operand: bytes of a variable, from an offset on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operand {
    pub variable: usize,
    pub byte: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Group {
    PerLane,
    Any,
    All,
}

/// The lanes of an instruction: `[(P1)] ... (M1, 8)`.
#[derive(Clone, Debug)]
pub struct Head {
    pub exec_size: usize,
    pub mask_offset: usize,
    pub no_mask: bool,
    pub predicate: Option<(Group, bool)>,
}

impl Head {
    /// Returns the predicate with a space after it.
    pub fn predicate_text(&self) -> String {
        let Some((group, is_inverted)) = self.predicate else { return String::new() };
        let group = match group {
            Group::PerLane => "",
            Group::Any => ".any",
            Group::All => ".all",
        };
        format!("({}P1{group}) ", if is_inverted { "!" } else { "" })
    }

    pub fn exec_text(&self) -> String {
        let no_mask = if self.no_mask { "_NM" } else { "" };
        format!("(M{}{no_mask}, {})", self.mask_offset / 4 + 1, self.exec_size)
    }
}

#[derive(Clone, Debug)]
pub struct Kernel {
    pub readings: Readings,
    pub grf_bytes: usize,
    pub lanes: usize,
    pub active: u32,
    pub predicate_count: usize,
    pub predicate: u32,
    pub variables: Vec<Variable>,
    pub roots: Vec<Memory>,
    pub surfaces: Vec<Surface>,
}

impl Kernel {
    /// Draws the lanes and the predicate.
    pub fn draw(random: &mut Random) -> Self {
        let lanes = [8, 16, 16, 32][random.below(4)];
        let all = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
        let predicate_count = [32, 32, 16, 8, 4][random.below(5)];
        let predicate = match random.below(5) {
            0 => 0,
            1 => u32::MAX,
            _ => random.bits(),
        };
        Self {
            readings: Readings::draw(random, "visa"),
            grf_bytes: [32, 64][random.below(2)],
            lanes,
            active: if random.below(2) == 0 { all } else { random.bits() & all },
            predicate_count,
            predicate: if predicate_count == 32 {
                predicate
            } else {
                predicate & ((1 << predicate_count) - 1)
            },
            variables: Vec::new(),
            roots: Vec::new(),
            surfaces: Vec::new(),
        }
    }

    /// Adds a variable with all elements known.
    pub fn variable(&mut self, name: &'static str, ty: &'static str, values: &[u64]) {
        let size_bytes = size_of_type(ty);
        let mut root = Memory::undefined(size_bytes * values.len());
        for (index, value) in values.iter().enumerate() {
            root.write(index * size_bytes, size_bytes, Value::known(*value));
        }
        self.variables.push(Variable {
            name,
            ty,
            root: self.roots.len(),
            byte_offset: 0,
            elements: values.len(),
        });
        self.roots.push(root);
    }

    /// Adds a variable that shares bytes of another one.
    pub fn alias(
        &mut self,
        name: &'static str,
        ty: &'static str,
        of: &str,
        byte_offset: usize,
        elements: usize,
    ) {
        let root = self.variables[self.named(of)].root;
        self.variables.push(Variable { name, ty, root, byte_offset, elements });
    }

    /// Removes the variables and surfaces that a program does not name.
    pub fn keep_named(&mut self, program: &str) {
        let words: Vec<&str> = program.split(|c: char| !c.is_ascii_alphanumeric() && c != '%').collect();
        let is_named = |variable: &Variable| words.contains(&variable.name);
        let roots: Vec<usize> = self
            .variables
            .iter()
            .filter(|variable| is_named(variable))
            .map(|variable| variable.root)
            .collect();
        self.variables.retain(|variable| roots.contains(&variable.root));
        // Instructions at 64-bit addresses and flat ones do not name their memory, and entry 0 or 6 is that of the buffer.
        let is_unnamed = |surface: &Surface| match surface.kind {
            "stateless" => program.contains("svm_") || program.contains("lsc_"),
            "slm" | "buffer" => program.contains("lsc_"),
            _ => false,
        };
        self.surfaces
            .retain(|surface| is_unnamed(surface) || surface.names.iter().any(|name| words.contains(name)));
    }

    /// Returns the declarations, with the present contents as initial values.
    pub fn text(&self) -> String {
        let mut text =
            format!(".isa visa grf={}\n.lanes {} active={:#x}\n", self.grf_bytes, self.lanes, self.active);
        text += &self.readings.lines();
        for variable in &self.variables {
            let Variable { name, ty, root, byte_offset, elements } = variable;
            let bytes = elements * size_of_type(ty);
            let align = if bytes < self.grf_bytes { "dword" } else { "GRF" };
            let _ = write!(text, ".decl {name} v_type=G type={ty} num_elts={elements} align={align}");
            match self.variables.iter().find(|other| other.root == *root) {
                Some(first) if first.name != *name => {
                    let _ = writeln!(text, " alias=<{}, {byte_offset}>", first.name);
                }
                _ => {
                    let size_bytes = size_of_type(ty);
                    let element = |index| self.roots[*root].read(index * size_bytes, size_bytes).bits;
                    let values: Vec<String> =
                        (0..*elements).map(|index| format!("{:#x}", element(index))).collect();
                    let _ = writeln!(text, "\n.set {name} = {}", values.join(" "));
                }
            }
        }
        let _ = writeln!(
            text,
            ".decl P1 v_type=P num_elts={}\n.set P1 = {:#x}",
            self.predicate_count, self.predicate
        );
        for surface in &self.surfaces {
            text += &surface_text(surface);
        }
        text
    }

    /// Returns the variable with that name.
    pub fn named(&self, name: &str) -> usize {
        let named = self.variables.iter().position(|variable| variable.name == name);
        named.unwrap_or_else(|| panic!("no variable is called {name}"))
    }

    /// Draws an operand of `size_bytes` bytes in a variable of a type. A variable of a register or more is used from the
    /// start of a register.
    pub fn operand(&self, random: &mut Random, ty: &str, size_bytes: usize) -> Option<Operand> {
        let fits = |index: &usize| {
            let variable = &self.variables[*index];
            variable.ty == ty && variable.elements * size_of_type(ty) >= size_bytes
        };
        let fitting: Vec<usize> = (0..self.variables.len()).filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let variable = fitting[random.below(fitting.len())];
        Some(self.operand_in(random, variable, size_bytes))
    }

    /// Draws an operand of `size_bytes` bytes in a variable that has as many.
    pub fn operand_in(&self, random: &mut Random, variable: usize, size_bytes: usize) -> Operand {
        let Variable { ty, elements, root, .. } = &self.variables[variable];
        let element_bytes = size_of_type(ty);
        let step =
            if self.roots[*root].size_bytes() >= self.grf_bytes { self.grf_bytes } else { element_bytes };
        let room = elements * element_bytes - size_bytes;
        Operand { variable, byte: step * random.below(room / step + 1) }
    }

    /// Returns an operand in a line; V0 if there is none.
    pub fn operand_text(&self, operand: Option<Operand>) -> String {
        match operand {
            Some(Operand { variable, byte }) => format!("{}.{byte}", self.variables[variable].name),
            None => "V0.0".to_owned(),
        }
    }

    /// Reads an element of an operand.
    pub fn element(&self, roots: &[Memory], operand: Operand, index: usize, size_bytes: usize) -> Value {
        let Variable { root, byte_offset, .. } = self.variables[operand.variable];
        roots[root].read(byte_offset + operand.byte + index * size_bytes, size_bytes)
    }

    /// Writes an element of an operand.
    pub fn set_element(&mut self, operand: Operand, index: usize, size_bytes: usize, value: Value) {
        let Variable { root, byte_offset, .. } = self.variables[operand.variable];
        self.roots[root].write(byte_offset + operand.byte + index * size_bytes, size_bytes, value);
    }

    /// Returns whether two operands share a root.
    pub fn share_a_root(&self, a: Operand, b: Operand) -> bool {
        self.variables[a.variable].root == self.variables[b.variable].root
    }

    /// Draws the lanes of an instruction with one of these execution sizes. Returns `None` if none of them fits.
    pub fn head(&self, random: &mut Random, exec_sizes: &[usize], may_be_predicated: bool) -> Option<Head> {
        let no_mask = random.below(4) == 0;
        let has_predicate = may_be_predicated && random.below(3) == 0;
        let mut room = if no_mask { 32 } else { self.lanes };
        if !no_mask && self.readings.is("mask_end", "error") {
            room -= 1;
        }
        if has_predicate {
            room = room.min(self.predicate_count);
        }
        let sizes: Vec<usize> = exec_sizes.iter().copied().filter(|&size| size <= room).collect();
        if sizes.is_empty() {
            return None;
        }
        let exec_size = sizes[random.below(sizes.len())];
        let offsets: Vec<usize> =
            (0..32).step_by(exec_size.max(4)).filter(|offset| offset + exec_size <= room).collect();
        let group = [Group::PerLane, Group::Any, Group::All][random.below(3)];
        Some(Head {
            exec_size,
            mask_offset: offsets[random.below(offsets.len())],
            no_mask,
            predicate: has_predicate.then_some((group, random.below(2) == 0)),
        })
    }

    /// Returns the enabled lanes, ascending. The mask of the dispatch counts unless the line says NM; the predicate always
    /// counts. The mask offset moves both.
    pub fn enabled(&self, head: &Head) -> Vec<usize> {
        let bit = |bits: u32, index: usize| index < 32 && bits >> index & 1 == 1;
        let enabled = |lane: &usize| {
            let index = head.mask_offset + lane;
            let is_dispatched = head.no_mask || bit(self.active, index);
            let is_allowed = head.predicate.is_none_or(|(group, is_inverted)| {
                let mut tested = match self.readings.is("any_all_width", "declared") {
                    true => 0..self.predicate_count,
                    false => head.mask_offset..head.mask_offset + head.exec_size,
                };
                let holds = match group {
                    Group::PerLane => bit(self.predicate, index),
                    Group::Any => tested.any(|index| bit(self.predicate, index)),
                    Group::All => tested.all(|index| bit(self.predicate, index)),
                };
                holds != is_inverted
            });
            is_dispatched && is_allowed
        };
        (0..head.exec_size).filter(enabled).collect()
    }
}

fn surface_text(surface: &Surface) -> String {
    let Surface { names, kind, format, texel_bytes, extent, row_pitch, .. } = surface;
    let declared = if names[0].starts_with('%') || names.len() > 1 {
        String::new()
    } else {
        format!(".decl {} v_type=T num_elts=1\n", names[0])
    };
    let value = |byte: usize| format!("{:#x}", surface.memory.read(byte, *texel_bytes).bits);
    let values: Vec<String> = surface.elements().into_iter().map(value).collect();
    let shape = match *kind {
        _ if surface.is_raw() => String::new(),
        "1d" => format!(" {}", extent[0]),
        "1d_array" | "2d" => format!(" {}x{} pitch={row_pitch}", extent[0], extent[1]),
        _ => format!(" {}x{}x{} pitch={row_pitch}", extent[0], extent[1], extent[2]),
    };
    format!("{declared}.surface {} {kind} {format}{shape} = {}\n", names[0], values.join(" "))
}
