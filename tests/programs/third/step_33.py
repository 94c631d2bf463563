"""Step 33: wrong programs. The scores of the players."""
from itertools import product

from harness import main, wrong

EVERY = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
HALF = [v for v in EVERY if v > (0, 0, 0, 0)]
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
                found.append([ids[cell] for cell in cells])
    return found


LINES = lines()


def tiles_of(game, players=None, shift=0):
    players = players or game["players"]
    return [{tile for n, tile in enumerate(game["history"]) if (n + shift) % players == player}
            for player in range(game["players"])]


def scores(game, found=LINES, **changes):
    return [sum(own.issuperset(cells) for cells in found) for own in tiles_of(game, **changes)]


def write(numbers):
    return " ".join(map(str, numbers))


def all_scores(task, **changes):
    return [write(scores(game, **changes)) for game in task["games"]]


def right(task):
    return all_scores(task)


@wrong("Gives the centre the id 41.")
def centre_has_an_id(task):
    return all_scores(task, found=lines(tiles=PLACES))


@wrong("Scans v and -v, so that every line counts twice.")
def both_ways(task):
    return all_scores(task, found=lines(EVERY))


@wrong("Gives the turns as if there were always two players.")
def always_two_players(task):
    return all_scores(task, players=2)


@wrong("Leaves out the directions with a component -1.")
def no_falling_lines(task):
    return all_scores(task, found=lines([v for v in HALF if -1 not in v]))


@wrong("Keeps only directions that change i to drop the opposite ones, so that all directions with a constant i are missing.")
def i_always_changes(task):
    return all_scores(task, found=lines([v for v in HALF if v[0] == 1]))


@wrong("Numbers the moves from 1 when the player is computed, so that the first move is player 2's.")
def first_move_is_second_players(task):
    return all_scores(task, shift=1)


@wrong("Notices a line only if its last tile to be taken is at an end, not in the middle.")
def middle_taken_last(task):
    answers = []
    for game in task["games"]:
        when = {tile: n for n, tile in enumerate(game["history"])}
        found = [line for line in LINES if all(n in when for n in line) and when[line[1]] < max(map(when.get, line))]
        answers.append(write(scores(game, found=found)))
    return answers


@wrong("Does not set the scores back to 0 for a new game.")
def scores_not_reset(task):
    total, answers = [0] * 4, []
    for game in task["games"]:
        total = [old + new for old, new in zip(total, scores(game) + [0] * 4)]
        answers.append(write(total[:game["players"]]))
    return answers


@wrong("Counts only lines along one axis, and leaves out the last move.")
def axes_without_last_move(task):
    found = lines([v for v in HALF if changing(v) == 1])
    return [write(scores(game | {"history": game["history"][:-1]}, found=found)) for game in task["games"]]


@wrong("Sends the scores of a game in descending order instead of the order of the players.")
def highest_first(task):
    return [write(sorted(scores(game), reverse=True)) for game in task["games"]]


main(right)
