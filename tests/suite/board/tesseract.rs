//! Tic-tac-toe on a tesseract.

use gradus::board::lattice::Direction;
use gradus::board::lattice::tesseract::code::{self, DecodeError};
use gradus::board::lattice::tesseract::{
    Game, IllegalHistory, Line, Outcome, Player, Players, Tile, TileSet, TileTaken,
    line_count_along, lines, lines_through,
};
use proptest::prelude::*;

use super::{numbers, vectors};
use gradus_oracle::lattice::tuples;
use gradus_oracle::tesseract as oracle;

fn tile(id: u8) -> Tile {
    Tile::new(id).unwrap()
}

fn ids(line: &Line) -> [usize; 3] {
    line.tiles().map(|tile| usize::from(tile.id()))
}

fn plain(history: &[Tile]) -> Vec<usize> {
    history.iter().map(|tile| usize::from(tile.id())).collect()
}

fn histories() -> impl Strategy<Value = Vec<Tile>> {
    let tiles = Just(Tile::all().collect::<Vec<Tile>>()).prop_shuffle();
    (tiles, prop_oneof![0..=80usize, Just(80)])
        .prop_map(|(tiles, length)| tiles.into_iter().take(length).collect())
}

fn games() -> impl Strategy<Value = Game> {
    (2..=4u8, histories()).prop_map(|(players, history)| {
        Game::from_history(Players::new(players).unwrap(), history).unwrap()
    })
}

fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Open => "open".to_string(),
        Outcome::Won(player) => player.to_string(),
        Outcome::Shared(players) => {
            let numbers: Vec<String> = players.iter().map(ToString::to_string).collect();
            numbers.join(" ")
        }
    }
}

proptest! {
    #[case]
    fn scores_and_outcome_are_the_plain_ones(game in games(), threshold in 1..12usize) {
        let lines: Vec<[usize; 3]> = lines().iter().map(ids).collect();
        let (players, history) = (usize::from(game.players().count()), plain(game.history()));
        prop_assert_eq!(game.scores(), oracle::scores(&lines, players, &history));
        let expected = oracle::outcome(&lines, players, &history, threshold);
        prop_assert_eq!(outcome_text(&game.outcome(threshold)), expected);
    }

    #[case]
    fn the_threshold_is_reached_by_the_first_move_after_which_a_player_has_that_number_of_lines(
        game in games(),
        threshold in 1..12usize,
    ) {
        let lines: Vec<[usize; 3]> = lines().iter().map(ids).collect();
        let (players, history) = (usize::from(game.players().count()), plain(game.history()));
        let reached = |moves: &usize| {
            let scores = oracle::scores(&lines, players, &history[..*moves]);
            scores.iter().any(|&score| score >= threshold)
        };
        prop_assert_eq!(game.reached_at(threshold), (1..=history.len()).find(reached));
    }

    #[case]
    fn lines_made_by_a_tile_are_what_the_score_rises_by(game in games()) {
        let mover = game.to_move();
        for tile in game.free_tiles() {
            let mut after = game.clone();
            after.play(tile).unwrap();
            prop_assert_eq!(after.score(mover), game.score(mover) + game.lines_made_by(tile).count());
        }
    }

    #[case]
    fn the_lines_of_a_player_come_in_the_order_of_the_moves_that_made_them(game in games()) {
        for player in game.players().iter() {
            let made = game.lines_of(player);
            prop_assert_eq!(made.len(), game.score(player));
            let position = |tile: &Tile| game.history().iter().position(|other| other == tile).unwrap();
            let completed: Vec<usize> = made
                .iter()
                .map(|line| line.tiles().iter().map(position).max().unwrap())
                .collect();
            prop_assert!(completed.is_sorted());
            prop_assert!(made.iter().all(|line| game.tiles(player).contains_all(line.mask())));
        }
    }

    #[case]
    fn every_tile_is_free_or_its_takers(game in games()) {
        let count = usize::from(game.players().count());
        for tile in Tile::all() {
            let turn = game.history().iter().position(|&taken| taken == tile);
            let number = turn.map(|turn| turn % count + 1);
            prop_assert_eq!(game.owner(tile).map(|player| usize::from(player.number())), number);
        }
        prop_assert_eq!(game.free_tiles().count(), 80 - game.history().len());
        prop_assert_eq!(game.is_full(), game.history().len() == 80);
    }

    #[case]
    fn a_code_is_the_plain_one_and_is_read_back(history in histories()) {
        let code = code::encode(&history);
        prop_assert_eq!(&code, &oracle::encode(&plain(&history)));
        prop_assert_eq!(code::decode(&code), Ok(history));
    }

    #[case]
    fn any_text_is_a_code_or_an_error(text in "\\PC{0,100}|[0-9a-zA-Z]{0,90}|[0-9a-zA-Z]{1,5}") {
        if let Ok(history) = code::decode(&text) {
            prop_assert_eq!(code::encode(&history), text);
        }
    }
}

