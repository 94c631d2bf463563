"""Step 17: wrong programs. Minimax: the value of each board, `depth` plies deep."""

from functools import lru_cache
from itertools import combinations

from harness import main, wrong

ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
LINES = [*ROWS, *COLUMNS, [0, 5, 10, 15], [3, 6, 9, 12]]
ROWS_AND_COLUMNS = slice(8)
THROUGH = [[number for number, line in enumerate(LINES) if cell in line] for cell in range(16)]
TABLE = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}
SWAPPED = TABLE | {(1, 2): 1, (2, 1): 16}


def mask(numbers):
    """A set of numbers as the bits of one number; 0, for an empty cell, is left out."""
    return sum([1 << number for number in numbers if number])


ODD = mask(range(1, 17, 2))
FOURS = [four for four in combinations(range(1, 17), 4) if sum(four) == 34]
SETS = {mask(four) for four in FOURS}
PARTS = {mask(some) for four in FOURS for size in range(5) for some in combinations(four, size)}
"""The lines that are, or can still become, a winning set."""


class Board:
    """The numbers of each line, as masks, and the cells that are empty."""

    __slots__ = "lines", "empty"

    def __init__(self, lines, empty):
        self.lines, self.empty = lines, empty

    def used(self):
        """The numbers on the board: those of its four rows."""
        first, second, third, fourth, *_ = self.lines
        return first | second | third | fourth

    def after(self, cell, numbers):
        """The boards with each of the numbers on the cell."""
        empty = [other for other in self.empty if other != cell]
        boards = []
        for number in numbers:
            lines = self.lines.copy()
            for line in THROUGH[cell]:
                lines[line] |= 1 << number
            boards.append(Board(lines, empty))
        return boards


def boards(task):
    """The boards of a task."""
    return [Board([mask([board[cell] for cell in line]) for line in LINES], [cell for cell in range(16) if board[cell] == 0])
            for board in task["boards"]]


@lru_cache(maxsize=None)
def completions(line):
    """The winning sets that contain all numbers of a line, without these numbers."""
    return [four & ~line for four in SETS if four & line == line]


def pair(line):
    return (line & ODD).bit_count(), (line & ~ODD).bit_count()


class Values(dict):
    """The values of lines by a table; those that cannot become a winning set are worth 0."""

    def __init__(self, table):
        self.table = table

    def __missing__(self, line):
        self[line] = value = self.table.get(pair(line), 0) if line in PARTS else 0
        return value


VALUES, SWAPPED_VALUES = Values(TABLE), Values(SWAPPED)


def evaluate(board, lines=slice(None), values=VALUES):
    return sum(map(values.__getitem__, board.lines[lines]))


def won(board):
    return not SETS.isdisjoint(board.lines)


def odd_to_move(board):
    return len(board.empty) % 2 == 0


def moves(board, odd=None):
    """The boards after all legal moves, cell by cell; `odd` may replace the turn."""
    if odd is None:
        odd = odd_to_move(board)
    used = board.used()
    numbers = [number for number in range(1 if odd else 2, 17, 2) if not used >> number & 1]
    return [after for cell in board.empty for after in board.after(cell, numbers)]


def minimax(board, depth, evaluate=evaluate, won=won, moves=moves, maximizes=odd_to_move, start=()):
    """The value of a board; `start` is compared with the values of the moves."""
    if depth == 0 or not board.empty or won(board):
        return evaluate(board)
    best = max if maximizes(board) else min
    values = [minimax(after, depth - 1, evaluate, won, moves, maximizes, start) for after in moves(board)]
    return best([*start, *values])


def solve(task, **rule):
    return [minimax(board, task["depth"], **rule) for board in boards(task)]


def right(task):
    return solve(task)


@wrong("Both players choose the largest value.")
def both_maximise(task):
    return solve(task, maximizes=lambda board: True)


@wrong("The depth is off by one: the boards are evaluated one ply too early.")
def one_ply_less(task):
    return [minimax(board, task["depth"] - 1) for board in boards(task)]


@wrong("A won board is searched on, as if the players went on moving.")
def plays_on_after_a_win(task):
    return solve(task, won=lambda board: False)


@wrong("The turn does not change during the search: the player to move at the start makes all the moves.")
def same_player_moves_on(task):
    def value(start):
        odd = odd_to_move(start)
        return minimax(start, task["depth"], moves=lambda board: moves(board, odd), maximizes=lambda board: odd)

    return [value(board) for board in boards(task)]


@wrong("On each cell only the smallest unused number of the player to move is tried.")
def smallest_number_only(task):
    def one_a_cell(board):
        after = moves(board)
        return after[:: len(after) // len(board.empty)]

    return solve(task, moves=one_a_cell)


@wrong("The best value so far starts at 0 for both players, so that it never falls below 0 for odd or rises above 0 for even.")
def best_starts_at_zero(task):
    return solve(task, start=[0])


@wrong("In the evaluation, the missing numbers of a winning set have to be still unused on the board.")
def missing_numbers_unused(task):
    def evaluate_unused(board):
        unused = ~board.used()
        return sum([VALUES[line] for line in board.lines
                    if VALUES[line] and any([missing & unused == missing for missing in completions(line)])])

    return solve(task, evaluate=evaluate_unused)


@wrong("The player to move at the start always maximises, and the values of the pairs 1, 2 and 2, 1 are interchanged.")
def starter_maximises_two_pairs_swapped(task):
    def value(start):
        return minimax(start, task["depth"], evaluate=lambda board: evaluate(board, values=SWAPPED_VALUES),
                       maximizes=lambda board: odd_to_move(board) == odd_to_move(start))

    return [value(board) for board in boards(task)]


@wrong("A won board counts 1000 for odd or −1000 for even instead of its evaluation, and the evaluation lacks the diagonals.")
def bonus_for_win_no_diagonals(task):
    def evaluate_with_bonus(board):
        if won(board):
            return -1000 if odd_to_move(board) else 1000
        return evaluate(board, lines=ROWS_AND_COLUMNS)

    return solve(task, evaluate=evaluate_with_bonus)


@wrong("The value is given from the side of the player to move, so that its sign is turned when that is the even player.")
def side_of_player_to_move(task):
    return [value if odd_to_move(board) else -value for board, value in zip(boards(task), right(task))]


main(right)
