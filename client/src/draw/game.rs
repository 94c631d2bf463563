//! A game in a terminal: who plays, the board with the last move in brackets, the moves, the scores, and whose turn it is or who has won.
//!
//! ```text
//! four_in_a_row k3v7k3v7k3v7k3v7  x human, o rules
//!
//! in a block: x to the right, y down
//!
//!        z = 0             z = 1             z = 2             z = 3
//! w = 0    0   1   2   3    16  17  18  19    32  33  34  35    48  49  50  51
//!          4  [x]  6   7    20 …
//!
//! moves   1. 5
//! scores  x 0  o 0
//! o is to move (rules)
//! ```
//!
//! Empty cells show what a person types to move there, as long as somebody is to move. In the last two games complete lines are underlined.
//! Of a long game only the last moves are listed, so that the board stays on the screen.

use super::boards::{EmptyCells, four_in_a_row, gomoku, numerical, tesseract};
use super::players::{self, Icons, player};
use super::text::{FAINT, labelled, one_line, paint};
use crate::api::{GameKind, GameState, Moment, Move, Position, Status};
use crate::boards;

/// The columns for the moves in a terminal 80 columns wide.
const COLUMNS: usize = 70;

/// The lines for the moves.
const LINES: usize = 3;

/// A game's state.
#[must_use]
pub fn game(state: &GameState) -> String {
    let board = board(state).unwrap_or_else(|| labelled("board", format!("{:?}", state.board)));
    let parts = [Some(moves(state)), Some(scores(state)), numbers(state), Some(outcome(state))];
    let parts: String = parts.into_iter().flatten().collect();
    format!("{}\n{board}\n{parts}", heading(state))
}

/// Which game it is, who plays, and what was chosen.
fn heading(state: &GameState) -> String {
    let seats = (1..).zip(&state.seats);
    let seats = seats.map(|(number, seat)| format!("{} {seat}", name(state, number)));
    let mut text = format!("{} {}", state.game, paint(FAINT, &state.id));
    text.push_str("  ");
    text.push_str(&seats.collect::<Vec<_>>().join(", "));
    text.extend(state.end.map(|end| format!("  end {end}")));
    text.extend(state.threshold.map(threshold));
    if state.game == GameKind::Numerical {
        text.push_str("  a line of sum 34 wins");
    }
    text.extend(state.step.map(|step| format!("  step {step}")));
    if let Moment::After(moves) = state.moment() {
        let made = state.moves;
        text.extend(["  after move ", &moves.to_string(), " of ", &made.to_string()]);
    }
    text.push('\n');
    text
}

fn threshold(lines: u32) -> String {
    match lines {
        1 => "  the first line wins".to_owned(),
        lines => format!("  {lines} lines win"),
    }
}

/// The board; `None` when it is not one of this game.
fn board(state: &GameState) -> Option<String> {
    let empty = match state.status {
        Status::Open => EmptyCells::Ids,
        Status::Won | Status::Draw => EmptyCells::Dots,
    };
    let last = state.last.as_ref();
    match (state.game, &state.board) {
        (GameKind::Gomoku, Position::Stones(stones)) => {
            let last = last.and_then(|last| last.as_str().to_owned().try_into().ok());
            let board = boards::gomoku::Board::try_from(stones.as_str()).ok()?;
            Some(gomoku::stones(&board, last.as_slice()))
        }
        (GameKind::FourInARow, Position::Stones(stones)) => {
            let last = last.and_then(Move::id);
            let board = stones.clone().try_into().ok()?;
            Some(four_in_a_row::played(&board, last, empty))
        }
        (GameKind::Numerical, Position::Numbers(_)) => {
            let cell = last.and_then(|last| last.as_str().split_once(':')?.0.parse().ok());
            Some(numerical::with_cells(&numerical_board(state)?, cell))
        }
        (GameKind::Tesseract, Position::Numbers(holders)) => {
            let last = last.and_then(|last| last.id()?.try_into().ok());
            let board = boards::tesseract::Board::try_from(holders.as_slice()).ok()?;
            Some(tesseract::played(&board, &Icons::of_game(state), last, empty))
        }
        _ => None,
    }
}

