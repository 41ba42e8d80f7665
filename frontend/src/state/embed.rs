//! The settings of an embed, from the query of its address.

use super::action::Action;
use super::choice::{Choice, Row, row};
use super::chrome::{ChromeAction, Tab};
use super::document::DocumentAction;
use super::link::is_name;
use super::model::{Model, in_words};
use super::playback::PlaybackAction;
use super::settings::{Setting, Theme};
use super::sight::place_at_hand;
use super::surface::{SurfaceOptions, surfaces};
use lanescope_core::session::report::{EMBED_OPTIONS, OptionValue};
use lanescope_core::trace::Granularity;
use lanescope_core::view::layout::{Height, Shape, StageLayout};
use lanescope_core::view::moment::Moment;
use lanescope_core::view::place::StagePlace;
use lanescope_core::view::surface::SurfaceView;
use std::rc::Rc;

/// The version of this program. Host pages name the version that they were written for.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmbedSize {
    /// Lanes, the cells that they access, and a caption.
    Strip,
    /// Lanes with their values, and memory.
    #[default]
    Card,
    /// Also the text and the semantics.
    Full,
}

impl Choice for EmbedSize {
    const ROWS: &'static [Row<Self>] = &[
        row(Self::Strip, "strip", "Strip"),
        row(Self::Card, "card", "Card"),
        row(Self::Full, "full", "Full"),
    ];
}

impl EmbedSize {
    /// Returns the number of elements on a page of a surface, on a stage of `width_px`. It is a few lines of elements,
    /// so that lanes and memory are visible together.
    pub fn page_elements(self, width_px: f64) -> usize {
        let of_card = match width_px {
            ..440.0 => 16,
            440.0..800.0 => 32,
            _ => 64,
        };
        if self == Self::Strip { of_card / 2 } else { of_card }
    }

    /// Returns the most surfaces and the most lines of elements in total.
    fn most(self) -> (usize, usize) {
        match self {
            Self::Strip => (1, 1),
            Self::Card => (2, 3),
            Self::Full => (usize::MAX, 3),
        }
    }

    /// Returns whether block-linear surfaces are also shown by address, on a stage of `width_px`. On a narrow stage, a
    /// row of a GOB would take several lines and push memory out of view.
    pub fn shows_addresses(self, width_px: f64) -> bool {
        self == Self::Full && width_px >= 500.0
    }

    /// Returns the surfaces of a moment that the embed shows, on a stage of `width_px`.
    pub fn surfaces(self, moment: &Moment, mut shown: SurfaceOptions<'_>, width_px: f64) -> Vec<SurfaceView> {
        /// The most attempts. A smaller page may show longer values, and so fewer elements per line.
        const TRIES: usize = 4;
        let (most_surfaces, most_lines) = self.most();
        shown.page_elements = Some(self.page_elements(width_px));
        let mut views = Vec::new();
        for _ in 0..TRIES {
            views = nearest(surfaces(moment, shown), moment, most_surfaces);
            let most = (most_lines / views.len().max(1)).max(1);
            let per_line = per_line(&views, moment, width_px);
            let too_long =
                views.iter().zip(&per_line).filter(|(view, per_line)| view.lines(**per_line).count() > most);
            let Some(least) = too_long.map(|(_, per_line)| *per_line).min() else { break };
            shown.page_elements = Some(least * most);
        }
        views
    }
}

/// Returns the number of elements in a line of each surface.
fn per_line(views: &[SurfaceView], moment: &Moment, width_px: f64) -> Vec<usize> {
    let shape = Shape {
        lanes: 1,
        has_switches: false,
        rows: 1,
        operand_rows: 1,
        longest: 1,
        crowd: moment.summary.crowd,
        surfaces: views.iter().map(SurfaceView::shape).collect(),
        is_unfolded: false,
    };
    StageLayout::new(&shape, width_px, Height::Free).cells.iter().map(|cells| cells.per_line).collect()
}

/// Keeps at most `most` surfaces: first the one with the current access, then those that the instruction uses.
fn nearest(views: Vec<SurfaceView>, moment: &Moment, most: usize) -> Vec<SurfaceView> {
    let at_hand = place_at_hand(moment).and_then(StagePlace::surface);
    let mut nearest: Vec<&SurfaceView> = views.iter().collect();
    nearest.sort_by_key(|view| (at_hand != Some(view.index), !view.in_use));
    let kept: Vec<usize> = nearest.iter().take(most).map(|view| view.index).collect();
    views.into_iter().filter(|view| kept.contains(&view.index)).collect()
}

