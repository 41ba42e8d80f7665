//! The initial state of a visit.

use super::chrome::{Notice, PageKind};
use super::gallery;
use super::link::{Linked, LinkedView};
use super::model::Model;
use super::saved::Saved;
use lanescope_core::session::KnownSets;
use lanescope_core::session::known_sets;
use std::rc::Rc;

/// The initial state of the page. In the browser it comes from the address and the storage; tests and the build create
/// their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The instruction sets that scenarios may name.
    pub roll_call: KnownSets,
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
        Self::new(PageKind::Full, None, None, None)
    }
}

impl Opening {
    /// Opens the scenario in the link. Without one, opens the stored text, and without that, the first example.
    /// `rescued` is the text that was open when the page crashed.
    pub fn new(
        page_kind: PageKind,
        link: Option<Result<Linked, String>>,
        saved: Option<Saved>,
        rescued: Option<String>,
    ) -> Self {
        let left = saved.as_ref().and_then(|saved| Some((saved.text.clone()?, saved.cursor)));
        let (notice, linked) = match link {
            Some(Ok(linked)) => (None, Some(linked)),
            Some(Err(reason)) => (Some(Notice::BadLink(reason)), None),
            None => (None, None),
        };
        let at = |cursor| LinkedView { cursor, ..LinkedView::default() };
        let (text, view) = match (linked, left) {
            (Some(linked), _) => (linked.text.into(), linked.view),
            (None, Some((text, cursor))) => (text, at(cursor)),
            (None, None) => (gallery::first().into(), at(0)),
        };
        let notice = rescued.map(|text| Notice::Rescued(text.into())).or(notice);
        Self { roll_call: known_sets(), text, view, saved, page_kind, notice }
    }

    /// Creates the initial model.
    pub fn model(&self) -> Model {
        let mut model = Model::new(&self.text, self.saved.as_ref(), self.page_kind, &self.roll_call);
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

    fn view() -> LinkedView {
        LinkedView { cursor: 3, granularity: Some(Granularity::Lane), ..LinkedView::default() }
    }

    fn link(text: &str) -> Option<Result<Linked, String>> {
        Some(Ok(Linked { text: text.to_owned(), view: view() }))
    }

    fn left(text: &str) -> Option<Saved> {
        Some(Saved { text: Some(text.into()), cursor: 5, ..Saved::default() })
    }

    #[test]
    fn a_first_visit_opens_the_first_example_at_its_start() {
        let opening = Opening::default();
        assert_eq!((&*opening.text, opening.view.cursor, opening.notice), (gallery::first(), 0, None));
    }

    #[test]
    fn a_link_comes_before_what_was_left_and_that_before_the_example() {
        let opened = |link, saved| {
            let opening = Opening::new(PageKind::Full, link, saved, None);
            (opening.text.to_string(), opening.view.cursor, opening.view.granularity)
        };
        assert_eq!(opened(link("a"), left("b")), ("a".to_owned(), 3, Some(Granularity::Lane)));
        assert_eq!(opened(None, left("b")), ("b".to_owned(), 5, None));
        let settings_only = Some(Saved { text: None, cursor: 5, ..Saved::default() });
        assert_eq!(opened(None, settings_only), (gallery::first().to_owned(), 0, None));
    }

    #[test]
    fn a_bad_link_is_told_and_hides_no_text_that_was_left() {
        let bad = || Some(Err("why".to_owned()));
        let opening = Opening::new(PageKind::Full, bad(), left("b"), None);
        assert_eq!(&*opening.text, "b");
        assert_eq!(opening.notice, Some(Notice::BadLink("why".to_owned())));
    }

    #[test]
    fn a_rescued_text_comes_before_all_other_messages() {
        let notice =
            |link| Opening::new(PageKind::Full, link, None, Some("c".to_owned())).model().chrome.notice;
        let rescued = Some(Notice::Rescued("c".into()));
        assert_eq!(notice(None), rescued);
        assert_eq!(notice(Some(Err("why".to_owned()))), rescued);
        // Its step is in another run.
        let text = gallery::first().to_owned();
        let linked = Linked { text, view: LinkedView { fingerprint: Some(0), ..view() } };
        assert_eq!(notice(Some(Ok(linked))), rescued);
    }

    #[test]
    fn the_model_stands_where_the_opening_says() {
        let text = gallery::first().to_owned();
        let linked = Linked { text, view: view() };
        let model = Opening::new(PageKind::Embed, Some(Ok(linked)), None, None).model();
        assert_eq!(
            (model.playback.cursor, model.granularity(), model.chrome.page_kind),
            (3, Granularity::Lane, PageKind::Embed)
        );
    }
}
