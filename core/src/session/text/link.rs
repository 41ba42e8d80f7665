//! Encoding of a text in a link: compressed, versioned, with a checksum and size limits.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use miniz_oxide::{MZ_ADLER32_INIT, mz_adler32_oxide};

/// The version of new links. The checksum covers the compressed text, so it detects every change of one character: such a
/// change alters at most two adjacent bytes.
const VERSION: &str = "v2.";
/// The first version. The checksum covers the text. Some changes of the compressed text leave it as it is.
const FIRST_VERSION: &str = "v1.";
/// The maximum number of bytes of a link's code: checksum and compressed text.
pub(in crate::session) const MAX_COMPRESSED: usize = 8 * 1024;
const SUM_BYTES: usize = size_of::<u32>();
/// The maximum number of bytes of the text in a link.
const MAX_TEXT: usize = 256 * 1024;
/// The maximum number of bytes of text for each compressed byte. Handwritten texts stay far below it.
const MAX_RATIO: usize = 100;
/// The size in bytes up to which a text is exempt from the ratio.
const ALWAYS: usize = 16 * 1024;

/// Returns the most bytes of text that `compressed` bytes may expand to.
fn most_text(compressed: usize) -> usize {
    (compressed * MAX_RATIO).clamp(ALWAYS, MAX_TEXT)
}

/// Encodes a text for a link. Returns `None` if the text is too large: more than 256 KiB, more than 8 KiB compressed,
/// or more than 16 KiB and a hundred times its compressed size.
pub fn encode_link(text: &str) -> Option<String> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let packed = compress_to_vec(text.as_bytes(), 9);
    let fits = text.len() <= most_text(packed.len()) && SUM_BYTES + packed.len() <= MAX_COMPRESSED;
    fits.then(|| link_code(VERSION, checksum(&packed), &packed))
}

/// Writes the code of a link: its version, then a checksum and compressed text.
fn link_code(version: &str, sum: u32, packed: &[u8]) -> String {
    format!("{version}{}", URL_SAFE_NO_PAD.encode([&sum.to_le_bytes(), packed].concat()))
}

/// Decodes the text of a link. Fails if the link is damaged, too large, or of an unknown version. Inflates at most 256
/// KiB, and at most the larger of 16 KiB and a hundred times the compressed size.
pub fn decode_link(link: &str) -> Result<String, String> {
    let (code, is_first_version) = link
        .strip_prefix(VERSION)
        .map(|code| (code, false))
        .or_else(|| Some((link.strip_prefix(FIRST_VERSION)?, true)))
        .ok_or_else(|| match is_versioned(link) {
            true => "the link was made with another version of Lanescope; open it on the page that made it",
            false => "it is not a link to a scenario, which begins with `#v2.`",
        })?;
    let damaged = "the link is damaged or was cut off";
    // Base64 encodes 6 bits per character.
    if code.len() > MAX_COMPRESSED.div_ceil(3) * 4 {
        return Err("the link is larger than 8 KiB".to_owned());
    }
    let bytes = URL_SAFE_NO_PAD.decode(code).map_err(|_| damaged)?;
    let (sum, packed) = bytes.split_at_checked(SUM_BYTES).ok_or(damaged)?;
    let has_sum = |bytes: &[u8]| sum == checksum(bytes).to_le_bytes();
    if !is_first_version && !has_sum(packed) {
        return Err(damaged.to_owned());
    }
    let text = decompress_to_vec_with_limit(packed, most_text(packed.len())).map_err(|error| match error
        .status
    {
        TINFLStatus::HasMoreOutput => "the text in the link is larger than a link may hold",
        _ => damaged,
    })?;
    if is_first_version && !has_sum(&text) {
        return Err(damaged.to_owned());
    }
    String::from_utf8(text).map_err(|_| damaged.to_owned())
}

/// Returns whether a code begins with a version, such as `v2.`.
fn is_versioned(code: &str) -> bool {
    let digits = code.strip_prefix('v').and_then(|rest| rest.split_once('.')).map(|(digits, _)| digits);
    digits.is_some_and(|digits| digits.parse::<u32>().is_ok())
}

/// Writes the fragment of a link, without its `#`: the code of the text, and the keys that have a value.
pub fn link_fragment(code: &str, keys: &[(&str, Option<String>)]) -> String {
    let mut fragment = code.to_owned();
    for (key, value) in keys {
        if let Some(value) = value {
            fragment.extend(["&", key, "=", value]);
        }
    }
    fragment
}

/// Writes the fingerprint of a moment for the key `f` of a link: in base 36.
pub fn link_fingerprint(mut number: u32) -> String {
    let mut digits = Vec::new();
    while number > 0 || digits.is_empty() {
        digits.extend(char::from_digit(number % 36, 36));
        number /= 36;
    }
    digits.into_iter().rev().collect()
}

/// Computes Adler-32, the checksum of the zlib format. It detects damage, not tampering.
fn checksum(bytes: &[u8]) -> u32 {
    mz_adler32_oxide(MZ_ADLER32_INIT, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn the_checksum_is_adler_32() {
        // The checksum of `Wikipedia` in published descriptions of Adler-32.
        assert_eq!(checksum(b"Wikipedia"), 0x11e6_0398);
    }

    #[test]
    fn a_text_comes_back() {
        for text in ["", "a", "// é \u{1f600}\n.lanes 8", &"x".repeat(ALWAYS)] {
            let link = encode_link(text).expect("small enough");
            assert!(link.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)));
            assert_eq!(decode_link(&link).as_deref(), Ok(text));
        }
    }

    #[test]
    fn damaged_links_say_so() {
        let link = encode_link(".lanes 8 active=0xff").expect("small enough");
        for cut in VERSION.len()..link.len() {
            assert!(decode_link(&link[..cut]).is_err(), "cut at {cut}");
        }
        assert!(decode_link("v9.AAAA").expect_err("a later one").contains("another version"));
        for other in ["hello", "vector.x", "v.", ""] {
            assert!(decode_link(other).expect_err("no link").contains("not a link to a scenario"), "{other}");
        }
        assert!(decode_link("v1.%%%%").is_err());
        assert!(decode_link("v2.%%%%").is_err());
    }

    #[test]
    fn links_of_the_first_version_open() {
        let text = ".lanes 8 active=0xff";
        let (sum, packed) = (checksum(text.as_bytes()), compress_to_vec(text.as_bytes(), 9));
        assert_eq!(decode_link(&link_code(FIRST_VERSION, sum, &packed)).as_deref(), Ok(text));
        assert!(decode_link(&link_code(VERSION, sum, &packed)).is_err());
    }

    #[test]
    fn a_bomb_is_refused() {
        let packed = compress_to_vec(&vec![0; 1 << 22], 9);
        let link = link_code(VERSION, checksum(&packed), &packed);
        let why = decode_link(&link).expect_err("it is too large");
        assert_eq!(why, "the text in the link is larger than a link may hold");
    }

    #[test]
    fn a_text_is_at_most_a_hundred_times_as_large_as_its_link() {
        // A run of one letter compresses about 1,000 to 1.
        let text = "x".repeat(ALWAYS + 1);
        assert_eq!(encode_link(&text), None);
        let packed = compress_to_vec(text.as_bytes(), 9);
        let link = link_code(VERSION, checksum(&packed), &packed);
        let why = decode_link(&link).expect_err("it is too large");
        assert_eq!(why, "the text in the link is larger than a link may hold");
        assert_eq!((most_text(0), most_text(500), most_text(8192)), (ALWAYS, 50_000, MAX_TEXT));
    }
}
