//! Edits of lists of values, for elements of variables and surfaces.

use super::super::ast::{
    Document, ExtentText, Rank, SurfaceKey, SurfaceLine, ValueKind, ValueList, ValueText,
};
use super::super::entered::{EnteredList, parse_list};
use super::super::line_inserter::LineInserter;
use crate::base::{Span, TextEdit};
use std::ops::Range;

/// New values for some elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewValues {
    /// The values, as in a list.
    pub text: String,
    /// The number of elements.
    pub count: usize,
    /// Whether there is a generator among the values. The text then does not determine the number of elements.
    pub is_generated: bool,
}

impl NewValues {
    /// Parses typed or pasted values, separated by blanks, commas, tabs or line ends. A generator fills the rest of
    /// `room` elements.
    pub fn parse(typed: &str, room: usize) -> Result<Self, String> {
        let EnteredList { line, list } = parse_list(typed)?;
        let is_generated = list.values.iter().any(ValueText::is_generator);
        let count = if is_generated { list.count().max(room) } else { list.count() };
        let text = list.values.iter().map(|value| value.span.of(&line)).collect::<Vec<_>>().join(" ");
        Ok(Self { text, count, is_generated })
    }
}

/// A change of some elements of a variable or a surface.
#[derive(Clone, Copy, Debug)]
pub struct ElementChange<'a> {
    /// The first element that changes.
    pub index: usize,
    /// The new values.
    pub new: &'a NewValues,
    /// The present values of all elements, formatted as in a list. They are used for elements without a value of their
    /// own in the text.
    pub rendered: &'a [String],
}

/// Sets elements of `.set NAME`. Returns no edits if the values do not fit.
pub fn set_values(text: &str, document: &Document, name: &str, change: ElementChange) -> Vec<TextEdit> {
    match (document.set_line(name), change.all_values()) {
        (Some(line), _) => change.in_list(text, &line.values),
        (None, Some(values)) => insert_list(text, document, name, &values),
        (None, None) => Vec::new(),
    }
}

/// Sets the values of `.set NAME` to a single one, such as the mask of a predicate.
pub fn set_mask(text: &str, document: &Document, name: &str, mask: &str) -> Vec<TextEdit> {
    match document.set_line(name) {
        Some(line) => vec![TextEdit { span: line.values.span, replacement: mask.to_owned() }],
        None => insert_list(text, document, name, mask),
    }
}

fn insert_list(text: &str, document: &Document, name: &str, values: &str) -> Vec<TextEdit> {
    vec![LineInserter::new(text, document).at_rank(Rank::Set, &format!(".set {name} = {values}"))]
}

/// Sets elements of a surface's contents. If the line determines the size only by its values, and a
/// generator replaces them, the extent is added. Returns no edits if the surface is not described or the values do not
/// fit.
pub fn set_surface_values(
    text: &str,
    document: &Document,
    name: &str,
    change: ElementChange,
) -> Vec<TextEdit> {
    let Some((item, surface)) = document.surface_item(name) else { return Vec::new() };
    let Some(list) = &surface.values else {
        let values = change.all_values().map(|values| format!(" = {values}"));
        let edit = |replacement| TextEdit { span: Span::at(item.range().end), replacement };
        return values.map(edit).into_iter().collect();
    };
    let mut edits = change.in_list(text, list);
    let is_sized = surface.extent.is_some() || surface.key(SurfaceKey::Size).is_some();
    if let Some(equals) = surface.equals.filter(|_| change.new.is_generated && !is_sized && !edits.is_empty())
    {
        let extent = format!("{} ", change.rendered.len());
        edits.insert(0, TextEdit { span: Span::at(equals.range().start), replacement: extent });
    }
    edits
}

/// Sets the number of elements in the extent and in `size=`, if the line has them. Returns `None` for a surface with
/// rows, whose shape would change.
pub fn set_surface_count(
    document: &Document,
    name: &str,
    count: usize,
    element_bytes: usize,
) -> Option<Vec<TextEdit>> {
    let surface = document.surface(name)?;
    let mut edits = Vec::new();
    if let Some(extent) = &surface.extent {
        let [_] = extent.sizes[..] else { return None };
        edits.push(TextEdit { span: extent.span, replacement: count.to_string() });
    }
    if let Some(size) = surface.key(SurfaceKey::Size) {
        edits.push(TextEdit { span: size.value.span, replacement: (count * element_bytes).to_string() });
    }
    Some(edits)
}

