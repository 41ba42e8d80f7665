//! What register programs declare: registers, predicates, the constant bank, and the surfaces of the header pool.

use super::super::{rules, values};
use super::{MAX_BYTES, Reader};
use crate::base::{ScalarType, Span, SurfaceKind};
use crate::diag::Diagnostic;
use crate::machine::{
    BlockLinear, GOB_BYTES, Header, Place, Predicate, SpaceKind, State, Surface, SurfaceLayout, Variable,
};
use crate::spec::Numbered;
use crate::syntax::{
    Directive, Document, Expect, Instr, ItemKind, Key, OperandText, SurfaceLine, Value, ValueKind, ValueList,
};

/// Name of the constant bank's space.
pub(in crate::check) const BANK: &str = "c[0x0]";
/// Largest bank: 13 bits count words.
pub(in crate::check) const BANK_BYTES: usize = 4 << 13;
/// A header's index has 20 bits.
const MAX_INDEX: u32 = (1 << 20) - 1;
/// Where surfaces lie that do not say it.
const FIRST_BASE: u64 = 0x1000;

impl Reader<'_> {
    /// The registers.
    fn numbered(&self) -> &'static Numbered {
        self.settings.numbered().expect("only registers with numbers come with a header pool")
    }

    /// Registers and predicates that directives name, and the constant bank as far as it is used.
    pub(super) fn registers(&mut self, document: &Document) {
        let lanes = usize::from(self.settings.lanes(document));
        let Numbered { registers, predicates, .. } = self.numbered();
        for item in &document.items {
            let name = match &item.kind {
                ItemKind::Directive(Directive::Set(set)) => &set.name,
                ItemKind::Directive(Directive::Expect(Expect::Contents { name, .. })) => name,
                _ => continue,
            };
            let text = name.text.as_str();
            let is_known = self.layout.variable(text).is_some() || self.layout.predicate(text).is_some();
            if registers.number(text).is_some() && !is_known {
                let Some(space) = self.add_space(text, SpaceKind::Variable, 4 * lanes, name.span) else {
                    return;
                };
                self.layout.variables.push(register(text, lanes, space));
            } else if predicates.number(text).is_some() && !is_known {
                let Some(space) = self.add_space(text, SpaceKind::Predicate, 4, name.span) else { return };
                self.layout.predicates.push(Predicate { name: text.to_owned(), count: lanes, space });
            }
        }
        let bytes = bank_bytes(document);
        if bytes > 0 {
            self.add_space(BANK, SpaceKind::Variable, bytes, Span::at(0));
        }
        self.layout.nowhere = self.add_space("memory", SpaceKind::Surface, 0, Span::at(0));
    }

    /// Registers, predicates and the bank start at zero.
    pub(super) fn clear_registers(&self, initial: &mut State) {
        for (id, space) in (0..).zip(&self.layout.spaces) {
            if space.kind != SpaceKind::Surface {
                initial.clear(crate::machine::SpaceId(id));
            }
        }
    }

    /// `.const`.
    pub(super) fn constants(
        &mut self,
        address: &crate::syntax::Number,
        list: &ValueList,
        initial: &mut State,
    ) {
        let Some(bank) = self.layout.spaces.iter().position(|space| space.name == BANK) else { return };
        let start = u32::try_from(address.value).ok().filter(|start| start % 4 == 0);
        let Some(start) = start.filter(|&start| (start as usize) < BANK_BYTES) else {
            let message =
                format!("address {}; expected a multiple of 4 below {BANK_BYTES:#x}", address.value);
            self.error(&self.numbered().rules.constant_address, address.span, message);
            return;
        };
        let room = (BANK_BYTES - start as usize) / 4;
        let count = match values::written_count(list) {
            0 => 1,
            count => count.min(room),
        };
        let elements = values::elements(list, ScalarType::Ud, count, "the constant bank", self.diagnostics);
        // There are far fewer than 2^16 spaces.
        let space = crate::machine::SpaceId(bank as u16);
        let place = |n: u32| Place { space, byte_offset: start + 4 * n, size_bytes: 4 };
        self.fill((0..).map(place), elements, list.span, initial);
    }

    /// The elements of a register; a list with a float in it holds floats.
    pub(super) fn register_type(&self, name: &str, list: &ValueList) -> Option<ScalarType> {
        let is_float = |value: &Value| match &value.kind {
            ValueKind::Float(_) => true,
            ValueKind::Repeat(inner, _) => matches!(inner.kind, ValueKind::Float(_)),
            _ => false,
        };
        let is_register =
            self.settings.numbered().is_some_and(|model| model.registers.number(name).is_some());
        (is_register && list.values.iter().any(is_float)).then_some(ScalarType::F)
    }

    /// `.pool max=N`.
    pub(super) fn pool(&mut self, keys: &[Key]) {
        let Some(key) = keys.iter().find(|key| key.name.text == "max") else { return };
        let max = key.number.and_then(|number| u32::try_from(number).ok()).filter(|max| *max < 1 << 22);
        let Some(max) = max else {
            let message = format!("`max={}`; expected a number of 22 bits", key.value.text);
            self.error(&self.numbered().rules.pool_max, key.value.span, message);
            return;
        };
        if self.layout.pool_max.is_some() {
            self.error(&rules::ONCE, key.name.span, "a second `.pool`; expected one".to_owned());
            return;
        }
        let excludes = self.settings.dialect.pool_excludes_max;
        self.layout.pool_max = Some(if excludes { max.saturating_sub(1) } else { max });
    }

    /// A surface of the header pool; returns its index.
    pub(super) fn pool_surface(&mut self, line: &SurfaceLine) -> Option<usize> {
        let written = line.name.text.as_str();
        let digits = written.strip_prefix("0x").map(|hex| u32::from_str_radix(hex, 16).ok());
        let index = digits.unwrap_or_else(|| written.parse().ok()).filter(|&index| index <= MAX_INDEX);
        let Some(index) = index else {
            let message = format!("`{written}` is no index of a header; expected a number of 20 bits");
            self.error(&self.numbered().rules.header_index, line.name.span, message);
            return None;
        };
        let name = index.to_string();
        if self.layout.header(index).is_some() {
            self.error(&rules::ONCE, line.name.span, format!("header {index} is described twice"));
            return None;
        }
        if line.kind.is_raw() {
            let message =
                format!("a header describes no `{}`; expected a kind such as `2d`", line.kind.word());
            self.error(&self.numbered().rules.header_kind, line.name.span, message);
            return None;
        }
        let ty = match &line.format {
            None => ScalarType::Ud,
            Some(word) => self.surface_format(line.kind, word)?,
        };
        let extent = self.extent(line)?;
        let (layout, size_bytes) = self.pool_layout(line, extent, ty)?;
        if size_bytes > MAX_BYTES {
            let message = format!("surface {name} would have more than 64 KiB");
            self.error(&rules::SURFACE_SIZE, line.name.span, message);
            return None;
        }
        let base = self.base(line, &layout, size_bytes)?;
        let missing_pages = self.missing_pages(line)?;
        let is_disabled =
            line.keys.iter().any(|key| key.name.text == "state" && key.value.text == "disabled");
        let space = self.add_space(&name, SpaceKind::Surface, size_bytes, line.name.span)?;
        let header = Some(Header { index, base, is_disabled, missing_pages });
        self.layout.surfaces.push(Surface { name, kind: line.kind, ty, extent, layout, space, header });
        Some(self.layout.surfaces.len() - 1)
    }

    /// Layout and size: `layout=`, `pitch=`, `block=`.
    fn pool_layout(
        &mut self,
        line: &SurfaceLine,
        extent: [usize; 3],
        ty: ScalarType,
    ) -> Option<(SurfaceLayout, usize)> {
        let key = |name: &str| line.keys.iter().find(|key| key.name.text == name);
        for known in &line.keys {
            let wrong = match (known.name.text.as_str(), known.value.text.as_str()) {
                ("layout", "pitch" | "blocklinear") | ("state", "enabled" | "disabled") => None,
                ("levels", "1") | ("pitch" | "base" | "block" | "sparse", _) => None,
                ("levels", _) => {
                    Some((&self.numbered().rules.levels, "expected `levels=1`, the only level modelled"))
                }
                ("layout", _) => Some((&rules::SURFACE_KEY, "expected `pitch` or `blocklinear`")),
                ("state", _) => Some((&rules::SURFACE_KEY, "expected `enabled` or `disabled`")),
                _ => Some((&rules::SURFACE_KEY, "a header has no such key")),
            };
            if let Some((rule, expected)) = wrong {
                let message = format!("`{}={}`; {expected}", known.name.text, known.value.text);
                self.error(rule, known.name.span.to(known.value.span), message);
                return None;
            }
        }
        let row_bytes = extent[0].saturating_mul(ty.size_bytes());
        let is_flat =
            matches!(line.kind, SurfaceKind::Image1d | SurfaceKind::Buffer1d | SurfaceKind::Image2d);
        let is_linear =
            key("layout").map_or(is_flat && key("block").is_none(), |key| key.value.text == "pitch");
        if is_linear {
            if !is_flat {
                let message = format!("a `{}` has no pitch layout; expected `blocklinear`", line.kind.word());
                self.error(&self.numbered().rules.pitch, line.name.span, message);
                return None;
            }
            let row_pitch = match key("pitch") {
                None => row_bytes.div_ceil(32).saturating_mul(32),
                Some(key) => {
                    let pitch = key.number.and_then(|number| usize::try_from(number).ok());
                    let pitch =
                        pitch.filter(|&pitch| pitch % 32 == 0 && pitch >= row_bytes && pitch < 1 << 21);
                    let Some(pitch) = pitch else {
                        let message = format!(
                            "`pitch={}`; expected a multiple of 32, {row_bytes} or more",
                            key.value.text
                        );
                        self.error(&self.numbered().rules.pitch, key.value.span, message);
                        return None;
                    };
                    pitch
                }
            };
            let size_bytes = if extent[1] == 1 { row_bytes } else { row_pitch.saturating_mul(extent[1]) };
            return Some((SurfaceLayout::Linear { row_pitch, slice_pitch: size_bytes }, size_bytes));
        }
        if let Some(key) = key("pitch") {
            let message = "a block-linear surface has no pitch".to_owned();
            self.error(&self.numbered().rules.pitch, key.name.span, message);
            return None;
        }
        let (block_height, block_depth) = match key("block") {
            None => (1, 1),
            Some(key) => {
                let parsed = key.value.text.split_once('x').and_then(|(height, depth)| {
                    let shape = |text: &str| text.parse().ok().filter(|n| [1, 2, 4, 8, 16, 32].contains(n));
                    Some((shape(height)?, shape(depth)?))
                });
                let Some(shape) =
                    parsed.filter(|(_, depth)| *depth == 1 || line.kind == SurfaceKind::Image3d)
                else {
                    let message = format!(
                        "`block={}`; expected height and depth in GOBs such as `2x1`, powers of two up to 32, deeper \
                         than 1 for `3d` only",
                        key.value.text
                    );
                    self.error(&self.numbered().rules.block, key.value.span, message);
                    return None;
                };
                shape
            }
        };
        let (rows, slices) = match line.kind {
            SurfaceKind::Array1d => (1, extent[1]),
            _ => (extent[1], extent[2]),
        };
        if row_bytes.saturating_mul(rows).saturating_mul(slices) > MAX_BYTES {
            return Some((SurfaceLayout::Linear { row_pitch: 0, slice_pitch: 0 }, usize::MAX));
        }
        let blocks = BlockLinear { row_bytes, rows, block_height, block_depth };
        Some((SurfaceLayout::BlockLinear(blocks), blocks.size_bytes(slices)))
    }

    /// The physical address: `base=`, or the next that is free.
    fn base(&mut self, line: &SurfaceLine, layout: &SurfaceLayout, size_bytes: usize) -> Option<u32> {
        let taken: Vec<(String, u64, u64)> = self
            .layout
            .surfaces
            .iter()
            .filter_map(|surface| {
                let base = u64::from(surface.header.as_ref()?.base);
                let size = self.layout.space(surface.space).size_bytes as u64;
                Some((surface.name.clone(), base, base + size))
            })
            .collect();
        let Some(key) = line.keys.iter().find(|key| key.name.text == "base") else {
            let end = taken.iter().map(|(_, _, end)| *end).max().unwrap_or(FIRST_BASE);
            return u32::try_from(end.max(FIRST_BASE).next_multiple_of(GOB_BYTES as u64)).ok();
        };
        let unit = match layout {
            SurfaceLayout::BlockLinear(_) => GOB_BYTES as i128,
            SurfaceLayout::Linear { .. } if line.kind == SurfaceKind::Buffer1d => 4,
            SurfaceLayout::Linear { .. } => 32,
        };
        let base = key.number.filter(|base| base % unit == 0 && *base + (size_bytes as i128) <= 1 << 32);
        let Some(base) = base else {
            let message = format!("`base={}`; expected a multiple of {unit} below 4 GiB", key.value.text);
            self.error(&self.numbered().rules.base, key.value.span, message);
            return None;
        };
        // Below 2^32, as just tested.
        let (start, end) = (base as u64, base as u64 + size_bytes as u64);
        if let Some((other, from, to)) = taken.iter().find(|(_, from, to)| start < *to && *from < end) {
            let message = format!("{start:#x} to {end:#x} overlaps surface {other} at {from:#x} to {to:#x}");
            self.error(&self.numbered().rules.overlap, key.value.span, message);
            return None;
        }
        Some(start as u32)
    }

    /// `sparse=3` or `sparse=(1,3)`: pages without memory.
    fn missing_pages(&mut self, line: &SurfaceLine) -> Option<Vec<u32>> {
        let Some(key) = line.keys.iter().find(|key| key.name.text == "sparse") else {
            return Some(Vec::new());
        };
        let list = key.value.text.trim_start_matches('(').trim_end_matches(')');
        let pages: Option<Vec<u32>> = list.split(',').map(|page| page.trim().parse().ok()).collect();
        if pages.is_none() {
            let message = format!("`sparse={}`; expected pages such as `2` or `(0,3)`", key.value.text);
            self.error(&self.numbered().rules.sparse, key.value.span, message);
        }
        pages
    }
}

