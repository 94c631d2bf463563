"""Step 24: wrong programs. Complete lines of both sides."""

from functools import cache, lru_cache
from itertools import product

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)
VECTORS = tuple(v for v in product((-1, 0, 1), repeat=4) if any(v))
DIRECTIONS = tuple(v for v in VECTORS if v > (0, 0, 0, 0))


def to_id(cell):
    return sum([c * weight for c, weight in zip(cell, WEIGHTS)])


def stepping(starts, step):
    """The lines that go on from these ids with this step, each as a mask of its cells."""
    return [sum([1 << start + k * step for k in range(4)]) for start in starts]


def along(v, constants=range(4)):
    """The lines along v; a coordinate that does not change takes the values of `constants`."""
    return stepping(map(to_id, product(*({1: [0], -1: [3], 0: constants}[d] for d in v))), to_id(v))


@cache
def all_lines(directions=DIRECTIONS, constants=range(4)):
    return [line for v in directions for line in along(v, constants)]


LINES = all_lines()


@lru_cache(maxsize=1000)
def cells_with(board, content):
    """The cells with this content, as a mask, with bit n for the id n."""
    return sum([1 << cell for cell in range(256) if board[cell] == content])


def complete(board, side, lines=LINES):
    held = cells_with(board, side)
    return [line for line in lines if line & held == line]


def solve(task, lines=LINES, count=lambda board, side, lines: len(complete(board, side, lines))):
    return [count(board, side, lines) for board in task["boards"] for side in "xo"]


def right(task):
    return solve(task)


@wrong("Scans v and -v, so every line counts twice.")
def both_ways(task):
    return solve(task, all_lines(VECTORS))


@wrong("Scans only directions without -1.")
def rising_only(task):
    return solve(task, all_lines(tuple(v for v in DIRECTIONS if min(v) >= 0)))


@cache
def lines_on_ids():
    steps = [to_id(v) for v in DIRECTIONS]
    return [line for step in steps for line in stepping([id for id in range(256) if 0 <= id + 3 * step < 256], step)]


@wrong("Steps on the ids alone, so that a line may run over the border of a row or a layer.")
def steps_on_ids(task):
    return solve(task, lines_on_ids())


@wrong("Keeps the directions whose components have a positive sum, which drops both v and -v when the sum is 0.")
def positive_sum(task):
    return solve(task, all_lines(tuple(v for v in VECTORS if sum(v) > 0)))


@wrong("Lets a coordinate that stays the same take only the values 0, 1 and 2.")
def last_layer_missing(task):
    return solve(task, all_lines(constants=range(3)))


@wrong("Leaves out the eight lines that change all four coordinates.")
def at_most_three(task):
    return solve(task, all_lines(tuple(v for v in DIRECTIONS if 0 in v)))


@wrong("Counts a line for white when it holds no black stone, so empty cells count as white.")
def empty_is_white(task):
    boards = [board.replace(".", "o") for board in task["boards"]]
    return solve({"boards": boards})


@wrong("Uses every stone for one line only: a line that shares a stone with a line found before does not count.")
def stone_used_once(task):
    def disjoint(board, side, lines):
        used, number = 0, 0
        for line in complete(board, side, lines):
            if not used & line:
                used |= line
                number += 1
        return number

    return solve(task, count=disjoint)


@wrong("Scans only lines inside one cube of 4 x 4 x 4, with w constant, and only those without -1.")
def cube_by_cube(task):
    return solve(task, all_lines(tuple(v for v in DIRECTIONS if v[3] == 0 and min(v) >= 0)))


@wrong("Sends the four numbers of black, and then the four of white.")
def side_by_side(task):
    answer = right(task)
    return answer[::2] + answer[1::2]


main(right)
