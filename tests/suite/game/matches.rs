//! Turns, ends, scores and undo, game by game.

use gradus::game::{
    Match, MatchStatus, MoveError, MoveJson, NoComputersTurn, Outcome, Seat, SeatNumber, UndoError,
};
use gradus::step::{Language, MatchResult};
use serde_json::{Value, json};

use super::{new_match, played, setups};

fn people(game: &str) -> Value {
    json!({"game": game, "seats": ["human", "human"]})
}

fn seat(number: u8) -> SeatNumber {
    SeatNumber::new(number).unwrap()
}

fn scores(game: &Match) -> Vec<usize> {
    game.game().scores().to_vec()
}

fn winners(game: &Match) -> Option<Vec<u8>> {
    match game.game().outcome() {
        Outcome::Open => None,
        Outcome::Over(winners) => Some(winners.into_iter().map(SeatNumber::get).collect()),
    }
}

fn lines(game: &Match, player: u8) -> Value {
    serde_json::to_value(game.game().lines_of(seat(player))).unwrap()
}

#[case]
fn gomoku_ends_with_five_and_the_row_is_a_line() {
    let game = played(&people("gomoku"), "hh gh hi gi hj gj hk gk hl");
    assert_eq!((winners(&game), scores(&game)), (Some(vec![1]), vec![1, 0]));
    assert_eq!(lines(&game, 1), json!([["hh", "hi", "hj", "hk", "hl"]]));
    assert_eq!(lines(&game, 2), json!([]));
    assert_eq!((game.result(seat(1)), game.result(seat(2))), (MatchResult::Won, MatchResult::Lost));
}

#[case]
fn gomoku_rows_in_two_directions_are_two_lines() {
    // The ninth black stone, on hh, joins a row and a column of four.
    let game = played(&people("gomoku"), "hd aa he ac hf ae hg ag dh ai eh ak fh am gh ao hh");
    assert_eq!((winners(&game), scores(&game)), (Some(vec![1]), vec![2, 0]));
    assert_eq!(
        lines(&game, 1),
        json!([["hd", "he", "hf", "hg", "hh"], ["dh", "eh", "fh", "gh", "hh"]])
    );
}

#[case]
fn a_full_gomoku_board_without_five_is_a_draw() {
    // Rows by pairs, each row against the one before it: two of a colour side by side at the most, 113 black and 112 white.
    let points = |colour: u8| {
        let places = (0..15_u8).flat_map(|row| (0..15_u8).map(move |column| (row, column)));
        let own = places.filter(move |(row, column)| (column / 2 + row) % 2 == colour);
        own.map(|(row, column)| {
            String::from_iter([row, column].map(|line| char::from(b'a' + line)))
        })
    };
    let (mut black, mut white) = (points(0), points(1));
    let mut game = new_match(&people("gomoku"));
    for turn in 0..225 {
        let next = if turn % 2 == 0 { black.next() } else { white.next() };
        game.play(&next.unwrap()).unwrap();
    }
    assert_eq!((winners(&game), game.status()), (Some(vec![]), MatchStatus::Draw));
    assert_eq!(
        (game.result(seat(1)), game.result(seat(2))),
        (MatchResult::Drawn, MatchResult::Drawn)
    );
}

#[case]
fn a_numerical_line_belongs_to_the_player_who_completes_it() {
    let game = played(&people("numerical"), "4:1 0:16 2:3 1:2 3:13");
    assert_eq!((winners(&game), scores(&game)), (Some(vec![1]), vec![1, 0]));
    assert_eq!(lines(&game, 1), json!([[0, 1, 2, 3]]));
    assert_eq!(lines(&game, 2), json!([]));
}

#[case]
fn four_in_a_row_ends_with_the_first_line_or_goes_on() {
    let moves = "0 4 1 5 2 6 3";
    let game = played(&people("four_in_a_row"), moves);
    assert_eq!((winners(&game), scores(&game)), (Some(vec![1]), vec![1, 0]));
    assert_eq!(lines(&game, 1), json!([[0, 1, 2, 3]]));
    let mut setup = people("four_in_a_row");
    setup["end"] = json!("most_lines");
    let mut game = played(&setup, moves);
    assert_eq!((winners(&game), game.to_move()), (None, Some(seat(2))));
    for id in (0..=255).filter(|id| *id > 6) {
        game.play(&id.to_string()).unwrap();
    }
    let scores = scores(&game);
    let leader = u8::from(scores[1] > scores[0]) + 1;
    assert_ne!(scores[0], scores[1]);
    assert_eq!(winners(&game), Some(vec![leader]));
    assert_eq!(lines(&game, leader).as_array().unwrap().len(), scores[usize::from(leader) - 1]);
}

