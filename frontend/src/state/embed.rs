//! How a page asks for its embed: what stands behind the `?` of its address.

use super::all_orders::Ask;
use super::choice::Choice;
use super::moment::Moment;
use super::sight::place_at_hand;
use super::surface::{Shown, SurfaceView, surfaces};
use super::{Action, Model, Tab, Theme};
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// The version of this program. Pages name the one that they were written for.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// How much an embed shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmbedSize {
    /// Lanes, the cells that they go to, and a sentence.
    Strip,
    /// Lanes with their values, and memory.
    #[default]
    Card,
    /// The text and the semantics, too.
    Full,
}

impl EmbedSize {
    /// How many elements of a surface stand on a page, on a stage of that width in CSS pixels: some lines of it, so that
    /// lanes and memory are in sight together.
    pub fn page_elements(self, width_px: f64) -> usize {
        let of_card = match width_px {
            ..440.0 => 16,
            440.0..800.0 => 32,
            _ => 64,
        };
        if self == Self::Strip { of_card / 2 } else { of_card }
    }

    /// How many surfaces it shows, and how many lines of them in all: those where something happens.
    fn most(self) -> (usize, usize) {
        match self {
            Self::Strip => (1, 1),
            Self::Card => (2, 3),
            Self::Full => (usize::MAX, 3),
        }
    }

    /// Whether surfaces that do not lie in memory as they are counted are shown by their addresses, too, on a stage of that
    /// width in CSS pixels: where a row of a GOB would take several lines, lanes and memory would not be in sight together.
    pub fn shows_addresses(self, width_px: f64) -> bool {
        self == Self::Full && width_px >= 500.0
    }

    /// The surfaces of a moment on a stage of that width in CSS pixels, as far as it shows them.
    pub fn surfaces(self, moment: &Moment, mut shown: Shown<'_>, width_px: f64) -> Vec<SurfaceView> {
        /// Smaller pages have longer values to reckon with, and so fewer elements on a line: this many times at most.
        const TRIES: usize = 4;
        let (most_surfaces, most_lines) = self.most();
        shown.page_elements = Some(self.page_elements(width_px));
        let mut views = Vec::new();
        for _ in 0..TRIES {
            views = nearest(surfaces(moment, shown), moment, most_surfaces);
            let most = (most_lines / views.len().max(1)).max(1);
            let per_line = |view: &SurfaceView| view.grid(width_px, moment.summary.crowd).per_line;
            let too_long = views.iter().filter(|view| view.lines(per_line(view)).count() > most);
            let Some(least) = too_long.map(per_line).min() else { break };
            shown.page_elements = Some(least * most);
        }
        views
    }
}

/// At most so many of the surfaces: the one where something happens, then those that the instruction uses.
fn nearest(views: Vec<SurfaceView>, moment: &Moment, most: usize) -> Vec<SurfaceView> {
    let place = place_at_hand(moment).unwrap_or_default();
    let is_at_hand = |view: &SurfaceView| {
        ["cell", "outside"].iter().any(|kind| place.starts_with(&format!("{kind}-{}-", view.index)))
    };
    let mut nearest: Vec<&SurfaceView> = views.iter().collect();
    nearest.sort_by_key(|view| (!is_at_hand(view), !view.in_use));
    let kept: Vec<usize> = nearest.iter().take(most).map(|view| view.index).collect();
    views.into_iter().filter(|view| kept.contains(&view.index)).collect()
}

/// What stands below the stage of a full embed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmbedSide {
    /// The scenario.
    #[default]
    Text,
    /// What the instruction does.
    Semantics,
    /// What all orders of the lanes come to.
    Outcomes,
}

impl EmbedSide {
    /// The tab of the whole page that shows the same; there the text always is.
    pub fn tab(self) -> Option<Tab> {
        match self {
            Self::Text => None,
            Self::Semantics => Some(Tab::Semantics),
            Self::Outcomes => Some(Tab::Outcomes),
        }
    }

