//! Edits of panels, chosen by an input. Most of them fit the scenario.

use super::choices::Choices;
use lanescope_core::base::Schedule;
use lanescope_core::session::Session;
use lanescope_core::session::run::{LaneId, LaneMask, Layout};
use lanescope_core::session::text::{Contents, Filling, OrderReport, PanelEdit, VariantStart};
use lanescope_frontend::state::Entry;

/// Texts that a person types into a field.
const TYPED: [&str; 22] = [
    "",
    "0",
    "1",
    "-1",
    "7",
    "0xff",
    "4294967295",
    "18446744073709551616",
    "1.5",
    "nan",
    "-inf",
    "?",
    "1 2 3",
    "1,2,3,4",
    "iota(0, 4)",
    "[3; 8]",
    "[1; 99999999]",
    "random(1)",
    "0b1010",
    "{",
    "// end",
    "\u{1f30a}",
];

/// Chooses a text that someone types.
pub fn typed(choices: &mut Choices) -> String {
    match choices.below(4) {
        0 => choices.number().to_string(),
        _ => choices.pick(&TYPED).to_owned(),
    }
}

/// Chooses the name of a variable, a surface or a predicate, or another word.
fn name(choices: &mut Choices, layout: Option<&Layout>) -> String {
    let Some(layout) = layout else { return "A".to_owned() };
    let variables = layout.variables.iter().map(|variable| variable.name.to_string());
    let surfaces = layout.surfaces.iter().map(|surface| surface.name.to_string());
    let predicates = layout.predicates.iter().map(|predicate| predicate.name.to_string());
    let mut names: Vec<String> = variables.chain(surfaces).chain(predicates).collect();
    names.push("no such name".to_owned());
    choices.pick(&names)
}

/// Returns the variables, surfaces and predicates of a scenario that runs, or of one with a mistake.
fn layout(session: &Session) -> Option<&Layout> {
    let scenario = session.scenario.as_ref().or(session.setup.as_ref());
    scenario.map(|scenario| &scenario.layout)
}

fn contents(choices: &mut Choices, session: &Session) -> Contents {
    let name = name(choices, layout(session));
    let is_surface = layout(session).is_some_and(|layout| layout.surface(&name).is_some());
    // Sometimes the name is of another kind.
    if is_surface != (choices.byte() == 255) { Contents::Surface(name) } else { Contents::Variable(name) }
}

/// Chooses a field of a panel.
pub fn entry(choices: &mut Choices, session: &Session) -> Entry {
    let of = contents(choices, session);
    let index = choices.index(32);
    match (choices.below(8), of) {
        (0, _) => Entry::Mask,
        (1, of) => Entry::All(of),
        (_, Contents::Variable(name)) => Entry::Element { name, index },
        (_, Contents::Surface(name)) => Entry::Cell { name, index },
    }
}

/// Chooses the change of all elements.
pub fn filling(choices: &mut Choices) -> Filling {
    match choices.flag() {
        true => Filling::Value(typed(choices)),
        false => Filling::Series { start: typed(choices), step: typed(choices) },
    }
}

/// Chooses an order of lanes.
pub fn schedule(choices: &mut Choices) -> Schedule {
    match choices.below(4) {
        0 => Schedule::Ascending,
        1 => Schedule::Descending,
        2 => Schedule::Seeded(choices.number().into()),
        _ => {
            let lists = 1 + choices.below(3);
            let list =
                |choices: &mut Choices| (0..=choices.below(6)).map(|_| choices.index(32) as u8).collect();
            Schedule::Explicit((0..lists).map(|_| list(choices)).collect())
        }
    }
}

/// Chooses orders as an answer about all orders lists them.
pub fn orders(choices: &mut Choices) -> Vec<OrderReport> {
    let orders = ["ascending", "descending", "1 0", "3 2 / 0", "seed=5", "40", ""];
    let one = |choices: &mut Choices| OrderReport {
        instruction: choices.index(3),
        line: 1,
        order: choices.pick(&orders).to_owned(),
        turns: Vec::new(),
    };
    (0..=choices.below(2)).map(|_| one(choices)).collect()
}

/// Chooses an edit of a panel.
pub fn edit(choices: &mut Choices, session: &Session) -> PanelEdit {
    let instructions = session.scenario.as_ref().map_or(0, |scenario| scenario.program.len());
    let variants: Vec<&str> = session.variants().chain(["none"]).collect();
    match choices.below(20) {
        0 => PanelEdit::LaneMask(LaneMask(choices.number())),
        1 => PanelEdit::MaskText(typed(choices)),
        2 => PanelEdit::LaneCount(choices.pick(&[1, 8, 16, 32, 0, 255])),
        3..6 => PanelEdit::Elements {
            of: contents(choices, session),
            index: choices.index(32),
            values: typed(choices),
        },
        6 => PanelEdit::Shift {
            of: contents(choices, session),
            index: choices.index(32),
            steps: steps(choices),
        },
        7 => PanelEdit::Stride { name: name(choices, layout(session)), steps: steps(choices) },
        8 | 9 => PanelEdit::Reach {
            instruction: choices.index(instructions),
            lane: LaneId(choices.index(32) as u8),
            from: choices.flag().then(|| (choices.index(2), choices.index(8))),
            to: (choices.index(2), choices.index(8)),
        },
        10 => PanelEdit::Grow {
            name: name(choices, layout(session)),
            index: choices.index(32),
            values: typed(choices),
        },
        11 => PanelEdit::Fill { of: contents(choices, session), with: filling(choices) },
        12 => PanelEdit::Predicate { name: name(choices, layout(session)), mask: LaneMask(choices.number()) },
        13 => PanelEdit::Queue {
            instruction: choices.index(instructions),
            target: choices.index(4),
            lane: LaneId(choices.index(32) as u8),
            to: choices.index(8),
        },
        14 => PanelEdit::Order { instruction: choices.index(instructions), order: schedule(choices) },
        15 => PanelEdit::Witness(orders(choices)),
        16 => PanelEdit::AddVariant(match choices.below(6) {
            0 => VariantStart::Order,
            1 => VariantStart::Reading,
            2 => VariantStart::Value,
            3 => VariantStart::Semantics,
            4 => VariantStart::Instruction,
            _ => VariantStart::Lines { name: "other", lines: ".order descending\n".to_owned() },
        }),
        17 => {
            let element = format!("{}[{}]", name(choices, layout(session)), choices.index(8));
            let variant = choices.pick(&variants).to_owned();
            PanelEdit::Counterexample { values: vec![(element, typed(choices))], variant }
        }
        18 => PanelEdit::Model(choices.pick(&session.sets.cost_models())),
        _ => {
            let views = session.reading_views();
            let Some(view) = views.get(choices.below(views.len())) else {
                return PanelEdit::LaneMask(LaneMask(1));
            };
            let choice = &view.reading.choices[choices.below(view.reading.choices.len())];
            PanelEdit::Reading { name: view.reading.name, choice: choices.flag().then_some(choice.name) }
        }
    }
}

fn steps(choices: &mut Choices) -> i64 {
    match choices.below(8) {
        0 => i64::from(choices.number()) << 20,
        1 => i64::MIN,
        2 => i64::MAX,
        _ => i64::from(choices.byte() as i8),
    }
}
