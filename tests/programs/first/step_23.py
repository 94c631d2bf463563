"""Step 23, lines through a cell: wrong programs for "how many lines lead through the cell?"."""

from functools import cache
from itertools import product

from harness import main, wrong

VECTORS = list(product((-1, 0, 1), repeat=4))
DIRECTIONS = tuple(VECTORS[41:])  # VECTORS[40] is (0, 0, 0, 0); of v and -v only one comes after it
ENDS = {1: [0], -1: [3], 0: range(4)}  # where a coordinate can start, by its component


def id_of(cell):
    x, y, z, w = cell
    return x + 4 * y + 16 * z + 64 * w


@cache
def directions_through(directions=DIRECTIONS, places=range(4)):
    """For each cell, the directions of the lines that have it at one of these places."""
    through = [[] for number in range(256)]
    for direction in directions:
        for start in product(*(ENDS[component] for component in direction)):
            for number in {id_of(start) + place * id_of(direction) for place in places}:
                through[number].append(direction)
    return through


def changing(direction):
    return 4 - direction.count(0)


def cell_of(number):
    return tuple(number // weight % 4 for weight in (1, 4, 16, 64))


def counts(number, through=directions_through(), second=(4,)):
    """The two counts of a cell; the second one is for lines that change so many coordinates."""
    through = through[number]
    return [len(through), len([direction for direction in through if changing(direction) in second])]


def each(task, count=counts, **rule):
    return [item for number in task["ids"] for item in count(number, **rule)]


def right(task):
    return each(task)


@wrong("Scans v and -v, so that each line counts twice.")
def both_ways(task):
    return each(task, through=directions_through(tuple(vector for vector in VECTORS if any(vector))))


@wrong("Takes the second item for the number of all diagonals, that is, of lines that change two or more coordinates.")
def all_diagonals_second(task):
    return each(task, second=(2, 3, 4))


@wrong("Counts a diagonal also where it leaves the board after two or three cells.")
def short_diagonals(task):
    def on_board(cell):
        return all(0 <= coordinate <= 3 for coordinate in cell)

    def count(number):
        cell = cell_of(number)
        through = [direction for direction in DIRECTIONS
                   if any(on_board([c + sign * dc for c, dc in zip(cell, direction)]) for sign in (1, -1))]
        return [len(through), sum(changing(direction) == 4 for direction in through)]

    return each(task, count)


@wrong("Uses only directions without -1, so that diagonals which fall in a coordinate while they rise in another are lost.")
def rising_only(task):
    return each(task, through=directions_through(tuple(d for d in DIRECTIONS if -1 not in d)))


@wrong("Counts only lines that have the cell at an end.")
def ends_only(task):
    return each(task, through=directions_through(places=(0, 3)))


@wrong("Keeps the direction (0,0,0,0) as well, so that every cell has one line more.")
def zero_direction(task):
    return each(task, through=directions_through(tuple(VECTORS[40:])))


@wrong("Keeps of v and -v the one with a positive sum, so that directions with the sum 0, such as (1,-1,0,0), are lost.")
def positive_sum(task):
    return each(task, through=directions_through(tuple(vector for vector in VECTORS if sum(vector) > 0)))


@wrong("Keeps every direction with dx >= 0, so that lines with constant x count twice, and counts lines that change three "
       "or four coordinates as the second item.")
def dx_not_negative_and_three_second(task):
    return each(task, through=directions_through(tuple(vector for vector in VECTORS if any(vector) and vector[0] >= 0)), second=(3, 4))


@wrong("Leaves the lines of the second item out of the first one, and gives a second item only to cells with no coordinate "
       "in the middle.")
def separate_and_corners_only(task):
    def count(number):
        lines, all_four = counts(number)
        return [lines - all_four, all_four if set(cell_of(number)) <= {0, 3} else 0]

    return each(task, count)


@wrong("Sends all first numbers and then all second ones.")
def firsts_then_seconds(task):
    items = right(task)
    return items[::2] + items[1::2]


main(right)
