//! What the instruction sets make of the same numbers: their atomic operations, idea by idea, side by side. The scenarios
//! are written from the rows and run like any other; only the numbers that show a difference are chosen by hand.

use super::Session;
use crate::base::{Bits, NumberFormat, ScalarType, SurfaceKind, TEXEL_FORMATS, show, sorted_by};
use crate::diag::Severity;
use crate::exec::Run;
use crate::isa::ROLL_CALL;
use crate::machine::Place;
use crate::semantics::{NotationText, op_blocks, op_mentions};
use crate::spec::{
    AtomicOp, Direction, Idea, Instruction, Isa, ModifierKind, NullRule, OpTable, OperandKind, OperandType,
    ReadingSet, SlotKind,
};
use crate::trace::{Effect, MicroStep};
use std::fmt::Write;
use std::rc::Rc;

/// An idea that two instruction sets share, with what each makes of the same numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The idea.
    pub title: &'static str,
    /// Both instructions.
    pub sides: [Side; 2],
    /// How many of the sources `src0` and `src1` either operation uses.
    pub sources: usize,
    /// What each lane saw.
    pub lanes: Vec<LaneRow>,
}

/// One instruction of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name with the words behind it.
    pub title: String,
    /// Its line in the scenario.
    pub line: String,
    /// The notation of its operation.
    pub notation: Rc<str>,
    /// The scenario.
    pub text: String,
    /// Why its run stopped early, where it did.
    pub problem: Option<String>,
}

/// A lane of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneRow {
    /// Where the lane goes, in elements; the surface has as many as there are lanes with `memory`.
    pub element: i32,
    /// The element before; `None` outside the surface.
    pub memory: Option<String>,
    /// Its sources, as many as the comparison has.
    pub sources: Vec<String>,
    /// What became of it on each side.
    pub outcomes: [Outcome; 2],
}

/// What became of a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What came back; `None` where nothing did.
    pub returned: Option<String>,
    /// The element at the end; `None` outside the surface.
    pub stored: Option<String>,
}

impl LaneRow {
    /// Whether the two sides differ.
    pub fn differs(&self) -> bool {
        self.outcomes[0] != self.outcomes[1]
    }
}

impl Comparison {
    /// Whether any lane differs.
    pub fn differs(&self) -> bool {
        self.lanes.iter().any(LaneRow::differs)
    }
}

/// The instruction sets that are compared, in the order of the sides.
const SETS: [Isa; 2] = [Isa::Visa, Isa::Sass];

/// Lanes of the vISA scenarios: the smallest execution size that holds all probes.
const LANES: usize = 8;

/// An operation with the words that make it an idea.
#[derive(Clone, Copy)]
struct Spelling {
    row: &'static Instruction,
    table: &'static OpTable,
    op: &'static AtomicOp,
    words: &'static str,
}

