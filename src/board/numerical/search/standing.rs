//! How a game will end for one of the players.

/// How the game ends with best play for the player to move; the better, the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    Lost,
    Drawn,
    Won,
}

impl Standing {
    /// The next worse one, if there is one.
    pub(super) const fn next_worse(self) -> Option<Standing> {
        match self {
            Standing::Lost => None,
            Standing::Drawn => Some(Standing::Lost),
            Standing::Won => Some(Standing::Drawn),
        }
    }

    /// The same, seen by the opponent.
    pub(super) const fn reversed(self) -> Standing {
        match self {
            Standing::Lost => Standing::Won,
            Standing::Drawn => Standing::Drawn,
            Standing::Won => Standing::Lost,
        }
    }
}

/// The standings between two ends: those that are still possible, or those that a search tells
/// apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) least: Standing,
    pub(super) greatest: Standing,
}

impl Bounds {
    /// Every standing.
    pub(super) const ALL: Bounds = Bounds { least: Standing::Lost, greatest: Standing::Won };

    /// The standing, if there is only one, or one that is as good as all of these to a search that
    /// tells apart no others than those of the window.
    pub(super) fn decided(self, window: Bounds) -> Option<Standing> {
        if self.least >= window.greatest {
            Some(self.least)
        } else if self.greatest <= window.least || self.least == self.greatest {
            Some(self.greatest)
        } else {
            None
        }
    }

    /// The standings that are between both pairs of ends.
    pub(super) fn intersection(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.max(other.least), greatest: self.greatest.min(other.greatest) }
    }

    /// What is possible after a search of this window came to `found`: at an end of the window, that
    /// end or what lies beyond it.
    pub(super) fn narrowed(self, window: Bounds, found: Standing) -> Bounds {
        if found == window.least {
            Bounds { greatest: found, ..self }
        } else if found == window.greatest {
            Bounds { least: found, ..self }
        } else {
            Bounds { least: found, greatest: found }
        }
    }

    /// The window for the opponent's answers, when the player has `best` already.
    pub(super) const fn for_answers(self, best: Standing) -> Bounds {
        Bounds { least: self.greatest.reversed(), greatest: best.reversed() }
    }
}
