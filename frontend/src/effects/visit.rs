//! What this visit opens, as the address and the store have it.

use super::{storage, url};
use crate::state::{Opening, PageKind};

/// What to open. The text is noted before it is opened, so that it is not lost if that fails.
pub fn opening() -> Opening {
    let opening = if url::is_embed() {
        // A frame in another page neither shows nor changes what a person keeps here.
        Opening::new(PageKind::Embed, url::linked(), None, None)
    } else {
        Opening::new(PageKind::Full, url::linked(), storage::load(), storage::take_rescued())
    };
    storage::remember(&opening.text);
    opening
}