/// What is tried.
struct Probes {
    /// As what values are shown.
    ty: ScalarType,
    /// The elements in memory, one for each lane inside.
    memory: &'static str,
    /// Of each of these lanes `src0` and `src1`.
    sources: [&'static str; 2],
}

fn probes(idea: Idea) -> Probes {
    use ScalarType::{D, F, Hf, Ud};
    let (ty, memory, first, second) = match idea {
        // Below the bound, at it, above it, and where 32 bits end.
        Idea::Increment => (Ud, "2 5 9 0xffffffff", "5 5 5 5", "0"),
        Idea::Decrement | Idea::DecrementFirst => (Ud, "3 0 5 9", "5 5 5 5", "0"),
        // Memory holds the first source, the second, neither, both.
        Idea::CompareExchange => (Ud, "5 9 7 5", "5 5 5 5", "9 9 9 5"),
        // Equal, not equal, equal with other bits, not equal with the same bits.
        Idea::CompareFloat => (F, "1.5 2.5 -0.0 nan", "1.5 1.5 0.0 nan", "9.0 9.0 9.0 9.0"),
        Idea::Outside => (Ud, "10 20 30", "1 1 1", "0"),
        Idea::Exchange => (Ud, "5 9", "9 9", "0"),
        Idea::Add | Idea::Subtract => (Ud, "5 0xffffffff", "9 2", "0"),
        Idea::AddFloat => (F, "1.5", "2.5", "0"),
        Idea::MinUnsigned | Idea::MaxUnsigned => (Ud, "5 5", "9 0xffffffff", "0"),
        Idea::MinSigned | Idea::MaxSigned => (D, "5 5", "9 -1", "0"),
        // 1 and 2; the zeros; a quiet and a signalling NaN; subnormal numbers.
        Idea::MinHalf | Idea::MaxHalf => {
            (Hf, "0x3c00 0x0000 0x3c00 0x3c00 0x0002", "0x4000 0x8000 0x7e00 0x7d00 0x0001", "0")
        }
        Idea::And | Idea::Or | Idea::Xor => (Ud, "12", "10", "0"),
    };
    Probes { ty, memory, sources: [first, second] }
}

/// What both sides are given: a scenario is this and a way to write it.
struct Trial {
    idea: Idea,
    probes: Probes,
    /// How many lanes are inside.
    inside: usize,
    /// Where each lane goes, in elements: lane `n` inside to element `n`, one more to the first outside; of
    /// [`Idea::Outside`] another one before the first.
    elements: Vec<i32>,
}

impl Trial {
    fn new(idea: Idea) -> Self {
        let probes = probes(idea);
        let inside = probes.memory.split(' ').count();
        let mut elements: Vec<i32> = (0..=inside as i32).collect();
        elements.extend((idea == Idea::Outside).then_some(-1));
        Self { idea, probes, inside, elements }
    }

    /// A source of every lane; outside, that of lane 0.
    fn source(&self, at: usize) -> String {
        let column = self.probes.sources[at];
        let first = column.split(' ').next().unwrap_or(column);
        let outside = self.elements.len() - self.inside;
        column.to_owned() + &format!(" {first}").repeat(outside)
    }

    /// Type of the elements as the surfaces are declared: what halves lie in is dwords.
    fn memory_type(&self) -> ScalarType {
        if self.probes.ty.size_bytes() < 4 { ScalarType::Ud } else { self.probes.ty }
    }

    /// The lines before the declarations.
    fn head(&self, isa: &str, lanes: usize, name: &str) -> String {
        let (title, mask) = (self.idea.title(), (1u32 << self.elements.len()) - 1);
        let last = if self.elements.len() == self.inside + 1 { "lane is" } else { "two lanes are" };
        format!(
            "// {title}: {name}\n// The last {last} outside the surface.\n.isa {isa}\n.lanes {lanes} active={mask:#b}\n"
        )
    }

    fn visa(&self, Spelling { row, table, op, words }: Spelling) -> (String, String) {
        let mentioned = mentions(table, op);
        let wide = words == "16";
        let ty = (table.operand_types)(op, wide, &ReadingSet::default())[0].name().to_ascii_lowercase();
        let (mut declared, mut set, mut operands) = (String::new(), String::new(), String::new());
        for operand in row.operands {
            let name = operand.name.to_ascii_uppercase();
            let is_second = operand.name == "src1";
            let OperandKind::Raw { direction, ty: declared_type, null, .. } = operand.kind else {
                operands += " BUF";
                continue;
            };
            if null == NullRule::WhenUnused && !mentioned[1 + usize::from(is_second)] {
                operands += " V0.0";
                continue;
            }
            let (ty, values) = match (declared_type, direction) {
                (OperandType::Fixed(ty), _) => {
                    let bytes = |element: &i32| (4 * element).cast_unsigned().to_string();
                    let bytes: Vec<String> = self.elements.iter().map(bytes).collect();
                    (ty.name().to_ascii_lowercase(), Some(bytes.join(" ")))
                }
                (_, Direction::In) => (ty.clone(), Some(self.source(usize::from(is_second)))),
                (_, Direction::Out) => (ty.clone(), None),
            };
            // Writing to a String never fails.
            let _ = writeln!(declared, ".decl {name} v_type=G type={ty} num_elts={LANES} align=GRF");
            if let Some(values) = values {
                let _ = writeln!(set, ".set {name} = {values}");
            }
            let _ = write!(operands, " {name}.0");
        }
        let name = dotted(&row.text_name(), op, words);
        let line = format!("{name} (M1, {LANES}){operands}");
        let memory = self.memory_type().name().to_ascii_lowercase();
        let surface = format!(".surface BUF buffer {memory} = {}\n", self.probes.memory);
        let declared = declared + ".decl BUF v_type=T num_elts=1\n";
        let text = self.head("visa grf=32", LANES, &name) + &declared + &set + &surface + "\n" + &line + "\n";
        (text, line)
    }

