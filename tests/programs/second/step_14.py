"""Step 14: wrong programs. Evaluate a position: the sum of the values of its ten lines."""

from itertools import combinations

from harness import main, wrong

ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
SETS = [set(four) for four in combinations(range(1, 17), 4) if sum(four) == 34]
TABLE = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}


def in_a_winning_set(numbers, board):
    return any(four.issuperset(numbers) for four in SETS)


def pair(line):
    """How many odd and how many even numbers lie on the line."""
    numbers = [number for number in line if number]
    odd = sum(number % 2 for number in numbers)
    return odd, len(numbers) - odd


def evaluate(board, lines=LINES, table=TABLE, possible=in_a_winning_set, pair=pair):
    value = 0
    for line in lines:
        cells = [board[cell] for cell in line]
        if possible({number for number in cells if number}, board):
            value += table.get(pair(cells), 0)
    return value


def solve(task, **rule):
    return [evaluate(board, **rule) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Empty cells are counted as even numbers.")
def empty_cells_are_even(task):
    def pair_of_all_cells(line):
        odd = sum(number % 2 for number in line)
        return odd, 4 - odd

    return solve(task, pair=pair_of_all_cells)


@wrong("The winning sets are left out: every line gets the value of its pair.")
def no_winning_sets(task):
    return solve(task, possible=lambda numbers, board: True)


@wrong("Instead of looking for a winning set, it is only checked that the sum of the line is at most 34.")
def sum_at_most_34(task):
    return solve(task, possible=lambda numbers, board: sum(numbers) <= 34)


@wrong("The missing numbers of a winning set have to be still unused on the board.")
def missing_numbers_unused(task):
    def possible(numbers, board):
        return any(four.issuperset(numbers) and not (four - numbers) & set(board) for four in SETS)

    return solve(task, possible=possible)


@wrong("A line with one even number only counts −8 instead of +8.")
def one_even_number_negative(task):
    return solve(task, table=TABLE | {(0, 1): -8})


@wrong("The minor diagonal is read as 3, 7, 11, 15, so that the last column counts twice.")
def last_column_as_diagonal(task):
    return solve(task, lines=[*ROWS, *COLUMNS, MAJOR, COLUMNS[3]])


@wrong("Full lines are not checked: four numbers count by their pair even if their sum is not 34.")
def full_lines_unchecked(task):
    return solve(task, possible=lambda numbers, board: len(numbers) == 4 or in_a_winning_set(numbers, board))


@wrong("The diagonals are missing, and the values of the pairs 1, 2 and 2, 1 are interchanged.")
def no_diagonals_two_pairs_swapped(task):
    return solve(task, lines=ROWS + COLUMNS, table=TABLE | {(1, 2): 1, (2, 1): 16})


@wrong("The row 1, 1 of the table is forgotten, and the value is negated when the even player is to move.")
def row_missing_and_sign_of_player(task):
    values = solve(task, table=TABLE | {(1, 1): 0})
    return [-value if sum(map(bool, board)) % 2 else value for board, value in zip(task["boards"], values)]


@wrong("The values are sorted, the best for the odd player first, instead of given in the order of the boards.")
def sorted_values(task):
    return sorted(right(task), reverse=True)


main(right)
