//! The command: mdBook calls it while it builds a book; as a filter it turns plain Markdown into Markdown with embeds.

use mdbook_lanescope::{Folder, Lanescope, with_embeds};
use mdbook_preprocessor::errors::{Error, Result};
use mdbook_preprocessor::{Preprocessor, parse_input};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
mdbook-lanescope: embeds GPU memory instructions that run in the page

  mdbook-lanescope                 preprocess a book on standard input; mdBook calls it this way
  mdbook-lanescope supports NAME   exit with 0 if the renderer NAME is supported
  mdbook-lanescope markdown BASE   filter Markdown from standard input to standard output; BASE is the folder of
                                   lanescope-embed.js, such as lanescope/ or https://example.org/lanescope/; `src=` and
                                   includes are relative to the working directory
  mdbook-lanescope --help          print this help
  mdbook-lanescope --version       print the version
";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    let done = match words.as_slice() {
        [] => book(),
        ["supports", renderer] => {
            let is_served = Lanescope.supports_renderer(renderer).unwrap_or(false);
            return if is_served { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        ["markdown", base] => markdown(base),
        ["--help" | "-h"] => print(USAGE),
        ["--version" | "-V"] => print(concat!("mdbook-lanescope ", env!("CARGO_PKG_VERSION"), "\n")),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn book() -> Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let (context, book) = parse_input(input.as_bytes()).map_err(|error| match older_mdbook(&input) {
        Some(version) => {
            Error::msg(format!("mdbook-lanescope needs mdBook 0.5 or later; this is mdBook {version}"))
        }
        None => error,
    })?;
    let book = Lanescope.run(&context, book)?;
    Ok(serde_json::to_writer(io::stdout(), &book)?)
}

/// Returns the version in the input of an mdBook before 0.5, which has another form.
fn older_mdbook(input: &str) -> Option<String> {
    let input: serde_json::Value = serde_json::from_str(input).ok()?;
    let version = input[0]["mdbook_version"].as_str()?;
    version.starts_with("0.4.").then(|| version.to_owned())
}

fn markdown(base: &str) -> Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let told = |problems: Vec<mdbook_lanescope::Problem>| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Error::msg(lines.join("\n"))
    };
    let folder = Folder { root: Path::new(""), folder: Path::new("") };
    print(&with_embeds(&text, base, folder).map_err(told)?)
}

fn print(text: &str) -> Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}
