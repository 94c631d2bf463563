use super::flawed::{Flawed, UNTOLD};
use super::sum::{SOLVED, Sum};
use crate::kind_exercise::KindExercise;
use crate::{
    Answer, Evidence, Exercise as _, Feedback, Fit, JudgeError, Malformed, Marks, TaskInstance,
    Verdict, explanation,
};

fn exercise(params: &str) -> KindExercise<Sum> {
    KindExercise::new(toml::from_str(params).unwrap())
}

/// The task whose pairs are 9+2, 3+8 and 5+5.
fn task() -> Box<dyn TaskInstance> {
    exercise("").parse_task(r#"{"pairs": [[9, 2], [3, 8], [5, 5]]}"#).unwrap()
}

fn judge(answer: &str) -> Verdict {
    task().judge(&Answer::new(answer), &Evidence::None)
}

#[test]
fn a_task_is_its_seeds() {
    let exercise = exercise("");
    let (one, twin, other) = (
        exercise.instantiate(&[7; 32]),
        exercise.instantiate(&[7; 32]),
        exercise.instantiate(&[8; 32]),
    );
    let (one, twin, other) = (one.unwrap(), twin.unwrap(), other.unwrap());
    let pairs = |task: &dyn TaskInstance| task.fields().by_name()["pairs"].get().to_owned();
    assert_eq!(pairs(&*one), pairs(&*twin));
    assert_ne!(pairs(&*one), pairs(&*other));
}

#[test]
fn the_right_answer_is_accepted() {
    assert!(matches!(judge(" 11, 11\n, 10 "), Verdict::Accepted));
}

#[test]
fn a_wrong_answer_is_located() {
    let Verdict::Wrong { marks, feedback } = judge("11,12,10") else { panic!("not wrong") };
    assert_eq!(marks, Marks { right: 2, total: 3, first_wrong: Some(2) });
    assert_eq!(feedback, Feedback::Located);
}

#[test]
fn an_answer_is_compared_item_by_item() {
    let compared = |answer: &str| {
        let items = task().compare(&Answer::new(answer)).into_iter();
        items.map(|item| (item.given, item.expected, item.is_right)).collect::<Vec<_>>()
    };
    let item =
        |given: &str, expected: &str| (given.to_owned(), expected.to_owned(), given == expected);
    assert_eq!(compared(" 11,12,10"), [item("11", "11"), item("12", "11"), item("10", "10")]);
    assert_eq!(compared("11,12"), []);
}

fn diagnose(answer: &str) -> Option<(Fit, Vec<String>)> {
    let diagnosis = task().diagnose(&Answer::new(answer), &Evidence::None).unwrap()?;
    let causes = diagnosis.causes.into_iter().map(|cause| cause.id);
    Some((diagnosis.fit, causes.collect()))
}

#[test]
fn no_more_questions_are_solved_than_the_limit_allows() {
    // On eight of the pairs three misconceptions give the right sum, so that each is followed to the ninth.
    let pairs = [[0, 0]; 8].iter().chain(&[[9, 5]]).map(|pair| format!("{pair:?}"));
    let pairs = format!("{{\"pairs\": [{}]}}", pairs.collect::<Vec<_>>().join(","));
    let task = exercise("").parse_task(&pairs).unwrap();
    let answer = Answer::new("0,0,0,0,0,0,0,0,99");
    let diagnose = || task.diagnose(&answer, &Evidence::None).unwrap();
    // The first time, it is seen which items are frequent.
    diagnose();
    SOLVED.set(0);
    assert_eq!(diagnose(), None);
    // 28 for the misconceptions and 3 for pairs of them; then a quarter of the limit, 40, for the wrong items.
    assert_eq!(SOLVED.get(), 41);
}

#[test]
fn the_misconception_that_gives_the_answer_is_named() {
    let whole = |id: &str| Some((Fit::Whole, vec![id.to_owned()]));
    assert_eq!(diagnose("18,24,25"), whole("product"));
    assert_eq!(diagnose("7,-5,0"), whole("difference"));
    assert_eq!(diagnose("7,5,0"), whole("distance"));
    assert_eq!(diagnose("8,-4,1"), whole("difference+one-more"));
}

#[test]
fn a_misconception_that_leaves_no_choice_has_one_answer() {
    let known: Vec<_> =
        task().wrong_solutions().into_iter().map(|(mistake, _)| mistake.id).collect();
    assert_eq!(known, ["product", "difference", "distance", "one-more"]);
}

#[test]
fn a_right_answer_in_another_form_is_named() {
    let form = |id: &str| Some((Fit::Form, vec![id.to_owned()]));
    let orders = ["items-reversed", "items-shifted", "sorted"].map(str::to_owned).to_vec();
    assert_eq!(diagnose("10,11,11"), Some((Fit::Form, orders)));
    assert_eq!(diagnose("b,b,a"), form("hexadecimal"));
    assert_eq!(diagnose("11,22,32"), form("running-totals"));
    assert_eq!(diagnose("11,11,10 11"), form("collected"));
    assert_eq!(diagnose("'11','11','10'"), form("quoted"));
    assert_eq!(diagnose("11;11;10"), form("separated-by-semicolons"));
    assert_eq!(diagnose("11 11 10"), form("separated-by-blanks"));
    assert_eq!(diagnose("11,11,10,"), form("comma-at-the-end"));
}

#[test]
fn an_answer_that_nothing_explains_has_no_cause() {
    for answer in ["1,2,3", "11,11,99", "11,11", "one,two,three", ""] {
        assert_eq!(diagnose(answer), None, "{answer}");
    }
}

#[test]
fn a_program_that_goes_wrong_only_sometimes_is_known_by_its_wrong_items() {
    // Nine pairs, of which the product is sent for three.
    let exercise = exercise("pairs = 9\nnumbers = [20, 99]");
    let task = exercise.instantiate(&[3; 32]).unwrap();
    let product = task.wrong_solutions().into_iter().find(|(cause, _)| cause.id == "product");
    let product = product.unwrap().1.answer;
    let items = task.solution().answer;
    let mixed = items.items().zip(product.items()).enumerate();
    let mixed = mixed.map(|(place, (right, wrong))| if place < 3 { wrong } else { right });
    let diagnosis = task.diagnose(&Answer::from_items(mixed), &Evidence::None).unwrap().unwrap();
    assert_eq!((diagnosis.fit, diagnosis.causes[0].id.as_str()), (Fit::Items, "product"));
}

#[test]
fn a_misconception_in_another_form_is_known() {
    let exercise = exercise("pairs = 9\nnumbers = [20, 99]");
    let task = exercise.instantiate(&[3; 32]).unwrap();
    let product = task.wrong_solutions().into_iter().find(|(cause, _)| cause.id == "product");
    let product = product.unwrap().1.answer;
    let mut reversed: Vec<&str> = product.items().collect();
    reversed.reverse();
    let answer = Answer::from_items(reversed);
    let diagnosis = task.diagnose(&answer, &Evidence::None).unwrap().unwrap();
    let cause = &diagnosis.causes[0];
    assert_eq!((diagnosis.fit, cause.id.as_str()), (Fit::Whole, "product+items-reversed"));
    // An attempt stores the id, from which the hint is found again.
    assert_eq!(explanation(&exercise, &cause.id).as_ref(), Some(cause));
}

#[test]
fn what_cannot_be_read_is_malformed() {
    let malformed = |answer: &str| match judge(answer) {
        Verdict::Malformed(malformed) => malformed,
        other => panic!("{other:?}"),
    };
    assert_eq!(malformed(" "), Malformed::Empty { expected: 3 });
    assert_eq!(malformed("1,2"), Malformed::Count { expected: 3, found: 2 });
    assert_eq!(
        malformed("1,2,3,").to_string(),
        "expected 3 items, as a list or with commas between them; found 4"
    );
    assert_eq!(malformed("1,two,3").to_string(), "item 2 is \"two\"; expected a whole number");
    let long = malformed(&format!("1,2,{}", "x".repeat(1000))).to_string();
    assert!(long.len() < 120, "{long}");
}

#[test]
fn two_ways_of_writing_an_answer_have_one_canonical_form() {
    let task = task();
    let canonical = task.canonical(&Answer::new(" +11 ,011,10")).unwrap();
    assert_eq!(canonical.as_str(), "11,11,10");
}

#[test]
fn a_task_that_a_misconception_solves_is_never_made() {
    // 2+2 is also 2·2, and 0+0 is also 0−0: the generator must draw other numbers.
    let exercise = exercise("pairs = 1\nnumbers = [0, 2]");
    let mut most_draws = 0;
    for seed in 0..100 {
        let task = exercise.instantiate(&[seed; 32]).unwrap();
        for (mistake, solution) in task.wrong_solutions() {
            assert!(
                matches!(task.judge(&solution.answer, &solution.evidence), Verdict::Wrong { .. }),
                "{}",
                mistake.id
            );
        }
        most_draws = most_draws.max(task.draws());
    }
    assert!(most_draws > 1, "no task was drawn again");
}

#[test]
fn a_kind_that_cannot_discriminate_is_a_judge_error() {
    let error = exercise("numbers = [0, 0]").instantiate(&[0; 32]).map(|_| ()).unwrap_err();
    assert!(
        matches!(&error, JudgeError::Undiscriminated { misconception, .. } if misconception == "product")
    );
}

#[test]
fn the_misconception_that_passes_most_often_is_named() {
    // One misconception or the other solves every task: which of them solves the last one, differs from seed to seed.
    let exercise = KindExercise::<Flawed<UNTOLD>>::new(toml::from_str("").unwrap());
    for seed in 0..8 {
        let error = exercise.instantiate(&[seed; 32]).map(|_| ()).unwrap_err();
        assert!(
            matches!(&error, JudgeError::Undiscriminated { misconception, .. } if misconception == "two-more")
        );
    }
}

#[test]
fn a_kind_that_panics_is_a_judge_error() {
    assert!(matches!(judge("1,panic,3"), Verdict::JudgeError(JudgeError::Panicked { .. })));
}
