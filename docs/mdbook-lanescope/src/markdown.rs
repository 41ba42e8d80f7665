//! Markdown: finds the fences of a page and replaces them by embeds.

use super::embed::Tried;
use super::fence::Options;
use super::scenario::{Folder, Place, Scenario, included};
use pulldown_cmark::{CodeBlockKind, Event, Options as Flavour, Parser, Tag};
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// A problem in a fence, or in a file that it takes its scenario from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place of the problem.
    pub place: Place,
    /// The message, without a full stop.
    pub message: String,
}

impl Problem {
    fn in_page(line: usize, message: String) -> Self {
        Self { place: Place::in_page(line), message }
    }

    /// Formats the problem for a terminal; `page` is the file of the Markdown text.
    pub fn in_file(&self, page: &Path) -> String {
        let file = self.place.file.as_deref().unwrap_or(page);
        format!("{}:{}: {}", file.display(), self.place.line, self.message)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match &self.place.file {
            Some(file) => write!(out, "{}:{}: {}", file.display(), self.place.line, self.message),
            None => write!(out, "line {}: {}", self.place.line, self.message),
        }
    }
}

/// A fence of ours.
struct Fence {
    /// From its first backtick to its last.
    place: Range<usize>,
    options: Result<Options, String>,
    /// The lines between its first and its last.
    text: String,
}

/// A fence whose words are valid, with its scenario.
struct Example {
    place: Range<usize>,
    /// The line of its first backtick.
    line: usize,
    options: Options,
    scenario: Scenario,
}

impl Example {
    fn new(fence: Fence, markdown: &str, folder: Folder) -> Result<Self, Problem> {
        let line = markdown[..fence.place.start].matches('\n').count() + 1;
        let options = fence.options.map_err(|message| Problem::in_page(line, message))?;
        let scenario = match &options.src {
            Some(_) if !fence.text.trim().is_empty() => Err((
                line,
                "a fence with `src=` has no text of its own: remove the text, or `src=`".to_owned(),
            )),
            Some(path) => Scenario::read(path, folder).map_err(|message| (line, message)),
            None => Scenario::from_fence(&fence.text, line + 1, folder),
        };
        let scenario = scenario.map_err(|(line, message)| Problem::in_page(line, message))?;
        Ok(Self { place: fence.place, line, options, scenario })
    }

    /// Returns the embed as HTML. `base` is the folder of the script, if the embed loads it.
    fn embed(&self, base: Option<&str>) -> Result<String, Vec<Problem>> {
        let here = |message: String| vec![Problem::in_page(self.line, message)];
        if self.scenario.is_blank() {
            let message = "the fence has no scenario: write its text, or name a file with `src=`";
            return Err(here(message.to_owned()));
        }
        let placed = |(line, message): (usize, String)| {
            let place = self.scenario.place(line).unwrap_or(Place::in_page(self.line));
            Problem { place, message }
        };
        let tried = Tried::new(&self.scenario.text, self.options.is_unsolved)
            .map_err(|found| found.into_iter().map(placed).collect::<Vec<_>>())?;
        for warning in tried.warnings().into_iter().map(placed) {
            eprintln!("{warning}");
        }
        tried.embed(&self.options, base).map_err(here)
    }
}

