//! The questions about the run, with fields for the answers, and the marks.

use crate::components::controls::copy_button::CopyButton;
use crate::components::controls::program::{Program, on_click, use_program};
use crate::components::controls::ticks::ticks;
use crate::effects::dom::{find, focus, typed_value};
use crate::effects::download::text_file;
use crate::effects::focus::{use_focus_from_menu, use_kept_focus, use_opener};
use crate::state::quiz::{Question, Quiz};
use crate::state::{Action, ByIdentity, DocumentAction, LearningAction, Notice};
use lanescope_core::session::{
    Session,
    teach::{Mistake, QuestionContent},
    text::{PanelEdit, counted},
};
use std::rc::Rc;
use web_sys::{Element, InputEvent};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct QuizPanelProps {
    pub quiz: Quiz,
    pub session: ByIdentity<Session>,
    /// Whether the panel scrolls, and so must be focusable.
    pub can_scroll: bool,
}

/// The questions. Enter in a field marks the answers.
#[component]
pub fn QuizPanel(props: &QuizPanelProps) -> Html {
    let program = use_program();
    let dispatch = program.dispatch();
    let quiz = &props.quiz;
    // Only those who can change the questions are warned, once the answers are known.
    let is_author = program.can_edit && !quiz.is_hiding();
    let warnings = use_memo((props.session.clone(), is_author), |(session, is_author)| {
        if *is_author { quiz.warnings(session) } else { Vec::new() }
    });
    let answer = |action: Action| dispatch.reform(move |_: MouseEvent| action.clone());
    let tabindex = props.can_scroll.then_some("0");
    let (panel, buttons) = (use_node_ref(), use_node_ref());
    // The marks are read from the first one on.
    let mark = |action: LearningAction| {
        let (dispatch, panel) = (dispatch.clone(), panel.clone());
        move || {
            dispatch.emit(action.clone().into());
            panel.cast::<Element>().iter().for_each(|panel| panel.set_scroll_top(0));
        }
    };
    let (check, reveal) = (mark(LearningAction::Check), mark(LearningAction::Reveal));
    // Without any answer, the first field waits for one.
    let is_blank =
        quiz.is_of_text() && quiz.questions.iter().all(|question| question.answer.trim().is_empty());
    let onsubmit = {
        let panel = panel.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match panel.cast().and_then(|panel| find(&panel, "input")).filter(|_| is_blank) {
                Some(first) => focus(&first),
                None => check(),
            }
        })
    };
    let onreveal = Callback::from(move |_: MouseEvent| reveal());
    let return_focus = use_opener(&panel);
    use_focus_from_menu(&panel);
    use_kept_focus(&buttons, quiz.is_hiding());
    let leave = dispatch.reform(move |_: MouseEvent| {
        return_focus.emit(());
        LearningAction::Leave.into()
    });
    let is_hiding = quiz.is_hiding();
    let buttons = html! {
        <div ref={buttons} class="quiz-buttons">
            if is_hiding {
                // Without keys, *Try again* would become the submit button while it is pressed.
                <button key="check" type="submit" class="primary">{ "Check" }</button>
                <button key="reveal" type="button" onclick={onreveal}>{ "Show the answers" }</button>
            } else {
                <button key="again" type="button" onclick={answer(LearningAction::Again.into())}>{ "Try again" }</button>
                if !quiz.is_of_text() {
                    <button key="next" type="button" class="primary" onclick={answer(LearningAction::Predict { to_end: false }.into())}>{ "Predict the next step" }</button>
                }
                if quiz.is_of_text() && program.can_edit {
                    <button key="another" type="button" onclick={answer(Action::AnotherQuestion)}>{ "Another one like this" }</button>
                }
            }
            <button type="button" class="quiet" onclick={leave}>{ "Close" }</button>
        </div>
    };
    // The buttons follow what is read first: the questions, or the number of right answers.
    let (top, bottom) = if is_hiding { (None, Some(buttons)) } else { (Some(buttons), None) };
    html! {
        <section ref={panel} class={classes!("quiz", (!is_hiding).then_some("marked"))} aria-labelledby="quiz-title" {tabindex}>
            <form {onsubmit}>
                <div class="quiz-head">
                    <h2 id="quiz-title">{ quiz.origin.title() }</h2>
                    <p>{ introduction(quiz) }</p>
                </div>
                { for top }
                <ol class="quiz-list">
                    { for quiz.questions.iter().enumerate().map(|(at, asked)| question(props, at, asked, &program)) }
                </ol>
                if !warnings.is_empty() {
                    <details class="quiz-author">
                        <summary>{ format!("For authors: {}", counted(warnings.len(), "warning")) }</summary>
                        <ul>{ for warnings.iter().map(|warning| html! { <li>{ ticks(warning) }</li> }) }</ul>
                    </details>
                }
                { for bottom }
                if quiz.is_of_text() && quiz.is_marked() {
                    <div class="quiz-buttons">
                        <CopyButton text={Rc::from(quiz.file())} label="Copy answers" />
                        <button type="button" onclick={save(quiz, dispatch)}>{ "Save answers" }</button>
                    </div>
                }
            </form>
        </section>
    }
}

