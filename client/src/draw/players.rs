//! How a game's players are called and coloured.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::text::{FIRST, SECOND, one_line};
use crate::api::{GameKind, GameState};

/// A player's colour. A terminal has few that are legible on light and dark: the last players' are those of the first, not bold.
pub(super) fn style(player: u8) -> Style {
    match player {
        1 => FIRST,
        2 => SECOND,
        3 => AnsiColor::Magenta.on_default().bold(),
        4 => AnsiColor::Green.on_default().bold(),
        5 => AnsiColor::Red.on_default().bold(),
        6 => AnsiColor::Blue.on_default().bold(),
        7 => AnsiColor::Yellow.on_default(),
        _ => AnsiColor::Cyan.on_default(),
    }
}

/// How many columns of a terminal a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.width()
}

/// What a player is called: `x` and `o`, `odd` and `even`, or the icon.
#[must_use]
pub fn player(state: &GameState, player: u8) -> String {
    match (state.game, player) {
        (GameKind::Gomoku | GameKind::FourInARow, 1) => "x".to_owned(),
        (GameKind::Gomoku | GameKind::FourInARow, _) => "o".to_owned(),
        (GameKind::Numerical, 1) => "odd".to_owned(),
        (GameKind::Numerical, _) => "even".to_owned(),
        (GameKind::Tesseract, _) => Icons::of_game(state).of(player).to_owned(),
    }
}

/// How a tesseract's tiles are drawn: free ones, then each player's.
pub(super) struct Icons(Vec<String>);

impl Default for Icons {
    fn default() -> Self {
        Self(["·", "X", "O", "Y", "Z"].map(str::to_owned).into())
    }
}

impl Icons {
    /// The icons of a game, where it has some.
    pub(super) fn of_game(state: &GameState) -> Self {
        match &state.icons {
            Some(icons) => Self(icons.iter().map(|icon| one_line(icon)).collect()),
            None => Self::default(),
        }
    }

    /// A player's icon; 0 is nobody.
    pub(super) fn of(&self, player: u8) -> &str {
        self.0.get(usize::from(player)).map_or("?", String::as_str)
    }

    /// The columns of the widest.
    pub(super) fn width(&self) -> usize {
        self.0.iter().map(|icon| columns(icon)).max().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::state::sample::state;

    #[test]
    fn players_are_called_by_their_pieces() {
        let names = |fields| {
            let state = state(fields);
            [1, 2].map(|number| player(&state, number))
        };
        assert_eq!(names(json!({})), ["x", "o"]);
        assert_eq!(names(json!({"game": "numerical"})), ["odd", "even"]);
        assert_eq!(names(json!({"game": "tesseract"})), ["X", "O"]);
        let icons = json!({"game": "tesseract", "icons": [".", "\u{1b}[2J", "🐱"]});
        assert_eq!(names(icons), [" [2J", "🐱"]);
        assert_eq!(names(json!({"game": "tesseract", "icons": ["."]})), ["?", "?"]);
    }

    #[test]
    fn icons_may_be_two_columns_wide() {
        let state = state(json!({"game": "tesseract", "icons": [".", "a", "🐱"]}));
        assert_eq!(Icons::of_game(&state).width(), 2);
    }
}
