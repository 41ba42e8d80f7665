//! The initial state of a visit.

use super::chrome::{Notice, PageKind};
use super::gallery;
use super::link::{Linked, LinkedView};
use super::model::Model;
use super::saved::Saved;
use lanescope_core::session::SetsWithChecks;
use lanescope_core::session::known_sets;
use std::rc::Rc;

/// The initial state of the page. In the browser it comes from the address and the storage; tests and the build create
/// their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The instruction sets that scenarios may name.
    pub sets: SetsWithChecks,
    pub text: Rc<str>,
    /// The cursor, the selection and other view settings.
    pub view: LinkedView,
    pub saved: Option<Saved>,
    pub page_kind: PageKind,
    pub notice: Option<Notice>,
}

impl Default for Opening {
    /// Creates a first visit, without a link and without stored data.
    fn default() -> Self {
        Self::new(PageKind::Full, None, None)
    }
}

impl Opening {
    /// Opens the scenario in the link. Without one, opens the stored text, and without that, the first example. An embed with a
    /// damaged link opens an empty text, because another scenario would look like the author's.
    /// Offers the last rescued text, unless the link brings another scenario than the stored one.
    pub fn new(page_kind: PageKind, link: Option<Result<Linked, String>>, saved: Option<Saved>) -> Self {
        let left = saved.as_ref().and_then(|saved| Some((saved.text.clone()?, saved.cursor)));
        let (notice, linked) = match link {
            Some(Ok(linked)) => (None, Some(linked)),
            Some(Err(reason)) => {
                (Some(Notice::BadLink(reason)), (page_kind == PageKind::Embed).then(Linked::default))
            }
            None => (None, None),
        };
        let at = |cursor| LinkedView { cursor, ..LinkedView::default() };
        let (text, view) = match (linked, left) {
            (Some(linked), _) => (linked.text.into(), linked.view),
            (None, Some((text, cursor))) => (text, at(cursor)),
            (None, None) => (gallery::first().into(), at(0)),
        };
        let is_opened = |saved: &&Saved| saved.text.as_ref().is_none_or(|stored| *stored == text);
        let rescued = saved.as_ref().filter(is_opened).and_then(|saved| saved.rescued.last().cloned());
        let notice = rescued.map(Notice::Rescued).or(notice);
        Self { sets: known_sets(), text, view, saved, page_kind, notice }
    }

    /// Creates the initial model.
    pub fn model(&self) -> Model {
        let mut model = Model::new(&self.text, self.saved.as_ref(), self.page_kind, &self.sets);
        if *self.text == *gallery::first() {
            model.fold(true);
        }
        model.follow_link(&self.view);
        model.settings.stepped |= self.view.cursor > 0;
        model.chrome.notice = self.notice.clone().or(model.chrome.notice);
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_core::trace::Granularity;

    #[test]
    fn a_first_visit_opens_the_first_example_at_its_start() {
        let opening = Opening::default();
        assert_eq!((&*opening.text, opening.view.cursor, opening.notice), (gallery::first(), 0, None));
    }

    #[test]
    fn a_damaged_link_opens_no_example_in_an_embed() {
        for (page_kind, text) in [(PageKind::Full, gallery::first()), (PageKind::Embed, "")] {
            let opening = Opening::new(page_kind, Some(Err("it is damaged".to_owned())), None);
            assert_eq!(&*opening.text, text);
            assert_eq!(opening.model().message(), Some(Notice::BadLink("it is damaged".to_owned())));
        }
    }

    #[test]
    fn the_model_stands_where_the_opening_says() {
        let text = gallery::first().to_owned();
        let view = LinkedView { cursor: 3, granularity: Some(Granularity::Lane), ..LinkedView::default() };
        let linked = Linked { text, view };
        let model = Opening::new(PageKind::Embed, Some(Ok(linked)), None).model();
        assert_eq!(
            (model.playback.cursor, model.granularity(), model.chrome.page_kind),
            (3, Granularity::Lane, PageKind::Embed)
        );
    }
}
