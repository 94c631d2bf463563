//! An answer as it is compared with what readings answer.

use std::fmt::{self, Display, Write as _};
use std::mem;

use super::answer::Answer;
use super::kind::Kind;
use super::solution::{Choice, Solution};
use super::solved::{Frequencies, SolvedTask};

/// An answer as it is compared with readings, question by question.
pub(super) struct Given<'a, K: Kind> {
    pub(super) solved: &'a SolvedTask<K>,
    /// Which questions are answered rightly.
    pub(super) is_right: Vec<bool>,
    /// Whether the wrong answers are those to the last questions, and are the same.
    pub(super) stops_early: bool,
    pub(super) texts: Vec<&'a str>,
    /// What answers each question; nothing unless there is as much of it as the task wants.
    answers: Vec<QuestionAnswer<K::Item>>,
    /// Which items are right, as far as they can be read.
    marks: Vec<bool>,
    order: FreeOrder,
}

/// What answers one question.
enum QuestionAnswer<T> {
    /// Items that can be read.
    Read(Vec<T>),
    /// As [`FreeOrder::written`] gives it, if some item cannot be read.
    Written { texts: Vec<String>, letters: Letters },
}

impl<T> QuestionAnswer<T> {
    fn written(texts: Vec<String>) -> Self {
        Self::Written { letters: Letters::of(&texts), texts }
    }
}

/// How many letters and digits some items have, and the sum of these. In another order they have the same, whatever the letters' case.
#[derive(Default, PartialEq, Eq)]
struct Letters {
    count: usize,
    sum: u64,
}

impl Letters {
    fn of<T: Display>(items: &[T]) -> Self {
        let mut letters = Self::default();
        for item in items {
            // Nothing fails here: see below.
            if write!(letters, "{item}").is_err() {
                return Self::default();
            }
        }
        letters
    }
}

impl fmt::Write for Letters {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes().filter(u8::is_ascii_graphic) {
            self.count += 1;
            self.sum += u64::from(byte.to_ascii_lowercase());
        }
        Ok(())
    }
}

impl<'a, K: Kind> Given<'a, K> {
    pub(super) fn new(solved: &'a SolvedTask<K>, answer: &'a Answer) -> Self {
        let texts: Vec<&str> = answer.items().collect();
        let is_whole = texts.len() == solved.solutions.len() * K::Solution::ITEMS;
        let read = |(place, text): (usize, &&str)| K::read_item(&solved.task, place, text).ok();
        let items: Vec<Option<K::Item>> =
            texts.iter().enumerate().take_while(|_| is_whole).map(read).collect();
        let can_be_read = items.iter().all(Option::is_some);
        let order = if can_be_read { FreeOrder::default() } else { FreeOrder::of(solved) };
        let answer = |(items, texts): (&[Option<K::Item>], &[&str])| {
            let read: Option<Vec<K::Item>> = items.iter().cloned().collect();
            read.map_or_else(
                || QuestionAnswer::written(order.written(items, texts)),
                QuestionAnswer::Read,
            )
        };
        let questions = items.chunks(K::Solution::ITEMS).zip(texts.chunks(K::Solution::ITEMS));
        let answers: Vec<QuestionAnswer<K::Item>> = questions.map(answer).collect();
        let mut marks = Vec::with_capacity(items.len());
        for (solution, answer) in solved.solutions.iter().zip(&answers) {
            match answer {
                QuestionAnswer::Read(items) => marks.extend(solution.marks(items)),
                // No item is known to be right.
                QuestionAnswer::Written { texts, .. } => marks.extend(texts.iter().map(|_| false)),
            }
        }
        let (is_right, stops_early) = (Vec::new(), false);
        let mut given = Self { solved, is_right, stops_early, texts, answers, marks, order };
        let questions = solved.solutions.iter().enumerate();
        given.is_right =
            questions.map(|(question, solution)| given.agrees(question, solution)).collect();
        given.stops_early = given.is_one_item_from_some_question_on();
        given
    }

    /// Whether there is as much of it as the task wants.
    pub(super) fn is_whole(&self) -> bool {
        self.texts.len() == self.solved.solutions.len() * K::Solution::ITEMS
    }

    /// The first item, from 0, that names a place that is not free.
    pub(super) fn first_taken(&self) -> Option<usize> {
        let task = &self.solved.task;
        let mut items = self.texts.iter().enumerate().filter(|_| self.is_whole());
        let taken = items.find(|&(place, text)| {
            K::read_item(task, place, text).is_ok_and(|item| !K::is_free(task, place, &item))
        });
        taken.map(|(place, _)| place)
    }

