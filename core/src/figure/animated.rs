//! An animated figure: one SVG that plays some steps of a run with style rules alone, and rests for readers who prefer
//! reduced motion.
//!
//! Each step is drawn as a figure of its own, as lines of elements. Lines that several steps share are written once. A class says
//! in which steps a line is visible, and each class has keyframes.

use super::drawing::{Figure, Look, MARGIN, largest_size, place};
use super::steps::ChosenSteps;
use super::svg::{self, SvgWriter};
use super::theme::themed;
use crate::session::run::Run;
use crate::session::text::{LineChange, line_changes};
use crate::view::moment::RunSummary;
use std::fmt::Write;
use std::rc::Rc;

/// The time for which each step is visible, and the additional time for the last one, in seconds.
const STEP_S: f64 = 0.8;
const END_S: f64 = 2.0;

/// A line of elements, and for each step whether it is visible.
struct AnimatedLine<'f> {
    line: &'f str,
    steps: Vec<bool>,
}

/// Draws steps of a run as an animated SVG document. It repeats, and rests at the last step for readers who prefer reduced motion
/// and for programs that draw no animation.
pub fn animated(
    (run, text): (&Rc<Run>, &Rc<str>),
    summary: &Rc<RunSummary>,
    steps: &ChosenSteps,
    look: Look<'_>,
) -> String {
    let figures = steps.figures((run, text), summary, look);
    let layers = layers(&figures);
    let (width, height) = largest_size(&figures);
    let size = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);

    let mut patterns: Vec<&[bool]> = Vec::new();
    let mut body = String::new();
    for group in layers.chunk_by(|a, b| a.steps == b.steps) {
        let pattern = &*group[0].steps;
        let is_always = pattern.iter().all(|is_visible| *is_visible);
        if !is_always {
            let known = patterns.iter().position(|known| *known == pattern);
            let index = known.unwrap_or_else(|| {
                patterns.push(pattern);
                patterns.len() - 1
            });
            let _ = writeln!(body, "<g class=\"s{index}\">");
        }
        for layer in group {
            body.push_str(layer.line);
            body.push('\n');
        }
        if !is_always {
            body.push_str("</g>\n");
        }
    }

    let mut out = SvgWriter::default();
    svg::document(&mut out, size, "img", look.title, &steps.description());
    out.raw(&rules(&patterns));
    place(&mut out, (MARGIN, MARGIN), &body);
    out.close("svg");
    themed(out.out, look.theme)
}

/// Joins the lines of all steps. Lines keep their order, because later ones cover earlier ones.
fn layers(figures: &[Figure]) -> Vec<AnimatedLine<'_>> {
    let mut layers: Vec<AnimatedLine<'_>> = Vec::new();
    for (step, figure) in figures.iter().enumerate() {
        let lines: Vec<&str> = figure.body.lines().collect();
        let known: Vec<&str> = layers.iter().map(|layer| layer.line).collect();
        let mut rest = layers.into_iter();
        let joined = line_changes(&known, &lines).into_iter().map(|(change, line)| {
            let known = if change == LineChange::Added { None } else { rest.next() };
            let new = || AnimatedLine { line, steps: vec![false; figures.len()] };
            let mut layer = known.unwrap_or_else(new);
            layer.steps[step] |= change != LineChange::Removed;
            layer
        });
        layers = joined.collect();
    }
    layers
}

/// Returns the style rules: for each pattern, whether its lines are visible at rest, and the times at which this changes.
fn rules(patterns: &[&[bool]]) -> String {
    let Some(count) = patterns.first().map(|pattern| pattern.len()) else { return String::new() };
    let all_s = count as f64 * STEP_S + END_S;
    let word = |is_visible: bool| if is_visible { "visible" } else { "hidden" };
    let mut rules = "<style>\n".to_owned();
    for (index, pattern) in patterns.iter().enumerate() {
        let at_rest = word(pattern.last().copied().unwrap_or_default());
        let _ = write!(
            rules,
            ".s{index}{{visibility:{at_rest};animation:k{index} {all_s:.1}s step-end infinite}}@keyframes k{index}{{"
        );
        for (step, is_visible) in pattern.iter().enumerate() {
            if step == 0 || pattern[step - 1] != *is_visible {
                let percent = step as f64 * STEP_S / all_s * 100.0;
                let _ = write!(rules, "{percent:.2}%{{visibility:{}}}", word(*is_visible));
            }
        }
        rules.push_str("}\n");
    }
    rules + "@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n</style>\n"
}
