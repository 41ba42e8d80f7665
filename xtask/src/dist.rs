//! The page for visitors. Trunk builds it, and its hook calls `finish` here.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::project::Project;
use crate::{Result, command, needs, setup};

/// The content security policy. Only the page for visitors has it, because `trunk serve` injects an inline script. The
/// checksums of allowed scripts are appended.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    worker-src 'self'; frame-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    script-src 'self' 'wasm-unsafe-eval'";

/// Installs missing tools and builds the page into dist/.
pub fn build(project: &Project) -> Result<()> {
    setup::ensure(project, needs::BUILD)?;
    command::run(trunk_build(project))?;
    println!("the page is in {}", project.dist().display());
    Ok(())
}

/// Returns the command that builds the page for visitors.
pub fn trunk_build(project: &Project) -> Command {
    project.trunk(["build", "--release"])
}

/// The place in index.html for the picture that a first visit shows before the program runs.
const PICTURE_PLACE: &str = "<!-- first picture -->";

/// The package that builds the manual. Its workspace is separate and shares the target directory.
const MANUAL: [&str; 7] = [
    "run",
    "--quiet",
    "--manifest-path=docs/Cargo.toml",
    "--target-dir=target",
    "--locked",
    "--package=lanescope-manual",
    "--",
];

/// The manual of the page that `serve` serves. It is built with the first page and copied beside each later one.
pub const SERVED_MANUAL: &str = "target/serve-manual";

/// The page that replaces the manual if it cannot be built.
const NO_MANUAL: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>No manual</title>\
    <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
    <p>The manual cannot be built as the sources are now: the terminal of <code>cargo xtask serve</code> says why.</p>\
    <p><a href=\"../\">Back to the page</a></p></html>";

/// Finishes a build for Trunk's hook: adds the page for frames and the manual. For visitors, also adds the first
/// picture, the policy, one style sheet, the name of the editor bundle, notices and precompressed files.
pub fn finish(project: &Project) -> Result<()> {
    let folder =
        env::var("TRUNK_STAGING_DIR").map_err(|_| "`finish-dist` is run by Trunk's hook".to_owned())?;
    let manual = Path::new(&folder).join("manual");
    if env::var("TRUNK_PROFILE").as_deref() != Ok("release") {
        embed_page(project, &folder)?;
        return served_manual(project, &manual).map_err(|error| format!("{}: {error}", manual.display()));
    }
    let index = Path::new(&folder).join("index.html");
    let problem = |error: std::io::Error| format!("{}: {error}", index.display());
    let html = with_picture(&fs::read_to_string(&index).map_err(problem)?, &first_picture(project)?)?;
    let sums = inline_scripts(&html).into_iter().map(|script| checksum(project, script));
    let html = with_policy(&html, &sums.collect::<Result<Vec<_>>>()?)?;
    fs::write(&index, html).map_err(problem)?;
    command::run(project.node(["tools/bundle-styles.mjs", &folder]))?;
    command::run(project.node(["tools/name-editor.mjs", &folder]))?;
    embed_page(project, &folder)?;
    build_manual(project, &manual)?;
    command::run(project.node(["tools/notices.mjs", &folder]))?;
    command::run(project.node(["tools/compress.mjs", &folder]))
}

fn build_manual(project: &Project, to: &Path) -> Result<()> {
    let mut build = project.cargo(MANUAL);
    build.arg(to);
    command::run(build)
}

