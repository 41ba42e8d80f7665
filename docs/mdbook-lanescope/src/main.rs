//! The command: mdBook calls it while it builds a book; by hand it turns plain Markdown into Markdown with embeds.

use mdbook_lanescope::{Lanescope, with_embeds};
use mdbook_preprocessor::errors::Result;
use mdbook_preprocessor::{Preprocessor, parse_input};
use std::io::{self, Read};
use std::process::ExitCode;

const USAGE: &str = "\
mdbook-lanescope: makes fences of GPU memory instructions run in a book

  mdbook-lanescope                 mdBook calls it so, with the book on standard input
  mdbook-lanescope supports NAME   whether it serves a renderer of that name
  mdbook-lanescope markdown BASE   plain Markdown on standard input becomes Markdown with embeds on standard output;
                                   BASE is where a page finds lanescope-embed.js: lanescope/, https://example.org/
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        [] => book(),
        ["supports", renderer] => {
            let is_served = Lanescope.supports_renderer(renderer).unwrap_or(false);
            return if is_served { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        ["markdown", base] => markdown(base),
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
    let (context, book) = parse_input(io::stdin())?;
    let book = Lanescope.run(&context, book)?;
    Ok(serde_json::to_writer(io::stdout(), &book)?)
}

fn markdown(base: &str) -> Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let told = |problems: Vec<mdbook_lanescope::Problem>| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        mdbook_preprocessor::errors::Error::msg(lines.join("\n"))
    };
    print!("{}", with_embeds(&text, base).map_err(told)?);
    Ok(())
}
