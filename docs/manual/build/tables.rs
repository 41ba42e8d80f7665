//! The tables of the reference chapters, from the tables of the core. A chapter holds a line `{{#table NAME}}` for each.

use super::{cell, code_cell, command_line, plain, sources};
use anyhow::{Context, Result, bail};
use lanescope_core::diag::render;
use lanescope_core::semantics::OPERATORS;
use lanescope_core::session::{
    Session, SetsWithChecks,
    report::{EMBED_HEIGHTS, EMBED_OPTIONS, EmbedOption, EmbedPlace, OptionValue, scenario_limits},
    teach::MISCONCEPTIONS,
    text::{Clause, ReferenceEntry, reference, rules},
};
use lanescope_core::spec::{COST_PARAMETERS, Certainty, CostModel, CostNumber, InstructionSet};
use std::collections::BTreeMap;

const START: &str = "{{#table ";
const END: &str = "}}";

/// The groups of the reference, and the names of their tables.
const GROUPS: [(&str, &str); 9] = [
    ("Expectations", "expectations"),
    ("Values", "values"),
    ("Orders", "orders"),
    ("Types", "types"),
    ("Kinds of surface", "kinds"),
    ("Texel formats", "formats"),
    ("Words of the notation", "words"),
    ("Names of the notation", "names"),
    ("Builtins of the notation", "builtins"),
];

/// The pages of the manual that rules cite, each with its file in the folder of the reference.
const PAGES: [(&str, &str); 3] = [
    ("Lanescope scenario text", "scenario.md"),
    ("Lanescope notation", "notation.md"),
    ("Lanescope", "limits.md"),
];

/// The tables, and which of them a chapter has used.
pub struct Tables {
    tables: BTreeMap<String, String>,
    unused: Vec<String>,
}

impl Tables {
    /// Every table.
    pub fn new(sets: &SetsWithChecks) -> Self {
        let entries = reference(sets.default_set(), sets);
        let mut tables = BTreeMap::new();
        for (group, name) in GROUPS {
            tables.insert(name.to_owned(), group_table(group, &entries));
        }
        for entry in entries.iter().filter(|entry| entry.group == "Directives") {
            tables.insert(entry.name.clone(), directive(entry, &entries));
        }
        tables.insert("directives".to_owned(), directives(&entries));
        tables.insert("operators".to_owned(), operators());
        tables.insert("codes".to_owned(), code_table());
        tables.insert("limits".to_owned(), limits());
        tables.insert("cost models".to_owned(), cost_models(&sets.cost_models()));
        tables.insert("cost sources".to_owned(), cost_sources(&sets.cost_models()));
        tables.insert("misconceptions".to_owned(), misconceptions());
        tables.insert("diagnostic".to_owned(), diagnostic());
        tables.insert("command line".to_owned(), command_line::table());
        tables.insert("embed options".to_owned(), embed_options());
        tables.insert("embed heights".to_owned(), embed_heights());
        let unused = tables.keys().cloned().collect();
        Self { tables, unused }
    }

    /// A chapter with its tables in place.
    pub fn fill(&mut self, content: &str) -> Result<String> {
        let mut out = String::new();
        for line in content.split_inclusive('\n') {
            let name = line.trim().strip_prefix(START).and_then(|rest| rest.strip_suffix(END));
            match name {
                Some(name) => {
                    let table =
                        self.tables.get(name).with_context(|| format!("no table is called `{name}`"))?;
                    out.push_str(table.trim_end());
                    out.push('\n');
                    self.unused.retain(|unused| unused != name);
                }
                None => out.push_str(line),
            }
        }
        Ok(out)
    }

    /// Fails if no chapter has used a table.
    pub fn all_used(&self) -> Result<()> {
        if self.unused.is_empty() {
            return Ok(());
        }
        bail!("no chapter shows these tables: {}", self.unused.join(", "))
    }
}

/// The execution masks of an instruction set under their heading; empty if it has none.
pub fn masks(set: &InstructionSet, sets: &SetsWithChecks) -> String {
    let table = group_table("Execution masks", &reference(set, sets));
    if table.is_empty() { table } else { format!("## Execution masks\n\n{table}") }
}

/// The link to the heading of the manual that a rule cites, as a chapter of the reference writes it, or the citation of another
/// source.
pub fn cited(source: Clause) -> String {
    match PAGES.iter().find(|(page, _)| *page == source.page) {
        Some((_, file)) => format!("[{}]({file}#{})", plain(&source.to_string()), anchor(source.heading)),
        None => sources::cited(source),
    }
}

/// The anchor that mdBook gives a heading.
pub fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || "_-".contains(*c)).collect()
}

/// The rows of a group. The column of examples is left out if no entry has one.
fn group_table(group: &str, entries: &[ReferenceEntry]) -> String {
    let entries: Vec<&ReferenceEntry> = entries.iter().filter(|entry| entry.group == group).collect();
    entry_table(&entries)
}

fn entry_table(entries: &[&ReferenceEntry]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let rows =
        entries.iter().map(|entry| [code_cell(&entry.usage), cell(&entry.prose), code_cell(&entry.example)]);
    if entries.iter().all(|entry| entry.example.is_empty()) {
        return table(["Form", "Meaning"], rows.map(|[form, prose, _]| [form, prose]));
    }
    table(["Form", "Meaning", "Example"], rows)
}

