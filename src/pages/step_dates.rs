//! The dates of a step, as data and in words.

use serde::Serialize;
use utoipa::ToSchema;

use crate::course::{Course, Phase, Share, StepRules};
use crate::step::Timestamp;
use crate::texts::Pages;

/// The dates of a step for the caller, where the course has any.
#[derive(Serialize, ToSchema)]
pub(crate) struct StepDates {
    /// When the step opens, in the format of RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens: Option<String>,
    /// The last second at which an answer earns all points.
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<String>,
    /// The last second at which answers are judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    closes: Option<String>,
    /// The share of the points after `due`, from 0 to 1; absent if it is all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    late: Option<f64>,
}

impl StepDates {
    pub(crate) fn of(rules: &StepRules) -> Self {
        let written = |moment: Option<Timestamp>| moment.map(|at| at.to_string());
        let has_less = rules.due.is_some() && rules.late != Share::ALL;
        Self {
            opens: written(rules.opens),
            due: written(rules.due),
            closes: written(rules.closes),
            late: has_less.then(|| f64::from(rules.late.hundredths()) / 100.0),
        }
    }
}

/// What a reader needs to know of a step's dates now, by the clocks of the course; none if there is nothing.
pub(crate) fn in_words(
    rules: &StepRules,
    now: Timestamp,
    course: &Course,
    texts: Pages,
) -> Option<String> {
    let end = |moment: Option<Timestamp>| moment.map(|moment| course.local_end(moment));
    let closes = || end(rules.closes).map(|time| texts.closes(time));
    let share = || {
        let share = rules.late.hundredths();
        (rules.late != Share::ALL).then(|| texts.late_share(share))
    };
    let parts = match rules.phase(now) {
        Phase::NotOpen if rules.hidden => vec![Some(texts.hidden().to_owned())],
        Phase::NotOpen => vec![rules.opens.map(|opens| texts.opens(course.local_time(opens)))],
        Phase::Open => {
            let due = end(rules.due).map(|time| texts.due(time));
            let share = due.is_some().then(share).flatten();
            vec![due, share, closes()]
        }
        Phase::Late => {
            vec![end(rules.due).map(|time| texts.was_due(time)), share(), closes()]
        }
        Phase::Closed => vec![end(rules.closes).map(|time| texts.closed(time))],
    };
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}
