//! One rendering of the page or of an embed, and the parts that both show.

use super::controls::program::Program;
use super::inspector::outcomes_panel::OutcomesPanel;
use super::inspector::quiz_panel::QuizPanel;
use super::inspector::semantics_panel::SemanticsPanel;
use super::notice_bar::notice_bar;
use super::stage::detail::Details;
use super::stage::empty_text::empty_text;
use super::stage::narration::narration;
use super::stage::pair::{OtherSide, use_compared, use_moment, use_other_side};
use super::stage::{Stage, StageProps, StageSide};
use super::text::diagnostics_list::DiagnosticsList;
use super::text::editor_pane::EditorPane;
use super::text::plain_text::PlainText;
use crate::effects::inquiry::{use_inquiries, use_quiet_inquiry};
use crate::effects::keys::use_keys;
use crate::effects::root::use_root_attributes;
use crate::effects::slices::use_slices;
use crate::effects::storage;
use crate::effects::timer::use_clock;
use crate::effects::width::Size;
use crate::state::annotated::{AnnotatedText, TextMarks, TextView};
use crate::state::embed::{EmbedSettings, is_allowed};
use crate::state::inquiries::{ReadingSearch, Topic};
use crate::state::keys::{self, Press};
use crate::state::narration::NarrationView;
use crate::state::picture::{StageView, Unfolded};
use crate::state::quiz::without_answers;
use crate::state::variants::{BASE, Compared};
use crate::state::{Action, ByIdentity, Model, PageKind, Tab, reduce};
use lanescope_core::session::{Session, cost::cost, text::first_letters};
use lanescope_core::trace::Phase;
use lanescope_core::view::moment::Moment;
use std::rc::Rc;
use yew::prelude::*;

/// One rendering of the page or of an embed.
pub struct Page {
    pub model: UseReducerHandle<Model>,
    /// The moment at the cursor.
    pub moment: Option<ByIdentity<Moment>>,
    pub compared: Option<ByIdentity<Compared>>,
    /// The inactive side on the stage.
    pub other_side: Option<OtherSide>,
    /// The handle for event handlers, which components get by context.
    pub program: Program,
    /// Dispatches any action. The callback of `program` drops those that readers of an embed may not trigger.
    pub dispatch_any: Callback<Action>,
    /// The cost of the instruction that the last step began, in words.
    cost: Option<String>,
    /// The unfolded parts of the table of lanes, on both sides.
    unfolded: Unfolded,
    onunfold: Callback<Unfolded>,
    /// Expected room of the picture on the stage in CSS pixels; `None` without a browser.
    pub stage_px: Option<Size>,
    /// The settings of the embed; `None` on the full page.
    pub embed: Option<EmbedSettings>,
}

impl Reducible for Model {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(reduce(Rc::unwrap_or_clone(self), action))
    }
}

/// Runs the program: creates the model once with `start`, and renders again after each change.
#[hook]
pub fn use_page(
    start: impl FnOnce() -> Model,
    stage_px: Option<Size>,
    embed: Option<&EmbedSettings>,
) -> Page {
    let model = use_reducer(start);
    let dispatch_any = {
        let dispatcher = model.dispatcher();
        use_callback((), move |action: Action, ()| dispatcher.dispatch(action))
    };
    let can_edit = embed.is_none_or(|settings| settings.is_editable);
    let gate = (dispatch_any.clone(), embed.is_some(), can_edit);
    let dispatch = use_callback(gate, |action: Action, (dispatch, is_embed, can_edit)| {
        if !is_embed || is_allowed(&action, *can_edit) {
            dispatch.emit(action);
        }
    });
    let moment = use_moment(model.on_stage(), model.playback.cursor, model.unexpected());
    let moment = use_pinned(&model, moment);
    let compared = use_compared(&model);
    let other_side = use_other_side(compared.as_ref(), &model, moment.as_ref(), &dispatch);
    let moment = other_side.as_ref().map(|other| other.here.clone()).or(moment);
    let latest = use_mut_ref(|| None);
    *latest.borrow_mut() = Some((model.clone(), moment.clone()));
    let program = Program::new(can_edit, dispatch.clone(), latest);

    storage::remember(&model.document.session.text);
    use_root_attributes(model.settings.theme, model.document.runs);
    use_clock(model.wait_ms(), (model.playback.cursor, model.playback.elapsed_us), dispatch_any.clone());
    use_slices(model.document.pending.as_ref().map(|pending| pending.session.clone()), &dispatch_any);
    use_slices(model.playback.search.as_ref().map(|search| search.work.clone()), &dispatch_any);
    let run = model.document.runs;
    let reading_search = use_memo(run, |_| ReadingSearch { session: model.document.session.clone(), run });
    use_slices(Some((*reading_search).clone()), &dispatch_any);
    use_inquiries(&model.inquiries, &model.document.session.sets, &dispatch_any);
    use_quiet_inquiry(model.document.runs, &dispatch_any);
    let interpret = use_callback(program.clone(), |press: Press, program| {
        program.look(|model| keys::action(model, &press)).flatten()
    });
    use_keys(interpret, dispatch);
    let cost = (*use_begun_cost(moment.as_ref())).clone();
    let unfolded = use_state_eq(Unfolded::default);
    let onunfold = use_callback(unfolded.setter(), |wanted, unfolded| unfolded.set(wanted));
    Page {
        model,
        moment,
        compared,
        other_side,
        program,
        dispatch_any,
        cost,
        unfolded: *unfolded,
        onunfold,
        stage_px,
        embed: embed.cloned(),
    }
}

