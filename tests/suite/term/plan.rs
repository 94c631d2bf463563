//! Who answers what and when, from a seeded random source.

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::calendar::{HOUR, last_second, moment};
use super::rules::{SECTIONS, STEPS};

/// How many learners there are.
pub(super) const CLASS: usize = 300;

/// What a learner sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    /// A right answer.
    Right,
    /// A wrong one.
    Wrong,
    /// A right one, so soon after two wrong ones that it is not judged.
    TooSoon,
}

/// One learner's answers to one fresh task, sent at one moment. Learners and steps are named by their places.
pub(super) struct Visit {
    pub(super) learner: usize,
    pub(super) step: usize,
    pub(super) answers: Vec<Sent>,
}

/// All visits by their moments.
pub(super) type Plan = BTreeMap<u64, Vec<Visit>>;

/// How a learner goes about a step.
#[derive(Clone, Copy)]
enum Habit {
    Right,
    WrongThenRight,
    StuckThenRight,
    Late,
    TooLate,
    OnlyWrong,
    RightAndLateAgain,
    Never,
}

/// How many of a hundred have each habit.
const SHARES: [(Habit, u32); 8] = [
    (Habit::Right, 62),
    (Habit::WrongThenRight, 10),
    (Habit::StuckThenRight, 2),
    (Habit::Late, 12),
    (Habit::TooLate, 4),
    (Habit::OnlyWrong, 3),
    (Habit::RightAndLateAgain, 3),
    (Habit::Never, 4),
];

/// The whole term.
pub(super) fn of_term() -> Plan {
    let mut plan = Plan::new();
    let mut random = ChaCha8Rng::seed_from_u64(2027);
    for step in 0..STEPS.len() {
        let monday = 7 * u64::try_from(step).unwrap();
        // Somebody looks for the step a second before it opens.
        let early = 10 * step + 1;
        plan.add(moment(monday, 8 * HOUR) - 1, early, step, &[Sent::Right]);
        for learner in 0..CLASS {
            let habit = habit(&mut random, learner, step);
            plan.add_habit(habit, learner, step, &mut random);
            // In this section the seventh step is opened again.
            let missed = matches!(habit, Habit::Never | Habit::TooLate);
            if missed && step == 6 && SECTIONS[learner % SECTIONS.len()] == "C" {
                plan.add(moment(monday + 23, 18 * HOUR), learner, step, &[Sent::Right]);
            }
        }
    }
    plan
}

/// How a learner goes about a step: a few are bound to, so that what is made for them is used.
fn habit(random: &mut ChaCha8Rng, learner: usize, step: usize) -> Habit {
    let mut place = random.random_range(0..100_u32);
    match (learner, step) {
        // Their dates are others, one's because of another section: it is not too late for them.
        (0, 4) | (7, 2) | (38, 7) => return Habit::TooLate,
        // They are forgotten later.
        (11 | 12, 0) => return Habit::WrongThenRight,
        // By the dates of the section into which they come later, it would not be late.
        (38, 2) => return Habit::Late,
        _ => {}
    }
    for (habit, share) in SHARES {
        match place.checked_sub(share) {
            Some(rest) => place = rest,
            None => return habit,
        }
    }
    panic!("the shares are not a hundred");
}

trait Adds {
    /// Adds a visit.
    fn add(&mut self, at: u64, learner: usize, step: usize, answers: &[Sent]);

    /// Adds the visits of a habit.
    fn add_habit(&mut self, habit: Habit, learner: usize, step: usize, random: &mut ChaCha8Rng);
}

impl Adds for Plan {
    fn add(&mut self, at: u64, learner: usize, step: usize, answers: &[Sent]) {
        let visit = Visit { learner, step, answers: answers.to_vec() };
        self.entry(at).or_default().push(visit);
    }

    fn add_habit(&mut self, habit: Habit, learner: usize, step: usize, random: &mut ChaCha8Rng) {
        let monday = 7 * u64::try_from(step).unwrap();
        let choice = random.random_range(0..3_usize);
        let mut add = |at, answers: &[Sent]| self.add(at, learner, step, answers);
        // The first second, some time in between, and the last second.
        let in_time =
            [moment(monday, 8 * HOUR), moment(monday + 2, 18 * HOUR), last_second(monday + 6)];
        let late = [moment(monday + 7, 0), moment(monday + 9, 10 * HOUR), last_second(monday + 13)];
        match habit {
            Habit::Right => add(in_time[choice], &[Sent::Right]),
            Habit::WrongThenRight => add(in_time[choice], &[Sent::Wrong, Sent::Right]),
            Habit::StuckThenRight => {
                let at = moment(monday + 3, 20 * HOUR);
                add(at, &[Sent::Wrong, Sent::Wrong, Sent::TooSoon]);
                add(at + 60, &[Sent::Right]);
            }
            Habit::Late => add(late[choice], &[Sent::Right]),
            Habit::TooLate => add(moment(monday + 14, 0), &[Sent::Right]),
            Habit::OnlyWrong => add(moment(monday + 4, 12 * HOUR), &[Sent::Wrong]),
            Habit::RightAndLateAgain => {
                add(in_time[choice], &[Sent::Right]);
                add(late[choice], &[Sent::Right]);
            }
            Habit::Never => {}
        }
    }
}
