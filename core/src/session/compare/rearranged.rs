//! The cost of an instruction with other addresses, or with another layout or pitch of an image, and in the variants of the text.

use super::what_if::MOST_STEPS;
use crate::base::{Bits, Span, TextEdit};
use crate::cost::{Cost, Transactions, cost};
use crate::exec::Run;
use crate::machine::{SurfaceLayout, Variable};
use crate::session::text::{Session, VariantStart, spelt};
use crate::spec::CostKey;
use crate::syntax::{Directive, Key, SurfaceLine};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The maximum number of values in a list that is rearranged.
const MOST_VALUES: usize = 64;

/// The maximum number of changes that are tried. Each opens the text again.
const MOST_TRIES: usize = 100;

/// A change that costs less, or another layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rearrangement {
    /// The change in words.
    pub title: &'static str,
    /// The variant with the change.
    pub start: VariantStart,
    /// The cost of the instruction in that variant.
    pub cost: Cost,
}

impl Session {
    /// Returns the cost of an instruction in each variant with a short run, with the variant's name. Empty if the run of this text is long.
    pub fn variant_costs(&self, instruction: usize) -> Vec<(String, Cost)> {
        if self.run.as_ref().is_none_or(|run| run.len() > MOST_STEPS) {
            return Vec::new();
        }
        let costs = self
            .variants()
            .filter_map(|name| Some((name.to_owned(), self.cost_in(&self.text, name, instruction)?)));
        costs.collect()
    }

