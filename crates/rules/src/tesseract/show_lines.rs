//! Step 34: which lines a player has.

mod generator;

use std::collections::BTreeSet;
use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::generator::{Slice, rich_game};
use super::games::{History, RecordError, panels, players_of, side_of};
use super::readings::{
    AXES, Course, LineReading, Moves, Row, Taken, TurnReading, add_directions_left_out,
    add_distances_aspect, add_line_aspects, add_middle_aspect, add_sum_aspect, add_tile_aspect,
    add_turn_aspects, direction_of,
};
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::{Note, Panel};
use gradus_board::lattice::tesseract::{Game, Line, Player, Tile};
use gradus_step::{
    AnyOf, Aspects, Choice, Feedback, Kind, Question, Solution as _, Steering, Template, Text,
    Workload,
};

/// The lines of one player.
pub enum ShowLines {}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {}

/// A game, and the player whose lines are asked for.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Task {
    game: Game,
    player: Player,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    players: u8,
    history: History,
    player: u8,
}

impl TryFrom<Record> for Task {
    type Error = RecordError;

    fn try_from(Record { players, history, player }: Record) -> Result<Self, RecordError> {
        let History(tiles) = history;
        let players = players_of(players)?;
        let player = players.player(player).ok_or(RecordError::Player(player))?;
        Ok(Self { game: Game::from_history(players, tiles)?, player })
    }
}

impl From<Task> for Record {
    fn from(Task { game, player }: Task) -> Self {
        let history = History(game.history().to_vec());
        Self { players: game.players().count(), history, player: player.number() }
    }
}

/// A set of lines, each as its ids: `1-2-3 4-5-6`, or `-`.
#[derive(Clone, PartialEq, Eq)]
pub struct Lines(Vec<Row>);

impl FromIterator<Row> for Lines {
    fn from_iter<I: IntoIterator<Item = Row>>(lines: I) -> Self {
        let mut lines: Vec<Row> = lines.into_iter().collect();
        lines.sort_unstable();
        lines.dedup();
        Self(lines)
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        // One text and no formats: hundreds of these are written to explain an answer whose lines cannot be read.
        let mut text = String::with_capacity(9 * self.0.len());
        for (index, &[first, middle, last]) in self.0.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            push_id(&mut text, first);
            text.push('-');
            push_id(&mut text, middle);
            text.push('-');
            push_id(&mut text, last);
        }
        f.write_str(&text)
    }
}

/// Appends an id in decimal digits.
fn push_id(text: &mut String, id: u8) {
    let digit = |value: u8| char::from(b'0' + value % 10);
    if id >= 100 {
        text.push(digit(id / 100));
    }
    if id >= 10 {
        text.push(digit(id / 10));
    }
    text.push(digit(id));
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    lines: LineReading,
    turns: TurnReading,
    listed: Listed,
    owner: Owner,
    written: Written,
}

/// Which of the lines are listed.
#[derive(Clone, Copy, Default)]
enum Listed {
    #[default]
    All,
    /// Of the lines that a move makes, the first that is found.
    FirstOfAMove,
    LastOfAMove,
    /// Those made by the player's last move that makes any.
    OfTheLastMove,
    /// Those whose last tile the player took, whoever has the others.
    OfAnyTiles,
    /// Of the lines with the same lowest id, the first that is found.
    FirstOfALowest,
    LastOfALowest,
    /// Just one of them.
    One,
    /// Those of which no tile is in a line that is listed already.
    EachTileOnce,
    /// Those of which the player has both ends, whoever has the middle.
    Ends,
    /// Those whose last tile to be taken is not in the middle.
    NotFromTheMiddle,
    /// Those whose tiles were taken in the order of their ids.
    TakenInOrder,
    /// Those without the tile of the player's first move.
    WithoutTheFirstMove,
    /// Those along all directions but one.
    WithoutADirection,
    /// All but those along which certain three coordinates change.
    WithoutASpace,
}

/// Whose lines are listed.
#[derive(Clone, Copy, Default)]
enum Owner {
    #[default]
    Asked,
    Everybody,
    Others,
    /// The player with this number, from 0.
    Always(usize),
}

