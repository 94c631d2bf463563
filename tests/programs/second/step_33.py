"""Step 33: wrong programs. The scores of games on the tesseract."""

from functools import cache
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
PLACES = tuple(product((1, 2, 3), repeat=4))
TILES = tuple(place for place in PLACES if place != CENTRE)
VECTORS = tuple(v for v in product((-1, 0, 1), repeat=4) if any(v))
DIRECTIONS = tuple(v for v in VECTORS if v > (0, 0, 0, 0))


@cache
def all_lines(directions=DIRECTIONS, numbered=TILES):
    """The lines, each a set of three ids, with bit n for the id n; the places in `numbered` have the ids 1, 2, 3, …"""
    ids, lines = {place: number for number, place in enumerate(numbered, 1)}, []
    for v in directions:
        for start in product(*({1: [1], -1: [3], 0: [1, 2, 3]}[d] for d in v)):
            line = [tuple([c + step * d for c, d in zip(start, v)]) for step in range(3)]
            if CENTRE not in line:
                lines.append(sum([1 << ids[place] for place in line]))
    return lines


LINES = all_lines()


def score(tiles, lines):
    return len([line for line in lines if line & tiles == line])


def owned(history, players, first=0):
    """The tiles of each player; `first` is the index of the player who begins."""
    tiles = [0] * players
    for move, tile in enumerate(history):
        tiles[(first + move) % players] |= 1 << tile
    return tiles


def solve(task, lines=LINES, owned=owned, score=score):
    games = [owned(game["history"], game["players"]) for game in task["games"]]
    return [" ".join(str(score(tiles, lines)) for tiles in game) for game in games]


def right(task):
    return solve(task)


@wrong("Gives the centre the id 41, so every tile after it is off by one.")
def centre_numbered(task):
    return solve(task, all_lines(numbered=PLACES))


@wrong("Scans v and -v, so every line counts twice.")
def both_ways(task):
    return solve(task, all_lines(VECTORS))


@wrong("Scans only vectors without -1.")
def rising_only(task):
    return solve(task, all_lines(tuple(v for v in DIRECTIONS if min(v) >= 0)))


@wrong("Gives the moves in turn to players 1 and 2 only, also when there are three or four players.")
def two_players_only(task):
    return solve(task, owned=lambda history, players: owned(history, 2) + [0] * (players - 2))


@wrong("Gives the first move to the last player instead of player 1.")
def last_player_first(task):
    return solve(task, owned=lambda history, players: owned(history, players, first=-1))


@wrong("Scans only lines that change at most two coordinates.")
def no_long_diagonals(task):
    return solve(task, all_lines(tuple(v for v in DIRECTIONS if v.count(0) >= 2)))


@wrong("Leaves out the last move of every game.")
def last_move_lost(task):
    return solve(task, owned=lambda history, players: owned(history[:-1], players))


@wrong("Counts every tile for one line only: a line that shares a tile with a line counted before is left out.")
def tile_used_once(task):
    def disjoint(tiles, lines):
        used, number = 0, 0
        for line in lines:
            if line & tiles == line and not line & used:
                used |= line
                number += 1
        return number

    return solve(task, score=disjoint)


@wrong("Scans only lines inside one small square, where i and j do not change, and gives the first move to the last player.")
def squares_and_turns(task):
    lines = all_lines(tuple(v for v in DIRECTIONS if v[:2] == (0, 0)))
    return solve(task, lines, lambda history, players: owned(history, players, first=-1))


@wrong("Writes the scores of each game from the highest to the lowest instead of player by player.")
def sorted_scores(task):
    return [" ".join(sorted(item.split(), key=int, reverse=True)) for item in right(task)]


main(right)
