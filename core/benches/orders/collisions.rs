//! Collisions, in which all lanes access one word. They are explored natively and as WebAssembly.

use lanescope_core::explore::{Exploration, Observation, Question};
use lanescope_core::machine::Place;
use lanescope_core::session::Session;
use std::hint::black_box;
use std::rc::Rc;

/// Lanes that access one word.
pub struct Collision {
    /// A short description.
    pub name: &'static str,
    /// The operation of `SUATOM`.
    operation: &'static str,
    format: &'static str,
    lanes: usize,
    numbers: Numbers,
    /// Whether the exploration asks if an observed result is possible. Otherwise it asks which contents of memory are.
    is_question: bool,
}

/// The operands of the lanes.
enum Numbers {
    /// 32 random bits for each lane.
    Drawn,
    /// Random numbers below 20, as bounds to count to.
    Bounds,
    /// 0, to compare with; the value to store is the lane's number + 1.
    Lock,
    /// 1.0 or -1.0.
    Units,
    /// Floats of very different sizes.
    Wide,
}

const fn integers(name: &'static str, operation: &'static str, numbers: Numbers) -> Collision {
    Collision { name, operation, format: "R32_UINT", lanes: 16, numbers, is_question: false }
}

/// All measured collisions.
pub const ALL: &[Collision] = &[
    integers("16 lanes add", "ADD", Numbers::Drawn),
    integers("16 lanes and", "AND", Numbers::Drawn),
    integers("16 lanes or", "OR", Numbers::Drawn),
    integers("16 lanes xor", "XOR", Numbers::Drawn),
    integers("16 lanes min", "MIN", Numbers::Drawn),
    integers("16 lanes max, signed", "MAX.S32", Numbers::Drawn),
    integers("16 lanes exchange", "EXCH", Numbers::Drawn),
    integers("16 lanes take a lock", "CAS", Numbers::Lock),
    integers("16 lanes count up, each to its bound", "INC", Numbers::Bounds),
    integers("16 lanes count down, each from its bound", "DEC", Numbers::Bounds),
    Collision {
        name: "16 lanes add 1.0 or -1.0",
        operation: "ADD.F32.FTZ.RN",
        format: "R32_FLOAT",
        lanes: 16,
        numbers: Numbers::Units,
        is_question: false,
    },
    Collision {
        name: "16 lanes add floats of all sizes",
        operation: "ADD.F32.FTZ.RN",
        format: "R32_FLOAT",
        lanes: 16,
        numbers: Numbers::Wide,
        is_question: false,
    },
    Collision {
        name: "can this be? 32 lanes exchange",
        operation: "EXCH",
        format: "R32_UINT",
        lanes: 32,
        numbers: Numbers::Bounds,
        is_question: true,
    },
];

impl Collision {
    /// Creates lanes that count up, each to its bound. The order matters to all of them.
    pub fn counting(lanes: usize) -> Self {
        Self { lanes, ..integers("", "INC", Numbers::Bounds) }
    }

    /// Returns the operands of the lanes.
    pub fn numbers(&self) -> Vec<u32> {
        let mut state = 7u64;
        let mut draw = move || {
            // A linear congruential generator with Knuth's constants. Its high bits are used, because they are more random.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let number = |lane: usize| match self.numbers {
            Numbers::Drawn => draw(),
            Numbers::Bounds => draw() % 20,
            Numbers::Lock => 0,
            Numbers::Units => [1.0f32, -1.0][(draw() % 2) as usize].to_bits(),
            Numbers::Wide => {
                let exponent = (lane % 12) as i32 - 4;
                (10f32.powi(exponent) * (1.0 + draw() as f32 / u32::MAX as f32)).to_bits()
            }
        };
        (0..self.lanes).map(number).collect()
    }

    fn text(&self) -> String {
        let Self { operation, format, lanes, .. } = self;
        let numbers = self.numbers().iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let mask = u32::MAX >> (32 - lanes);
        format!(
            ".isa sass sm=52\n.lanes 32 active={mask:#x}\n.set R4 = {numbers}\n.set R5 = iota(1)\n\
             .surface 0 1d_buffer {format} 1 = 0\n.order seed=3\n\
             SUATOM.D.1D_BUFFER.{operation}.IGN R6, [R2], R4, 0x0;\n"
        )
    }

    /// Opens the scenario.
    pub fn prepare(&self) -> Prepared {
        let session = Session::open(&self.text());
        let question = if self.is_question { Question::possible(seen(&session)) } else { Question::memory() };
        Prepared { session, question }
    }
}

/// A scenario to explore, with the question.
pub struct Prepared {
    session: Session,
    question: Question,
}

impl Prepared {
    /// Explores all orders. Returns the number of states, or 0 if the budget is spent.
    pub fn explore(&self) -> usize {
        let scenario = self.session.scenario.as_ref().expect("the text is sound");
        let mut exploration = Exploration::new(Rc::clone(scenario), self.question.clone());
        while !exploration.advance(4096) {}
        let states = exploration.states();
        if black_box(exploration.finish()).is_some() { states.max(1) } else { 0 }
    }
}

/// Returns the contents of the word and each lane's result at the end of the run.
fn seen(session: &Session) -> Vec<Observation> {
    let (scenario, run) = (session.scenario.as_ref(), session.run.as_ref());
    let (scenario, run) = (scenario.expect("the text is sound"), run.expect("it runs"));
    let layout = &scenario.layout;
    let returned = layout.variables.iter().find(|variable| variable.name == "R6").expect("it is written");
    let mut places: Vec<Place> = (0..returned.count.min(32)).map(|lane| returned.element(lane)).collect();
    places.push(layout.surfaces[0].element(0));
    let end = run.state(run.len());
    let observed = |place: Place| Observation { place, mask: u64::MAX, bits: end.read(place) };
    places.into_iter().map(observed).collect()
}
