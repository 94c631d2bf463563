//! An answer as it is compared with what readings answer.

use super::frequencies::Frequencies;
use super::kind::Kind;
use super::solution::{Choice, Solution};
use super::solved::SolvedTask;
use super::submission::Submission;

/// An answer as it is compared with readings: read, or if it cannot be read, as text.
pub(super) struct Given<'a, K: Kind> {
    pub(super) solved: &'a SolvedTask<K>,
    pub(super) texts: Vec<&'a str>,
    /// The items, if all of them can be read.
    pub(super) items: Option<Vec<K::Item>>,
    /// Which items are right.
    pub(super) marks: Vec<bool>,
    /// Which questions are answered rightly.
    pub(super) is_right: Vec<bool>,
}

impl<'a, K: Kind> Given<'a, K> {
    pub(super) fn new(solved: &'a SolvedTask<K>, submission: &'a Submission) -> Self {
        let texts: Vec<&str> = submission.items().collect();
        let items = solved.read(submission).ok();
        let marks: Vec<bool> = items.iter().flat_map(|items| solved.each_mark(items)).collect();
        let is_right = if items.is_some() {
            let questions = marks.chunks(K::Solution::ITEMS);
            questions.map(|marks| marks.iter().all(|&is_right| is_right)).collect()
        } else {
            let questions = solved.solutions.iter().zip(texts.chunks(K::Solution::ITEMS));
            questions.map(|(solution, texts)| is_written(solution, texts)).collect()
        };
        Self { solved, texts, items, marks, is_right }
    }

    /// Whether there is as much of it as the task wants.
    pub(super) fn is_whole(&self) -> bool {
        self.texts.len() == self.solved.solutions.len() * K::Solution::ITEMS
    }

    /// Whether it answers a question as a reading does.
    pub(super) fn agrees(&self, question: usize, read: &K::Solution) -> bool {
        let range = question * K::Solution::ITEMS..(question + 1) * K::Solution::ITEMS;
        match &self.items {
            Some(items) => {
                items.get(range).is_some_and(|items| read.marks(items).all(|is_right| is_right))
            }
            None => self.texts.get(range).is_some_and(|texts| is_written(read, texts)),
        }
    }

    /// How unlikely the wrong items of a question are, in bits.
    pub(super) fn bits(&self, question: usize, frequencies: &Frequencies) -> f64 {
        let range = question * K::Solution::ITEMS..(question + 1) * K::Solution::ITEMS;
        let texts = self.texts.get(range.clone()).unwrap_or_default();
        // Without marks the answer cannot be read, and no item is known to be right.
        let marks = self.marks.get(range).unwrap_or_default();
        let is_right = |place: usize| marks.get(place).is_some_and(|&is_right| is_right);
        let wrong = texts.iter().enumerate().filter(|&(place, _)| !is_right(place));
        wrong.map(|(_, text)| frequencies.bits(text)).sum()
    }
}

/// Whether these are the texts of a solution's items. Letters' case does not count.
fn is_written<S: Solution>(solution: &S, texts: &[&str]) -> bool {
    Choice::ALL.into_iter().any(|choice| {
        let items = solution.items(choice);
        let mut pairs = items.iter().zip(texts);
        items.len() == texts.len()
            && pairs.all(|(item, text)| item.to_string().eq_ignore_ascii_case(text))
    })
}
