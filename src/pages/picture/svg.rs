//! Drawings as SVG elements. All text and all attribute values are escaped here, so a user's text cannot become markup.
//!
//! A paint is a class: `fill-wood`, `stroke-grain`. The colours are in the style sheet `board.css`, so that the same elements can be
//! served alone and stand in pages, which allow no style of their own. No information is in a colour alone: stones differ in
//! brightness, numbers in shape, players in their icons.

use std::fmt::{self, Display};

use crate::drawing::{Attribute, Ends, Node, Paint, Shape};

/// The element of a drawing's node, with its children.
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
        Shape::Axis { place, size, letter, rest } => {
            let letter = Element::new("tspan").with("class", "axis").with_text(&letter.to_string());
            text(*place, *size, "").with_children([letter]).with_text(rest)
        }
    };
    let mut classes = Vec::new();
    let mut styled = plain;
    for attribute in node.attributes() {
        styled = match (attribute, node.shape()) {
            (Attribute::Class(name), _) => {
                classes.push(name.to_string());
                styled
            }
            (Attribute::Fill(paint), _) => {
                classes.push(format!("fill-{}", name_of(*paint)));
                styled
            }
            (Attribute::Stroke(paint), _) => {
                classes.push(format!("stroke-{}", name_of(*paint)));
                styled
            }
            (Attribute::Halo(paint), _) => {
                classes.push(format!("halo stroke-{}", name_of(*paint)));
                styled
            }
            (Attribute::StrokeWidth(width), _) => styled.with("stroke-width", width),
            (Attribute::StrokeEnds(Ends::Round), _) => styled.with("stroke-linecap", "round"),
            (Attribute::StrokeEnds(Ends::Square), _) => styled.with("stroke-linecap", "square"),
            (Attribute::Weight(weight), _) => styled.with("font-weight", weight),
            (Attribute::Centred, _) => styled.with("text-anchor", "middle"),
            (
                Attribute::Upwards,
                Shape::Text { place: [x, y], .. } | Shape::Axis { place: [x, y], .. },
            ) => styled.with("transform", format_args!("rotate(-90 {x} {y})")),
            // Only a text can read upwards.
            (Attribute::Upwards, _) => styled,
        };
    }
    let styled = if classes.is_empty() { styled } else { styled.with("class", classes.join(" ")) };
    styled.with_children(node.children().iter().map(element))
}

/// The name of a paint in the style sheet.
pub(super) fn name_of(paint: Paint) -> String {
    let name = match paint {
        Paint::None => "none",
        Paint::Paper => "paper",
        Paint::Ink => "ink",
        Paint::Faint => "faint",
        Paint::Wood => "wood",
        Paint::Grain => "grain",
        Paint::WoodInk => "wood-ink",
        Paint::Free => "free",
        Paint::Rule => "rule",
        Paint::Edge => "edge",
        Paint::Black => "black",
        Paint::BlackEdge => "black-edge",
        Paint::White => "white",
        Paint::WhiteEdge => "white-edge",
        Paint::Last => "last",
        Paint::LastEdge => "last-edge",
        Paint::Asked => "asked",
        Paint::AskedInk => "asked-ink",
        Paint::PlayerLight(player) => return format!("light-{}", player + 1),
        Paint::PlayerStrong(player) => return format!("strong-{}", player + 1),
    };
    name.to_owned()
}

/// A text of this size; (x, y) is the middle of its height.
pub(super) fn text([x, y]: [i32; 2], size: i32, words: &str) -> Element {
    // Digits and capitals are about 0.7 of the size high, so the baseline is 0.35 below the middle.
    let baseline = y + size * 7 / 20;
    Element::new("text").with("x", x).with("y", baseline).with("font-size", size).with_text(words)
}

/// An XML element with its attributes and content.
#[derive(Clone, Debug)]
pub(super) struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

impl Element {
    /// An empty element.
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, attributes: String::new(), content: String::new() }
    }

    /// The element with one more attribute.
    pub(super) fn with(mut self, attribute: &'static str, value: impl Display) -> Self {
        let value = escaped(&value.to_string());
        for part in [" ", attribute, "=\"", &value, "\""] {
            self.attributes.push_str(part);
        }
        self
    }

    /// The element with a text appended.
    pub(super) fn with_text(mut self, text: &str) -> Self {
        self.content.push_str(&escaped(text));
        self
    }

    /// The element with a part of the program appended as it is, which has no markup in it. Its line breaks are kept.
    pub(super) fn with_own_text(mut self, text: &'static str) -> Self {
        self.content.push_str(text);
        self
    }

    /// The element with child elements appended.
    pub(super) fn with_children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
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

/// A text escaped for XML. Forbidden characters are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ if is_forbidden(character) => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Whether XML forbids a character, or it changes the direction of the text that follows.
const fn is_forbidden(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_nest_and_empty_ones_are_self_closing() {
        let circle = Element::new("circle").with("r", 3);
        let group = Element::new("g").with("fill", "red").with_children([circle.clone(), circle]);
        assert_eq!(group.to_string(), r#"<g fill="red"><circle r="3"/><circle r="3"/></g>"#);
    }

    #[test]
    fn markup_in_a_text_is_text() {
        let text = r#"</text><script>alert("1 & 2")</script>"#;
        let element = Element::new("text").with("class", text).with_text(text);
        let written = element.to_string();
        let read = roxmltree::Document::parse(&written).unwrap();
        assert_eq!(read.root_element().text(), Some(text));
        assert_eq!(read.root_element().attribute("class"), Some(text));
        assert_eq!(read.descendants().filter(roxmltree::Node::is_element).count(), 1);
    }

    #[test]
    fn forbidden_characters_are_replaced() {
        let written = Element::new("text").with_text("a\u{0}\u{1b}\u{ffff}\u{202e}b").to_string();
        assert_eq!(written, "<text>a\u{fffd}\u{fffd}\u{fffd}\u{fffd}b</text>");
    }
}
