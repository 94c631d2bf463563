"""Step 16: wrong programs. A move that wins at once."""
from harness import main, wrong

ROWS = [range(n, n + 4) for n in (0, 4, 8, 12)]
COLUMNS = [range(n, 16, 4) for n in range(4)]
MAJOR, MINOR = range(0, 16, 5), range(3, 13, 3)
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def free(board, mover=None, top=16):
    """The unused numbers of the player to move: 1 for odd, 0 for even."""
    mover = (sum(map(bool, board)) + 1) % 2 if mover is None else mover
    return [n for n in range(1, top + 1) if n % 2 == mover and n not in board]


def wins(board, numbers=None, lines=LINES, place=lambda line, n: line[n]):
    """All winning moves, in the order of the lines."""
    numbers = free(board) if numbers is None else numbers
    for line in lines:
        values = [board[cell] for cell in line]
        if values.count(0) == 1 and 34 - sum(values) in numbers:
            yield place(line, values.index(0)), 34 - sum(values)


def write(moves):
    return next((f"{cell}:{number}" for cell, number in moves), "-")


def right(task):
    return [write(wins(board)) for board in task["boards"]]


@wrong("Takes any unused number, also one of the other player.")
def any_unused_number(task):
    return [write(wins(board, free(board, 0) + free(board, 1))) for board in task["boards"]]


@wrong("Does not check whether the missing number is used already.")
def used_not_checked(task):
    return [write(wins(board, range(1 + sum(map(bool, board)) % 2, 17, 2))) for board in task["boards"]]


@wrong("Leaves out the minor diagonal.")
def minor_missing(task):
    return [write(wins(board, lines=LINES[:9])) for board in task["boards"]]


@wrong("Gives a winning move of the other player.")
def other_player(task):
    return [write(wins(board, free(board, sum(map(bool, board)) % 2))) for board in task["boards"]]


@wrong("The numbers stop at 15, so that a win with 16 is not found.")
def sixteen_missing(task):
    return [write(wins(board, free(board, top=15))) for board in task["boards"]]


@wrong("Looks only at the first line with three numbers.")
def first_line_only(task):
    answers = []
    for board in task["boards"]:
        lines = [line for line in LINES if [board[cell] for cell in line].count(0) == 1]
        answers.append(write(wins(board, lines=lines[:1])))
    return answers


@wrong("Has copied the loop of the rows for the columns, so that a win in a column is given a cell of a row.")
def column_cell_from_row_loop(task):
    def place(line, n):
        return line[0] * 4 + n if line in COLUMNS else line[n]

    return [write(wins(board, place=place)) for board in task["boards"]]


@wrong("Does not empty the set of used numbers for a new board.")
def used_not_reset(task):
    used, answers = set(), []
    for board in task["boards"]:
        used |= set(board)
        answers.append(write(wins(board, set(free(board)) - used)))
    return answers


@wrong("Leaves out the diagonals, and takes any unused number, also one of the other player.")
def straight_any_number(task):
    return [write(wins(board, free(board, 0) + free(board, 1), lines=LINES[:8]))
            for board in task["boards"]]


@wrong("Counts the cells down the columns instead of along the rows when the move is written.")
def cells_by_column(task):
    return [write(wins(board, place=lambda line, n: line[n] % 4 * 4 + line[n] // 4)) for board in task["boards"]]


main(right)
