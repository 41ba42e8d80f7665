//! Draws the numbers of a text with questions again, for another exercise of the same kind.

use super::misconception::MISCONCEPTIONS;
use super::truth::truth;
use crate::base::{Bits, Span, TextEdit, apply_edits, split_mix};
use crate::exec::{Bound, BoundOperand, Scenario};
use crate::machine::{Declaration, Variable};
use crate::session::text::{Change, MOST_TRIED_STEPS, Session, spelt};
use crate::syntax::{Directive, Item, ItemKind};
use std::collections::BTreeSet;

/// The number of draws. One of them is taken.
const DRAWS: u64 = 6;

/// The smallest number of wrong answers that are different, if some draw has as many.
const FEWEST_WRONG_ANSWERS: usize = 2;

/// The difficulty of an exercise that is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// Numbers below 10, and the draw whose misconceptions have the fewest different answers, but at least two.
    Easier,
    /// Numbers below 100, and the draw whose misconceptions have the most different answers.
    #[default]
    Harder,
}

impl Difficulty {
    fn largest(self) -> u64 {
        match self {
            Self::Easier => 9,
            Self::Harder => 99,
        }
    }

    /// Returns the rank of a draw with this number of wrong answers. The highest one is taken.
    fn rank(self, wrong_answers: usize) -> usize {
        match self {
            Self::Easier if wrong_answers >= FEWEST_WRONG_ANSWERS => usize::MAX - wrong_answers,
            _ => wrong_answers,
        }
    }
}

/// The largest value that is drawn again. Larger ones, such as 0xffffffff, matter for what they are.
const MOST_DRAWN: u64 = 999;

/// The largest number of elements of a list that is drawn again.
const MOST_ELEMENTS: usize = 64;

impl Session {
    /// Returns the text with other numbers, offsets and dispatch mask, and without its `.expect` lines, which would be wrong. Its
    /// `.limit` lines stay, even if the new offsets break them. Offsets are drawn among those of the text. `None` if no draw runs
    /// without errors. The same seed and difficulty give the same text.
    pub fn another(&self, seed: u64, difficulty: Difficulty) -> Option<String> {
        let is_claim = |item: &&Item| matches!(item.kind, ItemKind::Directive(Directive::Expect(_), _));
        // Also those in variants.
        let claims: Vec<Span> = self.document.items.iter().filter(is_claim).map(|item| item.span).collect();
        let text = self.without_lines(&claims);
        let base = Self::begin_as(&text, &self.sets, None);
        let drawn = (0..DRAWS).filter_map(|draw| {
            let text = base
                .session()
                .redrawn(&mut (seed.wrapping_mul(DRAWS).wrapping_add(draw)), difficulty.largest())?;
            let mut pending = Self::begin_as(&text, &self.sets, None);
            let other = pending.advance(MOST_TRIED_STEPS).then(|| pending.into_session())?;
            let runs = other.run.is_some() && !other.unexpected_errors();
            runs.then(|| (difficulty.rank(other.wrong_answers()), text))
        });
        // The first of the best draws.
        let best = drawn.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.map(|(_, text)| text)
    }

