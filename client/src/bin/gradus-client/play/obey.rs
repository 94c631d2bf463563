//! What a session does with a line that was typed.

use std::ops::ControlFlow;

use gradus_client::api::{Error, GameState, LineCell, Move, RecordFormat, Status};
use gradus_client::{draw, report};

use crate::exit::Stop;
use crate::play::order::{HELP, Order};
use crate::play::session::Session;

/// Whether the session goes on.
type Next = Result<ControlFlow<()>, Stop>;

impl Session {
    /// Does what a line says; what the server refuses is told, and the session goes on.
    pub(super) async fn obey(&mut self, line: &str) -> Next {
        let order = match line.parse() {
            Ok(order) => order,
            Err(error) => return go_on(self.tell_line(&format!("{error}"))),
        };
        match order {
            Order::Quit => Ok(ControlFlow::Break(())),
            Order::Help => go_on(self.tell(HELP)),
            Order::Nothing if self.seat.is_some() => go_on(Ok(())),
            Order::Nothing | Order::Next => go_on(self.advance().await),
            Order::Finish => go_on(self.finish().await),
            Order::Move(r#move) => go_on(self.make(r#move).await),
            Order::Undo => go_on(self.undo().await),
            Order::Lines(player) => go_on(self.lines(player).await),
            Order::Record(format) => go_on(self.record(format).await),
            Order::Save(name) => go_on(self.save(&name).await),
        }
    }

    async fn make(&mut self, r#move: Move) -> Result<(), Stop> {
        let Some(seat) = &mut self.seat else {
            return self
                .tell("only computers play here: Enter makes the next move, finish makes all\n");
        };
        match self.client.play(&self.state.id, seat.key(), &r#move).await {
            Ok(state) => {
                seat.moved(self.state.to_move);
                self.arrive(state)
            }
            Err(error) => self.refused(error).await,
        }
    }

    async fn undo(&mut self) -> Result<(), Stop> {
        let Some(seat) = &self.seat else {
            return self.tell("only computers play here: nothing can be taken back\n");
        };
        let undone = self.client.undo(&self.state.id, seat.key()).await;
        self.outcome(undone).await
    }

    async fn advance(&mut self) -> Result<(), Stop> {
        let advanced = self.client.advance(&self.state.id).await;
        self.outcome(advanced).await
    }

    /// Makes all moves of the computers, up to the end or to a refusal.
    async fn finish(&mut self) -> Result<(), Stop> {
        while self.state.status == Status::Open {
            let before = self.state.history.len();
            self.advance().await?;
            if self.state.history.len() == before {
                break;
            }
        }
        Ok(())
    }

    async fn outcome(&mut self, state: Result<GameState, Error>) -> Result<(), Stop> {
        match state {
            Ok(state) => self.arrive(state),
            Err(error) => self.refused(error).await,
        }
    }

    async fn lines(&mut self, player: Option<u8>) -> Result<(), Stop> {
        let all = (1..).take(self.state.seats.len());
        let players: Vec<u8> = player.map_or_else(|| all.collect(), |player| vec![player]);
        for player in players {
            match self.client.lines(&self.state.id, player).await {
                Ok(lines) => {
                    let text = told(&draw::player(&self.state, player), &lines);
                    self.tell(&text)?;
                }
                Err(error) => return self.refused(error).await,
            }
        }
        Ok(())
    }

    async fn record(&mut self, format: RecordFormat) -> Result<(), Stop> {
        match self.client.record(&self.state.id, format).await {
            Ok(record) => {
                let lines = record.lines().map(|line| report::one_line(line) + "\n");
                let text: String = lines.collect();
                self.tell(&text)
            }
            Err(error) => self.refused(error).await,
        }
    }

    async fn save(&mut self, name: &str) -> Result<(), Stop> {
        match self.client.save_record(name, &self.state.id).await {
            Ok(saved) => self.tell_line(&format!("saved as {}: {}", saved.name, saved.url)),
            Err(error) => self.refused(error).await,
        }
    }
}

fn go_on(done: Result<(), Stop>) -> Next {
    done.map(ControlFlow::Continue)
}

/// A player's lines, numbered in the order in which they were made.
fn told(player: &str, lines: &[Vec<LineCell>]) -> String {
    let heading = format!("{player}: {}\n", counted(lines.len()));
    let lines = (1..).zip(lines).map(|(number, line)| {
        let cells: Vec<String> =
            line.iter().map(|cell| report::one_line(&cell.to_string())).collect();
        format!("{number:4}. {}\n", cells.join(" "))
    });
    std::iter::once(heading).chain(lines).collect()
}

fn counted(lines: usize) -> String {
    match lines {
        0 => "no complete line".to_owned(),
        1 => "1 complete line".to_owned(),
        lines => format!("{lines} complete lines"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered() {
        let lines = |json| serde_json::from_str::<Vec<Vec<LineCell>>>(json).unwrap();
        assert_eq!(told("x", &[]), "x: no complete line\n");
        let one = lines(r#"[["hh", "hi", "hj", "hk", "hl"]]"#);
        assert_eq!(told("x", &one), "x: 1 complete line\n   1. hh hi hj hk hl\n");
        let two = lines("[[1, 2, 3], [1, 5, 9]]");
        assert_eq!(told("Y", &two), "Y: 2 complete lines\n   1. 1 2 3\n   2. 1 5 9\n");
    }
}
