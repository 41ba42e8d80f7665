//! `.decl`: the variables, predicates and surfaces of vISA.

use super::super::ast::{DeclKind, DeclLine, Directive, Number, SpannedText};
use super::super::constant::constant;
use super::super::cursor::{Parsed, excerpt, fail, fail_unknown};
use super::super::number::need_whole;
use super::super::offer::item::CompletionItem;
use super::items;
use super::key::{KeyRow, KeyValues, number_key, parse_keys_with, text_key};
use super::parser::{DirectiveParser, fail_unknown_type};
use crate::base::{Rule, ScalarType, Span, rules};
use crate::diag::Diagnostic;

/// The page that states the rules of the assembly syntax.
const PAGE: &str = "vISA assembly syntax";

/// The values that the keys of a `.decl` give.
#[derive(Default)]
struct GivenValues {
    class: Option<&'static ClassRow>,
    ty: Option<(ScalarType, Span)>,
    num_elts: Option<Number>,
    align: Option<SpannedText>,
    alias: Option<(SpannedText, Number)>,
    /// The first key that only a general variable takes.
    general_key: Option<SpannedText>,
}

/// A key of `.decl`.
#[derive(Clone, Copy)]
pub(super) enum DeclKey {
    Class,
    Type,
    Count,
    Align,
    Alias,
    /// A key on whose value a run does not depend.
    Ignored,
}

/// The keys of `.decl`. They may occur in any order, although the assembler prescribes one.
pub(super) const DECL_KEYS: &[KeyRow<DeclKey>] = &[
    text_key(DeclKey::Class, "v_type", "The class: `G` general variable, `P` predicate, `T` surface. `A` (address) and `S` (sampler) are read, but no \
         instruction uses them.", ".decl BUF v_type=T num_elts=1").taking(KeyValues::Custom(class_items)),
    text_key(DeclKey::Type, "type", "The type of an element of a general variable.", ".decl OFF v_type=G type=ud num_elts=8").taking(KeyValues::Custom(items::type_items)),
    number_key(DeclKey::Count, "num_elts", "The number of elements, or of bits of a predicate.", ".decl P v_type=P num_elts=16"),
    text_key(DeclKey::Align, "align", "The alignment of a general variable, on which a run does not depend.", ".decl OFF v_type=G type=ud num_elts=8 align=GRF").taking(KeyValues::Words("alignment", ALIGNMENTS)),
    text_key(DeclKey::Alias, "alias", "The variable and the byte offset in it whose memory a general variable shares.", ".decl LOW v_type=G type=uw num_elts=16 alias=<OFF,0>"),
    text_key(DeclKey::Ignored, "attrs", "Attributes that a listing may hold. Lanescope ignores them.", ".decl OFF v_type=G type=ud num_elts=8 attrs={Input}"),
    text_key(DeclKey::Ignored, "v_name", "The name in the source program. Lanescope ignores it.", ".decl V32 v_type=G type=ud num_elts=8 v_name=offset"),
];

/// A class of variables.
struct ClassRow {
    /// The value of `v_type`.
    letter: &'static str,
    /// The meaning.
    prose: &'static str,
    /// The kind of its declarations; `None` for a general variable, whose kind has a type.
    kind: Option<DeclKind>,
}

impl ClassRow {
    const fn new(letter: &'static str, prose: &'static str, kind: Option<DeclKind>) -> Self {
        Self { letter, prose, kind }
    }
}

/// The classes of variables.
const CLASSES: &[ClassRow] = &[
    ClassRow::new("G", "A general variable: elements of one type.", None),
    ClassRow::new("P", "A predicate: a bit for each lane.", Some(DeclKind::Predicate)),
    ClassRow::new("A", "An address variable, which is not modelled.", Some(DeclKind::Address)),
    ClassRow::new("T", "A surface: memory that all lanes share.", Some(DeclKind::Surface)),
    ClassRow::new("S", "A sampler, which is not modelled.", Some(DeclKind::Sampler)),
];

