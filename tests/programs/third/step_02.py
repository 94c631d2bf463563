"""Step 02: wrong programs. Points become indices of the board."""
import string

from harness import main, wrong

LETTERS = "abcdefghijklmno"


def index(coord, width=15, letters=LETTERS, lower=str.lower):
    row, col = (letters.find(letter) for letter in lower(coord))
    return row * width + col


def indices(task, **changes):
    return [index(coord, **changes) for coord in task["coord"]]


def right(task):
    return indices(task)


@wrong("Takes a row to be 16 points long.")
def rows_of_sixteen(task):
    return indices(task, width=16)


@wrong("Takes a row to be 14 points long, because the last letter stands for 14.")
def rows_of_fourteen(task):
    return indices(task, width=14)


@wrong("Counts the rows from the bottom, as on a chessboard.")
def rows_from_bottom(task):
    return [(14 - n // 15) * 15 + n % 15 for n in right(task)]


@wrong("Counts the columns from 1, but the rows from 0.")
def columns_from_one(task):
    return [n + 1 for n in right(task)]


@wrong("The typed table of letters has n before m.")
def typed_table(task):
    return indices(task, letters="abcdefghijklnmo")


@wrong("The table of letters ends at n, so that o is not found and counts as -1.")
def table_too_short(task):
    return indices(task, letters=LETTERS[:-1])


@wrong("Looks letters up in a-z followed by A-Z, so that an upper-case letter is 26 too large.")
def upper_case_after_lower(task):
    return indices(task, letters=string.ascii_letters, lower=str)


@wrong("Makes a point lower case only if both of its letters are upper case; other upper-case letters are not found and count as -1.")
def lower_whole_points_only(task):
    return indices(task, lower=lambda coord: coord.lower() if coord.isupper() else coord)


@wrong("Takes the first letter as the column, and counts the columns from 1 as well.")
def column_first_from_one(task):
    return [n % 15 * 15 + n // 15 + 1 for n in right(task)]


@wrong("Sends the right indices in ascending order instead of the order of the points.")
def ascending(task):
    return sorted(right(task))


main(right)
