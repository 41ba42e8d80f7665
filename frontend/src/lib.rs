//! The Lanescope page: a Yew application over `lanescope_core::session`.
//!
//! `state` is what the page knows, `components` draw it, `effects` reach the browser. Nothing here reckons with
//! addresses, bits or types of instructions: core answers.

pub mod components;
pub mod effects;
pub mod state;

/// Puts the page where index.html shows that it is loading. In a worker, the same program answers the page's questions.
pub fn start() {
    if effects::worker::answer_questions() {
        return;
    }
    effects::panic::install();
    let host =
        effects::dom::document().get_element_by_id("app").expect("index.html has a place for the page");
    let settings = effects::embed::settings();
    let opening = effects::visit::opening(settings.as_ref());
    let stage_width_px = Some(effects::width::stage_px(opening.page_kind));
    host.set_text_content(None);
    if let Some(settings) = settings {
        let props = components::EmbedProps { opening, settings, stage_width_px };
        yew::Renderer::<components::Embed>::with_root_and_props(host, props).render();
    } else {
        let props = components::AppProps { opening, stage_width_px };
        yew::Renderer::<components::App>::with_root_and_props(host, props).render();
    }
}
