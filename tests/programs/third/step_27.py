"""Step 27: wrong programs. A move that makes two threats."""
from itertools import product

from harness import main, wrong

HALF = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def changing(direction):
    return sum(map(abs, direction))


def lines(directions=HALF):
    found = []
    for v in directions:
        for start in product(range(4), repeat=4):
            cells = [tuple(n + step * d for n, d in zip(start, v)) for step in range(4)]
            if all(0 <= n < 4 for cell in cells for n in cell):
                found.append([x + 4 * y + 16 * z + 64 * w for x, y, z, w in cells])
    return found


LINES = lines()


def threats(board, side, found=LINES, mixed=False):
    """For every empty cell the cells that complete a line after a move there."""
    after = {n: [] for n in range(256) if board[n] == "."}
    for cells in found:
        empty = [n for n in cells if board[n] == "."]
        if sum(board[n] == side for n in cells) == 2 and (mixed or len(empty) == 2):
            for n in empty:
                after[n] += [other for other in cells if other != n and board[other] != side]
    return after


def doubles(board, side, enough=lambda number: number > 1, **changes):
    return [n for n, others in threats(board, side, **changes).items() if enough(len(others))]


def write(cells):
    return str(cells[0]) if cells else "-"


def cells(task, side=None, **changes):
    return [write(doubles(board, side or task["side"], **changes)) for board in task["boards"]]


def right(task):
    return cells(task)


@wrong("Counts a line with two stones as two threats, one for each of its empty cells.")
def one_line_is_two(task):
    return cells(task, enough=lambda number: 2 * number > 1)


@wrong("Does not mind a stone of the opponent on a line with two own stones.")
def opponent_ignored(task):
    return cells(task, mixed=True)


@wrong("Looks for a double threat of black on every board, whatever the side is.")
def always_black(task):
    return cells(task, side="x")


@wrong("Keeps only directions with dx = 1 to drop the opposite ones, so that all directions with dx = 0 are missing.")
def x_always_changes(task):
    return cells(task, found=lines([v for v in HALF if v[0] == 1]))


@wrong("Leaves out the directions with a component -1.")
def no_falling_lines(task):
    return cells(task, found=lines([v for v in HALF if -1 not in v]))


@wrong("Leaves out the lines that change three or four coordinates.")
def two_changes_only(task):
    return cells(task, found=lines([v for v in HALF if changing(v) <= 2]))


@wrong("Always gives the cell with the most threats, also when it has only one.")
def most_threats(task):
    answers = []
    for board in task["boards"]:
        after = threats(board, task["side"])
        answers.append(str(max(after, key=lambda n: len(after[n]))))
    return answers


@wrong("Gives a cell that completes a line afterwards instead of the move that makes the two threats.")
def completing_cell(task):
    answers = []
    for board in task["boards"]:
        move = doubles(board, task["side"])[:1]
        answers.append(write(threats(board, task["side"])[move[0]] if move else []))
    return answers


@wrong("Adds up the threats of both sides, and never changes w.")
def both_sides_three_dimensions(task):
    found, answers = lines([v for v in HALF if v[3] == 0]), []
    for board in task["boards"]:
        after = [threats(board, side, found) for side in "xo"]
        answers.append(write([n for n in after[0] if len(after[0][n]) + len(after[1][n]) > 1]))
    return answers


@wrong("Writes the id of the cell with x as the slowest coordinate, not w.")
def x_slowest(task):
    return [item if item == "-" else str(int(item) // 64 + int(item) // 16 % 4 * 4
                                         + int(item) // 4 % 4 * 16 + int(item) % 4 * 64) for item in right(task)]


main(right)
