"""Step 27: wrong programs. A move that makes two threats at once."""
from itertools import product

from harness import main, wrong


def cell_id(cell):
    """The id of (w, z, y, x)."""
    w, z, y, x = cell
    return w * 64 + z * 16 + y * 4 + x


def find_lines(keep=lambda v: v > (0, 0, 0, 0)):
    """All lines along the directions (dw, dz, dy, dx) that `keep` accepts."""
    found = []
    for v in product((-1, 0, 1), repeat=4):
        if keep(v) and any(v):
            for start in product(range(4), repeat=4):
                cells = [[c + n * d for c, d in zip(start, v)] for n in range(4)]
                if all(0 <= c <= 3 for c in cells[3]):
                    found.append([cell_id(cell) for cell in cells])
    return found


LINES = find_lines()


def threats(board, side, lines, own=3, empty=1):
    """For each line that is one stone short, its first cell without a stone of the side."""
    found = []
    for line in lines:
        stones = [board[c] for c in line]
        if stones.count(side) == own and stones.count(".") >= empty:
            found.append(next(c for c, stone in zip(line, stones) if stone != side))
    return found


def try_all(board, side, lines=LINES, own=3, empty=1, undo=True):
    """Puts a stone on each empty cell in turn: pairs of the cell and the threats after it."""
    board = list(board)
    through = [[line for line in lines if c in line] for c in range(256)]
    for c in range(256):
        if board[c] == ".":
            board[c] = side
            yield c, threats(board, side, through[c], own, empty)
            if undo:
                board[c] = "."


def first_double(tries, none="-"):
    """The first cell with two threats."""
    return next((c for c, found in tries if len(found) >= 2), none)


def solve(task, side=None, **how):
    return [first_double(try_all(board, side or task["side"], **how)) for board in task["boards"]]


def other(side):
    return "o" if side == "x" else "x"


def right(task):
    return solve(task)


@wrong("The stone that was put on a cell for trial is not taken away again, so the earlier trials count as stones of the side.")
def trials_stay(task):
    return solve(task, undo=False)


@wrong("Both v and −v are scanned, so one line is counted as two threats.")
def lines_from_both_ends(task):
    return solve(task, lines=find_lines(any))


@wrong("Keeps every direction with dw ≥ 0, so a single line that stays in one w is counted as two threats.")
def flat_lines_twice(task):
    return solve(task, lines=find_lines(lambda v: v[0] >= 0))


@wrong("Gives the place of the cell in the list of the empty cells instead of its id.")
def place_among_empty(task):
    answer = []
    for board, cell in zip(task["boards"], solve(task)):
        empty = [c for c in range(256) if board[c] == "."]
        answer.append(cell if cell == "-" else empty.index(cell))
    return answer


@wrong("The answer is not set back to - before each board, so a board without a double threat gets the cell of the board before.")
def answer_kept(task):
    answer, last = [], "-"
    for board in task["boards"]:
        last = first_double(try_all(board, task["side"]), last)
        answer.append(last)
    return answer


@wrong("Gives the cell with the most threats even when that is only one, and never -.")
def best_cell_always(task):
    answer = []
    for board in task["boards"]:
        tries = list(try_all(board, task["side"]))
        answer.append(max(tries, key=lambda one: len(one[1]))[0])
    return answer


@wrong("Takes the board for four separate cubes and looks only along directions with dw = 0 and along (0,0,0,1).")
def four_cubes(task):
    return solve(task, lines=find_lines(lambda v: v > (0, 0, 0, 0) and (v[0] == 0 or v == (1, 0, 0, 0))))


@wrong("Gives a cell that is completed after the move instead of the move that makes the two threats.")
def completing_cell_named(task):
    answer = []
    for board in task["boards"]:
        doubles = [found for _, found in try_all(board, task["side"]) if len(found) >= 2]
        answer.append(doubles[0][0] if doubles else "-")
    return answer


@wrong("Counts a line as a threat as soon as it has two stones of the side after the move, and does not ask that the other cells be empty.")
def two_stones_with_the_move(task):
    return solve(task, own=2, empty=0)


@wrong("Plays for the side that is not to move, and does not look whether the fourth cell of a line is empty.")
def other_side_unblocked(task):
    return solve(task, side=other(task["side"]), empty=0)


main(right)