/// Returns the values of a choice, each with its label and the help of an option of embeds with the same values.
pub fn explained<T: Choice>(option: &str) -> Vec<(T, &'static str, &'static str)> {
    let known = EMBED_OPTIONS.iter().find(|known| known.name == option);
    let Some(OptionValue::OneOf(words)) = known.map(|known| known.value) else { return Vec::new() };
    let help = |key: &str| words.iter().find(|(word, _)| *word == key).map_or("", |(_, help)| help);
    T::ROWS.iter().map(|row| (row.value, row.label, help(row.key))).collect()
}

/// The panel below the stage of a full embed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmbedSide {
    /// The scenario text.
    #[default]
    Text,
    /// The semantics of the instruction.
    Semantics,
    /// The outcomes of all orders.
    Outcomes,
}

impl Choice for EmbedSide {
    const ROWS: &'static [Row<Self>] = &[
        row(Self::Text, "text", "Text"),
        row(Self::Semantics, "semantics", "Semantics"),
        row(Self::Outcomes, "outcomes", "Outcomes"),
    ];
}

impl EmbedSide {
    /// Returns the tab of the full page with the same content. `None` for the text, which the full page always shows.
    pub fn tab(self) -> Option<Tab> {
        match self {
            Self::Text => None,
            Self::Semantics => Some(Tab::Semantics),
            Self::Outcomes => Some(Tab::Outcomes),
        }
    }

    /// Returns the panel with the content of a tab of the full page.
    pub fn of_tab(tab: Tab) -> Option<Self> {
        Self::ROWS.iter().map(|row| row.value).find(|side| side.tab() == Some(tab))
    }
}

/// The settings that a host page chooses for an embed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmbedSettings {
    pub size: EmbedSize,
    pub is_editable: bool,
    /// The initial panel below the stage.
    pub side: Option<EmbedSide>,
    pub theme: Theme,
    pub step: Option<u32>,
    pub granularity: Option<Granularity>,
    /// The variant to show side by side. Ignored by a strip, which has no room for two sides.
    pub compares: Option<Rc<str>>,
    /// Whether playback starts when the embed becomes visible.
    pub plays: bool,
    /// Whether the embed keeps the height of its iframe and scrolls inside.
    pub fits: bool,
    /// Whether the scenario arrives in a message of the host page.
    pub waits: bool,
    /// Whether the text hides its set-up, the lines before the first instruction, until a reader expands it.
    pub folds_setup: bool,
    /// The version of this program that the host page was written for.
    pub written_for: Option<String>,
}

/// The most characters of a version.
const LONGEST_VERSION: usize = 20;

impl EmbedSettings {
    /// Parses a query (without its `?`). Ignores unknown keys and words, which pages for other versions may contain.
    pub fn parse(query: &str) -> Self {
        let mut settings = Self::default();
        for part in query.split('&') {
            let (key, word) = part.split_once('=').unwrap_or((part, ""));
            match key {
                "size" => settings.size = EmbedSize::of_key(word).unwrap_or_default(),
                "editable" => settings.is_editable = is_on(word),
                "side" => settings.side = EmbedSide::of_key(word),
                "theme" => settings.theme = Theme::of_key(word).unwrap_or_default(),
                "step" => settings.step = word.parse().ok(),
                "granularity" => settings.granularity = granularity_of(word),
                "compare" if is_name(word) => settings.compares = Some(word.into()),
                "autoplay" => settings.plays = is_on(word),
                "fits" => settings.fits = is_on(word),
                "fold-setup" => settings.folds_setup = is_on(word),
                "wait" => settings.waits = true,
                "version" if is_version(word) => settings.written_for = Some(word.to_owned()),
                _ => {}
            }
        }
        settings
    }

    /// Returns a notice if the host page was written for an incompatible version. Versions with the same first two
    /// numbers read and show the same.
    pub fn version_notice(&self, engine: &str) -> Option<String> {
        let written_for = self.written_for.as_deref()?;
        let series = |version: &str| version.split('.').take(2).map(str::to_owned).collect::<Vec<_>>();
        (series(written_for) != series(engine)).then(|| {
            format!("This page was written for Lanescope {written_for}, but this is {engine}: step numbers may differ.")
        })
    }
}

/// Parses a granularity of an embed's interface. A phase is called `step` there.
pub fn granularity_of(word: &str) -> Option<Granularity> {
    if word == "step" { Some(Granularity::Phase) } else { Granularity::of_key(word) }
}

/// Returns the word for a granularity in an embed's interface.
pub fn granularity_word(granularity: Granularity) -> &'static str {
    if granularity == Granularity::Phase { "step" } else { granularity.key() }
}

/// Returns whether a flag is on: its name alone, or any value but these two.
fn is_on(word: &str) -> bool {
    !matches!(word, "no" | "false")
}