fn class_items() -> Vec<CompletionItem> {
    CLASSES.iter().map(|row| CompletionItem::new(row.letter, "class", row.prose)).collect()
}

/// The alignments, in the assembler's spelling.
const ALIGNMENTS: &[&str] = &[
    "byte", "word", "dword", "qword", "oword", "GRF", "GRFx2", "2GRF", "hword", "wordx32", "32word",
    "wordx64", "64word",
];

/// Parses `.decl`.
pub(super) fn decl(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let name = parser.need_name(&DECL, "a name to declare")?;
    let mut given = GivenValues::default();
    parse_keys_with(parser, DECL_KEYS, |parser, row, name| {
        if matches!(row.key, DeclKey::Type | DeclKey::Align | DeclKey::Alias) {
            given.general_key.get_or_insert(name);
        }
        parse_decl_value(parser, row.key, &mut given)
    })?;
    finish(parser, name, given).map(Directive::Decl)
}

fn parse_decl_value(parser: &mut DirectiveParser, key: DeclKey, given: &mut GivenValues) -> Parsed<()> {
    match key {
        DeclKey::Class => {
            let letters = CLASSES.iter().map(|row| row.letter);
            let letter = listed_word(parser, letters, &DECL, "class of variables")?;
            given.class = CLASSES.iter().find(|row| row.letter == letter.text);
        }
        DeclKey::Type => given.ty = Some(element_type(parser)?),
        DeclKey::Count => {
            let expression = parser.limited_to(parser.glued_len(&[]));
            given.num_elts = Some(constant(expression, &CONSTANT)?);
            parser.take_verbatim(&[]);
        }
        DeclKey::Align => {
            let alignments = ALIGNMENTS.iter().copied();
            given.align = Some(listed_word(parser, alignments, &ALIGN, "alignment")?);
        }
        DeclKey::Alias => given.alias = Some(alias(parser)?),
        DeclKey::Ignored => {
            if parser.take_glued(&[]).is_none() {
                return parser.fail_expected(&DECL, "a value after `=`");
            }
        }
    }
    Ok(())
}

/// Parses a word of a list, in its exact case.
fn listed_word(
    parser: &mut DirectiveParser,
    known: impl Iterator<Item = &'static str> + Clone,
    rule: &'static Rule,
    what: &str,
) -> Parsed<SpannedText> {
    let word = parser.need_word(rule, &format!("the {what}"))?;
    if !known.clone().any(|known| known == word.text) {
        return fail_unknown(rule, &word, what, known);
    }
    parser.mark_keyword(word.span);
    Ok(word)
}

/// The types that the assembler knows but Lanescope does not model.
const OTHER_TYPES: &[&str] = &["V", "VF", "UV", "BOOL", "BF"];

fn element_type(parser: &mut DirectiveParser) -> Parsed<(ScalarType, Span)> {
    let word = parser.need_word(&TYPE, "a type")?;
    if let Some(ty) = ScalarType::from_name(&word.text) {
        return Ok((ty, word.span));
    }
    if OTHER_TYPES.iter().any(|ty| ty.eq_ignore_ascii_case(&word.text)) {
        let message = format!("type `{}` is not modelled", word.text);
        return fail(&OTHER_TYPE, word.span, message);
    }
    fail_unknown_type(&TYPE, &word)
}

/// Parses `<VAR, byte offset>`.
fn alias(parser: &mut DirectiveParser) -> Parsed<(SpannedText, Number)> {
    const FORM: &str = "`<VAR, byte offset>`";
    if parser.is_at(0, '(') {
        return Err(Box::new(alias_in_parentheses(parser)));
    }
    parser.need('<', &ALIAS, FORM)?;
    let name = parser.need_name(&ALIAS, "the name of a variable")?;
    parser.need(',', &ALIAS, "`,` and a byte offset")?;
    let offset = need_whole(parser, "a byte offset")?;
    parser.need('>', &ALIAS, "`>`")?;
    Ok((name, offset))
}

