//! Builds, serves, tests and measures Lanescope. `cargo xtask` lists the verbs.
//!
//! Uses only the standard library, since newcomers compile this first.

mod arguments;
mod attend;
mod bench;
mod command;
mod counts;
mod dist;
mod elapsed;
mod group;
mod install;
mod needs;
mod page;
mod project;
mod serve;
mod setup;
mod sphinx;
mod steps;
mod suite;
mod versions;

use std::process::ExitCode;

use arguments::Arguments;
use project::Project;

const HELP: &str = "\
cargo xtask VERB

  serve [--port N] [--open] [--release]   install what is missing, build, serve; rebuilds when a file changes
  test [--quick]                          everything that CI runs; --quick: format, clippy and native tests
  sweep [--times N]                       the tests that draw their cases, with N times as many (100)
  build                                   page and manual for visitors, into dist/
  size [--no-build]                       what each part of the page weighs, against tools/sizes.json
  shots [--no-build] [SCENE...]           screenshots into target/shots; SCENE: a name of the list in tools/shots.mjs
  bench [--no-build]                      how fast the core runs, natively and as WebAssembly, compared with others that do
                                          the same; then first visits, key presses and steps in Chromium
  setup                                   only install what the verbs above need

Arguments of `serve` after -- go to trunk.";

/// A result whose errors are sentences for the person at the terminal.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let verb = arguments.next();
    let arguments = Arguments::new(arguments);
    let project = Project::find();
    let result = match verb.as_deref() {
        None | Some("help" | "--help" | "-h") => {
            println!("{HELP}");
            Ok(())
        }
        Some("serve") => serve::serve(&project, arguments),
        Some("test") => return suite::test(&project, arguments),
        Some("sweep") => suite::sweep(&project, arguments),
        Some("build") => arguments.end().and_then(|()| dist::build(&project)),
        Some("size") => page::size(&project, arguments),
        Some("shots") => page::shots(&project, arguments),
        Some("bench") => bench::bench(&project, arguments),
        Some("setup") => arguments.end().and_then(|()| setup::ensure(&project, needs::TEST)),
        // Trunk's hook and `serve` call the next two.
        Some("finish-dist") => arguments.end().and_then(|()| dist::finish(&project)),
        Some("attend") => attend::attend(arguments),
        Some(other) => Err(format!("unknown verb `{other}`\n\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
