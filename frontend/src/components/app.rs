//! The page of the playground.

use super::beside::{OtherSide, comparing, row_key, use_beside, use_compared};
use super::diagnostics_list::DiagnosticsList;
use super::dialogs::Dialogs;
use super::editor_pane::EditorPane;
use super::embed_dialog::EmbedDialog;
use super::empty_text::EmptyText;
use super::encoding_panel::EncodingPanel;
use super::header::{Header, share};
use super::instruction_panel::InstructionPanel;
use super::narration::Narration;
use super::new_scenarios::NewScenarios;
use super::notice_bar::NoticeBar;
use super::outcomes_panel::OutcomesPanel;
use super::readings_panel::ReadingsPanel;
use super::registers_panel::RegistersPanel;
use super::semantics_panel::SemanticsPanel;
use super::splitter::Splitter;
use super::stage::{Stage, StageSide};
use super::tabs::Tabs;
use super::timeline::Timeline;
use super::tour::TourCallout;
use crate::effects::files::use_drop;
use crate::effects::inquiry::{use_inquiries, use_quiet_inquiry};
use crate::effects::keys::use_keys;
use crate::effects::panes::use_panes;
use crate::effects::readings::use_other_readings;
use crate::effects::root::use_root_attributes;
use crate::effects::scroll::use_in_view;
use crate::effects::slices::use_slices;
use crate::effects::storage::{self, use_autosave, use_takeover};
use crate::effects::timer::use_clock;
use crate::effects::tour::use_tour;
use crate::effects::url::{self, use_address, use_history};
use crate::effects::width::Size;
use crate::state::all_orders::Topic;
use crate::state::embed::EmbedSize;
use crate::state::embed_code::EmbedSource;
use crate::state::export::Source;
use crate::state::gallery;
use crate::state::invariants::broken_here;
use crate::state::keys::{self, Press};
use crate::state::moment::Moment;
use crate::state::panes::Side;
use crate::state::position::{NOTHING, position};
use crate::state::selection::{at_caret, related_spans};
use crate::state::sight::touched_count;
use crate::state::summary::RunSummary;
use crate::state::timeline::Landmarks;
use crate::state::variants::{BASE, Compared};
use crate::state::{Action, ByIdentity, Dialog, Good, Model, Opening, PageKind, Saved, Tab, reduce};
use lanescope_core::session::{Expectation, Span, Stop, Verdict, caption, first_letters};
use std::rc::Rc;
use yew::prelude::*;

impl Reducible for Model {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(reduce(Rc::unwrap_or_clone(self), action))
    }
}

/// Properties of an [`App`].
#[derive(Properties, PartialEq)]
pub struct AppProps {
    /// The initial content of the page. Later changes have no effect.
    pub opening: Opening,
    /// Expected room of the picture on the stage in CSS pixels; `None` without a browser.
    pub stage_px: Option<Size>,
}

/// Computes the moment at `cursor` once, for all panels.
#[hook]
pub(super) fn use_moment(
    good: Option<&Good>,
    cursor: u32,
    pinned: Option<u32>,
) -> Option<ByIdentity<Moment>> {
    let good = good.cloned();
    let summary =
        use_memo(good.clone(), |good| good.as_ref().map(|good| Rc::new(RunSummary::new(&good.run))));
    let moment = use_memo((good, cursor, pinned), |(good, cursor, pinned)| {
        let moment = Moment::new(&good.as_ref()?.run.0, &good.as_ref()?.text, *cursor, (*summary).clone()?);
        Some(ByIdentity::new(moment.compared_with(*pinned)))
    });
    (*moment).clone()
}

