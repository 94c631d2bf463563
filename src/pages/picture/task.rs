//! The boards of a task: each with its number, the first ones above, from left to right. With an answer, each has its items in its
//! caption, and a frame around the places that they name.

use std::collections::BTreeMap;
use std::slice;

use super::board::{Lines, holding, label, layers, places};
use super::legend::{self, Sign, width_of};
use super::{BLEED, MARGIN, document, inline};
use crate::drawing::{
    Drawing, Holding, Node, Note, Paint, Panel, Place, Side, WIDTH, group, rectangle, text,
};
use crate::step::Language;
use crate::texts::{Between, Picture};

/// Above a board, for its caption.
const HEADER: i32 = 34;
/// From a board to the next one.
const GAP: i32 = 40;
/// Two boards with so many places or fewer are side by side. Others have the whole width, so that they can be read on a small screen.
const FEW_PLACES: usize = 16;
/// The width of the mark around the place of a wrong item, and around its board: of that, two units are on the board, whose cells may
/// have their numbers four units from the edge.
const MARK: [i32; 2] = [4, 6];
/// From the boards of a picture to the middle of the legend's first row.
const LEGEND: i32 = 24;

/// The boards of a task on one card, titled so, with the board or place marked that the wrong item at this position (from 0) belongs to.
/// It is a complete SVG document.
pub(crate) fn of_task(
    title: &str,
    panels: &[Panel],
    wrong: Option<usize>,
    language: Language,
) -> String {
    let sheet = Sheet::of(panels, language);
    let boards = sheet.boards.iter().map(|board| board.drawn(wrong));
    let signs = signs(panels, wrong, language);
    let [width, bottom] = sheet.size;
    let (legend, legend_height) = legend::rows(&signs, bottom + LEGEND);
    let height = if signs.is_empty() { bottom } else { bottom + LEGEND / 2 + legend_height };
    let size = [width, height].map(|side| side + 2 * MARGIN);
    let contents = boards.chain([legend]);
    document(size, title, &description(panels, language), contents, language)
}

/// A board of a task, for a page.
pub(crate) struct TaskBoard {
    /// An SVG element, with the places above the board. The page links `board.css`.
    pub(crate) svg: String,
    /// Its number, and what is to be known of it.
    pub(crate) caption: Option<String>,
    /// Whether the wrong item is one of its own.
    pub(crate) is_wrong: bool,
}

/// The boards of a task for a page, in their order.
pub(crate) fn inline_task(
    title: &str,
    panels: &[Panel],
    wrong: Option<usize>,
    language: Language,
) -> Vec<TaskBoard> {
    task_boards(title, panels, wrong, language, |panel| Marks {
        frames: Vec::new(),
        words: None,
        is_wrong: wrong.is_some_and(|position| panel.items.contains(&position)),
    })
}

/// What is shown of an answer on one of its boards.
struct Marks {
    frames: Vec<Node>,
    /// The end of the caption.
    words: Option<String>,
    is_wrong: bool,
}

fn task_boards(
    title: &str,
    panels: &[Panel],
    wrong: Option<usize>,
    language: Language,
    mut marks: impl FnMut(&Panel) -> Marks,
) -> Vec<TaskBoard> {
    let board = |((number, panel), caption): ((usize, &Panel), Option<String>)| {
        let Marks { frames, words, is_wrong } = marks(panel);
        let title = match panels {
            [_] => title.to_owned(),
            _ => Picture(language).title(title, Picture(language).board(number)),
        };
        let description = description(slice::from_ref(panel), language);
        let size = [WIDTH, panel.drawing.height].map(|side| side + 2 * BLEED);
        let placed = PlacedBoard { panel, corner: [0; 2], caption: None };
        let svg = inline([-BLEED; 2], size, &title, &description, language)
            .holding([placed.drawn(wrong)])
            .holding(frames)
            .holding([places(&panel.drawing.places, language)]);
        let parts: Vec<String> = caption.into_iter().chain(words).collect();
        let caption = (!parts.is_empty()).then(|| parts.join(" · "));
        TaskBoard { svg: svg.to_string(), caption, is_wrong }
    };
    (1..).zip(panels).zip(captions(panels, language)).map(board).collect()
}

/// The marks on the boards of a task, for a page: an SVG element for each, and what it means.
pub(crate) fn legend_of_task(
    panels: &[Panel],
    wrong: Option<usize>,
    language: Language,
) -> Vec<(String, &'static str)> {
    legend::inline(&signs(panels, wrong, language))
}

