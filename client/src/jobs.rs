//! How many rounds of a solve run, or games of a tournament, run at once.

use std::fmt;
use std::str::FromStr;

/// A number of parallel jobs, 1–64: each holds a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs(u8);

impl Jobs {
    /// The number itself.
    #[must_use]
    pub fn get(self) -> usize {
        self.0.into()
    }
}

impl FromStr for Jobs {
    type Err = JobsError;

    fn from_str(text: &str) -> Result<Self, JobsError> {
        match text.parse() {
            Ok(jobs @ 1..=64) => Ok(Self(jobs)),
            _ => Err(JobsError),
        }
    }
}

impl fmt::Display for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text is not a number of jobs.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number from 1 to 64")]
pub struct JobsError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_1_to_64() {
        assert_eq!("1".parse(), Ok(Jobs(1)));
        assert_eq!("64".parse(), Ok(Jobs(64)));
        for junk in ["0", "65", "256", "-1", "x", ""] {
            assert_eq!(junk.parse::<Jobs>(), Err(JobsError));
        }
    }
}
