//! Elements of SVG: what a drawing is made of. All text and all attribute values are escaped here, so a user's text cannot become
//! markup.
//!
//! A paint is a class: `fill-wood`, `stroke-grain`. The colours are in a style sheet, so that the same elements can be served alone and
//! stand in pages, which allow no style of their own. No information is in a colour alone: stones differ in brightness, numbers in
//! shape, players in their icons.

use std::fmt::{self, Display};

/// An element with its attributes and content.
#[derive(Clone, Debug)]
#[must_use]
pub struct Node {
    name: &'static str,
    /// As markup.
    attributes: String,
    classes: String,
    /// What comes before the children, as markup.
    words: String,
    children: Vec<Self>,
}

/// A colour by what it is for. The style sheet of the boards has a light and a dark one for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No colour.
    None,
    /// What boards lie on.
    Paper,
    /// Text on it.
    Ink,
    /// Text in the background: letters along the edge, ids of free places.
    Faint,
    /// A board on which stones are placed.
    Wood,
    /// The lines between its places.
    Grain,
    /// Text on such a board.
    WoodInk,
    /// An empty place.
    Free,
    /// The lines between such places.
    Rule,
    /// The line around a board.
    Edge,
    /// A black stone.
    Black,
    /// The line around it.
    BlackEdge,
    /// A white stone.
    White,
    /// The line around it.
    WhiteEdge,
    /// The mark of the last move.
    Last,
    /// What is around it, so that it can be seen on every piece.
    LastEdge,
    /// The mark of a place that is asked for.
    Asked,
    /// Text on such a mark.
    AskedInk,
    /// What is behind the sign of the player with this number, from 0.
    PlayerLight(u8),
    /// The sign of a player, and the player's lines.
    PlayerStrong(u8),
}

impl Paint {
    /// The colours of the player with this number, from 0: light and strong.
    pub(super) const fn of_player(number: u8) -> [Self; 2] {
        [Self::PlayerLight(number), Self::PlayerStrong(number)]
    }
}

/// The name in the style sheet.
impl Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Paper => "paper",
            Self::Ink => "ink",
            Self::Faint => "faint",
            Self::Wood => "wood",
            Self::Grain => "grain",
            Self::WoodInk => "wood-ink",
            Self::Free => "free",
            Self::Rule => "rule",
            Self::Edge => "edge",
            Self::Black => "black",
            Self::BlackEdge => "black-edge",
            Self::White => "white",
            Self::WhiteEdge => "white-edge",
            Self::Last => "last",
            Self::LastEdge => "last-edge",
            Self::Asked => "asked",
            Self::AskedInk => "asked-ink",
            Self::PlayerLight(player) => return write!(f, "light-{}", player + 1),
            Self::PlayerStrong(player) => return write!(f, "strong-{}", player + 1),
        })
    }
}

impl Node {
    /// An empty element.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            attributes: String::new(),
            classes: String::new(),
            words: String::new(),
            children: Vec::new(),
        }
    }

    /// Whether it has this name to find it by, or the class of this paint.
    pub fn has_class(&self, class: &str) -> bool {
        self.classes.split(' ').any(|own| own == class)
    }

    /// The first node with this name in it that is not empty.
    pub(super) fn find(&self, class: &str) -> Option<&Self> {
        if self.has_class(class) && !self.is_empty() {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(class))
    }

    /// Whether there is nothing to see.
    fn is_empty(&self) -> bool {
        self.name == "g" && self.children.iter().all(Self::is_empty)
    }

    /// The same with one more attribute.
    pub fn with(mut self, attribute: &'static str, value: impl Display) -> Self {
        let value = escaped(&value.to_string());
        self.attributes.extend([" ", attribute, "=\"", &value, "\""]);
        self
    }

    /// The same with a name to find it by.
    pub fn class(mut self, name: impl Display) -> Self {
        let blank = if self.classes.is_empty() { "" } else { " " };
        self.classes.extend([blank, &escaped(&name.to_string())]);
        self
    }

    /// The same with this colour inside.
    pub fn fill(self, paint: Paint) -> Self {
        self.class(format_args!("fill-{paint}"))
    }

    /// The same with lines of this colour.
    pub fn stroke(self, paint: Paint) -> Self {
        self.class(format_args!("stroke-{paint}"))
    }

    /// The same with an edge of this colour around texts, so that they can be read on lines.
    pub fn halo(self, paint: Paint) -> Self {
        self.class(format_args!("halo stroke-{paint}"))
    }

    /// The same with lines of this width.
    pub fn stroke_width(self, width: i32) -> Self {
        self.with("stroke-width", width)
    }

    /// The same with lines that end with half a circle.
    pub fn round_ends(self) -> Self {
        self.with("stroke-linecap", "round")
    }

    /// The same with texts around their places.
    pub fn centred(self) -> Self {
        self.with("text-anchor", "middle")
    }

    /// The same with texts of this weight, 400 to 700.
    pub fn weight(self, weight: u16) -> Self {
        self.with("font-weight", weight)
    }

    /// The same with a text before what it holds. It may come from users, so it may have any characters.
    pub fn words(mut self, text: &str) -> Self {
        self.words.push_str(&escaped(text));
        self
    }

    /// The same with a part of the program as it is, which has no markup in it. Its line breaks are kept.
    pub fn own_words(mut self, text: &'static str) -> Self {
        self.words.push_str(text);
        self
    }

    /// The same with more shapes at its end.
    pub fn holding(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attributes, classes, words, children } = self;
        write!(f, "<{name}{attributes}")?;
        if !classes.is_empty() {
            write!(f, " class=\"{classes}\"")?;
        }
        if words.is_empty() && children.is_empty() {
            return f.write_str("/>");
        }
        write!(f, ">{words}")?;
        children.iter().try_for_each(|child| child.fmt(f))?;
        write!(f, "</{name}>")
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