#[case]
fn the_tesseract_ends_at_the_threshold() {
    let setup = json!({"game": "tesseract", "seats": ["human", "human", "human"], "threshold": 1});
    let game = played(&setup, "1 10 20 2 12 31 3");
    assert_eq!((winners(&game), scores(&game)), (Some(vec![1]), vec![1, 0, 0]));
    assert_eq!(lines(&game, 1), json!([[1, 2, 3]]));
    assert_eq!((game.result(seat(1)), game.result(seat(3))), (MatchResult::Won, MatchResult::Lost));
}

#[case]
fn a_full_tesseract_is_won_by_all_who_lead() {
    let setup = json!({"game": "tesseract", "seats": ["human", "human"], "threshold": 232});
    let all: Vec<String> = (1..=80).map(|tile| tile.to_string()).collect();
    let game = played(&setup, &all.join(" "));
    let scores = scores(&game);
    let best = *scores.iter().max().unwrap();
    let leaders: Vec<u8> =
        (1..=2).filter(|&player| scores[usize::from(player) - 1] == best).collect();
    assert_eq!(winners(&game), Some(leaders.clone()));
    assert_eq!(game.status() == MatchStatus::Draw, leaders.len() == 2);
}

#[case]
fn what_is_no_move_or_against_the_rules_changes_nothing() {
    for (game, moves, form, illegal) in [
        ("gomoku", "hh", ["", "h", "hhh", "zz", "h1", "5:9"], "hh"),
        ("numerical", "5:9", ["", "5", "16:1", "5:17", "a:b", "5:9:1"], "5:2"),
        ("numerical", "5:9", ["5:0", "-1:2", "5 9", "+5:9", "5:", ":9"], "4:9"),
        ("numerical", "5:9 4:2", ["5.0:9", "0x5:9", "5:९", "five:9", "::", "5;9"], "3:2"),
        ("four_in_a_row", "57", ["", "256", "-1", "hh", "5.5", "0x1"], "57"),
        ("tesseract", "40", ["", "0", "81", "-1", "forty", "4 0"], "40"),
    ] {
        let before = played(&people(game), moves);
        for text in form {
            let mut game = before.clone();
            let error = game.play(text).unwrap_err();
            assert!(matches!(error, MoveError::Form(_)), "{text:?}: {error:?}");
            assert_eq!(game, before);
        }
        let mut game = before.clone();
        assert!(matches!(game.play(illegal), Err(MoveError::Illegal(_))), "{illegal}");
        assert_eq!(game, before);
    }
}

#[case]
fn no_game_takes_any_text_for_a_move() {
    for setup in setups(|_| [Seat::Human; 2]) {
        let mut game = new_match(&setup);
        for text in ["", "☃", "-1", "\u{0}", "99999999999999999999"] {
            assert!(matches!(game.play(text), Err(MoveError::Form(_))), "{setup}: {text:?}");
        }
        assert_eq!(game.game().move_count(), 0);
    }
}

#[case]
fn nobody_moves_after_the_end() {
    let mut game = played(&people("gomoku"), "hh gh hi gi hj gj hk gk hl");
    assert_eq!(game.play("aa"), Err(MoveError::Over));
    assert_eq!((game.to_move(), game.advance()), (None, Err(NoComputersTurn::Over)));
}

#[case]
fn undo_takes_back_to_the_same_players_last_turn() {
    let mut game = played(&people("gomoku"), "hh gh hi gi");
    game.undo(seat(2)).unwrap();
    assert_eq!((game.game().move_count(), game.to_move()), (3, Some(seat(2))));
    game.undo(seat(1)).unwrap();
    assert_eq!(
        (game.game().history(), game.to_move()),
        (vec!["hh".into(), "gh".into()], Some(seat(1)))
    );
    let mut game = played(&people("gomoku"), "hh");
    assert_eq!(game.undo(seat(2)).unwrap_err().to_string(), "seat 2 has not moved yet");
    assert_eq!(game.game().move_count(), 1);
}

#[case]
fn undo_takes_back_the_end_too() {
    let mut game = played(&people("gomoku"), "hh gh hi gi hj gj hk gk hl");
    game.undo(seat(1)).unwrap();
    assert_eq!(
        (winners(&game), game.to_move(), game.game().move_count()),
        (None, Some(seat(1)), 8)
    );
}

