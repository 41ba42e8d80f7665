//! The lowered form of a semantics text, and what it is lowered against.

use super::{FlatCode, FloatRules, HeaderQuery, TrapReason};
use crate::base::{Bits, NumberFormat, ScalarType, Span, show};
use crate::spec::{Fold, Reading, ReadingSet};
use std::rc::Rc;

/// A text in the notation: the body of one instruction, or one `op NAME { ... }` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationText {
    /// The instruction's or the operation's name.
    pub name: String,
    /// The text as it is shown.
    pub text: Rc<str>,
    /// Where the text starts in the scenario, if it stands there rather than being built in.
    pub document_offset: Option<u32>,
    /// Whether it says something else than the manual's text of that name, or there is none.
    pub is_changed: bool,
}

/// A piece of notation text: which of a [`Code`]'s texts, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// 0 for the instruction's own text, 1 for the operation's.
    pub text: u8,
    /// The place of the piece in that text.
    pub span: Span,
}

/// What the names in a text mean for one instruction of a program.
#[derive(Clone, Debug)]
pub struct Environment<'a> {
    /// The access type, `T`.
    pub access: ScalarType,
    /// Named numbers such as `exec_size` and `GRF_SIZE`.
    pub constants: Vec<Constant>,
    /// The instruction's operands, in the order of its row.
    pub operands: Vec<OperandBinding<'a>>,
    /// Every reading that `reading(name, choice)` may ask for.
    pub readings: &'a [&'static Reading],
    /// The choices in force.
    pub chosen: &'a ReadingSet,
    /// What `modifier(name, word)` may ask for.
    pub modifiers: Vec<ModifierWords>,
    /// How floats are computed with.
    pub float: FloatRules,
}

/// A modifier with the words that it can be and the one that it is.
#[derive(Clone, Debug)]
pub struct ModifierWords {
    /// The name.
    pub name: String,
    /// The words that it can be.
    pub known: Vec<String>,
    /// The word that it is; empty where there is none.
    pub chosen: String,
}

/// A named number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The name.
    pub name: &'static str,
    /// Its type.
    pub ty: ScalarType,
    /// Its value.
    pub value: u64,
}

/// An operand as the notation sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandBinding<'n> {
    /// The name.
    pub name: &'n str,
    /// What indexing it means.
    pub shape: OperandShape,
}

/// What indexing an operand means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandShape {
    /// `surface[byte address]` or `surface[x, y, z, level]` is shared memory of type `T`.
    Surface,
    /// `surface[address]` is memory of type `T` wherever the surfaces of the header pool lie.
    HeaderPool,
    /// `src0[i]` is an element of that type, read from the latched value.
    Input(ScalarType),
    /// `dst[i] = ...` writes an element of that type.
    Output(ScalarType),
    /// `dst[i] = ...` converts any number to that type and writes it.
    Converted {
        /// The type.
        ty: ScalarType,
        /// Whether the number is first brought into the type's range; a float into 0 to 1.
        saturate: bool,
    },
    /// `BUF[3]` is an element of what a scenario declares, counted as `.expect` counts them, and `sum(BUF)` looks at all of
    /// them. Only an invariant names such.
    Whole {
        /// The type of the elements.
        ty: Type,
        /// How many there are.
        count: u32,
    },
}

/// Index of an expression in [`Code::exprs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExprId(pub u32);

/// Index of a local in [`Code::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u16);

/// Index of a statement in [`Code::statements`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pc(pub u32);

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A number.
    Scalar(ScalarType),
    /// A truth value; 1 bit wide, in bit 0.
    Bool,
}

impl Type {
    /// The scalar type as which a value is shown: truth values count as bytes.
    pub fn scalar_or_byte(self) -> ScalarType {
        match self {
            Type::Scalar(ty) => ty,
            Type::Bool => ScalarType::Ub,
        }
    }

    /// A value of the type as text; a truth value is a word.
    pub fn show(self, value: Bits, format: NumberFormat) -> String {
        match self {
            Type::Scalar(ty) => show(value, ty, format),
            Type::Bool if !value.is_defined(1) => "?".to_owned(),
            Type::Bool => (value.value & 1 == 1).to_string(),
        }
    }

    /// Width in bits: 1 for a truth value.
    pub fn width_bits(self) -> u32 {
        match self {
            Type::Scalar(ty) => ty.width_bits(),
            Type::Bool => 1,
        }
    }
}

/// A text, checked and lowered for one access type and one choice of readings.
#[derive(Clone, Debug)]
pub struct Code {
    /// The instruction's text, and the operation's where it has one.
    pub texts: Vec<NotationText>,
    /// The statements; execution starts at 0 with the uniform thread.
    pub statements: Vec<Statement>,
    /// The expressions.
    pub exprs: Vec<Expr>,
    /// The locals of the uniform thread and of the lanes.
    pub locals: Vec<Local>,
    /// The operation that `op(...)` calls.
    pub op: Option<OpBody>,
    /// The local behind the name `result`, where the text calls `op`.
    pub result: Option<LocalId>,
    /// The lane's local that says where it goes in shared memory, where there is exactly one.
    pub address: Option<LocalId>,
    /// What the chosen readings make of NaN, zeros and denormal numbers.
    pub float_rules: FloatRules,
    /// What was left out of the texts because it is decided.
    pub decided: Vec<Decided>,
    /// All of it as it is evaluated.
    pub flat: FlatCode,
}