/// How a line is written.
#[derive(Clone, Copy, Default)]
enum Written {
    #[default]
    Ascending,
    Descending,
    /// The ids in the order of texts.
    AsTexts,
    /// Each id less one.
    FromZero,
    /// Which moves took the tiles, the first move having this number.
    AsMoves(u8),
    /// Which of the player's own moves took the tiles, the first having this number.
    AsOwnMoves(u8),
}

impl Kind for ShowLines {
    const NAME: &'static str = "tesseract/show-lines";
    const VERSION: u32 = 6;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    // As many as there are single misconceptions, once more those that are combined, and nearly all pairs.
    const DIAGNOSIS_LIMIT: usize = 560;
    // A task has one item. Of 4200 tasks only two have the same one, so that it is as rare as two misconceptions at once must be.
    const UNSEEN_BITS: f64 = 12.0;

    type Params = Params;
    type Task = Task;
    type Item = Lines;
    type Solution = AnyOf<Lines>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::SHOW_LINES, hints::GAMES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("lines-of-all-players", |reading| reading.owner = Owner::Everybody)
            .or("lines-of-the-others", |reading| reading.owner = Owner::Others)
            .or("always-player-one", |reading| reading.owner = Owner::Always(0));
        add_turn_aspects(aspects, |reading| &mut reading.turns);
        aspects
            .add()
            .or("one-line-a-move", |reading| reading.listed = Listed::FirstOfAMove)
            .or("last-line-of-a-move", |reading| reading.listed = Listed::LastOfAMove)
            .or("lines-of-the-last-move", |reading| reading.listed = Listed::OfTheLastMove)
            .or("last-line-of-a-lowest-id", |reading| reading.listed = Listed::LastOfALowest)
            .or("first-line-of-a-lowest-id", |reading| reading.listed = Listed::FirstOfALowest)
            .or("tiles-of-anybody", |reading| reading.listed = Listed::OfAnyTiles)
            .or("each-tile-once", |reading| reading.listed = Listed::EachTileOnce)
            .or("ends-are-enough", |reading| reading.listed = Listed::Ends);
        add_line_aspects(aspects, |reading| &mut reading.lines);
        add_directions_left_out(aspects, 16, &[], |reading| &mut reading.lines);
        add_distances_aspect(aspects, |reading| &mut reading.lines);
        add_sum_aspect(aspects, AXES, |reading| &mut reading.lines);
        add_tile_aspect(aspects, |reading| &mut reading.lines);
        add_middle_aspect(aspects, |reading| &mut reading.lines);
        aspects
            .add()
            .or("last-move-left-out", |reading| reading.turns.moves = Moves::AllButTheLast);
        aspects
            .add()
            .or("ids-written-from-zero", |reading| reading.written = Written::FromZero)
            .or("ids-sorted-as-texts", |reading| reading.written = Written::AsTexts)
            .or("ids-descending", |reading| reading.written = Written::Descending)
            .or("numbers-of-moves", |reading| reading.written = Written::AsMoves(1));
        aspects
            .add()
            .or("never-in-the-middle", |reading| reading.listed = Listed::NotFromTheMiddle)
            .or("taken-in-order-only", |reading| reading.listed = Listed::TakenInOrder)
            .or("one-line-only", |reading| reading.listed = Listed::One)
            .or("one-direction-left-out", |reading| {
                reading.listed = Listed::WithoutADirection;
            })
            .or("one-space-left-out", |reading| reading.listed = Listed::WithoutASpace)
            .or("first-move-of-the-player-left-out", |reading| {
                reading.listed = Listed::WithoutTheFirstMove;
            })
            .or("numbers-of-moves-from-zero", |reading| reading.written = Written::AsMoves(0))
            .or("numbers-of-own-moves", |reading| reading.written = Written::AsOwnMoves(1))
            .or("numbers-of-own-moves-from-zero", |reading| {
                reading.written = Written::AsOwnMoves(0);
            })
            .alone();
    }

    fn generate(_params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let (game, player) = rich_game(rng);
        Task { game, player }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Lines>> + 'a {
        std::iter::once_with(|| {
            let asked = task.player.index();
            let course = reading.turns.course(&task.game, reading.lines.lines());
            let mut listed = vec![reading.listed(&course, asked)];
            match (reading.listed, &listed[..]) {
                (Listed::WithoutADirection, [Lines(all), ..]) => {
                    return AnyOf(without_each(all, Some));
                }
                (Listed::WithoutASpace, [Lines(all), ..]) => {
                    return AnyOf(without_each(all, space));
                }
                _ => {}
            }
            let mut add = |lines: Lines| {
                if !listed.contains(&lines) {
                    listed.push(lines);
                }
            };
            if matches!(reading.listed, Listed::EachTileOnce) {
                add(reading.listed_in_order(&course, asked, Order::OfTiles));
            }
            // Where fewer players take turns, the one who is asked for may be counted round.
            if asked >= course.players {
                add(reading.listed(&course, asked % course.players));
            }
            // A program may take slices of the history: they begin later than the first such turn.
            if let Some(first) = reading.turns.first_in_slice(asked) {
                add(reading.listed(&course.sliced(asked, first, course.players), asked));
            }
            if let (Listed::One, [Lines(all), ..]) = (reading.listed, &listed[..])
                && !all.is_empty()
            {
                // Which one a program takes depends on the order in which it looks for them.
                return AnyOf(all.iter().map(|line| Lines(vec![*line])).collect());
            }
            AnyOf(listed)
        })
    }

    fn reference(task: &Task) -> Vec<AnyOf<Lines>> {
        vec![AnyOf(vec![task.game.lines_of(task.player).iter().map(ids).collect()])]
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let asked = Note::LinesOf(side_of(task.player));
        panels([&task.game]).into_iter().map(|panel| panel.with_note(asked)).collect()
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split([' ', '-']).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Lines, Text> {
        let line = |text: &str| -> Option<Row> {
            let ids: Result<Vec<u8>, _> = text.split('-').map(str::parse).collect();
            let line = Row::try_from(ids.ok()?).ok()?;
            line.is_sorted_by(|one, next| one < next).then_some(line)
        };
        match text {
            "" => None,
            "-" => Some(Lines(Vec::new())),
            text => text.split_whitespace().map(line).collect(),
        }
        .ok_or_else(form::lines)
    }

    /// A blind guess has to hit the lines in all three slices across the first axis, which share no tile; what lies
    /// between them makes it harder still.
    fn questions(_task: &Task, reference: &[AnyOf<Lines>]) -> Vec<Question> {
        let all: Vec<Row> = reference
            .iter()
            .flat_map(|solution| solution.items(Choice::First))
            .flat_map(|Lines(lines)| lines)
            .collect();
        let slices = Slice::ALL.map(|slice| {
            let tiles = slice.tiles();
            let lies_in = |line: &&Row| {
                line.iter().filter_map(|&id| Tile::new(id)).all(|tile| tiles.contains(tile))
            };
            let inside: Lines = all.iter().filter(lies_in).copied().collect();
            Question::with_one_answer(inside)
        });
        slices.into()
    }
}

