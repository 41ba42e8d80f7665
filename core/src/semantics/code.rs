//! The lowered form of a semantics text, and the environment for lowering it.

use super::header_query::HeaderQuery;
use super::trap_reason::TrapReason;
use super::vocabulary::{BinaryOp, Builtin, LocalId, Pc, Site, Type, UnaryOp};
use crate::base::{Bits, ScalarType, Span};
use crate::spec::{ChosenReadings, FloatBehaviour, Fold, Reading};
use smallvec::SmallVec;
use std::rc::Rc;

/// A text in the notation: the body of one instruction, or one `op NAME { ... }` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationText {
    /// The name of the instruction or operation.
    pub name: String,
    /// The text as shown.
    pub text: Rc<str>,
    /// The offset of the text in the scenario; `None` for a built-in text.
    pub document_offset: Option<u32>,
    /// Whether the text differs from the manual's text of that name, or the manual has none.
    pub is_changed: bool,
}

impl NotationText {
    /// Creates a text of the manual.
    pub fn built_in(name: &str, text: Rc<str>) -> Self {
        Self { name: name.to_owned(), text, document_offset: None, is_changed: false }
    }
}

/// The meaning of names in a text, for one instruction of a program.
#[derive(Clone, Debug)]
pub struct Environment<'a> {
    /// The access type, `T`.
    pub access: ScalarType,
    /// Named constants such as `exec_size` and `GRF_SIZE`.
    pub constants: Vec<Constant>,
    /// The instruction's operands, in the order of its row.
    pub operands: Vec<NotationOperand<'a>>,
    /// Every reading that `reading(name, choice)` may test.
    pub readings: &'a [&'static Reading],
    /// The choices in force.
    pub chosen: &'a ChosenReadings,
    /// The modifiers that `modifier(name, word)` may test.
    pub modifiers: Vec<ModifierWords>,
    /// The rules for float arithmetic.
    pub float: FloatBehaviour,
}

/// A modifier with its possible words and the chosen one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub struct ModifierWords {
    pub name: String,
    /// The possible words.
    pub known: Vec<String>,
    /// The chosen word; empty if there is none.
    pub chosen: String,
}

/// A named constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub struct Constant {
    pub name: &'static str,
    pub ty: ScalarType,
    pub value: u64,
}

/// An operand in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub struct NotationOperand<'n> {
    pub name: &'n str,
    pub shape: OperandShape,
}

/// The meaning of indexing an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum OperandShape {
    /// Shared memory of type `T`, as `surface[byte address]` or `surface[x, y, z, level]`.
    Surface,
    /// The memory of all surfaces of the header pool, of type `T`, as `surface[address]`.
    HeaderPool,
    /// An input: `src0[i]` is an element of that type, read from the latched value.
    Input(ScalarType),
    /// An output: `dst[i] = ...` writes an element of that type.
    Output(ScalarType),
    /// An output that converts: `dst[i] = ...` converts any number to that type and writes it.
    Converted {
        ty: ScalarType,
        /// Whether the number is first clamped: an integer to the type's range, a float to 0..=1.
        saturate: bool,
    },
    /// A whole declaration, in invariants only. `BUF[3]` is an element, counted as in `.expect`, and `sum(BUF)`
    /// combines all elements.
    Whole { ty: Type, count: u32 },
}

/// The index of an expression in [`Code::exprs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExprId(pub u32);

/// A text, checked and lowered for one access type and one choice of readings.
#[derive(Clone, Debug)]
pub struct Code {
    /// The instruction's text, and the operation's if there is one.
    pub texts: Vec<NotationText>,
    /// The statements. The uniform thread starts at statement 0.
    pub statements: Vec<Statement>,
    /// The expressions.
    pub exprs: Vec<Expr>,
    /// The locals of the uniform thread and of the lanes.
    pub locals: Vec<Local>,
    /// The operation that `op(...)` calls.
    pub op: Option<OpBody>,
    /// The local named `result`, if the text calls `op`.
    pub result: Option<LocalId>,
    /// The lane's local that addresses shared memory, if there is exactly one.
    pub address: Option<LocalId>,
    /// The treatment of NaN, zeros and denormals under the chosen readings.
    pub float_behaviour: FloatBehaviour,
    /// The parts of the texts left out because they are decided.
    pub decided: Vec<Decided>,
}

/// A piece of text that lowering left out in part or in full, because the words of the line, the readings or named
/// constants decide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The piece: a statement, or a value with `?:`.
    pub site: Site,
    /// The part that runs; `None` if nothing runs.
    pub runs: Option<Span>,
    /// The reasons, each as a clause.
    pub because: Vec<String>,
    /// The readings among the reasons.
    pub readings: Vec<&'static str>,
}

