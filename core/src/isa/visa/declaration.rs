//! Declarations that operands need: the names that fit an operand, and the lines that declare a new one.

use crate::base::{ScalarType, SurfaceKind, TEXEL_FORMATS};
use crate::spec::{DeclaredOperand, NullRule, Operand, OperandType};
use crate::syntax::{Decl, DeclKind, Document, LEAST_DWORDS, Rank, SurfaceLine, surface_line};

/// The declaration that an operand needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NeededDeclaration {
    /// A variable of one of these types, with at least this number of elements.
    Variable { types: Vec<ScalarType>, count: usize },
    /// A predicate with at least this number of bits.
    Predicate { count: usize },
    /// A surface of one of these kinds. A typed surface has texels of the size of `access`. A new buffer gets `dwords`
    /// dwords.
    Surface { kinds: &'static [SurfaceKind], access: ScalarType, dwords: usize },
}

/// The properties of a line that its operands depend on.
#[derive(Clone, Debug)]
pub(crate) struct LineShape {
    /// The number of lanes.
    pub lanes: usize,
    /// The first bit of the dispatch mask, and of a predicate, that applies.
    pub first_lane: usize,
    /// The enabled channels, with R in bit 0.
    pub channels: Option<u8>,
    /// The size of a register in bytes, if registers have one.
    pub register_bytes: usize,
    /// The types that operands with data of the operation may have.
    pub operand_types: Vec<ScalarType>,
    /// The access type.
    pub access: ScalarType,
    /// The type of an address, if the line states its size.
    pub address: ScalarType,
}

impl LineShape {
    /// Returns the distance between the data of consecutive lanes, in dwords.
    pub fn dwords_of_a_lane(&self) -> usize {
        self.channels.map_or(1, |mask| (u8::BITS - mask.leading_zeros()) as usize)
    }
}

impl NeededDeclaration {
    /// Returns the declaration that an operand needs; `None` if the operand is not a name.
    pub fn at(operand: &Operand<DeclaredOperand>, shape: &LineShape) -> Option<Self> {
        let (count, bits) = (shape.lanes, shape.first_lane + shape.lanes);
        Some(match operand.kind {
            DeclaredOperand::Surface { kinds } => {
                let dwords = (shape.lanes * shape.dwords_of_a_lane()).max(LEAST_DWORDS);
                NeededDeclaration::Surface { kinds, access: shape.access, dwords }
            }
            DeclaredOperand::Raw { ty, elements, .. } => {
                let types = match ty {
                    OperandType::Fixed(ty) => vec![ty],
                    OperandType::OneOf(types) => types.to_vec(),
                    OperandType::OfOp | OperandType::Data => shape.operand_types.clone(),
                    OperandType::Address => integers_of(shape.address),
                };
                let count =
                    elements.count(shape.lanes, shape.channels, shape.lanes.max(shape.register_bytes / 4));
                NeededDeclaration::Variable { types, count }
            }
            DeclaredOperand::Scalar { ty } => NeededDeclaration::Variable { types: vec![ty], count: 1 },
            DeclaredOperand::Vector { types: [], .. } => NeededDeclaration::Predicate { count: bits },
            DeclaredOperand::Vector { types, .. } => {
                NeededDeclaration::Variable { types: types.to_vec(), count }
            }
        })
    }

    /// Returns whether a declaration fits. `surface` is the `.surface` line of a surface, if there is one.
    pub fn is_met_by(&self, decl: &Decl, surface: Option<&SurfaceLine>) -> bool {
        let has = |count: &usize| decl.num_elts.value >= *count as i128;
        match (self, &decl.kind) {
            (NeededDeclaration::Variable { types, count }, DeclKind::General { ty, .. }) => {
                types.contains(ty) && has(count)
            }
            (NeededDeclaration::Predicate { count }, DeclKind::Predicate) => has(count),
            (NeededDeclaration::Surface { kinds, access, .. }, DeclKind::Surface) => {
                surface.is_none_or(|line| {
                    let texel =
                        line.format.as_ref().map_or(Some(ScalarType::Ud), |word| element_type(&word.text));
                    let fits = texel.is_none_or(|texel| texel.size_bytes() == access.size_bytes());
                    kinds.contains(&line.kind) && (line.kind.is_raw() || fits)
                })
            }
            _ => false,
        }
    }

    /// Returns the type of a new variable: the first with 4 bytes, or else the first one.
    pub fn usual_type(types: &[ScalarType]) -> ScalarType {
        let dword = types.iter().find(|ty| ty.size_bytes() == 4);
        dword.or(types.first()).copied().unwrap_or(ScalarType::Ud)
    }

