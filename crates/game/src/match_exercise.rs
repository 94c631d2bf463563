//! The last step of each track: a match against a computer, answered with the match's id.
//!
//! The task alone does not decide what is right: the judge needs the result of the match, which the caller loads.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{GameName, MatchId, Options, Seat, texts};
use gradus_board::drawing::{Look, Panel};
use gradus_step::{
    Answer, Diagnosis, Evidence, EvidenceRequest, Exercise, Explanation, Feedback, Fields,
    Fingerprint, Fit, JudgeError, Malformed, Marks, MatchEvidence, MatchPurpose, MatchResult,
    MatchTerms, Question, RefusedParam, Registry, Seed, TaskInstance, Text, UnreadableTask,
    Verdict, WorkedAnswer, Workload, Workloads, canonical_json,
};

/// The registry with a kind of match for every game that two can play.
pub fn register(registry: Registry) -> Registry {
    let games = GameName::all().filter(|game| game.spec().seats.contains(&2));
    games.fold(registry, |registry, game| {
        registry.with_exercise(kind_of(game), move |params| {
            // Where the opponent is refused, that is reported and the exercise is never used.
            let params = params.read_into(|step: StepParams| step.params_for(game));
            MatchExercise::new(game, params.unwrap_or_default())
        })
    })
}

/// The name of the kind: `four-in-a-row/match` for the game `four_in_a_row`.
fn kind_of(game: GameName) -> String {
    format!("{}/match", game.as_str().replace('_', "-"))
}

/// The `[params]` of a match step, as they are written.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct StepParams {
    opponent: Option<String>,
    seat: Option<u8>,
}

impl StepParams {
    /// The parameters, if the opponent is a computer player of the game, and the seat one of two.
    fn params_for(self, game: GameName) -> Result<Params, RefusedParam> {
        let seat = self.seat.unwrap_or(Params::default().seat);
        if !SEATS.contains(&seat) {
            return Err(RefusedParam {
                key: "seat",
                what: format!("a match has no seat {seat}"),
                help: "write 1 for the learner to move first, or 2".to_owned(),
            });
        }
        let name = self.opponent.as_deref().unwrap_or(Params::default().opponent.as_str());
        let computers = &game.spec().computers;
        let opponent = computers.iter().find(|computer| computer.as_str() == name);
        opponent.map(|&opponent| Params { opponent, seat }).ok_or_else(|| {
            let names = computers.iter().map(|computer| format!("`{}`", computer.as_str()));
            RefusedParam {
                key: "opponent",
                what: format!("{game} has no computer player `{name}`"),
                help: format!("choose the opponent from {}", names.collect::<Vec<_>>().join(", ")),
            }
        })
    }
}

/// What a match step may choose. It is part of the fingerprint.
#[derive(Clone, Copy, Debug, Serialize)]
struct Params {
    /// The computer player in the other seat.
    opponent: Seat,
    /// The learner's seat. All tasks have the same: with both seats, a learner could send the computer's moves of one match to another one, and
    /// the computer would play against itself.
    seat: u8,
}

impl Default for Params {
    fn default() -> Self {
        Self { opponent: Seat::Rules, seat: 1 }
    }
}

/// The seats that a learner may have.
const SEATS: RangeInclusive<u8> = 1..=2;

/// Raised when the same parameters would give another task.
const VERSION: u32 = 2;

struct MatchExercise {
    kind: String,
    game: GameName,
    settings: Params,
    params: String,
    fingerprint: Fingerprint,
    misconceptions: Vec<Explanation>,
}

impl MatchExercise {
    fn new(game: GameName, settings: Params) -> Self {
        let (kind, params) = (kind_of(game), canonical_json(&settings));
        Self {
            fingerprint: Fingerprint::of(&kind, VERSION, &params),
            params,
            kind,
            game,
            settings,
            misconceptions: MISTAKES.map(Mistake::explanation).into(),
        }
    }

    fn terms(&self, seat: u8) -> MatchTerms {
        let (game, opponent) = (self.game.as_str(), self.settings.opponent.as_str());
        MatchTerms { game: game.to_owned(), opponent: opponent.to_owned(), seat }
    }

