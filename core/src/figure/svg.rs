//! Writing of self-contained SVG, without styles, fonts or scripts from elsewhere.

use crate::view::curve::{Rect, tenths};
use crate::view::markup::escape;

/// The colour of text and thin lines.
pub const INK: &str = "#161b22";
/// The colour of secondary text.
pub const MUTED: &str = "#4c5664";
/// The colour of lines between things.
pub const LINE: &str = "#c3cad4";
/// The colour of borders.
pub const EDGE: &str = "#6d7887";
/// The colour of a cell at rest.
pub const CELL: &str = "#f1f3f6";
/// The colour of the current lane.
pub const ACCENT: &str = "#1d5fc4";
/// The background colour of the current lane.
pub const ACCENT_SOFT: &str = "#eaf1fc";
/// The colours of reads: line and fill.
pub const READ: (&str, &str) = ("#04716b", "#d8f1ee");
/// The colours of writes: line and fill.
pub const WRITE: (&str, &str) = ("#a8410b", "#fde8d9");
/// The colours of returned values: line and fill.
pub const RETURN: (&str, &str) = ("#6a3ab2", "#eee5fb");
/// The colours of out-of-bounds and dropped accesses: line and fill.
pub const DANGER: (&str, &str) = ("#b3261e", "#fbe6e4");
/// The colour of a lane that is done.
pub const GOOD: &str = "#1c7038";

/// The fill of lanes that are off.
pub const OFF: &str = "url(#lanescope-off)";
/// The fill of values with undefined bits.
pub const UNDEFINED: &str = "url(#lanescope-undefined)";

/// The font of programs and values.
const MONO: &str = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
/// The font of sentences.
const SANS: &str = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif";
/// The width of a character of `MONO`, relative to the font size.
const MONO_WIDTH: f64 = 0.61;
/// The width of bold characters of `SANS`, relative to others.
const BOLD: f64 = 1.11;

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// The font size, in units of the figure.
    pub size: f64,
    /// Its colour.
    pub colour: &'static str,
    /// Whether the font is monospaced.
    pub mono: bool,
    /// Whether it is bold.
    pub bold: bool,
    /// The SVG `text-anchor`: `start`, `middle` or `end`.
    pub anchor: &'static str,
}

impl Face {
    /// Creates the style of a value or a piece of program.
    pub const fn mono(size: f64) -> Self {
        Self { size, colour: INK, mono: true, bold: false, anchor: "start" }
    }

    /// Creates the style of a sentence or a name.
    pub const fn sans(size: f64) -> Self {
        Self { mono: false, ..Self::mono(size) }
    }

    /// Sets whether the text is bold.
    pub const fn bold(self, bold: bool) -> Self {
        Self { bold, ..self }
    }

    /// Sets the colour.
    pub const fn colour(self, colour: &'static str) -> Self {
        Self { colour, ..self }
    }

    /// Centres the text at its position.
    pub const fn middle(self) -> Self {
        Self { anchor: "middle", ..self }
    }

    /// Aligns the end of the text with its position.
    pub const fn end(self) -> Self {
        Self { anchor: "end", ..self }
    }

    /// Returns the approximate width of a text, in a wide font.
    pub fn width(self, text: &str) -> f64 {
        text.chars().map(|character| self.width_of(character)).sum()
    }

    fn width_of(self, character: char) -> f64 {
        let bold = if self.bold { BOLD } else { 1.0 };
        self.size * if self.mono { MONO_WIDTH } else { sans_width(character) * bold }
    }
}

/// Returns the width of a character of `SANS`, relative to the font size.
fn sans_width(character: char) -> f64 {
    match character {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' | 'i' | 'j' | 'l' | 'I' => 0.34,
        '(' | ')' | '[' | ']' | '-' | '/' | 'f' | 'r' | 't' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '⋯' => 1.0,
        'A'..='Z' => 0.76,
        character if character.is_ascii() => 0.64,
        _ => 0.8,
    }
}

/// A writer of SVG.
#[derive(Default)]
pub struct SvgWriter {
    /// The text written so far.
    pub out: String,
}

impl SvgWriter {
    /// Appends SVG text as it is.
    pub fn raw(&mut self, svg: &str) {
        self.out.push_str(svg);
    }