/// Adds the manual to a page under development. The page is served even if an example of the manual fails.
fn served_manual(project: &Project, to: &Path) -> std::io::Result<()> {
    let built = project.root.join(SERVED_MANUAL);
    if !built.exists()
        && let Err(why) = build_manual(project, &built)
    {
        eprintln!("xtask: the manual is left out: {why}");
        let _ = fs::remove_dir_all(&built);
        fs::create_dir_all(to)?;
        return fs::write(to.join("index.html"), NO_MANUAL);
    }
    copy_folder(&built, to)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Writes the page for embeds and the script that creates them.
fn embed_page(project: &Project, folder: &str) -> Result<()> {
    command::run(project.node(["tools/embed-page.mjs", folder]))
}

/// Renders the page of a first visit natively, with the components that draw it in the browser.
fn first_picture(project: &Project) -> Result<String> {
    let example = ["run", "--quiet", "--package", "lanescope_frontend", "--example", "first_picture"];
    command::output(project.cargo(example)).ok_or_else(|| "the first picture cannot be drawn".to_owned())
}

/// Inserts the picture into the page.
fn with_picture(html: &str, picture: &str) -> Result<String> {
    match html.split_once(PICTURE_PLACE) {
        Some((before, after)) => Ok([before, picture, after].concat()),
        None => Err(format!("index.html has no `{PICTURE_PLACE}`")),
    }
}

/// Returns the texts of the inline scripts of the page.
fn inline_scripts(html: &str) -> Vec<&str> {
    html.split("<script>").skip(1).filter_map(|rest| rest.split("</script>").next()).collect()
}

/// Returns the checksum of a script as a content security policy names it. Node computes it, as the standard library
/// cannot.
fn checksum(project: &Project, script: &str) -> Result<String> {
    const SUM: &str = "const sum = require('crypto').createHash('sha256').update(process.argv[1]); \
        process.stdout.write(`'sha256-${sum.digest('base64')}'`)";
    command::output(project.node(["-e", SUM, script])).ok_or_else(|| "node cannot add up a script".to_owned())
}

/// Inserts the content security policy before anything that it governs.
fn with_policy(html: &str, checksums: &[String]) -> Result<String> {
    if let Some(found) = inline_code(html) {
        return Err(format!("the content security policy forbids this in index.html: `{found}`"));
    }
    let at = html.find("<meta charset").and_then(|start| Some(start + html[start..].find('>')? + 1));
    let at = at.ok_or("index.html has no `<meta charset>` to put the content security policy after")?;
    let policy = [&[POLICY.to_owned()], checksums].concat().join(" ");
    let meta = format!("\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />");
    Ok([&html[..at], &meta, &html[at..]].concat())
}

/// Returns the first tag with an inline style or handler, or with a script that has no checksum.
fn inline_code(html: &str) -> Option<&str> {
    let tags = html.match_indices('<').map(|(start, _)| {
        let end = html[start..].find('>').map_or(html.len(), |length| start + length + 1);
        &html[start..end]
    });
    tags.into_iter().find(|tag| {
        let inline_script = tag.starts_with("<script ") && !tag.contains(" src=");
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
        let page = with_policy(html, &["'sha256-A='".to_owned()]).unwrap();
        let (before, after) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
        assert!(before.trim_end().ends_with("<meta charset=\"utf-8\">"));
        assert!(after.contains("; script-src 'self' 'wasm-unsafe-eval' 'sha256-A='\""));
        assert!(after.ends_with("<script src=\"a.js\"></script></head></html>"));
        assert!(with_policy("<html></html>", &[]).is_err());
    }

    #[test]
    fn what_the_policy_forbids_is_found() {
        assert_eq!(inline_code("<p class=\"on\">on = 1</p><script type=\"module\" src=\"a\">"), None);
        assert_eq!(inline_code("<b><script type=\"module\">x()</script>"), Some("<script type=\"module\">"));
        assert_eq!(inline_code("<script>x()</script>"), None);
        assert_eq!(inline_scripts("<script>x()</script><script src=\"a\"></script><script>y"), ["x()", "y"]);
        assert_eq!(inline_code("<p style=\"color: red\">"), Some("<p style=\"color: red\">"));
        assert_eq!(inline_code("<a onclick=\"x()\">"), Some("<a onclick=\"x()\">"));
        assert_eq!(inline_code("<style>"), Some("<style>"));
    }

    #[test]
    fn our_own_page_keeps_to_it() {
        let html = include_str!("../../index.html");
        assert!(with_policy(html, &[]).is_ok());
        assert!(
            with_picture(html, "<p>A</p>")
                .unwrap()
                .contains("<div id=\"app\" aria-busy=\"true\">\n      <p>A</p>")
        );
    }
}
