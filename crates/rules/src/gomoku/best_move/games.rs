//! The games of the pool: some as they are played, others around lines that decide between rows of the table.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, IteratorRandom as _, SliceRandom as _};

use super::super::plain::{self, Border, Place, SIDE};
use super::super::positions::{random_point, skilled_game};
use gradus_board::gomoku::{Game, Point, Scoring};

/// A game that goes on until somebody wins, or for long, somewhere on the board.
fn whole_game(rng: &mut ChaCha8Rng) -> Vec<Point> {
    let candidates = rng.random_range(3..=16);
    let game = skilled_game(rng, MAX_MOVES, candidates, |_, _, _| true);
    let moves = game.moves();
    let shift = |rng: &mut ChaCha8Rng, at: fn(&Point) -> u8| -> i8 {
        let first = moves.iter().map(at).min().unwrap_or(0).cast_signed();
        let last = moves.iter().map(at).max().unwrap_or(0).cast_signed();
        let free = -first..=Point::SIDE.cast_signed() - 1 - last;
        // Half of the games touch the border.
        match rng.random_range(0..4) {
            0 => *free.start(),
            1 => *free.end(),
            _ => rng.random_range(free),
        }
    };
    let down = shift(rng, |point| point.row());
    let across = shift(rng, |point| point.column());
    moves.iter().filter_map(|point| point.offset(down, across)).collect()
}

/// How many moves a game has at most.
const MAX_MOVES: u8 = 36;

/// A game before some move of it.
pub(super) fn late(rng: &mut ChaCha8Rng) -> Option<Game> {
    let moves = whole_game(rng);
    let kept = match rng.random_range(0..3) {
        // Shortly before the end there are the long rows.
        0 => moves.len().saturating_sub(rng.random_range(1..=3)),
        _ => rng.random_range(4..moves.len().max(6)).min(moves.len() - 1),
    };
    played(moves.get(..kept)?)
}

/// The game of these moves, if it goes on.
fn played(moves: &[Point]) -> Option<Game> {
    let mut game = Game::new();
    for &point in moves {
        game.play(point).ok()?;
    }
    (!game.is_over()).then_some(game)
}

/// Lines around a point, of each row of the table and with several patterns.
const LINES: [&str; 30] = [
    "CMMMM", "MCMMM", "MMCMM", "COOOO", "COOOO", ".CMMM.", ".MCMM.", ".MCMM.", ".COOO.", ".OCOO.",
    ".OOCO", "OCMMM.", "OMCMM.", "OMMCM.", "OMMMC.", ".CMM.", ".MCM.", ".COO.", "MOOOC", ".CMMO",
    "OMCM.", "MOOC.", ".CM..", ".OOCMM.", "MOOCOO.", ".OOOCMM.", "OCMMM.", ".CMMMO", ".MMCMO",
    "OMMCM.",
];

/// A game with several such lines, each at another place: so the best point depends on how each of them is read.
pub(super) fn rich(rng: &mut ChaCha8Rng) -> Option<Game> {
    let mut stones = Stones::default();
    for _ in 0..rng.random_range(3..=6) {
        // What does not fit is left out.
        let (mut longer, line) = (stones.clone(), LINES.choose(rng)?);
        let border = *BORDERS.choose(rng)?;
        if longer.plant(line, random_place(rng), *COMPASS.choose(rng)?, border).is_some() {
            stones = longer;
        }
    }
    stones.game(rng)
}

/// As lines are planted: most on the board, some so that a misreading of the border completes them.
const BORDERS: [Border; 10] = {
    let mut borders = [Border::Exact; 10];
    borders[0] = Border::NextRow;
    borders[1] = Border::FromTheEnd;
    borders
};

