//! Notation texts for the semantics panel: lines of pieces, with marks for the active code and the selection.

use super::folding::{Fold, Folding};
use super::selection::{Selection, related_names};
use lanescope_core::session::{
    run::Bound,
    text::{Highlight, Span, highlight_notation, line_spans},
};
use lanescope_core::trace::MicroStep;
use lanescope_core::view::lanes::{RowValue, label, slots};
use lanescope_core::view::moment::Moment;
use std::cell::RefCell;
use std::rc::Rc;

/// A notation text of the instruction on the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationView {
    pub name: Rc<str>,
    /// Whether the text is in the scenario rather than built in.
    pub own: bool,
    /// Its lines. Lines that no step marks are shared between moments.
    pub lines: Vec<Rc<Line>>,
    /// Code that never runs because its condition is constant, from top to bottom.
    pub folds: Rc<[Fold]>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its index in the text, from 0.
    pub number: usize,
    pub pieces: Vec<Piece>,
    /// Whether the last step ran in this line.
    pub ran: bool,
    /// Whether the next step will run in this line.
    pub next: bool,
    /// The index of the fold that contains the whole line.
    pub fold: Option<usize>,
    /// The index of the fold whose mark is on this line.
    pub marks_fold: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    /// The byte offset of its start in the text.
    pub start: u32,
    /// Its colour class.
    pub class: Option<&'static str>,
    /// Whether the last step ran this piece. Not set if the step ran the whole line.
    pub ran: bool,
    /// Whether it names a row of the lane table.
    pub named: bool,
    /// Whether it names a selected row.
    pub selected: bool,
    /// The index of the fold that contains it.
    pub fold: Option<usize>,
}

/// Returns the texts of the instruction on the stage: its own, then that of its operation. `cache` must belong to the
/// same run.
pub fn notation(moment: &Moment, selection: Option<Selection>, cache: &Cache) -> Vec<NotationView> {
    let Some(bound) = moment.bound() else { return Vec::new() };
    let of_this = |step: &&MicroStep| step.instruction as usize == moment.instruction;
    let last = moment.frame.last.as_ref().filter(of_this);
    let next = moment.frame.next.as_ref().filter(of_this);
    let words = Words {
        names: names(moment).into_iter().map(|(name, _)| name).collect(),
        selected: related_names(moment, selection),
    };
    let unmarked = cache.of(moment.instruction, bound, &words);
    let texts = bound.code.texts.iter().zip(&unmarked.texts).enumerate();
    texts
        .map(|(index, (text, unmarked))| {
            let marks = Marks {
                ran: last.and_then(|step| span_in(step, index)),
                next: next.and_then(|step| span_in(step, index)),
            };
            let lines = unmarked.lines.iter().map(|(span, line)| match marks.touch(*span) {
                true => Rc::new(marked_line(line, *span, marks)),
                false => Rc::clone(line),
            });
            NotationView {
                name: unmarked.name.clone(),
                own: text.document_offset.is_some(),
                lines: lines.collect(),
                folds: Rc::clone(&unmarked.folds),
            }
        })
        .collect()
}

/// Returns the names that denote rows of the lane table, each with its row.
pub fn names(moment: &Moment) -> Vec<(String, RowValue)> {
    let Some(bound) = moment.bound() else { return Vec::new() };
    slots(bound, &moment.frame).into_iter().map(|slot| (label(bound, slot).to_owned(), slot)).collect()
}

/// The texts of the last instruction shown, without the marks of steps. Few lines change from step to step, so the
/// others are reused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cache(RefCell<Option<Rc<Unmarked>>>);

/// The texts of an instruction without the marks of steps.
#[derive(Debug, PartialEq)]
struct Unmarked {
    instruction: usize,
    words: Words,
    texts: Vec<UnmarkedText>,
}

#[derive(Debug, PartialEq)]
struct UnmarkedText {
    name: Rc<str>,
    lines: Vec<(Span, Rc<Line>)>,
    folds: Rc<[Fold]>,
}

