//! The input field of the dispatch mask.

use crate::components::controls::program::use_dispatch;
use crate::effects::dom::typed_value;
use crate::state::{DocumentAction, Entry, Rejected};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct MaskFieldProps {
    pub mask: AttrValue,
    pub rejected: Option<Rejected>,
}

/// The field. Enter and blur accept the input, and Escape cancels.
#[component]
pub fn MaskField(props: &MaskFieldProps) -> Html {
    let dispatch = use_dispatch();
    let draft = use_state_eq(|| None::<String>);
    let rejected = props.rejected.as_ref();
    let shown = draft.as_deref().or(rejected.map(|it| it.typed.as_str())).unwrap_or(&props.mask).to_owned();
    let oninput = Callback::from(draft.setter()).reform(|event: InputEvent| Some(typed_value(&event)));
    let take = {
        let (draft, dispatch) = (draft.clone(), dispatch.clone());
        move || {
            if let Some(typed) = (*draft).clone() {
                draft.set(None);
                dispatch.emit(DocumentAction::Enter { entry: Entry::Mask, typed }.into());
            }
        }
    };
    let onblur = {
        let take = take.clone();
        Callback::from(move |_: FocusEvent| take())
    };
    let onkeydown = {
        let (draft, dispatch) = (draft.clone(), dispatch.clone());
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Enter" => take(),
            "Escape" => {
                draft.set(None);
                dispatch.emit(DocumentAction::Forget(Some(Entry::Mask)).into());
            }
            _ => {}
        })
    };
    html! {
        <input
            class="mask-hex"
            type="text"
            size={shown.len().clamp(5, 14).to_string()}
            title="The dispatch mask: a number such as 0xff, 0b1010 or 15, or lanes such as 1,3 or 0-3,8"
            aria-label="dispatch mask"
            aria-invalid={rejected.is_some().then_some("true")}
            aria-describedby={rejected.is_some().then_some("mask-refusal")}
            autocomplete="off"
            spellcheck="false"
            value={shown.clone()}
            {oninput}
            {onblur}
            {onkeydown}
        />
    }
}
