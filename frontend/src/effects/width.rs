//! How wide an element is.

use super::dom::{find, root};
use crate::state::PageKind;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// The margins of the page's only column, where it has one.
const MARGINS_PX: i32 = 32;

/// Inner width in CSS pixels that the stage is going to have, to be asked while index.html is as it came.
///
/// The first picture has a stage of that width. An embed is one column and has no picture; nor has a page that is built for
/// those who work on it.
pub fn stage_px(page_kind: PageKind) -> f64 {
    let of_picture = || {
        // What hides the picture from a visit that opens something else, which would leave it without a width.
        // Nothing is painted before the program takes it away.
        let _ = root().remove_attribute("data-visit");
        let width = find(&root(), ".stage-width")?.client_width();
        (width > 0).then_some(width)
    };
    let of_picture = if page_kind == PageKind::Full { of_picture() } else { None };
    of_picture.unwrap_or_else(|| root().client_width() - MARGINS_PX).into()
}

/// Inner width of the element of that reference in CSS pixels, kept up to date; what is `expected` until it is measured, and
/// where there is no browser, which has no widths.
///
/// The browser may paint between a first drawing and its measuring, so what is expected should be right.
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

/// Tells when an element has got another size, and of the first. Dropped, it tells no more.
pub struct SizeWatch {
    observer: ResizeObserver,
    _onresize: Closure<dyn FnMut()>,
}

impl SizeWatch {
    /// Of an element; `None` in a browser without observers.
    pub fn new(element: &Element, onresize: impl FnMut() + 'static) -> Option<Self> {
        let onresize = Closure::<dyn FnMut()>::new(onresize);
        let observer = ResizeObserver::new(onresize.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _onresize: onresize })
    }

    /// Watches another element, too. One that is taken off the page is forgotten.
    pub fn also(&self, element: &Element) {
        self.observer.observe(element);
    }
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