    fn task(&self, terms: MatchTerms) -> Result<Box<dyn TaskInstance>, JudgeError> {
        let fields = Fields::of(&terms).map_err(|error| JudgeError::Unwritable {
            kind: self.kind.clone(),
            reason: error.to_string(),
        })?;
        Ok(Box::new(MatchTask { kind: self.kind.clone(), game: self.game, terms, fields }))
    }
}

impl Exercise for MatchExercise {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn params(&self) -> &str {
        &self.params
    }

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    fn workloads(&self) -> Workloads {
        Workloads { generate: Workload::Light, judge: Workload::Light }
    }

    fn misconceptions(&self) -> &[Explanation] {
        &self.misconceptions
    }

    fn min_misconceptions(&self) -> usize {
        MISTAKES.len()
    }

    /// All tasks are alike: what differs is the match.
    fn instantiate(&self, _: &Seed) -> Result<Box<dyn TaskInstance>, JudgeError> {
        self.task(self.terms(self.settings.seat))
    }

    fn parse_task(&self, json: &str) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
        let terms: MatchTerms =
            serde_json::from_str(json).map_err(|error| UnreadableTask(error.to_string()))?;
        // Stored tasks may have the other seat.
        if !SEATS.contains(&terms.seat) || terms != self.terms(terms.seat) {
            let (game, opponent) = (self.game, self.settings.opponent.as_str());
            return Err(UnreadableTask(format!(
                "expected the game `{game}`, the opponent `{opponent}`, and seat 1 or 2"
            )));
        }
        self.task(terms).map_err(|error| UnreadableTask(error.to_string()))
    }
}

struct MatchTask {
    kind: String,
    game: GameName,
    terms: MatchTerms,
    fields: Fields,
}

/// An id for samples, which names no real match.
const SAMPLE_ID: &str = "4d7kq0v9w2hx8m3c";

impl TaskInstance for MatchTask {
    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn draws(&self) -> u32 {
        1
    }

    /// The board before the first move.
    fn panels(&self) -> Vec<Panel> {
        let start = self.game.spec().start(2, &Options::default());
        Panel::each(start.iter().map(|start| start.drawing(&Look::default())), 1)
    }

    fn canonical(&self, answer: &Answer) -> Result<Answer, Malformed> {
        if answer.is_empty() {
            return Err(Malformed::Empty { expected: 1 });
        }
        if answer.count() > 1 {
            return Err(Malformed::Count { expected: 1, found: answer.count() });
        }
        let text = answer.as_str().trim();
        let id: MatchId =
            text.parse().map_err(|_| Malformed::item(1, text, texts::match_step::match_id()))?;
        Ok(Answer::new(id.as_str()))
    }

    fn needs(&self, answer: &Answer) -> Option<EvidenceRequest> {
        let id = self.canonical(answer).ok()?;
        Some(EvidenceRequest::Match(id.as_str().to_owned()))
    }

    fn judge(&self, answer: &Answer, evidence: &Evidence) -> Verdict {
        if let Err(malformed) = self.canonical(answer) {
            return Verdict::Malformed(malformed);
        }
        let Evidence::Match(played) = evidence else {
            return Verdict::JudgeError(JudgeError::NoEvidence { kind: self.kind.clone() });
        };
        if Mistake::of(*played).is_none() {
            return Verdict::Accepted;
        }
        let marks = Marks { right: 0, total: 1, first_wrong: Some(1) };
        Verdict::Wrong { marks, feedback: Feedback::Silent }
    }

    fn diagnose(
        &self,
        answer: &Answer,
        evidence: &Evidence,
    ) -> Result<Option<Diagnosis>, JudgeError> {
        let (Ok(_), Evidence::Match(played)) = (self.canonical(answer), evidence) else {
            return Ok(None);
        };
        let cause = Mistake::of(*played).map(Mistake::explanation);
        Ok(cause.map(|cause| Diagnosis { fit: Fit::Whole, causes: vec![cause] }))
    }

    fn solution(&self) -> WorkedAnswer {
        worked(Some((MatchPurpose::ThisTask, MatchResult::Won)))
    }

    fn wrong_solutions(&self) -> Vec<(Explanation, WorkedAnswer)> {
        MISTAKES.map(|mistake| (mistake.explanation(), worked(mistake.evidence))).into()
    }

    fn questions(&self) -> Vec<Question> {
        Vec::new()
    }

