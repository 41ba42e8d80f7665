//! Generation of an instruction line with places to fill in, from its row and the declarations of the document.

use crate::base::{ScalarType, SurfaceKind};
use crate::isa::visa::data_layout::{DataLayout, DataLayoutInput};
use crate::isa::visa::needed_declaration::{NeededDeclaration, matching_decls};
use crate::isa::visa::null::{Nullness, null_operand, nullness, sources_of};
use crate::isa::visa::shape::stated::StatedData;
use crate::isa::visa::usual_operand::{free_name, usual_values};
use crate::semantics::mentions_of_op;
use crate::spec::{
    ChosenReadings, DeclaredSignature, Direction, GuardUse, ImpliedOperand, Instruction, InstructionSet,
    Operand, OperandKind, StatedElements,
};
use crate::syntax::{CaretContext, DeclKind, Document, LineModifiers, LineSnippet, Rank};

/// The number of lanes if the document gives none.
const LANES: u8 = 8;

/// The inputs for generating a line.
#[derive(Clone, Copy)]
pub(super) struct LineMaker<'a> {
    pub set: &'a InstructionSet,
    pub document: &'a Document,
}

/// The properties of a line's operands so far that later operands depend on.
#[derive(Clone, Debug, Default)]
pub(super) struct OperandsSoFar {
    /// The names used.
    pub names: Vec<String>,
    /// The kind of the surface operand.
    pub surface: Option<SurfaceKind>,
    /// Whether the sources of an ALU instruction are floats, once there is one.
    pub is_float: Option<bool>,
}

impl<'a> LineMaker<'a> {
    /// Returns the inputs for a line at the caret.
    pub fn at(caret: &'a CaretContext) -> Self {
        Self { set: caret.set, document: caret.document }
    }

    /// Returns a line of a row, given its words.
    pub fn line(self, row: &Instruction, modifiers: &LineModifiers) -> LineSnippet {
        let mut line = LineSnippet::default();
        let Some(signature) = row.declared() else { return line };
        let data_layout = self.data_layout(signature, modifiers, self.exec_size(signature).into(), 0);
        if row.guard == GuardUse::IsOperand {
            let needed = NeededDeclaration::Predicate { count: data_layout.lanes };
            let name = self.find_or_declare_predicate(&needed, &mut line.setup);
            line.lead.fixed("(");
            line.lead.stop(&name);
            line.lead.fixed(") ");
        }
        line.rest.fixed(" (");
        line.rest.stop("M1");
        line.rest.fixed(", ");
        line.rest.stop(&data_layout.lanes.to_string());
        line.rest.fixed(")");
        let (used_sources, mut so_far) = (used_sources(modifiers), OperandsSoFar::default());
        for index in 0..signature.written_count() {
            let Some(operand) = signature.main_operand_of_written(index) else { continue };
            let first = signature.row_operands_of_written(index).start;
            line.rest.fixed(" ");
            let is_null = match nullness(operand, used_sources, so_far.surface, [false; 2]) {
                Nullness::Required => true,
                Nullness::Allowed => operand.direction == Some(Direction::In),
                Nullness::Forbidden | Nullness::Unknown => false,
            };
            if is_null {
                line.rest.fixed(null_operand(signature));
                continue;
            }
            let Some(needed) = self.needed(operand, &data_layout, &so_far) else { continue };
            if operand.is_scalar() {
                line.rest.stop(&zero(operand));
                continue;
            }
            let name = match self.declared_name(operand, &needed, &so_far) {
                Some(name) => name,
                None => {
                    let name = self.new_name(operand, &so_far);
                    line.setup.extend(needed.lines(&name));
                    let values = usual_values(operand, &data_layout, &signature.operands[..first]);
                    line.setup.extend(values.and_then(|values| needed.values_line(&name, &values)));
                    name
                }
            };
            match stated_parts(signature, first, &data_layout) {
                Some((before, after)) => line.rest.stop(&format!("{before}{name}{after}")),
                None => line.rest.stop(&as_operand(operand, &name, &needed)),
            }
            self.record(operand, &needed, name, &mut so_far);
        }
        line.setup.extend(self.memory(signature, modifiers, &data_layout));
        line
    }

