//! Icons of buttons. They are hidden from screen readers, because each button has a name.

use yew::prelude::*;

/// Icon of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Go to the start.
    Start,
    /// Step back.
    Back,
    Play,
    Pause,
    /// Go to the end.
    End,
    /// Go to the previous mark.
    PreviousMark,
    /// Go to the next mark.
    NextMark,
    /// Go to the previous stop.
    PreviousStop,
    /// Go to the next stop.
    NextStop,
    Undo,
    Redo,
    /// Show more controls.
    More,
    Close,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Start => "M4 3h2v10H4zM13 3v10L6.5 8z",
            Self::Back => "M9.5 3v10L3 8zM11 3h2v10h-2z",
            Self::Play => "M4.5 2.5v11l9-5.5z",
            Self::Pause => "M4 3h3v10H4zM9 3h3v10H9z",
            Self::End => "M10 3h2v10h-2zM3 3v10l6.5-5z",
            Self::PreviousMark => "M12.5 3v10L7.5 8zM3 8l2-3 2 3-2 3z",
            Self::NextMark => "M3.5 3v10l5-5zM9 8l2-3 2 3-2 3z",
            Self::PreviousStop => "M13 3v10L8 8zM2 5.5h5v5H2z",
            Self::NextStop => "M3 3v10l5-5zM9 5.5h5v5H9z",
            Self::Undo => "M6 2 2 6l4 4V7.2h3.2a2.4 2.4 0 0 1 0 4.8H5v2h4.2a4.4 4.4 0 0 0 0-8.8H6z",
            Self::Redo => "M10 2l4 4-4 4V7.2H6.8a2.4 2.4 0 0 0 0 4.8H11v2H6.8a4.4 4.4 0 0 1 0-8.8H10z",
            Self::More => "M2 6.5h3v3H2zM6.5 6.5h3v3h-3zM11 6.5h3v3h-3z",
            Self::Close => {
                "M3.6 2.5 8 6.9l4.4-4.4 1.1 1.1L9.1 8l4.4 4.4-1.1 1.1L8 9.1l-4.4 4.4-1.1-1.1L6.9 8 2.5 3.6z"
            }
        }
    }
}

/// Returns an icon in the colour of the surrounding text.
pub fn icon(icon: Icon) -> Html {
    html! {
        <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
            <path d={icon.path()} fill="currentColor" />
        </svg>
    }
}
