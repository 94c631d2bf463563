//! What has changed in the database, possibly by another process: for caches, and for callers that wait for a change.

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::game::MatchId;

/// A change of the database. It is published after its commit, also to the process that has made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A match was created, or its moves have changed.
    Match(MatchId),
    /// An attempt or a grade that counts on the scoreboard.
    Scoreboard,
    /// The version of the class: see [`Roster::class_version`](super::Roster::class_version).
    Class,
    /// The listener lost its connection: anything may have changed.
    Anything,
}

impl News {
    /// The next news; none when no more can come. A receiver that has missed some, because too many came at once, gets [`News::Anything`].
    pub async fn next(receiver: &mut Receiver<Self>) -> Option<Self> {
        match receiver.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Lagged(_)) => Some(Self::Anything),
            Err(RecvError::Closed) => None,
        }
    }
}

/// From the form in which processes send news: `match:ID`, `scoreboard`, `class`. An unknown text comes from a later version: anything may have
/// changed.
impl From<&str> for News {
    fn from(text: &str) -> Self {
        match text {
            "scoreboard" => Self::Scoreboard,
            "class" => Self::Class,
            _ => {
                let id = text.strip_prefix("match:").and_then(|id| id.parse().ok());
                id.map_or(Self::Anything, Self::Match)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast;

    use super::*;

    #[test]
    fn an_unknown_text_means_anything() {
        let id = MatchId::from_bytes([7; 10]);
        for (text, news) in [
            (&*format!("match:{id}"), News::Match(id)),
            ("scoreboard", News::Scoreboard),
            ("class", News::Class),
            ("match:7", News::Anything),
            ("weather", News::Anything),
            ("", News::Anything),
        ] {
            assert_eq!(News::from(text), news, "{text:?}");
        }
    }

    #[tokio::test]
    async fn a_receiver_that_is_too_slow_gets_anything() {
        let (sender, mut receiver) = broadcast::channel(2);
        for _ in 0..3 {
            sender.send(News::Class).unwrap();
        }
        drop(sender);
        let mut seen = Vec::new();
        while let Some(news) = News::next(&mut receiver).await {
            seen.push(news);
        }
        assert_eq!(seen, [News::Anything, News::Class, News::Class]);
    }
}
