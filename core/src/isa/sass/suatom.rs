//! SUATOM: one atomic operation for each lane, on a texel of a surface in global memory.

use super::atomic_ops::{SURFACE_OPS, sizes};
use super::suatom_word::{FORMS, PS, RA, RB, RD, SC};
use super::{readings as r, rules};
use crate::base::Clause;
use crate::base::ScalarType::{self, D, F, F16x2, Q, Ub, Ud, Uq, Uw};
use crate::spec::{
    DefaultNan, Denormals, Direction, Encoding, Fit, FitInput, FloatRules, Instruction, MemoryRules, MinMax,
    Modifier, NumberedForm, Operand, ReadingSet, Refusal, RowForm, Slot, SlotForm, SlotKind, SlotOperand,
    UnwrittenOp, Word, Words,
};

const fn word(text: &'static str, name: &'static str, code: u64, prose: &'static str) -> Word {
    Word { name, ..Word::new(text, prose).coded(code) }
}

const fn usual(word: Word) -> Word {
    Word { is_default: true, ..word }
}

const fn modifier(
    name: &'static str,
    optional: bool,
    words: &'static [Word],
    prose: &'static str,
) -> Modifier {
    Modifier { optional, ..Modifier::new(name, Words::Listed(words), prose) }
}

const MODIFIERS: &[Modifier] = &[
    modifier(
        "data",
        false,
        &[
            Word::new("D", "Raw data of the size `sz`, for every format of the surface."),
            Word { runs: false, ..Word::new("P", "Packed texels: can be encoded, does not run.") },
        ],
        "The relation of data and texels.",
    ),
    modifier(
        "BA",
        true,
        &[word("BA", "BA", 1, "x counts bytes, and is a multiple of the size.")],
        "Byte address.",
    ),
    modifier(
        "dim",
        false,
        &[
            word("1D", "D1", 0, "x."),
            word("1D_BUFFER", "D1_BUFFER", 1, "x, unsigned unless NEAR clamps it."),
            word("1D_ARRAY", "D1_ARRAY", 2, "x and layer."),
            word("2D", "D2", 3, "x and y."),
            word("2D_ARRAY", "D2_ARRAY", 4, "x, y and layer."),
            word("3D", "D3", 5, "x, y and z."),
        ],
        "The shape of the surface.",
    ),
    Modifier::new("op", Words::Ops(&SURFACE_OPS), "The operation on the value in memory.").optional(),
    modifier(
        "sz",
        true,
        &[
            usual(word("U32", "U32", 0, "32 bits, unsigned.")),
            word("S32", "S32", 1, "32 bits, signed."),
            word("U64", "U64", 2, "64 bits, unsigned, in pairs of registers."),
            word("S64", "S64", 5, "64 bits, signed, in pairs of registers."),
            word(
                "F32.FTZ.RN",
                "F32",
                3,
                "A float; subnormal numbers are flushed, sums round to nearest even.",
            ),
            word("F16x2.FTZ.RN", "F16x2", 4, "Two halves by themselves; subnormal numbers are flushed."),
            word("F16x2.RN", "F16x2_RN", 4, "Two halves by themselves; subnormal numbers stay."),
            word("SD32", "SD32", 6, "32 bits, signed where the surface's format is."),
            word("SD64", "SD64", 7, "64 bits, signed where the surface's format is."),
        ],
        "Size and type of the data.",
    ),
    modifier(
        "clamp",
        true,
        &[
            word("IGN", "IGN", 0, "Out of bounds, nothing is written and zero is returned."),
            usual(word("NEAR", "NEAR", 1, "Out of bounds, the nearest texel is used.")),
            word("TRAP", "TRAP", 2, "Out of bounds, the program stops."),
        ],
        "The rule for accesses out of bounds.",
    ),
];

const fn slot(name: &'static str, kind: SlotKind, optional: bool, prose: &'static str) -> Slot {
    Slot { name, kind, optional, prose }
}

