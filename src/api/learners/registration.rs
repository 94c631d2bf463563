//! `/learners` and `/me`: registration and progress.

use actix_web::Either;
use actix_web::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::records::RecordEntry;
use super::session;
use crate::api::games::views::Status;
use crate::app::ambient::{now, random_bytes, uptime};
use crate::app::authentication::RequiredLearner;
use crate::app::caller_steps::CallerSteps;
use crate::app::rates::Network;
use crate::app::state::{SharedState, State};
use crate::course::rfc3339;
use crate::course::{Course, Credit, Learner, LearnerKey, LearnerName, Registration, SectionName};
use crate::game::{BySeat, GameName, MatchId, MatchStatus, Seat, SeatNumber};
use crate::pages::frame::Frame;
use crate::pages::models::RegisteredPage;
use crate::pages::view::{PageReply, View};
use crate::step::StepNumber;
use crate::store::{self, StoreError};
use crate::texts;
use crate::wire::accept::LANG;
use crate::wire::base_url::BaseUrl;
use crate::wire::body::{ApiBody, RequestBody};
use crate::wire::extract::NoQuery;
use crate::wire::language::ReplyLanguage;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{Created, Reply};

/// A request to register a learner.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Registration)]
pub(crate) struct RegistrationForm {
    name: String,
    /// The course code, where the course asks for it.
    code: Option<String>,
}

impl RequestBody for RegistrationForm {
    const INVALID: Code = Code::BodyFields;
    const EXAMPLE: &'static str = "{\"name\": NAME}";
}

/// A learner with their key.
#[derive(Serialize, ToSchema)]
pub(crate) struct Registered {
    is_success: bool,
    name: String,
    /// The key. It is shown only in this reply: the server stores its hash.
    key: String,
    message: String,
}

/// `POST /learners`: registers a name and shows its key, once.
pub(crate) async fn post(
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    ApiBody(form): ApiBody<RegistrationForm>,
    network: Network,
    (base_url, state): (BaseUrl, SharedState),
) -> Result<Either<PageReply, Created<Registered>>, Problem> {
    let registered = register(&state, &form, network).await;
    // There is no page to go back to at this address.
    let frame_at_session = |frame| Frame { address: format!("/session?{LANG}"), ..frame };
    match (registered, view) {
        (Ok((learner, key)), View::Page(frame)) => {
            let frame = frame_at_session(*frame).seen_by(&learner);
            let cookie = session::cookie(key.clone(), session::LEARNER_LIFETIME, &base_url);
            let message = texts::learner::key().render(language).into_owned();
            let page = PageReply::ok(language, &RegisteredPage { frame, message, key })?;
            Ok(Either::Left(page.with_status(StatusCode::CREATED).with_cookie(cookie)))
        }
        (Ok((learner, key)), View::Data) => {
            let name = learner.name.to_string();
            let message = texts::learner::key().render(language).into_owned();
            Ok(Either::Right(Created::new(Registered { is_success: true, name, key, message })))
        }
        (Err(problem), View::Page(frame)) if problem.is_of_request() => {
            let frame = frame_at_session(*frame);
            let RegistrationForm { name, code } = form;
            let course = &state.curriculum().course;
            let code = code.unwrap_or_default();
            session::not_registered(frame, course, name, code, &problem).map(Either::Left)
        }
        (Err(problem), _) => Err(problem),
    }
}

/// Registers a name, and returns the learner with the key.
async fn register(
    state: &State,
    RegistrationForm { name, code }: &RegistrationForm,
    network: Network,
) -> Result<(Learner, String), Problem> {
    let curriculum = state.curriculum();
    if curriculum.course.registration == Registration::Closed {
        let detail = texts::registration::closed();
        return Err(Problem::new(Code::RegistrationClosed, detail));
    }
    let name: LearnerName = name.parse()?;
    check_code(state, &curriculum.course, code.as_deref(), network)?;
    state.rates.new_learner(network, uptime())?;
    if state.class.people.has_named_like(&name) {
        return Err(StoreError::NameTaken.into());
    }
    let key = LearnerKey::from_bytes(random_bytes()?);
    let learner = state.store.register_learner(&name, key.hash(), now()).await?;
    Ok((learner, key.reveal().to_owned()))
}

/// Checks the course code, where the course asks for it. A wrong one is counted by itself: it uses up no registration.
fn check_code(
    state: &State,
    course: &Course,
    sent: Option<&str>,
    network: Network,
) -> Result<(), Problem> {
    if course.registration.admits(None) {
        return Ok(());
    }
    let refused = |detail| Problem::new(Code::RegistrationCode, detail);
    if sent.is_none_or(|sent| sent.trim().is_empty()) {
        return Err(refused(texts::registration::code_missing()));
    }
    let now = uptime();
    // Nor is the right one told after too many wrong ones: otherwise one could go on guessing.
    state.rates.may_try_code(network, now)?;
    if course.registration.admits(sent) {
        return Ok(());
    }
    state.rates.wrong_code(network, now)?;
    Err(refused(texts::registration::code_wrong()))
}

