//! The addresses of surfaces.

use super::LayoutBuilder;
use crate::base::Rule;
use crate::syntax::SurfaceLine;

/// The address of the first surface without `base=`.
const FIRST_BASE: u64 = 0x1000;

/// The addresses at which surfaces may begin.
#[derive(Clone, Copy)]
pub(in crate::check) struct AddressRange {
    /// The address in `base=` is a multiple of this.
    pub unit: u64,
    /// The address of a surface without `base=` is a multiple of this.
    pub first_gap: u64,
    /// The first address past the range.
    pub end: u128,
    /// The end, for a message.
    pub in_words: &'static str,
}

impl LayoutBuilder<'_> {
    /// Returns the address of a surface: `base=`, or the next free address. An address outside the range breaks the rule
    /// `wrong`, and an address of another surface breaks `overlap`.
    pub fn base(
        &mut self,
        line: &SurfaceLine,
        size_bytes: usize,
        range: AddressRange,
        wrong: &'static Rule,
        overlap: &'static Rule,
    ) -> Option<u64> {
        let size = size_bytes as u128;
        let mut taken = self.layout.surfaces.iter().filter_map(|surface| {
            let base = u128::from(surface.base?);
            let size = self.layout.space(surface.space).size_bytes as u128;
            Some((surface.name.as_str(), base, base + size))
        });
        let Some(key) = line.keys.iter().find(|key| key.name.text == "base") else {
            let last = taken.max_by_key(|(_, _, end)| *end);
            let end = last.map_or(u128::from(FIRST_BASE), |(_, _, end)| end.max(FIRST_BASE.into()));
            let start = end.next_multiple_of(range.first_gap.into());
            if start + size <= range.end {
                // A surface has at least one byte, so the start is below the end of the range.
                return Some(start as u64);
            }
            let after = last.map_or_else(String::new, |(name, ..)| format!(" after surface {name}"));
            let message = format!(
                "surface {} does not fit below {}{after}; expected `base=` with a free address",
                line.name.text, range.in_words
            );
            self.error(wrong, line.name.span, message);
            return None;
        };
        let base = key.number.and_then(|base| u64::try_from(base).ok());
        let fits = |base: &u64| base.is_multiple_of(range.unit) && u128::from(*base) + size <= range.end;
        let Some(start) = base.filter(fits) else {
            let message = format!(
                "`base={}`; expected a multiple of {} below {}",
                key.value.text, range.unit, range.in_words
            );
            self.error(wrong, key.value.span, message);
            return None;
        };
        let end = u128::from(start) + size;
        if let Some((other, from, to)) = taken.find(|(_, from, to)| u128::from(start) < *to && *from < end) {
            let message = format!("{start:#x} to {end:#x} overlaps surface {other} at {from:#x} to {to:#x}");
            self.error(overlap, key.value.span, message);
            return None;
        }
        Some(start)
    }
}