fn signs(panels: &[Panel], wrong: Option<usize>, language: Language) -> Vec<Sign> {
    let marks_wrong =
        wrong.is_some_and(|position| panels.iter().any(|panel| panel.items.contains(&position)));
    let drawings: Vec<&Drawing> = panels.iter().map(|panel| &panel.drawing).collect();
    let signs = legend::signs(&drawings, language).into_iter();
    signs.chain(marks_wrong.then(|| legend::wrong(language))).collect()
}

/// What stands above each board: its number where there are several, its items where they are not numbered as the boards or questions
/// are, and what is to be known of it.
fn captions(panels: &[Panel], language: Language) -> Vec<Option<String>> {
    let is_alone = panels.len() == 1;
    let caption = |(place, panel): (usize, &Panel)| {
        let number = (!is_alone).then(|| (place + 1).to_string());
        let parts = [number, items(place, panel, is_alone, language), note(panel, language)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" · "))
    };
    panels.iter().enumerate().map(caption).collect()
}

/// Which items of the answer are a board's, unless its number or those of its questions say so.
fn items(place: usize, panel: &Panel, is_alone: bool, language: Language) -> Option<String> {
    let (first, last) = (panel.items.start + 1, panel.items.end);
    let each = items_of_a_question(panel).filter(|&each| each > 1);
    let is_said = if is_alone { each.is_none() } else { (first, last) == (place + 1, place + 1) };
    if is_said {
        return None;
    }
    let items = if first == last {
        Picture(language).item(first)
    } else {
        Picture(language).items(first, last)
    };
    Some(match each {
        Some(each) => Picture(language).items_each(items, each),
        None => items,
    })
}

/// How many items belong to each question that has a number on a board.
fn items_of_a_question(panel: &Panel) -> Option<usize> {
    let asked = panel.drawing.places.iter().flat_map(|place| &place.asked).max()?;
    Some((panel.items.len() / asked).max(1))
}

/// What is to be known of a board, in words.
fn note(panel: &Panel, language: Language) -> Option<String> {
    Some(match panel.note? {
        Note::ToMove(side) => Picture(language).to_move(name_of(side, language)),
        Note::LinesOf(side) => Picture(language).lines_of(name_of(side, language)),
        Note::VectorEnds => Picture(language).vector_ends().to_owned(),
    })
}

fn name_of(side: Side, language: Language) -> String {
    match side {
        Side::Black => Picture(language).black_side().to_owned(),
        Side::White => Picture(language).white_side().to_owned(),
        Side::Odd => Picture(language).odd_side().to_owned(),
        Side::Even => Picture(language).even_side().to_owned(),
        Side::Player { number, icon } => Picture(language).player(number, icon),
    }
}

/// Boards on paper.
struct Sheet<'a> {
    size: [i32; 2],
    boards: Vec<PlacedBoard<'a>>,
}

/// A board with its place on paper.
struct PlacedBoard<'a> {
    panel: &'a Panel,
    corner: [i32; 2],
    /// What stands above it.
    caption: Option<String>,
}

impl<'a> Sheet<'a> {
    fn of(panels: &'a [Panel], language: Language) -> Self {
        let has_few = |panel: &Panel| (1..=FEW_PLACES).contains(&panel.drawing.places.len());
        let columns = if panels.len() > 1 && panels.iter().all(has_few) { 2 } else { 1 };
        let mut captions = captions(panels, language).into_iter();
        let header = if captions.clone().any(|caption| caption.is_some()) { HEADER } else { 0 };
        let (mut top, mut boards) = (0, Vec::new());
        for (row, panels) in panels.chunks(columns).enumerate() {
            let height = panels.iter().map(|panel| panel.drawing.height).max().unwrap_or(0);
            for (place, panel) in (row * columns..).zip(panels) {
                let column = i32::from(place % columns == 1);
                let corner = [column * (WIDTH + GAP), top + header];
                boards.push(PlacedBoard { panel, corner, caption: captions.next().flatten() });
            }
            top += header + height + GAP;
        }
        let width = if columns == 1 { WIDTH } else { 2 * WIDTH + GAP };
        // A task without boards has an empty picture.
        Self { size: [width, (top - GAP).max(HEADER)], boards }
    }
}

impl PlacedBoard<'_> {
    /// The board with its caption.
    fn drawn(&self, wrong: Option<usize>) -> Node {
        let Self { panel, corner: [x, y], caption } = self;
        let drawing = &panel.drawing;
        let caption = caption.as_ref().map(|caption| {
            let size = if width_of(caption, 24) < WIDTH { 24 } else { 17 };
            text([0, HEADER / 2 - 4 - HEADER], size, caption)
                .with("class", "fill-ink")
                .with("font-weight", 600)
        });
        let wrong = wrong.filter(|position| panel.items.contains(position));
        group()
            .with("class", "board")
            .with("transform", format_args!("translate({x} {y})"))
            .holding(caption)
            .holding(layers(drawing, Lines::All))
            .holding(wrong.map(|position| mark(panel, position)))
    }
}

