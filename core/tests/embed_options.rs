//! The options of embeds for programs that are not written in Rust: the element, its types, and the Sphinx extension.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::golden::hold_text;
use lanescope_core::session::report::{embed_attribute_types, embed_options_json};

#[test]
fn the_element_and_the_sphinx_extension_read_the_same_options() {
    hold_text("frontend/js/embed-options.json", &embed_options_json());
    hold_text("docs/sphinx-lanescope/src/sphinx_lanescope/embed-options.json", &embed_options_json());
}

#[test]
fn the_types_of_the_element_have_the_same_options() {
    hold_text("frontend/npm/attributes.d.ts", &embed_attribute_types());
}