    fn match_terms(&self) -> Option<&MatchTerms> {
        Some(&self.terms)
    }
}

/// The sample's id, with the evidence of its match.
fn worked(evidence: Option<(MatchPurpose, MatchResult)>) -> WorkedAnswer {
    let evidence = evidence.map(|(purpose, result)| MatchEvidence { purpose, result });
    WorkedAnswer { answer: Answer::new(SAMPLE_ID), evidence: Evidence::Match(evidence) }
}

/// What may be wrong with a match that is named as an answer.
#[derive(Clone, Copy)]
struct Mistake {
    id: &'static str,
    hint: fn() -> Text,
    /// The evidence of a match with which the mistake is made: none of a match that does not exist.
    evidence: Option<(MatchPurpose, MatchResult)>,
}

/// The first is that no such match exists, the second that it belongs to another task, with whatever result.
const MISTAKES: [Mistake; 5] = [
    Mistake { id: "match-unknown", hint: texts::match_step::match_unknown, evidence: None },
    Mistake {
        id: "match-of-another-task",
        hint: texts::match_step::match_of_another_task,
        evidence: Some((MatchPurpose::Other, MatchResult::Won)),
    },
    Mistake {
        id: "match-open",
        hint: texts::match_step::match_open,
        evidence: Some((MatchPurpose::ThisTask, MatchResult::Open)),
    },
    Mistake {
        id: "match-drawn",
        hint: texts::match_step::match_drawn,
        evidence: Some((MatchPurpose::ThisTask, MatchResult::Drawn)),
    },
    Mistake {
        id: "match-lost",
        hint: texts::match_step::match_lost,
        evidence: Some((MatchPurpose::ThisTask, MatchResult::Lost)),
    },
];

impl Mistake {
    /// What is wrong with a match; none if it was made for the task, and won.
    fn of(played: Option<MatchEvidence>) -> Option<Self> {
        let found = played.map(|MatchEvidence { purpose, result }| match purpose {
            MatchPurpose::Other => (purpose, MatchResult::Won),
            MatchPurpose::ThisTask => (purpose, result),
        });
        MISTAKES.into_iter().find(|mistake| mistake.evidence == found)
    }

    fn explanation(self) -> Explanation {
        Explanation { id: self.id.to_owned(), hint: (self.hint)() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_step::trial_seed;

    fn exercise() -> MatchExercise {
        MatchExercise::new("gomoku".parse().unwrap(), Params::default())
    }

    #[test]
    fn everybody_has_the_same_seat() {
        for seat in SEATS {
            let params = StepParams { seat: Some(seat), ..StepParams::default() };
            let gomoku: GameName = "gomoku".parse().unwrap();
            let exercise = MatchExercise::new(gomoku, params.params_for(gomoku).unwrap());
            for number in 0..100 {
                let task = exercise.instantiate(&trial_seed(number)).unwrap();
                assert_eq!(task.match_terms().unwrap().seat, seat);
            }
            let stored = exercise.parse_task(r#"{"game":"gomoku","opponent":"rules","seat":2}"#);
            assert_eq!(stored.unwrap().match_terms().unwrap().seat, 2);
        }
        let refused = StepParams { seat: Some(3), ..StepParams::default() };
        let refused = refused.params_for("gomoku".parse().unwrap()).unwrap_err();
        assert_eq!((refused.key, &*refused.what), ("seat", "a match has no seat 3"));
    }

    #[test]
    fn the_opponent_is_a_computer_player_of_the_game() {
        for game in GameName::all() {
            let params = |opponent: &str| {
                StepParams { opponent: Some(opponent.to_owned()), ..StepParams::default() }
                    .params_for(game)
            };
            for computer in &game.spec().computers {
                assert_eq!(params(computer.as_str()).unwrap().opponent, *computer);
            }
            for refused in ["human", "genius", "Random", ""] {
                let help = params(refused).unwrap_err().help;
                assert!(help.contains("`random`") && !help.contains("human"), "{help}");
            }
        }
    }

    #[test]
    fn a_match_is_not_judged_without_evidence() {
        let task = exercise().instantiate(&trial_seed(0)).unwrap();
        let verdict = task.judge(&Answer::new(SAMPLE_ID), &Evidence::None);
        assert!(matches!(verdict, Verdict::JudgeError(JudgeError::NoEvidence { .. })));
    }
}
