//! Completion: declared names that fit an operand, new ones with their declarations, masks and sizes.

mod line;

use super::bind::VisaSetCheck;
use crate::base::{ScalarType, Span, SurfaceKind};
use crate::isa::visa::data_layout::DataLayout;
use crate::isa::visa::needed_declaration::{NeededDeclaration, matching_decls};
use crate::isa::visa::null::{NULL, Nullness, null_operand, nullness};
use crate::isa::visa::shape::exec_mask::{ExecMask, masks};
use crate::isa::visa::usual_operand::usual_values;
use crate::spec::{
    ChosenReadings, DeclaredSignature, Direction, FormPart, Instruction, InstructionSet, Operand,
    OperandKind, PartKey, PredefinedSurface,
};
use crate::syntax::{
    CaretContext, CaretLine, CompletionItem, Document, LEAST_DWORDS, LineCompletions, LineModifiers,
    LineSnippet, Rank, is_word_char, surface_line,
};
use line::{LineMaker, OperandsSoFar, as_operand, stated_parts, used_sources, zero};

impl LineCompletions for VisaSetCheck {
    /// Returns the declared predicates, or a new one if there are none. Closes the parenthesis if it is open.
    fn guards(&self, caret: &CaretContext) -> Vec<CompletionItem> {
        let maker = LineMaker::at(caret);
        let following = caret.rest_of_line().trim_start_matches(is_word_char).trim_start();
        let close = if following.starts_with(')') { "" } else { ") " };
        let any = NeededDeclaration::Predicate { count: 0 };
        let known = matching_decls(maker.document, &any).into_iter().map(|decl| {
            let name = &decl.name.text;
            CompletionItem::new(name, "predicate", "Turns off the lanes whose bit is 0.")
                .inserting(format!("{name}{close}"))
        });
        let mut items: Vec<CompletionItem> = known.collect();
        if items.is_empty() {
            let mut setup = Vec::new();
            let name =
                maker.find_or_declare_predicate(&NeededDeclaration::Predicate { count: 8 }, &mut setup);
            items.push(CompletionItem {
                also: caret.lines_above(&setup),
                ..CompletionItem::new(
                    &name,
                    "declare it",
                    "Turns off the lanes whose bit is 0; every other bit is set.",
                )
                .inserting(format!("{name}{close}"))
            });
        }
        items
    }

    /// Returns pairs of execution mask and size, the usual size of each mask before the others.
    fn execs(&self, line: &CaretLine) -> Vec<CompletionItem> {
        let maker = LineMaker::at(line.caret);
        let Some(signature) = line.row.declared() else { return Vec::new() };
        let mut items = Vec::new();
        for (text, mask) in masks() {
            for size in sizes(maker, signature, mask) {
                let first = mask.first_lane;
                let lanes = format!("lanes {first} to {}", first + size - 1);
                items.push(
                    CompletionItem::new(&format!("({text}, {size})"), &lanes, mask_prose(mask))
                        .continued_by(" "),
                );
            }
        }
        items
    }

    /// Returns the masks that fit a size of the row, or the sizes that fit the mask that is there.
    fn in_exec(&self, line: &CaretLine, next: &[&'static FormPart]) -> Vec<CompletionItem> {
        let maker = LineMaker::at(line.caret);
        let Some(signature) = line.row.declared() else { return Vec::new() };
        match next.first() {
            Some(FormPart::Keyword(..)) => {
                let fitting_masks = masks().filter(|(_, mask)| !sizes(maker, signature, *mask).is_empty());
                let item = |(text, mask): (&str, ExecMask)| {
                    let lanes = format!("from lane {} of the dispatch mask", mask.first_lane);
                    CompletionItem::new(text, &lanes, mask_prose(mask))
                };
                fitting_masks.map(item).collect()
            }
            Some(FormPart::Number(..)) => {
                let sizes = sizes(maker, signature, ExecMask::from_line(line.instr)).into_iter();
                sizes.map(|size| CompletionItem::new(&size.to_string(), "lanes", "")).collect()
            }
            _ => Vec::new(),
        }
    }

    fn operands(&self, line: &CaretLine, index: usize) -> Vec<CompletionItem> {
        let is_inside =
            line.instr.operands.last().is_some_and(|last| last.span.end == line.caret.typed.start);
        let operand = NextOperand::new(line, index).filter(|_| !is_inside);
        operand.map_or_else(Vec::new, |operand| operand.items())
    }

    fn line_snippet(
        &self,
        set: &InstructionSet,
        document: &Document,
        row: &Instruction,
        modifiers: &LineModifiers,
        _replaced: Option<Span>,
    ) -> LineSnippet {
        LineMaker { set, document }.line(row, modifiers)
    }
}

/// The operand at the caret, with everything before it on which its items depend.
struct NextOperand<'a> {
    maker: LineMaker<'a>,
    line: &'a CaretLine<'a>,
    signature: &'a DeclaredSignature,
    operand: &'static Operand,
    /// The index of the first operand of the row that it supplies.
    first: usize,
    modifiers: LineModifiers,
    data_layout: DataLayout,
    before: OperandsSoFar,
}

