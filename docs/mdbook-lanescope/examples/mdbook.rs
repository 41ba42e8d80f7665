//! The part of mdBook's command line that the recipe needs, over mdBook's own library: `mdbook init FOLDER`, `mdbook build FOLDER`.

use mdbook_driver::MDBook;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["init", folder] => MDBook::init(*folder).build().map(|_| ()),
        ["build", folder] => MDBook::load(*folder).and_then(|book| book.build()),
        _ => {
            eprintln!("usage: mdbook init|build FOLDER");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem:#}");
            ExitCode::FAILURE
        }
    }
}
