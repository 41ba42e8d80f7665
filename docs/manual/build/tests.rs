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

/// Returns the values of the attributes of that name in a page.
fn values<'h>(html: &'h str, attribute: &str) -> Vec<&'h str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A path without `..` in it.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
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
            // Pages beside the manual are not built here.
            let is_elsewhere = link.contains("://")
                || file.starts_with("../") && file.ends_with("/index.html") && !folder.join(file).exists();
            let target = path.parent().expect("a page lies somewhere").join(file);
            let is_there = file.is_empty() || target.exists();
            let other = pages.iter().find(|(path, _)| *path == normal(&target));
            let has_place = |html: &str| values(html, "id").contains(&place);
            let is_place = place.is_empty()
                || if file.is_empty() {
                    ids.contains(place)
                } else {
                    other.is_none_or(|(_, html)| has_place(html))
                };
            if !is_elsewhere && !is_there || !is_place {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
    // The table of contents is a frame of a page.
    for (path, html) in pages.iter().filter(|(path, _)| !path.ends_with("toc.html")) {
        let head = concat!("manual ", env!("CARGO_PKG_VERSION"), "</h1>");
        assert!(html.contains(head), "{} does not show the version", path.display());
    }

    let embeds: usize = pages.iter().map(|(_, html)| html.matches("<lanescope-embed ").count()).sum();
    let sets = known_sets();
    let instructions: usize = sets.all().iter().map(|set| set.instructions.len()).sum();
    let readings = sets.readings().count();
    // One for each instruction and reading, fifteen steps of the tutorial, and the first page.
    assert!(embeds > instructions + readings + 15, "{embeds}");
    for set in sets.all() {
        for row in &set.instructions {
            let page = folder.join(format!("isa/{}/{}.html", set.key, set.spelled(&row.mnemonic)));
            assert!(page.exists(), "{}", page.display());
        }
    }
    // The bound is 5: one set counts from 5 to 6, and the other wraps to 0.
    let beside = fs::read_to_string(folder.join("isa/side-by-side.html")).expect("the page is there");
    assert!(beside.contains("<td>5 → <strong>6</strong></td><td>≠ 5 → <strong>0</strong></td>"), "{beside}");
    each_rule_is_where_its_diagnostics_say(&folder);
    for (path, html) in &pages {
        no_code_has_a_stray_backslash(path, html);
        // A policy without `unsafe-inline` forbids scripts and styles in the page itself.
        assert!(!html.contains("<script>"), "{} has an inline script", path.display());
        assert!(
            !html.contains("<style") && !html.contains(" style="),
            "{} has an inline style",
            path.display()
        );
        let own = values(html, "src").into_iter().filter(|script| script.contains("inline-"));
        for script in own {
            let file = path.parent().expect("a page lies in a folder").join(script);
            assert!(file.exists(), "{}: {script}", path.display());
        }
    }
    fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn texts_stand_for_themselves() {
    assert_eq!(plain("a_b *c* [d] <e> `f_g[h]`"), "a\\_b \\*c\\* \\[d\\] \\<e\\> `f_g[h]`");
    assert_eq!(code_cell("a | b\nc"), "`a \\| b`<br>`c`");
}

/// The anchors of the headings of a page.
fn headings(html: &str) -> BTreeSet<&str> {
    let tags = ["<h1 ", "<h2 ", "<h3 ", "<h4 "];
    let of_tag =
        |tag| html.split(tag).skip(1).filter_map(|rest| rest.strip_prefix("id=\"")?.split('"').next());
    tags.into_iter().flat_map(of_tag).collect()
}

/// A diagnostic cites "(Lanescope notation, Statements)": the manual has that chapter with that heading.
fn each_rule_is_where_its_diagnostics_say(folder: &Path) {
    let pages = [
        ("Lanescope notation", "notation"),
        ("Lanescope scenario text", "scenario"),
        ("Lanescope", "limits"),
    ];
    let mut missing = Vec::new();
    for rule in lanescope_core::session::text::rules() {
        let own = pages.iter().find(|(page, _)| *page == rule.source.page);
        assert!(own.is_some() || !rule.source.page.starts_with("Lanescope"), "{rule:?}");
        let Some((_, name)) = own else { continue };
        let html =
            fs::read_to_string(folder.join(format!("reference/{name}.html"))).expect("the page exists");
        let anchor = tables::anchor(rule.source.heading);
        if !headings(&html).contains(anchor.as_str()) {
            missing.push(format!("{}: {}", rule.code, rule.source));
        }
    }
    assert!(missing.is_empty(), "headings that rules cite and the manual lacks:\n{}", missing.join("\n"));
}

/// Code in a page shows what a scenario contains; a backslash in it is Markdown's, left over.
fn no_code_has_a_stray_backslash(path: &Path, html: &str) {
    let spans = html.split("<code>").skip(1).filter_map(|rest| rest.split("</code>").next());
    let wrong: Vec<&str> = spans.filter(|code| code.contains('\\')).collect();
    assert!(wrong.is_empty(), "{}: {wrong:?}", path.display());
}

#[test]
fn each_example_of_the_ledger_says_what_every_other_choice_does() {
    for reading in known_sets().readings() {
        let shown = ledger::shown(reading);
        let said = reading
            .choices
            .iter()
            .filter(|choice| shown.contains(&format!("With `{}`, the run ", choice.name)));
        assert_eq!(said.count(), reading.choices.len() - 1, "{}: {shown}", reading.name);
    }
}

#[test]
fn a_table_that_does_not_exist_is_an_error() {
    let mut tables = Tables::new(&known_sets());
    assert!(tables.all_used().is_err());
    assert!(tables.fill("{{#table nothing}}\n").is_err());
    assert_eq!(tables.fill("a\n{{table}}\n").unwrap(), "a\n{{table}}\n");
    assert!(tables.fill("{{#table .decl}}").unwrap().contains("num_elts"));
}

#[test]
fn a_page_lists_operands_types_and_sizes_as_they_are_written() {
    let all = instruction::chapters(&known_sets()).expect("every instruction has a chapter");
    let page = |name: &str| {
        let of_set = all.iter().flat_map(|set| &set.sub_items);
        let mut found = of_set.filter_map(|item| match item {
            BookItem::Chapter(chapter) if chapter.name == name => Some(chapter.content.as_str()),
            _ => None,
        });
        found.next_back().unwrap_or_else(|| panic!("{name} has a page"))
    };
    // The suffixes of XMAD speak of Sb and Sc, and so does the table.
    assert!(page("XMAD").contains("| `Sb` |") && page("XMAD").contains("`b`, `whole`"));
    assert!(!page("EXIT").contains("| `left` |"));
    // A word of the line chooses the type, and not the operation.
    assert!(page("SUATOM").contains("Operation | Suffix | What it does"));
    // A warp has as many lanes as `.lanes` dispatches.
    assert!(!page("SUATOM").contains("Execution size"));
    assert!(page("dword_atomic").contains("Execution sizes: 1, 2, 4, 8, 16"));
    // The page of the instruction lists 8 and 16. The default of the reading `scaled_exec` allows fewer lanes.
    assert!(page("gather4_scaled").contains("Execution sizes: 1, 2, 4, 8, 16"));
    // Where a 16-bit form has another type, both are there.
    assert!(page("dword_atomic").contains("16-bit type"));
}

#[test]
fn each_verb_of_the_command_line_has_its_options_and_exit_codes() {
    let page = command_line::table();
    let sections: Vec<&str> = page.split("## lanescope ").skip(1).collect();
    for verb in [
        "run", "test", "check", "fmt", "render", "encode", "explore", "possible", "vendors", "explain",
        "readings", "compare", "sweep", "diff", "cost",
    ] {
        let section = sections.iter().find(|section| section.starts_with(&format!("{verb}\n")));
        let section = section.unwrap_or_else(|| panic!("{verb} has no section"));
        for part in ["Usage: lanescope ", "Options:", "Exit codes:"] {
            assert!(section.contains(part), "{verb} has no `{part}`: {section}");
        }
    }
    assert_eq!(sections.len(), 17);
}