#[case]
fn the_exported_game_is_read_and_written_and_scores_as_published() {
    let vectors = vectors();
    let export = &vectors["tesseract_export"];
    let code = export["code"].as_str().unwrap();
    let history: Vec<Tile> = numbers(&export["history"]).into_iter().map(tile).collect();
    assert_eq!(code::decode(code).as_ref(), Ok(&history));
    assert_eq!(code::encode(&history), code);
    let players = u8::try_from(export["players"].as_u64().unwrap()).unwrap();
    let players = Players::new(players).unwrap();
    let scores: Vec<usize> = numbers(&export["scores"]).into_iter().map(usize::from).collect();
    assert_eq!(Game::from_history(players, history).unwrap().scores(), scores);
}

#[case]
fn the_lines_are_the_plain_ones_and_as_many_as_published() {
    let table: Vec<[usize; 3]> = lines().iter().map(ids).collect();
    assert_eq!(table, oracle::lines());
    assert_eq!(
        Some(table.len() as u64),
        vectors()["line_counts"]["tesseract_without_centre"].as_u64()
    );
    for tile in Tile::all() {
        let through: Vec<Line> =
            lines().iter().filter(|line| line.tiles().contains(&tile)).copied().collect();
        assert_eq!(lines_through(tile), through);
    }
    for line in lines() {
        assert!(line.mask().iter().eq(line.tiles()));
    }
}

#[case]
fn the_lines_along_every_direction_are_counted_as_the_plain_ones() {
    for vector in tuples(-1, 1, 4) {
        let components: [i8; 4] = std::array::from_fn(|axis| vector[axis] as i8);
        if let Some(direction) = Direction::new(components) {
            assert_eq!(line_count_along(direction), oracle::lines_along(&vector).len());
        }
    }
}

#[case]
fn ids_and_coordinates_are_two_names_of_a_tile() {
    for tile in Tile::all() {
        let coordinates = oracle::coordinates(tile.id().into());
        assert_eq!(tile.coordinates().map(i32::from).to_vec(), coordinates);
        assert_eq!(Tile::from_coordinates(tile.coordinates()), Some(tile));
        assert_eq!(tile.to_string().parse(), Ok(tile));
    }
    for id in 0..=u8::MAX {
        assert_eq!(Tile::try_from(id).ok(), Tile::new(id));
    }
    for coordinates in tuples(0, 4, 4) {
        let id = Tile::from_coordinates(std::array::from_fn(|axis| coordinates[axis] as u8));
        assert_eq!(id.map(|tile| usize::from(tile.id())), oracle::id(&coordinates));
    }
    assert_eq!((Tile::new(0), Tile::new(81), Tile::from_coordinates([255; 4])), (None, None, None));
}

#[case]
fn what_is_not_a_tile_is_refused() {
    for text in ["", "0", "81", "-1", "+1", " 1", "é"] {
        assert!(text.parse::<Tile>().is_err(), "{text:?}");
    }
}

#[case]
fn two_to_eight_can_play() {
    let counts: Vec<u8> = (0..=255).filter_map(Players::new).map(Players::count).collect();
    assert_eq!(counts, [2, 3, 4, 5, 6, 7, 8]);
    let three = Players::new(3).unwrap();
    let numbers: Vec<u8> = three.iter().map(Player::number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(three.player(3), three.iter().last());
    assert_eq!((three.player(0), three.player(4)), (None, None));
}

#[case]
fn a_tile_that_is_taken_is_refused_with_the_number_of_the_move() {
    let players = Players::new(2).unwrap();
    let expected = IllegalHistory { number: 3, reason: TileTaken(tile(5)) };
    assert_eq!(Game::from_history(players, [5, 6, 5].map(tile)), Err(expected));
    assert_eq!(expected.to_string(), "move 3: tile 5 is taken");
}

#[case]
fn sets_of_tiles_behave_as_sets() {
    let (all, low): (TileSet, TileSet) = (Tile::all().collect(), Tile::all().take(50).collect());
    assert_eq!((all.len(), low.len()), (80, 50));
    assert!(all.contains_all(low) && !low.contains_all(all));
    assert!(TileSet::EMPTY.is_empty() && !low.is_empty());
}

#[case]
fn what_is_not_a_code_is_refused_with_the_reason() {
    // 1·81 + 0 = 81 = 1·62 + 19, and 1·81 + 1 = 82 = 1·62 + 20.
    for (text, expected) in [
        ("M-w", DecodeError::Digit { position: 2, found: '-' }),
        ("MAwé", DecodeError::Digit { position: 4, found: 'é' }),
        ("0", DecodeError::LeadingZero),
        ("01", DecodeError::LeadingZero),
        ("1j", DecodeError::NoTile { number: 2 }),
        ("1k", DecodeError::Taken { number: 2, tile: tile(1) }),
    ] {
        assert_eq!(code::decode(text), Err(expected), "{text}");
    }
    for length in [87, 1_000_000] {
        assert_eq!(code::decode(&"Z".repeat(length)), Err(DecodeError::TooLong));
    }
    assert!(matches!(
        code::decode(&"Z".repeat(86)),
        Err(DecodeError::NoTile { .. } | DecodeError::Taken { .. })
    ));
}

#[case]
fn the_longest_history_has_a_code() {
    let history: Vec<Tile> = Tile::all().rev().collect();
    let code = code::encode(&history);
    assert_eq!(code.len(), 86);
    assert_eq!(code::decode(&code), Ok(history));
}
