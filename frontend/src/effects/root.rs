//! Attributes of `<html>`: the theme and the number of runs.

use super::dom::root;
use crate::state::Theme;
use crate::state::choice::Choice;
use yew::prelude::*;

/// Keeps `data-theme` and `data-run` up to date. `data-run` changes after the result of a re-run is rendered.
#[hook]
pub fn use_root_attributes(theme: Theme, runs: u64) {
    use_effect_with(theme, |theme| {
        let data = root().dataset();
        match theme {
            Theme::System => data.delete("theme"),
            // A data attribute with this name can always be set.
            theme => drop(data.set("theme", theme.key())),
        }
    });
    use_effect_with(runs, |runs| {
        let _ = root().dataset().set("run", &runs.to_string());
    });
}
