"""Step 18: wrong programs. Endgame: the result with best play and a move that keeps it."""
from harness import main, wrong

ROWS = [[4 * i + j for j in range(4)] for i in range(4)]
COLUMNS = [[4 * j + i for j in range(4)] for i in range(4)]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def has_win(board, lines=LINES):
    return any(all(board[c] for c in line) and sum(board[c] for c in line) == 34 for line in lines)


def odd_moves(board):
    return board.count(0) % 2 == 0


def last_player(board):
    return -1 if odd_moves(board) else 1


def moves(board):
    first = 1 if odd_moves(board) else 2
    numbers = [n for n in range(first, 17, 2) if n not in board]
    return [(c, n) for c in range(16) if not board[c] for n in numbers]


def play(board, move):
    return board[: move[0]] + (move[1],) + board[move[0] + 1:]


class Search:
    """A complete search. Results are 1 (odd wins), 0 (draw) and -1 (even wins)."""

    def __init__(self, lines=LINES, full_is_draw=False, plays_on=False, plies=99, no_win=None, key=lambda board: board, legal=moves):
        self.lines, self.full_is_draw, self.plays_on, self.plies = lines, full_is_draw, plays_on, plies
        self.no_win, self.key, self.legal, self.memory = no_win, key, legal, {}
        self.last_stored = None

    def final(self, board):
        """The result of a finished game, or None."""
        full = 0 not in board
        if full and self.full_is_draw:
            return 0
        if has_win(board, self.lines) and (full or not self.plays_on):
            return last_player(board)
        return (self.no_win(board) if self.no_win else 0) if full else None

    def result(self, board, depth=0):
        final = self.final(board)
        if final is not None:
            return final
        if depth == self.plies:
            return 0
        key = (self.key(board), depth)
        if key not in self.memory:
            side, best = (1 if odd_moves(board) else -1), None
            for move in self.legal(board):
                result = self.result(play(board, move), depth + 1)
                if best is None or result * side > best * side:
                    best, self.last_stored = result, move
                if best == side:
                    break
            self.memory[key] = 0 if best is None else best
        return self.memory[key]

    def choose(self, board):
        """The result and the first move that keeps it."""
        side = 1 if odd_moves(board) else -1
        results = [(self.result(play(board, move), 1) * side, move) for move in self.legal(board)]
        best, move = max(results, key=lambda pair: pair[0])
        return best * side, move


def item(result, move):
    return f"{('draw', 'odd', 'even')[result]} {move[0]}:{move[1]}"


def boards_of(task):
    return [tuple(board) for board in task["boards"]]


def right(task, **changes):
    return [item(*Search(**changes).choose(board)) for board in boards_of(task)]


@wrong("Calls a full board a draw before looking at its lines, so that the last move can never win.")
def full_board_is_draw(task):
    return right(task, full_is_draw=True)


@wrong("Searches three moves ahead only and calls every game that is not finished then a draw.")
def three_moves_ahead(task):
    return right(task, plies=3)


@wrong("Searches with true and false only: a position that the player to move cannot win counts as won by the opponent, so that there is no draw.")
def no_draws(task):
    def no_win(board):
        # The result of the full board is "false" for the player who would have to move next.
        return last_player(board)

    return right(task, no_win=no_win)


@wrong("Always takes the move that is best for the odd player at the root, also when the even player is to move.")
def root_always_for_odd(task):
    answers = []
    for board in boards_of(task):
        search = Search()
        answers.append(item(*max(((search.result(play(board, move), 1), move) for move in moves(board)), key=lambda pair: pair[0])))
    return answers


@wrong("Keeps the best move in one variable for all levels of the recursion, so that a deeper level overwrites the move of the root.")
def one_variable_for_the_move(task):
    answers = []
    for board in boards_of(task):
        search = Search()
        result = search.result(board)
        answers.append(item(result, search.last_stored))
    return answers


@wrong("Plays on after a line of 34 until the board is full, and then names the player who moved last, if there is such a line anywhere.")
def plays_on_after_win(task):
    return right(task, plays_on=True)


@wrong("Stores results under the empty cells and the numbers left only, so that positions with the same numbers on other cells share a result.")
def coarse_key(task):
    return right(task, key=lambda board: (tuple(c for c in range(16) if not board[c]), frozenset(board)))


@wrong("Makes the minor diagonal with range(3, 12, 3), which has the cells 3, 6 and 9 only, and sends the first legal move with the result.")
def short_minor_and_first_move(task):
    lines = [*LINES[:-1], range(3, 12, 3)]
    return [item(Search(lines=lines).choose(board)[0], moves(board)[0]) for board in boards_of(task)]


@wrong("Looks two moves ahead only, and takes the even numbers from range(2, 16, 2), without the 16.")
def two_moves_ahead_without_16(task):
    return right(task, plies=2, legal=lambda board: [move for move in moves(board) if move[1] != 16])


@wrong("Writes the move as number:cell.")
def number_first(task):
    chosen = [Search().choose(board) for board in boards_of(task)]
    return [item(result, move[::-1]) for result, move in chosen]


main(right)
