//! `.reg`: the declaration of registers.

use super::complete::types;
use super::lines::TERMINATOR;
use crate::base::{Rule, TextEdit};
use crate::diag::Diagnostic;
use crate::spec::{InstructionSet, RegisterModel};
use crate::syntax::ast::{Directive, Inheritance, Rank, RegisterNames, RegistersLine};
use crate::syntax::cursor::{Cursor, Parsed, TRAILING, unknown};
use crate::syntax::directive_row::{DirectiveRow, PLAIN};
use crate::syntax::number::count;

pub(super) const DIRECTIVES: &[DirectiveRow] = &[DirectiveRow {
    word: "reg",
    form: ".TYPE NAME, NAME<N>, ...;",
    info: "Declares registers of one type in the current scope. `NAME<N>` declares N registers with numbers from 0.",
    rank: Some(Rank::Decl),
    inheritance: Inheritance::Always,
    parse: |cursor, set, _| registers(cursor, set),
    complete: types,
    ..PLAIN
}];

/// Parses `.TYPE NAME, NAME<N>;`.
fn registers(cursor: &mut Cursor, set: &InstructionSet) -> Parsed<Directive> {
    // Only sets with this syntax have the directive.
    let RegisterModel::Virtual(registers) = set.registers else {
        return cursor.expected(&TRAILING, "`.isa`");
    };
    let rule = &registers.rules.declaration;
    cursor.need('.', rule, "`.` and a type")?;
    let ty = cursor.need_word(rule, "a type")?;
    if registers.register_type(&ty.text).is_none() {
        let known = registers.types.iter().map(|known| known.word);
        return Err(Box::new(unknown(rule, &ty, "type", known)));
    }
    let mut names = vec![register_names(cursor, rule)?];
    while cursor.eat(',').is_some() {
        names.push(register_names(cursor, rule)?);
    }
    end(cursor, rule)?;
    Ok(Directive::Registers(RegistersLine { ty, names }))
}

/// Parses `NAME` or `NAME<N>`.
fn register_names(cursor: &mut Cursor, rule: &'static Rule) -> Parsed<RegisterNames> {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if cursor.peek_word().is_none_or(|word| is_number(&word.text)) {
        return cursor.expected(rule, "a name");
    }
    let name = cursor.need_word(rule, "a name")?;
    if cursor.eat('<').is_none() {
        return Ok(RegisterNames { name, count: None });
    }
    let count = count(cursor, "a number of registers")?;
    cursor.need('>', rule, "`>`")?;
    if count.value < 1 {
        let message = "0 registers; expected at least 1";
        return Err(Box::new(Diagnostic::error(rule, count.span, message)));
    }
    Ok(RegisterNames { name, count: Some(count) })
}

/// Parses the `;`. If the next token is on another line, the fix inserts it.
fn end(cursor: &mut Cursor, rule: &'static Rule) -> Parsed<()> {
    let end = cursor.skip(0);
    if cursor.eat(TERMINATOR).is_some() {
        return Ok(());
    }
    cursor.expected(rule, "`,` or `;`").map_err(|mut finding: Box<Diagnostic>| {
        let next = cursor.here().range().start;
        let ends_line = cursor.is_done() || cursor.text[end.range().start..next].contains('\n');
        if ends_line {
            let edit = TextEdit { span: end, replacement: TERMINATOR.to_string() };
            finding = Box::new(finding.fix("insert `;`", vec![edit]));
        }
        finding
    })
}

impl RegisterNames {
    /// Returns the names of the registers, in order.
    pub fn each(&self) -> impl Iterator<Item = String> {
        let (name, count) = (&self.name.text, self.count);
        let numbers = 0..count.map_or(1, |count| count.value);
        numbers.map(move |number| count.map_or_else(|| name.clone(), |_| format!("{name}{number}")))
    }

    /// Returns whether one of the registers has that name.
    pub fn includes(&self, name: &str) -> bool {
        let Some(count) = self.count else { return self.name.text == name };
        let digits =
            name.strip_prefix(&*self.name.text).filter(|digits| *digits == "0" || !digits.starts_with('0'));
        let is_number = |digits: &&str| digits.bytes().all(|digit| digit.is_ascii_digit());
        let number = digits.filter(is_number).and_then(|digits| digits.parse::<u64>().ok());
        number.is_some_and(|number| i128::from(number) < count.value)
    }
}
