//! The lines that put a scenario into another document: a link, documentation, a web page.

use super::choice::Choice;
use super::embed::{ENGINE, EmbedSide, EmbedSize, granularity_word};
use super::link::{LinkedView, fragment};
use super::model::Model;
use super::settings::Theme;
use lanescope_core::session::report::{EMBED_HEIGHTS, EmbedHtml};
use lanescope_core::session::text::encode_link;
use lanescope_core::view::example;
use lanescope_core::view::markup;
use std::rc::Rc;

/// The format of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// An HTML page, with the element.
    #[default]
    Html,
    /// An mdBook chapter, with the preprocessor.
    MdBook,
    /// A Sphinx page in reStructuredText, with the extension.
    Sphinx,
    /// A Sphinx page in Markdown, with the extension and MyST.
    Myst,
    /// An iframe.
    Frame,
    /// A plain address.
    Link,
    /// The scenario file.
    Text,
}

/// The options of an embed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmbedChoices {
    pub size: EmbedSize,
    /// The initial panel below the stage of a full embed.
    pub side: EmbedSide,
    /// Whether playback starts when the embed becomes visible.
    pub plays: bool,
    /// Whether readers may edit the scenario.
    pub is_editable: bool,
    /// The colour theme. [`Theme::System`] follows the host page.
    pub theme: Theme,
    /// Whether it starts at the current step.
    pub at_step: bool,
    /// Whether a full embed hides the lines before the first instruction.
    pub folds_setup: bool,
    /// The height in pixels; `None` for that of the contents.
    pub height: Option<u32>,
}

impl EmbedChoices {
    /// Returns whether the `side` option is written. Only a full embed has a panel below the stage.
    fn has_side(self) -> bool {
        self.size == EmbedSize::Full && self.side != EmbedSide::default()
    }

    /// Returns whether the `fold-setup` option is written. An editable text shows all lines.
    fn has_fold(self) -> bool {
        self.size == EmbedSize::Full && self.folds_setup && !self.is_editable
    }

    /// Returns the options that an element, a fence and a frame write in the same way.
    fn frame_options(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let side = self.has_side().then_some(("side", self.side.key()));
        let theme = (self.theme != Theme::System).then_some(("theme", self.theme.key()));
        let flags =
            [("editable", self.is_editable), ("fold-setup", self.has_fold()), ("autoplay", self.plays)];
        let flags = flags.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| (name, ""));
        side.into_iter().chain(theme).chain(flags)
    }

    /// Returns whether the embed has room for two sides of a comparison.
    fn has_room_beside(self) -> bool {
        self.size != EmbedSize::Strip
    }
}

/// A scenario to embed.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbedSource {
    /// The address of the folder that contains the page.
    pub base: String,
    /// The scenario's title.
    pub title: String,
    /// The title that the author writes instead; empty if there is none.
    own_title: Rc<str>,
    pub text: Rc<str>,
    /// The text in link form. `None` if it is too long.
    code: Option<String>,
    /// The cursor and other view settings.
    view: LinkedView,
}

/// The height of some lines of text in the iframe of a full embed.
const LINES_PX: u32 = 210;

/// Returns the height of an iframe in a text column.
fn frame_height(choices: EmbedChoices) -> u32 {
    let of_size = EMBED_HEIGHTS.iter().find(|row| row.size == choices.size.key()).map_or(0, |row| row.height);
    choices.height.unwrap_or(if choices.size == EmbedSize::Full { of_size + LINES_PX } else { of_size })
}

impl EmbedSource {
    /// Creates the source for what a model shows. `base` is the address of the folder that contains the page.
    pub fn new(model: &Model, base: String) -> Self {
        Self {
            base,
            title: example::title(&model.document.session.text).to_string(),
            own_title: Rc::from(""),
            text: Rc::clone(&model.document.session.text),
            code: encode_link(&model.document.session.text),
            view: model.linked_view().of_run(model.run().map(|run| &**run)),
        }
    }

    /// Returns the source with another title, unless it is blank.
    pub fn with_title(&self, title: &str) -> Self {
        Self { own_title: title.trim().into(), ..self.clone() }
    }