/// Two points, or three, by the lines through each: one is better by little, and another one if the table is misread.
const RIVALS: [&[&[&str]]; 20] = [
    // Two lines of 200 against one of 400: the lines without a pattern decide. One such point comes before the right one, the other
    // one after it.
    &[&["MOOC", "MOOC"], &[".CMM."], &["MOOC", "MOOC"]],
    &[&["OMMC.", "MOOC"], &[".COO."], &["MOOC", "OMMC."]],
    &[&["MOOC", "MOOC"], &[".CMM."], &["OMMC.", "MOOC"]],
    &[&["OMMC.", "OMMC."], &[".COO."], &["OMMC.", "MOOC"]],
    &[&["OMMC.", "MOOC"], &[".MCM."]],
    &[&["OMCM.", "MOOC"], &[".CMM."]],
    &[&["MOOC", "MOOC"], &[".MCM."]],
    &[&["OMCM.", "MOOC"], &["COO."]],
    // The same with lines that are worth more.
    &[&["COOO.", ".OCOO."], &[".CMMM."], &[".OOCO.", "COOO."]],
    &[&[".CMMM.", ".MCMM."], &["CMMMM"], &[".MCMM.", ".CMMM."]],
    // With 50 more, which decide.
    &[&["MOOC", "OMMC.", ".CM."], &[".CMM."]],
    &[&["MOOC", "MOOC", ".CM."], &[".COO."]],
    // Two rows of the table fit one line, or two patterns of a row.
    &[&[".OOCMM."], &[".CMM.", ".CM."]],
    &[&["MOOCOO."], &[".CMM.", ".CM."]],
    &[&[".OOCOO."], &[".CMM.", "MOOC"]],
    &[&[".OOCMM.", ".CM."], &[".CMM."]],
    &[&[".OOOCMM."], &["COOO.", ".CM."]],
    &[&[".OOOCMM."], &["OCMMM."]],
    &[&[".OOOCMMM."], &["COOO.", "COO."]],
    &[&[".OOOCMMM."], &["OCMMM.", ".CMM."]],
];

/// A game with such points. Most of them have a line of one row of the table in common, and another point has one of the next row: so it
/// matters what that row is worth, too.
pub(super) fn rivals(rng: &mut ChaCha8Rng) -> Option<Game> {
    let rivals = *RIVALS.choose(rng)?;
    let mut centres: Vec<Place> = rivals.iter().map(|_| random_place(rng)).collect();
    centres.sort_unstable();
    let mut stones = Stones::default();
    let common = rng.random_range(0..HIGH.len());
    let next = HIGH.get(common + 1);
    for (lines, centre) in rivals.iter().zip(centres) {
        let mut lines = lines.to_vec();
        if next.is_some() {
            lines.extend(HIGH.get(common).and_then(|lines| lines.choose(rng)));
        }
        stones.plant_lines(rng, centre, &lines)?;
    }
    if let Some(line) = next.and_then(|lines| lines.choose(rng)) {
        stones.plant_somewhere(rng, &[*line])?;
    }
    stones.game(rng)
}

/// Lines of each row of the table: those that decide alone, and those that decide between two points with the same of the former.
const HIGH: [&[&str]; 5] = [
    &["CMMMM", "MCMMM", "MMCMM"],
    &["COOOO"],
    &[".CMMM.", ".MCMM."],
    &["COOO.", ".OCOO.", ".OOCO."],
    &["OCMMM.", "OMCMM.", "OMMCM.", ".CMMMO"],
];
const LOW: [&[&str]; 3] =
    [&[".CMM.", ".MCM.", "COO.", "MOOOC"], &["MOOC", "OMCM.", ".CMMO"], &[".CM."]];

/// A game with two points on a line of one row of the table, and a third one on a line of a later row. Another line decides between the
/// first two. So it matters what both rows are worth.
pub(super) fn chain(rng: &mut ChaCha8Rng) -> Option<Game> {
    let mut stones = Stones::default();
    let high = rng.random_range(0..HIGH.len());
    let (better, worse) = *[(0, 1), (0, 2), (1, 2), (0, 1), (1, 2), (2, 3)].choose(rng)?;
    for low in [better, worse] {
        let mut lines = vec![*HIGH.get(high)?.choose(rng)?];
        lines.extend(LOW.get(low).and_then(|lines| lines.choose(rng)));
        let centre = random_place(rng);
        stones.plant_lines(rng, centre, &lines)?;
    }
    let later = rng.random_range(high + 1..=HIGH.len());
    let lines = HIGH.get(later).or(LOW.first())?;
    let line = *lines.choose(rng)?;
    let centre = random_place(rng);
    stones.plant_lines(rng, centre, &[line])?;
    stones.game(rng)
}

/// The patterns of the table are taken in so many sets, by turns, so that a task shows of some patterns what it is to leave them out.
pub(super) const SETS: usize = 4;

