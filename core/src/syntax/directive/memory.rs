//! Directives that fill memory: `.surface`, `.pool`, `.set` and `.const`.

use super::super::ast::{
    ConstLine, DeclKind, Directive, ExtentText, RowLayout, SetLine, SpannedText, SurfaceKey, SurfaceLine,
};
use super::super::cursor::{Parsed, excerpt, fail, fail_unknown};
use super::super::number::{need_whole, parse_u64, starts_number};
use super::items;
use super::key::{KeyRow, KeyValues, free_keys, number_key, parse_key, parse_keys, parse_value, text_key};
use super::parser::DirectiveParser;
use crate::base::{SCENARIO_TEXT, ScalarType, SurfaceKind, TextEdit, rules};
use crate::diag::Diagnostic;

/// Parses `.set`.
pub(super) fn set(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let is_variable = |kind: &DeclKind| matches!(kind, DeclKind::General { .. } | DeclKind::Predicate);
    parser.offer(|caret| caret.names(is_variable, "variable"));
    let name = parser.need_name(&ASSIGNMENT, "a name to set")?;
    parser.need_spaced('=', &ASSIGNMENT, "`=`")?;
    Ok(Directive::Set(SetLine { name, values: parser.values()? }))
}

/// Parses `.const`.
pub(super) fn constants(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let address = need_whole(parser, "a byte address such as `0x400`")?;
    parser.need_spaced('=', &ASSIGNMENT, "`=`")?;
    Ok(Directive::Const(ConstLine { address, values: parser.values()? }))
}

/// The keys of `.pool`.
pub(super) const POOL_KEYS: &[KeyRow<()>] = &[number_key(
    (),
    "max",
    "The maximum index of a surface header; the reading `pool_limit` says whether the maximum itself is valid.",
    ".pool max=7",
)];

/// Parses `.pool`.
pub(super) fn pool(parser: &mut DirectiveParser) -> Parsed<Directive> {
    match parse_keys(parser, POOL_KEYS)?.pop() {
        Some(max) => Ok(Directive::Pool(max)),
        None => parser.fail_expected(&POOL, "`max=` and the largest index"),
    }
}

/// The keys of `.surface`.
pub(in crate::syntax) const SURFACE_KEYS: &[KeyRow<SurfaceKey>] = &[
    number_key(SurfaceKey::Size, "size", "The size of a buffer in bytes.", ".surface BUF buffer ud size=64"),
    number_key(
        SurfaceKey::Pitch,
        "pitch",
        "The distance from one row to the next in bytes.",
        ".surface IMG 2d R32_UINT 4x3 pitch=32",
    ),
    number_key(
        SurfaceKey::Base,
        "base",
        "The address at which a surface begins.",
        ".surface 7 2d R32_UINT 4x3 pitch=32 base=0x1000",
    ),
    text_key(
        SurfaceKey::Layout,
        "layout",
        "How rows lie in memory.",
        ".surface 7 2d R32_UINT 16x8 layout=blocklinear",
    )
    .taking(KeyValues::Words("layout", &RowLayout::WORDS)),
    text_key(
        SurfaceKey::Block,
        "block",
        "Height and depth of a block, in GOBs.",
        ".surface 7 2d R32_UINT 16x16 block=2x1",
    ),
    number_key(
        SurfaceKey::Levels,
        "levels",
        "The number of levels of detail; only 1 is modelled.",
        ".surface 7 2d R32_UINT 4x4 levels=1",
    ),
    text_key(
        SurfaceKey::State,
        "state",
        "Whether a surface is switched on.",
        ".surface 7 1d R32_UINT 8 state=disabled",
    )
    .taking(KeyValues::Words("state", &["enabled", SurfaceLine::DISABLED])),
    text_key(
        SurfaceKey::Sparse,
        "sparse",
        "The pages that have no memory.",
        ".surface 7 2d R32_UINT 256x256 sparse=(0)",
    ),
];

