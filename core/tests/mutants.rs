//! Mutation test of the built-in notation texts. A mutant changes an operator, a number, a condition or a statement.
//! Some case file that holds with the unchanged text must then fail. `mutants/unnoticed.txt` lists the mutants that no
//! case can notice, with reasons.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::{Random, draws, files, is_puzzle, name_of, root};
use lanescope_core::base::Span;
use lanescope_core::check::{SetWithCheck, SetsWithChecks};
use lanescope_core::semantics::{NotationTokenClass, highlight, op_blocks};
use lanescope_core::session::{Session, known_sets, text::Verdict};
use lanescope_core::spec::{Instruction, InstructionSet, InstructionSets, Modifier, ModifierValues, OpTable};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;
use std::rc::Rc;

/// A built-in text: the semantics of a row, or the operations of a table.
#[derive(Clone)]
struct BuiltIn {
    /// The rows that run it.
    mnemonics: Vec<String>,
    text: &'static str,
    /// True for the operations of a table.
    is_table: bool,
    /// The length of its beginning that an earlier text has too. Mutants of that part are tried in the earlier text only.
    shared: usize,
}

/// The least number of lines that count as a shared beginning.
const SHARED_LINES: usize = 10;

/// A change at one place of a text.
#[derive(Clone)]
struct Mutant {
    of: usize,
    span: Span,
    becomes: String,
}

/// A case file: its name, its text, and the rows of its program.
struct Case {
    name: String,
    text: String,
    mnemonics: BTreeSet<String>,
}

/// The result of running the case files on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// The checker refuses the text.
    Refused,
    /// A case file fails.
    Noticed,
    /// All case files hold.
    Unnoticed,
}

/// Operators and builtins, each with its replacement.
const OTHERS: &[(&str, &str)] = &[
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("/", "*"),
    ("%", "/"),
    ("&", "|"),
    ("|", "&"),
    ("^", "&"),
    ("~", ""),
    ("!", ""),
    ("<<", ">>"),
    (">>", "<<"),
    ("==", "!="),
    ("!=", "=="),
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("&&", "||"),
    ("||", "&&"),
    ("++", "--"),
    ("+=", "-="),
    ("|=", "&="),
    ("min", "max"),
    ("max", "min"),
    ("reading", "!reading"),
    ("modifier", "!modifier"),
];

fn built_in(sets: &InstructionSets) -> Vec<BuiltIn> {
    let mut texts: Vec<BuiltIn> = Vec::new();
    for row in sets.instructions() {
        let mnemonics = vec![row.mnemonic.to_string()];
        let Cow::Borrowed(text) = row.semantics else { panic!("built-in texts are borrowed") };
        // Several rows share a text, as several tables do.
        match texts.iter_mut().find(|known| ptr::eq(known.text, text)) {
            Some(known) => known.mnemonics.extend(mnemonics.clone()),
            None => {
                let (mnemonics, shared) = (mnemonics.clone(), shared(&texts, text));
                texts.push(BuiltIn { mnemonics, text, is_table: false, shared });
            }
        }
        let Some(table) = row.op_table() else { continue };
        match texts.iter_mut().find(|known| ptr::eq(known.text, table.semantics)) {
            Some(known) => known.mnemonics.extend(mnemonics),
            None => {
                let (text, shared) = (table.semantics, shared(&texts, table.semantics));
                texts.push(BuiltIn { mnemonics, text, is_table: true, shared });
            }
        }
    }
    texts
}

/// Returns the length of the lines with which a text and an earlier one begin; 0 if they are few.
fn shared(earlier: &[BuiltIn], text: &str) -> usize {
    let with = |earlier: &BuiltIn| {
        let lines = earlier.text.split_inclusive('\n').zip(text.split_inclusive('\n'));
        let same: Vec<&str> = lines.take_while(|(one, other)| one == other).map(|(line, _)| line).collect();
        if same.len() < SHARED_LINES { 0 } else { same.concat().len() }
    };
    earlier.iter().map(with).max().unwrap_or(0)
}

