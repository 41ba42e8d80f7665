//! The content of the embed dialog: the code that embeds the scenario in another page.

use crate::components::controls::copy_button::CopyButton;
use crate::components::controls::select::{segmented, select};
use crate::effects::dom::typed_value;
use crate::state::Theme;
use crate::state::choice::Choice;
use crate::state::embed::{EmbedSide, EmbedSize, labelled};
use crate::state::embed_code::{EmbedSource, Form, Wishes};
use lanescope_core::session::report::EMBED_OPTIONS;
use std::rc::Rc;
use std::sync::LazyLock;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EmbedCodeProps {
    pub source: EmbedSource,
}

/// The sizes, each with its tooltip.
static SIZES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| labelled::<EmbedSize>("size"));

/// The forms of the code, each with its tooltip.
const FORMS: &[(&str, &str)] = &[
    ("HTML", "an element for HTML pages, and for Markdown and MDX that allow HTML"),
    ("mdBook", "a block for mdBook with the preprocessor mdbook-lanescope"),
    ("Sphinx", "a directive for reStructuredText with the extension sphinx_lanescope"),
    ("MyST", "a directive for Markdown in Sphinx with the same extension"),
    ("iframe", "for pages that allow only iframes"),
    ("Link", "only the link"),
    (".lane", "only the text, for a file"),
];

/// Sizes, settings, a live preview, and the code to copy.
#[component]
pub fn EmbedCode(EmbedCodeProps { source }: &EmbedCodeProps) -> Html {
    let wishes = use_state_eq(|| Wishes { at_step: true, ..Wishes::default() });
    let title = use_state_eq(String::new);
    let source = &source.with_title(&title);
    let form = use_state_eq(|| Form::Html);
    let asked = *wishes;
    let change = |changed: fn(Wishes, usize) -> Wishes| {
        let wishes = wishes.clone();
        Callback::from(move |index| wishes.set(changed(*wishes, index)))
    };
    let check = |label: &'static str, is_on: bool, changed: fn(Wishes) -> Wishes| {
        let wishes = wishes.clone();
        let onchange = Callback::from(move |_: Event| wishes.set(changed(*wishes)));
        html! { <label class="check"><input type="checkbox" checked={is_on} {onchange} />{ label }</label> }
    };
    let onform = Callback::from(form.setter()).reform(|index: usize| Form::ALL[index]);
    let onheight = {
        let wishes = wishes.clone();
        Callback::from(move |event: InputEvent| {
            let written = typed_value(&event);
            let is_valid = EMBED_OPTIONS
                .iter()
                .any(|option| option.name == "height" && option.check(Some(&written)).is_ok());
            wishes.set(Wishes { height: written.parse().ok().filter(|_| is_valid), ..*wishes })
        })
    };
    let ontitle = Callback::from(title.setter()).reform(|event: InputEvent| typed_value(&event));
    html! {
        <>
            <div class="embed-wishes">
                { segmented("size", &SIZES, asked.size.index(), change(|wishes, index| Wishes { size: EmbedSize::at(index), ..wishes })) }
                { select(
                    "theme of the embed",
                    vec!["Match host page".into(), "Light".into(), "Dark".into()],
                    asked.theme.index(),
                    change(|wishes, index| Wishes { theme: Theme::at(index), ..wishes }),
                ) }
                if asked.size == EmbedSize::Full {
                    { select(
                        "panel below the stage",
                        EmbedSide::labels(),
                        asked.side.index(),
                        change(|wishes, index| Wishes { side: EmbedSide::at(index), ..wishes }),
                    ) }
                }
                { check("Editable", asked.is_editable, |wishes| Wishes { is_editable: !wishes.is_editable, ..wishes }) }
                { check("Start at this step", asked.at_step, |wishes| Wishes { at_step: !wishes.at_step, ..wishes }) }
                if asked.size == EmbedSize::Full && !asked.is_editable {
                    { check("Fold the set-up", asked.folds_setup, |wishes| Wishes { folds_setup: !wishes.folds_setup, ..wishes }) }
                }
                { check("Autoplay when visible", asked.plays, |wishes| Wishes { plays: !wishes.plays, ..wishes }) }
                <label class="check">
                    { "Height" }
                    <input class="embed-height" type="number" min="1" placeholder="auto" oninput={onheight} />
                </label>
                <label class="check" title="The name of the embed for screen readers">
                    { "Title" }
                    <input class="embed-title" type="text" placeholder={source.title.clone()} oninput={ontitle} />
                </label>
            </div>
            // Before the preview, so that the button to copy is in sight.
            { segmented("Code format", FORMS, *form as usize, onform) }
            { lines(source, *form, asked) }
            { preview(source, asked) }
        </>
    }
}

/// Returns the live preview.
fn preview(source: &EmbedSource, wishes: Wishes) -> Html {
    let Some(address) = source.frame_address(wishes) else {
        return html! {
            <p class="hint">{ "This text is too long for a link, so there is no preview. The code for HTML, mdBook and Sphinx contains the text itself." }</p>
        };
    };
    html! {
        // The key changes with the address, because navigation within a frame would add an entry to the browser's
        // history.
        <iframe key={address.clone()} class={format!("embed-preview size-{}", wishes.size.key())} src={address} title="preview"></iframe>
    }
}

fn lines(source: &EmbedSource, form: Form, wishes: Wishes) -> Html {
    match source.lines(form, wishes) {
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
