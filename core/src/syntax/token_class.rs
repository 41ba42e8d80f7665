//! The classes of tokens, for their colours.

/// The class of a piece of text, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// `.set`, `.decl`, ...
    Directive,
    /// A word with a fixed meaning: `buffer`, `iota`, `foreach_active`.
    Keyword,
    /// The name before `=` in `key=value`.
    Key,
    /// A number, `?` or `_`.
    Number,
    /// A quoted text.
    Text,
    /// A name given by the text.
    Name,
    /// A mnemonic.
    Mnemonic,
    /// A word after a mnemonic's dot.
    Modifier,
    /// Execution mask and size.
    Mask,
    /// A predicate, as a guard or as an operand.
    Predicate,
    /// A register or variable as an operand.
    Operand,
    /// A surface as an operand.
    Surface,
    /// A comment.
    Comment,
    /// A scalar type.
    Type,
}

impl TokenClass {
    /// Returns the name of the class.
    pub fn name(self) -> &'static str {
        match self {
            TokenClass::Directive => "directive",
            TokenClass::Keyword => "keyword",
            TokenClass::Key => "key",
            TokenClass::Number => "number",
            TokenClass::Text => "text",
            TokenClass::Name => "name",
            TokenClass::Mnemonic => "mnemonic",
            TokenClass::Modifier => "modifier",
            TokenClass::Mask => "mask",
            TokenClass::Predicate => "predicate",
            TokenClass::Operand => "operand",
            TokenClass::Surface => "surface",
            TokenClass::Comment => "comment",
            TokenClass::Type => "type",
        }
    }
}
