//! A scenario embedded in another page.

use super::app::{Page, use_moment};
use super::beside::{use_beside, use_compared};
use super::diagnostics_list::ticks;
use super::embed_bar::EmbedBar;
use super::plain_text::plain_text;
use super::segmented::Segmented;
use crate::effects::embed::{
    tell, use_leave, use_requests, use_roving_tabindex, use_told_height, use_was_seen,
};
use crate::effects::inquiry::{use_inquiries, use_quiet_inquiry};
use crate::effects::keys::use_keys;
use crate::effects::readings::use_other_readings;
use crate::effects::root::use_root_attributes;
use crate::effects::slices::use_slices;
use crate::effects::storage;
use crate::effects::timer::use_clock;
use crate::effects::url;
use crate::state::choice::Choice;
use crate::state::embed::{
    ENGINE, EmbedSettings, EmbedSide, EmbedSize, is_allowed, missing_variant, mistake,
};
use crate::state::keys::{self, Press};
use crate::state::message::{Report, Request};
use crate::state::position::{NOTHING, position};
use crate::state::timeline::Landmarks;
use crate::state::{Action, Model, Notice, Opening};
use lanescope_core::session::encode_link;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of an [`Embed`].
#[derive(Properties, PartialEq)]
pub struct EmbedProps {
    /// The initial content. Later changes have no effect.
    pub opening: Opening,
    /// Settings from the host page.
    pub settings: EmbedSettings,
    /// The expected width of the stage in CSS pixels; `None` without a browser.
    pub stage_px: Option<crate::effects::width::Size>,
}

/// The embed.
#[component]
pub fn Embed(props: &EmbedProps) -> Html {
    let EmbedProps { opening, settings, stage_px } = props;
    let model = use_reducer(|| opening.model().embedded(settings));
    // The host page is allowed changes that its readers are not.
    let onanything = {
        let dispatcher = model.dispatcher();
        use_callback((), move |action: Action, ()| dispatcher.dispatch(action))
    };
    let onaction = use_callback(
        (onanything.clone(), settings.is_editable),
        |action: Action, (onanything, is_editable)| {
            if is_allowed(&action, *is_editable) {
                onanything.emit(action);
            }
        },
    );
    let moment = use_moment(model.on_stage(), model.cursor, model.pinned);
    let compared = use_compared(&model);
    let beside = use_beside(compared.as_ref(), &model, moment.as_ref(), &onaction);
    let moment = beside.as_ref().map(|beside| beside.here().clone()).or(moment);
    let column = use_node_ref();
    let linked = opening.view.tab.and_then(EmbedSide::of_tab);
    let side = use_state_eq(|| settings.side.or(linked).unwrap_or_default());
    let is_unfolded = use_state_eq(|| false);
    // The scenario that *Reset* restores, and its step.
    let original = use_state_eq(|| (Rc::clone(&model.text), settings.step.unwrap_or(model.cursor)));
    storage::remember(&model.text);

    use_root_attributes(model.theme, model.runs);
    use_clock(model.wait_ms(), (model.cursor, model.owed_us), onanything.clone());
    use_slices(model.pending.clone(), Action::Advance, onanything.clone());
    use_slices(model.search.clone(), Action::Search, onanything.clone());
    use_inquiries(&model.all_orders, &model.session.roll_call, &onanything);
    use_quiet_inquiry(model.runs, &onanything);
    use_other_readings(&model.session, model.runs, &onanything);
    let latest = use_mut_ref(|| None);
    *latest.borrow_mut() = Some(model.clone());
    {
        let (latest, onanything, original) = (latest.clone(), onanything.clone(), original.setter());
        use_requests(Callback::from(move |request: Request| {
            let action =
                latest.borrow().as_ref().map(|model: &UseReducerHandle<Model>| request.action(model));
            match action {
                Some(Ok(action)) => onanything.emit(action),
                Some(Err(message)) => tell(&Report::Error { message }),
                None => {}
            }
            if let Request::Load { text, step, edit: false, .. } = request {
                original.set((text.into(), step));
            }
        }));
    }
    use_reports(&model, settings.waits);
    use_told_height(&column);
    let was_seen = use_was_seen(&column);
    let plays = settings.plays && was_seen && model.run_len() > 0;
    {
        let onanything = onanything.clone();
        use_effect_with(plays, move |plays| {
            if *plays {
                onanything.emit(Action::Play(true));
            }
        });
    }
    let interpret = use_callback((), move |press: Press, ()| {
        let latest = latest.borrow();
        latest.as_ref().and_then(|model: &UseReducerHandle<Model>| keys::action(model, &press))
    });
    use_keys(interpret, onaction.clone());
    use_leave();
    use_roving_tabindex(&column);

    let code = use_memo(Rc::clone(&model.text), |text| encode_link(text));
    let link = (*code).as_ref().map(|code| AttrValue::from(url::page_address(code, &model)));
    let position = moment.as_ref().map_or_else(|| NOTHING.to_owned(), |moment| position(moment));
    // The timeline of an embed has no marks.
    let landmarks = Landmarks::default();
    let (nobody_shares, nobody_points, nobody_looks_up) =
        (Callback::noop(), Callback::noop(), Callback::noop());
    let nobody_compares = Callback::noop();
    let page = Page {
        model: &model,
        is_copied: false,
        moment: moment.as_ref(),
        compared: compared.as_ref(),
        beside: beside.as_ref(),
        comparing: (0, &nobody_compares),
        landmarks: &landmarks,
        stage_px: *stage_px,
        embed_size: Some(settings.size),
        can_scroll: settings.fits,
        onshare: &nobody_shares,
        onpoint: &nobody_points,
        onlookup: &nobody_looks_up,
        onaction: &onaction,
    };
    let onreset = settings.is_editable.then(|| {
        let ((text, cursor), onanything) = ((*original).clone(), onanything.clone());
        Callback::from(move |_: MouseEvent| {
            onanything.emit(Action::Load { text: Rc::clone(&text), cursor, granularity: None });
        })
    });
    let bar = html! {
        <EmbedBar
            {onreset}
            is_changed={original.0 != model.text}
            cursor={model.cursor}
            len={model.run_len()}
            position={AttrValue::from(position)}
            playing={model.playing}
            granularity={model.granularity()}
            {link}
            onaction={onaction.clone()}
        />
    };
    html! {
        <div class={classes!("page", "embedded", format!("size-{}", settings.size.key()), settings.fits.then_some("fits"))}>
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
                    // The bar comes first, so that it keeps its place whatever is shown below it.
                    EmbedSize::Full => html! {
                        <>{ page.stage_area() }{ bar }{ written(&page, settings, &side, &is_unfolded) }<div class="embed-spring"></div></>
                    },
                    EmbedSize::Strip | EmbedSize::Card => html! {
                        <>{ page.stage_area() }<div class="embed-spring"></div>{ bar }</>
                    },
                } }
            </main>
        </div>
    }
}

