//! The clocks of the course: what a date of `course.toml` means, and how a moment is written for people.

use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase};
use thiserror::Error;
use toml::value::{Date, Datetime, Offset, Time};

use gradus_step::Timestamp;

/// A time zone, with its changes to and from summer time. They come with the program, so that all replicas agree on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Zone(TimeZone);

/// Coordinated universal time.
impl Default for Zone {
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

/// What a day without a time means, or a minute without a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayEnd {
    /// Its first second.
    First,
    /// Its last second.
    Last,
}

/// A time that the clocks show twice, and which of the two moments it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Twice {
    /// The moment that counts: the earlier one, with its offset.
    pub(super) earlier: String,
    /// The other one.
    pub(super) later: String,
}

/// The text is not a moment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotATime {
    /// It is written in another way, or is not in the calendar.
    #[error("it is not a time such as 2026-09-01T08:00, 2026-09-01 or 2026-09-01T06:00Z")]
    Form,
    /// The clocks are put forward over it.
    #[error("there is no {written}, because the clocks skip it")]
    Skipped {
        /// The time, as it was written.
        written: String,
        /// The time that the clocks show as much earlier as they are put forward.
        before: String,
        /// The time that the clocks show instead.
        instead: String,
        /// The same moment with its offset.
        with_offset: String,
    },
    /// It is before 1970 or after the year 9999.
    #[error("it is before 1970 or after the year 9999")]
    Range,
}

impl Zone {
    /// The zone that the IANA calls so; the case of letters does not count.
    pub(super) fn named(name: &str) -> Option<Self> {
        let zone = TimeZoneDatabase::bundled().get(name).ok()?;
        (!zone.is_unknown()).then_some(Self(zone))
    }

    /// A name that somebody may have meant: that of the zone of this city.
    pub(super) fn suggestion(name: &str) -> Option<String> {
        let city = name.trim().replace(' ', "_");
        let city = city.rsplit_once('/').map_or(city.as_str(), |(_, city)| city);
        let database = TimeZoneDatabase::bundled();
        let is_city = |known: &str| {
            known.rsplit_once('/').is_some_and(|(_, known)| known.eq_ignore_ascii_case(city))
        };
        database.available().map(|known| known.as_str().to_owned()).find(|known| is_city(known))
    }

    /// The name of the zone: `Europe/Berlin`.
    pub(super) fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// What the clocks show, to the minute: `2026-09-01 08:00`.
    pub(super) fn local_minute(&self, moment: Timestamp) -> String {
        self.written(moment, "%Y-%m-%d %H:%M")
    }

    /// What the clocks show, to the second: `2026-09-01 08:00:00`.
    pub(super) fn local_second(&self, moment: Timestamp) -> String {
        self.written(moment, "%Y-%m-%d %H:%M:%S")
    }

