"""Step 12: wrong programs. Ten sums for each board: the rows, the columns, the major and the minor diagonal."""

from harness import main, wrong

ROWS = [[4 * row + column for column in range(4)] for row in range(4)]
COLUMNS = [[4 * row + column for row in range(4)] for column in range(4)]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]


def sums(task, rows=ROWS, columns=COLUMNS, diagonals=(MAJOR, MINOR), value=sum):
    """The value of each line; a value is computed from the four cells of the line."""
    lines = [*rows, *columns, *diagonals]
    return [value([board[cell] for cell in line]) for board in task["boards"] for line in lines]


def right(task):
    return sums(task)


@wrong("Gives the columns before the rows.")
def columns_first(task):
    return sums(task, rows=COLUMNS, columns=ROWS)


@wrong("Reads the minor diagonal as 3, 7, 11, 15, which is the last column.")
def minor_is_last_column(task):
    return sums(task, diagonals=(MAJOR, COLUMNS[3]))


@wrong("Sums full lines only and gives 0 for the others.")
def full_lines_only(task):
    return sums(task, value=lambda cells: sum(cells) if all(cells) else 0)


@wrong("Begins the minor diagonal in cell 0 and reads it as 0, 3, 6, 9.")
def minor_from_zero(task):
    return sums(task, diagonals=(MAJOR, [0, 3, 6, 9]))


@wrong("Ends the columns before the last row, so each has three cells.")
def columns_without_last_row(task):
    return sums(task, columns=[column[:3] for column in COLUMNS])


@wrong("Gives what is missing to 34 on each line instead of the sum.")
def missing_to_34(task):
    return sums(task, value=lambda cells: 34 - sum(cells))


@wrong("Takes the game for over at a line with the sum 34, and gives 0 for the lines after it.")
def stops_at_34(task):
    items = right(task)
    boards = [items[i : i + 10] for i in range(0, len(items), 10)]
    return [0 if 34 in board[:line] else board[line] for board in boards for line in range(10)]


@wrong("Ends the rows before the last column, and gives the minor diagonal before the major one.")
def short_rows_and_diagonals_exchanged(task):
    return sums(task, rows=[row[:3] for row in ROWS], diagonals=(MINOR, MAJOR))


@wrong("Gives the columns from right to left, and counts the cells of the minor diagonal from 1, as 4, 7, 10, 13.")
def columns_from_right_and_minor_from_one(task):
    return sums(task, columns=COLUMNS[::-1], diagonals=(MAJOR, [4, 7, 10, 13]))


@wrong("Sends the first line of all boards, then the second of all boards and so on, instead of board by board.")
def line_by_line(task):
    items = right(task)
    return [item for line in range(10) for item in items[line::10]]


main(right)
