//! The files named by arguments: reading, searching directories, replacing.

use super::{FINE, UNUSABLE, VerbResult, complain};
use lanescope_core::session::text::unwrapped;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The argument that means standard input.
pub const STANDARD_INPUT: &str = "-";

/// The name of a written file that means standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// The extension of scenarios in directories.
const EXTENSION: &str = "lane";

/// Returns the text of a file, or reports why it cannot be read.
pub fn read(file: &str) -> Option<String> {
    let bytes = if file == STANDARD_INPUT {
        static WAS_READ: AtomicBool = AtomicBool::new(false);
        if WAS_READ.swap(true, Ordering::Relaxed) {
            complain("error: -: standard input can be read only once; give a file for the other argument");
            return None;
        }
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    match bytes.map(String::from_utf8) {
        Ok(Ok(text)) => return Some(text),
        Ok(Err(_)) => complain(format_args!("error: {file}: not UTF-8 text")),
        Err(error) => complain(format_args!("error: {file}: {error}")),
    }
    None
}

/// Returns the text of a file without the wrappers of other programs, and notes on standard error what was taken off. Reports
/// why a file cannot be read.
pub fn read_listing(file: &str) -> Option<String> {
    let text = read(file)?;
    let Some(unwrapped) = unwrapped(&text) else { return Some(text) };
    complain(format_args!("note: {file}: {} Line numbers count the lines that are left.", unwrapped.removed));
    Some(unwrapped.text)
}

/// Expands directories into their `*.lane` files, at any depth, sorted by name. The status is [`UNUSABLE`] if a directory
/// cannot be searched or contains no such file.
pub fn scenarios(paths: &[String]) -> (Vec<String>, u8) {
    let (mut files, mut status) = (Vec::new(), FINE);
    for path in paths {
        if path == STANDARD_INPUT || !Path::new(path).is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        if let Err(problem) = search(Path::new(path), &mut found) {
            complain(format_args!("error: {problem}"));
            status = UNUSABLE;
        } else if found.is_empty() {
            complain(format_args!(
                "error: {path}: expected `*.{EXTENSION}` files in this directory, found none"
            ));
            status = UNUSABLE;
        }
        found.sort();
        files.extend(found);
    }
    (files, status)
}

/// Adds the scenarios below a directory. Links to directories are not followed, so the search ends.
fn search(directory: &Path, found: &mut Vec<String>) -> Result<(), String> {
    let named = |error: io::Error| format!("{}: {error}", directory.display());
    for entry in std::fs::read_dir(directory).map_err(named)? {
        let entry = entry.map_err(named)?;
        let path = entry.path();
        if entry.file_type().map_err(named)?.is_dir() {
            search(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
            let name = path.to_str().ok_or_else(|| format!("{}: the name is not UTF-8", path.display()))?;
            found.push(name.to_owned());
        }
    }
    Ok(())
}

/// Writes a text to a file, or to `out` for `-`. Returns the status, and reports an error if the file cannot be written.
pub fn write(file: &str, text: &str, out: &mut impl Write) -> VerbResult {
    if file == STANDARD_OUTPUT {
        return out.write_all(text.as_bytes()).map(|()| FINE);
    }
    Ok(match std::fs::write(file, text) {
        Ok(()) => FINE,
        Err(error) => {
            complain(format_args!("error: {file}: {error}"));
            UNUSABLE
        }
    })
}

/// Replaces a file in one step, so that a concurrent reader sees either the old text or the new one.
pub fn replace(file: &Path, text: &str) -> io::Result<()> {
    // A symbolic link remains a link to the new text.
    let file = file.canonicalize()?;
    let mut name = file.clone().into_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let new = PathBuf::from(name);
    let written = std::fs::metadata(&file)
        .and_then(|old| std::fs::write(&new, text).map(|()| old))
        .and_then(|old| std::fs::set_permissions(&new, old.permissions()))
        .and_then(|()| std::fs::rename(&new, &file));
    written.inspect_err(|_| {
        // The old text is intact, so only the unfinished copy is removed.
        let _ = std::fs::remove_file(&new);
    })
}
