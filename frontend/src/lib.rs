//! The Lanescope page: a Yew application over `lanescope_core::session`.
//!
//! `state` is the page's model, `components` draw it, and `effects` access the browser. Nothing here computes addresses, bits or
//! types of instructions: core answers.
//!
//! # Loading
//!
//! The program is one file, which static/boot.js starts. On a slow line it takes seconds to arrive, so the built page contains its
//! first picture as HTML. `examples/first_picture.rs` renders `App` as a first visit opens it, on the machine that builds, and
//! `tools/finish.mjs` inserts the result into index.html. When the program starts, it replaces the picture.
//!
//! - Nothing may move at that moment. So the picture needs only classes and the style sheet: no style attributes and no measured
//!   widths. If the layout depends on the width of the stage, the picture contains each variant (`components/stage/mod.rs`), and a
//!   container query shows the one that fits. The program measures that width before its first drawing, since Yew lets the
//!   browser paint between a drawing and its effects. The picture becomes visible when it is complete.
//! - A link, or a scenario saved by an earlier visit, would make the picture wrong. A script in index.html detects both before
//!   the first paint and shows an empty shell instead. It also applies saved colours. The content security policy allows the
//!   script by its checksum.
//! - Input before the start is not lost. boot.js notes the index of a pressed button among the page's controls, and presses the
//!   same button when the program runs. It does the same for the focus and for the keys of the page.
//!
//! The build joins the style sheets to one file. The editor is a separate file, loaded when the user first turns to the text.

// A page has no users who read the documentation of its items.
#![allow(missing_docs)]

pub mod components;
pub mod effects;
pub mod state;

/// Renders the page in place of the loading screen of index.html. In a worker, runs the page's jobs instead.
pub fn start() {
    if effects::worker::answer_questions() {
        return;
    }
    effects::panic::install();
    let host =
        effects::dom::document().get_element_by_id("app").expect("index.html has a place for the page");
    let settings = effects::embed::settings();
    let opening = effects::visit::opening(settings.as_ref());
    effects::panes::apply(opening.saved.as_ref().map(|saved| saved.settings.panes).unwrap_or_default());
    let stage_px = Some(effects::width::stage_px(opening.page_kind));
    host.set_text_content(None);
    if let Some(settings) = settings {
        let props = components::EmbedProps { opening, settings, stage_px };
        yew::Renderer::<components::Embed>::with_root_and_props(host, props).render();
    } else {
        let props = components::AppProps { opening, stage_px };
        yew::Renderer::<components::App>::with_root_and_props(host, props).render();
    }
}
