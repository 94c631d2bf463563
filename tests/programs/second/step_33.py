"""Step 33: wrong programs. The tiles, the lines, the turns and the way of counting vary."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
VECTORS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def number_tiles(skip=True):
    return {tile: n for n, tile in enumerate((t for t in product((1, 2, 3), repeat=4) if t != CENTRE or not skip), 1)}


def find_lines(ids, vectors=VECTORS, joker=False):
    """Lists of ids; with `joker`, a line through the centre consists of its two other tiles."""
    lines = []
    for v in vectors:
        for start in ids:
            tiles = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
            if joker and tiles[1] == CENTRE:
                del tiles[1]
            if all(tile in ids for tile in tiles):
                lines.append([ids[tile] for tile in tiles])
    return lines


def find_lines_by_step():
    """Three ids at equal distances; nothing stops at a border."""
    steps = [abs(27 * i + 9 * j + 3 * k + l) for i, j, k, l in VECTORS]
    return [[s, s + d, s + 2 * d] for d in steps for s in range(1, 81) if s + 2 * d <= 80]


IDS = number_tiles()
LINES = find_lines(IDS)


def count(lines, own):
    return sum(own.issuperset(line) for line in lines)


def count_disjoint(lines, own):
    free, score = set(own), 0
    for line in lines:
        if free.issuperset(line):
            free -= set(line)
            score += 1
    return score


def solve(task, *, lines=LINES, turns=None, first=0, omitted=0, score=count, write=list):
    items = []
    for game in task["games"]:
        n = game["players"]
        own = [set() for _ in range(n)]
        history = game["history"]
        for m, tile in enumerate(history[:len(history) - omitted]):
            own[(m + first) % (turns or n)].add(tile)
        items.append(" ".join(map(str, write([score(lines, tiles) for tiles in own]))))
    return items


def right(task):
    return solve(task)


@wrong("Gives two players turns in every game, so players 3 and 4 have no tile.")
def always_two_turns(task):
    return solve(task, turns=2)


@wrong("Misses the lines along which three coordinates change.")
def two_coordinates_at_most(task):
    return solve(task, lines=find_lines(IDS, [v for v in VECTORS if v.count(0) >= 2]))


@wrong("Treats the centre as nobody's tile that stops no line: the two tiles beside it make a line.")
def centre_is_joker(task):
    return solve(task, lines=find_lines(IDS, joker=True))


@wrong("Takes the number of the move, counted from 1, modulo the number of players as the index, so each score stands one place too late.")
def one_place_late(task):
    return solve(task, first=1)


@wrong("Uses each tile for one line only: a line that shares a tile with a counted one does not count.")
def tiles_used_once(task):
    return solve(task, score=count_disjoint)


@wrong("Takes three ids at equal distances, the distance of some vector, for a line, without a test of the border or the centre.")
def lines_by_step(task):
    return solve(task, lines=find_lines_by_step())


@wrong("Leaves out the last move of every game.")
def last_move_missing(task):
    return solve(task, omitted=1)


@wrong("Uses only vectors of 0 and 1, and gives the first move of a game to player 2.")
def rising_and_late(task):
    return solve(task, lines=find_lines(IDS, [v for v in VECTORS if min(v) >= 0]), first=1)


@wrong("Gives the centre the id 41, and counts every line once for v and once for −v.")
def centre_has_id_both_ends(task):
    ids = number_tiles(skip=False)
    opposite = [tuple(-c for c in v) for v in VECTORS]
    return solve(task, lines=find_lines({t: n for t, n in ids.items() if t != CENTRE}, VECTORS + opposite))


@wrong("Sends the scores of a game from the highest to the lowest instead of in the order of the players.")
def highest_first(task):
    return solve(task, write=lambda scores: sorted(scores, reverse=True))


main(right)
