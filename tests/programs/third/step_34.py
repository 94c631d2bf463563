"""Step 34: wrong programs. The lines of one player."""
from itertools import product

from harness import main, wrong

HALF = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
PLACES = list(product((1, 2, 3), repeat=4))
TILES = [tile for tile in PLACES if tile != (2, 2, 2, 2)]


def changing(direction):
    return sum(map(abs, direction))


def lines(directions=HALF, tiles=TILES):
    ids, found = {tile: n for n, tile in enumerate(tiles, 1)}, []
    for v in directions:
        for start in tiles:
            cells = [tuple(n + step * d for n, d in zip(start, v)) for step in range(3)]
            if all(cell in ids for cell in cells):
                found.append(sorted(ids[cell] for cell in cells))
    return found


LINES = lines()


def tiles_of(task, player=None, players=None):
    player, players = player or task["player"], players or task["players"]
    return [tile for n, tile in enumerate(task["history"]) if n % players == (player - 1) % players]


def own_lines(tiles, found=LINES):
    return sorted(line for line in found if set(line) <= set(tiles))


def write(found):
    return [" ".join("-".join(map(str, line)) for line in found) or "-"]


def right(task):
    return write(own_lines(tiles_of(task)))


@wrong("Lists the lines of all players.")
def all_players(task):
    return write([line for player in range(task["players"]) for line in own_lines(tiles_of(task, player + 1))])


@wrong("Numbers the moves from 1 when the player is computed, so that player 1 is given the last player's tiles.")
def player_before(task):
    return write(own_lines(tiles_of(task, task["player"] - 1 or task["players"])))


@wrong("Looks for lines in the ids: three ids with the distance 1, 3, 9 or 27.")
def equal_distances(task):
    found = [[n, n + step, n + 2 * step] for step in (1, 3, 9, 27) for n in range(1, 81 - 2 * step)]
    return write(own_lines(tiles_of(task), found))


@wrong("Leaves out the directions with a component -1.")
def no_falling_lines(task):
    return write(own_lines(tiles_of(task), lines([v for v in HALF if -1 not in v])))


@wrong("Leaves out the lines that change three coordinates.")
def three_changes_missing(task):
    return write(own_lines(tiles_of(task), lines([v for v in HALF if changing(v) < 3])))


@wrong("Goes on to the next tile after the first line found from a tile, so that other lines with the same first tile are missing.")
def one_line_per_tile(task):
    return write(list({line[0]: line for line in own_lines(tiles_of(task))[::-1]}.values())[::-1])


@wrong("Gives the turns as if there were always two players.")
def always_two_players(task):
    return write(own_lines(tiles_of(task, players=2)))


@wrong("Lets a tile belong to one line only: the tiles of a line are not used again.")
def tiles_used_up(task):
    left, found = set(tiles_of(task)), []
    for line in LINES:
        if left.issuperset(line):
            left.difference_update(line)
            found.append(line)
    return write(sorted(found))


@wrong("Gives the centre the id 41, and keeps only directions that change i.")
def centre_and_i_changes(task):
    return write(own_lines(tiles_of(task), lines([v for v in HALF if v[0] == 1], PLACES)))


@wrong("Writes the numbers of the moves instead of the ids of the tiles.")
def move_numbers(task):
    return write([sorted(task["history"].index(n) + 1 for n in line) for line in own_lines(tiles_of(task))])


main(right)
