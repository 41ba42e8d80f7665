//! The addresses of the pages that rules and interpretations cite.

use super::plain;
use lanescope_core::session::text::Clause;

/// The folder of the manual of vISA.
const VISA: &str = "https://github.com/intel/intel-graphics-compiler/blob/master/documentation/visa/";

/// The pages whose file has another name than the citation.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("vISA, data types", "2_datatypes.md"),
    ("vISA, execution model", "3_execution_model.md"),
    ("vISA, header", "4_visa_header.md"),
    ("vISA, operands", "5_operands.md"),
    ("vISA, instruction set", "6_instructions.md"),
    ("vISA, assembly syntax", "8_appendix_visa_assembly_syntax.md"),
    ("vISA assembly syntax", "8_appendix_visa_assembly_syntax.md"),
    ("vISA, MIN and MAX", "instructions/MIN_MAX.md"),
];

/// The pages of other manuals.
const OTHER_MANUALS: [(&str, &str); 2] = [
    ("PTX ISA", "https://docs.nvidia.com/cuda/parallel-thread-execution/"),
    ("SASS instructions", "https://docs.nvidia.com/cuda/cuda-binary-utilities/"),
];

/// Returns the address of a page; `None` if it is not public, or if several pages have the name.
fn address(page: &str) -> Option<String> {
    let file = OTHER_NAMES.iter().find(|(name, _)| *name == page).map(|(_, file)| (*file).to_owned());
    let is_instruction =
        |name: &&str| name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let instruction = || {
        let name = page.strip_prefix("vISA, ").filter(is_instruction)?;
        Some(format!("instructions/{name}.md"))
    };
    let other = || OTHER_MANUALS.iter().find(|(name, _)| *name == page).map(|(_, url)| (*url).to_owned());
    file.or_else(instruction).map(|file| format!("{VISA}{file}")).or_else(other)
}

/// Returns a citation as Markdown. The page is a link if it is public.
pub fn cited(source: Clause) -> String {
    let (page, heading) = (plain(source.page), plain(source.heading));
    match address(source.page) {
        Some(url) => format!("[{page}]({url}), {heading}"),
        None => format!("{page}, {heading}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_pages_are_links() {
        let cases = [
            ("vISA, DWORD_ATOMIC", Some("instructions/DWORD_ATOMIC.md")),
            ("vISA, SCATTER4_SCALED", Some("instructions/SCATTER4_SCALED.md")),
            ("vISA, operands", Some("5_operands.md")),
            ("vISA", None),
            ("SUATOM", None),
        ];
        for (page, file) in cases {
            assert_eq!(address(page), file.map(|file| format!("{VISA}{file}")), "{page}");
        }
        let source = Clause { page: "PTX ISA", heading: "sured" };
        assert_eq!(
            cited(source),
            "[PTX ISA](https://docs.nvidia.com/cuda/parallel-thread-execution/), sured"
        );
    }
}
