"""Step 12: wrong programs. The sums of the ten lines."""
from itertools import takewhile

from harness import main, wrong

ROWS = [range(n, n + 4) for n in (0, 4, 8, 12)]
COLUMNS = [range(n, 16, 4) for n in range(4)]
MAJOR, MINOR = range(0, 16, 5), range(3, 13, 3)
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def sums(board, lines=LINES, add=sum):
    return [add([board[cell] for cell in line]) for line in lines]


def all_sums(task, **changes):
    return [item for board in task["boards"] for item in sums(board, **changes)]


def right(task):
    return all_sums(task)


@wrong("Gives the columns before the rows.")
def columns_first(task):
    return all_sums(task, lines=[*COLUMNS, *ROWS, MAJOR, MINOR])


@wrong("Reads the minor diagonal down the last column.")
def minor_is_last_column(task):
    return all_sums(task, lines=[*ROWS, *COLUMNS, MAJOR, COLUMNS[3]])


@wrong("The typed third column has cell 11 for cell 10.")
def typed_column(task):
    return all_sums(task, lines=[*ROWS, *COLUMNS[:2], [2, 6, 11, 14], COLUMNS[3], MAJOR, MINOR])


@wrong("Takes every third cell from 3 to the end for the minor diagonal, so that cell 15 belongs to it as well.")
def minor_has_five_cells(task):
    return all_sums(task, lines=[*ROWS, *COLUMNS, MAJOR, range(3, 16, 3)])


@wrong("Does not set the sum back to 0 between the columns.")
def column_sum_not_reset(task):
    lines = [*ROWS, *([cell for column in COLUMNS[:n + 1] for cell in column] for n in range(4)), MAJOR, MINOR]
    return all_sums(task, lines=lines)


@wrong("Gives how much a line misses to 34 instead of its sum.")
def missing_amount(task):
    return [34 - n for n in right(task)]


@wrong("Stops adding at the first empty cell of a line.")
def stops_at_empty_cell(task):
    return all_sums(task, add=lambda numbers: sum(takewhile(bool, numbers)))


@wrong("Takes the diagonals of every board from the first board.")
def diagonals_of_first_board(task):
    first = task["boards"][0]
    return [n for board in task["boards"] for n in sums(board)[:8] + sums(first)[8:]]


@wrong("Gives the minor diagonal before the major one, and a line that is not full as 0.")
def minor_first_full_only(task):
    lines = [*ROWS, *COLUMNS, MINOR, MAJOR]
    return all_sums(task, lines=lines, add=lambda numbers: sum(numbers) if all(numbers) else 0)


@wrong("Sends the first line of all boards, then the second line of all boards, and so on.")
def line_by_line(task):
    return [n for line in LINES for board in task["boards"] for n in sums(board, [line])]


main(right)
