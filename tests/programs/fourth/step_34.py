"""Step 34: wrong programs. The lines of one player."""
from itertools import combinations, product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
PLACES = list(product((1, 2, 3), repeat=4))
TILES = [tile for tile in PLACES if tile != CENTRE]


def find_lines(keep=lambda v: v > (0, 0, 0, 0), places=TILES):
    """All lines along the vectors that `keep` accepts, each as three ascending ids."""
    number = {place: n for n, place in enumerate(places, 1)}
    found = []
    for v in product((-1, 0, 1), repeat=4):
        if keep(v) and any(v):
            for start in places:
                line = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
                if all(place in number for place in line):
                    found.append(sorted(number[place] for place in line))
    return sorted(found)


LINES = find_lines()


def own_tiles(task, player=None):
    return task["history"][(player or task["player"]) - 1::task["players"]]


def solve(task, lines=LINES, own=None, choose=None, shift=0):
    own = own_tiles(task) if own is None else own
    made = [line for line in lines if set(line) <= set(own)]
    if choose:
        made = choose(made, own)
    return [" ".join("-".join(str(n - shift) for n in line) for line in made) or "-"]


def right(task):
    return solve(task)


@wrong("Forms triples of the tiles in the order of play and compares them unsorted, so only lines taken in ascending order are found.")
def triples_not_sorted(task):
    return solve(task, choose=lambda made, own: [line for line in made if sorted(line, key=own.index) == line])


@wrong("Goes through the history in complete rounds and leaves out the moves of the last round when it is not complete.")
def complete_rounds_only(task):
    rounds = len(task["history"]) // task["players"]
    return solve(task, own=own_tiles(task)[:rounds])


@wrong("Takes three tiles for a line when each coordinate is the same in all three or different in all three, in whatever order.")
def all_same_or_all_different(task):
    lines = []
    for ids in combinations(range(1, 81), 3):
        coordinates = zip(*(TILES[n - 1] for n in ids))
        if all(len(set(c)) != 2 for c in coordinates):
            lines.append(ids)
    return solve(task, lines=lines)


@wrong("Marks the tiles of a line that was found as used, so that no tile is in two lines.")
def tiles_used_once(task):
    def choose(made, own):
        used, chosen = set(), []
        for line in made:
            if not used & set(line):
                used.update(line)
                chosen.append(line)
        return chosen

    return solve(task, choose=choose)


@wrong("Lists only the lines that the player's last move made, not all that are there after it.")
def lines_of_the_last_move(task):
    return solve(task, choose=lambda made, own: [line for line in made if own[-1] in line])


@wrong("Of two opposite vectors keeps the one with vi + 2·vj + 4·vk + 8·vk > 0 (the last index was not changed), and so loses the lines along l.")
def third_component_twice(task):
    return solve(task, lines=find_lines(lambda v: v[0] + 2 * v[1] + 4 * v[2] + 8 * v[2] > 0))


@wrong("Lets one or two coordinates change at once, and never three.")
def no_line_in_three_coordinates(task):
    return solve(task, lines=find_lines(lambda v: v > (0, 0, 0, 0) and v.count(0) >= 2))


@wrong("Writes the index of each tile in a list that starts at 0 instead of its id.")
def index_for_id(task):
    return solve(task, shift=1)


@wrong("Counts the centre as a tile with the id 41, and takes only vectors without −1.")
def centre_numbered_rising_only(task):
    return solve(task, lines=find_lines(lambda v: min(v) >= 0, PLACES))


@wrong("Takes the moves of the next player (`player` used as an index from 0), and only vectors in which one coordinate changes.")
def next_player_axes_only(task):
    own = own_tiles(task, task["player"] % task["players"] + 1)
    return solve(task, find_lines(lambda v: sorted(v) == [0, 0, 0, 1]), own)


main(right)