    fn sass(&self, Spelling { row, table, op, words }: Spelling) -> (String, String) {
        let mut stem = row.mnemonic.to_owned();
        let mut kind = SurfaceKind::Image1d;
        for modifier in row.modifiers.iter().filter(|modifier| !modifier.optional) {
            if let ModifierKind::Choice(words) = modifier.kind {
                let word = words[0].text;
                kind = SurfaceKind::from_word(&word.to_ascii_lowercase()).unwrap_or(kind);
                stem = stem + "." + word;
            }
        }
        let is_written = |slot: usize| {
            row.operands.iter().any(|operand| {
                matches!(operand.kind, OperandKind::Slot { direction: Direction::Out, slot: at } if at == slot)
            })
        };
        let slots = row.registers.as_ref().map_or(&[][..], |form| form.slots).iter().enumerate();
        let slots = slots.filter(|(_, slot)| !slot.optional).map(|(at, slot)| match slot.kind {
            SlotKind::Address => "[R0]",
            SlotKind::Handle(_) => "0x0",
            _ if is_written(at) => "R8",
            _ => "R4",
        });
        let name = dotted(&stem, op, words);
        let line = format!("{name} {};", slots.collect::<Vec<_>>().join(", "));
        let elements: Vec<String> = self.elements.iter().map(i32::to_string).collect();
        let format =
            TEXEL_FORMATS.iter().find(|(_, ty)| *ty == self.memory_type()).map_or("", |(name, _)| name);
        let (kind, count) = (kind.word(), self.inside);
        let mut text = self.head("sass sm=52", 32, &name);
        let _ = writeln!(text, ".set R0 = {}", elements.join(" "));
        let _ = writeln!(text, ".set R4 = {}", self.source(0));
        if mentions(table, op)[2] {
            let _ = writeln!(text, ".set R5 = {}", self.source(1));
        }
        let _ = writeln!(text, ".surface 0 {kind} {format} {count} = {}\n", self.probes.memory);
        (text + &line + "\n", line)
    }

    /// Runs both sides.
    fn compare(&self, spellings: [Spelling; 2]) -> Option<Comparison> {
        let used = spellings.map(|spelling| {
            let [_, first, second] = mentions(spelling.table, spelling.op);
            if second { 2 } else { usize::from(first) }
        });
        let sources = used[0].max(used[1]);
        let ended = [self.run(self.visa(spellings[0]))?, self.run(self.sass(spellings[1]))?];
        let teller = &ended[usize::from(used[1] > used[0])];
        let lanes = self.elements.iter().enumerate().map(|(lane, &element)| LaneRow {
            element,
            memory: teller.memory(lane, false),
            sources: ["src0", "src1"][..sources]
                .iter()
                .filter_map(|name| teller.source(name, lane))
                .collect(),
            outcomes: ended.each_ref().map(|side| side.outcome(lane)),
        });
        let lanes = lanes.collect();
        let sides = ended.map(|ended| ended.side);
        Some(Comparison { title: self.idea.title(), sides, sources, lanes })
    }

