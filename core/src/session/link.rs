//! A text in a link: compressed, versioned, checked, bounded.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

/// The version that is written. Every version that was ever written stays readable.
const VERSION: &str = "v1.";
/// The most bytes of a link's compressed text.
pub(super) const MAX_COMPRESSED: usize = 8 * 1024;
/// The most bytes of the text in a link.
const MAX_TEXT: usize = 256 * 1024;
/// The most bytes of text for each compressed one: no text that somebody wrote comes near it.
const MAX_RATIO: usize = 100;
/// So many bytes of text may always be there.
const ALWAYS: usize = 16 * 1024;

/// The most bytes of text that so many compressed ones may hold.
fn most_text(compressed: usize) -> usize {
    (compressed * MAX_RATIO).clamp(ALWAYS, MAX_TEXT)
}

/// `text` in a form that fits a link, or `None` when it is larger than a link may carry: 8 KiB compressed, 256 KiB, and above
/// 16 KiB a hundred times what it is compressed.
pub fn encode_link(text: &str) -> Option<String> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let mut bytes = checksum(text.as_bytes()).to_le_bytes().to_vec();
    let packed = compress_to_vec(text.as_bytes(), 9);
    let fits = text.len() <= most_text(packed.len());
    bytes.extend(packed);
    (fits && bytes.len() <= MAX_COMPRESSED).then(|| format!("{VERSION}{}", URL_SAFE_NO_PAD.encode(bytes)))
}

/// The text in a link, or why it cannot be opened. Bounded: never inflates beyond 256 KiB, nor beyond 16 KiB to more than a
/// hundred times its size.
pub fn decode_link(link: &str) -> Result<String, String> {
    let code = link.strip_prefix(VERSION).ok_or("the link is of a version that this page does not know")?;
    let damaged = "the link is damaged or was cut off";
    // Base64 carries 6 bits a character.
    if code.len() > MAX_COMPRESSED.div_ceil(3) * 4 {
        return Err("the link is larger than 8 KiB".to_owned());
    }
    let bytes = URL_SAFE_NO_PAD.decode(code).map_err(|_| damaged)?;
    let (sum, packed) = bytes.split_at_checked(4).ok_or(damaged)?;
    let text = decompress_to_vec_with_limit(packed, most_text(packed.len())).map_err(|error| match error
        .status
    {
        TINFLStatus::HasMoreOutput => "the text in the link is larger than a link may hold",
        _ => damaged,
    })?;
    if sum != checksum(&text).to_le_bytes() {
        return Err(damaged.to_owned());
    }
    String::from_utf8(text).map_err(|_| damaged.to_owned())
}

/// Adler-32 as the deflate format's wrapper uses it: enough to tell a damaged link.
fn checksum(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn the_checksum_is_adler_32() {
        // The value that the format's description gives for this word.
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
        assert!(decode_link("v9.AAAA").is_err());
        assert!(decode_link("v1.%%%%").is_err());
    }

    #[test]
    fn a_bomb_is_refused() {
        let mut bytes = checksum(b"").to_le_bytes().to_vec();
        bytes.extend(compress_to_vec(&vec![0; 1 << 22], 9));
        let link = format!("{VERSION}{}", URL_SAFE_NO_PAD.encode(bytes));
        let why = decode_link(&link).expect_err("it is too large");
        assert_eq!(why, "the text in the link is larger than a link may hold");
    }

    #[test]
    fn a_text_is_at_most_a_hundred_times_as_large_as_its_link() {
        // One block of the same letter: some 1,000 letters for each compressed byte.
        let text = "x".repeat(ALWAYS + 1);
        assert_eq!(encode_link(&text), None);
        let mut bytes = checksum(text.as_bytes()).to_le_bytes().to_vec();
        bytes.extend(compress_to_vec(text.as_bytes(), 9));
        let link = format!("{VERSION}{}", URL_SAFE_NO_PAD.encode(bytes));
        assert!(decode_link(&link).is_err());
        assert_eq!((most_text(0), most_text(500), most_text(8192)), (ALWAYS, 50_000, MAX_TEXT));
    }
}
