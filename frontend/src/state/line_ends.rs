//! The line ends of a text that comes in from a file, a link or a message.

/// Returns a text with the line ends of editors and fields, in place of those of Windows.
pub fn with_plain_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n")
}
