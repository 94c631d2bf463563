//! Making tasks on which every misconception fails.

use rand::rngs::ChaCha8Rng;

use super::kind::Kind;
use super::reading::Readings;
use super::solution::{Choice, Solution};

/// Knows the single misconceptions of a kind, and on which boards they fail.
pub struct Steering<K: Kind> {
    readings: Vec<K::Reading>,
    /// Which of them a task need not show.
    is_seldom: Vec<bool>,
}

impl<K: Kind> Steering<K> {
    pub(super) fn new(readings: &Readings<K::Reading>) -> Self {
        let indices = 0..readings.alternatives().len();
        let is_seldom = readings.alternatives().iter().map(|known| known.is_seldom).collect();
        Self { readings: indices.filter_map(|index| readings.with(&[index])).collect(), is_seldom }
    }

    /// The readings with one wrong alternative, in the order of the kind's aspects.
    pub fn misreadings(&self) -> &[K::Reading] {
        &self.readings
    }

    /// Which of the [misreadings](Steering::misreadings) a task need not show.
    pub fn is_seldom(&self) -> &[bool] {
        &self.is_seldom
    }

    /// The misreadings that every task must show.
    fn needed(&self) -> impl Iterator<Item = (usize, &K::Reading)> {
        let numbered = self.readings.iter().enumerate().zip(&self.is_seldom);
        numbered.filter(|&(_, &is_seldom)| !is_seldom).map(|(numbered, _)| numbered)
    }

    /// The misconceptions of which some answer is accepted on a task that must show them, by their places in the list.
    pub(super) fn passing(&self, task: &K::Task, solutions: &[K::Solution]) -> Vec<usize> {
        let passing =
            self.needed().filter(|&(_, reading)| !is_rejected::<K>(task, solutions, reading));
        passing.map(|(index, _)| index).collect()
    }

    /// The misconceptions that a task need not show and that give fewer than three wrong items on this one, where each answers as given
    /// here: several others may give these too, and then no cause can be named.
    pub(super) fn unshown(
        &self,
        solutions: &[K::Solution],
        misread: &[Vec<K::Solution>],
    ) -> Vec<usize> {
        let seldom = misread.iter().enumerate().zip(&self.is_seldom);
        let seldom = seldom.filter(|&(_, &is_seldom)| is_seldom).map(|(numbered, _)| numbered);
        let wrong = |misread: &[K::Solution], choice| {
            let is_wrong = |(right, read): &(&K::Solution, &K::Solution)| {
                !right.marks(&read.items(choice)).all(|is_right| is_right)
            };
            solutions.iter().zip(misread).filter(is_wrong).count()
        };
        let unshown = seldom.filter(|(_, misread)| {
            Choice::ALL.into_iter().any(|choice| wrong(misread, choice) < 3)
        });
        unshown.map(|(index, _)| index).collect()
    }

    /// The first boards, each with the misconceptions that fail on it, and on how many boards each misconception fails.
    fn first<T>(
        &self,
        drawn: impl Iterator<Item = T>,
        instantiate: impl Fn(&T) -> K::Task,
    ) -> (Vec<(T, Vec<bool>)>, Vec<u32>) {
        let mut times = vec![0; self.needed().count()];
        let chosen = drawn.map(|drawn| {
            let task = instantiate(&drawn);
            let solutions = K::reference(&task);
            let rejected = |(_, reading)| is_rejected::<K>(&task, &solutions, reading);
            let failing: Vec<bool> = self.needed().map(rejected).collect();
            add(&mut times, &failing);
            (drawn, failing)
        });
        (chosen.collect(), times)
    }

    /// Puts a board in the place of one that was chosen before, the one that is needed least, if that helps; says whether it did.
    /// Each misconception fails on so many `times` of the chosen ones.
    ///
    /// A misconception that fails on more than enough does not say which board is the better one. It is asked only when the board is
    /// taken, and few are.
    fn offer<'a, T: 'a>(
        &self,
        times: &mut [u32],
        places: impl IntoIterator<Item = &'a mut (T, Vec<bool>)>,
        drawn: T,
        task: &K::Task,
    ) -> bool {
        let solutions = K::reference(task);
        let rejected = |reading: &K::Reading| is_rejected::<K>(task, &solutions, reading);
        let is_decisive: Vec<bool> =
            times.iter().map(|&times| times <= K::WRONG_QUESTIONS).collect();
        let decisive = self.needed().zip(&is_decisive);
        let mut failing: Vec<bool> =
            decisive.map(|((_, reading), &is_decisive)| is_decisive && rejected(reading)).collect();
        let gains = places.into_iter().map(|place| (gain::<K>(times, &place.1, &failing), place));
        let best = gains.max_by_key(|&(gain, _)| gain);
        let Some((_, place)) = best.filter(|&(gain, _)| gain > 0) else { return false };
        for (((_, reading), failing), is_decisive) in
            self.needed().zip(&mut failing).zip(is_decisive)
        {
            *failing = if is_decisive { *failing } else { rejected(reading) };
        }
        remove(times, &place.1);
        add(times, &failing);
        *place = (drawn, failing);
        true
    }