    /// What shows the same as such a tab of the whole page.
    pub fn of_tab(tab: Tab) -> Option<Self> {
        Self::ROWS.iter().map(|row| row.value).find(|side| side.tab() == Some(tab))
    }
}

/// What the page around an embed asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmbedSettings {
    /// How much it shows.
    pub size: EmbedSize,
    /// Whether a reader may change the scenario.
    pub is_editable: bool,
    /// What stands below the stage at first, where the address says so.
    pub side: Option<EmbedSide>,
    /// Its colours.
    pub theme: Theme,
    /// Where the run stands first, where the address says so.
    pub step: Option<u32>,
    /// How far a step goes, where the address says so.
    pub granularity: Option<Granularity>,
    /// The variant that stands beside the text, where the address names one; a strip has no room for two.
    pub compares: Option<Rc<str>>,
    /// Whether it plays once it is in sight.
    pub plays: bool,
    /// Whether it keeps to the height of its frame, and what has no room there scrolls inside.
    pub fits: bool,
    /// Whether the scenario comes by a message of the page around it.
    pub waits: bool,
    /// The version of this program that the page was written for.
    pub written_for: Option<String>,
}

/// The longest version that is read.
const LONGEST_VERSION: usize = 20;
/// The longest name of a variant that is read.
const LONGEST_NAME: usize = 60;

impl EmbedSettings {
    /// What a query (without its `?`) asks for. Unknown keys and words are passed over: pages of other versions wrote them.
    pub fn parse(query: &str) -> Self {
        let mut settings = Self::default();
        for part in query.split('&') {
            let (key, word) = part.split_once('=').unwrap_or((part, ""));
            match key {
                "size" => settings.size = EmbedSize::of_key(word).unwrap_or_default(),
                "editable" => settings.is_editable = word != "no",
                "side" => settings.side = EmbedSide::of_key(word),
                "theme" => settings.theme = Theme::of_key(word).unwrap_or_default(),
                "step" => settings.step = word.parse().ok(),
                "granularity" => settings.granularity = granularity_of(word),
                "compare" if is_name(word) => settings.compares = Some(word.into()),
                "autoplay" => settings.plays = word != "no",
                "fits" => settings.fits = word != "no",
                "wait" => settings.waits = true,
                "version" if is_version(word) => settings.written_for = Some(word.to_owned()),
                _ => {}
            }
        }
        settings
    }

    /// What is to be said where the page was written for another version of this program. Versions that differ behind the
    /// second number only read and show the same.
    pub fn version_notice(&self, engine: &str) -> Option<String> {
        let written_for = self.written_for.as_deref()?;
        let series = |version: &str| version.split('.').take(2).map(str::to_owned).collect::<Vec<_>>();
        (series(written_for) != series(engine)).then(|| {
            format!("This page was written for Lanescope {written_for}, and this is {engine}: steps may be others.")
        })
    }
}

/// How far a step goes, by a word. `step` is what everybody understands who has not read what a phase is.
pub fn granularity_of(word: &str) -> Option<Granularity> {
    if word == "step" { Some(Granularity::Phase) } else { Granularity::of_key(word) }
}

