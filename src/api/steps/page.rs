//! The page of a step: its statement, the task, and the verdict on an answer.

use super::answer::AnswerForm;
use super::ladder::{game_of, track_name};
use super::statement::pictures;
use crate::app::step_request::{StepRequest, TaskChoice};
use crate::app::tasks::Purpose;
use crate::course::Phase;
use crate::game::GameName;
use crate::pages::frame::Frame;
use crate::pages::models::{AttemptView, StepPage, in_lines};
use crate::pages::picture::{inline_task, legend_of_task};
use crate::pages::step_dates::in_words;
use crate::pages::view::PageReply;
use crate::step::Token;
use crate::store::PastAttempt;
use crate::wire::problem::Problem;
use crate::wire::verdict::VerdictReply;

/// So many attempts of a learner are on the page of a step.
const ATTEMPTS: u32 = 20;

/// So many characters of each answer.
const ANSWER_BEGINNING: usize = 60;

impl StepRequest {
    /// The page of a task.
    pub(super) async fn page(
        &self,
        choice: TaskChoice,
        frame: Frame,
    ) -> Result<PageReply, Problem> {
        self.page_with(choice, frame, String::new(), None).await
    }

    /// The page of the task that is answered, with the verdict. An answer that cannot be judged is reported on the page as well.
    pub(super) async fn verdict_page(
        &self,
        form: AnswerForm,
        frame: Frame,
    ) -> Result<PageReply, Problem> {
        let choice = TaskChoice::from(form.task.clone());
        let (answer, language) = (form.ans.as_str().to_owned(), frame.language);
        let verdict = match self.verdict(form, language).await {
            Ok(reply) => Ok(reply),
            Err(problem) if problem.is_of_answer() => Err(problem.message(language, &frame.prefix)),
            Err(problem) => return Err(problem),
        };
        self.page_with(choice, frame, answer, Some(verdict)).await
    }

    async fn page_with(
        &self,
        choice: TaskChoice,
        frame: Frame,
        answer: String,
        verdict: Option<Result<VerdictReply, String>>,
    ) -> Result<PageReply, Problem> {
        let Self { state, curriculum, step, rules, base_url, caller, now } = self;
        let frame = frame.seen_by(&**caller);
        let token = self.token(choice)?;
        let task = state.tasks.get(step, token.task, Purpose::Show, caller).await?;
        let reply = self.task_reply(&token, &*task, frame.language);
        let statement = step.statement(frame.language);
        // In another language it is the same board.
        let address = format!("/step_{}?task={}&lang", step.number, reply.task);
        let frame = Frame { address, ..frame };
        let (language, texts) = (frame.language, frame.texts());
        let panels = task.panels();
        let wrong = match &verdict {
            Some(Ok(VerdictReply::Wrong { items: Some(items), .. })) => items.first_wrong,
            _ => None,
        };
        let wrong = wrong.map(|position| position - 1);
        let closed = self.closed().map(|problem| problem.message(language, &frame.prefix));
        let page = StepPage {
            track: track_name(step, language),
            game: game_of(step).map(GameName::as_str),
            number: step.number,
            title: statement.title().to_owned(),
            points: texts.points(rules.points),
            notice: (rules.phase(*now) == Phase::NotOpen).then(|| frame.words().preview()),
            dates: in_words(rules, *now, &curriculum.course, texts),
            statement: statement.html(base_url.as_str(), &pictures(&frame.prefix, step.number)),
            json: in_lines(&reply.to_json()),
            url: format!("{base_url}/step_{}", step.number),
            is_match: task.match_terms().is_some(),
            boards: inline_task(statement.title(), &panels, wrong, language),
            legend: legend_of_task(&panels, wrong, language),
            token: reply.task,
            until: closed.is_none().then(|| texts.board_until(self.answerable_until(&token))),
            closed,
            answer,
            verdict,
            attempts: self.attempts().await?,
            frame,
        };
        PageReply::ok(language, &page)
    }

    /// Until when the board of a token can be answered, by the clocks of the course.
    fn answerable_until(&self, token: &Token) -> String {
        let Self { curriculum, rules, caller, .. } = self;
        let closes = rules.closes.filter(|_| caller.instructor.is_none());
        let expires = token.expires();
        let course = &curriculum.course;
        match closes.filter(|&closes| closes < expires) {
            Some(closes) => course.end_in_zone(closes),
            None => format!("{} ({})", course.local_time(expires), course.zone_name()),
        }
    }

    /// The learner's latest attempts at the step; none for a caller without an account.
    async fn attempts(&self) -> Result<Vec<AttemptView>, Problem> {
        let Self { state, step, caller, now, .. } = self;
        let Some(learner) = &caller.learner else { return Ok(Vec::new()) };
        let attempts = state.store.attempts(learner.id, step.number, ATTEMPTS).await?;
        let fingerprint = step.exercise().fingerprint();
        let views = attempts.into_iter().map(|attempt| {
            let PastAttempt { fingerprint: of_task, nonce, raw, is_accepted, at } = attempt;
            let token = Token { task: self.identity(nonce), issued: at };
            let can_be_shown = of_task == fingerprint
                && *now < token.expires()
                && state.keyring.accepts(nonce, *now);
            AttemptView {
                at,
                answer: raw.chars().take(ANSWER_BEGINNING).collect(),
                is_accepted,
                token: can_be_shown.then(|| state.keyring.sign(&token)),
            }
        });
        Ok(views.collect())
    }
}
