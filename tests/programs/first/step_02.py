"""Step 02: wrong programs. The index of a point is row * 15 + column, the row being the first letter."""

from harness import main, wrong


def value(letter):
    """The number of a lower-case letter, a for 0."""
    return ord(letter) - ord("a")


def go_value(letter):
    """The number of a letter on a Go board, which has no i."""
    return value(letter) - (letter > "i")


def index(point, value=value, width=15, column_first=False, from_bottom=False, from_right=False):
    row, column = (value(letter) for letter in point.lower())
    if column_first:
        row, column = column, row
    if from_bottom:
        row = 14 - row
    if from_right:
        column = 14 - column
    return row * width + column


def right(task):
    return [index(point) for point in task["coord"]]


@wrong("Takes the first letter for the column and the second for the row.")
def column_first(task):
    return [index(point, column_first=True) for point in task["coord"]]


@wrong("Multiplies the row by 16 instead of 15.")
def row_of_sixteen(task):
    return [index(point, width=16) for point in task["coord"]]


@wrong("Counts the columns from the right.")
def columns_from_right(task):
    return [index(point, from_right=True) for point in task["coord"]]


@wrong("Makes only the first letter lower case, so an upper-case second letter stands for a negative column.")
def second_letter_as_it_is(task):
    return [value(point[0].lower()) * 15 + value(point[1]) for point in task["coord"]]


@wrong("Counts the rows from the bottom.")
def rows_from_bottom(task):
    return [index(point, from_bottom=True) for point in task["coord"]]


@wrong("Leaves out the letter i, as Go boards do, so the letters j to o stand for one less than they should.")
def go_letters(task):
    return [index(point, go_value) for point in task["coord"]]


@wrong("Has a table of letters that ends with n, so o is not found and stands for 0.")
def table_without_o(task):
    table = {letter: number for number, letter in enumerate("abcdefghijklmn")}
    return [index(point, lambda letter: table.get(letter, 0)) for point in task["coord"]]


@wrong("Reads the points as on a Go board: the letter i is left out, and the rows are counted from the bottom.")
def go_board(task):
    return [index(point, go_value, from_bottom=True) for point in task["coord"]]


@wrong("Counts the rows from the bottom and the indices from 1.")
def bottom_left_is_one(task):
    return [index(point, from_bottom=True) + 1 for point in task["coord"]]


@wrong("Sends the right indices in ascending order instead of the order of the points.")
def ascending(task):
    return sorted(right(task))


main(right)
