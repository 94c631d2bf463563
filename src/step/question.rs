//! What a blind guess has to hit.

use std::fmt::Display;

/// One question of a task, as somebody sees it who answers without looking: every answer to it that would be accepted,
/// in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question(Vec<String>);

impl Question {
    /// A question with one right answer, which is one item.
    pub fn with_one_answer(item: impl Display) -> Self {
        Self(vec![item.to_string()])
    }

    /// A question with several right answers, one item each.
    pub fn with_any_of<T: Display>(items: impl IntoIterator<Item = T>) -> Self {
        Self(items.into_iter().map(|item| item.to_string()).collect())
    }

    /// A question whose one right answer is several items that hang together.
    pub fn with_all_of<T: Display>(items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
        Self(vec![items.join(",")])
    }

    /// The answers that would be accepted.
    #[must_use]
    pub fn answers(&self) -> &[String] {
        &self.0
    }
}
