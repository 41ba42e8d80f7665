//! The part of the program that a first visit does without; `tools/split.mjs` cuts it off.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Puts the functions of the rest into this program's table, or says that they cannot be had and ends the program.
    /// In `static/boot.js`.
    #[wasm_bindgen(js_namespace = lanescope)]
    fn join(exports: &JsValue);
}

/// Called where the first part of the program wants a function of the rest and the rest is not there yet.
#[wasm_bindgen]
pub fn load_deferred() {
    join(&wasm_bindgen::exports());
}
