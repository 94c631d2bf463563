"""Step 02: wrong programs. Two letters name a point; the index is row * 15 + column."""

from string import ascii_letters

from harness import main, wrong

LETTERS = "abcdefghijklmno"


def index(point, width=15, letters=LETTERS):
    row, column = (letters.index(letter) for letter in point.lower())
    return row * width + column


def right(task):
    return [index(point) for point in task["coord"]]


@wrong("Takes the column from the first letter and the row from the second.")
def column_first(task):
    return [index(point[::-1]) for point in task["coord"]]


@wrong("Counts rows and columns from 1: the letter a stands for 1 and o for 15.")
def letters_from_one(task):
    return [index(point, letters=" " + LETTERS) for point in task["coord"]]


@wrong("Looks the letters up in a…zA…Z and does not make them lower case, so A stands for 26.")
def capitals_after_small_letters(task):
    items = []
    for point in task["coord"]:
        row, column = (ascii_letters.index(letter) for letter in point)
        items.append(row * 15 + column)
    return items


@wrong("Counts the rows from the bottom, as on a chess board.")
def bottom_row_first(task):
    return [210 - index(point) // 15 * 15 + index(point) % 15 for point in task["coord"]]


@wrong("Leaves out the letter i, as on a Go board: j stands for 8, like i, and o for 13.")
def go_letters(task):
    def number(letter):
        return LETTERS.index(letter) - (letter > "i")

    return [number(row) * 15 + number(column) for row, column in (point.lower() for point in task["coord"])]


@wrong("Searches the place of each letter in the point, so that in hh both letters are taken for the row.")
def same_letter_twice(task):
    items = []
    for point in (point.lower() for point in task["coord"]):
        items.append(sum(LETTERS.index(letter) * (15 if point.index(letter) == 0 else 1) for letter in point))
    return items


@wrong("A line was copied and not changed: the first letter is taken for the row and for the column.")
def first_letter_twice(task):
    return [index(point[0] + point[0]) for point in task["coord"]]


@wrong("Writes the numbers of row and column one after the other (hc is 72) instead of multiplying by 15.")
def digits_side_by_side(task):
    return [f"{index(point) // 15}{index(point) % 15}" for point in task["coord"]]


@wrong("Counts the rows from the bottom, and the indices from 1.")
def bottom_row_first_from_one(task):
    return [item + 1 for item in bottom_row_first(task)]


@wrong("Multiplies the row by 14, and subtracts the code of a from a capital second letter as well.")
def fourteen_and_capitals(task):
    return [LETTERS.index(point[0].lower()) * 14 + ord(point[1]) - ord("a") for point in task["coord"]]


main(right)
