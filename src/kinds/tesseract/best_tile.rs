//! Step 37: the tile that makes the most lines now.

use std::cmp::Reverse;
use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::games::{Played, changed, game_of, random_history, random_players};
use crate::board::lattice::tesseract::{Game, Line, Player, Tile, lines_through};
use crate::step::{
    Count, Expected, Feedback, Marks, Misconception, OldKind as Kind, Question, Workload,
};

/// For each game a free tile that adds the most lines for the player to move, and how many.
pub enum BestTile {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<6, 30>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    games: Vec<OpenGame>,
}

/// A game in progress: there is a free tile.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Played", into = "Played")]
struct OpenGame(Game);

/// All tiles of a game are taken.
#[derive(Debug, thiserror::Error)]
#[error("the board is full; expected a free tile")]
struct FullBoard;

impl TryFrom<Played> for OpenGame {
    type Error = FullBoard;

    fn try_from(Played(game): Played) -> Result<Self, FullBoard> {
        if game.is_full() { Err(FullBoard) } else { Ok(Self(game)) }
    }
}

impl From<OpenGame> for Played {
    fn from(OpenGame(game): OpenGame) -> Self {
        Self(game)
    }
}

/// A tile and how many lines it adds, as `41:2`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Gain {
    tile: Tile,
    lines: usize,
}

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.tile, self.lines)
    }
}

impl Kind for BestTile {
    const NAME: &'static str = "tesseract/best-tile";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "the-last-players-turn",
            hint: "The player who moved last is not the one to move now: it is the next one's turn.",
            solve: |task| {
                task.first_best(|game, tile| made_by(game, last_player(game), tile).count())
            },
        },
        Misconception {
            id: "blocks-instead-of-lines",
            hint: "Lines of your own are wanted, not the lines that you keep the next player from.",
            solve: |task| {
                task.first_best(|game, tile| made_by(game, next_player(game), tile).count())
            },
        },
        Misconception {
            id: "lines-along-the-axes-only",
            hint: "A line may change several coordinates at once: there are 40 directions, not 4.",
            solve: |task| {
                task.first_best(|game, tile| {
                    let lines = game.lines_made_by(tile);
                    lines.filter(|line| changed(line).count() == 1).count()
                })
            },
        },
        Misconception {
            id: "the-whole-score",
            hint: "The number after the colon is how many lines the move adds, not how many the player then has.",
            solve: |task| {
                let score = |OpenGame(game): &OpenGame| game.score(game.to_move());
                let gains = Self::reference(task).into_iter().zip(task.games.iter().map(score));
                gains
                    .map(|(Gain { tile, lines }, score)| Gain { tile, lines: score + lines })
                    .collect()
            },
        },
        Misconception {
            id: "the-busiest-tile",
            hint: "It does not matter how many lines run through a tile, only how many of them it completes.",
            solve: |task| {
                let through = |tile| lines_through(tile).len();
                let busiest = |OpenGame(game): &OpenGame| {
                    let tile = game.free_tiles().min_by_key(|&tile| Reverse(through(tile)))?;
                    Some(Gain { tile, lines: game.lines_made_by(tile).count() })
                };
                task.games.iter().filter_map(busiest).collect()
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Gain;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        Task { games: (0..params.games.get()).map(|_| open_game(rng)).collect() }
    }

    fn reference(task: &Task) -> Vec<Gain> {
        task.first_best(|game, tile| game.lines_made_by(tile).count())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Gain, Expected> {
        let gain = || {
            let (tile, lines) = text.split_once(':')?;
            Some(Gain { tile: tile.trim().parse().ok()?, lines: lines.trim().parse().ok()? })
        };
        gain().ok_or(Expected("the id of a tile from 1 to 80, a colon and a number, as `41:2`"))
    }

    /// Any of the best tiles is right.
    fn judge(task: &Task, reference: &[Gain], given: &[Gain]) -> Marks {
        let games = task.games.iter().zip(reference).zip(given);
        games
            .map(|((OpenGame(game), best), Gain { tile, lines })| {
                let is_free = game.owner(*tile).is_none();
                let made = || game.lines_made_by(*tile).count();
                *lines == best.lines && is_free && made() == best.lines
            })
            .collect()
    }

    fn questions(task: &Task, reference: &[Gain]) -> Vec<Question> {
        let games = task.games.iter().zip(reference);
        games
            .map(|(OpenGame(game), &Gain { lines, .. })| {
                let is_best = |tile: &Tile| game.lines_made_by(*tile).count() == lines;
                let best = game.free_tiles().filter(is_best);
                Question::with_any_of(best.map(|tile| Gain { tile, lines }))
            })
            .collect()
    }
}

impl Task {
    /// The first free tile of each game that makes the most lines by some count.
    fn first_best(&self, count: impl Fn(&Game, Tile) -> usize) -> Vec<Gain> {
        let best = |OpenGame(game): &OpenGame| {
            let gains = game.free_tiles().map(|tile| Gain { tile, lines: count(game, tile) });
            gains.min_by_key(|gain| Reverse(gain.lines))
        };
        self.games.iter().filter_map(best).collect()
    }
}

/// The lines that a player would complete by taking a tile, no matter whose turn it is.
fn made_by(game: &Game, player: Player, tile: Tile) -> impl Iterator<Item = Line> {
    let tiles = game.tiles(player).with(tile);
    lines_through(tile).iter().copied().filter(move |line| tiles.contains_all(line.mask()))
}

fn last_player(game: &Game) -> Player {
    // As many turns before the end of the round as there are players, less one.
    game.players().to_move_after(game.history().len() + usize::from(game.players().count()) - 1)
}

fn next_player(game: &Game) -> Player {
    game.players().to_move_after(game.history().len() + 1)
}

/// With more than this number of best tiles, a guess would hit one too easily.
const MAX_BEST_TILES: usize = 4;

/// A game of two to four players in which the best tile makes one line, two, or three and more, each as often. The moves are
/// random, so many lines are open.
fn open_game(rng: &mut ChaCha8Rng) -> OpenGame {
    let wanted = rng.random_range(1..=3u8);
    loop {
        let players = random_players(rng, 2..=4);
        let moves = rng.random_range(7 * players.count()..=70);
        let game = game_of(players, random_history(rng, moves));
        let gains: Vec<_> =
            game.free_tiles().map(|tile| game.lines_made_by(tile).count()).collect();
        let highest = gains.iter().copied().fold(0, usize::max);
        let best = gains.iter().filter(|&&lines| lines == highest).count();
        if highest.min(3) == usize::from(wanted) && best <= MAX_BEST_TILES {
            return OpenGame(game);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn one_line_two_lines_and_more_are_often_the_most() {
        let mut rng = ChaCha8Rng::seed_from_u64(37);
        let task = Task { games: (0..600).map(|_| open_game(&mut rng)).collect() };
        let gains = BestTile::reference(&task);
        for lines in 1..=3 {
            let share = gains.iter().filter(|gain| gain.lines == lines).count();
            assert!(share >= 120, "{lines} lines: {share} of 600");
        }
        assert!(gains.iter().all(|gain| gain.lines >= 1));
    }
}
