//! The format of a link: the scenario text and a view of it,
//! `#<text>&c=<step>&g=<granularity>&f=<fingerprint>&t=<tab>&h=<theme>&s=<selection>&v=<variant>&b=<variant>`. `v` and
//! `b` both name the variant that is shown side by side; with `b`, it is the active side.
//!
//! Unknown keys and words are ignored, so that links of later versions open.

use super::choice::Choice;
use super::chrome::Tab;
use super::document::Pair;
use super::line_ends::with_plain_line_ends;
use super::selection::Selection;
use super::settings::Theme;
use lanescope_core::session::{
    run::Run,
    text::{decode_link, link_fingerprint, link_fragment},
};
use lanescope_core::trace::Granularity;
use lanescope_core::view::lanes::RowValue;

/// A parsed link.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linked {
    pub text: String,
    /// The view of the scenario.
    pub view: LinkedView,
}

/// The view of a scenario in a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkedView {
    pub cursor: u32,
    /// The step size, if the link has one.
    pub granularity: Option<Granularity>,
    /// The fingerprint of the run at the cursor (see [`Run::fingerprint`]).
    pub fingerprint: Option<u32>,
    /// The open tab, if the link has one.
    pub tab: Option<Tab>,
    /// Whether the tab Semantics shows the interpretations.
    pub shows_readings: bool,
    /// The colour theme, if the link has one.
    pub theme: Option<Theme>,
    pub selection: Option<Selection>,
    /// The variant that is shown side by side.
    pub pair: Option<Pair>,
}

/// The key of the tab Semantics with the interpretations.
const READINGS: &str = "readings";

/// The most characters of a variant's name.
const LONGEST_NAME: usize = 200;

/// Returns whether a word is a valid name of a variant. Links and options accept no other.
pub fn is_name(word: &str) -> bool {
    (1..=LONGEST_NAME).contains(&word.len()) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Parses a fragment (without its `#`). Returns `None` if it is empty, and an error if it cannot be opened.
pub fn parse(fragment: &str) -> Option<Result<Linked, String>> {
    if fragment.is_empty() {
        return None;
    }
    // A copied link may end with a space.
    let mut parts = fragment.trim_end_matches("%20").trim_end().split('&');
    let text = match decode_link(parts.next().unwrap_or_default()) {
        Ok(text) => with_plain_line_ends(&text),
        Err(reason) => return Some(Err(reason)),
    };
    Some(Ok(Linked { text, view: parse_view(parts) }))
}

/// Parses the parts of a fragment after the text.
fn parse_view<'a>(parts: impl Iterator<Item = &'a str>) -> LinkedView {
    let mut view = LinkedView::default();
    for (key, value) in parts.filter_map(|part| part.split_once('=')) {
        match key {
            "c" => view.cursor = value.parse().unwrap_or(0),
            "g" => view.granularity = Granularity::of_key(value),
            "f" => view.fingerprint = u32::from_str_radix(value, 36).ok(),
            "t" => {
                view.shows_readings = value == READINGS;
                view.tab = if view.shows_readings { Some(Tab::Semantics) } else { Tab::of_key(value) };
            }
            "h" => view.theme = Theme::of_key(value),
            "s" => view.selection = selection(value),
            "v" | "b" if is_name(value) => {
                view.pair = Some(Pair { variant: value.into(), is_active: key == "b" })
            }
            _ => {}
        }
    }
    view
}

/// Formats a view, and after a line end a text of any length.
pub fn with_plain_text(view: &LinkedView, text: &str) -> String {
    format!("{}\n{text}", fragment("", view))
}

/// Parses what [`with_plain_text`] formatted.
pub fn parse_with_plain_text(kept: &str) -> Option<Linked> {
    let (view, text) = kept.split_once('\n')?;
    Some(Linked { text: text.to_owned(), view: parse_view(view.split('&')) })
}

