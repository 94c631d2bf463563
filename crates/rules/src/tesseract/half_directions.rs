//! Step 32: one of v and −v, and how many lines there are along it.

mod vectors;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::vectors::{FALLING, SORTS, Sort, Vector, WEIGHTS};
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::tesseract::asked;
use gradus_board::drawing::{Note, Panel};
use gradus_board::lattice::Direction;
use gradus_board::lattice::tesseract::line_count_along;
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text};

/// The number of lines in the direction of each vector, one of v and −v being dropped.
pub enum HalfDirections {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    vectors: Count<12, 50>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    vectors: Vec<Vector>,
}

/// A number of lines; none for a vector that is dropped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lines(Option<u32>);

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(count) => count.fmt(f),
            None => f.write_str("drop"),
        }
    }
}

/// How the rule is read.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a decision of its own in the rule")]
pub struct Reading {
    kept: Kept,
    /// Whether the sum 0 is kept too.
    is_zero_kept: bool,
    counted: Counted,
    /// Whether a vector without a line is dropped.
    is_dropped_without_line: bool,
    /// Whether `drop` comes after all numbers.
    drops_come_last: bool,
    /// Whether a vector that is dropped is given the number 0.
    is_zero_for_drop: bool,
    /// Whether each number has those before it in it.
    is_running_total: bool,
}

/// Which vectors are kept.
#[derive(Clone, Copy)]
enum Kept {
    /// Those whose components have a positive sum with these weights.
    Positive([i8; 4]),
    Negative,
    /// Those that lead somewhere.
    Both,
    /// Those without a negative component.
    WithoutMinus,
    /// The first of two opposite ones in the list.
    FirstInTheList,
}

impl Default for Kept {
    fn default() -> Self {
        Self::Positive(WEIGHTS)
    }
}

/// How lines are counted.
#[derive(Clone, Copy, Default)]
enum Counted {
    #[default]
    Lines,
    /// Those through the centre too.
    WithTheCentre,
    /// Those through the centre too if this says so of the number of coordinates that change.
    WithTheCentreIf(fn(u32) -> bool),
    /// As if two lines ran through the centre.
    WithoutTwo,
    /// From each of their tiles.
    FromEveryTile,
    /// From each of their ends.
    FromBothEnds,
    /// As if every tile began one.
    Starts,
    /// As if two tiles made one.
    Pairs,
    /// As if they went on at the other side of the border.
    AroundTheBorder,
    /// Three times as many as coordinates that stay the same, less one.
    ThreeForEach,
    /// With three starts for each coordinate that changes, not for each that stays the same.
    OfTheChanging,
    /// From any value of a coordinate that falls, beyond the border too.
    BelowTheBorder,
    /// From the coordinates 1 and 2 only.
    StartsWithoutThree,
    /// A coordinate that stays the same is never 1, or never 3.
    StayingWithoutAnEnd,
    /// A coordinate that stays the same is never 2.
    StayingAtTheEnds,
    /// From the coordinate 1 wherever one changes, as if all that change rose.
    StartsAtOne,
    /// On a board of four places along each axis.
    OfFour,
}

impl Kind for HalfDirections {
    const NAME: &'static str = "tesseract/half-directions";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Counted;

