//! The content of the embed dialog: the code that embeds the scenario in another page.

use crate::components::controls::copy_button::CopyButton;
use crate::components::controls::select::{segmented, select};
use crate::components::controls::ticks::ticks;
use crate::effects::dom::typed_value;
use crate::state::Theme;
use crate::state::choice::Choice;
use crate::state::embed::{EmbedSide, EmbedSize, explained};
use crate::state::embed_code::{EmbedChoices, EmbedSource, Form};
use lanescope_core::session::report::EMBED_OPTIONS;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EmbedCodeProps {
    pub source: EmbedSource,
}

/// The forms of the code, each with its label and its tooltip.
const FORMS: &[(Form, &str, &str)] = &[
    (Form::Html, "HTML", "an element for HTML pages, and for Markdown and MDX that allow HTML"),
    (Form::MdBook, "mdBook", "a block for mdBook with the preprocessor mdbook-lanescope"),
    (Form::Sphinx, "Sphinx", "a directive for reStructuredText with the extension sphinx_lanescope"),
    (Form::Myst, "MyST", "a directive for Markdown in Sphinx with the same extension"),
    (Form::Frame, "iframe", "for pages that allow only iframes"),
    (Form::Link, "Link", "only the link"),
    (Form::Text, ".lane", "only the text, for a file"),
];

/// Sizes, settings, a live preview, and the code to copy.
#[component]
pub fn EmbedCode(EmbedCodeProps { source }: &EmbedCodeProps) -> Html {
    let choices = use_state_eq(|| EmbedChoices { at_step: true, ..EmbedChoices::default() });
    let title = use_state_eq(String::new);
    let source = &source.with_title(&title);
    let form = use_state_eq(|| Form::Html);
    let chosen = *choices;
    let change = Callback::from(choices.setter());
    let check = |label: &'static str, is_on: bool, changed: fn(EmbedChoices) -> EmbedChoices| {
        let choices = choices.clone();
        let onchange = Callback::from(move |_: Event| choices.set(changed(*choices)));
        html! { <label class="check"><input type="checkbox" checked={is_on} {onchange} />{ label }</label> }
    };
    let onform = Callback::from(form.setter());
    let refused_height = use_state_eq(|| None::<String>);
    let onheight = {
        let (choices, refused_height) = (choices.clone(), refused_height.setter());
        Callback::from(move |event: InputEvent| {
            let written = typed_value(&event);
            let option =
                EMBED_OPTIONS.iter().find(|option| option.name == "height").filter(|_| !written.is_empty());
            let reason = option.and_then(|option| option.check(Some(&written)).err());
            choices
                .set(EmbedChoices { height: written.parse().ok().filter(|_| reason.is_none()), ..*choices });
            refused_height.set(reason);
        })
    };
    let ontitle = Callback::from(title.setter()).reform(|event: InputEvent| typed_value(&event));
    html! {
        <>
            <div class="embed-choices">
                { segmented("size", &explained("size"), chosen.size, &change.reform(move |size| EmbedChoices { size, ..chosen })) }
                { select(
                    "theme of the embed",
                    [(Theme::System, "Match host page".into()), (Theme::Light, "Light".into()), (Theme::Dark, "Dark".into())],
                    &chosen.theme,
                    &change.reform(move |theme| EmbedChoices { theme, ..chosen }),
                ) }
                if chosen.size == EmbedSize::Full {
                    { select(
                        "panel below the stage",
                        EmbedSide::labelled(),
                        &chosen.side,
                        &change.reform(move |side| EmbedChoices { side, ..chosen }),
                    ) }
                }
                { check("Editable", chosen.is_editable, |choices| EmbedChoices { is_editable: !choices.is_editable, ..choices }) }
                { check("Start at this step", chosen.at_step, |choices| EmbedChoices { at_step: !choices.at_step, ..choices }) }
                if chosen.size == EmbedSize::Full && !chosen.is_editable {
                    { check("Fold the set-up", chosen.folds_setup, |choices| EmbedChoices { folds_setup: !choices.folds_setup, ..choices }) }
                }
                { check("Autoplay when visible", chosen.plays, |choices| EmbedChoices { plays: !choices.plays, ..choices }) }
                <label class="check">
                    { "Height" }
                    <input class="embed-height" type="number" min="1" placeholder="auto" aria-invalid={refused_height.is_some().to_string()} oninput={onheight} />
                </label>
                <label class="check" title="The name of the embed for screen readers">
                    { "Title" }
                    <input class="embed-title" type="text" placeholder={source.title.clone()} oninput={ontitle} />
                </label>
            </div>
            if let Some(reason) = &*refused_height {
                <p class="refusal" role="alert">{ ticks(reason) }</p>
            }
            // Before the preview, so that the button to copy is in sight.
            { segmented("Code format", FORMS, *form, &onform) }
            { lines(source, *form, chosen) }
            { preview(source, chosen) }
        </>
    }
}

/// Returns the live preview.
fn preview(source: &EmbedSource, choices: EmbedChoices) -> Html {
    let Some(address) = source.frame_address(choices) else {
        return html! {
            <p class="hint">{ "This text is too long for a link, so there is no preview. The code for HTML, mdBook and Sphinx contains the text itself." }</p>
        };
    };
    html! {
        // The key changes with the address, because navigation within a frame would add an entry to the browser's
        // history.
        <iframe key={address.clone()} class={format!("embed-preview size-{}", choices.size.key())} src={address} title="preview"></iframe>
    }
}

fn lines(source: &EmbedSource, form: Form, choices: EmbedChoices) -> Html {
    match source.lines(form, choices) {
        Some(lines) => html! {
            <>
                <pre class="embed-lines" tabindex="0" aria-label="code to copy">{ &lines }</pre>
                if source.is_local(&lines) {
                    <p class="notice notice-warn">{ "This address is only for your own machine. Replace it with the address of a copy of Lanescope that your readers can reach." }</p>
                }
                <CopyButton text={Rc::<str>::from(lines)} label="Copy" />
                <p class="hint">{ about(form) }</p>
            </>
        },
        None => {
            html! { <p class="hint">{ "This text is too long for a link. The code for HTML, mdBook and Sphinx contains the text itself." }</p> }
        }
    }
}

/// Returns a hint for using the code.
fn about(form: Form) -> &'static str {
    match form {
        Form::Html => {
            "For HTML, and for Markdown and MDX that allow HTML. Load the script once per page. Readers without scripts see the text."
        }
        Form::MdBook => "For a book that is built with mdbook-lanescope, which also checks the expectations.",
        Form::Sphinx | Form::Myst => {
            "For a page that Sphinx builds with the extension sphinx_lanescope, which also checks the expectations."
        }
        Form::Frame => {
            "For sites that allow only iframes. The iframe keeps its height, and its content scrolls."
        }
        Form::Link => "Opens the full page with this text at this step.",
        Form::Text => "Save it as a file. The page and the command line open it.",
    }
}
