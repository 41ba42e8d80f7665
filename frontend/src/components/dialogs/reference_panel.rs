//! The reference of all words in a scenario, with a search.

use crate::components::controls::ticks::ticks;
use crate::effects::dom::typed_value;
use crate::state::ByIdentity;
use lanescope_core::session::{Session, text::ReferenceEntry};
use std::rc::Rc;
use yew::prelude::*;

/// The id of the search field.
const SEARCH_ID: &str = "reference-search";

#[derive(Properties, PartialEq)]
pub struct ReferencePanelProps {
    /// The text, whose instruction set determines the entries.
    pub session: ByIdentity<Session>,
    /// Initial content of the search field.
    pub looked_up: Rc<str>,
}

/// The matching entries in groups.
#[component]
pub fn ReferencePanel(props: &ReferencePanelProps) -> Html {
    let search = use_state(|| props.looked_up.to_string());
    {
        let search = search.setter();
        use_effect_with(props.looked_up.clone(), move |word| search.set(word.to_string()));
    }
    let entries = use_memo(props.session.clone(), |session| session.reference());
    let oninput = Callback::from(search.setter()).reform(|event: InputEvent| typed_value(&event));
    let found = found(&entries, &search);
    let count = found.iter().map(|(_, entries)| entries.len()).sum::<usize>();
    html! {
        <div class="reference">
            <p class="reference-head">
                <label for={SEARCH_ID}>{ "Search" }</label>
                <input id={SEARCH_ID} type="search" autofocus={true} value={(*search).clone()} {oninput} autocomplete="off" spellcheck="false" />
            </p>
            <p class="visually-hidden" role="status">{ format!("{count} found") }</p>
            if found.is_empty() {
                <p class="empty">{ "No matches. For a name that the text declares, hover over it in the text." }</p>
            }
            // The wrapper isolates the search field, which Yew would otherwise rebuild if the number of sections
            // changes.
            <div>
                { for found.into_iter().map(|(group, entries)| html! {
                    <section key={group}>
                        <h3>{ group }</h3>
                        <dl>{ for entries.into_iter().map(entry) }</dl>
                    </section>
                }) }
            </div>
            <p class="hint">{ "In the text, F1 looks up the word at the caret, and hovering over a word explains it." }</p>
        </div>
    }
}

fn entry(entry: &ReferenceEntry) -> Html {
    html! {
        <>
            <dt><code>{ &entry.name }</code></dt>
            <dd>
                { ticks(&entry.prose) }
                if entry.usage != entry.name {
                    <code class="form">{ &entry.usage }</code>
                }
                if !entry.example.is_empty() {
                    <span class="caption">{ "For example " }<code>{ &entry.example }</code></span>
                }
            </dd>
        </>
    }
}

/// Returns the entries that contain `search`, in groups. If entries have exactly this name, returns only these.
fn found<'e>(entries: &'e [ReferenceEntry], search: &str) -> Vec<(&'static str, Vec<&'e ReferenceEntry>)> {
    let wanted = search.trim().to_lowercase();
    let is_called = |entry: &&ReferenceEntry| {
        entry.name.to_lowercase().trim_start_matches('.') == wanted.trim_start_matches('.')
    };
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    let holds = |entry: &&ReferenceEntry| {
        [&*entry.name, &entry.prose, &entry.usage, entry.synonyms].into_iter().any(has)
    };
    let called: Vec<&ReferenceEntry> = entries.iter().filter(is_called).collect();
    let found = if called.is_empty() { entries.iter().filter(holds).collect() } else { called };
    let mut groups: Vec<(&'static str, Vec<&ReferenceEntry>)> = Vec::new();
    for entry in found {
        match groups.iter_mut().find(|(group, _)| *group == entry.group) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((entry.group, vec![entry])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_alone_is_found_before_what_speaks_of_it() {
        let session = Session::open("");
        let entries = session.reference();
        let names = |search: &str| -> Vec<String> {
            found(&entries, search)
                .iter()
                .flat_map(|(_, found)| found.iter().map(|it| it.name.clone()))
                .collect()
        };
        assert_eq!(names("clamp"), ["clamp"]);
        assert_eq!(names("lanes"), [".lanes"]);
        assert!(names("dispatch mask").contains(&"active".to_owned()));
        // Three instructions have the operation.
        assert_eq!(names("predecrement"), ["predec"; 3]);
        assert!(["dec", "predec"].iter().all(|name| names("decrement").contains(&(*name).to_owned())));
        assert!(["cmpxchg", "fcmpwr"].iter().all(|name| names("CAS").contains(&(*name).to_owned())));
        assert!(names("race").contains(&"atomic".to_owned()));
        assert!(names("bank conflict").contains(&"conflicts".to_owned()));
        assert!(names("zzz").is_empty());
        assert_eq!(names("").len(), entries.len());
    }
}
