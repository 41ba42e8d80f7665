//! Folds for code of a notation text that never runs, because its condition was decided at lowering.

use lanescope_core::session::{run::Decided, text::Span};

/// Hidden code with one mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fold {
    /// The number of the line with the mark, from 0: the one above the hidden code, or the first one if that is the start of the
    /// text. `None` if all lines are hidden.
    pub mark_line: Option<usize>,
    /// The number of whole hidden lines.
    pub line_count: usize,
    /// The conditions that were decided, each as a clause.
    pub because: Vec<String>,
    /// The names of the readings among them.
    pub readings: Vec<&'static str>,
}

impl Fold {
    /// Describes the hidden code and the reasons.
    pub fn words(&self) -> String {
        let what = match self.line_count {
            0 => "conditions with a known result are hidden".to_owned(),
            1 => "1 line does not run".to_owned(),
            count => format!("{count} lines do not run"),
        };
        if self.because.is_empty() { what } else { format!("{what}: {}", self.because.join(", and ")) }
    }
}

/// The folds of a text, and the code in each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folding {
    pub folds: Vec<Fold>,
    /// Hidden spans of the text, each with the index of its fold.
    hidden: Vec<(Span, usize)>,
    /// The numbers of whole hidden lines, each with the index of its fold.
    lines: Vec<(usize, usize)>,
}

impl Folding {
    /// Creates the folds for `decided` in a text with these numbered lines.
    pub fn new<'d>(text: &str, lines: &[(usize, Span)], decided: impl Iterator<Item = &'d Decided>) -> Self {
        let mut decided: Vec<&Decided> = decided.collect();
        // An enclosing statement comes before the statements inside it.
        decided.sort_by_key(|it| (it.site.span.start, u32::MAX - it.site.span.end));
        let mut hidden: Vec<(Span, usize)> = Vec::new();
        let mut dedents = vec![0; lines.len()];
        for (index, it) in decided.iter().enumerate() {
            let whole = it.site.span;
            let runs = it.runs.unwrap_or(Span { start: whole.end, end: whole.end });
            let around =
                [Span { start: whole.start, end: runs.start }, Span { start: runs.end, end: whole.end }];
            let parts = around.into_iter().flat_map(|span| outside_indentation(text, lines, span));
            hidden.extend(parts.map(|part| (part, index)));
            let dedent = dedent(text, lines, whole, runs);
            let inside = |(_, line): &(usize, Span)| runs.start < line.end && line.start < runs.end;
            for (at, (_, line)) in lines.iter().enumerate().filter(|(_, line)| dedent > 0 && inside(line)) {
                let start = line.start + dedents[at];
                hidden.push((Span { start, end: line.end.min(start + dedent) }, index));
                dedents[at] += dedent;
            }
        }
        hidden.retain(|(span, _)| span.start < span.end);
        hidden.sort_by_cached_key(|(span, _)| span.start);
        let mut whole: Vec<Option<usize>> =
            lines.iter().map(|(_, line)| hidden_whole(text, *line, &hidden)).collect();
        hide_blank_lines(text, lines, &mut whole);
        Self::grouped(text, lines, &decided, hidden, &whole)
    }

    /// Merges hidden code whose mark is on the same line.
    fn grouped(
        text: &str,
        lines: &[(usize, Span)],
        decided: &[&Decided],
        hidden: Vec<(Span, usize)>,
        whole: &[Option<usize>],
    ) -> Self {
        let mut folds: Vec<Fold> = Vec::new();
        let is_shown = |((_, line), whole): &(&(usize, Span), &Option<usize>)| {
            whole.is_none() && !line.of(text).trim().is_empty()
        };
        let group_of: Vec<usize> = decided
            .iter()
            .map(|it| {
                let above =
                    lines.iter().zip(whole).take_while(|((_, line), _)| line.start <= it.site.span.start);
                let last = above.filter(is_shown).last();
                let first = || lines.iter().zip(whole).find(is_shown);
                let mark_line = last.or_else(first).map(|((number, _), _)| *number);
                if folds.last().is_none_or(|last| last.mark_line != mark_line) {
                    folds.push(Fold { mark_line, ..Fold::default() });
                }
                let at = folds.len() - 1;
                let because = it.because.iter().filter(|it| !folds[at].because.contains(it));
                let because: Vec<String> = because.cloned().collect();
                folds[at].because.extend(because);
                folds[at].readings.extend(&it.readings);
                at
            })
            .collect();
        let mut hidden_lines = Vec::new();
        for ((number, _), whole) in lines.iter().zip(whole) {
            if let Some(of) = whole {
                folds[group_of[*of]].line_count += 1;
                hidden_lines.push((*number, group_of[*of]));
            }
        }
        let hidden = hidden.into_iter().map(|(span, of)| (span, group_of[of])).collect();
        Self { folds, hidden, lines: hidden_lines }
    }

    /// Returns the fold that contains the whole line with this number.
    pub fn of_line(&self, number: usize) -> Option<usize> {
        self.lines.iter().find(|(line, _)| *line == number).map(|(_, fold)| *fold)
    }

    /// Returns the fold that contains the byte at `start`.
    pub fn of_place(&self, start: u32) -> Option<usize> {
        let holds = |(span, _): &&(Span, usize)| span.start <= start && start < span.end;
        self.hidden.iter().find(holds).map(|(_, fold)| *fold)
    }

    /// Returns the positions in a line at which hidden code begins or ends.
    pub fn cuts(&self, line: Span) -> impl Iterator<Item = u32> {
        let ends = self.hidden.iter().flat_map(|(span, _)| [span.start, span.end]);
        ends.filter(move |at| line.start < *at && *at < line.end)
    }

    /// Returns the fold whose mark is on the line with this number.
    pub fn marked_on(&self, number: usize) -> Option<usize> {
        self.folds.iter().position(|fold| fold.mark_line == Some(number))
    }
}

