//! A pool of headers: its size, and the surfaces that headers describe.

use super::register_check::RegisterCheck;
use crate::base::{Rule, ScalarType, SurfaceKind};
use crate::check::findings::second_directive_message;
use crate::check::rules as general;
use crate::check::setup::layout_builder::{LayoutBuilder, MAX_BYTES};
use crate::machine::{BlockLinear, GOB_BYTES, Header, SpaceKind, Surface, SurfaceLayout};
use crate::spec::HeaderRules;
use crate::syntax::{Key, SurfaceLine, whole_number};
use std::collections::BTreeSet;

/// The largest index of a header, which has 20 bits.
const MAX_INDEX: u32 = (1 << 20) - 1;
/// The address of the first surface without `base=`.
const FIRST_BASE: u64 = 0x1000;
/// The size of the address space of surfaces, in bytes.
const ADDRESS_SPACE_BYTES: u64 = 1 << 32;

impl RegisterCheck {
    /// Sets the size of the header pool, given by `.pool max=N`.
    pub(super) fn set_pool_size(&mut self, builder: &mut LayoutBuilder, keys: &[Key]) {
        let Some(key) = Key::find(keys, "max") else { return };
        let max = key.number.and_then(|number| u32::try_from(number).ok()).filter(|max| *max < 1 << 22);
        let rule = &self.binding.headers.pool_max;
        let Some(max) = max.or_else(|| builder.wrong_value(rule, key, "a number of 22 bits")) else {
            return;
        };
        if let Some(first) = self.pool {
            builder.findings.report_second(key.name.span, first, second_directive_message(".pool"));
            return;
        }
        self.pool = Some(key.name.span);
        let excludes = (self.binding.pool_excludes_max)(&builder.settings.readings);
        builder.layout.header_pool_size = Some(if excludes { max } else { max + 1 });
    }
}

/// Declares a surface of the header pool and returns its index.
pub(super) fn declare_surface(
    builder: &mut LayoutBuilder,
    rules: &'static HeaderRules,
    line: &SurfaceLine,
) -> Option<usize> {
    HeaderLine { builder, rules, line }.declare()
}

/// A line that describes the surface of a header.
struct HeaderLine<'b, 'l> {
    builder: &'b mut LayoutBuilder<'l>,
    rules: &'static HeaderRules,
    line: &'b SurfaceLine,
}

impl HeaderLine<'_, '_> {
    /// Reports an error in the name of the line. Returns `None`, for the caller to return.
    fn error<T>(&mut self, rule: &'static Rule, message: String) -> Option<T> {
        self.builder.findings.error(rule, self.line.name.span, message);
        None
    }

    /// Reports a surface that is larger than [`MAX_BYTES`]. Returns `None`, for the caller to return.
    fn report_too_large<T>(&mut self, name: &str) -> Option<T> {
        let message = format!("surface {name} would have more than 64 KiB");
        self.error(&general::SURFACE_SIZE, message)
    }

    fn declare(mut self) -> Option<usize> {
        let (rules, line) = (self.rules, self.line);
        let written = line.name.text.as_str();
        let index = whole_number(written).and_then(|index| u32::try_from(index).ok());
        let Some(index) = index.filter(|&index| index <= MAX_INDEX) else {
            let message = format!("`{written}` is not the index of a header; expected a number of 20 bits");
            return self.error(&rules.header_index, message);
        };
        let name = index.to_string();
        if self.builder.report_second_line(&name, &format!("header {index}"), line.name.span) {
            return None;
        }
        if line.kind.is_raw() {
            let kind = line.kind.word();
            let message = format!("a header describes no `{kind}`; expected a kind such as `2d`");
            return self.error(&rules.header_kind, message);
        }
        let ty = self.builder.surface_format(line)?;
        let extent = self.builder.extent(line)?;
        let (layout, size_bytes) = self.layout(&name, extent, ty)?;
        if size_bytes > MAX_BYTES {
            return self.report_too_large(&name);
        }
        let unit = match layout {
            SurfaceLayout::BlockLinear(_) => GOB_BYTES as u64,
            SurfaceLayout::Linear { .. } if line.kind == SurfaceKind::Buffer1d => 4,
            SurfaceLayout::Linear { .. } => 32,
        };
        let base = self.base(unit, size_bytes as u64)?;
        let missing_pages = self.missing_pages()?;
        let is_disabled = line.key("state").is_some_and(|key| key.value.text == "disabled");
        let space = self.builder.add_space(&name, SpaceKind::Surface, size_bytes, line.name.span)?;
        let header = Some(Header { index, base, is_disabled, missing_pages });
        let surface = Surface { name, kind: line.kind, ty, extent, layout, space, header };
        Some(self.builder.add_surface(surface, line.name.span))
    }

