"""Step 12: wrong programs. The sums of the ten lines of each board."""

from harness import main, wrong

ROWS = [range(4 * row, 4 * row + 4) for row in range(4)]
COLUMNS = [range(column, 16, 4) for column in range(4)]
MAJOR = [0, 5, 10, 15]
MINOR = [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def sums(board, lines=LINES):
    return [sum(board[cell] for cell in line) for line in lines]


def right(task, lines=LINES):
    return [item for board in task["boards"] for item in sums(board, lines)]


@wrong("Adds the numbers of the cells instead of the numbers placed on them.")
def cell_numbers(task):
    return [sum(line) for _ in task["boards"] for line in LINES]


@wrong("Gives what each line lacks to 34 instead of its sum.")
def missing_to_34(task):
    return [34 - item for item in right(task)]


@wrong("Cuts out a row with an end that is one too small: its fourth cell is left out.")
def rows_of_three(task):
    return right(task, [*(row[:3] for row in ROWS), *COLUMNS, MAJOR, MINOR])


@wrong("Takes every third cell from 3 to the end for the minor diagonal, and so adds cell 15 as well.")
def minor_with_last_cell(task):
    return right(task, [*ROWS, *COLUMNS, MAJOR, range(3, 16, 3)])


@wrong("Ends the major diagonal before cell 15, because range(0, 15, 5) leaves it out.")
def major_without_last_cell(task):
    return right(task, [*ROWS, *COLUMNS, range(0, 15, 5), MINOR])


@wrong("Does not set the sum back to 0 between columns: each column contains the columns before it.")
def columns_not_reset(task):
    items = []
    for board in task["boards"]:
        ten = sums(board)
        items += ten[:4] + [sum(ten[4 : end + 1]) for end in range(4, 8)] + ten[8:]
    return items


@wrong("Gives 0 for a line with more than 34, because it cannot be won.")
def above_34_is_zero(task):
    return [item if item <= 34 else 0 for item in right(task)]


@wrong("Answers line by line instead of board by board: the first rows of all boards come first.")
def line_by_line(task):
    return [item for items in zip(*map(sums, task["boards"])) for item in items]


@wrong("Gives the columns before the rows, and the minor diagonal before the major one.")
def both_orders_swapped(task):
    return right(task, [*COLUMNS, *ROWS, MINOR, MAJOR])


@wrong("Ends the columns before the last row, and takes 4 * i - i - 1 for the minor diagonal, which begins at the last cell.")
def short_columns_minor_shifted(task):
    return right(task, [*ROWS, *(column[:3] for column in COLUMNS), MAJOR, [-1, 2, 5, 8]])


main(right)
