"""Step 23: wrong programs. How many lines lead through a cell."""
from itertools import product

from harness import main, wrong

HALF = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def changing(direction):
    return sum(map(abs, direction))


def lines(directions=HALF):
    """All lines, each with its direction."""
    found = []
    for v in directions:
        for start in product(range(4), repeat=4):
            cells = [tuple(n + step * d for n, d in zip(start, v)) for step in range(4)]
            if all(0 <= n < 4 for cell in cells for n in cell):
                found.append((v, [x + 4 * y + 16 * z + 64 * w for x, y, z, w in cells]))
    return found


def counts(task, board, second=lambda v: changing(v) == 4, through=lambda number, cells: number in cells):
    answers = []
    for number in task["ids"]:
        found = [v for v, cells in board if through(number, cells)]
        answers += [len(found), sum(map(second, found))]
    return answers


LINES = lines()


def right(task):
    return counts(task, LINES)


@wrong("Scans v and -v, so that every line counts twice.")
def both_ways(task):
    return [2 * n for n in right(task)]


@wrong("Gives the number of all diagonals as the second number.")
def all_diagonals(task):
    return counts(task, LINES, second=lambda v: changing(v) > 1)


@wrong("Takes 0 and 1 as components only, so that diagonals which fall in a coordinate are missing.")
def no_falling_lines(task):
    return counts(task, [(v, cells) for v, cells in LINES if -1 not in v])


@wrong("Keeps only directions with dx = 1 to drop the opposite ones, so that all directions with dx = 0 are missing.")
def x_always_changes(task):
    return counts(task, [(v, cells) for v, cells in LINES if v[0] == 1])


@wrong("Counts only the lines that have the cell at an end.")
def ends_only(task):
    return counts(task, LINES, through=lambda number, cells: number in (cells[0], cells[-1]))


@wrong("Leaves out the directions that change three coordinates.")
def three_changes_missing(task):
    return counts(task, [(v, cells) for v, cells in LINES if changing(v) != 3])


@wrong("Counts a line only for the first cell of the task that lies on it, because the set of lines seen is kept.")
def lines_seen_kept(task):
    answers, board = [], LINES
    for number in task["ids"]:
        answers += counts({"ids": [number]}, board)
        board = [(v, cells) for v, cells in board if number not in cells]
    return answers


@wrong("Counts only the long diagonal 0 85 170 255 as a line that changes all coordinates.")
def one_long_diagonal(task):
    return counts(task, LINES, second=lambda v: v == (1, 1, 1, 1))


@wrong("Does not change w on any line, and gives the number of lines that change three coordinates as the second one.")
def three_dimensions(task):
    return counts(task, [(v, cells) for v, cells in LINES if v[3] == 0], second=lambda v: changing(v) == 3)


@wrong("Sends all first numbers before all second ones.")
def first_numbers_first(task):
    return right(task)[::2] + right(task)[1::2]


main(right)