    fn is_one_item_from_some_question_on(&self) -> bool {
        let Some(first_wrong) = self.is_right.iter().position(|is_right| !is_right) else {
            return false;
        };
        let (_, rest) = self.is_right.split_at(first_wrong);
        let texts = self.texts.get(first_wrong * K::Solution::ITEMS..).unwrap_or_default();
        let are_same = texts.windows(2).all(|two| two.first() == two.last());
        // Two wrong ones are the last two often enough.
        rest.len() > 2 && !rest.contains(&true) && are_same
    }

    /// Whether it answers a question as a reading does.
    pub(super) fn agrees(&self, question: usize, read: &K::Solution) -> bool {
        self.answers.get(question).is_some_and(|answer| match answer {
            QuestionAnswer::Read(items) => read.marks(items).all(|is_right| is_right),
            QuestionAnswer::Written { texts, letters } => choices(read).iter().any(|&choice| {
                let items = read.items(choice);
                // Nearly always that is enough to see that they are others.
                Letters::of(&items) == *letters
                    && self.order.sorted(items.iter().map(ToString::to_string)) == *texts
            }),
        })
    }

    /// How unlikely the wrong items of a question are, in bits.
    pub(super) fn bits(&self, question: usize, frequencies: &Frequencies) -> f64 {
        let range = question * K::Solution::ITEMS..(question + 1) * K::Solution::ITEMS;
        let texts = self.texts.get(range.clone()).unwrap_or_default();
        let marks = self.marks.get(range).unwrap_or_default();
        let is_right = |place: usize| marks.get(place).is_some_and(|&is_right| is_right);
        let wrong = texts.iter().enumerate().filter(|&(place, _)| !is_right(place));
        wrong.map(|(_, text)| frequencies.bits(text)).sum()
    }
}

/// What a program may take that answers a question so.
fn choices<S: Solution>(read: &S) -> &'static [Choice] {
    if read.leaves_choice() { &Choice::ALL } else { &[Choice::First] }
}

/// What may come in any order in an answer. A kind does not say it; its judge does, where a right answer in another order is right.
#[derive(Clone, Copy, Default)]
struct FreeOrder {
    /// The words of an item, behind its head: `3: 17 33`.
    words: bool,
    /// The items of a question.
    items: bool,
}

impl FreeOrder {
    fn of<K: Kind>(solved: &SolvedTask<K>) -> Self {
        Self {
            words: is_accepted(solved, |items| items.iter_mut().for_each(swap_last_words)),
            items: is_accepted(solved, |items| items.rotate_left(1)),
        }
    }

    /// Items that cannot all be read, each in its canonical form if it can, so that those in another order are the same.
    fn written<T: ToString>(self, items: &[Option<T>], texts: &[&str]) -> Vec<String> {
        let items = items.iter().zip(texts);
        self.sorted(items.map(|(item, text)| {
            item.as_ref().map_or_else(|| (*text).to_owned(), ToString::to_string)
        }))
    }

    /// Items with what may be in any order sorted. Letters' case does not count.
    fn sorted(self, items: impl Iterator<Item = String>) -> Vec<String> {
        let item = |text: String| {
            let text = text.to_ascii_lowercase();
            let words = text.split_inclusive(':').flat_map(str::split_whitespace);
            let mut words: Vec<&str> = words.collect();
            if self.words {
                words.sort_unstable();
            }
            words.join(" ")
        };
        let mut items: Vec<String> = items.map(item).collect();
        if self.items {
            items.sort_unstable();
        }
        items
    }
}

/// Whether all right answers that are another text after a change of the items of a question are still right; there is at least one.
fn is_accepted<K: Kind>(solved: &SolvedTask<K>, change: impl Fn(&mut Vec<String>)) -> bool {
    let mut is_changed = false;
    let is_right = solved.solutions.iter().enumerate().all(|(question, solution)| {
        let right: Vec<String> =
            solution.items(Choice::First).iter().map(ToString::to_string).collect();
        let mut changed = right.clone();
        change(&mut changed);
        if changed == right {
            return true;
        }
        is_changed = true;
        let places = question * K::Solution::ITEMS..;
        let read = |(place, text): (usize, &String)| K::read_item(&solved.task, place, text).ok();
        let items: Option<Vec<K::Item>> = places.zip(&changed).map(read).collect();
        items.is_some_and(|items| solution.marks(&items).all(|is_right| is_right))
    });
    is_right && is_changed
}

/// Swaps the last two words of an item, which has no head or more words than that.
fn swap_last_words(item: &mut String) {
    let mut words: Vec<&str> = item.split_whitespace().collect();
    if let [.., one, last] = words.as_mut_slice()
        && !one.ends_with(':')
    {
        mem::swap(one, last);
    }
    *item = words.join(" ");
}
