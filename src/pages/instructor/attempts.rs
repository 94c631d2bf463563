//! Attempts, and one of them again beside the reference.

use askama::Template;
use serde_json::Value;

use super::{title_of, titles, with_query};
use crate::app::class::{Curriculum, Replay, ReplayedItem};
use crate::course::{Course, Learner, LearnerId};
use crate::game::json::Members;
use crate::pages::frame::Frame;
use crate::pages::picture::{ShownItem, TaskBoard, inline_answer, inline_task, legend_of_task};
use crate::step::{Language, Step, StepNumber, explanation};
use crate::store::{AttemptId, RecordedAttempt, RosterEntry, StoredDiagnosis, StoredVerdict};
use crate::texts::InstructorPages;

/// Attempts of a learner, at a step, or of all.
#[derive(Template)]
#[template(path = "instructor/attempts.html")]
pub(crate) struct AttemptsPage {
    pub(crate) frame: Frame,
    learners: Vec<Choice<i64>>,
    steps: Vec<Choice<StepNumber>>,
    attempts: Vec<AttemptLine>,
    /// The path of the page with earlier ones.
    next: Option<String>,
}

/// What the attempts can be of.
struct Choice<T> {
    value: T,
    text: String,
    is_chosen: bool,
}

/// An attempt in the list.
struct AttemptLine {
    id: AttemptId,
    at: String,
    learner: Option<(LearnerId, String)>,
    step: StepNumber,
    is_accepted: bool,
    verdict: &'static str,
    is_rejudged: bool,
    /// How many items are right, of how many.
    right: String,
    causes: Vec<String>,
    worth: String,
    is_late: bool,
}

impl AttemptsPage {
    /// The page of these attempts, which are those of a learner, at a step, or of all. `next` is the path of the earlier ones.
    pub(crate) fn new(
        frame: Frame,
        curriculum: &Curriculum,
        roster: &[RosterEntry],
        (learner, step): (Option<LearnerId>, Option<StepNumber>),
        attempts: &[RecordedAttempt],
        next: Option<String>,
    ) -> Self {
        let words = frame.words();
        let learners = roster.iter().map(|RosterEntry { learner: known, .. }| Choice {
            value: known.id.0,
            text: known.name.to_string(),
            is_chosen: learner == Some(known.id),
        });
        let steps = titles(curriculum, frame.language).into_iter().map(|(number, title)| Choice {
            value: number,
            text: format!("{number} · {title}"),
            is_chosen: step == Some(number),
        });
        let line = |attempt| AttemptLine::of(attempt, &curriculum.course, words);
        Self {
            learners: learners.collect(),
            steps: steps.collect(),
            attempts: attempts.iter().map(line).collect(),
            next,
            frame,
        }
    }
}

impl AttemptLine {
    fn of(attempt: &RecordedAttempt, course: &Course, words: InstructorPages) -> Self {
        let is_accepted = attempt.verdict == StoredVerdict::Accepted;
        Self {
            id: attempt.id,
            at: course.local_time(attempt.at),
            learner: attempt.learner.as_ref().map(named),
            step: attempt.step,
            is_accepted,
            verdict: verdict_name(is_accepted, words),
            is_rejudged: !attempt.rejudged.is_empty(),
            right: right_items(&attempt.verdict).unwrap_or_default(),
            causes: diagnosis(&attempt.verdict).map_or_else(Vec::new, |told| told.causes.clone()),
            worth: if is_accepted { attempt.worth.to_string() } else { String::new() },
            is_late: attempt.late,
        }
    }
}

/// A learner's id and name.
pub(super) fn named(learner: &Learner) -> (LearnerId, String) {
    (learner.id, learner.name.to_string())
}

/// A verdict in a word.
pub(super) fn verdict_name(is_accepted: bool, words: InstructorPages) -> &'static str {
    if is_accepted { words.right() } else { words.wrong() }
}

/// How many items of a wrong answer are right, of how many: `34/36`.
fn right_items(verdict: &StoredVerdict) -> Option<String> {
    match verdict {
        StoredVerdict::Wrong { marks: Some(marks), .. } => {
            Some(format!("{}/{}", marks.right, marks.total))
        }
        _ => None,
    }
}

fn diagnosis(verdict: &StoredVerdict) -> Option<&StoredDiagnosis> {
    match verdict {
        StoredVerdict::Wrong { diagnosis, .. } => diagnosis.as_ref(),
        StoredVerdict::Accepted => None,
    }
}

/// A cause in words, if the step knows it today; otherwise its id.
pub(super) fn hint(step: Option<&Step>, cause: &str, language: Language) -> String {
    let known = step.and_then(|step| explanation(step.exercise(), cause));
    known.map_or_else(|| format!("`{cause}`"), |known| known.hint.render(language).into_owned())
}

