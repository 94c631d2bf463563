"""Step 04: wrong programs. The reach is the number of points on four lines, up to four steps away."""

from harness import main, wrong

ROW, FALLING, COLUMN, RISING = (0, 1), (1, 1), (1, 0), (1, -1)
LINES = (ROW, FALLING, COLUMN, RISING)


def on_board(row, column):
    return 0 <= row < 15 and 0 <= column < 15


def points(point, lines=LINES, steps=range(-4, 5), inside=on_board):
    """The points on the lines through a point; the point itself occurs once for each line."""
    row, column = (ord(letter) - ord("a") for letter in point)
    on_lines = [(row + k * down, column + k * across) for down, across in lines for k in steps]
    return [other for other in on_lines if inside(*other)]


def count(task, **mistake):
    return [len(set(points(point, **mistake))) for point in task["coord"]]


def right(task):
    return count(task)


@wrong("Counts the point itself once for each of the four lines.")
def point_on_each_line(task):
    return [len(points(point)) for point in task["coord"]]


@wrong("Leaves out the diagonal that goes down to the left.")
def no_rising_diagonal(task):
    return count(task, lines=(ROW, FALLING, COLUMN))


@wrong("Follows the lines for five steps on each side instead of four.")
def five_steps(task):
    return count(task, steps=range(-5, 6))


@wrong("Stops only at the lower and the right border, so points above row a and left of column a are counted.")
def no_upper_and_left_border(task):
    return count(task, inside=lambda row, column: row < 15 and column < 15)


@wrong("Asks for rows and columns greater than 0, so the points in row a and column a are never counted.")
def row_and_column_a_missing(task):
    return count(task, inside=lambda row, column: 0 < row < 15 and 0 < column < 15)


@wrong("Goes in one direction on each line only, to the points after the given one.")
def only_after(task):
    return count(task, steps=range(5))


@wrong("Ends the loop at 3 after the point instead of 4, and takes rows and columns up to 15, one beyond the border.")
def three_after_and_sixteen_lines(task):
    return count(task, steps=range(-4, 4), inside=lambda row, column: 0 <= row <= 15 and 0 <= column <= 15)


@wrong("Checks only that row * 15 + column is from 0 to 224, and does not count the point itself.")
def index_checked_and_point_missing(task):
    steps = [k for k in range(-4, 5) if k != 0]
    return count(task, steps=steps, inside=lambda row, column: 0 <= row * 15 + column < 225)


@wrong("Takes the index 0 for no point, so the corner aa is never counted.")
def corner_missing(task):
    return count(task, inside=lambda row, column: on_board(row, column) and row * 15 + column > 0)


@wrong("Takes the points from the end of the list, so the right items come in reverse order.")
def last_point_first(task):
    return right(task)[::-1]


main(right)
