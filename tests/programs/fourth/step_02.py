"""Step 02: wrong programs. Points as two letters become indices from 0 to 224."""
import string

from harness import main, wrong

LETTERS = "abcdefghijklmno"


def value(letter):
    return LETTERS.index(letter.lower())


def indices(task, row=value, column=value, width=15, first=0):
    return [row(point[0]) * width + column(point[1]) + first for point in task["coord"]]


def right(task):
    return indices(task)


@wrong("Takes the first letter for the column and the second for the row.")
def column_first(task):
    return [value(column) + value(row) * 15 for column, row in task["coord"]]


@wrong("Looks the letters up in string.ascii_letters, so that the upper-case letters stand for 26 to 40.")
def ascii_letters(task):
    return indices(task, string.ascii_letters.index, string.ascii_letters.index)


@wrong("Makes only the first letter lower case, so that an upper-case column is 32 too small.")
def column_keeps_case(task):
    return indices(task, column=lambda letter: ord(letter) - ord("a"))


@wrong("Changes row and column only at a lower-case letter: at an upper-case one the value of the point before stays.")
def upper_case_skipped(task):
    items = []
    row = column = 0
    for point in task["coord"]:
        if point[0] in LETTERS:
            row = value(point[0])
        if point[1] in LETTERS:
            column = value(point[1])
        items.append(row * 15 + column)
    return items


@wrong("Counts the rows from the bottom, as on a chessboard.")
def rows_from_the_bottom(task):
    return indices(task, row=lambda letter: 14 - value(letter))


@wrong("Leaves out the letter i for the columns, as Go boards do, so that i to o are one too small.")
def no_column_i(task):
    return indices(task, column=lambda letter: value(letter) - (value(letter) >= 8))


@wrong("Has a typing slip in the table of letters: m and n are exchanged.")
def m_and_n_exchanged(task):
    table = "abcdefghijklnmo"
    return indices(task, lambda letter: table.index(letter.lower()), lambda letter: table.index(letter.lower()))


@wrong("Counts the rows from 1 and takes a row to be 14 long.")
def rows_from_one_and_fourteen_long(task):
    return indices(task, row=lambda letter: value(letter) + 1, width=14)


@wrong("Counts the rows from the bottom and the indices from 1.")
def bottom_and_from_one(task):
    return indices(task, row=lambda letter: 14 - value(letter), first=1)


@wrong("Sorts the points alphabetically before it answers, instead of keeping the order of coord.")
def points_sorted(task):
    return indices({"coord": sorted(point.lower() for point in task["coord"])})


main(right)
