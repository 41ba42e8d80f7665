//! Starts the page.

fn main() {
    lanescope_frontend::start();
}