impl Code {
    /// Returns the expression with that index.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// Returns the pieces of text that micro-steps run: statements and conditions, and the assignments of the
    /// operation.
    pub fn step_sites(&self) -> impl Iterator<Item = Site> {
        let own = self
            .statements
            .iter()
            .filter(|statement| statement.kind.is_step())
            .map(|statement| statement.site);
        let body = self.op.iter().flat_map(OpBody::assignments);
        own.chain(body.map(|(statement, ..)| statement.site))
    }

    /// Returns whether an expression reads shared memory, on any branch.
    pub fn reads_memory(&self) -> bool {
        self.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Memory { .. }))
    }

    /// Returns whether a statement writes shared memory or applies an atomic operation, on any branch.
    pub fn writes_memory(&self) -> bool {
        let is_write = |kind: &StatementKind| {
            matches!(kind, StatementKind::Assign { target: AssignTarget::Surface { .. }, .. })
        };
        self.op.is_some() || self.statements.iter().any(|statement| is_write(&statement.kind))
    }

    /// Returns the locals that hold what a lane reads from memory, in the order of their statements.
    pub fn read_locals(&self) -> Vec<LocalId> {
        let mut locals = Vec::new();
        for statement in &self.statements {
            let StatementKind::Assign { target: AssignTarget::Local(local), value } = statement.kind else {
                continue;
            };
            if matches!(self.expr(value).kind, ExprKind::Memory { .. }) && !locals.contains(&local) {
                locals.push(local);
            }
        }
        locals
    }

    /// Returns the number of a lane's micro-steps that only prepare others: they compute no address, access no memory,
    /// call no operation and write no output.
    pub fn preparing_statements(&self) -> usize {
        let mut in_lane = false;
        let lane_steps = self.statements.iter().filter(|statement| {
            match statement.kind {
                StatementKind::Foreach { .. } => in_lane = true,
                StatementKind::EndLane { .. } => in_lane = false,
                _ => {}
            }
            in_lane && statement.kind.is_step()
        });
        let prepares = |statement: &&Statement| match &statement.kind {
            _ if statement.is_address || statement.accesses_memory || statement.calls_op => false,
            StatementKind::Assign { target: AssignTarget::Local(_), .. } => true,
            StatementKind::Assign { .. } | StatementKind::Drop(_) => false,
            _ => true,
        };
        lane_steps.filter(prepares).count()
    }

    /// Returns the text of a place.
    pub fn piece(&self, site: Site) -> &str {
        self.texts.get(usize::from(site.text)).map_or("", |text| site.span.of(&text.text))
    }

    /// Returns the statement at `pc`.
    pub fn statement(&self, pc: Pc) -> &Statement {
        &self.statements[pc.0 as usize]
    }
}

/// A local.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub struct Local {
    pub name: String,
    pub ty: Type,
    /// Whether it belongs to the uniform thread: declared outside `foreach_active`, read-only inside.
    pub uniform: bool,
}

/// A lowered statement.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the names say it
pub struct Statement {
    /// The piece of text that it came from; for `if` and `for`, the condition.
    pub site: Site,
    pub kind: StatementKind,
    /// Whether it reads or writes shared memory; for `EnterAtomic`, whether the block does.
    pub accesses_memory: bool,
    /// Whether it computes a local that addresses shared memory.
    pub is_address: bool,
    /// Whether it calls the instruction's operation.
    pub calls_op: bool,
}

/// The effect of a lowered statement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum StatementKind {
    /// Evaluates a value and stores it: one micro-step.
    Assign {
        target: AssignTarget,
        /// The value, already of the target's type.
        value: ExprId,
    },
    /// Evaluates a condition (one micro-step) and jumps to `otherwise` if it is false.
    Branch {
        /// The condition, of type bool.
        condition: ExprId,
        otherwise: Pc,
        /// Whether it is the condition of a loop, to which a later statement jumps back.
        is_loop: bool,
    },
    /// Continues at that statement. No micro-step.
    Jump(Pc),
    /// Starts a thread at the next statement for each enabled lane. The uniform thread waits for all of them and
    /// continues at `end`. No micro-step.
    Foreach {
        /// The lane's number in each thread.
        variable: LocalId,
        end: Pc,
    },
    /// Stops the lane if the condition is true (one micro-step). The run ends as soon as the other lanes are done.
    Trap {
        reason: TrapReason,
        /// The condition, of type bool.
        condition: ExprId,
    },
    /// Records that a lane's access to an element is dropped (one micro-step). The operands are the header's index
    /// (UD) and the element's coordinates (Q), the first in bytes. Memory does not change.
    Drop([ExprId; 4]),
    /// Ends a lane's thread. No micro-step.
    EndLane {
        /// Whether the lane is done with the instruction: no other `foreach_active` may follow.
        is_last: bool,
    },
    /// Excludes other threads until `LeaveAtomic`. No micro-step.
    EnterAtomic,
    /// Ends the exclusion of other threads. No micro-step.
    LeaveAtomic,
    /// Ends the uniform thread. No micro-step.
    Halt,
}

