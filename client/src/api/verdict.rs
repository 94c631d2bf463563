//! What the server says of an answer.

use std::fmt;

use serde::Deserialize;

use crate::StepNumber;

/// The judge's word on an answer that it could read. One that it could not is an [`Error::Problem`](super::Error::Problem).
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Verdict {
    /// All items are right.
    Accepted(Accepted),
    /// At least one item is wrong.
    Wrong(Wrong),
}

/// The step is solved.
#[derive(Clone, Debug, Deserialize)]
pub struct Accepted {
    /// The step that was solved.
    pub step: StepNumber,
    /// What to tell the learner; it names the next address too.
    pub message: String,
    /// The address of the next step; `None` at the end of the ladder.
    pub next: Option<String>,
}

/// The answer is wrong, and as much about it as may be said.
#[derive(Clone, Debug, Deserialize)]
pub struct Wrong {
    /// What to tell the learner.
    pub message: String,
    /// How many items are right, where that gives too little away to guess by.
    pub items: Option<Items>,
    /// The known mistake that gives exactly this answer, if there is just one.
    pub misconception: Option<Misconception>,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(Items { right, total, first_wrong }) = self.items {
            write!(f, " ({right} of {total} items right")?;
            if let Some(position) = first_wrong {
                write!(f, ", first wrong item: {position}")?;
            }
            f.write_str(")")?;
        }
        if let Some(Misconception { id, hint }) = &self.misconception {
            write!(f, " [{id}: {hint}]")?;
        }
        Ok(())
    }
}

/// How many items of an answer are right.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Items {
    /// The number of right items.
    pub right: u32,
    /// The number of items asked for.
    pub total: u32,
    /// The position of the first wrong item, as the server counts.
    pub first_wrong: Option<u32>,
}

/// A well-known mistake.
#[derive(Clone, Debug, Deserialize)]
pub struct Misconception {
    /// Its stable name.
    pub id: String,
    /// What to look at in one's program.
    pub hint: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(json: &str) -> String {
        match serde_json::from_str(json).unwrap() {
            Verdict::Wrong(wrong) => wrong.to_string(),
            Verdict::Accepted(_) => panic!("accepted"),
        }
    }

    #[test]
    fn the_last_steps_acceptance_has_no_next() {
        let json =
            r#"{"is_success":true,"verdict":"accepted","step":"39","message":"Done.","next":null}"#;
        let Verdict::Accepted(accepted) = serde_json::from_str(json).unwrap() else {
            panic!("wrong");
        };
        assert_eq!(accepted.next, None);
    }

    #[test]
    fn a_wrong_verdict_tells_what_the_server_told() {
        let bare = r#"{"is_success":false,"verdict":"wrong","message":"No."}"#;
        assert_eq!(wrong(bare), "No.");
        let counted = r#"{"verdict":"wrong","message":"No.","items":{"right":3,"total":8}}"#;
        assert_eq!(wrong(counted), "No. (3 of 8 items right)");
        let full = r#"{"verdict":"wrong","message":"No.","items":{"right":34,"total":36,"first_wrong":7},
            "misconception":{"id":"swapped","hint":"Row first."}}"#;
        assert_eq!(
            wrong(full),
            "No. (34 of 36 items right, first wrong item: 7) [swapped: Row first.]"
        );
    }
}