/// Parses `.surface`.
pub(super) fn surface(parser: &mut DirectiveParser) -> Parsed<Directive> {
    parser.offer(|caret| caret.names(|kind| matches!(kind, DeclKind::Surface), "surface"));
    let name = parser.need_name(&SURFACE, "the name or index of a surface")?;
    let kind = kind(parser)?;
    let mut surface =
        SurfaceLine { name, kind, format: None, extent: None, keys: Vec::new(), equals: None, values: None };
    let mut given = Vec::new();
    loop {
        parser.offer(|_| {
            items::type_items().into_iter().chain(free_keys(SURFACE_KEYS, given.iter())).collect()
        });
        let Some(word) = parser.peek_word() else { break };
        let part = if is_key(parser, word) {
            parse_key(parser, SURFACE_KEYS, &mut given, parse_value).map(|key| surface.keys.push(key))
        } else {
            let span = parser.skip(1);
            format_or_extent(parser.text, &mut surface, SpannedText::at(parser.text, span))
        };
        parser.or_skip(part)?;
    }
    if !parser.is_done() {
        surface.equals =
            Some(parser.need_spaced('=', &SURFACE, "a format, an extent, a key or `=` and values")?);
        surface.values = Some(parser.values()?);
    }
    Ok(Directive::Surface(surface))
}

fn kind(parser: &mut DirectiveParser) -> Parsed<SurfaceKind> {
    let known = SurfaceKind::ALL.map(SurfaceKind::word);
    parser.offer(|_| items::word_items(&known, "kind"));
    let word = parser.need_word(&KIND, "the kind of the surface, for instance `buffer`")?;
    let Some(kind) = SurfaceKind::from_word(&word.text) else {
        return fail_unknown(&KIND, &word, "kind of surface", known);
    };
    parser.mark_keyword(word.span);
    Ok(kind)
}

/// Returns whether a key is next. `ud = 10` is a format followed by values. An unknown word in the form of a key
/// (`pich=32`) counts as a misspelt key.
fn is_key(parser: &DirectiveParser, word: &str) -> bool {
    let is_known = SURFACE_KEYS.iter().any(|row| row.word == word);
    let is_tight = parser.tokens.get(1..3).is_some_and(|next| next.iter().all(|token| token.is_glued));
    let is_format = ScalarType::from_name(word).is_some() || !word.starts_with(char::is_lowercase);
    parser.is_at(1, '=') && (is_known || is_tight && !is_format)
}

/// Parses a format or an extent.
fn format_or_extent(text: &str, surface: &mut SurfaceLine, word: SpannedText) -> Parsed<()> {
    let is_extent = starts_number(&word.text);
    let is_repeated = if is_extent { surface.extent.is_some() } else { surface.format.is_some() };
    if is_repeated {
        let found = format!("`{}` is a second", excerpt(&word.text));
        return Err(Box::new(match &surface.extent {
            // `8 4` is probably meant as `8x4`.
            Some(first) if is_extent && first.sizes.len() < surface.kind.axes().len() => {
                let joined = format!("{}x{}", first.span.of(text), word.text);
                let message = format!("{found} extent; expected `{joined}`");
                let edit = TextEdit { span: first.span.to(word.span), replacement: joined.clone() };
                Diagnostic::error(&SURFACE, word.span, message).fix(format!("write `{joined}`"), vec![edit])
            }
            _ => {
                let what = if is_extent { "extent" } else { "format" };
                let message = format!("{found} {what}; expected keys or `=` and values");
                Diagnostic::error(&SURFACE, word.span, message)
            }
        }));
    }
    if is_extent {
        surface.extent = Some(extent(&word)?);
    } else {
        surface.format = Some(word);
    }
    Ok(())
}

/// Parses `8`, `4x3` or `2x2x3`. `0x10` is a number.
fn extent(word: &SpannedText) -> Parsed<ExtentText> {
    let sizes = match parse_u64(&word.text) {
        Some(size) => Some(vec![size]),
        None => word.text.split('x').map(parse_u64).collect(),
    };
    match sizes {
        Some(sizes) if sizes.len() <= 3 => Ok(ExtentText { sizes, span: word.span }),
        _ => {
            let message =
                format!("`{}` is not an extent; expected `8`, `4x3` or `2x2x3`", excerpt(&word.text));
            fail(&EXTENT, word.span, message)
        }
    }
}

rules! {
    ASSIGNMENT: "text-assignment", Invalid, "`.set NAME = values` and `.const ADDRESS = words`",
        SCENARIO_TEXT, ".set and .const";
    POOL: "text-pool", Invalid, "`.pool max=N`", SCENARIO_TEXT, ".pool";
    SURFACE: "text-surface", Invalid, "`.surface NAME|INDEX KIND [FORMAT] [EXTENT] [key=value ...] [= values]`",
        SCENARIO_TEXT, ".surface";
    KIND: "text-surface-kind", Invalid,
        "a surface has one of the kinds that the reference lists", SCENARIO_TEXT, ".surface";
    EXTENT: "text-extent", Invalid, "an extent is one to three numbers with `x` between them",
        SCENARIO_TEXT, ".surface";
}
