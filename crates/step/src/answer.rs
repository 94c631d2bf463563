//! An answer as it came: items joined by commas.

use std::fmt::{self, Display};
use std::iter;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use crate::texts;
use gradus_text::Text;

/// A learner's answer before a kind has read it.
///
/// In a query or a form it is one text, its items joined by commas. In JSON it is the same text, or a list of texts and
/// numbers, nested to any depth: lists are flattened. Blanks around an item do not count.
///
/// ```
/// use gradus_step::Answer;
///
/// let answer: Answer = serde_json::from_str(r#"[["34", 15], " . x o ", "1,2"]"#)?;
/// assert_eq!(answer.items().collect::<Vec<_>>(), ["34", "15", ". x o", "1", "2"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// None before the first item: an empty text is one empty item.
    text: Option<String>,
    shape: Shape,
    /// The lists in the outermost one, up to a depth of [`MAX_NESTING`], each behind those in it.
    inner_lists: Vec<InnerList>,
}

/// How an answer came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shape {
    /// A text or a number.
    #[default]
    Text,
    /// A list.
    List,
}

/// A list within the list of an answer.
#[derive(Clone, Debug)]
struct InnerList {
    /// In how many lists it is.
    depth: usize,
    /// Where its items are in the text.
    items: Range<usize>,
}

/// The depth to which lists may stand for something: boards, their lines, and the cells of these.
const MAX_NESTING: usize = 3;

/// Answers are equal if their items are.
impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Answer {}

impl Answer {
    /// An answer whose items are joined by commas already.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// The answer with these items.
    pub fn from_items<T: Display>(items: impl IntoIterator<Item = T>) -> Self {
        let mut answer = Self::default();
        items.into_iter().for_each(|item| answer.push(item));
        answer
    }

    /// The whole answer, its items joined by commas.
    pub fn as_str(&self) -> &str {
        self.text.as_deref().unwrap_or("")
    }

    /// The hash of the text and of how it is divided in lists.
    pub fn hash_as_sent(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.as_str().as_bytes());
        // No text has this byte.
        hasher.update(&[0xff, u8::from(self.is_text())]);
        for InnerList { depth, items } in &self.inner_lists {
            for number in [*depth, items.start, items.end] {
                hasher.update(&number.to_le_bytes());
            }
        }
        hasher.finalize()
    }

    /// Whether there is nothing in it but blanks.
    pub fn is_empty(&self) -> bool {
        self.as_str().trim().is_empty()
    }

    /// The items in order, without the blanks around them.
    pub fn items(&self) -> impl Iterator<Item = &str> {
        let mut rest = Some(self.as_str());
        // `split` searches in a way that pays for longer items only.
        iter::from_fn(move || {
            let text = rest?;
            let end = text.bytes().position(|byte| byte == b',').unwrap_or(text.len());
            let (item, others) = text.split_at(end);
            rest = others.strip_prefix(',');
            Some(trim(item))
        })
    }

    /// The answer divided in the ways in which its lists can be meant as items: the outermost list as the one item, then its elements
    /// as the items, then the elements of these, and so on. The parts of an item are joined by commas. Nothing for a text.
    pub(super) fn nestings(&self) -> impl Iterator<Item = Vec<&str>> {
        let deepest = self.inner_lists.iter().map(|list| list.depth).max().unwrap_or(0);
        let depths = (0..=deepest).take_while(|_| !self.is_text());
        depths.map(|depth| if depth == 0 { vec![self.as_str()] } else { self.divided(depth) })
    }

    /// The items, of which those in a list of this depth are one.
    fn divided(&self, depth: usize) -> Vec<&str> {
        let text = self.as_str();
        let between = |range: Range<usize>| {
            let items = text.get(range).unwrap_or_default().trim_matches(',');
            items.split(',').filter(|item| !item.is_empty())
        };
        let (mut divided, mut end) = (Vec::new(), 0);
        for InnerList { items, .. } in self.inner_lists.iter().filter(|list| list.depth == depth) {
            divided.extend(between(end..items.start));
            divided.extend(text.get(items.clone()));
            end = items.end;
        }
        divided.extend(between(end..text.len()));
        divided
    }

    /// Whether the commas between the items are the learner's own: the answer came as one text.
    pub fn is_text(&self) -> bool {
        self.shape == Shape::Text
    }

    /// How many items there are; an empty text is one empty item.
    pub fn count(&self) -> usize {
        1 + self.as_str().bytes().filter(|&byte| byte == b',').count()
    }

    /// Appends an item, after a comma unless it is the first.
    ///
    /// # Panics
    ///
    /// If the items' own `Display` fails.
    #[expect(clippy::expect_used, reason = "a string takes whatever is written to it")]
    pub fn push(&mut self, items: impl Display) {
        use fmt::Write as _;
        write!(self.next(), "{items}").expect("writing to a string cannot fail");
    }

    /// The text, ready for the next item.
    fn next(&mut self) -> &mut String {
        match &mut self.text {
            Some(text) => {
                text.push(',');
                text
            }
            none => none.insert(String::with_capacity(USUAL_LENGTH)),
        }
    }
}