/// Returns every mutant of a text.
fn mutants(of: usize, BuiltIn { text, shared, .. }: &BuiltIn) -> Vec<Mutant> {
    let pieces = highlight(text);
    let mut all = Vec::new();
    for &(span, class) in &pieces {
        let word = span.of(text);
        match class {
            NotationTokenClass::Operator | NotationTokenClass::Builtin => {
                let other = OTHERS.iter().find(|(known, _)| *known == word);
                all.extend(other.map(|(_, other)| Mutant { of, span, becomes: (*other).to_owned() }));
            }
            NotationTokenClass::Number => all.push(Mutant { of, span, becomes: format!("({word} + 1)") }),
            _ => {}
        }
    }
    all.extend(statements(text, &pieces).into_iter().map(|span| Mutant {
        of,
        span,
        becomes: "{ }".to_owned(),
    }));
    all.extend(values(text, &pieces).into_iter().map(|span| Mutant { of, span, becomes: ";".to_owned() }));
    all.retain(|mutant| mutant.span.range().start >= *shared);
    all
}

/// Returns the statements of a text, each up to its semicolon. A statement begins after a brace, a semicolon, a
/// condition or `else`.
fn statements(text: &str, pieces: &[(Span, NotationTokenClass)]) -> Vec<Span> {
    let (mut all, mut begin, mut depth) = (Vec::new(), None, 0);
    for &(span, class) in pieces.iter().filter(|(_, class)| *class != NotationTokenClass::Comment) {
        let word = span.of(text);
        match word {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        match word {
            ";" if depth == 0 => all.extend(begin.take().map(|begin: Span| begin.to(span))),
            "{" | "}" | "else" => begin = None,
            // The part after a condition is a statement of its own.
            ")" if depth == 0 && begin.is_some_and(|begin| begin.of(text) == "if") => begin = None,
            _ if class == NotationTokenClass::Operator => {}
            _ => begin = begin.or(Some(span)),
        }
    }
    all
}

/// Returns the spans from `=` to `;` in declarations with a value.
fn values(text: &str, pieces: &[(Span, NotationTokenClass)]) -> Vec<Span> {
    let mut all = Vec::new();
    for (at, window) in pieces.windows(3).enumerate() {
        let is_declared = window[0].1 == NotationTokenClass::Type && window[2].0.of(text) == "=";
        if let Some((end, _)) = pieces[at..].iter().find(|(span, _)| is_declared && span.of(text) == ";") {
            all.push(window[2].0.to(*end));
        }
    }
    all
}

/// Returns the sets with a mutant in place of its built-in text.
fn with(texts: &[BuiltIn], mutant: &Mutant) -> SetsWithChecks {
    let built_in = &texts[mutant.of];
    let mut text = built_in.text.to_owned();
    text.replace_range(mutant.span.range(), &mutant.becomes);
    // Rows hold `'static` texts, so the test leaks a few hundred of them.
    let text: &'static str = text.leak();
    let table_of = |table: &OpTable| OpTable { semantics: text, ..*table };
    let changed = |row: &Rc<Instruction>| {
        if !built_in.mnemonics.iter().any(|mnemonic| *mnemonic == row.mnemonic) {
            return Rc::clone(row);
        }
        let mut row = Instruction::clone(row);
        if built_in.is_table {
            let kind = |modifier: &Modifier| match modifier.values {
                ModifierValues::Ops(table) => Modifier {
                    values: ModifierValues::Ops(Box::leak(Box::new(table_of(table)))),
                    ..*modifier
                },
                ModifierValues::Listed(_) => *modifier,
            };
            row.modifiers = Vec::leak(row.modifiers.iter().map(kind).collect());
            row.own_op_table = row.own_op_table.map(|table| &*Box::leak(Box::new(table_of(table))));
        } else {
            row.semantics = Cow::Borrowed(text);
        }
        Rc::new(row)
    };
    let mut sets = known_sets()
        .with_checks()
        .map(|(set, check)| {
            let instructions = set.instructions.iter().map(changed).collect();
            SetWithCheck { data: InstructionSet { instructions, ..set.clone() }, check }
        })
        .collect::<Vec<_>>();
    SetsWithChecks::new(sets.remove(0), sets)
}

/// Returns true if a scenario meets its expectations. Those about all orders are slow to judge and are skipped.
fn holds(session: &Session) -> bool {
    !session.unexpected_errors() && session.expectations.iter().all(|claim| claim.verdict != Verdict::Fails)
}

fn cases() -> Vec<Case> {
    let folders = ["core/tests/cases", "static/examples"];
    let read = |(path, text): (std::path::PathBuf, String)| {
        let session = Session::open(&text);
        assert!(holds(&session), "{}", name_of(&path));
        let mnemonics = session.rows().iter().map(|row| row.mnemonic.to_string()).collect();
        Case { name: name_of(&path), text, mnemonics }
    };
    let files = folders.iter().flat_map(|folder| files(&root(folder), "lane"));
    files.filter(|(path, _)| !is_puzzle(path)).map(read).collect()
}

/// Runs the case files on a mutant. Moves the file that notices it to the front, since it may notice the next one, too.
fn fate(texts: &[BuiltIn], mutant: &Mutant, cases: &mut Vec<Case>) -> Fate {
    let built_in = &texts[mutant.of];
    let sets = with(texts, mutant);
    let concerns = |case: &Case| built_in.mnemonics.iter().any(|mnemonic| case.mnemonics.contains(mnemonic));
    for at in 0..cases.len() {
        if !concerns(&cases[at]) {
            continue;
        }
        let session = Session::open_with(&cases[at].text, &sets);
        if session.diagnostics.iter().any(|found| found.code().starts_with("notation-"))
            && session.run.is_none()
        {
            return Fate::Refused;
        }
        if !holds(&session) {
            let case = cases.remove(at);
            cases.insert(0, case);
            return Fate::Noticed;
        }
    }
    Fate::Unnoticed
}

/// Names a mutant as `unnoticed.txt` does: its row or operation, its line, and the changed line.
fn name_in_list(texts: &[BuiltIn], mutant: &Mutant) -> String {
    let BuiltIn { mnemonics, text, is_table, .. } = &texts[mutant.of];
    let (start, end) = (mutant.span.range().start, mutant.span.range().end);
    let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let close = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let name = if *is_table {
        let blocks = op_blocks(text);
        let block = blocks.iter().find(|(_, span)| span.range().contains(&start));
        format!("{} {}", mnemonics[0], block.map_or("", |(name, _)| name))
    } else {
        mnemonics[0].clone()
    };
    let line = format!("{}{}{}", &text[begin..start], mutant.becomes, &text[end..close]);
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{name}: {} => {}", squeezed(&text[begin..close]), squeezed(&line))
}

/// Reads the mutants that no case can notice. Each block of them begins with a reason.
fn explained() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root("core/tests/mutants/unnoticed.txt")).expect("it is there");
    let blocks: Vec<&str> = text.split("\n\n").collect();
    assert!(blocks.iter().all(|block| block.starts_with("# ")), "each of them has a reason");
    let lines = blocks.iter().flat_map(|block| block.lines().skip(1));
    lines.map(str::to_owned).collect()
}

