use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use super::{rules, search};
use gradus_board::lattice::tesseract::{Game, Outcome, Players, Tile, lines_through};

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn tile(id: u8) -> Tile {
    Tile::new(id).unwrap()
}

fn game(players: u8, history: &[u8]) -> Game {
    Game::from_history(Players::new(players).unwrap(), history.iter().copied().map(tile)).unwrap()
}

fn random(game: &Game, rng: &mut ChaCha8Rng) -> Option<Tile> {
    game.free_tiles().collect::<Vec<_>>().choose(rng).copied()
}

/// A game of this number of random moves, which does not end at a threshold.
fn random_game(players: Players, moves: usize, rng: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new(players);
    for _ in 0..moves {
        game.play(random(&game, rng).unwrap()).unwrap();
    }
    game
}

/// The ids of the tiles that the rule-based player takes over many random sources.
fn choices_of_rules(game: &Game) -> Vec<u8> {
    let mut ids: Vec<u8> =
        (0..400).filter_map(|seed| rules(game, &mut rng(seed))).map(Tile::id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[test]
fn the_rules_make_as_many_lines_as_they_can() {
    // Player 1 completes 1-2-3 and 3-6-9 on 3, and only 1-5-9 on 5.
    let game = game(2, &[1, 11, 2, 12, 6, 13, 9, 16]);
    assert_eq!(choices_of_rules(&game), [3]);
}

#[test]
fn the_rules_rather_make_one_line_than_spoil_two() {
    // Player 1 completes 1-2-3; player 2 would complete 10-11-12 and 10-13-16.
    let game = game(2, &[1, 11, 2, 12, 71, 13, 33, 16]);
    assert_eq!(choices_of_rules(&game), [3]);
}

#[test]
fn the_rules_choose_among_equals_at_random() {
    // 1-2-3 and 1-4-7.
    let game = game(2, &[1, 76, 2, 44, 4, 21]);
    assert_eq!(choices_of_rules(&game), [3, 7]);
}

#[test]
fn the_rules_spoil_the_most_lines_of_the_others_together() {
    // Player 1 makes no line. Player 2 would make one on each of 3, 12, 19, 20 and 21, and player 3 one on 3.
    let game = game(3, &[77, 1, 6, 4, 2, 9, 30, 10, 71, 23, 11, 75]);
    assert_eq!(choices_of_rules(&game), [3]);
}

#[test]
fn the_rules_block_a_line_that_is_begun() {
    let through_1 = || lines_through(tile(1)).iter();
    let is_in_a_row =
        |&other: &Tile| other != tile(1) && through_1().any(|line| line.mask().contains(other));
    let nearby: Vec<u8> = Tile::all().filter(is_in_a_row).map(Tile::id).collect();
    assert_eq!(nearby.len(), 2 * 14);
    assert_eq!(choices_of_rules(&game(2, &[1])), nearby);
}

#[test]
fn on_the_empty_board_the_rules_take_any_tile() {
    assert!(choices_of_rules(&Game::new(Players::TWO)).len() > 70);
}

#[test]
fn the_search_takes_the_win() {
    // Two lines are missing: 3 makes two, 5 only one.
    let game = game(2, &[1, 11, 2, 12, 6, 13, 9, 16]);
    assert_eq!(search(&game, 2, &mut rng(1)), Some(tile(3)));
}

#[test]
fn the_search_stops_the_win_of_another() {
    // On 3 player 1 would make one line, which is not enough; on 10 player 2 would make the two that are.
    let game = game(2, &[1, 11, 2, 12, 71, 13, 33, 16]);
    assert_eq!(search(&game, 2, &mut rng(1)), Some(tile(10)));
}

#[test]
fn the_search_stops_the_next_player_before_the_one_after() {
    // Player 2 threatens 10-11-12, player 3 threatens 1-2-3.
    let game = game(3, &[80, 10, 1, 40, 11, 2]);
    assert_eq!(search(&game, 1, &mut rng(1)), Some(tile(12)));
}

#[test]
fn the_search_makes_two_threats_at_once() {
    // Who moves first can force the first line: two threats at once cannot both be met.
    for seed in 0..6 {
        let game = play_out(Players::TWO, 1, &[search, by_rules], &mut rng(seed));
        assert_eq!(game.outcome(1), Outcome::Won(Players::TWO.to_move_after(0)));
    }
}

#[test]
fn the_same_random_numbers_give_the_same_moves() {
    let game = random_game(Players::TWO, 20, &mut rng(1));
    for seed in 0..4 {
        assert_eq!(search(&game, 30, &mut rng(seed)), search(&game, 30, &mut rng(seed)));
        assert_eq!(rules(&game, &mut rng(seed)), rules(&game, &mut rng(seed)));
    }
}

#[test]
fn nobody_moves_when_the_game_is_over() {
    let won = game(2, &[1, 10, 2, 11, 3]);
    assert_eq!(search(&won, 1, &mut rng(1)), None);
    let full = random_game(Players::TWO, 80, &mut rng(1));
    assert_eq!(search(&full, 232, &mut rng(1)), None);
    assert_eq!(rules(&full, &mut rng(1)), None);
}

#[test]
fn every_move_is_legal_in_absurd_positions() {
    let rng = &mut rng(1);
    for players in [2, 3, 8].map(|count| Players::new(count).unwrap()) {
        for moves in [0, 1, 7, 30, 55, 74, 79] {
            for threshold in [0, 1, 9, 30, 232, usize::MAX] {
                let game = random_game(players, moves, rng);
                let is_free = |tile: Tile| game.owner(tile).is_none();
                assert!(rules(&game, rng).is_some_and(is_free));
                let is_open = game.outcome(threshold) == Outcome::Open;
                assert_eq!(search(&game, threshold, rng).map(is_free), is_open.then_some(true));
            }
        }
    }
}

type Mover = fn(&Game, usize, &mut ChaCha8Rng) -> Option<Tile>;

fn by_rules(game: &Game, _threshold: usize, rng: &mut ChaCha8Rng) -> Option<Tile> {
    rules(game, rng)
}

fn by_chance(game: &Game, _threshold: usize, rng: &mut ChaCha8Rng) -> Option<Tile> {
    random(game, rng)
}

/// A whole game between these, in this order.
fn play_out(players: Players, threshold: usize, seats: &[Mover], rng: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new(players);
    while game.outcome(threshold) == Outcome::Open {
        let mover = seats[game.to_move().index()];
        game.play(mover(&game, threshold, rng).unwrap()).unwrap();
    }
    game
}

/// How many of the games the first of the movers wins alone; all change seats from game to game.
fn wins_of_first(games: usize, threshold: usize, movers: &[Mover]) -> usize {
    let players = Players::new(u8::try_from(movers.len()).unwrap()).unwrap();
    let is_won = |&number: &usize| {
        let mut seats = movers.to_vec();
        seats.rotate_right(number % movers.len());
        let first = players.to_move_after(number);
        let game = play_out(players, threshold, &seats, &mut rng(number as u64));
        [Outcome::Won(first), Outcome::Shared(vec![first])].contains(&game.outcome(threshold))
    };
    (0..games).filter(is_won).count()
}

#[test]
fn the_search_beats_the_rules() {
    for (games, threshold) in [(12, 9), (6, 3), (4, 20), (2, 232)] {
        let wins = wins_of_first(games, threshold, &[search, by_rules]);
        assert!(wins * 10 >= games * 9, "{wins} of {games} with threshold {threshold}");
    }
}

#[test]
fn the_search_beats_two_and_three_players_by_the_rules() {
    assert!(wins_of_first(6, 9, &[search, by_rules, by_rules]) >= 5);
    assert!(wins_of_first(8, 9, &[search, by_rules, by_rules, by_rules]) >= 6);
}

#[test]
fn the_rules_beat_chance() {
    assert!(wins_of_first(40, 9, &[by_rules, by_chance]) >= 38);
}
