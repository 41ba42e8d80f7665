//! The gallery: the examples in groups, with an index and a search.

use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::ticks::ticks;
use crate::effects::dialog::use_loaded_content;
use crate::effects::dom::typed_value;
use crate::effects::examples::Fetched;
use crate::effects::scroll::show_heading;
use crate::state::Action;
use crate::state::gallery::{Named, groups, picture};
use crate::state::manual::{LESSONS, SIDE_BY_SIDE};
use crate::state::puzzle::is_puzzle;
use lanescope_core::session::SetsWithChecks;
use lanescope_core::session::text::counted;
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct GalleryProps {
    pub is_open: bool,
    pub fetched: Fetched,
    /// The titles of the solved puzzles.
    pub solved: Rc<BTreeSet<Rc<str>>>,
    pub sets: SetsWithChecks,
}

/// The examples of an instruction set that contain the words of the search.
#[component]
pub fn Gallery(props: &GalleryProps) -> Html {
    let dispatch = use_dispatch();
    let words = use_state_eq(String::new);
    let set = use_state_eq(|| None::<&'static str>);
    {
        let words = words.setter();
        use_effect_with(props.is_open, move |_| words.set(String::new()));
    }
    let search = use_node_ref();
    use_loaded_content(&search, matches!(props.fetched, Fetched::Here(_)));
    let oninput = Callback::from(words.setter()).reform(|event: InputEvent| typed_value(&event));
    if !props.is_open {
        return html! {};
    }
    let file = match &props.fetched {
        Fetched::Waiting => {
            return html! { <p class="hint" role="status">{ "Loading examples…" }</p> };
        }
        Fetched::Failed => {
            return html! {
                <p class="hint" role="alert">{ "Could not load the examples. Close this dialog and open it again to retry." }</p>
            };
        }
        Fetched::Here(file) => file,
    };
    let sections = found(file, &words, *set, &props.sets);
    let count: usize = sections.iter().map(|(_, cards)| cards.len()).sum();
    let asked = words.trim();
    html! {
        <div class="gallery-body">
            <div class="gallery-index">
                <label ref={search} class="gallery-search">
                    <span class="visually-hidden">{ "Search" }</span>
                    <input
                        type="search"
                        value={(*words).clone()}
                        placeholder="Search: CAS, race, load"
                        autocomplete="off"
                        spellcheck="false"
                        {oninput}
                    />
                </label>
                { set_filter(&set, &props.sets) }
                <nav aria-label="Subjects"><ul>{ for sections.iter().map(subject) }</ul></nav>
                <p class="hint">
                    { "Opening an example replaces your text (Undo restores it). New to this? Take the " }
                    <a href={LESSONS} target="_blank" rel="noopener">{ "lessons" }</a>
                    { ". The manual compares the instruction sets " }
                    <a href={SIDE_BY_SIDE} target="_blank" rel="noopener">{ "side by side" }</a>{ "." }
                </p>
            </div>
            <div>
                <p class="visually-hidden" role="status">{ if asked.is_empty() { String::new() } else { counted(count, "example") } }</p>
                if count == 0 {
                    <p class="empty">{ format!("No example matches “{asked}”.") }</p>
                }
                { for sections.iter().map(|(group, cards)| section(group, cards, &props.solved, &dispatch)) }
            </div>
        </div>
    }
}

/// Returns the choice of an instruction set, or of all.
fn set_filter(chosen: &UseStateHandle<Option<&'static str>>, sets: &SetsWithChecks) -> Html {
    let button = |(key, title): (Option<&'static str>, &'static str)| {
        let onclick = Callback::from(chosen.setter()).reform(move |_: MouseEvent| key);
        html! { <button type="button" aria-pressed={(**chosen == key).to_string()} {onclick}>{ title }</button> }
    };
    let each = sets.all().iter().map(|set| (Some(set.key), set.title));
    html! {
        <div class="segmented" role="group" aria-label="Instruction set">
            { for std::iter::once((None, "All")).chain(each).map(button) }
        </div>
    }
}

/// Returns the entry of a group in the index.
fn subject((group, cards): &(&str, Vec<Named<'_>>)) -> Html {
    let id = heading_id(group);
    let onclick = Callback::from(move |_: MouseEvent| show_heading(&id));
    html! {
        <li key={*group}>
            <button type="button" class="quiet" {onclick}>{ *group }{ " " }<span class="caption">{ cards.len() }</span></button>
        </li>
    }
}

fn heading_id(group: &str) -> String {
    format!("examples-{}", group.replace([' ', ','], "-"))
}

fn section(
    group: &str,
    cards: &[Named<'_>],
    solved: &BTreeSet<Rc<str>>,
    dispatch: &Callback<Action>,
) -> Html {
    let card = |(name, example): &Named<'_>| {
        let text = Rc::<str>::from(example.text);
        let onclick = on_click(dispatch, Action::Example(text));
        html! {
            <li key={example.title}>
                <button type="button" class="example" {onclick}>
                    // The text next to it describes the example.
                    <img class="thumbnail" src={picture(name)} alt="" loading="lazy" />
                    <b>{ ticks(example.title) }</b>
                    if solved.contains(example.title) {
                        <strong class="puzzle-solved">{ "Solved" }</strong>
                    }
                    <span>{ ticks(example.sentence) }</span>
                </button>
            </li>
        }
    };
    let puzzles = cards.iter().filter(|(_, example)| is_puzzle(example.text)).count();
    let count = cards.iter().filter(|(_, example)| solved.contains(example.title)).count();
    html! {
        <section key={group}>
            <h3 id={heading_id(group)} tabindex="-1">
                { group.to_owned() }
                if puzzles > 0 {
                    <span class="caption">{ format!(" {count} of {puzzles} solved") }</span>
                }
            </h3>
            <ul>{ for cards.iter().map(card) }</ul>
        </section>
    }
}

/// Returns the examples of an instruction set, or of all, that contain all of the words, in groups.
fn found<'a>(
    file: &'a str,
    words: &str,
    set: Option<&str>,
    sets: &SetsWithChecks,
) -> Vec<(&'a str, Vec<Named<'a>>)> {
    let mut sections = groups(file);
    for (group, examples) in &mut sections {
        let is_found = |(_, example): &Named<'_>| {
            set.is_none_or(|set| example.is_for(set, sets)) && example.has(words, group, sets)
        };
        examples.retain(is_found);
    }
    sections.retain(|(_, examples)| !examples.is_empty());
    sections
}
