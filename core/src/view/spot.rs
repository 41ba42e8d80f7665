//! The position of an element in its surface, in words.

use crate::session::run::Surface;

/// The position of an element in its surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The offset of the first byte.
    Byte(u32),
    /// The names of the axes, and the coordinates; coordinates of other axes are unused.
    Texel(&'static [&'static str], [usize; 3]),
}

impl Spot {
    /// Returns the position of an element.
    pub fn new(surface: &Surface, element: usize) -> Self {
        if surface.kind.is_raw() {
            Spot::Byte(surface.element(element).byte_offset)
        } else {
            Spot::Texel(surface.kind.axes(), surface.coordinates(element))
        }
    }

    /// Describes the position: `byte 8`, or `x 2, y 1`.
    pub fn words(self) -> String {
        match self {
            Spot::Byte(byte_offset) => format!("byte {byte_offset}"),
            Spot::Texel(axes, at) => {
                let named = axes.iter().zip(at);
                named.map(|(axis, value)| format!("{axis} {value}")).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Returns the position as a cell shows it: `+8`, or `2, 1`.
    pub fn short(self) -> String {
        match self {
            Spot::Byte(byte_offset) => format!("+{byte_offset}"),
            Spot::Texel(axes, at) => {
                axes.iter().zip(at).map(|(_, value)| value.to_string()).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Returns the label of a line that starts at this position: the label of its row, or x if the line continues a row.
    pub fn line(self) -> String {
        match self {
            Spot::Texel([_, _, ..], [x, ..]) if x > 0 => format!("x {x}"),
            _ => self.row(),
        }
    }

    /// Returns the label of a row that contains this position: the coordinates without x. Surfaces without rows have the offset.
    pub fn row(self) -> String {
        match self {
            Spot::Byte(byte_offset) => byte_offset.to_string(),
            Spot::Texel([_], [x, ..]) => x.to_string(),
            Spot::Texel([_, _], [_, y, _]) => y.to_string(),
            Spot::Texel(_, [_, y, z]) => format!("{z}:{y}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_label_of_its_row_or_x() {
        for (spot, line, row) in [
            (Spot::Byte(8), "8", "8"),
            (Spot::Texel(&["x"], [8, 0, 0]), "8", "8"),
            (Spot::Texel(&["x", "y"], [0, 3, 0]), "3", "3"),
            (Spot::Texel(&["x", "y"], [8, 3, 0]), "x 8", "3"),
            (Spot::Texel(&["x", "y", "z"], [8, 3, 1]), "x 8", "1:3"),
        ] {
            assert_eq!((&*spot.line(), &*spot.row()), (line, row), "{spot:?}");
        }
    }
}