    fn run(&self, (text, line): (String, String)) -> Option<Ended> {
        let session = Session::open(&text);
        let run = session.run?;
        let bound = run.scenario().program.first()?;
        let mut errors = session.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let side = Side {
            title: bound.title.clone(),
            line,
            notation: Rc::clone(&bound.code.texts.get(1)?.text),
            text,
            problem: errors.next().map(|error| error.message.clone()),
        };
        Some(Ended { side, run, inside: self.inside, ty: self.probes.ty })
    }
}

/// A side that has run.
struct Ended {
    side: Side,
    run: Rc<Run>,
    /// How many lanes are inside; lane `n` of them goes to element `n`.
    inside: usize,
    ty: ScalarType,
}

impl Ended {
    fn shown(&self, bits: Bits) -> String {
        show(bits, self.ty, NumberFormat::Auto)
    }

    /// The element of a lane that is inside, at the start or at the end.
    fn memory(&self, lane: usize, at_end: bool) -> Option<String> {
        let space = self.run.scenario().layout.surfaces.first().filter(|_| lane < self.inside)?.space;
        let state = self.run.state(if at_end { self.run.len() } else { 0 });
        // A surface here has a handful of dwords.
        let byte_offset = 4 * lane as u32;
        Some(self.shown(state.read(Place { space, byte_offset, size_bytes: self.ty.size_bytes() as u32 })))
    }

    /// A lane's element of a source.
    fn source(&self, name: &str, lane: usize) -> Option<String> {
        let bound = self.run.scenario().program.first()?;
        let at = bound.row.operands.iter().position(|operand| operand.name == name)?;
        let place = bound.operands[at].element(lane)?;
        Some(self.shown(self.run.state(0).read(place)))
    }

    fn outcome(&self, lane: usize) -> Outcome {
        let returned = |step: MicroStep| {
            let is_here = step.lane.is_some_and(|here| here.index() == lane);
            step.effects.into_iter().find_map(|effect| match effect {
                Effect::Return { after, .. } if is_here => Some(self.shown(after)),
                _ => None,
            })
        };
        Outcome { returned: self.run.steps().find_map(returned), stored: self.memory(lane, true) }
    }
}

/// Which of `old`, `src0` and `src1` an operation uses.
fn mentions(table: &OpTable, op: &AtomicOp) -> [bool; 3] {
    let block = op_blocks(table.semantics).into_iter().find(|(name, _)| name == op.name);
    block.map_or([false; 3], |(name, span)| {
        op_mentions(&NotationText { name, text: span.of(table.semantics).into(), document_offset: None })
    })
}

/// A name with its operation and the words behind it.
fn dotted(stem: &str, op: &AtomicOp, words: &str) -> String {
    let dot = if words.is_empty() { "" } else { "." };
    format!("{stem}.{}{dot}{words}", op.text_word())
}

/// How an instruction set spells an idea.
fn spellings(isa: Isa, idea: Idea) -> Vec<Spelling> {
    let rows = ROLL_CALL.instructions.iter().filter(|row| row.isa == isa);
    let found = rows.filter_map(|row| Some((*row, row.op_table()?))).next();
    let of = |(row, table): (&'static Instruction, &'static OpTable)| {
        let ideas = table.ideas.iter().filter(move |(known, ..)| *known == idea);
        ideas.filter_map(move |(_, name, words)| {
            let op = table.ops.iter().find(|op| op.name == *name)?;
            Some(Spelling { row, table, op, words })
        })
    };
    found.into_iter().flat_map(of).collect()
}

/// Every idea that both instruction sets have, those first in which they differ.
pub fn comparisons() -> Vec<Comparison> {
    let mut out = Vec::new();
    for idea in Idea::ALL {
        let trial = Trial::new(idea);
        let [ours, theirs] = SETS.map(|isa| spellings(isa, idea));
        for spelling in &ours {
            out.extend(theirs.iter().filter_map(|other| trial.compare([*spelling, *other])));
        }
    }
    sorted_by(out, |comparison| u128::from(!comparison.differs()))
}

/// The ideas that one instruction set alone has, each with its spelling.
pub fn without_counterpart() -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    for idea in Idea::ALL {
        let both = SETS.map(|isa| spellings(isa, idea));
        if both.iter().any(Vec::is_empty) {
            let named = |it: &Spelling| (idea.title(), dotted(&it.row.text_name(), it.op, it.words));
            out.extend(both.iter().flatten().map(named));
        }
    }
    out
}
