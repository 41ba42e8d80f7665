//! `.ask` and `.hint`: questions to the reader.

use super::expect::{ClaimReader, Expected};
use crate::base::{Span, counted, rules};
use crate::machine::Layout;
use crate::syntax::{AskTarget, Directive, Number, SpannedText};
use std::rc::Rc;

rules! {
    ASK: "text-ask-target", Invalid,
        "`.ask element` names a variable, a predicate, a surface or one of its elements; `.ask lanes` follows its instruction; \
         `.ask schedule` has values in braces or follows `.expect possible`",
        "Lanescope scenario text", "`.ask` and `.hint`";
    ASKS: "limit-questions", Budget, "a scenario has at most 100 questions", "Lanescope", "limits";
    HINT: "text-hint-place", Invalid, "`.hint` follows the `.ask` that it belongs to",
        "Lanescope scenario text", "`.ask` and `.hint`";
}

/// The largest number of questions in a scenario.
pub(crate) const MAX_ASKS: usize = 100;

/// A question to the reader.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The content that is asked for.
    pub what: Asked,
    /// The author's own words; empty if there are none.
    pub text: String,
    /// The points for a right answer, or for each right value.
    pub points: u32,
    /// Whether the points are for each right value.
    pub is_per_value: bool,
    /// The hints, in order.
    pub hints: Vec<String>,
}

/// The content of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// The contents of a variable, predicate or surface.
    Contents {
        /// The name.
        name: String,
        /// The element; `None` for all of them.
        index: Option<usize>,
        /// The number of micro-steps before the moment; `None` for the end. Only the page asks about another moment.
        step: Option<u32>,
    },
    /// The lanes that take part in an instruction.
    Lanes {
        /// The index of the instruction.
        instruction: usize,
    },
    /// The lane that takes a step. Only the page asks this, about the next steps.
    Next {
        /// The index of the step.
        step: u32,
    },
    /// The number of outcomes of all orders.
    Outcomes {
        /// Whether outcomes include all variables and predicates, and not only the surfaces.
        includes_results: bool,
    },
    /// An order of the lanes that ends so.
    Schedule {
        /// The contents and errors at the end: [`Expected::Contents`] and [`Expected::Diagnostic`].
        ends: Rc<[Expected]>,
    },
}

impl ClaimReader<'_> {
    /// Reads the `.ask` and `.hint` lines.
    pub fn asks(&mut self, expected: &[Expected]) -> Vec<Ask> {
        let mut out: Vec<Ask> = Vec::new();
        let mut possible: Option<&Rc<[Expected]>> = None;
        // Both are in the order of the document, so the claims above a question are read once.
        let mut expected = expected.iter().peekable();
        for (span, directive) in self.document.directives() {
            if self.findings.stop_if_full(span) {
                break;
            }
            let line = match directive {
                Directive::Expect(_) => {
                    while let Some(line) = expected.next_if(|line| line.span().start <= span.start) {
                        if let Expected::Possible { is_possible: true, ends, .. } = line {
                            possible = Some(ends);
                        }
                    }
                    continue;
                }
                Directive::Hint(text) => {
                    match out.last_mut() {
                        Some(ask) => ask.hints.push(text.text.clone()),
                        None => self.findings.error(&HINT, span, "no `.ask` above this hint"),
                    }
                    continue;
                }
                Directive::Ask(line) => line,
                _ => continue,
            };
            if out.len() == MAX_ASKS {
                let message = format!("there are more than {MAX_ASKS} questions");
                self.findings.error(&ASKS, span, message);
                break;
            }
            let what = match &line.what {
                AskTarget::Schedule(Some(end)) => match self.claimed(span, end) {
                    Some(ends) => Some(Asked::Schedule { ends: ends.into() }),
                    None => break,
                },
                target => self.asked(span, target, possible),
            };
            let Some(what) = what else { continue };
            let text = line.text.as_ref().map_or_else(String::new, |text| text.text.clone());
            let (points, is_per_value) = line.points();
            out.push(Ask { what, text, points, is_per_value, hints: Vec::new() });
        }
        out
    }

    /// Returns the content that a question without values asks for. Reports a target that does not exist. `possible` are the ends
    /// of the `.expect possible` line above.
    fn asked(&mut self, span: Span, target: &AskTarget, possible: Option<&Rc<[Expected]>>) -> Option<Asked> {
        let message = match target {
            AskTarget::Element { name, index, .. } => return self.asked_contents(name, *index),
            &AskTarget::Ends { includes_results } => return Some(Asked::Outcomes { includes_results }),
            AskTarget::Lanes => match self.instruction_above(span) {
                Some(instruction) => return Some(Asked::Lanes { instruction }),
                None => "no instruction above `.ask lanes`",
            },
            AskTarget::Schedule(_) => match possible {
                Some(ends) => return Some(Asked::Schedule { ends: Rc::clone(ends) }),
                None => "no `.expect possible` line above; write the values in braces, such as `{ BUF = 3 }`",
            },
        };
        self.findings.error(&ASK, span, message);
        None
    }

    /// Returns the contents of a name, or of one of its elements.
    fn asked_contents(&mut self, name: &SpannedText, index: Option<Number>) -> Option<Asked> {
        let layout = &self.declared.layout;
        let kept_name = self.declared.surface_name(&name.text);
        let mut names = [name.text.as_str(), kept_name].into_iter();
        let known = names.find_map(|name| Some((name, count_of(layout, name)?)));
        let Some((known_name, count)) = known else {
            self.report_undeclared(name);
            return None;
        };
        if let Some(index) = index.filter(|index| index.to_u64() as usize >= count) {
            let elements = counted(count, "element");
            let message = format!("`{}` has {elements}; there is no `[{}]`", name.text, index.value);
            self.findings.error(&ASK, index.span, message);
            return None;
        }
        let index = index.map(|index| index.to_u64() as usize);
        Some(Asked::Contents { name: known_name.to_owned(), index, step: None })
    }
}

/// Returns the number of elements of a name: of a predicate, the number of its bits. `None` if it is not declared.
fn count_of(layout: &Layout, name: &str) -> Option<usize> {
    let predicate = layout.predicate(name).map(|predicate| predicate.count);
    let surface = || layout.surface(name).map(|surface| surface.count());
    predicate.or_else(surface).or_else(|| layout.variable(name).map(|variable| variable.count))
}
