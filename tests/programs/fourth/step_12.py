"""Step 12: wrong programs. The sums of the ten lines of a board."""
from harness import main, wrong

ROWS = [[4 * row + k for k in range(4)] for row in range(4)]
COLUMNS = [[column + 4 * k for k in range(4)] for column in range(4)]
MAJOR = [0, 5, 10, 15]
MINOR = [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def total(numbers):
    return sum(numbers)


def sums(board, lines=LINES, total=total):
    return [total([board[cell] for cell in line]) for line in lines]


def answer(task, **slip):
    return [item for board in task["boards"] for item in sums(board, **slip)]


def right(task):
    return answer(task)


@wrong("Gives the minor diagonal before the major one.")
def minor_before_major(task):
    return answer(task, lines=[*ROWS, *COLUMNS, MINOR, MAJOR])


@wrong("Takes the minor diagonal with board[3::3], which has the cell 15 as well.")
def minor_with_cell_15(task):
    return answer(task, lines=[*ROWS, *COLUMNS, MAJOR, range(3, 16, 3)])


@wrong("Computes the cells of the minor diagonal as 4 * i + (4 - i), so that it reads 4, 7, 10, 13.")
def minor_one_too_far(task):
    return answer(task, lines=[*ROWS, *COLUMNS, MAJOR, [4 * i + 4 - i for i in range(4)]])


@wrong("Ends a sum at the first empty cell of the line, so that the numbers behind it are not added.")
def ends_at_an_empty_cell(task):
    return answer(task, total=lambda numbers: sum(numbers[: [*numbers, 0].index(0)]))


@wrong("Takes the columns with range(col, 12, 4), so that the last row is not added to them.")
def columns_without_last_row(task):
    return answer(task, lines=[*ROWS, *[column[:3] for column in COLUMNS], MAJOR, MINOR])


@wrong("Does not set the sum back to 0 between the two diagonals, so that the minor one includes the major one.")
def diagonals_added_up(task):
    return answer(task, lines=[*ROWS, *COLUMNS, MAJOR, MAJOR + MINOR])


@wrong("Gives a row and the column of the same number in turn, since both are summed in one loop.")
def rows_and_columns_in_turn(task):
    return answer(task, lines=[*[line for pair in zip(ROWS, COLUMNS) for line in pair], MAJOR, MINOR])


@wrong("Takes the columns from right to left, and gives them before the rows.")
def columns_first_from_the_right(task):
    return answer(task, lines=[*COLUMNS[::-1], *ROWS, MAJOR, MINOR])


@wrong("Sums only full lines, gives 0 for the others, and reads the minor diagonal as 3, 7, 11, 15.")
def full_only_and_last_column(task):
    lines = [*ROWS, *COLUMNS, MAJOR, COLUMNS[3]]
    return answer(task, lines=lines, total=lambda numbers: sum(numbers) if all(numbers) else 0)


@wrong("Gives the first line of all boards, then the second line of all boards and so on, instead of board by board.")
def line_by_line(task):
    return [item for line in zip(*map(sums, task["boards"])) for item in line]


main(right)
