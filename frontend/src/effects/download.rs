//! Downloads: blobs with a link that the program clicks. No network is involved.

use super::dom::document;
use crate::state::export::image_size;
use gloo_file::{Blob, ObjectUrl};
use gloo_timers::callback::Timeout;
use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement};

/// A time after which every browser has copied the blob.
const TAKEN_OVER_MS: u32 = 60_000;

/// Downloads a text as a file. Returns whether that succeeded.
pub fn text_file(name: &str, media_type: &str, text: &str) -> bool {
    hand_out(name, Blob::new_with_options(text, Some(media_type))).is_some()
}

/// Converts an SVG document to a PNG image and downloads it. Returns whether that succeeded. It fails for images that
/// exceed the browser's limits.
pub async fn image_file(name: &str, svg: &str) -> bool {
    match image(svg).await {
        Some(blob) => hand_out(name, blob).is_some(),
        None => false,
    }
}

fn hand_out(name: &str, blob: Blob) -> Option<()> {
    let url = ObjectUrl::from(blob);
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    Timeout::new(TAKEN_OVER_MS, move || drop(url)).forget();
    Some(())
}

/// Draws an SVG document on a canvas and returns the PNG image. The page's policy allows images from `data:` addresses.
async fn image(svg: &str) -> Option<Blob> {
    let image = HtmlImageElement::new().ok()?;
    let loaded = Promise::new(&mut |resolve, reject| {
        image.set_onload(Some(&resolve));
        image.set_onerror(Some(&reject));
    });
    let encoded = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&["data:image/svg+xml;charset=utf-8,", &encoded].concat());
    JsFuture::from(loaded).await.ok()?;

    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let (width, height) = image_size(f64::from(image.natural_width()), f64::from(image.natural_height()));
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let (width, height) = (f64::from(width), f64::from(height));
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height).ok()?;
    // A canvas that exceeds the browser's limits gives no image.
    let encoded = Promise::new(&mut |resolve, _| {
        let _ = canvas.to_blob(&resolve);
    });
    Some(JsFuture::from(encoded).await.ok()?.dyn_into::<web_sys::Blob>().ok()?.into())
}
