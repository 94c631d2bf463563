"""Step 24, count lines: wrong programs for "how many complete lines has each side?"."""

from functools import cache, lru_cache
from itertools import product

from harness import main, wrong

VECTORS = list(product((-1, 0, 1), repeat=4))
DIRECTIONS = tuple(VECTORS[41:])  # VECTORS[40] is (0, 0, 0, 0); of v and -v only one comes after it
WEIGHTS = (1, 4, 16, 64)  # of x, y, z and w


def cell_id(cell):
    return sum([coordinate * weight for coordinate, weight in zip(cell, WEIGHTS)])


def line_from(start, step):
    """The cells with four ids at equal distances, as a mask with bit n for the id n."""
    return sum([1 << start + n * step for n in range(4)])


@cache
def lines_along(directions=DIRECTIONS, constant=range(4)):
    """The cells of each line, as a mask. A coordinate that does not change has one of the values of `constant`."""
    starts = {1: [0], -1: [3], 0: constant}
    return [line_from(cell_id(start), cell_id(direction))
            for direction in directions for start in product(*(starts[component] for component in direction))]


@cache
def lines_over_the_border():
    starts = ((start, cell_id(direction)) for direction in DIRECTIONS for start in range(256))
    return [line_from(start, step) for start, step in starts if 0 <= start + 3 * step <= 255]


LINES = lines_along()


@lru_cache(1000)
def cells_with(board, content):
    return sum([1 << cell for cell in range(256) if board[cell] == content])


def complete_of(board, side, lines=LINES):
    held = cells_with(board, side)
    return [line for line in lines if line & held == line]


def complete(board, lines=LINES):
    """The lines with four stones of one side, as a pair of lists: black's and white's."""
    return [complete_of(board, side, lines) for side in "xo"]


def counts(board, lines=LINES):
    return [len(lines_of_side) for lines_of_side in complete(board, lines)]


def each(task, count=counts, **rule):
    return [item for board in task["boards"] for item in count(board, **rule)]


def right(task):
    return each(task)


@wrong("Scans v and -v, so that each line counts twice.")
def both_ways(task):
    return each(task, lines=lines_along(tuple(vector for vector in VECTORS if any(vector))))


@wrong("Uses only directions without -1, so that diagonals which fall in a coordinate while they rise in another are lost.")
def rising_only(task):
    return each(task, lines=lines_along(tuple(d for d in DIRECTIONS if -1 not in d)))


@wrong("Adds the step to the id alone, from every cell, so that a line may run over the border into the next row.")
def steps_on_the_id(task):
    return each(task, lines=lines_over_the_border())


@wrong("Lets a constant coordinate run from 0 to 2 only, because the upper end of the range is left out.")
def constant_below_three(task):
    return each(task, lines=lines_along(constant=range(3)))


@wrong("Uses each stone for one line only: a line that shares a stone with a line counted before is left out.")
def stones_used_once(task):
    def count(board):
        numbers = []
        for lines in complete(board):
            used = 0
            counted = 0
            for line in lines:
                if not used & line:
                    used |= line
                    counted += 1
            numbers.append(counted)
        return numbers

    return each(task, count)


@wrong("Leaves out the eight lines that change all four coordinates.")
def four_coordinates_left_out(task):
    return each(task, lines=lines_along(tuple(d for d in DIRECTIONS if 0 in d)))


@wrong("Tests that the four cells are equal and then 'x or else', so that four empty cells count as a line of white.")
def empty_line_for_white(task):
    def count(board):
        equal = {content: len(complete_of(board, content)) for content in "xo."}
        return [equal["x"], sum(equal.values()) - equal["x"]]

    return each(task, count)


@wrong("Keeps only directions with a positive sum, so that those such as (1,-1,0,0) are lost, and names white before "
       "black.")
def positive_sum_and_white_first(task):
    lines = lines_along(tuple(vector for vector in VECTORS if sum(vector) > 0))
    return each(task, lambda board: counts(board, lines)[::-1])


@wrong("Looks at the four cubes one by one, so that w never changes, and keeps every direction with dx >= 0, so that "
       "lines with constant x count twice.")
def single_cubes_and_dx_not_negative(task):
    return each(task, lines=lines_along(tuple(v for v in VECTORS if any(v) and v[0] >= 0 and v[3] == 0)))


@wrong("Sends black's numbers of all boards first and white's after them.")
def black_then_white(task):
    items = right(task)
    return items[::2] + items[1::2]


main(right)
