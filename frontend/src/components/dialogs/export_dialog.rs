//! Content of the export dialog: figures of the step and the run, the trace, the scenario.

use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::select::select;
use crate::effects::dom::typed_value;
use crate::effects::download::{image_file, text_file};
use crate::state::export::{Export, MOST_TRACED, Source, StepChoice};
use crate::state::{Action, ChromeAction, Dialog};
use gloo_timers::callback::Timeout;
use lanescope_core::figure::MOST_FIGURES;
use lanescope_core::session::run::LaneId;
use lanescope_core::trace::Granularity;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ExportsProps {
    /// The data that files are made of.
    pub source: Source,
}

/// Progress of the last requested file.
#[derive(Clone, PartialEq)]
enum Progress {
    None,
    /// The file is being made.
    Making,
    /// The file with this name has been handed to the browser.
    Made(String),
    /// The browser could not create the file with this name.
    Failed(String),
}

/// Delay before the work begins, so that the page can render the progress first.
const PAUSE_MS: u32 = 30;

/// The list of files.
#[component]
pub fn Exports(props: &ExportsProps) -> Html {
    let dispatch = use_dispatch();
    let progress = use_state(|| Progress::None);
    let steps = use_state_eq(StepChoice::default);
    let source = Source { steps: (*steps).clone(), ..props.source.clone() };
    list(&source, &progress, &steps, &dispatch)
}

fn list(
    source: &Source,
    progress: &UseStateHandle<Progress>,
    steps: &UseStateHandle<StepChoice>,
    dispatch: &Callback<Action>,
) -> Html {
    let button = |what: &'static str, export: Export, there: bool| {
        let word =
            if export == Export::Text { ".lane".to_owned() } else { export.ending().to_ascii_uppercase() };
        let onclick = make(source, progress, export);
        let label = format!("{word}: {what}");
        html! { <button type="button" aria-label={label} disabled={!there} {onclick}>{ word }</button> }
    };
    let row = |what: &'static str, about: Html, there: bool, exports: &[Export]| {
        html! {
            <li>
                <div>
                    <h3>{ what }</h3>
                    { about }
                </div>
                <div class="button-row">{ for exports.iter().map(|export| button(what, *export, there)) }</div>
            </li>
        }
    };
    let (drawn, traced) = (source.has_run(), source.has_trace());
    let words = |words: String| html! { <p>{ words }</p> };
    let step = if drawn { source.position() } else { NOTHING.to_owned() };
    let problem = source.chosen().and_then(Result::err);
    let strip = html! {
        <>
            { words(strip_words(source)) }
            if drawn {
                { step_choice(source, steps) }
                if let Some(problem) = &problem {
                    <p role="alert">{ format!("Not possible: {problem}.") }</p>
                }
            }
        </>
    };
    let has_steps = drawn && problem.is_none();
    let animation = "One drawing that plays the same steps, also where scripts do not run.".to_owned();
    let onembed = on_click(dispatch, ChromeAction::Dialog(Some(Dialog::Embed)));
    html! {
        <>
            <ul class="exports">
                { row("This step", words(step), drawn, &[Export::StepSvg, Export::StepPng]) }
                { row("Strip of steps", strip, has_steps, &[Export::StripSvg, Export::StripPng]) }
                { row("Animation", words(animation), has_steps, &[Export::Animation]) }
                { row("Trace", words(trace_words(source)), traced, &[Export::Json, Export::Csv]) }
                { row("Scenario", words("The text. Open it here again, or with the command line.".to_owned()), true, &[Export::Text]) }
                <li>
                    <div>
                        <h3>{ "Your own page" }</h3>
                        <p>{ "Code that embeds this scenario in your page." }</p>
                    </div>
                    <div class="button-row"><button type="button" onclick={onembed}>{ "Embed" }</button></div>
                </li>
            </ul>
            <p class="hint" role="status">
                { match &**progress {
                    Progress::None => "Files are created on your computer. Nothing is uploaded.".to_owned(),
                    Progress::Making => "Creating the file…".to_owned(),
                    Progress::Made(name) => format!("Saved {name}."),
                    Progress::Failed(name) => format!("The browser could not create {name}. It may be too large. An SVG is smaller than a PNG."),
                } }
            </p>
        </>
    }
}

/// Renders the choice of the steps of a strip and an animation.
fn step_choice(source: &Source, steps: &UseStateHandle<StepChoice>) -> Html {
    let typed = match &source.steps {
        StepChoice::Typed(text) => text.clone(),
        StepChoice::All | StepChoice::Lane(_) => source.cursor().to_string(),
    };
    let of_lanes = (0..source.lanes())
        .map(|lane| (StepChoice::Lane(LaneId(lane as u8)), format!("of lane {lane}").into()));
    let choices = std::iter::once((StepChoice::All, "all steps".into()))
        .chain(of_lanes)
        .chain(std::iter::once((StepChoice::Typed(typed), "these steps:".into())));
    let oninput =
        Callback::from(steps.setter()).reform(|event: InputEvent| StepChoice::Typed(typed_value(&event)));
    html! {
        <div class="step-choice">
            { select("steps of the strip", choices, &source.steps, &Callback::from(steps.setter())) }
            if let StepChoice::Typed(text) = &source.steps {
                <input type="text" aria-label="numbers of the steps" value={text.clone()} {oninput} />
            }
        </div>
    }
}

/// Text for a program that has not run.
const NOTHING: &str = "Run a scenario first.";

fn strip_words(source: &Source) -> String {
    if !source.has_run() {
        return NOTHING.to_owned();
    }
    if matches!(source.steps, StepChoice::Typed(_)) {
        return format!("A figure for each of these steps, at most {MOST_FIGURES}.");
    }
    let each = match source.granularity {
        Granularity::Phase => "micro-step",
        Granularity::Memory => "memory step",
        Granularity::Lane => "turn of a lane",
        Granularity::Instruction => "instruction",
    };
    format!("The start, then a figure for each {each}, at most {MOST_FIGURES} in all.")
}

fn trace_words(source: &Source) -> String {
    if !source.has_run() {
        NOTHING.to_owned()
    } else if source.has_trace() {
        "Every micro-step, with its effects and its caption.".to_owned()
    } else {
        format!("Too long to export here: more than {MOST_TRACED} micro-steps. Use lanescope run FILE --csv.")
    }
}

/// Returns the callback of a button, which makes and downloads the file.
fn make(source: &Source, progress: &UseStateHandle<Progress>, export: Export) -> Callback<MouseEvent> {
    let (source, progress) = (source.clone(), progress.clone());
    Callback::from(move |_: MouseEvent| {
        progress.set(Progress::Making);
        let (source, progress) = (source.clone(), progress.clone());
        Timeout::new(PAUSE_MS, move || spawn_local(work(source, export, progress))).forget();
    })
}

async fn work(source: Source, export: Export, progress: UseStateHandle<Progress>) {
    let name = source.file_name(export);
    let is_made = match source.content(export) {
        Some(svg) if export.is_image() => image_file(&name, &svg).await,
        Some(text) => text_file(&name, export.media_type(), &text),
        None => false,
    };
    progress.set(if is_made { Progress::Made(name) } else { Progress::Failed(name) });
}
