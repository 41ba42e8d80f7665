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
    assert!(
        embed.contains("<img class=\"lanescope-still\"")
            && embed.contains("src=\"data:image/svg+xml;base64,")
    );
    assert!(embed.contains("<pre") && embed.contains("dword_atomic.add (M1, 1) BUF OFF.0 SRC.0"), "{embed}");
    assert!(page.contains("src=\"../lanescope/lanescope-embed.js\""), "{page}");
    assert!(folder.join("book/lanescope/lanescope-embed.js").exists());
}

/// What the command says where it fails.
fn told(words: &[&str], input: &str) -> (bool, String, String) {
    let mut command = Command::new(PROGRAM);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
    // What the preprocessor itself says goes to the terminal, so it is asked once more. The scenario's tenth line is line 13.
    let (well, _, said) = told(&["markdown", "x/"], &CHAPTER.replace("= 42", "= 43"));
    assert!(!well && said.starts_with("line 13: expectation failed: "), "{said}");
}

#[test]
fn plain_markdown_is_filtered() {
    let (well, out, _) = told(&["markdown", "https://example.org/l/"], CHAPTER);
    let script = "<script src=\"https://example.org/l/lanescope-embed.js\"></script>";
    assert!(well && out.starts_with(&format!("# Chapter\n\n{script}\n<lanescope-embed version=")), "{out}");
}

#[test]
fn only_pages_are_served() {
    assert!(told(&["supports", "html"], "").0);
    assert!(!told(&["supports", "epub"], "").0);
    assert!(!told(&["something"], "").0);
}
