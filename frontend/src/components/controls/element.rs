//! Direct construction of elements that occur by the dozen in a step.

use yew::prelude::*;
use yew::virtual_dom::{AttributeOrProperty, Attributes, VTag};

/// Returns an element with the attributes whose value is `Some`. Yew's macro hashes each word of a class, which
/// dominates the cost of a small element.
pub fn element(
    tag: &'static str,
    names: &'static [&'static str],
    values: &[Option<AttrValue>],
    content: Html,
) -> Html {
    let values = values.iter().map(|value| value.clone().map(AttributeOrProperty::Attribute));
    let mut element = VTag::new(tag);
    element.set_attributes(Attributes::Dynamic { keys: names, values: values.collect() });
    if let Some(children) = element.children_mut() {
        *children = content;
    }
    element.into()
}

/// Joins the words that are `Some` into a class attribute.
pub fn class(words: &[Option<&'static str>]) -> Option<AttrValue> {
    let mut words = words.iter().copied().flatten();
    let first = words.next()?;
    let Some(second) = words.next() else { return Some(AttrValue::Static(first)) };
    let mut text = [first, " ", second].concat();
    for word in words {
        text.push(' ');
        text.push_str(word);
    }
    Some(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_has_the_words_that_apply() {
        assert_eq!(class(&[None, None]), None);
        assert_eq!(class(&[None, Some("b")]), Some("b".into()));
        assert_eq!(class(&[Some("a"), None, Some("c"), Some("d")]), Some("a c d".into()));
    }
}
