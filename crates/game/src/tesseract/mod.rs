//! Tic-tac-toe on a tesseract: two to eight players, and a number of lines that wins.

pub mod computer;
mod game;
mod records;
mod told;

use crate::typed_game::ErrorText;
use std::ops::RangeInclusive;

use self::game::{ICONS, MAX_ICON, MAX_ICONS, MIN_ICONS, THRESHOLD};
use super::typed_game::{
    Accepted, AppliedRule, BoardJson, ComputerPlayer, MoveJson, OptionError, OptionSpec, Options,
    Outcome, RecordFormat, Seat, SeatNumber, TOKEN, Text, TypedGame,
};
use crate::texts;
use gradus_board::drawing::tesseract::{Sheet, token};
use gradus_board::drawing::{Drawing, Look, Node};
use gradus_board::lattice::tesseract;
use gradus_board::lattice::tesseract::{Player, Players, Tile, lines};

pub(super) use self::game::Game;

impl TypedGame for Game {
    const NAME: &'static str = "tesseract";
    const SEATS: RangeInclusive<usize> = 2..=Players::MAX as usize;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: THRESHOLD,
            label: texts::tesseract::lines_that_win,
            accepts: || Accepted::Number(1..=lines().len()),
        },
        OptionSpec {
            name: ICONS,
            label: texts::tesseract::icons,
            accepts: || Accepted::Texts { count: MIN_ICONS..=MAX_ICONS, longest: MAX_ICON },
        },
    ];
    const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] = &[
        (Seat::Rules, |game, rng| computer::rules(&game.tiles, rng)),
        (Seat::Search, |game, rng| computer::search(&game.tiles, game.threshold.into(), rng)),
    ];
    const FORMATS: &'static [RecordFormat<Self>] = &[records::EXPORT];

    type Move = Tile;

    fn title() -> Text {
        texts::tesseract::title()
    }

    fn start(seats: usize, options: &Options) -> Result<Self, OptionError> {
        Self::new(seats, options.get(THRESHOLD)?, options.get(ICONS)?)
    }

    fn options(&self) -> Options {
        Options::default().with(THRESHOLD, self.threshold).with(ICONS, self.icons.all())
    }

    fn seats(&self) -> usize {
        self.tiles.players().count().into()
    }

    fn play(&mut self, next: Tile) -> Result<(), Text> {
        self.tiles.play(next).map_err(ErrorText::error_text)
    }

    fn moves(&self) -> &[Tile] {
        self.tiles.history()
    }

    fn outcome(&self) -> Outcome {
        match self.tiles.outcome(self.threshold.into()) {
            tesseract::Outcome::Open => Outcome::Open,
            tesseract::Outcome::Won(player) => Outcome::Over(vec![seat_of(player)]),
            tesseract::Outcome::Shared(players) => {
                Outcome::Over(players.into_iter().map(seat_of).collect())
            }
        }
    }

    fn applied_rule(&self, _: Tile) -> Option<AppliedRule<Tile>> {
        let choice = computer::choice(&self.tiles)?;
        let (number, text) = (choice.rule.number(), told::rule(&choice));
        Some(AppliedRule { number, text, allowed: choice.tiles })
    }

    /// Tile by tile, the number of the player who has it.
    fn board(&self) -> BoardJson {
        let owner = |tile| self.tiles.owner(tile).map_or(0, Player::number);
        BoardJson::Numbers(Tile::all().map(owner).collect())
    }

    fn score(&self, player: SeatNumber) -> usize {
        self.tiles.score(self.player(player))
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>> {
        let lines = self.tiles.lines_of(self.player(player)).into_iter();
        lines.map(|line| line.tiles().map(MoveJson::from).to_vec()).collect()
    }

    fn legal_moves(&self) -> Vec<Tile> {
        self.tiles.free_tiles().collect()
    }

    fn drawing(&self, look: &Look) -> Drawing {
        let icons = self.tiles.players().iter().map(|player| self.icon_of(player, look)).collect();
        let is_numbered = look.is_numbered;
        Sheet { game: &self.tiles, icons, is_numbered, is_marked: true }.drawn()
    }

    fn token(&self, player: SeatNumber, look: &Look) -> Node {
        token(player.paint(), self.icon_of(self.player(player), look), TOKEN)
    }

    fn is_scored(&self) -> bool {
        true
    }

    fn aim(&self) -> Text {
        match self.threshold {
            1 => texts::tesseract::aim_one(),
            lines => texts::tesseract::aim(lines),
        }
    }

    fn description(&self, look: &Look) -> Text {
        let players = self.tiles.players().iter();
        let icon = |player| format!("{player} {}", self.icon_of(player, look));
        let icons: Vec<String> = players.map(icon).collect();
        texts::tesseract::description(Text::list(texts::tesseract::comma(), icons))
    }
}

impl Game {
    /// The icon of a player, as whoever looks at it has chosen.
    fn icon_of<'a>(&'a self, player: Player, look: &'a Look) -> &'a str {
        let own = look.icons.get(usize::from(player.number()) - 1);
        own.map_or_else(|| self.icons.of(player), String::as_str)
    }

    #[expect(clippy::expect_used, reason = "a seat of another match is a bug")]
    fn player(&self, seat: SeatNumber) -> Player {
        self.tiles.players().player(seat.get()).expect("the seat is one of this game")
    }
}

#[expect(clippy::expect_used, reason = "a match has as many seats as the board has players")]
fn seat_of(player: Player) -> SeatNumber {
    SeatNumber::new(player.number()).expect("every player has a seat")
}

impl From<Tile> for MoveJson {
    fn from(tile: Tile) -> Self {
        tile.id().into()
    }
}
