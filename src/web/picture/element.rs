//! XML, element by element. Whatever is said or given as an attribute is escaped here, so that no text of a user can be
//! anything but text.

use std::fmt::{self, Display, Write as _};

/// An element with its attributes and all that it holds.
#[derive(Clone, Debug)]
pub(super) struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

impl Element {
    /// An element with nothing in it.
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, attributes: String::new(), content: String::new() }
    }

    /// The same with one more attribute.
    pub(super) fn with(mut self, attribute: &'static str, value: impl Display) -> Self {
        // Nothing that is written to a string fails.
        let _ = write!(self.attributes, " {attribute}=\"{}\"", escaped(&value.to_string()));
        self
    }

    /// The same with a text at its end.
    pub(super) fn saying(mut self, text: &str) -> Self {
        self.content.push_str(&escaped(text));
        self
    }

    /// The same with more elements at its end.
    pub(super) fn holding(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        for child in children {
            let _ = write!(self.content, "{child}");
        }
        self
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attributes, content } = self;
        if content.is_empty() {
            write!(f, "<{name}{attributes}/>")
        } else {
            write!(f, "<{name}{attributes}>{content}</{name}>")
        }
    }
}

/// A text as XML has it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ if is_unfit(character) => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Whether XML has no place for a character, or it would turn round the text that follows.
const fn is_unfit(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_nest_and_what_is_empty_closes_itself() {
        let circle = Element::new("circle").with("r", 3);
        let group = Element::new("g").with("fill", "red").holding([circle.clone(), circle]);
        assert_eq!(group.to_string(), r#"<g fill="red"><circle r="3"/><circle r="3"/></g>"#);
    }

    #[test]
    fn markup_in_a_text_is_text() {
        let text = r#"</text><script>alert("1 & 2")</script>"#;
        let element = Element::new("text").with("class", text).saying(text);
        let written = element.to_string();
        let read = roxmltree::Document::parse(&written).unwrap();
        assert_eq!(read.root_element().text(), Some(text));
        assert_eq!(read.root_element().attribute("class"), Some(text));
        assert_eq!(read.descendants().filter(roxmltree::Node::is_element).count(), 1);
    }

    #[test]
    fn what_xml_has_no_place_for_is_replaced() {
        let written = Element::new("text").saying("a\u{0}\u{1b}\u{ffff}\u{202e}b").to_string();
        assert_eq!(written, "<text>a\u{fffd}\u{fffd}\u{fffd}\u{fffd}b</text>");
    }
}