/// The numbers of the cost models, with a mark at each assumption.
fn cost_models(models: &[&CostModel]) -> String {
    let models: [&CostModel; 4] = models.try_into().expect("a column for each model");
    let rows = COST_PARAMETERS.iter().map(|parameter| {
        let numbers = models.map(|model| model.number(parameter.key));
        let mark = |number: CostNumber| match number.certainty {
            Certainty::Assumed => format!("{} (assumed)", number.value),
            _ => number.value.to_string(),
        };
        let [first, second, third, fourth] = numbers.map(mark);
        [code_cell(parameter.keyword), cell(parameter.prose), first, second, third, fourth]
    });
    let [first, second, third, fourth] = models.map(|model| format!("`{}`", model.key));
    table(["Key", "Number", &first, &second, &third, &fourth], rows)
}

/// The source of each number of the cost models, or the reason for an assumption.
fn cost_sources(models: &[&CostModel]) -> String {
    let mut keys: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for model in models {
        for parameter in &COST_PARAMETERS {
            let source = model.number(parameter.key).source;
            keys.entry(source).or_default().push(format!("`{}` of `{}`", parameter.keyword, model.key));
        }
    }
    let rows = keys.into_iter().map(|(source, keys)| [cell(source), keys.join(", ")]);
    table(["Source", "Numbers"], rows)
}

/// The misconceptions that wrong answers are compared with.
fn misconceptions() -> String {
    let rows = MISCONCEPTIONS.iter().map(|row| [code_cell(row.key), cell(row.assumes), cell(row.fact)]);
    table(["Key", "Assumption", "Fact"], rows)
}

/// A table of Markdown.
pub fn table<const N: usize>(columns: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head = line(&columns.map(str::to_owned));
    let rows: String = rows.map(|row| line(&row)).collect();
    format!("{head}|{}\n{rows}", "---|".repeat(N))
}

/// Every directive with a link to its section.
fn directives(entries: &[ReferenceEntry]) -> String {
    let directives = entries.iter().filter(|entry| entry.group == "Directives");
    table(
        ["Directive", "Purpose"],
        directives.map(|entry| {
            [format!("[`{0}`](#form-of-{1})", entry.name, anchor(&entry.name)), cell(&entry.prose)]
        }),
    )
}

/// The form of a directive, its purpose, its keys and an example.
fn directive(entry: &ReferenceEntry, entries: &[ReferenceEntry]) -> String {
    let is_key = |other: &&ReferenceEntry| {
        other.group == "Keys of directives" && other.usage.split(' ').next() == Some(&entry.name)
    };
    let keys = entry_table(&entries.iter().filter(is_key).collect::<Vec<_>>());
    let form = entry.usage.replace(" | ", &format!("\n{} ", entry.name));
    format!(
        "<a id=\"form-of-{}\"></a>\n\n```text\n{form}\n```\n\n{}\n\n{keys}\n```text\n{}\n```\n",
        anchor(&entry.name),
        entry.prose,
        entry.example
    )
}

/// The operators with the precedence of each.
fn operators() -> String {
    let rows = OPERATORS.iter().map(|row| {
        [code_cell(&row.form()), row.binding.to_string(), cell(row.prose), code_cell(row.example)]
    });
    table(["Operator", "Precedence", "Meaning", "Example"], rows)
}

/// The codes of diagnostics.
fn code_table() -> String {
    let rows = rules().into_iter().map(|rule| {
        let severities = rule.severities.join(", ");
        [format!("`{}`", rule.code), severities, cell(&plain(rule.statement)), cell(&cited(rule.source))]
    });
    table(["Code", "Severity", "Rule", "Source"], rows)
}

/// A diagnostic as a terminal shows it.
fn diagnostic() -> String {
    let session = Session::open(".isa vasi grf=32\n");
    let found = session.diagnostics.iter().map(|found| render("counters.lane", &session.text, found));
    format!("```text\n{}\n```\n", found.collect::<String>().trim_end())
}

/// The options of an embed.
fn embed_options() -> String {
    let values = |option: &EmbedOption| match option.value {
        OptionValue::Flag => String::new(),
        OptionValue::OneOf(words) => {
            let lines = words.iter().map(|(word, help)| format!("`{word}`: {help}"));
            cell(&lines.collect::<Vec<_>>().join("\n"))
        }
        value => cell(&value.expected()),
    };
    let place = |place: &EmbedPlace| match place {
        EmbedPlace::Element => "element",
        EmbedPlace::Frame => "frame",
        EmbedPlace::Document => "document",
    };
    let rows = EMBED_OPTIONS.iter().map(|option| {
        let places: Vec<&str> = option.places.iter().map(place).collect();
        let places = if places.len() == 3 { "all".to_owned() } else { places.join(", ") };
        [code_cell(option.name), values(option), cell(&option.effect()), option.default.to_owned(), places]
    });
    table(["Option", "Values", "Effect", "Default", "Where"], rows)
}

/// The heights of an embed.
fn embed_heights() -> String {
    let rows = EMBED_HEIGHTS.iter().map(|row| {
        let width =
            if row.least_width == 0 { "less".to_owned() } else { format!("{} px or more", row.least_width) };
        let text = if row.size == "full" { " and its text" } else { "" };
        [code_cell(row.size), width, format!("{} px{text}", row.height), format!("{} px", row.least_height)]
    });
    table(["Size", "Width", "Reserved height", "Least `height`"], rows)
}

/// The limits, with the codes of their diagnostics.
fn limits() -> String {
    let rows = scenario_limits().into_iter().map(|limit| {
        let code = limit.code.map_or(String::new(), |code| format!("`{code}`"));
        [limit.what.to_owned(), limit.in_words(), code]
    });
    table(["Limit", "At most", "Code"], rows)
}
