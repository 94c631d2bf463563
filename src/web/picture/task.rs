//! The boards of a task: each with its number, the first ones above, from left to right.

use std::collections::BTreeMap;
use std::slice;

use super::board::{Lines, holding, label, layers, places};
use super::card::{MARGIN, paper};
use super::style::style;
use super::svg::{Element, element, text};
use super::texts::TEXTS;
use super::{BLEED, document, inline};
use crate::drawing::{Holding, Paint, Panel, Place, WIDTH, rectangle};
use crate::step::Language;

/// Above a board, for its number.
const HEADER: i32 = 34;
/// From a board to the next one.
const GAP: i32 = 40;
/// Two boards with so many places or fewer are side by side. Others have the whole width, so that they can be read on a small screen.
const FEW_PLACES: usize = 16;
/// The width of the mark around the board of a wrong item, or around its place.
const MARK: i32 = 4;

/// The boards of a task on one card, titled so, with the board or place marked that the wrong item at this position (from 0) belongs to.
/// It is a complete SVG document.
#[must_use]
pub(crate) fn of_task(
    title: &str,
    panels: &[Panel],
    wrong: Option<usize>,
    language: Language,
) -> String {
    let sheet = Sheet::of(panels);
    let size = sheet.size.map(|side| side + 2 * MARGIN);
    let boards = sheet.boards.iter().map(|board| board.drawn(wrong));
    document(size, language)
        .with_children([
            Element::new("title").with_text(title),
            Element::new("desc").with_text(&description(panels, language)),
            style(),
            paper(size),
            Element::new("g")
                .with("transform", format_args!("translate({MARGIN} {MARGIN})"))
                .with_children(boards),
        ])
        .to_string()
}

/// The boards of a task for a page: an SVG element for each, in their order, without a number, with its places above it. The page links
/// `board.css`.
#[must_use]
pub(crate) fn inline_task(
    title: &str,
    panels: &[Panel],
    wrong: Option<usize>,
    language: Language,
) -> Vec<String> {
    let board = |(number, panel): (usize, &Panel)| {
        let title = if panels.len() == 1 {
            title.to_owned()
        } else {
            let number = TEXTS.board.fill(language, &[("number", &number)]);
            TEXTS.title.fill(language, &[("game", &title), ("status", &number)])
        };
        let size = [WIDTH, panel.drawing.height].map(|side| side + 2 * BLEED);
        let placed = PlacedBoard { panel, corner: [0; 2], number: None };
        inline([-BLEED; 2], size, language)
            .with_children([
                Element::new("title").with_text(&title),
                Element::new("desc").with_text(&description(slice::from_ref(panel), language)),
                placed.drawn(wrong),
                places(&panel.drawing.places, language),
            ])
            .to_string()
    };
    (1..).zip(panels).map(board).collect()
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
    /// The number above it; none if it is the only one.
    number: Option<usize>,
}

impl<'a> Sheet<'a> {
    fn of(panels: &'a [Panel]) -> Self {
        let has_few = |panel: &Panel| (1..=FEW_PLACES).contains(&panel.drawing.places.len());
        let columns = if panels.len() > 1 && panels.iter().all(has_few) { 2 } else { 1 };
        let header = if panels.len() == 1 { 0 } else { HEADER };
        let (mut top, mut boards) = (0, Vec::new());
        for (row, panels) in panels.chunks(columns).enumerate() {
            let height = panels.iter().map(|panel| panel.drawing.height).max().unwrap_or(0);
            for (place, panel) in (row * columns..).zip(panels) {
                let column = i32::from(place % columns == 1);
                let corner = [column * (WIDTH + GAP), top + header];
                boards.push(PlacedBoard {
                    panel,
                    corner,
                    number: (header > 0).then_some(place + 1),
                });
            }
            top += header + height + GAP;
        }
        let width = if columns == 1 { WIDTH } else { 2 * WIDTH + GAP };
        // A task without boards has an empty picture.
        Self { size: [width, (top - GAP).max(HEADER)], boards }
    }
}