/// The order in which the lines are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    OfDirections,
    OfTiles,
}

impl Reading {
    /// The lines of a player, from 0.
    fn listed(&self, course: &Course, asked: usize) -> Lines {
        self.listed_in_order(course, asked, Order::OfDirections)
    }

    fn listed_in_order(&self, course: &Course, asked: usize, order: Order) -> Lines {
        let lines = self.lines.lines();
        let is_owned = |player: usize| match self.owner {
            Owner::Asked => player == asked,
            Owner::Everybody => true,
            Owner::Others => player != asked,
            Owner::Always(owner) => player == owner,
        };
        let owned =
            |(made, line): (Taken, Row)| is_owned(made.player).then_some((made.number, line));
        let each = |completed: fn(&Course, &Row) -> Option<Taken>| {
            let made = lines.iter().filter_map(|line| Some((completed(course, line)?, *line)));
            made.filter_map(owned).collect()
        };
        // Each with the number of the move that made it, by direction.
        let mut made: Vec<(usize, Row)> = match self.listed {
            Listed::OfAnyTiles => each(Course::last_of),
            Listed::Ends => each(Course::completed_ends),
            _ => course.all_completed(lines).filter_map(owned).collect(),
        };
        match self.listed {
            Listed::All
            | Listed::OfAnyTiles
            | Listed::Ends
            | Listed::One
            | Listed::WithoutADirection
            | Listed::WithoutASpace => {}
            Listed::EachTileOnce => {
                if order == Order::OfTiles {
                    made.sort_by_key(|&(_, line)| line);
                }
                let mut used: Vec<u8> = Vec::new();
                made.retain(|(_, line)| {
                    let is_new = !line.iter().any(|tile| used.contains(tile));
                    used.extend(line.iter().filter(|_| is_new));
                    is_new
                });
            }
            Listed::NotFromTheMiddle => made.retain(|(_, line)| course.is_middle_earlier(line)),
            Listed::TakenInOrder => {
                made.retain(|(_, line)| line.map(|id| course.number(id)).is_sorted());
            }
            Listed::FirstOfALowest => {
                made.sort_by_key(|&(_, [lowest, ..])| lowest);
                made.dedup_by_key(|&mut (_, [lowest, ..])| lowest);
            }
            Listed::LastOfALowest => {
                made.reverse();
                made.sort_by_key(|&(_, [lowest, ..])| lowest);
                made.dedup_by_key(|&mut (_, [lowest, ..])| lowest);
            }
            Listed::WithoutTheFirstMove => {
                let is_first = |&id: &u8| usize::from(course.number(id)) == asked;
                made.retain(|(_, line)| !line.iter().any(is_first));
            }
            Listed::FirstOfAMove => {
                made.sort_by_key(|&(number, _)| number);
                made.dedup_by_key(|&mut (number, _)| number);
            }
            Listed::LastOfAMove => {
                made.reverse();
                made.sort_by_key(|&(number, _)| number);
                made.dedup_by_key(|&mut (number, _)| number);
            }
            Listed::OfTheLastMove => {
                let last = made.iter().map(|&(number, _)| number).max();
                made.retain(|&(number, _)| Some(number) == last);
            }
        }
        made.into_iter().map(|(_, line)| self.written.row(line, course)).collect()
    }
}

