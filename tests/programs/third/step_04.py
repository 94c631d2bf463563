"""Step 04: wrong programs. How many points are on a line with a point."""
from harness import main, wrong

ROW, FALLING, COLUMN, RISING = LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]
STEPS = [-4, -3, -2, -1, 0, 1, 2, 3, 4]


def on_board(row, col):
    return 0 <= row < 15 and 0 <= col < 15


def place(coord):
    return ord(coord[0]) - 97, ord(coord[1]) - 97


def reach(coord, lines=LINES, steps=STEPS, inside=on_board):
    row, col = place(coord)
    points = {(row + n * dr, col + n * dc) for dr, dc in lines for n in steps}
    return sum(inside(*point) for point in points)


def reaches(task, **changes):
    return [reach(coord, **changes) for coord in task["coord"]]


def right(task):
    return reaches(task)


@wrong("Counts the point itself once for each of its four lines.")
def itself_four_times(task):
    return [n + 3 for n in right(task)]


@wrong("Leaves out the diagonal that goes down to the left.")
def rising_missing(task):
    return reaches(task, lines=[ROW, FALLING, COLUMN])


@wrong("Takes only three points after the given one, because the range ends before 4.")
def three_after(task):
    return reaches(task, steps=STEPS[:-1])


@wrong("Takes rows and columns as numbered from 1 at the border check, so that row a and column a are off the board.")
def first_row_off(task):
    return reaches(task, inside=lambda row, col: 0 < row < 15 and 0 < col < 15)


@wrong("Checks the border with at most 15 instead of less than 15, so that there is a sixteenth row and column.")
def sixteenth_row(task):
    return reaches(task, inside=lambda row, col: 0 <= row <= 15 and 0 <= col <= 15)


@wrong("Checks only the upper bound; rows and columns below 0 count as points.")
def lower_bound_missing(task):
    return reaches(task, inside=lambda row, col: row < 15 and col < 15)


@wrong("Checks only that the index is from 0 to 224, so that a row goes on in the next row.")
def index_only(task):
    return reaches(task, inside=lambda row, col: 0 <= row * 15 + col < 225)


@wrong("Goes outwards on all lines together and stops on all of them as soon as one point is off the board.")
def stops_together(task):
    answers = []
    for coord in task["coord"]:
        row, col = place(coord)
        free = min(row, col, 14 - row, 14 - col, 4)
        answers.append(1 + 8 * free)
    return answers


@wrong("Does not count the point itself, and takes five points on each side.")
def five_without_itself(task):
    return [n - 1 for n in reaches(task, steps=range(-5, 6))]


@wrong("Sends the right numbers in the alphabetical order of the points.")
def alphabetical(task):
    return [reach(coord) for coord in sorted(task["coord"])]


main(right)
