//! Markdown with examples that run: fences of the language `lanescope` become `<lanescope-embed>`, with a figure that is made
//! while the book is built, and with their text for whoever has no scripts. A fence that does not run as it says is an error.

mod embed;
mod fence;
mod markdown;

use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::errors::{Error, Result};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use std::path::Path;

pub use markdown::{Problem, with_embeds};

/// Where the files of Lanescope are found if a book does not say: beside the book's first page.
pub const DEFAULT_BASE: &str = "lanescope/";

/// The preprocessor of mdBook.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanescope;

impl Preprocessor for Lanescope {
    fn name(&self) -> &str {
        "lanescope"
    }

    fn run(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let base = context.config.get::<String>("preprocessor.lanescope.base")?;
        let base = base.unwrap_or_else(|| DEFAULT_BASE.to_owned());
        let mut problems = Vec::new();
        book.for_each_chapter_mut(|chapter| {
            let Some(path) = &chapter.path else { return };
            let source = context.config.book.src.join(chapter.source_path.as_ref().unwrap_or(path));
            match with_embeds(&chapter.content, &based(&base, path)) {
                Ok(content) => chapter.content = content,
                Err(found) => problems.extend(found.iter().map(|it| it.in_file(&source))),
            }
        });
        if problems.is_empty() { Ok(book) } else { Err(Error::msg(problems.join("\n"))) }
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(renderer == "html")
    }
}

/// A base that is meant from the book's root, as a chapter has to write it.
fn based(base: &str, chapter: &Path) -> String {
    if base.starts_with('/') || base.contains("://") {
        return base.to_owned();
    }
    let depth = chapter.components().count().saturating_sub(1);
    ["../".repeat(depth).as_str(), base].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_meant_from_the_root_of_the_book() {
        assert_eq!(based("../", Path::new("intro.md")), "../");
        assert_eq!(based("../", Path::new("isa/visa/add.md")), "../../../");
        assert_eq!(based("/lanescope/", Path::new("isa/add.md")), "/lanescope/");
        assert_eq!(based("https://example.org/l/", Path::new("isa/add.md")), "https://example.org/l/");
    }
}
