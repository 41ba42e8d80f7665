//! The controls of an embed, all in one row.

use crate::components::controls::icon::{Icon, icon};
use crate::components::controls::program::on_click;
use crate::components::controls::select::select;
use crate::components::controls::timeline::slider;
use crate::components::page::Page;
use crate::state::choice::Choice;
use crate::state::timeline::position_in_words;
use crate::state::{Action, PlaybackAction, Setting};
use lanescope_core::session::text::capitalized;
use lanescope_core::trace::Granularity;
use yew::prelude::*;

/// Returns buttons, a slider, the position, and a link to the full page. `reset` restores the scenario that was loaded, and says
/// whether the text differs from it; `None` if readers cannot change it. `link` is `None` if the text is too long for a link.
pub fn embed_bar(page: &Page, reset: Option<(Callback<MouseEvent>, bool)>, link: Option<AttrValue>) -> Html {
    let (model, dispatch) = (&page.model, page.program.dispatch());
    let (cursor, len, playing) = (model.playback.cursor, model.run_len(), model.playback.playing);
    let position = AttrValue::from(position_in_words(&page.model, page.moment.as_deref()));
    let ongranularity = dispatch.reform(|chosen| Setting::Granularity(chosen).into());
    let button = |image: Icon,
                  label: &'static str,
                  word: &'static str,
                  class: &'static str,
                  disabled: bool,
                  action: Action| {
        let onclick = on_click(dispatch, action);
        // Uses `aria-disabled`, because a disabled button would lose the keyboard focus at the end of a run.
        html! {
            <button type="button" {class} aria-label={label} title={capitalized(label)} aria-disabled={disabled.to_string()} {onclick}>
                { icon(image) }
                if !word.is_empty() {
                    <span class="embed-word">{ word }</span>
                }
            </button>
        }
    };
    let step = |forward| PlaybackAction::Step { granularity: None, forward }.into();
    let (at_start, at_end) = (cursor == 0, cursor >= len);
    let (play, play_word) = if playing { (Icon::Pause, "pause") } else { (Icon::Play, "play") };
    html! {
        <section class="embed-bar" aria-label="Timeline">
            <div class="button-row" role="group" aria-label="Playback">
                { button(Icon::Start, "to the start", "", "", at_start, PlaybackAction::Seek(0).into()) }
                { button(Icon::Back, "step back", "Back", "", at_start, step(false)) }
                { button(play, play_word, "", "", len == 0, PlaybackAction::Play(!playing).into()) }
                { button(Icon::Forward, "Step", "Step", "primary", at_end, step(true)) }
                { button(Icon::End, "to the end", "", "embed-end", at_end, PlaybackAction::SeekEnd.into()) }
            </div>
            { slider(cursor, len, &position, dispatch) }
            <output class="embed-position" aria-live="off">{ &position }</output>
            { select("step size", Granularity::labelled(), &model.granularity(), &ongranularity) }
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
