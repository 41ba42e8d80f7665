//! Moves the inline scripts and styles of the built pages into files, so that the manual runs under a content security policy
//! without `unsafe-inline`.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

const START: &str = "<script>";
const END: &str = "</script>";
/// The one style attribute of mdBook's pages, and the class for it in `manual.css`.
const STYLE: [&str; 2] = ["style=\"clear: both\"", "class=\"clear-both\""];

/// Moves the inline scripts and styles of every page of a folder and of its folders. `root` leads from the folder back to the first one.
pub fn to_files(folder: &Path, top: &Path, root: &str) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            to_files(&path, top, &format!("{root}../"))?;
        } else if path.extension().is_some_and(|ending| ending == "html") {
            let html = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            fs::write(&path, page(&html, top, root)?)?;
        }
    }
    Ok(())
}

/// A page that loads its inline scripts from files. A name has a checksum, so servers may let browsers keep the file.
fn page(html: &str, top: &Path, root: &str) -> Result<String> {
    let mut out = String::new();
    let mut rest = html;
    while let Some((before, script)) = rest.split_once(START) {
        let (script, after) = script.split_once(END).context("a script has no end")?;
        let sum: String = Sha256::digest(script).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let name = format!("inline-{sum}.js");
        fs::write(top.join(&name), script)?;
        out.push_str(&format!("{before}<script src=\"{root}{name}\">{END}"));
        rest = after;
    }
    out.push_str(rest);
    Ok(out.replace(STYLE[0], STYLE[1]))
}
