//! The options of embeds as JSON, for the element and for the Sphinx extension.

mod common;

use common::golden::hold_text;
use lanescope_core::session::report::embed_options_json;

#[test]
fn the_element_and_the_sphinx_extension_read_the_same_options() {
    hold_text("frontend/js/embed-options.json", &embed_options_json());
    hold_text("docs/sphinx-lanescope/src/sphinx_lanescope/embed-options.json", &embed_options_json());
}
