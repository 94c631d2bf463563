//! The icons of the players on a tesseract, as in the essay "Naughts and crosses on a tesseract".

use thiserror::Error;

use crate::board::lattice::tesseract::{Player, Players};
use crate::board::text::is_visible;

/// The most characters of an icon.
const LONGEST: usize = 8;

/// The icons of the essay: a free tile, and four players.
const DEFAULT: [&str; 5] = ["·", "X", "O", "Y", "Z"];

/// An icon for free tiles, and one for each player; there may be more icons than players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Icons(Vec<String>);

/// Why texts cannot be icons.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum NotIcons {
    /// There are too few or too many.
    #[error(
        "`icons` has {found} texts; expected {least} to {most}: one for free tiles and one for each player",
        most = DEFAULT.len()
    )]
    Count {
        /// How many there are.
        found: usize,
        /// The fewest.
        least: usize,
    },
    /// A text cannot be read back, or is not seen.
    #[error(
        "icon {number} is {found:?}; expected 1 to {LONGEST} visible characters without quotation marks and backslashes"
    )]
    Text {
        /// Which one, from 0 for free tiles.
        number: usize,
        /// Its beginning.
        found: String,
    },
    /// Two icons are the same.
    #[error("icon {number} is given twice; expected all to be different")]
    Twice {
        /// The second of them, from 0.
        number: usize,
    },
}

impl Icons {
    /// These icons, or the default ones, for this many players.
    pub(super) fn new(texts: Option<Vec<String>>, players: Players) -> Result<Self, NotIcons> {
        let texts = texts.unwrap_or_else(|| DEFAULT.map(str::to_owned).to_vec());
        let least = usize::from(players.count()) + 1;
        if !(least..=DEFAULT.len()).contains(&texts.len()) {
            return Err(NotIcons::Count { found: texts.len(), least });
        }
        for (number, text) in texts.iter().enumerate() {
            if !is_icon(text) {
                let found = text.chars().take(2 * LONGEST).collect();
                return Err(NotIcons::Text { number, found });
            }
            if texts.iter().take(number).any(|before| before == text) {
                return Err(NotIcons::Twice { number });
            }
        }
        Ok(Self(texts))
    }

    /// All of them; the first is that of free tiles.
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
    (1..=LONGEST).contains(&text.chars().count()) && text.chars().all(is_plain)
}
