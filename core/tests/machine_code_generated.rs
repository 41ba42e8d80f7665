//! Machine code of lines drawn from the rows: each field holds the drawn number and points to the word that gives it.

use crate::common::{Random, draws};
use lanescope_core::base::ScalarType;
use lanescope_core::isa::known_sets;
use lanescope_core::session::{Session, report::encode};
use lanescope_core::spec::{
    AtomicOp, BytePart, ChosenReadings, DeclaredSignature, Instruction, ModifierValues, NullRule, OpTable,
    OperandKind, OperandType, Signature, SlotKind,
};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Each name ends in its number in the binary format: V32 is the first variable, P1 the first predicate and T6 the
/// first surface that a program declares. Declarations of different kinds are mixed, and surfaces are described in
/// another order than declared, because neither may change a number.
const DECLARED: &str = "\
.isa visa
.lanes 32
.decl V32 v_type=G type=ud num_elts=128 align=GRF
.decl V33 v_type=G type=d num_elts=128 align=GRF
.decl P1 v_type=P num_elts=32
.decl T6 v_type=T num_elts=1
.decl V34 v_type=G type=f num_elts=128 align=GRF
.decl V35 v_type=G type=uw num_elts=128 align=GRF
.decl V36 v_type=G type=ud num_elts=64 alias=<V33, 128>
.decl T7 v_type=T num_elts=1
.decl P2 v_type=P num_elts=16
.decl V37 v_type=G type=hf num_elts=128 align=GRF
.decl V38 v_type=G type=w num_elts=128 align=GRF
.decl T8 v_type=T num_elts=1
.decl V39 v_type=G type=uq num_elts=128 align=GRF
.decl V40 v_type=G type=q num_elts=128 align=GRF
.decl V41 v_type=G type=ub num_elts=256 align=GRF
.surface %scratch stateless size=64
.surface T8 3d ud 4x4x2
.surface T7 1d ud 8
.surface T6 buffer size=64
";

/// A line with its expected fields: the name, the value, and the word that gives it, which is empty if none does.
#[derive(Default)]
struct Line {
    text: String,
    fields: Vec<(String, u64, String)>,
}

impl Line {
    /// Adds an expected field and the word that gives it.
    fn field(&mut self, name: &str, value: u64, word: &str) {
        self.fields.push((name.to_owned(), value, word.to_owned()));
    }
}

fn pick<T: Copy>(random: &mut Random, of: &[T]) -> T {
    of[random.below(of.len())]
}

/// Returns the number that a name ends in.
fn number(name: &str) -> u64 {
    name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().expect("it ends in its number")
}

/// Draws an operation of a table and appends it to the line.
fn operation(line: &mut Line, table: &OpTable, random: &mut Random) -> AtomicOp {
    let op = pick(random, table.ops);
    let word = op.assembler_name();
    line.text += &format!(".{word}");
    line.field("op", op.code.into(), &word);
    op
}

