//! Import cycles between the modules of a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Module = Vec<String>;

/// Returns the module of a source file, relative to `src`: `exec/mod.rs` is `exec`, `exec/vm.rs` is `exec::vm`.
fn module(src: &Path, path: &Path) -> Module {
    let relative = path.strip_prefix(src).expect("listed from there").with_extension("");
    let mut names: Module = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    names.pop_if(|last| last == "mod" || last == "lib");
    names
}

/// Returns the code of a source without comments and without the unit tests at its end.
fn code(text: &str) -> String {
    let is_inline =
        |rest: &str| rest.lines().next().is_some_and(|line| line.contains("mod ") && line.ends_with('{'));
    let mut marks = text.match_indices("#[cfg(test)]\n");
    let tests = marks.find(|(at, mark)| is_inline(&text[at + mark.len()..]));
    let text = &text[..tests.map_or(text.len(), |(at, _)| at)];
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the paths of a use tree: `a::{b, c::d}` is `a::b` and `a::c::d`. Reads as far as the tree goes.
fn paths(tree: &str) -> Vec<Module> {
    let tree = tree.trim_start();
    if let Some(list) = tree.strip_prefix('{') {
        let (mut depth, mut start, mut all) = (0, 0, Vec::new());
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                ',' | '}' if depth == 0 => {
                    all.extend(paths(&list[start..at]));
                    start = at + 1;
                    if c == '}' {
                        break;
                    }
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
        return all;
    }
    let end = tree.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tree.len());
    let (name, rest) = tree.split_at(end);
    match rest.strip_prefix("::") {
        _ if name.is_empty() => Vec::new(),
        Some(rest) => {
            let paths = paths(rest).into_iter();
            let with_name = |path: Module| [vec![name.to_owned()], path].concat();
            let mut all: Vec<Module> = paths.map(with_name).collect();
            if all.is_empty() {
                all.push(vec![name.to_owned()]);
            }
            all
        }
        None => vec![vec![name.to_owned()]],
    }
}

/// Returns the paths that a source names, from the root of the crate.
fn named(own: &Module, text: &str, modules: &BTreeSet<Module>) -> Vec<Module> {
    let code = code(text);
    let is_start = |at: usize| {
        !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
            && !code[..at].ends_with("pub(in ")
    };
    let mut all = Vec::new();
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(root).filter(|(at, _)| is_start(*at)) {
            all.extend(paths(&code[at..]).into_iter().map(|path| absolute(own, &path)));
        }
    }
    // `child::Name` in a parent module.
    let children =
        modules.iter().filter(|module| module.split_last().is_some_and(|(_, parent)| parent == own));
    for child in children {
        let name = format!("{}::", child.last().expect("it has a parent"));
        let is_named = code.match_indices(&name).any(|(at, _)| is_start(at));
        all.extend(is_named.then(|| child.clone()));
    }
    all
}

/// Returns a path from the root of the crate, for one that begins with `crate`, `super` or `self`.
fn absolute(own: &Module, path: &[String]) -> Module {
    let supers = path.iter().take_while(|name| *name == "super").count();
    let kept = match path[0].as_str() {
        "crate" => 0,
        _ => own.len().saturating_sub(supers),
    };
    let skipped = if supers > 0 { supers } else { 1 };
    [&own[..kept], &path[skipped..]].concat()
}

/// Returns the import cycles between the modules of these sources, each as `a -> b -> a`. A path counts as an
/// import of the deepest module along it, so a parent that re-exports a child imports it.
pub fn cycles(src: &Path, sources: &[(PathBuf, String)]) -> Vec<String> {
    let modules: BTreeSet<Module> = sources.iter().map(|(path, _)| module(src, path)).collect();
    let deepest = |path: &Module| {
        (1..=path.len()).rev().map(|len| path[..len].to_vec()).find(|it| modules.contains(it))
    };
    let imports: BTreeMap<Module, BTreeSet<Module>> = sources
        .iter()
        .map(|(path, text)| {
            let own = module(src, path);
            let named = named(&own, text, &modules);
            let mut targets: BTreeSet<Module> = named.iter().filter_map(deepest).collect();
            targets.remove(&own);
            (own, targets)
        })
        .collect();
    let mut found = Vec::new();
    let mut known: BTreeSet<Module> = BTreeSet::new();
    for start in imports.keys() {
        if let Some(cycle) =
            shortest(start, &imports).filter(|cycle| cycle.iter().all(|it| !known.contains(it)))
        {
            known.extend(cycle.iter().cloned());
            found.push(cycle.iter().map(|it| it.join("::")).collect::<Vec<_>>().join(" -> "));
        }
    }
    found
}

/// Returns the shortest way from a module back to itself.
fn shortest(start: &Module, imports: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    let mut ways = vec![vec![start.clone()]];
    let mut seen = BTreeSet::new();
    let mut at = 0;
    while let Some(way) = ways.get(at).cloned() {
        at += 1;
        for next in way.last().and_then(|last| imports.get(last)).into_iter().flatten() {
            let way = [way.as_slice(), std::slice::from_ref(next)].concat();
            if next == start {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                ways.push(way);
            }
        }
    }
    None
}
