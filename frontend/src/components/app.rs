//! The page of the playground.

use super::controls::program::{Program, on_click};
use super::controls::splitter::Splitter;
use super::controls::timeline::timeline;
use super::dialogs::Dialogs;
use super::header::Header;
use super::page::{Page, use_page};
use super::puzzle_bar::puzzle_bar;
use super::tabs::tabs;
use crate::effects::examples::use_examples;
use crate::effects::files::use_drop;
use crate::effects::panes::use_panes;
use crate::effects::scroll::use_in_view;
use crate::effects::storage::{use_autosave, use_takeover};
use crate::effects::url::{self, use_address, use_history};
use crate::effects::width::Size;
use crate::state::embed_code::EmbedSource;
use crate::state::export::Source;
use crate::state::panes::Side;
use crate::state::quiz::without_answers;
use crate::state::timeline::TimelineView;
use crate::state::{Action, ChromeAction, Dialog, Opening, Saved};
use lanescope_core::session::orders::GoalAnswer;
use lanescope_core::view::example;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AppProps {
    /// The initial content of the page. Later changes have no effect.
    pub opening: Opening,
    /// Expected room of the picture on the stage in CSS pixels; `None` without a browser.
    pub stage_px: Option<Size>,
}

/// The page of the playground.
#[component]
pub fn App(props: &AppProps) -> Html {
    let page = use_page(|| props.opening.model(), props.stage_px, None);
    let (model, dispatch) = (&page.model, page.program.dispatch());

    use_panes(model.settings.panes);
    let offers_next_puzzle = model.goal_answer() == Some(&GoalAnswer::Met);
    let examples = use_examples(model.chrome.dialog == Some(Dialog::Gallery), offers_next_puzzle);
    use_autosave(Saved::from(&**model));
    use_takeover(dispatch);
    use_address(model);
    use_history(dispatch.clone());
    use_drop(dispatch);
    use_in_view(
        "tab-panel",
        &[".ran", ".next"],
        (model.playback.cursor, model.chrome.tab, model.document.runs),
    );

    let view = TimelineView::new(model, page.moment.as_deref());
    let closed = Side::ALL.into_iter().filter(|side| model.settings.panes.of(*side).is_closed);
    let closed: Vec<String> = closed.map(|side| format!("{}-closed", side.key())).collect();
    let splitter = |side: Side| html! { <Splitter {side} pane={model.settings.panes.of(side)} /> };
    let open = model.chrome.dialog;
    html! {
        <ContextProvider<Program> context={page.program.clone()}>
            <div class="page">
                <Header title={AttrValue::from(example::own_title(&model.document.session.text))} theme={model.settings.theme} />
                { page.notice() }
                { puzzle_bar(&page, &examples) }
                <main class={classes!("columns", closed)}>
                    <div class="middle">
                        { page.stage_area() }
                    </div>
                    { page.details() }
                    <div class="dock">{ timeline(&view, dispatch) }</div>
                    <div class="left">
                        <section class="editor-panel" aria-labelledby="editor-title">
                            { editor_head(dispatch) }
                            { page.editor() }
                        </section>
                        { page.diagnostics() }
                        { splitter(Side::Editor) }
                    </div>
                    { tabs(&page, splitter(Side::Inspector)) }
                </main>
                // The full text for print, because an editor renders only the visible lines.
                <pre class="printed-text">{ if model.is_hiding() { without_answers(&model.document.session) } else { model.document.session.text.to_string() } }</pre>
            </div>
            <Dialogs
                {open}
                sets={model.document.session.sets.clone()}
                source={(open == Some(Dialog::Export)).then(|| source(&page))}
                embed={(open == Some(Dialog::Embed)).then(|| EmbedSource::new(model, url::page()))}
                session={(open == Some(Dialog::Reference)).then(|| model.document.session.clone())}
                looked_up={model.chrome.looked_up.clone()}
                solved={model.learning.puzzles.solved.clone()}
                examples={examples.clone()}
            />
        </ContextProvider<Program>>
    }
}

/// Returns the data that exported files are made of.
fn source(page: &Page) -> Source {
    let model = &page.model;
    Source {
        sets: model.document.session.sets.clone(),
        title: example::title(&model.document.session.text),
        text: model.document.session.text.clone(),
        staged: model.document.last_valid.clone(),
        variant: model.document.session.variant.clone(),
        moment: page.moment.clone(),
        formats: model.settings.formats.clone(),
        granularity: model.granularity(),
        steps: Default::default(),
    }
}

/// Returns the heading of the text, with the button that opens the reference.
fn editor_head(dispatch: &Callback<Action>) -> Html {
    let onlookup = on_click(dispatch, ChromeAction::LookUp("".into()));
    html! {
        <div class="panel-head">
            <h2 id="editor-title">{ "Scenario" }</h2>
            <span class="spring"></span>
            <span class="panel-tools">
                <button type="button" class="quiet" title="All directives and builtins (F1 in the text)" onclick={onlookup}>
                    { "Reference" }
                </button>
            </span>
        </div>
    }
}
