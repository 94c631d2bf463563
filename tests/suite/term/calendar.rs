//! The calendar of the term, by its own arithmetic. Days are counted from the first one; times are those of the clocks in Berlin.

use std::fmt;

/// An hour, in seconds.
pub(super) const HOUR: u64 = 3600;

/// A day, in seconds.
const DAY: u64 = 24 * HOUR;

/// 2027-02-01T00:00:00Z, a Monday: the first day.
const FIRST_DAY: u64 = 1_801_440_000;

/// The months from that day on, and how many days they have.
const MONTHS: [(u64, u64); 5] = [(2, 28), (3, 31), (4, 30), (5, 31), (6, 30)];

/// On 2027-03-28 the clocks go from 02:00 to 03:00.
const CHANGE: (u64, u64) = (55, 2 * HOUR);

/// How far the clocks are ahead of UTC before that, and from then on.
const OFFSETS: [u64; 2] = [HOUR, 2 * HOUR];

/// The moment of a local time, in seconds since 1970.
pub(super) fn moment(day: u64, second: u64) -> u64 {
    let [winter, summer] = OFFSETS;
    let offset = if (day, second) < CHANGE { winter } else { summer };
    FIRST_DAY + day * DAY + second - offset
}

/// The last second of a day.
pub(super) fn last_second(day: u64) -> u64 {
    moment(day, DAY - 1)
}

/// A date as a course file gives it.
#[derive(Clone, Copy)]
pub(super) enum When {
    /// A whole day.
    Day(u64),
    /// A day and an hour of it.
    Hour(u64, u64),
}

impl When {
    /// The first second that is meant.
    pub(super) fn first(self) -> u64 {
        match self {
            Self::Day(day) => moment(day, 0),
            Self::Hour(day, hour) => moment(day, hour * HOUR),
        }
    }

    /// The last second that is meant.
    pub(super) fn last(self) -> u64 {
        match self {
            Self::Day(day) => last_second(day),
            Self::Hour(day, hour) => moment(day, hour * HOUR),
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => f.write_str(&date(*day)),
            Self::Hour(day, hour) => write!(f, "{}T{hour:02}:00", date(*day)),
        }
    }
}

/// A day, as `2027-02-01`.
fn date(day: u64) -> String {
    let mut rest = day;
    for (month, days) in MONTHS {
        if rest < days {
            return format!("2027-{month:02}-{:02}", rest + 1);
        }
        rest -= days;
    }
    panic!("day {day} is after the term");
}

/// A moment in UTC, as `2027-02-01T07:00:00Z`.
pub(super) fn utc(moment: u64) -> String {
    let since = moment - FIRST_DAY;
    let second = since % DAY;
    let (hour, minute, second) = (second / HOUR, second % HOUR / 60, second % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", date(since / DAY))
}

#[case]
fn the_calendar_knows_the_change_to_summer_time() {
    assert_eq!(utc(moment(0, 8 * HOUR)), "2027-02-01T07:00:00Z");
    assert_eq!(utc(last_second(54)), "2027-03-27T22:59:59Z");
    assert_eq!(utc(moment(55, 0)), "2027-03-27T23:00:00Z");
    assert_eq!(utc(last_second(55)), "2027-03-28T21:59:59Z");
    assert_eq!(When::Hour(91, 9).to_string(), "2027-05-03T09:00");
    // Of a number that others have computed: 2027-01-15T08:00:00Z.
    assert_eq!(FIRST_DAY - 1_800_000_000, 17 * DAY - 8 * HOUR);
}