impl Cache {
    /// Returns the texts of an instruction, from the cache if possible.
    fn of(&self, instruction: usize, bound: &Bound, words: &Words) -> Rc<Unmarked> {
        let known = self.0.borrow().clone();
        if let Some(known) = known
            && (known.instruction, &known.words) == (instruction, words)
        {
            return known;
        }
        let texts = bound.code.texts.iter().enumerate().map(|(index, text)| {
            let colours = highlight_notation(&text.text);
            let sites = bound.code.step_sites().filter(|site| usize::from(site.text) == index);
            let steps = sites.map(|site| site.span).collect();
            let decided = bound.code.decided.iter().filter(|it| usize::from(it.site.text) == index);
            let folding = Folding::new(&text.text, &shown_lines(&text.text), decided);
            let lines = unmarked_lines(&text.text, &colours, words, steps, &folding).into_iter();
            UnmarkedText {
                name: text.name.as_str().into(),
                lines: lines.map(|(span, line)| (span, Rc::new(line))).collect(),
                folds: folding.folds.into(),
            }
        });
        let unmarked = Rc::new(Unmarked { instruction, words: words.clone(), texts: texts.collect() });
        self.0.replace(Some(Rc::clone(&unmarked)));
        unmarked
    }
}

/// Names that are highlighted wherever they occur.
#[derive(Clone, Debug, Default, PartialEq)]
struct Words {
    /// The names of the rows of the lane table.
    names: Vec<String>,
    /// The names of the selected rows.
    selected: Vec<String>,
}

impl Words {
    /// Returns whether a name is highlighted.
    fn mark(&self, name: &str) -> bool {
        [&self.names, &self.selected].iter().any(|words| words.iter().any(|word| word == name))
    }
}

/// The marks of a moment in a text.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    /// The span of the last step.
    ran: Option<Span>,
    /// The span of the next step.
    next: Option<Span>,
}

impl Marks {
    /// Returns whether a mark overlaps a line.
    fn touch(self, line: Span) -> bool {
        self.ran.into_iter().chain(self.next).any(|mark| meet(mark, line))
    }
}

fn meet(one: Span, other: Span) -> bool {
    one.start < other.end && other.start < one.end
}

/// Returns the span of a step in the text with this index.
fn span_in(step: &MicroStep, text: usize) -> Option<Span> {
    [step.site, step.op_site]
        .into_iter()
        .flatten()
        .find(|site| usize::from(site.text) == text)
        .map(|site| site.span)
}

