//! The menu that fills a whole variable or surface.

use crate::components::controls::popup::{Popup, close_popup};
use crate::components::controls::program::use_dispatch;
use crate::components::controls::ticks::ticks;
use crate::effects::dom::typed_value;
use crate::state::{DocumentAction, Entry, Rejected};
use lanescope_core::session::text::{Contents, Filling};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct FillMenuProps {
    /// The variable or surface to fill.
    pub of: Contents,
    /// The last refused input.
    pub rejected: Option<Rejected>,
}

/// Content of the fields, in their order: value, start and step of the series.
type Draft = [String; 3];

/// A button that opens the menu. A valid filling closes the menu. A refused one keeps it open and shows the reason. It opens the menu
/// again if the run decides later.
#[component]
pub fn FillMenu(props: &FillMenuProps) -> Html {
    let dispatch = use_dispatch();
    let draft = use_state_eq(|| ["0", "0", "1"].map(str::to_owned));
    let asked = use_state_eq(|| false);
    let body = use_node_ref();
    {
        let (asked, body) = (asked.clone(), body.clone());
        use_effect_with((*asked, props.rejected.is_some()), move |(was_asked, refused)| {
            if *was_asked {
                asked.set(false);
                if !refused {
                    close_popup(body.cast());
                }
            }
        });
    }
    let onclose = {
        let (rejected, dispatch) = (props.rejected.clone(), dispatch.clone());
        Callback::from(move |()| {
            if let Some(Rejected { entry, .. }) = &rejected {
                dispatch.emit(DocumentAction::Forget(entry.clone()).into());
            }
        })
    };
    let fill = {
        let (of, dispatch) = (props.of.clone(), dispatch.clone());
        Callback::from(move |with: Filling| {
            dispatch.emit(DocumentAction::Fill { of: of.clone(), with }.into());
            asked.set(true);
        })
    };
    let (Contents::Variable(name) | Contents::Surface(name)) = &props.of;
    html! {
        <Popup text="Fill" of={name.clone()} title="Fill all elements" stays_open={props.rejected.is_some()} {onclose}>
            <div class="fill" ref={body}>
                { forms(&draft, &fill) }
                if let Some(rejected) = &props.rejected {
                    <p class="refusal" role="alert">{ ticks(&rejected.reason) }</p>
                }
            </div>
        </Popup>
    }
}

/// Returns the refused input for filling `of`.
pub fn refused_filling(rejected: &[Rejected], of: &Contents) -> Option<Rejected> {
    rejected.iter().find(|it| it.is_of(&Entry::All(of.clone()))).cloned()
}

/// Returns a form for each filling.
fn forms(draft: &UseStateHandle<Draft>, fill: &Callback<Filling>) -> Html {
    let field = |at: usize, label: &'static str, title: &'static str| {
        let oninput = {
            let draft = draft.clone();
            Callback::from(move |event: InputEvent| {
                let mut typed: Draft = (*draft).clone();
                typed[at] = typed_value(&event);
                draft.set(typed);
            })
        };
        html! {
            <label {title}>
                <span>{ label }</span>
                <input type="text" value={draft[at].clone()} autocomplete="off" autocapitalize="off" spellcheck="false" {oninput} />
            </label>
        }
    };
    let form = |fields: Html, button: &'static str, filling: fn(&Draft) -> Filling| {
        let draft = draft.clone();
        let onsubmit = fill.reform(move |event: SubmitEvent| {
            event.prevent_default();
            filling(&draft)
        });
        html! { <form {onsubmit}>{ fields }<button type="submit">{ button }</button></form> }
    };
    let value = field(0, "With", "A value such as 7, 0xff or 1.5, or ? for undefined");
    let series = html! {
        <>{ field(1, "From", "The first value") }{ field(2, "step", "The difference between two values") }</>
    };
    html! {
        <>
            { form(value, "Fill", |typed| Filling::Value(typed[0].clone())) }
            { form(series, "Series", |typed| {
                Filling::Series { start: typed[1].clone(), step: typed[2].clone() }
            }) }
        </>
    }
}
