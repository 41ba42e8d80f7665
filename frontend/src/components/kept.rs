//! Parts of the page that stay as they are drawn until what they are drawn from changes.

use crate::state::same::Same;
use std::any::Any;
use std::rc::Rc;
use yew::prelude::*;

/// A part that follows from its value alone.
pub trait Part: PartialEq + 'static {
    /// The part as drawn.
    fn html(&self) -> Html;
}

/// A [`Part`] of any type, so that one component draws them all: each type of component weighs some kilobytes.
trait AnyPart: Same {
    fn html(&self) -> Html;
}

impl<T: Part> AnyPart for T {
    fn html(&self) -> Html {
        Part::html(self)
    }
}

#[derive(Properties)]
struct KeptProps {
    part: Rc<dyn AnyPart>,
}

impl PartialEq for KeptProps {
    fn eq(&self, other: &Self) -> bool {
        let other: &dyn Any = &*other.part;
        self.part.is(other)
    }
}

#[component]
fn Kept(props: &KeptProps) -> Html {
    props.part.html()
}

/// Draws a part, or leaves it as it stands where it is equal to what was drawn at this place. Without a key: one would
/// be two more allocations for each of some hundred parts in each step.
pub fn kept(part: impl Part) -> Html {
    let part: Rc<dyn AnyPart> = Rc::new(part);
    html! { <Kept {part} /> }
}
