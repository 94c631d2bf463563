//! The learner's own page at `/me`, and `/me/nickname`: the name on the scoreboard. `learners` has the data of `/me`.

use actix_web::Either;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scoreboard;
use crate::app::ambient::{now, uptime};
use crate::app::authentication::RequiredLearner;
use crate::app::caller_steps::CallerSteps;
use crate::app::state::{SharedState, State};
use crate::course::{Credit, Learner, NAME_LIMIT, Nickname, ScoreboardNames};
use crate::pages::frame::Frame;
use crate::pages::me::MePage;
use crate::pages::models::FormView;
use crate::pages::view::{PageReply, SeeOther, View};
use crate::store::StoreError;
use crate::texts;
use crate::wire::accept::LANG;
use crate::wire::body::{ApiBody, RequestBody};
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

/// The learner's own page.
pub(crate) async fn page(
    frame: Frame,
    learner: &Learner,
    state: &State,
) -> Result<PageReply, Problem> {
    let entry = state.store.roster_entry(learner.id).await?;
    let nickname = entry.and_then(|entry| entry.nickname);
    let name = nickname.map(|nickname| nickname.as_str().to_owned()).unwrap_or_default();
    with_form(frame, learner, FormView { name, ..FormView::default() }, state).await
}

/// The same with this in the form for the nickname.
async fn with_form(
    frame: Frame,
    learner: &Learner,
    form: FormView,
    state: &State,
) -> Result<PageReply, Problem> {
    let progress = state.store.progress(learner.id).await?;
    let curriculum = state.curriculum();
    let (course, texts) = (&curriculum.course, frame.texts());
    let (mut points, mut solved, mut steps) = (Vec::new(), 0, 0);
    for (step, rules) in CallerSteps::of_learner(learner, &curriculum, state, now()).iter() {
        let kind = step.exercise().kind();
        points.push(progress.earned(step.number, kind, rules.points));
        solved += usize::from(progress.has_solved(step.number, kind));
        steps += 1;
    }
    let points: Credit = points.into_iter().sum();
    let page = MePage {
        name: learner.name.to_string(),
        course: course.name.clone(),
        section: learner.section.as_ref().map(ToString::to_string),
        progress: texts.me_progress(points, solved, steps),
        nickname: (course.scoreboard == ScoreboardNames::Nicknames).then_some(form),
        name_limit: NAME_LIMIT,
        has_scoreboard: course.scoreboard != ScoreboardNames::Off,
        frame: frame.seen_by(learner),
    };
    PageReply::ok(page.frame.language, &page)
}

/// The name under which a learner wants to be on the scoreboard.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NicknameForm {
    /// The name; if it is empty, the learner is nameless again.
    nickname: String,
}

impl RequestBody for NicknameForm {
    const INVALID: Code = Code::BodyFields;
    const EXAMPLE: &'static str = "{\"nickname\": NAME}";
}

/// The name under which a learner is on the scoreboard.
#[derive(Serialize, ToSchema)]
pub(crate) struct NicknameReply {
    is_success: bool,
    /// Null if the learner is nameless.
    nickname: Option<String>,
}

/// `POST /me/nickname`: sets the name on the scoreboard, or takes it away. A page leads to `/me`.
pub(crate) async fn nickname(
    RequiredLearner(learner): RequiredLearner,
    _: NoQuery,
    view: View,
    ApiBody(form): ApiBody<NicknameForm>,
    state: SharedState,
) -> Result<Either<PageReply, Either<SeeOther, Reply<NicknameReply>>>, Problem> {
    let chosen = choose(&state, &learner, &form.nickname).await;
    match (chosen, view) {
        (Ok(_), View::Page(_)) => Ok(Either::Right(Either::Left(SeeOther::to("/me")))),
        (Ok(nickname), View::Data) => {
            let nickname = nickname.map(|nickname| nickname.as_str().to_owned());
            let reply = Reply::ok(NicknameReply { is_success: true, nickname });
            Ok(Either::Right(Either::Right(reply)))
        }
        // The form is there again, with the name.
        (Err(problem), View::Page(frame)) if problem.is_of_request() => {
            let told = Some(problem.told(frame.language));
            let form = FormView { name: form.nickname, told, ..FormView::default() };
            let frame = Frame { address: format!("/me?{LANG}"), ..*frame };
            let page = with_form(frame, &learner, form, &state).await?;
            Ok(Either::Left(page.refusing(&problem)))
        }
        (Err(problem), _) => Err(problem),
    }
}

/// Sets the name on the scoreboard, and returns it.
async fn choose(
    state: &State,
    learner: &Learner,
    nickname: &str,
) -> Result<Option<Nickname>, Problem> {
    scoreboard::is_on(state)?;
    let nickname: Option<Nickname> = match nickname.trim() {
        "" => None,
        nickname => Some(nickname.parse()?),
    };
    state.rates.new_nickname(learner.id, uptime())?;
    let taken = || Problem::new(Code::NicknameTaken, texts::class::nickname());
    let people = &state.class.people;
    if nickname.as_ref().is_some_and(|nickname| people.has_named_like(nickname.as_name())) {
        return Err(taken());
    }
    let said = state.store.set_nickname(learner.id, nickname.clone()).await;
    state.of_learner(learner, said).map_err(|error| match error {
        StoreError::NameTaken => taken(),
        error => error.into(),
    })?;
    state.class_changed().await;
    Ok(nickname)
}
