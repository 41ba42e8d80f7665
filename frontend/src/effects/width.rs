//! How wide an element is.

use super::dom::root;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Width that an element has at most before it was measured.
const ASSUMED_PX: i32 = 640;
/// The margins of the page's only column, where it has one.
const MARGINS_PX: i32 = 32;

/// Inner width of the element of that reference in CSS pixels, kept up to date; `None` where there is no browser, which has
/// no widths.
#[hook]
pub fn use_width(of: &NodeRef) -> Option<f64> {
    let width = use_state_eq(|| {
        cfg!(target_arch = "wasm32").then(|| ASSUMED_PX.min(root().client_width() - MARGINS_PX))
    });
    {
        let (of, width) = (of.clone(), width.clone());
        use_effect_with((), move |()| {
            let Some(element) = of.cast::<Element>() else { return Box::new(|| ()) as Box<dyn FnOnce()> };
            let last = Rc::new(Cell::new(0));
            let measured = element.clone();
            let observe = Closure::<dyn FnMut()>::new(move || {
                let now = measured.client_width();
                if now > 0 && last.replace(now) != now {
                    width.set(Some(now));
                }
            });
            // A browser without observers keeps the assumed width.
            let Ok(observer) = ResizeObserver::new(observe.as_ref().unchecked_ref()) else {
                return Box::new(|| ());
            };
            observer.observe(&element);
            Box::new(move || {
                observer.disconnect();
                drop(observe);
            })
        });
    }
    width.map(f64::from)
}
