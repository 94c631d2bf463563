//! How a rule can be read: its aspects, the wrong alternatives of each, and the readings that they combine to.
//!
//! ```text
//! aspect       which coordinate comes first      where indexes begin
//! right        the row                           at 0
//! wrong        the column                        at 1
//! ```
//!
//! A reading is a value of the kind's own type, and its default is the right one. An alternative changes it in one aspect.

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

    /// A task need not show these, because a task has no room for all of them, such as the patterns of a long table. Who answers by one
    /// of them still fails after some tasks, and is told it where two items are wrong. Nor are they combined.
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
}
