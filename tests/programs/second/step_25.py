"""Step 25: wrong programs. The cells that complete a line for a side."""
from itertools import product

from harness import main, wrong

ALL_DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
DIRECTIONS = [v for v in ALL_DIRECTIONS if next(d for d in v if d) == 1]
RUNS = {1: (0, 1, 2, 3), -1: (3, 2, 1, 0)}


def to_id(cell):
    return sum(coordinate * weight for coordinate, weight in zip(cell, (1, 4, 16, 64)))


def all_lines(directions=DIRECTIONS):
    """The lines of the directions, each as four ids in the order along the line."""
    lines = []
    for v in directions:
        runs = [[RUNS[d]] if d else [(value,) * 4 for value in range(4)] for d in v]
        lines += [[to_id(cell) for cell in zip(*choice)] for choice in product(*runs)]
    return lines


def completing(board, side, lines, places=(0, 1, 2, 3), gap="."):
    """The completing cells, in the order in which they are found, once for each line."""
    found = []
    for line in lines:
        for place in places:
            others = line[:place] + line[place + 1 :]
            if board[line[place]] in gap and all(board[i] == side for i in others):
                found.append(line[place])
    return found


def item(cells, none="-"):
    return " ".join(map(str, sorted(set(cells)))) or none


def each(task, side=None, lines=None, **rule):
    lines = lines or all_lines()
    return [item(completing(board, side or task["side"], lines, **rule)) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Looks for black's completing cells in every task, whatever the side.")
def always_black(task):
    return each(task, side="x")


@wrong("Gives the fourth cell of a line with three stones of the side also when the opponent's stone lies on it.")
def taken_cells(task):
    opponent = "o" if task["side"] == "x" else "x"
    return each(task, gap="." + opponent)


@wrong("Finds only lines whose empty cell is at an end.")
def gap_at_an_end(task):
    return each(task, places=(0, 3))


@wrong("Keeps of v and -v the one with a positive sum, and so loses all directions whose components add up to 0.")
def directions_with_positive_sum(task):
    return each(task, lines=all_lines([v for v in ALL_DIRECTIONS if sum(v) > 0]))


@wrong("Takes the board as four separate cubes, and misses every line on which w changes.")
def four_cubes(task):
    return each(task, lines=all_lines([v for v in DIRECTIONS if v[3] == 0]))


@wrong("Gives the cells of both sides: any three equal stones with an empty fourth cell.")
def both_sides(task):
    lines = all_lines()
    return [item(completing(board, "x", lines) + completing(board, "o", lines)) for board in task["boards"]]


@wrong("Stops at the first completing cell of each board.")
def first_cell_only(task):
    lines = all_lines()
    return [item(completing(board, task["side"], lines)[:1]) for board in task["boards"]]


@wrong("Leaves out the lines that change three coordinates, and does not look at the last cell of a line as the empty one.")
def no_three_and_no_last_place(task):
    lines = all_lines([v for v in DIRECTIONS if sum(map(abs, v)) != 3])
    return each(task, lines=lines, places=(0, 1, 2))


@wrong("Looks at the opponent's lines, and sends only those of his completing cells that lie on a line along an axis.")
def opponent_on_axes(task):
    opponent = "o" if task["side"] == "x" else "x"
    return each(task, side=opponent, lines=all_lines([v for v in DIRECTIONS if sum(map(abs, v)) == 1]))


@wrong("Sends 0 for a board without a completing cell, which means the cell 0.")
def zero_for_none(task):
    lines = all_lines()
    return [item(completing(board, task["side"], lines), none="0") for board in task["boards"]]


main(right)