/// The mark of a wrong item: around the place that the item asks for, or around the board.
fn mark(panel: &Panel, position: usize) -> Node {
    let place = items_of_a_question(panel).and_then(|items| {
        let number = (position - panel.items.start) / items + 1;
        panel.drawing.places.iter().find(|place| place.asked.contains(&number))
    });
    let [around_place, around_board] = MARK;
    let (corner, size, width) = if let Some(Place { corner, size, .. }) = place {
        let corner = corner.map(|edge| edge - around_place);
        (corner, size.map(|side| side + 2 * around_place), around_place)
    } else {
        // It is within what a page shows of the board.
        let beyond = BLEED - around_board / 2;
        let size = [WIDTH, panel.drawing.height].map(|side| side + 2 * beyond);
        ([-beyond; 2], size, around_board)
    };
    let frame = rectangle(corner, size, 8).fill(Paint::None).stroke(Paint::Last);
    frame.stroke_width(width).class("wrong")
}

/// What is on the boards, in sentences.
fn description(panels: &[Panel], language: Language) -> String {
    let blank = Between(language).sentences();
    let boards = (1..).zip(panels).map(|(number, panel): (usize, _)| {
        let places = &panel.drawing.places;
        let note = note(panel, language).map(|note| Picture(language).sentence(note));
        let number = Picture(language).board(number);
        let number = Picture(language).colon(number);
        let number = Some(number).filter(|_| panels.len() > 1);
        let what = contents(places, language);
        number.into_iter().chain(note).chain(what).collect::<Vec<_>>().join(blank)
    });
    boards.collect::<Vec<_>>().join(blank)
}

/// What is on one board.
fn contents(places: &[Place], language: Language) -> Vec<String> {
    let mut kinds: BTreeMap<&Holding, Vec<String>> = BTreeMap::new();
    let (named, others): (Vec<&Place>, Vec<&Place>) =
        places.iter().partition(|place| !place.name.is_empty());
    for place in named.iter().filter(|place| place.holds != Holding::Free) {
        // A cell that has a number for its name could be taken for what lies there.
        let name = match place.holds {
            Holding::Number(_) => Picture(language).in_cell(&place.name),
            _ => place.name.clone(),
        };
        kinds.entry(&place.holds).or_default().push(name);
    }
    let say = |what: &str, places: &str| Picture(language).holding(what, places);
    let mut sentences: Vec<String> = kinds
        .iter()
        .map(|(holds, names)| say(&holding(holds, language), &names.join(", ")))
        .collect();
    sentences.extend(others.iter().map(|place| Picture(language).sentence(label(place, language))));
    if sentences.is_empty() && !places.is_empty() {
        sentences.push(Picture(language).empty().to_owned());
    }
    sentences
}

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
    let boards = task_boards(title, panels, None, language, |panel| {
        let own = items.get(panel.items.clone()).unwrap_or_default();
        let frames: Vec<Node> = own.iter().flatten().flat_map(|item| frames(panel, item)).collect();
        let words = if own.len() <= CAPTION_ITEMS { texts_of(own) } else { None };
        shows_anything |= words.is_some() || !frames.is_empty();
        Marks { frames, words, is_wrong: own.iter().flatten().any(|item| !item.is_right) }
    });
    shows_anything.then_some(boards)
}

/// The items of a board, in words.
fn texts_of(items: &[Option<ShownItem<'_>>]) -> Option<String> {
    let texts: Vec<&str> = items.iter().flatten().map(|item| item.text).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

/// Frames around the places that an item names. That of a wrong item is broken, so that it is told apart without colours.
fn frames(panel: &Panel, item: &ShownItem<'_>) -> Vec<Node> {
    let named = |place: &&Place| {
        !place.name.is_empty()
            && item.places.iter().any(|name| name.eq_ignore_ascii_case(&place.name))
    };
    let frame = |place: &Place| {
        let corner = place.corner.map(|edge| edge + FRAME / 2);
        let size = place.size.map(|side| side - FRAME);
        let paint = if item.is_right { Paint::Asked } else { Paint::Last };
        let frame = rectangle(corner, size, 4).fill(Paint::None).stroke(paint);
        let frame = frame.stroke_width(FRAME).class("answered");
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
