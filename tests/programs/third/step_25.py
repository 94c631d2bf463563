"""Step 25: wrong programs. The cells that complete a line."""
from itertools import product

from harness import main, wrong

HALF = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def changing(direction):
    return sum(map(abs, direction))


def lines(directions=HALF):
    found = []
    for v in directions:
        for start in product(range(4), repeat=4):
            cells = [tuple(n + step * d for n, d in zip(start, v)) for step in range(4)]
            if all(0 <= n < 4 for cell in cells for n in cell):
                found.append([x + 4 * y + 16 * z + 64 * w for x, y, z, w in cells])
    return found


LINES = lines()


def completing(board, side, found=LINES, places=(0, 1, 2, 3), fourth="."):
    return {cells[n] for cells in found for n in places if board[cells[n]] in fourth
            and all(board[cell] == side for cell in cells if cell != cells[n])}


def write(cells):
    return " ".join(map(str, sorted(cells))) or "-"


def sets(task, side=None, **changes):
    return [write(completing(board, side or task["side"], **changes)) for board in task["boards"]]


def right(task):
    return sets(task)


@wrong("Looks for black's cells on every board, whatever the side is.")
def always_black(task):
    return sets(task, side="x")


@wrong("Takes the fourth cell also when a stone of the opponent lies on it.")
def fourth_may_be_taken(task):
    return sets(task, fourth={"x": ".o", "o": ".x"}[task["side"]])


@wrong("Finds only lines whose empty cell is at an end.")
def empty_at_end(task):
    return sets(task, places=(0, 3))


@wrong("Finds only lines whose empty cell is the last one of the scan, as the stones are counted from its start.")
def empty_is_last(task):
    return sets(task, places=(3,))


@wrong("Leaves out the directions with a component -1.")
def no_falling_lines(task):
    return sets(task, found=lines([v for v in HALF if -1 not in v]))


@wrong("Never changes w: lines through several of the four cubes are missing.")
def three_dimensions(task):
    return sets(task, found=lines([v for v in HALF if v[3] == 0]))


@wrong("Stops at the first completing cell that is found.")
def first_cell_only(task):
    answers = []
    for board in task["boards"]:
        found = (completing(board, task["side"], [cells]) for cells in LINES)
        answers.append(write(next(filter(None, found), set())))
    return answers


@wrong("Does not empty the set of cells for a new board.")
def set_not_reset(task):
    cells, answers = set(), []
    for board in task["boards"]:
        cells |= completing(board, task["side"])
        answers.append(write(cells))
    return answers


@wrong("Gives the cells of both sides, and leaves out the lines that change three or four coordinates.")
def both_sides_two_changes(task):
    found = lines([v for v in HALF if changing(v) <= 2])
    return [write(completing(board, "x", found) | completing(board, "o", found)) for board in task["boards"]]


@wrong("Writes the ids with x as the slowest coordinate, not w.")
def x_slowest(task):
    return [write({n // 64 + n // 16 % 4 * 4 + n // 4 % 4 * 16 + n % 4 * 64
                   for n in completing(board, task["side"])}) for board in task["boards"]]


main(right)
