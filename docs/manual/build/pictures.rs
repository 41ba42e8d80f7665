//! The pictures of the examples, which the gallery of the page shows.

use anyhow::{Context, Result, anyhow, ensure};
use lanescope_core::figure::{FigurePart, Theme, figure};
use lanescope_core::session::Session;
use std::fs;
use std::path::Path;

/// Writes a picture of each example into a folder.
pub fn write(to: &Path) -> Result<()> {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/examples");
    fs::create_dir_all(to)?;
    for file in fs::read_dir(examples).context(examples)? {
        let path = file?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let session = Session::open(&fs::read_to_string(&path)?);
        let run = session.run.as_ref().with_context(|| format!("the example {name} does not run"))?;
        ensure!(session.asks.is_empty(), "{name}: the picture of the gallery would answer its questions");
        let picture = figure(run, &session.text, FigurePart::Picture, Theme::Auto);
        fs::write(to.join(format!("{name}.svg")), picture.map_err(|problem| anyhow!("{name}: {problem}"))?)?;
    }
    Ok(())
}