/// A learner's progress.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    is_success: bool,
    name: String,
    /// The section of the class.
    #[schema(value_type = Option<String>)]
    section: Option<SectionName>,
    /// The name on the scoreboard.
    nickname: Option<String>,
    /// The numbers of the solved steps.
    #[schema(value_type = Vec<String>)]
    solved: Vec<StepNumber>,
    steps: Vec<SolvedStep>,
    /// The points of the solved steps.
    points: u32,
    /// What the answers have earned: less than the points where they were late.
    #[schema(value_type = f64)]
    earned: Credit,
    /// The number of judged answers.
    attempts: u64,
    /// The address of the first unsolved step that can be answered; null if there is none.
    next: Option<String>,
    /// The matches that the learner has created, the open ones first and then the latest first; at most 50.
    matches: Vec<MatchEntry>,
    /// The latest saved records, the latest first; at most 50.
    records: Vec<RecordEntry>,
    /// The address of the list of all records.
    records_url: String,
}

/// A match without its moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchEntry {
    #[schema(value_type = String)]
    id: MatchId,
    url: String,
    #[schema(value_type = String)]
    game: GameName,
    /// The players, as in the match's state.
    #[schema(value_type = Vec<Value>)]
    seats: BySeat<Seat>,
    status: Status,
    /// The seat whose turn it is; null when the match is over.
    #[schema(value_type = Option<u8>)]
    to_move: Option<SeatNumber>,
    /// The keys of the humans' seats, as they were shown when the match was created.
    #[schema(value_type = Vec<Option<String>>)]
    keys: BySeat<Option<String>>,
    /// The number of moves.
    moves: usize,
    /// When a move was last made or taken back, in the format of RFC 3339.
    changed_at: String,
}

/// How many matches and how many records are listed.
const LISTED: u32 = 50;

impl MatchEntry {
    fn of(entry: store::MatchEntry, state: &State, base_url: &BaseUrl) -> Self {
        let store::MatchEntry { id, setup, status, moves, changed_at } = entry;
        let turn = SeatNumber::after(moves, setup.seats().len());
        Self {
            id,
            url: format!("{base_url}/games/{id}"),
            game: setup.game(),
            seats: setup.seats().clone(),
            keys: state.matches.seat_keys(id, setup.seats()),
            status: status.into(),
            to_move: (status == MatchStatus::Open).then_some(turn),
            moves,
            changed_at: rfc3339(changed_at),
        }
    }
}

/// A step that the learner has solved.
#[derive(Serialize, ToSchema)]
pub(crate) struct SolvedStep {
    /// The step's number, two digits.
    #[schema(value_type = String)]
    step: StepNumber,
    kind: String,
    points: u32,
    /// What the best answer has earned.
    #[schema(value_type = f64)]
    earned: Credit,
}

/// `GET /me`: what the caller has solved, the first unsolved step, and their matches and records.
pub(crate) async fn me(
    RequiredLearner(learner): RequiredLearner,
    _: NoQuery,
    view: View,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Either<PageReply, Reply<Me>>, Problem> {
    if let View::Page(frame) = view {
        return super::me::page(*frame, &learner, &state).await.map(Either::Left);
    }
    let progress = state.store.progress(learner.id).await?;
    let matches = state.store.matches_of(learner.id, LISTED).await?.into_iter();
    let records = state.store.latest_records(learner.id, LISTED).await?.into_iter();
    let nickname = state.store.roster_entry(learner.id).await?.and_then(|entry| entry.nickname);
    let curriculum = state.curriculum();
    let visible = CallerSteps::of_learner(&learner, &curriculum, &state, now());
    let (solved, open): (Vec<_>, Vec<_>) = visible
        .iter()
        .partition(|(step, _)| progress.has_solved(step.number, step.exercise().kind()));
    let steps = solved.iter().map(|(step, rules)| SolvedStep {
        step: step.number,
        kind: step.exercise().kind().to_owned(),
        points: rules.points,
        earned: progress.earned(step.number, step.exercise().kind(), rules.points),
    });
    let steps: Vec<_> = steps.collect();
    let next = open.iter().find(|(_, rules)| visible.takes_answers(rules));
    Ok(Either::Right(Reply::ok(Me {
        is_success: true,
        name: learner.name.to_string(),
        section: learner.section.clone(),
        nickname: nickname.map(|nickname| nickname.as_str().to_owned()),
        solved: steps.iter().map(|solved| solved.step).collect(),
        points: steps.iter().map(|solved| solved.points).sum(),
        earned: steps.iter().map(|solved| solved.earned).sum(),
        steps,
        attempts: progress.attempts,
        next: next.map(|(step, _)| format!("{base_url}/step_{}", step.number)),
        matches: matches.map(|entry| MatchEntry::of(entry, &state, &base_url)).collect(),
        records: records.map(|entry| RecordEntry::of(entry, &base_url)).collect(),
        records_url: format!("{base_url}/me/records"),
    })))
}
