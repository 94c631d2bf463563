"""Step 04: wrong programs. Reach of a point: the points on its four lines, up to four steps away."""

from harness import main, wrong

ROW, FALLING, COLUMN, RISING = (0, 1), (1, 1), (1, 0), (1, -1)
LINES = [ROW, FALLING, COLUMN, RISING]
STEPS = range(-4, 5)


def on_board(row, column):
    return 0 <= row < 15 and 0 <= column < 15


def line_cells(point, lines=LINES, steps=STEPS, inside=on_board):
    """The cells of all lines through a point, one line after the other; the point itself is in each of them."""
    row, column = (ord(letter) - ord("a") for letter in point)
    cells = [(row + step * down, column + step * over) for down, over in lines for step in steps]
    return [cell for cell in cells if inside(*cell)]


def reach(point, **rule):
    return len(set(line_cells(point, **rule)))


def right(task):
    return [reach(point) for point in task["coord"]]


@wrong("The point itself is counted once for each of its four lines.")
def counts_itself_four_times(task):
    return [len(line_cells(point)) for point in task["coord"]]


@wrong("The diagonal ╱ is missing.")
def one_diagonal(task):
    return [reach(point, lines=[ROW, FALLING, COLUMN]) for point in task["coord"]]


@wrong("Only the index is checked, from 0 to 224, so that lines run on from the end of a row into the next one.")
def index_only(task):
    return [reach(point, inside=lambda row, column: 0 <= row * 15 + column < 225) for point in task["coord"]]


@wrong("The lines end 3 after the point, as with Python's `range(-4, 4)`.")
def three_after(task):
    return [reach(point, steps=range(-4, 4)) for point in task["coord"]]


@wrong("The point itself is not counted.")
def leaves_itself_out(task):
    return [reach(point) - 1 for point in task["coord"]]


@wrong("The last row and the last column are taken to be off the board.")
def last_row_off_board(task):
    return [reach(point, inside=lambda row, column: 0 <= row < 14 and 0 <= column < 14) for point in task["coord"]]


@wrong("Only the lower and the right border are checked, so that points above and to the left of the board count.")
def no_check_below_zero(task):
    return [reach(point, inside=lambda row, column: row < 15 and column < 15) for point in task["coord"]]


@wrong("The lines go to five points on each side, and the point itself is not counted.")
def five_each_side_without_itself(task):
    return [reach(point, steps=range(-5, 6)) - 1 for point in task["coord"]]


@wrong("Only row and column are followed, and the point itself is counted on both.")
def straight_lines_counting_itself_twice(task):
    return [len(line_cells(point, lines=[ROW, COLUMN])) for point in task["coord"]]


@wrong("Each new item is put in front of the others, so that the items are in reverse order.")
def reverse_order(task):
    return right(task)[::-1]


main(right)
