"""Step 17: wrong programs. The minimax value of a position."""
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
def line_value(four, top, swap):
    numbers = set(four) - {0}
    odd = sum(n % 2 for n in numbers)
    even = len(numbers) - odd
    if any(numbers <= group for group in WINNING if max(group) <= top):
        return VALUES.get((even, odd) if swap else (odd, even), 0)
    return 0


def evaluate(board, top=16, swap=False):
    return sum(line_value(tuple(board[cell] for cell in line), top, swap) for line in LINES)


def won(board, lines=LINES):
    return any(sum(four) == 34 and all(four) for four in ([board[cell] for cell in line] for line in lines))


def odd_to_move(board):
    return board.count(0) % 2 == 0


def search(board, depth, value=evaluate, finished=won, odd_best=max, even_best=min, forget=True, turn=odd_to_move):
    """The value of the board; `forget` takes a number back after a move, `turn` says whether odd is to move."""
    used = set(board)

    def look(depth):
        if depth == 0 or 0 not in board or finished(board):
            return value(board)
        odd, values = turn(board), []
        for cell in range(16):
            for number in range(1 if odd else 2, 17, 2):
                if board[cell] == 0 and number not in used:
                    board[cell] = number
                    used.add(number)
                    values.append(look(depth - 1))
                    board[cell] = 0
                    if forget:
                        used.remove(number)
        best = odd_best if odd else even_best
        return best(values) if values else value(board)

    return look(depth)


def values(task, less=0, **changes):
    return [search(list(board), task["depth"] - less, **changes) for board in task["boards"]]


def right(task):
    return values(task)


@wrong("Lets both players choose the largest value.")
def both_maximise(task):
    return values(task, even_best=max)


@wrong("Always lets the player to move at the start choose the largest value, and the other one the smallest.")
def first_mover_maximises(task):
    return [search(list(board), task["depth"], **({} if odd_to_move(board) else {"odd_best": min, "even_best": max}))
            for board in task["boards"]]


@wrong("Searches one ply less than asked for.")
def one_ply_less(task):
    return values(task, less=1)


@wrong("Searches on after a line has been won.")
def won_board_searched_on(task):
    return values(task, finished=lambda board: False)


@wrong("Does not change the turn during the search: the player to move at the start makes all moves.")
def turn_never_changes(task):
    return [search(list(board), task["depth"], turn=lambda later, mover=odd_to_move(board): mover)
            for board in task["boards"]]


@wrong("Starts the search for the smallest value with 0, so that it is never positive.")
def smallest_starts_at_zero(task):
    return values(task, even_best=lambda found: min([0, *found]))


@wrong("Takes back the cell after a move, but not the number, which stays used.")
def number_not_taken_back(task):
    return values(task, forget=False)


@wrong("Lists the winning sets with the numbers 1 to 15 only.")
def sets_without_sixteen(task):
    return values(task, value=lambda board: evaluate(board, top=15))


@wrong("Reads the pairs of the table as even and odd, and searches one ply less.")
def pairs_swapped_one_less(task):
    return values(task, less=1, value=lambda board: evaluate(board, swap=True))


@wrong("Gives the value as the player to move sees it, with the sign turned round for the even player.")
def seen_by_mover(task):
    return [value if odd_to_move(board) else -value for value, board in zip(right(task), task["boards"])]


main(right)