    /// Draws `count` boards, or whatever the questions of the task are about, on which the misconceptions fail, each on
    /// [`Kind::WRONG_QUESTIONS`] if that can be had.
    ///
    /// After the first `count`, up to `spare` more are drawn. One that helps replaces the one that is needed least. `instantiate` makes a
    /// task of one board.
    pub fn cover<T>(
        &self,
        rng: &mut ChaCha8Rng,
        count: usize,
        spare: usize,
        mut draw: impl FnMut(&mut ChaCha8Rng) -> T,
        instantiate: impl Fn(&T) -> K::Task,
    ) -> Vec<T> {
        let first = (0..count).map(|_| draw(rng));
        let (mut chosen, mut times) = self.first(first, &instantiate);
        for _ in 0..spare {
            if is_enough::<K>(&times) {
                break;
            }
            let drawn = draw(rng);
            let task = instantiate(&drawn);
            self.offer(&mut times, &mut chosen, drawn, &task);
        }
        chosen.into_iter().map(|(drawn, _)| drawn).collect()
    }

    /// The same with a sort of board for each place, so that a task has so many of each: a board replaces only the one at its own
    /// place. Each place has up to `rounds` more boards.
    pub fn cover_each<S, T>(
        &self,
        rng: &mut ChaCha8Rng,
        sorts: &[S],
        rounds: usize,
        mut draw: impl FnMut(&mut ChaCha8Rng, &S) -> T,
        instantiate: impl Fn(&T) -> K::Task,
    ) -> Vec<T> {
        let first = sorts.iter().map(|sort| draw(rng, sort));
        let (mut chosen, mut times) = self.first(first, &instantiate);
        for _ in 0..rounds {
            let mut is_changed = false;
            for (sort, place) in sorts.iter().zip(&mut chosen) {
                if is_enough::<K>(&times) {
                    break;
                }
                let drawn = draw(rng, sort);
                let task = instantiate(&drawn);
                is_changed |= self.offer(&mut times, [place], drawn, &task);
            }
            // Where the sorts do not allow more, more boards do not help.
            if !is_changed && times.iter().all(|&times| times + 1 >= K::WRONG_QUESTIONS) {
                break;
            }
        }
        chosen.into_iter().map(|(drawn, _)| drawn).collect()
    }
}

/// Whether each misconception fails on enough boards.
fn is_enough<K: Kind>(times: &[u32]) -> bool {
    times.iter().all(|&times| times >= K::WRONG_QUESTIONS)
}

/// By how much the misconceptions come nearer to failing on enough boards if a board gives way to another one.
fn gain<K: Kind>(times: &[u32], old: &[bool], new: &[bool]) -> i32 {
    let changes = times.iter().zip(new).zip(old);
    changes
        .map(|((&times, &new), &old)| match (new, old) {
            (true, false) if times < K::WRONG_QUESTIONS => 1,
            (false, true) if times <= K::WRONG_QUESTIONS => -1,
            _ => 0,
        })
        .sum()
}

fn add(times: &mut [u32], failing: &[bool]) {
    times.iter_mut().zip(failing).for_each(|(times, &fails)| *times += u32::from(fails));
}

fn remove(times: &mut [u32], failing: &[bool]) {
    times.iter_mut().zip(failing).for_each(|(times, &fails)| *times -= u32::from(fails));
}

/// Whether a reading's answer is rejected, whichever of the answers that it holds for right is given.
fn is_rejected<K: Kind>(task: &K::Task, solutions: &[K::Solution], reading: &K::Reading) -> bool {
    let mut is_wrong = Choice::ALL.map(|_| false);
    for (right, read) in solutions.iter().zip(K::solve(task, reading)) {
        let is_right = |choice| right.marks(&read.items(choice)).all(|is_right| is_right);
        if !read.leaves_choice() {
            if is_right(Choice::First) {
                continue;
            }
            return true;
        }
        for (is_wrong, choice) in is_wrong.iter_mut().zip(Choice::ALL) {
            *is_wrong = *is_wrong || !is_right(choice);
        }
        if is_wrong.iter().all(|&is_wrong| is_wrong) {
            return true;
        }
    }
    false
}
