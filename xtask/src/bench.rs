//! `bench`: measures the core, the first visit, key presses, steps and seeks.

use crate::project::Project;
use crate::{Result, command, page};

/// Runs the benchmarks of the core, then those in Chromium.
pub fn bench(project: &Project, built: bool) -> Result<()> {
    page::prepare(project, built)?;
    let modules = core_as_wasm(project)?;
    let benches = [
        "--bench", "speed", "--bench", "orders", "--bench", "slow", "--bench", "growth", "--bench", "hard",
        "--",
    ];
    let mut speed = project.cargo(["bench", "--package", "lanescope"]);
    speed.args(benches);
    speed.arg(format!("--wasm={modules}/nodejs/bench_wasm.js"));
    command::run(speed)?;
    command::run(project.node(["tools/bench/seek.mjs", &format!("{modules}/web")]))?;
    command::run(project.node(["tools/bench/explore.mjs", &format!("{modules}/web"), "dist"]))?;
    command::run(project.node(["tools/bench/start.mjs", "dist"]))?;
    command::run(project.node(["tools/bench/keypress.mjs", "dist"]))?;
    command::run(project.node(["tools/bench/embeds.mjs", "dist"]))?;
    command::run(project.node(["tools/bench/step.mjs", "dist"]))
}

/// Builds the core as WebAssembly with the page's options, with one script that loads it in Node and one for a browser.
/// Returns the folder of both.
fn core_as_wasm(project: &Project) -> Result<String> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let mut build = project.cargo(["build", "--package", "lanescope", "--example", "bench_wasm"]);
    build.args(["--profile", "web", "--target", TARGET, "--target-dir", "target", "--no-default-features"]);
    command::run(build)?;
    for loads in ["nodejs", "web"] {
        let mut bind = project.command("wasm-bindgen");
        bind.args(["--target", loads, "--out-dir", &format!("target/bench/{loads}")]);
        bind.arg(format!("target/{TARGET}/web/examples/bench_wasm.wasm"));
        command::run(bind)?;
        let bound = format!("target/bench/{loads}/bench_wasm_bg.wasm");
        let mut shrink = project.node(["tools/node_modules/binaryen/bin/wasm-opt", "-Oz"]);
        shrink.args([&bound, "-o", &bound]);
        command::run(shrink)?;
    }
    Ok(project.root.join("target/bench").display().to_string())
}
