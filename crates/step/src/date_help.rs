//! What an author can write instead of a text that should be a date. Parsers of dates only say that it is none.

use jiff::civil::Date;

/// What is written where nothing closer is known.
const FORMS: &str = "a date, such as 2026-09-14, or with a time, such as 2026-09-14T18:00";

/// What to write instead of a text that is not a date, or not one in the calendar; it goes on after "write".
///
/// ```
/// use gradus_step::date_instead_of;
///
/// assert_eq!(date_instead_of("2026-11-31"), "2026-11-30: that month has 30 days");
/// ```
pub fn date_instead_of(text: &str) -> String {
    instead_of(text.trim()).unwrap_or_else(|| FORMS.to_owned())
}

fn instead_of(text: &str) -> Option<String> {
    let (date, time) = match text.split_once(['T', 't', ' ']) {
        Some((date, time)) => (date, Some(time.trim())),
        None => (text, None),
    };
    if date.contains(':') {
        return Some("the day too, such as 2026-09-14T18:00".to_owned());
    }
    let (year, month, day) = parts_of(date)?;
    let Ok(first) = Date::new(year, month, 1) else {
        return Some("a month from 01 to 12".to_owned());
    };
    let last = first.last_of_month();
    let Ok(date) = Date::new(year, month, day) else {
        return Some(format!("{last}: that month has {} days", last.day()));
    };
    let Some(time) = time else { return Some(date.to_string()) };
    let end = time.find(|c: char| !c.is_ascii_digit() && !":.".contains(c)).unwrap_or(time.len());
    let (clock, offset) = time.split_at(end);
    let offset = offset_of(offset)?;
    let clock = clock.split('.').next()?;
    let numbers: Vec<u32> = clock.split(':').map(str::parse).collect::<Result<_, _>>().ok()?;
    Some(match numbers[..] {
        [24, 0] | [24, 0, 0] => {
            format!("{date}T23:59{offset}, or {}T00:00{offset}", date.tomorrow().ok()?)
        }
        [hour, ..] if hour > 23 => "an hour from 00 to 23".to_owned(),
        [_, minute, ..] if minute > 59 => "a minute from 00 to 59".to_owned(),
        [_, _, second] if second > 59 => "a second from 00 to 59".to_owned(),
        [hour, minute] | [hour, minute, _] => format!("{date}T{hour:02}:{minute:02}{offset}"),
        _ => return None,
    })
}

/// The offset behind a time, from forms such as `+2`, `+0200` and `UTC+2`; empty for an offset that no clocks have.
fn offset_of(text: &str) -> Option<String> {
    let upper = text.trim().to_ascii_uppercase();
    let bare = upper.trim_start_matches("UTC").trim_start_matches("GMT").trim_start();
    if matches!(bare, "" | "Z") {
        return Some(if upper.is_empty() { "" } else { "Z" }.to_owned());
    }
    let (sign, digits) = match bare.strip_prefix(['-', '\u{2212}']) {
        Some(digits) => ('-', digits),
        None => ('+', bare.strip_prefix('+')?),
    };
    let (hour, minute) = match digits.split_once(':') {
        Some(parts) => parts,
        None if digits.len() > 2 => digits.split_at_checked(digits.len() - 2)?,
        None => (digits, "0"),
    };
    let (hour, minute): (u8, u8) = (hour.parse().ok()?, minute.parse().ok()?);
    let is_real = hour <= 14 && minute < 60;
    Some(if is_real { format!("{sign}{hour:02}:{minute:02}") } else { String::new() })
}

/// Year, month and day of a date: the year first, or last as in `31.12.2026` and `12/31/2026`.
fn parts_of(date: &str) -> Option<(i16, i8, i8)> {
    let parts: Vec<&str> = date.split(['-', '.', '/']).collect();
    let [first, second, third] = parts[..] else { return None };
    let small = |part: &str| part.parse::<i8>().ok();
    if first.len() == 4 {
        return Some((first.parse().ok()?, small(second)?, small(third)?));
    }
    let (day, month) = match (small(first)?, small(second)?) {
        (month, day) if day > 12 => (day, month),
        in_order => in_order,
    };
    (third.len() == 4).then_some((third.parse().ok()?, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_what_is_wrong() {
        for (text, expected) in [
            ("2026-11-31", "2026-11-30: that month has 30 days"),
            ("2026-02-30", "2026-02-28: that month has 28 days"),
            ("2028-02-30T18:00", "2028-02-29: that month has 29 days"),
            ("2026-12-00", "2026-12-31: that month has 31 days"),
            ("2026-13-01", "a month from 01 to 12"),
            ("2026-00-10", "a month from 01 to 12"),
            ("2026-11-30T24:00", "2026-11-30T23:59, or 2026-12-01T00:00"),
            ("2026-12-31 24:00:00", "2026-12-31T23:59, or 2027-01-01T00:00"),
            ("2026-11-30T25:61", "an hour from 00 to 23"),
            ("2026-11-30T24:01", "an hour from 00 to 23"),
            ("2026-11-30T18:61", "a minute from 00 to 59"),
            ("2026-11-30T18:00:60", "a second from 00 to 59"),
            ("2026-11-30T18:00+25:00", "2026-11-30T18:00"),
            ("2026-11-30T18:00+2", "2026-11-30T18:00+02:00"),
            ("2026-11-30T18:00:00-0330", "2026-11-30T18:00-03:30"),
            ("2026-11-30 18:00 UTC+2", "2026-11-30T18:00+02:00"),
            ("2026-11-30T18:00 +02:00", "2026-11-30T18:00+02:00"),
            ("2026-11-30T18:00 gmt", "2026-11-30T18:00Z"),
            ("2026-11-30T24:00\u{2212}05", "2026-11-30T23:59-05:00, or 2026-12-01T00:00-05:00"),
            ("2026-11-30T18:00+２", FORMS),
            ("2026-11-30T18:00 CEST", FORMS),
            ("2026-11-3", "2026-11-03"),
            ("2026-1-05T8:00", "2026-01-05T08:00"),
            ("2026/11/30", "2026-11-30"),
            ("30.11.2026", "2026-11-30"),
            ("11/30/2026 18:00", "2026-11-30T18:00"),
            ("31.11.2026", "2026-11-30: that month has 30 days"),
            ("18:00", "the day too, such as 2026-09-14T18:00"),
            ("tomorrow", FORMS),
            ("2026-11-30T6pm", FORMS),
            ("2026-11", FORMS),
            ("99999-01-01", FORMS),
            ("2026-99999999999-01", FORMS),
            ("", FORMS),
        ] {
            assert_eq!(date_instead_of(text), expected, "{text}");
        }
    }
}
