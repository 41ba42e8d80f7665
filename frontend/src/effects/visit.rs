//! What this visit opens, as the address and the store have it.

use super::{embed, storage, url};
use crate::state::embed::EmbedSettings;
use crate::state::link::Linked;
use crate::state::{Opening, PageKind};

/// What to open; of an embed, with what the page around it asks for. The text is noted before it is opened, so that it is not
/// lost if that fails.
pub fn opening(embed: Option<&EmbedSettings>) -> Opening {
    let opening = match embed {
        // A frame in another page neither shows nor changes what a person keeps here.
        Some(settings) => {
            if !settings.is_editable {
                embed::set_read_only();
            }
            let linked = url::linked().or_else(|| settings.waits.then(|| Ok(Linked::default())));
            Opening::new(PageKind::Embed, linked, None, None)
        }
        None => Opening::new(PageKind::Full, url::linked(), storage::load(), storage::take_rescued()),
    };
    storage::remember(&opening.text);
    opening
}
