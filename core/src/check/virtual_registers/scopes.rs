//! The declarations of registers in a document, their scopes, and the registers that the document uses.

use crate::base::Span;
use crate::check::layout_builder::MAX_NAMES;
use crate::spec::{RegisterContent, Virtual};
use crate::syntax::{Directive, Document, ItemKind, OperandText, RegisterNames, SpannedText};
use rustc_hash::{FxHashMap, FxHashSet};

/// The largest number of registers that a document may use: one more than the limit on declared names, which reports it.
const MOST_USED: usize = MAX_NAMES + 1;

/// A register that the document declares and uses. A name may belong to several registers in different scopes.
#[derive(Clone, Debug)]
pub(super) struct Register {
    /// A name that no other register has: the declared one, or with a number after it.
    pub name: String,
    /// The content in each lane.
    pub content: RegisterContent,
    /// The place of its declaration.
    pub span: Span,
}

/// The registers of a document.
pub(super) struct Scopes<'d> {
    /// The registers in use, in the order of their declarations and numbers.
    pub registers: Vec<Register>,
    /// The register that each name in a statement denotes, by the start of the name.
    denoted: FxHashMap<u32, usize>,
    /// The declarations, in order.
    declarations: Vec<Declaration<'d>>,
    /// The first declaration of each name, whatever its scope.
    first: DeclarationIndex<'d>,
    /// Pairs of declarations of one name in one scope: the second, and the first.
    pub twice: Vec<(&'d SpannedText, &'d SpannedText)>,
    /// The `{` of scopes that are never closed.
    pub open: Vec<Span>,
}

/// A declaration of one register, or of registers with numbers.
struct Declaration<'d> {
    names: &'d RegisterNames,
    content: RegisterContent,
}

/// A register as a declaration and a number in it.
type NumberedRegister = (usize, u64);

/// Declarations by name.
#[derive(Default)]
struct DeclarationIndex<'d> {
    /// The declarations of single registers.
    single: FxHashMap<&'d str, Vec<usize>>,
    /// The declarations of registers with numbers, by the part before the number.
    numbered: FxHashMap<&'d str, Vec<usize>>,
}

/// Splits a name into the part before its number, and the number. A number has no leading zero.
fn split(name: &str) -> Option<(&str, u64)> {
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[prefix.len()..];
    let is_plain = !digits.starts_with('0') || digits == "0";
    digits.parse().ok().filter(|_| is_plain && !prefix.is_empty()).map(|number| (prefix, number))
}

impl Declaration<'_> {
    fn holds(&self, number: u64) -> bool {
        self.names.count.is_some_and(|count| i128::from(number) < count.value)
    }
}

impl<'d> DeclarationIndex<'d> {
    /// Returns the declarations of a name.
    fn named(&mut self, names: &'d RegisterNames) -> &mut Vec<usize> {
        let all = if names.count.is_some() { &mut self.numbered } else { &mut self.single };
        all.entry(&names.name.text).or_default()
    }

    /// Returns the last declaration of a name, and its number there.
    fn last(&self, name: &str, all: &[Declaration]) -> Option<NumberedRegister> {
        let single = self.single.get(name).and_then(|all| all.last()).map(|index| (*index, 0));
        let numbered = split(name).and_then(|(prefix, number)| {
            let mut inner = self.numbered.get(prefix)?.iter().rev();
            inner.find(|index| all[**index].holds(number)).map(|index| (*index, number))
        });
        // Scopes nest, so the later of two is the inner one.
        single.max(numbered)
    }

    /// Returns the first declaration of a name, and its number there. The counts of its numbered declarations ascend.
    fn first(&self, name: &str, all: &[Declaration]) -> Option<NumberedRegister> {
        let single = self.single.get(name).and_then(|all| all.first()).map(|index| (*index, 0));
        let numbered = split(name).and_then(|(prefix, number)| {
            let known = self.numbered.get(prefix)?;
            let index = known.get(known.partition_point(|index| !all[*index].holds(number)))?;
            Some((*index, number))
        });
        single.into_iter().chain(numbered).min()
    }
}

/// The names of a scope in progress.
#[derive(Default)]
struct Scope<'d> {
    /// The place of its `{`.
    brace: Option<Span>,
    /// Its declarations.
    declarations: Vec<usize>,
    single: FxHashMap<&'d str, usize>,
    numbered: FxHashMap<&'d str, usize>,
    /// The lowest number at the end of the names of single registers, by the part before it.
    lowest: FxHashMap<&'d str, (u64, usize)>,
}

impl<'d> Scope<'d> {
    /// Adds a declaration. Returns an earlier one that declares one of its names.
    fn add(&mut self, index: usize, names: &'d RegisterNames, all: &[Declaration]) -> Option<usize> {
        let name = names.name.text.as_str();
        if let Some(count) = names.count {
            let single = self.lowest.get(name).filter(|(number, _)| i128::from(*number) < count.value);
            return self.numbered.insert(name, index).or(single.map(|(_, other)| *other));
        }
        let numbered = split(name).and_then(|(prefix, number)| {
            let lowest = self.lowest.entry(prefix).or_insert((number, index));
            *lowest = (*lowest).min((number, index));
            self.numbered.get(prefix).copied().filter(|other| all[*other].holds(number))
        });
        numbered.or(self.single.insert(name, index))
    }
}