/// Returns the scenario of an entry of the browser's history. `kept` is a text that was too long for a link, with its view
/// ([`with_plain_text`]). If it is the stored text, the storage has more than the entry, so this is `None`.
pub fn of_entry(
    kept: Option<String>,
    fragment: &str,
    stored: Option<&str>,
) -> Option<Result<Linked, String>> {
    match kept.and_then(|kept| parse_with_plain_text(&kept)) {
        Some(linked) if stored == Some(&linked.text) => None,
        Some(linked) => Some(Ok(linked)),
        None => parse(fragment),
    }
}

/// Formats a fragment (without its `#`) for an encoded text. Omits defaults.
pub fn fragment(code: &str, view: &LinkedView) -> String {
    let keys = [
        ("c", (view.cursor > 0).then(|| view.cursor.to_string())),
        ("g", view.granularity.map(|granularity| granularity.key().to_owned())),
        ("f", view.fingerprint.map(link_fingerprint)),
        ("t", view.tab.map(|tab| if view.shows_readings { READINGS } else { tab.key() }.to_owned())),
        ("h", view.theme.map(|theme| theme.key().to_owned())),
        ("s", view.selection.map(word)),
        (
            view.pair.as_ref().map_or("v", |pair| if pair.is_active { "b" } else { "v" }),
            view.pair.as_ref().map(|pair| pair.variant.to_string()),
        ),
    ];
    link_fragment(code, &keys)
}

/// Formats a selection.
fn word(selection: Selection) -> String {
    match selection {
        Selection::Lane(lane) => format!("lane.{lane}"),
        Selection::Row(slot) => format!("row.{}", slot.key()),
        Selection::Cell { surface, element } => format!("cell.{surface}.{element}"),
        Selection::Element { variable, element } => format!("element.{variable}.{element}"),
        Selection::Bits { instruction, low } => format!("bits.{instruction}.{low}"),
    }
}

/// Parses a selection.
fn selection(word: &str) -> Option<Selection> {
    let parts: Vec<&str> = word.split('.').collect();
    Some(match *parts {
        ["lane", lane] => Selection::Lane(lane.parse().ok()?),
        ["row", slot] => Selection::Row(slot_of(slot)?),
        ["cell", surface, element] => {
            Selection::Cell { surface: surface.parse().ok()?, element: element.parse().ok()? }
        }
        ["element", variable, element] => {
            Selection::Element { variable: variable.parse().ok()?, element: element.parse().ok()? }
        }
        ["bits", instruction, low] => {
            Selection::Bits { instruction: instruction.parse().ok()?, low: low.parse().ok()? }
        }
        _ => return None,
    })
}

/// Parses the key of a slot.
fn slot_of(key: &str) -> Option<RowValue> {
    let operand = |prefix: &str| key.strip_prefix(prefix)?.parse().ok();
    let plain = [RowValue::Predicate, RowValue::Address, RowValue::Old, RowValue::New]
        .into_iter()
        .find(|slot| slot.key() == key);
    let numbered = [
        ("in", RowValue::Input as fn(usize) -> RowValue),
        ("out", RowValue::Output),
        ("read", RowValue::Read),
    ];
    plain.or_else(|| numbered.iter().find_map(|(prefix, slot)| operand(prefix).map(slot)))
}

/// Returns whether a run has the selected item.
pub(super) fn is_there(run: &Run, selection: Selection) -> bool {
    let scenario = run.scenario();
    let layout = &scenario.layout;
    match selection {
        Selection::Lane(lane) => lane < scenario.dispatch_lanes,
        Selection::Row(RowValue::Input(operand) | RowValue::Output(operand)) => {
            scenario.program.iter().any(|bound| operand < bound.operands.len())
        }
        Selection::Row(_) => true,
        Selection::Cell { surface, element } => {
            layout.surfaces.get(surface).is_some_and(|surface| element < surface.count())
        }
        Selection::Element { variable, element } => {
            layout.variables.get(variable).is_some_and(|variable| element < variable.count)
        }
        Selection::Bits { instruction, .. } => instruction < scenario.program.len(),
    }
}