/// The page of the playground.
#[component]
pub fn App(props: &AppProps) -> Html {
    let model = use_reducer(|| props.opening.model());
    let onaction = {
        let dispatcher = model.dispatcher();
        use_callback((), move |action: Action, ()| dispatcher.dispatch(action))
    };
    let own = model.own();
    storage::remember(&own.text);
    let moment = use_moment(model.on_stage(), model.cursor, model.pinned);
    let landmarks = use_memo(model.on_stage().cloned(), |good| {
        good.as_ref().map(|good| Landmarks::new(&good.run)).unwrap_or_default()
    });

    let compared = use_compared(&model);
    let beside = use_beside(compared.as_ref(), &model, moment.as_ref(), &onaction);
    let moment = beside.as_ref().map(|beside| beside.here().clone()).or(moment);

    use_root_attributes(model.theme, model.runs);
    use_panes(model.panes);
    use_autosave(Saved::from(&*model));
    use_takeover(&onaction);
    use_address(own);
    use_history(onaction.clone());
    use_drop(&onaction);
    use_in_view("tab-panel", &[".ran", ".next"], (model.cursor, model.tab, model.runs));
    use_tour(
        model.tour.as_ref().map(|tour| (tour.at, tour.stop().target)),
        (model.cursor, model.runs, model.tab),
    );
    use_clock(model.wait_ms(), (model.cursor, model.owed_us), onaction.clone());
    use_slices(model.pending.clone(), Action::Advance, onaction.clone());
    use_slices(model.search.clone(), Action::Search, onaction.clone());
    use_inquiries(&model.all_orders, &model.session.roll_call, &onaction);
    use_quiet_inquiry(model.runs, &onaction);
    use_other_readings(&model.session, model.runs, &onaction);
    let latest = use_mut_ref(|| None);
    *latest.borrow_mut() = Some((model.clone(), moment.clone()));
    let onpoint = {
        let (latest, onaction) = (latest.clone(), onaction.clone());
        use_callback((), move |byte_offset: usize, ()| point(&latest.borrow(), byte_offset, &onaction))
    };
    let onlookup = {
        let onaction = onaction.clone();
        use_callback((), move |word: String, ()| onaction.emit(Action::LookUp(word.into())))
    };
    let comparing = use_state_eq(|| 0usize);
    let oncomparing = use_callback(comparing.setter(), |at, comparing| comparing.set(at));
    let copied = use_state(|| None);
    let onshare = {
        let (latest, copied, onaction) = (latest.clone(), copied.setter(), onaction.clone());
        use_callback((), move |_: MouseEvent, ()| {
            if let Some((model, _)) = &*latest.borrow() {
                share(model, &copied, &onaction);
            }
        })
    };
    let interpret = use_callback((), move |press: Press, ()| {
        let latest = latest.borrow();
        latest.as_ref().and_then(|(model, _)| keys::action(model, &press))
    });
    use_keys(interpret, onaction.clone());

    let page = Page {
        model: &model,
        is_copied: copied.is_some(),
        moment: moment.as_ref(),
        compared: compared.as_ref(),
        beside: beside.as_ref(),
        comparing: (*comparing, &oncomparing),
        landmarks: &landmarks,
        stage_px: props.stage_px,
        embed_size: None,
        can_scroll: true,
        onshare: &onshare,
        onpoint: &onpoint,
        onlookup: &onlookup,
        onaction: &onaction,
    };
    html! {
        <>
            { page.whole() }
            <Dialogs
                open={model.dialog}
                roll_call={model.session.roll_call.clone()}
                source={(model.dialog == Some(Dialog::Export)).then(|| page.source())}
                session={(model.dialog == Some(Dialog::Reference)).then(|| model.session.clone())}
                looked_up={model.looked_up.clone()}
                letter_keys={model.letter_keys}
                onaction={onaction.clone()}
            />
            <EmbedDialog
                source={(model.dialog == Some(Dialog::Embed)).then(|| EmbedSource::new(model.own(), url::page()))}
                onaction={onaction.clone()}
            />
            <NewScenarios
                open={model.dialog == Some(Dialog::New)}
                roll_call={model.session.roll_call.clone()}
                onaction={onaction.clone()}
            />
        </>
    }
}

/// The page as last rendered, for event handlers.
type Latest = (UseReducerHandle<Model>, Option<ByIdentity<Moment>>);

/// Selects the item at `byte_offset` in the text.
fn point(latest: &Option<Latest>, byte_offset: usize, onaction: &Callback<Action>) {
    let Some((model, Some(moment))) = latest else { return };
    at_caret(model, moment, byte_offset).into_iter().for_each(|action| onaction.emit(action));
}