#[case]
fn moves_of_other_people_are_not_taken_back() {
    let before = played(&people("gomoku"), "hh gh hi gi hj gj hk gk hl");
    assert_eq!(before.status(), MatchStatus::Won);
    let mut game = before.clone();
    for (moves, own, other) in [(1, 2, 1), (2, 1, 2), (2, 2, 1), (9, 1, 2)] {
        assert_eq!(game.take_back(moves, seat(own)), Err(UndoError::OfOther(seat(other))));
    }
    assert_eq!(game.undo(seat(2)), Err(UndoError::OfOther(seat(1))));
    assert_eq!(game, before);
    game.take_back(1, seat(1)).unwrap();
    game.take_back(1, seat(2)).unwrap();
    assert_eq!((game.game().move_count(), game.to_move()), (7, Some(seat(2))));
    assert_eq!(game.status(), MatchStatus::Open);
    for asked in [0, 8, usize::MAX] {
        assert_eq!(game.take_back(asked, seat(1)), Err(UndoError::TooMany { asked, made: 7 }));
    }
}

/// The computer's move is one that the rule allowed, and its reason is told in every language.
#[case]
fn why_explains_every_move_of_the_rules() {
    for setup in setups(|_| [Seat::Rules; 2]) {
        let mut game = new_match(&setup);
        while game.game().move_count() < 40 && game.advance().is_ok() {
            let number = game.game().move_count();
            let why = game.why(number).unwrap();
            assert_eq!(Some(&why.made), game.game().history_json().last());
            assert_eq!(why.seat, SeatNumber::after(number - 1, game.setup().seats().len()));
            assert!(why.rule.allowed.contains(&why.made), "{setup}: {why:?}");
            assert!((1..=5).contains(&why.rule.number));
            for language in Language::all() {
                let text = why.rule.text.render(language);
                assert!(!text.is_empty() && !text.contains('{'), "{text}");
            }
        }
        // It is the same later on.
        assert_eq!(game.why(1), game.until(1).why(1));
        for number in [0, game.game().move_count() + 1] {
            assert_eq!(game.why(number), None);
        }
    }
}

#[case]
fn why_names_the_rule_that_applied() {
    let why = |game: &str, seats: [&str; 2], moves: &str| {
        let game = played(&json!({ "game": game, "seats": seats }), moves);
        game.why(game.game().move_count())
    };
    let by_rules = ["human", "rules"];
    let stopped = why("four_in_a_row", by_rules, "0 100 1 101 2 3").unwrap();
    assert_eq!((stopped.rule.number, stopped.rule.allowed.len()), (2, 1));
    let three = why("gomoku", by_rules, "hf aa hg ao hh he").unwrap();
    let text = three.rule.text.english();
    assert!(text.contains("no point scores more than he") && text.contains("COOO."), "{text}");
    let won = why("tesseract", by_rules, "1 10 2 11 30 12").unwrap();
    assert_eq!((won.rule.number, won.rule.allowed), (1, vec![MoveJson::Number(12)]));
    let won = why("numerical", by_rules, "0:1 3:16 1:15 2:2").unwrap();
    assert_eq!((won.rule.number, won.rule.allowed), (1, vec![won.made]));
    // A move that somebody else made, or that no rule allows on the computer's seat.
    assert!(why("tesseract", ["rules", "human"], "1 10 2 11 30 12").is_none());
    assert!(why("four_in_a_row", by_rules, "0 100 1 101 2 4").is_none());
    assert_eq!(why("numerical", by_rules, "0:1 3:16 1:15 5:4"), None);
}

#[case]
fn computers_answer_only_where_a_human_plays() {
    let mut watched = new_match(&json!({"game": "gomoku", "seats": ["rules", "random"]}));
    watched.let_computers_move();
    assert!(watched.game().history().is_empty());
    watched.advance().unwrap();
    assert_eq!((watched.game().move_count(), watched.computer_to_move()), (1, Some(Seat::Random)));

    let mut second =
        new_match(&json!({"game": "tesseract", "seats": ["rules", "random", "human", "rules"]}));
    second.let_computers_move();
    assert_eq!((second.game().move_count(), second.to_move()), (2, Some(seat(3))));
    assert_eq!(second.advance(), Err(NoComputersTurn::Human(seat(3))));
}
