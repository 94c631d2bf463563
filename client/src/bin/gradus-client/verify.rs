//! `verify`: whether receipts are valid, and what they say.

use std::path::{Path, PathBuf};

use gradus_client::draw::one_line;
use gradus_client::receipts::{Claims, KeySet, receipts_in, verify};

use crate::error::{CliError, Exit};
use crate::server::Server;
use crate::{terminal, text_file};

const EXIT_CODES: &str = "Exit codes: 0 all are valid, 1 a receipt is invalid, 2 bad usage, or a text is not a receipt, 3 the server does not answer.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Verify {
    /// The file with receipts, one a line or as a mail or a table has them; or with JSON as the server has sent it.
    file: PathBuf,
    /// The server's public keys: a file in which they were saved, so that no server is needed, or their address [default: those of the server].
    #[arg(long, value_name = "FILE|URL")]
    jwks: Option<String>,
    #[command(flatten)]
    server: Server,
}

impl Verify {
    /// Prints what each receipt says.
    pub(crate) async fn run(self) -> Result<Exit, CliError> {
        let receipts = receipts_in(&read(&self.file)?)
            .map_err(|error| CliError::ReceiptsJson { path: self.file.clone(), error })?;
        if receipts.is_empty() {
            return Err(CliError::NoReceipts(self.file));
        }
        let place = self.jwks.clone().unwrap_or_else(|| "the server".to_owned());
        let keys =
            KeySet::read(&self.keys().await?).map_err(|error| CliError::Keys { place, error })?;
        let verified = receipts.iter().map(|receipt| verify(receipt, &keys));
        let (mut lines, mut valid, mut invalid, mut others) = (Vec::new(), 0, 0, 0);
        for (number, result) in (1..).zip(verified) {
            let (count, line) = match result {
                Ok(claims) => (&mut valid, format!("valid    {}", summary(&claims))),
                Err(reason) => {
                    let (count, what) = if reason.is_receipt() {
                        (&mut invalid, "INVALID  receipt")
                    } else {
                        (&mut others, "NOT A RECEIPT  text")
                    };
                    (count, format!("{what} {number}: {}", one_line(&reason.to_string())))
                }
            };
            *count += 1;
            lines.push(line);
        }
        let not_receipts = match others {
            0 => String::new(),
            count => format!(", {count} not a receipt"),
        };
        lines.push(format!("{valid} valid, {invalid} invalid{not_receipts}\n"));
        terminal::print(&lines.join("\n"))?;
        Ok(match (invalid, others) {
            (0, 0) => Exit::Passed,
            (0, _) => Exit::Usage,
            _ => Exit::Failed,
        })
    }

    /// The JWK set.
    async fn keys(&self) -> Result<String, CliError> {
        match &self.jwks {
            None => Ok(self.server.client()?.key_set().await?),
            Some(url) if url.starts_with("http://") || url.starts_with("https://") => {
                Ok(self.server.client()?.key_set_at(url).await?)
            }
            Some(file) => read(Path::new(file)),
        }
    }
}

fn read(path: &Path) -> Result<String, CliError> {
    text_file::read(path).map_err(|error| CliError::File { path: path.to_owned(), error })
}

/// What a receipt says, in one line.
fn summary(claims: &Claims) -> String {
    let Claims { learner, sub, step, kind, points, graded_at, .. } = claims;
    let mut words = vec![format!("step {step}")];
    words.extend((!kind.is_empty()).then(|| one_line(kind)));
    words.push(format!("{points} points"));
    words.push(format!("{} (#{})", one_line(learner), one_line(sub)));
    words.push(utc(*graded_at));
    words.extend([&claims.course, &claims.iss].into_iter().flatten().map(|text| one_line(text)));
    words.join("  ")
}

/// A moment in the format of RFC 3339, by the calendar's rules: every 400 years have 146,097 days.
fn utc(seconds: u64) -> String {
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day is the last of a year. 1970-01-01 is day 719,468.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z", era * 400 + year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_dates() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_827_696, "2000-02-29T12:34:56Z"),
            (1_800_000_000, "2027-01-15T08:00:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), date);
        }
    }
}