impl PlacedBoard<'_> {
    /// The board with its number.
    fn drawn(&self, wrong: Option<usize>) -> Element {
        let Self { panel, corner: [x, y], number } = self;
        let drawing = &panel.drawing;
        let number = number.map(|number| {
            text([0, HEADER / 2 - 4 - HEADER], 26, &number.to_string())
                .with("class", "fill-ink")
                .with("font-weight", 600)
        });
        let wrong = wrong.filter(|position| panel.items.contains(position));
        Element::new("g")
            .with("class", "board")
            .with("transform", format_args!("translate({x} {y})"))
            .with_children(number)
            .with_children(layers(drawing, Lines::All))
            .with_children(wrong.map(|position| mark(panel, position)))
    }
}

/// The mark of a wrong item: around the place that the item asks for, or around the board.
fn mark(panel: &Panel, position: usize) -> Element {
    let asked = panel.drawing.places.iter().flat_map(|place| &place.asked).max();
    let place = asked.and_then(|&asked| {
        let items = (panel.items.len() / asked).max(1);
        let number = (position - panel.items.start) / items + 1;
        panel.drawing.places.iter().find(|place| place.asked.contains(&number))
    });
    let (corner, size) = match place {
        Some(Place { corner, size, .. }) => (*corner, *size),
        None => ([0; 2], [WIDTH, panel.drawing.height]),
    };
    let [corner, size] = [corner.map(|edge| edge - MARK), size.map(|side| side + 2 * MARK)];
    let frame = rectangle(corner, size, 8).fill(Paint::None).stroke(Paint::Last).stroke_width(MARK);
    element(&frame.class("wrong"))
}

/// What is on the boards, in sentences.
fn description(panels: &[Panel], language: Language) -> String {
    let blank = if language == Language::English { " " } else { "" };
    let boards = (1..).zip(panels).map(|(number, panel): (usize, _)| {
        let places = &panel.drawing.places;
        let number = TEXTS.board.fill(language, &[("number", &number)]);
        let number = TEXTS.colon.fill(language, &[("text", &number)]);
        let number = Some(number).filter(|_| panels.len() > 1);
        let what = contents(places, language);
        number.into_iter().chain(what).collect::<Vec<_>>().join(blank)
    });
    boards.collect::<Vec<_>>().join(blank)
}

/// What is on one board, and what is asked for.
fn contents(places: &[Place], language: Language) -> Vec<String> {
    let mut kinds: BTreeMap<&Holding, Vec<&str>> = BTreeMap::new();
    let (named, others): (Vec<&Place>, Vec<&Place>) =
        places.iter().partition(|place| !place.name.is_empty());
    for place in named.iter().filter(|place| place.holds != Holding::Free) {
        kinds.entry(&place.holds).or_default().push(&place.name);
    }
    let say = |what: &str, places: &str| {
        TEXTS.holding.fill(language, &[("what", &what), ("places", &places)])
    };
    let mut sentences: Vec<String> = kinds
        .iter()
        .map(|(holds, names)| say(&holding(holds, language), &names.join(", ")))
        .collect();
    sentences.extend(
        others
            .iter()
            .map(|place| TEXTS.sentence.fill(language, &[("text", &label(place, language))])),
    );
    let mut asked: Vec<(usize, &str)> = named
        .iter()
        .flat_map(|place| place.asked.iter().map(|&number| (number, place.name.as_str())))
        .collect();
    asked.sort_unstable();
    if !asked.is_empty() {
        let asked: Vec<String> =
            asked.iter().map(|(number, name)| format!("{number} {name}")).collect();
        sentences.push(say(TEXTS.questions.get(language), &asked.join(", ")));
    }
    if sentences.is_empty() && !places.is_empty() {
        sentences.push(TEXTS.empty.get(language).to_owned());
    }
    sentences
}
