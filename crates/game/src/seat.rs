//! Seats: who plays, how seats are numbered, and lists with one value for each.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::rejection::UnknownName;
use crate::json::{Scalar, read_scalar};

/// Who has a seat.
///
/// On the wire it is a name; [`Seat::AlphaBeta`] is `{"alphabeta":3}`, and may be sent as the name `alphabeta:3` as well.
///
/// ```
/// use gradus_game::Seat;
///
/// let seats: Vec<Seat> = serde_json::from_str(r#"["human", {"alphabeta": 3}]"#)?;
/// assert_eq!(seats[1].as_str(), "alphabeta:3");
/// assert_eq!(serde_json::to_string(&seats)?, r#"["human",{"alphabeta":3}]"#);
/// assert_eq!("alphabeta:3".parse(), Ok(seats[1]));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// A person, who has the seat's key.
    Human,
    /// A computer that plays any legal move.
    Random,
    /// A computer that follows the game's published rules.
    Rules,
    /// A computer that searches.
    Search,
    /// A computer that looks this number of moves ahead by alpha-beta.
    AlphaBeta(SearchDepth),
}

/// How many moves [`Seat::AlphaBeta`] looks ahead, its own included.
///
/// A move may take 30 ms in a release build. In the worst positions that `cargo run --release -p gradus-bench --bin moves numerical` finds, four
/// moves ahead take 5 ms, and five would take ten times as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "u8")]
pub enum SearchDepth {
    /// Only its own move.
    One,
    /// Its own move and the reply.
    Two,
    /// Three moves.
    Three,
    /// Four moves.
    Four,
}

impl SearchDepth {
    /// All of them, ascending.
    pub const ALL: [Self; 4] = [Self::One, Self::Two, Self::Three, Self::Four];

    /// The number of moves, from 1.
    pub const fn get(self) -> u8 {
        self as u8 + 1
    }
}

impl Seat {
    /// Everybody who can have a seat of some game.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [Self::Human, Self::Random, Self::Rules, Self::Search];
        others.into_iter().chain(SearchDepth::ALL.map(Self::AlphaBeta))
    }

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Random => "random",
            Self::Rules => "rules",
            Self::Search => "search",
            Self::AlphaBeta(SearchDepth::One) => "alphabeta:1",
            Self::AlphaBeta(SearchDepth::Two) => "alphabeta:2",
            Self::AlphaBeta(SearchDepth::Three) => "alphabeta:3",
            Self::AlphaBeta(SearchDepth::Four) => "alphabeta:4",
        }
    }

    /// Whether a computer has the seat.
    pub const fn is_computer(self) -> bool {
        !matches!(self, Self::Human)
    }
}

impl From<SearchDepth> for u8 {
    fn from(depth: SearchDepth) -> Self {
        depth.get()
    }
}

impl FromStr for Seat {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::all()
            .find(|seat| seat.as_str() == name)
            .ok_or_else(|| UnknownName::new("player", name))
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SeatVisitor)
    }
}

struct SeatVisitor;

impl<'de> Visitor<'de> for SeatVisitor {
    type Value = Seat;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Seat, E> {
        static NAMES: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| Seat::all().map(Seat::as_str).collect());
        name.trim().parse().map_err(|_| E::unknown_variant(name, &NAMES))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Seat, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct AlphaBeta {
            alphabeta: SearchDepth,
        }
        let read = AlphaBeta::deserialize(MapAccessDeserializer::new(members));
        read.map(|AlphaBeta { alphabeta }| Seat::AlphaBeta(alphabeta))
    }
}

impl<'de> Deserialize<'de> for SearchDepth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_scalar(deserializer, "a depth from 1 to 4", &[], |sent| match sent {
            Scalar::Text(_) => None,
            Scalar::Number(number) => {
                Self::ALL.into_iter().find(|depth| i128::from(depth.get()) == number)
            }
        })
    }
}

/// The number of a seat, from 1 in the order in which they move. Seat N is player N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SeatNumber(u8);

impl SeatNumber {
    /// The maximum number of seats of a match.
    pub const MAX: u8 = 8;

    /// The seat with this number, 1 to [`SeatNumber::MAX`].
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The first `count` seats, in their order; no more than [`SeatNumber::MAX`].
    pub fn first(count: usize) -> impl Iterator<Item = Self> {
        (1..=Self::MAX).take(count).map(Self)
    }

    /// The seat whose turn it is after `moves` moves in a game of `count` seats.
    #[expect(clippy::cast_possible_truncation, reason = "the remainder is less than MAX")]
    pub fn after(moves: usize, count: usize) -> Self {
        Self((moves % count.clamp(1, Self::MAX.into())) as u8 + 1)
    }

    /// The number, from 1.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of the player's paints, from 0.
    pub const fn paint(self) -> u8 {
        self.0 - 1
    }

    /// The seat's place in a list of all, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for SeatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for each seat of a match: 1 to [`SeatNumber::MAX`] of them.
///
/// ```
/// use gradus_game::{BySeat, SeatNumber};
///
/// let scores = BySeat::from_fn(3, |seat| 10 * seat.get());
/// let third = SeatNumber::new(3).ok_or("a seat")?;
/// assert_eq!((scores.of(third), scores.len()), (&30, 3));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct BySeat<T>(Vec<T>);

impl<T> BySeat<T> {
    /// The values in the order of the seats; none if there are too few or too many.
    pub fn new(values: Vec<T>) -> Option<Self> {
        (1..=SeatNumber::MAX.into()).contains(&values.len()).then_some(Self(values))
    }

    /// A value for each of `count` seats, which is held to 1 to [`SeatNumber::MAX`].
    pub fn from_fn(count: usize, value: impl FnMut(SeatNumber) -> T) -> Self {
        Self(SeatNumber::first(count.max(1)).map(value).collect())
    }

    /// The numbers of the seats.
    pub fn numbers(&self) -> impl Iterator<Item = SeatNumber> + use<T> {
        SeatNumber::first(self.0.len())
    }

    /// The value of a seat; none if the match has fewer seats.
    pub fn get(&self, seat: SeatNumber) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The value of a seat of the same match.
    #[expect(clippy::expect_used, reason = "a seat of another match is a bug")]
    pub fn of(&self, seat: SeatNumber) -> &T {
        self.get(seat).expect("the seat is one of this match")
    }

    /// Another value for each seat.
    pub fn map<U>(&self, mut value: impl FnMut(SeatNumber, &T) -> U) -> BySeat<U> {
        BySeat(self.numbers().zip(&self.0).map(|(seat, old)| value(seat, old)).collect())
    }
}

/// The values in the order of the seats.
impl<T> Deref for BySeat<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}