fn is_version(word: &str) -> bool {
    (1..=LONGEST_VERSION).contains(&word.len())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
}

/// Returns whether a reader of an embed may trigger an action. Readers cannot open parts of the page that an embed
/// lacks. Only an editable embed lets them change the scenario.
pub fn is_allowed(action: &Action, is_editable: bool) -> bool {
    match action {
        Action::Load { .. }
        | Action::Example(_)
        | Action::Follow(_)
        | Action::Puzzle(_)
        | Action::Chrome(ChromeAction::Dialog(_) | ChromeAction::LookUp(_))
        | Action::Setting(Setting::Theme(_))
        | Action::Playback(PlaybackAction::Until(_)) => false,
        // The page delivers results, and a choice of a side changes no text.
        Action::Document(
            DocumentAction::Progress(..)
            | DocumentAction::Complete(..)
            | DocumentAction::Pair(_)
            | DocumentAction::Variant(_),
        ) => true,
        Action::Document(_) | Action::PlayOrder(_) | Action::ShowCounterexample { .. } => is_editable,
        Action::Playback(_)
        | Action::Setting(_)
        | Action::Inquiry(_)
        | Action::Learning(_)
        | Action::Chrome(_)
        | Action::AnotherQuestion
        | Action::ExploreOrders
        | Action::BreakLine(_)
        | Action::NotationBreakLine(_)
        | Action::Notice(_) => true,
    }
}

/// Returns the reason why the scenario cannot run, with its line: the first error, or the first diagnostic of a text
/// without instructions.
pub fn mistake(model: &Model) -> Option<String> {
    let session = &model.document.session;
    let is_empty = session.scenario.as_ref().is_some_and(|scenario| scenario.program.is_empty());
    if session.text.trim().is_empty() || (session.scenario.is_some() && !is_empty) {
        return None;
    }
    let found = session.first_unexpected_error().or_else(|| session.diagnostics.first().filter(|_| is_empty));
    let message = found.map(|found| in_words(session, found));
    message.or_else(|| is_empty.then(|| "the scenario has no instruction".to_owned()))
}

/// Returns the reason why the variant of `compare` is not shown.
pub fn missing_variant(model: &Model) -> Option<String> {
    let name =
        model.chrome.embed_variant.as_deref().filter(|_| !model.document.session.text.trim().is_empty())?;
    let known: Vec<String> =
        model.document.session.variants().map(|variant| format!("`{variant}`")).collect();
    if model.document.session.variants().any(|variant| variant == name) {
        return None;
    }
    Some(match known.is_empty() {
        true => format!("`compare` names `{name}`, but the scenario has no variant"),
        false => format!("`compare` names `{name}`; the variants of the scenario are {}", known.join(", ")),
    })
}

