//! The boards of a task: each with its number, the first ones above, from left to right.

use std::collections::BTreeMap;
use std::slice;

use super::board::{Lines, holding, label, layers, places};
use super::card::{MARGIN, paper};
use super::legend::{self, Sign, width_of};
use super::style::style;
use super::svg::{Element, element, text};
use super::{BLEED, document, inline};
use crate::drawing::{Drawing, Holding, Note, Paint, Panel, Place, Side, WIDTH, rectangle};
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
#[must_use]
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
    document(size, language)
        .with_children([
            Element::new("title").with_text(title),
            Element::new("desc").with_text(&description(panels, language)),
            style(),
            paper(size),
            Element::new("g")
                .with("transform", format_args!("translate({MARGIN} {MARGIN})"))
                .with_children(boards)
                .with_children([legend]),
        ])
        .to_string()
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
#[must_use]
pub(crate) fn inline_task(
    title: &str,
    panels: &[Panel],
    wrong: Option<usize>,
    language: Language,
) -> Vec<TaskBoard> {
    let boards = (1..).zip(panels).zip(captions(panels, language));
    let board = |((number, panel), caption): ((usize, &Panel), Option<String>)| {
        let number = (panels.len() > 1).then_some(number);
        let svg = inline_board(&titled(title, number, language), panel, wrong, &[], language);
        let is_wrong = wrong.is_some_and(|position| panel.items.contains(&position));
        TaskBoard { svg, caption, is_wrong }
    };
    boards.map(board).collect()
}

/// The title of the board of this number, where there are several.
pub(super) fn titled(title: &str, number: Option<usize>, language: Language) -> String {
    number.map_or_else(
        || title.to_owned(),
        |number| {
            let number = Picture(language).board(number);
            Picture(language).title(title, number)
        },
    )
}

/// A board with the mark of the wrong item at this position, and with other marks.
pub(super) fn inline_board(
    title: &str,
    panel: &Panel,
    wrong: Option<usize>,
    marks: &[Element],
    language: Language,
) -> String {
    let size = [WIDTH, panel.drawing.height].map(|side| side + 2 * BLEED);
    let placed = PlacedBoard { panel, corner: [0; 2], caption: None };
    inline([-BLEED; 2], size, language)
        .with_children([
            Element::new("title").with_text(title),
            Element::new("desc").with_text(&description(slice::from_ref(panel), language)),
            placed.drawn(wrong),
        ])
        .with_children(marks.iter().cloned())
        .with_children([places(&panel.drawing.places, language)])
        .to_string()
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
pub(super) fn captions(panels: &[Panel], language: Language) -> Vec<Option<String>> {
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
    fn drawn(&self, wrong: Option<usize>) -> Element {
        let Self { panel, corner: [x, y], caption } = self;
        let drawing = &panel.drawing;
        let caption = caption.as_ref().map(|caption| {
            let size = if width_of(caption, 24) < WIDTH { 24 } else { 17 };
            text([0, HEADER / 2 - 4 - HEADER], size, caption)
                .with("class", "fill-ink")
                .with("font-weight", 600)
        });
        let wrong = wrong.filter(|position| panel.items.contains(position));
        Element::new("g")
            .with("class", "board")
            .with("transform", format_args!("translate({x} {y})"))
            .with_children(caption)
            .with_children(layers(drawing, Lines::All))
            .with_children(wrong.map(|position| mark(panel, position)))
    }
}

/// The mark of a wrong item: around the place that the item asks for, or around the board.
fn mark(panel: &Panel, position: usize) -> Element {
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
    element(&frame.stroke_width(width).class("wrong"))
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

/// What is on one board, and what is asked for.
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
    let mut asked: Vec<(usize, &str)> = named
        .iter()
        .flat_map(|place| place.asked.iter().map(|&number| (number, place.name.as_str())))
        .collect();
    asked.sort_unstable();
    if !asked.is_empty() {
        let asked: Vec<String> =
            asked.iter().map(|(number, name)| format!("{number} {name}")).collect();
        sentences.push(say(Picture(language).questions(), &asked.join(", ")));
    }
    if sentences.is_empty() && !places.is_empty() {
        sentences.push(Picture(language).empty().to_owned());
    }
    sentences
}
