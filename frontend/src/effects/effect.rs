//! Effects of components on the browser.

use crate::state::same::Same;
use std::any::Any;
use std::rc::Rc;
use yew::functional::{Hook, TearDown};

/// What an effect depends on, whatever its type.
struct Moment(Rc<dyn Same>);

impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.is(other)
    }
}

type Undo = Box<dyn FnOnce()>;
type Effect = Box<dyn FnOnce(&Moment) -> Undo>;

/// Yew's hook of that name through one instance for all types: each of its own weighs a kilobyte in the page.
pub fn use_effect_with<T, D>(deps: T, effect: impl FnOnce(&T) -> D + 'static) -> impl Hook<Output = ()>
where
    T: PartialEq + 'static,
    D: TearDown,
{
    let effect: Effect = Box::new(move |Moment(deps)| {
        let deps: &dyn Any = &**deps;
        let undo = effect(deps.downcast_ref().expect("an effect gets what it was made with"));
        Box::new(|| undo.tear_down())
    });
    yew::functional::use_effect_with(Moment(Rc::new(deps)), effect)
}
