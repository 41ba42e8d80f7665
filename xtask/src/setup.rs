//! Installation of missing tools, one after the other, with progress.

use std::time::Instant;

use crate::needs::Need;
use crate::project::Project;
use crate::{Result, elapsed, install};

/// Installs each missing tool. Continues after a failure and names all failures at the end.
pub fn ensure(project: &Project, needs: &[Need]) -> Result<()> {
    let missing: Vec<Need> = needs.iter().copied().filter(|need| !need.is_met(project)).collect();
    let mut failures = Vec::new();
    for (index, need) in missing.iter().enumerate() {
        let start = Instant::now();
        println!("[{}/{}] installing {}", index + 1, missing.len(), need.describe(project));
        let installed = install::install(*need, project).and_then(|()| {
            if need.is_met(project) {
                Ok(())
            } else {
                Err("it was installed, but is not found or is too old".to_owned())
            }
        });
        match installed {
            Ok(()) => println!("      done in {}", elapsed::show(start.elapsed())),
            Err(why) => match need.without() {
                Some(effect) => println!("      {why}; {effect}"),
                None => failures.push(format!("{}: {why}", need.describe(project))),
            },
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\nxtask: ")) }
}
