//! Markdown: where its fences are, and what takes their place.

use super::embed::embed;
use super::fence::Options;
use pulldown_cmark::{CodeBlockKind, Event, Options as Flavour, Parser, Tag};
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// What is wrong with a fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line of the Markdown text, from 1.
    pub line: usize,
    /// What is wrong, without a full stop.
    pub message: String,
}

impl Problem {
    /// The problem as a line for a terminal.
    pub fn in_file(&self, file: &Path) -> String {
        format!("{}:{}: {}", file.display(), self.line, self.message)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.message)
    }
}

/// A fence of ours.
struct Fence {
    /// From its first backtick to its last.
    place: Range<usize>,
    options: Result<Options, String>,
    /// The scenario.
    text: String,
}

/// A Markdown text with each fence of the language `lanescope` as an embed, and before the first of them the script of the
/// element, which `base` leads to: an embed that is read when its script is there takes its room at once, so that nothing
/// moves. `Err` tells what is wrong, fence by fence.
pub fn with_embeds(markdown: &str, base: &str) -> Result<String, Vec<Problem>> {
    let (mut out, mut end, mut problems) = (String::new(), 0, Vec::new());
    let base = base.replace('&', "&amp;").replace('"', "&quot;");
    let mut script = format!("<script src=\"{base}lanescope-embed.js\"></script>\n");
    for fence in fences(markdown) {
        let line = markdown[..fence.place.start].matches('\n').count() + 1;
        // The scenario begins in the line below.
        let inside = |(at, message): (usize, String)| Problem { line: line + at, message };
        let made = match &fence.options {
            Ok(options) => embed(&fence.text, options).map_err(|all| all.into_iter().map(inside).collect()),
            Err(message) => Err(vec![Problem { line, message: message.clone() }]),
        };
        match made {
            Ok(html) => {
                let html = std::mem::take(&mut script) + &html;
                out.push_str(&markdown[end..fence.place.start]);
                out.push_str(&indented(&html, before(markdown, fence.place.start)));
                end = fence.place.end;
            }
            Err(found) => problems.extend(found),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    out.push_str(&markdown[end..]);
    Ok(out)
}

fn fences(markdown: &str) -> Vec<Fence> {
    let mut fences: Vec<Fence> = Vec::new();
    let mut is_inside = false;
    for (event, place) in Parser::new_ext(markdown, Flavour::all()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let options = Options::new(&info);
                is_inside = options.is_some();
                fences.extend(options.map(|options| Fence { place, options, text: String::new() }));
            }
            Event::Start(_) => is_inside = false,
            Event::Text(text) if is_inside => fences.last_mut().expect("one began").text.push_str(&text),
            _ => {}
        }
    }
    fences
}

/// What stands before a place in its line.
fn before(markdown: &str, at: usize) -> &str {
    let start = markdown[..at].rfind('\n').map_or(0, |end| end + 1);
    &markdown[start..at]
}