    /// Returns the address of the embed. `None` if the text is too long for one. A plain iframe is not resized, so the
    /// address contains `fits`.
    pub fn frame_address(&self, choices: EmbedChoices) -> Option<String> {
        let mut query = format!("size={}&fits", choices.size.key());
        for (name, value) in choices.frame_options() {
            query.extend(["&", name, if value.is_empty() { "" } else { "=" }, value]);
        }
        let LinkedView { cursor, granularity, fingerprint, pair, .. } = self.view.clone();
        let pair = pair.filter(|_| choices.has_room_beside());
        let anywhere = LinkedView { granularity, pair, ..LinkedView::default() };
        let view = if choices.at_step { LinkedView { cursor, fingerprint, ..anywhere } } else { anywhere };
        Some(format!("{}embed.html?{query}#{}", self.base, fragment(self.code.as_ref()?, &view)))
    }

    /// Returns the lines in a format. `None` if the text is too long for it.
    pub fn lines(&self, form: Form, choices: EmbedChoices) -> Option<String> {
        let link = || Some(format!("{}#{}", self.base, fragment(self.code.as_ref()?, &self.view)));
        Some(match form {
            Form::Link => link()?,
            Form::Html => {
                let (options, version, text) = (self.options(choices), series(), ended(&self.text));
                let attributes = options.iter().map(|(name, value)| (*name, value.as_str()));
                let attributes = attributes.chain([("version", version.as_str())]).collect();
                EmbedHtml { base: Some(&self.base), attributes, still: None, lines: vec![(&text, true)] }
                    .write()
            }
            Form::MdBook => self.fenced("lanescope", choices),
            Form::Myst => self.fenced("{lanescope}", choices),
            Form::Sphinx => {
                let indented =
                    |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("   {line}\n") };
                let lines: String = self.text.lines().map(indented).collect();
                format!(".. lanescope::{}\n\n{lines}", self.words(choices))
            }
            Form::Frame => {
                let height = frame_height(choices);
                format!(
                    "<iframe src=\"{}\" width=\"100%\" height=\"{height}\" title=\"{}\"></iframe>\n",
                    escaped(&self.frame_address(choices)?),
                    escaped(if self.own_title.is_empty() { &self.title } else { &self.own_title })
                )
            }
            Form::Text => self.text.to_string(),
        })
    }

    /// Returns the scenario as a fenced code block of a language.
    fn fenced(&self, language: &str, choices: EmbedChoices) -> String {
        let fence = fence(&self.text);
        format!("{fence}{language}{}\n{}{fence}\n", self.words(choices), ended(&self.text))
    }

    /// Returns the options in the syntax of the preprocessor and the extension.
    fn words(&self, choices: EmbedChoices) -> String {
        let word = |(name, value): (&str, String)| {
            // The words have no escapes, and the line of a fence has no backtick.
            let value = value.replace(['"', '`'], "'");
            match value.as_str() {
                "" => format!(" {name}"),
                value if value.contains([' ', ',']) => format!(" {name}=\"{value}\""),
                value => format!(" {name}={value}"),
            }
        };
        self.options(choices).into_iter().map(word).collect()
    }

    /// Returns the options, each with its value; that of a flag is empty.
    fn options(&self, choices: EmbedChoices) -> Vec<(&'static str, String)> {
        let mut options = vec![("size", choices.size.key().to_owned())];
        if choices.at_step && self.view.cursor > 0 {
            options.push(("step", self.view.cursor.to_string()));
        }
        if let Some(granularity) = self.view.granularity {
            options.push(("granularity", granularity_word(granularity).to_owned()));
        }
        if let Some(pair) = self.view.pair.as_ref().filter(|_| choices.has_room_beside()) {
            options.push(("compare", pair.variant.to_string()));
        }
        options.extend(choices.frame_options().map(|(name, value)| (name, value.to_owned())));
        options.extend(choices.height.map(|height| ("height", height.to_string())));
        options.extend((!self.own_title.is_empty()).then(|| ("title", self.own_title.to_string())));
        options
    }

    /// Returns whether the lines name a server on the reader's own machine, which other people cannot reach.
    pub fn is_local(&self, lines: &str) -> bool {
        let rest = self.base.split_once("://").map_or("", |(_, rest)| rest);
        let is_own = ["localhost", "127.", "[::1]", "0.0.0.0"].iter().any(|host| rest.starts_with(host));
        is_own && lines.contains(&self.base)
    }
}

/// Escapes a text for an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    markup::escape(&mut escaped, text);
    escaped
}

