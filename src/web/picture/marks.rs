//! What is marked on a board besides what lies there.

/// The place of the last move, and the complete lines.
#[derive(Clone, Debug)]
pub(super) struct Marks<Place> {
    /// Where somebody moved last, if anybody has moved.
    pub(super) last: Option<Place>,
    /// The complete lines, each from one end to the other.
    pub(super) lines: Vec<Vec<Place>>,
}

impl<Place: PartialEq> Marks<Place> {
    /// Whether a complete line goes through a place.
    pub(super) fn are_complete_at(&self, place: &Place) -> bool {
        self.lines.iter().any(|line| line.contains(place))
    }
}
