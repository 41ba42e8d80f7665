//! Parsing of `.surface NAME|INDEX KIND [FORMAT] [EXTENT] [key=value ...] [= values]`.

use super::ast::{ExtentText, SpannedText, SurfaceLine};
use super::cursor::{Cursor, PAGE, Parsed, excerpt, unknown};
use super::key::{KeyRow, KeyValues, key, number_key, push, text_key};
use super::number::starts_number;
use super::value::values;
use crate::base::{ScalarType, SurfaceKind, rules};
use crate::diag::Diagnostic;

/// The keys of `.surface`.
pub(super) const SURFACE_KEYS: &[KeyRow] = &[
    number_key("size", "The size of a buffer in bytes.", ".surface BUF buffer ud size=64"),
    number_key(
        "pitch",
        "The distance from one row to the next in bytes.",
        ".surface IMG 2d R32_UINT 4x3 pitch=32",
    ),
    number_key(
        "base",
        "The address at which a surface begins.",
        ".surface 7 2d R32_UINT 4x3 pitch=32 base=0x1000",
    ),
    text_key(
        "layout",
        "How rows lie in memory: `pitch` or `blocklinear`.",
        ".surface 7 2d R32_UINT 16x8 layout=blocklinear",
    )
    .taking(KeyValues::Words("layout", &["pitch", "blocklinear"])),
    text_key("block", "Height and depth of a block, in GOBs.", ".surface 7 2d R32_UINT 16x16 block=2x1"),
    number_key(
        "levels",
        "The number of levels of detail; only 1 is modelled.",
        ".surface 7 2d R32_UINT 4x4 levels=1",
    ),
    text_key(
        "state",
        "`disabled` for a surface that is switched off.",
        ".surface 7 1d R32_UINT 8 state=disabled",
    )
    .taking(KeyValues::Words("state", &["disabled"])),
    text_key("sparse", "The pages that have no memory.", ".surface 7 2d R32_UINT 256x256 sparse=(0)"),
];

/// Parses the text after `.surface`.
pub(super) fn surface(cursor: &mut Cursor) -> Parsed<SurfaceLine> {
    let name = cursor.need_word(&SURFACE, "the name or index of a surface")?;
    let kind = kind(cursor)?;
    let mut line =
        SurfaceLine { name, kind, format: None, extent: None, keys: Vec::new(), equals: None, values: None };
    while let Some(word) = cursor.peek_word() {
        if is_key(cursor, &word) {
            push(&mut line.keys, key(cursor, SURFACE_KEYS)?)?;
        } else {
            shape(&mut line, word)?;
            cursor.skip(1);
        }
    }
    if cursor.is_done() {
        return Ok(line);
    }
    line.equals = Some(cursor.need('=', &SURFACE, "a format, an extent, a key or `=` and values")?);
    line.values = Some(values(cursor)?);
    Ok(line)
}

fn kind(cursor: &mut Cursor) -> Parsed<SurfaceKind> {
    let word = cursor.need_word(&KIND, "the kind of the surface, for instance `buffer`")?;
    let known = SurfaceKind::ALL.into_iter().map(SurfaceKind::word);
    SurfaceKind::from_word(&word.text)
        .ok_or_else(|| Box::new(unknown(&KIND, &word, "kind of surface", known)))
}

/// Returns whether a key is next. `ud = 10` is a format followed by values. An unknown word in the form of a key
/// (`pich=32`) counts as a misspelt key.
fn is_key(cursor: &Cursor, word: &SpannedText) -> bool {
    let is_known = SURFACE_KEYS.iter().any(|row| row.word == word.text);
    let is_tight = cursor.tokens.get(1..3).is_some_and(|next| next.iter().all(|token| token.glued));
    let is_shape = ScalarType::from_name(&word.text).is_some() || !word.text.starts_with(char::is_lowercase);
    cursor.is_at(1, '=') && (is_known || is_tight && !is_shape)
}

/// Parses a format or an extent.
fn shape(line: &mut SurfaceLine, word: SpannedText) -> Parsed<()> {
    let is_extent = starts_number(&word.text);
    let is_repeated = if is_extent { line.extent.is_some() } else { line.format.is_some() };
    if is_repeated {
        let what = if is_extent { "extent" } else { "format" };
        let message =
            format!("`{}` is a second {what}; expected keys or `=` and values", excerpt(&word.text));
        return Err(Box::new(Diagnostic::error(&SURFACE, word.span, message)));
    }
    if is_extent {
        line.extent = Some(extent(&word)?);
    } else {
        line.format = Some(word);
    }
    Ok(())
}

/// Parses `8`, `4x3` or `2x2x3`.
fn extent(word: &SpannedText) -> Parsed<ExtentText> {
    let size = |part: &str| part.parse().ok().filter(|_| part == "0" || !part.starts_with('0'));
    let sizes: Option<Vec<u64>> = word.text.split('x').map(size).collect();
    match sizes {
        Some(sizes) if sizes.len() <= 3 => Ok(ExtentText { sizes, span: word.span }),
        _ => {
            let message =
                format!("`{}` is not an extent; expected `8`, `4x3` or `2x2x3`", excerpt(&word.text));
            Err(Box::new(Diagnostic::error(&EXTENT, word.span, message)))
        }
    }
}

rules! {
    SURFACE: "text-surface", Invalid, "`.surface NAME|INDEX KIND [FORMAT] [EXTENT] [key=value ...] [= values]`",
        PAGE, "`.surface`";
    KIND: "text-surface-kind", Invalid,
        "a surface is a buffer, slm, stateless, 1d, 1d_buffer, 1d_array, 2d, 2d_array or 3d", PAGE, "`.surface`";
    EXTENT: "text-extent", Invalid, "an extent is one to three decimal numbers with `x` between them",
        PAGE, "`.surface`";
}
