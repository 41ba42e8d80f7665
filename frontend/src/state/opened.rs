//! Checks on files that the user opens, and on texts that are pasted.

use super::action::Action;
use super::chrome::Notice;
use super::line_ends::with_plain_line_ends;
use lanescope_core::session::text::{MAX_TEXT_BYTES, unwrapped, unwrapped_between};

/// A file as the browser describes it before it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    pub name: String,
    /// Its size in bytes. The browser's API gives a float.
    pub size_bytes: f64,
}

/// Returns the name of the file to open, or an error. `count` is the number of chosen files, and `first` the first of
/// them.
pub fn choose(count: u32, first: Option<Chosen>) -> Result<String, String> {
    let Some(first) = first.filter(|_| count == 1) else {
        return Err(format!("{count} files at once: choose or drop one"));
    };
    if first.size_bytes > MAX_TEXT_BYTES as f64 {
        let kib = (first.size_bytes / 1024.0).ceil();
        return Err(format!(
            "`{}` has {kib} KiB; a scenario has at most {} KiB",
            first.name,
            MAX_TEXT_BYTES / 1024
        ));
    }
    Ok(first.name)
}

/// Decodes a file as text, or returns an error.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    text.map(|text| with_plain_line_ends(&text))
        .ok_or_else(|| format!("`{name}` is not a text in UTF-8; a scenario is"))
}

/// Returns the actions that open the text of a file. The wrappers of other programs are taken off, and a notice says so.
pub fn actions(text: String) -> Vec<Action> {
    match unwrapped(&text) {
        Some(found) => {
            let notice = Notice::Unwrapped { removed: found.removed, original: text.into() };
            vec![Action::open(found.text), Action::Notice(Some(notice))]
        }
        None => vec![Action::open(text)],
    }
}

/// A text that is pasted into the scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Paste {
    /// The text of the scenario before it.
    pub before: String,
    pub text: String,
    /// The text of the scenario after it.
    pub after: String,
}

impl Paste {
    /// Returns the text without the wrappers of other programs, and a notice that says so. `None` if it has none.
    pub fn unwrapped(&self) -> Option<(String, Notice)> {
        let Self { before, text, after } = self;
        let found = unwrapped_between(before, text, after)?;
        let original = [before.as_str(), text, after].concat().into();
        Some((found.text, Notice::Unwrapped { removed: found.removed, original }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_size(size_bytes: f64) -> Option<Chosen> {
        Some(Chosen { name: "a.lane".to_owned(), size_bytes })
    }

    #[test]
    fn one_file_of_a_scenarios_size_is_opened() {
        assert_eq!(choose(1, of_size(262_144.0)).as_deref(), Ok("a.lane"));
        let too_large = choose(1, of_size(262_145.0)).expect_err("too large");
        assert_eq!(too_large, "`a.lane` has 257 KiB; a scenario has at most 256 KiB");
        assert_eq!(choose(3, of_size(1.0)).expect_err("several"), "3 files at once: choose or drop one");
    }

    #[test]
    fn a_wrapped_text_is_opened_without_its_wrappers() {
        let scenario = "mov (M1, 8) A(0,0)<1> 0x4:ud\n";
        assert_eq!(actions(scenario.to_owned()), [Action::open(scenario)]);
        let wrapped = format!("```\n{scenario}```\n");
        let removed = "Took off code fences. Left out 2 lines without instructions.".to_owned();
        let notice = Notice::Unwrapped { removed, original: wrapped.as_str().into() };
        assert_eq!(actions(wrapped), [Action::open(scenario), Action::Notice(Some(notice))]);
    }

    #[test]
    fn a_pasted_text_is_inserted_without_its_wrappers() {
        let paste = |before: &str, text: &str| Paste {
            before: before.to_owned(),
            text: text.to_owned(),
            after: String::new(),
        };
        let (text, notice) = paste(".isa sass\n", "+MOV R2, 0x1 ;\n").unwrapped().expect("a diff");
        assert_eq!(text, "MOV R2, 0x1 ;\n");
        let removed = "Took off diff marks.".to_owned();
        let original = ".isa sass\n+MOV R2, 0x1 ;\n".into();
        assert_eq!(notice, Notice::Unwrapped { removed, original });
        let (text, _) = paste("", "+MOV R2, 0x1 ;\n").unwrapped().expect("a diff");
        assert_eq!(text, ".isa sass\nMOV R2, 0x1 ;\n");
        assert_eq!(paste(".isa visa grf=32\n", "+MOV R2, 0x1 ;\n").unwrapped(), None, "not of this set");
        assert_eq!(paste("", "MOV").unwrapped(), None);
    }

    #[test]
    fn only_texts_are_texts() {
        assert_eq!(text("a", "é".into()).as_deref(), Ok("é"));
        assert_eq!(text("a", "a\r\nb\r\n".into()).as_deref(), Ok("a\nb\n"));
        for bytes in [vec![0xff], vec![b'a', 0, b'b']] {
            assert_eq!(
                text("a.png", bytes).expect_err("not"),
                "`a.png` is not a text in UTF-8; a scenario is"
            );
        }
    }
}
