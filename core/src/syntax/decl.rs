//! `.decl`: the variables, predicates and surfaces of vISA.

use super::ast::{Decl, DeclKind, Number, SpannedText};
use super::constant::constant;
use super::cursor::{Cursor, Parsed, excerpt, unknown};
use super::directive::unknown_type;
use super::key::{KeyRow, KeyValues, number_key, once, text_key};
use super::number::count;
use crate::base::{Rule, ScalarType, Span, rules};
use crate::diag::Diagnostic;

/// The page that states the rules of the assembly syntax.
const PAGE: &str = "vISA assembly syntax";

/// The keys of a `.decl`, each at most once. They may occur in any order, although the assembler prescribes one.
#[derive(Default)]
struct Keys {
    v_type: Option<SpannedText>,
    ty: Option<(ScalarType, Span)>,
    num_elts: Option<Number>,
    align: Option<SpannedText>,
    alias: Option<(SpannedText, Number)>,
}

/// The keys of `.decl`.
pub(super) const DECL_KEYS: &[KeyRow] = &[
    text_key("v_type", "The class: `G` general variable, `P` predicate, `T` surface. `A` (address) and `S` (sampler) are read, but no \
         instruction uses them.", ".decl BUF v_type=T num_elts=1").taking(KeyValues::Explained("class", CLASSES)),
    text_key("type", "The type of an element of a general variable.", ".decl OFF v_type=G type=ud num_elts=8").taking(KeyValues::Type),
    number_key("num_elts", "The number of elements, or of bits of a predicate.", ".decl P v_type=P num_elts=16"),
    text_key("align", "The alignment: `byte`, `word`, `dword`, `qword`, `oword`, `GRF`, `GRFx2` and the assembler's other words. A run does \
         not depend on it.", ".decl OFF v_type=G type=ud num_elts=8 align=GRF").taking(KeyValues::Words("alignment", ALIGNMENTS)),
    text_key("alias", "The variable and the byte offset in it whose memory this variable shares.", ".decl LOW v_type=G type=uw num_elts=16 alias=<OFF,0>"),
    text_key("attrs", "Attributes that a listing may hold. Lanescope ignores them.", ".decl OFF v_type=G type=ud num_elts=8 attrs={Input}"),
    text_key("v_name", "The name in the source program. Lanescope ignores it.", ".decl V32 v_type=G type=ud num_elts=8 v_name=offset"),
];

/// The classes of `v_type`, each with an explanation.
const CLASSES: &[(&str, &str)] = &[
    ("G", "A general variable: elements of one type."),
    ("P", "A predicate: a bit for each lane."),
    ("A", "An address variable, which is not modelled."),
    ("T", "A surface: memory that all lanes share."),
    ("S", "A sampler, which is not modelled."),
];

/// The alignments, in the assembler's spelling.
const ALIGNMENTS: &[&str] = &[
    "byte", "word", "dword", "qword", "oword", "GRF", "GRFx2", "2GRF", "hword", "wordx32", "32word",
    "wordx64", "64word",
];

/// Parses the text after `.decl`.
pub(super) fn decl(cursor: &mut Cursor) -> Parsed<Decl> {
    let name = cursor.need_word(&DECL, "a name to declare")?;
    let mut keys = Keys::default();
    let mut seen: Vec<SpannedText> = Vec::new();
    while let Some(key) = cursor.word() {
        let known = DECL_KEYS.iter().map(|row| row.word);
        if known.clone().all(|word| word != key.text) {
            return Err(Box::new(unknown(&DECL, &key, "`.decl` key", known)));
        }
        once(&DECL, &key, seen.iter())?;
        cursor.need('=', &DECL, "`=`")?;
        key_value(cursor, &key, &mut keys)?;
        seen.push(key);
    }
    cursor.need_end("`.decl`")?;
    finish(cursor, name, keys)
}

/// Parses the value after a key's `=`.
fn key_value(cursor: &mut Cursor, key: &SpannedText, keys: &mut Keys) -> Parsed<()> {
    match key.text.as_str() {
        "v_type" => {
            keys.v_type =
                Some(one_word(cursor, CLASSES.iter().map(|(word, _)| *word), &DECL, "class of variables")?)
        }
        "type" => keys.ty = Some(element_type(cursor)?),
        "num_elts" => {
            let expression = cursor.first(cursor.run_len(&[]));
            keys.num_elts = Some(constant(expression, &CONSTANT)?);
            cursor.skip(expression.tokens.len());
        }
        "align" => keys.align = Some(one_word(cursor, ALIGNMENTS.iter().copied(), &ALIGN, "alignment")?),
        "alias" => keys.alias = Some(alias(cursor)?),
        // A run does not depend on `attrs` and `v_name`.
        _ if cursor.run(&[]).is_none() => return cursor.expected(&DECL, "a value after `=`"),
        _ => {}
    }
    Ok(())
}