impl LinkedView {
    /// Adds the fingerprint of the moment in `run`.
    #[must_use]
    pub fn of_run(mut self, run: Option<&Run>) -> Self {
        let run = run.filter(|_| self.cursor > 0);
        self.fingerprint = run.map(|run| run.fingerprint(self.cursor));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_link_shows_goes_there_and_back() {
        let view = LinkedView {
            cursor: 7,
            granularity: Some(Granularity::Lane),
            fingerprint: Some(u32::MAX),
            tab: Some(Tab::Outcomes),
            shows_readings: false,
            theme: Some(Theme::Dark),
            selection: Some(Selection::Cell { surface: 1, element: 30 }),
            pair: Some(Pair { variant: "other".into(), is_active: true }),
        };
        let code = lanescope_core::session::text::encode_link("x").expect("short");
        let written = fragment(&code, &view);
        assert_eq!(written, format!("{code}&c=7&g=lane&f=1z141z3&t=outcomes&h=dark&s=cell.1.30&b=other"));
        assert_eq!(parse(&written), Some(Ok(Linked { text: "x".to_owned(), view: view.clone() })));
        for text in ["", "a\n&b=c\n"] {
            let linked = Linked { text: text.to_owned(), view: view.clone() };
            assert_eq!(parse_with_plain_text(&with_plain_text(&view, text)), Some(linked));
        }
    }

    #[test]
    fn an_entry_opens_its_own_text() {
        let code = lanescope_core::session::text::encode_link("x").expect("short");
        let view = LinkedView { cursor: 7, ..LinkedView::default() };
        let opened = |kept: Option<&str>, fragment: &str, stored| {
            let kept = kept.map(|text| with_plain_text(&view, text));
            let linked = of_entry(kept, fragment, stored).and_then(Result::ok);
            linked.map(|linked| (linked.text, linked.view.cursor))
        };
        let other = Some("other tab");
        assert_eq!(opened(Some("long"), "", other), Some(("long".to_owned(), 7)));
        assert_eq!(opened(Some("long"), "", None), Some(("long".to_owned(), 7)));
        assert_eq!(opened(Some("long"), "", Some("long")), None, "it is stored with its cursor");
        assert_eq!(opened(None, &code, other), Some(("x".to_owned(), 0)));
        assert_eq!(opened(None, "", other), None);
    }

    #[test]
    fn a_space_after_a_link_is_ignored() {
        let code = lanescope_core::session::text::encode_link("x").expect("short");
        for fragment in [format!("{code}&c=7%20%20"), format!("{code}&c=7 ")] {
            assert_eq!(parse(&fragment).expect("a link").expect("it is whole").view.cursor, 7, "{fragment}");
        }
    }

    #[test]
    fn the_line_ends_of_windows_become_plain() {
        let code = lanescope_core::session::text::encode_link("a\r\nb\r\n").expect("short");
        assert_eq!(parse(&code).expect("a link").expect("it is whole").text, "a\nb\n");
    }

    #[test]
    fn every_selection_has_a_word() {
        let slots = [
            RowValue::Predicate,
            RowValue::Input(2),
            RowValue::Address,
            RowValue::Old,
            RowValue::Read(1),
            RowValue::New,
            RowValue::Output(3),
        ];
        let others = [
            Selection::Lane(31),
            Selection::Element { variable: 1, element: 2 },
            Selection::Bits { instruction: 3, low: 127 },
        ];
        for it in slots.map(Selection::Row).into_iter().chain(others) {
            assert_eq!(selection(&word(it)), Some(it), "{}", word(it));
        }
        for other in ["", "lane", "lane.", "lane.-1", "lane.256", "row.x", "row.in", "cell.1", "cell.1.2.3"] {
            assert_eq!(selection(other), None, "{other}");
        }
    }
}
