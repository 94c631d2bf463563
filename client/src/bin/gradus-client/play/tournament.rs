//! `play GAME --games N`: computers against each other, and the table of their points.

use std::io::{self, IsTerminal};

use gradus_client::Client;
use gradus_client::report::bar::Bar;
use gradus_client::tournament::{self, Plan, Tournament, json, table};

use crate::exit::{Exit, Stop};
use crate::output;
use crate::play::PlayError;

pub(crate) struct Options {
    pub(crate) plan: Plan,
    pub(crate) json: bool,
}

pub(crate) async fn run(client: &Client, options: Options) -> Result<Exit, Stop> {
    let Options { plan, json } = options;
    if !plan.first.seats.iter().all(|seat| seat.is_computer()) {
        return Err(PlayError::Computers.into());
    }
    let watch = watch(json, plan.games.get().into());
    let tournament = tournament::run(client, &plan, watch).await;
    if json {
        output::tolerate(json::write(&tournament, io::stdout().lock()))?;
    } else if !tournament.played.is_empty() {
        output::print(&format!("{}\n", table::table(&tournament)))?;
    }
    match tournament.stopped {
        Some(error) => Err(error.into()),
        None => Ok(Exit::Passed),
    }
}

/// Shows each game as it ends: a bar on a terminal, else lines; with `--json` no lines.
fn watch(json: bool, games: u64) -> Box<dyn FnMut(&Tournament)> {
    if io::stderr().is_terminal() && (json || io::stdout().is_terminal()) {
        let bar = Bar::new(games);
        Box::new(move |tournament| bar.count(table::points(tournament)))
    } else if json {
        Box::new(|_| ())
    } else {
        // A line that cannot be written is passed over; the table after it fails in the same way, and that is told.
        Box::new(|tournament| {
            if let Some(game) = tournament.played.last() {
                drop(output::print(&format!("{}\n", table::line(game))));
            }
        })
    }
}
