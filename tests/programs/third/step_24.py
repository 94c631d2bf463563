"""Step 24: wrong programs. How many complete lines each side has."""
from itertools import product

from harness import main, wrong

EVERY = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
HALF = [v for v in EVERY if v > (0, 0, 0, 0)]


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


def complete(board, side, found=LINES):
    return sum(all(board[cell] == side for cell in cells) for cells in found)


def counts(task, sides="xo", **changes):
    return [complete(board, side, **changes) for board in task["boards"] for side in sides]


def right(task):
    return counts(task)


@wrong("Scans v and -v, so that every line counts twice.")
def both_ways(task):
    return counts(task, found=lines(EVERY))


@wrong("Leaves out the directions with a component -1.")
def no_falling_lines(task):
    return counts(task, found=lines([v for v in HALF if -1 not in v]))


@wrong("Steps on the id alone, so that a line runs over the border.")
def steps_on_id(task):
    steps = [dx + 4 * dy + 16 * dz + 64 * dw for dx, dy, dz, dw in HALF]
    return counts(task, found=[[start + n * step for n in range(4)] for step in steps for start in range(256)
                               if 0 <= start + 3 * step < 256])


@wrong("Keeps only directions with dx = 1 to drop the opposite ones, so that all directions with dx = 0 are missing.")
def x_always_changes(task):
    return counts(task, found=lines([v for v in HALF if v[0] == 1]))


@wrong("Lets a stone belong to one line only: the stones of a complete line are not used again.")
def stones_used_up(task):
    answers = []
    for board in task["boards"]:
        for side in "xo":
            left, number = {n for n in range(256) if board[n] == side}, 0
            for cells in LINES:
                if left.issuperset(cells):
                    left.difference_update(cells)
                    number += 1
            answers.append(number)
    return answers


@wrong("Does not set the counts back to 0 for a new board.")
def counts_not_reset(task):
    answers = [0, 0]
    for n in right(task):
        answers.append(answers[-2] + n)
    return answers[2:]


@wrong("The ranges of the start coordinates end before 3, so that lines with a constant coordinate 3 or a falling one are missing.")
def starts_end_before_three(task):
    ids = {x + 4 * y + 16 * z + 64 * w for x, y, z, w in product(range(3), repeat=4)}
    return counts(task, found=[cells for cells in LINES if cells[0] in ids])


@wrong("Looks only at the first line that starts at a cell and is complete; other lines from there are skipped.")
def one_line_per_start(task):
    return [len({cells[0] for cells in LINES if all(board[cell] == side for cell in cells)})
            for board in task["boards"] for side in "xo"]


@wrong("Counts only the lines that change one or two coordinates, and gives white's number first.")
def two_changes_white_first(task):
    return counts(task, sides="ox", found=lines([v for v in HALF if changing(v) <= 2]))


@wrong("Sends black's numbers for all boards first, and then white's.")
def all_black_first(task):
    return right(task)[::2] + right(task)[1::2]


main(right)
