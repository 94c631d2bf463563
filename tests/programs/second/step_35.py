"""Step 35: wrong programs. The winner of a game on the tesseract."""

from functools import cache
from itertools import product

from harness import main, wrong

TILES = [tile for tile in product((1, 2, 3), repeat=4) if tile != (2, 2, 2, 2)]
IDS = {tile: number for number, tile in enumerate(TILES, 1)}
DIRECTIONS = tuple(v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0))


@cache
def all_lines(directions=DIRECTIONS):
    """For each id, the lines through that tile; a line is a set of three ids, with bit n for the id n."""
    through = [[] for _ in range(81)]
    for v in directions:
        for start in product(*({1: [1], -1: [3], 0: [1, 2, 3]}[d] for d in v)):
            line = [tuple([c + step * d for c, d in zip(start, v)]) for step in range(3)]
            if all(tile in IDS for tile in line):
                for tile in line:
                    through[IDS[tile]].append(sum([1 << IDS[other] for other in line]))
    return through


LINES = all_lines()


def scores(game, lines=LINES, at_once=True):
    """After every move: the index of the player who made it, and all scores."""
    tiles = [0] * game["players"]
    made = [0] * game["players"]
    for move, tile in enumerate(game["history"]):
        player = move % game["players"]
        tiles[player] |= 1 << tile
        owned = tiles[player]
        new = len([line for line in lines[tile] if line & owned == line])
        made[player] += new if at_once else min(new, 1)
        yield player, list(made)


def reached(turns, game, enough):
    """The player who reaches the threshold first."""
    return next((player for player, made in turns if enough(made[player], game["threshold"])), None)


def leaders(turns):
    made = turns[-1][1]
    return [player for player, lines in enumerate(made) if lines == max(made)]


def names(players):
    return " ".join(str(player + 1) for player in players)


def winner(game, enough=lambda made, threshold: made >= threshold, best=leaders, full=80, reached=reached, **options):
    turns = list(scores(game, **options))
    player = reached(turns, game, enough)
    if player is not None:
        return names([player])
    return names(best(turns)) if len(turns) >= full else "open"


def solve(task, winner=winner, **options):
    return [winner(game, **options) for game in task["games"]]


def right(task):
    return solve(task)


@wrong("Wants more lines than the threshold instead of at least as many.")
def threshold_exceeded(task):
    return solve(task, enough=lambda made, threshold: made > threshold)


@wrong("Names the player with the most lines at the end when somebody has reached the threshold, not the one who reached it first.")
def compared_at_the_end(task):
    def most(turns, game, enough):
        return None if reached(turns, game, enough) is None else leaders(turns)[0]

    return solve(task, reached=most)


@wrong("Names only the first of several players with the highest score on a full board.")
def one_leader(task):
    return solve(task, best=lambda turns: leaders(turns)[:1])


@wrong("Takes the threshold for reached only when the score is equal to it, and misses a move that jumps over it.")
def exactly_the_threshold(task):
    return solve(task, enough=lambda made, threshold: made == threshold)


@wrong("Counts one line for a move that makes several at once.")
def one_line_a_move(task):
    return solve(task, at_once=False)


@wrong("Takes the board for full only after 81 moves, so a full board without a winner is open.")
def never_full(task):
    return solve(task, full=81)


@wrong("Looks on a full board only at the highest score, even if a player has reached the threshold before.")
def full_board_first(task):
    def only_while_free(turns, game, enough):
        return None if len(turns) == 80 else reached(turns, game, enough)

    return solve(task, reached=only_while_free)


@wrong("Names the player who reached the threshold last.")
def last_to_reach(task):
    def last(turns, game, enough):
        order = []
        for player, made in turns:
            if enough(made[player], game["threshold"]) and player not in order:
                order.append(player)
        return order[-1] if order else None

    return solve(task, reached=last)


@wrong("Scans only vectors without -1, and wants more lines than the threshold.")
def rising_and_exceeded(task):
    lines = all_lines(tuple(v for v in DIRECTIONS if min(v) >= 0))
    return solve(task, enough=lambda made, threshold: made > threshold, lines=lines)


@wrong("Numbers the players from 0.")
def players_from_zero(task):
    return [" ".join(str(int(name) - 1) for name in item.split()) if item != "open" else item for item in right(task)]


main(right)
