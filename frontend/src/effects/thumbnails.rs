//! The thumbnails of the examples, made one after another.

use crate::state::ByIdentity;
use crate::state::gallery::groups;
use crate::state::thumbnail::{Thumbnail, thumbnail};
use gloo_timers::callback::Timeout;
use lanescope_core::spec::RollCall;
use std::rc::Rc;
use yew::prelude::*;

/// The thumbnails that are there, in the order in which the gallery shows the examples; `None` for what does not run.
pub type Thumbnails = Rc<Vec<Option<ByIdentity<Thumbnail>>>>;

/// Makes the thumbnails of the file with the examples while there is one. Each is made in a task of its own, so that the
/// page answers in between, and stays.
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

/// The thumbnail of an example, counted as the gallery shows them; `None` behind the last.
fn nth(file: &str, at: usize, roll_call: &RollCall) -> Option<Option<Thumbnail>> {
    let groups = groups(file);
    let example = groups.iter().flat_map(|(_, examples)| examples).nth(at)?;
    Some(thumbnail(example.text, roll_call))
}
