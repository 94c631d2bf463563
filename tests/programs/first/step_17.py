"""Step 17, minimax: wrong programs for "what is the minimax value of the position?"."""

from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from harness import main, wrong

ROWS = [tuple(range(start, start + 4)) for start in (0, 4, 8, 12)]
COLUMNS = [tuple(range(start, 16, 4)) for start in range(4)]
MAJOR = [(0, 5, 10, 15)]
MINOR = [(3, 6, 9, 12)]
LINES = ROWS + COLUMNS + MAJOR + MINOR
WINNING_SETS = [set(numbers) for numbers in combinations(range(1, 17), 4) if sum(numbers) == 34]
SETS_WITH_REPEATS = [set(numbers) for numbers in combinations_with_replacement(range(1, 17), 4) if sum(numbers) == 34]
# The value of a line by its count of odd and of even numbers.
VALUES = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}


@lru_cache(None)
def in_winning_set(numbers, used):
    return any(numbers <= winning for winning in WINNING_SETS)


@lru_cache(None)
def in_unused_winning_set(numbers, used):
    return any(numbers <= winning and not (winning - numbers) & used for winning in WINNING_SETS)


def in_set_with_repeats(numbers, used):
    return any(numbers <= winning for winning in SETS_WITH_REPEATS)


def sum_at_most_34(numbers, used):
    return sum(numbers) <= 34


def any_numbers(numbers, used):
    return True


def evaluator(lines=LINES, values=VALUES, can_count=in_winning_set, look_at_board=False):
    """The evaluation function with these lines, this table and this condition for a line to count."""

    @lru_cache(None)
    def line_value(content, used):
        numbers = frozenset(content) - {0}
        odd = sum(number % 2 for number in numbers)
        return values.get((odd, len(numbers) - odd), 0) if can_count(numbers, used) else 0

    def evaluate(board):
        used = frozenset(board) if look_at_board else None
        return sum(line_value((board[a], board[b], board[c], board[d]), used) for a, b, c, d in lines)

    return evaluate


def finished(board):
    return 0 not in board or any(sum(line) == 34 and 0 not in line for line in
                                 ([board[cell] for cell in line] for line in LINES))


def odd_to_move(board):
    return board.count(0) % 2 == 0


def children(board):
    numbers = [number for number in range(1, 17) if number % 2 == odd_to_move(board) and number not in board]
    return [board[:cell] + (number,) + board[cell + 1:] for cell in range(16) if board[cell] == 0 for number in numbers]


def minimax(board, depth, evaluate, maximises=odd_to_move):
    @lru_cache(None)
    def value(position, left):
        if left == 0 or finished(position):
            return evaluate(position)
        if left == 1:
            values = map(evaluate, children(position))
        else:
            values = (value(child, left - 1) for child in children(position))
        return max(values) if maximises(position) else min(values)

    return value(tuple(board), depth)


def each(task, depth=None, maximises=odd_to_move, **rule):
    evaluate = evaluator(**rule)
    depth = task["depth"] if depth is None else depth
    return [minimax(board, depth, evaluate, maximises) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Takes the largest value for both players.")
def both_maximise(task):
    return each(task, maximises=lambda position: True)


@wrong("Makes the player to move at the start the maximiser, also if that is the even player.")
def first_player_maximises(task):
    evaluate = evaluator()
    return [minimax(board, task["depth"], evaluate, lambda position: odd_to_move(position) == odd_to_move(board))
            for board in task["boards"]]


@wrong("Searches one ply less than depth says.")
def one_ply_less(task):
    return each(task, depth=task["depth"] - 1)


@wrong("Exchanges the values of a single odd number (4) and a single even number (8).")
def single_numbers_exchanged(task):
    return each(task, values=VALUES | {(0, 1): 4, (1, 0): 8})


@wrong("Lets a winning set hold the same number twice, so that 5, 9 and 10 fit into 5 + 9 + 10 + 10.")
def repeated_numbers(task):
    return each(task, can_count=in_set_with_repeats)


@wrong("Evaluates every line by the table, without asking whether its numbers fit into a winning set.")
def winning_sets_ignored(task):
    return each(task, can_count=any_numbers)


@wrong("Tests only that the sum of a line is at most 34, not that its numbers fit into a winning set.")
def sum_at_most(task):
    return each(task, can_count=sum_at_most_34)


@wrong("Lets a line count only if the missing numbers of its winning set are still unused, and leaves out the minor "
       "diagonal.")
def unused_only_and_no_minor(task):
    return each(task, lines=ROWS + COLUMNS + MAJOR, can_count=in_unused_winning_set, look_at_board=True)


@wrong("Exchanges the rows 1 odd, 2 even and 2 odd, 1 even of the table, and leaves out the last column.")
def rows_exchanged_and_no_last_column(task):
    return each(task, lines=ROWS + COLUMNS[:-1] + MAJOR + MINOR, values=VALUES | {(1, 2): 1, (2, 1): 16})


@wrong("Sends the four values in ascending order instead of in the order of the boards.")
def values_sorted(task):
    return sorted(right(task))


main(right)