/// A piece of a text of which lowering kept a part or nothing, because the words of the line, the readings or the named
/// numbers decide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The piece: a statement, or a value with `?:`.
    pub site: Site,
    /// The part of it that runs; `None` where nothing of it does.
    pub runs: Option<Span>,
    /// What decides it, each as half a sentence.
    pub because: Vec<String>,
    /// The readings that do.
    pub readings: Vec<&'static str>,
}

impl Code {
    /// The expression of that index.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// The pieces of text that micro-steps run, in no order: statements and conditions, and the lines of the operation.
    pub fn step_sites(&self) -> impl Iterator<Item = Site> {
        let own = self.statements.iter().filter(|it| it.kind.is_step()).map(|it| it.site);
        own.chain(self.op.iter().flat_map(OpBody::sites))
    }

    /// How many statements of a lane neither say where it goes nor access memory, modify or return: what it has to look at
    /// before.
    pub fn preparing_statements(&self) -> usize {
        let mut in_lane = false;
        let of_lane = self.statements.iter().filter(|statement| {
            match statement.kind {
                StatementKind::Foreach { .. } => in_lane = true,
                StatementKind::EndLane => in_lane = false,
                _ => {}
            }
            in_lane && statement.kind.is_step()
        });
        let prepares = |statement: &&Statement| match &statement.kind {
            _ if statement.is_address || statement.accesses_memory => false,
            StatementKind::Assign { target: Target::Local(_), value } => {
                !matches!(self.expr(*value).kind, ExprKind::Op(_))
            }
            StatementKind::Assign { .. } => false,
            _ => true,
        };
        of_lane.filter(prepares).count()
    }

    /// The statement at that place.
    pub fn statement(&self, pc: Pc) -> &Statement {
        &self.statements[pc.0 as usize]
    }
}

/// A local.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it belongs to the uniform thread: declared outside `foreach_active`, read-only inside.
    pub uniform: bool,
}

/// A statement of the flat form.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The piece of text that it came from (for `if` and `for`: the condition).
    pub site: Site,
    /// What it does.
    pub kind: StatementKind,
    /// Whether it reads or writes shared memory; for `EnterAtomic`, whether the block does.
    pub accesses_memory: bool,
    /// Whether it computes a local that addresses shared memory.
    pub is_address: bool,
}

/// What a statement of the flat form does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Evaluates a value and stores it: one micro-step.
    Assign {
        /// The target.
        target: Target,
        /// The value, already of the target's type.
        value: ExprId,
    },
    /// Evaluates a condition (one micro-step) and goes to `otherwise` when it is false.
    Branch {
        /// The condition, of type bool.
        condition: ExprId,
        /// Where a false condition leads.
        otherwise: Pc,
    },
    /// The thread goes on at that statement. No micro-step.
    Jump(Pc),
    /// The uniform thread starts a thread at the next statement for each enabled lane, waits for all of them, and goes
    /// on at `end`. No micro-step.
    Foreach {
        /// The lane's number in each thread.
        variable: LocalId,
        /// Where the uniform thread goes on.
        end: Pc,
    },
    /// A lane stops where the condition holds (one micro-step), and the run ends as soon as the other lanes are done.
    Trap {
        /// The reason.
        reason: TrapReason,
        /// The condition, of type bool.
        condition: ExprId,
    },
    /// A lane's access to an element is dropped (one micro-step): the header's index (UD) and the element's coordinates
    /// (Q), the first in bytes. That changes nothing but what is noted of the lane.
    Drop([ExprId; 4]),
    /// A lane's thread ends. No micro-step.
    EndLane,
    /// No other thread comes between here and `LeaveAtomic`. No micro-step.
    EnterAtomic,
    /// Other threads may have their turn again. No micro-step.
    LeaveAtomic,
    /// The uniform thread ends. No micro-step.
    Halt,
}

impl StatementKind {
    /// Whether it is a micro-step.
    pub fn is_step(&self) -> bool {
        matches!(self, Self::Assign { .. } | Self::Branch { .. } | Self::Trap { .. } | Self::Drop(_))
    }
}

/// Where a value is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A local.
    Local(LocalId),
    /// `surface[address]` or `surface[x, y, ...]`.
    Surface {
        /// Index of the operand.
        operand: usize,
        /// The address.
        at: Address,
    },
    /// `dst[index]`.
    Element {
        /// Index of the operand.
        operand: usize,
        /// The element, from 0.
        index: ExprId,
    },
}

/// What stands in the brackets behind a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// One number: a byte address, UD or UQ.
    Byte(ExprId),
    /// Two to four numbers: the coordinates of a texel, UD: x, then y, then layer or z, then the level of detail. What
    /// is left out is 0.
    Texel(Vec<ExprId>),
}

