//! A whole term in fast time: three hundred learners, six sections and twelve steps, with everything that happens to a class in fourteen
//! weeks. The gradebook of the server is compared with one that the test computes from its own log, with dates of its own.
//!
//! | file | what it holds |
//! |---|---|
//! | `calendar` | days, dates and moments of the term, without the server's time zones |
//! | `rules` | the rules of the course: as its file, and as the test applies them |
//! | `plan` | who answers what and when, from a seeded random source |
//! | `school` | the server, its class, and what has happened so far |
//! | `events` | what instructors do while the term runs |
//! | `decisions` | results that are set, excused and void |
//! | `gradebook` | the grades by the log, beside those of the server |
//! | `forms` | the same in the forms of spreadsheets and learning platforms |

mod calendar;
mod decisions;
mod events;
mod forms;
mod gradebook;
mod plan;
mod rules;
mod school;

use calendar::{HOUR, moment};
use school::School;

/// How many weeks the term has.
pub(crate) const WEEKS: u64 = 14;

/// The whole term is in `long`.
#[case]
async fn a_class_of_three_hundred_has_the_grades_that_it_has_earned_in_four_weeks() {
    grades_are_right_in(4).await;
}

/// Lets the term begin, and looks at the grades at the end of each of so many weeks.
pub(crate) async fn grades_are_right_in(weeks: u64) {
    let mut school = School::open().await;
    let mut plan = plan::of_term();
    for week in 0..weeks {
        let (office_hour, end) = (moment(7 * week, 9 * HOUR), moment(7 * (week + 1), 0));
        let mut rest = plan.split_off(&office_hour);
        school.let_answer(plan).await;
        school.set_clock(office_hour);
        school.events_of(week).await;
        plan = rest.split_off(&end);
        school.let_answer(rest).await;
        school.has_the_right_gradebook().await;
    }
    assert_eq!(plan.is_empty(), weeks == WEEKS);
    let judged = school.log.len();
    let expected = if weeks == WEEKS { 3400..=4200 } else { 500..=3000 };
    assert!(expected.contains(&judged), "{judged} answers were judged");
    school.has_the_right_forms().await;
    for member in [0, 7, 20, 30, 38, 100, 299] {
        school.learner_sees_the_same(member).await;
    }
    school.has_the_right_scoreboard().await;
}