/// Data that the parts of the page are rendered from.
pub(super) struct Page<'a> {
    pub model: &'a Model,
    pub moment: Option<&'a ByIdentity<Moment>>,
    /// The compared variant, the other side on the stage, and the part of the comparison that is shown.
    pub compared: Option<&'a ByIdentity<Compared>>,
    pub beside: Option<&'a OtherSide>,
    pub comparing: (usize, &'a Callback<usize>),
    pub landmarks: &'a Landmarks,
    pub stage_px: Option<Size>,
    pub embed_size: Option<EmbedSize>,
    /// Whether single panels scroll, rather than only the page as a whole.
    pub can_scroll: bool,
    pub is_copied: bool,
    pub onshare: &'a Callback<MouseEvent>,
    pub onpoint: &'a Callback<usize>,
    pub onlookup: &'a Callback<String>,
    pub onaction: &'a Callback<Action>,
}

impl Page<'_> {
    fn whole(&self) -> Html {
        let model = self.model;
        let closed = Side::ALL.into_iter().filter(|side| model.panes.of(*side).is_closed);
        let closed: Vec<String> = closed.map(|side| format!("{}-closed", side.key())).collect();
        html! {
            <div class="page">
                { self.header() }
                { self.notice() }
                <main class={classes!("columns", closed)}>
                    <div class="middle">
                        { self.stage_area() }
                    </div>
                    <div class="dock">{ self.timeline() }</div>
                    <div class="left">
                        <section class="editor-panel" aria-labelledby="editor-title">
                            { self.editor_head() }
                            { self.editor() }
                        </section>
                        { self.diagnostics(false) }
                        { self.splitter(Side::Editor) }
                    </div>
                    if let Some(tour) = &model.tour {
                        <TourCallout tour={tour.clone()} value={model.tour_value()} onaction={self.onaction.clone()} />
                    }
                    <Tabs open={model.tab} edge={self.splitter(Side::Inspector)} onaction={self.onaction.clone()}>{ self.tab() }</Tabs>
                </main>
                // The full text for print, because an editor renders only the visible lines.
                <pre class="printed-text">{ &*model.text }</pre>
            </div>
        }
    }

    fn splitter(&self, side: Side) -> Html {
        html! { <Splitter {side} pane={self.model.panes.of(side)} onaction={self.onaction.clone()} /> }
    }

    fn header(&self) -> Html {
        html! {
            <Header
                title={AttrValue::from(gallery::own_title(&self.model.text))}
                theme={self.model.theme}
                is_copied={self.is_copied}
                onshare={self.onshare.clone()}
                onaction={self.onaction.clone()}
            />
        }
    }

    pub(super) fn notice(&self) -> Html {
        let notice = self.model.message();
        html! {
            if let Some(notice) = notice {
                <NoticeBar {notice} onaction={self.onaction.clone()} />
            }
        }
    }

    /// Returns the data that exported files are made of.
    fn source(&self) -> Source {
        let model = self.model;
        Source {
            roll_call: model.session.roll_call.clone(),
            title: gallery::title(&model.text),
            text: model.text.clone(),
            good: model.good.clone(),
            variant: model.session.variant.clone(),
            moment: self.moment.cloned(),
            formats: model.formats.clone(),
            granularity: model.granularity(),
            steps: Default::default(),
        }
    }

    /// Returns lanes, memory and the sentence about them, which must be visible together.
    pub(super) fn stage_area(&self) -> Html {
        let stage = self.stage();
        let rows = match self.beside {
            Some(beside) => beside.rows(self, stage),
            None => vec![stage],
        };
        html! {
            <div class={classes!("stage-area", self.beside.is_some().then_some("two"))}>
                <>{ for rows }</>
                { self.narration() }
            </div>
        }
    }

    fn stage(&self) -> Html {
        let model = self.model;
        let side = self.beside.and(self.compared).map(|compared| StageSide {
            name: if compared.is_at_hand { Rc::clone(&compared.variant).into() } else { BASE.into() },
            beside: None,
            ontake: Callback::noop(),
        });
        if model.text.trim().is_empty() && model.page_kind == PageKind::Full {
            let letters = first_letters(&model.session.roll_call);
            return html! { <EmptyText letters={AttrValue::from(letters)} onaction={self.onaction.clone()} /> };
        }
        html! {
            <Stage
                key={row_key(model.session.variant.is_some())}
                {side}
                moment={self.moment.cloned()}
                stale={model.is_stale()}
                setup_only={model.setup.is_some()}
                steps_under_way={model.steps_under_way()}
                run={model.runs}
                formats={model.formats.clone()}
                selection={model.selection}
                surface_page={model.surface_page}
                memory_part={model.memory_part}
                breakpoints={model.breakpoints.clone()}
                known={model.outcomes().filter(|_| !model.is_stale()).cloned()}
                rejected={model.rejected.clone()}
                pace_ms={model.pace_ms()}
                expected_px={self.stage_px}
                describes_elements={self.embed_size.is_some() || model.tab != Tab::Instruction}
                is_free={!self.can_scroll}
                embed_size={self.embed_size}
                onaction={self.onaction.clone()}
            />
        }
    }

    fn narration(&self) -> Html {
        let model = self.model;
        let last = self.moment.and_then(|moment| moment.frame.last.as_ref().map(|step| (moment, step)));
        let caption = last.map(|(moment, step)| caption(moment.scenario(), step));
        let computation = caption.as_ref().and_then(|caption| caption.detail.clone()).unwrap_or_default();
        let run = model.run().filter(|_| !model.is_stale());
        let broken = run.and_then(|run| broken_here(run, model.cursor));
        let is_offered = model.invitation && model.page_kind == PageKind::Full;
        let onoffer = is_offered.then(|| self.onaction.clone());
        // A larger stage marks this in its heading.
        let is_changed = self.embed_size == Some(EmbedSize::Strip)
            && self
                .moment
                .and_then(|moment| moment.bound())
                .is_some_and(|it| it.changed_texts().next().is_some());
        html! {
            <Narration
                sentence={caption.map(|caption| AttrValue::from(caption.sentence))}
                computation={AttrValue::from(computation)}
                {is_changed}
                has_panels={self.embed_size.is_none()}
                lists_expectations={self.embed_size.is_none_or(|size| size == EmbedSize::Full)}
                can_scroll={self.can_scroll}
                readings={last.map(|(_, step)| model.readings_of(step)).unwrap_or_default()}
                touched={self.moment.map_or(0, |moment| touched_count(moment))}
                can_step={model.run_len() > 0}
                at_end={self.is_over()}
                stop={model.run().map_or(Stop::End, |run| run.stop())}
                playing={model.playing}
                broken={broken.map(AttrValue::from)}
                expectations={Rc::new(model.expectations())}
                is_judging={model.is_judging()}
                invariants={Rc::new(model.invariants())}
                onexplore={self.onaction.clone()}
                {onoffer}
            />
        }
    }

    fn timeline(&self) -> Html {
        let model = self.model;
        let position = self.moment.map_or_else(|| NOTHING.to_owned(), |moment| position(moment));
        let Landmarks { marks, starts } = self.landmarks.clone();
        html! {
            <Timeline
                cursor={model.cursor}
                len={model.run_len()}
                position={AttrValue::from(position)}
                {marks}
                {starts}
                granularity={model.granularity()}
                playing={model.playing}
                backwards={model.backwards}
                speed={model.speed}
                invitation={model.invites_to_step()}
                until={model.until.clone()}
                stops={model.stops.clone()}
                pinned={model.pinned}
                onaction={self.onaction.clone()}
            />
        }
    }

    /// Returns the heading of the text, with the button that opens the reference.
    fn editor_head(&self) -> Html {
        let onlookup = self.onaction.reform(|_: MouseEvent| Action::LookUp("".into()));
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

    /// Returns whether the run is at its end.
    fn is_over(&self) -> bool {
        self.model.run_len() > 0 && self.model.cursor == self.model.run_len()
    }

    /// Returns the `.expect` lines with their verdicts, which are open until the end of the run.
    pub(super) fn verdicts(&self) -> Vec<(Span, Verdict)> {
        let model = self.model;
        let is_over = self.is_over();
        let verdict = |it: &Expectation| (it.span, if is_over { it.verdict } else { Verdict::NotJudged });
        model.expectations().iter().map(|(_, it)| verdict(it)).collect()
    }

    pub(super) fn editor(&self) -> Html {
        let model = self.model;
        // A stale stage does not describe the current text.
        let moment = self.moment.filter(|_| !model.is_stale());
        let running = moment.and_then(|moment| moment.instruction_span());
        let related = moment.map(|moment| related_spans(&model.session, moment, model.selection));
        let related = related.unwrap_or_default();
        html! {
            <EditorPane
                verdicts={self.verdicts()}
                session={model.session.clone()}
                breakpoints={model.breakpoints.clone()}
                known={model.outcomes().filter(|_| !model.is_stale()).cloned()}
                {running}
                {related}
                onpoint={self.onpoint.clone()}
                onlookup={self.onlookup.clone()}
                command={model.editor_command}
                onaction={self.onaction.clone()}
            />
        }
    }

    pub(super) fn diagnostics(&self, is_read_only: bool) -> Html {
        html! {
            <DiagnosticsList
                session={self.model.session.clone()}
                {is_read_only}
                onaction={self.onaction.clone()}
            />
        }
    }

    pub(super) fn semantics(&self) -> Html {
        let model = self.model;
        html! {
            <SemanticsPanel
                moment={self.moment.cloned()}
                selection={model.selection}
                edit={model.notation_edit.clone()}
                session={model.session.clone()}
                stale={model.is_stale()}
                breakpoints={model.breakpoints.clone()}
                onlookup={self.onlookup.clone()}
                onaction={self.onaction.clone()}
            />
        }
    }

    pub(super) fn outcomes(&self) -> Html {
        let model = self.model;
        let all = &model.all_orders;
        let run = model.run().filter(|_| !model.is_stale()).cloned();
        html! {
            <OutcomesPanel
                known={model.outcomes().cloned()}
                can_be={model.can_be().cloned()}
                {run}
                state={all.of(Topic::Orders).clone()}
                limit={all.limit}
                is_without_worker={all.is_without_worker}
                onaction={self.onaction.clone()}
            />
        }
    }

    /// Returns the panel of the open tab.
    fn tab(&self) -> Html {
        let Self { model, .. } = self;
        let (moment, selection, onaction) = (self.moment.cloned(), model.selection, self.onaction.clone());
        match model.tab {
            Tab::Semantics => html! {
                <>
                    { self.semantics() }
                    { self.readings() }
                </>
            },
            Tab::Instruction => {
                let bound = self.moment.and_then(|moment| moment.bound());
                let row =
                    bound.map(|bound| bound.row.clone()).or_else(|| model.session.rows().first().cloned());
                let op = bound.and_then(|bound| bound.op.clone());
                html! {
                    <>
                        <InstructionPanel row={row.map(ByIdentity)} {op} />
                        <h2>{ "Registers" }</h2>
                        <RegistersPanel
                            moment={moment.clone()}
                            format={model.formats.all}
                            rejected={model.rejected.clone()}
                            {selection}
                            onaction={onaction.clone()}
                        />
                        <h2>{ "Encoding" }</h2>
                        <EncodingPanel {moment} {selection} {onaction} />
                    </>
                }
            }
            Tab::Outcomes => self.outcomes(),
            Tab::Compare => comparing(model, self.compared, self.comparing, onaction),
        }
    }

    /// Returns the interpretations. They are computed only while they are open, because each is tried on the line.
    fn readings(&self) -> Html {
        let model = self.model;
        let open = model.shows_readings;
        let onclick = self.onaction.reform(move |event: MouseEvent| {
            event.prevent_default();
            Action::Readings(!open)
        });
        let moment = self.moment.filter(|moment| !model.is_stale() && moment.bound().is_some());
        let instruction = moment.map(|moment| moment.instruction);
        html! {
            <details key={format!("{instruction:?}")} class="readings-fold" {open}>
                <summary {onclick}>{ "Interpretations" }</summary>
                if open {
                    <ReadingsPanel session={model.session.clone()} {instruction} onaction={self.onaction.clone()} />
                }
            </details>
        }
    }
}