/// Splits a text into lines and pieces, without marks.
pub fn lines(text: &str, colours: &[Highlight]) -> Vec<Line> {
    let lines = unmarked_lines(text, colours, &Words::default(), Vec::new(), &Folding::default());
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Returns the numbered lines of a text, without blank lines at its start and end and without their common indentation.
/// A text in the scenario is indented there.
pub(super) fn shown_lines(text: &str) -> Vec<(usize, Span)> {
    let mut lines: Vec<(usize, Span)> = line_spans(text).enumerate().collect();
    let is_blank = |(_, span): &(usize, Span)| span.of(text).trim().is_empty();
    while lines.last().is_some_and(is_blank) {
        lines.pop();
    }
    let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(0);
    lines.drain(..first);
    let indent = |span: Span| (span.of(text).len() - span.of(text).trim_start_matches(' ').len()) as u32;
    let common =
        lines.iter().filter(|line| !is_blank(line)).map(|(_, span)| indent(*span)).min().unwrap_or(0);
    for (_, span) in &mut lines {
        span.start = span.end.min(span.start + common);
    }
    lines
}

/// Returns the lines of a text without marks, each with its span. They are cut at the boundaries of all `steps`, so a
/// mark does not change their pieces.
fn unmarked_lines(
    text: &str,
    colours: &[Highlight],
    words: &Words,
    mut steps: Vec<Span>,
    folding: &Folding,
) -> Vec<(Span, Line)> {
    steps.sort_unstable();
    let mut steps = steps.into_iter().peekable();
    // The steps that overlap the current line.
    let mut here: Vec<Span> = Vec::new();
    let lines = shown_lines(text).into_iter().map(|(number, span)| {
        here.retain(|step| step.end > span.start);
        here.extend(std::iter::from_fn(|| steps.next_if(|step| step.start < span.end)));
        (span, unmarked_line(text, (number, span), colours, words, &here, folding))
    });
    lines.collect()
}

/// Returns one line without marks, cut at the boundaries of `steps`.
fn unmarked_line(
    text: &str,
    (number, span): (usize, Span),
    colours: &[Highlight],
    words: &Words,
    steps: &[Span],
    folding: &Folding,
) -> Line {
    let first = colours.partition_point(|highlight| highlight.span.end <= span.start);
    let last = colours.partition_point(|highlight| highlight.span.start < span.end).max(first);
    let highlights = &colours[first..last];
    let mut cuts = cuts(text, span, highlights, steps);
    cuts.extend(folding.cuts(span));
    cuts.sort_unstable();
    let mut pieces = pieces(text, span, highlights, words, &cuts);
    pieces.iter_mut().for_each(|piece| piece.fold = folding.of_place(piece.start));
    close_up(&mut pieces);
    let (fold, marks_fold) = (folding.of_line(number), folding.marked_on(number));
    Line { number, pieces, fold, marks_fold, ..Line::default() }
}

/// Returns a copy of a line with the marks of a moment.
fn marked_line(unmarked: &Line, span: Span, marks: Marks) -> Line {
    let mut line = unmarked.clone();
    let is_here = |mark: Option<Span>| mark.is_some_and(|mark| meet(mark, span));
    (line.ran, line.next) = (is_here(marks.ran), is_here(marks.next));
    for piece in &mut line.pieces {
        piece.ran = marks.ran.is_some_and(|ran| ran.start <= piece.start && piece.start < ran.end);
    }
    forget_whole(&mut line.pieces);
    line
}

/// Returns the positions at which a line is cut: the start and end of each step that runs only a part of it. A step
/// that runs a whole statement marks the line instead.
fn cuts(text: &str, line: Span, highlights: &[Highlight], steps: &[Span]) -> Vec<u32> {
    let comment = highlights.iter().find(|highlight| highlight.class == "comment");
    let end = comment.map_or(line.end, |comment| comment.span.start.max(line.start));
    let is_part = |step: &&Span| {
        let before = Span { start: line.start, end: step.start.clamp(line.start, end) };
        let behind = Span { start: step.end.clamp(line.start, end), end };
        !before.of(text).trim().is_empty() || !["", ";"].contains(&behind.of(text).trim())
    };
    let steps = steps.iter().filter(|step| meet(**step, line)).filter(is_part);
    steps.flat_map(|step| [step.start, step.end]).collect()
}

/// Splits a line at highlights and cuts. Both are sorted, and highlights do not overlap. Operators and unmarked names
/// have no colour and share a piece with their neighbours, because each piece costs rendering time.
fn pieces(text: &str, line: Span, highlights: &[Highlight], words: &Words, cuts: &[u32]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut cuts = cuts.iter().copied().peekable();
    let mut push = |from: u32, to: u32, class: Option<&'static str>| {
        let mut start = from;
        while start < to {
            while cuts.next_if(|cut| *cut <= start).is_some() {}
            let end = cuts.peek().copied().filter(|cut| *cut < to).unwrap_or(to);
            let text = Span { start, end }.of(text);
            pieces.push(Piece {
                named: words.names.iter().any(|name| name == text),
                selected: words.selected.iter().any(|name| name == text),
                text: text.to_owned(),
                start,
                class,
                ran: false,
                fold: None,
            });
            start = end;
        }
    };
    let mut at = line.start;
    let has_colour = |highlight: &&Highlight| match highlight.class {
        "operator" => false,
        "name" => words.mark(highlight.span.of(text)),
        _ => true,
    };
    for highlight in highlights.iter().filter(has_colour) {
        let (start, end) = (highlight.span.start.max(at), highlight.span.end.min(line.end));
        push(at, start, None);
        push(start, end, colour(highlight.class));
        at = end.max(at);
    }
    push(at, line.end, None);
    pieces
}

/// Returns the colour class of a kind of token.
fn colour(sort: &str) -> Option<&'static str> {
    match sort {
        "keyword" => Some("tok-keyword"),
        "type" => Some("tok-type"),
        "number" => Some("tok-number"),
        "comment" => Some(COMMENT),
        "name" => Some("tok-name"),
        "builtin" => Some("tok-builtin"),
        _ => None,
    }
}

const COMMENT: &str = "tok-comment";

/// Reduces the space before a trailing comment to two columns, because the panel is narrow.
fn close_up(pieces: &mut [Piece]) {
    let Some((comment, statement)) = pieces.split_last_mut() else { return };
    let has_statement = statement.iter().any(|piece| !piece.text.trim().is_empty());
    if let (true, Some(COMMENT), Some(before)) = (has_statement, comment.class, statement.last_mut()) {
        before.text.truncate(before.text.trim_end().len());
        before.text.push_str("  ");
    }
}