/// Returns the line below the heading: what is hidden, or how many answers are right.
fn introduction(quiz: &Quiz) -> String {
    let count = quiz.questions.len();
    if !quiz.is_marked() {
        let what = match (quiz.is_hiding(), quiz.is_of_text()) {
            (true, true) if quiz.has_marked_places() => {
                "The run is hidden until you have answered. Type here, or in the marked places above."
            }
            (true, true) => "The run is hidden until you have answered.",
            (true, false) => "Change the marked places to what you expect, then check.",
            (false, _) => "No answer was checked.",
        };
        return what.to_owned();
    }
    let right = quiz.right_count();
    let of = counted(count, "answer");
    let (points, all) = quiz.points();
    let points = if all as usize == count { String::new() } else { format!(", {points} of {all} points") };
    format!("{right} of {of} right{points}.")
}

fn save(quiz: &Quiz, dispatch: &Callback<Action>) -> Callback<MouseEvent> {
    let (file, dispatch) = (quiz.file(), dispatch.clone());
    Callback::from(move |_: MouseEvent| {
        if !text_file("answers.txt", "text/plain", &file) {
            dispatch.emit(Action::Notice(Some(Notice::NotExported("answers.txt".to_owned()))));
        }
    })
}

fn question(props: &QuizPanelProps, at: usize, question: &Question, program: &Program) -> Html {
    let is_hiding = props.quiz.is_hiding();
    let Question { ask, answer, mark, hints, .. } = question;
    let class = match mark {
        None => "open",
        Some(_) if question.is_right() => "holds",
        Some(_) => "fails",
    };
    let oninput = program
        .dispatch()
        .reform(move |event: InputEvent| LearningAction::Type(at, typed_value(&event)).into());
    let (id, says) = (format!("answer-{at}"), format!("answer-{at}-says"));
    html! {
        <li key={at} {class}>
            <label for={id.clone()}>{ ticks(&ask.text) }</label>
            <input
                {id}
                type="text"
                value={answer.clone()}
                placeholder={example(&ask.content)}
                readonly={!is_hiding}
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                aria-describedby={says.clone()}
                {oninput}
            />
            if *hints < ask.hints.len() && is_hiding {
                <button type="button" class="quiet" onclick={on_click(program.dispatch(), LearningAction::Hint(at))}>
                    { "Hint" }
                </button>
            }
            <div id={says} class="quiz-says" aria-live="polite">
                { mark_html(question, program) }
                if !question.comment.is_empty() {
                    <p>{ ticks(&question.comment) }</p>
                }
                { for ask.hints.iter().take(*hints).map(|hint| html! { <p class="quiz-hint">{ ticks(hint) }</p> }) }
            </div>
        </li>
    }
}

/// Returns the form of an answer.
fn example(asked: &QuestionContent) -> &'static str {
    match asked {
        QuestionContent::Contents { index: None, .. } => "a number for each element",
        QuestionContent::Contents { .. } => "a number",
        QuestionContent::Lanes { .. } => "0 2 5-7, all or none",
        QuestionContent::Next { .. } => "3",
        QuestionContent::Outcomes(_) => "a number",
        QuestionContent::Schedule(_) => "3 1 0 2",
    }
}

fn mark_html(question: &Question, program: &Program) -> Html {
    let right = |right| html! { <p class="quiz-right">{ "Right answer: " }<code>{ right }</code></p> };
    let right = question.right.as_deref().map(right);
    match &question.mark {
        None => html! { { for right } },
        Some(Err(problem)) => html! { <p class="reason">{ ticks(problem) }</p> },
        Some(Ok(marking)) if marking.is_right => {
            html! { <p><span class="verdict-word">{ "right" }</span></p> }
        }
        Some(Ok(marking)) => html! {
            <>
                <p>
                    <span class="verdict-word">{ "wrong" }</span>
                    { wrong_parts(&question.ask.content, &marking.parts) }
                </p>
                { for marking.mistakes.iter().map(|mistake| mistake_html(mistake, program)) }
                if let Some(contrast) = &marking.contrast {
                    <p>{ ticks(contrast) }</p>
                }
                { for right }
            </>
        },
    }
}

/// Returns the number of wrong parts in words; empty if the answer has one part.
fn wrong_parts(asked: &QuestionContent, parts: &[bool]) -> String {
    let wrong = parts.iter().filter(|is_right| !**is_right).count();
    match asked {
        QuestionContent::Lanes { .. } => format!("({})", counted(wrong, "lane")),
        QuestionContent::Contents { .. } if parts.len() > 1 => format!("({wrong} of {} values)", parts.len()),
        _ => String::new(),
    }
}

/// Returns the sentence about a mistake, with its rule and a button that runs it beside the text.
fn mistake_html(mistake: &Mistake, program: &Program) -> Html {
    let start = mistake.start.clone().filter(|_| program.can_edit);
    html! {
        <p class="quiz-mistake">
            { ticks(&mistake.sentence) }
            if let Some(source) = &mistake.source {
                { " " }
                <a href={format!("manual/{}.html", source.page)} target="_blank" rel="noopener">
                    { format!("{}, {}", source.clause.page, source.clause.heading) }
                </a>
            }
            if let Some(start) = start {
                { " " }
                <button type="button" onclick={on_click(program.dispatch(), DocumentAction::Edit(PanelEdit::AddVariant(start)))}>
                    { "Show side by side" }
                </button>
            }
        </p>
    }
}
