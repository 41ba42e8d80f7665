//! A single notation text for an editor of its own, without the directive around it.

use super::changes::LineChange;
use super::changes::{self, ChangedLine};
use super::places::{MappedBytes, Places, built_in_operation, dedented};
use super::session::Session;
use crate::base::{Span, TextEdit, apply_edits};
use crate::check::set_of;
use crate::diag::{Diagnostic, Fix, Severity};
use crate::semantics::{NotationText, op_blocks};
use crate::syntax::{Directive, NotationBlock, line_ending, line_start, word_spans};
use std::ops::Range;
use std::rc::Rc;

/// The name of a notation text: an instruction's own text, or that of one of its operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartName {
    /// The mnemonic of the instruction.
    pub instruction: Rc<str>,
    /// The operation, by the name of its block; `None` for the instruction's own text.
    pub operation: Option<Rc<str>>,
}

impl PartName {
    /// Returns the name of the text itself.
    pub fn text(&self) -> &Rc<str> {
        self.operation.as_ref().unwrap_or(&self.instruction)
    }
}

/// A notation text, with the parts of the scenario around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationPart {
    /// The name of the text.
    pub name: PartName,
    /// The text of the scenario, or the built-in text if the scenario has none.
    pub text: Rc<str>,
    /// The built-in text. For an instruction made from another one, it is the other's text. `None` for an operation
    /// that only the document has.
    pub built_in: Option<Rc<str>>,
    /// The instruction that this one is made from.
    pub like: Option<Rc<str>>,
    /// The lines of the built-in text, located in the text that runs.
    built_in_places: Places,
    /// The directive up to its `{` or `=`.
    head: String,
    /// The directive is kept even if the text equals the built-in one, for instance because the document defines the
    /// instruction or operation itself.
    stays: bool,
    /// The scenario before and after the directive, or before and after the place for one.
    around: (Rc<str>, Rc<str>),
    newline: &'static str,
}

/// A scenario with a notation text inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartInScenario {
    /// The text of the scenario.
    pub text: String,
    /// The span of the directive; `None` if none is needed.
    pub directive: Option<Span>,
    places: Places,
}

impl PartInScenario {
    /// Returns the offset in the scenario for an offset in the notation text.
    pub fn to_scenario(&self, part: usize) -> usize {
        self.places.to_whole(part).unwrap_or(0)
    }

    /// Returns the span of the notation text that lies in a span of the scenario.
    pub fn to_part(&self, scenario: Span) -> Option<Span> {
        self.places.to_part(scenario)
    }
}

/// A group of consecutive lines that differ from the built-in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The lines of the text, from 0. If lines are only missing, the range is empty and starts at the line that they
    /// belong before.
    pub lines: Range<usize>,
    /// The lines of the text.
    pub now: Vec<String>,
    /// The lines of the built-in text.
    pub manual: Vec<String>,
}

impl NotationPart {
    /// Returns the scenario with `text` inserted. An operation whose text is a single assignment to `new` becomes `.op
    /// NAME = expression`; any other text becomes a block. The directive is left out if the text equals the built-in
    /// one and nothing else requires it.
    pub fn written(&self, text: &str) -> PartInScenario {
        self.put(text, self.stays || !self.is_manual(text))
    }

    /// Returns the scenario with `text` inserted, always with a directive.
    pub fn written_out(&self, text: &str) -> PartInScenario {
        self.put(text, true)
    }

    /// Returns true if a text equals the built-in one, apart from shared indentation, trailing white space, and blank
    /// lines at both ends.
    pub fn is_manual(&self, text: &str) -> bool {
        self.built_in.as_ref().is_some_and(|built_in| dedented(text).0 == **built_in)
    }

    fn put(&self, text: &str, with_directive: bool) -> PartInScenario {
        let (before, after) = &self.around;
        if !with_directive {
            return PartInScenario {
                text: format!("{before}{after}"),
                directive: None,
                places: Places::default(),
            };
        }
        let (directive, places) = directive(&self.head, self.name.operation.is_some(), text, self.newline);
        let start = before.len();
        PartInScenario {
            text: [&**before, &directive, self.newline, after].concat(),
            directive: Some(Span::new(start, start + directive.len())),
            places: places.moved(start),
        }
    }

