"""Step 07: wrong programs. Line patterns: the four lines through each of nine points."""

from harness import main, wrong

ROW, FALLING, COLUMN, RISING = (0, 1), (1, 1), (1, 0), (1, -1)
LINES = [ROW, FALLING, COLUMN, RISING]
STEPS = range(-4, 5)


def cell(point):
    return ord(point[0]) - ord("a"), ord(point[1]) - ord("a")


def place(game, colours="xo"):
    """The board, a dictionary from cells to their characters; cells off the board are not in it."""
    board = {(row, column): "." for row in range(15) for column in range(15)}
    for i in range(0, len(game), 2):
        board[cell(game[i : i + 2])] = colours[i // 2 % 2]
    return board


def cut(board, row, column, line, steps=STEPS, off_board=""):
    """The characters of one line through a point."""
    down, over = line
    return "".join(board.get((row + step * down, column + step * over), off_board) for step in steps)


def four_lines(task, board=None, lines=LINES, **rule):
    board = board or place(task["board"])
    return [cut(board, *cell(point), line, **rule) for point in task["coord"] for line in lines]


def right(task):
    return four_lines(task)


@wrong("Cells off the board are written as empty points.")
def dots_off_board(task):
    return four_lines(task, off_board=".")


@wrong("An index below 0 is not caught, so that a line goes on at the opposite side of the board.")
def opposite_side(task):
    board = place(task["board"])
    around = {(row - 15 * up, column - 15 * left): board[row, column]
              for row, column in board for up in (0, 1) for left in (0, 1)}
    return four_lines(task, around)


@wrong("The cells before the point are written from the point outwards, and then those after it.")
def outwards(task):
    return four_lines(task, steps=[-1, -2, -3, -4, 0, 1, 2, 3, 4])


@wrong("The diagonal ╲ is given twice, and the diagonal ╱ is missing.")
def falling_diagonal_twice(task):
    return four_lines(task, lines=[ROW, FALLING, COLUMN, (-1, -1)])


@wrong("The lines end 3 after the point, as with Python's `range(-4, 4)`.")
def three_after(task):
    return four_lines(task, steps=range(-4, 4))


@wrong("The point itself is always written as an empty one, even with a stone on it.")
def point_always_empty(task):
    board = place(task["board"])
    return [cut(board | {cell(point): "."}, *cell(point), line) for point in task["coord"] for line in LINES]


@wrong("A line ends at the first stone or border on each side: the cells beyond the first stone are left out.")
def ends_at_first_stone(task):
    board = place(task["board"])

    def half(point, line, side):
        cells = cut(board, *cell(point), line, steps=[side * step for step in range(1, 5)])
        stone = next((place for place, character in enumerate(cells) if character != "."), len(cells))
        return cells[: stone + 1]

    return [half(point, line, -1)[::-1] + board[cell(point)] + half(point, line, 1)
            for point in task["coord"] for line in LINES]


@wrong("White is given the first move, and the lines go only three cells to each side.")
def white_begins_three_each_side(task):
    return four_lines(task, place(task["board"], "ox"), steps=range(-3, 4))


@wrong("The point itself is left out, and so is the last stone of the game.")
def without_point_and_last_stone(task):
    return four_lines(task, place(task["board"][:-2]), steps=[-4, -3, -2, -1, 1, 2, 3, 4])


@wrong("The items are given line by line, first the rows of all points, instead of point by point.")
def line_by_line(task):
    items = right(task)
    return [item for line in range(4) for item in items[line::4]]


main(right)
