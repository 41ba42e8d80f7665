//! An embed as HTML that is live in an HTML page and in each common kind of Markdown.
//!
//! Python-Markdown keeps HTML only inside a block element such as `<div>`, CommonMark only up to a blank line, and MDX parses the
//! text of an element as Markdown with expressions in braces, and trims its lines. So the scenario is one line, and all its special characters are
//! escaped.

/// Escapes a text for an attribute or an element, so that HTML, Markdown and MDX read it as it is.
pub fn escape_for_markdown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' | '\'' | '{' | '}' | '[' | ']' | '*' | '_' | '`' | '\\' | '~' | '$' | ':' => {
                out.push_str(&format!("&#{};", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

/// Returns the address of a folder with a slash at its end, so that the name of a file can follow.
pub fn folder_with_slash(folder: &str) -> String {
    let slash = if folder.is_empty() || folder.ends_with('/') { "" } else { "/" };
    format!("{folder}{slash}")
}

/// An embed to write as HTML.
#[derive(Clone, Debug, Default)]
pub struct EmbedHtml<'e> {
    /// The folder of `lanescope-embed.js`, if the embed loads the script: the first embed of a page does.
    pub base: Option<&'e str>,
    /// The attributes of the element, each with its value; an empty one for a flag.
    pub attributes: Vec<(&'e str, &'e str)>,
    /// An image for readers without scripts: its description, and its address.
    pub still: Option<(&'e str, &'e str)>,
    /// Parts of the scenario, each of whole lines, and whether readers without scripts see it.
    pub lines: Vec<(&'e str, bool)>,
}

impl EmbedHtml<'_> {
    /// Writes the embed as lines without a blank one.
    pub fn write(&self) -> String {
        let attribute = |(name, value): (&str, &str)| format!(" {name}=\"{}\"", escape_for_markdown(value));
        let mut out = "<div>\n".to_owned();
        if let Some(base) = self.base {
            // A colon in an address has no meaning in Markdown.
            let folder = escape_for_markdown(&folder_with_slash(base)).replace("&#58;", ":");
            out += &format!("<script src=\"{folder}lanescope-embed.js\"></script>\n");
        }
        let attributes: String = self.attributes.iter().copied().map(attribute).collect();
        out += &format!("<lanescope-embed{attributes}>\n");
        if let Some((description, address)) = self.still {
            out += &format!("<img{} src=\"{address}\" />\n", attribute(("alt", description)));
        }
        let lines = self
            .lines
            .iter()
            .flat_map(|(lines, is_shown)| lines.split_inclusive('\n').map(move |line| (line, *is_shown)));
        let line = |(line, is_shown): (&str, bool)| {
            let text = escape_for_markdown(line);
            match is_shown {
                false => format!("<span hidden=\"\">{text}</span>"),
                // MDX removes spaces after a line end, but not at the start of an element.
                true if line.starts_with([' ', '\t']) => format!("<span>{text}</span>"),
                true => text,
            }
        };
        let text: String = lines.map(line).collect();
        out + &format!("<pre>{text}</pre>\n</lanescope-embed>\n</div>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn an_embed_has_one_line_for_its_text_and_no_blank_line() {
        let html = EmbedHtml {
            base: Some("https://example.org/l"),
            attributes: vec![("size", "card"), ("editable", ""), ("title", "a < b & \"c\"")],
            still: Some(("element_offset[i]", "data:x")),
            lines: vec![("// {*_`[]\\~$\n", true), ("\n", true), ("  .expect BUF = 1 // a:b\n", false)],
        };
        assert_eq!(
            html.write(),
            "<div>\n<script src=\"https://example.org/l/lanescope-embed.js\"></script>\n\
             <lanescope-embed size=\"card\" editable=\"\" title=\"a &lt; b &amp; &quot;c&quot;\">\n\
             <img alt=\"element&#95;offset&#91;i&#93;\" src=\"data:x\" />\n\
             <pre>// &#123;&#42;&#95;&#96;&#91;&#93;&#92;&#126;&#36;&#10;&#10;\
             <span hidden=\"\">  .expect BUF = 1 // a&#58;b&#10;</span></pre>\n\
             </lanescope-embed>\n</div>\n"
        );
        let plain = EmbedHtml { lines: vec![("a\n", true)], ..EmbedHtml::default() };
        assert_eq!(
            plain.write(),
            "<div>\n<lanescope-embed>\n<pre>a&#10;</pre>\n</lanescope-embed>\n</div>\n"
        );
    }
}