impl<'a> NextOperand<'a> {
    /// Returns the operand with an index in the line; `None` if the row has no such operand.
    fn new(line: &'a CaretLine<'a>, index: usize) -> Option<Self> {
        let (maker, instr) = (LineMaker::at(line.caret), line.instr);
        let signature = line.row.declared()?;
        let operand = signature.main_operand_of_written(index)?;
        let modifiers = line.modifiers();
        let size = instr.exec.as_ref().and_then(|exec| exec.number(PartKey::SIZE)?.value.try_into().ok());
        let lanes = size.unwrap_or_else(|| maker.exec_size(signature).into());
        let first_lane = ExecMask::from_line(instr).first_lane;
        let data_layout = maker.data_layout(signature, &modifiers, lanes, first_lane.into());
        let mut before = OperandsSoFar::default();
        for (written, node) in instr.operands.iter().enumerate() {
            let Some(operand) = signature.main_operand_of_written(written) else { continue };
            if let Some(needed) = maker.needed(operand, &data_layout, &before) {
                let name = node.name().map(|name| name.text.clone()).unwrap_or_default();
                maker.record(operand, &needed, name, &mut before);
            }
        }
        let first = signature.row_operands_of_written(index).start;
        Some(Self { maker, line, signature, operand, first, modifiers, data_layout, before })
    }

    /// Returns the items: the null variable if the line does not use the operand, or names with their surroundings.
    fn items(&self) -> Vec<CompletionItem> {
        let Self { maker, operand, signature, .. } = *self;
        if self.nullness() == Nullness::Required {
            let prose = "The line does not use this operand.";
            return vec![CompletionItem::new(null_operand(signature), operand.name, prose)];
        }
        let Some(needed) = maker.needed(operand, &self.data_layout, &self.before) else { return Vec::new() };
        let mut items = self.names(&needed);
        let parts = stated_parts(signature, self.first, &self.data_layout);
        let names_address = signature.stated.is_none_or(|stated| stated.address == self.first);
        let memory = maker.memory(signature, &self.modifiers, &self.data_layout).filter(|_| names_address);
        let also = self.line.caret.lines_above(memory.as_slice());
        for item in &mut items {
            if let Some((lead, rest)) = parts {
                item.insert = format!("{lead}{}{rest}", item.insert.trim_end_matches(".0"));
            }
            item.also.extend(also.iter().cloned());
        }
        items
    }

    fn nullness(&self) -> Nullness {
        nullness(self.operand, used_sources(&self.modifiers), self.before.surface, [false; 2])
    }

    fn item(&self, label: &str, insert: String) -> CompletionItem {
        self.line.operand_item(label, self.operand.name, self.operand.prose).inserting(insert)
    }

    /// Returns the declared names that fit, a new name, and predefined names.
    fn names(&self, needed: &NeededDeclaration) -> Vec<CompletionItem> {
        let Self { maker, operand, .. } = *self;
        let mut items = Vec::new();
        if operand.is_scalar() {
            items.push(self.item(&zero(operand), zero(operand)));
        }
        // Sources usually have initial values and destinations do not. Other names come last.
        let is_read = operand.direction == Some(Direction::In);
        let declared = matching_decls(maker.document, needed).into_iter().map(|decl| decl.name.text.as_str());
        let (likely, others): (Vec<&str>, Vec<&str>) = declared.partition(|name| {
            matches!(needed, NeededDeclaration::Surface { .. })
                || maker.document.set_line(name).is_some() == is_read
                    && !self.before.names.iter().any(|used| used == name)
        });
        let named = |name: &&str| self.item(name, as_operand(operand, name, needed));
        let may_be_predicate = operand.direction.is_some_and(|own| operand.may_be_predicate(own));
        // A comparison has no predicate among its sources, and its destination is usually a predicate.
        let is_comparison = may_be_predicate
            && !matches!(needed, NeededDeclaration::Predicate { .. })
            && !self.signature.operands.iter().any(|operand| operand.may_be_predicate(Direction::In));
        if is_comparison {
            items.extend(self.predicates());
        }
        items.extend(likely.iter().map(named));
        if may_be_predicate && !is_comparison {
            let predicates = matching_decls(maker.document, &NeededDeclaration::Predicate { count: 0 });
            let names = predicates.into_iter().map(|decl| decl.name.text.as_str());
            let is_new = |name: &&str| !likely.contains(name) && !others.contains(name);
            items.extend(names.filter(is_new).map(|name| self.item(name, name.to_owned())));
        }
        if !operand.is_scalar() {
            items.push(self.new_name(needed));
        }
        items.extend(others.iter().map(named));
        if let OperandKind::Surface { kinds } = operand.kind {
            items.extend(self.predefined_surfaces(kinds));
        }
        if self.nullness() == Nullness::Allowed {
            let null = self.line.operand_item(NULL, operand.name, "The null variable.");
            items.push(null.inserting(format!("{NULL}.0")));
        }
        items
    }

