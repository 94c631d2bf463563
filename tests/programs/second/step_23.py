"""Step 23: wrong programs. The lines through a cell, and those of them that change all four coordinates."""
from itertools import product

from harness import main, wrong

ALL_DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
DIRECTIONS = [v for v in ALL_DIRECTIONS if next(d for d in v if d) == 1]


def to_cell(number):
    return [number // weight % 4 for weight in (1, 4, 16, 64)]


def changing(direction):
    return sum(map(abs, direction))


def place(cell, direction):
    """The place of the cell on the line through it, 0 to 3, or None if the direction gives no line there."""
    places = {c if d == 1 else 3 - c for c, d in zip(cell, direction) if d}
    return places.pop() if len(places) == 1 else None


def directions_of_lines(cell, directions=DIRECTIONS, places=(0, 1, 2, 3)):
    return [v for v in directions if place(cell, v) in places]


def two_items(cell, directions=DIRECTIONS, places=(0, 1, 2, 3)):
    found = directions_of_lines(cell, directions, places)
    return [len(found), sum(changing(v) == 4 for v in found)]


def each(task, two_items=two_items, **rule):
    return [item for number in task["ids"] for item in two_items(to_cell(number), **rule)]


def right(task):
    return each(task)


@wrong("Scans both v and -v, so that every line counts twice.")
def both_v_and_minus_v(task):
    return each(task, directions=ALL_DIRECTIONS)


@wrong("Counts a line only if the cell is at one of its two ends.")
def ends_only(task):
    return each(task, places=(0, 3))


@wrong("Scans only directions without -1, and so misses the lines that fall in one coordinate while they rise in another.")
def no_falling_coordinate(task):
    return each(task, directions=[v for v in DIRECTIONS if -1 not in v])


@wrong("Halves the directions by dx >= 0: those with dx = 0 are still there in both senses, and their lines count twice.")
def half_by_dx(task):
    return each(task, directions=[v for v in ALL_DIRECTIONS if v[0] >= 0])


@wrong("Leaves the lines that change all four coordinates out of the first number and counts them in the second only.")
def first_without_second(task):
    def items(cell):
        lines, all_four = two_items(cell)
        return [lines - all_four, all_four]

    return each(task, items)


@wrong("Counts as second number the lines that change at least three coordinates.")
def at_least_three(task):
    def items(cell):
        found = directions_of_lines(cell)
        return [len(found), sum(changing(v) >= 3 for v in found)]

    return each(task, items)


@wrong("Looks for lines that change all four coordinates only at the corner cells, so the second number is 0 at inner cells.")
def second_at_corners_only(task):
    def items(cell):
        lines, all_four = two_items(cell)
        return [lines, all_four if all(c in (0, 3) for c in cell) else 0]

    return each(task, items)


@wrong("Leaves out the 16 directions that change three coordinates, and counts as second number only the line along (1,1,1,1).")
def no_three_and_main_diagonal(task):
    def items(cell):
        lines, _ = two_items(cell, directions=[v for v in DIRECTIONS if changing(v) != 3])
        return [lines, int(place(cell, (1, 1, 1, 1)) is not None)]

    return each(task, items)


@wrong("Stays in the cube of one w, without any line that changes w, and counts as second number those that change x, y and z.")
def three_dimensions(task):
    def items(cell):
        found = directions_of_lines(cell, directions=[v for v in DIRECTIONS if v[3] == 0])
        return [len(found), sum(changing(v) == 3 for v in found)]

    return each(task, items)


@wrong("Sends all first numbers before all second ones.")
def question_by_question(task):
    items = right(task)
    return items[::2] + items[1::2]


main(right)
