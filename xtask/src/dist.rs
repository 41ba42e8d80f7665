//! The page for visitors: built by Trunk, then finished by its hook, which comes back to here.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::project::Project;
use crate::{Result, command, needs, setup};

/// What the page may do. `trunk serve` injects an inline script, so only the page for visitors carries it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; font-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// Installs what is missing and builds the page into dist/.
pub fn build(project: &Project) -> Result<()> {
    setup::ensure(project, needs::BUILD)?;
    command::run(trunk_build(project))?;
    println!("the page is in {}", project.dist().display());
    Ok(())
}

/// The command that builds the page for visitors.
pub fn trunk_build(project: &Project) -> Command {
    project.trunk(["build", "--release"])
}

/// The place in index.html for what a first visit sees before the program runs.
const PICTURE_PLACE: &str = "<!-- first picture -->";

/// Trunk's hook after a build: first picture, policy, one style sheet, name of the editor, notices and precompressed files,
/// for visitors only.
pub fn finish(project: &Project) -> Result<()> {
    let folder =
        env::var("TRUNK_STAGING_DIR").map_err(|_| "`finish-dist` is run by Trunk's hook".to_owned())?;
    if env::var("TRUNK_PROFILE").as_deref() != Ok("release") {
        return Ok(());
    }
    let index = Path::new(&folder).join("index.html");
    let problem = |error: std::io::Error| format!("{}: {error}", index.display());
    let html = with_picture(&fs::read_to_string(&index).map_err(problem)?, &first_picture(project)?)?;
    fs::write(&index, with_policy(&html)?).map_err(problem)?;
    command::run(project.node(["tools/bundle-styles.mjs", &folder]))?;
    command::run(project.node(["tools/name-editor.mjs", &folder]))?;
    command::run(project.node(["tools/notices.mjs", &folder]))?;
    command::run(project.node(["tools/compress.mjs", &folder]))
}

/// The page as a first visit opens it, drawn on this machine by the components that draw it in the browser.
fn first_picture(project: &Project) -> Result<String> {
    let example = ["run", "--quiet", "--package", "lanescope_frontend", "--example", "first_picture"];
    command::output(project.cargo(example)).ok_or_else(|| "the first picture cannot be drawn".to_owned())
}

/// The page with the picture in its place.
fn with_picture(html: &str, picture: &str) -> Result<String> {
    match html.split_once(PICTURE_PLACE) {
        Some((before, after)) => Ok([before, picture, after].concat()),
        None => Err(format!("index.html has no `{PICTURE_PLACE}`")),
    }
}

/// The page with its content security policy, before anything that the policy governs.
fn with_policy(html: &str) -> Result<String> {
    if let Some(found) = inline_code(html) {
        return Err(format!("the content security policy forbids this in index.html: `{found}`"));
    }
    let at = html.find("<meta charset").and_then(|start| Some(start + html[start..].find('>')? + 1));
    let at = at.ok_or("index.html has no `<meta charset>` to put the content security policy after")?;
    let meta = format!("\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />");
    Ok([&html[..at], &meta, &html[at..]].concat())
}

/// The first tag with a script, style or handler of its own.
fn inline_code(html: &str) -> Option<&str> {
    let tags = html.match_indices('<').map(|(start, _)| {
        let end = html[start..].find('>').map_or(html.len(), |length| start + length + 1);
        &html[start..end]
    });
    tags.into_iter().find(|tag| {
        let inline_script = tag.starts_with("<script") && !tag.contains(" src=");
        let handler = tag.split_whitespace().skip(1).any(|word| word.starts_with("on") && word.contains('='));
        inline_script || tag.starts_with("<style") || tag.contains(" style=") || handler
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_stands_right_after_the_charset() {
        let html = "<html><head><meta charset=\"utf-8\"><script src=\"a.js\"></script></head></html>";
        let page = with_policy(html).unwrap();
        let (before, after) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
        assert!(before.trim_end().ends_with("<meta charset=\"utf-8\">"));
        assert!(after.contains("script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"));
        assert!(after.ends_with("<script src=\"a.js\"></script></head></html>"));
        assert!(with_policy("<html></html>").is_err());
    }

    #[test]
    fn what_the_policy_forbids_is_found() {
        assert_eq!(inline_code("<p class=\"on\">on = 1</p><script type=\"module\" src=\"a\">"), None);
        assert_eq!(inline_code("<b><script type=\"module\">x()</script>"), Some("<script type=\"module\">"));
        assert_eq!(inline_code("<p style=\"color: red\">"), Some("<p style=\"color: red\">"));
        assert_eq!(inline_code("<a onclick=\"x()\">"), Some("<a onclick=\"x()\">"));
        assert_eq!(inline_code("<style>"), Some("<style>"));
    }

    #[test]
    fn our_own_page_keeps_to_it() {
        let html = include_str!("../../index.html");
        assert!(with_policy(html).is_ok());
        assert!(
            with_picture(html, "<p>A</p>")
                .unwrap()
                .contains("<div id=\"app\" aria-busy=\"true\">\n      <p>A</p>")
        );
    }
}