/// A register as a variable with an element for each lane.
pub(in crate::check) fn register(name: &str, lanes: usize, space: crate::machine::SpaceId) -> Variable {
    Variable { name: name.to_owned(), ty: ScalarType::Ud, count: lanes, space, byte_offset: 0 }
}

/// How much of the constant bank the document uses.
fn bank_bytes(document: &Document) -> usize {
    let mut bytes = 0;
    let mut needs = |address: i128, size: i128| {
        let end = address.saturating_add(size).clamp(0, BANK_BYTES as i128);
        // Clamped to a few KiB.
        bytes = bytes.max(end as usize);
    };
    for item in &document.items {
        match &item.kind {
            ItemKind::Directive(Directive::Const { address, values }) => {
                needs(address.value, 4 * values::written_count(values).clamp(1, BANK_BYTES) as i128);
            }
            ItemKind::Instruction(instr) => {
                let Instr { operands, .. } = &**instr;
                for operand in operands {
                    match operand {
                        OperandText::Immediate { value, .. } => match value.kind {
                            ValueKind::Decimal(n) => needs(n.saturating_mul(4), 4),
                            ValueKind::Pattern(n) => needs(i128::from(n) * 4, 4),
                            _ => {}
                        },
                        OperandText::Constant { offset, .. } => needs(offset.value, 8),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    bytes
}

/// A directive that only the other instruction set has.
pub(super) fn misplaced(directive: &Directive, is_numbered: bool) -> Option<Diagnostic> {
    let (span, what) = match directive {
        Directive::Decl(decl) if is_numbered => (decl.name.span, "`.decl` declares vISA variables"),
        Directive::Const { address, .. } if !is_numbered => {
            (address.span, "`.const` fills the constant bank of SASS")
        }
        Directive::Pool(keys) if !is_numbered => {
            (keys.first().map_or(Span::at(0), |key| key.name.span), "`.pool` bounds the header pool of SASS")
        }
        _ => return None,
    };
    Some(Diagnostic::error(&rules::OTHER_ISA, span, what.to_owned()))
}
