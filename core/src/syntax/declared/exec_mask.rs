//! Parsing of the parts in parentheses: predicates, and execution size and mask.

use super::lines::PAGE;
use crate::base::one_of;
use crate::base::{Span, TextEdit, rules};
use crate::diag::Diagnostic;
use crate::spec::PredicateMode;
use crate::syntax::ast::{Exec, Number, PredicateText, SpannedText};
use crate::syntax::cursor::{Cursor, Parsed, excerpt};
use crate::syntax::number::count;

/// Parses `(P1)` or `(!P1.any)`.
pub(super) fn predicate(cursor: &mut Cursor) -> Parsed<PredicateText> {
    let open = cursor.need('(', &PREDICATE, "`(`")?;
    let inverted = cursor.eat('!').is_some();
    let name = cursor.need_word(&PREDICATE, "the name of a predicate")?;
    let mut mode = PredicateMode::PerLane;
    if cursor.eat('.').is_some() {
        let word = cursor.need_word(&PREDICATE, "`any` or `all`")?;
        mode = match word.text.as_str() {
            "any" => PredicateMode::Any,
            "all" => PredicateMode::All,
            _ => return Err(Box::new(no_mode(&word))),
        };
    }
    let close = cursor.need(')', &PREDICATE, "`)` after the predicate")?;
    Ok(PredicateText { name, inverted, mode, span: open.to(close) })
}

fn no_mode(word: &SpannedText) -> Diagnostic {
    let message = format!("`{}` does not combine a predicate; expected `any` or `all`", excerpt(&word.text));
    let diagnostic = Diagnostic::error(&PREDICATE, word.span, message);
    diagnostic.write_closest(&word.text, ["any", "all"])
}

/// The masks by index. Each may have the suffix `_NM`.
pub(super) const MASKS: &[&str] = &["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8"];
/// The execution sizes.
pub(super) const SIZES: &[u8] = &[1, 2, 4, 8, 16, 32];

/// Parses `(M1, 16)`, `(M3_NM, 8)`, `(NoMask, 8)` or `(16)`.
pub(super) fn exec(cursor: &mut Cursor) -> Parsed<Exec> {
    let open = cursor.need('(', &EXEC, FORM)?;
    let mut exec = Exec {
        size: Number { value: 1, span: open },
        mask_offset: 0,
        no_mask: false,
        mask_span: None,
        span: open,
    };
    let word = cursor.peek_word();
    if let Some(word) = word.filter(|word| !word.text.starts_with(|c: char| c.is_ascii_digit())) {
        (exec.mask_offset, exec.no_mask) = mask(&word)?;
        exec.mask_span = Some(word.span);
        cursor.skip(1);
        if cursor.eat(',').is_none() {
            return Err(Box::new(no_comma(cursor, word.span)));
        }
    }
    exec.size = size(cursor)?;
    let close = cursor.need(')', &EXEC, "`)` after the execution size")?;
    exec.span = open.to(close);
    Ok(exec)
}

const FORM: &str = "an execution mask and size such as `(M1, 16)`";

fn no_comma(cursor: &Cursor, mask: Span) -> Diagnostic {
    match cursor.expected::<()>(&EXEC, "`,` and the execution size") {
        Err(diagnostic) if cursor.peek_word().is_some() => {
            let gap = Span::new(mask.range().end, cursor.here().range().start);
            diagnostic.fix("insert a comma", vec![TextEdit { span: gap, replacement: ", ".to_owned() }])
        }
        Err(diagnostic) => *diagnostic,
        Ok(()) => unreachable!("`expected` never succeeds"),
    }
}

/// Returns the offset into the dispatch mask, and whether the dispatch mask is ignored.
fn mask(word: &SpannedText) -> Parsed<(u8, bool)> {
    if word.text == "NoMask" {
        return Ok((0, true));
    }
    let (name, no_mask) = match word.text.strip_suffix("_NM") {
        Some(name) => (name, true),
        None => (word.text.as_str(), false),
    };
    match (0u8..).zip(MASKS).find(|(_, mask)| **mask == name) {
        Some((index, _)) => Ok((4 * index, no_mask)),
        None => Err(Box::new(no_such_mask(word))),
    }
}

fn no_such_mask(word: &SpannedText) -> Diagnostic {
    let list = "`M1` to `M8`, `M1_NM` to `M8_NM` or `NoMask`";
    let message = format!("there is no execution mask `{}`; expected {list}", excerpt(&word.text));
    let diagnostic = Diagnostic::error(&MASK, word.span, message);
    let upper = word.text.to_ascii_uppercase();
    let spelled = SpannedText { text: upper.clone(), span: word.span };
    if upper != word.text && mask(&spelled).is_ok() {
        return diagnostic.write(upper);
    }
    if word.text == "NM" {
        return diagnostic.write("M1_NM");
    }
    // The first mask is the only one that fits every size.
    let (name, suffix) = match upper.strip_suffix("_NM") {
        Some(name) => (name, "_NM"),
        None => (upper.as_str(), ""),
    };
    let is_number = name.strip_prefix('M').is_some_and(|number| number.parse::<u32>().is_ok());
    if is_number { diagnostic.write(format!("{}{suffix}", MASKS[0])) } else { diagnostic }
}

fn size(cursor: &mut Cursor) -> Parsed<Number> {
    let size = count(cursor, "the execution size")?;
    if SIZES.iter().any(|&known| i128::from(known) == size.value) {
        return Ok(size);
    }
    let names: Vec<String> = SIZES.iter().map(u8::to_string).collect();
    let message = format!(
        "there is no execution size {}; expected {}",
        size.value,
        one_of(names.iter().map(String::as_str))
    );
    Err(Box::new(Diagnostic::error(&SIZE, size.span, message)))
}

rules! {
    PREDICATE: "visa-predicate", Invalid, "a predicate is `(P)`, `(!P)`, `(P.any)` or `(P.all)`",
        PAGE, "Predication";
    EXEC: "visa-exec", Invalid, "mask and size follow the mnemonic, `(M1, 16)`; `(16)` means `(M1, 16)`",
        PAGE, "Execution size";
    MASK: "visa-exec-mask", Invalid, "the execution masks are M1 to M8, and each with _NM", PAGE, "Execution mask";
    SIZE: "visa-exec-size", Invalid, "the execution sizes are 1, 2, 4, 8, 16 and 32", PAGE, "Execution size";
}