    /// Returns the warnings and errors that concern this text. Those inside the text keep their place, and those on the
    /// directive around it move to its end. Fixes that edit other places are dropped.
    pub fn findings(&self, text: &str, written: &PartInScenario, all: &[Diagnostic]) -> Vec<Diagnostic> {
        let Some(directive) = written.directive else { return Vec::new() };
        let is_inside = |found: &&Diagnostic| directive.encloses(found.span);
        let moved = |found: &Diagnostic| {
            let end = Span::at(text.trim_end().len());
            let span = written.to_part(found.span).unwrap_or(end);
            let fix = found.fix.as_ref().and_then(|fix| self.fix(fix, written));
            Diagnostic { span, fix, ..found.clone() }
        };
        all.iter().filter(is_inside).filter(|found| found.severity != Severity::Info).map(moved).collect()
    }

    fn fix(&self, fix: &Fix, written: &PartInScenario) -> Option<Fix> {
        let edit = |edit: &TextEdit| {
            let span = written.to_part(edit.span)?;
            let is_whole = span.range().len() == edit.span.range().len();
            is_whole.then(|| TextEdit { span, replacement: edit.replacement.clone() })
        };
        Some(Fix { label: fix.label.clone(), edits: fix.edits.iter().map(edit).collect::<Option<_>>()? })
    }

    /// Returns the places of this text's lines in the text that runs.
    pub fn places_in(&self, running: &NotationText, written: &PartInScenario) -> Places {
        match running.document_offset {
            Some(offset) => written.places.within(offset as usize),
            None => self.built_in_places.clone(),
        }
    }

    /// Returns the number, from 0, of a line of this text in the text that runs.
    pub fn line_in(&self, running: &NotationText, places: &Places, text: &str, line: usize) -> Option<usize> {
        let at = text.split('\n').take(line).map(|line| line.len() + 1).sum();
        let whole = places.to_whole(at)?;
        Some(running.text.get(..whole)?.matches('\n').count())
    }

    /// Returns the places where a text differs from the built-in one, from top to bottom.
    pub fn hunks(&self, text: &str) -> Vec<Hunk> {
        let Some(built_in) = &self.built_in else { return Vec::new() };
        let lines = changes::changed_lines(built_in, text);
        let is_kept = |line: &ChangedLine| line.change == LineChange::Kept;
        let (mut line, mut hunks) = (0, Vec::new());
        for group in lines.chunk_by(|a, b| is_kept(a) == is_kept(b)) {
            let texts = |change: LineChange| -> Vec<String> {
                let lines = group.iter().filter(|line| line.change == change);
                lines.map(|line| line.text.clone()).collect()
            };
            if is_kept(&group[0]) {
                line += group.len();
                continue;
            }
            let (now, manual) = (texts(LineChange::Added), texts(LineChange::Removed));
            let lines = line..line + now.len();
            line = lines.end;
            hunks.push(Hunk { lines, now, manual });
        }
        hunks
    }

    /// Returns a text with one hunk replaced by the lines of the built-in text.
    pub fn reverted(&self, text: &str, hunk: &Hunk) -> String {
        let mut lines: Vec<&str> = text.split('\n').collect();
        lines.splice(hunk.lines.clone(), hunk.manual.iter().map(String::as_str));
        lines.join("\n")
    }

