//! Choosing a move by trial: games are played against the plain opponent, and of what has been tried, that is tried again which did best
//! (a Monte-Carlo tree search in which only one side chooses).

use std::collections::HashMap;

use super::plain::Plain;
use super::square::{Placement, Square};
use crate::bots::dice::Dice;

/// How many games are played.
const GAMES: u32 = 1500;

/// How many moves are tried in a position.
const WIDTH: usize = 30;

/// What a draw is worth, a win being 1: a match is to be won.
const DRAWN: f64 = 0.2;

/// How much the moves are tried that did not do well so far.
const CURIOSITY: f64 = 0.15;

/// How a move has done: what its games were worth together, and how many they were.
#[derive(Clone, Copy)]
struct Record {
    placement: Placement,
    worth: f64,
    games: f64,
}

impl Record {
    fn new(placement: Placement) -> Self {
        Self { placement, worth: 0.0, games: 0.0 }
    }

    /// The highest that the move may be worth a game, as far as can be said after so many games of all moves (UCB1).
    fn promise(&self, all: f64) -> f64 {
        if self.games == 0.0 {
            return f64::INFINITY;
        }
        self.worth / self.games + CURIOSITY * (all.ln() / self.games).sqrt()
    }
}

/// The candidate that was tried most often, which is the one that did best.
pub(super) fn choose(
    square: &Square,
    candidates: &[Placement],
    dice: &mut Dice,
) -> Option<Placement> {
    let mut trial = Trial { plain: Plain::new(), known: HashMap::new(), dice };
    let records = trial.some(candidates.to_vec());
    trial.known.insert(square.cells(), records);
    for _ in 0..GAMES {
        trial.game(&mut square.clone());
    }
    let records = trial.known.remove(&square.cells())?;
    let best = records.into_iter().max_by(|one, other| one.games.total_cmp(&other.games));
    best.map(|record| record.placement)
}

struct Trial<'a> {
    plain: Plain,
    /// The moves of the positions that were met, as far as they were tried.
    known: HashMap<[u8; 16], Vec<Record>>,
    dice: &'a mut Dice,
}

impl Trial<'_> {
    /// Some of a position's moves, which are the ones that will be tried there.
    fn some(&mut self, moves: Vec<Placement>) -> Vec<Record> {
        let mut drawn: Vec<_> = moves.into_iter().map(|each| (self.dice.throw(), each)).collect();
        drawn.sort_unstable_by_key(|(lot, _)| *lot);
        drawn.into_iter().take(WIDTH).map(|(_, each)| Record::new(each)).collect()
    }

    /// Plays a game to its end and returns what it is worth to the player to move.
    fn game(&mut self, square: &mut Square) -> f64 {
        if square.is_winning() {
            return 1.0;
        }
        let cells = square.cells();
        let Some(records) = self.known.get(&cells) else {
            let records = self.some(square.safe_moves());
            let first = self.dice.choose(&records);
            self.known.insert(cells, records);
            return self.play_on(square, first.map(|record| record.placement));
        };
        let all: f64 = records.iter().map(|record| record.games).sum();
        let promise = |record: &Record| record.promise(all);
        let best = records.iter().max_by(|one, other| promise(one).total_cmp(&promise(other)));
        let Some(placement) = best.map(|record| record.placement) else {
            return if square.empty() == 0 { DRAWN } else { 0.0 };
        };
        let worth = self.after(square, placement, Self::game);
        let records = self.known.get_mut(&cells).into_iter().flatten();
        for record in records.filter(|record| record.placement == placement) {
            record.worth += worth;
            record.games += 1.0;
        }
        worth
    }

    /// Plays a game to its end with moves at random.
    fn at_random(&mut self, square: &mut Square) -> f64 {
        if square.is_winning() {
            return 1.0;
        }
        let placement = self.dice.choose(&square.safe_moves());
        self.play_on(square, placement)
    }

    fn play_on(&mut self, square: &mut Square, placement: Option<Placement>) -> f64 {
        match placement {
            Some(placement) => self.after(square, placement, Self::at_random),
            None if square.empty() == 0 => DRAWN,
            // Every move lets the other win.
            None => 0.0,
        }
    }

    /// What a move that lets the other not win at once is worth, when after his answer the game goes on as told.
    fn after(
        &mut self,
        square: &mut Square,
        placement: Placement,
        go_on: fn(&mut Self, &mut Square) -> f64,
    ) -> f64 {
        square.place(placement);
        match self.plain.reply(square, self.dice) {
            Some(reply) => {
                square.place(reply);
                go_on(self, square)
            }
            None => DRAWN,
        }
    }
}
