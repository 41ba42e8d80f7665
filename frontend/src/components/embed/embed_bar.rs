//! The controls of an embed, all in one row.

use crate::components::controls::icon::{Icon, icon};
use crate::components::controls::program::use_dispatch;
use crate::components::controls::select::Select;
use crate::components::controls::timeline::slider;
use crate::state::choice::Choice;
use crate::state::{Action, PlaybackAction, Setting};
use lanescope_core::session::text::capitalized;
use lanescope_core::trace::Granularity;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EmbedBarProps {
    /// Number of micro-steps done.
    pub cursor: u32,
    /// Number of micro-steps in the run.
    pub len: u32,
    /// The current position in words.
    pub position: AttrValue,
    /// Whether the run is playing.
    pub playing: bool,
    /// The size of a step.
    pub granularity: Granularity,
    /// Restores the scenario that was loaded; `None` if readers cannot change it.
    pub onreset: Option<Callback<MouseEvent>>,
    /// Whether the text differs from the loaded scenario.
    pub is_changed: bool,
    /// Address of the full page with this scenario; `None` if the text is too long for a link.
    pub link: Option<AttrValue>,
}

/// Buttons, a slider, the position, and a link to the full page.
#[component]
pub fn EmbedBar(props: &EmbedBarProps) -> Html {
    let dispatch = use_dispatch();
    let EmbedBarProps { cursor, len, position, playing, granularity, onreset, is_changed, link } = props;
    let ongranularity = dispatch.reform(|index| Setting::Granularity(Granularity::at(index)).into());
    let button = |image: Icon,
                  label: &'static str,
                  word: &'static str,
                  class: &'static str,
                  disabled: bool,
                  action: Action| {
        let onclick = dispatch.reform(move |_: MouseEvent| action.clone());
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
    let (at_start, at_end) = (*cursor == 0, cursor >= len);
    let (play, play_word) = if *playing { (Icon::Pause, "pause") } else { (Icon::Play, "play") };
    html! {
        <section class="embed-bar" aria-label="Timeline">
            <div class="button-row" role="group" aria-label="Playback">
                { button(Icon::Start, "to the start", "", "", at_start, PlaybackAction::Seek(0).into()) }
                { button(Icon::Back, "step back", "Back", "", at_start, step(false)) }
                { button(play, play_word, "", "", *len == 0, PlaybackAction::Play(!playing).into()) }
                { button(Icon::Forward, "Step", "Step", "primary", at_end, step(true)) }
                { button(Icon::End, "to the end", "", "embed-end", at_end, PlaybackAction::SeekEnd.into()) }
            </div>
            { slider(*cursor, *len, position, &dispatch) }
            <output class="embed-position">{ position }</output>
            <Select label="step size" choices={Granularity::labels::<AttrValue>()} chosen={granularity.index()} onchange={ongranularity} />
            if let Some(onclick) = onreset.clone() {
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
