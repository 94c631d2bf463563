"""Step 25: wrong programs. The completing cells of a side on six boards."""

from itertools import product

from harness import main, wrong

VECTORS = [v for v in product((-1, 0, 1), repeat=4) if any(v)]
DIRECTIONS = [v for v in VECTORS if v > (0, 0, 0, 0)]
RUNS = {1: [range(4)], -1: [range(3, -1, -1)], 0: [[value] * 4 for value in range(4)]}


def lines(directions):
    return [
        [x + 4 * y + 16 * z + 64 * w for x, y, z, w in zip(*axes)]
        for v in directions
        for axes in product(*(RUNS[d] for d in v))
    ]


LINES = lines(DIRECTIONS)


def found(board, side, lines=LINES, places=(0, 1, 2, 3)):
    """The empty cell of each line with three stones of the side, line by line. `places`: where on the line it may be."""
    cells = []
    for line in lines:
        on_line = [board[cell] for cell in line]
        if on_line.count(side) == 3 and "." in on_line:
            cells += [cell for place, cell in enumerate(line) if board[cell] == "." and place in places]
    return cells


def item(cells):
    return " ".join(str(cell) for cell in sorted(set(cells))) or "-"


def solve(task, **rules):
    return [item(found(board, task["side"], **rules)) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Looks for black's cells on every board, whatever `side` says.")
def always_black(task):
    return [item(found(board, "x")) for board in task["boards"]]


@wrong("The fourth cell of a line with three stones of the side is given even when it holds a stone of the other side.")
def fourth_cell_may_be_taken(task):
    def fourth_cells(board, side):
        of_three = [line for line in LINES if [board[cell] for cell in line].count(side) == 3]
        return [cell for line in of_three for cell in line if board[cell] != side]

    return [item(fourth_cells(board, task["side"])) for board in task["boards"]]


@wrong("Of the four patterns the one with the empty cell in the third place of the line is forgotten.")
def third_place_forgotten(task):
    return solve(task, places=(0, 1, 3))


@wrong("Gives the cells that complete a line for either side, not only for `side`.")
def cells_of_both_sides(task):
    return [item(found(board, "x") + found(board, "o")) for board in task["boards"]]


@wrong("The search returns at the first completing cell, so a board never has more than one.")
def first_cell_only(task):
    return [item(found(board, task["side"])[:1]) for board in task["boards"]]


@wrong("The set of cells is not emptied for the next board, so the cells of all boards before are given as well.")
def set_not_emptied(task):
    items, cells = [], []
    for board in task["boards"]:
        cells = cells + found(board, task["side"])
        items.append(item(cells))
    return items


WITHOUT_SUM_ZERO = lines([v for v in VECTORS if sum(v) > 0])


@wrong("Of a direction and its opposite the one with the positive sum is kept, so the 9 directions with the sum 0 are lost.")
def directions_with_positive_sum(task):
    return solve(task, lines=WITHOUT_SUM_ZERO)


AT_MOST_TWO_CHANGE = lines([v for v in DIRECTIONS if v.count(0) >= 2])


@wrong("A cell that completes several lines is left out, and only lines that change one or two coordinates are scanned.")
def completes_exactly_one_line_in_a_plane(task):
    def once(cells):
        return [cell for cell in cells if cells.count(cell) == 1]

    return [item(once(found(board, task["side"], AT_MOST_TWO_CHANGE))) for board in task["boards"]]


W_STAYS = lines([v for v in DIRECTIONS if v[3] == 0])


@wrong("Each of the four cubes is searched for itself, so no line changes w, and of every line only the ends are looked at.")
def lines_of_a_cube_and_ends_only(task):
    return solve(task, lines=W_STAYS, places=(0, 3))


@wrong("The cells are right, but their ids are written with x slowest: x times 64, y times 16, z times 4 and w times 1.")
def ids_with_x_slowest(task):
    def turned(cell):
        return sum(cell // weight % 4 * 64 // weight for weight in (1, 4, 16, 64))

    return [item(turned(cell) for cell in found(board, task["side"])) for board in task["boards"]]


main(right)