    /// Returns the scenario with a new instruction or operation that has this text. Instruction `at` of the program
    /// uses it instead of the old one. Fails if the name is taken or invalid, or if the instruction cannot use it.
    pub fn make_new(&self, session: &Session, name: &str, text: &str, at: usize) -> Result<String, String> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_word) || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(
                "expected a name of letters, digits and `_` that does not begin with a digit".to_owned()
            );
        }
        let upper = name.to_ascii_uppercase();
        if session.in_force.instructions().any(|row| row.is_called(name)) {
            return Err(format!("`{upper}` is an instruction already"));
        }
        let names = session.part_names(&self.name.instruction);
        if names
            .iter()
            .filter_map(|part| part.operation.as_ref())
            .any(|operation| operation.eq_ignore_ascii_case(name))
        {
            return Err(format!("`{upper}` is an operation already"));
        }
        let bound = session.scenario.as_ref().and_then(|scenario| scenario.program.get(at));
        let bound = bound.ok_or("the text has errors; fix them to use a new name in it")?;
        let (replaced, what) = match (&self.name.operation, &bound.op) {
            (Some(_), Some(op)) => (op.as_str(), "operation"),
            (Some(_), None) => return Err("this line has no operation".to_owned()),
            (None, _) => (&*bound.row.mnemonic, "instruction"),
        };
        let word = word_spans(&session.text)
            .find(|span| {
                bound.span.range().contains(&span.range().start)
                    && span.of(&session.text).eq_ignore_ascii_case(replaced)
            })
            .ok_or_else(|| format!("this line does not contain the name of its {what}; write it first"))?;
        let spelled = match word.of(&session.text).starts_with(char::is_lowercase) {
            true => name.to_ascii_lowercase(),
            false => upper.clone(),
        };
        let head = match &self.name.operation {
            Some(_) => format!(".op {upper}"),
            None => {
                let like = self.like.as_deref().unwrap_or(&self.name.instruction);
                format!(".semantics {upper} like {like}")
            }
        };
        let (directive, _) = directive(&head, self.name.operation.is_some(), text.trim_end(), self.newline);
        let edits = [
            TextEdit {
                span: Span::at(line_start(&session.text, &session.document, bound.span)),
                replacement: directive + self.newline,
            },
            TextEdit { span: word, replacement: spelled },
        ];
        Ok(apply_edits(&session.text, &edits))
    }
}

/// Returns a directive with a notation text, and the places of its lines. An operation whose text is a single assignment to `new`
/// becomes `HEAD = expression`; any other text becomes a block.
fn directive(head: &str, is_operation: bool, text: &str, newline: &str) -> (String, Places) {
    if let Some(span) = expression(text).filter(|_| is_operation) {
        let whole = format!("{head} = {}", &text[span.clone()]);
        let place = MappedBytes { part: span.start, whole: whole.len() - span.len(), len: span.len() };
        return (whole, Places(vec![place]));
    }
    let mut whole = format!("{head} {{{newline}");
    let (mut part, mut places) = (0, Vec::new());
    for line in text.split('\n') {
        whole.push_str(if line.is_empty() { "" } else { "  " });
        places.push(MappedBytes { part, whole: whole.len(), len: line.len() });
        whole.push_str(line);
        whole.push_str(newline);
        part += line.len() + 1;
    }
    whole.push('}');
    (whole, Places(places))
}

/// Returns the range of the expression in a text that consists of `new = expression;` alone.
fn expression(text: &str) -> Option<Range<usize>> {
    let end = text.trim_end().strip_suffix(';')?.len();
    let end_of = |at: usize, sign: &str| {
        let rest = text[at..end].trim_start();
        rest.starts_with(sign).then(|| end - rest.len() + sign.len())
    };
    let start = end_of(end_of(0, "new")?, "=")?;
    let expression = text[start..end].trim();
    let has_more = ["=", ";", "{", "}", "\n", "//", "/*"].iter().any(|sign| match *sign {
        "=" => expression.starts_with('='),
        sign => expression.contains(sign),
    });
    let from = end - text[start..end].trim_start().len();
    (!expression.is_empty() && !has_more).then(|| from..from + expression.len())
}