/// Replaces each fence of the language `lanescope` by an embed. The first embed loads the script of the element, which is in
/// the folder `base`: an embed that is parsed after the script reserves its space at once, so the page does not shift.
/// Returns all problems of all fences if there are any. Paths in the page are relative to `folder`.
pub fn with_embeds(markdown: &str, base: &str, folder: Folder) -> Result<String, Vec<Problem>> {
    let (mut examples, mut problems) = (Vec::new(), Vec::new());
    for fence in fences(markdown) {
        match Example::new(fence, markdown, folder) {
            Ok(example) => examples.push(example),
            Err(problem) => problems.push(problem),
        }
    }
    let (mut out, mut end) = (String::new(), 0);
    let mut script = Some(base);
    for example in &examples {
        match example.embed(script) {
            Ok(html) => {
                script = None;
                let Range { start, end: next } = example.place;
                out.push_str(&markdown[end..start]);
                out.push_str(&indented(&html, before(markdown, start)));
                end = next;
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

/// Finds the files with fences of ours that a page includes as Markdown, as lines outside code. This build does not run them.
pub(crate) fn unexpanded_includes(markdown: &str, folder: Folder) -> Vec<Problem> {
    let is_code = |(event, place): (Event, Range<usize>)| {
        matches!(event, Event::Start(Tag::CodeBlock(_))).then_some(place)
    };
    let code: Vec<Range<usize>> =
        Parser::new_ext(markdown, Flavour::all()).into_offset_iter().filter_map(is_code).collect();
    let (mut problems, mut start) = (Vec::new(), 0);
    for (number, line) in (1..).zip(markdown.split_inclusive('\n')) {
        let path =
            included(line).map(|(path, _)| path).filter(|_| !code.iter().any(|code| code.contains(&start)));
        start += line.len();
        let Some(path) = path else { continue };
        let text = fs::read_to_string(folder.root.join(folder.folder).join(path)).unwrap_or_default();
        if !fences(&text).is_empty() {
            let message = format!(
                "`{path}` has `lanescope` fences, which run only if includes are expanded first: \
                 add `after = [\"links\"]` to `[preprocessor.lanescope]` in book.toml"
            );
            problems.push(Problem::in_page(number, message));
        }
    }
    problems
}

fn fences(markdown: &str) -> Vec<Fence> {
    let mut fences: Vec<Fence> = Vec::new();
    let mut is_inside = false;
    let markdown = with_list_items(markdown);
    for (event, place) in Parser::new_ext(&markdown, Flavour::all()).into_offset_iter() {
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

/// The markers of admonitions and content tabs in Python-Markdown.
const BLOCK_MARKERS: [&str; 6] = ["!!! ", "??? ", "???+ ", "=== \"", "===! \"", "===+ \""];

/// Replaces the first line of each admonition and content tab by a list item of the same length. Their content is indented by
/// four spaces, like that of the item, so CommonMark finds the fences in it.
fn with_list_items(markdown: &str) -> String {
    let with_item = |line: &str| {
        let block = line.trim_start_matches([' ', '>']);
        if !BLOCK_MARKERS.iter().any(|marker| block.starts_with(marker)) {
            return line.to_owned();
        }
        let margin = &line[..line.len() - block.len()];
        let [title, end] = [block[4..].trim_end(), &block[block.trim_end().len()..]];
        format!("{margin}*   {}{end}", "x".repeat(title.len()))
    };
    markdown.split_inclusive('\n').map(with_item).collect()
}

/// Returns the text before a position in its line.
fn before(markdown: &str, at: usize) -> &str {
    let start = markdown[..at].rfind('\n').map_or(0, |end| end + 1);
    &markdown[start..at]
}

/// Lines that stand in a list or a quotation as their first does.
fn indented(html: &str, before: &str) -> String {
    let margin: String = before.chars().map(|c| if matches!(c, '>' | '\t') { c } else { ' ' }).collect();
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

    fn page(markdown: &str) -> Result<String, Vec<Problem>> {
        with_embeds(markdown, "", Folder { root: Path::new(""), folder: Path::new("src") })
    }

    fn fence(info: &str, more: &str) -> String {
        format!("Before.\n\n```{info}\n{SCENARIO}{more}```\n\nBehind.\n")
    }

    fn problems(markdown: &str) -> Vec<String> {
        let problems = page(markdown).expect_err("something is wrong");
        problems.iter().map(|problem| problem.in_file(Path::new("src/a.md"))).collect()
    }

    #[test]
    fn a_fence_becomes_an_embed_with_a_figure_and_its_text() {
        // 40 + 2
        let markdown = fence("lanescope size=card step=3 editable", ".expect BUF = 42\n");
        let out = page(&markdown).expect("all is well");
        let opening = "Before.\n\n<div>\n<script src=\"lanescope-embed.js\"></script>\n\
            <lanescope-embed version=\"0.1\" size=\"card\" step=\"3\" editable=\"\">\n<img alt=";
        assert!(out.starts_with(opening), "{out}");
        assert!(out.contains("\" />\n<pre>.isa visa grf=32&#10;"), "{out}");
        assert!(
            out.ends_with(".expect BUF = 42&#10;</pre>\n</lanescope-embed>\n</div>\n\nBehind.\n"),
            "{out}"
        );
        assert!(
            out.contains("alt=\"Lane 0 sets address to 0&#58; element&#95;offset&#91;i&#93; = 0.\""),
            "{out}"
        );
    }

    #[test]
    fn a_fence_with_questions_does_not_show_the_answers() {
        let more = "// 40 + 2\n\n.expect BUF = 42\n.ask element BUF[0] // 42\n.ask lanes \"Who adds?\"\n.hint \"Lane 0\"\n";
        let markdown = fence("lanescope", more);
        let out = page(&markdown).expect("all is well");
        assert!(out.contains("<pre>.isa visa grf=32&#10;"), "{out}");
        let hidden = |line: &str| format!("<span hidden=\"\">{line}&#10;</span>");
        assert!(out.contains(&(hidden("// 40 + 2") + "&#10;" + &hidden(".expect BUF = 42"))), "{out}");
        let questions = ".ask element BUF&#91;0&#93;<span hidden=\"\"> // 42</span>&#10;.ask lanes &quot;Who adds?&quot;&#10;";
        assert!(out.contains(&(questions.to_owned() + &hidden(".hint &quot;Lane 0&quot;"))), "{out}");
        // The figure shows the start.
        assert!(!out.contains("Lane 0 "), "{out}");
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        let markdown = "A\n\n```rust\nfn main() {}\n```\n\n    ```lanescope\n    as code\n    ```\n";
        assert_eq!(page(markdown).as_deref(), Ok(markdown));
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
            ["src/a.md:3: there is no step 99; the run has steps 0 to 7"]
        );
        assert_eq!(
            problems(&fence("lanescope compare=other", "")),
            ["src/a.md:3: there is no `.variant other` to compare with"]
        );
        assert_eq!(problems("```lanescope size=no\n```\n").len(), 1);
        assert_eq!(
            problems("x\n\n```lanescope\n.isa visa grf=32\n```\n"),
            ["src/a.md:3: no instruction runs, so there is nothing to draw"]
        );
    }

    #[test]
    fn an_exercise_has_a_claim_that_fails() {
        let out = page(&fence("lanescope unsolved", ".expect BUF = 43\n")).expect("the reader mends it");
        assert!(!out.contains("unsolved"), "{out}");
        let solved = problems(&fence("lanescope unsolved", ".expect BUF = 42\n"));
        assert!(solved[0].contains("a claim that fails until the reader changes the text"), "{solved:?}");
        let broken = problems("```lanescope unsolved\n.lanes 7\n```\n");
        assert!(broken[0].starts_with("src/a.md:2: error[visa-dispatch-size]: "), "{broken:?}");
    }

    #[test]
    fn an_error_that_is_expected_is_no_problem() {
        let trap = "```lanescope\n.isa sass\n.lanes 1\n.const 0x140 = 0\n.surface 0 1d R32_UINT 4\n.set R1 = 9\n\
            SUATOM.D.1D.ADD.TRAP R0, [R1], R2, 0x50;\n```\n";
        assert!(problems(trap)[0].starts_with("src/a.md:7: error[run-trap-outside]: "));
        let expected = trap.replace("0x50;\n", "0x50;\n.expect error run-trap-outside\n");
        assert!(page(&expected).is_ok());
    }

    #[test]
    fn a_base_needs_no_slash_at_its_end() {
        for base in ["https://example.org/l", "https://example.org/l/"] {
            let folder = Folder { root: Path::new(""), folder: Path::new("") };
            let out = with_embeds(&fence("lanescope", ""), base, folder).expect("it runs");
            assert!(out.contains("<script src=\"https://example.org/l/lanescope-embed.js\">"), "{out}");
        }
    }

    #[test]
    fn several_embeds_share_the_script() {
        let doubled = fence("lanescope", "") + &fence("lanescope", "");
        let out = page(&doubled).expect("all is well");
        assert_eq!((out.matches("<lanescope-embed").count(), out.matches("<script").count()), (2, 1));
    }

    #[test]
    fn fences_in_lists_and_quotations_stay_there() {
        let listed =
            format!("- ```lanescope\n  {}  ```\n", SCENARIO.replace('\n', "\n  ").trim_end_matches(' '));
        let out = page(&listed).expect("all is well");
        assert!(out.starts_with("- <div>\n  <script") && out.contains("\n  <lanescope-embed"), "{out}");
        assert!(out.contains("\n  <img ") && out.contains("\n  <pre>.isa visa"), "{out}");
        let tabbed = format!(
            "- A\n\n\t```lanescope\n\t{}\t```\n",
            SCENARIO.replace('\n', "\n\t").trim_end_matches('\t')
        );
        let out = page(&tabbed).expect("all is well");
        assert!(out.starts_with("- A\n\n\t<div>\n\t<script") && out.contains("\n\t<pre>.isa visa"), "{out}");
        let quoted =
            format!("> ```lanescope\n> {}> ```\n", SCENARIO.replace('\n', "\n> ").trim_end_matches("> "));
        let out = page(&quoted).expect("all is well");
        assert!(out.starts_with("> <div>\n> <script") && out.contains("\n> <lanescope-embed"), "{out}");
        assert!(out.contains("\n> <pre>.isa visa"), "{out}");
    }

    #[test]
    fn fences_in_admonitions_and_tabs_of_python_markdown_run() {
        let fence = |margin: &str| {
            let lines = format!("```lanescope\n{SCENARIO}```\n");
            lines.split_inclusive('\n').map(|line| format!("{margin}{line}")).collect::<String>()
        };
        for block in [
            "!!! note \"Titel für *alle*\"",
            "??? note",
            "???+ note",
            "=== \"A\"",
            "===! \"A\"",
            "===+ \"A\"",
        ] {
            let markdown = format!("# Page\n\n{block}\n\n    Text.\n\n{}\nEnd.\n", fence("    "));
            let out = page(&markdown).expect("it runs");
            let start = format!("# Page\n\n{block}\n\n    Text.\n\n    <div>\n    <script");
            assert!(out.starts_with(&start) && out.contains("\n    <pre>.isa visa"), "{out}");
            assert!(out.ends_with("\n    </div>\n\nEnd.\n"), "{out}");
        }
        let nested = format!("- A list\n\n    ??? note\n\n{}", fence("        "));
        assert!(page(&nested).expect("it runs").contains("\n        <pre>.isa visa"));
        // The scenario's first line is the sixth of the page.
        let wrong = "!!! note\n\n    Text.\n\n    ```lanescope\n    .lanes 7\n    ```\n";
        assert!(problems(wrong)[0].starts_with("src/a.md:6: error[visa-dispatch-size]: "));
        // This is a heading.
        assert_eq!(
            page("A\n===\n\n    ```lanescope\n    ```\n").as_deref(),
            Ok("A\n===\n\n    ```lanescope\n    ```\n")
        );
    }

    #[test]
    fn a_page_of_mdx_and_python_markdown_keeps_the_text() {
        // Both read the text of an element as Markdown, MDX with expressions in braces, and end it at a blank line.
        let out = page(&fence("lanescope", "\n// *a* _b_ `c` {d} <e> ~f~ $g$\n")).expect("all is well");
        let (_, html) = out.split_once("<div>").expect("an embed");
        let (html, _) = html.split_once("</div>").expect("its end");
        assert!(!html.contains("\n\n") && html.contains(" />\n"), "{html}");
        let (_, text) = html.split_once("<pre>").expect("the text");
        let (text, _) = text.split_once("</pre>").expect("its end");
        assert!(!text.contains(['\n', '*', '_', '`', '{', '}', '<', '~', '$', '[', ']']), "{text}");
    }

    #[test]
    fn a_title_is_escaped() {
        let out = page(&fence("lanescope title=\"a < b & c\"", "")).expect("it runs");
        assert!(out.contains(" title=\"a &lt; b &amp; c\">"), "{out}");
    }

    #[test]
    fn a_fence_without_scenario_says_so() {
        assert_eq!(
            problems("x\n\n```lanescope\n```\n"),
            ["src/a.md:3: the fence has no scenario: write its text, or name a file with `src=`"]
        );
    }
}
