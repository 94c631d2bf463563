//! The boards of a task with an answer on them: each with its items in its caption, and with a frame around the places that they name.

use super::svg::{Element, element};
use super::task::{TaskBoard, captions, inline_board, titled};
use crate::drawing::{Paint, Panel, Place, rectangle};
use crate::step::Language;

/// An item of an answer, as it is shown on its board.
pub(crate) struct ShownItem<'a> {
    pub(crate) text: &'a str,
    /// The places that it names.
    pub(crate) places: Vec<&'a str>,
    pub(crate) is_right: bool,
}

/// A caption has so many items at most; a list of more is no caption.
const CAPTION_ITEMS: usize = 4;

/// The width of a frame, and how far it is within its place.
const FRAME: i32 = 4;

/// The boards of a task for a page, each with its items; an item that is none was not sent. None if no board has anything of the answer
/// to show.
pub(crate) fn inline_answer(
    title: &str,
    panels: &[Panel],
    items: &[Option<ShownItem<'_>>],
    language: Language,
) -> Option<Vec<TaskBoard>> {
    let mut shows_anything = false;
    let boards = (1..).zip(panels).zip(captions(panels, language));
    let board = |((number, panel), caption): ((usize, &Panel), Option<String>)| {
        let own = items.get(panel.items.clone()).unwrap_or_default();
        let number = (panels.len() > 1).then_some(number);
        let marks: Vec<Element> =
            own.iter().flatten().flat_map(|item| marks(panel, item)).collect();
        let words = if own.len() <= CAPTION_ITEMS { words(own) } else { None };
        shows_anything |= words.is_some() || !marks.is_empty();
        let parts: Vec<String> = caption.into_iter().chain(words).collect();
        TaskBoard {
            svg: inline_board(&titled(title, number, language), panel, None, &marks, language),
            caption: (!parts.is_empty()).then(|| parts.join(" · ")),
            is_wrong: own.iter().flatten().any(|item| !item.is_right),
        }
    };
    let boards = boards.map(board).collect();
    shows_anything.then_some(boards)
}

/// The items of a board, in words.
fn words(items: &[Option<ShownItem<'_>>]) -> Option<String> {
    let texts: Vec<&str> = items.iter().flatten().map(|item| item.text).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

/// Frames around the places that an item names. That of a wrong item is broken, so that it is told apart without colours.
fn marks(panel: &Panel, item: &ShownItem<'_>) -> Vec<Element> {
    let named = |place: &&Place| {
        !place.name.is_empty()
            && item.places.iter().any(|name| name.eq_ignore_ascii_case(&place.name))
    };
    let frame = |place: &Place| {
        let corner = place.corner.map(|edge| edge + FRAME / 2);
        let size = place.size.map(|side| side - FRAME);
        let paint = if item.is_right { Paint::Asked } else { Paint::Last };
        let frame = rectangle(corner, size, 4).fill(Paint::None).stroke(paint);
        let frame = element(&frame.stroke_width(FRAME).class("answered"));
        if item.is_right { frame } else { frame.with("stroke-dasharray", "6 4") }
    };
    panel.drawing.places.iter().filter(named).map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Drawing, Holding, group};

    /// A board of two places.
    fn panel() -> Panel {
        let place = |name: &str, left| Place {
            name: name.to_owned(),
            at: None,
            corner: [left, 0],
            size: [40; 2],
            holds: Holding::Free,
            made: None,
            asked: Vec::new(),
        };
        let places = vec![place("1", 0), place("2", 40)];
        Panel { drawing: Drawing { places, ..Drawing::new(40, group()) }, items: 0..1, note: None }
    }

    fn answered(text: &str, places: Vec<&str>, is_right: bool) -> Option<Vec<TaskBoard>> {
        let item = ShownItem { text, places, is_right };
        inline_answer("Step", &[panel()], &[Some(item)], Language::ENGLISH)
    }

    #[test]
    fn the_places_that_an_item_names_are_framed() {
        let [board] = answered("2:7", vec!["2"], false).unwrap().try_into().ok().unwrap();
        assert_eq!(board.svg.matches("answered").count(), 1);
        assert!(board.svg.contains("stroke-dasharray"), "{}", board.svg);
        assert!(board.is_wrong && board.caption.unwrap().contains("2:7"));
        let [board] = answered("9", vec![], true).unwrap().try_into().ok().unwrap();
        assert!(!board.svg.contains("answered") && !board.is_wrong);
    }

    #[test]
    fn nothing_is_drawn_of_an_answer_that_was_not_sent() {
        assert!(inline_answer("Step", &[panel()], &[None], Language::ENGLISH).is_none());
        assert!(inline_answer("Step", &[panel()], &[], Language::ENGLISH).is_none());
    }
}
