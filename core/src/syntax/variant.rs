//! Resolution of variants.

use super::ast::{Directive, Document, Inheritance, Item, ItemKind};
use crate::spec::InstructionSets;
use rustc_hash::FxHashMap;

/// The word and subject of a directive. In a variant, it replaces those of the scenario with the same key.
type ReplacementKey = (&'static str, String);

impl Document {
    /// Returns the document with a variant in force. Each of its directives replaces those of the scenario with the
    /// same key, in the place of the first one, or follows all others. Its instructions, if it has any, replace
    /// the instructions and labels of the scenario. The `.expect`, `.limit`, `.ask` and `.hint` lines of the scenario do
    /// not apply to a variant. A variant that names its instruction set is a scenario of its own and inherits nothing.
    pub fn as_variant(&self, variant: usize, sets: &InstructionSets) -> Self {
        let (variant_items, base_items): (Vec<&Item>, Vec<&Item>) = self
            .items
            .iter()
            .filter(|item| item.variant.is_none_or(|index| index == variant))
            .partition(|item| item.variant.is_some());
        let named_set = variant_items.iter().find_map(|item| match &item.kind {
            ItemKind::Directive(Directive::Isa(line), _) => Some(line.set.text.clone()),
            _ => None,
        });
        let base_items = if named_set.is_some() { Vec::new() } else { base_items };
        let named_set = named_set.or_else(|| self.named_set.clone());
        let set = sets.set_or_default(named_set.as_deref());
        let replacement_key = |item: &Item| -> Option<ReplacementKey> {
            match &item.kind {
                ItemKind::Directive(directive, class) if class.inheritance == Inheritance::UnlessReplaced => {
                    Some((class.word, self.subject(directive, set)))
                }
                _ => None,
            }
        };
        let has_program = variant_items.iter().any(|item| matches!(item.kind, ItemKind::Instruction(_)));
        // The items of the variant by key. They replace the first base item with that key.
        let mut replacing: FxHashMap<ReplacementKey, Vec<usize>> = FxHashMap::default();
        for (index, item) in variant_items.iter().enumerate() {
            if let Some(key) = replacement_key(item) {
                replacing.entry(key).or_default().push(index);
            }
        }
        let mut is_placed = vec![false; variant_items.len()];
        let mut items: Vec<Item> = Vec::new();
        for item in base_items {
            let replacements = replacement_key(item).and_then(|key| replacing.get_mut(&key));
            let is_kept = match &item.kind {
                ItemKind::Instruction(_) | ItemKind::Label(_) => !has_program,
                ItemKind::Directive(_, class) => {
                    class.inheritance != Inheritance::Never && replacements.is_none()
                }
                ItemKind::EndVariant | ItemKind::Ignored(_) => true,
            };
            for index in replacements.map(std::mem::take).into_iter().flatten() {
                is_placed[index] = true;
                items.push(variant_items[index].clone());
            }
            if is_kept {
                items.push(item.clone());
            }
        }
        let left = variant_items.iter().zip(&is_placed).filter(|(_, is_placed)| !**is_placed);
        items.extend(left.map(|(item, _)| (*item).clone()));
        items.iter_mut().for_each(|item| item.variant = None);
        let mut document = Self {
            items,
            variants: self.variants.clone(),
            broken_declarations: self.broken_declarations.clone(),
            named_set,
            ..Self::default()
        };
        document.index_directives();
        document
    }
}
