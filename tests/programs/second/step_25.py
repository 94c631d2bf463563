"""Step 25: wrong programs. The cells that complete a line."""

from functools import cache, lru_cache
from itertools import product

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)
DIRECTIONS = tuple(v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0))


def to_id(cell):
    return sum([c * weight for c, weight in zip(cell, WEIGHTS)])


@cache
def all_lines(directions=DIRECTIONS, places=range(4)):
    """Each line as a mask of its cells, and one of those cells that are at these places of the line."""
    lines = []
    for v in directions:
        step = to_id(v)
        for start in map(to_id, product(*({1: [0], -1: [3], 0: range(4)}[d] for d in v))):
            lines.append([sum([1 << start + k * step for k in some]) for some in (range(4), places)])
    return lines


LINES = all_lines()


@lru_cache(maxsize=1000)
def cells_with(board, content):
    """The cells with this content, as a mask, with bit n for the id n."""
    return sum([1 << cell for cell in range(256) if board[cell] == content])


def completing(board, side, lines=LINES):
    """The completing cells, once for each line that they complete."""
    missing, free = ~cells_with(board, side), cells_with(board, ".")
    rests = [line & places & missing & free for line, places in lines if (line & missing).bit_count() == 1]
    return [rest.bit_length() - 1 for rest in rests if rest]


def solve(task, find=completing):
    found = [sorted(set(find(board, task["side"]))) for board in task["boards"]]
    return [" ".join(map(str, cells)) or "-" for cells in found]


def right(task):
    return solve(task)


def with_lines(task, directions):
    lines = all_lines(tuple(directions))
    return solve(task, lambda board, side: completing(board, side, lines))


@wrong("Gives the completing cells of the other side.")
def other_side(task):
    return solve(task, lambda board, side: completing(board, "xo"[side == "x"]))


@wrong("Counts a line with three stones of the side and one of the opponent too, and names the opponent's cell.")
def taken_cell(task):
    def fourth(board, side):
        held = cells_with(board, side)
        for line, _ in LINES:
            others = line & ~held
            if others.bit_count() == 1:
                yield others.bit_length() - 1

    return solve(task, fourth)


@wrong("Finds a line only when its empty cell is at an end.")
def ends_only(task):
    return solve(task, lambda board, side: completing(board, side, all_lines(places=(0, 3))))


@wrong("Gives the completing cells of both sides together.")
def both_sides(task):
    return solve(task, lambda board, side: completing(board, "x") + completing(board, "o"))


@wrong("Scans only directions without -1.")
def rising_only(task):
    return with_lines(task, [v for v in DIRECTIONS if min(v) >= 0])


@wrong("Scans only lines inside one cube of 4 x 4 x 4, with w constant.")
def inside_a_cube(task):
    return with_lines(task, [v for v in DIRECTIONS if v[3] == 0])


@wrong("Stops at the first line it finds on a board, so at most one cell is given.")
def first_line_only(task):
    return solve(task, lambda board, side: completing(board, side)[:1])


@wrong("Leaves out the cell 0, because it takes the id 0 for `nothing found`, and the cell 255, because its loop ends before it.")
def corner_cells_lost(task):
    return solve(task, lambda board, side: [cell for cell in completing(board, side) if cell not in (0, 255)])


@wrong("Scans only lines that change at most two coordinates, and always looks for black's cells.")
def black_in_planes(task):
    lines = all_lines(tuple(v for v in DIRECTIONS if v.count(0) >= 2))
    return solve(task, lambda board, side: completing(board, "x", lines))


@wrong("Writes how many completing cells there are instead of their ids.")
def how_many(task):
    return [str(len(item.split())) if item != "-" else item for item in right(task)]


main(right)
