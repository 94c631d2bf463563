//! A game on a tesseract with what is agreed on before it: how many lines win, and the icons of the players.
//!
//! The defaults are those of the essay "Naughts and crosses on a tesseract".

use crate::texts;
use crate::typed_game::{OptionError, Text};
use gradus_board::lattice::tesseract;
use gradus_board::lattice::tesseract::{Player, Players, lines};
use gradus_board::text::is_visible;

/// The option that says how many lines win.
pub(super) const THRESHOLD: &str = "threshold";
/// The option with the icons of a free tile and of each player.
pub(super) const ICONS: &str = "icons";

/// The lines that win unless another number is given.
const DEFAULT_THRESHOLD: u8 = 9;

/// The icons unless others are given: a free tile, and eight players. The first five are the essay's.
const DEFAULT_ICONS: [&str; MAX_ICONS] = ["·", "X", "O", "Y", "Z", "A", "H", "S", "T"];

/// How many of the default icons a game has that needs no more: the essay's, as its records have them.
const USUAL_ICONS: usize = 5;

/// The minimum number of icons: a free tile and two players.
pub(super) const MIN_ICONS: usize = 3;

/// The maximum number of icons.
pub(super) const MAX_ICONS: usize = Players::MAX as usize + 1;

/// The maximum number of characters of an icon.
pub(super) const MAX_ICON: usize = 8;

/// A game with the number of lines that wins it, and the icons.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(super) tiles: tesseract::Game,
    pub(super) threshold: u8,
    pub(super) icons: Icons,
}

impl Game {
    /// The game before the first move, for 2 to 8 players.
    #[expect(clippy::expect_used, reason = "the seats of the spec are those of the board")]
    pub(super) fn new(
        seats: usize,
        threshold: Option<u32>,
        icons: Option<Vec<String>>,
    ) -> Result<Self, OptionError> {
        let players = u8::try_from(seats).ok().and_then(Players::new);
        let players = players.expect("two to eight players");
        let icons = Icons::new(icons, players);
        Ok(Self {
            tiles: tesseract::Game::new(players),
            threshold: threshold.map_or(Ok(DEFAULT_THRESHOLD), reachable)?,
            icons: icons.map_err(|error| OptionError::Unplayable(error.told()))?,
        })
    }
}

/// A threshold that a player can reach.
fn reachable(found: u32) -> Result<u8, OptionError> {
    let max = lines().len();
    let is_reachable = |threshold: &u8| (1..=max).contains(&usize::from(*threshold));
    u8::try_from(found)
        .ok()
        .filter(is_reachable)
        .ok_or_else(|| OptionError::Unplayable(texts::tesseract::threshold(THRESHOLD, found, max)))
}

/// An icon for free tiles, and one for each player; there may be more icons than players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Icons(Vec<String>);

/// Why texts cannot be icons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotIcons {
    /// There are too few or too many.
    Count {
        /// How many there are.
        found: usize,
        /// The minimum.
        min: usize,
    },
    /// A text cannot be read back, or is invisible.
    Text {
        /// Which one, from 0 for free tiles.
        number: usize,
        /// Its beginning.
        found: String,
    },
    /// Two icons are the same.
    Twice {
        /// The second of them, from 0.
        number: usize,
    },
}

impl NotIcons {
    /// What is wrong with them.
    fn told(&self) -> Text {
        match self {
            Self::Count { found, min: MAX_ICONS } => {
                texts::tesseract::icon_count_exactly(ICONS, found, MAX_ICONS)
            }
            Self::Count { found, min } => {
                texts::tesseract::icon_count(ICONS, found, min, MAX_ICONS)
            }
            Self::Text { number, found } => {
                texts::tesseract::icon_text(number, format!("{found:?}"), MAX_ICON)
            }
            Self::Twice { number } => texts::tesseract::icon_twice(number),
        }
    }
}

impl Icons {
    /// These icons, or the default ones, for this many players.
    pub(super) fn new(texts: Option<Vec<String>>, players: Players) -> Result<Self, NotIcons> {
        let min = usize::from(players.count()) + 1;
        let texts = texts.unwrap_or_else(|| {
            let icons = DEFAULT_ICONS.into_iter().take(min.max(USUAL_ICONS));
            icons.map(str::to_owned).collect()
        });
        if !(min..=MAX_ICONS).contains(&texts.len()) {
            return Err(NotIcons::Count { found: texts.len(), min });
        }
        for (number, text) in texts.iter().enumerate() {
            if !is_icon(text) {
                let found = text.chars().take(2 * MAX_ICON).collect();
                return Err(NotIcons::Text { number, found });
            }
            if texts.iter().take(number).any(|before| before == text) {
                return Err(NotIcons::Twice { number });
            }
        }
        Ok(Self(texts))
    }

    /// All of them; the first is the one of free tiles.
    pub(super) fn all(&self) -> &[String] {
        &self.0
    }

    /// The one of a player.
    #[expect(clippy::expect_used, reason = "the constructor counts them")]
    pub(super) fn of(&self, player: Player) -> &str {
        self.0.get(usize::from(player.number())).expect("every player has an icon")
    }
}

fn is_icon(text: &str) -> bool {
    let is_plain = |c: char| is_visible(c) && !c.is_whitespace() && !['"', '\\'].contains(&c);
    (1..=MAX_ICON).contains(&text.chars().count()) && text.chars().all(is_plain)
}
