//! A pool of headers: its size, and the surfaces that headers describe.

use super::readings;
use crate::base::{Rule, SCENARIO_TEXT, ScalarType, SurfaceKind, rules};
use crate::check::rules as general;
use crate::check::{LayoutBuilder, MAX_BYTES, Reported};
use crate::machine::{BlockLinear, GOB_BYTES, Header, SpaceKind, Surface, SurfaceLayout};
use crate::syntax::{Key, RowLayout, SurfaceKey, SurfaceLine, parse_u64};
use std::collections::BTreeSet;

/// The width of the index of a header.
const INDEX_BITS: u32 = 20;
/// The width of the largest index of a pool.
const POOL_BITS: u32 = 22;
/// The unit of a pitch, in bytes.
const PITCH_UNIT: usize = 32;
/// The width of a pitch.
const PITCH_BITS: u32 = 21;
/// The width of an address of a surface.
const ADDRESS_BITS: u32 = 32;
/// The address of the first surface without `base=`.
const FIRST_BASE: u64 = 0x1000;

/// Returns the number of headers of a pool with `.pool max=N`.
pub fn pool_size(builder: &mut LayoutBuilder, key: &Key<()>) -> Result<u32, Reported> {
    let max = key.number.and_then(|number| u32::try_from(number).ok()).filter(|max| *max < 1 << POOL_BITS);
    let Some(max) = max else {
        return Err(builder.wrong_value(&POOL_MAX, key, &format!("a number of {POOL_BITS} bits")));
    };
    let is_exclusive = builder.settings.readings.is(&readings::POOL_LIMIT, "exclusive");
    Ok(if is_exclusive { max } else { max + 1 })
}

/// Declares a surface of the header pool and returns its index.
pub fn declare_surface(builder: &mut LayoutBuilder, line: &SurfaceLine) -> Result<usize, Reported> {
    HeaderLine { builder, line }.declare()
}

/// A line that describes the surface of a header.
struct HeaderLine<'b, 'l> {
    builder: &'b mut LayoutBuilder<'l>,
    line: &'b SurfaceLine,
}

impl HeaderLine<'_, '_> {
    /// Reports an error at the name of the line.
    fn error<T>(&mut self, rule: &'static Rule, message: String) -> Result<T, Reported> {
        Err(self.builder.findings.error(rule, self.line.name.span, message))
    }

    /// Reports a surface that is larger than [`MAX_BYTES`].
    fn report_too_large<T>(&mut self, name: &str) -> Result<T, Reported> {
        let message = format!("surface {name} would have more than 64 KiB");
        self.error(&general::SURFACE_SIZE, message)
    }

    fn declare(mut self) -> Result<usize, Reported> {
        let line = self.line;
        let written = line.name.text.as_str();
        let index = parse_u64(written).and_then(|index| u32::try_from(index).ok());
        let Some(index) = index.filter(|&index| index < 1 << INDEX_BITS) else {
            let message =
                format!("`{written}` is not the index of a header; expected a number of {INDEX_BITS} bits");
            return self.error(&HEADER_INDEX, message);
        };
        let name = index.to_string();
        self.builder.check_first_line(&name, &format!("header {index}"), line.name.span)?;
        if line.kind.is_raw() {
            let kind = line.kind.word();
            let message = format!("a header describes no `{kind}`; expected a kind such as `2d`");
            return self.error(&HEADER_KIND, message);
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
            SurfaceLayout::Linear { .. } => PITCH_UNIT as u64,
        };
        let base = self.base(unit, size_bytes as u64)?;
        let missing_pages = self.missing_pages()?;
        let space = self.builder.add_space(&name, SpaceKind::Surface, size_bytes, line.name.span)?;
        let header = Some(Header { index, base, is_disabled: line.is_disabled(), missing_pages });
        let surface = Surface { name, kind: line.kind, ty, extent, layout, space, header };
        Ok(self.builder.add_surface(surface, line.name.span))
    }

