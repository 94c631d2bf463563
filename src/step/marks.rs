//! Which items of an answer are right.

/// The result of comparing an answer with what is right, item by item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// How many items are right.
    pub right: usize,
    /// How many items there are.
    pub total: usize,
    /// The position of the first wrong item, from 1.
    pub first_wrong: Option<usize>,
}

impl Marks {
    /// Compares two answers item by item; an item that only one of them has is wrong.
    pub fn of_equal_items<T: PartialEq>(expected: &[T], given: &[T]) -> Self {
        let mut marks: Self = expected.iter().zip(given).map(|(a, b)| a == b).collect();
        let shared = marks.total;
        marks.total = expected.len().max(given.len());
        if marks.total > shared {
            marks.first_wrong = marks.first_wrong.or(Some(shared + 1));
        }
        marks
    }

    /// Whether every item is right.
    #[must_use]
    pub fn all_right(&self) -> bool {
        self.right == self.total
    }
}

/// Collects, for each item in order, whether it is right.
impl FromIterator<bool> for Marks {
    fn from_iter<I: IntoIterator<Item = bool>>(items: I) -> Self {
        let mut marks = Self { right: 0, total: 0, first_wrong: None };
        for right in items {
            marks.total += 1;
            if right {
                marks.right += 1;
            } else {
                marks.first_wrong = marks.first_wrong.or(Some(marks.total));
            }
        }
        marks
    }
}

/// How much a reply to a wrong answer may tell, lest items be found by trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// How many items are right, and where the first wrong one stands.
    Located,
    /// How many items are right.
    Counted,
    /// Nothing.
    Silent,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_right_when_every_item_is() {
        assert!(Marks::of_equal_items(&[1, 2, 3], &[1, 2, 3]).all_right());
        let marks = Marks::of_equal_items(&[1, 2, 3, 4], &[1, 0, 3, 0]);
        assert_eq!(marks, Marks { right: 2, total: 4, first_wrong: Some(2) });
    }

    #[test]
    fn an_item_without_a_partner_is_wrong() {
        let marks = Marks { right: 2, total: 3, first_wrong: Some(3) };
        assert_eq!(Marks::of_equal_items(&[1, 2, 3], &[1, 2]), marks);
        assert_eq!(Marks::of_equal_items(&[1, 2], &[1, 2, 3]), marks);
    }
}
