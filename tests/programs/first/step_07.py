"""Step 07: wrong programs. The items are the cells on the four lines of each point, from 4 before it to 4 after it."""

from harness import main, wrong

ROW, FALLING, COLUMN, RISING = (0, 1), (1, 1), (1, 0), (1, -1)
LINES = (ROW, FALLING, COLUMN, RISING)


def place(point):
    return tuple(ord(letter) - ord("a") for letter in point)


def read_game(game, colours="xo"):
    """The colour at each row and column that was played."""
    return {place(game[i : i + 2]): colours[i // 2 % 2] for i in range(0, len(game), 2)}


def on_board(row, column):
    return 0 <= row < 15 and 0 <= column < 15


def cell(board, row, column):
    return board.get((row, column), ".") if on_board(row, column) else ""


def cell_or_dot(board, row, column):
    return cell(board, row, column) or "."


def cell_with_negative_index(board, row, column):
    return cell(board, row % 15, column % 15) if row < 15 and column < 15 else ""


def cell_of_flat_string(board, row, column):
    return cell(board, *divmod(row * 15 + column, 15))


def line(board, point, direction, steps=range(-4, 5), cell=cell):
    (row, column), (down, across) = place(point), direction
    return "".join(cell(board, row + k * down, column + k * across) for k in steps)


def four_lines(task, board=None, lines=LINES, **mistake):
    board = board or read_game(task["board"])
    return [line(board, point, direction, **mistake) for point in task["coord"] for direction in lines]


def right(task):
    return four_lines(task)


@wrong("Writes a cell off the board as an empty one.")
def dots_off_board(task):
    return four_lines(task, cell=cell_or_dot)


@wrong("Lets an index run below 0, so the line goes on from the last row or column.")
def negative_index(task):
    return four_lines(task, cell=cell_with_negative_index)


@wrong("Checks only the rows in a flat string, so a line that leaves a row at its end goes on in the next one.")
def next_row(task):
    return four_lines(task, cell=cell_of_flat_string)


@wrong("Ends the loop one too early, so the fourth cell after the point is missing.")
def three_after(task):
    return four_lines(task, steps=range(-4, 4))


@wrong("Goes in the same direction for both diagonals, so the one down to the right is given twice.")
def falling_diagonal_twice(task):
    return four_lines(task, lines=(ROW, FALLING, COLUMN, FALLING))


@wrong("Collects the cells before the point from the point outwards and does not turn them round.")
def cells_before_not_turned(task):
    return four_lines(task, steps=[-1, -2, -3, -4, 0, 1, 2, 3, 4])


@wrong("Takes the colour from the first place of the letters in the string, even if two moves meet there.")
def colour_of_first_place_in_text(task):
    game = task["board"]
    points = [game[i : i + 2] for i in range(0, len(game), 2)]
    return four_lines(task, {place(point): "xo"[game.find(point) // 2 % 2] for point in points})


@wrong("Takes the first letter for the column in the question but not in the game, and does not place the last move.")
def question_column_first_without_last_move(task):
    coord = [point[::-1] for point in task["coord"]]
    return four_lines(task | {"coord": coord}, read_game(task["board"][:-2]))


@wrong("Takes three cells on each side instead of four, and gives white the first move.")
def three_steps_and_white_first(task):
    return four_lines(task, read_game(task["board"], "ox"), steps=range(-3, 4))


@wrong("Sends the rows of all points first, then all falling diagonals and so on, instead of point by point.")
def line_by_line(task):
    items = right(task)
    return [item for first in range(4) for item in items[first::4]]


main(right)
