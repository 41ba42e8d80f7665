//! Versions of tools and of packages in the lock file.

use semver::Version;

/// Returns the first version such as `1.2.3` in the output of `--version`.
pub fn parse(text: &str) -> Option<Version> {
    text.split_whitespace().find_map(|word| Version::parse(word.strip_prefix('v').unwrap_or(word)).ok())
}

/// Returns the version of a package in the text of a `Cargo.lock`.
pub fn locked(lock: &str, package: &str) -> Option<Version> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    Version::parse(lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_say_their_version_in_many_ways() {
        assert_eq!(parse("trunk 0.21.14"), Some(Version::new(0, 21, 14)));
        assert_eq!(parse("v20.20.2\n"), Some(Version::new(20, 20, 2)));
        assert_eq!(parse("wasm-bindgen 0.2.129 (abcdef)"), Some(Version::new(0, 2, 129)));
        assert!(parse("trunk 0.22.0-beta.2") < Some(Version::new(0, 22, 0)));
        assert_eq!(parse("wasm-opt version 132 (version_132)"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn the_lock_file_names_a_version() {
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"0.2.129\"\n";
        assert_eq!(locked(lock, "a"), Some(Version::new(0, 2, 129)));
        assert_eq!(locked(lock, "b"), None);
    }
}
