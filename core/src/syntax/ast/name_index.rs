//! The first directive of each kind and name, so that a question about a name does not read the whole document.

use super::directive::Directive;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// The index of a document. It is built at the first question, when the items no longer change.
#[derive(Clone, Debug, Default)]
pub(in crate::syntax) struct NameIndex(OnceCell<Positions>);

/// The positions among the items of the first directive in force of each name.
#[derive(Clone, Debug, Default)]
pub(in crate::syntax) struct Positions {
    pub decls: FxHashMap<String, usize>,
    pub assignments: FxHashMap<String, usize>,
    pub surfaces: FxHashMap<String, usize>,
    pub invariants: FxHashMap<String, usize>,
    /// By names in lower case: names of the notation are case-insensitive.
    pub op_blocks: FxHashMap<String, usize>,
}

/// An index follows from the items, so it does not tell documents apart.
impl PartialEq for NameIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl NameIndex {
    /// Returns the positions of a document's directives in force. `directives` has each of them with its position.
    pub fn positions<'d>(&self, directives: impl Iterator<Item = (usize, &'d Directive)>) -> &Positions {
        self.0.get_or_init(|| {
            let mut positions = Positions::default();
            directives.for_each(|(at, directive)| positions.add(at, directive));
            positions
        })
    }
}

impl Positions {
    fn add(&mut self, at: usize, directive: &Directive) {
        let (of_kind, name) = match directive {
            Directive::Decl(decl) => (&mut self.decls, decl.name.text.clone()),
            Directive::Set(set) => (&mut self.assignments, set.name.text.clone()),
            Directive::Surface(line) => (&mut self.surfaces, line.name.text.clone()),
            Directive::Invariant(line) => (&mut self.invariants, line.name.text.clone()),
            Directive::Op(block) => (&mut self.op_blocks, block.name.text.to_ascii_lowercase()),
            _ => return,
        };
        of_kind.entry(name).or_insert(at);
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::parse;
    use crate::syntax::tests::roll_call;

    #[test]
    fn the_first_line_of_a_name_counts_and_lines_of_variants_do_not() {
        let text = "\
            .decl A v_type=G type=ud num_elts=1\n\
            .decl A v_type=G type=ud num_elts=2\n\
            .op Mine = old\n\
            .invariant I: sum(A) == 0\n\
            .variant v {\n.set A = 1\n.surface B buffer = 1\n}\n";
        let (document, _) = parse(text, &roll_call());
        assert_eq!(document.decl("A").map(|decl| decl.num_elts.value), Some(1));
        assert!(document.decl("B").is_none() && document.surface("B").is_none() && !document.sets("A"));
        assert!(document.has_op("mine") && document.has_op("MINE") && !document.has_op("A"));
        assert!(document.has_invariant("I") && !document.has_invariant("i"));
        let variant = document.as_variant(0);
        assert!(variant.sets("A") && variant.surface("B").is_some());
    }
}