    /// Determines the layout and size in bytes from `layout=`, `pitch=` and `block=`. `name` is the surface's name.
    fn layout(&mut self, name: &str, extent: [usize; 3], ty: ScalarType) -> Option<(SurfaceLayout, usize)> {
        self.check_keys()?;
        let line = self.line;
        let row_bytes = extent[0].saturating_mul(ty.size_bytes());
        let is_flat =
            matches!(line.kind, SurfaceKind::Image1d | SurfaceKind::Buffer1d | SurfaceKind::Image2d);
        let is_linear = line
            .key("layout")
            .map_or(is_flat && line.key("block").is_none(), |key| key.value.text == "pitch");
        if is_linear {
            if !is_flat {
                let kind = line.kind.word();
                let message = format!("a `{kind}` has no pitch layout; expected `blocklinear`");
                return self.error(&self.rules.pitch, message);
            }
            let row_pitch = self.row_pitch(row_bytes)?;
            let size_bytes = if extent[1] == 1 { row_bytes } else { row_pitch.saturating_mul(extent[1]) };
            return Some((SurfaceLayout::Linear { row_pitch, slice_pitch: size_bytes }, size_bytes));
        }
        if let Some(key) = line.key("pitch") {
            let message = "a block-linear surface has no pitch".to_owned();
            self.builder.findings.error(&self.rules.pitch, key.name.span, message);
            return None;
        }
        let (block_height, block_depth) = self.block()?;
        let (rows, slices) = match line.kind {
            SurfaceKind::Array1d => (1, extent[1]),
            _ => (extent[1], extent[2]),
        };
        if row_bytes.saturating_mul(rows).saturating_mul(slices) > MAX_BYTES {
            return self.report_too_large(name);
        }
        let blocks = BlockLinear { row_bytes, rows, block_height, block_depth };
        Some((SurfaceLayout::BlockLinear(blocks), blocks.size_bytes(slices)))
    }

    /// Returns the physical address of a surface: `base=`, which is a multiple of `unit`, or the next free address.
    fn base(&mut self, unit: u64, size: u64) -> Option<u64> {
        let layout = &self.builder.layout;
        let mut taken = layout.surfaces.iter().filter_map(|surface| {
            let base = surface.header.as_ref()?.base;
            Some((surface.name.as_str(), base, base + layout.space(surface.space).size_bytes as u64))
        });
        let Some(key) = self.line.key("base") else {
            let last = taken.max_by_key(|(_, _, end)| *end);
            let end = last.map_or(FIRST_BASE, |(_, _, end)| end.max(FIRST_BASE));
            let start = end.next_multiple_of(GOB_BYTES as u64);
            if start + size <= ADDRESS_SPACE_BYTES {
                return Some(start);
            }
            let after = last.map_or_else(String::new, |(name, ..)| format!(" after surface {name}"));
            let name = &self.line.name.text;
            let message = format!(
                "surface {name} does not fit below 4 GiB{after}; expected `base=` with a free address"
            );
            return self.error(&self.rules.base, message);
        };
        let fits = |base: &u64| {
            base.is_multiple_of(unit) && base.checked_add(size).is_some_and(|end| end <= ADDRESS_SPACE_BYTES)
        };
        let Some(start) = key.number.and_then(|base| u64::try_from(base).ok()).filter(fits) else {
            let expected = format!("a multiple of {unit} below 4 GiB");
            return self.builder.wrong_value(&self.rules.base, key, &expected);
        };
        let end = start + size;
        if let Some((other, from, to)) = taken.find(|(_, from, to)| start < *to && *from < end) {
            let message = format!("{start:#x} to {end:#x} overlaps surface {other} at {from:#x} to {to:#x}");
            self.builder.findings.error(&self.rules.overlap, key.value.span, message);
            return None;
        }
        Some(start)
    }

