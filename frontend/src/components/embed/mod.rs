//! A scenario embedded in another page.

pub mod embed_bar;

use self::embed_bar::embed_bar;
use crate::components::controls::program::Program;
use crate::components::controls::select::segmented;
use crate::components::controls::ticks::ticks;
use crate::components::page::{Page, ReadOnlyText, use_page};
use crate::effects::embed::{
    tell, use_leave, use_requests, use_roving_tabindex, use_told_height, use_was_seen,
};
use crate::effects::url;
use crate::state::choice::Choice;
use crate::state::embed::{ENGINE, EmbedSettings, EmbedSide, EmbedSize, explained, missing_variant, mistake};
use crate::state::message::{Report, Request};
use crate::state::{Action, ChromeAction, Model, Notice, Opening, PlaybackAction};
use lanescope_core::session::text::{counted, encode_link};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EmbedProps {
    /// The initial content. Later changes have no effect.
    pub opening: Opening,
    pub settings: EmbedSettings,
    /// The expected width of the stage in CSS pixels; `None` without a browser.
    pub stage_px: Option<crate::effects::width::Size>,
}

#[component]
pub fn Embed(props: &EmbedProps) -> Html {
    let EmbedProps { opening, settings, stage_px } = props;
    let page = use_page(|| opening.model().embedded(settings), *stage_px, Some(settings));
    let Page { model, program, dispatch_any, .. } = &page;
    let column = use_node_ref();
    let linked = opening.view.tab.and_then(EmbedSide::of_tab);
    let side = use_state_eq(|| settings.side.or(linked).unwrap_or_default());
    let is_unfolded = use_state_eq(|| false);
    // The scenario that *Reset* restores, and its step.
    let original = use_state_eq(|| {
        (Rc::clone(&model.document.session.text), settings.step.unwrap_or(model.playback.cursor))
    });

    {
        let (program, dispatch_any, original) = (program.clone(), dispatch_any.clone(), original.setter());
        use_requests(Callback::from(move |request: Request| {
            match program.look(|model| request.action(model)) {
                Some(Ok(action)) => dispatch_any.emit(action),
                Some(Err(message)) => tell(&Report::Error { message }),
                None => {}
            }
            if let Request::Load { text, step, .. } = request {
                original.set((text.into(), step));
            }
        }));
    }
    // The host page shows the embed at the first reported step, so the height comes before it.
    use_told_height(&column, model.document.runs);
    let is_link_damaged = matches!(opening.notice, Some(Notice::BadLink(_)));
    use_reports(model, settings.waits || is_link_damaged);
    let was_seen = use_was_seen(&column);
    let plays = settings.plays && was_seen && model.run_len() > 0;
    {
        let dispatch_any = dispatch_any.clone();
        use_effect_with(plays, move |plays| {
            if *plays {
                dispatch_any.emit(PlaybackAction::Play(true).into());
            }
        });
    }
    use_leave();
    use_roving_tabindex(&column);

    let code = use_memo(Rc::clone(&model.document.session.text), |text| encode_link(text));
    let link = (*code).as_ref().map(|code| AttrValue::from(url::page_address(code, model)));
    let onreset = settings.is_editable.then(|| {
        let ((text, cursor), dispatch_any) = ((*original).clone(), dispatch_any.clone());
        Callback::from(move |_: MouseEvent| {
            dispatch_any.emit(Action::Load { text: Rc::clone(&text), cursor, granularity: None });
        })
    });
    let is_changed = original.0 != model.document.session.text;
    let bar = embed_bar(&page, onreset.map(|onreset| (onreset, is_changed)), link);
    html! {
        <ContextProvider<Program> context={program.clone()}>
        <div class={classes!("page", "embedded", format!("size-{}", settings.size.key()), settings.fits.then_some("fits"), (!settings.is_editable).then_some("read-only"))}>
            <main class="embed-column" ref={column}>
                <h1 class="visually-hidden">{ "Lanescope" }</h1>
                { notice(&page, settings) }
                { match settings.size {
                    EmbedSize::Full if settings.fits => html! {
                        <>
                            // Side by side if there is room.
                            <div class="embed-both">{ page.stage_area() }{ written(&page, settings, &side, &is_unfolded) }</div>
                            { bar }
                        </>
                    },
                    // The bar comes before the text, which changes its height.
                    EmbedSize::Full => html! {
                        <>{ page.stage_area() }{ bar }{ written(&page, settings, &side, &is_unfolded) }<div class="embed-spring"></div></>
                    },
                    EmbedSize::Strip | EmbedSize::Card => html! {
                        <>{ page.stage_area() }<div class="embed-spring"></div>{ bar }{ page.details() }</>
                    },
                } }
            </main>
        </div>
        </ContextProvider<Program>>
    }
}