    /// Appends an empty element. Attribute values are not escaped.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.open(name, attributes);
        self.out.pop();
        self.out.push_str("/>");
    }

    /// Opens an element. Attribute values are not escaped.
    pub fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.out.push('<');
        self.out.push_str(name);
        for (name, value) in attributes {
            for piece in [" ", name, "=\"", value, "\""] {
                self.out.push_str(piece);
            }
        }
        self.out.push('>');
    }

    /// Closes an element.
    pub fn close(&mut self, name: &str) {
        for piece in ["</", name, ">\n"] {
            self.out.push_str(piece);
        }
    }

    /// Appends an element that contains only a text, which is escaped.
    pub fn holding(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.open(name, attributes);
        escape(&mut self.out, text);
        self.close(name);
    }

    /// Appends a text whose baseline is at `y`.
    pub fn text(&mut self, (x, y): (f64, f64), face: Face, text: &str) {
        if text.is_empty() {
            return;
        }
        let (x, y, size) = (number(x), number(y), number(face.size));
        let all = [
            ("x", x.as_str()),
            ("y", &y),
            ("font-size", &size),
            ("fill", face.colour),
            ("font-family", MONO),
            ("font-weight", "bold"),
            ("text-anchor", face.anchor),
        ];
        let says = |(name, value): &(&str, &str)| match *name {
            "font-family" => face.mono,
            "font-weight" => face.bold,
            "text-anchor" => *value != "start",
            _ => true,
        };
        let attributes: Vec<_> = all.into_iter().filter(says).collect();
        self.holding("text", &attributes, text);
    }

    /// Appends a rectangle.
    pub fn rect(&mut self, rect: Rect, more: &[(&str, &str)]) {
        let (x, y, width, height) = (number(rect.x), number(rect.y), number(rect.width), number(rect.height));
        let mut attributes = vec![("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height)];
        attributes.extend(more);
        self.element("rect", &attributes);
        self.out.push('\n');
    }

    /// Appends a straight line.
    pub fn line(&mut self, (x0, y0): (f64, f64), (x1, y1): (f64, f64), colour: &str) {
        let path = ["M", &number(x0), " ", &number(y0), "L", &number(x1), " ", &number(y1)].concat();
        self.element("path", &[("d", &path), ("stroke", colour)]);
        self.out.push('\n');
    }
}

/// Opens a document of a size, rounded up to whole pixels. An image of it then has the same size.
pub fn document(
    out: &mut SvgWriter,
    (width, height): (f64, f64),
    role: &str,
    title: &str,
    description: &str,
) {
    let (width, height) = (number(width.ceil()), number(height.ceil()));
    let view_box = ["0 0 ", &width, " ", &height].concat();
    out.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("xml:lang", "en"),
            ("viewBox", &view_box),
            ("width", &width),
            ("height", &height),
            ("role", role),
            ("font-family", SANS),
        ],
    );
    out.raw("\n");
    out.holding("title", &[], title);
    out.holding("desc", &[], description);
    out.raw(DEFS);
    out.element("rect", &[("width", &width), ("height", &height), ("fill", "#ffffff")]);
    out.raw("\n");
}

/// Patterns, so that colour is never the only cue, and arrowheads.
const DEFS: &str = r##"<defs>
<pattern id="lanescope-off" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="6" height="6" fill="#ffffff"/><path d="M0 1H6" stroke="#cdd3dc" stroke-width="1.6"/></pattern>
<pattern id="lanescope-undefined" width="5" height="5" patternUnits="userSpaceOnUse"><circle cx="1.5" cy="1.5" r="0.8" fill="#a9b3c0"/></pattern>
<marker id="lanescope-request" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0.5 0.5L7.5 4L0.5 7.5Z" fill="#1d5fc4"/></marker>
<marker id="lanescope-read" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0.5 0.5L7.5 4L0.5 7.5Z" fill="#04716b"/></marker>
<marker id="lanescope-write" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0.5 0.5L7.5 4L0.5 7.5Z" fill="#a8410b"/></marker>
<marker id="lanescope-dropped" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0.5 0.5L7.5 4L0.5 7.5Z" fill="#b3261e"/></marker>
<marker id="lanescope-return" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0.5 0.5L7.5 4L0.5 7.5Z" fill="#6a3ab2"/></marker>
</defs>
"##;

/// Formats a length with at most one decimal.
pub fn number(length: f64) -> String {
    let mut text = tenths(length);
    if text.ends_with(".0") {
        text.truncate(text.len() - 2);
    }
    text
}

/// Wraps a text in lines that fit a width, between words if possible.
pub fn wrapped(text: &str, face: Face, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        for (at, piece) in pieces(word, face, width).into_iter().enumerate() {
            let line = lines.last_mut().expect("there is a line");
            let space = if line.is_empty() || at > 0 { "" } else { " " };
            let longer = [&**line, space, &piece].concat();
            if line.is_empty() || (at == 0 && face.width(&longer) <= width) {
                *line = longer;
            } else {
                lines.push(piece);
            }
        }
    }
    lines
}

/// Breaks a word into pieces that fit a width.
fn pieces(word: &str, face: Face, width: f64) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0.0;
    for character in word.chars() {
        used += face.width_of(character);
        if used > width && pieces.last().is_some_and(|piece| !piece.is_empty()) {
            pieces.push(String::new());
            used = face.width_of(character);
        }
        pieces.last_mut().expect("there is a piece").push(character);
    }
    pieces
}

/// Shortens a text to a width, with an ellipsis at the end.
pub fn cut(text: &str, face: Face, width: f64) -> String {
    if face.width(text) <= width {
        return text.to_owned();
    }
    let mut used = face.width_of('…');
    let fits = |character: &char| {
        used += face.width_of(*character);
        used <= width
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        assert_eq!([0.0, 12.0, 0.25, -3.04].map(number), ["0", "12", "0.3", "-3"]);
    }

    /// Characters of 61.
    const MONO: Face = Face::mono(100.0);

    #[test]
    fn lines_break_between_words() {
        let wrapped = |text, most: usize| wrapped(text, MONO, most as f64 * 61.0 + 1.0);
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("", 7), [""]);
        assert_eq!(wrapped("  a  b ", 7), ["a b"]);
        assert_eq!(wrapped("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrapped("ab cdefgh", 4), ["ab", "cdef", "gh"]);
    }

    #[test]
    fn lines_of_wide_letters_fit() {
        let name = format!("B{}_name_of_60", "a".repeat(43));
        let sentence = format!("Lane 14 drops its write of 1 to {name} bytes 56 to 59.");
        let lines = wrapped(&sentence, Face::sans(17.0).bold(true), 680.0);
        // A bold letter of a common wide font is 0.675 of the font size.
        let widest = lines.iter().map(|line| line.len() as f64 * 0.675 * 17.0).fold(0.0, f64::max);
        assert!(widest <= 680.0, "{lines:?}");
        assert_eq!(lines.len(), 3, "{lines:?}");
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let cut = |text| cut(text, MONO, 4.0 * 61.0 + 1.0);
        assert_eq!((cut("abcd"), cut("abcde")), ("abcd".to_owned(), "abc…".to_owned()));
    }
}
