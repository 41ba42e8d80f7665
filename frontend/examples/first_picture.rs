//! Prints the page as a first visit opens it, as HTML. `tools/finish.mjs` puts it into the built index.html, so that
//! it is seen long before the program is there.

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    use lanescope_frontend::components::{App, AppProps};
    use lanescope_frontend::state::Opening;

    let renderer =
        yew::ServerRenderer::<App>::with_props(|| AppProps { opening: Opening::default(), stage_px: None });
    // The program draws the page anew and needs no marks to find its parts by.
    let picture = renderer.hydratable(false).render();
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime for one thread");
    print!("{}", runtime.block_on(picture));
}

/// A browser draws the page by itself.
#[cfg(target_arch = "wasm32")]
fn main() {}
