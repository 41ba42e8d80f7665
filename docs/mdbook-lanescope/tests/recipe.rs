//! The preprocessor as mdBook calls it, and as a filter. `tools/e2e/recipes.spec.mjs` follows README.md word by word.

use mdbook_driver::MDBook;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_mdbook-lanescope");

const CHAPTER: &str = "\
# Chapter

```lanescope size=card step=3 editable
.isa visa grf=32
.lanes 1
.decl OFF v_type=G type=ud num_elts=8
.decl SRC v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set SRC = [2; 8]
.surface BUF buffer ud = 40
dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0
.expect BUF = 42
```
";

/// The instruction of `CHAPTER`.
const INSTRUCTION: &str = "dword_atomic.add (M1, 1) BUF OFF.0 SRC.0";

/// A book of one chapter in a fresh folder.
fn book(name: &str, chapter: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("src/lanescope")).expect("there is room");
    let settings = format!("[book]\ntitle = \"Book\"\n\n[preprocessor.lanescope]\ncommand = '{PROGRAM}'\n");
    fs::write(folder.join("book.toml"), settings).expect("the folder takes files");
    fs::write(folder.join("src/SUMMARY.md"), "- [Chapter](deep/chapter.md)\n").expect("it takes files");
    fs::create_dir(folder.join("src/deep")).expect("there is room");
    fs::write(folder.join("src/deep/chapter.md"), chapter).expect("it takes files");
    fs::write(folder.join("src/lanescope/lanescope-embed.js"), "// the element\n").expect("it takes files");
    fs::write(folder.join("src/lanescope/embed.html"), "<!doctype html>\n").expect("it takes files");
    folder
}

#[test]
fn a_book_gets_embeds() {
    let folder = book("book", CHAPTER);
    MDBook::load(&folder).expect("it loads").build().expect("it builds");
    let page = fs::read_to_string(folder.join("book/deep/chapter.html")).expect("the page is there");
    assert!(page.contains("<lanescope-embed version=\"0.1\" size=\"card\" step=\"3\" editable"), "{page}");
    let (_, embed) = page.split_once("<lanescope-embed").expect("it is there");
    let (embed, _) = embed.split_once("</lanescope-embed>").expect("it ends");
    assert!(embed.contains("<img alt=\"Lane 0 ") && embed.contains("src=\"data:image/svg+xml;base64,"));
    assert!(embed.contains("<pre>") && embed.contains(INSTRUCTION), "{embed}");
    assert!(page.contains("src=\"../lanescope/lanescope-embed.js\""), "{page}");
    assert!(folder.join("book/lanescope/lanescope-embed.js").exists());
}

/// Runs the command. Returns whether it succeeds, its output and its messages.
fn told(words: &[&str], input: &str) -> (bool, String, String) {
    told_in(Path::new("."), words, input)
}

