//! Notation texts as the semantics panel shows them: lines of pieces, the running one lit, with the values that went in.

use super::lanes::{Slot, label, slots};
use super::picture::Picture;
use super::selection::{Selection, lit_names};
use lanescope_core::base::Span;
use lanescope_core::session::{Highlight, NumberFormat};
use lanescope_core::trace::{Input, MicroStep};

/// A text of the instruction on the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationView {
    /// The instruction's or the operation's name.
    pub name: String,
    /// Whether it stands in the scenario rather than being built in.
    pub own: bool,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// A line of notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Which line of its text it is, from 0.
    pub number: usize,
    /// Its pieces, from left to right.
    pub pieces: Vec<Piece>,
    /// Whether the last step ran in it.
    pub ran: bool,
    /// Whether the next step will run in it.
    pub next: bool,
    /// What went into the last step here: piece of text, value.
    pub values: Vec<(String, String)>,
}

/// A piece of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// Its text.
    pub text: String,
    /// The class of its colour; empty where it has none.
    pub class: &'static str,
    /// Whether it is the very piece that ran.
    pub ran: bool,
    /// Whether it names a row of the table.
    pub named: bool,
    /// Whether it names what is picked out.
    pub picked: bool,
}

/// The texts of the instruction on the stage: its own, then the operation's.
pub fn notation(picture: &Picture, format: NumberFormat, selection: Option<Selection>) -> Vec<NotationView> {
    let Some(bound) = picture.bound() else { return Vec::new() };
    let of_this = |step: &&MicroStep| step.instruction as usize == picture.instruction;
    let last = picture.frame.last.as_ref().filter(of_this);
    let next = picture.frame.next.as_ref().filter(of_this);
    let names: Vec<&str> = names(picture).into_iter().map(|(name, _)| name).collect();
    let picked = lit_names(picture, selection);
    let colours = picture.facts.colours(picture.instruction, bound);
    let texts = bound.code.texts.iter().enumerate();
    texts
        .map(|(index, text)| {
            let marks = Marks {
                ran: last.and_then(|step| span_in(step, index)),
                next: next.and_then(|step| span_in(step, index)),
                values: last.map(|step| values_in(step, index, format)).unwrap_or_default(),
                names: names.clone(),
                picked: picked.clone(),
            };
            NotationView {
                name: text.name.clone(),
                own: text.document_offset.is_some(),
                lines: lines(&text.text, &colours[index], &marks),
            }
        })
        .collect()
}

/// The names of the texts that mean a row of the table, each with its row.
pub fn names(picture: &Picture) -> Vec<(&'static str, Slot)> {
    let Some(bound) = picture.bound() else { return Vec::new() };
    slots(bound, &picture.frame).into_iter().map(|slot| (label(bound, slot), slot)).collect()
}

/// What is to be marked in a text.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// What ran last.
    pub ran: Option<Span>,
    /// What runs next.
    pub next: Option<Span>,
    /// Values that went in, each with the piece that named it.
    pub values: Vec<(Span, String)>,
    /// The names of the rows of the table.
    pub names: Vec<&'static str>,
    /// The names of what is picked out.
    pub picked: Vec<&'static str>,
}

/// Where a step runs in the text of that index.
fn span_in(step: &MicroStep, text: usize) -> Option<Span> {
    [step.site, step.op_site]
        .into_iter()
        .flatten()
        .find(|site| usize::from(site.text) == text)
        .map(|site| site.span)
}

/// The values that went into a step from the text of that index, each place once. Where the operation's own text ran,
/// the values stand there; the index in `src0[i]` is part of the name.
fn values_in(step: &MicroStep, text: usize, format: NumberFormat) -> Vec<(Span, String)> {
    let told_elsewhere = step.op_site.is_some_and(|site| usize::from(site.text) != text);
    let inputs: Vec<&Input> =
        step.inputs.iter().filter(|input| usize::from(input.site.text) == text && !told_elsewhere).collect();
    let within =
        |inner: Span, outer: Span| inner != outer && outer.start <= inner.start && inner.end <= outer.end;
    let mut values: Vec<(Span, String)> = Vec::new();
    for input in &inputs {
        let span = input.site.span;
        let is_part = inputs.iter().any(|other| within(span, other.site.span));
        if !is_part && !values.iter().any(|(known, _)| *known == span) {
            values.push((span, input.ty.show(input.value, format)));
        }
    }
    values
}

/// A text in lines and pieces, with its marks.
pub fn lines(text: &str, highlights: &[Highlight], marks: &Marks) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, line) in text.split('\n').enumerate() {
        let span = Span::new(start, start + line.len());
        start += line.len() + 1;
        let here =
            |mark: Option<Span>| mark.is_some_and(|mark| mark.start < span.end && span.start < mark.end);
        let mut values: Vec<(String, String)> = Vec::new();
        for (named, value) in &marks.values {
            let pair = (named.of(text).to_owned(), value.clone());
            if here(Some(*named)) && !values.contains(&pair) {
                values.push(pair);
            }
        }
        let mut pieces = pieces(text, span, highlights, marks);
        close_up(&mut pieces);
        lines.push(Line { number, pieces, ran: here(marks.ran), next: here(marks.next), values });
    }
    trim_blank(&mut lines);
    dedent(&mut lines);
    lines
}

