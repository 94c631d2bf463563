//! A game's events without an end: when the connection breaks, or the server restarts, it is opened again.

use std::time::Duration;

use futures_util::StreamExt;
use gradus_client::api::{Client, Error, Events, GameEvent, GameId};

/// The wait before the connection is opened again; it doubles with each failure.
const RECONNECT_DELAY: Duration = Duration::from_secs(2);

/// How often the connection may fail in a row, for about half a minute, before the server is taken to be gone.
const MAX_FAILURES: u32 = 4;

/// The events of one game.
pub(crate) struct Follow {
    client: Client,
    game: GameId,
    events: Option<Events>,
    delay: Duration,
    failures: u32,
}

impl Follow {
    /// Connects with the first call of [`Follow::next`].
    pub(crate) fn new(client: &Client, game: &GameId) -> Self {
        Self {
            client: client.clone(),
            game: game.clone(),
            events: None,
            delay: Duration::ZERO,
            failures: 0,
        }
    }

    /// The next event. After a break that is the state, which may be known already. The wait can be cancelled: no event is lost.
    ///
    /// # Errors
    /// When the server says that there is no such game, or has been gone for too long.
    pub(crate) async fn next(&mut self) -> Result<GameEvent, Error> {
        loop {
            let Some(events) = &mut self.events else {
                tokio::time::sleep(self.delay).await;
                match self.client.events(&self.game).await {
                    Ok(events) => self.events = Some(events),
                    Err(error) => self.failed(error)?,
                }
                continue;
            };
            match events.next().await {
                Some(Ok(event)) => {
                    self.failures = 0;
                    self.delay = RECONNECT_DELAY;
                    return Ok(event);
                }
                Some(Err(error)) => self.failed(error)?,
                None => self.failed(self.ended())?,
            }
        }
    }

    /// Waits longer, or gives up.
    fn failed(&mut self, error: Error) -> Result<(), Error> {
        self.events = None;
        self.delay = RECONNECT_DELAY * 2_u32.pow(self.failures);
        let may_pass = match &error {
            Error::Unreachable { .. } => true,
            Error::Problem(problem) => problem.status == 429,
            _ => false,
        };
        if may_pass && self.failures < MAX_FAILURES {
            self.failures += 1;
            Ok(())
        } else {
            Err(error)
        }
    }

    /// A connection that the server ended.
    fn ended(&self) -> Error {
        let server = self.client.server().clone();
        Error::Unreachable { server, reason: "the events ended".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow() -> Follow {
        let client = Client::new("http://127.0.0.1:8080", None).unwrap();
        Follow::new(&client, &"k3v7k3v7k3v7k3v7".parse().unwrap())
    }

    #[test]
    fn a_broken_connection_is_reopened_for_about_half_a_minute() {
        let mut follow = follow();
        let mut waited = follow.delay;
        while follow.failed(follow.ended()).is_ok() {
            waited += follow.delay;
        }
        assert_eq!(waited, Duration::from_secs(2 + 4 + 8 + 16));
    }

    #[test]
    fn a_permanent_error_ends_it_at_once() {
        let error = Error::Unsendable("no certificates".to_owned());
        assert!(follow().failed(error).is_err());
    }
}