    type Params = Params;
    type Task = Task;
    type Item = Lines;
    type Solution = AnyOf<Lines>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::HALF_DIRECTIONS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        let weights = OTHER_WEIGHTS.map(|weights| {
            let texts = weights.map(|weight| weight.to_string());
            (texts.join("-"), texts.join(", "), weights)
        });
        aspects
            .add()
            // The sign is the same with the weights 27, 9, 3 and 1, or whenever the first one outweighs the others.
            .or("sign-of-the-first-component", |reading| {
                reading.kept = Kept::Positive([8, 4, 2, 1]);
            })
            .or("weights-one-to-four", |reading| reading.kept = Kept::Positive([1, 2, 3, 4]))
            .or("weights-left-out", |reading| reading.kept = Kept::Positive([1; 4]))
            .or("every-minus-dropped", |reading| reading.kept = Kept::WithoutMinus)
            .or("dropped-the-other-half", |reading| reading.kept = Kept::Negative)
            .or("both-halves-kept", |reading| reading.kept = Kept::Both)
            .or("first-in-the-list", |reading| reading.kept = Kept::FirstInTheList)
            .or("last-component-only", |reading| reading.kept = Kept::Positive([0, 0, 0, 1]))
            .or("first-component-only", |reading| reading.kept = Kept::Positive([1, 0, 0, 0]))
            .or("last-component-not-in-the-sum", |reading| {
                reading.kept = Kept::Positive([1, 2, 4, 0]);
            })
            .or("first-component-negative", |reading| {
                reading.kept = Kept::Positive([-8, -4, -2, -1]);
            })
            .or_each("other-weights", weights, |reading, weights| {
                reading.kept = Kept::Positive(weights);
            });
        aspects.add().or("zero-is-kept", |reading| reading.is_zero_kept = true);
        let counted = |counted| move |reading: &mut Reading| reading.counted = counted;
        aspects
            .add()
            .or("centre-counted", counted(Counted::WithTheCentre))
            .or("two-tiles-are-enough", counted(Counted::Pairs))
            .or("counted-from-both-ends", counted(Counted::FromBothEnds))
            .or("every-tile-is-a-start", counted(Counted::Starts))
            .or("three-for-each-zero", counted(Counted::ThreeForEach))
            .or("starts-along-the-changing", counted(Counted::OfTheChanging))
            .or("around-the-border", counted(Counted::AroundTheBorder))
            .or("negative-indices", counted(Counted::BelowTheBorder))
            .or("starts-without-three", counted(Counted::StartsWithoutThree))
            .or("never-stays-at-an-end", counted(Counted::StayingWithoutAnEnd))
            .or("never-stays-in-the-middle", counted(Counted::StayingAtTheEnds))
            .or("starts-at-one", counted(Counted::StartsAtOne))
            .or("board-of-four", counted(Counted::OfFour))
            .or(
                "centre-counted-along-the-axes",
                counted(Counted::WithTheCentreIf(|changing| changing == 1)),
            )
            .or(
                "centre-counted-on-diagonals",
                counted(Counted::WithTheCentreIf(|changing| changing > 1)),
            )
            .or("two-lines-through-the-centre", counted(Counted::WithoutTwo))
            .or("counted-from-every-tile", counted(Counted::FromEveryTile));
        aspects
            .add()
            .or("dropped-without-a-line", |reading| reading.is_dropped_without_line = true)
            .or("zero-for-drop", |reading| reading.is_zero_for_drop = true);
        aspects.add().or("numbers-add-up", |reading| reading.is_running_total = true);
        aspects.add().or("drops-come-last", |reading| reading.drops_come_last = true);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let sorts = (0..params.vectors.get()).zip(SORTS.iter().cycle());
        let falling = Sort::Of(FALLING).draw(rng);
        let mut task = Task { vectors: sorts.map(|(_, sort)| sort.vector(falling, rng)).collect() };
        for _ in 0..MAX_SHUFFLES {
            task.vectors.shuffle(rng);
            if task.shows_late_drops() && task.shows_first_in_the_list(falling) {
                break;
            }
        }
        task
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Lines>> + 'a {
        let items = || {
            let mut total = 0;
            task.vectors.iter().enumerate().map(move |(place, &vector)| {
                let before = task.vectors.get(..place).unwrap_or_default();
                let AnyOf(mut items) = reading.lines(vector, before);
                if reading.is_running_total
                    && let [Lines(Some(count)), ..] = &items[..]
                {
                    total += count;
                    items = vec![Lines(Some(total))];
                }
                AnyOf(items)
            })
        };
        let is_late = |item: &AnyOf<Lines>| reading.drops_come_last && item.0 == [Lines(None)];
        items().filter(move |item| !is_late(item)).chain(items().filter(is_late))
    }

    fn reference(task: &Task) -> Vec<AnyOf<Lines>> {
        let lines = |&Vector(components): &Vector| {
            let kept = Direction::new(components).filter(Direction::is_forward);
            let count = |direction| u32::try_from(line_count_along(direction)).unwrap_or(u32::MAX);
            AnyOf(vec![Lines(kept.map(count))])
        };
        task.vectors.iter().map(lines).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        // Where a vector leads from the centre.
        let end = |vector: &Vector| vector.0.map(|component| 2_u8.saturating_add_signed(component));
        let panels = Panel::each([asked(task.vectors.iter().map(end))], task.vectors.len());
        panels.into_iter().map(|panel| panel.with_note(Note::VectorEnds)).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Lines, Text> {
        if text.eq_ignore_ascii_case("drop") {
            return Ok(Lines(None));
        }
        let count = text.parse().map(|count| Lines(Some(count)));
        count.map_err(|_| form::direction())
    }
}

impl Task {
    /// Whether most items are wrong if `drop` comes after all numbers. If it could be any number of them, that number would tell much of
    /// the order.
    fn shows_late_drops(&self) -> bool {
        let late = Reading { drops_come_last: true, ..Reading::default() };
        let items = HalfDirections::reference(self).into_iter();
        let right =
            items.zip(HalfDirections::solve(self, &late)).filter(|(item, read)| item == read);
        2 * right.count() < self.vectors.len()
    }

