//! The declaration that a name needs, and the lines that declare it.

use super::data_layout::DataLayout;
use crate::base::{ScalarType, Span, SurfaceKind, TextEdit, texel_type};
use crate::check::MAX_BYTES;
use crate::diag::Diagnostic;
use crate::spec::{ElementCount, ImpliedOperand, Operand, OperandKind, OperandType};
use crate::syntax::{DeclKind, DeclLine, Document, Rank, SurfaceLine, ValueKind, ValueList, surface_line};

/// The declaration that an operand needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NeededDeclaration {
    /// A variable of one of these types, with at least this number of elements.
    Variable { types: Vec<ScalarType>, count: usize },
    /// A predicate with at least this number of bits.
    Predicate { count: usize },
    /// A surface of one of these kinds. A typed surface has texels of the size of `access`. A new buffer gets `dwords`
    /// dwords.
    Surface { kinds: Vec<SurfaceKind>, access: ScalarType, dwords: usize },
}

/// The elements that a raw operand needs.
pub(crate) struct RawElements {
    /// The types that it may have.
    pub types: Vec<ScalarType>,
    /// The size of an element of a new variable.
    pub element_bytes: usize,
    pub count: usize,
}

impl RawElements {
    /// Returns the elements that a raw operand of a line needs.
    pub fn new(ty: OperandType, elements: ElementCount, data_layout: &DataLayout) -> Self {
        let types = ty.types(&data_layout.operand_types, data_layout.access, data_layout.address);
        let element_bytes = NeededDeclaration::usual_type(&types).size_bytes();
        Self { types, element_bytes, count: data_layout.element_count(elements, element_bytes) }
    }
}

impl NeededDeclaration {
    /// Returns the declaration that an operand needs; `None` if the operand is not a name.
    pub(crate) fn for_operand(operand: &Operand, data_layout: &DataLayout) -> Option<Self> {
        let (count, bits) = (data_layout.lanes, data_layout.first_lane + data_layout.lanes);
        let surface = |kinds| NeededDeclaration::Surface {
            kinds,
            access: data_layout.access,
            dwords: data_layout.dwords_of_all_lanes(),
        };
        Some(match operand.kind {
            OperandKind::Surface { kinds } => surface(kinds.to_vec()),
            OperandKind::Implied(ImpliedOperand::Surface(kind)) => surface(vec![kind]),
            OperandKind::Raw { ty, elements, .. } => {
                let RawElements { types, count, .. } = RawElements::new(ty, elements, data_layout);
                NeededDeclaration::Variable { types, count }
            }
            OperandKind::Scalar { ty } => NeededDeclaration::Variable { types: vec![ty], count: 1 },
            OperandKind::Predicate => NeededDeclaration::Predicate { count: bits },
            OperandKind::Vector { types, .. } => NeededDeclaration::Variable { types: types.to_vec(), count },
            OperandKind::Slot(_) | OperandKind::Implied(_) => return None,
        })
    }

    /// Returns the variable to declare for a list of values: with the written elements, and at least eight.
    pub(crate) fn for_values(values: &ValueList) -> Self {
        let is_negative = |kind: &ValueKind| {
            matches!(
                kind,
                ValueKind::Decimal(..0)
                    | ValueKind::Iota { step: ..0, .. }
                    | ValueKind::Iota { start: ..0, .. }
            )
        };
        let ty = if values.has_float() {
            ScalarType::F
        } else if values.values.iter().any(|value| is_negative(value.element())) {
            ScalarType::D
        } else {
            ScalarType::Ud
        };
        NeededDeclaration::Variable { types: vec![ty], count: values.count().max(8) }
    }

