//! The thumbnails of the examples, drawn one after another.

use crate::state::ByIdentity;
use crate::state::gallery::groups;
use crate::state::thumbnail::{Thumbnail, thumbnail};
use gloo_timers::callback::Timeout;
use lanescope_core::spec::RollCall;
use std::rc::Rc;
use yew::prelude::*;

/// The thumbnails drawn so far, in gallery order. `None` for an example that does not run.
pub type Thumbnails = Rc<Vec<Option<ByIdentity<Thumbnail>>>>;

/// Draws the thumbnails of the examples once the file is loaded. Each one is drawn in its own task, so that the page
/// stays responsive, and is kept.
#[hook]
pub fn use_thumbnails(file: Option<Rc<str>>, roll_call: &RollCall) -> Thumbnails {
    let thumbnails = use_state(Thumbnails::default);
    {
        let (thumbnails, roll_call) = (thumbnails.clone(), roll_call.clone());
        use_effect_with((file, thumbnails.len()), move |(file, made)| {
            let (file, made) = (file.clone(), *made);
            let timer = file.map(|file| {
                Timeout::new(0, move || {
                    if let Some(thumbnail) = nth(&file, made, &roll_call) {
                        thumbnails.set(
                            thumbnails
                                .iter()
                                .cloned()
                                .chain([thumbnail.map(ByIdentity::new)])
                                .collect::<Vec<_>>()
                                .into(),
                        );
                    }
                })
            });
            move || drop(timer)
        });
    }
    (*thumbnails).clone()
}

/// Draws the thumbnail of the example with a gallery index. `None` past the last example.
fn nth(file: &str, at: usize, roll_call: &RollCall) -> Option<Option<Thumbnail>> {
    let groups = groups(file);
    let example = groups.iter().flat_map(|(_, examples)| examples).nth(at)?;
    Some(thumbnail(example.text, roll_call))
}
