"""Step 24: wrong programs. The complete lines of black and of white on four boards."""
from itertools import product

from harness import main, wrong

ALL_DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
DIRECTIONS = [v for v in ALL_DIRECTIONS if next(d for d in v if d) == 1]
RUNS = {1: (0, 1, 2, 3), -1: (3, 2, 1, 0)}


def to_id(cell):
    return sum(coordinate * weight for coordinate, weight in zip(cell, (1, 4, 16, 64)))


def lines_along(direction, fixed=range(4)):
    """The lines of a direction, each as four ids."""
    runs = [[RUNS[d]] if d else [(value,) * 4 for value in fixed] for d in direction]
    return [[to_id(cell) for cell in zip(*choice)] for choice in product(*runs)]


def all_lines(directions=DIRECTIONS, fixed=range(4)):
    return [line for v in directions for line in lines_along(v, fixed)]


def complete(board, side, lines):
    return [line for line in lines if all(board[i] == side for i in line)]


def count(board, side, lines):
    return len(complete(board, side, lines))


def each(task, lines=None, count=count):
    lines = lines or all_lines()
    return [count(board, side, lines) for board in task["boards"] for side in "xo"]


def right(task):
    return each(task)


@wrong("Takes steps on the id alone, so that a line may run over the border into the next row or layer.")
def steps_on_the_id(task):
    steps = [to_id(v) for v in DIRECTIONS]
    lines = [[start + n * step for n in range(4)] for step in steps for start in range(256)]
    return each(task, [line for line in lines if min(line) >= 0 and max(line) <= 255])


@wrong("Uses a stone for one line only: a line with a stone of an earlier line does not count.")
def stone_used_once(task):
    def count(board, side, lines):
        used, found = set(), 0
        for line in complete(board, side, lines):
            if not used & set(line):
                used |= set(line)
                found += 1
        return found

    return each(task, count=count)


@wrong("Takes the directions whose components add up to 0 or more as one half: those with the sum 0 count twice.")
def half_by_sum(task):
    return each(task, all_lines([v for v in ALL_DIRECTIONS if sum(v) >= 0]))


@wrong("Takes the board as four separate cubes, and misses every line on which w changes.")
def four_cubes(task):
    return each(task, all_lines([v for v in DIRECTIONS if v[3] == 0]))


@wrong("Lets a coordinate that stays the same take the values 0, 1 and 2 only, and so misses the lines at the border 3.")
def fixed_below_three(task):
    return each(task, all_lines(fixed=range(3)))


@wrong("Stops at the first complete line of a side in each direction.")
def one_line_per_direction(task):
    def count(board, side, lines):
        return sum(any(complete(board, side, lines_along(v))) for v in DIRECTIONS)

    return each(task, count=count)


@wrong("Tests only that four cells are equal and that they are not black, and so counts lines of empty cells for white.")
def empty_lines_for_white(task):
    def count(board, side, lines):
        equal = [board[line[0]] for line in lines if len({board[i] for i in line}) == 1]
        return sum((character == "x") == (side == "x") for character in equal)

    return each(task, count=count)


@wrong("Leaves out the directions that change all four coordinates, and among those that change three all that have a -1.")
def no_four_and_three_rising_only(task):
    def kept(v):
        changing = sum(map(abs, v))
        return changing <= 2 or changing == 3 and -1 not in v

    return each(task, all_lines([v for v in DIRECTIONS if kept(v)]))


@wrong("Does not set the counters back to 0 for the next board, and scans only directions without -1.")
def counters_not_reset_rising_only(task):
    items = each(task, all_lines([v for v in DIRECTIONS if -1 not in v]))
    return [sum(items[n % 2 : n + 1 : 2]) for n in range(len(items))]


@wrong("Sends black's numbers of all four boards first, and then white's.")
def side_by_side(task):
    items = right(task)
    return items[::2] + items[1::2]


main(right)
