"""Step 23: wrong programs. The number of lines through a cell, and of those that change all four coordinates."""
from itertools import product

from harness import main, wrong

VECTORS = list(product((-1, 0, 1), repeat=4))
DIRECTIONS = [v for v in VECTORS if v > (0, 0, 0, 0)]


def to_cell(number):
    return number % 4, number // 4 % 4, number // 16 % 4, number // 64


def line_through(cell, direction):
    """The cells of the line through the cell along the direction, or None if there is no such line."""
    steps = {c if d > 0 else 3 - c for c, d in zip(cell, direction) if d}
    if len(steps) > 1:
        return None
    step = steps.pop() if steps else 0
    return tuple(tuple(c + (k - step) * d for c, d in zip(cell, direction)) for k in range(4))


def all_change(direction):
    return all(direction)


def pair(number, directions=DIRECTIONS, decode=to_cell, second=all_change, accept=lambda cell, line: True):
    cell = decode(number)
    found = [d for d in directions if (line := line_through(cell, d)) and accept(cell, line)]
    return [len(found), sum(second(d) for d in found)]


def right(task, **changes):
    return [n for number in task["ids"] for n in pair(number, **changes)]


@wrong("Does not leave out the direction (0,0,0,0), which counts as one more line through every cell.")
def zero_direction_counted(task):
    return right(task, directions=[(0, 0, 0, 0), *DIRECTIONS])


@wrong("Keeps only directions with dx > 0 to count v and −v once, so that all lines on which x stays the same are missing.")
def dx_positive_only(task):
    return right(task, directions=[v for v in VECTORS if v[0] > 0])


@wrong("Keeps only directions with a positive sum to count v and −v once, so that those with the sum 0, such as (1,−1,0,0), are missing.")
def positive_sum_only(task):
    return right(task, directions=[v for v in VECTORS if sum(v) > 0])


@wrong("Counts only lines that have the cell at one of their ends.")
def ends_only(task):
    return right(task, accept=lambda cell, line: cell in (line[0], line[-1]))


@wrong("Counts in the second item every line on which x, y and z change, whether w changes or not.")
def second_without_w(task):
    return right(task, second=lambda direction: all(direction[:3]))


@wrong("Copies the term of z for w when it takes the id apart: w = id // 16 % 4.")
def w_copied_from_z(task):
    return right(task, decode=lambda number: (*to_cell(number)[:3], to_cell(number)[2]))


@wrong("Keeps the set of lines already counted between the ids, so that a line through two of the cells counts for the first one only.")
def seen_lines_kept(task):
    seen = set()

    def accept(cell, line):
        new = line not in seen
        seen.add(line)
        return new

    return right(task, accept=accept)


@wrong("Uses only directions without −1, and counts in the second item the lines that change three or four coordinates.")
def rising_only_and_three_or_four(task):
    return right(task, directions=[v for v in DIRECTIONS if min(v) >= 0], second=lambda direction: sum(map(abs, direction)) >= 3)


@wrong("Keeps the directions with dx >= 0, so that those with dx = 0 count twice, and leaves the lines of the second item out of the first.")
def dx_zero_twice_and_first_without_second(task):
    items = []
    for number in task["ids"]:
        first, second = pair(number, directions=[v for v in VECTORS if v[0] >= 0 and any(v)])
        items += [first - second, second]
    return items


@wrong("Answers the ids in ascending order instead of the given one.")
def ids_ascending(task):
    return right({"ids": sorted(task["ids"])})


main(right)
