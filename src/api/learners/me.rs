//! `/me`: what a learner has solved, and `/me/nickname`: the name on the scoreboard.

use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::records::RecordEntry;
use crate::api::games::views::Status;
use crate::app::ambient::now;
use crate::app::authentication::RequiredLearner;
use crate::app::caller_steps::CallerSteps;
use crate::app::state::{SharedState, State};
use crate::course::{Credit, Learner, ScoreboardNames, SectionName, StepResult};
use crate::game::{BySeat, GameName, MatchId, Seat, SeatNumber};
use crate::pages::frame::Frame;
use crate::pages::view::{Sent, Shown, View};
use crate::step::{StepNumber, Timestamp};
use crate::store::{self, StoreError};
use crate::wire::accept::LANG;
use crate::wire::base_url::BaseUrl;
use crate::wire::body::{ApiBody, Form, RequestBody};
use crate::wire::decision::LearnersDecision;
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};

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
    /// What instructors have decided about the results.
    decisions: Vec<LearnersDecision>,
    /// The points of the solved steps that are not excused.
    points: u32,
    /// The points of all steps that exist for the learner and are not excused.
    possible: u32,
    /// What counts: less than the points where answers were late, and what instructors have decided.
    #[schema(value_type = f64)]
    earned: Credit,
    /// The number of judged answers.
    attempts: u64,
    /// The address of the first step that is neither solved nor excused and can be answered; null if there is none.
    next: Option<String>,
    /// The matches that the learner has created, the open ones first and then the latest first; at most 50.
    matches: Vec<MatchEntry>,
    /// The latest saved records, the latest first; at most 50.
    records: Vec<RecordEntry>,
    /// The address of the list of all records.
    records_url: String,
    /// How many steps exist for the learner and are not excused.
    #[serde(skip)]
    steps_total: usize,
    /// How many of these are solved.
    #[serde(skip)]
    solved_counted: usize,
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
    /// The seats that have won; empty unless `status` is `won`.
    #[schema(value_type = Vec<u8>)]
    winners: Vec<SeatNumber>,
    /// The keys of the humans' seats, as they were shown when the match was created.
    #[schema(value_type = Vec<Option<String>>)]
    keys: BySeat<Option<String>>,
    /// The number of moves.
    moves: usize,
    /// When a move was last made or taken back, in the format of RFC 3339.
    #[schema(value_type = String)]
    changed_at: Timestamp,
}

/// How many matches and how many records are listed.
const LISTED: u32 = 50;

impl MatchEntry {
    fn of(
        entry: &store::MatchEntry,
        state: &State,
        base_url: &BaseUrl,
    ) -> Result<Self, StoreError> {
        let store::MatchEntry { id, ref setup, status, changed_at, .. } = *entry;
        let played = entry.state()?;
        Ok(Self {
            id,
            url: format!("{base_url}/games/{id}"),
            game: setup.game(),
            seats: setup.seats().clone(),
            keys: state.matches.seat_keys(id, setup.seats()),
            status: status.into(),
            to_move: played.to_move(),
            winners: played.winners(),
            moves: played.game().move_count(),
            changed_at,
        })
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
    /// What counts: what the best answer has earned, unless an instructor has decided something else.
    #[schema(value_type = f64)]
    earned: Credit,
}

/// What the server knows of a learner, and what they can do about it.
#[derive(Template)]
#[template(path = "me.html")]
struct MePage {
    frame: Frame,
    me: Me,
    /// The form for the name on the scoreboard; none where the scoreboard shows no names.
    form: Option<Form>,
}

impl MePage {
    fn new(frame: Frame, me: Me, form: Form) -> Self {
        let shows_names = frame.curriculum.course.scoreboard == ScoreboardNames::Nicknames;
        Self { frame, me, form: shows_names.then_some(form) }
    }
}

/// `GET /me`: what the caller has solved, the first unsolved step, and their matches and records.
pub(crate) async fn get(
    RequiredLearner(learner): RequiredLearner,
    _: NoQuery,
    view: View,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Shown<Me>, Problem> {
    let me = Me::read(&learner, &state, &base_url).await?;
    view.show(&learner, me, |frame, me| {
        let form = Form::with([("nickname", me.nickname.clone().unwrap_or_default())]);
        MePage::new(frame, me, form)
    })
}

impl Me {
    async fn read(learner: &Learner, state: &State, base_url: &BaseUrl) -> Result<Self, Problem> {
        let progress = state.store.progress(learner.id).await?;
        let matches = state.store.matches_of(learner.id, LISTED).await?;
        let matches = matches.iter().map(|entry| MatchEntry::of(entry, state, base_url));
        let records = state.store.latest_records(learner.id, LISTED).await?.into_iter();
        let nickname = state.store.roster_entry(learner.id).await?.and_then(|entry| entry.nickname);
        let curriculum = state.curriculum();
        let visible = CallerSteps::of_learner(learner, &curriculum, state, now());
        let decisions = state.class.decisions();
        let results = visible.iter().map(|(step, rules)| {
            let of_step = (step.number, step.exercise().kind(), rules.points);
            (step, rules, progress.result(learner, of_step, &decisions))
        });
        let results: Vec<_> = results.collect();
        let counted = || results.iter().filter(|(_, _, result)| !result.is_excused());
        let is_solved = |result: &StepResult| result.solved_at.is_some();
        let solved = results.iter().filter(|(_, _, result)| is_solved(result));
        let steps = solved.map(|(step, rules, result)| SolvedStep {
            step: step.number,
            kind: step.exercise().kind().to_owned(),
            points: rules.points,
            earned: result.credit(),
        });
        let steps: Vec<_> = steps.collect();
        let mut open = counted().filter(|(_, _, result)| !is_solved(result));
        let next = open.find(|(_, rules, _)| visible.takes_answers(rules));
        let counted_solved = || counted().filter(|(_, _, result)| is_solved(result));
        Ok(Self {
            is_success: true,
            name: learner.name.to_string(),
            section: learner.section.clone(),
            nickname: nickname.map(|nickname| nickname.as_str().to_owned()),
            solved: steps.iter().map(|solved| solved.step).collect(),
            decisions: results.iter().flat_map(|(_, _, it)| LearnersDecision::all(it)).collect(),
            points: counted_solved().map(|(_, rules, _)| rules.points).sum(),
            possible: counted().map(|(_, rules, _)| rules.points).sum(),
            earned: results.iter().map(|(_, _, result)| result.credit()).sum(),
            steps_total: counted().count(),
            solved_counted: counted_solved().count(),
            steps,
            attempts: progress.attempts,
            next: next.map(|(step, _, _)| format!("{base_url}/step_{}", step.number)),
            matches: matches.collect::<Result<_, _>>()?,
            records: records.map(|entry| RecordEntry::of(entry, base_url)).collect(),
            records_url: format!("{base_url}/me/records"),
        })
    }
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
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Sent<NicknameReply>, Problem> {
    let set = state.set_nickname(&learner, &form.nickname).await.map(|nickname| {
        let nickname = nickname.map(|nickname| nickname.as_str().to_owned());
        NicknameReply { is_success: true, nickname }
    });
    let form = Form::with([("nickname", form.nickname)]);
    view.sent(&learner, "/me", set, form, async |frame, form| {
        let frame = Frame { address: format!("/me?{LANG}"), ..frame };
        Ok(MePage::new(frame, Me::read(&learner, &state, &base_url).await?, form))
    })
    .await
}