/// Returns the messages above the stage: an error in the scenario, an invalid link, another version.
fn notice(page: &Page, settings: &EmbedSettings) -> Html {
    let warnings = [settings.version_notice(ENGINE), missing_variant(&page.model)];
    // A full embed that shows an older run lists the problems of its text below.
    let mistake = mistake(&page.model).filter(|_| settings.size != EmbedSize::Full || !page.model.is_stale());
    html! {
        <>
            { match page.model.message() {
                // The message of the full page mentions the reader's own text, which an embed does not have.
                Some(Notice::BadLink(reason)) => html! {
                    <p class="notice notice-danger" role="alert"><span><strong>{ "This link cannot be opened: " }</strong>{ reason }{ "." }</span></p>
                },
                _ => page.notice(),
            } }
            if let Some(mistake) = mistake {
                <p class="notice notice-danger" role="alert"><span><strong>{ "This scenario cannot run. " }</strong>{ ticks(&mistake) }</span></p>
            }
            { for warnings.into_iter().flatten().map(|warning| html! { <p class="notice notice-warn" role="status">{ ticks(&warning) }</p> }) }
        </>
    }
}

/// Returns the text, the semantics or the outcomes.
fn written(
    page: &Page,
    settings: &EmbedSettings,
    side: &UseStateHandle<EmbedSide>,
    is_unfolded: &UseStateHandle<bool>,
) -> Html {
    let model = &page.model;
    let setup_lines = if settings.folds_setup { model.document.session.setup_lines() } else { 0 };
    let hidden = if **is_unfolded { 0 } else { setup_lines };
    let onfold = {
        let is_unfolded = is_unfolded.clone();
        Callback::from(move |_: MouseEvent| is_unfolded.set(!*is_unfolded))
    };
    let onside = {
        let (side, dispatch) = (side.setter(), page.program.dispatch().clone());
        Callback::from(move |chosen: EmbedSide| {
            side.set(chosen);
            // The full page, if opened from here, opens with the same tab.
            chosen.tab().into_iter().for_each(|tab| dispatch.emit(ChromeAction::Tab(tab).into()));
        })
    };
    let shows_text = match **side {
        EmbedSide::Text => true,
        EmbedSide::Outcomes => model.is_hiding(),
        EmbedSide::Semantics => false,
    };
    html! {
        <section class="embed-written" aria-label="Text, semantics and outcomes">
            { page.details() }
            { segmented("Below the stage", &explained("side"), **side, &onside) }
            // The editor keeps its undo history while it is hidden.
            if settings.is_editable {
                <div class="embed-text" hidden={!shows_text}>{ page.editor() }</div>
            }
            { match **side {
                _ if shows_text && settings.is_editable => html! {},
                EmbedSide::Outcomes | EmbedSide::Text if model.is_hiding() => html! {
                    <div class="embed-text editor-host"><ReadOnlyText session={model.document.session.clone()} hides_answers=true /></div>
                },
                EmbedSide::Semantics => page.semantics(),
                EmbedSide::Outcomes => page.outcomes(),
                EmbedSide::Text => html! {
                    <>
                        if setup_lines > 0 {
                            <button type="button" class="quiet fold-setup" aria-expanded={is_unfolded.to_string()} onclick={onfold}>
                                { match setup_lines { 1 => "1 line of set-up".to_owned(), count => format!("{count} lines of set-up") } }
                            </button>
                        }
                        <div class="embed-text editor-host">
                            <ReadOnlyText session={model.document.session.clone()} marks={page.text_view().marks_of_run()} {hidden} />
                        </div>
                    </>
                },
            } }
            if !model.is_hiding() && !model.document.session.diagnostics.is_empty() {
                // Closed, so that the height of a text can be reserved before its run is known.
                <details class="embed-diagnostics" open={settings.is_editable || model.document.session.unexpected_errors()}>
                    <summary>{ counted(model.document.session.diagnostics.len(), "diagnostic") }</summary>
                    { page.diagnostics() }
                </details>
            }
        </section>
    }
}

/// Reports changes of the run to the host page. Sends no text and no step until a scenario has been loaded.
#[hook]
fn use_reports(model: &UseReducerHandle<Model>, waits: bool) {
    // The text is reported first, because a step is a position in that text.
    let has_come = use_mut_ref(|| !waits);
    {
        let has_come = has_come.clone();
        use_effect_with(Rc::clone(&model.document.session.text), move |text| {
            has_come.replace_with(|before| *before || !text.is_empty());
            if *has_come.borrow() {
                tell(&Report::Text { text: Rc::clone(text) });
            }
        });
    }
    let at = (model.document.runs, model.playback.cursor, model.run_len(), model.granularity());
    {
        let model = model.clone();
        use_effect_with(at, move |_| {
            if *has_come.borrow() {
                tell(&Report::step(&model));
            }
        });
    }
    // The questions are reported before the end of the run, which only counts without them.
    use_effect_with((model.document.runs, Report::answers(model)), |(_, answers)| {
        answers.iter().for_each(tell)
    });
    use_effect_with((model.document.runs, Report::end(model)), |(_, end)| end.iter().for_each(tell));
    let problem = Report::problem(model);
    use_effect_with(problem, |problem| problem.iter().for_each(tell));
    {
        let model = model.clone();
        let known = model.outcomes().filter(|known| !known.is_quiet).cloned();
        use_effect_with(known, move |known| {
            if known.is_some() {
                Report::outcomes(&model).iter().for_each(tell);
            }
        });
    }
}