/// Returns the first two numbers of this program's version, on which host pages depend.
fn series() -> String {
    ENGINE.split('.').take(2).collect::<Vec<_>>().join(".")
}

/// Returns the text with a newline at its end.
fn ended(text: &str) -> String {
    if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

/// Returns a fence that is longer than any run of backticks in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::PageKind;
    use crate::state::Pair;
    use lanescope_core::session::{
        known_sets,
        report::{EmbedPlace, embed_options},
        text::decode_link,
    };
    use lanescope_core::trace::Granularity;

    const TEXT: &str = "// Less < more & \"so\" [on]\n.lanes 8";
    const PLAIN: EmbedChoices = EmbedChoices {
        size: EmbedSize::Card,
        side: EmbedSide::Text,
        plays: false,
        is_editable: false,
        theme: Theme::System,
        at_step: false,
        folds_setup: false,
        height: None,
    };
    const ALL: EmbedChoices = EmbedChoices {
        size: EmbedSize::Strip,
        is_editable: true,
        theme: Theme::Dark,
        at_step: true,
        ..PLAIN
    };

    fn source(text: &str) -> EmbedSource {
        let model = Model::new(text, None, PageKind::Full, &known_sets());
        let mut source = EmbedSource::new(&model, "https://a.example/b/".to_owned());
        source.view =
            LinkedView { cursor: 3, granularity: Some(Granularity::Phase), ..LinkedView::default() };
        source
    }

    #[test]
    fn the_text_stands_in_the_lines_as_text() {
        let lines = source(TEXT).lines(Form::Html, ALL).expect("any text fits");
        assert!(lines.starts_with(
            "<div>\n<script src=\"https://a.example/b/lanescope-embed.js\"></script>\n<lanescope-embed size=\"strip\" step=\"3\" granularity=\"step\" theme=\"dark\" editable=\"\" version=\"0.1\">\n<pre>// Less &lt; more &amp; "
        ), "{lines}");
        assert!(lines.ends_with(".lanes 8&#10;</pre>\n</lanescope-embed>\n</div>\n"), "{lines}");
        let lines = source(TEXT).lines(Form::MdBook, ALL).expect("any text fits");
        assert_eq!(
            lines,
            format!("```lanescope size=strip step=3 granularity=step theme=dark editable\n{TEXT}\n```\n")
        );
        // A blank line has no indentation.
        let lines = source("// a\n\n.lanes 8").lines(Form::Sphinx, PLAIN).expect("any text fits");
        assert_eq!(lines, ".. lanescope:: size=card granularity=step\n\n   // a\n\n   .lanes 8\n");
        let lines = source("// a\n").lines(Form::Myst, PLAIN).expect("any text fits");
        assert_eq!(lines, "```{lanescope} size=card granularity=step\n// a\n```\n");
        let lines = source("// ````\n").lines(Form::MdBook, PLAIN).expect("any text fits");
        assert_eq!(lines, "`````lanescope size=card granularity=step\n// ````\n`````\n");
        assert_eq!(source(TEXT).lines(Form::Text, PLAIN).as_deref(), Some(TEXT));
    }

    #[test]
    fn only_a_full_embed_says_what_stands_below() {
        let outcomes = EmbedChoices { side: EmbedSide::Outcomes, plays: true, ..PLAIN };
        let full = EmbedChoices { size: EmbedSize::Full, ..outcomes };
        let line = |choices| source(TEXT).lines(Form::MdBook, choices).expect("any text fits");
        assert!(line(full).starts_with("```lanescope size=full granularity=step side=outcomes autoplay\n"));
        assert!(line(outcomes).starts_with("```lanescope size=card granularity=step autoplay\n"));
        let address = source(TEXT).frame_address(full).expect("it is short");
        assert!(
            address.starts_with("https://a.example/b/embed.html?size=full&fits&side=outcomes&autoplay#v2."),
            "{address}"
        );
    }

    #[test]
    fn each_option_is_in_the_table() {
        let mut source = source(TEXT);
        source.view.pair = Some(Pair { variant: "other".into(), is_active: false });
        let full = EmbedChoices {
            size: EmbedSize::Full,
            side: EmbedSide::Outcomes,
            plays: true,
            height: Some(540),
            ..ALL
        };
        let folded = EmbedChoices { is_editable: false, folds_setup: true, ..full };
        for choices in [full, folded, PLAIN] {
            for (name, value) in source.options(choices) {
                let option = embed_options(EmbedPlace::Document).find(|option| option.name == name);
                let value = Some(value.as_str()).filter(|value| !value.is_empty());
                assert_eq!(option.expect("a known option").check(value), Ok(()));
            }
        }
        assert_eq!(source.words(folded).matches(" fold-setup").count(), 1);
        assert!(source.lines(Form::Frame, full).is_some_and(|lines| lines.contains(" height=\"540\"")));
    }

    #[test]
    fn a_title_is_written_in_each_form() {
        let source = source(TEXT).with_title(" Two \"lanes\" & more");
        for (form, expected) in [
            (Form::Html, " title=\"Two &quot;lanes&quot; &amp; more\""),
            (Form::MdBook, "```lanescope size=card granularity=step title=\"Two 'lanes' & more\"\n"),
            (Form::Sphinx, ".. lanescope:: size=card granularity=step title=\"Two 'lanes' & more\"\n"),
            (Form::Frame, " title=\"Two &quot;lanes&quot; &amp; more\"></iframe>"),
        ] {
            let lines = source.lines(form, PLAIN).expect("any text fits");
            assert!(lines.contains(expected), "{lines}");
        }
        let lines = source.with_title("Lanes").lines(Form::Myst, PLAIN).expect("any text fits");
        assert!(lines.starts_with("```{lanescope} size=card granularity=step title=Lanes\n"), "{lines}");
    }

    #[test]
    fn an_address_of_the_own_machine_is_recognized() {
        for (base, is_local) in [
            ("http://127.0.0.1:8101/", true),
            ("http://localhost/l/", true),
            ("https://a.example/localhost/", false),
        ] {
            let source = EmbedSource { base: base.to_owned(), ..source(TEXT) };
            let html = source.lines(Form::Html, PLAIN).expect("any text fits");
            assert_eq!(source.is_local(&html), is_local, "{base}");
            assert!(!source.is_local("```lanescope size=card\n"));
        }
    }

    #[test]
    fn a_comparison_goes_along_where_there_is_room() {
        let mut source = source(TEXT);
        source.view.pair = Some(Pair { variant: "other".into(), is_active: false });
        let card = source.lines(Form::Html, PLAIN).expect("any text fits");
        assert!(card.contains(" compare=\"other\""), "{card}");
        assert!(source.frame_address(PLAIN).is_some_and(|address| address.ends_with("&v=other")));
        let strip = source.lines(Form::MdBook, ALL).expect("any text fits");
        assert!(!strip.contains("compare"), "{strip}");
        assert!(source.frame_address(ALL).is_some_and(|address| !address.contains("&v=")));
    }

    #[test]
    fn the_text_stands_in_the_link() {
        let link = source(TEXT).lines(Form::Link, PLAIN).expect("it is short");
        let code =
            link.strip_prefix("https://a.example/b/#").and_then(|rest| rest.strip_suffix("&c=3&g=phase"));
        assert_eq!(decode_link(code.expect("both are there")).as_deref(), Ok(TEXT));
        let frame = source(TEXT).lines(Form::Frame, ALL).expect("it is short");
        assert!(
            frame.starts_with(
                "<iframe src=\"https://a.example/b/embed.html?size=strip&amp;fits&amp;theme=dark&amp;editable#v2."
            ),
            "{frame}"
        );
        assert!(frame.contains("&amp;c=3&amp;g=phase\" width=\"100%\" height=\"220\""), "{frame}");
        let plain = source(TEXT).frame_address(PLAIN).expect("it is short");
        assert!(!plain.contains("c=3"), "{plain}");
    }

    #[test]
    fn what_is_too_long_for_a_link_has_lines_with_the_text() {
        let mut state = 1u32;
        let noise: String = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(33 + (state >> 25) as u8 % 90)
        })
        .take(20_000)
        .collect();
        let source = source(&format!("// {noise}"));
        for form in [Form::Link, Form::Frame] {
            assert_eq!(source.lines(form, PLAIN), None, "{form:?}");
        }
        for form in [Form::Html, Form::MdBook, Form::Sphinx, Form::Myst, Form::Text] {
            assert!(source.lines(form, PLAIN).is_some(), "{form:?}");
        }
    }
}
