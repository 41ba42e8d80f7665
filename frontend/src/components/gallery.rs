//! The gallery: the examples in groups, with a search.

use super::diagnostics_list::ticks;
use super::header::LESSONS;
use super::program::use_dispatch;
use crate::effects::dom::typed_value;
use crate::effects::examples::{Fetched, use_examples};
use crate::state::Action;
use crate::state::gallery::{Named, groups, picture};
use crate::state::puzzle::is_puzzle;
use lanescope_core::session::counted;
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of a [`Gallery`].
#[derive(Properties, PartialEq)]
pub struct GalleryProps {
    /// Whether the gallery is visible. Fetched examples are kept while it is closed.
    pub is_open: bool,
    /// The titles of the solved puzzles.
    pub solved: Rc<BTreeSet<Rc<str>>>,
}

/// The examples that contain the words of the search.
#[component]
pub fn Gallery(props: &GalleryProps) -> Html {
    let dispatch = use_dispatch();
    let fetched = use_examples(props.is_open);
    let words = use_state_eq(String::new);
    let oninput = Callback::from(words.setter()).reform(|event: InputEvent| typed_value(&event));
    if !props.is_open {
        return html! {};
    }
    let file = match &fetched {
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
    let sections = found(file, &words);
    let count: usize = sections.iter().map(|(_, cards)| cards.len()).sum();
    let asked = words.trim();
    html! {
        <>
            <p class="hint">
                { "Opening an example replaces your text (Undo restores it). New to this? Take the " }
                <a href={LESSONS} target="_blank" rel="noopener">{ "lessons" }</a>{ "." }
            </p>
            <label class="gallery-search">
                <span>{ "Search" }</span>
                <input
                    type="search"
                    value={(*words).clone()}
                    placeholder="an instruction, an operation, a word"
                    autocomplete="off"
                    spellcheck="false"
                    {oninput}
                />
                <span class="caption" role="status">{ found_in_words(asked, count) }</span>
            </label>
            if count == 0 {
                <p class="empty">{ format!("No example matches “{asked}”.") }</p>
            }
            // The wrapper isolates the search field, which Yew would otherwise rebuild if the number of sections
            // changes.
            <div>{ for sections.iter().map(|(group, cards)| section(group, cards, &props.solved, &dispatch)) }</div>
        </>
    }
}

fn found_in_words(asked: &str, count: usize) -> String {
    if asked.is_empty() { String::new() } else { counted(count, "example") }
}

fn section(
    group: &str,
    cards: &[Named<'_>],
    solved: &BTreeSet<Rc<str>>,
    dispatch: &Callback<Action>,
) -> Html {
    let card = |(name, example): &Named<'_>| {
        let text = Rc::<str>::from(example.text);
        let onclick = dispatch.reform(move |_: MouseEvent| Action::open(text.clone()));
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
            <h3>
                { group.to_owned() }
                if puzzles > 0 {
                    <span class="caption">{ format!(" {count} of {puzzles} solved") }</span>
                }
            </h3>
            <ul>{ for cards.iter().map(card) }</ul>
        </section>
    }
}

/// Returns the examples that contain all of the words, in groups.
fn found<'a>(file: &'a str, words: &str) -> Vec<(&'a str, Vec<Named<'a>>)> {
    let mut sections = groups(file);
    for (group, examples) in &mut sections {
        examples.retain(|(_, example)| example.has(words, group));
    }
    sections.retain(|(_, examples)| !examples.is_empty());
    sections
}