fn told_in(folder: &Path, words: &[&str], input: &str) -> (bool, String, String) {
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut running = command.spawn().expect("it starts");
    running.stdin.take().expect("it listens").write_all(input.as_bytes()).expect("it listens");
    let output = running.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_fence_that_does_not_hold_fails_the_build() {
    let folder = book("broken", &CHAPTER.replace("= 42", "= 43"));
    let problem = MDBook::load(&folder).expect("it loads").build().expect_err("it fails");
    assert!(format!("{problem:#}").contains("lanescope"), "{problem:#}");
    // The preprocessor prints its message to the terminal, so the test runs it again. The scenario's tenth line is line 13.
    let (well, _, said) = told(&["markdown", "x/"], &CHAPTER.replace("= 42", "= 43"));
    assert!(!well && said.starts_with("line 13: expectation failed: "), "{said}");
}

/// Builds a book as mdBook does, and returns the messages of the preprocessor. mdBook calls it in the root of the book, with
/// the configuration and the chapters as JSON.
fn messages(folder: &Path, chapter: &str) -> String {
    let chapter = serde_json::json!({
        "name": "Chapter", "content": chapter, "number": null, "sub_items": [],
        "path": "deep/chapter.md", "source_path": "deep/chapter.md", "parent_names": [],
    });
    let context = serde_json::json!({
        "root": folder, "config": { "book": { "src": "src" } }, "renderer": "html", "mdbook_version": "0.5.4",
    });
    let input = serde_json::json!([context, { "items": [{ "Chapter": chapter }] }]).to_string();
    let (_, _, said) = told_in(folder, &[], &input);
    said.trim_end().to_owned()
}

/// The scenario of `CHAPTER`.
fn scenario() -> String {
    let (_, text) = CHAPTER.split_once("editable\n").expect("it has a fence");
    text.trim_end_matches("```\n").to_owned()
}

#[test]
fn scenarios_can_be_files() {
    let src = "# Chapter\n\n```lanescope src=../sum.lane fold-setup\n```\n";
    let include = "# Chapter\n\n```lanescope\n// From a file:\n{{#include ../sum.lane}}\n```\n";
    for (name, chapter) in [("src", src), ("include", include)] {
        let folder = book(name, chapter);
        fs::write(folder.join("src/sum.lane"), scenario()).expect("it takes files");
        MDBook::load(&folder).expect("it loads").build().expect("it builds");
        let page = fs::read_to_string(folder.join("book/deep/chapter.html")).expect("the page is there");
        assert!(page.contains(INSTRUCTION), "{page}");
        assert_eq!(page.contains(" fold-setup"), name == "src", "{page}");
        assert!(!page.contains("sum.lane"), "{page}");
        // The `.expect` line is the tenth of the file.
        fs::write(folder.join("src/sum.lane"), scenario().replace("= 42", "= 43")).expect("it takes files");
        assert_eq!(
            messages(&folder, chapter),
            "src/sum.lane:10: expectation failed: BUF[0] is 42, expected 43"
        );
        MDBook::load(&folder).expect("it loads").build().expect_err("it fails");
    }
}

#[test]
fn a_part_of_a_file_keeps_its_lines() {
    let set_up = "# Chapter\n\n```lanescope\n{{#include ../sum.lane:1:9}}\n.expect BUF = 43\n{{#include ../more.lane:end}}\n```\n";
    let folder = book("part", set_up);
    fs::write(folder.join("src/sum.lane"), scenario()).expect("it takes files");
    let more = "// ANCHOR: end\n// 40 + 2\n.expect BUF = 44\n// ANCHOR_END: end\n";
    fs::write(folder.join("src/more.lane"), more).expect("it takes files");
    assert_eq!(
        messages(&folder, set_up),
        "src/deep/chapter.md:5: expectation failed: BUF[0] is 42, expected 43\n\
         src/more.lane:3: expectation failed: BUF[0] is 42, expected 44"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let chapter = "# Chapter\n\n```lanescope src=../none.lane\n```\n\n\
        ```lanescope\n.lanes 1\n{{#include ../sum.lane:middle}}\n```\n\n\
        ```lanescope src=../sum.lane\n.lanes 1\n```\n";
    let folder = book("unreadable", chapter);
    fs::write(folder.join("src/sum.lane"), scenario()).expect("it takes files");
    let said = messages(&folder, chapter);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("src/deep/chapter.md:3: cannot read `src/none.lane`: "), "{said}");
    assert!(
        lines[1].starts_with("src/deep/chapter.md:8: `src/sum.lane` has no lines between `ANCHOR: middle`"),
        "{said}"
    );
    assert!(
        lines[2].starts_with("src/deep/chapter.md:11: a fence with `src=` has no text of its own"),
        "{said}"
    );
}

#[test]
fn a_line_of_an_expanded_chapter_is_called_so() {
    // The `links` preprocessor has expanded an include above the fence, in a file of 15 lines.
    let folder = book("expanded", &CHAPTER.replace("= 42", "= 43"));
    let expanded = "An included line.\n".repeat(9) + &CHAPTER.replace("= 42", "= 43");
    assert_eq!(
        messages(&folder, &expanded),
        "src/deep/chapter.md:22: expectation failed: BUF[0] is 42, expected 43 \
         (the line is that of the chapter after another preprocessor)"
    );
}

#[test]
fn a_wrong_setting_fails_the_build() {
    for wrong in ["bse = 'x'", "base = 5"] {
        let folder = book("misset", CHAPTER);
        let settings = fs::read_to_string(folder.join("book.toml")).expect("it is there");
        fs::write(folder.join("book.toml"), format!("{settings}{wrong}\n")).expect("it takes files");
        MDBook::load(&folder).expect("it loads").build().expect_err("it fails");
    }
}

#[test]
fn a_missing_dist_fails_the_build() {
    let folder = book("bare", CHAPTER);
    fs::remove_dir_all(folder.join("src/lanescope")).expect("it is there");
    assert_eq!(
        messages(&folder, CHAPTER),
        "src/lanescope/lanescope-embed.js is missing, so no embed can start: \
         copy Lanescope's folder `dist` to src/lanescope/, or set `base` in book.toml"
    );
    MDBook::load(&folder).expect("it loads").build().expect_err("it fails");
    // A book without a fence needs none.
    fs::write(folder.join("src/deep/chapter.md"), "# Chapter\n").expect("it takes files");
    MDBook::load(&folder).expect("it loads").build().expect("it builds");
}

#[test]
fn help_and_version_are_printed() {
    let (well, out, said) = told(&["--help"], "");
    assert!(well && out.contains("mdbook-lanescope markdown BASE") && said.is_empty(), "{out}{said}");
    let version = concat!("mdbook-lanescope ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(told(&["--version"], ""), (true, version.to_owned(), String::new()));
}

#[test]
fn plain_markdown_is_filtered() {
    let (well, out, _) = told(&["markdown", "https://example.org/l/"], CHAPTER);
    let script = "<script src=\"https://example.org/l/lanescope-embed.js\"></script>";
    assert!(
        well && out.starts_with(&format!("# Chapter\n\n<div>\n{script}\n<lanescope-embed version=")),
        "{out}"
    );
}

#[test]
fn fences_of_an_included_page_are_not_left_out_silently() {
    let chapter =
        "# Chapter\n\n```text\n{{#include part.md}}\n```\n\n{{#include part.md}}\n{{#include other.md}}\n";
    let folder = book("included", chapter);
    fs::write(folder.join("src/deep/part.md"), CHAPTER).expect("it takes files");
    fs::write(folder.join("src/deep/other.md"), "Other words.\n").expect("it takes files");
    assert_eq!(
        messages(&folder, chapter),
        "src/deep/chapter.md:7: `part.md` has `lanescope` fences, which run only if includes are expanded first: \
         add `after = [\"links\"]` to `[preprocessor.lanescope]` in book.toml"
    );
    MDBook::load(&folder).expect("it loads").build().expect_err("it fails");
    let settings = fs::read_to_string(folder.join("book.toml")).expect("it is there");
    fs::write(folder.join("book.toml"), settings + "after = [\"links\"]\n").expect("it takes files");
    MDBook::load(&folder).expect("it loads").build().expect("it builds");
}

#[test]
fn an_older_mdbook_is_named() {
    let chapter = serde_json::json!({ "Chapter": {
        "name": "C", "content": CHAPTER, "number": [1], "sub_items": [], "path": "c.md", "source_path": "c.md",
        "parent_names": [],
    } });
    let config = serde_json::json!({ "book": { "authors": [], "language": "en", "multilingual": false, "src": "src" } });
    let context =
        serde_json::json!({ "root": "/", "config": config, "renderer": "html", "mdbook_version": "0.4.52" });
    let input = serde_json::json!([context, { "sections": [chapter], "__non_exhaustive": null }]).to_string();
    let (well, _, said) = told(&[], &input);
    assert_eq!(
        (well, said.as_str()),
        (false, "mdbook-lanescope needs mdBook 0.5 or later; this is mdBook 0.4.52\n")
    );
}

#[test]
fn only_pages_are_served() {
    assert!(told(&["supports", "html"], "").0);
    assert!(!told(&["supports", "epub"], "").0);
    assert!(!told(&["something"], "").0);
}