impl Model {
    /// Applies the settings of an embed.
    #[must_use]
    pub fn embedded(mut self, settings: &EmbedSettings) -> Self {
        if settings.theme != Theme::System {
            self.settings.theme = settings.theme;
        }
        self.settings.granularity = settings.granularity.or(self.settings.granularity);
        self.chrome.embed_variant = settings.compares.clone().filter(|_| settings.size != EmbedSize::Strip);
        let pair = self.embed_pair();
        if pair.is_some() {
            self.set_pair(pair);
        }
        if let Some(step) = settings.step {
            self.set_cursor(step);
        }
        self.settings.stepped = true;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{PageKind, reduce};
    use lanescope_core::session::known_sets;
    use lanescope_core::session::report::{EmbedPlace, embed_options};

    #[test]
    fn a_query_says_what_is_shown_and_how() {
        let asked = EmbedSettings::parse(
            "size=strip&fits&editable&side=outcomes&theme=dark&step=12&granularity=lane&compare=other_1&autoplay&wait&version=0.1&fold-setup",
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
            folds_setup: true,
            written_for: Some("0.1".to_owned()),
        };
        assert_eq!(asked, expected);
        assert_eq!(EmbedSettings::parse("granularity=step").granularity, Some(Granularity::Phase));
    }

    #[test]
    fn each_choice_has_the_values_of_the_table() {
        let sizes = explained::<EmbedSize>("size");
        let sides = explained::<EmbedSide>("side");
        assert!(sizes.len() == 3 && sizes.iter().all(|(.., help)| !help.is_empty()), "{sizes:?}");
        assert!(sides.len() == 3 && sides.iter().all(|(.., help)| !help.is_empty()), "{sides:?}");
    }

    #[test]
    fn each_option_of_the_table_is_read() {
        for option in embed_options(EmbedPlace::Frame) {
            let values: Vec<&str> = match option.value {
                OptionValue::Flag => vec!["no", ""],
                OptionValue::Number { .. } => vec!["none", "7"],
                OptionValue::OneOf(words) => words.iter().map(|(word, _)| *word).collect(),
                OptionValue::Word { .. } | OptionValue::Text => vec!["", "x1"],
            };
            let read = |value: &&str| EmbedSettings::parse(&format!("{}={value}", option.name));
            for (at, value) in values.iter().enumerate() {
                assert!(
                    values[..at].iter().all(|other| read(other) != read(value)),
                    "{} {value}",
                    option.name
                );
            }
        }
    }

    #[test]
    fn what_is_not_known_is_passed_over() {
        for query in [
            "",
            "&&=",
            "size=huge&theme=pink&step=-1&granularity=year&side=up&new=1",
            "version=<b>&compare=<b>&compare=a-b",
            "editable=no&fits=no&fold-setup=no",
            "editable=false&autoplay=false",
        ] {
            assert_eq!(EmbedSettings::parse(query), EmbedSettings::default(), "{query}");
        }
    }

    #[test]
    fn what_stands_below_has_its_tab_on_the_whole_page() {
        assert_eq!(EmbedSide::of_tab(Tab::Outcomes), Some(EmbedSide::Outcomes));
        assert_eq!(EmbedSide::of_tab(Tab::Instruction), None);
        assert_eq!(EmbedSide::Text.tab(), None);
    }

    #[test]
    fn a_reader_changes_only_what_is_editable() {
        let typed = DocumentAction::Type(".lanes 8".into()).into();
        assert!(!is_allowed(&typed, false) && is_allowed(&typed, true));
        assert!(is_allowed(&PlaybackAction::SeekEnd.into(), false));
        assert!(!is_allowed(&ChromeAction::LookUp("".into()).into(), true));
        // Only the host page and *Reset* load a scenario.
        let load = Action::Load { text: "".into(), cursor: 0, granularity: None };
        assert!(!is_allowed(&load, true));
        assert!(!is_allowed(&Setting::Theme(Theme::Dark).into(), true));
    }

    fn opened(text: &str, query: &str) -> Model {
        Model::new(text, None, PageKind::Embed, &known_sets()).embedded(&EmbedSettings::parse(query))
    }

    #[test]
    fn a_scenario_that_cannot_run_says_why_and_where() {
        let directive = mistake(&opened("// A\n.lanes 8\n.lanes 99\n", "")).expect("99 lanes are too many");
        assert!(directive.starts_with("line 3: "), "{directive}");
        let prose = mistake(&opened("This is prose.\n", "")).expect("prose has no instruction");
        assert!(prose.starts_with("line 1: "), "{prose}");
        assert_eq!(
            mistake(&opened(".isa visa grf=32\n.lanes 8\n", "")).as_deref(),
            Some("the scenario has no instruction")
        );
        assert_eq!(mistake(&opened("", "wait")), None);
        let first = crate::state::gallery::first();
        assert_eq!(mistake(&opened(first, "")), None);
    }

    #[test]
    fn the_set_up_ends_before_the_first_instruction_or_label() {
        let lines = |text: &str| opened(text, "fold-setup").document.session.setup_lines();
        let set_up = ".isa visa grf=32\n\n// A comment.\n.lanes 8\n";
        assert_eq!(lines(&format!("{set_up}dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0\n")), 4);
        assert_eq!(lines(&format!("{set_up}again:\n.expect order-independent\n")), 4);
        // Lines inside the braces of a directive belong to it.
        assert_eq!(lines(&format!("{set_up}.variant other {{\n  .lanes 16\n}}\nagain:\n")), 7);
        assert_eq!((lines(set_up), lines("")), (0, 0));
    }

    #[test]
    fn a_comparison_with_a_variant_that_is_not_there_says_so() {
        let text = "// A\n.lanes 8\n.variant other {\n  .lanes 16\n}\n";
        let said = |query: &str| missing_variant(&opened(text, query));
        assert_eq!(said("compare=other"), None);
        assert_eq!(said(""), None);
        let expected = "`compare` names `nosuch`; the variants of the scenario are `other`";
        assert_eq!(said("compare=nosuch").as_deref(), Some(expected));
    }

    #[test]
    fn a_variant_stands_beside_each_text_that_has_it() {
        let variant_beside = |query: &str| {
            let model =
                Model::new("", None, PageKind::Full, &known_sets()).embedded(&EmbedSettings::parse(query));
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
        assert_eq!(
            said,
            "This page was written for Lanescope 0.2, but this is 0.1.3: step numbers may differ."
        );
    }
}