    /// Reports a key that no header has, or more than one level of detail.
    fn check_keys(&mut self) -> Option<()> {
        for known in &self.line.keys {
            let (rule, expected) = match known.name.text.as_str() {
                "layout" | "pitch" | "block" | "base" | "state" | "sparse" => continue,
                "levels" if known.value.text == "1" => continue,
                "levels" => (&self.rules.levels, "expected `levels=1`, the only level modelled"),
                _ => (
                    &general::SURFACE_KEY,
                    "expected `layout`, `pitch`, `block`, `base`, `levels`, `state` or `sparse` as the key",
                ),
            };
            let message = format!("`{}={}`; {expected}", known.name.text, known.value.text);
            self.builder.findings.error(rule, known.name.span.to(known.value.span), message);
            return None;
        }
        Some(())
    }

    /// Returns the number of bytes from one row to the next: `pitch=`, or the size of a row rounded up to a multiple of
    /// 32.
    fn row_pitch(&mut self, row_bytes: usize) -> Option<usize> {
        let Some(key) = self.line.key("pitch") else {
            return Some(row_bytes.div_ceil(32).saturating_mul(32));
        };
        let pitch = key.number.and_then(|number| usize::try_from(number).ok());
        let pitch = pitch.filter(|&pitch| pitch % 32 == 0 && pitch >= row_bytes && pitch < 1 << 21);
        let expected = format!("a multiple of 32, {row_bytes} or more");
        pitch.or_else(|| self.builder.wrong_value(&self.rules.pitch, key, &expected))
    }

    /// Returns the height and depth of a block in GOBs: `block=HxD`, or 1 and 1.
    fn block(&mut self) -> Option<(usize, usize)> {
        let Some(key) = self.line.key("block") else { return Some((1, 1)) };
        let parsed = key.value.text.split_once('x').and_then(|(height, depth)| {
            let gobs =
                |text: &str| [1, 2, 4, 8, 16, 32].into_iter().find(|n| whole_number(text) == Some(*n as u64));
            Some((gobs(height)?, gobs(depth)?))
        });
        let block = parsed.filter(|(_, depth)| *depth == 1 || self.line.kind == SurfaceKind::Image3d);
        let expected =
            "height and depth in GOBs such as `2x1`, powers of two up to 32, deeper than 1 for `3d` only";
        block.or_else(|| self.builder.wrong_value(&self.rules.block, key, expected))
    }

    /// Reads the unmapped pages: `sparse=3` or `sparse=(1,3)`.
    fn missing_pages(&mut self) -> Option<BTreeSet<u32>> {
        let Some(key) = self.line.key("sparse") else { return Some(BTreeSet::new()) };
        let written = key.value.text.as_str();
        let page = |text: &str| u32::try_from(whole_number(text.trim())?).ok();
        let list = match written.strip_prefix('(') {
            Some(list) => list.strip_suffix(')'),
            None => Some(written),
        };
        let pages: Option<BTreeSet<u32>> = list.and_then(|list| list.split(',').map(page).collect());
        pages.or_else(|| self.builder.wrong_value(&self.rules.sparse, key, "pages such as `2` or `(0,3)`"))
    }
}
