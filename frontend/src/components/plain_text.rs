//! The highlighted text of the scenario until a script takes over. It has the markup of the plain field in
//! `pane.src.js`, so that nothing moves at that moment.

use super::editor_pane::verdict_class;
use lanescope_core::session::{Highlight, Session, Span, Verdict};
use yew::prelude::*;

/// Maximum number of lines rendered, which is more than a window shows. The script renders all lines.
const MOST_LINES: usize = 100;

/// Returns the text of a session with line numbers, without its first `hidden` lines. Each `.expect` line has the class of its
/// verdict.
pub fn plain_text(
    session: &Session,
    running: Option<Span>,
    verdicts: &[(Span, Verdict)],
    hidden: usize,
) -> Html {
    let highlights = session.highlight();
    let lines = lines(&session.text);
    let digits = lines.len().to_string().len();
    let start = lines.get(hidden).map_or(0, |line| line.range().start);
    html! {
        <div class={format!("plain digits-{digits}")}>
            <div class="plain-scroller">
                <div class="plain-body">
                    <textarea
                        class="plain-field"
                        aria-label="scenario text"
                        readonly={true}
                        spellcheck="false"
                        value={session.text[start..].to_owned()}
                    />
                    <div class="plain-view">
                        { for lines.into_iter().enumerate().skip(hidden).take(MOST_LINES).map(|(index, line)| {
                            let runs = running.is_some_and(|span| span.start <= line.end && line.start < span.end);
                            let verdict = verdicts.iter().find(|(span, _)| line.start <= span.start && span.start <= line.end);
                            let verdict = verdict.map(|(_, verdict)| verdict_class(*verdict));
                            html! {
                                <div class={classes!("plain-line", runs.then_some("line-running"), verdict, (index == hidden).then_some("active"))}>
                                    <span class="plain-gutter"><span class="plain-number">{ index + 1 }</span></span>
                                    { for pieces(line, &highlights).map(|(span, class)| piece(span.of(&session.text), class)) }
                                </div>
                            }
                        }) }
                    </div>
                </div>
            </div>
        </div>
    }
}

fn piece(text: &str, class: Option<&'static str>) -> Html {
    // A zero-width space gives an empty line the height of the others.
    let text = if text.is_empty() { "\u{200b}" } else { text }.to_owned();
    match class {
        Some(class) => html! { <span class={format!("tok-{class}")}>{ text }</span> },
        None => html! { text },
    }
}

/// Returns the lines of a text, without line endings.
fn lines(text: &str) -> Vec<Span> {
    let mut start = 0;
    let line = |line: &str| {
        let span = Span::new(start, start + line.len());
        start += line.len() + 1;
        span
    };
    text.split('\n').map(line).collect()
}

/// Splits a line at the bounds of its highlights.
fn pieces(line: Span, highlights: &[Highlight]) -> impl Iterator<Item = (Span, Option<&'static str>)> {
    let mut pieces = Vec::new();
    let mut at = line.start;
    for Highlight { span, class } in
        highlights.iter().filter(|it| it.span.start < line.end && it.span.end > line.start)
    {
        let (start, end) = (span.start.max(line.start), span.end.min(line.end));
        if at < start {
            pieces.push((Span { start: at, end: start }, None));
        }
        pieces.push((Span { start, end }, Some(*class)));
        at = end;
    }
    if at < line.end || pieces.is_empty() {
        pieces.push((Span { start: at, end: line.end }, None));
    }
    pieces.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_its_colours_alone() {
        let text = "ab cd\n\nef";
        let highlights = [
            Highlight { span: Span::new(3, 5), class: "name" },
            Highlight { span: Span::new(7, 9), class: "number" },
        ];
        let drawn: Vec<Vec<_>> = lines(text)
            .into_iter()
            .map(|line| pieces(line, &highlights).map(|(span, class)| (span.of(text), class)).collect())
            .collect();
        assert_eq!(
            drawn,
            [vec![("ab ", None), ("cd", Some("name"))], vec![("", None)], vec![("ef", Some("number"))]]
        );
    }
}
