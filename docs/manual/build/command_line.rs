//! The chapter on the command line: the help of the program itself.

/// The arguments of the program. The chapter reads their help; no field is used.
#[allow(dead_code)]
#[path = "../../../core/src/bin/lanescope/arguments.rs"]
mod arguments;

use arguments::Arguments;
use clap::{CommandFactory, Parser};
use std::fmt::Write;

/// Every verb with the output of `lanescope VERB --help`.
pub fn table() -> String {
    let command = Arguments::command();
    let mut out = String::new();
    for verb in command.get_subcommands() {
        let name = verb.get_name();
        let _ = writeln!(out, "## lanescope {name}\n\n```text\n{}\n```\n", help(name));
    }
    out
}

/// The help of a verb. clap reports it as what keeps the arguments from being parsed.
fn help(verb: &str) -> String {
    let parsed = Arguments::try_parse_from(["lanescope", verb, "--help"]);
    let text = parsed.err().map(|help| help.render().to_string()).unwrap_or_default();
    text.trim().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