/// An attempt again.
#[derive(Template)]
#[template(path = "instructor/replay.html")]
pub(crate) struct ReplayPage {
    pub(crate) frame: Frame,
    title: String,
    /// The path of the attempts of the same learner at the same step.
    back: String,
    at: String,
    learner: Option<(LearnerId, String)>,
    step: StepNumber,
    kind: String,
    is_accepted: bool,
    verdict: &'static str,
    right: Option<String>,
    /// What it earns, or would earn.
    worth: String,
    /// What explains the answer, in words.
    hints: Vec<String>,
    /// What is to be known besides: that today's judge says something else, that the boards have changed.
    notices: Vec<&'static str>,
    /// The button that judges the step again, if today's judge says something else.
    judge_again: Option<String>,
    boards: Vec<TaskBoard>,
    legend: Vec<(String, &'static str)>,
    /// The same boards with the reference's answer; empty where an answer is nothing that can be drawn.
    solution: Vec<TaskBoard>,
    items: Vec<ReplayedItem>,
    raw: String,
    /// That the answer was longer.
    rest: Option<String>,
    task: Option<String>,
    earlier: Vec<String>,
}

impl ReplayPage {
    /// The page of an attempt.
    pub(crate) fn new(frame: Frame, curriculum: &Curriculum, replay: Replay) -> Self {
        let (words, course, language) = (frame.words(), &curriculum.course, frame.language);
        let wrong = replay.first_wrong();
        let Replay { attempt, task, panels, items, is_accepted_today, is_of_older_boards } = replay;
        let is_accepted = attempt.verdict == StoredVerdict::Accepted;
        let step_today = curriculum.catalog.get(attempt.step).map(|step| &**step);
        let title = title_of(curriculum, attempt.step, language);
        let sent = items.iter().map(|item| (item.sent.as_deref(), item.is_right));
        let sent = shown(step_today, sent);
        let expected = items.iter().map(|item| (item.expected.as_deref(), true));
        let expected = shown(step_today, expected);
        let boards = inline_answer(&title, &panels, &sent, language);
        let boards = boards.unwrap_or_else(|| inline_task(&title, &panels, wrong, language));
        let solution = inline_answer(&title, &panels, &expected, language).unwrap_or_default();
        let differs = is_accepted_today.is_some_and(|today| today != is_accepted);
        let notices = [
            (is_of_older_boards, words.older_boards()),
            (is_accepted_today.is_none(), words.not_judged_today()),
            (differs && !is_accepted, words.accepted_today()),
            (differs && is_accepted, words.wrong_today()),
        ];
        let step = attempt.step.to_string();
        let learner = attempt.learner.as_ref().map(|learner| learner.id.0.to_string());
        let fields = learner.iter().map(|id| ("learner", id.as_str())).chain([("step", &*step)]);
        let causes = diagnosis(&attempt.verdict).map_or(&[][..], |told| &told.causes);
        let worth =
            if is_accepted { words.earned(attempt.worth) } else { words.would_earn(attempt.worth) };
        let worth = if attempt.late { format!("{worth} {}", words.was_late()) } else { worth };
        let earlier = attempt.rejudged.iter().map(|before| {
            let verdict = verdict_name(before.was_accepted, words);
            words.rejudged_by(verdict, course.local_time(before.at), &before.by)
        });
        Self {
            back: with_query("/instructor/attempts", &fields.collect::<Vec<_>>()),
            at: course.local_time(attempt.at),
            learner: attempt.learner.as_ref().map(named),
            step: attempt.step,
            kind: attempt.kind.clone(),
            is_accepted,
            verdict: verdict_name(is_accepted, words),
            right: right_items(&attempt.verdict).map(|right| words.right_of(&right)),
            worth,
            hints: causes.iter().map(|cause| hint(step_today, cause, language)).collect(),
            notices: notices
                .into_iter()
                .filter_map(|(holds, told)| holds.then_some(told))
                .collect(),
            judge_again: differs.then(|| words.rejudge_step(attempt.step)),
            boards,
            legend: legend_of_task(&panels, wrong, language),
            solution,
            items,
            rest: attempt.raw.rest.map(|rest| words.rest_not_stored(rest.length)),
            raw: attempt.raw.beginning,
            task: task.map(|task| in_lines(&task)),
            earlier: earlier.collect(),
            title,
            frame,
        }
    }
}

/// Items of an answer, each with whether it is right, as they are shown on the boards of a step.
fn shown<'a>(
    step: Option<&Step>,
    items: impl Iterator<Item = (Option<&'a str>, bool)>,
) -> Vec<Option<ShownItem<'a>>> {
    let item = |(text, is_right): (Option<&'a str>, bool)| {
        let text = text?;
        let places = step.map_or_else(Vec::new, |step| step.exercise().places_of(text));
        Some(ShownItem { text, places, is_right })
    };
    items.map(item).collect()
}

/// An object of JSON with each of its members in a line; another text as it is.
fn in_lines(json: &str) -> String {
    let Ok(members) = serde_json::from_str::<Members>(json) else { return json.to_owned() };
    let members = members.iter().map(|(name, value)| format!("  {}: {value}", Value::from(name)));
    format!("{{\n{}\n}}", members.collect::<Vec<_>>().join(",\n"))
}
