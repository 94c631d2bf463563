"""Step 17: wrong programs. Minimax with the evaluation of step 14."""
from functools import cache
from itertools import combinations

from harness import main, wrong

ROWS = [[4 * i + j for j in range(4)] for i in range(4)]
COLUMNS = [[4 * j + i for j in range(4)] for i in range(4)]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
SETS = [set(c) for c in combinations(range(1, 17), 4) if sum(c) == 34]
TABLE = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}
INFINITY = 10**6


@cache
def line_value(cells):
    numbers = [n for n in cells if n]
    if not any(s.issuperset(numbers) for s in SETS):
        return 0
    odd = sum(n % 2 for n in numbers)
    return TABLE.get((odd, len(numbers) - odd), 0)


def evaluate(board, lines=LINES):
    return sum(line_value(tuple([board[c] for c in line])) for line in lines)


def has_win(board):
    return any(board[a] + board[b] + board[c] + board[d] == 34 and board[a] and board[b] and board[c] and board[d] for a, b, c, d in LINES)


def has_sum_34(board):
    return any(board[a] + board[b] + board[c] + board[d] == 34 for a, b, c, d in LINES)


def odd_moves(board):
    return board.count(0) % 2 == 0


def children(board):
    """The boards after all legal moves."""
    first = 1 if odd_moves(board) else 2
    unused = [n for n in range(first, 17, 2) if n not in board]
    return [board[:c] + [n] + board[c + 1:] for c in range(16) if not board[c] for n in unused]


def search(board, depth, value=evaluate, won=has_win, maximises=lambda board, depth: odd_moves(board),
           moves=children, start=INFINITY, win_value=None, one_counter=False):
    """The minimax value. `start` is the size of the first "best" value, before any move has been looked at."""
    if won(board):
        return value(board) if win_value is None else win_value(board)
    if depth <= 0 or 0 not in board:
        return value(board)
    maximise = maximises(board, depth)
    best = -start if maximise else start
    for child in moves(board):
        depth -= one_counter
        result = search(child, depth if one_counter else depth - 1, value, won, maximises, moves, start, win_value, one_counter)
        best = max(best, result) if maximise else min(best, result)
    return best


def right(task, **changes):
    return [search(board, task["depth"], **changes) for board in task["boards"]]


@wrong("Starts the best value at 0 in every search: the largest value cannot be below 0 and the smallest not above 0.")
def best_starts_at_zero(task):
    return right(task, start=0)


@wrong("Takes a line with the sum 34 for the end of the game even if one of its cells is empty.")
def three_numbers_finish(task):
    return right(task, won=has_sum_34)


@wrong("Lets the plies left decide who maximises (an odd number of plies: the largest value), not the player to move.")
def depth_decides_who_maximises(task):
    return right(task, maximises=lambda board, depth: depth % 2 == 1)


@wrong("Lets each player make the move with the best evaluation right after it, and evaluates where that leads, instead of searching.")
def greedy_play(task):
    answers = []
    for board in task["boards"]:
        for _ in range(task["depth"]):
            if has_win(board) or 0 not in board:
                break
            board = (max if odd_moves(board) else min)(children(board), key=evaluate)
        answers.append(evaluate(board))
    return answers


@wrong("Sets the best values to minus and plus infinity once, before the loop over the boards, so that a board can get the value of an earlier one.")
def best_kept_between_boards(task):
    answers, largest, smallest = [], -INFINITY, INFINITY
    for board, value in zip(task["boards"], right(task)):
        if not has_win(board) and 0 in board:
            if odd_moves(board):
                value = largest = max(largest, value)
            else:
                value = smallest = min(smallest, value)
        answers.append(value)
    return answers


@wrong("Writes depth -= 1 inside the loop over the moves, so that each further move of a position is searched one ply less deep.")
def depth_shared_by_moves(task):
    return right(task, one_counter=True)


@wrong("Removes the number from the list of unused numbers and appends it again while looping over that list, so that some numbers are skipped and others tried twice.")
def list_changed_in_loop(task):
    def moves(board, lists):
        unused = lists[odd_moves(board)]
        for cell in [c for c in range(16) if not board[c]]:
            for number in unused:
                unused.remove(number)
                yield board[:cell] + [number] + board[cell + 1:]
                unused.append(number)

    answers = []
    for board in task["boards"]:
        lists = [[n for n in range(first, 17, 2) if n not in board] for first in (2, 1)]
        answers.append(search(board, task["depth"], moves=lambda b: moves(b, lists)))
    return answers


@wrong("Gives a game that odd has won the value 1000 and one that even has won −1000, and leaves the minor diagonal out of the evaluation.")
def win_bonus_and_no_minor(task):
    return right(task, value=lambda board: evaluate(board, LINES[:-1]), win_value=lambda board: 1000 if not odd_moves(board) else -1000)


@wrong("Lets both players choose the largest value, and plays on after a win.")
def both_maximise_and_play_on(task):
    return right(task, maximises=lambda board, depth: True, won=lambda board: False)


@wrong("Answers the boards with the odd player to move first and then those of the even player, instead of in the given order.")
def grouped_by_player(task):
    pairs = sorted(zip(task["boards"], right(task)), key=lambda pair: not odd_moves(pair[0]))
    return [value for _, value in pairs]


main(right)