    /// With the offset, if the clocks show this time twice: `2026-10-25 02:30 +01:00`.
    fn written(&self, moment: Timestamp, format: &str) -> String {
        let local = self.0.to_datetime(moment.instant());
        let shown = local.strftime(format);
        match self.0.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Fold { .. } => {
                format!("{shown} {}", self.offset(moment.instant()))
            }
            _ => shown.to_string(),
        }
    }

    /// The offset of the clocks: `+02:00`.
    fn offset(&self, moment: jiff::Timestamp) -> String {
        let minutes = self.0.to_offset(moment).seconds() / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
    }

    /// The two moments of a time that the clocks show twice; none if it has an offset, or if they show it once.
    pub(super) fn twice(&self, written: Datetime) -> Option<Twice> {
        let (Some(date), Some(time), None) = (written.date, written.time, written.offset) else {
            return None;
        };
        let moment = self.0.to_ambiguous_timestamp(civil(date, time).ok()?);
        let AmbiguousOffset::Fold { .. } = moment.offset() else { return None };
        let with_offset = |moment: jiff::Timestamp| {
            let local = self.0.to_datetime(moment);
            format!("{}{}", local.strftime("%Y-%m-%dT%H:%M"), self.offset(moment))
        };
        let (earlier, later) = (moment.earlier().ok()?, moment.later().ok()?);
        Some(Twice { earlier: with_offset(earlier), later: with_offset(later) })
    }

    /// The moment that a date means, or a date and time, with or without an offset.
    ///
    /// A time without seconds is the first or the last second of its minute, as a day without a time is that of the day: pages show minutes, and who
    /// reads "until 18:00" may answer at 18:00:30. A time that the clocks show twice, because they are put back, is the earlier one of the two; parts
    /// of a second are left out.
    pub(super) fn moment(&self, written: Datetime, end: DayEnd) -> Result<Timestamp, NotATime> {
        let date = written.date.ok_or(NotATime::Form)?;
        match (written.time, written.offset, end) {
            (None, _, DayEnd::First) => self.first_second(civil(date, MIDNIGHT)?),
            (None, _, DayEnd::Last) => {
                let next = civil(date, MIDNIGHT)?.tomorrow().map_err(|_| NotATime::Range)?;
                let last = self.first_second(next)?.seconds().checked_sub(1);
                last.map(Timestamp::from_seconds).ok_or(NotATime::Range)
            }
            (Some(time), Some(offset), _) => {
                let time = end.of_minute(time);
                let minutes = match offset {
                    Offset::Z => 0,
                    Offset::Custom { minutes } => i64::from(minutes),
                };
                let by_utc = TimeZone::UTC.to_timestamp(civil(date, time)?);
                let seconds = by_utc.map_err(|_| NotATime::Range)?.as_second() - 60 * minutes;
                timestamp(seconds)
            }
            (Some(time), None, _) => self.by_the_clocks(civil(date, end.of_minute(time))?),
        }
    }

    fn by_the_clocks(&self, local: DateTime) -> Result<Timestamp, NotATime> {
        let moment = self.0.to_ambiguous_timestamp(local);
        if let AmbiguousOffset::Gap { .. } = moment.offset() {
            let before = moment.earlier().map_err(|_| NotATime::Range)?;
            let instead = moment.later().map_err(|_| NotATime::Range)?;
            let by_the_clocks = |moment| self.0.to_datetime(moment).strftime("%Y-%m-%dT%H:%M");
            return Err(NotATime::Skipped {
                written: local.strftime("%Y-%m-%dT%H:%M").to_string(),
                before: by_the_clocks(before).to_string(),
                instead: by_the_clocks(instead).to_string(),
                with_offset: instead.strftime("%Y-%m-%dT%H:%MZ").to_string(),
            });
        }
        // The earlier one where there are two.
        timestamp(moment.earlier().map_err(|_| NotATime::Range)?.as_second())
    }

    /// The first second of a day: it is not midnight where the clocks are put forward then.
    fn first_second(&self, midnight: DateTime) -> Result<Timestamp, NotATime> {
        let first = self.0.to_timestamp(midnight).map_err(|_| NotATime::Range)?;
        timestamp(first.as_second())
    }
}

impl DayEnd {
    /// A time with its second.
    fn of_minute(self, time: Time) -> Time {
        let of_minute = match self {
            Self::First => 0,
            Self::Last => 59,
        };
        Time { second: Some(time.second.unwrap_or(of_minute)), ..time }
    }
}

const MIDNIGHT: Time = Time { hour: 0, minute: 0, second: None, nanosecond: None };

/// A date and time as the clocks show them, without parts of a second.
fn civil(date: Date, time: Time) -> Result<DateTime, NotATime> {
    let small = |number: u8| i8::try_from(number).map_err(|_| NotATime::Form);
    let year = i16::try_from(date.year).map_err(|_| NotATime::Form)?;
    let (month, day) = (small(date.month)?, small(date.day)?);
    let (hour, minute) = (small(time.hour)?, small(time.minute)?);
    let second = small(time.second.unwrap_or(0))?;
    DateTime::new(year, month, day, hour, minute, second, 0).map_err(|_| NotATime::Form)
}

