//! The scenario text: parsing that never fails, canonical formatting, and edits of single directives.

mod ast;

pub use ast::{
    Assignment, Decl, DeclKind, Directive, Document, Exec, Expect, ExtentText, Instr, IsaLine, Item,
    ItemKind, Key, LanesLine, ModifierWord, NotationBlock, Number, OperandText, OrderLine, PredicateMode,
    PredicateText, ReadingLine, Region, SpannedText, SurfaceLine, Value, ValueKind, ValueList,
};
