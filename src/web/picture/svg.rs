//! Drawings as SVG elements, and the colours of all pictures. All text and all attribute values are escaped here, so a user's text cannot become markup.
//!
//! A picture has its own background, so it looks the same on light and dark pages. No information is in a colour alone: stones differ
//! in brightness, numbers in shape and weight, players in their icons.

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
    let styled = node.attributes().iter().fold(plain, with);
    styled.with_children(node.children().iter().map(element))
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

/// The card that a picture is drawn on.
pub(super) const PAPER: &str = "#faf7f1";
/// The line around the card.
pub(super) const EDGE: &str = "#e3dccf";
/// Text on the card.
pub(super) const INK: &str = "#2f2b26";

/// The colours of a player's places.
#[derive(Clone, Copy, Debug)]
struct Tint {
    /// Behind the sign of a place.
    light: &'static str,
    /// The sign, or its background on a complete line.
    strong: &'static str,
}

/// The players' tints, in their order.
const TINTS: [Tint; 4] = [
    Tint { light: "#d3e3f5", strong: "#1c62a8" },
    Tint { light: "#fbe0bd", strong: "#a85a00" },
    Tint { light: "#cdeadb", strong: "#0d7350" },
    Tint { light: "#ecdcf2", strong: "#7d4698" },
];

/// The colour of a paint.
fn colour(paint: Paint) -> &'static str {
    match paint {
        Paint::None => "none",
        Paint::Wood => "#ecd9b0",
        Paint::Grain => "#a98f5f",
        Paint::Free => "#f1ebdf",
        Paint::Rule => "#d5cbb9",
        Paint::Edge => EDGE,
        Paint::Faint => "#857b6c",
        Paint::Black | Paint::BlackEdge => "#26241f",
        Paint::White => "#fffefa",
        Paint::WhiteEdge => "#5f5542",
        Paint::Last => "#d9263a",
        Paint::Line => "#1f8a84",
        Paint::LineLight => "#c4e5df",
        Paint::PlayerLight(player) => tint(player).light,
        Paint::PlayerStrong(player) => tint(player).strong,
    }
}

#[expect(clippy::indexing_slicing, reason = "there is a tint for every seat number")]
fn tint(player: u8) -> Tint {
    TINTS[usize::from(player) % TINTS.len()]
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
