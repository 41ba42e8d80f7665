//! The selection in the text: the spans that describe the selected item, and the item at a place of the text.

use super::action::Action;
use super::chrome::ChromeAction;
use super::encoding::{bits_at, text_of_bits};
use super::model::Model;
use super::selection::{Related, Selection};
use lanescope_core::session::{
    Session,
    run::{Layout, Place},
    text::{Contents, Span},
};
use lanescope_core::view::lanes::{RowValue, slots};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::paging::SurfacePage;

/// Returns the spans of the text that describe the selection.
pub fn related_spans(session: &Session, moment: &Moment, selection: Option<Selection>) -> Vec<Span> {
    let (Some(selection), Some(bound)) = (selection, moment.bound()) else { return Vec::new() };
    let layout = &moment.scenario().layout;
    let of_element = |contents: Contents, name: &str, element: usize| {
        session.mentions(name).into_iter().chain(session.value_span(&contents, element)).collect()
    };
    match selection {
        Selection::Lane(_) => {
            let mut spans = Vec::new();
            for place in Related::new(moment, Some(selection)).places {
                let element = contents(layout, place);
                let value = element.and_then(|(contents, element)| session.value_span(&contents, element));
                // A directive value may set many elements. Its span is listed once.
                spans.extend(value.filter(|span| !spans.contains(span)));
            }
            spans
        }
        Selection::Row(slot) => {
            let operand = slot.operand(bound);
            let name = operand.as_ref().and_then(|operand| operand.name(layout));
            name.map(|name| session.mentions(name)).unwrap_or_default()
        }
        Selection::Cell { surface, element } => {
            let Some(surface) = layout.surfaces.get(surface) else { return Vec::new() };
            of_element(Contents::Surface(surface.name.clone()), &surface.name, element)
        }
        Selection::Element { variable, element } => {
            let Some(variable) = layout.variables.get(variable) else { return Vec::new() };
            of_element(Contents::Variable(variable.name.clone()), &variable.name, element)
        }
        Selection::Bits { instruction, low } => text_of_bits(moment, instruction, low),
    }
}

/// Returns the item at a byte offset of the text, if it is on the stage.
pub fn pointed(session: &Session, moment: &Moment, byte_offset: usize) -> Option<Selection> {
    let layout = &moment.scenario().layout;
    if let Some((contents, element)) = session.element_at(byte_offset) {
        return match contents {
            Contents::Surface(name) => {
                let surface = layout.surface_index(&name)?;
                Some(Selection::Cell { surface, element })
            }
            Contents::Variable(name) => {
                let variable = layout.variable_index(&name)?;
                Some(Selection::Element { variable, element })
            }
        };
    }
    let (word, bound) = (session.word_at(byte_offset), moment.bound()?);
    let slots = slots(bound, &moment.frame);
    let is_of_line = |slot: &&RowValue| {
        bound.operands_at(byte_offset).any(|operand| slot.operand_index() == Some(operand))
    };
    let names_it =
        |slot: &&RowValue| slot.operand(bound).is_some_and(|it| word.is_some() && it.name(layout) == word);
    let row = slots.iter().find(is_of_line).or_else(|| slots.iter().find(names_it));
    row.map(|slot| Selection::Row(*slot)).or_else(|| bits_at(moment, byte_offset))
}

/// Returns the actions for a caret at `byte_offset`: selects the item there, if it is on the stage, and shows the page
/// with the cell.
pub fn at_caret(model: &Model, moment: &Moment, byte_offset: usize) -> Vec<Action> {
    let session = &model.document.session;
    let found = if model.is_stale() { None } else { pointed(session, moment, byte_offset) };
    let page = match found {
        Some(Selection::Cell { surface, element }) => Some(SurfacePage::with(surface, element)),
        _ => None,
    };
    // Selecting the same item again would clear the selection.
    let select =
        found.filter(|_| found != model.chrome.selection).map(|found| ChromeAction::Select(Some(found)));
    page.map(ChromeAction::SurfacePage).into_iter().chain(select).map(Action::from).collect()
}

/// Returns the element of a variable or surface at a place.
fn contents(layout: &Layout, place: Place) -> Option<(Contents, usize)> {
    if let Some(surface) = layout.surface_in(place.space) {
        return Some((Contents::Surface(surface.name.clone()), surface.element_at(place)?));
    }
    let (variable, element) = layout.variable_at(place)?;
    Some((Contents::Variable(variable.name.clone()), element))
}