/// Returns how many columns the code that runs is indented relative to the statement that it replaces.
fn dedent(text: &str, lines: &[(usize, Span)], whole: Span, runs: Span) -> u32 {
    let indent = |at: u32| {
        let (_, line) = lines.iter().rfind(|(_, line)| line.start <= at)?;
        let before = Span { start: line.start, end: at }.of(text);
        before.trim().is_empty().then_some(at - line.start)
    };
    let blanks = runs.of(text).len() - runs.of(text).trim_start().len();
    match (indent(runs.start + blanks as u32), indent(whole.start)) {
        (Some(runs), Some(whole)) => runs.saturating_sub(whole),
        _ => 0,
    }
}

/// Splits hidden code that ends within the code of a line, so that the line keeps its indentation.
fn outside_indentation(text: &str, lines: &[(usize, Span)], hidden: Span) -> [Span; 2] {
    let last = lines.iter().rfind(|(_, line)| line.start <= hidden.end).map_or(hidden, |(_, line)| *line);
    let before = Span { start: last.start.clamp(hidden.start, hidden.end), end: hidden.end }.of(text);
    let indentation = if hidden.start < last.start { before.len() - before.trim_start().len() } else { 0 };
    let start = hidden.end - before.len() as u32;
    [Span { start: hidden.start, end: start }, Span { start: start + indentation as u32, end: hidden.end }]
}

/// Hides blank lines that hidden lines would leave at the start, at the end, or after another blank line.
fn hide_blank_lines(text: &str, lines: &[(usize, Span)], whole: &mut [Option<usize>]) {
    // The last line that stays, if it is blank; and a hidden line after it.
    let (mut last_blank, mut is_after_blank, mut hidden) = (None, true, None);
    for (at, (_, line)) in lines.iter().enumerate() {
        let is_blank = line.of(text).trim().is_empty();
        match (whole[at], hidden) {
            (Some(_), _) => hidden = whole[at],
            (None, Some(_)) if is_blank && is_after_blank => whole[at] = hidden,
            _ => (last_blank, is_after_blank, hidden) = (is_blank.then_some(at), is_blank, None),
        }
    }
    if let (Some(last), Some(_)) = (last_blank, hidden) {
        whole[last] = hidden;
    }
}