/// A line in pieces: between and at highlights, cut where what ran begins and ends. Highlights stand in order and do not
/// overlap.
fn pieces(text: &str, line: Span, highlights: &[Highlight], marks: &Marks) -> Vec<Piece> {
    let ran = marks.ran;
    let first = highlights.partition_point(|highlight| highlight.span.end <= line.start);
    let last = highlights.partition_point(|highlight| highlight.span.start < line.end).max(first);
    let mut pieces = Vec::new();
    let mut push = |from: u32, to: u32, class: &'static str| {
        let bounds = ran.map_or([from, to], |ran| [ran.start.clamp(from, to), ran.end.clamp(from, to)]);
        for (start, end) in [(from, bounds[0]), (bounds[0], bounds[1]), (bounds[1], to)] {
            if start < end {
                let ran = ran.is_some_and(|ran| ran.start <= start && start < ran.end);
                let text = Span { start, end }.of(text);
                pieces.push(Piece {
                    named: marks.names.contains(&text),
                    picked: marks.picked.contains(&text),
                    text: text.to_owned(),
                    class,
                    ran,
                });
            }
        }
    };
    let mut at = line.start;
    for highlight in &highlights[first..last] {
        let (start, end) = (highlight.span.start.max(at), highlight.span.end.min(line.end));
        push(at, start, "");
        push(start, end, highlight.class);
        at = end.max(at);
    }
    push(at, line.end, "");
    pieces
}

/// Comments stand two spaces behind their statement here, not in a column: the panel is narrow.
fn close_up(pieces: &mut [Piece]) {
    let Some((comment, statement)) = pieces.split_last_mut() else { return };
    let has_statement = statement.iter().any(|piece| !piece.text.trim().is_empty());
    if let (true, "comment", Some(before)) = (has_statement, comment.class, statement.last_mut()) {
        before.text.truncate(before.text.trim_end().len());
        before.text.push_str("  ");
    }
}

/// Without the blank lines around a text.
fn trim_blank(lines: &mut Vec<Line>) {
    let blank = |line: &Line| line.pieces.iter().all(|piece| piece.text.trim().is_empty());
    while lines.last().is_some_and(blank) {
        lines.pop();
    }
    let first = lines.iter().position(|line| !blank(line)).unwrap_or(0);
    lines.drain(..first);
}

/// Without the white space that all lines begin with: a text from the scenario is indented there.
fn dedent(lines: &mut [Line]) {
    let indent = |line: &Line| {
        let text: String = line.pieces.iter().map(|piece| piece.text.as_str()).collect();
        (!text.trim().is_empty()).then(|| text.len() - text.trim_start_matches(' ').len())
    };
    let common = lines.iter().filter_map(indent).min().unwrap_or(0);
    for line in lines {
        if let Some(first) = line.pieces.first_mut().filter(|first| first.text.len() >= common) {
            first.text.drain(..common);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(line: &Line) -> String {
        line.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn pieces_join_to_the_text() {
        let text = "\nT old = surface[a];\nT new = op(old);\n\n";
        let highlights = [Highlight { span: Span::new(1, 2), class: "type" }];
        let marks = Marks {
            ran: Some(Span::new(21, 36)),
            next: Some(Span::new(1, 19)),
            values: vec![(Span::new(32, 35), "10".into())],
            ..Marks::default()
        };
        let lines = lines(text, &highlights, &marks);
        assert_eq!(lines.iter().map(joined).collect::<Vec<_>>(), ["T old = surface[a];", "T new = op(old);"]);
        assert_eq!(lines[0].pieces[0], Piece { text: "T".into(), class: "type", ..Piece::default() });
        assert!(lines[0].next && !lines[0].ran);
        assert!(lines[1].ran && !lines[1].next);
        assert_eq!(lines[1].values, [("old".to_owned(), "10".to_owned())]);
    }

    #[test]
    fn comments_close_up() {
        let comment = Highlight { span: Span::new(12, 16), class: "comment" };
        let name = Highlight { span: Span::new(0, 1), class: "name" };
        assert_eq!(
            joined(&lines("a = b;      // c", &[name, comment], &Marks::default())[0]),
            "a = b;  // c"
        );
        let own_line = "x\n          // c";
        assert_eq!(joined(&lines(own_line, &[comment], &Marks::default())[1]), "          // c");
    }

    #[test]
    fn what_all_lines_begin_with_is_left_out() {
        let lines = lines("\n    a {\n      b;\n\n    }\n", &[], &Marks::default());
        assert_eq!(lines.iter().map(joined).collect::<Vec<_>>(), ["a {", "  b;", "", "}"]);
    }

    #[test]
    fn a_mark_over_several_lines_lights_each() {
        let marks = Marks { ran: Some(Span::new(0, 3)), ..Marks::default() };
        let lines = lines("a\nb\nc", &[], &marks);
        assert_eq!(lines.iter().map(|line| line.ran).collect::<Vec<_>>(), [true, true, false]);
    }
}
