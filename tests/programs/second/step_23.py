"""Step 23: wrong programs. How many lines lead through a cell."""

from itertools import product

from harness import main, wrong

VECTORS = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
DIRECTIONS = [v for v in VECTORS if v > (0, 0, 0, 0)]


def to_cell(number):
    return [number // weight % 4 for weight in (1, 4, 16, 64)]


def position(cell, v):
    """The place of the cell on a line along v, counted from 0, or None if there is no such line."""
    for place in range(4):
        start = [c - place * d for c, d in zip(cell, v)]
        if all(0 <= c <= 3 and 0 <= c + 3 * d <= 3 for c, d in zip(start, v)):
            return place
    return None


def count(number, directions=DIRECTIONS, places=range(4), full=4):
    """The lines through a cell, and those that change at least `full` coordinates."""
    along = [v for v in directions if position(to_cell(number), v) in places]
    return [len(along), sum(sum(map(abs, v)) >= full for v in along)]


def solve(task, count=count):
    return [item for number in task["ids"] for item in count(number)]


def right(task):
    return solve(task)


@wrong("Counts v and -v as two directions, so every number is twice as large.")
def both_ways(task):
    return solve(task, lambda number: count(number, VECTORS))


@wrong("Counts all diagonals in the second number, instead of only those that change all four coordinates.")
def all_diagonals(task):
    return solve(task, lambda number: count(number, full=2))


@wrong("Counts the lines that change three coordinates in the second number too.")
def three_is_enough(task):
    return solve(task, lambda number: count(number, full=3))


@wrong("Uses only directions without -1, so the diagonals that rise in one coordinate and fall in another are missing.")
def rising_only(task):
    return solve(task, lambda number: count(number, [v for v in DIRECTIONS if min(v) >= 0]))


@wrong("Keeps the directions whose components have a positive sum, which drops both v and -v when the sum is 0.")
def positive_sum(task):
    return solve(task, lambda number: count(number, [v for v in VECTORS if sum(v) > 0]))


@wrong("Counts a line only for the two cells at its ends.")
def ends_only(task):
    return solve(task, lambda number: count(number, places=(0, 3)))


@wrong("Leaves the lines that change all four coordinates out of the first number; the second number is right.")
def without_the_longest(task):
    def apart(number):
        total, full = count(number)
        return [total - full, full]

    return solve(task, apart)


@wrong("Gives 1 as the second number only for cells whose coordinates are all equal: of the eight lines it knows only 0 85 170 255.")
def main_diagonal(task):
    def one_diagonal(number):
        return [count(number)[0], int(len(set(to_cell(number))) == 1)]

    return solve(task, one_diagonal)


@wrong("Scans only directions that change x, and counts the lines with three changed coordinates in the second number too.")
def x_must_rise(task):
    return solve(task, lambda number: count(number, [v for v in VECTORS if v[0] > 0], full=3))


@wrong("Sends all first numbers, and then all second numbers.")
def question_by_question(task):
    answer = right(task)
    return answer[::2] + answer[1::2]


main(right)