    /// Returns changes of the addresses that make an instruction cost less, and other layouts of the images, each with its cost. Empty
    /// in a variant, and if the run is long.
    ///
    /// The initial values of each variable are tried in ascending order, at consecutive addresses, and at a larger distance. An array
    /// of structures is tried as a structure of arrays, and each image with the other layout and other pitches. A change counts only
    /// if as many lanes access as many bytes as before.
    pub fn rearrangements(&self, instruction: usize) -> Vec<Rearrangement> {
        let run = self.run.as_ref().filter(|run| run.len() <= MOST_STEPS && self.variant.is_none());
        let Some(run) = run else { return Vec::new() };
        let before = Transactions::new(run, instruction, &run.scenario().cost_model);
        if before.lanes == 0 {
            return Vec::new();
        }
        let mut found: Vec<Rearrangement> = Vec::new();
        let cost_before = before.cost();
        let mut tries = 0..MOST_TRIES;
        let mut offer = |title, start: VariantStart, is_layout: bool| {
            let now = tries.next().and_then(|_| self.cost_with(&start, instruction));
            let Some(now) = now else { return };
            let before = cost_before;
            let is_same_access = (now.lanes, now.used_bytes) == (before.lanes, before.used_bytes)
                || now.sectors == 0 && now.lanes == before.lanes;
            let is_worth_it =
                if is_layout { weight(now) != weight(before) } else { weight(now) < weight(before) };
            if !is_same_access || !is_worth_it {
                return;
            }
            match found.iter_mut().find(|known| known.title == title) {
                Some(known) if weight(known.cost) <= weight(now) => {}
                Some(known) => *known = Rearrangement { title, start, cost: now },
                None => found.push(Rearrangement { title, start, cost: now }),
            }
        };
        if let Some(start) = self.as_arrays(run, instruction) {
            offer("Structure of arrays", start, false);
        }
        for (span, directive) in self.document.directives() {
            match directive {
                Directive::Set(line) => {
                    let layout = &run.scenario().layout;
                    let Some(variable) = layout.variable(&line.name.text) else { continue };
                    for (title, name, values) in arrangements(run, variable, &before) {
                        let lines = set_line(variable, &values);
                        offer(title, VariantStart::Lines { name, lines }, false);
                    }
                }
                Directive::Surface(line) => {
                    if let Some(lines) = self.other_layout(span, line) {
                        offer("Other layout", VariantStart::Lines { name: "layout", lines }, true);
                    }
                    for lines in self.other_pitches(run, span, line) {
                        offer("Other pitch", VariantStart::Lines { name: "pitch", lines }, false);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Returns the cost of an instruction in a new variant; `None` as for [`Self::run_with`].
    fn cost_with(&self, start: &VariantStart, instruction: usize) -> Option<Cost> {
        self.run_with(start).map(|run| cost_of(&run, instruction))
    }

    /// Returns the cost of an instruction in a variant of a text; `None` as for [`Self::run_in`].
    fn cost_in(&self, text: &str, variant: &str, instruction: usize) -> Option<Cost> {
        self.run_in(text, variant).map(|run| cost_of(&run, instruction))
    }

    /// Returns the run of a new variant; `None` as for [`Self::run_in`].
    pub(in crate::session) fn run_with(&self, start: &VariantStart) -> Option<Rc<Run>> {
        self.run_in(&self.with_new_variant(start).ok()?, &self.new_variant_name(start))
    }

    /// Returns the run of a variant of a text; `None` if the variant does not run, or if its run is long.
    pub(in crate::session) fn run_in(&self, text: &str, variant: &str) -> Option<Rc<Run>> {
        let mut pending = Self::begin_as(text, &self.roll_call, Some(variant));
        if !pending.advance(MOST_STEPS) {
            return None;
        }
        pending.session().run.clone()
    }

    /// Returns the line of a two-dimensional surface with block-linear memory, or without it. `whole` is the place of the line.
    fn other_layout(&self, whole: Span, line: &SurfaceLine) -> Option<String> {
        let extent = line.extent.as_ref().filter(|extent| extent.sizes.len() == 2)?;
        let is_blocks = line.keys.iter().any(|key| matches!(&*key.name.text, "layout" | "block"));
        let removed: &[&str] = if is_blocks { &["layout", "block"] } else { &["pitch"] };
        let keys = line.keys.iter().filter(|key| removed.contains(&&*key.name.text));
        let mut edits: Vec<TextEdit> = keys.map(|key| self.removed(key)).collect();
        if !is_blocks {
            let replacement = " layout=blocklinear block=1x1".to_owned();
            edits.push(TextEdit { span: Span::at(extent.span.range().end), replacement });
        }
        Some(self.line_with(whole, edits))
    }

    /// Returns the line of a surface with rows at other distances. Each is the size of a row, rounded up to a multiple of a power of
    /// two, up to a cache line. `whole` is the place of the line.
    fn other_pitches(&self, run: &Run, whole: Span, line: &SurfaceLine) -> Vec<String> {
        let scenario = run.scenario();
        let surface = scenario.layout.surface(&line.name.text);
        let Some((surface, extent)) = surface.zip(line.extent.as_ref()) else { return Vec::new() };
        if surface.extent[1] < 2 || !matches!(surface.layout, SurfaceLayout::Linear { .. }) {
            return Vec::new();
        }
        let units = (0..=scenario.cost_model.get(CostKey::Line).ilog2()).map(|power| 1 << power);
        let pitches: BTreeSet<usize> = units.map(|unit| surface.row_bytes().next_multiple_of(unit)).collect();
        let with = |pitch: usize| {
            let known = line.keys.iter().filter(|key| key.name.text == "pitch");
            let mut edits: Vec<TextEdit> = known.map(|key| self.removed(key)).collect();
            let replacement = format!(" pitch={pitch}");
            edits.push(TextEdit { span: Span::at(extent.span.range().end), replacement });
            self.line_with(whole, edits)
        };
        pitches.into_iter().map(with).collect()
    }

    /// Returns the edit that removes a key of a surface, with the space before it.
    fn removed(&self, key: &Key) -> TextEdit {
        let range = key.name.span.to(key.value.span).range();
        let start = range.start - usize::from(self.text[..range.start].ends_with(' '));
        TextEdit { span: Span::new(start, range.end), replacement: String::new() }
    }
}

/// Returns the cost of an instruction, by the model of its scenario.
fn cost_of(run: &Run, instruction: usize) -> Cost {
    cost(run, instruction, &run.scenario().cost_model)
}

/// Returns the number by which changes are compared.
fn weight(cost: Cost) -> u32 {
    cost.sectors + cost.passes + cost.queue
}

/// Returns the initial values of a variable with an element for each lane; `None` if one is undefined, or if the list is long.
pub(super) fn lane_values(run: &Run, variable: &Variable) -> Option<Vec<u64>> {
    let scenario = run.scenario();
    if !(2..=MOST_VALUES).contains(&variable.count) || variable.count < usize::from(scenario.dispatch_lanes) {
        return None;
    }
    let value = |index| scenario.initial.read(variable.element(index));
    let values = (0..variable.count).map(value);
    values.map(|value| value.is_defined(variable.ty.width_bits()).then_some(value.value)).collect()
}

/// Returns the line that sets a variable.
pub(super) fn set_line(variable: &Variable, values: &[u64]) -> String {
    let spelt = |value: &u64| spelt(Bits::known(*value).truncate(variable.ty.width_bits()), variable.ty);
    let values: Vec<String> = values.iter().map(spelt).collect();
    format!("  .set {} = {}\n", variable.name, values.join(" "))
}

/// Returns other values of a variable, each with the change in words and the name of a variant.
fn arrangements(
    run: &Run,
    variable: &Variable,
    transactions: &Transactions,
) -> Vec<(&'static str, &'static str, Vec<u64>)> {
    let scenario = run.scenario();
    let lanes = usize::from(scenario.dispatch_lanes);
    let Some(values) = lane_values(run, variable).filter(|_| lanes > 1) else { return Vec::new() };
    let with =
        |own: Vec<u64>| -> Vec<u64> { own.into_iter().chain(values[lanes..].iter().copied()).collect() };
    let mut sorted = values[..lanes].to_vec();
    sorted.sort_unstable();
    let first = sorted[0];
    let line =
        |step: u64| with((0..lanes as u64).map(|lane| first.wrapping_add(lane.wrapping_mul(step))).collect());
    let mut found = vec![("Sorted addresses", "sorted", with(sorted))];
    for step in [1, 2, 4, 8, 16] {
        found.push(("Consecutive addresses", "consecutive", line(step)));
    }
    let distance = values[1].wrapping_sub(values[0]);
    let is_even = values[..lanes].windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == distance);
    if !transactions.groups.is_empty() && is_even && distance > 0 {
        let word = u64::from(scenario.cost_model.get(CostKey::BankBytes));
        found.push(("Padding of one word", "padded", line(distance.wrapping_add(word))));
    }
    found
}