const fn operand(
    name: &'static str,
    direction: Direction,
    slot: usize,
    prose: &'static str,
) -> Operand<SlotOperand> {
    Operand { name, kind: SlotOperand::Slot { direction, slot }, unit: None, prose }
}

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SUATOM".into(),
        synonyms: "atomic image texture surface RED fetch-and-op read-modify-write",
        prose: "Each lane reads an element of a surface, changes it and writes it back, atomically. Rd gets the old value. \
            A header in memory describes the surface; its index comes from the constant bank or a \
            register.",
        modifiers: MODIFIERS,
        bounds: "The clamp modifier decides: the access is ignored, the nearest texel is used, or the program traps. By the reading \
            `dropped_result`, Rd of an ignored access is zero.",
        conflict: "Lanes at the same texel take turns, in an order that the manual does not fix.",
        form: RowForm::Numbered(NumberedForm {
            slots: SlotForm {
                operands: const {
                    &[
                        operand("Ps", Direction::Out, PS, "Set if the texel has no memory."),
                        operand("Rd", Direction::Out, RD, "The old value."),
                        operand(
                            "x",
                            Direction::In,
                            RA,
                            "The first register of Ra: texel in the row, or byte with .BA.",
                        ),
                        operand(
                            "y",
                            Direction::In,
                            RA,
                            "The second register of Ra: row, or layer of a 1D_ARRAY.",
                        ),
                        operand(
                            "z",
                            Direction::In,
                            RA,
                            "The third register of Ra: slice, or layer of a 2D_ARRAY.",
                        ),
                        operand(
                            "src0",
                            Direction::In,
                            RB,
                            "The data: Rb, or the pair that it begins. For CAS, the value to compare.",
                        ),
                        operand(
                            "src1",
                            Direction::In,
                            RB,
                            "The register or pair after it. For CAS, the new value.",
                        ),
                        operand(
                            "Sc",
                            Direction::In,
                            SC,
                            "Header pointer in bits 19:0; bits 31:20 name a sampler.",
                        ),
                        Operand {
                            name: "surface",
                            kind: SlotOperand::Memory,
                            unit: None,
                            prose: "Global memory, which contains the surfaces of the header pool.",
                        },
                    ]
                },
                slots: const {
                    &[
                        slot("Ps", SlotKind::Predicate, true, "Sparse status, from SM 5.2 on."),
                        slot("Rd", SlotKind::Register, false, "The result; RZ discards it."),
                        slot(
                            "Ra",
                            SlotKind::Address,
                            false,
                            "Coordinates: one, two or three registers, from a multiple of 1, 2 or 4 on.",
                        ),
                        slot(
                            "Rb",
                            SlotKind::Register,
                            false,
                            "The data. For CAS, a vector of the value to compare and the new value.",
                        ),
                        slot(
                            "Sc",
                            SlotKind::Handle(13),
                            false,
                            "Header pointer: a word of the constant bank, or a register.",
                        ),
                    ]
                },
                fit,
                ..SlotForm::default()
            },
            unwritten_op: Some(UnwrittenOp { op: "ADD", reading: &r::MISSING_OP, choice: "add" }),
            skips_helpers: true,
            encoding: Some(Encoding {
                parts: FORMS,
                source: Clause { page: "nvdisasm", heading: "SM50 to SM62" },
            }),
        }),
        memory: |chosen| MemoryRules {
            helper_lanes_undefined: chosen.is(&r::HELPER_RESULT, "undefined"),
            ..MemoryRules::default()
        },
        readings: r::ALL,
        semantics: include_str!("suatom.notation").into(),
        source: Clause { page: "SUATOM", heading: "Behaviour" },
        ..Instruction::default()
    }
}

