//! Tic-tac-toe on a tesseract: two to four players, and a number of lines that wins.

pub mod computer;
mod drawing;
mod icons;
mod records;

use std::ops::RangeInclusive;

use super::drawing::Drawing;
use super::position::{self, BoardJson, MoveJson};
use super::seat::{Seat, SeatNumber};
use super::setup::{Options, SetupError};
use super::spec::{ComputerPlayer, RecordFormat, TypedGame};
use crate::board::lattice::tesseract::{self, Outcome, Player, Players, Tile, TileTaken, lines};
use icons::Icons;

/// The option that says how many lines win.
const THRESHOLD: &str = "threshold";
/// The option with the icons of a free tile and of each player.
const ICONS: &str = "icons";

/// The lines that win unless something else is agreed on, as in the essay "Naughts and crosses on a tesseract".
const USUAL_THRESHOLD: u8 = 9;

/// A game with the number of lines that wins it, and the icons.
#[derive(Clone, Debug)]
pub(super) struct Game {
    tiles: tesseract::Game,
    threshold: u8,
    icons: Icons,
}

impl Game {
    fn player(&self, seat: SeatNumber) -> Option<Player> {
        self.tiles.players().player(seat.get())
    }
}

fn seat_of(player: Player) -> Option<SeatNumber> {
    SeatNumber::new(player.number())
}

fn reachable(threshold: Option<u32>) -> Result<u8, SetupError> {
    let Some(found) = threshold else { return Ok(USUAL_THRESHOLD) };
    let most = lines().len();
    let is_reachable = |threshold: &u8| (1..=most).contains(&usize::from(*threshold));
    u8::try_from(found).ok().filter(is_reachable).ok_or_else(|| {
        SetupError::Unplayable(format!("`{THRESHOLD}` is {found}; expected 1 to {most}"))
    })
}

impl From<Tile> for MoveJson {
    fn from(tile: Tile) -> Self {
        Self::Number(tile.id())
    }
}

impl TypedGame for Game {
    const NAME: &'static str = "tesseract";
    const TITLE: &'static str = "Tic-tac-toe on a tesseract";
    const SEATS: RangeInclusive<usize> = 2..=4;
    const OPTIONS: &'static [&'static str] = &[THRESHOLD, ICONS];
    const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] = &[
        (Seat::Rules, |game, rng| computer::rules(&game.tiles, rng)),
        (Seat::Search, |game, rng| computer::search(&game.tiles, game.threshold.into(), rng)),
    ];
    const FORMATS: &'static [RecordFormat<Self>] = &[records::EXPORT];

    type Move = Tile;

    #[expect(clippy::expect_used, reason = "the seats of the spec are those of the board")]
    fn start(seats: usize, options: &Options) -> Result<Self, SetupError> {
        let players = u8::try_from(seats).ok().and_then(Players::new);
        let players = players.expect("two to four players");
        let icons = Icons::new(options.get(ICONS)?, players);
        Ok(Self {
            tiles: tesseract::Game::new(players),
            threshold: reachable(options.get(THRESHOLD)?)?,
            icons: icons.map_err(|error| SetupError::Unplayable(error.to_string()))?,
        })
    }

    fn options(&self) -> Options {
        Options::default().with(THRESHOLD, self.threshold).with(ICONS, self.icons.all())
    }

    fn seats(&self) -> usize {
        self.tiles.players().count().into()
    }

    fn play(&mut self, next: Tile) -> Result<(), String> {
        self.tiles.play(next).map_err(|taken: TileTaken| taken.to_string())
    }

    fn moves(&self) -> &[Tile] {
        self.tiles.history()
    }

    fn outcome(&self) -> position::Outcome {
        let seats = |players: Vec<Player>| players.into_iter().filter_map(seat_of).collect();
        match self.tiles.outcome(self.threshold.into()) {
            Outcome::Open => position::Outcome::Open,
            Outcome::Won(player) => position::Outcome::Over(seats(vec![player])),
            Outcome::Shared(players) => position::Outcome::Over(seats(players)),
        }
    }

    /// Tile by tile, the number of the player who has it.
    fn board(&self) -> BoardJson {
        let owner = |tile| self.tiles.owner(tile).map_or(0, Player::number);
        BoardJson::Numbers(Tile::all().map(owner).collect())
    }

    fn score(&self, player: SeatNumber) -> usize {
        self.player(player).map_or(0, |player| self.tiles.score(player))
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>> {
        let lines = self.player(player).into_iter().flat_map(|player| self.tiles.lines_of(player));
        lines.map(|line| line.tiles().map(MoveJson::from).to_vec()).collect()
    }

    fn legal_moves(&self) -> Vec<Tile> {
        self.tiles.free_tiles().collect()
    }

    fn drawing(&self) -> Drawing {
        drawing::draw(self)
    }

    fn player_name(&self, player: SeatNumber) -> String {
        format!("Player {player}")
    }

    fn standing(&self, player: SeatNumber) -> String {
        self.score(player).to_string()
    }

    fn description(&self) -> String {
        let players = self.tiles.players().iter();
        let icons = players.map(|player| format!("player {player} is {}", self.icons.of(player)));
        format!(
            "A tesseract of 80 tiles, numbered from 1 to 80: {}. Lines that win: {}.",
            icons.collect::<Vec<_>>().join(", "),
            self.threshold
        )
    }
}