    /// Whether the opposite of a vector that is kept comes before it: a program that keeps the first of two keeps the wrong one then.
    fn shows_first_in_the_list(&self, kept: Vector) -> bool {
        let place = |wanted: Vector| self.vectors.iter().position(|&vector| vector == wanted);
        place(kept.opposite()) <= place(kept)
    }
}

impl Reading {
    /// The item of a vector, which is given with those before it in the list.
    fn lines(&self, vector: Vector, before: &[Vector]) -> AnyOf<Lines> {
        let dropped = Lines(if self.is_zero_for_drop { Some(0) } else { None });
        // A vector that comes again behind its opposite is the first of the two all the same.
        let is_first = matches!(self.kept, Kept::FirstInTheList)
            && before.iter().find(|&&other| other == vector || other == vector.opposite())
                == Some(&vector);
        if !is_first && !self.keeps(vector, before) {
            return AnyOf(vec![dropped]);
        }
        if vector.changing() == 0 {
            // Each tile is in line with itself, or each place, or none.
            return AnyOf([80, 0, 81].map(|count| Lines(Some(count))).into());
        }
        let counts = self.count(vector);
        let line = |count| Lines((count > 0 || !self.is_dropped_without_line).then_some(count));
        let mut items: Vec<Lines> = counts.into_iter().map(line).collect();
        if matches!(self.kept, Kept::FirstInTheList) && before.contains(&vector) {
            // A vector that comes again may be kept again or not.
            items.push(dropped);
        }
        AnyOf(items)
    }

    fn keeps(&self, vector: Vector, before: &[Vector]) -> bool {
        let sum = match self.kept {
            Kept::Positive(weights) => vector.sum(weights),
            Kept::Negative => -vector.sum(WEIGHTS),
            Kept::WithoutMinus if vector.0.contains(&-1) => -1,
            Kept::FirstInTheList if before.contains(&vector.opposite()) => -1,
            Kept::Both | Kept::FirstInTheList => vector.sum(WEIGHTS).abs(),
            Kept::WithoutMinus => vector.sum(WEIGHTS),
        };
        sum > 0 || self.is_zero_kept && sum == 0
    }

    /// How many lines there are along a vector: where a coordinate stays the same, a line can have any of three values of it, and where
    /// it changes only one value to start from. One of the lines runs through the centre.
    fn count(&self, vector: Vector) -> Vec<u32> {
        let (changing, same) = (vector.changing(), 4 - vector.changing());
        let all = 3_u32.pow(same);
        match self.counted {
            Counted::StartsWithoutThree | Counted::StartsAtOne if vector.falling() > 0 => vec![0],
            Counted::Lines | Counted::StartsAtOne => vec![all - 1],
            Counted::WithTheCentre => vec![all],
            Counted::WithTheCentreIf(is_counted) => vec![all - u32::from(!is_counted(changing))],
            Counted::WithoutTwo => vec![all.saturating_sub(2)],
            Counted::FromEveryTile => vec![3 * (all - 1)],
            Counted::FromBothEnds => vec![2 * (all - 1)],
            Counted::Starts => vec![80],
            // The centre is the first of one pair and the second of another.
            Counted::Pairs => vec![all * 2_u32.pow(changing) - 2],
            // 27 lines, of which one runs through the centre; or its three starts.
            Counted::AroundTheBorder => vec![26, 78],
            Counted::ThreeForEach => vec![(3 * same).saturating_sub(1)],
            Counted::OfTheChanging => vec![3_u32.pow(changing) - 1],
            // Where one coordinate rises at least, one of the lines runs through the centre.
            Counted::BelowTheBorder => vec![all * 3_u32.pow(vector.falling()) - 1],
            Counted::StartsWithoutThree | Counted::StayingWithoutAnEnd => {
                vec![2_u32.pow(same) - 1]
            }
            // Where every coordinate changes the only line runs through the centre.
            Counted::StayingAtTheEnds => vec![if same == 0 { 0 } else { 2_u32.pow(same) }],
            Counted::OfFour => vec![4_u32.pow(same), 4_u32.pow(same) - 1],
        }
    }
}

/// Weights that somebody may have typed, one for each way in which they show: (-1,-1,-1,1) is dropped, or (-1,-1,1,0) too.
const OTHER_WEIGHTS: [[i8; 4]; 2] = [[1, 2, 4, 6], [1, 3, 4, 8]];

/// Of twelve vectors, three orders in eight show both; of one, none does.
const MAX_SHUFFLES: usize = 40;
