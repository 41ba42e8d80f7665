use super::*;
use std::collections::BTreeSet;
use std::fs;

/// The files of a folder, and of those in it, that have that ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|it| it == ending) {
            found.push(path);
        }
    }
    found
}

/// What the attributes of that name hold in a page.
fn values<'h>(html: &'h str, attribute: &str) -> Vec<&'h str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Each example runs while the manual is built: it fails otherwise.
#[test]
fn the_manual_is_whole() {
    let folder = std::env::temp_dir().join(format!("lanescope-manual-{}", std::process::id()));
    build(&folder).unwrap_or_else(|problem| panic!("{problem:#}"));
    let pages: Vec<(PathBuf, String)> = files(&folder, "html")
        .into_iter()
        .map(|path| {
            let html = fs::read_to_string(&path).expect("pages are text");
            (path, html)
        })
        .collect();
    let mut wrong = Vec::new();
    for (path, html) in &pages {
        let ids: BTreeSet<&str> = values(html, "id").into_iter().collect();
        for link in values(html, "href") {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            // What lies beside the manual is not built here.
            let is_elsewhere = link.contains("://")
                || file.starts_with("../") && file.ends_with("/index.html") && !folder.join(file).exists();
            let target = path.parent().expect("a page lies somewhere").join(file);
            let is_there = file.is_empty() || target.exists();
            if !is_elsewhere && !is_there || file.is_empty() && !place.is_empty() && !ids.contains(place) {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));

    let embeds: usize = pages.iter().map(|(_, html)| html.matches("<lanescope-embed ").count()).sum();
    let roll_call = roll_call();
    let instructions: usize = roll_call.sets().iter().map(|set| set.instructions.len()).sum();
    let readings = roll_call.readings().count();
    // One for each instruction and reading, twelve steps of the tutorial, and the first page.
    assert!(embeds > instructions + readings + 12, "{embeds}");
    for set in roll_call.sets() {
        for row in &set.instructions {
            let page = folder.join(format!("isa/{}/{}.html", set.key, set.spelled(&row.mnemonic)));
            assert!(page.exists(), "{}", page.display());
        }
    }
    fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn texts_stand_for_themselves() {
    assert_eq!(plain("a_b *c* [d] <e> f|g `h`"), "a\\_b \\*c\\* \\[d\\] \\<e\\> f\\|g `h`");
    assert_eq!(code_cell("a | b\nc"), "`a \\| b`<br>`c`");
}
