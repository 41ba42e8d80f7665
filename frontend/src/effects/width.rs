//! Sizes of elements.

use super::dom::{find, root};
use crate::state::PageKind;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// A width and a height in CSS pixels.
pub type Size = (f64, f64);

/// The total horizontal margin of a page with one column and of an embed, and the height of the parts around the stage.
const AROUND_PX: (i32, i32) = (32, 300);
const AROUND_EMBED_PX: i32 = 24;

/// Returns the room that the picture on the stage will have. Must be called before the first rendering.
///
/// The first picture in index.html has a stage of that size. An embed has one column and no picture. A development build has
/// no picture either.
pub fn stage_px(page_kind: PageKind) -> Size {
    let of_picture = || {
        // This attribute hides the picture from a visit that opens something else, and a hidden picture has no size.
        // Nothing is painted before the program replaces the picture.
        let _ = root().remove_attribute("data-visit");
        let room = find(&root(), ".stage-room")?;
        let size = (room.client_width(), room.client_height());
        (size.0 > 0).then_some(size)
    };
    let of_picture = if page_kind == PageKind::Full { of_picture() } else { None };
    let margin = if page_kind == PageKind::Full { AROUND_PX.0 } else { AROUND_EMBED_PX };
    let rest = || (root().client_width() - margin, (root().client_height() - AROUND_PX.1).max(200));
    let (width, height) = of_picture.unwrap_or_else(rest);
    (width.into(), height.into())
}

/// Returns the inner size of an element, kept up to date. Before the first measurement, and without a browser, returns
/// `expected`.
///
/// The browser may paint between the first rendering and the measurement, so `expected` should be accurate.
#[hook]
pub fn use_size(of: &NodeRef, expected: Size) -> Size {
    let size = use_state_eq(|| expected);
    {
        let (of, size) = (of.clone(), size.clone());
        use_effect_with((), move |()| {
            let watch = of.cast::<Element>().and_then(|element| {
                let last = Cell::new((0, 0));
                let measured = element.clone();
                SizeWatch::new(&element, move || {
                    let now = (measured.client_width(), measured.client_height());
                    if now.0 > 0 && last.replace(now) != now {
                        size.set((now.0.into(), now.1.into()));
                    }
                })
            });
            move || drop(watch)
        });
    }
    *size
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
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
