//! The course with its steps.

use askama::Template;

use crate::app::class::Curriculum;
use crate::course::{Credit, Extensions, Phase, SectionName, Share};
use crate::pages::frame::Frame;
use crate::pages::instructor::time;
use crate::step::{Step, StepNumber, Timestamp};
use crate::texts::InstructorPages;

/// The course, its steps with their dates, and what is done with all attempts.
#[derive(Template)]
#[template(path = "instructor/overview.html")]
pub(crate) struct OverviewPage {
    pub(crate) frame: Frame,
    /// The name of the course.
    title: String,
    summary: String,
    /// By which clocks the times are.
    clocks: String,
    steps: Vec<StepLine>,
}

/// A step by the general rules.
struct StepLine {
    number: StepNumber,
    title: String,
    kind: String,
    points: Credit,
    opens: String,
    due: String,
    closes: String,
    late: String,
    phase: &'static str,
    phase_class: Option<&'static str>,
}

impl OverviewPage {
    /// The page of a class of so many learners in these sections.
    pub(crate) fn new(
        frame: Frame,
        curriculum: &Curriculum,
        learners: usize,
        sections: &[SectionName],
        now: Timestamp,
    ) -> Self {
        let (words, course) = (frame.words(), &curriculum.course);
        let summary = if sections.is_empty() {
            words.class_size(learners)
        } else {
            let names: Vec<&str> = sections.iter().map(SectionName::as_str).collect();
            words.class_in_sections(learners, names.join(", "))
        };
        let extensions = Extensions::default();
        let line = |step| StepLine::of(curriculum, step, &extensions, now, &frame);
        Self {
            title: course.name.clone().unwrap_or_else(|| words.overview().to_owned()),
            summary,
            clocks: words.clocks(course.zone_name()),
            steps: curriculum.catalog.steps().map(line).collect(),
            frame,
        }
    }
}

impl StepLine {
    fn of(
        curriculum: &Curriculum,
        step: &Step,
        extensions: &Extensions,
        now: Timestamp,
        frame: &Frame,
    ) -> Self {
        let (words, course) = (frame.words(), &curriculum.course);
        let rules = curriculum.rules(step, None, extensions);
        let phase = rules.phase(now);
        let has_late_share = rules.due.is_some() && rules.late != Share::ALL;
        Self {
            number: step.number,
            title: step.statement(frame.language).title().to_owned(),
            kind: step.exercise().kind().to_owned(),
            points: Credit::of_points(rules.points),
            opens: time(course, rules.opens),
            due: time(course, rules.due),
            closes: time(course, rules.closes),
            late: if has_late_share {
                format!("{} %", rules.late.hundredths())
            } else {
                String::new()
            },
            phase: if rules.hidden { words.hidden() } else { phase_name(phase, words) },
            phase_class: match phase {
                Phase::Open => Some("good"),
                Phase::NotOpen | Phase::Closed => Some("quiet"),
                Phase::Late => None,
            },
        }
    }
}

/// What learners may do with a step, in words.
pub(super) fn phase_name(phase: Phase, words: InstructorPages) -> &'static str {
    match phase {
        Phase::NotOpen => words.not_open(),
        Phase::Open => words.open(),
        Phase::Late => words.open_late(),
        Phase::Closed => words.closed(),
    }
}
