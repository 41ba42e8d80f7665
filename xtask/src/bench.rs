//! `bench`: how fast the core runs, how soon a visitor sees the page, how soon a key press shows, and what a step costs.

use crate::arguments::Arguments;
use crate::project::Project;
use crate::{Result, command, page};

/// Runs the benches of the core, then those in Chromium; first visits and steps also beside those of other simulators, for each
/// `--beside` (tools/bench/beside/README.md).
pub fn bench(project: &Project, mut arguments: Arguments) -> Result<()> {
    let built = arguments.flag("--no-build");
    let mut start = project.node(["tools/bench/start.mjs", "dist"]);
    let mut step = project.node(["tools/bench/step.mjs", "dist"]);
    while let Some(other) = arguments.value("--beside", "NAME=URL_OR_FOLDER")? {
        start.args(["--beside", &other]);
        step.args(["--beside", &other]);
    }
    arguments.end()?;
    page::prepare(project, built)?;
    let module = core_for_node(project)?;
    let mut speed =
        project.cargo(["bench", "--package", "lanescope_core", "--bench", "speed", "--bench", "slow", "--"]);
    speed.arg(format!("--wasm={module}"));
    command::run(speed)?;
    command::run(start)?;
    command::run(project.node(["tools/bench/keypress.mjs", "dist"]))?;
    command::run(step)
}

/// Builds the core as WebAssembly for Node, as it is built for the page. Returns the script that loads it.
fn core_for_node(project: &Project) -> Result<String> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let mut build = project.cargo(["build", "--package", "lanescope_core", "--example", "bench_wasm"]);
    build.args(["--profile", "web", "--target", TARGET, "--target-dir", "target"]);
    command::run(build)?;
    let mut bind = project.command("wasm-bindgen");
    bind.args(["--target", "nodejs", "--out-dir", "target/bench"]);
    bind.arg(format!("target/{TARGET}/web/examples/bench_wasm.wasm"));
    command::run(bind)?;
    let mut shrink = project.node(["tools/node_modules/binaryen/bin/wasm-opt", "-Oz"]);
    shrink.args(["target/bench/bench_wasm_bg.wasm", "-o", "target/bench/bench_wasm_bg.wasm"]);
    command::run(shrink)?;
    Ok(project.root.join("target/bench/bench_wasm.js").display().to_string())
}
