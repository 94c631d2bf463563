"""Step 33: wrong programs. The scores of five games."""
from itertools import product

from harness import main, wrong

CENTRE = (2, 2, 2, 2)
PLACES = list(product((1, 2, 3), repeat=4))
TILES = [tile for tile in PLACES if tile != CENTRE]


def find_lines(keep=lambda v: v > (0, 0, 0, 0)):
    """All lines along the vectors that `keep` accepts, each as three tiles from start to end."""
    found = []
    for v in product((-1, 0, 1), repeat=4):
        if keep(v) and any(v):
            for start in TILES:
                line = [tuple(c + n * d for c, d in zip(start, v)) for n in range(3)]
                if all(tile in TILES for tile in line):
                    found.append(line)
    return found


LINES = find_lines()


def all_lines(lines, own, last):
    return [line for line in lines if own.issuperset(line)]


def new_lines(lines, own, last):
    return [line for line in lines if last in line and own.issuperset(line)]


def play(game, lines=LINES, gain=new_lines, tile_of=lambda number: TILES[number - 1], first=0, least=0, several=True):
    """The scores of a game: `gain` gives the lines that count after each move."""
    players = game["players"]
    own = [set() for _ in range(players)]
    scores = [0] * players
    for move, number in enumerate(game["history"], first):
        player = move % players
        tile = tile_of(number)
        own[player].add(tile)
        made = gain(lines, own[player], tile)
        scores[player] += len(made) if several else bool(made)
    return " ".join(str(score) for score in scores if score >= least)


def solve(task, **how):
    return [play(game, **how) for game in task["games"]]


def right(task):
    return solve(task)


@wrong("The number of the turn is not set back, so that a game begins with the player after the last one of the game before.")
def turn_not_set_back(task):
    answer = []
    moves = 0
    for game in task["games"]:
        answer.append(play(game, first=moves))
        moves += len(game["history"])
    return answer


@wrong("The moves are counted from 1 and the players from 0, so the first move goes to the second player.")
def moves_counted_from_1(task):
    return solve(task, first=1)


@wrong("After every move all lines of the player are added to the score, so that old lines count again and again.")
def old_lines_again(task):
    return solve(task, gain=all_lines)


@wrong("The search stops at the first line that a move completes, so a move makes one line at most.")
def one_line_a_move(task):
    return solve(task, several=False)


@wrong("Goes from the tile just taken two steps in each direction, and misses the lines whose middle tile is taken last.")
def last_tile_in_the_middle(task):
    return solve(task, gain=lambda lines, own, last: [line for line in new_lines(lines, own, last) if line[1] != last])


@wrong("Keeps the vectors whose sum with the weights 1, 2, 3, 4 is positive, so that those with the sum 0 are lost with their opposites.")
def vectors_with_sum_0_lost(task):
    lines = find_lines(lambda v: v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3] > 0)
    return solve(task, lines=lines)


@wrong("Uses the id as an index into the list of all 81 places without taking one off, so the ids up to 40 are one place too far.")
def id_as_index(task):
    return solve(task, tile_of=lambda number: PLACES[number])


@wrong("Leaves out the players without a line, whose score 0 should be sent as well.")
def zeros_left_out(task):
    return [item or "0" for item in solve(task, least=1)]


@wrong("Takes only vectors without −1, and the search stops at the first line that a move completes.")
def rising_only_one_line_a_move(task):
    return solve(task, lines=find_lines(lambda v: min(v) >= 0), several=False)


@wrong("Gives the centre the id 41, and lists a line from both ends, so that it counts twice.")
def centre_numbered_both_ends(task):
    return solve(task, lines=find_lines(any), tile_of=lambda number: PLACES[number - 1])


main(right)