    /// Returns each line of the text, with whether it may be shown. Lines that overlap with the given places may not, and neither may
    /// comments after the first instruction.
    pub fn lines_without(&self, hidden: &[Span]) -> impl Iterator<Item = (&str, bool)> + use<'_> {
        let program = self.setup_lines();
        let mut hidden = hidden.to_vec();
        hidden.sort_unstable();
        let mut hidden = hidden.into_iter().peekable();
        // The end of the places that begin before the end of the line.
        let mut hidden_until = 0;
        let mut start = 0;
        self.text.split_inclusive('\n').enumerate().map(move |(number, line)| {
            let end = start + line.len();
            while let Some(span) = hidden.next_if(|span| span.range().start < end) {
                hidden_until = hidden_until.max(span.range().end);
            }
            let is_hidden = start < hidden_until;
            let is_remark = number >= program && line.trim_start().starts_with("//");
            start = end;
            (line, !is_hidden && !is_remark)
        })
    }

    /// Returns the text without lines that may not be shown.
    pub fn without_lines(&self, hidden: &[Span]) -> String {
        let shown = self.lines_without(hidden).filter(|(_, is_shown)| *is_shown);
        let shown: String = shown.map(|(line, _)| line).collect();
        shown.trim_end().to_owned() + "\n"
    }

    /// Counts the different wrong answers that misconceptions give to the questions of the text.
    fn wrong_answers(&self) -> usize {
        let Some(run) = &self.run else { return 0 };
        let starts = MISCONCEPTIONS.iter().filter_map(|misconception| misconception.start(self));
        let trial = |start| self.run_trial(&Change::NewVariant(start), MOST_TRIED_STEPS);
        let runs: Vec<_> = starts.filter_map(trial).collect();
        let count = |asked| {
            let right = truth(run, asked).map(|truth| truth.in_words());
            let answers = runs.iter().filter_map(|run| Some(truth(run, asked)?.in_words()));
            let wrong: BTreeSet<String> = answers.filter(|answer| Some(answer) != right.as_ref()).collect();
            wrong.len()
        };
        self.questions.iter().map(|ask| count(&ask.content)).sum()
    }

    /// Returns the text with numbers up to `largest` that are drawn from a seed.
    fn redrawn(&self, seed: &mut u64, largest: u64) -> Option<String> {
        let scenario = self.scenario.as_deref()?;
        let (layout, lanes) = (&scenario.layout, usize::from(scenario.dispatch_lanes));
        let mut edits = Vec::new();
        for (_, directive) in self.document.directives() {
            // The declaration of a list, the number of elements that are drawn again, whether they are addresses, and the list.
            let (declaration, count, is_address, span) = match directive {
                Directive::Set(line) => {
                    let Some(variable) = layout.variable(&line.name.text) else { continue };
                    let is_address = is_address(scenario, variable);
                    (Declaration::Variable(variable), lanes, is_address, line.values.span)
                }
                Directive::Surface(line) => {
                    let surface = layout.surface(&line.name.text).filter(|surface| !surface.ty.is_float());
                    let Some((surface, list)) = surface.zip(line.values.as_ref()) else { continue };
                    (Declaration::Surface(surface), surface.count(), false, list.span)
                }
                Directive::Lanes(line) => {
                    let Some(active) = &line.active else { continue };
                    let replacement = drawn_mask(scenario, active.value, seed);
                    edits.push(TextEdit { span: active.span, replacement });
                    continue;
                }
                _ => continue,
            };
            let values = declaration.cells().take(count).map(|cell| scenario.initial.read(cell.place));
            let Some(new) = drawn_values(&values.collect::<Vec<_>>(), is_address, largest, seed) else {
                continue;
            };
            let rest = declaration.cells().skip(new.len()).map(|cell| scenario.initial.read(cell.place));
            let all: Vec<Bits> = new.into_iter().chain(rest).collect();
            let end = all.iter().rposition(|bits| bits.defined != 0).map_or(0, |last| last + 1);
            let list: Vec<String> = all[..end].iter().map(|bits| spelt(*bits, declaration.ty())).collect();
            edits.push(TextEdit { span, replacement: list.join(" ") });
        }
        (!edits.is_empty()).then(|| apply_edits(&self.text, &edits))
    }
}

/// Returns a dispatch mask with its bits in another order. Lanes that no instruction uses stay as they are.
fn drawn_mask(scenario: &Scenario, mask: i128, seed: &mut u64) -> String {
    let lanes = usize::from(scenario.dispatch_lanes);
    let last = |bound: &Bound| usize::from(bound.mask_offset + bound.exec_size);
    let used = scenario.program.iter().map(last).max().unwrap_or(lanes).min(lanes);
    let mut bits: Vec<bool> = (0..lanes).map(|lane| mask >> lane & 1 == 1).collect();
    for at in (1..used).rev() {
        let other = (split_mix(seed) % (at as u64 + 1)) as usize;
        bits.swap(at, other);
    }
    let digits: String = bits.iter().rev().map(|bit| if *bit { '1' } else { '0' }).collect();
    format!("0b{digits}")
}

fn is_address(scenario: &Scenario, variable: &Variable) -> bool {
    scenario.program.iter().any(|bound| {
        bound.row.operands().iter().zip(&bound.operands).any(|(operand, bound)| match bound {
            BoundOperand::Elements { space, .. } | BoundOperand::Register { low: space, .. } => {
                operand.is_address() && *space == variable.space
            }
            _ => false,
        })
    })
}

/// Draws values: of addresses, among the present ones; otherwise numbers up to `largest` for those that are small. Elements from
/// the first undefined one on are left out. `None` if the list is empty or long.
fn drawn_values(values: &[Bits], is_address: bool, largest: u64, seed: &mut u64) -> Option<Vec<Bits>> {
    let known = values.iter().take_while(|bits| bits.defined & 1 == 1).count();
    let values = &values[..known];
    if values.is_empty() || values.len() > MOST_ELEMENTS {
        return None;
    }
    let mut draw = |below: u64| split_mix(seed) % below;
    let new = values.iter().map(|old| match is_address {
        true => values[draw(values.len() as u64) as usize],
        false if old.value == 0 || old.value > MOST_DRAWN => *old,
        false => Bits { value: 1 + draw(largest), ..*old },
    });
    Some(new.collect())
}
