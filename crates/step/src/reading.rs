//! How a rule can be read: its aspects, the wrong alternatives of each, and the readings that they combine to.
//!
//! ```text
//! aspect       which coordinate comes first      where indexes begin
//! right        the row                           at 0
//! wrong        the column                        at 1
//! ```
//!
//! A reading is a value of the kind's own type, and its default is the right one. An alternative changes it in one aspect.
//!
//! A kind with a hundred alternatives has thousands of pairs, too many to be solved. Most are unlikely without that: on a question that only
//! one of the two alone gets wrong, both at once nearly always answer as that one. [`Profile`] and [`in_order`] find the likely pairs.

/// One decision in a rule that a reader can get wrong, with the wrong alternatives. The right one is the reading's default.
pub struct Aspect<R> {
    alternatives: Vec<Alternative<R>>,
    is_combined: bool,
    is_seldom: bool,
}

/// One wrong alternative of an aspect.
pub(super) struct Alternative<R> {
    /// Its stable name.
    pub id: String,
    /// The name of its hint; alternatives that differ only in a value share one.
    pub hint: &'static str,
    /// What stands for `{…}` in the hint.
    pub values: Vec<(&'static str, String)>,
    /// Which aspect it belongs to: two of one aspect exclude each other.
    pub aspect: usize,
    /// Whether it also occurs together with others.
    pub is_combined: bool,
    /// Whether a task may be served on which it is not wrong.
    pub is_seldom: bool,
    change: Change<R>,
}

/// Makes a reading wrong in one aspect.
type Change<R> = Box<dyn Fn(&mut R) + Send + Sync>;

/// The aspects of a rule.
pub struct Aspects<R>(Vec<Aspect<R>>);

impl<R> Aspects<R> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an aspect, to which the wrong alternatives are added.
    ///
    /// ```
    /// # use gradus_step::Aspects;
    /// # struct Reading { first_index: i64, column_first: bool }
    /// fn aspects(aspects: &mut Aspects<Reading>) {
    ///     aspects.add().or("column-before-row", |reading| reading.column_first = true);
    ///     aspects.add().or("counted-from-one", |reading| reading.first_index = 1);
    /// }
    /// ```
    pub fn add(&mut self) -> &mut Aspect<R> {
        self.0.push(Aspect { alternatives: Vec::new(), is_combined: true, is_seldom: false });
        let last = self.0.len() - 1;
        #[expect(clippy::indexing_slicing, reason = "an aspect was just added")]
        &mut self.0[last]
    }
}

impl<R> Aspect<R> {
    /// Adds a wrong alternative. Its name is also that of its hint.
    pub fn or(
        &mut self,
        id: &'static str,
        change: impl Fn(&mut R) + Send + Sync + 'static,
    ) -> &mut Self {
        self.push_named(id, Box::new(change))
    }

    /// Adds a wrong alternative for each of these values, all with the same hint, in which `{value}` stands for the value's label.
    /// The id of each is the hint's name, `-`, and the label for ids, which is lower-case letters, digits and `-`.
    ///
    /// Each value comes with its label for ids and its label for people.
    pub fn or_each<T: Clone + Send + Sync + 'static>(
        &mut self,
        hint: &'static str,
        values: impl IntoIterator<Item = (String, String, T)>,
        change: impl Fn(&mut R, T) + Clone + Send + Sync + 'static,
    ) -> &mut Self {
        for (id, label, value) in values {
            let change = change.clone();
            self.push_value(
                hint,
                &id,
                label,
                Box::new(move |reading| change(reading, value.clone())),
            );
        }
        self
    }

    /// The alternatives are not combined with those of other aspects: for long lists, such as the rows of a table.
    pub fn alone(&mut self) -> &mut Self {
        self.is_combined = false;
        self
    }

    /// A task need not show these, because a task has no room for all of them, such as the patterns of a long table. A program
    /// with one of them still fails after some tasks, and the reply names it where two items are wrong. These are not combined either.
    pub fn seldom(&mut self) -> &mut Self {
        self.is_seldom = true;
        self.alone()
    }

    // There are a thousand alternatives, and none has to be added quickly.
    #[inline(never)]
    fn push_named(&mut self, id: &'static str, change: Change<R>) -> &mut Self {
        self.push(id.to_owned(), id, Vec::new(), change)
    }

    #[inline(never)]
    fn push_value(&mut self, hint: &'static str, id: &str, label: String, change: Change<R>) {
        self.push(format!("{hint}-{id}"), hint, vec![("value", label)], change);
    }

    fn push(
        &mut self,
        id: String,
        hint: &'static str,
        values: Vec<(&'static str, String)>,
        change: Change<R>,
    ) -> &mut Self {
        // What is so of the whole aspect is known when all aspects are.
        let (aspect, is_combined, is_seldom) = (0, true, false);
        self.alternatives.push(Alternative {
            id,
            hint,
            values,
            aspect,
            is_combined,
            is_seldom,
            change,
        });
        self
    }
}