    /// Returns the line that describes the memory that an instruction accesses without naming a surface, if the document has
    /// none.
    pub fn memory(
        self,
        signature: &DeclaredSignature,
        modifiers: &LineModifiers,
        data_layout: &DataLayout,
    ) -> Option<(Rank, String)> {
        let implied = signature.operands.iter().find_map(|operand| match operand.kind {
            OperandKind::Implied(ImpliedOperand::Surface(kind)) => Some(kind),
            _ => None,
        });
        let kind = implied.or(modifiers.attributes().surface_kind)?;
        let surfaces = (self.set.behaviour)(&ChosenReadings::default()).surfaces;
        let surface = surfaces.iter().find(|surface| surface.kind == kind)?;
        let is_there = surface.accepted_names.iter().any(|name| self.document.surface(name).is_some());
        (!is_there).then(|| data_layout.memory_line(surface.name, surface.kind))
    }

    /// Returns the layout of the data of a line with `lanes` lanes from `first_lane` on. A new line states dwords, and addresses of
    /// 64 bits outside shared local memory.
    pub fn data_layout(
        self,
        signature: &DeclaredSignature,
        modifiers: &LineModifiers,
        lanes: usize,
        first_lane: usize,
    ) -> DataLayout {
        let attributes = modifiers.attributes();
        let is_wide = signature.stated.is_some() && attributes.surface_kind != Some(SurfaceKind::Slm);
        let stated = signature.stated.map(|stated| StatedData {
            access: ScalarType::Ud,
            channels: if stated.elements == StatedElements::Masked { 0b1111 } else { 1 },
        });
        DataLayout::new(DataLayoutInput {
            signature,
            attributes,
            op_types: modifiers.op.and_then(|(_, op)| op.types),
            listed_op: modifiers.op.map(|(_, op)| op),
            texel: None,
            stated,
            alu_access: None,
            address: if is_wide { ScalarType::Uq } else { ScalarType::Ud },
            lanes,
            first_lane,
            isa_values: &self.document.isa_values(self.set),
            readings: &ChosenReadings::default(),
        })
    }

    /// Returns the execution sizes of a row under the default readings.
    pub fn exec_sizes(self, signature: &DeclaredSignature) -> &'static [u8] {
        signature.default_exec_sizes(&self.document.isa_values(self.set))
    }

    /// Returns the row's largest execution size that does not exceed the dispatched lanes.
    pub fn exec_size(self, signature: &DeclaredSignature) -> u8 {
        let (lanes, sizes) = (self.lanes().unwrap_or(LANES), self.exec_sizes(signature));
        let largest = sizes.iter().rev().find(|size| **size <= lanes);
        largest.or(sizes.first()).copied().unwrap_or(1)
    }

    /// Returns the number of lanes in the document's `.lanes`, if given.
    pub fn lanes(self) -> Option<u8> {
        self.document.lanes_lines().find_map(|lanes| u8::try_from(lanes.count.value).ok())
    }

    /// Returns the declaration that an operand needs after the operands already written.
    pub fn needed(
        self,
        operand: &Operand,
        data_layout: &DataLayout,
        so_far: &OperandsSoFar,
    ) -> Option<NeededDeclaration> {
        let mut needed = NeededDeclaration::for_operand(operand, data_layout)?;
        if let (NeededDeclaration::Variable { types, .. }, Some(is_float), true) =
            (&mut needed, so_far.is_float, is_source(operand))
        {
            types.retain(|ty| ty.is_float() == is_float);
        }
        Some(needed)
    }

    /// Returns a declared name for an operand: the operand's own name, or one that the line does not use yet.
    fn declared_name(
        self,
        operand: &Operand,
        needed: &NeededDeclaration,
        so_far: &OperandsSoFar,
    ) -> Option<String> {
        let own = free_name(operand, |_| false);
        let names: Vec<&str> =
            matching_decls(self.document, needed).into_iter().map(|decl| decl.name.text.as_str()).collect();
        let free = |name: &&&str| !so_far.names.iter().any(|used| used == **name);
        let found = names.iter().find(|name| **name == own).or_else(|| names.iter().find(free));
        found.map(|name| (*name).to_owned())
    }

    /// Returns a name for an operand that neither the document nor the line uses.
    pub fn new_name(self, operand: &Operand, so_far: &OperandsSoFar) -> String {
        free_name(operand, |name| {
            self.document.decl(name).is_some() || so_far.names.iter().any(|used| used == name)
        })
    }

    /// Returns a declared predicate that is wide enough, or a new one, whose declaration is added to `setup`.
    pub fn find_or_declare_predicate(
        self,
        needed: &NeededDeclaration,
        setup: &mut Vec<(Rank, String)>,
    ) -> String {
        if let Some(decl) = matching_decls(self.document, needed).first() {
            return decl.name.text.clone();
        }
        let name = (1..).map(|number| format!("P{number}")).find(|name| self.document.decl(name).is_none());
        let name = name.expect("numbers do not end");
        setup.extend(needed.lines(&name));
        setup.extend(needed.values_line(&name, ""));
        name
    }

    /// Records the properties of an operand that later operands depend on.
    pub fn record(
        self,
        operand: &Operand,
        needed: &NeededDeclaration,
        name: String,
        so_far: &mut OperandsSoFar,
    ) {
        let declared = self.document.decl(&name).map(|decl| &decl.kind);
        match needed {
            NeededDeclaration::Surface { kinds, .. } => {
                let described = self.document.surface(&name).map(|line| line.kind);
                so_far.surface = described.or(kinds.first().copied());
            }
            NeededDeclaration::Variable { types, .. } if is_source(operand) => {
                let ty = match declared {
                    Some(DeclKind::General { ty, .. }) => *ty,
                    _ => NeededDeclaration::usual_type(types),
                };
                so_far.is_float = Some(ty.is_float());
            }
            _ => {}
        }
        so_far.names.push(name);
    }
}