impl<'d> Scopes<'d> {
    /// Reads the declarations of a document and finds the registers that it uses. A register of `NAME<N>` exists only if a
    /// statement, a `.set` or an `.expect` names it.
    pub fn new(document: &'d Document, model: &Virtual) -> Self {
        let mut scopes = Self {
            registers: Vec::new(),
            denoted: FxHashMap::default(),
            declarations: Vec::new(),
            first: DeclarationIndex::default(),
            twice: Vec::new(),
            open: Vec::new(),
        };
        let mut visible = DeclarationIndex::default();
        let mut stack: Vec<Scope> = vec![Scope::default()];
        let mut named: Vec<(u32, NumberedRegister)> = Vec::new();
        for item in document.in_force() {
            match &item.kind {
                ItemKind::Directive(Directive::BeginScope) => {
                    stack.push(Scope { brace: Some(item.span), ..Scope::default() });
                }
                ItemKind::Directive(Directive::EndScope) if stack.len() > 1 => {
                    for index in stack.pop().into_iter().flat_map(|scope| scope.declarations) {
                        visible.named(scopes.declarations[index].names).pop();
                    }
                }
                ItemKind::Directive(Directive::Registers(line)) => {
                    let Some(ty) = model.register_type(&line.ty.text) else { continue };
                    for names in &line.names {
                        scopes.declare(names, ty.content, &mut stack, &mut visible);
                    }
                }
                ItemKind::Instruction(instr) => {
                    let guard = instr.predicate.iter().map(|predicate| &predicate.name);
                    let names = instr.operands.iter().filter_map(name_in).chain(guard);
                    let found = names.filter_map(|name| {
                        Some((name.span.start, visible.last(&name.text, &scopes.declarations)?))
                    });
                    named.extend(found);
                }
                _ => {}
            }
        }
        scopes.open = stack.iter().filter_map(|scope| scope.brace).collect();
        scopes.name_registers(document, &named);
        scopes
    }

    /// Adds a declaration to the innermost scope.
    fn declare(
        &mut self,
        names: &'d RegisterNames,
        content: RegisterContent,
        stack: &mut [Scope<'d>],
        visible: &mut DeclarationIndex<'d>,
    ) {
        let Some(scope) = stack.last_mut() else { return };
        let index = self.declarations.len();
        self.declarations.push(Declaration { names, content });
        if let Some(first) = scope.add(index, names, &self.declarations) {
            self.twice.push((&names.name, &self.declarations[first].names.name));
            return;
        }
        scope.declarations.push(index);
        visible.named(names).push(index);
        let first = self.first.named(names);
        let count = |index: &usize| self.declarations[*index].names.count.map(|count| count.value);
        if first.last().is_none_or(|last| count(last) < count(&index)) {
            first.push(index);
        }
    }

    /// Gives each register in use a name of its own. `named` holds the names in statements, by their starts.
    fn name_registers(&mut self, document: &Document, named: &[(u32, NumberedRegister)]) {
        let mut used: Vec<NumberedRegister> = named.iter().map(|(_, member)| *member).collect();
        used.extend(self.first.single.values().flatten().map(|index| (*index, 0)));
        for (_, directive) in document.directives() {
            let first = |name: &SpannedText| self.first.first(&name.text, &self.declarations);
            match directive {
                Directive::Set(set) => used.extend(first(&set.name)),
                Directive::Expect(expect) => {
                    used.extend(expect.claims().iter().filter_map(|claim| first(&claim.name)));
                }
                _ => {}
            }
        }
        used.sort_unstable();
        used.dedup();
        used.truncate(MOST_USED);
        let mut taken: FxHashSet<String> = FxHashSet::default();
        for (index, number) in &used {
            let Declaration { names, content } = &self.declarations[*index];
            let declared = &names.name.text;
            let name = names.count.map_or_else(|| declared.clone(), |_| format!("{declared}{number}"));
            let numbered = (2..).map(|number| format!("{name}_{number}"));
            let mut all = std::iter::once(name.clone()).chain(numbered);
            let name = all.find(|name| !taken.contains(name)).expect("numbers do not end");
            taken.insert(name.clone());
            self.registers.push(Register { name, content: *content, span: names.name.span });
        }
        let index = |member: &NumberedRegister| used.binary_search(member).ok();
        let denoted = named.iter().filter_map(|(start, member)| Some((*start, index(member)?)));
        self.denoted = denoted.collect();
    }

    /// Returns the register that a name in a statement denotes.
    pub fn register(&self, name: &SpannedText) -> Option<&Register> {
        self.registers.get(*self.denoted.get(&name.span.start)?)
    }

    /// Returns the content of the register with a name of its own.
    pub fn content(&self, name: &str) -> Option<RegisterContent> {
        self.registers.iter().find(|register| register.name == name).map(|register| register.content)
    }

    /// Returns the first declaration of a name, whatever its scope.
    pub fn declaration(&self, name: &str) -> Option<Span> {
        let (index, _) = self.first.first(name, &self.declarations)?;
        Some(self.declarations[index].names.name.span)
    }

    /// Returns the declaration `NAME<N>` whose numbers a name exceeds, and N.
    pub fn exceeded(&self, name: &str) -> Option<(Span, i128)> {
        let (prefix, _) = split(name)?;
        let index = *self.first.numbered.get(prefix)?.last()?;
        let RegisterNames { name, count } = self.declarations[index].names;
        Some((name.span, count.as_ref()?.value))
    }
}

/// Returns the register that an operand names.
fn name_in(operand: &OperandText) -> Option<&SpannedText> {
    match operand {
        OperandText::Name(name) | OperandText::Address { name, .. } | OperandText::Predicate { name, .. } => {
            Some(name)
        }
        _ => None,
    }
}
