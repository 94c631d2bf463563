//! Tic-tac-toe on a tesseract: two to eight players, a number of lines that wins, and the icons of the players.
//!
//! The defaults come from the essay "Naughts and crosses on a tesseract".

pub mod computer;
mod icons;
mod records;

use std::ops::RangeInclusive;

use self::icons::{Icons, MAX_ICON, MAX_ICONS, MIN_ICONS};
use super::typed_game::{
    Accepted, AppliedRule, BoardJson, ComputerPlayer, GameView, MoveJson, OptionSpec, Options,
    Outcome, RecordFormat, Rejection, Seat, SeatNumber, TOKEN, Text, TypedGame,
};
use crate::texts;
use gradus_board::drawing::tesseract::{Sheet, token};
use gradus_board::drawing::{Drawing, Look, Node};
use gradus_board::lattice::tesseract::code::{DecodeError, MAX_DIGITS};
use gradus_board::lattice::tesseract::{self, Player, Players, Tile, TileTaken, lines};
use gradus_board::text::ParseError;

/// The option that says how many lines win.
const THRESHOLD: &str = "threshold";
/// The option with the icons of a free tile and of each player.
const ICONS: &str = "icons";

/// The lines that win unless another number is given.
const DEFAULT_THRESHOLD: u8 = 9;

/// A game with the number of lines that wins it, and the icons.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    tiles: tesseract::Game,
    threshold: u8,
    icons: Icons,
}

impl GameView for Game {
    fn options(&self) -> Options {
        Options::default().with(THRESHOLD, self.threshold).with(ICONS, self.icons.all())
    }

    fn seats(&self) -> usize {
        self.tiles.players().count().into()
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

    fn unreadable(error: ParseError) -> Text {
        texts::tesseract::tile(error.found)
    }

    fn title() -> Text {
        texts::tesseract::title()
    }

    #[expect(clippy::expect_used, reason = "the spec allows as many seats as the board")]
    fn start(seats: usize, options: &Options) -> Result<Self, Rejection> {
        let players = u8::try_from(seats).ok().and_then(Players::new);
        let players = players.expect("two to eight players");
        let (threshold, icons) = (options.get(THRESHOLD)?, options.get(ICONS)?);
        Ok(Self {
            tiles: tesseract::Game::new(players),
            threshold: threshold.map_or(Ok(DEFAULT_THRESHOLD), reachable)?,
            icons: Icons::new(icons, players).map_err(Rejection::Illegal)?,
        })
    }

    fn play(&mut self, next: Tile) -> Result<(), Text> {
        self.tiles.play(next).map_err(illegal)
    }

    fn moves(&self) -> &[Tile] {
        self.tiles.history()
    }

    fn applied_rule(&self, _: Tile) -> Option<AppliedRule<Tile>> {
        let choice = computer::choice(&self.tiles)?;
        let (number, text) = (choice.rule.number(), rule_text(&choice));
        Some(AppliedRule { number, text, allowed: choice.tiles })
    }

    fn legal_moves(&self) -> Vec<Tile> {
        self.tiles.free_tiles().collect()
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

/// A threshold that a player can reach.
fn reachable(found: u32) -> Result<u8, Rejection> {
    let max = lines().len();
    let is_reachable = |threshold: &u8| (1..=max).contains(&usize::from(*threshold));
    u8::try_from(found)
        .ok()
        .filter(is_reachable)
        .ok_or_else(|| Rejection::Illegal(texts::tesseract::threshold(THRESHOLD, found, max)))
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

/// What the computer `rules` does by a rule.
fn rule_text(choice: &computer::Choice) -> Text {
    match choice.rule {
        computer::Rule::Make => texts::tesseract::make(choice.lines),
        computer::Rule::Spoil => texts::tesseract::spoil(choice.lines),
        computer::Rule::Block => texts::tesseract::block(choice.lines),
        computer::Rule::Any => texts::tesseract::any(),
    }
}

fn illegal(TileTaken(tile): TileTaken) -> Text {
    texts::tesseract::taken(tile)
}

/// What is wrong with the code of a history.
fn undecodable(error: DecodeError) -> Text {
    match error {
        DecodeError::TooLong => texts::tesseract::too_long(MAX_DIGITS),
        DecodeError::Digit { position, found } => {
            texts::tesseract::digit(position, format!("{found:?}"))
        }
        DecodeError::LeadingZero => texts::tesseract::leading_zero(),
        DecodeError::NoTile { number } => texts::tesseract::no_tile(number),
        DecodeError::Taken { number, tile } => {
            texts::tesseract::move_taken(number, illegal(TileTaken(tile)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_board::lattice::tesseract::Tile;

    #[test]
    fn every_error_of_the_board_has_a_text_in_its_own_english() {
        let error = "x".parse::<Tile>().unwrap_err();
        assert_eq!(Game::unreadable(error.clone()).english(), error.to_string());
        let tile = Tile::new(5).unwrap();
        let taken = TileTaken(tile);
        assert_eq!(illegal(taken).english(), taken.to_string());
        for error in [
            DecodeError::TooLong,
            DecodeError::Digit { position: 3, found: 'é' },
            DecodeError::LeadingZero,
            DecodeError::NoTile { number: 3 },
            DecodeError::Taken { number: 3, tile },
        ] {
            assert_eq!(undecodable(error).english(), error.to_string());
        }
    }
}