/// Returns the index of the decision that hides the line, if nothing in the line can run.
fn hidden_whole(text: &str, line: Span, hidden: &[(Span, usize)]) -> Option<usize> {
    let here = |(span, _): &&(Span, usize)| span.start <= line.end && line.start < span.end;
    let first = hidden.iter().find(here)?;
    let mut at = line.start;
    for (span, _) in hidden.iter().filter(here) {
        let between = Span { start: at, end: span.start.clamp(at, line.end) };
        if !between.of(text).trim().is_empty() {
            return None;
        }
        at = at.max(span.end.min(line.end));
    }
    Span { start: at, end: line.end }.of(text).trim().is_empty().then_some(first.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::notation::shown_lines;
    use lanescope_core::session::Session;

    /// Returns the first instruction's text with all folds closed, and the descriptions of the folds.
    fn folded(scenario: &str) -> (Vec<String>, Vec<String>) {
        let session = Session::open(scenario);
        let run = session.run.expect("it runs");
        let code = &run.scenario().program[0].code;
        let text = &*code.texts[0].text;
        let lines = shown_lines(text);
        let own = code.decided.iter().filter(|it| it.site.text == 0);
        let folding = Folding::new(text, &lines, own);
        let shown = lines.iter().filter(|(number, _)| folding.of_line(*number).is_none()).map(|(_, line)| {
            let places = (line.start..line.end).filter(|at| folding.of_place(*at).is_none());
            places.map(|at| Span { start: at, end: at + 1 }.of(text)).collect()
        });
        (shown.collect(), folding.folds.iter().map(Fold::words).collect())
    }

    fn with_semantics(body: &str) -> String {
        format!(
            ".lanes 2\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
             .surface BUF buffer ud = 1 2\n.semantics DWORD_ATOMIC {{\n{body}\n}}\n\
             dword_atomic.inc (M1, 2) BUF OFF.0 V0.0 V0.0 V0.0\n"
        )
    }

    #[test]
    fn what_is_decided_leaves_only_what_runs() {
        let (lines, words) = folded(&with_semantics(
            "foreach_active (i) {
  UD address = 0;
  if (reading(offset_unit, elements))
    address = 4;   // never
  if (reading(offset_unit, bytes)) {
    // said above
    address = 8;   // always
    address = 4;
  } else {
    address = 12;
  }
  T old = surface[address];
  surface[address] = old;
}",
        ));
        let expected = [
            "foreach_active (i) {",
            "  UD address = 0;",
            "  // said above",
            "  address = 8;   // always",
            "  address = 4;",
            "  T old = surface[address];",
            "  surface[address] = old;",
            "}",
        ];
        assert_eq!(lines, expected);
        assert_eq!(words, ["6 lines do not run: the interpretation `offset_unit` is `bytes`"]);
    }

    #[test]
    fn a_part_of_a_line_and_a_first_line_fold_too() {
        let (lines, words) = folded(&with_semantics(
            "if (exec_size == 4) { UD x = 1; }
foreach_active (i) {
  if (exec_size == 2) surface[0] = reading(offset_unit, elements) ? 1 : 2; else surface[4] = 3;
}",
        ));
        assert_eq!(lines, ["foreach_active (i) {", "  surface[0] = 2;", "}"]);
        let expected = [
            "1 line does not run: `exec_size` is 2",
            "conditions with a known result are hidden: `exec_size` is 2, and the interpretation `offset_unit` is `bytes`",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn hidden_code_leaves_no_empty_line_and_no_line_without_indentation() {
        let text = "  if (exec_size == 4) { UD x = 1; }

foreach_active (i) {
  UD a = 4;

  if (reading(offset_unit, elements)) a = 8;

  surface[reading(offset_unit, elements) ? a
          : a + 4] = 3;
}

if (exec_size == 4) { UD y = 1; }";
        let (lines, words) = folded(&with_semantics(text));
        let expected =
            ["foreach_active (i) {", "  UD a = 4;", "", "  surface[", "          a + 4] = 3;", "}"];
        assert_eq!(lines, expected);
        assert_eq!(words.len(), 4, "{words:?}");
    }

    #[test]
    fn the_mark_of_hidden_first_lines_is_on_the_first_shown_line() {
        let body = "  if (exec_size == 4) { UD x = 1; }\n  foreach_active (i) { surface[0] = 1; }";
        let session = Session::open(&with_semantics(body));
        let run = session.run.expect("it runs");
        let code = &run.scenario().program[0].code;
        let text = &*code.texts[0].text;
        let folding = Folding::new(text, &shown_lines(text), code.decided.iter());
        assert_eq!(folding.folds[0].mark_line, Some(2));
        assert_eq!(folding.marked_on(2), Some(0));
    }

    #[test]
    fn the_reasons_name_the_words_of_the_line_and_its_type() {
        let reasons = |scenario: &str| {
            let run = Session::open(scenario).run.expect("it runs");
            let code = &run.scenario().program[0].code;
            code.decided.iter().flat_map(|it| it.because.clone()).collect::<Vec<String>>()
        };
        let line = |words: &str| {
            format!(
                ".isa sass sm=52\n.lanes 2\n.surface 0 1d R32_UINT 2\nSUATOM.D{words}.1D.ADD.TRAP R4, [R0], R2, 0x0;\n"
            )
        };
        assert!(reasons(&line(".BA")).contains(&"`BA` is given".to_owned()));
        let without = reasons(&line(""));
        assert!(without.contains(&"`BA` is not given".to_owned()), "{without:?}");
        assert!(without.contains(&"`clamp` is `TRAP`".to_owned()), "{without:?}");
        let bytes = ".lanes 8\n.decl A v_type=G type=uq num_elts=8 align=GRF\n.decl DST v_type=G type=ub num_elts=32 align=GRF\n\
             .surface T5 stateless ub = 1 2 3 4\nsvm_gather.1.4 (M1, 8) A.0 DST.0\n";
        assert!(reasons(bytes).contains(&"`T` is UB".to_owned()), "{:?}", reasons(bytes));
    }

    #[test]
    fn every_text_that_runs_stays_readable() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples"));
        for file in folder.expect("the examples are there") {
            let path = file.expect("a file").path();
            let name = path.display();
            let (lines, _) = folded(&std::fs::read_to_string(&path).expect("a text"));
            assert!(
                lines.iter().all(|line| !line.trim_start().starts_with("if (reading(")),
                "{name}: {lines:?}"
            );
            let count =
                |sign: char| lines.iter().flat_map(|line| line.chars()).filter(|it| *it == sign).count();
            assert_eq!(count('{'), count('}'), "{name}: {lines:?}");
        }
    }
}