/// Clears the marks of pieces if the whole statement ran. The line is marked instead.
fn forget_whole(pieces: &mut [Piece]) {
    let says_nothing = |piece: &Piece| piece.class == Some(COMMENT) || ["", ";"].contains(&piece.text.trim());
    if pieces.iter().all(|piece| piece.ran || says_nothing(piece)) {
        pieces.iter_mut().for_each(|piece| piece.ran = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, colours: &[Highlight], marks: Marks) -> Vec<Line> {
        let steps: Vec<Span> = marks.ran.into_iter().collect();
        let cut = |line: &Line| line.pieces.iter().map(|piece| piece.text.clone()).collect::<Vec<_>>();
        let lines = unmarked_lines(text, colours, &Words::default(), steps, &Folding::default()).into_iter();
        lines
            .map(|(span, unmarked)| {
                let marked = marked_line(&unmarked, span, marks);
                assert_eq!(cut(&marked), cut(&unmarked), "what runs cuts nothing anew");
                marked
            })
            .collect()
    }

    fn joined(line: &Line) -> String {
        line.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn pieces_join_to_the_text() {
        let text = "\nT old = surface[a];\nT new = op(old);\n\n";
        let highlights = [Highlight { span: Span::new(1, 2), class: "type" }];
        let marks = Marks { ran: Some(Span::new(21, 36)), next: Some(Span::new(1, 19)) };
        let lines = marked(text, &highlights, marks);
        assert_eq!(lines.iter().map(joined).collect::<Vec<_>>(), ["T old = surface[a];", "T new = op(old);"]);
        assert_eq!(
            lines[0].pieces[0],
            Piece { text: "T".into(), start: 1, class: Some("tok-type"), ..Piece::default() }
        );
        assert!(lines[0].next && !lines[0].ran);
        assert!(lines[1].ran && !lines[1].next);
    }

    #[test]
    fn what_has_no_colour_is_of_one_piece() {
        let text = "a = -(b) + 1;";
        let words = Words { names: vec!["a".to_owned()], selected: Vec::new() };
        let lines = unmarked_lines(text, &highlight_notation(text), &words, Vec::new(), &Folding::default());
        let pieces = lines[0].1.pieces.iter();
        assert_eq!(pieces.map(|piece| &*piece.text).collect::<Vec<_>>(), ["a", " = -(b) + ", "1", ";"]);
    }

    #[test]
    fn all_but_signs_has_a_colour() {
        let text = "if (a) { T b = min(1, 2); } // c";
        let sorts: Vec<&str> = highlight_notation(text).iter().map(|highlight| highlight.class).collect();
        for sort in ["keyword", "type", "number", "comment", "name", "builtin", "operator"] {
            assert!(sorts.contains(&sort), "{sort}");
        }
        assert!(sorts.iter().all(|sort| colour(sort).is_some() == (*sort != "operator")), "{sorts:?}");
    }

    #[test]
    fn comments_close_up() {
        let comment = Highlight { span: Span::new(12, 16), class: "comment" };
        let name = Highlight { span: Span::new(0, 1), class: "name" };
        assert_eq!(joined(&lines("a = b;      // c", &[name, comment])[0]), "a = b;  // c");
        let own_line = "x\n          // c";
        assert_eq!(joined(&lines(own_line, &[comment])[1]), "          // c");
    }

    #[test]
    fn what_all_lines_begin_with_is_left_out() {
        let lines = lines("\n    a {\n      b;\n\n    }\n", &[]);
        assert_eq!(lines.iter().map(joined).collect::<Vec<_>>(), ["a {", "  b;", "", "}"]);
    }

    #[test]
    fn a_mark_over_several_lines_lights_each() {
        let marks = Marks { ran: Some(Span::new(0, 3)), ..Marks::default() };
        let lines = marked("a\nb\nc", &[], marks);
        assert_eq!(lines.iter().map(|line| line.ran).collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn pieces_are_marked_where_only_part_of_a_line_ran() {
        let text = "if (hit) {\n  a = b;  // c\n}";
        let comment = Highlight { span: Span::new(21, 25), class: "comment" };
        let ran = |start, end| {
            let marks = Marks { ran: Some(Span::new(start, end)), ..Marks::default() };
            let lines = marked(text, &[comment], marks);
            let pieces = lines.iter().flat_map(|line| &line.pieces).filter(|piece| piece.ran);
            pieces.map(|piece| piece.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(ran(4, 7), ["hit"]);
        assert_eq!(ran(17, 18), ["b"]);
        assert_eq!(ran(13, 18), [""; 0], "the line says it");
    }
}