/// Returns whether the operation uses each source. Without an operation, all are used.
pub(super) fn used_sources(modifiers: &LineModifiers) -> [bool; 2] {
    modifiers.op.map_or([true; 2], |(table, op)| sources_of(mentions_of_op(table.semantics, op.name)))
}

/// Returns whether the operand is a source of an ALU instruction. Such sources are either all floats or all integers.
fn is_source(operand: &Operand) -> bool {
    operand.direction == Some(Direction::In) && matches!(operand.kind, OperandKind::Vector { .. })
}

/// Returns the texts before and after the name of an operand of a line that states its access; `None` for other lines.
/// `at` is the index of the first operand of the row that it supplies.
pub(super) fn stated_parts(
    signature: &DeclaredSignature,
    at: usize,
    data_layout: &DataLayout,
) -> Option<(&'static str, &'static str)> {
    let stated = signature.stated?;
    Some(match stated.elements {
        _ if at == stated.address && data_layout.address.size_bytes() == 8 => ("flat[", "]:a64"),
        _ if at == stated.address => ("flat[", "]:a32"),
        _ if at != stated.data => ("", ""),
        StatedElements::Masked => ("", ":d32.xyzw"),
        StatedElements::Single | StatedElements::Vector => ("", ":d32"),
    })
}

/// Returns a zero for an operand with one value for all lanes.
pub(super) fn zero(operand: &Operand) -> String {
    match operand.kind {
        OperandKind::Scalar { ty } => format!("0x0:{}", ty.name().to_ascii_lowercase()),
        _ => "0x0:ud".to_owned(),
    }
}

/// Formats a name as an operand.
pub(super) fn as_operand(operand: &Operand, name: &str, needed: &NeededDeclaration) -> String {
    match (operand.kind, needed) {
        (_, NeededDeclaration::Predicate { .. } | NeededDeclaration::Surface { .. }) => name.to_owned(),
        (OperandKind::Vector { .. }, _) if operand.direction == Some(Direction::In) => {
            format!("{name}(0,0)<1;1,0>")
        }
        (OperandKind::Vector { .. }, _) => format!("{name}(0,0)<1>"),
        (OperandKind::Scalar { .. }, _) => format!("{name}(0,0)<0;1,0>"),
        _ => format!("{name}.0"),
    }
}