    /// Determines the layout and size in bytes from `layout=`, `pitch=` and `block=`. `name` is the surface's name.
    fn layout(
        &mut self,
        name: &str,
        extent: [usize; 3],
        ty: ScalarType,
    ) -> Result<(SurfaceLayout, usize), Reported> {
        self.check_keys()?;
        let line = self.line;
        let row_bytes = extent[0].saturating_mul(ty.size_bytes());
        let is_flat =
            matches!(line.kind, SurfaceKind::Image1d | SurfaceKind::Buffer1d | SurfaceKind::Image2d);
        let has_pitch = is_flat && line.key(SurfaceKey::Block).is_none();
        let default = if has_pitch { RowLayout::Pitch } else { RowLayout::BlockLinear };
        if line.layout().unwrap_or(default) == RowLayout::Pitch {
            if !is_flat {
                let kind = line.kind.word();
                let message = format!("a `{kind}` has no pitch layout; expected `blocklinear`");
                return self.error(&PITCH, message);
            }
            if let Some(key) = line.key(SurfaceKey::Block) {
                let message = "a surface with a pitch has no blocks".to_owned();
                return Err(self.builder.findings.error(&BLOCK, key.name.span, message));
            }
            let row_pitch = self.row_pitch(row_bytes)?;
            let size_bytes = if extent[1] == 1 { row_bytes } else { row_pitch.saturating_mul(extent[1]) };
            return Ok((SurfaceLayout::Linear { row_pitch, slice_pitch: size_bytes }, size_bytes));
        }
        if let Some(key) = line.key(SurfaceKey::Pitch) {
            let message = "a block-linear surface has no pitch".to_owned();
            return Err(self.builder.findings.error(&PITCH, key.name.span, message));
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
        Ok((SurfaceLayout::BlockLinear(blocks), blocks.size_bytes(slices)))
    }

    /// Returns the physical address of a surface: `base=`, which is a multiple of `unit`, or the next free address.
    fn base(&mut self, unit: u64, size: u64) -> Result<u64, Reported> {
        let layout = &self.builder.layout;
        let mut taken = layout.surfaces.iter().filter_map(|surface| {
            let base = surface.header.as_ref()?.base;
            Some((surface.name.as_str(), base, base + layout.space(surface.space).size_bytes as u64))
        });
        let Some(key) = self.line.key(SurfaceKey::Base) else {
            let last = taken.max_by_key(|(_, _, end)| *end);
            let end = last.map_or(FIRST_BASE, |(_, _, end)| end.max(FIRST_BASE));
            let start = end.next_multiple_of(GOB_BYTES as u64);
            if start + size <= 1 << ADDRESS_BITS {
                return Ok(start);
            }
            let after = last.map_or_else(String::new, |(name, ..)| format!(" after surface {name}"));
            let name = &self.line.name.text;
            let message = format!(
                "surface {name} does not fit below 4 GiB{after}; expected `base=` with a free address"
            );
            return self.error(&BASE, message);
        };
        let fits = |base: &u64| {
            base.is_multiple_of(unit) && base.checked_add(size).is_some_and(|end| end <= 1 << ADDRESS_BITS)
        };
        let Some(start) = key.number.and_then(|base| u64::try_from(base).ok()).filter(fits) else {
            let expected = format!("a multiple of {unit} below 4 GiB");
            return Err(self.builder.wrong_value(&BASE, key, &expected));
        };
        let end = start + size;
        if let Some((other, from, to)) = taken.find(|(_, from, to)| start < *to && *from < end) {
            let message = format!("{start:#x} to {end:#x} overlaps surface {other} at {from:#x} to {to:#x}");
            return Err(self.builder.findings.error(&OVERLAP, key.value.span, message));
        }
        Ok(start)
    }

    /// Reports a key that no header has, or more than one level of detail.
    fn check_keys(&mut self) -> Result<(), Reported> {
        for known in &self.line.keys {
            let (rule, expected) = match known.key {
                SurfaceKey::Layout
                | SurfaceKey::Pitch
                | SurfaceKey::Block
                | SurfaceKey::Base
                | SurfaceKey::State
                | SurfaceKey::Sparse => continue,
                SurfaceKey::Levels if known.number == Some(1) => continue,
                SurfaceKey::Levels => (&LEVELS, "expected `levels=1`, the only level modelled"),
                SurfaceKey::Size => (
                    &general::SURFACE_KEY,
                    "expected `layout`, `pitch`, `block`, `base`, `levels`, `state` or `sparse` as the key",
                ),
            };
            let message = format!("`{}={}`; {expected}", known.name.text, known.value.text);
            return Err(self.builder.findings.error(rule, known.name.span.to(known.value.span), message));
        }
        Ok(())
    }

    /// Returns the number of bytes from one row to the next: `pitch=`, or the size of a row rounded up to a multiple of
    /// [`PITCH_UNIT`].
    fn row_pitch(&mut self, row_bytes: usize) -> Result<usize, Reported> {
        let Some(key) = self.line.key(SurfaceKey::Pitch) else {
            return Ok(row_bytes.div_ceil(PITCH_UNIT).saturating_mul(PITCH_UNIT));
        };
        let pitch = key.number.and_then(|number| usize::try_from(number).ok());
        let pitch =
            pitch.filter(|&pitch| pitch % PITCH_UNIT == 0 && pitch >= row_bytes && pitch < 1 << PITCH_BITS);
        let expected = format!("a multiple of {PITCH_UNIT} that holds the {row_bytes} bytes of a row");
        pitch.ok_or_else(|| self.builder.wrong_value(&PITCH, key, &expected))
    }

    /// Returns the height and depth of a block in GOBs: `block=HxD`, or 1 and 1.
    fn block(&mut self) -> Result<(usize, usize), Reported> {
        let Some(key) = self.line.key(SurfaceKey::Block) else { return Ok((1, 1)) };
        let parsed = key.value.text.split_once('x').and_then(|(height, depth)| {
            let gobs =
                |text: &str| [1, 2, 4, 8, 16, 32].into_iter().find(|n| parse_u64(text) == Some(*n as u64));
            Some((gobs(height)?, gobs(depth)?))
        });
        let block = parsed.filter(|(_, depth)| *depth == 1 || self.line.kind == SurfaceKind::Image3d);
        let expected =
            "height and depth in GOBs such as `2x1`, powers of two up to 32, deeper than 1 for `3d` only";
        block.ok_or_else(|| self.builder.wrong_value(&BLOCK, key, expected))
    }

    /// Reads the unmapped pages: `sparse=3` or `sparse=(1,3)`.
    fn missing_pages(&mut self) -> Result<BTreeSet<u32>, Reported> {
        let Some(key) = self.line.key(SurfaceKey::Sparse) else { return Ok(BTreeSet::new()) };
        let written = key.value.text.as_str();
        let page = |text: &str| u32::try_from(parse_u64(text.trim())?).ok();
        let list = match written.strip_prefix('(') {
            Some(list) => list.strip_suffix(')'),
            None => Some(written),
        };
        let pages: Option<BTreeSet<u32>> = list.and_then(|list| list.split(',').map(page).collect());
        pages.ok_or_else(|| self.builder.wrong_value(&SPARSE, key, "pages such as `2` or `(0,3)`"))
    }
}

rules! {
    HEADER_INDEX: "sass-header-index", Invalid, "a header of the pool has an index of 20 bits",
        "SUATOM", "Operands";
    HEADER_KIND: "sass-header-kind", Invalid,
        "a header describes texels: 1d, 1d_buffer, 1d_array, 2d, 2d_array or 3d", "SUATOM", "dim";
    LEVELS: "sass-mip-levels", Unsupported, "Lanescope models one level of detail", "Lanescope", "scope";
    PITCH: "sass-pitch", Invalid, "only flat surfaces have a pitch layout; a pitch is a multiple of 32 bytes",
        "SUATOM", "Behaviour";
    BLOCK: "sass-block", Invalid, "a block is one GOB wide, and 1, 2, 4, 8, 16 or 32 GOBs high and deep",
        "SUATOM", "Behaviour";
    BASE: "sass-base", Invalid, "a block-linear surface begins at a multiple of 512 bytes, a 1d_buffer at one of 4, others at one of 32, and all end below 4 GiB",
        "SUATOM", "Behaviour";
    OVERLAP: "sass-overlap", Unsupported, "Lanescope keeps the memory of each surface apart",
        "Lanescope", "scope";
    SPARSE: "sass-sparse", Invalid,
        "`sparse=` lists the pages (512 bytes each) that have no memory",
        SCENARIO_TEXT, ".surface";
    POOL_MAX: "sass-pool-max", Invalid, "`.pool max=N` has the largest index of the pool, of 22 bits",
        SCENARIO_TEXT, ".pool";
}
