"""Step 02: wrong programs. Coordinates: two letters become the index of a point."""

from string import ascii_letters

from harness import main, wrong


def index(point, width=15, first=0):
    """The index of a point; `width` is the length of a row, `first` the number of the letter a."""
    row, column = (ord(letter) - ord("a") + first for letter in point.lower())
    return row * width + column


def right(task):
    return [index(point) for point in task["coord"]]


@wrong("The first letter is taken as the column and the second as the row.")
def column_first(task):
    return [index(point[::-1]) for point in task["coord"]]


@wrong("A row is taken to be 16 long.")
def rows_of_sixteen(task):
    return [index(point, width=16) for point in task["coord"]]


@wrong("The indices are counted from 1.")
def indices_from_one(task):
    return [index(point) + 1 for point in task["coord"]]


@wrong("The rows are counted from the bottom of the board.")
def rows_from_the_bottom(task):
    return [(14 - number // 15) * 15 + number % 15 for number in right(task)]


@wrong("Upper-case letters are numbered on after the lower-case ones: `A` stands for 26.")
def upper_case_after_lower_case(task):
    return [ascii_letters.index(row) * 15 + ascii_letters.index(column) for row, column in task["coord"]]


@wrong("The letter `j` is missing from the list of letters: it counts as −1, and all later letters count one too little.")
def no_letter_j(task):
    letters = "abcdefghiklmno"
    return [letters.find(row) * 15 + letters.find(column) for row, column in map(str.lower, task["coord"])]


@wrong("Letters are made lower case only where both letters of a point are upper case.")
def lower_case_only_for_pairs(task):
    points = [point.lower() if point.isupper() else point for point in task["coord"]]
    return [(ord(row) - 97) * 15 + ord(column) - 97 for row, column in points]


@wrong("A row is taken to be 14 long, and the indices are counted from 1.")
def rows_of_fourteen_from_one(task):
    return [index(point, width=14) + 1 for point in task["coord"]]


@wrong("The first letter is taken as the column, and both letters are counted from 1.")
def column_first_letters_from_one(task):
    return [index(point[::-1], first=1) for point in task["coord"]]


@wrong("The indices are sorted instead of given in the order of the points.")
def sorted_indices(task):
    return sorted(right(task))


main(right)
