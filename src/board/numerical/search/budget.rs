//! How many positions a search may look at.

use std::convert::Infallible;

/// Pays for the positions of a search.
pub(super) trait Budget {
    /// Says that nothing is left; it cannot be said of an unlimited budget.
    type Spent;

    /// Pays for one position.
    fn spend(&mut self) -> Result<(), Self::Spent>;
}

/// As many as there are.
pub(super) struct Unlimited;

impl Budget for Unlimited {
    type Spent = Infallible;

    fn spend(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// A budget is spent.
#[derive(Debug)]
pub(super) struct Spent;

/// So many.
impl Budget for u32 {
    type Spent = Spent;

    fn spend(&mut self) -> Result<(), Spent> {
        *self = self.checked_sub(1).ok_or(Spent)?;
        Ok(())
    }
}
