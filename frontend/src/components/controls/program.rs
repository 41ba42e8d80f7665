//! The running program, as event handlers see it.

use crate::effects::dom::focus_later;
use crate::state::text_selection::at_caret;
use crate::state::{Action, ByIdentity, Model};
use lanescope_core::view::moment::Moment;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// The model and the moment of the last rendering.
pub type Latest = (UseReducerHandle<Model>, Option<ByIdentity<Moment>>);

/// A handle for event handlers, which components get by context. It stays equal from rendering to rendering.
#[derive(Clone)]
pub struct Program {
    /// Whether the component is on the inactive one of two stages.
    pub is_beside: bool,
    /// Whether the user can change the scenario. Readers of most embeds cannot.
    pub can_edit: bool,
    dispatch: Callback<Action>,
    latest: Rc<RefCell<Option<Latest>>>,
}

impl PartialEq for Program {
    fn eq(&self, other: &Self) -> bool {
        (self.is_beside, self.can_edit) == (other.is_beside, other.can_edit)
            && self.dispatch == other.dispatch
            && Rc::ptr_eq(&self.latest, &other.latest)
    }
}

impl Default for Program {
    /// Returns a handle without a program, for a component that is rendered alone.
    fn default() -> Self {
        Self::new(true, Callback::noop(), Rc::default())
    }
}

impl Program {
    /// Creates a handle.
    pub fn new(can_edit: bool, dispatch: Callback<Action>, latest: Rc<RefCell<Option<Latest>>>) -> Self {
        Self { is_beside: false, can_edit, dispatch, latest }
    }

    pub fn dispatch(&self) -> &Callback<Action> {
        &self.dispatch
    }

    /// Returns the same program for the inactive stage, with another callback for actions.
    #[must_use]
    pub fn beside(&self, dispatch: Callback<Action>) -> Self {
        Self { is_beside: true, dispatch, ..self.clone() }
    }

    /// Returns what `look` finds in the model as last rendered. `None` before the first rendering.
    pub fn look<T>(&self, look: impl FnOnce(&Model) -> T) -> Option<T> {
        self.latest.borrow().as_ref().map(|(model, _)| look(model))
    }

    /// Selects the item at `byte_offset` in the text.
    pub fn point(&self, byte_offset: usize) {
        let actions = match &*self.latest.borrow() {
            Some((model, Some(moment))) => at_caret(model, moment, byte_offset),
            _ => return,
        };
        actions.into_iter().for_each(|action| self.dispatch.emit(action));
    }
}

/// Returns the handle of the program.
#[hook]
pub fn use_program() -> Program {
    use_context().unwrap_or_default()
}

#[hook]
pub fn use_dispatch() -> Callback<Action> {
    use_program().dispatch
}

/// Returns the handler of a click that dispatches an action.
pub fn on_click(dispatch: &Callback<Action>, action: impl Into<Action>) -> Callback<MouseEvent> {
    let action = action.into();
    dispatch.reform(move |_: MouseEvent| action.clone())
}

/// Returns the handler of a click that leads elsewhere: it dispatches an action, and moves the focus to the element with an id once
/// that is rendered.
pub fn on_click_to(
    dispatch: &Callback<Action>,
    id: impl Into<AttrValue>,
    action: impl Into<Action>,
) -> Callback<MouseEvent> {
    let (id, action) = (id.into(), action.into());
    dispatch.reform(move |_: MouseEvent| {
        focus_later(id.clone());
        action.clone()
    })
}
