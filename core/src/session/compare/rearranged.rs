//! The cost of an instruction with other addresses, or with another layout of an image, and in the variants of the text.

use super::what_if::MOST_STEPS;
use crate::base::{Bits, Span, TextEdit, apply_edits};
use crate::cost::{Cost, Transactions, cost};
use crate::exec::Run;
use crate::machine::Variable;
use crate::session::text::{Session, VariantStart, spelt};
use crate::spec::CostKey;
use crate::syntax::{Directive, Key, SurfaceLine};

/// The maximum number of values in a list that is rearranged.
const MOST_VALUES: usize = 64;

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
    /// The initial values of each variable are tried in ascending order, at consecutive addresses, and at a larger distance. A change
    /// counts only if as many lanes access as many bytes as before.
    pub fn rearrangements(&self, instruction: usize) -> Vec<Rearrangement> {
        let run = self.run.as_ref().filter(|run| run.len() <= MOST_STEPS && self.variant.is_none());
        let Some(run) = run else { return Vec::new() };
        let before = Transactions::new(run, instruction, &run.scenario().cost_model);
        if before.lanes == 0 {
            return Vec::new();
        }
        let mut found: Vec<Rearrangement> = Vec::new();
        let cost_before = before.cost();
        let mut offer = |title, start: VariantStart, is_layout: bool| {
            let Some(now) = self.cost_with(&start, instruction) else { return };
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
        for (span, directive) in self.document.directives() {
            match directive {
                Directive::Set(line) => {
                    let layout = &run.scenario().layout;
                    let Some(variable) = layout.variable(&line.name.text) else { continue };
                    for (title, name, values) in arrangements(run, variable, &before) {
                        let values: Vec<String> =
                            values.into_iter().map(|value| spelt(value, variable.ty)).collect();
                        let lines = format!("  .set {} = {}\n", line.name.text, values.join(" "));
                        offer(title, VariantStart::Lines { name, lines }, false);
                    }
                }
                Directive::Surface(line) => {
                    if let Some(lines) = self.other_layout(span, line) {
                        offer("Other layout", VariantStart::Lines { name: "layout", lines }, true);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Returns the cost of an instruction in a new variant; `None` as for [`Self::cost_in`].
    fn cost_with(&self, start: &VariantStart, instruction: usize) -> Option<Cost> {
        self.cost_in(&self.with_new_variant(start).ok()?, &self.new_variant_name(start), instruction)
    }

    /// Returns the cost of an instruction in a variant of a text; `None` if the variant does not run, or if its run is long.
    fn cost_in(&self, text: &str, variant: &str, instruction: usize) -> Option<Cost> {
        let mut pending = Self::begin_as(text, &self.roll_call, Some(variant));
        if !pending.advance(MOST_STEPS) {
            return None;
        }
        let run = pending.session().run.as_ref()?;
        Some(cost(run, instruction, &run.scenario().cost_model))
    }

    /// Returns the line of a two-dimensional surface with block-linear memory, or without it. `whole` is the place of the line.
    fn other_layout(&self, whole: Span, line: &SurfaceLine) -> Option<String> {
        let extent = line.extent.as_ref().filter(|extent| extent.sizes.len() == 2)?;
        let edit = |span: Span, replacement: &str| TextEdit {
            span: Span { start: span.start - whole.start, end: span.end - whole.start },
            replacement: replacement.to_owned(),
        };
        let keys = line.keys.iter().filter(|key| matches!(&*key.name.text, "layout" | "block"));
        // A space precedes each key.
        let place = |key: &Key| Span { start: key.name.span.start - 1, end: key.value.span.end };
        let mut edits: Vec<TextEdit> = keys.map(|key| edit(place(key), "")).collect();
        if edits.is_empty() {
            edits.push(edit(Span::at(extent.span.range().end), " layout=blocklinear block=1x1"));
        }
        Some(format!("  {}\n", apply_edits(whole.of(&self.text), &edits)))
    }
}

/// Returns the number by which changes are compared.
fn weight(cost: Cost) -> u32 {
    cost.sectors + cost.passes + cost.queue
}

/// Returns other values of a variable, each with the change in words and the name of a variant.
fn arrangements(
    run: &Run,
    variable: &Variable,
    transactions: &Transactions,
) -> Vec<(&'static str, &'static str, Vec<Bits>)> {
    let scenario = run.scenario();
    let lanes = usize::from(scenario.dispatch_lanes);
    let width = variable.ty.width_bits();
    let values: Vec<Bits> = (0..variable.count.min(MOST_VALUES + 1))
        .map(|index| scenario.initial.read(variable.element(index)))
        .collect();
    let is_known = values.iter().all(|value| value.is_defined(width));
    if !(2..=MOST_VALUES).contains(&values.len()) || values.len() < lanes || !is_known {
        return Vec::new();
    }
    let with = |own: Vec<u64>| -> Vec<Bits> {
        let own = own.into_iter().map(|value| Bits::known(value).truncate(width));
        own.chain(values[lanes..].iter().copied()).collect()
    };
    let own: Vec<u64> = values[..lanes].iter().map(|value| value.value).collect();
    let mut sorted = own.clone();
    sorted.sort_unstable();
    let first = sorted[0];
    let line = |step: u64| with((0..lanes as u64).map(|lane| first.wrapping_add(lane * step)).collect());
    let mut found = vec![("Sorted addresses", "sorted", with(sorted))];
    for step in [1, 2, 4, 8, 16] {
        found.push(("Consecutive addresses", "consecutive", line(step)));
    }
    let distance = own[1].wrapping_sub(own[0]);
    let is_even = own.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == distance);
    if !transactions.groups.is_empty() && is_even && distance > 0 {
        let word = u64::from(scenario.cost_model.get(CostKey::BankBytes));
        found.push(("Padding of one word", "padded", line(distance.wrapping_add(word))));
    }
    found
}
