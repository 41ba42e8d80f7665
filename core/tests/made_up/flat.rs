//! A made-up set with numbered registers and one flat space of 64-bit addresses: a set without headers. An address is a
//! pair of registers.

use super::set::{self, numbered, operand, slot};
use lanescope_core::base::{Clause, Kind, Rule, ScalarType};
use lanescope_core::session::{Session, VariantStart, blank, narrate};
use lanescope_core::spec::VOLTA;
use lanescope_core::spec::{
    AddressModel, Direction, Fit, FlatRules, Instruction, InstructionSet, Operand, RollCall, SlotForm,
    SlotKind, SlotOperand,
};
use std::rc::Rc;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const PAGE: Clause = Clause { page: "The tablet", heading: "its signs" };

static FLAT: FlatRules = FlatRules {
    kind: Rule { code: "tablet-kind", kind: Kind::Invalid, statement: "a tablet is a buffer", source: PAGE },
    base: Rule { code: "tablet-base", kind: Kind::Invalid, statement: "a tablet is aligned", source: PAGE },
    overlap: Rule {
        code: "tablet-overlap",
        kind: Kind::Invalid,
        statement: "tablets lie apart",
        source: PAGE,
    },
};

fn tablet() -> InstructionSet {
    InstructionSet {
        key: "tablet",
        title: "TABLET",
        addresses: AddressModel::Flat(&FLAT),
        cost_model: &VOLTA,
        instructions: vec![Rc::new(carve()), Rc::new(look())],
        readings: &[],
        ..set::set()
    }
}

const MEMORY: Operand<SlotOperand> =
    Operand { name: "memory", kind: SlotOperand::Memory, unit: None, prose: "All tablets." };

/// `carve x8, <x4>, x6`: an atomic sum at the address in x4 and x5.
fn carve() -> Instruction {
    Instruction {
        mnemonic: "CARVE".into(),
        prose: "Adds to a sign.",
        form: numbered(SlotForm {
            operands: const {
                &[
                    operand("old_sign", Direction::Out, 0),
                    operand("place", Direction::In, 1),
                    operand("src0", Direction::In, 2),
                    MEMORY,
                ]
            },
            slots: const {
                &[
                    slot("old_sign", SlotKind::Register),
                    slot("place", SlotKind::Address),
                    slot("src0", SlotKind::Source),
                ]
            },
            fit: |_| Ok(fit(&[ScalarType::Ud, ScalarType::Uq, ScalarType::Ud])),
            ..SlotForm::default()
        }),
        semantics: "foreach_active (i) {
  atomic {
    T old = memory[place[i]];
    memory[place[i]] = old + src0[i];
    old_sign[i] = old;
  }
}"
        .into(),
        source: PAGE,
        ..Instruction::default()
    }
}

/// `look x8, <x4>`: a load.
fn look() -> Instruction {
    Instruction {
        mnemonic: "LOOK".into(),
        prose: "Reads a sign.",
        form: numbered(SlotForm {
            operands: const { &[operand("sign", Direction::Out, 0), operand("place", Direction::In, 1), MEMORY] },
            slots: const { &[slot("sign", SlotKind::Register), slot("place", SlotKind::Address)] },
            fit: |_| Ok(fit(&[ScalarType::Ud, ScalarType::Uq])),
            ..SlotForm::default()
        }),
        semantics: "foreach_active (i) { sign[i] = memory[place[i]]; }".into(),
        source: PAGE,
        ..Instruction::default()
    }
}

/// Returns the registers of a line whose slots hold values of these types.
fn fit(types: &[ScalarType]) -> Fit {
    Fit {
        access: Some(ScalarType::Ud),
        counts: types.iter().map(|ty| ty.size_bytes().div_ceil(4)).collect(),
        operands: types.iter().map(|&ty| (Some(0), ty)).collect(),
        ..Fit::default()
    }
}

fn open(text: &str) -> Session {
    Session::open_with(text, &RollCall::new(tablet(), []))
}

/// Two buffers, the second above 4 GiB. Lanes 0 and 1 meet in B, lane 2 reaches A, and lane 3 no buffer.
const TEXT: &str = "\
.isa tablet
.lanes 4
.surface A buffer ud 2 base=0x1000 = 10 20
.surface B buffer ud base=0x1_0000_1000 = 30 40
.set x4 = 0x1004 0x1004 0x1000 0x1000
.set x5 = 1 1 0 2
.set x6 = 1 2 3 4
carve x8, <x4>, x6|
.expect A = 13 20
.expect B = 30 43
.expect x8 = 40 41 10 0
";

