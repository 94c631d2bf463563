"""Step 02: wrong programs. The index of a point of the board."""
from string import ascii_letters

from harness import main, wrong

LETTERS = "abcdefghijklmno"


def indices(task, number=lambda letter: LETTERS.index(letter.lower()), index=lambda row, column: row * 15 + column):
    return [index(number(point[0]), number(point[1])) for point in task["coord"]]


def right(task):
    return indices(task)


@wrong("Takes the first letter for the column and the second for the row.")
def column_first(task):
    return indices(task, index=lambda row, column: column * 15 + row)


@wrong("Takes `a` for 1, so that rows and columns are counted from 1.")
def letters_from_one(task):
    return indices(task, number=lambda letter: LETTERS.index(letter.lower()) + 1)


@wrong("Takes a row to be 14 points long.")
def row_of_14(task):
    return indices(task, index=lambda row, column: row * 14 + column)


@wrong("Counts the rows from the bottom.")
def rows_from_bottom(task):
    return indices(task, index=lambda row, column: (14 - row) * 15 + column)


@wrong("Looks up the letters among all lower-case and upper-case letters, so that `A` stands for 26.")
def upper_after_lower(task):
    return indices(task, number=ascii_letters.index)


@wrong("Subtracts the code of `a` when the whole point is in lower case and else that of `A`, so that points of mixed case go wrong.")
def case_of_whole_point(task):
    answers = []
    for point in task["coord"]:
        start = ord("a") if point.islower() else ord("A")
        answers.append((ord(point[0]) - start) * 15 + ord(point[1]) - start)
    return answers


@wrong("Has typed the letters in the order j, l, k, m, so that `k` and `l` are exchanged.")
def k_and_l_exchanged(task):
    return indices(task, number=lambda letter: "abcdefghijlkmno".index(letter.lower()))


@wrong("Takes the column first, and counts the indices from 1.")
def column_first_from_one(task):
    return indices(task, index=lambda row, column: column * 15 + row + 1)


@wrong("Counts the rows from the bottom and takes them to be 16 points long.")
def bottom_rows_of_16(task):
    return indices(task, index=lambda row, column: (14 - row) * 16 + column)


@wrong("Gives the indices in ascending order and not in the order of the points.")
def ascending(task):
    return sorted(right(task))


main(right)
