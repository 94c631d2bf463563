//! The computer player `rules` of STEPS.md, followed literally, as the opponent against which the bots are tested, with the rules that say
//! the state of a match.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use super::{Turn, bot};
use crate::api::{EndRule, GameKind, Move};

/// A game as the tests play it.
struct Rules {
    /// The move of the player `rules`.
    reply: fn(&Turn, &mut ChaCha8Rng) -> String,
    standing: fn(&Turn) -> Standing,
}

/// The state of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Open,
    Drawn,
    /// Won by this player, numbered from 1.
    Won(usize),
}

fn rules(game: GameKind) -> Rules {
    match game {
        GameKind::FourInARow => {
            Rules { reply: four_in_a_row::reply, standing: four_in_a_row::standing }
        }
        GameKind::Gomoku => Rules { reply: gomoku::reply, standing: gomoku::standing },
        GameKind::Numerical => Rules { reply: numerical::reply, standing: numerical::standing },
        GameKind::Tesseract => Rules { reply: tesseract::reply, standing: tesseract::standing },
    }
}

/// A match of a game's bot as one of the players, numbered from 1, against `rules` as all others: how it ended, and its moves.
fn play(game: GameKind, start: &Turn, seat: usize, seed: u64) -> (Standing, Vec<Move>) {
    let (bot, rules) = (bot(game), rules(game));
    let mut rng = ChaCha8Rng::seed_from_u64(!seed);
    let mut history = start.history.to_vec();
    loop {
        let turn = Turn { history: &history, seed, ..*start };
        let standing = (rules.standing)(&turn);
        if standing != Standing::Open {
            return (standing, history);
        }
        let to_move = history.len() % usize::from(turn.players) + 1;
        let text =
            if to_move == seat { bot(&turn).unwrap() } else { (rules.reply)(&turn, &mut rng) };
        let r#move = Move::new(&text);
        assert!(!history.contains(&r#move), "{move} again in {history:?}");
        history.push(r#move);
    }
}

/// How many of some matches with different seeds the bot does not win.
fn failures(game: GameKind, start: &Turn, seat: usize, matches: u64) -> usize {
    let standings = (0..matches).map(|seed| play(game, start, seat, seed).0);
    standings.filter(|standing| *standing != Standing::Won(seat)).count()
}

#[test]
fn gomoku_is_won_from_either_seat() {
    for seat in [1, 2] {
        assert_eq!(failures(GameKind::Gomoku, &Turn::new(&[]), seat, 4), 0, "seat {seat}");
    }
}

#[test]
fn four_in_a_row_is_won_from_either_seat() {
    for seat in [1, 2] {
        assert_eq!(failures(GameKind::FourInARow, &Turn::new(&[]), seat, 8), 0, "seat {seat}");
    }
}

#[test]
fn the_most_lines_of_four_are_made_from_either_seat() {
    let start = Turn { end: EndRule::MostLines, ..Turn::new(&[]) };
    for seat in [1, 2] {
        assert_eq!(failures(GameKind::FourInARow, &start, seat, 1), 0, "seat {seat}");
    }
}

#[test]
fn a_tesseract_is_won_from_either_seat() {
    for seat in [1, 2] {
        assert_eq!(failures(GameKind::Tesseract, &Turn::new(&[]), seat, 4), 0, "seat {seat}");
    }
}

/// No play wins for sure: a draw now and then is allowed.
#[test]
fn numbers_are_won_from_either_seat_nearly_always() {
    for seat in [1, 2] {
        assert!(failures(GameKind::Numerical, &Turn::new(&[]), seat, 5) <= 1, "seat {seat}");
    }
}

/// Gomoku: a point that scores highest by the table of step 08, at random among equal ones.
mod gomoku {
    use super::{ChaCha8Rng, IndexedRandom, Move, Standing, Turn};
    use crate::boards::gomoku::{Board, DIRECTIONS, Game, Point};
    use crate::solvers::best_move;

    fn game(turn: &Turn) -> Game {
        let points: String = turn.history.iter().map(Move::as_str).collect();
        Game::try_from(points).unwrap()
    }

    pub(super) fn reply(turn: &Turn, rng: &mut ChaCha8Rng) -> String {
        let game = game(turn);
        let (board, mover) = (Board::after(&game), game.mover());
        let empty = Point::rows().flatten().filter(|point| board.at(*point) == '.');
        let scored: Vec<(u32, Point)> =
            empty.map(|point| (best_move::score(&board, point, mover), point)).collect();
        let highest = scored.iter().map(|(score, _)| *score).max().unwrap();
        let best = scored.iter().filter(|(score, _)| *score == highest);
        let best: Vec<Point> = best.map(|(_, point)| *point).collect();
        best.choose(rng).unwrap().to_string()
    }

    /// Only the last stone can have made a row of five.
    pub(super) fn standing(turn: &Turn) -> Standing {
        let game = game(turn);
        let board = Board::after(&game);
        let Some((last, stone)) = game.moves().last() else { return Standing::Open };
        let five = |direction| {
            let stones: String = last.line(direction).map(|point| board.at(point)).collect();
            stones.contains(&String::from(stone).repeat(5))
        };
        if DIRECTIONS.into_iter().any(five) {
            return Standing::Won(if stone == 'x' { 1 } else { 2 });
        }
        if turn.history.len() == 225 { Standing::Drawn } else { Standing::Open }
    }
}

/// Numerical tic-tac-toe: a move that wins; else of the moves after which the opponent has none that wins, or of all if there is
/// none, the best by the evaluation of step 14; at random among equal ones.
mod numerical {
    use super::{ChaCha8Rng, IndexedRandom, Standing, Turn};
    use crate::boards::numerical::{Board, Move, Player};
    use crate::solvers::evaluation::Evaluation;

    fn board(turn: &Turn) -> Board {
        let mut cells = [0; 16];
        for (text, odd) in turn.history.iter().zip([true, false].into_iter().cycle()) {
            let (cell, number) = text.as_str().split_once(':').unwrap();
            let (cell, number): (usize, u8) = (cell.parse().unwrap(), number.parse().unwrap());
            assert!(cells[cell] == 0 && (number % 2 == 1) == odd, "{text}");
            cells[cell] = number;
        }
        Board::try_from(cells).unwrap()
    }

    fn wins(board: &Board) -> Vec<Move> {
        board.moves().into_iter().filter(|r#move| board.after(*r#move).is_won()).collect()
    }

    pub(super) fn reply(turn: &Turn, rng: &mut ChaCha8Rng) -> String {
        let board = board(turn);
        let wins_now = wins(&board);
        if let Some(winning) = wins_now.choose(rng) {
            return winning.to_string();
        }
        let mut moves = board.moves();
        let safe = |r#move: &Move| wins(&board.after(*r#move)).is_empty();
        if moves.iter().any(safe) {
            moves.retain(safe);
        }
        let evaluation = Evaluation::new();
        let sign = if board.mover() == Player::Odd { 1 } else { -1 };
        let value = |r#move: &Move| sign * evaluation.board(&board.after(*r#move));
        let highest = moves.iter().map(value).max().unwrap();
        moves.retain(|r#move| value(r#move) == highest);
        moves.choose(rng).unwrap().to_string()
    }

    pub(super) fn standing(turn: &Turn) -> Standing {
        let board = board(turn);
        if board.is_won() {
            return Standing::Won(if board.mover() == Player::Odd { 2 } else { 1 });
        }
        if board.empty().count() == 0 { Standing::Drawn } else { Standing::Open }
    }
}

/// Four-in-a-row: the five rules of step 26, at random among the cells of the first that applies.
mod four_in_a_row {
    use super::{ChaCha8Rng, EndRule, IndexedRandom, Standing, Turn};
    use crate::boards::four_in_a_row::{Board, Id, Side, drawn, lines};
    use crate::solvers::cpu_rule;

    fn board(turn: &Turn) -> Board {
        let ids: Vec<Id> = turn.history.iter().map(|id| id.id().unwrap()).collect();
        let of = |first| ids.iter().copied().skip(first).step_by(2).collect::<Vec<Id>>();
        Board::try_from(drawn(&of(0), &of(1))).unwrap()
    }

    pub(super) fn reply(turn: &Turn, rng: &mut ChaCha8Rng) -> String {
        let side = if turn.history.len().is_multiple_of(2) { Side::Black } else { Side::White };
        let item = cpu_rule::choice(&board(turn), &lines(), side);
        let cells: Vec<&str> = item.split(' ').skip(1).collect();
        (*cells.choose(rng).unwrap()).to_owned()
    }

    pub(super) fn standing(turn: &Turn) -> Standing {
        let (board, lines) = (board(turn), lines());
        let count = |side| lines.iter().filter(|line| board.stones(**line, side) == 4).count();
        let (black, white) = (count(Side::Black), count(Side::White));
        let over = match turn.end {
            EndRule::FirstLine => black + white > 0 || board.empty().count() == 0,
            EndRule::MostLines => board.empty().count() == 0,
        };
        match black.cmp(&white) {
            _ if !over => Standing::Open,
            std::cmp::Ordering::Less => Standing::Won(2),
            std::cmp::Ordering::Equal => Standing::Drawn,
            std::cmp::Ordering::Greater => Standing::Won(1),
        }
    }
}

/// A tesseract: the tile that makes the most lines of one's own; if none makes any, the one with which the others together would
/// make the most; at random among equal ones.
mod tesseract {
    use super::{ChaCha8Rng, IndexedRandom, Standing, Turn};
    use crate::boards::tesseract::{Board, Tile, lines};

    /// The board, as far as the history goes.
    fn board(turn: &Turn) -> Board {
        let mut board = Board::default();
        for (id, player) in turn.history.iter().zip((1..=turn.players).cycle()) {
            board.place(Tile::try_from(id.id().unwrap()).unwrap(), player);
        }
        board
    }

    pub(super) fn reply(turn: &Turn, rng: &mut ChaCha8Rng) -> String {
        let (board, lines) = (board(turn), lines());
        let player = (1..=turn.players).cycle().nth(turn.history.len()).unwrap();
        let own = |tile| board.added(&lines, tile, player);
        let others = |tile| {
            let others = (1..=turn.players).filter(|other| *other != player);
            others.map(|other| board.added(&lines, tile, other)).sum::<usize>()
        };
        let scores: Vec<_> = board.free().map(|tile| ((own(tile), others(tile)), tile)).collect();
        let own_most = scores.iter().map(|((own, _), _)| *own).max().unwrap();
        let key = |(own, others): (usize, usize)| if own_most > 0 { own } else { others };
        let most = scores.iter().map(|(score, _)| key(*score)).max().unwrap();
        let best = scores.iter().filter(|(score, _)| key(*score) == most);
        let best: Vec<u8> = best.map(|(_, tile)| tile.id()).collect();
        best.choose(rng).unwrap().to_string()
    }

    pub(super) fn standing(turn: &Turn) -> Standing {
        let (board, lines) = (board(turn), lines());
        let counts: Vec<usize> =
            (1..=turn.players).map(|player| board.held(&lines, player).count()).collect();
        let threshold = usize::try_from(turn.threshold).unwrap();
        if let Some(place) = counts.iter().position(|count| *count >= threshold) {
            return Standing::Won(place + 1);
        }
        if board.free().next().is_some() {
            return Standing::Open;
        }
        let most = counts.iter().max().unwrap();
        let best: Vec<usize> =
            (1..).zip(&counts).filter(|(_, c)| *c == most).map(|(p, _)| p).collect();
        if let [winner] = best.as_slice() { Standing::Won(*winner) } else { Standing::Drawn }
    }
}