impl Written {
    fn row(self, mut row: Row, course: &Course) -> Row {
        match self {
            Self::Ascending => {}
            Self::Descending => row.reverse(),
            Self::AsTexts => row.sort_by_key(u8::to_string),
            Self::FromZero => row = row.map(|id| id.saturating_sub(1)),
            Self::AsMoves(first) => {
                row = row.map(|id| course.number(id) + first);
                row.sort_unstable();
            }
            Self::AsOwnMoves(first) => {
                let players = u8::try_from(course.players).unwrap_or(1);
                row = row.map(|id| course.number(id) / players + first);
                row.sort_unstable();
            }
        }
        row
    }
}

/// Which coordinates change along a direction, if these are three.
fn space(direction: [i8; 4]) -> Option<[i8; 4]> {
    let axes = direction.map(i8::abs);
    (axes.iter().sum::<i8>() == 3).then_some(axes)
}

/// The lines without those of one class, for each class that some of them are of. Which one a program leaves out is its own matter.
fn without_each(all: &[Row], class: fn([i8; 4]) -> Option<[i8; 4]>) -> Vec<Lines> {
    let class_of = |row: &Row| class(direction_of(row));
    let classes: BTreeSet<[i8; 4]> = all.iter().filter_map(class_of).collect();
    let without =
        |left_out| all.iter().copied().filter(|row| class_of(row) != Some(left_out)).collect();
    classes.into_iter().map(without).collect()
}

/// The ids of a line's tiles.
fn ids(line: &Line) -> Row {
    line.tiles().map(Tile::id)
}