/// A game with a point on three lines or four, each of any pattern of the table, and others on a line of a later row in the place of one of
/// them. Whichever of the patterns is left out, another point is better.
pub(super) fn several(rng: &mut ChaCha8Rng) -> Option<Game> {
    let patterns: Vec<(&str, u16)> = Scoring::patterns().collect();
    let count = rng.random_range(3..=4);
    let set = patterns.iter().skip(rng.random_range(0..SETS)).step_by(SETS);
    // Those with stones of both sides are worth little, so that other lines hide them more often.
    let is_mixed = rng.random_ratio(2, 5);
    let is_chosen =
        |(text, _): &&(&str, u16)| !is_mixed || text.contains('M') && text.contains('O');
    let mut chosen: Vec<(&str, u16)> = set.filter(is_chosen).copied().sample(rng, count);
    chosen.sort_unstable_by_key(|&(_, value)| value);
    // A single other point is enough if it has none of these patterns, and a lower line in the place of the lowest one.
    let is_single = rng.random_ratio(1, 5);
    let others = if is_single { 1 } else { count };
    let mut stones = Stones::default();
    for replaced in (0..others).chain([count]) {
        let mut lines = Vec::new();
        for (place, &(text, value)) in chosen.iter().enumerate() {
            let is_other = |&&(other, worth): &&(&str, u16)| {
                if place == replaced { worth < value } else { worth == value && other != text }
            };
            let is_kept = place != replaced && (replaced == count || !is_single);
            let other = patterns.iter().filter(is_other).choose(rng).map(|&(text, _)| text);
            lines.extend(if is_kept { Some(text) } else { other });
        }
        stones.plant_somewhere(rng, &lines)?;
    }
    stones.game(rng)
}

/// A game with a point on lines of two rows, and two others on a line of one of them and a lower one. Whichever of the two rows is
/// misread, another point is better.
pub(super) fn double(rng: &mut ChaCha8Rng) -> Option<Game> {
    let mut stones = Stones::default();
    let rows: Vec<&&[&str]> = HIGH.sample(rng, 2).collect();
    let [one, other] = *rows else { return None };
    let (_, lower) = LOW.split_last()?;
    for [first, second] in [[one, other], [one, lower.choose(rng)?], [other, lower.choose(rng)?]] {
        let lines = [*first.choose(rng)?, *second.choose(rng)?];
        let centre = random_place(rng);
        stones.plant_lines(rng, centre, &lines)?;
    }
    stones.game(rng)
}

/// A game whose best point lies at the border, with a line that is worth more if the border is misread.
pub(super) fn border(rng: &mut ChaCha8Rng) -> Option<Game> {
    let mut stones = Stones::default();
    let [trap, right] = match rng.random_range(0..3) {
        0 => [rng.random_range(0..2), 2],
        1 => [rng.random_range(0..3), 3],
        _ => [rng.random_range(0..4), 4],
    };
    let misread = *[Border::NextRow, Border::FromTheEnd, Border::Exact].choose(rng)?;
    let trap = *HIGH.get(trap)?.choose(rng)?;
    let step = *COMPASS.choose(rng)?;
    if misread == Border::Exact {
        let trap = *[".CMMM.", ".MCMM.", "COOO.", ".OOOC", ".MMC.", ".CMM."].choose(rng)?;
        stones.plant_cut(trap, border_place(rng), step)?;
    } else {
        stones.plant(trap, border_place(rng), step, misread)?;
    }
    let centre = border_place(rng);
    let line = *HIGH.get(right)?.choose(rng)?;
    stones.plant(line, centre, *COMPASS.choose(rng)?, Border::Exact)?;
    let later = LOW.first()?.choose(rng)?;
    stones.plant(later, random_place(rng), *COMPASS.choose(rng)?, Border::Exact)?;
    stones.game(rng)
}

/// A place in one of the outermost rows or columns.
fn border_place(rng: &mut ChaCha8Rng) -> Place {
    let (along, near) = (rng.random_range(0..SIDE), *[0, SIDE - 1].choose(rng).unwrap_or(&0));
    if rng.random() { (near, along) } else { (along, near) }
}

