//! The words after a mnemonic, as its row understands them. The check and completion read them in the same way.

use super::ast::SpannedText;
use crate::base::{Rule, Span};
use crate::spec::{
    AtomicOp, ChosenReadings, Instruction, IsaValues, LineAttributes, LineModifier, LineRegisters, Modifier,
    ModifierValue, ModifierValues, NumberedSignature, OpTable, Refusal, RegisterInput,
};

/// The words after a mnemonic, with the defaults of those that are not written.
#[derive(Clone, Debug, Default)]
pub struct LineModifiers {
    /// The operation that a word or the mnemonic names, with its table. An operation that only the document has is not here.
    pub op: Option<(&'static OpTable, &'static AtomicOp)>,
    /// The choice of each modifier that has one, in the order of the row. A default has no span.
    pub choices: Vec<LineModifier>,
}

/// The first error in the words of a line. `index` is that of a word.
pub(crate) enum ModifierError {
    /// A word that none of these modifiers accepts.
    Unknown { index: usize, possible: Vec<&'static Modifier> },
    /// A modifier that is not written before a word, or at the end.
    Missing { modifier: &'static Modifier, before: Option<usize> },
    /// A word that exists and does not run, with the rule that it breaks.
    Refused { index: usize, modifier: &'static Modifier, rule: &'static Rule },
}

impl LineModifiers {
    /// Resolves words as far as the row knows them. At a required operation, any word counts as one that the document adds.
    pub fn from_row(row: &Instruction, words: &[SpannedText]) -> Self {
        Self::resolve(row, words, |modifier, _| !modifier.is_optional).0
    }

    /// Resolves the words of a line, and returns the first error with them. `is_document_op` decides whether a word of a modifier with
    /// operations is an operation that the document adds.
    pub(crate) fn resolve(
        row: &Instruction,
        words: &[SpannedText],
        is_document_op: impl Fn(&Modifier, &str) -> bool,
    ) -> (Self, Option<ModifierError>) {
        let mut line = Self { op: row.own_op(), choices: Vec::new() };
        let (mut next, mut possible, mut error) = (0, Vec::new(), None);
        for (index, modifier) in row.modifiers.iter().enumerate() {
            let left = &words[next..];
            if let Some((word, count)) = accepted(modifier, left, &is_document_op) {
                line.choose(modifier, word, Some(left[0].span.to(left[count - 1].span)));
                let refused = word.and_then(|word| word.refused);
                error = error.or(refused.map(|rule| ModifierError::Refused { index: next, modifier, rule }));
                next += count;
                possible.clear();
                continue;
            }
            if let Some(word) = modifier.default_value() {
                line.choose(modifier, Some(*word), None);
            }
            possible.push(modifier);
            if modifier.is_optional || error.is_some() {
                continue;
            }
            let is_later = |later: &Modifier| accepted(later, left, &is_document_op).is_some();
            error = Some(if left.is_empty() {
                ModifierError::Missing { modifier, before: None }
            } else if row.modifiers[index + 1..].iter().any(is_later) {
                ModifierError::Missing { modifier, before: Some(next) }
            } else {
                ModifierError::Unknown { index: next, possible: possible.clone() }
            });
        }
        let is_left = next < words.len();
        (line, error.or_else(|| is_left.then_some(ModifierError::Unknown { index: next, possible })))
    }

    /// Adds the word of a modifier; `None` for an operation that only the document has.
    pub(crate) fn choose(&mut self, modifier: &Modifier, value: Option<ModifierValue>, span: Option<Span>) {
        if let (ModifierValues::Ops(table), Some(op)) =
            (modifier.values, value.and_then(|value| value.attributes.op))
        {
            self.op = Some((table, op));
        }
        self.choices.push(LineModifier { name: modifier.name, value, span });
    }

    /// Returns the operation that only the document has, if a word names one.
    pub(crate) fn document_op(&self) -> Option<&LineModifier> {
        self.choices.iter().find(|choice| choice.value.is_none())
    }

    /// Returns the choices that the line has words for.
    pub(crate) fn written(&self) -> impl Iterator<Item = &LineModifier> {
        self.choices.iter().filter(|choice| choice.span.is_some())
    }

    /// Returns the words that the rows have.
    fn known(&self) -> impl Iterator<Item = (&'static str, ModifierValue)> {
        self.choices.iter().filter_map(|choice| Some((choice.name, choice.value?)))
    }

    /// Returns the chosen word of each modifier but the operation, as pairs of modifier and word.
    pub fn chosen_words(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let known = self.known().filter(|(_, word)| word.attributes.op.is_none());
        known.map(|(modifier, word)| (modifier, word.name))
    }

    /// Returns the attributes of all words.
    pub fn attributes(&self) -> LineAttributes {
        self.known().fold(LineAttributes::NONE, |all, (_, word)| all.or(word.attributes))
    }

    /// Returns the registers that the words imply. `filled` says which slots are filled, and `is_register` which of them have a register.
    pub(crate) fn line_registers(
        &self,
        signature: &NumberedSignature,
        filled: &[bool],
        is_register: &[bool],
        isa_values: &IsaValues,
        readings: &ChosenReadings,
    ) -> Result<LineRegisters, Refusal> {
        let value_names: Vec<(&str, &str)> = self.chosen_words().collect();
        let op = self.op.map(|(_, op)| op);
        (signature.line_registers)(&RegisterInput {
            value_names: &value_names,
            attributes: self.attributes(),
            op,
            filled,
            is_register,
            isa_values,
            readings,
        })
    }

    /// Returns the registers that the words imply with all required slots filled. Returns `None` if the words do not go
    /// together under these values, or if the row has no slots.
    pub fn usual_registers(&self, row: &Instruction, isa_values: &IsaValues) -> Option<LineRegisters> {
        let signature = row.numbered()?;
        let filled: Vec<bool> = signature.slots.iter().map(|slot| !slot.is_optional).collect();
        self.line_registers(signature, &filled, &filled, isa_values, &ChosenReadings::default()).ok()
    }
}

/// Returns the choice of the leading words that belong to a modifier, and their number.
fn accepted(
    modifier: &Modifier,
    words: &[SpannedText],
    is_document_op: impl Fn(&Modifier, &str) -> bool,
) -> Option<(Option<ModifierValue>, usize)> {
    let texts = texts(words);
    if let Some((word, count)) = modifier.leading_value(&texts) {
        return Some((Some(word), count));
    }
    let is_document_op =
        matches!(modifier.values, ModifierValues::Ops(_)) && is_document_op(modifier, texts.first()?);
    is_document_op.then_some((None, 1))
}

/// Returns the texts of words.
pub(super) fn texts(words: &[SpannedText]) -> Vec<&str> {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// Returns the words of a text between its dots, without their spans.
pub(crate) fn dotted(text: &str) -> impl Iterator<Item = SpannedText> {
    text.split('.').map(|word| SpannedText { text: word.to_owned(), span: Span::at(0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tests::known_sets;
    use crate::test;

    /// Returns the words that an instruction with an operation and a width reads, and the first error.
    fn read(words: &str) -> (Vec<&'static str>, String) {
        let sets = known_sets();
        let row = sets.instructions().find(|row| row.is_called("dword_atomic")).expect("it has a row");
        let words: Vec<SpannedText> = dotted(words).filter(|word| !word.text.is_empty()).collect();
        let (line, error) = LineModifiers::resolve(row, &words, |_, word| word == "mine");
        let written = line.written();
        let texts = written.map(|written| written.value.map_or("own", |word| word.text)).collect();
        let error = match error {
            None => String::new(),
            Some(ModifierError::Unknown { index, .. }) => format!("unknown {index}"),
            Some(ModifierError::Missing { before, .. }) => format!("missing {before:?}"),
            Some(ModifierError::Refused { index, .. }) => format!("refused {index}"),
        };
        (texts, error)
    }

    #[test]
    fn the_first_error_does_not_end_the_reading() {
        let known: [(&str, &[&str], &str); 6] = [
            ("add.16", &["add", "16"], ""),
            ("mine.16", &["own", "16"], ""),
            ("", &[], "missing None"),
            ("16", &["16"], "missing Some(0)"),
            ("foo", &[], "unknown 0"),
            ("add.foo", &["add"], "unknown 1"),
        ];
        for (words, texts, error) in known {
            assert_eq!(read(words), (texts.to_vec(), error.to_owned()), "{words}");
        }
    }
}
