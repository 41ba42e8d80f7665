//! The initial state of this visit, from the address and the storage.

use super::{storage, url};
use crate::state::embed::EmbedSettings;
use crate::state::link::Linked;
use crate::state::{Opening, PageKind};

/// Returns the initial state. For an embed, it follows the settings of the host page. The text is recorded before it is
/// opened, for recovery after a crash.
pub fn opening(embed: Option<&EmbedSettings>) -> Opening {
    let opening = match embed {
        // An embed neither shows nor changes the user's stored text.
        Some(settings) => {
            let linked = url::linked().or_else(|| settings.waits.then(|| Ok(Linked::default())));
            Opening::new(PageKind::Embed, linked, None)
        }
        None => {
            let saved = storage::load();
            let link = url::visited(saved.as_ref().and_then(|saved| saved.text.as_deref()));
            Opening::new(PageKind::Full, link, saved)
        }
    };
    storage::remember(&opening.text);
    opening
}