    /// Returns the lines that declare such a name, each with its rank among directives.
    pub fn lines(&self, name: &str) -> Vec<(Rank, String)> {
        match self {
            NeededDeclaration::Variable { types, count } => {
                let ty = Self::usual_type(types).name().to_ascii_lowercase();
                vec![(Rank::Decl, format!(".decl {name} v_type=G type={ty} num_elts={count} align=GRF"))]
            }
            NeededDeclaration::Predicate { count } => {
                // A predicate has at most 32 elements.
                let count = count.next_power_of_two().min(32);
                vec![(Rank::Decl, format!(".decl {name} v_type=P num_elts={count}"))]
            }
            NeededDeclaration::Surface { kinds, access, dwords } => {
                let kind = kinds.first().copied().unwrap_or(SurfaceKind::Buffer);
                vec![
                    (Rank::Decl, format!(".decl {name} v_type=T num_elts=1")),
                    (Rank::Surface, surface_line(name, kind, *access, *dwords)),
                ]
            }
        }
    }

    /// Returns the line that describes a predefined surface.
    pub fn surface_line(name: &str, kind: SurfaceKind) -> (Rank, String) {
        (Rank::Surface, surface_line(name, kind, ScalarType::Ud, LEAST_DWORDS))
    }

    /// Formats the declaration for a list.
    pub fn in_words(&self) -> String {
        match self {
            NeededDeclaration::Variable { types, count } => {
                format!("{count} of {}", Self::usual_type(types).name().to_ascii_lowercase())
            }
            NeededDeclaration::Predicate { count } => format!("a predicate of {count}"),
            NeededDeclaration::Surface { kinds, .. } => {
                kinds.first().map_or("surface", |kind| kind.word()).to_owned()
            }
        }
    }
}

/// Returns the integer types as wide as a type, the unsigned one first.
pub(crate) fn integers_of(ty: ScalarType) -> Vec<ScalarType> {
    match ty.size_bytes() {
        8 => vec![ScalarType::Uq, ScalarType::Q],
        _ => vec![ScalarType::Ud, ScalarType::D],
    }
}

/// Returns the types that a variable may have for data of an access type. Narrow data are in the low bytes of dwords.
pub(crate) fn data_types(access: ScalarType) -> Vec<ScalarType> {
    let float = if access.size_bytes() == 8 { ScalarType::Df } else { ScalarType::F };
    [integers_of(access), vec![float]].concat()
}

/// Returns the element type that a word of a `.surface` line names.
fn element_type(word: &str) -> Option<ScalarType> {
    let format = TEXEL_FORMATS.iter().find(|(name, _)| *name == word);
    ScalarType::from_name(word).or(format.map(|(_, ty)| *ty))
}

/// Returns the declarations of a document that fit, in order.
pub(super) fn fitting<'d>(document: &'d Document, wanted: &NeededDeclaration) -> Vec<&'d Decl> {
    let fits = |decl: &&Decl| wanted.is_met_by(decl, document.surface(&decl.name.text));
    document.decls().filter(fits).collect()
}

/// Returns an unused name for an operand, based on the last word of the operand's own name.
pub(super) fn free_name(operand: &Operand<DeclaredOperand>, taken: impl Fn(&str) -> bool) -> String {
    let own = match operand.kind {
        DeclaredOperand::Surface { kinds } if kinds.iter().all(|kind| kind.is_raw()) => "BUF".to_owned(),
        DeclaredOperand::Surface { .. } => "IMG".to_owned(),
        _ => operand.name.rsplit('_').next().unwrap_or(operand.name).to_ascii_uppercase(),
    };
    std::iter::once(own.clone())
        .chain((2..).map(|number| format!("{own}_{number}")))
        .find(|name| !taken(name))
        .expect("numbers do not end")
}

/// Returns whether an operand is null by default, given the parameters that the operation uses and the kind of the
/// accessed surface.
pub(super) fn is_null(
    operand: &Operand<DeclaredOperand>,
    uses: [bool; 3],
    surface: Option<SurfaceKind>,
) -> bool {
    let DeclaredOperand::Raw { direction, null, .. } = operand.kind else { return false };
    match null {
        NullRule::Never => false,
        NullRule::Allowed => direction == crate::spec::Direction::In,
        NullRule::WhenUnused(source) => !uses[1 + source],
        NullRule::Axis(kinds) => surface.is_some_and(|kind| !kinds.contains(&kind)),
    }
}