#[test]
fn mistakes_in_the_built_in_texts_are_noticed() {
    let texts = built_in(&known_sets());
    let mut all: Vec<Mutant> =
        texts.iter().enumerate().flat_map(|(of, built_in)| mutants(of, built_in)).collect();
    assert!(all.len() > 400, "{} mutants", all.len());
    let (explained, mut cases) = (explained(), cases());
    let known: BTreeSet<String> = all.iter().map(|mutant| name_in_list(&texts, mutant)).collect();
    assert!(explained.is_subset(&known), "no mutant: {:?}", explained.difference(&known));
    let mut random = Random::new(18);
    let (mut fates, mut wrong) = (BTreeMap::new(), Vec::new());
    for _ in 0..draws(12).min(all.len()) {
        let mutant = all.swap_remove(random.below(all.len()));
        let (fate, name) = (fate(&texts, &mutant, &mut cases), name_in_list(&texts, &mutant));
        *fates.entry(fate).or_insert(0) += 1;
        match (fate, explained.contains(&name)) {
            (Fate::Unnoticed, false) => wrong.push(format!("no case notices {name}")),
            (Fate::Noticed, true) => wrong.push(format!("{} notices {name}", cases[0].name)),
            _ => {}
        }
    }
    println!("mutants: {fates:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
