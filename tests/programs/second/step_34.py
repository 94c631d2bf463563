"""Step 34: wrong programs. The lines, the turns, the moves looked at and the writing vary."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
VECTORS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def number_tiles(skip=True):
    places = [tile for tile in product((1, 2, 3), repeat=4) if tile != CENTRE or not skip]
    return {tile: n for n, tile in enumerate(places, 1)}


def find_lines(ids, vectors=VECTORS):
    lines = []
    for v in vectors:
        for start in ids:
            tiles = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
            if all(tile in ids for tile in tiles):
                lines.append(sorted(ids[tile] for tile in tiles))
    return lines


def find_lines_by_step():
    """Three ids at equal distances; nothing stops at a border."""
    steps = sorted({abs(27 * i + 9 * j + 3 * k + l) for i, j, k, l in VECTORS})
    return [[s, s + d, s + 2 * d] for d in steps for s in range(1, 81) if s + 2 * d <= 80]


IDS = number_tiles()
LINES = find_lines(IDS)


def disjoint(lines):
    used, kept = set(), []
    for line in lines:
        if used.isdisjoint(line):
            kept.append(line)
            used |= set(line)
    return kept


def solve(task, *, lines=LINES, turns=None, first=0, omitted=0, everybody=False, choose=lambda lines, moves: lines):
    turns = turns or task["players"]
    history = task["history"][:len(task["history"]) - omitted]
    found = []
    for player in range(1, task["players"] + 1):
        if player == task["player"] or everybody:
            own = [tile for m, tile in enumerate(history) if (m + first) % turns + 1 == player]
            found += choose([line for line in lines if set(own).issuperset(line)], own)
    return [" ".join("-".join(map(str, line)) for line in found) or "-"]


def right(task):
    return solve(task)


@wrong("Lists the lines of all players.")
def all_players(task):
    return solve(task, everybody=True)


@wrong("Gives the first move of the game to player 2, and so on, so player 1 starts with the last move of the round.")
def turns_off_by_one(task):
    return solve(task, first=1)


@wrong("Gives the centre the id 41, so every tile after it is off by one.")
def centre_has_an_id(task):
    tiles = {tile: n for tile, n in number_tiles(skip=False).items() if tile != CENTRE}
    return solve(task, lines=find_lines(tiles))


@wrong("Misses the lines along which three coordinates change.")
def two_coordinates_at_most(task):
    return solve(task, lines=find_lines(IDS, [v for v in VECTORS if v.count(0) >= 2]))


@wrong("Lists only the lines that the player's last move has made.")
def newest_lines(task):
    return solve(task, choose=lambda lines, moves: [line for line in lines if moves[-1] in line])


@wrong("Gives the moves to two players in turn, also when there are three or four.")
def always_two_turns(task):
    return solve(task, turns=2)


@wrong("Leaves out the last move of the game.")
def last_move_missing(task):
    return solve(task, omitted=1)


@wrong("Uses only vectors of 0 and 1, and leaves out every line that shares a tile with one listed before.")
def rising_and_disjoint(task):
    return solve(task, lines=find_lines(IDS, [v for v in VECTORS if min(v) >= 0]),
                 choose=lambda lines, moves: disjoint(lines))


@wrong("Takes ids at equal distances for a line, without a test of the border or the centre, and leaves out the last move.")
def steps_last_move_missing(task):
    return solve(task, lines=find_lines_by_step(), omitted=1)


@wrong("Finds the right lines, but writes the ids counted from 0: every id is one too small.")
def ids_from_zero(task):
    return solve(task, choose=lambda lines, moves: [[tile - 1 for tile in line] for line in lines])


main(right)