/// Computes the types and registers of a line, after a check that its modifiers fit together.
fn fit(line: &FitInput) -> Result<Fit, Refusal> {
    let size = line.word("sz");
    let op = line.op.map_or("", |op| op.name);
    legal(line, op, size)?;
    let access = access(size);
    let coordinates: &[ScalarType] = match line.word("dim") {
        "D1" => &[D],
        "D1_BUFFER" if line.is("clamp", "NEAR") => &[D],
        "D1_BUFFER" => &[Ud],
        "D1_ARRAY" => &[D, Uw],
        "D2" => &[D, D],
        "D2_ARRAY" => &[D, D, Uw],
        _ => &[D, D, D],
    };
    let at = |n: usize| coordinates.get(n).map_or((None, D), |ty| (Some(n), *ty));
    let width = access.size_bytes() / 4;
    let (is_cas, sums) = (op == "CAS", line.readings.is(&r::CAS_SWAP, "sum"));
    Ok(Fit {
        access: Some(access),
        variant: match size {
            "F16x2_RN" => Some("F16x2"),
            "U32" if is_cas && sums => Some("SUM"),
            "S32" | "U64" if is_cas && sums => Some("SUM"),
            size => Some(size),
        },
        counts: vec![1, width, coordinates.len(), if is_cas { 2 * width } else { width }, 1],
        operands: vec![
            (line.filled[PS].then_some(0), Ub),
            (Some(0), access),
            at(0),
            at(1),
            at(2),
            (Some(0), access),
            (Some(width).filter(|_| is_cas), access),
            (Some(0), Ud),
            (None, Ud),
        ],
        takes_sign: size.starts_with("SD") && matches!(op, "MIN" | "MAX"),
        float: float(line.readings, size),
    })
}

/// Returns the access type of a size. The operation's text computes each half of a pair.
fn access(size: &str) -> ScalarType {
    match size {
        "S32" => D,
        "U64" | "SD64" => Uq,
        "S64" => Q,
        "F32" => F,
        "F16x2" | "F16x2_RN" => F16x2,
        _ => Ud,
    }
}

/// Returns the float rules: the NaN of this instruction set, and flushing unless the size or a reading preserves
/// subnormal numbers.
fn float(chosen: &ReadingSet, size: &str) -> FloatRules {
    FloatRules {
        minmax: if chosen.is(&r::NAN_MINMAX, "propagate") { MinMax::Propagate } else { MinMax::Number },
        denormals: match (size, chosen.get(&r::HALF_SPELLING)) {
            ("F16x2_RN", "by_word") | ("F16x2" | "F16x2_RN", "keep") => Denormals::Preserve,
            _ if chosen.is(&r::MINMAX_SUBNORMALS, "compared") => Denormals::FlushComparing,
            _ => Denormals::Flush,
        },
        nan: if chosen.is(&r::NAN_RESULT, "payload") {
            DefaultNan::FirstPayload
        } else {
            DefaultNan::AllOnes
        },
    }
}

/// Checks the limits that the page sets for the modifiers and operands of a line.
fn legal(line: &FitInput, op: &str, size: &str) -> Result<(), Refusal> {
    let refuse = |rule, at, message: String| Err(Refusal { rule, at, message });
    if line.is("data", "P") {
        return refuse(&rules::DATA, "data", "`.P` does not run; expected `.D`".to_owned());
    }
    let is_old = line.settings.get("sm") < 52;
    let exists = |size: &str| !is_old || !size.starts_with("F16x2");
    let allowed = sizes(op);
    if line.op.is_some() && !allowed.contains(&size) {
        let words = MODIFIERS.iter().flat_map(|modifier| modifier.words.listed());
        let text = |name: &str| words.clone().find(|word| word.name == name).map_or("", |word| word.text);
        let there = allowed.iter().filter(|name| exists(name));
        let expected: Vec<String> = there.map(|name| format!("`.{}`", text(name))).collect();
        let message = format!("{op} has no `.{}`; expected {}", text(size), expected.join(", "));
        return refuse(&rules::SIZES, "sz", message);
    }
    if !exists(size) {
        return refuse(
            &rules::TARGET,
            "sz",
            "halves do not exist on SM 5.0; expected `.isa sass sm=52`".to_owned(),
        );
    }
    if is_old && line.filled[PS] {
        return refuse(
            &rules::TARGET,
            "Ps",
            "SM 5.0 has no sparse status; expected `.isa sass sm=52`".to_owned(),
        );
    }
    if line.filled[PS] && !line.is_register[SC] && op != "CAS" {
        let message = format!("{op} with `Ps` has no room for an immediate; expected a register");
        return refuse(&rules::STATUS_FORM, "Sc", message);
    }
    Ok(())
}