/// Parses a word of a list, in its exact case.
fn one_word(
    cursor: &mut Cursor,
    known: impl Iterator<Item = &'static str> + Clone,
    rule: &'static Rule,
    what: &str,
) -> Parsed<SpannedText> {
    let word = cursor.need_word(rule, &format!("the {what}"))?;
    if known.clone().any(|known| known == word.text) {
        return Ok(word);
    }
    Err(Box::new(unknown(rule, &word, what, known)))
}

/// The types that the assembler knows but Lanescope does not model.
const OTHER_TYPES: &[&str] = &["V", "VF", "UV", "BOOL", "BF"];

fn element_type(cursor: &mut Cursor) -> Parsed<(ScalarType, Span)> {
    let word = cursor.need_word(&TYPE, "a type")?;
    if let Some(ty) = ScalarType::from_name(&word.text) {
        return Ok((ty, word.span));
    }
    if OTHER_TYPES.iter().any(|ty| ty.eq_ignore_ascii_case(&word.text)) {
        let message = format!("type `{}` is not modelled", word.text);
        return Err(Box::new(Diagnostic::error(&OTHER_TYPE, word.span, message)));
    }
    Err(Box::new(unknown_type(&TYPE, &word)))
}

/// Parses `<VAR, byte offset>`.
fn alias(cursor: &mut Cursor) -> Parsed<(SpannedText, Number)> {
    const FORM: &str = "`<VAR, byte offset>`";
    if cursor.is_at(0, '(') {
        return Err(Box::new(alias_in_parentheses(cursor)));
    }
    cursor.need('<', &ALIAS, FORM)?;
    let name = cursor.need_word(&ALIAS, "the name of a variable")?;
    cursor.need(',', &ALIAS, "`,` and a byte offset")?;
    let offset = count(cursor, "a byte offset")?;
    cursor.need('>', &ALIAS, "`>`")?;
    Ok((name, offset))
}

/// Creates the error for an alias in parentheses, as on the manual's page. The assembler uses angle brackets.
fn alias_in_parentheses(cursor: &Cursor) -> Diagnostic {
    let run = cursor.first(cursor.run_len(&[])).skip(usize::MAX);
    let written = run.of(cursor.text);
    let message = format!("`{}` has parentheses; expected `<VAR, byte offset>`", excerpt(written));
    let diagnostic = Diagnostic::error(&ALIAS, run, message);
    match written.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => diagnostic.write(format!("<{inner}>")),
        None => diagnostic,
    }
}

/// Checks that the keys needed by the class are given. Other keys are ignored.
fn finish(cursor: &Cursor, name: SpannedText, keys: Keys) -> Parsed<Decl> {
    let Some(v_type) = keys.v_type else { return missing(cursor, "v_type", "`v_type=G`") };
    let kind = match v_type.text.as_str() {
        "G" => match keys.ty {
            Some((ty, ty_span)) => DeclKind::General { ty, ty_span, align: keys.align, alias: keys.alias },
            None => return missing(cursor, "type", "`type=ud`"),
        },
        "P" => DeclKind::Predicate,
        "A" => DeclKind::Address,
        "T" => DeclKind::Surface,
        _ => DeclKind::Sampler,
    };
    match keys.num_elts {
        Some(num_elts) if num_elts.value < 1 => {
            let message = format!("`num_elts` is {}; expected at least 1", num_elts.value);
            Err(Box::new(Diagnostic::error(&DECL, num_elts.span, message)))
        }
        Some(num_elts) => Ok(Decl { name, kind, num_elts }),
        None => missing(cursor, "num_elts", "`num_elts=N`"),
    }
}

fn missing<T>(cursor: &Cursor, key: &str, example: &str) -> Parsed<T> {
    let message = format!("this `.decl` lacks `{key}`; expected {example}");
    Err(Box::new(Diagnostic::error(&DECL, cursor.here(), message)))
}

rules! {
    DECL: "visa-decl", Invalid,
        "`.decl NAME v_type=G type=TY num_elts=N [align=A] [alias=<VAR, offset>]`, or `v_type=P|A|T|S num_elts=N`",
        PAGE, "Variable declarations";
    CONSTANT: "visa-constant-expression", Invalid,
        "a count or an offset is a number or an expression of numbers with `+ - * / % << >>` and parentheses",
        PAGE, "Constant expressions";
    TYPE: "visa-type", Invalid, "a variable's elements have one of the scalar types", PAGE, "Data types";
    OTHER_TYPE: "visa-type-unsupported", Unsupported, "packed immediates, BOOL and BF are not modelled",
        PAGE, "Data types";
    ALIGN: "visa-align", Invalid, "an alignment is one of the assembler's words, in its case",
        PAGE, "Variable declarations";
    ALIAS: "visa-alias", Invalid, "`alias=<VAR, byte offset>`", PAGE, "Variable declarations";
}
