//! Widths of elements.

use super::dom::{find, root};
use crate::state::PageKind;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// The total horizontal margin of a page with one column.
const MARGINS_PX: i32 = 32;

/// Returns the inner width that the stage will have, in CSS pixels. Must be called before the first rendering.
///
/// The first picture in index.html has a stage of that width. An embed has one column and no picture. A development
/// build has no picture either.
pub fn stage_px(page_kind: PageKind) -> f64 {
    let of_picture = || {
        // This attribute hides the picture from a visit that opens something else, and a hidden picture has no width.
        // Nothing is painted before the program replaces the picture.
        let _ = root().remove_attribute("data-visit");
        let width = find(&root(), ".stage-width")?.client_width();
        (width > 0).then_some(width)
    };
    let of_picture = if page_kind == PageKind::Full { of_picture() } else { None };
    of_picture.unwrap_or_else(|| root().client_width() - MARGINS_PX).into()
}

/// Returns the inner width of an element in CSS pixels, kept up to date. Before the first measurement, and without a
/// browser, returns `expected`.
///
/// The browser may paint between the first rendering and the measurement, so `expected` should be accurate.
#[hook]
pub fn use_width(of: &NodeRef, expected: Option<f64>) -> Option<f64> {
    let width = use_state_eq(|| expected);
    {
        let (of, width) = (of.clone(), width.clone());
        use_effect_with((), move |()| {
            let watch = of.cast::<Element>().and_then(|element| {
                let last = Cell::new(0);
                let measured = element.clone();
                SizeWatch::new(&element, move || {
                    let now = measured.client_width();
                    if now > 0 && last.replace(now) != now {
                        width.set(Some(now.into()));
                    }
                })
            });
            move || drop(watch)
        });
    }
    *width
}

/// An observer of an element's size. It also reports the initial size. Dropping it ends the observation.
pub struct SizeWatch {
    observer: ResizeObserver,
    _onresize: Closure<dyn FnMut()>,
}

impl SizeWatch {
    /// Observes an element. `None` if the browser has no resize observers.
    pub fn new(element: &Element, onresize: impl FnMut() + 'static) -> Option<Self> {
        let onresize = Closure::<dyn FnMut()>::new(onresize);
        let observer = ResizeObserver::new(onresize.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _onresize: onresize })
    }

    /// Also observes another element. The browser drops elements that are removed from the page.
    pub fn also(&self, element: &Element) {
        self.observer.observe(element);
    }
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
