//! Four-in-a-row: the five rules of step 26, at random among the cells of the first that applies.

use super::Standing;
use crate::boards::four_in_a_row::{Board, Id, Side, drawn, lines};
use crate::bots::dice::Dice;
use crate::bots::{End, Turn};
use crate::solvers::cpu_rule;

fn board(turn: &Turn) -> Board {
    let ids: Vec<Id> = turn.history.iter().map(|id| id.parse().unwrap()).collect();
    let of = |first| ids.iter().copied().skip(first).step_by(2).collect::<Vec<Id>>();
    Board::try_from(drawn(&of(0), &of(1))).unwrap()
}

pub(super) fn reply(turn: &Turn, dice: &mut Dice) -> String {
    let side = if turn.history.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let item = cpu_rule::choice(&board(turn), &lines(), side);
    let cells: Vec<&str> = item.split(' ').skip(1).collect();
    dice.choose(&cells).unwrap().to_owned()
}

pub(super) fn standing(turn: &Turn) -> Standing {
    let (board, lines) = (board(turn), lines());
    let count = |side| lines.iter().filter(|line| board.stones(**line, side) == 4).count();
    let (black, white) = (count(Side::Black), count(Side::White));
    let over = match turn.end {
        End::FirstLine => black + white > 0 || board.empty().count() == 0,
        End::MostLines => board.empty().count() == 0,
    };
    match black.cmp(&white) {
        _ if !over => Standing::Open,
        std::cmp::Ordering::Less => Standing::Won(2),
        std::cmp::Ordering::Equal => Standing::Drawn,
        std::cmp::Ordering::Greater => Standing::Won(1),
    }
}
