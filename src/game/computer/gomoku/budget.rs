//! How far a search may go: a number of positions, which is the same on every machine.

/// The positions that a search may still visit.
#[derive(Debug)]
pub(super) struct Budget(u32);

impl Budget {
    pub(super) const fn of(positions: u32) -> Budget {
        Budget(positions)
    }

    /// Pays for one position; `None` when nothing is left.
    pub(super) fn spend(&mut self) -> Option<()> {
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.0 == 0
    }

    /// Gives a part of at most so many positions away, to a search inside this one.
    pub(super) fn part(&mut self, most: u32) -> Budget {
        let part = self.0.min(most);
        self.0 -= part;
        Budget(part)
    }

    /// Takes back what a part has left.
    pub(super) fn take_back(&mut self, Budget(left): Budget) {
        self.0 += left;
    }
}