/// Creates the error for an alias in parentheses, as on the manual's page. The assembler uses angle brackets.
fn alias_in_parentheses(parser: &DirectiveParser) -> Diagnostic {
    let run = parser.limited_to(parser.glued_len(&[])).rest_span();
    let written = run.of(parser.text);
    let message = format!("`{}` has parentheses; expected `<VAR, byte offset>`", excerpt(written));
    let diagnostic = Diagnostic::error(&ALIAS, run, message);
    match written.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => diagnostic.write(format!("<{inner}>")),
        None => diagnostic,
    }
}

/// Checks that the line has the keys that the class needs, and none that only a general variable takes.
fn finish(parser: &DirectiveParser, name: SpannedText, given: GivenValues) -> Parsed<DeclLine> {
    let Some(class) = given.class else {
        let only = given.general_key.is_some().then_some("v_type=G");
        return missing(parser, "v_type", only.unwrap_or("v_type=G|P|T"), only);
    };
    let kind = match (class.kind.clone(), given.general_key, given.ty) {
        (Some(_), Some(key), _) => {
            let message = format!("`v_type={}` takes no `{}`; only `v_type=G` does", class.letter, key.text);
            return fail(&DECL, key.span, message);
        }
        (Some(kind), None, _) => kind,
        (None, _, Some((ty, ty_span))) => {
            DeclKind::General { ty, ty_span, align: given.align, alias: given.alias }
        }
        (None, ..) => return missing(parser, "type", "type=ud", None),
    };
    match given.num_elts {
        Some(num_elts) if num_elts.value < 1 => {
            let message = format!("`num_elts` is {}; expected at least 1", num_elts.value);
            fail(&DECL, num_elts.span, message)
        }
        Some(num_elts) => Ok(DeclLine { name, kind, num_elts }),
        None => {
            let only = (kind == DeclKind::Surface).then_some("num_elts=1");
            missing(parser, "num_elts", only.unwrap_or("num_elts=N"), only)
        }
    }
}

/// Fails with the error for a missing key. `only` is the text that has to be added, if no other is possible.
fn missing<T>(parser: &DirectiveParser, key: &str, example: &str, only: Option<&str>) -> Parsed<T> {
    let message = format!("this `.decl` lacks `{key}`; expected `{example}`");
    let diagnostic = Diagnostic::error(&DECL, parser.here(), message);
    Err(Box::new(match only {
        Some(only) => diagnostic.fix_here(format!("add `{only}`"), format!(" {only}")),
        None => diagnostic,
    }))
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

#[cfg(test)]
mod tests {
    use crate::syntax::parse;
    use crate::syntax::tests::known_sets;
    use crate::test;

    #[test]
    fn only_a_general_variable_has_a_type_an_alignment_and_an_alias() {
        let refused = |keys: &str| {
            let text = format!(".decl X {keys}\n");
            let (document, found) = parse(&text, &known_sets());
            assert_eq!(document.decls().count(), usize::from(found.is_empty()), "{text}");
            found.into_iter().map(|found| found.span.of(&text).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(refused("v_type=G type=ud num_elts=1 align=GRF alias=<A,0> attrs={a} v_name=x"), [""; 0]);
        for class in ["P", "A", "T", "S"] {
            let with = |more: &str| refused(&format!("v_type={class} num_elts=1 {more}"));
            assert_eq!(with("attrs={a} v_name=x"), [""; 0]);
            assert_eq!(with("type=ud"), ["type"]);
            assert_eq!(with("align=GRF alias=<A,0>"), ["align"], "the first one");
            assert_eq!(refused(&format!("alias=<A,0> num_elts=1 v_type={class}")), ["alias"], "in any order");
        }
    }
}