/// Draws a line of vISA, which the rules may refuse.
fn visa(row: &Instruction, signature: &DeclaredSignature, random: &mut Random) -> Line {
    let parts = signature.byte_parts;
    let mut line = Line::default();
    if row.guard.is_accepted(&ChosenReadings::default()) && random.below(2) == 0 {
        let (name, inverted) = (pick(random, &["P1", "P2"]), random.below(2));
        let mode = random.below(3);
        let word = format!("({}{name}{})", ["", "!"][inverted], ["", ".any", ".all"][mode]);
        line.text = format!("{word} ");
        line.field("predicate", number(name), &word);
        line.field("mode", mode as u64, &word);
        line.field("inverted", inverted as u64, &word);
    } else if parts.iter().any(|part| matches!(part, BytePart::Predicate)) {
        line.field("predicate", 0, "");
    }
    line.text += &row.mnemonic.to_lowercase();
    line.field(
        "opcode",
        signature.opcode.expect("its bytes begin with it").into(),
        &row.mnemonic.to_lowercase(),
    );
    for part in parts {
        if let BytePart::Fixed(name, value) = part {
            line.field(name, u64::from(*value), &row.mnemonic.to_lowercase());
        }
    }
    // All data operands of a line have one type.
    let mut types = [ScalarType::Ud; 2];
    for modifier in row.modifiers {
        match modifier.values {
            ModifierValues::Ops(table) => {
                let op = operation(&mut line, table, random);
                let own = op.types.expect("it has types");
                types = [own.dword, own.word.unwrap_or(own.dword)];
            }
            ModifierValues::Listed(_) if modifier.is_ignored_after_size => {}
            ModifierValues::Listed(_) if modifier.name == "16" => {
                let word = pick(random, &["", "", "16"]);
                types = [types[usize::from(!word.is_empty())]; 2];
                line.text += if word.is_empty() { "" } else { ".16" };
                line.field("16", u64::from(!word.is_empty()), word);
            }
            ModifierValues::Listed(_) if modifier.name == "width" => {
                let (word, code) = pick(random, &[("", 0), ("", 0), ("16", 1), ("32", 0), ("64", 2)]);
                types[0] = match word {
                    "16" => types[1],
                    "64" if types[0] == ScalarType::D => ScalarType::Q,
                    "64" => ScalarType::Uq,
                    _ => types[0],
                };
                line.text += &if word.is_empty() { String::new() } else { format!(".{word}") };
                line.field("width", code, word);
            }
            ModifierValues::Listed(_) if modifier.name == "block_size" => {
                let (word, code) = pick(random, &[("1", 0), ("4", 1), ("8", 2)]);
                types = match word {
                    "1" => [ScalarType::Ub; 2],
                    "8" => [ScalarType::Uq; 2],
                    _ => types,
                };
                line.text += &format!(".{word}");
                line.field("block_size", code, word);
            }
            ModifierValues::Listed(_) if modifier.name == "num_blocks" => {
                let (word, code) = pick(random, &[("1", 0), ("2", 1), ("4", 2), ("8", 3)]);
                line.text += &format!(".{word}");
                line.field("num_blocks", code, word);
            }
            ModifierValues::Listed(_) if modifier.name == "elt_size" => {
                let at = random.below(3);
                let word = ["1", "2", "4"][at];
                line.text += &format!(".{word}");
                line.field("elt_size", at as u64, word);
            }
            ModifierValues::Listed(_) if modifier.name == "channels" => {
                let mask = 1 + random.below(15) as u8;
                let letters: String = "RGBA"
                    .chars()
                    .enumerate()
                    .filter(|(at, _)| mask >> at & 1 == 1)
                    .map(|(_, c)| c)
                    .collect();
                line.text += &format!(".{letters}");
                line.field("channels", mask.into(), &letters);
            }
            ModifierValues::Listed(_) => {}
        }
    }
    let size = pick(random, signature.default_exec_sizes(&known_sets().default_set().default_values()));
    let masks = [("M1", 0), ("M1", 0), ("M3", 2), ("M5", 4), ("M1_NM", 8), ("M5_NM", 12)];
    let (mask, code) = pick(random, &masks);
    line.text += &format!(" ({mask}, {size})");
    line.field("mask", code, mask);
    let count = [8, 16, 1].iter().position(|known| *known == size).unwrap_or_default() as u64;
    match parts.iter().any(|part| matches!(part, BytePart::ExecSizeCode)) {
        true => line.field("num_elts", count, &size.to_string()),
        false => line.field("size", size.trailing_zeros().into(), &size.to_string()),
    }
    let data = match types[0] {
        ScalarType::Ud => pick(random, &["V32", "V36"]),
        ScalarType::D => "V33",
        ScalarType::F => "V34",
        ScalarType::Uw => "V35",
        ScalarType::Hf => "V37",
        ScalarType::Uq => "V39",
        ScalarType::Q => "V40",
        ScalarType::Ub => "V41",
        _ => "V38",
    };
    for operand in signature.named_operands() {
        match operand.kind {
            OperandKind::Surface { .. } => {
                let name = pick(random, &["T6", "T7", "T8"]);
                line.text += &format!(" {name}");
                line.field("surface", number(name), name);
            }
            OperandKind::Raw { ty, null, .. } => {
                let is_null = null != NullRule::Never && random.below(2) == 0;
                let unsigned = pick(random, &["V32", "V36"]);
                let name = match ty {
                    OperandType::OneOf([ScalarType::Uq]) => "V39",
                    OperandType::OneOf([_]) => unsigned,
                    _ => data,
                };
                let offset = if is_null { 0 } else { 32 * random.below(3) as u64 };
                let word = format!("{}.{offset}", if is_null { "V0" } else { name });
                line.text += &format!(" {word}");
                line.field(operand.name, if is_null { 0 } else { number(name) }, &word);
                line.field(&format!("{} offset", operand.name), offset, &word);
            }
            OperandKind::Scalar { .. } if random.below(2) == 0 => {
                let types = ["ud", "d", "uw", "w", "ub", "b", "uq", "q"];
                let (at, value) = (random.below(types.len()), random.below(100) as u64);
                let negative = at % 2 == 1 && value > 50;
                let number = if negative { format!("-{value}") } else { format!("{value:#x}") };
                let value = if negative { value.wrapping_neg() } else { value };
                let word = format!("{number}:{}", types[at]);
                line.text += &format!(" {word}");
                line.field(&format!("{} kind", operand.name), 5, &word);
                line.field(&format!("{} type", operand.name), [0, 1, 2, 3, 4, 5, 11, 13][at], &word);
                line.field(operand.name, if at < 6 { value & 0xffff_ffff } else { value }, &word);
            }
            OperandKind::Scalar { .. } => {
                let name = pick(random, &["V32", "V33", "V36"]);
                let (row, column) = (random.below(4) as u64, random.below(8) as u64);
                let region = pick(random, &["<0;1,0>", "<8;8,1>", "<4;2,2>"]);
                let strides: Vec<u32> = region
                    .split(|c: char| !c.is_ascii_digit())
                    .filter_map(|digits| digits.parse().ok())
                    .map(|stride: u32| if stride == 0 { 1 } else { stride.trailing_zeros() + 2 })
                    .collect();
                let word = format!("{name}({row},{column}){region}");
                line.text += &format!(" {word}");
                let names = ["row", "column", "vertical", "width", "horizontal"];
                let strides = strides.into_iter().map(u64::from);
                let values = [row, column].into_iter().chain(strides);
                line.field(&format!("{} kind", operand.name), 0, &word);
                line.field(operand.name, number(name), &word);
                for (what, value) in names.into_iter().zip(values) {
                    line.field(&format!("{} {what}", operand.name), value, &word);
                }
            }
            _ => unreachable!("vISA rows with bytes have no operand of this kind"),
        }
    }
    line
}

