"""Step 07: wrong programs. The four lines through a point."""
from harness import main, wrong

LETTERS = "abcdefghijklmno"
LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]


def on_board(row, column):
    return 0 <= row < 15 and 0 <= column < 15


def place(point):
    return LETTERS.index(point[0]), LETTERS.index(point[1])


def stones(game, colours="xo"):
    board = ["."] * 225
    for i in range(0, len(game), 2):
        row, column = place(game[i : i + 2])
        board[row * 15 + column] = colours[i // 2 % 2]
    return board


def line(board, cell, down, right, steps=range(-4, 5), inside=on_board):
    cells = [(cell[0] + down * i, cell[1] + right * i) for i in steps]
    return "".join(board[row * 15 + column] for row, column in cells if inside(row, column))


def lines_of_all(task, board=None, find=place, lines=LINES, cut=line):
    """The four lines of each point, as one list for each point."""
    board = board or stones(task["board"])
    return [[cut(board, find(point), *step) for step in lines] for point in task["coord"]]


def flat(lists):
    return [item for items in lists for item in items]


def right(task):
    return flat(lines_of_all(task))


@wrong("Writes cells off the board as empty points.")
def dots_off_board(task):
    def cut(board, cell, down, right):
        return "".join(line(board, cell, down, right, [i]) or "." for i in range(-4, 5))

    return flat(lines_of_all(task, cut=cut))


@wrong("Writes the cells before the point from the point outwards.")
def outwards(task):
    steps = [-1, -2, -3, -4, 0, 1, 2, 3, 4]
    return flat(lines_of_all(task, cut=lambda *where: line(*where, steps)))


@wrong("Checks only that the index is from 0 to 224, so that a line goes on in the next row.")
def runs_into_next_row(task):
    inside = lambda row, column: 0 <= row * 15 + column < 225
    return flat(lines_of_all(task, cut=lambda *where: line(*where, inside=inside)))


@wrong("Moves the nine cells inwards near the border, so that a line still has nine cells when the board has room for them.")
def always_nine(task):
    def cut(board, cell, down, right):
        steps = [i for i in range(-14, 15) if on_board(cell[0] + down * i, cell[1] + right * i)]
        start = max(0, min(steps.index(0) - 4, len(steps) - 9))
        return line(board, cell, down, right, steps[start : start + 9])

    return flat(lines_of_all(task, cut=cut))


@wrong("Has a wrong sign in the step of the diagonal ╱, one row up and one column to the left, so that the other diagonal is given twice.")
def one_diagonal_twice(task):
    return flat(lines_of_all(task, lines=LINES[:3] + [(-1, -1)]))


@wrong("Takes the point itself to be empty, also when there is a stone on it.")
def point_taken_for_empty(task):
    def cut(board, cell, down, right):
        before, after = (line(board, cell, down, right, steps) for steps in (range(-4, 0), range(1, 5)))
        return before + "." + after

    return flat(lines_of_all(task, cut=cut))


@wrong("Writes `x` for the stones of the player to move, and not for black.")
def player_to_move_is_x(task):
    even = len(task["board"]) // 2 % 2 == 0
    return flat(lines_of_all(task, stones(task["board"], "xo" if even else "ox")))


@wrong("Takes the column first in the question, but not in the game, and lets white move first.")
def column_first_and_white_first(task):
    return flat(lines_of_all(task, stones(task["board"], "ox"), find=lambda point: place(point[::-1])))


@wrong("Takes the cells from 4 before to only 3 after the point, and leaves out the last move of the game.")
def three_after_without_last_move(task):
    board = stones(task["board"][:-2])
    return flat(lines_of_all(task, board, cut=lambda *where: line(*where, range(-4, 4))))


@wrong("Gives the rows of all points first, then all diagonals ╲, all columns and all diagonals ╱.")
def line_by_line(task):
    return flat(zip(*lines_of_all(task)))


main(right)
