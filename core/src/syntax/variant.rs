//! Resolution of variants.

use super::{Directive, Document, Item, ItemKind};
use rustc_hash::FxHashMap;

/// The subject of a directive. In a variant, a directive replaces those of the scenario with the same subject.
#[derive(PartialEq, Eq, Hash)]
enum About<'d> {
    Lanes,
    Pool,
    Model,
    Orders,
    Constants(i128),
    Declared(&'d str),
    Contents(&'d str),
    Surface(&'d str),
    Reading(&'d str),
    /// In lower case, because names of the notation are case-insensitive.
    Semantics(String),
    Operation(String),
    Invariant(&'d str),
    Expectation,
    Nothing,
}

fn about(directive: &Directive) -> About<'_> {
    match directive {
        Directive::Lanes(_) => About::Lanes,
        Directive::Pool(_) => About::Pool,
        Directive::Model(_) => About::Model,
        Directive::Order(_) => About::Orders,
        Directive::Const { address, .. } => About::Constants(address.value),
        Directive::Decl(decl) => About::Declared(&decl.name.text),
        Directive::Set(set) => About::Contents(&set.name.text),
        Directive::Surface(line) => About::Surface(&line.name.text),
        Directive::Reading(line) => About::Reading(&line.name.text),
        Directive::Semantics(block) => About::Semantics(block.name.text.to_ascii_lowercase()),
        Directive::Op(block) => About::Operation(block.name.text.to_ascii_lowercase()),
        Directive::Invariant(line) => About::Invariant(&line.name.text),
        Directive::Expect(_) => About::Expectation,
        Directive::Isa(_)
        | Directive::Variant(_)
        | Directive::EndVariant
        | Directive::Registers(_)
        | Directive::BeginScope
        | Directive::EndScope
        | Directive::Listing(_) => About::Nothing,
    }
}

fn subject(item: &Item) -> About<'_> {
    match &item.kind {
        ItemKind::Directive(directive) => about(directive),
        _ => About::Nothing,
    }
}

impl Document {
    /// Returns the document with a variant in force. Each of its directives replaces those of the scenario with the
    /// same subject, in the place of the first one, or follows all others. Its instructions, if it has any, replace
    /// the program. The `.expect` lines of the scenario do not apply to a variant. A variant that names its
    /// instruction set is a scenario of its own and inherits nothing.
    pub fn as_variant(&self, variant: usize) -> Self {
        let (own, base): (Vec<&Item>, Vec<&Item>) = self
            .items
            .iter()
            .filter(|item| item.variant.is_none_or(|index| index == variant))
            .partition(|item| item.variant.is_some());
        let is_isa = |item: &&Item| matches!(item.kind, ItemKind::Directive(Directive::Isa(_)));
        let base = if own.iter().any(is_isa) { Vec::new() } else { base };
        let has_program = own.iter().any(|item| matches!(item.kind, ItemKind::Instruction(_)));
        // The variant's own items by subject. They replace the first item of the base with that subject.
        let mut replacing: FxHashMap<About, Vec<usize>> = FxHashMap::default();
        for (at, item) in own.iter().enumerate() {
            replacing.entry(subject(item)).or_default().push(at);
        }
        let mut is_placed = vec![false; own.len()];
        let mut items: Vec<Item> = Vec::new();
        for item in base {
            let is_kept = match (&item.kind, subject(item)) {
                (ItemKind::Instruction(_) | ItemKind::Label(_), _) => !has_program,
                (_, About::Nothing) => true,
                (_, About::Expectation) => false,
                (_, subject) => match replacing.get_mut(&subject) {
                    None => true,
                    Some(own_items) => {
                        for at in std::mem::take(own_items) {
                            is_placed[at] = true;
                            items.push(own[at].clone());
                        }
                        false
                    }
                },
            };
            if is_kept {
                items.push(item.clone());
            }
        }
        let left = own.iter().zip(&is_placed).filter(|(_, is_placed)| !**is_placed);
        items.extend(left.map(|(item, _)| (*item).clone()));
        items.iter_mut().for_each(|item| item.variant = None);
        Self { items, variants: self.variants.clone(), unread: self.unread.clone() }
    }
}