    /// Returns the item for a new name, which adds its declaration and its values.
    fn new_name(&self, needed: &NeededDeclaration) -> CompletionItem {
        let Self { maker, operand, .. } = *self;
        let name = maker.new_name(operand, &self.before);
        let mut setup = needed.lines(&name);
        let values = usual_values(operand, &self.data_layout, &self.signature.operands[..self.first]);
        setup.extend(values.and_then(|values| needed.values_line(&name, &values)));
        CompletionItem {
            detail: format!("declare it: {}", needed.in_words()),
            also: self.line.caret.lines_above(&setup),
            ..self.item(&name, as_operand(operand, &name, needed))
        }
    }

    /// Returns the declared predicates with a bit for each lane of the line, or a new one if there are none.
    fn predicates(&self) -> Vec<CompletionItem> {
        let Self { maker, .. } = *self;
        let needed =
            NeededDeclaration::Predicate { count: self.data_layout.first_lane + self.data_layout.lanes };
        let declared = matching_decls(maker.document, &needed).into_iter().map(|decl| &decl.name.text);
        let mut items: Vec<CompletionItem> = declared.map(|name| self.item(name, name.clone())).collect();
        if items.is_empty() {
            let mut setup = Vec::new();
            let name = maker.find_or_declare_predicate(&needed, &mut setup);
            // Its contents are written by the line.
            setup.retain(|(rank, _)| *rank == Rank::Decl);
            let also = self.line.caret.lines_above(&setup);
            let detail = format!("declare it: {}", needed.in_words());
            items.push(CompletionItem { also, detail, ..self.item(&name, name.clone()) });
        }
        items
    }

    /// Returns the predefined surfaces of those kinds. The item of a surface without a `.surface` line adds such a line.
    fn predefined_surfaces(&self, kinds: &[SurfaceKind]) -> Vec<CompletionItem> {
        let caret = self.line.caret;
        let described = |surface: &PredefinedSurface| {
            caret.document.surfaces().any(|line| surface.accepted_names.contains(&line.name.text.as_str()))
        };
        let item = |surface: &PredefinedSurface| {
            let item = self.line.operand_item(surface.name, self.operand.name, surface.prose);
            if described(surface) {
                return item;
            }
            let line = surface_line(surface.name, surface.kind, ScalarType::Ud, LEAST_DWORDS);
            let also = caret.lines_above(&[(Rank::Surface, line)]);
            CompletionItem { also, detail: "describe its contents".to_owned(), ..item }
        };
        let behaviour = (caret.set.behaviour)(&ChosenReadings::default());
        behaviour.surfaces.iter().filter(|surface| kinds.contains(&surface.kind)).map(item).collect()
    }
}

/// Returns the sizes of a row that a mask allows, the usual one first.
fn sizes(maker: LineMaker, signature: &DeclaredSignature, mask: ExecMask) -> Vec<u8> {
    // Without `.lanes`, the document has as many lanes as its lines need.
    let lanes = maker.lanes().unwrap_or(32);
    let fits = |size: &u8| mask.is_aligned(*size) && mask.ends_within(*size, lanes);
    let usual = maker.exec_size(signature);
    let sizes = maker.exec_sizes(signature).iter().copied().filter(fits);
    let (usual, others): (Vec<u8>, Vec<u8>) = sizes.partition(|size| *size == usual);
    [usual, others].concat()
}

/// Returns the explanation of a mask; empty unless it ignores the dispatch mask.
fn mask_prose(mask: ExecMask) -> &'static str {
    if mask.ignores_dispatch { "The dispatch mask is ignored; a predicate still counts." } else { "" }
}
