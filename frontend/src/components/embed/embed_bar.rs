//! The controls of an embed, all in one row.

use crate::components::controls::icon::{Icon, icon};
use crate::components::controls::timeline::slider;
use crate::components::controls::transport::Transport;
use crate::components::page::Page;
use crate::state::timeline::position_in_words;
use yew::prelude::*;

/// Returns buttons, a slider, the position, and a link to the full page. `reset` restores the scenario that was loaded, and says
/// whether the text differs from it; `None` if readers cannot change it. `link` is `None` if the text is too long for a link.
pub fn embed_bar(page: &Page, reset: Option<(Callback<MouseEvent>, bool)>, link: Option<AttrValue>) -> Html {
    let (model, dispatch) = (&page.model, page.program.dispatch());
    let (cursor, len) = (model.playback.cursor, model.run_len());
    let position = AttrValue::from(position_in_words(&page.model, page.moment.as_deref()));
    html! {
        <section class="embed-bar" aria-label="Timeline">
            <Transport
                at_start={cursor == 0}
                at_end={cursor >= len}
                is_empty={len == 0}
                granularity={model.granularity()}
                playing={model.playback.playing}
                invitation={false}
            />
            { slider(cursor, len, &position, dispatch) }
            <output class="embed-position" aria-live="off">{ &position }</output>
            if let Some((onclick, is_changed)) = reset {
                <button type="button" class="embed-reset" aria-label="Reset" title="Reset the scenario"
                    aria-disabled={(!is_changed).to_string()} {onclick}>
                    { icon(Icon::Undo) }
                </button>
            }
            if link.is_none() {
                <span class="embed-open" title="This text is too long for a link, so it cannot be opened in Lanescope.">
                    <span class="embed-open-word">{ "Too long for a link" }</span>
                </span>
            }
            if let Some(link) = link {
                <a class="embed-open" href={link} target="_blank" rel="noopener" title="Open in Lanescope">
                    <img src="static/favicon.svg" width="20" height="20" alt="" />
                    <span class="embed-open-word">{ "Open in Lanescope" }</span>
                </a>
            }
        </section>
    }
}
