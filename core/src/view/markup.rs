//! Escaping of text for SVG and HTML.

/// Appends a text, escaped for XML 1.0. Characters that XML cannot represent become U+FFFD.
pub fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut out = String::new();
        escape(&mut out, "a<b>&\"c'\n\u{1}\u{ffff}é");
        assert_eq!(out, "a&lt;b&gt;&amp;&quot;c' \u{fffd}\u{fffd}é");
    }
}
