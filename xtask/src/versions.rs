//! Versions of tools and of packages in the lock file.

/// Major, minor and patch number.
pub type Version = (u32, u32, u32);

/// Returns the first version such as `1.2.3` in the output of `--version`.
pub fn parse(text: &str) -> Option<Version> {
    text.split(|c: char| c.is_whitespace() || c == '(' || c == ',').find_map(|word| {
        let word = word.strip_prefix('v').unwrap_or(word);
        let mut parts = word.split(['.', '-', '+']).map(str::parse);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(Ok(major)), Some(Ok(minor)), Some(Ok(patch))) => Some((major, minor, patch)),
            _ => None,
        }
    })
}

/// Returns the version of a package in the text of a `Cargo.lock`.
pub fn locked<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_say_their_version_in_many_ways() {
        assert_eq!(parse("trunk 0.21.14"), Some((0, 21, 14)));
        assert_eq!(parse("v20.20.2\n"), Some((20, 20, 2)));
        assert_eq!(parse("wasm-bindgen 0.2.129 (abcdef)"), Some((0, 2, 129)));
        assert_eq!(parse("trunk 0.22.0-beta.2"), Some((0, 22, 0)));
        assert_eq!(parse("wasm-opt version 132 (version_132)"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn the_lock_file_names_a_version() {
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"0.2.129\"\n";
        assert_eq!(locked(lock, "a"), Some("0.2.129"));
        assert_eq!(locked(lock, "b"), None);
    }
}
