"""Step 34: wrong programs. A player's lines."""

from itertools import product

from harness import main, wrong

PLACES = list(product((1, 2, 3), repeat=4))
CENTRE = (2, 2, 2, 2)
TILES = [place for place in PLACES if place != CENTRE]


def half(v):
    """One of each two opposite directions."""
    return v > (0, 0, 0, 0)


def make_lines(wanted=half, places=TILES, wrap=False):
    """The lines as lists of ids; `places` are numbered from 1."""
    lines = []
    for v in product((-1, 0, 1), repeat=4):
        if any(v) and wanted(v):
            for s in TILES:
                line = [tuple(c + n * d for c, d in zip(s, v)) for n in range(3)]
                if wrap:
                    line = [tuple((c - 1) % 3 + 1 for c in tile) for tile in line]
                if all(tile in TILES for tile in line):
                    lines.append([places.index(tile) + 1 for tile in line])
    return lines


LINES = make_lines()


def tiles_of(task, start=None, step=None):
    """Every `step`-th tile of the history from `start` on."""
    return set(task["history"][task["player"] - 1 if start is None else start :: step or task["players"]])


def own_lines(tiles, lines):
    return [line for line in lines if tiles.issuperset(line)]


def text(lines):
    return ["-".join(map(str, sorted(line))) for line in lines]


def item(texts):
    return [" ".join(texts) or "-"]


def solve(task, tiles=None, lines=None):
    return item(text(own_lines(tiles or tiles_of(task), lines or LINES)))


def right(task):
    return solve(task)


@wrong("Lists the lines of all players.")
def lines_of_everybody(task):
    return item(t for n in range(task["players"]) for t in text(own_lines(tiles_of(task, start=n), LINES)))


@wrong("Uses the number of the player as an index that counts from 0, and so takes the moves of the next player.")
def player_as_index(task):
    return solve(task, tiles=tiles_of(task, start=task["player"]))


@wrong("Takes every second move from the first one of the player on, however many players there are.")
def every_second_move(task):
    return solve(task, tiles=tiles_of(task, step=2))


@wrong("Misses the lines along which one coordinate rises while another one falls.")
def opposite_signs_missing(task):
    return solve(task, lines=make_lines(lambda v: half(v) and -1 not in v))


@wrong("Takes any three ids at equal distances for a line, without looking at the coordinates.")
def distances_of_ids(task):
    distances = range(1, 41)
    return solve(task, lines=[[n, n + d, n + 2 * d] for d in distances for n in range(1, 81 - 2 * d)])


@wrong("Takes the coordinates modulo 3, so that a line may run over the border and come back on the other side.")
def around_the_border(task):
    lines = {tuple(sorted(line)) for line in make_lines(wrap=True)}
    return solve(task, lines=sorted(lines))


@wrong("Gives the centre the id 41, and keeps only the vectors whose first component is 1, so the lines with a constant i are missing.")
def centre_numbered_first_component(task):
    return solve(task, lines=make_lines(lambda v: v[0] == 1, places=PLACES))


@wrong("Lets the last player begin, and misses the lines along which three coordinates change.")
def last_begins_without_three(task):
    tiles = tiles_of(task, start=task["player"] % task["players"])
    return solve(task, tiles=tiles, lines=make_lines(lambda v: half(v) and v.count(0) >= 2))


@wrong("Keeps the lines in a dict under their smallest id, so that of several lines with the same smallest id only the last is left.")
def one_line_for_each_smallest_id(task):
    found = {min(line): line for line in own_lines(tiles_of(task), LINES)}
    return item(text(found.values()))


@wrong("Writes the numbers of the moves that took the tiles instead of the ids of the tiles.")
def numbers_of_moves(task):
    lines = own_lines(tiles_of(task), LINES)
    return item(text([[task["history"].index(tile) + 1 for tile in line] for line in lines]))


main(right)
