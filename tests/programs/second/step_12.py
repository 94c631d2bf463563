"""Step 12: wrong programs. The sums of the ten lines."""
from harness import main, wrong

ROWS = [[4 * row + column for column in range(4)] for row in range(4)]
COLUMNS = [[4 * row + column for row in range(4)] for column in range(4)]
MAJOR = [0, 5, 10, 15]
MINOR = [3, 6, 9, 12]


def plain(numbers):
    return sum(numbers)


def until_empty(numbers):
    return sum(numbers[: numbers.index(0)]) if 0 in numbers else sum(numbers)


def sums(board, lines=(*ROWS, *COLUMNS, MAJOR, MINOR), add=plain):
    return [add([board[cell] for cell in line]) for line in lines]


def all_sums(task, **options):
    return [item for board in task["boards"] for item in sums(board, **options)]


def right(task):
    return all_sums(task)


@wrong("Gives the columns before the rows.")
def columns_first(task):
    return all_sums(task, lines=[*COLUMNS, *ROWS, MAJOR, MINOR])


@wrong("Sums only full lines, and gives the others as 0.")
def full_lines_only(task):
    return all_sums(task, add=lambda numbers: 0 if 0 in numbers else sum(numbers))


@wrong("Begins the minor diagonal at cell 0, so that its cells are 0, 3, 6 and 9.")
def minor_from_cell_0(task):
    return all_sums(task, lines=[*ROWS, *COLUMNS, MAJOR, [0, 3, 6, 9]])


@wrong("Does not set the sum back to 0 between the two diagonals, so that the minor one includes the major one.")
def diagonals_added_up(task):
    answers = []
    for board in task["boards"]:
        *others, major, minor = sums(board)
        answers += [*others, major, major + minor]
    return answers


@wrong("Cuts the rows at 0, 1, 2 and 3 and not at 0, 4, 8 and 12.")
def overlapping_rows(task):
    rows = [range(start, start + 4) for start in range(4)]
    return all_sums(task, lines=[*rows, *COLUMNS, MAJOR, MINOR])


@wrong("Leaves the last row out of the columns.")
def columns_of_three(task):
    columns = [column[:3] for column in COLUMNS]
    return all_sums(task, lines=[*ROWS, *columns, MAJOR, MINOR])


@wrong("Ends the sum of a line at its first empty cell.")
def ends_at_empty_cell(task):
    return all_sums(task, add=until_empty)


@wrong("Takes the columns from right to left, and the minor diagonal before the major one.")
def columns_and_diagonals_from_right(task):
    return all_sums(task, lines=[*ROWS, *COLUMNS[::-1], MINOR, MAJOR])


@wrong("Reads the minor diagonal as the last column, and gives each row together with the column of the same number.")
def in_pairs_with_last_column(task):
    pairs = [line for pair in zip(ROWS, COLUMNS) for line in pair]
    return all_sums(task, lines=[*pairs, MAJOR, COLUMNS[3]])


@wrong("Gives the first line of all boards, then the second line of all boards, and so on.")
def line_by_line(task):
    return [item for items in zip(*map(sums, task["boards"])) for item in items]


main(right)
