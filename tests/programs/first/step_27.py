"""Step 27: wrong programs. They look for one cell that makes two threats on a board of four dimensions."""
from functools import cache
from itertools import product

from harness import main, wrong

DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
RISING = [v for v in DIRECTIONS if -1 not in v]
WITHIN_A_PLANE = [v for v in DIRECTIONS if v.count(0) >= 2]
OPPONENT = {"x": "o", "o": "x"}


def cell_id(cell, weights=(1, 4, 16, 64)):
    return sum(a * weight for a, weight in zip(cell, weights))


def lines_along(directions):
    """All lines along the directions, each as four ids."""
    lines = []
    for v, start in product(directions, product(range(4), repeat=4)):
        cells = [tuple(a + n * b for a, b in zip(start, v)) for n in range(4)]
        if all(0 <= a <= 3 for a in cells[3]):
            lines.append([cell_id(cell) for cell in cells])
    return lines


def lines_of_equal_steps():
    """Four ids at equal distances, whether or not a line leaves the board between them."""
    candidates = ([start + n * cell_id(v) for n in range(4)] for v in DIRECTIONS for start in range(256))
    return [line for line in candidates if 0 <= line[3] < 256]


def by_cell(lines):
    return of_each_cell(tuple(map(tuple, lines)))


@cache
def of_each_cell(lines):
    return [[line for line in lines if cell in line] for cell in range(256)]


LINES = by_cell(lines_along(DIRECTIONS))


def threats(board, cell, side, lines, stopped_by_opponent=True):
    """How many completing cells the stone on `cell` makes."""
    count = 0
    for line in lines[cell]:
        rest = [board[c] for c in line if board[c] != side]
        count += len(rest) == 1 and (rest == ["."] or not stopped_by_opponent)
    return count


def open_cells(board, cell, side, lines):
    """How many empty cells are on the lines through `cell` with two stones and two empty cells."""
    count = 0
    for line in lines[cell]:
        stones = [board[c] for c in line if c != cell]
        count += 2 * (stones.count(side) == 2 and stones.count(".") == 1)
    return count


def double_threat(board, side, lines, count=threats, free=".", take_back=True):
    board = list(board)
    for cell in range(256):
        before = board[cell]
        if before not in free:
            continue
        board[cell] = side
        found = count(board, cell, side, lines) >= 2
        if take_back:
            board[cell] = before
        if found:
            return cell
    return "-"


def solve(task, lines=LINES, side=None, **rules):
    return [double_threat(board, side or task["side"], lines, **rules) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Counts a line with two stones and two empty cells as two threats, so that one such line is enough.")
def two_threats_a_line(task):
    return solve(task, count=open_cells)


@wrong("Counts three own stones on a line as a threat even if the fourth cell holds a stone of the opponent.")
def opponent_does_not_stop(task):
    return solve(task, count=lambda *move: threats(*move, stopped_by_opponent=False))


@wrong("Keeps of each two opposite directions the one with a positive sum of components, and so loses all with the sum 0.")
def sum_zero_lost(task):
    directions = [v for v in product((-1, 0, 1), repeat=4) if sum(v) > 0]
    return solve(task, lines=by_cell(lines_along(directions)))


@wrong("Takes any four ids at equal distances for a line, so that lines run on over a border.")
def over_the_border(task):
    return solve(task, lines=by_cell(lines_of_equal_steps()))


@wrong("Puts a stone on each cell to try it, and does not take it off again before the next cell is tried.")
def trial_stones_stay(task):
    return solve(task, take_back=False)


@wrong("Makes the id of the answer with x as the slowest coordinate: x·64 + y·16 + z·4 + w.")
def x_slowest(task):
    cells = {cell_id(cell): cell for cell in product(range(4), repeat=4)}
    return [item if item == "-" else cell_id(cells[item], (64, 16, 4, 1)) for item in solve(task)]


@wrong("Looks for the double threat of the other side, and only along directions without a -1.")
def other_side_rising(task):
    return solve(task, by_cell(lines_along(RISING)), OPPONENT[task["side"]])


@wrong("Uses only directions that change one or two coordinates, and also tries cells that the opponent holds.")
def planes_and_taken_cells(task):
    return solve(task, by_cell(lines_along(WITHIN_A_PLANE)), free="." + OPPONENT[task["side"]])


@wrong("Always moves for black, and so is right only where `side` is x.")
def always_black(task):
    return solve(task, side="x")


@wrong("Counts the ids from 1.")
def ids_from_one(task):
    return [item if item == "-" else item + 1 for item in solve(task)]


main(right)