/// An item without the blanks around it.
fn trim(item: &str) -> &str {
    match item.as_bytes() {
        // Most items have none.
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => item,
        _ => item.trim(),
    }
}

/// Most answers are shorter: their text is written without growing.
const USUAL_LENGTH: usize = 512;

/// Why an answer cannot be judged. It costs the learner nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// No item at all.
    Empty {
        /// How many items the task wants.
        expected: usize,
    },
    /// Too few or too many items.
    Count {
        /// How many items the task wants.
        expected: usize,
        /// How many came.
        found: usize,
    },
    /// An item that is malformed.
    Item {
        /// Which item, from 1.
        position: usize,
        /// The item in quotation marks, shortened.
        found: String,
        /// What the item should look like, as the end of a sentence that begins with "expected".
        expected: Text,
    },
}

impl Malformed {
    /// The item at a position (from 1) is not what was expected; a long one is shortened.
    pub fn item(position: usize, found: &str, expected: Text) -> Self {
        Self::Item { position, found: quoted(found), expected }
    }

    /// What is wrong: a sentence without its full stop.
    pub fn message(&self) -> Text {
        match self {
            Self::Empty { expected: 1 } => texts::answer::empty_for_one(1),
            Self::Empty { expected } => texts::answer::empty(expected),
            Self::Count { expected: 1, found } => texts::answer::count_for_one(found),
            Self::Count { expected, found } => texts::answer::count(expected, found),
            Self::Item { position, found, expected } => {
                texts::answer::item(position, found, expected)
            }
        }
    }
}

impl Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().english())
    }
}

impl std::error::Error for Malformed {}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut answer = Self::default();
        answer.shape = Flatten { answer: &mut answer, depth: 0 }.deserialize(deserializer)?;
        Ok(answer)
    }
}

