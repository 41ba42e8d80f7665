//! The widths of the panes beside the stage, as custom properties of `<html>` for the style sheet.

use super::dom::{root, window};
use crate::state::panes::{Panes, Side};
use yew::prelude::*;

/// Keeps the panes as wide as the model says.
#[hook]
pub fn use_panes(panes: Panes) {
    use_effect_with(panes, |panes| apply(*panes));
}

/// Sets the widths of the panes. The first rendering needs them, so the start of the program calls this, too.
pub fn apply(panes: Panes) {
    for side in Side::ALL {
        let property = format!("--{}-width", side.key());
        // A custom property with this name can always be set.
        let _ = match panes.of(side).width {
            Some(width) => {
                root().style().set_property(&property, &format!("{}.{}vw", width / 10, width % 10))
            }
            None => root().style().remove_property(&property).map(drop),
        };
    }
}

/// Returns the width in thousandths of the window's width that a pane has if its inner edge is at a horizontal position.
pub fn width_at(x_px: i32, side: Side) -> f64 {
    let window = window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(1.0);
    let at = f64::from(x_px);
    1000.0 * if side == Side::Editor { at } else { window - at } / window
}