/// The eight directions, clockwise.
const COMPASS: [Place; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A place on the board, often near the border.
fn random_place(rng: &mut ChaCha8Rng) -> Place {
    let along = rng.random_range(0..SIDE);
    match (rng.random_range(0..4), *[0, 1, SIDE - 2, SIDE - 1].choose(rng).unwrap_or(&0)) {
        (0, near) => (near, along),
        (1, near) => (along, near),
        _ => (along, rng.random_range(0..SIDE)),
    }
}

/// The stones of both sides, and the points that stay empty.
#[derive(Clone, Default)]
struct Stones {
    mine: Vec<Point>,
    theirs: Vec<Point>,
    empty: Vec<Point>,
}

impl Stones {
    /// Adds these lines around some point; none if no room is found.
    fn plant_somewhere(&mut self, rng: &mut ChaCha8Rng, lines: &[&str]) -> Option<()> {
        for _ in 0..40 {
            let mut stones = self.clone();
            let centre = random_place(rng);
            if stones.plant_lines(rng, centre, lines).is_some() {
                *self = stones;
                return Some(());
            }
        }
        None
    }

    /// Adds these lines around one point; none if there is no room.
    fn plant_lines(&mut self, rng: &mut ChaCha8Rng, centre: Place, lines: &[&str]) -> Option<()> {
        let first = rng.random_range(0..COMPASS.len());
        for (line, number) in lines.iter().zip(0..) {
            // Stones beside the point do not touch each other if there are two other directions between theirs.
            let direction = COMPASS.get((first + 3 * number) % COMPASS.len())?;
            self.plant(line, centre, *direction, Border::Exact)?;
        }
        Some(())
    }

    /// Adds a line around a point that has all of it on the board but an empty cell at one end; none if there is no such line.
    fn plant_cut(&mut self, text: &str, centre: Place, step: Place) -> Option<()> {
        let middle = i16::try_from(text.find('C')?).ok()?;
        let length = i16::try_from(text.len()).ok()?;
        let is_off_board =
            |place: i16| Border::Exact.index(plain::along(centre, step, place - middle)).is_none();
        let (text, is_cut) = match (text.strip_prefix('.'), text.strip_suffix('.')) {
            (Some(text), _) if is_off_board(0) => (text, true),
            (_, Some(text)) if is_off_board(length - 1) => (text, true),
            _ => (text, false),
        };
        if is_cut { self.plant(text, centre, step, Border::Exact) } else { None }
    }

    /// Adds a line around a point, as a board with this border has it; none if there is no room.
    fn plant(&mut self, text: &str, centre: Place, step: Place, border: Border) -> Option<()> {
        let middle = i16::try_from(text.find('C')?).ok()?;
        for (symbol, place) in text.chars().zip(-middle..) {
            let index = border.index(plain::along(centre, step, place))?;
            let point = Point::from_index(u8::try_from(index).ok()?)?;
            let (same, others) = match symbol {
                'M' => (&mut self.mine, [&self.theirs, &self.empty]),
                'O' => (&mut self.theirs, [&self.mine, &self.empty]),
                _ => (&mut self.empty, [&self.mine, &self.theirs]),
            };
            if others.iter().any(|others| others.contains(&point)) {
                return None;
            }
            if !same.contains(&point) {
                same.push(point);
            }
        }
        Some(())
    }

    /// A game with these stones, and others so that both sides have as many as they must; none if it is over.
    fn game(mut self, rng: &mut ChaCha8Rng) -> Option<Game> {
        // The opponent is black if white is to move.
        let more = usize::from(rng.random::<bool>());
        while self.mine.len() + more != self.theirs.len() {
            let point = random_point(rng);
            if [&self.mine, &self.theirs, &self.empty].iter().any(|taken| taken.contains(&point)) {
                continue;
            }
            if self.mine.len() + more < self.theirs.len() {
                self.mine.push(point);
            } else {
                self.theirs.push(point);
            }
        }
        self.mine.shuffle(rng);
        self.theirs.shuffle(rng);
        let mut game = Game::new();
        let (mut mine, mut theirs) = (self.mine.into_iter(), self.theirs.into_iter());
        if more == 1 {
            game.play(theirs.next()?).ok()?;
        }
        while let (Some(one), Some(other)) = (mine.next(), theirs.next()) {
            game.play(one).ok()?;
            game.play(other).ok()?;
        }
        (!game.is_over()).then_some(game)
    }
}
