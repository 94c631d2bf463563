//! What is right for one question of a task.

use std::fmt::Display;

/// The right answers to one question: one, or several that are all right.
pub trait Solution: Send + Sync + 'static {
    /// One item of an answer.
    type Item: Clone + Display;

    /// How many items answer one question.
    const ITEMS: usize = 1;

    /// Which of the items that answer the question are right, in their order; there are [`Solution::ITEMS`] of them.
    fn marks(&self, given: &[Self::Item]) -> impl Iterator<Item = bool>;

    /// Items that answer the question. Where several answers are right, `Choice` says which one is taken.
    fn items(&self, choice: Choice) -> Vec<Self::Item>;

    /// Whether several answers are right, so that it matters which one a [`Choice`] takes.
    fn leaves_choice(&self) -> bool {
        true
    }

    /// What a blind guess has to hit.
    fn question(&self) -> Question {
        Question::with_all_of(self.items(Choice::First))
    }
}

/// Which of several right answers a program takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first one in the order of the board.
    First,
    /// The last one.
    Last,
}

impl Choice {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::First, Self::Last];
}

/// The one right item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct One<T>(pub T);

impl<T: Clone + Display + PartialEq + Send + Sync + 'static> Solution for One<T> {
    type Item = T;

    fn marks(&self, given: &[T]) -> impl Iterator<Item = bool> {
        given.iter().map(|item| *item == self.0)
    }

    fn items(&self, _: Choice) -> Vec<T> {
        vec![self.0.clone()]
    }

    fn leaves_choice(&self) -> bool {
        false
    }
}

/// Several items, each of which is right by itself, in the order of the board. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyOf<T>(pub Vec<T>);

impl<T: Clone + Display + PartialEq + Send + Sync + 'static> Solution for AnyOf<T> {
    type Item = T;

    fn marks(&self, given: &[T]) -> impl Iterator<Item = bool> {
        given.iter().map(|item| self.0.contains(item))
    }

    fn items(&self, choice: Choice) -> Vec<T> {
        let item = match choice {
            Choice::First => self.0.first(),
            Choice::Last => self.0.last(),
        };
        item.into_iter().cloned().collect()
    }

    fn leaves_choice(&self) -> bool {
        self.0.len() > 1
    }

    fn question(&self) -> Question {
        Question::with_any_of(&self.0)
    }
}

/// One question of a task, as a blind guesser sees it: every answer that would be accepted,
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

    /// A question whose one right answer is several items that depend on each other.
    pub fn with_all_of<T: Display>(items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
        Self(vec![items.join(",")])
    }

    /// The answers that would be accepted.
    pub fn answers(&self) -> &[String] {
        &self.0
    }
}