/// Returns the moment, compared with the pinned step while the tab "Compare" is open.
#[hook]
fn use_pinned(model: &Model, moment: Option<ByIdentity<Moment>>) -> Option<ByIdentity<Moment>> {
    let pinned =
        model.playback.pinned.filter(|_| model.chrome.tab == Tab::Compare && model.document.pair.is_none());
    let there = use_moment(model.on_stage().filter(|_| pinned.is_some()), pinned.unwrap_or(0), Vec::new());
    let both = use_memo((moment, there), |(moment, there)| match (moment, there) {
        (Some(moment), Some(there)) => Some(ByIdentity::new(moment.next_to(&there.0))),
        _ => moment.clone(),
    });
    (*both).clone()
}

/// Returns what the accesses of an instruction cost, in words, at its first step.
#[hook]
fn use_begun_cost(moment: Option<&ByIdentity<Moment>>) -> Rc<Option<String>> {
    let is_first = |moment: &&ByIdentity<Moment>| {
        moment.frame.last.as_ref().is_some_and(|step| step.phase == Phase::Mask)
    };
    let key = moment.filter(is_first).map(|moment| (ByIdentity(moment.run.clone()), moment.instruction));
    // The instruction is executed again for its accesses.
    use_memo(key, |key| {
        let (run, instruction) = key.as_ref()?;
        run.scenario().program.get(*instruction)?;
        Some(cost(run, *instruction, &run.scenario().cost_model).in_words())
    })
}

impl Page {
    /// Returns whether single panels scroll, rather than only the page as a whole.
    pub fn can_scroll(&self) -> bool {
        self.embed.as_ref().is_none_or(|settings| settings.fits)
    }

    pub fn notice(&self) -> Html {
        let notice = self.model.message();
        notice.map(|notice| notice_bar(&notice, self.program.dispatch())).unwrap_or_default()
    }

    /// Returns lanes, memory and the sentence about them, which must be visible together.
    pub fn stage_area(&self) -> Html {
        let (stage, model) = (self.stage(), &self.model);
        let rows = match &self.other_side {
            Some(other) if other.is_above => vec![self.other_stage(other), stage],
            Some(other) => vec![stage, self.other_stage(other)],
            None => vec![stage],
        };
        html! {
            // Takes the focus when it is clicked, so that letters act.
            <div class={classes!("stage-area", self.other_side.is_some().then_some("two"))} tabindex="-1">
                <>{ for rows }</>
                { self.quiz() }
                if !model.is_hiding() {
                    { self.narration() }
                }
            </div>
        }
    }

    fn stage(&self) -> Html {
        let model = &self.model;
        let side = self.other_side.as_ref().and(self.compared.as_ref()).map(|compared| StageSide {
            name: if compared.is_variant_active { Rc::clone(&compared.variant).into() } else { BASE.into() },
            comparison: None,
            ontake: Callback::noop(),
        });
        if model.document.session.text.trim().is_empty() && model.chrome.page_kind == PageKind::Full {
            let letters = first_letters(&model.document.session.sets);
            return empty_text(&letters, self.program.dispatch());
        }
        let view = StageView::new(model, self.moment.clone(), self.embed.as_ref());
        let props = self.stage_props(view, side);
        row(model.document.session.variant.is_some(), self.program.clone(), props)
    }

    fn stage_props(&self, view: StageView, side: Option<StageSide>) -> StageProps {
        let (unfolded, onunfold) = (self.unfolded, self.onunfold.clone());
        StageProps { view, side, unfolded, onunfold, expected_px: self.stage_px }
    }

