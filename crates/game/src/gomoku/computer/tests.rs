//! The moves of the players, and whom they beat.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::pattern::Threat;
use super::position::Position;
use super::threat_search::{NodeLimit, ThreatSearch};
use super::{rules, search};
use gradus_board::gomoku::{Board, Direction, Game, Point, Stone};

type Player = fn(&Game, &mut ChaCha8Rng) -> Option<Point>;

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

fn found(text: &str) -> String {
    search(&game(text), &mut ChaCha8Rng::seed_from_u64(1)).unwrap().to_string()
}

fn random(game: &Game, rng: &mut ChaCha8Rng) -> Option<Point> {
    let is_empty = |point: &Point| game.board().at(*point).is_none();
    let count = Point::COUNT - u8::try_from(game.moves().len()).unwrap();
    Point::all().filter(is_empty).nth(rng.random_range(0..count).into())
}

/// Random moves until there are this many stones or somebody has won.
fn random_game(stones: usize, rng: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new();
    while game.moves().len() < stones && !game.is_over() {
        game.play(random(&game, rng).unwrap()).unwrap();
    }
    game
}

/// A board without five in a row, full except for this number of empty points in the last row: `xxoo…`, each row shifted by two.
fn nearly_full_game(empty: usize) -> Game {
    let is_black = |point: &Point| (point.column() / 2 + point.row()).is_multiple_of(2);
    let (mut black, mut white): (Vec<Point>, Vec<Point>) = Point::all().partition(is_black);
    white.extend(black.split_off(113));
    let mut game = Game::new();
    let points = black.iter().zip(&white).flat_map(|(&black, &white)| [black, white]);
    points.take(225 - empty).for_each(|point| game.play(point).unwrap());
    game
}

/// How many points the first takes from the second, doubled, playing black and white in turn.
fn duel(first: Player, second: Player, games: u64) -> u32 {
    let points_of = |seed: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let first_stone = if seed.is_multiple_of(2) { Stone::Black } else { Stone::White };
        let mut game = Game::new();
        while !game.is_over() {
            let player = if game.to_move() == first_stone { first } else { second };
            game.play(player(&game, &mut rng).unwrap()).unwrap();
        }
        game.winner().map_or(1, |winner| if winner == first_stone { 2 } else { 0 })
    };
    (0..games).map(points_of).sum()
}

#[test]
fn five_is_made_before_a_five_is_stopped() {
    assert_eq!(found("hhaahiabhjachkad"), "hl");
}

#[test]
fn a_four_is_stopped() {
    assert_eq!(found("hhhghiaahjcchk"), "hl");
}

#[test]
fn an_open_three_is_stopped_on_one_of_its_fives() {
    assert!(["hf", "hg", "hk", "hl"].contains(&found("hhaahiochj").as_str()));
}

#[test]
fn a_four_and_a_three_at_once_are_made() {
    assert_eq!(found("ehdhfhgighfehfiehgjg"), "hh");
}

#[test]
fn two_open_threes_at_once_are_made() {
    let position = Position::from(&game("hfabhgaofhoaghoo"));
    let mut attack = ThreatSearch::new(&position, 30);
    assert_eq!(attack.find(&position, 0, &mut NodeLimit::new(10_000)), None);
    assert!(attack.find(&position, 2, &mut NodeLimit::new(10_000)).is_some());
}

#[test]
fn the_opponents_four_and_three_are_prevented() {
    let mut game = game("ehdhfhgighfehfiehg");
    game.play(search(&game, &mut ChaCha8Rng::seed_from_u64(1)).unwrap()).unwrap();
    let position = Position::from(&game);
    assert_eq!(
        ThreatSearch::new(&position, 30).find(&position, 4, &mut NodeLimit::new(10_000)),
        None
    );
}

