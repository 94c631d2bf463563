//! What can be misread: an aspect for each clause of the rule.

use super::super::cells_looked_at::{LookedAt, add_cells_left_out};
use super::super::direction_readings::{DirectionReading, add_directions_left_out};
use super::super::line_sets::{LineSet, add_line_sets};
use super::super::numbering::add_numberings;
use super::reading::{Chosen, LastRule, NeverFails, Reading, Swapped, Threes, Together, Twos};
use gradus_board::lattice::four_in_a_row::Rule;
use gradus_step::Aspects;

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    use Rule::{Block, Complete, ExtendTwos, SpoilTwos};
    const LIKELY_SETS: [LineSet; 6] = [
        LineSet::NothingFalls,
        LineSet::AlongAxes,
        LineSet::AtMostTwo,
        LineSet::AtMostThree,
        LineSet::PositiveSum,
        LineSet::OneCube,
    ];
    aspects
        .add()
        .or("own-twos-come-first", |reading| {
            reading.order = &[Complete, Block, ExtendTwos, SpoilTwos];
        })
        .or("blocking-comes-first", |reading| {
            reading.order = &[Block, Complete, SpoilTwos, ExtendTwos];
        })
        .or("opponent-comes-first", |reading| {
            reading.order = &[Block, Complete, ExtendTwos, SpoilTwos];
        })
        .or("own-rules-come-first", |reading| {
            reading.order = &[Complete, ExtendTwos, Block, SpoilTwos];
        })
        .or("rule-1-left-out", |reading| reading.order = &[Block, SpoilTwos, ExtendTwos])
        .or("rule-2-left-out", |reading| reading.order = &[Complete, SpoilTwos, ExtendTwos])
        .or("rule-3-left-out", |reading| reading.order = &[Complete, Block, ExtendTwos])
        .or("rule-4-left-out", |reading| reading.order = &[Complete, Block, SpoilTwos]);
    aspects
        .add()
        .or("one-cell-of-a-tie", |reading| reading.chosen = Chosen::OneOnMost)
        .or("every-cell-of-the-lines", |reading| reading.chosen = Chosen::Every)
        .or("one-cell-only", |reading| reading.chosen = Chosen::OneInAllRules)
        .or("two-lines-at-least", |reading| reading.chosen = Chosen::OnTwoOrMost)
        .or("two-lines-at-least-in-3", |reading| {
            reading.chosen = Chosen::OnTwoOrMostInRule3;
        })
        .or("list-not-emptied", |reading| reading.chosen = Chosen::OnMostSoFar);
    aspects
        .add()
        .or("sides-swapped", |reading| reading.swapped = Swapped::All)
        .or("sides-swapped-in-3-and-4", |reading| reading.swapped = Swapped::Twos)
        .or("sides-swapped-in-1-and-2", |reading| reading.swapped = Swapped::Threes);
    aspects
        .add()
        .or("blocked-lines-counted", |reading| reading.twos = Twos::Mixed)
        .or("neighbours-only", |reading| reading.twos = Twos::Neighbours)
        .or("twos-of-both-sides", |reading| reading.twos = Twos::OfEitherSide)
        .or("one-stone-counted", |reading| reading.twos = Twos::OneOrTwo);
    add_line_sets(aspects, &LIKELY_SETS, |reading| &mut reading.lines);
    aspects
        .add()
        .or("taken-cells-too", |reading| reading.threes = Threes::Taken)
        .or("gaps-missed", |reading| reading.threes = Threes::WithoutGaps);
    add_single_mistakes(aspects);
}

/// What is not combined with other mistakes.
fn add_single_mistakes(aspects: &mut Aspects<Reading>) {
    use Rule::{Block, Complete, ExtendTwos, SpoilTwos};
    const OTHER_SETS: [LineSet; 13] = [
        LineSet::OverTheBorder,
        LineSet::XRises,
        LineSet::WRises,
        LineSet::ConstantBelowThree,
        LineSet::XNotNegative,
        LineSet::WNotNegative,
        LineSet::Diagonals,
        LineSet::WithoutTwo,
        LineSet::WithoutThree,
        LineSet::ConstantAboveZero,
        LineSet::RoundTheBorder,
        LineSet::RowsOverTheBorder,
        LineSet::XUnchecked,
    ];
    aspects
        .add()
        .or("rules-1-and-2-together", |reading| reading.is_together = Together::InPairs)
        .or("rules-put-together", |reading| reading.is_together = Together::All)
        .alone();
    add_line_sets(aspects, &OTHER_SETS, |reading| &mut reading.lines).alone();
    let take: fn(&mut Reading, DirectionReading) =
        |reading, directions| reading.directions = directions;
    add_directions_left_out(aspects.add(), &[1, 4], take)
        .or_each("falling-missed-among", DirectionReading::of_falling(2..=4), take)
        .alone();
    add_numberings(aspects, |reading| &mut reading.numbering).alone();
    add_cells_left_out(aspects, |reading| &mut reading.looked_at)
        .or("first-cell-left-out", |reading| reading.looked_at = LookedAt::WithoutCell(0))
        .or("last-cell-left-out", |reading| reading.looked_at = LookedAt::WithoutCell(255))
        .alone();
    aspects
        .add()
        .or("rules-3-and-4-left-out", |reading| reading.order = &[Complete, Block])
        .or("opponents-rules-left-out", |reading| reading.order = &[Complete, ExtendTwos])
        .or("counts-of-zero", |reading| reading.never_fails = NeverFails::Both)
        .or("counts-of-zero-in-4", |reading| reading.never_fails = NeverFails::Rule4)
        .or("sides-in-turn", |reading| reading.swapped = Swapped::InTurn)
        .or("one-cell-in-1-and-2", |reading| reading.chosen = Chosen::OneThree)
        .or("one-cell-in-5", |reading| reading.last_rule = LastRule::OneCell)
        .or("taken-cells-in-5", |reading| reading.last_rule = LastRule::AllCells)
        .alone();
    aspects
        .add()
        .or("counts-kept", |reading| reading.are_counts_kept = true)
        .or("rules-from-zero", |reading| reading.first_number = 0)
        .or("places-among-empty-cells", |reading| reading.is_place_written = true)
        .or("one-stone-only", |reading| reading.twos = Twos::One)
        .or("stones-apart-only", |reading| reading.twos = Twos::Apart)
        .or("most-lines-in-1-and-2", |reading| reading.chosen = Chosen::OnMostInAllRules)
        .or("ties-by-rule-4", |reading| reading.chosen = Chosen::TieByRule4)
        .or("cells-on-two-lines", |reading| reading.chosen = Chosen::OnTwo)
        .or("cells-on-the-fewest-lines", |reading| reading.chosen = Chosen::OnFewest)
        .or("cells-on-more-lines-than-before", |reading| {
            reading.chosen = Chosen::OnMoreThanBefore;
        })
        .or("twos-come-first", |reading| {
            reading.order = &[SpoilTwos, ExtendTwos, Complete, Block];
        })
        .alone();
}