fn numerical_board(state: &GameState) -> Option<boards::numerical::Board> {
    match (state.game, &state.board) {
        (GameKind::Numerical, Position::Numbers(numbers)) => {
            <[u8; 16]>::try_from(numbers.as_slice()).ok()?.try_into().ok()
        }
        _ => None,
    }
}

fn moves(state: &GameState) -> String {
    let mut lines = wrapped(&state.history, state.seats.len(), COLUMNS);
    let hidden = lines.len().saturating_sub(LINES);
    lines.drain(..hidden);
    match lines.first_mut() {
        Some(first) if hidden > 0 => first.insert_str(0, "… "),
        Some(_) => {}
        None => lines.push("none".to_owned()),
    }
    labelled("moves ", lines.join("\n        "))
}

fn scores(state: &GameState) -> String {
    let scores = (1..).zip(&state.scores);
    let scores = scores.map(|(number, score)| format!("{} {score}", name(state, number)));
    let mut text = scores.collect::<Vec<_>>().join("  ");
    let is_underlined = matches!(state.game, GameKind::FourInARow | GameKind::Tesseract);
    if is_underlined && state.scores.iter().any(|score| *score > 0) {
        text.push_str(&paint(FAINT, "  (the complete lines are underlined)"));
    }
    labelled("scores", text)
}

/// The numbers that may be placed in a numerical game that goes on.
fn numbers(state: &GameState) -> Option<String> {
    let board = numerical_board(state).filter(|_| state.status == Status::Open)?;
    let free: Vec<String> = board.free_numbers().map(|number| number.to_string()).collect();
    Some(labelled("free  ", free.join(" ")))
}

/// Whose turn it is, or who has won.
fn outcome(state: &GameState) -> String {
    let called = |number: &u8| match state.seat(*number) {
        Some(seat) => format!("{} ({seat})", name(state, *number)),
        None => number.to_string(),
    };
    match (state.status, state.to_move, state.winners.as_slice()) {
        (Status::Open, Some(number), _) => {
            let seat = state.seat(number).map_or_else(String::new, |seat| format!(" ({seat})"));
            format!("{} is to move{seat}\n", name(state, number))
        }
        (Status::Open, None, _) => "nobody is to move\n".to_owned(),
        (Status::Draw, ..) => "a draw\n".to_owned(),
        (Status::Won, _, [winner]) => format!("{} wins\n", called(winner)),
        (Status::Won, _, winners) => {
            let winners: Vec<String> = winners.iter().map(called).collect();
            format!("{} win\n", winners.join(" and "))
        }
    }
}

/// What a player is called, in the player's colour.
fn name(state: &GameState, number: u8) -> String {
    paint(players::style(number), player(state, number))
}

