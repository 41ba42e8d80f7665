//! The part of the program that a first visit does without; `tools/split.mjs` cuts it off.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Puts the functions of the rest into this program's table. In `static/boot.js`.
    #[wasm_bindgen(js_namespace = lanescope, catch)]
    fn join(exports: &JsValue) -> Result<(), JsValue>;
}

/// Called by the first part of the program where it wants a function of the rest and the rest is not there yet.
#[wasm_bindgen]
pub fn load_deferred() {
    if join(&wasm_bindgen::exports()).is_err() {
        panic!("a part of Lanescope could not be fetched: is there a connection?");
    }
}
