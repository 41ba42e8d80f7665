//! Elements of surfaces and variables, found by name.

use super::fill::Contents;
use crate::base::{ScalarType, counted};
use crate::exec::Scenario;
use crate::machine::Place;

/// An element of a surface or a variable.
#[derive(Clone, Debug)]
pub(in crate::session) struct NamedElement {
    pub place: Place,
    /// The variable or surface of the element.
    pub of: Contents,
    /// The index of the element, from 0.
    pub index: usize,
    /// The name of the element, with its index.
    pub name: String,
    pub ty: ScalarType,
}

impl NamedElement {
    /// Finds an element written as `NAME[3]`, or as `NAME` for the first one.
    pub fn find(scenario: &Scenario, element: &str) -> Result<Self, String> {
        let no_element = || format!("`{element}` is not an element; expected one such as `A[0]`");
        let (name, index) = match element.split_once('[') {
            Some((name, rest)) => {
                let index = rest.strip_suffix(']').and_then(|index| index.trim().parse::<usize>().ok());
                (name.trim(), index.ok_or_else(no_element)?)
            }
            None => (element, 0),
        };
        let layout = &scenario.layout;
        let named = name.to_owned();
        let (of, place, ty, count) = if let Some(surface) = layout.surface(name) {
            let place = (index < surface.count()).then(|| surface.element(index));
            (Contents::Surface(named), place, surface.ty, surface.count())
        } else if let Some(variable) = layout.variable(name) {
            let place = (index < variable.count).then(|| variable.element(index));
            (Contents::Variable(named), place, variable.ty, variable.count)
        } else {
            return Err(format!("`{name}` is neither a surface nor a variable of this scenario"));
        };
        let place = place
            .ok_or_else(|| format!("`{name}` has {}; there is no `[{index}]`", counted(count, "element")))?;
        Ok(Self { place, of, index, name: format!("{name}[{index}]"), ty })
    }
}