/// The wrong alternatives of all aspects of a kind, in the order in which the kind lists them.
pub(super) struct Readings<R> {
    aspects: usize,
    alternatives: Vec<Alternative<R>>,
}

impl<R: Default> Readings<R> {
    pub(super) fn new(Aspects(aspects): Aspects<R>) -> Self {
        let count = aspects.len();
        let aspects = aspects.into_iter().enumerate();
        let alternatives = aspects.flat_map(|(number, aspect)| {
            let Aspect { alternatives, is_combined, is_seldom } = aspect;
            let belongs = move |alternative| Alternative {
                aspect: number,
                is_combined,
                is_seldom,
                ..alternative
            };
            alternatives.into_iter().map(belongs)
        });
        Self { aspects: count, alternatives: alternatives.collect() }
    }

    /// How many aspects there are.
    pub(super) fn aspects(&self) -> usize {
        self.aspects
    }

    pub(super) fn alternatives(&self) -> &[Alternative<R>] {
        &self.alternatives
    }

    /// The reading with these wrong alternatives; none if two of them are of one aspect.
    pub(super) fn with(&self, chosen: &[usize]) -> Option<R> {
        let mut reading = R::default();
        let mut aspects = Vec::with_capacity(chosen.len());
        for &index in chosen {
            let alternative = self.alternatives.get(index)?;
            if aspects.contains(&alternative.aspect) {
                return None;
            }
            aspects.push(alternative.aspect);
            (alternative.change)(&mut reading);
        }
        Some(reading)
    }

    /// The choices of this many wrong alternatives, two or more only of those that are combined; the likely ones first, since those
    /// are first in the list.
    pub(super) fn choices<const N: usize>(&self) -> Vec<[usize; N]> {
        let known = self.alternatives.iter().enumerate();
        let combined = known.filter(|(_, known)| N == 1 || known.is_combined);
        choices(&combined.map(|(index, known)| (index, known.aspect)).collect::<Vec<_>>())
    }
}

