"""Step 34: wrong programs. They list the lines of one player."""
from functools import cache
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
PLACES = list(product((1, 2, 3), repeat=4))
TILES = tuple(place for place in PLACES if place != CENTRE)
IDS = tuple((tile, number) for number, tile in enumerate(TILES, 1))
VECTORS = tuple(v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0))
RISING = tuple(v for v in VECTORS if -1 not in v)
POSITIVE_SUM = tuple(v for v in product((-1, 0, 1), repeat=4) if sum(v) > 0)
STARTS = {1: [1], -1: [3], 0: [1, 2, 3]}  # where a coordinate can start, by its component


def step(start, v, n, wrap):
    place = tuple([a + n * b for a, b in zip(start, v)])
    return tuple([(a - 1) % 3 + 1 for a in place]) if wrap else place


@cache
def lines_along(vectors, ids=IDS, wrap=False):
    """All lines along the vectors, each as three ids in ascending order."""
    lines, ids = {}, dict(ids)
    for v in vectors:
        for start in PLACES if wrap else product(*(STARTS[a] for a in v)):
            line = [ids.get(step(start, v, n, wrap)) for n in range(3)]
            if None not in line:
                lines[tuple(sorted(line))] = True
    return list(lines)


LINES = lines_along(VECTORS)


def tiles_of(task, first=-1, players=None):
    return task["history"][task["player"] + first :: players or task["players"]]


def owned(tiles, lines=LINES):
    tiles = set(tiles)
    return [line for line in lines if tiles.issuperset(line)]


def write(lines):
    return [" ".join("-".join(map(str, line)) for line in lines) or "-"]


def right(task):
    return write(owned(tiles_of(task)))


@wrong("Lists the lines of the next player: the move with the index `player`, counted from 0, is taken for that player's first.")
def next_player(task):
    return write(owned(tiles_of(task, first=0)))


@wrong("Uses only vectors without a -1.")
def rising_only(task):
    return write(owned(tiles_of(task), lines_along(RISING)))


@wrong("Uses only vectors that change one or two coordinates.")
def no_line_in_three_coordinates(task):
    return write(owned(tiles_of(task), lines_along(tuple(v for v in VECTORS if v.count(0) >= 2))))


@wrong("Gives the centre the id 41, so that every tile after it is off by one.")
def centre_is_41(task):
    ids = tuple((place, number) for number, place in enumerate(PLACES, 1) if place != CENTRE)
    return write(owned(tiles_of(task), lines_along(VECTORS, ids)))


@wrong("Lists only one of the lines that a move makes.")
def one_line_a_move(task):
    tiles = tiles_of(task)
    lines = owned(tiles)
    made = ([line for line in owned(tiles[: n + 1], lines) if tile in line][:1] for n, tile in enumerate(tiles))
    return write(line for lines in made for line in lines)


@wrong("Lets a line leave the board on one side and come back on the other (coordinates modulo 3).")
def around_the_border(task):
    return write(owned(tiles_of(task), lines_along(VECTORS, wrap=True)))


@wrong("Gives the turns to two players in every game, and uses only vectors without a -1.")
def two_players_and_rising_only(task):
    return write(owned(tiles_of(task, players=2), lines_along(RISING)))


@wrong("Lists the lines of all players, and keeps the vectors with a positive sum of components, which loses those with the sum 0.")
def everybody_and_sum_zero_lost(task):
    players = (tiles_of(task | {"player": player}) for player in range(1, task["players"] + 1))
    return write(line for tiles in players for line in owned(tiles, lines_along(POSITIVE_SUM)))


@wrong("Runs over the ids 1 to 79 only, so that no line with the tile 80 is found.")
def tile_80_forgotten(task):
    return write(line for line in owned(tiles_of(task)) if 80 not in line)


@wrong("Counts the ids of the answer from 0.")
def ids_from_zero(task):
    return write([number - 1 for number in line] for line in owned(tiles_of(task)))


main(right)