impl StatementKind {
    /// Returns whether it is a micro-step.
    pub fn is_step(&self) -> bool {
        matches!(self, Self::Assign { .. } | Self::Branch { .. } | Self::Trap { .. } | Self::Drop(_))
    }
}

/// The target of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it; an operand is an index in the environment's list
pub enum AssignTarget {
    /// A local of the thread; in the body of an operation, a local of the body.
    Local(LocalId),
    /// `surface[address]` or `surface[x, y, ...]`.
    Surface { operand: usize, at: Address },
    /// `dst[index]`.
    Element {
        operand: usize,
        /// The element, from 0.
        index: ExprId,
    },
}

/// The index of a surface. One part is a byte address, UD or UQ. Two to four parts are the coordinates of a texel, each UD: x, y,
/// layer or z, and level of detail. Missing coordinates are 0.
pub type Address = SmallVec<[ExprId; 4]>;

/// A typed expression.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the names and types say it
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub site: Site,
    pub form: ExprForm,
}

/// How the text writes an expression. Captions read it, evaluation does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExprForm {
    /// As its kind; a constant as a name, or as an expression of constants.
    #[default]
    Written,
    /// A number or a truth value, written out.
    Literal,
    /// Not at all: an implicit conversion or saturation, the 1 of `++`, the index of `src0` alone, an undefined initial value.
    Implicit,
    /// `mask[n]`: a bit of a named number.
    Bit,
    /// `bits(x)`.
    Bits,
    /// The operator of `place op= value`, with an operation as value: `x *= 1 + 1`.
    Compound,
    /// With the access type: `T(x)`, `as(T, x)`, `sizeof(T)` or `element_bytes`.
    AccessType,
}

/// The computation of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it; an operand is an index in the environment's list
pub enum ExprKind {
    /// A literal, a named constant or a decided reading.
    Constant(Bits),
    /// A local.
    Local(LocalId),
    /// A local of the operation's body, in [`OpBody::locals`].
    OpLocal(LocalId),
    /// An element of an input operand.
    Element {
        operand: usize,
        /// The element, from 0.
        index: ExprId,
    },
    /// `surface[address]` or `surface[x, y, ...]`, of the access type.
    Memory { operand: usize, at: Address },
    /// `inside(surface[address])`: whether an access there is within bounds.
    Inside { operand: usize, at: Address },
    /// A function such as `sum(BUF)` over all elements of a declaration.
    Fold {
        fold: Fold,
        operand: usize,
        /// The type and the number of the elements.
        of: (Type, u32),
    },
    /// `ChEn[i]`: whether a lane is enabled.
    Enabled(ExprId),
    /// `Pred[i]`: whether a lane's predicate bit is set.
    Predicated(ExprId),
    /// A unary operator.
    Unary(UnaryOp, ExprId),
    /// A binary operator on operands of one type; a shift amount may have another type.
    Binary(BinaryOp, ExprId, ExprId),
    /// `condition ? a : b`.
    Select(ExprId, ExprId, ExprId),
    /// A builtin.
    Call(Builtin, Vec<ExprId>),
    /// A query about a surface of the header pool.
    Header(HeaderQuery, Vec<ExprId>),
    /// The value in another type, by the manual's conversion rules.
    Convert(ExprId),
    /// The integer of the type that is closest to an integer. Sums, differences and products are exact before.
    Saturate(ExprId),
    /// The same bits as another type of the same width.
    Reinterpret(ExprId),
    /// `op(old, src0, src1)`: runs [`Code::op`], sets the local `result`, and yields the new value. An argument that
    /// the body does not mention is not evaluated.
    Op([ExprId; 3]),
}

/// The body of an operation, run within the micro-step that calls it. Its statements are assignments of its own locals,
/// branches and jumps.
#[derive(Clone, Debug)]
pub struct OpBody {
    /// The locals: `old`, `src0`, `src1`, `new`, `result`, then the declared ones.
    pub locals: Vec<Local>,
    /// For each of `old`, `src0` and `src1`, whether a statement reads it.
    pub reads: [bool; 3],
    /// The statements, from 0 to the end.
    pub statements: Vec<Statement>,
}

impl OpBody {
    /// The index of the local `old`.
    pub(crate) const OLD: LocalId = LocalId(0);
    /// The index of the local `new`.
    pub(crate) const NEW: LocalId = LocalId(3);
    /// The index of the local `result`, which is `old` at first.
    pub(crate) const RESULT: LocalId = LocalId(4);

    /// Returns the assignments in the order of the text, each with its local and its value.
    pub fn assignments(&self) -> impl Iterator<Item = (&Statement, LocalId, ExprId)> {
        self.statements.iter().filter_map(|statement| match statement.kind {
            StatementKind::Assign { target: AssignTarget::Local(local), value } => {
                Some((statement, local, value))
            }
            _ => None,
        })
    }

    /// Returns whether any statement assigns the local.
    pub fn assigns(&self, wanted: LocalId) -> bool {
        self.assignments().any(|(_, local, _)| local == wanted)
    }
}
