//! What has changed in the database, for whoever keeps something of it in memory or waits for a change: another process may have made it.

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::game::MatchId;

/// Something in the database has changed. The news come after the change is committed, also to the process that has made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A match was created, or its moves have changed.
    Match(MatchId),
    /// Something that the standings are computed from.
    Scoreboard,
    /// The version of the class: see [`Store::class_version`](super::Store::class_version).
    Class,
    /// The listener lost its connection: anything may have changed.
    Anything,
}

impl News {
    /// The next news; none when no more can come. Whoever has missed some, because too many came at once, hears that anything may have
    /// changed.
    pub async fn next(receiver: &mut Receiver<Self>) -> Option<Self> {
        match receiver.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Lagged(_)) => Some(Self::Anything),
            Err(RecvError::Closed) => None,
        }
    }
}

/// The news in the form in which they are sent between processes: `match:ID`, `scoreboard`, `class`. A text that is not known comes from
/// a later version: anything may have changed.
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
    fn what_is_not_known_may_be_anything() {
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
    async fn whoever_is_too_slow_hears_that_anything_may_have_changed() {
        let (sender, mut receiver) = broadcast::channel(2);
        for _ in 0..3 {
            sender.send(News::Class).unwrap();
        }
        drop(sender);
        let mut heard = Vec::new();
        while let Some(news) = News::next(&mut receiver).await {
            heard.push(news);
        }
        assert_eq!(heard, [News::Anything, News::Class, News::Class]);
    }
}
