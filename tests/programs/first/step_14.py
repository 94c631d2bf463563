"""Step 14: wrong programs. The value of a board is the sum of the values of its ten lines."""

from itertools import combinations

from harness import main, wrong

ROWS = [[4 * row + column for column in range(4)] for row in range(4)]
COLUMNS = [[4 * row + column for row in range(4)] for column in range(4)]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
WINNING = [set(four) for four in combinations(range(1, 17), 4) if sum(four) == 34]

# The value for each pair of odd and even numbers.
TABLE = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}
# Each of the following differs from the table in one thing.
TABLE_EVEN_ODD = {(odd, even): value for (even, odd), value in TABLE.items()}
TABLE_WITHOUT_1_1 = {pair: value for pair, value in TABLE.items() if pair != (1, 1)}
TABLE_4_AND_8_EXCHANGED = TABLE | {(0, 1): 4, (1, 0): 8}


def winnable(numbers, board):
    return any(set(numbers) <= four for four in WINNING)


def winnable_with_free_numbers(numbers, board):
    placed_elsewhere = set(board) - set(numbers)
    return any(set(numbers) <= four and not placed_elsewhere & four for four in WINNING)


def full_line_checked(numbers, board):
    return len(numbers) < 4 or sum(numbers) == 34


def winnable_or_fourth_in_range(numbers, board):
    return 1 <= 34 - sum(numbers) <= 16 if len(numbers) == 3 else winnable(numbers, board)


def evens(numbers, cells):
    return sum(number % 2 == 0 for number in numbers)


def evens_and_empty(numbers, cells):
    return evens(cells, cells)


def value(board, lines=LINES, table=TABLE, winnable=winnable, evens=evens):
    total = 0
    for line in lines:
        cells = [board[cell] for cell in line]
        numbers = [number for number in cells if number != 0]
        if winnable(numbers, board):
            total += table.get((sum(number % 2 for number in numbers), evens(numbers, cells)), 0)
    return total


def solve(task, **mistake):
    return [value(board, **mistake) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Counts empty cells as even numbers.")
def empty_is_even(task):
    return solve(task, evens=evens_and_empty)


@wrong("Asks only that the sum of the line is at most 34, not that a winning set contains its numbers.")
def sum_at_most_34(task):
    return solve(task, winnable=lambda numbers, board: sum(numbers) <= 34)


@wrong("Reads the pairs of the table as even and odd instead of odd and even.")
def pairs_read_even_odd(task):
    return solve(task, table=TABLE_EVEN_ODD)


@wrong("Counts a line 0 also when the numbers that would complete it stand elsewhere on the board.")
def placed_elsewhere(task):
    return solve(task, winnable=winnable_with_free_numbers)


@wrong("Lacks the row of the table for one odd and one even number.")
def no_value_for_1_1(task):
    return solve(task, table=TABLE_WITHOUT_1_1)


@wrong("Gives the value for the player to move, so it has the wrong sign when the even player is to move.")
def for_the_player_to_move(task):
    return [value(board) * (-1 if sum(map(bool, board)) % 2 else 1) for board in task["boards"]]


@wrong("Asks for three numbers only that the missing one is from 1 to 16, even if it is on the line already.")
def fourth_not_compared(task):
    return solve(task, winnable=winnable_or_fourth_in_range)


@wrong("Exchanges the values 8 and 4 of a single number, and reads the minor diagonal as 3, 7, 11, 15.")
def exchanged_and_minor_is_last_column(task):
    return solve(task, table=TABLE_4_AND_8_EXCHANGED, lines=[*ROWS, *COLUMNS, MAJOR, COLUMNS[3]])


@wrong("Checks only full lines for the sum 34, and leaves out the two diagonals.")
def full_lines_checked_without_diagonals(task):
    return solve(task, winnable=full_line_checked, lines=[*ROWS, *COLUMNS])


@wrong("Sends the right values sorted, the best for the odd player first.")
def best_first(task):
    return sorted(right(task), reverse=True)


main(right)