/// Sets the distance between the rows of a surface.
pub fn set_pitch(surface: &SurfaceLine, extent: &ExtentText, pitch: usize) -> TextEdit {
    match surface.key(SurfaceKey::Pitch) {
        Some(key) => TextEdit { span: key.value.span, replacement: pitch.to_string() },
        None => TextEdit { span: Span::at(extent.span.range().end), replacement: format!(" pitch={pitch}") },
    }
}

impl ElementChange<'_> {
    /// Returns the values of all elements after the change. `None` if the new values do not fit.
    fn all_values(&self) -> Option<String> {
        let rest = self.rendered.get(self.index.checked_add(self.new.count)?..)?;
        let parts = self.rendered[..self.index].iter().chain([&self.new.text]).chain(rest);
        Some(parts.map(String::as_str).collect::<Vec<_>>().join(" "))
    }

    /// Returns the edits of a list. Elements with their own values are replaced in place. `[v; n]` is split, other values that
    /// are covered in part are written out, and missing elements in between are added.
    fn in_list(&self, text: &str, list: &ValueList) -> Vec<TextEdit> {
        let &Self { index, new, rendered } = self;
        let end = index.saturating_add(new.count);
        if end > rendered.len() {
            return Vec::new();
        }
        let mut covered = 0usize;
        let mut replaced: Option<Span> = None;
        let mut parts: Vec<String> = Vec::new();
        for (value, elements) in elements_of(list, rendered.len()) {
            covered = elements.end;
            if elements.end <= index || elements.start >= end {
                continue;
            }
            if replaced.is_none() {
                parts.extend(self.rest_of_value(text, value, elements.start..index));
                parts.push(new.text.clone());
            }
            parts.extend(self.rest_of_value(text, value, end..elements.end));
            replaced = Some(replaced.map_or(value.span, |span| span.to(value.span)));
        }
        let edit = match replaced {
            Some(span) => TextEdit { span, replacement: parts.join(" ") },
            None => {
                let missing = rendered[covered.min(index)..index].iter().chain([&new.text]);
                let missing: String = missing.flat_map(|value| [" ", value]).collect();
                TextEdit { span: Span::at(list.span.range().end), replacement: missing }
            }
        };
        vec![edit]
    }

    /// Returns the text for elements of a value that do not change.
    fn rest_of_value(&self, text: &str, value: &ValueText, elements: Range<usize>) -> Option<String> {
        if elements.is_empty() {
            return None;
        }
        let times = elements.len();
        match &value.kind {
            ValueKind::Repeat(inner, _) if times == 1 => Some(inner.span.of(text).to_owned()),
            ValueKind::Repeat(inner, _) => Some(format!("[{}; {times}]", inner.span.of(text))),
            _ => self.rendered.get(elements).map(|values| values.join(" ")),
        }
    }
}

