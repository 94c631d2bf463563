"""Step 14: wrong programs. The value of a position: ten lines, winning sets and a table of pairs (odd, even)."""
from itertools import combinations, combinations_with_replacement

from harness import main, wrong

ROWS = [[4 * r + c for c in range(4)] for r in range(4)]
COLUMNS = [[4 * r + c for r in range(4)] for c in range(4)]
MAJOR = [0, 5, 10, 15]
MINOR = [3, 6, 9, 12]
LINES = ROWS + COLUMNS + [MAJOR, MINOR]

TABLE = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}

WINNING_SETS = [set(four) for four in combinations(range(1, 17), 4) if sum(four) == 34]
WINNING_SETS_TO_15 = [four for four in WINNING_SETS if 16 not in four]
WITH_REPEATS = [set(four) for four in combinations_with_replacement(range(1, 17), 4) if sum(four) == 34]


def in_winning_set(numbers, board):
    return any(four.issuperset(numbers) for four in WINNING_SETS)


def look_up(numbers, table=TABLE):
    odd = sum(n % 2 for n in numbers)
    return table.get((odd, len(numbers) - odd), 0)


def evaluate(board, lines=LINES, possible=in_winning_set, table=TABLE):
    numbers_on = [[board[cell] for cell in line if board[cell]] for line in lines]
    return sum(look_up(numbers, table) for numbers in numbers_on if possible(numbers, board))


def right(task):
    return [evaluate(board) for board in task["boards"]]


@wrong("Leaves out the winning sets: every line is looked up in the table.")
def no_winning_sets(task):
    return [evaluate(board, possible=lambda numbers, board: True) for board in task["boards"]]


@wrong("Turns the sign of the value when the even player is to move.")
def sign_of_the_mover(task):
    values = right(task)
    to_move_is_even = [(16 - board.count(0)) % 2 == 1 for board in task["boards"]]
    return [-value if even else value for value, even in zip(values, to_move_is_even)]


@wrong("Lets a winning set hold the same number twice, such as 10 10 9 5.")
def repeated_numbers(task):
    def possible(numbers, board):
        return any(four.issuperset(numbers) for four in WITH_REPEATS)

    return [evaluate(board, possible=possible) for board in task["boards"]]


@wrong("Accepts a winning set only if its missing numbers are not used elsewhere on the board.")
def only_free_numbers(task):
    def possible(numbers, board):
        used_elsewhere = set(board) - set(numbers)
        return any(four.issuperset(numbers) and not four & used_elsewhere for four in WINNING_SETS)

    return [evaluate(board, possible=possible) for board in task["boards"]]


@wrong("Takes the minor diagonal one cell too far: the cells 4, 7, 10 and 13 in place of 3, 6, 9 and 12.")
def minor_diagonal_shifted(task):
    lines = ROWS + COLUMNS + [MAJOR, [4 * r + 4 - r for r in range(4)]]
    return [evaluate(board, lines) for board in task["boards"]]


@wrong("Swaps two rows of the table: one odd number counts +8 and one even number +4.")
def single_numbers_swapped(task):
    return [evaluate(board, table=TABLE | {(0, 1): 4, (1, 0): 8}) for board in task["boards"]]


@wrong("Gives four even numbers the value +32 in place of -32.")
def four_even_positive(task):
    return [evaluate(board, table=TABLE | {(0, 4): 32}) for board in task["boards"]]


@wrong("Builds the winning sets from 1 to 15 only, and gives 1 odd, 2 even the value +1 and 2 odd, 1 even +16.")
def no_sixteen_and_pairs_swapped(task):
    def possible(numbers, board):
        return any(four.issuperset(numbers) for four in WINNING_SETS_TO_15)

    table = TABLE | {(1, 2): 1, (2, 1): 16}
    return [evaluate(board, possible=possible, table=table) for board in task["boards"]]


@wrong("Completes a line greedily, always with the largest number that still fits, and so misses some winning sets.")
def greedy_completion(task):
    def possible(numbers, board):
        line = set(numbers)
        for number in range(16, 0, -1):
            if len(line) < 4 and number not in line and sum(line) + number <= 34:
                line.add(number)
        return len(line) == 4 and sum(line) == 34

    return [evaluate(board, possible=possible) for board in task["boards"]]


@wrong("Sends the right values as a ranking, from the largest to the smallest, and not in the order of the boards.")
def ranked(task):
    return sorted(right(task), reverse=True)


main(right)