impl Session {
    /// Returns the names of the notation texts of an instruction that can be edited: its own, then those of its
    /// operations.
    pub fn part_names(&self, mnemonic: &str) -> Vec<PartName> {
        let Some(row) = set_of(&self.document, &self.in_force).instruction(mnemonic) else {
            return Vec::new();
        };
        let instruction: Rc<str> = Rc::from(&*row.mnemonic);
        let own = self.document.op_blocks().map(|block| block.name.text.to_ascii_uppercase());
        let table = row.op_table();
        let built_in = table.map(|table| op_blocks(table.semantics)).unwrap_or_default();
        // A mnemonic that names its operation has no other one.
        let is_its = |name: &String| row.own_op().is_none_or(|(_, op)| op.name == *name);
        let mut names: Vec<String> = built_in.into_iter().map(|(name, _)| name).filter(is_its).collect();
        for name in own.filter(|_| table.is_some() && row.own_op_table.is_none()) {
            let is_known = table.is_some_and(|table| table.op(&name).is_some());
            if !is_known && !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                names.push(name);
            }
        }
        let operation =
            |name: String| PartName { instruction: instruction.clone(), operation: Some(name.into()) };
        let first = PartName { instruction: instruction.clone(), operation: None };
        std::iter::once(first).chain(names.into_iter().map(operation)).collect()
    }

    /// Returns a notation text with the parts of the scenario around it. `None` for an unknown name.
    pub fn notation_part(&self, name: &PartName) -> Option<NotationPart> {
        let row = set_of(&self.document, &self.in_force).instruction(&name.instruction)?;
        let newline = line_ending(&self.text);
        let table = row.op_table();
        let (built_in, built_in_places) = match &name.operation {
            None => Some(dedented(&row.semantics)),
            Some(operation) => table.and_then(|table| built_in_operation(table, operation)),
        }
        .unzip();
        let is_wanted = |block: &NotationBlock| {
            let written = &block.name.text;
            let text = name.text();
            let row = table.filter(|_| name.operation.is_some()).and_then(|table| table.op(text));
            written.eq_ignore_ascii_case(text)
                || row.is_some_and(|row| {
                    row.assembler_names.iter().any(|word| word.eq_ignore_ascii_case(written))
                })
        };
        let found = self.document.directives().find_map(|(span, directive)| match directive {
            Directive::Op(block) if name.operation.is_some() && is_wanted(block) => Some((span, block)),
            Directive::Semantics(block) if name.operation.is_none() && is_wanted(block) => {
                Some((span, block))
            }
            _ => None,
        });
        let built_in: Option<Rc<str>> = built_in.map(Into::into);
        // A variant's changes go into its block.
        let block = self.block();
        let around_new = || match block {
            Some(block) => self.around_last_line(block, newline),
            None => self.around_new(&row.mnemonic, newline),
        };
        let (text, head, stays, around) = match found {
            None => {
                let head = if name.operation.is_some() { ".op" } else { ".semantics" };
                (built_in.clone()?, format!("{head} {}", name.text()), false, around_new())
            }
            Some((span, directive)) => {
                let range = span.range();
                let head = self.text[range.start..directive.body.range().start]
                    .trim_end_matches(['{', '=', ' ', '\t', '\r', '\n']);
                let is_in_base = block.is_some_and(|block| !block.encloses(span));
                let stays =
                    built_in.is_none() || directive.like.is_some() || directive.ty.is_some() || is_in_base;
                let around = if is_in_base {
                    around_new()
                } else {
                    let rest = &self.text[range.end..];
                    let after = rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')).unwrap_or(rest);
                    (self.text[..range.start].to_owned(), after.to_owned())
                };
                (self.body(directive).into(), head.to_owned(), stays, around)
            }
        };
        Some(NotationPart {
            name: name.clone(),
            text,
            built_in,
            like: row.made_from.as_deref().map(Into::into),
            built_in_places: built_in_places.unwrap_or_default(),
            head,
            stays,
            around: (around.0.into(), around.1.into()),
            newline,
        })
    }

    /// Returns the text before and after a new directive for an instruction: above its first line, or at the end.
    fn around_new(&self, mnemonic: &str, newline: &str) -> (String, String) {
        let mut uses = self.scenario.iter().flat_map(|scenario| &scenario.program);
        let first = uses.find(|bound| *bound.row.mnemonic == *mnemonic);
        let at = first.map_or(self.text.len(), |bound| line_start(&self.text, &self.document, bound.span));
        let needs_line = first.is_none() && !self.text.is_empty() && !self.text.ends_with('\n');
        let before = format!("{}{}", &self.text[..at], if needs_line { newline } else { "" });
        (before, self.text[at..].to_owned())
    }
}
