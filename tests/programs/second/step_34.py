"""Step 34: wrong programs. The lines of one player on the tesseract."""

from itertools import product

from harness import main, wrong

TILES = [tile for tile in product((1, 2, 3), repeat=4) if tile != (2, 2, 2, 2)]
IDS = {tile: number for number, tile in enumerate(TILES, 1)}
DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def all_lines(directions=DIRECTIONS):
    """The lines, each as three ascending ids."""
    lines = []
    for v, start in product(directions, TILES):
        line = [tuple(c + step * d for c, d in zip(start, v)) for step in range(3)]
        if all(tile in IDS for tile in line):
            lines.append(sorted(IDS[tile] for tile in line))
    return lines


LINES = all_lines()


def owned(task, players=None, shift=1):
    """The tiles of the player; `shift` is the number of the player who makes the first move."""
    players = players or task["players"]
    return [tile for move, tile in enumerate(task["history"]) if (move + shift - task["player"]) % players == 0]


def listed(tiles, lines=LINES):
    return [line for line in lines if set(line) <= set(tiles)]


def item(lines):
    return [" ".join("-".join(map(str, line)) for line in lines) or "-"]


def right(task):
    return item(listed(owned(task)))


@wrong("Lists the lines of all players.")
def all_players(task):
    games = [owned({**task, "player": player}) for player in range(1, task["players"] + 1)]
    return item([line for tiles in games for line in listed(tiles)])


@wrong("Numbers the players from 0, so the player after the one asked for is listed.")
def players_from_zero(task):
    return item(listed(owned(task, shift=0)))


@wrong("Scans only lines that change a single coordinate.")
def axes_only(task):
    return item(listed(owned(task), all_lines([v for v in DIRECTIONS if v.count(0) == 3])))


@wrong("Scans only vectors without -1.")
def rising_only(task):
    return item(listed(owned(task), all_lines([v for v in DIRECTIONS if min(v) >= 0])))


@wrong("Lists only the lines that the player's last move has made.")
def last_lines_only(task):
    tiles = owned(task)
    return item([line for line in listed(tiles) if tiles[-1] in line])


@wrong("Leaves out the lines that change three coordinates.")
def no_long_diagonals(task):
    return item(listed(owned(task), all_lines([v for v in DIRECTIONS if v.count(0) >= 2])))


@wrong("Gives the moves in turn to two players, also when there are three or four.")
def two_players_only(task):
    return item(listed(owned(task, players=2)))


@wrong("Stops before the last move of the game.")
def last_move_lost(task):
    return item(listed(owned({**task, "history": task["history"][:-1]})))


@wrong("Always lists the lines of player 1, and only those that change a single coordinate or two.")
def first_player_in_planes(task):
    return no_long_diagonals({**task, "player": 1})


@wrong("Counts the ids from 0 in the lines that it writes.")
def ids_from_zero(task):
    return item([[number - 1 for number in line] for line in listed(owned(task))])


main(right)