#[test]
fn an_attack_goes_on_whatever_the_reply() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut attacks = 0;
    for _ in 0..60 {
        let position = Position::from(&random_game(40, &mut rng));
        let mut attack = ThreatSearch::new(&position, 30);
        let Some(point) = attack.find(&position, 3, &mut NodeLimit::new(2000)) else { continue };
        let (own, _) = position.threats();
        if own.of(Threat::Five).contains(point) {
            continue;
        }
        attacks += 1;
        let next = position.after(point);
        for reply in next.empty().iter() {
            let after = next.after(reply);
            let goes_on = attack.find(&after, 3, &mut NodeLimit::new(20_000)).is_some();
            assert!(goes_on, "{point} is answered by {reply}");
        }
    }
    assert!(attacks > 10, "{attacks}");
}

/// What a stone threatens, by placing it and then whatever could come next.
fn threat_by_trying(board: &Board, point: Point, side: Stone) -> Option<Threat> {
    let with = |board: &Board, point| {
        let mut board = *board;
        board.place(point, side);
        board
    };
    let next_on = |board: &Board, direction: Direction| -> Vec<Board> {
        let (rows, columns) = direction.step();
        let steps = (-4..=4).filter_map(|step: i8| point.offset(rows * step, columns * step));
        steps.filter(|&next| board.at(next).is_none()).map(|next| with(board, next)).collect()
    };
    let fives_on = |board: &Board, direction| {
        let next = next_on(board, direction);
        next.iter().filter(|board| board.window(point, direction).run() >= 5).count()
    };
    let board = with(board, point);
    if board.has_five_through(point) {
        return Some(Threat::Five);
    }
    match Direction::ALL.map(|direction| fives_on(&board, direction)).into_iter().sum() {
        0 => {
            let makes_open_four = |direction: Direction| {
                next_on(&board, direction).iter().any(|board| fives_on(board, direction) >= 2)
            };
            Direction::ALL.into_iter().any(makes_open_four).then_some(Threat::Three)
        }
        1 => Some(Threat::Four),
        2.. => Some(Threat::TwoFives),
    }
}

#[test]
fn threats_are_what_trying_them_shows() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for stones in [0, 10, 30, 60, 100, 150] {
        let game = random_game(stones, &mut rng);
        let position = Position::from(&game);
        let (own, other) = position.threats();
        for (side, threats) in [(game.to_move(), own), (game.to_move().other(), other)] {
            for point in Point::all() {
                let kept = [Threat::Three, Threat::Four, Threat::TwoFives, Threat::Five]
                    .into_iter()
                    .filter(|&threat| threats.of(threat).contains(point));
                let tried = game.board().at(point).is_none();
                let tried = tried.then(|| threat_by_trying(game.board(), point, side)).flatten();
                assert_eq!(
                    kept.collect::<Vec<_>>(),
                    tried.into_iter().collect::<Vec<_>>(),
                    "{point} in {game}"
                );
            }
        }
    }
}

#[test]
fn the_same_random_numbers_give_the_same_move() {
    for seed in 0..3 {
        let game = random_game(12, &mut ChaCha8Rng::seed_from_u64(seed));
        for player in [rules, search] {
            let twice = [(); 2].map(|()| player(&game, &mut ChaCha8Rng::seed_from_u64(seed)));
            assert_eq!(twice[0], twice[1]);
        }
    }
}

#[test]
fn strange_positions_are_played_to_the_end() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let random_games = [1, 20, 60, 90].map(|stones| random_game(stones, &mut rng));
    let nearly_full_games = [1, 2, 5, 9].map(nearly_full_game);
    for mut game in random_games.into_iter().chain(nearly_full_games) {
        while !game.is_over() {
            assert!(rules(&game, &mut rng).is_some_and(|point| game.board().at(point).is_none()));
            game.play(search(&game, &mut rng).unwrap()).unwrap();
        }
        assert_eq!((rules(&game, &mut rng), search(&game, &mut rng)), (None, None));
    }
}

#[test]
fn the_search_beats_the_rules() {
    assert!(duel(search, rules, 12) >= 22);
}

#[test]
fn the_rules_beat_chance() {
    assert!(duel(rules, random, 40) >= 76);
}