/// Draws a register whose number is a multiple of `align`, or sometimes `RZ`.
fn register(random: &mut Random, align: usize) -> (String, u64) {
    match random.below(12) {
        0 => ("RZ".to_owned(), 255),
        _ => {
            let number = align * random.below(252 / align);
            (format!("R{number}"), number as u64)
        }
    }
}

/// Draws a line of SASS, which the rules may refuse.
fn sass(row: &Instruction, random: &mut Random) -> Line {
    let mut line = Line::default();
    let guard = pick(random, &["", "", "P0", "P3", "P6", "PT"]);
    let inverted = random.below(2) == 1 && !guard.is_empty();
    let word =
        if guard.is_empty() { String::new() } else { format!("@{}{guard}", if inverted { "!" } else { "" }) };
    line.text = word.clone() + if guard.is_empty() { "" } else { " " } + &row.mnemonic;
    line.field("Pg", if guard.starts_with('P') && guard != "PT" { number(guard) } else { 7 }, &word);
    line.field("not Pg", inverted.into(), if inverted { &word } else { "" });
    let mut op = "ADD";
    for modifier in row.modifiers {
        match modifier.values {
            ModifierValues::Ops(table) => op = operation(&mut line, table, random).name,
            ModifierValues::Listed(words) if modifier.is_optional && random.below(2) == 0 => {
                let usual = words.iter().find(|word| word.is_default);
                line.field(modifier.name, code(modifier.name, usual.map_or("", |word| word.name)), "");
            }
            ModifierValues::Listed(_) => {
                let words: Vec<_> = modifier.suggested().collect();
                let word = words[random.below(words.len())];
                line.text += &format!(".{}", word.text);
                line.field(modifier.name, code(modifier.name, word.name), word.text);
            }
        }
    }
    let signature = row.numbered().expect("operands of SASS are registers");
    let mut separator = " ";
    for slot in signature.slots {
        let (word, fields): (String, Vec<(&str, u64)>) = match slot.kind {
            SlotKind::Predicate if random.below(2) == 0 => {
                // With an operation, only CAS has room for a status beside an immediate.
                if op == "CAS" || row.op_table().is_none() {
                    line.field("Ps", 0, "");
                }
                continue;
            }
            SlotKind::Predicate => {
                let name = pick(random, &["P0", "P1", "P6", "PT"]);
                (name.to_owned(), vec![("Ps", if name == "PT" { 0 } else { 7 - number(name) })])
            }
            SlotKind::Address => {
                let (name, number) = register(random, 4);
                (format!("[{name}]"), vec![("Ra", number)])
            }
            SlotKind::Register => {
                let align = pick(random, &[1, 2, 4]);
                let (name, number) = register(random, align);
                (name, vec![(slot.name, number)])
            }
            SlotKind::HeaderPointer if random.below(2) == 0 => {
                let (name, number) = register(random, 1);
                (name, vec![("Rc", number)])
            }
            SlotKind::HeaderPointer => {
                let number = random.below(1 << 13) as u64;
                let word = if random.below(2) == 0 { format!("{number:#x}") } else { number.to_string() };
                (word, vec![("handle", number)])
            }
            _ => unreachable!("surface instructions have no other slot"),
        };
        line.text += &format!("{separator}{word}");
        for (name, value) in fields {
            line.field(name, value, &word);
        }
        separator = ", ";
    }
    line.text += ";";
    line
}

