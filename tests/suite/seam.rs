//! The seam of the exercises: one that no kind is behind, with all its texts made at run time, is served, judged and checked like
//! any other.

use std::collections::BTreeMap;

use gradus::app::Limits;
use gradus::step::{
    Answer, Diagnosis, Evidence, Exercise, Explanation, Feedback, Fields, Fingerprint, Fit, Folder,
    JudgeError, Malformed, Marks, Question, Registry, Seed, Steps, TaskInstance, Text, Trial,
    UnreadableTask, Verdict, WorkedAnswer, Workload, Workloads, canonical_json, check,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{http_client, serve};

/// What the step may choose: which words the texts are made of.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Params {
    language: String,
}

/// The learner sends some digits back in the opposite order.
struct Reversal {
    kind: String,
    params: String,
    fingerprint: Fingerprint,
    misconceptions: Vec<Explanation>,
    workload: Workload,
}

impl Reversal {
    fn new(kind: String, workload: Workload, params: &Params) -> Self {
        let mistake = |name: &str| Explanation {
            id: format!("{}-{name}", params.language),
            hint: format!("not {name}, {}.", params.language).into(),
        };
        let params = canonical_json(params);
        Self {
            fingerprint: Fingerprint::of(&kind, 1, &params),
            params,
            kind,
            misconceptions: ["unchanged", "sorted", "rotated"].map(mistake).into(),
            workload,
        }
    }

    fn task(&self, digits: Vec<u8>) -> Box<dyn TaskInstance> {
        let fields = Fields::of(&json!({ "digits": digits })).unwrap();
        Box::new(Row { digits, fields, misconceptions: self.misconceptions.clone() })
    }
}

impl Exercise for Reversal {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn version(&self) -> u32 {
        1
    }

    fn params(&self) -> &str {
        &self.params
    }

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    fn workloads(&self) -> Workloads {
        Workloads { generate: self.workload, judge: self.workload }
    }

    fn misconceptions(&self) -> &[Explanation] {
        &self.misconceptions
    }

    fn min_misconceptions(&self) -> usize {
        3
    }

    /// Twelve digits that are all told apart from their mistaken orders: the first is the least, the last but one the greatest.
    fn instantiate(&self, seed: &Seed) -> Result<Box<dyn TaskInstance>, JudgeError> {
        let mut digits: Vec<u8> = seed.iter().take(12).map(|byte| 1 + byte % 100).collect();
        digits[0] = 0;
        digits[10] = 101;
        Ok(self.task(digits))
    }

    fn parse_task(&self, json: &str) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Sample {
            digits: Vec<u8>,
        }
        let Sample { digits } =
            serde_json::from_str(json).map_err(|error| UnreadableTask(error.to_string()))?;
        Ok(self.task(digits))
    }
}

struct Row {
    digits: Vec<u8>,
    fields: Fields,
    misconceptions: Vec<Explanation>,
}

impl Row {
    fn reversed(&self) -> Vec<u8> {
        self.digits.iter().rev().copied().collect()
    }

    fn read(&self, answer: &Answer) -> Result<Vec<u8>, Malformed> {
        let expected = self.digits.len();
        if answer.is_empty() {
            return Err(Malformed::Empty { expected });
        }
        if answer.count() != expected {
            return Err(Malformed::Count { expected, found: answer.count() });
        }
        let item = |(index, text): (usize, &str)| {
            let expected: Text = format!("a number below {}", 256).into();
            text.parse().map_err(|_| Malformed::item(index + 1, text, expected.clone()))
        };
        answer.items().enumerate().map(item).collect()
    }

    fn mistakes(&self) -> [Vec<u8>; 3] {
        let (mut sorted, mut rotated) = (self.digits.clone(), self.reversed());
        sorted.sort_unstable();
        rotated.rotate_left(1);
        [self.digits.clone(), sorted, rotated]
    }
}

impl TaskInstance for Row {
    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn draws(&self) -> u32 {
        1
    }

    fn canonical(&self, answer: &Answer) -> Result<Answer, Malformed> {
        self.read(answer).map(Answer::from_items)
    }

    fn judge(&self, answer: &Answer, _: &Evidence) -> Verdict {
        let given = match self.read(answer) {
            Ok(given) => given,
            Err(malformed) => return Verdict::Malformed(malformed),
        };
        let marks: Marks =
            self.reversed().iter().zip(&given).map(|(right, item)| right == item).collect();
        if marks.all_right() {
            return Verdict::Accepted;
        }
        Verdict::Wrong { marks, feedback: Feedback::Counted }
    }

