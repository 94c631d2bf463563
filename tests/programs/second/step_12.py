"""Step 12: wrong programs. Line sums: the sums of the ten lines of each board."""

from harness import main, wrong

ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]


def solve(task, rows=ROWS, columns=COLUMNS, diagonals=(MAJOR, MINOR), total=sum):
    """The totals of the lines, board by board."""
    lines = [*rows, *columns, *diagonals]
    return [total([board[cell] for cell in line]) for board in task["boards"] for line in lines]


def right(task):
    return solve(task)


@wrong("The minor diagonal is read as 3, 7, 11, 15, which is the last column.")
def last_column_as_diagonal(task):
    return solve(task, diagonals=[MAJOR, COLUMNS[3]])


@wrong("Only full lines are summed, and the others are given as 0.")
def full_lines_only(task):
    return solve(task, total=lambda numbers: sum(numbers) if all(numbers) else 0)


@wrong("A typing slip in the third column: its cells are taken to be 2, 6, 10 and 15.")
def slip_in_third_column(task):
    return solve(task, columns=[*COLUMNS[:2], [2, 6, 10, 15], COLUMNS[3]])


@wrong("The minor diagonal is taken with `board[3::3]`, which has a fifth cell, 15.")
def five_cells_on_minor_diagonal(task):
    return solve(task, diagonals=[MAJOR, [3, 6, 9, 12, 15]])


@wrong("The columns end one row too early: the cells of the last row are not added to them.")
def columns_without_last_row(task):
    return solve(task, columns=[column[:3] for column in COLUMNS])


@wrong("The numbers of a line are added only up to its first empty cell.")
def stops_at_empty_cell(task):
    return solve(task, total=lambda numbers: sum(numbers[: numbers.index(0)] if 0 in numbers else numbers))


@wrong("A line with a sum above 34 is given as 0, because it cannot be won any more.")
def zero_above_34(task):
    return solve(task, total=lambda numbers: sum(numbers) if sum(numbers) <= 34 else 0)


@wrong("The columns are given before the rows, and the minor diagonal lacks cell 12.")
def columns_first_short_minor_diagonal(task):
    return solve(task, rows=COLUMNS, columns=ROWS, diagonals=[MAJOR, MINOR[:3]])


@wrong("The rows lack their last cell, and the minor diagonal is given before the major one.")
def short_rows_minor_diagonal_first(task):
    return solve(task, rows=[row[:3] for row in ROWS], diagonals=[MINOR, MAJOR])


@wrong("The sums are given line by line, first the first rows of all boards, instead of board by board.")
def line_by_line(task):
    sums = right(task)
    return [total for line in range(10) for total in sums[line::10]]


main(right)