    /// Returns the row of the inactive side. Clicking it makes it active.
    fn other_stage(&self, other: &OtherSide) -> Html {
        let side = Some(other.side.clone());
        let view = StageView::inactive(&self.model, Some(other.moment.clone()), self.embed.as_ref());
        let props = self.stage_props(view, side);
        row(!other.is_above, self.program.beside(other.dispatch.clone()), props)
    }

    /// Returns the details of the selection, which have a place outside the stage area.
    pub fn details(&self) -> Html {
        let model = &self.model;
        html! {
            <Details
                moment={self.moment.clone()}
                selection={model.chrome.selection}
                formats={model.settings.formats.clone()}
                breakpoints={model.playback.breakpoints.clone()}
                known={self.model.outcomes_on_stage().cloned()}
                rejected={model.document.rejected.clone()}
            />
        }
    }

    /// Returns the questions that the reader is answering.
    fn quiz(&self) -> Html {
        let model = &self.model;
        let Some(quiz) = model.learning.quiz.clone() else { return html! {} };
        let session = model.document.session.clone();
        html! { <QuizPanel {quiz} {session} can_scroll={self.can_scroll()} /> }
    }

    fn narration(&self) -> Html {
        let (moment, cost) = (self.moment.as_deref(), self.cost.clone());
        narration(&NarrationView::new(&self.model, moment, cost, self.embed.as_ref()))
    }

    /// Returns the text with the marks of the moment on the stage.
    pub fn text_view(&self) -> TextView {
        TextView::new(&self.model, self.moment.as_deref())
    }

    pub fn editor(&self) -> Html {
        let is_hidden = self.model.is_hiding();
        html! {
            <>
            if is_hidden {
                <div class="editor-host">
                    <ReadOnlyText session={self.model.document.session.clone()} hides_answers=true />
                </div>
            }
            <EditorPane view={self.text_view()} {is_hidden} loads_on_demand={self.embed.is_some()} />
            </>
        }
    }

    pub fn diagnostics(&self) -> Html {
        if self.model.is_hiding() {
            return html! {};
        }
        html! {
            <DiagnosticsList
                session={self.model.document.session.clone()}
                known={self.model.outcomes_on_stage().cloned()}
            />
        }
    }

    pub fn semantics(&self) -> Html {
        let model = &self.model;
        html! {
            <SemanticsPanel
                moment={self.moment.clone()}
                selection={model.chrome.selection}
                edit={model.document.notation_edit.clone()}
                session={model.document.session.clone()}
                stale={model.is_stale()}
                breakpoints={model.playback.breakpoints.clone()}
                has_readings={self.embed.is_none()}
            />
        }
    }

    pub fn outcomes(&self) -> Html {
        let model = &self.model;
        let all = &model.inquiries;
        let run = model.run().filter(|_| !model.is_stale()).cloned();
        html! {
            <OutcomesPanel
                known={model.outcomes().cloned()}
                can_be={model.can_be().cloned()}
                seen={all.seen.clone()}
                {run}
                state={all.of(Topic::Orders).clone()}
                limit={all.limit}
                is_without_worker={all.is_without_worker}
            />
        }
    }
}

#[derive(Properties, PartialEq)]
pub struct ReadOnlyTextProps {
    pub session: ByIdentity<Session>,
    /// Whether the lines that contain answers are left out.
    #[prop_or_default]
    pub hides_answers: bool,
    /// Marked ranges.
    #[prop_or_default]
    pub marks: TextMarks,
    /// The number of lines at the start that are not shown.
    #[prop_or_default]
    pub hidden: usize,
}

/// The text of a scenario that the user cannot edit.
#[component]
pub fn ReadOnlyText(props: &ReadOnlyTextProps) -> Html {
    let text = use_memo((props.session.clone(), props.hides_answers), |(session, hides_answers)| {
        if *hides_answers {
            AnnotatedText::new(Session::begin(&without_answers(session), &session.sets).session())
        } else {
            AnnotatedText::new(session)
        }
    });
    let label = if props.hides_answers { "scenario text without answers" } else { "scenario text" };
    html! { <PlainText text={ByIdentity::from(text)} marks={props.marks.clone()} hidden={props.hidden} {label} /> }
}

/// Returns a row of the stage, of the variant or of the base text. It keeps its elements, and so the focus, when the other side
/// becomes active.
fn row(is_variant: bool, program: Program, props: StageProps) -> Html {
    let key = if is_variant { "variant" } else { BASE };
    html! { <ContextProvider<Program> {key} context={program}><Stage ..props /></ContextProvider<Program>> }
}
