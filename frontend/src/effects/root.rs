//! Attributes of `<html>`: colours, the view, and the count of runs.

use super::dom::root;
use super::effect::use_effect_with;
use crate::state::{Theme, PageKind};
use yew::prelude::*;

/// Keeps `data-theme`, `data-view` and `data-run` up to date. `data-run` changes after the result of a re-run is drawn.
#[hook]
pub fn use_root_attributes(theme: Theme, view: PageKind, runs: u64) {
    use_effect_with(theme, |theme| {
        let data = root().dataset();
        match theme {
            Theme::System => data.delete("theme"),
            // A data attribute of that name can always be set.
            theme => drop(data.set("theme", theme.word())),
        }
    });
    use_effect_with(view, |view| {
        let word = if *view == PageKind::Embed { "embed" } else { "page" };
        let _ = root().dataset().set("view", word);
    });
    use_effect_with(runs, |runs| {
        let _ = root().dataset().set("run", &runs.to_string());
    });
}
