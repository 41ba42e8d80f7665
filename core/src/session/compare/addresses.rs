//! The cost of an instruction in the variants of the text, and with other addresses or another pitch of an image.

use crate::base::{Bits, Span};
use crate::cost::{Cost, cost};
use crate::exec::Run;
use crate::machine::{SurfaceLayout, Variable};
use crate::session::text::{Change, Contents, MOST_TRIED_STEPS, Session, VariantStart, spelt};
use crate::spec::CostKey;
use crate::syntax::{self, Directive, SurfaceLine};
use std::collections::BTreeSet;

/// The maximum number of values in a list that is rearranged.
const MOST_VALUES: usize = 64;

/// The maximum number of changes that are tried. Each opens the text again.
const MOST_TRIES: usize = 100;

/// A change that costs less.
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
        if self.run.as_ref().is_none_or(|run| run.len() > MOST_TRIED_STEPS) {
            return Vec::new();
        }
        let cost = |name: &str| {
            let cost = self.cost_with(&Change::Variant(name.into()), instruction)?;
            Some((name.to_owned(), cost))
        };
        self.variants().filter_map(cost).collect()
    }

    /// Returns changes with which an instruction costs less, the best one of each kind. Empty in a variant, and if the run is long.
    ///
    /// The initial values of each variable are tried in ascending order, and at consecutive elements. Each image is tried with other
    /// pitches. A change counts only if as many lanes access as many bytes as before.
    pub fn rearrangements(&self, instruction: usize) -> Vec<Rearrangement> {
        let run = self.run.as_ref().filter(|run| run.len() <= MOST_TRIED_STEPS && self.variant.is_none());
        let Some(run) = run else { return Vec::new() };
        let before = cost(run, instruction, &run.scenario().cost_model);
        let mut found: Vec<Rearrangement> = Vec::new();
        let changes = if before.lanes == 0 { Vec::new() } else { self.rearranged_variants(run) };
        for (title, start) in changes.into_iter().take(MOST_TRIES) {
            let Some(cost) = self.cost_with(&Change::NewVariant(start.clone()), instruction) else {
                continue;
            };
            let is_same_access = (cost.lanes, cost.used_bytes) == (before.lanes, before.used_bytes)
                || cost.sectors == 0 && cost.lanes == before.lanes;
            if !is_same_access || weight(cost) >= weight(before) {
                continue;
            }
            match found.iter_mut().find(|known| known.title == title) {
                Some(known) if weight(known.cost) <= weight(cost) => {}
                Some(known) => *known = Rearrangement { title, start, cost },
                None => found.push(Rearrangement { title, start, cost }),
            }
        }
        found
    }

    /// Returns the cost of an instruction in a trial with a short run.
    fn cost_with(&self, change: &Change, instruction: usize) -> Option<Cost> {
        let run = self.run_trial(change, MOST_TRIED_STEPS)?;
        Some(cost(&run, instruction, &run.scenario().cost_model))
    }

    /// Returns the changes to try, each in words.
    fn rearranged_variants(&self, run: &Run) -> Vec<(&'static str, VariantStart)> {
        let layout = &run.scenario().layout;
        let mut found = Vec::new();
        for (span, directive) in self.document.directives() {
            match directive {
                Directive::Set(line) => {
                    let Some(variable) = layout.variable(&line.name.text) else { continue };
                    let Some(values) = lane_values(run, variable) else { continue };
                    let (own, rest) = values.split_at(usize::from(run.scenario().dispatch_lanes));
                    let mut sorted = own.to_vec();
                    sorted.sort_unstable();
                    // The sign of a step does not matter, because values wrap.
                    let step = self.value_step(&Contents::Variable(variable.name.clone()), 0) as u64;
                    let consecutive = (0..own.len() as u64)
                        .map(|lane| sorted[0].wrapping_add(lane.wrapping_mul(step)))
                        .collect();
                    let start = |name, own: Vec<u64>| {
                        let lines = set_line(variable, &[&own, rest].concat());
                        VariantStart::Lines { name, lines }
                    };
                    found.push(("Sorted addresses", start("sorted", sorted)));
                    found.push(("Consecutive addresses", start("consecutive", consecutive)));
                }
                Directive::Surface(line) => {
                    let lines = self.other_pitches(run, span, line).into_iter();
                    let start = |lines| VariantStart::Lines { name: "pitch", lines };
                    found.extend(lines.map(|lines| ("Other pitch", start(lines))));
                }
                _ => {}
            }
        }
        found
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
        let with = |pitch: usize| self.line_with(whole, vec![syntax::set_pitch(line, extent, pitch)]);
        pitches.into_iter().map(with).collect()
    }
}

fn weight(cost: Cost) -> u32 {
    cost.sectors + cost.passes + cost.queue
}

/// Returns the initial values of a variable with an element for each lane; `None` for one lane, if a value is undefined, or if the
/// list is long.
fn lane_values(run: &Run, variable: &Variable) -> Option<Vec<u64>> {
    let scenario = run.scenario();
    let lanes = usize::from(scenario.dispatch_lanes);
    if lanes < 2 || !(lanes..=MOST_VALUES).contains(&variable.count) {
        return None;
    }
    let value = |index| scenario.initial.read(variable.element(index));
    let values = (0..variable.count).map(value);
    values.map(|value| value.is_defined(variable.ty.width_bits()).then_some(value.value)).collect()
}

fn set_line(variable: &Variable, values: &[u64]) -> String {
    let spelt = |value: &u64| spelt(Bits::known(*value).truncate(variable.ty.width_bits()), variable.ty);
    let values: Vec<String> = values.iter().map(spelt).collect();
    format!("  .set {} = {}\n", variable.name, values.join(" "))
}
