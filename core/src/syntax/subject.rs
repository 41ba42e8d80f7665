//! The subjects of directives, each in one spelling.

use super::ast::{Directive, Document};
use super::number::parse_u64;
use crate::spec::{ChosenReadings, InstructionSet, SetBehaviour};

impl Document {
    /// Returns the subject of a directive: the name that tells it apart from others of its word, in one spelling. No reading
    /// changes the subject: a declared name counts before a predefined one, and any other name is an error.
    pub fn subject(&self, directive: &Directive, set: &InstructionSet) -> String {
        match directive {
            Directive::Surface(line) => {
                self.surface_name(&line.name.text, &(set.behaviour)(&ChosenReadings::default()))
            }
            Directive::Op(block) => set.op_name(&block.name.text),
            Directive::Semantics(block) => set.mnemonic(&block.name.text),
            _ => directive.index_subject(),
        }
    }

    /// Returns the name of a surface in one spelling. The index of a header is decimal, and a predefined surface that the text
    /// does not declare has its name in Lanescope.
    pub fn surface_name(&self, written: &str, behaviour: &SetBehaviour) -> String {
        if let Some(index) = parse_u64(written) {
            return index.to_string();
        }
        let predefined = behaviour.surface(written).filter(|_| self.decl(written).is_none());
        predefined.map_or(written, |surface| surface.name).to_owned()
    }
}
