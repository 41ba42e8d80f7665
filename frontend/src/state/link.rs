//! The format of a link: the scenario text and a view of it,
//! `#<text>&c=<step>&g=<granularity>&f=<fingerprint>&t=<tab>&h=<theme>&s=<selection>&v=<variant>&b=<variant>`. `v` and
//! `b` both name the variant that is shown side by side; with `b`, it is the active side.
//!
//! Unknown keys and words are ignored, so that links of later versions open.

use super::choice::Choice;
use super::embed::is_name;
use super::variants::Beside;
use super::{Model, Notice, PageKind, Selection, Tab, Theme};
use lanescope_core::session::{run::Run, text::decode_link};
use lanescope_core::trace::Granularity;
use lanescope_core::view::lanes::RowValue;

/// A parsed link.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linked {
    /// The scenario text.
    pub text: String,
    /// The view of the scenario.
    pub view: LinkedView,
}

/// The view of a scenario in a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkedView {
    /// The cursor.
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
    /// The selection.
    pub selection: Option<Selection>,
    /// The variant that is shown side by side.
    pub beside: Option<Beside>,
}

/// The key of the tab Semantics with the interpretations.
const READINGS: &str = "readings";

/// Parses a fragment (without its `#`). Returns `None` if it is empty, and an error if it cannot be opened.
pub fn parse(fragment: &str) -> Option<Result<Linked, String>> {
    if fragment.is_empty() {
        return None;
    }
    let mut parts = fragment.split('&');
    let text = match decode_link(parts.next().unwrap_or_default()) {
        Ok(text) => text,
        Err(reason) => return Some(Err(reason)),
    };
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
                view.beside = Some(Beside { variant: value.into(), is_at_hand: key == "b" })
            }
            _ => {}
        }
    }
    Some(Ok(Linked { text, view }))
}

/// Formats a fragment (without its `#`) for an encoded text. Omits defaults.
pub fn fragment(code: &str, view: &LinkedView) -> String {
    let keys = [
        ("c", (view.cursor > 0).then(|| view.cursor.to_string())),
        ("g", view.granularity.map(|granularity| granularity.key().to_owned())),
        ("f", view.fingerprint.map(in_base_36)),
        ("t", view.tab.map(|tab| if view.shows_readings { READINGS } else { tab.key() }.to_owned())),
        ("h", view.theme.map(|theme| theme.key().to_owned())),
        ("s", view.selection.map(word)),
        (
            view.beside.as_ref().map_or("v", |beside| if beside.is_at_hand { "b" } else { "v" }),
            view.beside.as_ref().map(|beside| beside.variant.to_string()),
        ),
    ];
    let mut fragment = code.to_owned();
    for (key, value) in keys {
        if let Some(value) = value {
            fragment.extend(["&", key, "=", &value]);
        }
    }
    fragment
}

fn in_base_36(mut number: u32) -> String {
    let mut digits = Vec::new();
    while number > 0 || digits.is_empty() {
        digits.extend(char::from_digit(number % 36, 36));
        number /= 36;
    }
    digits.into_iter().rev().collect()
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
fn is_there(run: &Run, selection: Selection) -> bool {
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

impl Model {
    /// Returns the view for a link to this moment, without its fingerprint, which takes a query on the run.
    pub fn linked_view(&self) -> LinkedView {
        let shows_readings = self.shows_readings && self.tab == Tab::Semantics;
        LinkedView {
            cursor: self.cursor,
            granularity: self.chosen_granularity,
            fingerprint: None,
            tab: Some(self.tab).filter(|tab| shows_readings || *tab != Tab::default()),
            shows_readings,
            // The theme of an embed belongs to the host page, so the user did not choose it.
            theme: Some(self.theme)
                .filter(|theme| *theme != Theme::default() && self.page_kind == PageKind::Full),
            selection: self.selection,
            beside: self.beside.clone(),
        }
    }

    /// Applies the view of a link after its scenario was opened.
    pub(super) fn follow(&mut self, view: &LinkedView) {
        self.chosen_granularity = view.granularity.or(self.chosen_granularity);
        self.tab = view.tab.unwrap_or(self.tab);
        self.shows_readings |= view.shows_readings;
        self.theme = view.theme.unwrap_or(self.theme);
        let is_variant = |beside: &Beside| self.session.variants().any(|name| *name == *beside.variant);
        let beside = view.beside.clone().filter(is_variant);
        self.put_beside(beside);
        self.stand_at(view.cursor);
        self.selection =
            view.selection.filter(|selection| self.run().is_some_and(|run| is_there(run, *selection)));
        self.meant = view.fingerprint.map(|fingerprint| (view.cursor, fingerprint));
        self.hold_against_link();
    }

    /// Compares the cursor with the fingerprint of the link, once a run is on the stage. If they differ, moves to the
    /// start and shows a message.
    pub(super) fn hold_against_link(&mut self) {
        let Some((cursor, fingerprint)) = self.meant else { return };
        let Some(run) = self.run().filter(|_| !self.is_stale()) else { return };
        let is_meant = cursor <= run.len() && run.fingerprint(cursor) == fingerprint;
        self.meant = None;
        if !is_meant {
            self.cursor = 0;
            self.notice = Some(Notice::AnotherRun(cursor));
        }
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
            beside: Some(Beside { variant: "other".into(), is_at_hand: true }),
        };
        let code = lanescope_core::session::text::encode_link("x").expect("short");
        let written = fragment(&code, &view);
        assert_eq!(written, format!("{code}&c=7&g=lane&f=1z141z3&t=outcomes&h=dark&s=cell.1.30&b=other"));
        assert_eq!(parse(&written), Some(Ok(Linked { text: "x".to_owned(), view })));
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
