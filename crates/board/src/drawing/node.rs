//! Shapes: what a drawing is made of.

use std::borrow::Cow;

/// A shape with its attributes and the shapes that it holds.
#[derive(Clone, Debug)]
pub struct Node {
    shape: Shape,
    attributes: Vec<Attribute>,
    children: Vec<Node>,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Nothing but what it holds, which has its attributes.
    Group,
    /// A square that cuts off what goes beyond its edges. What it holds is measured from its corner.
    Clip {
        /// The upper left corner.
        corner: [i32; 2],
        /// The side.
        side: i32,
    },
    /// A rectangle.
    Rectangle {
        /// The upper left corner.
        corner: [i32; 2],
        /// Width and height.
        size: [i32; 2],
        /// The radius of its corners.
        radius: i32,
    },
    /// A disc.
    Circle {
        /// Its centre.
        centre: [i32; 2],
        /// Its radius.
        radius: i32,
    },
    /// A line, as commands of SVG's paths: `M` and `m` go, `L`, `l`, `h`, `v` and `Q` draw.
    Path(String),
    /// A line of text.
    Text {
        /// Its left end and the middle of its height; with [`Attribute::Centred`] its middle.
        place: [i32; 2],
        /// Its height.
        size: i32,
        /// The text. It may come from users, so it may have any characters.
        words: String,
    },
    /// The letter of an axis, with what is said of it: *w* = 0.
    Axis {
        /// The middle.
        place: [i32; 2],
        /// Its height.
        size: i32,
        /// The letter. It is drawn so that no letter can be taken for a digit.
        letter: char,
        /// What is behind the letter.
        rest: String,
    },
}

/// How a shape looks.
#[derive(Clone, Debug)]
pub enum Attribute {
    /// What it is, as a name to find it by.
    Class(Cow<'static, str>),
    /// The colour inside.
    Fill(Paint),
    /// The colour of its lines.
    Stroke(Paint),
    /// The width of its lines.
    StrokeWidth(i32),
    /// How its lines end.
    StrokeEnds(Ends),
    /// The weight of its text, 400 to 700.
    Weight(u16),
    /// Text with an edge of this colour, so that it can be read on lines.
    Halo(Paint),
    /// Texts are centred on their places.
    Centred,
    /// The text reads upwards.
    Upwards,
}

/// How lines end.
#[derive(Clone, Copy, Debug)]
pub enum Ends {
    /// With half a circle.
    Round,
    /// With half a square.
    Square,
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

impl Node {
    const fn new(shape: Shape) -> Self {
        Self { shape, attributes: Vec::new(), children: Vec::new() }
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How it looks.
    #[must_use]
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// What it holds.
    #[must_use]
    pub fn children(&self) -> &[Self] {
        &self.children
    }

    /// The first node with this name in it that is not empty.
    #[must_use]
    pub fn find(&self, class: &str) -> Option<&Self> {
        let is_named =
            |attribute: &Attribute| matches!(attribute, Attribute::Class(name) if name == class);
        if self.attributes.iter().any(is_named) && !self.is_empty() {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(class))
    }

    /// Whether there is nothing to see.
    fn is_empty(&self) -> bool {
        matches!(self.shape, Shape::Group) && self.children.iter().all(Self::is_empty)
    }

    /// The same with one more attribute.
    #[must_use]
    pub fn with(mut self, attribute: Attribute) -> Self {
        self.attributes.push(attribute);
        self
    }

    /// The same with a name to find it by.
    #[must_use]
    pub fn class(self, name: impl Into<Cow<'static, str>>) -> Self {
        self.with(Attribute::Class(name.into()))
    }

    /// The same with this colour inside.
    #[must_use]
    pub fn fill(self, paint: Paint) -> Self {
        self.with(Attribute::Fill(paint))
    }

    /// The same with lines of this colour.
    #[must_use]
    pub fn stroke(self, paint: Paint) -> Self {
        self.with(Attribute::Stroke(paint))
    }

    /// The same with lines of this width.
    #[must_use]
    pub fn stroke_width(self, width: i32) -> Self {
        self.with(Attribute::StrokeWidth(width))
    }

    /// The same with lines that end so.
    #[must_use]
    pub fn stroke_ends(self, ends: Ends) -> Self {
        self.with(Attribute::StrokeEnds(ends))
    }

    /// The same with texts around their places.
    #[must_use]
    pub fn centred(self) -> Self {
        self.with(Attribute::Centred)
    }

    /// The same with texts of this weight.
    #[must_use]
    pub fn weight(self, weight: u16) -> Self {
        self.with(Attribute::Weight(weight))
    }

    /// The same with an edge of this colour around texts.
    #[must_use]
    pub fn halo(self, paint: Paint) -> Self {
        self.with(Attribute::Halo(paint))
    }

    /// The same with more shapes at its end.
    #[must_use]
    pub fn holding(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }
}

/// Shapes that share attributes.
#[must_use]
pub const fn group() -> Node {
    Node::new(Shape::Group)
}

/// A square that cuts off what goes beyond its edges.
#[must_use]
pub const fn clip(corner: [i32; 2], side: i32) -> Node {
    Node::new(Shape::Clip { corner, side })
}

/// A rectangle with its upper left corner at (x, y).
#[must_use]
pub const fn rectangle(corner: [i32; 2], size: [i32; 2], radius: i32) -> Node {
    Node::new(Shape::Rectangle { corner, size, radius })
}

/// A disc around (x, y).
#[must_use]
pub const fn circle(centre: [i32; 2], radius: i32) -> Node {
    Node::new(Shape::Circle { centre, radius })
}

/// A line that goes where these commands say, one after the other: see [`Shape::Path`].
pub fn path(commands: impl IntoIterator<Item = String>) -> Node {
    Node::new(Shape::Path(commands.into_iter().collect()))
}

/// A text of this size at (x, y): see [`Shape::Text`].
#[must_use]
pub fn text(place: [i32; 2], size: i32, words: &str) -> Node {
    Node::new(Shape::Text { place, size, words: words.to_owned() })
}

/// The letter of an axis, with what is said of it: see [`Shape::Axis`].
#[must_use]
pub fn axis(place: [i32; 2], size: i32, letter: char, rest: &str) -> Node {
    Node::new(Shape::Axis { place, size, letter, rest: rest.to_owned() })
}

/// Dots of one size and colour.
pub fn dots(centres: impl IntoIterator<Item = [i32; 2]>, size: i32, colour: Paint) -> Node {
    // A line of no length with round ends is a dot, and all of them are one shape.
    path(centres.into_iter().map(|[x, y]| format!("M{x} {y}h0")))
        .stroke(colour)
        .stroke_width(size)
        .stroke_ends(Ends::Round)
}

/// The mark of the last move: the outline of a piece.
#[must_use]
pub fn last(outline: &Node) -> Node {
    let strokes = [(Paint::LastEdge, 5), (Paint::Last, 3)];
    let strokes = strokes.map(|(paint, width)| outline.clone().stroke(paint).stroke_width(width));
    group().class("last").fill(Paint::None).holding(strokes)
}

/// Numbers on discs of this radius around places: the questions about a board.
pub fn numbered(places: impl IntoIterator<Item = (String, [i32; 2])>, radius: i32) -> Node {
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
