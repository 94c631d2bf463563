"""Step 04: wrong programs. The number of points on the four lines through a point."""
from harness import main, wrong

LETTERS = "abcdefghijklmno"
LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]
STEPS = range(-4, 5)


def place(point):
    return LETTERS.index(point[0]), LETTERS.index(point[1])


def on_board(row, column):
    return 0 <= row < 15 and 0 <= column < 15


def inside_row_and_column_0(row, column):
    return 0 < row < 15 and 0 < column < 15


def cells(point, lines=LINES, steps=STEPS, inside=on_board):
    """The points of the lines, one line after the other; the point itself comes once on each."""
    row, column = place(point)
    found = [(row + down * i, column + right * i) for down, right in lines for i in steps]
    return [cell for cell in found if inside(*cell)]


def reaches(task, **options):
    return [len(set(cells(point, **options))) for point in task["coord"]]


def right(task):
    return reaches(task)


@wrong("Checks only that the index is from 0 to 224, so that a line runs on from the end of a row into the next one.")
def runs_into_next_row(task):
    return reaches(task, inside=lambda row, column: 0 <= row * 15 + column < 225)


@wrong("Leaves out the diagonal from the top right to the bottom left.")
def three_lines(task):
    return reaches(task, lines=LINES[:3])


@wrong("Does not count the point itself.")
def without_the_point(task):
    return [reach - 1 for reach in reaches(task)]


@wrong("Takes the points from 4 before to only 3 after the point.")
def three_after(task):
    return reaches(task, steps=range(-4, 4))


@wrong("Takes row 0 and column 0 to be off the board.")
def first_row_and_column_off(task):
    # Row 0 and column 0 are off, but the given point itself is always counted.
    return [len({place(point), *cells(point, inside=inside_row_and_column_0)}) for point in task["coord"]]


@wrong("Checks only that row and column are below 15, so that negative rows and columns count as points.")
def negative_counts(task):
    return reaches(task, inside=lambda row, column: row < 15 and column < 15)


@wrong("Takes the distance to the left border also for the arm that goes up and to the right.")
def wrong_border_for_an_arm(task):
    answers = []
    for point in task["coord"]:
        up, left = place(point)
        down, right_ = 14 - up, 14 - left
        straight = [up, down, left, right_]
        diagonal = [min(up, left), min(down, right_), min(up, left), min(down, left)]
        answers.append(1 + sum(min(4, arm) for arm in straight + diagonal))
    return answers


@wrong("Follows the lines for five points on each side, and does not count the point itself.")
def five_without_the_point(task):
    return [reach - 1 for reach in reaches(task, steps=range(-5, 6))]


@wrong("Counts the point once for each of its lines, and takes the board to be 16 rows and 16 columns large.")
def point_four_times_and_size_16(task):
    return [len(cells(point, inside=lambda row, column: 0 <= row <= 15 and 0 <= column <= 15)) for point in task["coord"]]


@wrong("Takes the points from the end of the list, so that the answers come in reverse order.")
def last_point_first(task):
    return right(task)[::-1]


main(right)