impl Address {
    /// The expressions that it consists of.
    pub fn parts(&self) -> &[ExprId] {
        match self {
            Address::Byte(id) => std::slice::from_ref(id),
            Address::Texel(ids) => ids,
        }
    }
}

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// The place of its text.
    pub site: Site,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal, a named number or a decided reading.
    Constant(Bits),
    /// A local.
    Local(LocalId),
    /// A parameter of an operation: 0 `old`, 1 `src0`, 2 `src1`, then `new`, `result` and the locals of its body.
    OpLocal(u16),
    /// An element of an input operand.
    Element {
        /// Index of the operand.
        operand: usize,
        /// The element, from 0.
        index: ExprId,
    },
    /// `surface[address]` or `surface[x, y, ...]`, of the access type.
    Memory {
        /// Index of the operand.
        operand: usize,
        /// The address.
        at: Address,
    },
    /// `inside(surface[address])`: whether an access there is within bounds.
    Inside {
        /// Index of the operand.
        operand: usize,
        /// The address.
        at: Address,
    },
    /// `sum(BUF)` and its like: all elements of what a scenario declares, taken together.
    Fold {
        /// What is made of them.
        fold: Fold,
        /// Index of the operand.
        operand: usize,
        /// The type of an element, and how many there are.
        of: (Type, u32),
    },
    /// `ChEn[i]`: whether a lane is enabled.
    Enabled(ExprId),
    /// `Pred[i]`: whether a lane's predicate is on.
    Predicated(ExprId),
    /// An operator with one operand. Operand and result have the types that the checker gave them.
    Unary(UnaryOp, ExprId),
    /// An operator with two operands of one type (a shift's amount may differ).
    Binary(BinaryOp, ExprId, ExprId),
    /// `condition ? a : b`.
    Select(ExprId, ExprId, ExprId),
    /// A named builtin.
    Call(Builtin, Vec<ExprId>),
    /// A question about a surface of the header pool.
    Header(HeaderQuery, Vec<ExprId>),
    /// The value in another type, by the manual's conversion rules.
    Convert(ExprId),
    /// The same bits as another type of the same width.
    Reinterpret(ExprId),
    /// `op(old, src0, src1)`: runs [`Code::op`], sets the local `result`, and is the new value. An argument that the
    /// body does not mention is not evaluated.
    Op([ExprId; 3]),
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum UnaryOp {
    Negate,
    Complement,
    Not,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    LogicalAnd,
    LogicalOr,
}

/// A function that is written in Rust once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // documented where they are implemented
pub enum Builtin {
    Min,
    Max,
    Abs,
    Clamp,
    AddSat,
    SubSat,
    Carry,
    Borrow,
    Popcount,
    Defined,
}

impl Builtin {
    /// Whether it gives a truth value; the others give the type of their arguments.
    pub(super) fn is_truth(self) -> bool {
        matches!(self, Self::Carry | Self::Borrow | Self::Defined)
    }

    /// Whether it takes integers only.
    pub(super) fn takes_integers(self) -> bool {
        matches!(self, Self::AddSat | Self::SubSat | Self::Carry | Self::Borrow | Self::Popcount)
    }
}

impl BinaryOp {
    /// Whether the result is a truth value whatever the operands are.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }
}

/// The body of an operation: a tree, run within the micro-step that calls it.
#[derive(Clone, Debug)]
pub struct OpBody {
    /// Its locals: `old`, `src0`, `src1`, `new`, `result`, then what it declares.
    pub locals: Vec<Local>,
    /// Which of `old`, `src0` and `src1` it mentions.
    pub mentions: [bool; 3],
    /// Whether it assigns `result`; otherwise `result` is `old`.
    pub assigns_result: bool,
    /// Its statements.
    pub statements: Vec<OpStatement>,
}

impl OpBody {
    /// The index of `old` in the locals.
    pub(super) const OLD: u16 = 0;
    /// The index of `new`.
    pub(crate) const NEW: u16 = 3;
    /// The index of `result`.
    pub(super) const RESULT: u16 = 4;

    /// The texts of its assignments, those of every branch.
    fn sites(&self) -> Vec<Site> {
        fn gather(statements: &[OpStatement], sites: &mut Vec<Site>) {
            for statement in statements {
                match statement {
                    OpStatement::Assign { site, .. } => sites.push(*site),
                    OpStatement::If { then, otherwise, .. } => {
                        gather(then, sites);
                        gather(otherwise, sites);
                    }
                }
            }
        }
        let mut sites = Vec::new();
        gather(&self.statements, &mut sites);
        sites
    }
}

/// A statement in the body of an operation.
#[derive(Clone, Debug)]
pub enum OpStatement {
    /// Evaluates a value and stores it in a local.
    Assign {
        /// The index of the local in the body.
        local: u16,
        /// The value, already of the local's type.
        value: ExprId,
        /// The statement's text.
        site: Site,
    },
    /// Chooses one of two branches.
    If {
        /// The condition, of type bool.
        condition: ExprId,
        /// The statements that run when it holds.
        then: Vec<OpStatement>,
        /// The statements that run when it does not.
        otherwise: Vec<OpStatement>,
    },
}
