//! Figures: a step, or a run as a strip, as the page's "Export" draws them.

use super::{UNUSABLE, Verdict, complain, read, status, tell_findings};
use lanescope_core::diag::Severity;
use lanescope_core::figure::{Part, Theme, figure};
use lanescope_core::session::Session;
use std::io::Write;

/// What the words behind `render` ask for.
struct Asked<'a> {
    file: &'a str,
    part: Part,
    theme: Theme,
    to: Option<&'a str>,
}

impl<'a> Asked<'a> {
    /// Reads the words; `Err` says what is wrong with them.
    fn new(words: &'a [String]) -> Result<Self, String> {
        let (mut file, mut part, mut theme, mut to) = (None, None, Theme::default(), None);
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
            match word {
                "--step" => part = Some(Part::Step(Some(number(word, value()?)?))),
                "--lane" => part = Some(Part::Strip(Some(number(word, value()?)?))),
                "--strip" if matches!(part, Some(Part::Strip(_))) => {}
                "--strip" => part = Some(Part::Strip(None)),
                "--theme" => {
                    let word = value()?;
                    theme = Theme::of(word)
                        .ok_or_else(|| format!("`--theme` is `light`, `dark` or `auto`, not `{word}`"))?;
                }
                "-o" => to = Some(value()?),
                _ if word.starts_with('-') && word != "-" => {
                    return Err(format!("`render` knows no `{word}`"));
                }
                _ if file.is_some() => return Err(format!("`render` draws one file; `{word}` is a second")),
                _ => file = Some(word),
            }
        }
        let file = file.ok_or("`render` needs a file")?;
        Ok(Self { file, part: part.unwrap_or(Part::Step(None)), theme, to })
    }
}

fn number<N: std::str::FromStr>(word: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("`{word}` needs a whole number, not `{value}`"))
}

/// Draws what is asked for, to a file or to `out`.
pub fn render(words: &[String], out: &mut impl Write) -> Verdict {
    let asked = match Asked::new(words) {
        Ok(asked) => asked,
        Err(problem) => {
            complain(format_args!("error: {problem}"));
            return Ok(UNUSABLE);
        }
    };
    let Some(text) = read(asked.file) else { return Ok(UNUSABLE) };
    let session = Session::open(&text);
    tell_findings(asked.file, &session, Severity::Error);
    let Some(run) = &session.run else { return Ok(UNUSABLE) };
    let figure = match figure(run, &session.text, asked.part, asked.theme) {
        Ok(figure) => figure,
        Err(problem) => {
            complain(format_args!("error: {}: {problem}", asked.file));
            return Ok(UNUSABLE);
        }
    };
    match asked.to {
        None => out.write_all(figure.as_bytes())?,
        Some(to) => {
            if let Err(error) = std::fs::write(to, figure) {
                complain(format_args!("error: {to}: {error}"));
                return Ok(UNUSABLE);
            }
        }
    }
    Ok(status(&session))
}
