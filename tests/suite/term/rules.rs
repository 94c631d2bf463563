//! The rules of the course: as its file, and as the test applies them.

use std::fmt::Write as _;

use super::calendar::When;

/// The steps, one for each week.
pub(super) const STEPS: [&str; 12] =
    ["01", "02", "03", "04", "06", "11", "12", "21", "22", "31", "32", "33"];

/// The sections; learner `n` is in the section `n` modulo six.
pub(super) const SECTIONS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// The name of the first learner, who has dates of her own in the file.
pub(super) const ADA: &str = "Ada Lovelace";

/// The step of which late answers earn less than of the others.
const STRICT_STEP: usize = 5;

/// The dates of a step that are given; the others stay as they are.
#[derive(Clone, Copy, Default)]
pub(super) struct Dates {
    pub(super) opens: Option<When>,
    pub(super) due: Option<When>,
    pub(super) closes: Option<When>,
}

impl Dates {
    /// The dates of each step for everybody: it opens on Monday at eight, is due on Sunday, and closes a week later.
    fn of_step(step: usize) -> Self {
        let monday = 7 * u64::try_from(step).unwrap();
        Self {
            opens: Some(When::Hour(monday, 8)),
            due: Some(When::Day(monday + 6)),
            closes: Some(When::Day(monday + 13)),
        }
    }

    /// Those that are given, with their names.
    pub(super) fn given(self) -> impl Iterator<Item = (&'static str, When)> {
        let dates = [("opens", self.opens), ("due", self.due), ("closes", self.closes)];
        dates.into_iter().filter_map(|(name, when)| Some((name, when?)))
    }
}

/// What a learner may do with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    NotOpen,
    Open,
    Late,
    Closed,
}

/// The rules of a step for a learner.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    opens: u64,
    due: u64,
    closes: u64,
    /// The hundredths of the points that a late answer earns.
    late: u32,
    points: u32,
}

impl Rules {
    pub(super) fn phase(&self, at: u64) -> Phase {
        if at < self.opens {
            Phase::NotOpen
        } else if at <= self.due {
            Phase::Open
        } else if at <= self.closes {
            Phase::Late
        } else {
            Phase::Closed
        }
    }

    /// What an answer is worth, in hundredths of a point, and whether it is late.
    pub(super) fn worth(&self, at: u64) -> (u32, bool) {
        let is_late = at > self.due;
        (self.points * if is_late { self.late } else { 100 }, is_late)
    }

    fn change(&mut self, dates: Dates) {
        if let Some(opens) = dates.opens {
            self.opens = opens.first();
        }
        if let Some(due) = dates.due {
            self.due = due.last();
        }
        if let Some(closes) = dates.closes {
            self.closes = closes.last();
        }
    }
}

/// All rules. Steps and learners are named by their places.
pub(super) struct Rulebook {
    pub(super) points: [u32; STEPS.len()],
    sections: Vec<(&'static str, usize, Dates)>,
    pub(super) extended_sections: Vec<(&'static str, usize, Dates)>,
    learners: Vec<(usize, usize, Dates)>,
    pub(super) extended_learners: Vec<(usize, usize, Dates)>,
}

impl Rulebook {
    /// The rules at the beginning of the term.
    pub(super) fn new() -> Self {
        let later = |monday: u64| Dates {
            opens: Some(When::Hour(monday + 1, 8)),
            due: Some(When::Day(monday + 9)),
            closes: Some(When::Day(monday + 16)),
        };
        let of_ada = Dates {
            opens: None,
            due: Some(When::Hour(4 * 7 + 9, 12)),
            closes: Some(When::Day(4 * 7 + 20)),
        };
        Self {
            points: [5, 10, 11, 15, 15, 10, 13, 10, 15, 12, 10, 21],
            sections: vec![("F", 2, later(2 * 7)), ("F", 7, later(7 * 7))],
            extended_sections: Vec::new(),
            learners: vec![(0, 4, of_ada)],
            extended_learners: Vec::new(),
        }
    }

    /// The rules of a step for a learner in a section: the more particular ones come later.
    pub(super) fn rules(&self, learner: usize, section: &str, step: usize) -> Rules {
        let late = if step == STRICT_STEP { 25 } else { 50 };
        let points = self.points[step];
        let mut rules = Rules { opens: 0, due: 0, closes: 0, late, points };
        rules.change(Dates::of_step(step));
        for sections in [&self.sections, &self.extended_sections] {
            for (_, _, dates) in sections.iter().filter(|of| (of.0, of.1) == (section, step)) {
                rules.change(*dates);
            }
        }
        for learners in [&self.learners, &self.extended_learners] {
            for (_, _, dates) in learners.iter().filter(|of| (of.0, of.1) == (learner, step)) {
                rules.change(*dates);
            }
        }
        rules
    }

    /// The course file. Extensions are not in it.
    pub(super) fn course(&self) -> String {
        let mut file = "name = \"Programming 1\"\ntime-zone = \"Europe/Berlin\"\n\
                        [defaults]\nlate = 0.5\n"
            .to_owned();
        for (step, (number, points)) in STEPS.iter().zip(self.points).enumerate() {
            writeln!(file, "[steps.{number}]\npoints = {points}").unwrap();
            if step == STRICT_STEP {
                file.push_str("late = 0.25\n");
            }
            write_dates(&mut file, Dates::of_step(step));
        }
        for section in SECTIONS {
            writeln!(file, "[sections.{section}]").unwrap();
        }
        for (section, step, dates) in &self.sections {
            writeln!(file, "[sections.{section}.steps.{}]", STEPS[*step]).unwrap();
            write_dates(&mut file, *dates);
        }
        for (_, step, dates) in &self.learners {
            writeln!(file, "[learners.\"{ADA}\".steps.{}]", STEPS[*step]).unwrap();
            write_dates(&mut file, *dates);
        }
        file
    }
}

fn write_dates(file: &mut String, dates: Dates) {
    for (name, when) in dates.given() {
        writeln!(file, "{name} = {when}").unwrap();
    }
}