    fn diagnose(&self, answer: &Answer, _: &Evidence) -> Result<Option<Diagnosis>, JudgeError> {
        let Ok(given) = self.read(answer) else { return Ok(None) };
        let mistakes = self.mistakes().into_iter().zip(&self.misconceptions);
        let fitting = mistakes.filter(|(answer, _)| *answer == given);
        let causes: Vec<_> = fitting.map(|(_, explanation)| explanation.clone()).collect();
        Ok((!causes.is_empty()).then_some(Diagnosis { fit: Fit::Whole, causes }))
    }

    fn solution(&self) -> WorkedAnswer {
        Answer::from_items(self.reversed()).into()
    }

    fn wrong_solutions(&self) -> Vec<(Explanation, WorkedAnswer)> {
        let answers = self.mistakes().map(|answer| Answer::from_items(answer).into());
        self.misconceptions.iter().cloned().zip(answers).collect()
    }

    fn questions(&self) -> Vec<Question> {
        self.reversed().into_iter().map(Question::with_one_answer).collect()
    }
}

/// Two steps of one kind, whose name nobody has written down: a light one and a heavy one.
fn challenges() -> (Vec<Folder>, Registry) {
    let name = |workload: Workload| format!("made-at-run-time/{workload:?}").to_lowercase();
    let folder = |number: u8, workload| {
        let kind = name(workload);
        let step = format!(
            "kind = {kind:?}\ntrack = \"Made\"\npoints = 5\n[params]\nlanguage = \"lojban\"\n"
        );
        let statement = format!(
            "# Step {number}\n\n```json task\n{{\"digits\": [0,1,2,3,4,5,6,7,8,9,11,10]}}\n```\n\n\
             ```text answer\n10,11,9,8,7,6,5,4,3,2,1,0\n```\n"
        );
        let files = [("step.toml", step), ("statement.en.md", statement)];
        let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
        Folder { name: format!("{number}-made"), files: BTreeMap::from(files) }
    };
    let registry = [Workload::Light, Workload::Heavy].into_iter().fold(
        Registry::default(),
        |registry, workload| {
            let kind = name(workload);
            registry.with_exercise(kind.clone(), move |params| {
                Reversal::new(kind.clone(), workload, &params.read())
            })
        },
    );
    (vec![folder(41, Workload::Light), folder(42, Workload::Heavy)], registry)
}

#[case]
fn an_exercise_from_outside_is_checked_like_any_other() {
    let (folders, registry) = challenges();
    let (catalog, diagnostics) = Steps::gather(folders, &registry);
    assert_eq!(diagnostics, []);
    for step in catalog.iter() {
        let report = check(step, Trial::unmeasured(500));
        assert_eq!(report.diagnostics, []);
        assert_eq!((report.tasks, report.misconceptions), (500, 3));
        assert!(report.guess.unwrap().bits > 20.0);
        assert!(report.leak_bits.is_some());
    }
}

async fn json(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

#[case]
async fn an_exercise_from_outside_is_served_and_judged_like_any_other() {
    let (folders, registry) = challenges();
    let directory = TempDir::new().unwrap();
    let server = serve(Steps::gather(folders, &registry).0, Limits::default(), &directory);
    let client = http_client();
    for (step, kind) in [("41", "made-at-run-time/light"), ("42", "made-at-run-time/heavy")] {
        let url = format!("{server}/step_{step}");
        let (status, task) = json(client.get(&url)).await;
        assert_eq!((status, &task["kind"]), (200, &json!(kind)));
        let digits: Vec<u8> = serde_json::from_value(task["digits"].clone()).unwrap();

        let answer = |items: Value| client.post(&url).json(&json!({ "ans": items }));
        let (status, wrong) = json(answer(json!(digits))).await;
        assert_eq!((status, &wrong["verdict"]), (200, &json!("wrong")));
        assert_eq!(wrong["misconception"]["id"], "lojban-unchanged");
        assert_eq!(wrong["misconception"]["hint"], "not unchanged, lojban.");
        assert_eq!(wrong["items"]["total"], 12);

        let (status, malformed) = json(answer(json!(vec!["many"; 12]))).await;
        assert_eq!((status, &malformed["code"]), (422, &json!("answer.item")));
        let detail = malformed["detail"].as_str().unwrap();
        assert!(detail.ends_with("expected a number below 256"), "{detail}");

        let right: Vec<u8> = digits.into_iter().rev().collect();
        let (status, accepted) = json(answer(json!(right))).await;
        assert_eq!((status, &accepted["verdict"]), (200, &json!("accepted")));
    }
}
