//! A rule written in Rust: what it implements to become an [`Exercise`].

use std::fmt::Display;

use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::exercise::Workload;
use super::reading::Aspects;
use super::solution::{Question, Solution};
use super::steering::Steering;
use super::verdict::Feedback;
use gradus_board::drawing::Panel;
use gradus_text::{Template, Text};

/// A kind of step: it generates tasks, solves them, reads and judges answers, and knows the well-known mistakes.
///
/// A kind is pure: the same parameters and the same random source give the same task on every machine.
///
/// The kind is a type without values; what a step chooses is in its [`Kind::Params`].
///
/// # A new kind
///
/// Write it as a file of its track, `crates/rules/src/<track>/<rule>.rs`, with its hints in `texts/` of that crate; name it in
/// `lib.rs` and list it in `registry.rs` there. `gradus check --kind <track>/<rule>` then proves it, before any step uses it. A step
/// needs a folder in `challenges/`, see the README there. The head of `lib.rs` shows with which types of `gradus_board` a track begins.
///
/// This is a whole kind, checked as that command does. In `gradus_rules`, the types are `pub`, and the hints are those of the
/// track:
///
/// ```
/// use gradus_board::numerical::{Board, LINES};
/// use gradus_step::{
///     Aspects, Count, Feedback, Kind, One, Registry, Steering, Template, Text, Trial, check_kind,
/// };
/// use rand::rngs::ChaCha8Rng;
/// use rand::seq::IteratorRandom as _;
/// use serde::{Deserialize, Serialize};
/// use serde_with::{TryFromInto, serde_as};
///
/// /// The largest sum among the ten lines of each board.
/// enum LargestSum {}
///
/// /// The `[params]` of `step.toml`: 24 boards if it does not say, and never more than 50.
/// #[derive(Default, Serialize, Deserialize)]
/// #[serde(default, deny_unknown_fields)]
/// struct Params {
///     boards: Count<24, 50>,
/// }
///
/// /// `{"boards": [[0, 7, 0, 2, …], …]}`
/// #[serde_as]
/// #[derive(Serialize, Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Task {
///     #[serde_as(as = "Vec<TryFromInto<[u8; 16]>>")]
///     boards: Vec<Board>,
/// }
///
/// /// How the rule is read; rightly, if nothing is set.
/// #[derive(Default)]
/// struct Reading {
///     without_diagonals: bool,
///     smallest: bool,
///     only_full_lines: bool,
/// }
///
/// impl Reading {
///     fn answer(&self, board: &Board) -> u8 {
///         let is_full = |line: [_; 4]| line.iter().all(|&cell| board.at(cell).is_some());
///         let lines = board.line_sums().into_iter().zip(LINES);
///         let sums = lines
///             .take(if self.without_diagonals { 8 } else { 10 })
///             .filter(|&(_, line)| !self.only_full_lines || is_full(line))
///             .map(|(sum, _)| sum);
///         let chosen = if self.smallest { sums.min() } else { sums.max() };
///         chosen.unwrap_or(0)
///     }
/// }
///
/// // Within the crate, these are made of `texts/`.
/// const HINTS: &[Template] = &[
///     Template {
///         key: "rules.numerical.largest-sum.diagonals-forgotten",
///         names: &[],
///         built_in: [
///             "The two diagonals are lines too.",
///             "两条对角线也是线。",
///             "二本の対角線も線です。",
///         ],
///     },
///     Template {
///         key: "rules.numerical.largest-sum.smallest",
///         names: &[],
///         built_in: [
///             "The largest sum is asked for, not the smallest.",
///             "问的是最大的和，不是最小的。",
///             "求めるのは最小ではなく最大の和です。",
///         ],
///     },
///     Template {
///         key: "rules.numerical.largest-sum.only-full-lines",
///         names: &[],
///         built_in: [
///             "A line with empty cells has a sum too: an empty cell counts 0.",
///             "有空格的线也有和：空格算 0。",
///             "空きのある線にも和があります。空きは 0 と数えます。",
///         ],
///     },
/// ];
///
/// impl Kind for LargestSum {
///     const NAME: &'static str = "numerical/largest-sum";
///     const FEEDBACK: Feedback = Feedback::Located;
///
///     type Params = Params;
///     type Task = Task;
///     type Item = u8;
///     type Solution = One<u8>;
///     type Reading = Reading;
///
///     fn hints() -> &'static [&'static [Template]] {
///         &[HINTS]
///     }
///
///     fn aspects(aspects: &mut Aspects<Reading>) {
///         aspects.add().or("diagonals-forgotten", |reading| reading.without_diagonals = true);
///         aspects.add().or("smallest", |reading| reading.smallest = true);
///         aspects.add().or("only-full-lines", |reading| reading.only_full_lines = true);
///     }
///
///     fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
///         let board = |rng: &mut ChaCha8Rng| {
///             (0..10).fold(Board::empty(), |board, _| {
///                 // A game that is won has no moves.
///                 let choice = board.moves().choose(rng);
///                 choice.and_then(|choice| board.play(choice).ok()).unwrap_or(board)
///             })
///         };
///         // Boards on which each misconception gives some wrong items.
///         let count = params.boards.get() as usize;
///         let instantiate = |board: &Board| Task { boards: vec![*board] };
///         Task { boards: steering.cover(rng, count, count, board, instantiate) }
///     }
///
///     fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<u8>> + 'a {
///         task.boards.iter().map(|board| One(reading.answer(board)))
///     }
///
///     fn read_item(_task: &Task, _position: usize, text: &str) -> Result<u8, Text> {
///         text.parse().map_err(|_| "a whole number from 0 to 255".into())
///     }
/// }
///
/// let registry = Registry::default().with::<LargestSum>();
/// let text = "[params]\nboards = 20";
/// let exercise = registry.exercise("numerical/largest-sum", "step.toml", text).unwrap();
/// let report = check_kind(&*exercise, "step.toml", Trial::unmeasured(500));
/// assert_eq!(report.diagnostics, []);
/// ```
pub trait Kind: Sized + 'static {
    /// The name that `step.toml` uses, as `track/rule`.
    const NAME: &'static str;

    /// Raised whenever the same parameters and the same seed would give another task; the golden boards in the tests detect it.
    const VERSION: u32 = 1;

    /// How much work it is to make a task. `check` measures it, and reports a light kind that takes too long.
    const WORKLOAD: Workload = Workload::Light;

    /// How much a reply to a wrong answer shows. `check` reports a kind that shows too much: one with few possible items
    /// should show less.
    const FEEDBACK: Feedback;

    /// How many misconceptions `check` asks for. Only the handshake asks for fewer than three: it leaves nothing to
    /// misunderstand but the protocol, whose mistakes have error codes of their own.
    const MIN_MISCONCEPTIONS: usize = 3;

    /// How many questions are solved to explain one wrong answer: as many as take 5 ms. When they are used up, a kind with located
    /// feedback solves up to a quarter more, to explain the wrong items only. `check` measures it.
    const DIAGNOSIS_LIMIT: usize = 2000;

    /// How many of the last questions take so long that they are not asked of every misconception when the likely pairs are looked for.
    const SLOW_QUESTIONS: usize = 0;

    /// How many tasks are drawn to see which items are frequent, before the first wrong answer is explained. What is right on none of
    /// their `n` items counts as right on one of them.
    const SAMPLE_TASKS: u32 = 24;

    /// How unlikely an item is at least, in bits, that is right on none of these tasks. A kind says it whose items are much rarer than
    /// so few tasks can show.
    const UNSEEN_BITS: f64 = 0.0;

    /// On how many questions of a task each misconception should fail, if that can be had: the fewer answers there are to choose
    /// from, the more wrong ones it takes to tell a misconception from chance.
    const WRONG_QUESTIONS: u32 = 2;

    /// What a step may choose, from the `[params]` of its `step.toml`. A key that is left out has its default.
    type Params: DeserializeOwned + Serialize + Default + Send + Sync;

    /// The board and the questions, as the learner sees them: a JSON object.
    type Task: Serialize + DeserializeOwned + Send + Sync;

    /// One item of an answer. `Display` writes its canonical form, which `read_item` reads back. What a wrong reading answers is
    /// an item too, even if `read_item` refuses it.
    type Item: Clone + Display + Send + Sync;

    /// What is right for one question.
    type Solution: Solution<Item = Self::Item>;

    /// How the rule is read: a field for each aspect. The default is the right reading.
    type Reading: Default + Send + Sync;

    /// The hints on wrong alternatives, by the names of these: one list or several.
    fn hints() -> &'static [&'static [Template]];

    /// What can be misread: an aspect for each clause of the rule that a program can leave out or change. A task is served only if
    /// every single wrong alternative gives an answer that is rejected on it, but for those of an aspect that is
    /// [`seldom`](super::Aspect::seldom) shown.
    fn aspects(aspects: &mut Aspects<Self::Reading>);

    /// Makes a task. It is called again while a misconception solves what it made; `steering` chooses boards on which none does.
    fn generate(
        params: &Self::Params,
        steering: &Steering<Self>,
        rng: &mut ChaCha8Rng,
    ) -> Self::Task;

    /// Solves a task by a reading, question by question, as plainly as the statement says it. It is lazy: what is not asked for
    /// is not solved.
    fn solve<'a>(
        task: &'a Self::Task,
        reading: &'a Self::Reading,
    ) -> impl Iterator<Item = Self::Solution> + 'a;

    /// Solves a task by the rule, in the fastest way. `check` compares it with [`Kind::solve`].
    fn reference(task: &Self::Task) -> Vec<Self::Solution> {
        Self::solve(task, &Self::Reading::default()).collect()
    }

    /// Reads the item at a position (from 0) of an answer.
    ///
    /// It refuses what is not of the item's form, and only that: a wrong value of the right form is for the judge. The error is what an
    /// item should look like, as the end of a sentence that begins with "expected".
    fn read_item(task: &Self::Task, position: usize, text: &str) -> Result<Self::Item, Text>;

    /// Whether the place that an item names, at a position (from 0) of an answer, is free on its board. Kinds whose items name a place to play on
    /// say so.
    fn is_free(_task: &Self::Task, _position: usize, _item: &Self::Item) -> bool {
        true
    }

    /// Puts items whose order does not count into the order of the canonical form.
    fn arrange(_items: &mut [Self::Item]) {}

    /// The boards of a task, drawn; none where there is nothing to draw.
    fn panels(_task: &Self::Task) -> Vec<Panel> {
        Vec::new()
    }

    /// The places of a board that an item of an answer names, as they are called in [`Kind::panels`]; none where items name no places.
    fn places_of(_item: &str) -> Vec<&str> {
        Vec::new()
    }

    /// What a blind guess has to hit. `check` takes the questions to be independent of each other: so items that hang
    /// together are one question, and a kind that accepts several answers lists them all.
    fn questions(_task: &Self::Task, reference: &[Self::Solution]) -> Vec<Question> {
        reference.iter().map(Solution::question).collect()
    }
}