/// Returns the messages above the stage: an error in the scenario, an invalid link, another version.
fn notice(page: &Page, settings: &EmbedSettings) -> Html {
    let warnings = [settings.version_notice(ENGINE), missing_variant(page.model)];
    // A full embed that shows an older run lists the problems of its text below.
    let mistake = mistake(page.model).filter(|_| settings.size != EmbedSize::Full || !page.model.is_stale());
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

/// The choices below the stage, each with its tooltip.
const SIDES: &[(&str, &str)] = &[
    ("Text", "the scenario"),
    ("Semantics", "the semantics, with the current line"),
    ("Outcomes", "the outcomes of all orders of the lanes"),
];

/// Returns the text, the semantics or the outcomes.
fn written(
    page: &Page,
    settings: &EmbedSettings,
    side: &UseStateHandle<EmbedSide>,
    is_unfolded: &UseStateHandle<bool>,
) -> Html {
    let model = page.model;
    let setup_lines = if settings.folds_setup { model.session.setup_lines() } else { 0 };
    let hidden = if **is_unfolded { 0 } else { setup_lines };
    let onfold = {
        let is_unfolded = is_unfolded.clone();
        Callback::from(move |_: MouseEvent| is_unfolded.set(!*is_unfolded))
    };
    let onside = {
        let (side, onaction) = (side.setter(), page.onaction.clone());
        Callback::from(move |index| {
            let chosen = EmbedSide::at(index);
            side.set(chosen);
            // The full page, if opened from here, opens with the same tab.
            chosen.tab().into_iter().for_each(|tab| onaction.emit(Action::Tab(tab)));
        })
    };
    html! {
        <section class="embed-written" aria-label="Text, semantics and outcomes">
            <Segmented label="Below the stage" choices={SIDES} chosen={side.index()} onchange={onside} />
            { match **side {
                EmbedSide::Semantics => page.semantics(),
                EmbedSide::Outcomes => page.outcomes(),
                EmbedSide::Text if settings.is_editable => html! { <div class="embed-text">{ page.editor() }</div> },
                EmbedSide::Text => html! {
                    <>
                        if setup_lines > 0 {
                            <button type="button" class="quiet fold-setup" aria-expanded={is_unfolded.to_string()} onclick={onfold}>
                                { match setup_lines { 1 => "1 line of set-up".to_owned(), count => format!("{count} lines of set-up") } }
                            </button>
                        }
                        <div class="embed-text editor-host">
                            { plain_text(&model.session, page.moment.filter(|_| !model.is_stale()).and_then(|moment| moment.instruction_span()), &page.verdicts(), hidden) }
                        </div>
                    </>
                },
            } }
            if !model.session.diagnostics.is_empty() {
                { page.diagnostics(!settings.is_editable) }
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
        use_effect_with(Rc::clone(&model.text), move |text| {
            has_come.replace_with(|before| *before || !text.is_empty());
            if *has_come.borrow() {
                tell(&Report::Text { text: Rc::clone(text) });
            }
        });
    }
    let at = (model.runs, model.cursor, model.run_len(), model.granularity());
    {
        let model = model.clone();
        use_effect_with(at, move |_| {
            if *has_come.borrow() {
                tell(&Report::step(&model));
            }
        });
    }
    use_effect_with((model.runs, Report::end(model)), |(_, end)| end.iter().for_each(tell));
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