fn timestamp(seconds: i64) -> Result<Timestamp, NotATime> {
    u64::try_from(seconds).map(Timestamp::from_seconds).map_err(|_| NotATime::Range)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn berlin() -> Zone {
        Zone::named("Europe/Berlin").unwrap()
    }

    /// A moment, as the clocks of universal time show it.
    fn utc(zone: &Zone, text: &str, end: DayEnd) -> Result<String, NotATime> {
        let moment = zone.moment(text.parse().unwrap(), end)?;
        Ok(Zone::default().local_second(moment))
    }

    #[test]
    fn zones_have_the_names_of_the_iana() {
        assert_eq!(Zone::default().name(), "UTC");
        assert_eq!(Zone::named("europe/berlin").unwrap().name(), "Europe/Berlin");
        for unknown in ["Berlin", "CEST+1", "Etc/Unknown", ""] {
            assert_eq!(Zone::named(unknown), None, "{unknown}");
        }
        assert_eq!(Zone::suggestion("Berlin").as_deref(), Some("Europe/Berlin"));
        assert_eq!(Zone::suggestion("Germany/berlin").as_deref(), Some("Europe/Berlin"));
        assert_eq!(Zone::suggestion("new york").as_deref(), Some("America/New_York"));
        assert_eq!(Zone::suggestion("Entenhausen"), None);
    }

    #[test]
    fn times_are_those_of_the_clocks_in_summer_and_winter() {
        for (text, expected) in [
            ("2026-09-01T08:00", "2026-09-01 06:00:59"),
            ("2026-09-01 08:00:00", "2026-09-01 06:00:00"),
            ("2026-09-01 08:00:30.9", "2026-09-01 06:00:30"),
            ("2026-12-01T08:00", "2026-12-01 07:00:59"),
            ("2026-12-01T08:00Z", "2026-12-01 08:00:59"),
            ("2026-12-01T08:00:00-05:30", "2026-12-01 13:30:00"),
        ] {
            assert_eq!(utc(&berlin(), text, DayEnd::Last).unwrap(), expected, "{text}");
        }
        let opens = utc(&berlin(), "2026-09-01T08:00", DayEnd::First).unwrap();
        assert_eq!(opens, "2026-09-01 06:00:00");
        let moment = berlin().moment("2026-12-01T08:00:30".parse().unwrap(), DayEnd::Last).unwrap();
        assert_eq!(berlin().local_minute(moment), "2026-12-01 08:00");
    }

    #[test]
    fn a_day_is_from_its_first_second_to_its_last() {
        for (zone, day, first, last) in [
            ("UTC", "2026-09-14", "2026-09-14 00:00:00", "2026-09-14 23:59:59"),
            ("Europe/Berlin", "2026-09-14", "2026-09-13 22:00:00", "2026-09-14 21:59:59"),
            // The clocks are put forward, and back.
            ("Europe/Berlin", "2026-03-29", "2026-03-28 23:00:00", "2026-03-29 21:59:59"),
            ("Europe/Berlin", "2026-10-25", "2026-10-24 22:00:00", "2026-10-25 22:59:59"),
            // At midnight: the day begins at one.
            ("America/Santiago", "2025-09-07", "2025-09-07 04:00:00", "2025-09-08 02:59:59"),
        ] {
            let zone = Zone::named(zone).unwrap();
            assert_eq!(utc(&zone, day, DayEnd::First).unwrap(), first, "{zone:?} {day}");
            assert_eq!(utc(&zone, day, DayEnd::Last).unwrap(), last, "{zone:?} {day}");
        }
    }

    #[test]
    fn a_time_that_the_clocks_skip_is_refused_and_one_that_they_show_twice_is_the_earlier_one() {
        let skipped = utc(&berlin(), "2026-03-29T02:30", DayEnd::Last).unwrap_err();
        let said = "there is no 2026-03-29T02:30, because the clocks skip it";
        assert_eq!(skipped.to_string(), said);
        let twice = utc(&berlin(), "2026-10-25T02:30", DayEnd::First).unwrap();
        assert_eq!(twice, "2026-10-25 00:30:00");
        let later = utc(&berlin(), "2026-10-25T02:30+01:00", DayEnd::First).unwrap();
        assert_eq!(later, "2026-10-25 01:30:00");
        let [earlier, later] = ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"];
        let shown = [earlier, later].map(|text| {
            berlin().local_minute(berlin().moment(text.parse().unwrap(), DayEnd::Last).unwrap())
        });
        assert_eq!(shown, ["2026-10-25 02:30 +02:00", "2026-10-25 02:30 +01:00"]);
        let moments = berlin().twice("2026-10-25T02:30".parse().unwrap()).unwrap();
        assert_eq!(moments.earlier, "2026-10-25T02:30+02:00");
        assert_eq!(moments.later, "2026-10-25T02:30+01:00");
        for once in ["2026-10-25T02:30Z", "2026-10-25T03:00", "2026-10-25"] {
            assert_eq!(berlin().twice(once.parse().unwrap()), None, "{once}");
        }
    }

    #[test]
    fn moments_lie_within_1970_and_9999() {
        for text in ["1969-12-31T23:59:59Z", "1970-01-01", "0000-01-01"] {
            assert_eq!(utc(&berlin(), text, DayEnd::First), Err(NotATime::Range), "{text}");
        }
        assert_eq!(utc(&berlin(), "9999-12-31", DayEnd::Last), Err(NotATime::Range));
        assert_eq!(utc(&berlin(), "23:59", DayEnd::Last), Err(NotATime::Form));
    }
}
