//! Themes: figures are drawn in light colours, which are then replaced.

/// The colours of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on a light background, as on paper.
    #[default]
    Light,
    /// Light on a dark background.
    Dark,
    /// The reader's colour scheme. A viewer without style sheets shows the light colours.
    Auto,
}

/// Each colour of a light figure, with its dark counterpart.
const COLOURS: &[(&str, &str)] = &[
    // Background, text, lines.
    ("#ffffff", "#10151c"),
    ("#161b22", "#e4e9f0"),
    ("#4c5664", "#a6b0be"),
    ("#c3cad4", "#39444f"),
    ("#6d7887", "#7f8b9b"),
    ("#f1f3f6", "#1d242e"),
    // The current lane.
    ("#1d5fc4", "#7fb2ff"),
    ("#eaf1fc", "#1b2b44"),
    // Reads, writes and returned values.
    ("#04716b", "#59cfc4"),
    ("#d8f1ee", "#123632"),
    ("#a8410b", "#ffad75"),
    ("#fde8d9", "#452813"),
    ("#6a3ab2", "#c6a8ff"),
    ("#eee5fb", "#33244f"),
    // Out of bounds, and done.
    ("#b3261e", "#ff9187"),
    ("#fbe6e4", "#44201d"),
    ("#1c7038", "#6fd08c"),
    // Patterns.
    ("#cdd3dc", "#313b47"),
    ("#a9b3c0", "#586575"),
];

/// The attributes that contain colours.
const ATTRIBUTES: [&str; 2] = ["fill", "stroke"];

/// Applies a theme to a figure in light colours.
pub fn themed(figure: String, theme: Theme) -> String {
    match theme {
        Theme::Light => figure,
        Theme::Dark => darkened(&figure),
        // Texts contain no `<`, so the first `<defs>` is the document's own.
        Theme::Auto => {
            let named = figure.replacen("<svg", "<svg class=\"lanescope-figure\"", 1);
            named.replacen("<defs>", &[&style(), "<defs>"].concat(), 1)
        }
    }
}

/// Replaces each colour with its dark counterpart. Texts contain no `"`, so only attributes match.
fn darkened(figure: &str) -> String {
    let mut pieces = figure.split("=\"#");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (colour, rest) = piece.split_at_checked(6).unwrap_or((piece, ""));
        let dark = COLOURS.iter().find(|(light, _)| light[1..] == *colour).map(|(_, dark)| &dark[1..]);
        for part in ["=\"#", dark.unwrap_or(colour), rest] {
            out.push_str(part);
        }
    }
    out
}

/// Returns the rules that make a light figure dark. They select by the figure's class, since a page can have other SVG.
fn style() -> String {
    let mut rules = "<style>@media (prefers-color-scheme: dark) {\n".to_owned();
    for (light, dark) in COLOURS {
        for attribute in ATTRIBUTES {
            rules.push_str(&format!(
                ".lanescope-figure [{attribute}=\"{light}\"] {{ {attribute}: {dark} }}\n"
            ));
        }
    }
    rules + "}</style>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_that_is_drawn_has_a_dark_one() {
        for source in [
            include_str!("animated.rs"),
            include_str!("svg.rs"),
            include_str!("arrows.rs"),
            include_str!("lanes.rs"),
            include_str!("memory.rs"),
            include_str!("strip.rs"),
        ] {
            for (at, _) in source.match_indices("\"#") {
                let Some(colour) = source.get(at + 1..at + 8) else { continue };
                let is_colour = colour[1..].chars().all(|c| c.is_ascii_hexdigit());
                assert!(!is_colour || COLOURS.iter().any(|(light, _)| *light == colour), "{colour}");
            }
        }
    }

    #[test]
    fn colours_change_and_texts_do_not() {
        let figure =
            "<svg x><text fill=\"#161b22\">=&quot;#161b22 #161b22</text><path stroke=\"#b3261e\"/><defs>";
        let dark =
            "<svg x><text fill=\"#e4e9f0\">=&quot;#161b22 #161b22</text><path stroke=\"#ff9187\"/><defs>";
        assert_eq!(themed(figure.to_owned(), Theme::Dark), dark);
        assert_eq!(themed(figure.to_owned(), Theme::Light), figure);
        let auto = themed(figure.to_owned(), Theme::Auto);
        assert!(auto.contains(".lanescope-figure [fill=\"#161b22\"] { fill: #e4e9f0 }"));
        assert!(auto.starts_with("<svg class=\"lanescope-figure\" x>") && auto.ends_with("<defs>"));
    }

    /// Relative luminance, as WCAG 2 defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("hex digits")) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn texts_can_be_read_in_both() {
        let dark = |light: &str| COLOURS.iter().find(|pair| pair.0 == light).expect("it is known").1;
        let ground = "#ffffff";
        for ink in ["#161b22", "#4c5664", "#1d5fc4", "#04716b", "#a8410b", "#6a3ab2", "#b3261e", "#1c7038"] {
            for (ink, ground) in [(ink, ground), (dark(ink), dark(ground))] {
                assert!(contrast(ink, ground) >= 4.5, "{ink} on {ground}: {}", contrast(ink, ground));
            }
        }
        for soft in ["#eaf1fc", "#d8f1ee", "#fde8d9", "#eee5fb", "#fbe6e4", "#f1f3f6"] {
            for (ink, ground) in [("#161b22", soft), (dark("#161b22"), dark(soft))] {
                assert!(contrast(ink, ground) >= 4.5, "{ink} on {ground}");
            }
        }
    }
}