#[test]
fn addresses_of_64_bits_reach_the_buffers_of_one_space() {
    let session = open(TEXT);
    assert!(session.expectations.iter().all(|expectation| expectation.holds()), "{:?}", session.expectations);
    let codes: Vec<&str> = session.diagnostics.iter().map(|found| found.code()).collect();
    assert_eq!(codes, ["run-out-of-bounds"]);
    let run = session.run.expect("it runs");
    let sentences: Vec<String> = run.steps().map(|step| narrate(run.scenario(), &step)).collect();
    assert!(sentences.iter().any(|line| line.contains("B[1]")), "{sentences:#?}");
    assert!(sentences.iter().any(|line| line.contains("address 0x200001000")), "{sentences:#?}");
}

#[test]
fn structures_at_addresses_become_arrays() {
    // Four structures of four signs: bytes 0 to 51 of A are in 2 sectors, and an array of four signs is in 1.
    let session = open(
        ".isa tablet\n.lanes 4\n.surface A buffer ud base=0x1000 = 1 2 3 4 11 12 13 14 21 22 23 24 31 32 33 34\n\
         .set x4 = 0x1004 0x1014 0x1024 0x1034\nlook x8, <x4>|\n.expect x8 = 2 12 22 32\n",
    );
    let found = session.rearrangements(0);
    let arrays =
        found.iter().find(|it| it.title == "Structure of arrays").expect("one sector is less than two");
    assert_eq!(arrays.cost.sectors, 1);
    let VariantStart::Lines { lines, .. } = &arrays.start else { panic!("{arrays:?}") };
    let signs = "1 11 21 31 2 12 22 32 3 13 23 33 4 14 24 34";
    assert!(lines.starts_with("  .set x4 = 4112 4116 4120 4124\n"), "{lines}");
    assert!(lines.ends_with(&format!(" base=0x1000 = {signs}\n")), "{lines}");
}

#[test]
fn the_low_bits_of_a_misaligned_address_are_ignored() {
    let text = ".isa tablet\n.lanes 4\n.surface A buffer ud 2 base=0x1000 = 10 20\n.set x4 = 0x1005 0x1007 0x1003 0xfff\n\
                look x8, <x4>|\n.expect x8 = 20 20 10 0\n";
    let session = open(text);
    assert!(session.expectations.iter().all(|expectation| expectation.holds()), "{:?}", session.diagnostics);
    assert!(session.diagnostics.iter().any(|found| found.message.contains("byte 4 is used instead")));
}

#[test]
fn a_generated_scenario_has_a_buffer_at_its_addresses() {
    for row in [carve(), look()] {
        let text = blank(&tablet(), &row);
        let session = open(&text);
        assert_eq!(session.diagnostics, [], "{text}");
        assert!(session.run.is_some() && text.contains(".surface MEMORY buffer"), "{text}");
    }
}

#[test]
fn only_a_header_pool_has_headers() {
    let finding = |line: &str| {
        let session = open(&format!(".isa tablet\n.lanes 4\n{line}\n"));
        let found = session.diagnostics.first().unwrap_or_else(|| panic!("{line} is wrong"));
        (found.code().to_owned(), found.message.clone())
    };
    let is = |line: &str, code: &str| assert_eq!(finding(line).0, code, "{line}: {}", finding(line).1);
    is(".pool max=7", "text-other-isa");
    is(".surface A 2d R32_UINT 4x4", "tablet-kind");
    is(".surface A buffer ud 4 base=0x1008", "tablet-base");
    is(".surface A buffer ud 5 base=0xffff_ffff_ffff_fff0", "tablet-base");
    is(".surface A buffer ud 4 base=0x100\n.surface B buffer ud 4 base=0x100", "tablet-overlap");
    is(".surface A buffer ud 4\n.surface A buffer ud 4", "text-once");
    is(".surface A buffer ud 4 pitch=64", "text-surface-key");
    let own = ".semantics LOOK { foreach_active (i) { sign[i] = UD(header_usable(0)); } }";
    is(&format!("{own}\nlook x8, <x4>|"), "notation-operand-use");
}
