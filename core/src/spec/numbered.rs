//! Registers with numbers: how they, and lines about them, are spelt.

use super::SlotKind;
use crate::base::Rule;

/// A register model: how many registers and predicates there are, and how a line names them.
#[derive(Clone, Copy, Debug)]
pub struct Numbered {
    /// The registers; the constant one reads as 0.
    pub registers: Bank,
    /// The predicates; the constant one is always true.
    pub predicates: Bank,
    /// The name of the constant bank in operands, as `c` in `c[0x0][0x10]`.
    pub constants: &'static str,
    /// The sign before the predicate that guards an instruction.
    pub guard: char,
    /// The brackets around an address.
    pub address: [char; 2],
    /// The sign that ends a line, which may be left out.
    pub terminator: char,
    /// What annotations of a schedule behind the operands begin with.
    pub annotations: &'static [char],
    /// The rules on its lines.
    pub rules: &'static NumberedRules,
}

impl Numbered {
    /// What has to stand in a slot, for a message.
    pub fn wanted(&self, kind: SlotKind) -> String {
        let register = self.registers.name(4);
        let [open, close] = self.address;
        let word = format!("{}[0x0][0x10]", self.constants);
        match kind {
            SlotKind::Register => format!("a register such as `{register}`"),
            SlotKind::Address => format!("a register in brackets such as `{open}{register}{close}`"),
            SlotKind::Predicate => format!("a predicate such as `{}`", self.predicates.name(0)),
            SlotKind::Handle(_) => "a register or a number of words such as `0x50`".to_owned(),
            SlotKind::Source => {
                format!("a register, a number or a word of the constant bank such as `{word}`")
            }
            SlotKind::Half => {
                "a register or a word of the constant bank, with `.H1` for its upper half, or a number \
                               of 16 bits"
                    .to_owned()
            }
            SlotKind::Special(_) => "a special register".to_owned(),
        }
    }
}

/// Registers, or predicates, of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Bank {
    /// What stands before the number in a name.
    pub prefix: &'static str,
    /// The largest number. The one behind it stands for the constant one in machine code.
    pub last: u8,
    /// The name of the constant register or predicate.
    pub constant: &'static str,
}

/// A register or predicate: one with a number, or the constant one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// The register or predicate with that number.
    Number(u8),
    /// The register or predicate that is constant.
    Constant,
}

impl Bank {
    /// The register or predicate of that name.
    pub fn member(&self, name: &str) -> Option<Member> {
        if name == self.constant {
            return Some(Member::Constant);
        }
        let digits = name.strip_prefix(self.prefix).filter(|_| self.resembles(name))?;
        let is_plain = digits == "0" || !digits.starts_with('0');
        let number = digits.parse().ok().filter(|number| is_plain && *number <= self.last)?;
        Some(Member::Number(number))
    }

    /// The number of a name; `None` for the constant one, too.
    pub fn number(&self, name: &str) -> Option<u8> {
        match self.member(name)? {
            Member::Number(number) => Some(number),
            Member::Constant => None,
        }
    }

    /// Whether a word looks like one of them, whether or not there is one of its number.
    pub fn resembles(&self, word: &str) -> bool {
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        word == self.constant || word.strip_prefix(self.prefix).is_some_and(is_number)
    }

    /// The name of a number.
    pub fn name(&self, number: usize) -> String {
        format!("{}{number}", self.prefix)
    }

    /// The names with a number, for a message: `R0 to R254`.
    pub fn range(&self) -> String {
        format!("{0}0 to {0}{1}", self.prefix, self.last)
    }

    /// The number that machine code has for the constant one.
    pub fn constant_code(&self) -> u64 {
        u64::from(self.last) + 1
    }
}

macro_rules! rule_table {
    ($($(#[$doc:meta])* $field:ident,)*) => {
        /// The rules on registers with numbers, each as one instruction set words it.
        #[derive(Clone, Copy, Debug)]
        pub struct NumberedRules {
            $($(#[$doc])* pub $field: Rule,)*
        }

        impl NumberedRules {
            /// One rule in the place of all, for an instruction set that words only some of its own to spread from.
            pub const fn alike(rule: Rule) -> Self {
                Self { $($field: rule),* }
            }

            /// All of these rules.
            pub fn all(&'static self) -> Vec<&'static Rule> {
                vec![$(&self.$field),*]
            }
        }
    };
}

rule_table! {
    /// What a line is.
    mnemonic,
    /// What follows the dots of a mnemonic.
    modifier,
    /// How a guard is written.
    guard,
    /// What stands between operands.
    separator,
    /// How many operands there are.
    slots,
    /// What may stand in a slot.
    slot_kind,
    /// Which registers and predicates there are.
    register,
    /// Where a vector of registers may begin.
    alignment,
    /// Where a vector of registers has to end.
    end,
    /// Where the constant register cannot stand.
    zero,
    /// Which words of the constant bank a handle can name.
    handle,
    /// How large a number in a line may be.
    immediate,
    /// Which constant banks there are.
    bank,
    /// Which addresses a constant bank has.
    constant_address,
    /// When the operation may be left out.
    unwritten_op,
    /// When what comes from memory is there.
    barrier,
    /// Which indices headers have.
    header_index,
    /// What a header describes.
    header_kind,
    /// Which levels of detail there are.
    levels,
    /// When a surface has a pitch.
    pitch,
    /// Which blocks there are.
    block,
    /// Where a surface may begin.
    base,
    /// That memory of surfaces lies apart.
    overlap,
    /// How pages without memory are listed.
    sparse,
    /// How large the header pool may be.
    pool_max,
}
