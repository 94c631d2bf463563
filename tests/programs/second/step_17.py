"""Step 17: wrong programs. The minimax value of a position, `depth` plies deep."""
from functools import lru_cache
from itertools import combinations

from harness import main, wrong

ROWS = [[4 * r + c for c in range(4)] for r in range(4)]
COLUMNS = [[4 * r + c for r in range(4)] for c in range(4)]
LINES = ROWS + COLUMNS + [[0, 5, 10, 15], [3, 6, 9, 12]]
TABLE = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}
SWAPPED_TABLE = TABLE | {(1, 2): 1, (2, 1): 16}
WINNING_SETS = [set(four) for four in combinations(range(1, 17), 4) if sum(four) == 34]


@lru_cache(None)
def pair(numbers):
    """How many odd and how many even numbers lie on a line, or None if it can never be won."""
    placed = [n for n in numbers if n]
    if not any(four.issuperset(placed) for four in WINNING_SETS):
        return None
    odd = sum(n % 2 for n in placed)
    return odd, len(placed) - odd


def evaluate(board, lines=LINES, table=TABLE):
    return sum(table.get(pair(tuple(board[cell] for cell in line)), 0) for line in lines)


def is_won(board):
    lines = ([board[cell] for cell in line] for line in LINES)
    return any(0 not in numbers and sum(numbers) == 34 for numbers in lines)


def is_finished(board):
    return 0 not in board or is_won(board)


def odd_to_move(board):
    return (16 - board.count(0)) % 2 == 0


def own_numbers(board, odd):
    return [n for n in range(1 if odd else 2, 17, 2) if n not in board]


class Search:
    """The right search. Each wrong program replaces one or two of its parts."""

    def __init__(self, odd=odd_to_move, evaluate=evaluate, finished=is_finished, numbers=own_numbers, best_for_even=min):
        self.odd, self.evaluate, self.finished, self.numbers = odd, evaluate, finished, numbers
        self.best_for_even = best_for_even

    def after_each_move(self, board, odd):
        for cell in (cell for cell in range(16) if board[cell] == 0):
            for number in self.numbers(board, odd):
                yield board[:cell] + [number] + board[cell + 1 :]

    def value(self, board, depth):
        if depth == 0 or self.finished(board):
            return self.evaluate(board)
        return self.best_of_moves(board, depth)

    def best_of_moves(self, board, depth):
        odd = self.odd(board)
        values = [self.value(after, depth - 1) for after in self.after_each_move(board, odd)]
        best = max if odd else self.best_for_even
        return best(values) if values else self.evaluate(board)


class FourBestMoves(Search):
    def after_each_move(self, board, odd):
        return sorted(super().after_each_move(board, odd), key=self.evaluate, reverse=odd)[:4]


def each(task, **parts):
    return [Search(**parts).value(board, task["depth"]) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Lets both players choose the largest value.")
def both_maximise(task):
    return each(task, best_for_even=max)


@wrong("Gives a won position a value for the win, +1000 for odd and -1000 for even, in place of its evaluation.")
def bonus_for_a_win(task):
    def with_bonus(board):
        if is_won(board):
            return -1000 if odd_to_move(board) else 1000
        return evaluate(board)

    return each(task, evaluate=with_bonus)


@wrong("Does not see that a board of the task is already won: it makes a move there. Later positions are tested.")
def start_not_tested(task):
    search, depth = Search(), task["depth"]
    return [search.best_of_moves(board, depth) for board in task["boards"]]


@wrong("Lets both players place any unused number, odd or even.")
def any_number(task):
    return each(task, numbers=lambda board, odd: [n for n in range(1, 17) if n not in board])


@wrong("Lets a player place only the smallest unused number, as if the numbers had to come in rising order.")
def smallest_number_only(task):
    return each(task, numbers=lambda board, odd: own_numbers(board, odd)[:1])


@wrong("Searches on only from the four moves with the best evaluation for the player, to save time.")
def four_best_moves(task):
    return [FourBestMoves().value(board, task["depth"]) for board in task["boards"]]


@wrong("Takes a line of two or three numbers with the sum 34 for the end of the game as well.")
def short_lines_end_the_game(task):
    def finished(board):
        return 0 not in board or any(sum(board[cell] for cell in line) == 34 for line in LINES)

    return each(task, finished=finished)


@wrong("Searches one ply too few, and gives 1 odd, 2 even the value +1 and 2 odd, 1 even the value +16.")
def one_ply_too_few_pairs_swapped(task):
    search = Search(evaluate=lambda board: evaluate(board, table=SWAPPED_TABLE))
    return [search.value(board, task["depth"] - 1) for board in task["boards"]]


@wrong("Has even to move when the count of numbers is even, and leaves the diagonals out of the evaluation.")
def turn_reversed_no_diagonals(task):
    return each(
        task,
        odd=lambda board: not odd_to_move(board),
        evaluate=lambda board: evaluate(board, lines=ROWS + COLUMNS),
    )


@wrong("Sends first the values of the boards where odd is to move and then those where even is, not in the order of the boards.")
def grouped_by_side(task):
    boards = sorted(task["boards"], key=odd_to_move, reverse=True)
    return each(task | {"boards": boards})


main(right)
