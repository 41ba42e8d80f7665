//! JSON for the editor: objects of strings, numbers and lists. A general library would weigh twenty kilobytes.

/// Text in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Json(String);

impl Json {
    /// A string.
    pub fn string(text: &str) -> Self {
        let mut out = String::with_capacity(text.len() + 2);
        out.push('"');
        for character in text.chars() {
            match character {
                '"' | '\\' => out.extend(['\\', character]),
                '\n' => out.push_str("\\n"),
                c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
                c => out.push(c),
            }
        }
        out.push('"');
        Self(out)
    }

    /// A number.
    pub fn number(number: usize) -> Self {
        Self(number.to_string())
    }

    /// A list.
    pub fn list(items: impl Iterator<Item = Json>) -> Self {
        Self::joined('[', items.map(|item| item.0), ']')
    }

    /// An object. Keys are ours and need no escaping.
    pub fn object<const N: usize>(entries: [(&'static str, Json); N]) -> Self {
        let entries = entries.into_iter().map(|(key, value)| ["\"", key, "\":", &value.0].concat());
        Self::joined('{', entries, '}')
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.0
    }

    fn joined(open: char, parts: impl Iterator<Item = String>, close: char) -> Self {
        let mut out = String::from(open);
        for (index, part) in parts.enumerate() {
            if index > 0 {
                out.push(',');
            }
            out.push_str(&part);
        }
        out.push(close);
        Self(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        let text = "a\"b\\c\nd\te\u{1}é😀</script>";
        assert_eq!(Json::string(text).0, r#""a\"b\\c\nd\u0009e\u0001é😀</script>""#);
    }

    #[test]
    fn lists_and_objects_nest() {
        let object = |n| Json::object([("a", Json::number(n)), ("b", Json::list([].into_iter()))]);
        assert_eq!(Json::list([object(1), object(2)].into_iter()).0, r#"[{"a":1,"b":[]},{"a":2,"b":[]}]"#);
    }
}
