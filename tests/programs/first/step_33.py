"""Step 33: wrong programs. They count the lines of every player."""
from functools import cache
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
PLACES = list(product((1, 2, 3), repeat=4))
TILES = [place for place in PLACES if place != CENTRE]
IDS = {tile: number for number, tile in enumerate(TILES, 1)}
VECTORS = tuple(v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0))
RISING = tuple(v for v in VECTORS if -1 not in v)
STARTS = {1: [1], -1: [3], 0: [1, 2, 3]}  # where a coordinate can start, by its component


def lines_along(vectors, ids=IDS):
    """All lines along the vectors, each as three ids."""
    lines = []
    for v in vectors:
        for start in product(*(STARTS[a] for a in v)):
            line = [ids.get(tuple([a + n * b for a, b in zip(start, v)])) for n in range(3)]
            if None not in line:
                lines.append(line)
    return lines


def by_tile(lines):
    """For each id, the lines through that tile, each as a mask of its ids."""
    through = [[] for _ in range(82)]
    for line in lines:
        for tile in line:
            through[tile].append(sum([1 << t for t in line]))
    return through


@cache
def lines_through(vectors):
    return by_tile(lines_along(vectors))


LINES = lines_through(VECTORS)


def scores(history, players, lines, first=0, once_a_move=False):
    tiles, score = [0] * players, [0] * players
    for move, tile in enumerate(history):
        player = (move + first) % players
        tiles[player] |= 1 << tile
        owned = tiles[player]
        made = len([line for line in lines[tile] if line & owned == line])
        score[player] += min(made, 1) if once_a_move else made
    return score


def solve(task, lines=LINES, players=None, moves=None, **rules):
    return [scores(game["history"][:moves], players or game["players"], lines, **rules) for game in task["games"]]


def write(games):
    return [" ".join(map(str, game)) for game in games]


def right(task):
    return write(solve(task))


@cache
def lines_with_centre_41():
    return by_tile(lines_along(VECTORS, {place: number for number, place in enumerate(PLACES, 1) if place != CENTRE}))


@wrong("Gives the centre the id 41, so that every tile after it is off by one.")
def centre_is_41(task):
    return write(solve(task, lines_with_centre_41()))


@wrong("Scans both v and -v, and so counts every line twice.")
def both_directions(task):
    return write(solve(task, lines_through(VECTORS + VECTORS)))


@wrong("Gives the turns to two players in every game, and leaves the others at 0.")
def always_two_players(task):
    return write(score + [0] * (game["players"] - 2) for score, game in zip(solve(task, players=2), task["games"]))


@wrong("Uses only vectors without a -1.")
def rising_only(task):
    return write(solve(task, lines_through(RISING)))


@wrong("Uses only vectors that change one or two coordinates, and forgets the 32 lines that change three.")
def no_line_in_three_coordinates(task):
    return write(solve(task, lines_through(tuple(v for v in VECTORS if v.count(0) >= 2))))


@wrong("Adds 1 to the score for a move that makes a line, even if it makes several.")
def one_line_a_move(task):
    return write(solve(task, once_a_move=True))


@wrong("Gives the first move to player 2, and finds only lines along one axis.")
def second_player_first_on_axes(task):
    return write(solve(task, lines_through(tuple(v for v in VECTORS if v.count(0) == 3)), first=1))


@cache
def lines_of_positive_sum_and_ends():
    opposite = [[IDS[tile], IDS[tuple(4 - a for a in tile)]] for tile in TILES[:40]]
    return by_tile(lines_along([v for v in product((-1, 0, 1), repeat=4) if sum(v) > 0]) + opposite)


@wrong("Keeps the vectors with a positive sum of components, and takes the two ends of a line through the centre for a line.")
def sum_zero_lost_and_centre_free(task):
    return write(solve(task, lines_of_positive_sum_and_ends()))


@wrong("Leaves the last move of every history out.")
def last_move_left_out(task):
    return write(solve(task, moves=-1))


@wrong("Sends the scores of each game from the highest to the lowest, instead of in the order of the players.")
def highest_first(task):
    return write(sorted(score, reverse=True) for score in solve(task))


main(right)
