//! Turns Markdown fences of the language `lanescope` into `<lanescope-embed>`, with a figure that the build draws and with the
//! text for readers without scripts. A fence that does not do what it says is an error.

mod embed;
mod fence;
mod markdown;
mod scenario;

use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::errors::{Error, Result};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub use markdown::{Problem, with_embeds};
pub use scenario::{Folder, Place};

/// The folder of Lanescope's files, relative to the book's first page, for a book that does not name one.
pub const DEFAULT_BASE: &str = "lanescope/";
/// The setting of the folder.
const BASE: &str = "base";
/// The settings of each preprocessor that mdBook itself reads.
const KEYS_OF_MDBOOK: [&str; 5] = ["command", "before", "after", "optional", "renderers"];
/// The files that an embed begins with.
const FILES: [&str; 2] = ["lanescope-embed.js", "embed.html"];

/// The preprocessor of mdBook.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanescope;

impl Preprocessor for Lanescope {
    fn name(&self) -> &str {
        "lanescope"
    }

    fn run(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let settings = context.config.get::<BTreeMap<String, Value>>("preprocessor.lanescope")?;
        let base = base_of(&settings.unwrap_or_default())?;
        let mut problems = Vec::new();
        let mut has_embeds = false;
        book.for_each_chapter_mut(|chapter| {
            let Some(path) = &chapter.path else { return };
            let source = context.config.book.src.join(chapter.source_path.as_ref().unwrap_or(path));
            let folder = source.parent().unwrap_or(Path::new(""));
            let folder = Folder { root: &context.root, folder };
            match with_embeds(&chapter.content, &based(&base, path), folder) {
                Ok(content) => {
                    let missed = markdown::unexpanded_includes(&chapter.content, folder);
                    problems.extend(missed.iter().map(|problem| problem.in_file(&source)));
                    has_embeds |= content != chapter.content;
                    chapter.content = content;
                }
                Err(found) => {
                    let note =
                        if is_changed(&context.root.join(&source), &chapter.content) { CHANGED } else { "" };
                    let told = found.iter().map(|problem| match problem.place.file {
                        Some(_) => problem.in_file(&source),
                        None => problem.in_file(&source) + note,
                    });
                    problems.extend(told);
                }
            }
        });
        if has_embeds {
            problems.extend(missing_files(&context.root, &context.config.book.src, &base));
        }
        if problems.is_empty() { Ok(book) } else { Err(Error::msg(problems.join("\n"))) }
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(renderer == "html")
    }
}

/// Returns the setting `base`, or an error message for a setting that is unknown or has a wrong value.
fn base_of(settings: &BTreeMap<String, Value>) -> Result<String> {
    let unknown = settings.keys().find(|key| *key != BASE && !KEYS_OF_MDBOOK.contains(&key.as_str()));
    if let Some(key) = unknown {
        return Err(Error::msg(format!("book.toml: `[preprocessor.lanescope]` takes `{BASE}`, not `{key}`")));
    }
    match settings.get(BASE) {
        None => Ok(DEFAULT_BASE.to_owned()),
        Some(Value::String(base)) => Ok(base.clone()),
        Some(other) => Err(Error::msg(format!(
            "book.toml: `{BASE}` in `[preprocessor.lanescope]` is a text such as \"{DEFAULT_BASE}\", not `{other}`"
        ))),
    }
}

/// Note on a line number of a chapter whose text differs from its file.
const CHANGED: &str = " (the line is that of the chapter after another preprocessor)";

/// Returns whether another preprocessor has changed the text of a chapter, such as `links`, which expands includes.
fn is_changed(source: &Path, content: &str) -> bool {
    fs::read_to_string(source).is_ok_and(|text| text.trim_start_matches('\u{feff}') != content)
}

/// Returns an error message if Lanescope's files belong in the book and are missing.
fn missing_files(root: &Path, src: &Path, base: &str) -> Option<String> {
    if base.starts_with('/') || base.contains("://") || base.split('/').any(|part| part == "..") {
        return None;
    }
    let folder = src.join(base);
    let missing = FILES.iter().map(|name| folder.join(name)).find(|file| !root.join(file).exists())?;
    Some(format!(
        "{} is missing, so no embed can start: copy Lanescope's folder `dist` to {}, or set `base` in book.toml",
        missing.display(),
        folder.display()
    ))
}

/// Returns a base that is relative to the root of the book as a chapter has to write it.
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

    #[test]
    fn a_wrong_setting_is_named() {
        let base = |key: &str, value: Value| {
            base_of(&BTreeMap::from([(key.to_owned(), value)])).unwrap_or_else(|error| error.to_string())
        };
        assert_eq!(base("command", "mdbook-lanescope".into()), DEFAULT_BASE);
        assert_eq!(base("base", "../".into()), "../");
        assert_eq!(base("bse", "x".into()), "book.toml: `[preprocessor.lanescope]` takes `base`, not `bse`");
        assert_eq!(
            base("base", 5.into()),
            "book.toml: `base` in `[preprocessor.lanescope]` is a text such as \"lanescope/\", not `5`"
        );
    }

    #[test]
    fn files_are_looked_for_only_in_the_book() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for elsewhere in ["/lanescope/", "https://example.org/l/", "../", "a/../../b/"] {
            assert_eq!(missing_files(root, Path::new("src"), elsewhere), None);
        }
        let message = missing_files(root, Path::new("src"), "lanescope/").expect("there is no such folder");
        assert!(message.starts_with("src/lanescope/lanescope-embed.js is missing, "), "{message}");
    }
}
