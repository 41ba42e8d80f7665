//! JSON for the scripts of the page: a few fields of numbers and strings, for which a library would weigh too much.

use std::fmt::Write;

/// The fields of an object that is being written.
#[derive(Debug, Default)]
pub struct Json(String);

impl Json {
    /// An object with the fields that `fill` adds.
    pub fn object(fill: impl FnOnce(&mut Json) -> &mut Json) -> String {
        let mut json = Json("{".into());
        fill(&mut json);
        json.0.push('}');
        json.0
    }

    /// A list with an object for each item.
    pub fn list<T>(
        items: impl IntoIterator<Item = T>,
        fill: impl Fn(&mut Json, T) -> &mut Json,
    ) -> String {
        let mut list = String::from("[");
        for item in items {
            if list.len() > 1 {
                list.push(',');
            }
            list.push_str(&Json::object(|json| fill(json, item)));
        }
        list.push(']');
        list
    }

    /// Adds a number.
    pub fn number(&mut self, key: &str, value: usize) -> &mut Self {
        self.json(key, &value.to_string())
    }

    /// Adds a string.
    pub fn string(&mut self, key: &str, value: &str) -> &mut Self {
        self.key(key);
        quote(&mut self.0, value);
        self
    }

    /// Adds something that is JSON already.
    pub fn json(&mut self, key: &str, value: &str) -> &mut Self {
        self.key(key);
        self.0.push_str(value);
        self
    }

    fn key(&mut self, key: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        quote(&mut self.0, key);
        self.0.push(':');
    }
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            // Writing to a string cannot fail.
            control if control < ' ' => drop(write!(out, "\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_as_json_wants_it() {
        let text = "a\"b\\c\n\t\u{1}\u{7f}é😀";
        let json = Json::object(|json| json.string("k\"", text).number("n", 7));
        let value: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(value, serde_json::json!({"k\"": text, "n": 7}));
    }

    #[test]
    fn lists_nest() {
        let inner = Json::list([1, 2], |json, n| json.number("n", n));
        let json = Json::list([()], |json, ()| json.json("list", &inner).json("none", "[]"));
        assert_eq!(json, r#"[{"list":[{"n":1},{"n":2}],"none":[]}]"#);
        assert_eq!(Json::list([0; 0], |json, _| json), "[]");
    }
}