/// The moves numbered in turns: lines of at most so many columns; a turn stays on one line. A turn is one move of each player.
fn wrapped(history: &[Move], players: usize, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, moves) in (1..).zip(history.chunks(players.max(1))) {
        let moves: Vec<String> = moves.iter().map(|each| one_line(each.as_str())).collect();
        let turn = format!("{number}. {}", moves.join(" "));
        match lines.last_mut() {
            Some(line) if line.len() + 2 + turn.len() <= columns => {
                line.push_str("  ");
                line.push_str(&turn);
            }
            _ => lines.push(turn),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::api::state::sample::state;

    /// The drawing's lines without colours.
    fn plain(fields: Value) -> Vec<String> {
        let drawing = anstream::adapter::strip_str(&game(&state(fields))).to_string();
        drawing.lines().map(str::to_owned).collect()
    }

    #[test]
    fn gomoku_marks_the_last_move_and_names_the_points() {
        let lines = plain(json!({}));
        assert_eq!(lines[0], "gomoku k3v7k3v7k3v7k3v7  x human, o rules");
        assert_eq!(lines[2], "    a b c d e f g h i j k l m n o");
        assert_eq!(lines[9], " g  . . . . . . . .[o]. . . . . .");
        assert_eq!(lines[10], " h  . . . . . . . x . . . . . . .");
        assert_eq!(lines[19..], ["moves   1. hh gi", "scores  x 0  o 0", "x is to move (human)"]);
    }

    #[test]
    fn a_numerical_board_shows_how_a_move_begins() {
        let mut board = vec![0; 16];
        board[5] = 9;
        let lines = plain(json!({
            "game": "numerical", "board": board, "history": ["5:9"], "last": "5:9", "to_move": 2,
        }));
        assert_eq!(
            lines[0],
            "numerical k3v7k3v7k3v7k3v7  odd human, even rules  a line of sum 34 wins"
        );
        assert_eq!(lines[2], "  0:  1:  2:  3:");
        assert_eq!(lines[3], "  4:  [9] 6:  7:");
        assert_eq!(lines[5], " 12: 13: 14: 15:");
        assert_eq!(lines[9], "free    2 4 6 8 10 12 14 16");
        assert_eq!(lines[10], "even is to move (rules)");
    }

    #[test]
    fn four_in_a_row_shows_the_ids_of_empty_cells() {
        let mut board = ".".repeat(256);
        board.replace_range(5..6, "x");
        let mut fields = json!({
            "game": "four_in_a_row", "board": board, "history": [5], "last": 5, "to_move": 2, "end": "first_line",
        });
        let lines = plain(fields.clone());
        assert_eq!(lines[0], "four_in_a_row k3v7k3v7k3v7k3v7  x human, o rules  end first_line");
        let heads = "       z = 0             z = 1             z = 2             z = 3";
        assert_eq!(lines[4], heads);
        let first = "w = 0    0   1   2   3    16  17  18  19    32  33  34  35    48  49  50  51";
        assert_eq!(lines[5], first);
        assert_eq!(lines[6].get(..24), Some("         4  [x]  6   7  "));
        assert!(lines.iter().all(|line| line.len() < 80), "{lines:#?}");

        fields["status"] = json!("draw");
        let lines = plain(fields);
        assert_eq!(lines[6], "       .[x]. .   . . . .   . . . .   . . . .");
        assert_eq!(lines.last().unwrap(), "a draw");
    }

    #[test]
    fn a_tesseract_is_drawn_with_its_icons() {
        let mut board = vec![0; 80];
        board[39] = 1;
        board[40] = 2;
        board[0] = 3;
        let mut fields = json!({
            "game": "tesseract", "seats": ["human", "rules", "search"], "board": board, "history": [40, 41, 1],
            "last": 1, "scores": [0, 0, 0], "threshold": 9, "icons": [".", "A", "🐱", "C"], "to_move": 1,
        });
        let lines = plain(fields.clone());
        assert_eq!(
            lines[0],
            "tesseract k3v7k3v7k3v7k3v7  A human, 🐱 rules, C search  9 lines win"
        );
        assert_eq!(lines[4], "       j = 1      j = 2      j = 3");
        assert_eq!(lines[5], "i = 1  [C] 2  3   10 11 12   19 20 21");
        assert_eq!(lines[10], "       31 32 33    A    🐱   48 49 50");
        assert_eq!(lines[17..19], ["moves   1. 40 41 1", "scores  A 0  🐱 0  C 0"]);

        fields["status"] = json!("won");
        fields["winners"] = json!([1, 3]);
        let lines = plain(fields);
        assert_eq!(lines[5], "i = 1  [C] .  .    .  .  .    .  .  .");
        assert_eq!(lines.last().unwrap(), "A (human) and C (search) win");
    }

    #[test]
    fn eight_players_have_their_icons() {
        let mut board = vec![0; 80];
        board[..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
        let lines = plain(json!({
            "game": "tesseract", "seats": vec!["human"; 8], "board": board, "history": [1, 2, 3, 4, 5, 6, 7, 8],
            "last": 8, "scores": vec![0; 8], "threshold": 1, "icons": [".", "A", "B", "C", "D", "E", "F", "G", "H"],
        }));
        assert!(lines[0].ends_with("G human, H human  the first line wins"), "{}", lines[0]);
        assert_eq!(lines[5], "i = 1   A  B  C   10 11 12   19 20 21");
        assert_eq!(lines[7], "        G [H] 9   16 17 18   25 26 27");
    }

    #[test]
    fn complete_lines_are_underlined() {
        let mut stones = ".".repeat(256);
        stones.replace_range(0..5, "xxxxx");
        let four = json!({"game": "four_in_a_row", "board": stones, "history": [], "last": null});
        let mut holders = vec![0; 80];
        holders[..4].copy_from_slice(&[2, 2, 2, 2]);
        let three = json!({"game": "tesseract", "board": holders, "history": [], "last": null});
        for (fields, stone, pieces) in [(four, "x", 4), (three, "O", 3)] {
            let drawing = game(&state(fields));
            let underlined =
                format!("\u{1b}[4m\u{1b}[{}m{stone}", if stone == "x" { 33 } else { 36 });
            assert_eq!(drawing.matches(&underlined).count(), pieces, "{drawing:?}");
        }
    }

    #[test]
    fn of_a_long_game_the_last_moves_are_listed() {
        let moves = |count| -> Vec<String> {
            let lines = plain(json!({"history": vec!["aa"; count]}));
            let first = lines.iter().position(|line| line.starts_with("moves")).unwrap();
            let end = lines.iter().position(|line| line.starts_with("scores")).unwrap();
            lines[first..end].to_vec()
        };
        let thirty = moves(30);
        assert!(thirty[0].starts_with("moves   1. aa aa  2. "), "{thirty:#?}");
        assert!(thirty[1].starts_with("        8. aa aa  9. "), "{thirty:#?}");
        let ninety = moves(90);
        assert_eq!(ninety.len(), LINES);
        assert!(ninety[0].starts_with("moves   … "), "{ninety:#?}");
        assert!(ninety[2].ends_with("45. aa aa"), "{ninety:#?}");
        assert_eq!(moves(0), ["moves   none"]);
    }

    #[test]
    fn an_earlier_moment_is_named() {
        let lines = plain(json!({"history": ["hh"], "moves": 2}));
        assert!(lines[0].ends_with("o rules  after move 1 of 2"), "{}", lines[0]);
    }

    #[test]
    fn a_board_of_another_game_is_listed() {
        let lines =
            plain(json!({"board": [1, 2], "status": "won", "winners": [2], "to_move": null}));
        assert_eq!(lines[2], "board  Numbers([1, 2])");
        assert_eq!(lines.last().unwrap(), "o (rules) wins");
    }

    fn moves(texts: &str) -> Vec<Move> {
        texts.split(' ').map(Move::new).collect()
    }

    #[test]
    fn a_turn_is_one_move_of_each_player() {
        assert_eq!(wrapped(&moves("hh gi hi"), 2, 40), ["1. hh gi  2. hi"]);
        assert_eq!(wrapped(&moves("1 2 3 4"), 3, 40), ["1. 1 2 3  2. 4"]);
        assert!(wrapped(&[], 2, 40).is_empty());
    }

    #[test]
    fn a_turn_stays_on_one_line() {
        assert_eq!(wrapped(&moves("hh gi hi gj"), 2, 18), ["1. hh gi  2. hi gj"]);
        assert_eq!(wrapped(&moves("hh gi hi gj"), 2, 17), ["1. hh gi", "2. hi gj"]);
    }
}
