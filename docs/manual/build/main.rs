//! Builds Lanescope's manual: the texts of `src`, the chapters that follow from the tables of the core, and the pictures of the
//! examples.

mod command_line;
mod inline;
mod instruction;
mod ledger;
mod pictures;
mod side_by_side;
mod sources;
mod tables;

use anyhow::{Context, Result, bail};
use lanescope_core::session::known_sets;
use mdbook_driver::MDBook;
use mdbook_driver::book::{Book, BookItem, Chapter, SectionNumber};
use mdbook_lanescope::Lanescope;
use std::path::{Path, PathBuf};
use tables::Tables;

/// The title of the manual, which the head of each page shows.
const TITLE: &str = concat!("Lanescope's manual ", env!("CARGO_PKG_VERSION"));

/// The part that follows the generated chapters.
const NEXT_PART: &str = "Embedding and tools";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [to] = words.as_slice() else { bail!("usage: lanescope-manual FOLDER") };
    build(Path::new(to))
}

/// Builds the manual into a folder. Fails if an example does not run as its text says.
fn build(to: &Path) -> Result<()> {
    let mut book = MDBook::load(env!("CARGO_MANIFEST_DIR"))?;
    add_generated(&mut book.book)?;
    book.config.build.build_dir = std::path::absolute(to)?;
    book.config.book.title = Some(TITLE.to_owned());
    let folder = book.config.build.build_dir.clone();
    book.with_preprocessor(Lanescope);
    book.build()?;
    inline::to_files(&folder, &folder, "")?;
    pictures::write(&folder.join("examples"), &known_sets())
}

/// Inserts the tables into the chapters of the reference, and adds the chapters that consist of tables.
fn add_generated(book: &mut Book) -> Result<()> {
    let sets = known_sets();
    let mut tables = Tables::new(&sets);
    let mut filled = Ok(());
    book.for_each_chapter_mut(|chapter| {
        let name = &chapter.name;
        match tables.fill(&chapter.content).with_context(|| format!("the chapter {name}")) {
            Ok(content) => chapter.content = content,
            Err(problem) => filled = Err(problem),
        }
    });
    filled?;
    tables.all_used()?;
    let is_next = |item: &BookItem| matches!(item, BookItem::PartTitle(title) if title == NEXT_PART);
    let at = book.items.iter().position(is_next).with_context(|| format!("no part is called {NEXT_PART}"))?;
    let mut items = vec![BookItem::PartTitle("Instructions".to_owned())];
    items.extend(instruction::chapters(&sets)?.into_iter().map(BookItem::Chapter));
    items.push(BookItem::Chapter(side_by_side::page(&sets)));
    items.push(BookItem::PartTitle("Interpretations: rules that manuals leave open".to_owned()));
    items.extend(ledger::chapters(&sets).into_iter().map(BookItem::Chapter));
    number(&mut items, at as u32);
    book.items.splice(at..at, items);
    Ok(())
}

/// Numbers the chapters that follow the first `count`, so that mdBook nests them. Readers do not see the numbers.
fn number(items: &mut [BookItem], count: u32) {
    let chapters = items.iter_mut().filter_map(|item| match item {
        BookItem::Chapter(chapter) => Some(chapter),
        _ => None,
    });
    for (at, chapter) in (count + 1..).zip(chapters) {
        chapter.number = Some(SectionNumber::new([at]));
        for (below, item) in (1..).zip(&mut chapter.sub_items) {
            if let BookItem::Chapter(chapter) = item {
                chapter.number = Some(SectionNumber::new([at, below]));
            }
        }
    }
}

/// Creates a chapter below those of these names.
fn chapter(name: &str, path: PathBuf, content: String, parents: &[&str]) -> Chapter {
    Chapter::new(name, content, path, parents.iter().map(|name| (*name).to_owned()).collect())
}

/// Returns a fence with an example.
fn example(text: &str, options: &str) -> String {
    format!("```lanescope {options}\n{}\n```\n", text.trim_end())
}

/// Returns a text for a cell of a table: on one line, and without characters that end a column.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', "<br>")
}

/// Returns code for a cell of a table; empty for no code.
fn code_cell(text: &str) -> String {
    let lines = text.lines().map(|line| format!("`{}`", line.trim_end().replace('|', "\\|")));
    lines.collect::<Vec<_>>().join("<br>")
}

/// Escapes a text for Markdown, except for the backticks around code.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for (at, piece) in text.split('`').enumerate() {
        if at > 0 {
            out.push('`');
        }
        let is_code = at % 2 == 1;
        for c in piece.chars() {
            if !is_code && "\\*_<>[]#&".contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests;