/// Appends whatever it meets to the answer, lists item by item.
struct Flatten<'a> {
    answer: &'a mut Answer,
    /// In how many lists it is.
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Flatten<'_> {
    type Value = Shape;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Flatten<'_> {
    type Value = Shape;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a number, or a list of them")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Shape, E> {
        self.answer.next().push_str(text);
        Ok(Shape::Text)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Shape, E> {
        self.answer.push(number);
        Ok(Shape::Text)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Shape, E> {
        self.answer.push(number);
        Ok(Shape::Text)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Shape, E> {
        // A whole number beyond 64 bits comes as a float, and is written out. 1e308 would have 309 digits.
        if number.abs() < 1e40 {
            self.answer.push(number);
        } else {
            self.answer.push(format_args!("{number:e}"));
        }
        Ok(Shape::Text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Shape, A::Error> {
        let Self { answer, depth } = self;
        let (start, has_items) = (answer.as_str().len(), answer.text.is_some());
        while list.next_element_seed(Flatten { answer: &mut *answer, depth: depth + 1 })?.is_some()
        {
        }
        if (1..=MAX_NESTING).contains(&depth) {
            let end = answer.as_str().len();
            // A comma comes before the first item of the list, unless that is the first of all.
            let start = if has_items { end.min(start + 1) } else { start };
            answer.inner_lists.push(InnerList { depth, items: start..end });
        }
        Ok(Shape::List)
    }
}

/// How many characters of a text that a client sent are repeated in a message.
const SHOWN: usize = 40;

/// A text that a client sent, for messages: its beginning in quotation marks. What cannot be seen is shown by its number.
pub fn quoted(text: &str) -> String {
    let mark = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    let mut quoted = String::from(mark);
    let mut letters = text.chars();
    for letter in letters.by_ref().take(SHOWN) {
        match letter {
            '"' | '\'' | '\\' => quoted.push(letter),
            '\n' | '\t' | '\r' => quoted.extend(letter.escape_default()),
            // A mark is seen on the letter before it.
            _ if is_invisible(letter) && !(quoted.len() > 1 && is_mark(letter)) => {
                quoted.extend([format!("<U+{:04X}>", u32::from(letter))]);
            }
            _ => quoted.push(letter),
        }
    }
    if letters.next().is_some() {
        quoted.push('…');
    }
    quoted.push(mark);
    quoted
}

/// Whether a character is a mark that belongs to the letter before it. The standard library shows marks by number only at the beginning of a text.
fn is_mark(letter: char) -> bool {
    String::from_iter(['a', letter]).escape_debug().count() == 2
}

/// Whether a character cannot be seen in a text: it is neither printed nor a blank.
pub(super) fn is_invisible(letter: char) -> bool {
    // The standard library knows which characters can be printed, but shows it only in this way.
    !matches!(letter, '"' | '\'' | '\\' | '\u{3000}') && letter.escape_debug().len() > 1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn read(json: &str) -> Result<Answer, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_string_and_every_nesting_of_a_list_are_one_answer() {
        let same = ["\"1,x,-3\"", "[1,\"x\",-3]", "[[1],[[\"x\",-3]]]", "[\"1,x\",[],[\" -3 \"]]"];
        for json in same {
            let items: Vec<_> = read(json).unwrap().items().map(str::to_owned).collect();
            assert_eq!(items, ["1", "x", "-3"], "{json}");
        }
    }

    #[test]
    fn lists_in_a_list_may_be_meant_as_items() {
        let nestings = |json| read(json).unwrap().nestings().map(|items| items.join("|")).collect();
        let cases: [(&str, &[&str]); 7] = [
            ("\"1,2\"", &[]),
            ("[12, 57]", &["12,57"]),
            ("[[12, 57], [3]]", &["12,57,3", "12,57|3"]),
            ("[[12, 57], 3, 4, []]", &["12,57,3,4", "12,57|3|4|"]),
            ("[3, [], [\"1 2\", 5], 4]", &["3,1 2,5,4", "3||1 2,5|4"]),
            ("[[[1, 2], [3]], [[], 4]]", &["1,2,3,4", "1,2,3|4", "1,2|3||4"]),
            ("[[[[[1, 2]]]]]", &["1,2", "1,2", "1,2", "1,2"]),
        ];
        for (json, expected) in cases {
            let found: Vec<String> = nestings(json);
            assert_eq!(found, expected, "{json}");
        }
    }

    #[test]
    fn answers_that_are_divided_otherwise_have_other_hashes() {
        let answers =
            ["\"1,2\"", "[1, 2]", "[[1], 2]", "[1, [2]]", "[[1], [2]]", "[[1, 2]]", "[1, 3]"];
        let hashes: BTreeSet<_> =
            answers.iter().map(|json| *read(json).unwrap().hash_as_sent().as_bytes()).collect();
        assert_eq!(hashes.len(), answers.len());
        assert_eq!(
            read("[1, 2]").unwrap().hash_as_sent(),
            read("[\"1\",2]").unwrap().hash_as_sent()
        );
    }

    #[test]
    fn an_empty_item_is_an_item() {
        assert_eq!(read(r#"["","a",""]"#).unwrap().items().count(), 3);
        assert!(read(r#"[["", " "]]"#).unwrap().as_str() == ", ");
        assert!(read("[[],[]]").unwrap().is_empty());
    }

    #[test]
    fn whole_numbers_may_come_as_floats() {
        assert_eq!(read("[34.0, 1e3, 0.5]").unwrap().as_str(), "34,1000,0.5");
        assert_eq!(
            read("[1e17, 1000000000000000000000000000000, -1e308]").unwrap().as_str(),
            "100000000000000000,1000000000000000000000000000000,-1e308"
        );
    }

    #[test]
    fn neither_an_object_nor_a_truth_value_is_an_answer() {
        for json in ["{}", "true", "[null]", "[[{\"a\":1}]]"] {
            let error = read(json).unwrap_err();
            assert!(error.contains("expected a string, a number, or a list of them"), "{error}");
        }
    }

    #[test]
    fn a_list_too_deep_is_refused_before_the_stack_ends() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(read(&deep).unwrap_err().contains("recursion limit"));
    }

    #[test]
    fn every_malformed_answer_is_told() {
        let number = Text::from("a number");
        let cases = [
            (Malformed::Empty { expected: 1 }, "the answer is empty; expected 1 item"),
            (Malformed::Empty { expected: 12 }, "the answer is empty; expected 12 items"),
            (Malformed::Count { expected: 1, found: 2 }, "expected 1 item, found 2"),
            (
                Malformed::Count { expected: 12, found: 1 },
                "expected 12 items, as a list or with commas between them; found 1",
            ),
            (Malformed::item(3, "[\"x\"", number), "item 3 is '[\"x\"'; expected a number"),
        ];
        for (malformed, message) in &cases {
            assert_eq!(malformed.to_string(), *message);
        }
    }

    #[test]
    fn a_text_is_quoted_readably() {
        assert_eq!(quoted("x1"), r#""x1""#);
        assert_eq!(quoted("[\"x1\\"), r#"'["x1\'"#);
        assert_eq!(quoted("don't \"x\""), r#""don't "x"""#);
        assert_eq!(quoted("\u{200b}1\n"), r#""<U+200B>1\n""#);
        assert_eq!(quoted("一\u{3000}，"), "\"一\u{3000}，\"");
        assert_eq!(quoted(&"x".repeat(SHOWN)), format!("\"{}\"", "x".repeat(SHOWN)));
        assert_eq!(quoted(&"x".repeat(SHOWN + 1)), format!("\"{}…\"", "x".repeat(SHOWN)));
    }
}
