//! The pictures of the examples and of the scenarios for single instructions, which the page shows.

use anyhow::{Context, Result, anyhow, ensure};
use lanescope_core::figure::{FigurePart, Theme, figure};
use lanescope_core::session::{Session, SetsWithChecks, text::blank};
use std::fs;
use std::path::Path;

/// Writes a picture of each example, and of the scenario for each instruction, into a folder.
pub fn write(to: &Path, sets: &SetsWithChecks) -> Result<()> {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/examples");
    fs::create_dir_all(to)?;
    for file in fs::read_dir(examples).context(examples)? {
        let path = file?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        write_one(to, &name, &fs::read_to_string(&path)?)?;
    }
    for set in sets.all() {
        for row in &set.instructions {
            write_one(
                to,
                &format!("new-{}-{}", set.key, set.spelled(&row.mnemonic)),
                &blank(sets, set, row),
            )?;
        }
    }
    Ok(())
}

/// Writes the picture of a scenario.
fn write_one(to: &Path, name: &str, text: &str) -> Result<()> {
    let session = Session::open(text);
    let run = session.run.as_ref().with_context(|| format!("the example {name} does not run"))?;
    ensure!(session.questions.is_empty(), "{name}: the picture of the gallery would answer its questions");
    let picture = figure(run, &session.text, FigurePart::Picture, Theme::Auto);
    Ok(fs::write(to.join(format!("{name}.svg")), picture.map_err(|problem| anyhow!("{name}: {problem}"))?)?)
}
