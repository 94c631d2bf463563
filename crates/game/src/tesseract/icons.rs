//! The icons of a free tile and of the players.

use super::ICONS;
use crate::texts;
use crate::typed_game::Text;
use gradus_board::lattice::tesseract::{Player, Players};
use gradus_board::text::is_visible;

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

/// An icon for free tiles, and one for each player; there may be more icons than players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Icons(Vec<String>);

impl Icons {
    /// These icons, or the default ones, for this many players; or what is wrong with them.
    pub(super) fn new(icons: Option<Vec<String>>, players: Players) -> Result<Self, Text> {
        let min = usize::from(players.count()) + 1;
        let icons = icons.unwrap_or_else(|| {
            let icons = DEFAULT_ICONS.into_iter().take(min.max(USUAL_ICONS));
            icons.map(str::to_owned).collect()
        });
        let found = icons.len();
        if !(min..=MAX_ICONS).contains(&found) {
            return Err(match min {
                MAX_ICONS => texts::tesseract::icon_count_exactly(ICONS, found, MAX_ICONS),
                _ => texts::tesseract::icon_count(ICONS, found, min, MAX_ICONS),
            });
        }
        for (number, icon) in icons.iter().enumerate() {
            if !is_icon(icon) {
                let found: String = icon.chars().take(2 * MAX_ICON).collect();
                return Err(texts::tesseract::icon_text(number, format!("{found:?}"), MAX_ICON));
            }
            if icons.iter().take(number).any(|before| before == icon) {
                return Err(texts::tesseract::icon_twice(number));
            }
        }
        Ok(Self(icons))
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
