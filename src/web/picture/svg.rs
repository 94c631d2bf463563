//! Drawings as SVG, and the XML that it is written in. Whatever is said or given as an attribute is escaped here, so that no text of
//! a user can be anything but text.

use std::fmt::{self, Display};

use super::palette::colour;
use crate::game::drawing::{Attribute, Ends, Node, Shape};

/// A shape with all that it holds.
pub(super) fn element(node: &Node) -> Element {
    let plain = match node.shape() {
        Shape::Group => Element::new("g"),
        Shape::Clip { corner: [x, y], side } => {
            Element::new("svg").with("x", x).with("y", y).with("width", side).with("height", side)
        }
        Shape::Rectangle { corner: [x, y], size: [width, height], radius } => Element::new("rect")
            .with("x", x)
            .with("y", y)
            .with("width", width)
            .with("height", height)
            .with("rx", radius),
        Shape::Circle { centre: [x, y], radius } => {
            Element::new("circle").with("cx", x).with("cy", y).with("r", radius)
        }
        Shape::Path(commands) => Element::new("path").with("d", commands),
        Shape::Text { place, size, words } => text(*place, *size, words),
    };
    let with = |element: Element, attribute: &Attribute| match (attribute, node.shape()) {
        (Attribute::Class(name), _) => element.with("class", name),
        (Attribute::Fill(paint), _) => element.with("fill", colour(*paint)),
        (Attribute::Stroke(paint), _) => element.with("stroke", colour(*paint)),
        (Attribute::StrokeWidth(width), _) => element.with("stroke-width", width),
        (Attribute::StrokeEnds(Ends::Round), _) => element.with("stroke-linecap", "round"),
        (Attribute::StrokeEnds(Ends::Square), _) => element.with("stroke-linecap", "square"),
        (Attribute::Weight(weight), _) => element.with("font-weight", weight),
        (Attribute::Centred, _) => element.with("text-anchor", "middle"),
        (Attribute::Upwards, Shape::Text { place: [x, y], .. }) => {
            element.with("transform", format_args!("rotate(-90 {x} {y})"))
        }
        // Only a text can read upwards.
        (Attribute::Upwards, _) => element,
    };
    let dressed = node.attributes().iter().fold(plain, with);
    dressed.holding(node.children().iter().map(element))
}

/// A text of this size at (x, y), the middle of its height.
pub(super) fn text([x, y]: [i32; 2], size: i32, words: &str) -> Element {
    // Digits and capitals are about 0.7 high: so much below the middle is their foot.
    let foot = y + size * 7 / 20;
    Element::new("text").with("x", x).with("y", foot).with("font-size", size).saying(words)
}

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
        let value = escaped(&value.to_string());
        for part in [" ", attribute, "=\"", &value, "\""] {
            self.attributes.push_str(part);
        }
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
            self.content += &child.to_string();
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
