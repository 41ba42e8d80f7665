//! An index of the first directive of each word and subject.

use super::directive::Directive;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// The positions of directives among the items of a document, by word and subject. The first look-up computes them; the
/// items must not change after it.
#[derive(Clone, Debug, Default)]
pub(in crate::syntax) struct NameIndex(OnceCell<FxHashMap<&'static str, FxHashMap<String, usize>>>);

/// An index follows from the items, so it does not tell documents apart.
impl PartialEq for NameIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl NameIndex {
    /// Returns the position of the first directive with a word and a subject. `directives` has all of them in force, each with
    /// its position and word.
    pub fn position<'d>(
        &self,
        directives: impl Iterator<Item = (usize, &'static str, &'d Directive)>,
        word: &str,
        subject: &str,
    ) -> Option<usize> {
        let positions = self.0.get_or_init(|| {
            let mut positions: FxHashMap<_, FxHashMap<String, usize>> = FxHashMap::default();
            for (index, word, directive) in directives {
                positions.entry(word).or_default().entry(directive.subject()).or_insert(index);
            }
            positions
        });
        positions.get(word)?.get(subject).copied()
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
        assert!(
            document.decl("B").is_none() && document.surface("B").is_none() && !document.has_set_line("A")
        );
        assert!(document.has_op("mine") && document.has_op("MINE") && !document.has_op("A"));
        assert!(document.has_invariant("I") && !document.has_invariant("i"));
        let variant = document.as_variant(0);
        assert!(variant.has_set_line("A") && variant.surface("B").is_some());
    }
}