fn is_name(word: &str) -> bool {
    (1..=LONGEST_NAME).contains(&word.len()) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_version(word: &str) -> bool {
    (1..=LONGEST_VERSION).contains(&word.len())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
}

/// Whether a reader of an embed may do that: what opens parts of the page that an embed has not, nobody can; what changes the
/// scenario, only where it is editable.
pub fn is_allowed(action: &Action, is_editable: bool) -> bool {
    match action {
        Action::Dialog(_) | Action::Tour(_) | Action::LookUp(_) => false,
        Action::Type(_)
        | Action::Edit(_)
        | Action::Grow(_)
        | Action::EditNotation { .. }
        | Action::TypeNotation(_)
        | Action::RevertNotation(_)
        | Action::MakeNew { .. }
        | Action::Enter { .. }
        | Action::Fill { .. }
        | Action::Fix(_)
        | Action::AllOrders(Ask::Play(_)) => is_editable,
        _ => true,
    }
}

impl Model {
    /// The model with what an embed's address asks for.
    #[must_use]
    pub fn embedded(mut self, settings: &EmbedSettings) -> Self {
        self.theme = if settings.theme == Theme::System { self.theme } else { settings.theme };
        self.chosen_granularity = settings.granularity.or(self.chosen_granularity);
        self.compares = settings.compares.clone().filter(|_| settings.size != EmbedSize::Strip);
        if self.compares.is_some() {
            self.put_beside(self.asked_beside());
        }
        if let Some(step) = settings.step {
            self.stand_at(step);
        }
        self.invitation = false;
        self.letter_keys = false;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{PageKind, reduce};
    use lanescope_core::session::roll_call;

    #[test]
    fn a_query_says_what_is_shown_and_how() {
        let asked = EmbedSettings::parse(
            "size=strip&fits&editable&side=outcomes&theme=dark&step=12&granularity=lane&compare=other_1&autoplay&wait&version=0.1",
        );
        let expected = EmbedSettings {
            size: EmbedSize::Strip,
            is_editable: true,
            side: Some(EmbedSide::Outcomes),
            theme: Theme::Dark,
            step: Some(12),
            granularity: Some(Granularity::Lane),
            compares: Some("other_1".into()),
            plays: true,
            fits: true,
            waits: true,
            written_for: Some("0.1".to_owned()),
        };
        assert_eq!(asked, expected);
        assert_eq!(EmbedSettings::parse("granularity=step").granularity, Some(Granularity::Phase));
    }

    #[test]
    fn what_is_not_known_is_passed_over() {
        for query in [
            "",
            "&&=",
            "size=huge&theme=pink&step=-1&granularity=year&side=up&new=1",
            "version=<b>&compare=<b>",
            "editable=no&fits=no",
        ] {
            assert_eq!(EmbedSettings::parse(query), EmbedSettings::default(), "{query}");
        }
    }

    #[test]
    fn what_stands_below_has_its_tab_on_the_whole_page() {
        assert_eq!(EmbedSide::of_tab(Tab::Outcomes), Some(EmbedSide::Outcomes));
        assert_eq!(EmbedSide::of_tab(Tab::Encoding), None);
        assert_eq!(EmbedSide::Text.tab(), None);
    }

    #[test]
    fn a_reader_changes_only_what_is_editable() {
        let typed = Action::Type(".lanes 8".into());
        assert!(!is_allowed(&typed, false) && is_allowed(&typed, true));
        assert!(is_allowed(&Action::SeekEnd, false));
        assert!(!is_allowed(&Action::LookUp("".into()), true));
    }

    #[test]
    fn a_variant_stands_beside_each_text_that_has_it() {
        let variant_beside = |query: &str| {
            let model =
                Model::new("", None, PageKind::Full, &roll_call()).embedded(&EmbedSettings::parse(query));
            let text = "// A\n.lanes 8\n.variant other {\n  .lanes 16\n}\n";
            let load = |text: &str| Action::Load { text: text.into(), cursor: 0, granularity: None };
            let loaded = reduce(model, load(text));
            let other = reduce(loaded.clone(), load("// B\n"));
            (loaded.compared_variant(), other.compared_variant())
        };
        assert_eq!(variant_beside("compare=other"), (Some("other".into()), None));
        assert_eq!(variant_beside("compare=another"), (None, None));
        assert_eq!(variant_beside("size=strip&compare=other"), (None, None));
    }

    #[test]
    fn another_series_of_versions_is_told() {
        let notice = |written_for: &str| {
            EmbedSettings::parse(&format!("version={written_for}")).version_notice("0.1.3")
        };
        assert_eq!((notice("0.1"), notice("0.1.0"), notice("")), (None, None, None));
        let said = notice("0.2").expect("another series");
        assert_eq!(said, "This page was written for Lanescope 0.2, and this is 0.1.3: steps may be others.");
    }
}
