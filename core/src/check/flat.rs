//! The address model of one flat space of 64-bit addresses: `.surface NAME buffer TYPE base=ADDRESS` places a buffer in it.

use super::layout_builder::LayoutBuilder;
use super::layout_builder::address::AddressRange;
use super::model::Addresses;
use super::rules as general;
use crate::base::{Span, SurfaceKind};
use crate::machine::{SpaceKind, Surface, SurfaceLayout};
use crate::spec::FlatRules;
use crate::syntax::SurfaceLine;

/// The alignment of a buffer's address in bytes: a multiple of the size of every element.
const ALIGN_BYTES: u64 = 16;
/// The distance between buffers without `base=`, in bytes.
const GAP_BYTES: u64 = 256;

/// The address model of a flat space.
pub(super) struct FlatSpace {
    pub rules: &'static FlatRules,
}

impl Addresses for FlatSpace {
    fn declare(&self, builder: &mut LayoutBuilder) {
        builder.layout.nowhere = builder.add_space("memory", SpaceKind::Surface, 0, Span::at(0));
    }

    fn surface(&self, builder: &mut LayoutBuilder, line: &SurfaceLine, _: Span) -> Option<usize> {
        if line.kind != SurfaceKind::Buffer {
            let message = format!("a flat space has no `{}`; expected `buffer`", line.kind.word());
            builder.error(&self.rules.kind, line.name.span, message);
            return None;
        }
        let name = line.name.text.clone();
        if builder.layout.space_named(&name).is_some() {
            builder.error(&general::ONCE, line.name.span, format!("`{name}` is declared twice"));
            return None;
        }
        let ty = builder.surface_format(line)?;
        let count = builder.raw_count(line, ty, &["base"])?;
        let size_bytes = count * ty.size_bytes();
        let range = AddressRange { unit: ALIGN_BYTES, first_gap: GAP_BYTES, end: 1 << 64, in_words: "2^64" };
        let base = Some(builder.base(line, size_bytes, range, &self.rules.base, &self.rules.overlap)?);
        let space = builder.add_space(&name, SpaceKind::Surface, size_bytes, line.name.span)?;
        let layout = SurfaceLayout::Linear { row_pitch: size_bytes, slice_pitch: size_bytes };
        let (kind, extent) = (line.kind, [count, 1, 1]);
        builder.surface_names.push(line.name.clone());
        builder.layout.add_surface(Surface { name, kind, ty, extent, layout, space, base, header: None });
        Some(builder.layout.surfaces.len() - 1)
    }
}
