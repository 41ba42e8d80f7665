//! Builds, serves, tests and measures Lanescope. `cargo xtask` lists the verbs.
//!
//! Newcomers compile this first, so it has few dependencies. The core has most of them too.

mod attend;
mod bench;
mod command;
mod counts;
mod elapsed;
mod install;
mod needs;
mod page;
mod project;
mod release;
mod serve;
mod setup;
mod sphinx;
mod steps;
mod suite;
mod versions;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

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
  release [--dry-run] [--no-build]        the commands that publish; --dry-run: packs all packages, checks them, and tries
                                          each in an empty folder
  setup                                   only install what the verbs above need

Arguments of `serve` after -- go to trunk.";

/// A result whose errors are sentences for the person at the terminal.
type Result<T> = std::result::Result<T, String>;

/// The command line.
#[derive(Parser)]
#[command(name = "cargo xtask", override_help = HELP)]
struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// Builds the page, serves it, and rebuilds it when a file changes.
    Serve(serve::Serve),
    /// Runs all checks.
    Test {
        /// Runs only format, lints and native tests.
        #[arg(long)]
        quick: bool,
    },
    /// Runs the randomised tests with many times as many cases.
    Sweep {
        /// The number of times.
        #[arg(long, default_value_t = 100)]
        times: u16,
    },
    /// Builds page and manual for visitors into dist/.
    Build,
    /// Lists the size of each part of the page.
    Size {
        /// Uses the page that is in dist/.
        #[arg(long)]
        no_build: bool,
    },
    /// Takes screenshots in target/shots.
    Shots {
        /// Uses the page that is in dist/.
        #[arg(long)]
        no_build: bool,
        /// Names of the list in tools/shots.mjs.
        scenes: Vec<String>,
    },
    /// Measures the core and the page.
    Bench {
        /// Uses the page that is in dist/.
        #[arg(long)]
        no_build: bool,
    },
    /// Lists the commands that publish a release.
    Release {
        /// Packs, checks and tries all packages.
        #[arg(long)]
        dry_run: bool,
        /// Uses the page that is in dist/.
        #[arg(long)]
        no_build: bool,
    },
    /// Installs the tools that the other verbs need.
    Setup,
    /// Runs Trunk for `serve`.
    #[command(hide = true)]
    Attend(attend::Attend),
}

fn main() -> ExitCode {
    let project = Project::find();
    let result = match Arguments::parse().verb {
        None => Arguments::command().print_help().map_err(|error| error.to_string()),
        Some(Verb::Serve(arguments)) => serve::serve(&project, &arguments),
        Some(Verb::Test { quick }) => return suite::test(&project, quick),
        Some(Verb::Sweep { times }) => suite::sweep(&project, times),
        Some(Verb::Build) => page::build(&project),
        Some(Verb::Size { no_build }) => page::size(&project, no_build),
        Some(Verb::Shots { no_build, scenes }) => page::shots(&project, no_build, &scenes),
        Some(Verb::Bench { no_build }) => bench::bench(&project, no_build),
        Some(Verb::Release { dry_run, no_build }) => release::release(&project, dry_run, no_build),
        Some(Verb::Setup) => setup::ensure(&project, needs::TEST),
        Some(Verb::Attend(arguments)) => attend::attend(&project, &arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
