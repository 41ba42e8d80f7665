//! Names that lines use without a declaration. One fix declares all of them, each as the lines need it.

use crate::base::{Span, listed};
use crate::check::{FindingId, Findings};
use crate::diag::{Fix, Note};
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::syntax::{Document, Rank, SetLine, add_lines};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A use of a name.
#[derive(Clone, Debug)]
pub(crate) struct NameUse {
    /// The declaration that the use needs.
    pub need: NeededDeclaration,
    /// Values that a new variable could have, as in a `.set` line; `None` if the use writes it.
    pub values: Option<String>,
    /// Whether the values are offsets or coordinates.
    pub is_address: bool,
}

impl NameUse {
    /// Returns the use of a predicate of `count` bits.
    pub fn for_predicate(count: usize, is_read: bool) -> Self {
        let need = NeededDeclaration::Predicate { count };
        Self { need, values: is_read.then(String::new), is_address: false }
    }
}

/// A use of a name without a declaration, or of a surface without contents.
#[derive(Clone, Debug)]
pub(crate) struct Undeclared {
    /// The finding that gets the fix; `None` after too many errors.
    pub finding: Option<FindingId>,
    pub name: String,
    pub name_use: NameUse,
    /// Whether only the contents of a surface are missing.
    pub lacks_only_contents: bool,
    /// The place of its line.
    pub line: Span,
}

/// A name with the needs of all lines.
struct Missing<'a> {
    name: &'a str,
    need: NeededDeclaration,
    lacks_only_contents: bool,
    /// The first line that uses it, and whether that line reads it.
    first_line: Span,
    is_read_first: bool,
    /// Values for it, from a use as an address if there is one.
    values: Option<&'a str>,
    is_address: bool,
    /// The line that sets it.
    set_line: Option<&'a SetLine>,
}

impl<'a> Missing<'a> {
    fn new(first: &'a Undeclared, document: &'a Document) -> Self {
        Self {
            name: &first.name,
            need: first.name_use.need.clone(),
            lacks_only_contents: first.lacks_only_contents,
            first_line: first.line,
            is_read_first: false,
            values: None,
            is_address: false,
            set_line: document.set_line(&first.name),
        }
    }

    fn add(&mut self, next: &'a Undeclared) {
        self.need.add(&next.name_use.need);
        if let Some(values) = &next.name_use.values {
            self.is_read_first |= next.line == self.first_line;
            if self.values.is_none() || next.name_use.is_address && !self.is_address {
                (self.values, self.is_address) = (Some(values.as_str()), next.name_use.is_address);
            }
        }
    }

    /// Returns the lines that declare it, and give values to it if it is read before it is written and no line sets it.
    fn lines(&self) -> Vec<(Rank, String)> {
        let mut lines = self.need.lines(self.name);
        lines.retain(|(rank, _)| !self.lacks_only_contents || *rank != Rank::Decl);
        let values = self.values.filter(|_| self.is_read_first && self.set_line.is_none());
        lines.extend(values.and_then(|values| self.need.values_line(self.name, values)));
        lines
    }
}

/// Adds the fix that declares all undeclared names to the findings about them, also to those about lines that set them,
/// `set_names`.
pub(crate) fn offer_declarations(
    uses: &[Undeclared],
    set_names: &FxHashMap<String, FindingId>,
    text: &str,
    document: &Document,
    findings: &mut Findings,
) {
    let Some(first) = uses.first() else { return };
    let missing = missing_names(uses, document);
    let mut lines: Vec<(Rank, String)> = missing.values().flat_map(Missing::lines).collect();
    lines.sort_by_key(|(rank, _)| *rank);
    let edits = add_lines(text, document, first.line, &lines);
    let fix_for = |own: &Missing| {
        let label = match (missing.len(), own.lacks_only_contents) {
            (1, true) => format!("describe `{}`", own.name),
            (1, false) => format!("declare `{}`", own.name),
            (2, _) => "declare both names".to_owned(),
            (count, _) => format!("declare all {count} names"),
        };
        Some(Fix { label, edits: edits.clone() })
    };
    for own in missing.values() {
        if let Some(finding) = set_names.get(own.name) {
            findings.get_mut(*finding).fix = fix_for(own);
        }
    }
    for undeclared in uses {
        let Some(finding) = undeclared.finding.map(|id| findings.get_mut(id)) else { continue };
        let own = &missing[&*undeclared.name];
        if !own.lacks_only_contents {
            let lines = own.need.lines(own.name);
            let form: Vec<String> = lines.iter().map(|(_, line)| format!("`{line}`")).collect();
            let text = format!("expected {} above", listed(&form, "and"));
            finding.notes.push(Note { span: None, text });
        }
        finding.fix = fix_for(own);
    }
}

/// Returns the undeclared names in the order of their first use.
fn missing_names<'a>(
    uses: &'a [Undeclared],
    document: &'a Document,
) -> IndexMap<&'a str, Missing<'a>, FxBuildHasher> {
    let mut names: IndexMap<&str, Missing, FxBuildHasher> = IndexMap::default();
    for undeclared in uses {
        names.entry(&*undeclared.name).or_insert_with(|| Missing::new(undeclared, document)).add(undeclared);
    }
    for missing in names.values_mut() {
        if let Some(line) = missing.set_line {
            missing.need.add(&NeededDeclaration::for_values(&line.values));
        }
    }
    names
}
