"""Step 14: wrong programs. The value of a position."""
from functools import cache
from itertools import combinations

from harness import main, wrong

ROWS = [range(n, n + 4) for n in (0, 4, 8, 12)]
COLUMNS = [range(n, 16, 4) for n in range(4)]
MAJOR, MINOR = range(0, 16, 5), range(3, 13, 3)
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
VALUES = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}
WINNING = [set(group) for group in combinations(range(1, 17), 4) if sum(group) == 34]


@cache
def possible(numbers):
    return any(numbers <= group for group in WINNING)


def evaluate(board, lines=LINES, values=VALUES, counts=lambda board, numbers: possible(numbers)):
    total = 0
    for line in lines:
        numbers = frozenset(board[cell] for cell in line) - {0}
        odd = sum(n % 2 for n in numbers)
        if counts(board, numbers):
            total += values.get((odd, len(numbers) - odd), 0)
    return total


def evaluations(task, **changes):
    return [evaluate(board, **changes) for board in task["boards"]]


def right(task):
    return evaluations(task)


@wrong("Leaves out the winning sets, so that a line that cannot be won still gets a value.")
def every_line_counts(task):
    return evaluations(task, counts=lambda board, numbers: True)


@wrong("Asks only whether the sum of a line is at most 34.")
def sum_at_most_34(task):
    return evaluations(task, counts=lambda board, numbers: sum(numbers) <= 34)


@wrong("Wants the missing numbers of the winning set to be free on the board.")
def missing_must_be_free(task):
    return evaluations(task, counts=lambda board, numbers: any(
        numbers <= group and not (group - numbers) & set(board) for group in WINNING))


@wrong("Lists the winning sets with the numbers 1 to 15 only.")
def sets_without_sixteen(task):
    return evaluations(task, counts=lambda board, numbers: any(
        numbers <= group for group in WINNING if 16 not in group))


@wrong("Reads the pairs of the table as even and odd.")
def pairs_swapped(task):
    return evaluations(task, values={(odd, even): value for (even, odd), value in VALUES.items()})


@wrong("The row for one odd and one even number was forgotten when the table was typed.")
def row_forgotten(task):
    return evaluations(task, values=VALUES | {(1, 1): 0})


@wrong("Turns the sign round when the even player is to move.")
def sign_of_mover(task):
    return [-value if sum(map(bool, board)) % 2 else value for value, board in zip(right(task), task["boards"])]


@wrong("Takes every third cell from 3 to the end for the minor diagonal, so that cell 15 belongs to it as well.")
def minor_has_five_cells(task):
    return evaluations(task, lines=[*LINES[:9], range(3, 16, 3)])


@wrong("Leaves out the diagonals, and typed +32 for four even numbers.")
def no_diagonals_and_sign(task):
    return evaluations(task, lines=LINES[:8], values=VALUES | {(0, 4): 32})


@wrong("Sends the right values in ascending order.")
def ascending(task):
    return sorted(right(task))


main(right)
