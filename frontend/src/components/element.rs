//! Elements that a step makes by the dozen.

use yew::prelude::*;
use yew::virtual_dom::{AttributeOrProperty, Attributes, VTag};

/// An element with these attributes but those that are `None`. Yew's macro takes a class for a set of words and hashes each
/// of them: for an element with little else, that is most of what it costs.
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

/// The words that apply, as the value of a class.
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