/// Returns the code of a word of a surface instruction, as the vendor's disassembler reads it.
fn code(modifier: &str, word: &str) -> u64 {
    let words: &[&str] = match modifier {
        "BA" => &["", "BA"],
        "dim" => &["D1", "D1_BUFFER", "D1_ARRAY", "D2", "D2_ARRAY", "D3"],
        "clamp" => &["IGN", "NEAR", "TRAP"],
        "sz" if word == "F16x2_RN" => return 4,
        "size" => &["U8", "S8", "U16", "S16", "B32", "B64", "B128"],
        "cache" if ["WB", "CS", "WT"].contains(&word) => &["WB", "CG", "CS", "WT"],
        "cache" => &["CA", "CG", "CI", "CV"],
        "sz" => &["U32", "S32", "U64", "F32", "F16x2", "S64", "SD32", "SD64"],
        // `.D` has no bits: it is part of the opcode.
        _ => return 0,
    };
    words.iter().position(|known| *known == word).expect("every word is listed") as u64
}

/// Draws lines until each row has `of_each` valid ones, and calls `seen` with each.
fn draw(seed: u64, of_each: usize, mut seen: impl FnMut(&Line, &Session, &str)) {
    let mut random = Random::new(seed);
    for row in known_sets().instructions() {
        let mut found = 0;
        while found < of_each {
            let (line, before) = match &row.signature {
                Signature::Declared(signature) if !signature.byte_parts.is_empty() => {
                    (visa(row, signature, &mut random), DECLARED)
                }
                Signature::Numbered(signature) if !signature.encodings.is_empty() => {
                    (sass(row, &mut random), ".isa sass sm=52\n.lanes 32\n")
                }
                _ => break,
            };
            let text = format!("{before}{}\n", line.text);
            let session = Session::open(&text);
            // The rules may read the operands of a line in another order.
            let is_reordered = session.diagnostics.iter().any(|found| found.code() == "visa-operand-order");
            if session.run.is_some() && !is_reordered {
                found += 1;
                seen(&line, &session, &text);
            }
        }
    }
}

#[test]
fn each_field_holds_what_was_written() {
    draw(1, draws(15), |line, session, text| {
        let run = session.run.as_ref().expect("only lines that run are drawn");
        let code = encode(run.scenario(), 0);
        let code = code.unwrap_or_else(|| panic!("{} has no machine code", line.text));
        for field in &code.fields {
            let expected = line.fields.iter().find(|(name, ..)| *name == field.name);
            let Some((_, value, word)) = expected else {
                let is_fixed = field.means == "always 0" || field.name == "opcode";
                assert!(is_fixed, "`{}` of {} was not drawn", field.name, line.text);
                continue;
            };
            let said = field.span.map_or("", |span| span.of(text));
            assert_eq!((field.value, said), (*value, word.as_str()), "`{}` of {}", field.name, line.text);
        }
    });
}