/// The choices of this many of these alternatives, which are given with their aspects: each of a later aspect than those before.
fn choices<const N: usize>(alternatives: &[(usize, usize)]) -> Vec<[usize; N]> {
    let mut choices = vec![(Vec::new(), None)];
    for _ in 0..N {
        let longer = |(chosen, last): &(Vec<usize>, Option<usize>)| -> Vec<_> {
            let later = alternatives.iter().filter(|(_, aspect)| Some(*aspect) > *last);
            later.map(|&(index, aspect)| ([&chosen[..], &[index]].concat(), Some(aspect))).collect()
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    let mut choices: Vec<[usize; N]> =
        choices.into_iter().filter_map(|(chosen, _)| chosen.try_into().ok()).collect();
    choices.sort_by_key(|chosen| chosen.iter().sum::<usize>());
    choices
}

/// How much a question on which only one of two misconceptions is wrong, and not as given, counts for one on which both are.
const CONFLICT: u32 = 4;

/// How many questions a profile has room for.
pub(super) const MAX_QUESTIONS: usize = 128;

/// What a misconception answers alone: a bit for each question.
#[derive(Clone, Copy, Default)]
pub(super) struct Profile {
    /// The questions that it answers rightly.
    right: u128,
    /// Those that it answers wrongly.
    wrong: u128,
    /// The questions that it answers as the given answer does.
    given: u128,
}

impl Profile {
    /// Notes the answer to a question.
    pub(super) fn note(&mut self, question: usize, is_right: bool, is_given: bool) {
        self.right |= u128::from(is_right) << question;
        self.wrong |= u128::from(!is_right) << question;
        self.given |= u128::from(is_given) << question;
    }

    /// How unlikely it is that both at once give the answer, of which these questions are right. Where only one of them is wrong alone,
    /// both at once nearly always answer as that one; where both are, they may give anything, and often as one of them.
    fn unlikeliness(self, other: Self, right_in_given: u128) -> u32 {
        let neither = self.right & other.right & !right_in_given;
        let only_self = self.wrong & other.right & !self.given;
        let only_other = self.right & other.wrong & !other.given;
        let both = self.wrong & other.wrong & !self.given & !other.given;
        CONFLICT * (neither | only_self | only_other).count_ones() + both.count_ones()
    }
}

/// The pairs of misconceptions in the order in which they are tried: the likely ones first, and otherwise as they are.
/// `profiles` has the profile of each misconception, by its number; none if the misconception is not combined with others.
pub(super) fn in_order(
    pairs: &[[usize; 2]],
    profiles: &[Option<Profile>],
    is_right: &[bool],
) -> Vec<[usize; 2]> {
    let right = is_right.iter().enumerate();
    let right =
        right.fold(0, |bits, (question, &is_right)| bits | u128::from(is_right) << question);
    let profile = |index: usize| profiles.get(index).copied().flatten().unwrap_or_default();
    let mut by_unlikeliness = vec![Vec::new(); CONFLICT as usize * is_right.len() + 1];
    for &[first, second] in pairs {
        let unlikeliness = profile(first).unlikeliness(profile(second), right);
        if let Some(pairs) = by_unlikeliness.get_mut(unlikeliness as usize) {
            pairs.push([first, second]);
        }
    }
    by_unlikeliness.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings() -> Readings<[u8; 3]> {
        let mut aspects = Aspects::new();
        aspects.add().or("a", |reading: &mut [u8; 3]| reading[0] = 1).or("b", |r| r[0] = 2);
        aspects.add().or("c", |reading| reading[1] = 1);
        let rows = [(1, 4), (2, 5)].map(|(id, value)| (id.to_string(), format!("row {id}"), value));
        aspects.add().or_each("row", rows, |reading, value| reading[2] = value).alone();
        Readings::new(aspects)
    }

    #[test]
    fn alternatives_have_names_and_values() {
        let readings = readings();
        let ids: Vec<_> = readings.alternatives().iter().map(|known| known.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "c", "row-1", "row-2"]);
        assert_eq!(readings.alternatives()[4].values, [("value", "row 2".to_owned())]);
        assert_eq!(readings.alternatives()[4].hint, "row");
    }

    #[test]
    fn two_alternatives_of_one_aspect_exclude_each_other() {
        let readings = readings();
        assert_eq!(readings.with(&[]), Some([0, 0, 0]));
        assert_eq!(readings.with(&[1, 2, 4]), Some([2, 1, 5]));
        assert_eq!(readings.with(&[0, 1]), None);
        assert_eq!(readings.with(&[9]), None);
    }

    #[test]
    fn choices_have_one_alternative_of_each_aspect() {
        let readings = readings();
        assert_eq!(readings.choices::<1>().len(), 5);
        assert_eq!(readings.choices::<2>(), [[0, 2], [1, 2]]);
        assert!(readings.choices::<3>().is_empty());
    }

    /// The profile of a misconception with these answers, where `0, 0, 0, 0` is right and `1, 2, 3, 0` is given.
    fn profile(answers: [u8; 4]) -> Profile {
        let mut profile = Profile::default();
        for (question, (answer, given)) in answers.into_iter().zip([1, 2, 3, 0]).enumerate() {
            profile.note(question, answer == 0, answer == given);
        }
        profile
    }

    #[test]
    fn pairs_that_answer_as_given_where_only_one_is_wrong_come_first() {
        let is_right = [false, false, false, true];
        let answers = [
            [1, 2, 7, 0],
            [0, 0, 3, 4],
            [0, 0, 3, 0],
            // Where both are wrong they may give anything.
            [0, 5, 5, 0],
            [0, 0, 0, 0],
            [4, 4, 4, 4],
        ];
        let profiles = answers.map(|answers| Some(profile(answers)));
        let pairs = [1, 2, 3, 4, 5].map(|second| [0, second]);
        let order = in_order(&pairs, &profiles, &is_right);
        assert_eq!(order, [[0, 2], [0, 3], [0, 1], [0, 4], [0, 5]]);
        let order = in_order(&[[4, 5], [2, 4]], &profiles, &is_right);
        assert_eq!(order, [[2, 4], [4, 5]]);
    }
}
