"""Step 25: wrong programs. The cells that complete a line."""

from itertools import product

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)
DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def to_id(cell):
    return sum(c * weight for c, weight in zip(cell, WEIGHTS))


def all_lines(directions=DIRECTIONS):
    lines = []
    for v in directions:
        for start in product(*({1: [0], -1: [3], 0: range(4)}[d] for d in v)):
            lines.append(tuple(to_id([c + k * d for c, d in zip(start, v)]) for k in range(4)))
    return lines


LINES = all_lines()


def completing(board, side, lines=LINES, places=range(4)):
    """The completing cells, once for each line that they complete."""
    found = []
    for line in lines:
        for place in places:
            rest = line[:place] + line[place + 1 :]
            if board[line[place]] == "." and all(board[cell] == side for cell in rest):
                found.append(line[place])
    return found


def solve(task, find=completing):
    found = [sorted(set(find(board, task["side"]))) for board in task["boards"]]
    return [" ".join(map(str, cells)) or "-" for cells in found]


def right(task):
    return solve(task)


def with_lines(task, directions):
    lines = all_lines(directions)
    return solve(task, lambda board, side: completing(board, side, lines))


@wrong("Gives the completing cells of the other side.")
def other_side(task):
    return solve(task, lambda board, side: completing(board, "xo"[side == "x"]))


@wrong("Counts a line with three stones of the side and one of the opponent too, and names the opponent's cell.")
def taken_cell(task):
    def fourth(board, side):
        for line in LINES:
            others = [cell for cell in line if board[cell] != side]
            if len(others) == 1:
                yield others[0]

    return solve(task, fourth)


@wrong("Finds a line only when its empty cell is at an end.")
def ends_only(task):
    return solve(task, lambda board, side: completing(board, side, places=(0, 3)))


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
    lines = all_lines([v for v in DIRECTIONS if v.count(0) >= 2])
    return solve(task, lambda board, side: completing(board, "x", lines))


@wrong("Writes how many completing cells there are instead of their ids.")
def how_many(task):
    return [str(len(item.split())) if item != "-" else item for item in right(task)]


main(right)
