"""Step 37: wrong programs. The player, the lines, the choice of the tile and the number vary."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
VECTORS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def number_tiles(skip=True):
    places = [tile for tile in product((1, 2, 3), repeat=4) if tile != CENTRE or not skip]
    return {tile: n for n, tile in enumerate(places, 1)}


def find_lines(ids, vectors=VECTORS, joker=False):
    """Sets of ids; with `joker`, a line through the centre consists of its two other tiles."""
    lines = []
    for v in vectors:
        for start in ids:
            tiles = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
            if joker and tiles[1] == CENTRE:
                del tiles[1]
            if all(tile in ids for tile in tiles):
                lines.append({ids[tile] for tile in tiles})
    return lines


IDS = number_tiles()
LINES = find_lines(IDS)


def first_best(added):
    return max(added, key=added.get)


def first_good(added):
    return next((tile for tile in added if added[tile]), min(added))


def solve(task, *, lines=LINES, turns=None, ahead=0, anybody=False, choose=first_best, factor=1,
          whole_score=False, write="{tile}:{lines}"):
    items = []
    for game in task["games"]:
        n = turns or game["players"]
        history = game["history"]
        owned = [set(history[player::n]) for player in range(n)]
        player = (len(history) + ahead) % n
        sides = owned if anybody else [owned[player]]
        added = {}
        for tile in range(1, 81):
            if tile not in history:
                added[tile] = sum(tile in line and line - {tile} <= own for own in sides for line in lines)
        tile = choose(added)
        before = sum(line <= owned[player] for line in lines) if whole_score else 0
        items.append(write.format(tile=tile, lines=factor * added[tile] + before))
    return items


def right(task):
    return solve(task)


@wrong("Chooses the tile that stops the most lines of the next player, and gives their number.")
def stops_the_next(task):
    return solve(task, ahead=1)


@wrong("Counts the lines for the player who has just moved.")
def player_before(task):
    return solve(task, ahead=-1)


@wrong("Gives the player's score after the move instead of the lines that the move adds.")
def score_after_move(task):
    return solve(task, whole_score=True)


@wrong("Counts a line if its other two tiles belong to one player, whoever that is.")
def lines_of_anybody(task):
    return solve(task, anybody=True)


@wrong("Takes the first free tile that adds a line, not one that adds the most.")
def first_that_adds(task):
    return solve(task, choose=first_good)


@wrong("Treats the centre as nobody's tile that stops no line: the two tiles beside it make a line.")
def centre_is_joker(task):
    return solve(task, lines=find_lines(IDS, joker=True))


@wrong("Uses only vectors of 0 and 1, so lines along which one coordinate rises and another falls are missing.")
def rising_vectors(task):
    return solve(task, lines=find_lines(IDS, [v for v in VECTORS if min(v) >= 0]))


@wrong("Misses the lines along which three coordinates change, and counts the others from both of their ends.")
def two_coordinates_both_ends(task):
    return solve(task, lines=find_lines(IDS, [v for v in VECTORS if v.count(0) >= 2]), factor=2)


@wrong("Gives the centre the id 41, so later tiles are off by one, and gives the moves always to two players.")
def centre_has_id_two_turns(task):
    tiles = {tile: n for tile, n in number_tiles(skip=False).items() if tile != CENTRE}
    return solve(task, lines=find_lines(tiles), turns=2)


@wrong("Writes the number of lines before the colon and the tile after it.")
def number_first(task):
    return solve(task, write="{lines}:{tile}")


main(right)