    /// Returns whether a declaration fits. `surface` is the `.surface` line of a surface, if there is one.
    pub(crate) fn is_met_by(&self, decl: &DeclLine, surface: Option<&SurfaceLine>) -> bool {
        let has = |count: &usize| decl.num_elts.value >= *count as i128;
        match (self, &decl.kind) {
            (NeededDeclaration::Variable { types, count }, DeclKind::General { ty, .. }) => {
                types.contains(ty) && has(count)
            }
            (NeededDeclaration::Predicate { count }, DeclKind::Predicate) => has(count),
            (NeededDeclaration::Surface { kinds, access, .. }, DeclKind::Surface) => {
                surface.is_none_or(|line| {
                    let texel = line.format.as_ref().map_or(Some(ScalarType::Ud), |word| {
                        ScalarType::from_name(&word.text).or(texel_type(&word.text))
                    });
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

    /// Returns the line that declares such a name.
    pub fn declaration(&self, name: &str) -> String {
        match self {
            NeededDeclaration::Variable { types, count } => {
                let ty = Self::usual_type(types).name().to_ascii_lowercase();
                format!(".decl {name} v_type=G type={ty} num_elts={count} align=GRF")
            }
            NeededDeclaration::Predicate { count } => {
                // A predicate has at most 32 elements.
                let count = count.next_power_of_two().min(32);
                format!(".decl {name} v_type=P num_elts={count}")
            }
            NeededDeclaration::Surface { .. } => format!(".decl {name} v_type=T num_elts=1"),
        }
    }

    /// Adds the fix that declares a name above the directive that gives it values.
    pub fn offer_above(&self, directive_span: Span, name: &str, finding: Diagnostic) -> Diagnostic {
        let replacement = self.declaration(name) + "\n";
        let edit = TextEdit { span: Span::at(directive_span.range().start), replacement };
        finding.fix(format!("declare `{name}`"), vec![edit])
    }

    /// Returns the lines that declare such a name and describe a surface, each with its rank among directives.
    pub fn lines(&self, name: &str) -> Vec<(Rank, String)> {
        let mut lines = vec![(Rank::Decl, self.declaration(name))];
        if let NeededDeclaration::Surface { kinds, access, dwords } = self {
            let kind = kinds.first().copied().unwrap_or(SurfaceKind::Buffer);
            lines.push((Rank::Surface, surface_line(name, kind, *access, *dwords)));
        }
        lines
    }

    /// Returns the line that gives values to such a name. Every other bit of a predicate is set. A surface has its values
    /// on its own line.
    pub fn values_line(&self, name: &str, values: &str) -> Option<(Rank, String)> {
        let values = match self {
            NeededDeclaration::Predicate { count } => {
                let bit = |bit: usize| if bit.is_multiple_of(2) { '1' } else { '0' };
                format!("0b{}", (0..*count).rev().map(bit).collect::<String>())
            }
            NeededDeclaration::Variable { .. } => values.to_owned(),
            NeededDeclaration::Surface { .. } => return None,
        };
        Some((Rank::Set, format!(".set {name} = {values}")))
    }

    /// Adds the elements of a variable before the place that is used: those of `bytes` bytes. No variable reaches a
    /// place after [`MAX_BYTES`].
    pub fn add_leading_bytes(&mut self, bytes: usize) {
        if let NeededDeclaration::Variable { types, count } = self
            && bytes < MAX_BYTES
        {
            *count += bytes.div_ceil(Self::usual_type(types).size_bytes());
        }
    }

    /// Adds the needs of another line. If no type meets both, those of this line remain.
    pub fn add(&mut self, other: &Self) {
        use NeededDeclaration::{Predicate, Surface, Variable};
        match (self, other) {
            (Variable { types, count }, Variable { types: others, count: needed }) => {
                let common: Vec<ScalarType> =
                    types.iter().filter(|ty| others.contains(ty)).copied().collect();
                if !common.is_empty() {
                    *types = common;
                }
                *count = (*count).max(*needed);
            }
            (Predicate { count }, Predicate { count: needed }) => *count = (*count).max(*needed),
            (Surface { kinds, dwords, .. }, Surface { kinds: others, dwords: needed, .. })
                if kinds.first() == others.first() =>
            {
                *dwords = (*dwords).max(*needed);
            }
            _ => {}
        }
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

/// Returns the declarations of a document that fit, in order.
pub(super) fn matching_decls<'d>(document: &'d Document, wanted: &NeededDeclaration) -> Vec<&'d DeclLine> {
    let fits = |decl: &&DeclLine| wanted.is_met_by(decl, document.surface(&decl.name.text));
    document.decls().filter(fits).collect()
}
