//! The places on a stage that have an element of their own, at which wires and arrows end.

use super::lanes::RowValue;
use super::moment::Moment;
use crate::trace::Access;

/// A place on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StagePlace {
    /// A cell of a surface.
    Cell {
        /// The index of the surface.
        surface: usize,
        /// The element.
        element: usize,
    },
    /// A place out of bounds of a surface.
    Outside {
        /// The index of the surface.
        surface: usize,
        /// The address in bytes.
        address: u64,
        /// The coordinates of a texel.
        texel: Option<[u32; 4]>,
    },
    /// The place of all undefined addresses of a surface.
    Undefined {
        /// The index of the surface.
        surface: usize,
    },
    /// The value of a lane.
    Value {
        /// The lane.
        lane: u8,
        /// The row of the value.
        row: RowValue,
    },
}

/// The start of ids on the inactive one of two stages of a page.
const BESIDE: &str = "beside-";

impl StagePlace {
    /// Returns the place of an access.
    pub fn new(moment: &Moment, access: &Access) -> Option<Self> {
        let layout = &moment.scenario().layout;
        let surface = layout.surfaces.iter().position(|surface| surface.space == access.place.space);
        if !access.inside {
            // Accesses that hit no surface have a box of their own after the surfaces.
            return Some(Self::outside(surface.unwrap_or(layout.surfaces.len()), access));
        }
        let surface = surface?;
        let element = layout.surfaces[surface].element_at(access.place)?;
        Some(Self::Cell { surface, element })
    }

    /// Returns the place of an access out of bounds of a surface.
    pub fn outside(surface: usize, access: &Access) -> Self {
        if !access.has_defined_address() {
            return Self::Undefined { surface };
        }
        let address = access.long_address().unwrap_or(access.place.byte_offset.into());
        Self::Outside { surface, address, texel: access.texel }
    }

    /// Returns the index of the surface. `None` for the value of a lane.
    pub fn surface(self) -> Option<usize> {
        match self {
            Self::Cell { surface, .. } | Self::Outside { surface, .. } | Self::Undefined { surface } => {
                Some(surface)
            }
            Self::Value { .. } => None,
        }
    }

    /// Returns the id of the element. `is_beside` says that it is on the inactive one of two stages of a page.
    pub fn id(self, is_beside: bool) -> String {
        let mut id = match self {
            Self::Cell { surface, element } => format!("cell-{surface}-{element}"),
            Self::Outside { surface, address, .. } => format!("outside-{surface}-{address}"),
            Self::Undefined { surface } => format!("outside-{surface}-undefined"),
            Self::Value { lane, row } => format!("lane-{lane}-{}", row.key()),
        };
        if let Self::Outside { texel: Some(texel), .. } = self {
            texel.iter().for_each(|coordinate| id.push_str(&format!("-{coordinate}")));
        }
        if is_beside { format!("{BESIDE}{id}") } else { id }
    }

    /// Returns the place of an element with an id, on any stage.
    pub fn of_id(id: &str) -> Option<Self> {
        let mut words = id.strip_prefix(BESIDE).unwrap_or(id).split('-');
        let (kind, index, word) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
        match kind {
            "cell" => Some(Self::Cell { surface: index, element: word.parse().ok()? }),
            "outside" if word == "undefined" => Some(Self::Undefined { surface: index }),
            "outside" => {
                let texel: Vec<u32> = words.map_while(|word| word.parse().ok()).collect();
                let (address, texel) = (word.parse().ok()?, texel.try_into().ok());
                Some(Self::Outside { surface: index, address, texel })
            }
            "lane" => Some(Self::Value { lane: u8::try_from(index).ok()?, row: RowValue::of_key(word)? }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_leads_back_to_its_place() {
        let rows = [
            RowValue::Predicate,
            RowValue::Input(1),
            RowValue::Address,
            RowValue::Old,
            RowValue::Read(2),
            RowValue::New,
            RowValue::Output(4),
        ];
        let mut places = vec![
            StagePlace::Cell { surface: 1, element: 20 },
            StagePlace::Outside { surface: 0, address: 1 << 40, texel: None },
            StagePlace::Outside { surface: 0, address: 64, texel: Some([u32::MAX, 1, 0, 2]) },
            StagePlace::Undefined { surface: 2 },
        ];
        places.extend(rows.map(|row| StagePlace::Value { lane: 31, row }));
        for place in places {
            for is_beside in [false, true] {
                assert_eq!(StagePlace::of_id(&place.id(is_beside)), Some(place));
            }
        }
        assert_eq!(StagePlace::of_id("tab-semantics"), None);
        assert_eq!(StagePlace::of_id("cell-x-1"), None);
    }
}