/// Shapes that share attributes.
pub const fn group() -> Node {
    Node::new("g")
}

/// A square with this upper left corner that cuts off what goes beyond its edges. What it holds is measured from its corner.
pub(super) fn clip([x, y]: [i32; 2], side: i32) -> Node {
    Node::new("svg").with("x", x).with("y", y).with("width", side).with("height", side)
}

/// A rectangle with its upper left corner at (x, y).
pub fn rectangle([x, y]: [i32; 2], [width, height]: [i32; 2], radius: i32) -> Node {
    let rectangle = Node::new("rect").with("x", x).with("y", y);
    rectangle.with("width", width).with("height", height).with("rx", radius)
}

/// A disc around (x, y).
pub fn circle([x, y]: [i32; 2], radius: i32) -> Node {
    Node::new("circle").with("cx", x).with("cy", y).with("r", radius)
}

/// A line that goes where these commands say, one after the other: `M` and `m` go, `L`, `l`, `h`, `v` and `Q` draw.
pub fn path(commands: impl IntoIterator<Item = String>) -> Node {
    Node::new("path").with("d", commands.into_iter().collect::<String>())
}

/// A line of text of this height; its left end and the middle of its height are at (x, y), or its middle where it is centred.
pub fn text([x, y]: [i32; 2], size: i32, words: &str) -> Node {
    // Digits and capitals are about 0.7 of the size high, so the baseline is 0.35 below the middle.
    let baseline = y + size * 7 / 20;
    Node::new("text").with("x", x).with("y", baseline).with("font-size", size).words(words)
}

/// The letter of an axis around (x, y), with what is said of it: *w* = 0. No letter can be taken for a digit.
pub(super) fn axis(place: [i32; 2], size: i32, letter: char, rest: &str) -> Node {
    let letter = Node::new("tspan").with("class", "axis").words(letter.encode_utf8(&mut [0; 4]));
    let mut axis = text(place, size, "");
    axis.words = format!("{letter}{}", escaped(rest));
    axis
}

/// Dots of one size and colour.
pub fn dots(centres: impl IntoIterator<Item = [i32; 2]>, size: i32, colour: Paint) -> Node {
    // A line of no length with round ends is a dot, and all of them are one shape.
    path(centres.into_iter().map(|[x, y]| format!("M{x} {y}h0")))
        .stroke(colour)
        .stroke_width(size)
        .round_ends()
}

/// The mark of the last move: the outline of a piece.
pub(super) fn last(outline: &Node) -> Node {
    let strokes = [(Paint::LastEdge, 5), (Paint::Last, 3)];
    let strokes = strokes.map(|(paint, width)| outline.clone().stroke(paint).stroke_width(width));
    group().class("last").fill(Paint::None).holding(strokes)
}

/// Numbers on discs of this radius around places: the questions about a board.
pub(super) fn numbered(places: impl IntoIterator<Item = (String, [i32; 2])>, radius: i32) -> Node {
    let numbered = places.into_iter().flat_map(|(numbers, [x, y])| {
        let (size, lines) = fitted(&numbers, radius * 6 / 5, 2);
        let length = lines.iter().map(String::len).max().unwrap_or(0);
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        // Where a place is asked for several times, its disc is wider.
        let half = radius.max(length * size * 3 / 10 + 3);
        let disc = rectangle([x - half, y - radius], [2 * half, 2 * radius], radius);
        [disc, stacked([x, y], size, &lines).fill(Paint::AskedInk)]
    });
    group().class("asked").fill(Paint::Asked).weight(700).centred().holding(numbered)
}

/// Numbers around a place, where up to two digits have this size. Three are a little smaller, and more are on lines of their own:
/// small boards are read on small screens.
pub(super) fn numbers_at(place: [i32; 2], size: i32, numbers: &str) -> Node {
    let (size, lines) = fitted(numbers, size, 3);
    stacked(place, size, &lines)
}

/// The size of numbers, and their lines, at most so many.
fn fitted(numbers: &str, size: i32, most: usize) -> (i32, Vec<String>) {
    match numbers.len() {
        0..=2 => (size, vec![numbers.to_owned()]),
        3 => (size - 1, vec![numbers.to_owned()]),
        _ => {
            let all: Vec<&str> = numbers.split_inclusive(',').collect();
            // Three numbers of two digits would be wider than a stone on two lines.
            let count = if numbers.len() > 6 { most.min(all.len()) } else { 2 };
            (size * 6 / 7, all.chunks(all.len().div_ceil(count)).map(<[&str]>::concat).collect())
        }
    }
}

/// Lines of text, one below the other, with their middle at (x, y).
fn stacked([x, y]: [i32; 2], size: i32, lines: &[String]) -> Node {
    // Digits are lower than the line.
    let step = if lines.len() > 2 { size * 5 / 6 } else { size };
    let below = step * i32::try_from(lines.len().saturating_sub(1)).unwrap_or(0);
    let lines =
        (0..).zip(lines).map(|(line, words)| text([x, y - below / 2 + line * step], size, words));
    group().holding(lines)
}