/// Returns the values of a list, each with the range of elements that it covers, for `count` elements in total.
pub(crate) fn elements_of(
    list: &ValueList,
    count: usize,
) -> impl Iterator<Item = (&ValueText, Range<usize>)> {
    let mut first = 0usize;
    list.values.iter().map(move |value| {
        let len = if value.is_generator() { count.saturating_sub(first) } else { value.count() };
        let elements = first..first.saturating_add(len).min(count);
        first = elements.end;
        (value, elements)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;
    use crate::test;

    fn rendered(len: usize) -> Vec<String> {
        (0..len).map(|i| i.to_string()).collect()
    }

    fn set(text: &str, expected: &str, index: usize, len: usize, typed: &str) {
        let new = NewValues::parse(typed, len - index.min(len)).expect("these are values");
        let change = ElementChange { index, new: &new, rendered: &rendered(len) };
        check(text, expected, |text, document| set_values(text, document, "A", change));
    }

    #[test]
    fn one_element() {
        set(".set A = 5 6 7\n", ".set A = 5 9 7\n", 1, 3, "9");
        set(".set A = [5; 4] 1\n", ".set A = 5 9 [5; 2] 1\n", 1, 5, "9");
        set(".set A = [5; 4] 1\n", ".set A = [5; 4] 9\n", 4, 5, "9");
        set(".set A = 0 iota(1)\n", ".set A = 0 1 9 3\n", 2, 4, "9");
        set(".set A = 5\n", ".set A = 5 1 9\n", 2, 4, "9");
        set(
            ".decl A v_type=G type=ud num_elts=2 /* c\n */\nret (M1, 1)\n",
            ".decl A v_type=G type=ud num_elts=2 /* c\n */\n.set A = 0 9\nret (M1, 1)\n",
            1,
            2,
            "9",
        );
        set(".set A = 5\n", ".set A = 5\n", 7, 4, "9");
    }

    #[test]
    fn several_elements() {
        set(".set A = 5 6 7 8 // c\n", ".set A = 5 1 2 8 // c\n", 1, 4, "1, 2");
        set(".set A = [5; 8]\n", ".set A = [5; 2] 1 2 [5; 4]\n", 2, 8, "1\t2");
        set(".set A = 7 [5; 3] 6 6\n", ".set A = 7 5 1 2 3 6\n", 2, 6, "1\r\n2\r\n3\r\n");
        set(".set A = 7 iota(1)\n", ".set A = 1 2 2 3\n", 0, 4, "1 2");
        set(".set A = 5\n", ".set A = 5 1 [9; 2]\n", 2, 4, "[9; 2]");
        set(".set A = 5 6\n", ".set A = 5 iota(1)\n", 1, 4, "iota(1)");
        set(".set A = 5 6 7 8\n", ".set A = 1 random(3)\n", 0, 4, "1 random(3)");
        // Values past the last element change nothing.
        set(".set A = 5 6 7 8\n", ".set A = 5 6 7 8\n", 2, 4, "1 2 3");
        set(".isa visa\n", ".isa visa\n.set A = 0 1 2 3\n", 0, 4, "0 1 2 3");
    }

    #[test]
    fn what_is_no_list_of_values() {
        for (typed, reason) in [
            ("", "expected a value"),
            ("1 x", "`x` is not a value"),
            ("1 // 2", "expected a value"),
            ("0x1g", "is not a number"),
            ("1;2", "expected a value"),
        ] {
            let message = NewValues::parse(typed, 8).expect_err(typed);
            assert!(message.contains(reason), "{typed}: {message}");
        }
    }

    #[test]
    fn surfaces() {
        let set = |text: &str, expected: &str, index: usize, typed: &str| {
            let new = NewValues::parse(typed, 4 - index).expect("these are values");
            let change = ElementChange { index, new: &new, rendered: &rendered(4) };
            check(text, expected, |text, document| set_surface_values(text, document, "B", change));
        };
        set(".surface B buffer ud = 1 2 3 4\n", ".surface B buffer ud = 1 9 3 4\n", 1, "9");
        set(".surface B buffer ud 4 // x\n", ".surface B buffer ud 4 = 0 9 2 3 // x\n", 1, "9");
        set(".surface C buffer ud 4\n", ".surface C buffer ud 4\n", 1, "9");
        set(".surface B buffer ud = 1 2 3 4\n", ".surface B buffer ud = [7; 4]\n", 0, "[7; 4]");
        // Without the values, nothing determines the number of elements.
        set(
            ".surface B buffer ud \\\n = 1 2 3 4\n",
            ".surface B buffer ud \\\n 4 = iota(0, 2)\n",
            0,
            "iota(0, 2)",
        );
        set(".surface B buffer ud = 1 2 3 4\n", ".surface B buffer ud 4 = iota(0, 2)\n", 0, "iota(0, 2)");
        set(".surface B buffer ud size=16 = 1\n", ".surface B buffer ud size=16 = iota(1)\n", 0, "iota(1)");
    }
}