/// Lines that stand in a list or a quotation as their first does.
fn indented(html: &str, before: &str) -> String {
    let margin: String = before.chars().map(|c| if c == '>' { c } else { ' ' }).collect();
    html.trim_end().replace('\n', &format!("\n{margin}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "\
.isa visa grf=32
.lanes 1
.decl OFF v_type=G type=ud num_elts=8
.decl SRC v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set SRC = [2; 8]
.surface BUF buffer ud = 40
dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0
";

    fn fence(info: &str, more: &str) -> String {
        format!("Before.\n\n```{info}\n{SCENARIO}{more}```\n\nBehind.\n")
    }

    fn problems(markdown: &str) -> Vec<String> {
        let problems = with_embeds(markdown, "x/").expect_err("something is wrong");
        problems.iter().map(|problem| problem.in_file(Path::new("src/a.md"))).collect()
    }

    #[test]
    fn a_fence_becomes_an_embed_with_a_figure_and_its_text() {
        // 40 + 2
        let markdown = fence("lanescope size=card step=3 editable", ".expect BUF = 42\n");
        let out = with_embeds(&markdown, "../").expect("all is well");
        let opening = "Before.\n\n<script src=\"../lanescope-embed.js\"></script>\n\
            <lanescope-embed version=\"0.1\" size=\"card\" step=\"3\" editable>\n<img class=";
        assert!(out.starts_with(opening), "{out}");
        assert!(out.contains("\">\n\n```text\n.isa visa grf=32\n"), "{out}");
        assert!(out.ends_with(".expect BUF = 42\n```\n\n</lanescope-embed>\n\nBehind.\n"), "{out}");
        assert!(out.contains("alt=\"Lane 0 sets address = element_offset[i] = 0.\""), "{out}");
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        let markdown = "A\n\n```rust\nfn main() {}\n```\n\n    ```lanescope\n    as code\n    ```\n";
        assert_eq!(with_embeds(markdown, "").as_deref(), Ok(markdown));
    }

    #[test]
    fn what_does_not_hold_is_told_with_its_line() {
        // The fence is line 3, so the scenario's tenth line is line 13.
        let failed = problems(&fence("lanescope", ".expect BUF = 43\n"));
        assert_eq!(failed.len(), 1, "{failed:?}");
        assert!(failed[0].starts_with("src/a.md:13: expectation failed: "), "{failed:?}");
        let broken = problems("```lanescope\n.lanes 7\n```\n");
        assert!(broken[0].starts_with("src/a.md:2: error[visa-dispatch-size]: "), "{broken:?}");
        assert_eq!(
            problems(&fence("lanescope step=99", "")),
            ["src/a.md:4: there is no step 99; the run has steps 0 to 7"]
        );
        assert_eq!(
            problems(&fence("lanescope compare=other", "")),
            ["src/a.md:4: there is no `.variant other` to compare with"]
        );
        assert_eq!(problems("```lanescope size=no\n```\n").len(), 1);
        assert_eq!(
            problems("x\n\n```lanescope\n```\n"),
            ["src/a.md:4: no instruction runs, so there is nothing to draw"]
        );
    }

    #[test]
    fn an_error_that_is_expected_is_no_problem() {
        let trap = "```lanescope\n.isa sass\n.lanes 1\n.const 0x140 = 0\n.surface 0 1d R32_UINT 4\n.set R1 = 9\n\
            SUATOM.D.1D.ADD.TRAP R0, [R1], R2, 0x50;\n```\n";
        assert!(problems(trap)[0].starts_with("src/a.md:7: error[run-trap-outside]: "));
        let expected = trap.replace("0x50;\n", "0x50;\n.expect error run-trap-outside\n");
        assert!(with_embeds(&expected, "").is_ok());
    }

    #[test]
    fn several_embeds_share_the_script() {
        let doubled = fence("lanescope", "") + &fence("lanescope", "");
        let out = with_embeds(&doubled, "").expect("all is well");
        assert_eq!((out.matches("<lanescope-embed").count(), out.matches("<script").count()), (2, 1));
    }

    #[test]
    fn fences_in_lists_and_quotations_stay_there() {
        let listed =
            format!("- ```lanescope\n  {}  ```\n", SCENARIO.replace('\n', "\n  ").trim_end_matches(' '));
        let out = with_embeds(&listed, "").expect("all is well");
        assert!(out.starts_with("- <script") && out.contains("\n  <lanescope-embed"), "{out}");
        assert!(out.contains("\n  <img "), "{out}");
        assert!(out.contains("\n  ```text\n  .isa visa"), "{out}");
        let quoted =
            format!("> ```lanescope\n> {}> ```\n", SCENARIO.replace('\n', "\n> ").trim_end_matches("> "));
        let out = with_embeds(&quoted, "").expect("all is well");
        assert!(out.starts_with("> <script") && out.contains("\n> <lanescope-embed"), "{out}");
        assert!(out.contains("\n> ```text\n> .isa visa"), "{out}");
    }

    #[test]
    fn backticks_in_a_text_do_not_end_its_fence() {
        let markdown = format!("~~~~lanescope\n// ``` and more\n{SCENARIO}~~~~\n");
        let out = with_embeds(&markdown, "").expect("all is well");
        assert!(out.contains("\n\n````text\n// ``` and more\n"), "{out}");
    }
}
